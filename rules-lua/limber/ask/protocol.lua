--- The ask protocol: one JSON question a line in, one JSON answer a line out.
--
--   in   {"id":"a1","call":"artillery.fire","variants":[],"args":{…},"dice":[5,6]}
--   out  {"id":"a1","result":{…},"dice":[5,6]}   or   {"id":"a1","error":{"arg":…,"message":…}}
-- `"odds": "field"` (or true) asks for the exact distribution instead; with `"finish": true`, or {"until":…,"carry":…},
-- of rounds that go on until it is over (limber.ask.rounds). Where a ruleset has base charts, an answer says
-- in `sources` where its figures come from, and which stand in for figures that are not published.
local bounds <const> = require "limber.language.bounds"
local dice <const> = require "kernel.dice"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local figures <const> = require "limber.ask.figures"
local json <const> = require "kernel.json"
local lists <const> = require "limber.common.lists"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local KEYS <const> = { "id", "call", "variants", "args", "dice", "odds", "finish" }

--- Rule stacks that are kept for the next question: what asks has a few, and every order of its variants is another.
local STACKS <const> = 32

---@class limber.Referee
---@field stacks table<string, limber.Rules> rule stacks by their variants
---@field kept integer how many

--- A referee answers questions under any stack of variants over one ruleset.
---@param published table a ruleset (limber.rules.ruleset)
---@param base string[] variants that every question has
---@param seed integer for dice that are thrown
---@return limber.Referee
function M.referee(published, base, seed)
  return { published = published, base = base, seed = seed, asked = 0, stacks = {}, kept = 0, source = dice.new() }
end

--- The rule stack of one question: the base variants, then its own.
local function stack(self, own)
  local names = table.move(own, 1, #own, #self.base + 1, table.move(self.base, 1, #self.base, 1, {}))
  local key = table.concat(names, "\n")
  if self.stacks[key] then return self.stacks[key] end
  local rules, fault = Rules.over(self.published, names)
  if not rules then return nil, fault end
  if self.kept >= STACKS then self.stacks, self.kept = {}, 0 end
  self.stacks[key], self.kept = rules, self.kept + 1
  return rules
end

local function check_envelope(line)
  for _, key in ipairs(sorted.keys(line)) do
    if not lists.has(KEYS, key) then
      local message = ("unknown key %s in the question%s"):format(bounds.quoted(key), suggest.hint(key, KEYS))
      return { arg = bounds.cut(key), message = message }
    end
  end
  if type(line.call) ~= "string" then return fields.refuse("call", "must name a procedure") end
  local variants = line.variants
  if variants ~= nil then
    local fine = json.is_list(variants)
    for i = 1, fine and #variants or 0 do fine = fine and type(variants[i]) == "string" end
    if not fine then return fields.refuse("variants", "must be a list of names") end
    local wrong = bounds.too_many(#variants, bounds.VARIANTS, "variants")
    if wrong then return { arg = "variants", message = wrong } end
  end
  if line.finish ~= nil and not line.odds then return fields.refuse("finish", 'goes with "odds"') end
  if line.dice ~= nil and not json.is_list(line.dice) then
    return fields.refuse("dice", "must be a list of whole numbers")
  end
end

local function is_list_field(field)
  return field.kind == "list"
end

--- Marks the lists in a result, so that an empty one is written as a list.
local function mark_lists(list, result, records)
  for _, field in ipairs(type(result) == "table" and list or {}) do
    local value = result[field.name]
    if type(value) == "table" then
      if is_list_field(field) then
        json.list(value)
        for i = 1, field.record and #value or 0 do mark_lists(records[field.record], value[i], records) end
      elseif field.record then
        mark_lists(records[field.record], value, records)
      end
    end
  end
  return result
end

--- The dice of a record, each single die an entry, in the order thrown.
---@param record table[]
---@return integer[]
function M.dice_of(record)
  local thrown = {}
  for _, throw in ipairs(record) do
    table.move(throw.dice, 1, #throw.dice, #thrown + 1, thrown)
  end
  return json.list(thrown)
end

--- A distribution as the JSON of `odds`.
M.odds_json = figures.json

--- Paths that the odds of a question in JSON may walk.
local PATHS <const> = 1000000

--- How rounds follow one another, of a line that asks for them; what is wrong with it.
local function finish_of(line)
  local given = line.finish
  if given == true then return {} end
  local typed, wrong = {}, type(given) ~= "table" or json.is_list(given)
  for key, value in next, wrong and {} or given do
    wrong = wrong or key ~= "until" and key ~= "carry" or type(value) ~= "string"
    typed[key == "until" and "over" or key] = value
  end
  if wrong then return nil, fields.refuse("finish", 'must be true, or {"until":…,"carry":…}, texts') end
  return typed
end

local function answer_odds(rules, line)
  if line.dice ~= nil then return nil, fields.refuse("dice", "cannot go with odds") end
  local by = line.odds ~= true and line.odds or nil
  if line.finish == nil then
    local distribution, info = question.odds(rules, line.call, line.args or {}, by, nil, nil, PATHS)
    if not distribution then return nil, info end
    return M.odds_json(distribution, info)
  end
  local finish <const> = require "limber.ask.finish"
  local typed, fault = finish_of(line)
  if not typed then return nil, fault end
  local distribution, info = finish.odds(rules, line.call, line.args or {}, by, typed, nil, PATHS)
  if not distribution then return nil, info end
  return M.odds_json(distribution, info)
end

local function answer_throw(rules, line, self)
  local source = self.source
  if line.dice then
    source:list(line.dice)
  else
    source:seed(self.seed)
    source:event(0, 0, dice.hash(line.call), 0, self.asked)
  end
  source:clear()
  local result, fault = question.ask(rules, line.call, line.args or {}, source)
  if not result and fault then return nil, fault end
  if type(result) ~= "table" then
    return nil, { arg = "rules", message = ("%s returned %s"):format(line.call, bounds.shown(result)) }
  end
  mark_lists(rules.procedures[line.call].out, result, rules.records)
  return { result = result, dice = M.dice_of(source:record()) }
end

--- The answer to one question, and the rules it was asked of; anything that goes wrong may be raised.
local function answer_of(self, line)
  local fault = check_envelope(line)
  if fault then return nil, fault end
  local rules
  rules, fault = stack(self, line.variants or {})
  if not rules then return nil, fault end
  local answer, sources
  local how = line.odds and answer_odds or answer_throw
  if rules.published.has_charts then
    sources, answer, fault = require("limber.rules.charts").noted(rules, how, rules, line, self)
  else
    answer, fault = how(rules, line, self)
  end
  if answer and sources and sources[1] then answer.sources = json.list(sources) end
  return answer, fault, rules
end

--- Answers one question given as data.
---@param self limber.Referee
---@param line table
---@return table answer
---@return limber.Rules? rules
function M.answer(self, line)
  self.asked = self.asked + 1
  local done, answer, fault, rules = pcall(answer_of, self, line)
  if not done then answer, fault, rules = nil, faults.refusal("rules", answer), nil end
  answer = answer or { error = { arg = fault.arg, message = fault.message } }
  answer.id = line.id
  return answer, rules
end

--- An answer as a line of JSON. A result that JSON cannot say is the rules' fault, and this question's alone.
local function written(answer)
  local done, text = pcall(json.encode, answer)
  if done then return text end
  local fault = faults.refusal("rules", text)
  local message = "the result cannot be written: " .. fault.message
  return json.encode { id = answer.id, error = { arg = "rules", message = message } }
end

--- What is wrong with a line of text that should be a question, or nil.
local function no_question(line, message, text)
  if #text > bounds.QUESTION then
    return ("a question has at most %d bytes, this line has more"):format(bounds.QUESTION)
  end
  if message then return message end
  if type(line) ~= "table" or json.is_list(line) then return "a question must be a JSON object" end
end

--- Answers one line of text; a line that is not a JSON object gets an error.
---@param self limber.Referee
---@param text string
---@return string
function M.answer_line(self, text)
  local line, message
  if #text <= bounds.QUESTION then line, message = json.decode(text) end
  message = no_question(line, message, text)
  if message then
    self.asked = self.asked + 1
    return json.encode { error = { arg = "line", message = message } }
  end
  return written((M.answer(self, line)))
end

return M
