--- The ask protocol: one JSON question a line in, one JSON answer a line out.
--
--   in   {"id":"a1","call":"artillery.fire","variants":[],"args":{…},"dice":[5,6]}
--   out  {"id":"a1","result":{…},"dice":[5,6]}   or   {"id":"a1","error":{"arg":…,"message":…}}
-- `"odds": "field"` (or true) asks for the exact distribution instead.
local dice <const> = require "kernel.dice"
local faults <const> = require "limber.faults"
local fields <const> = require "limber.fields"
local json <const> = require "kernel.json"
local question <const> = require "limber.question"
local Rules <const> = require "limber.rules"
local suggest <const> = require "limber.suggest"

local M <const> = {}

local KEYS <const> = { "id", "call", "variants", "args", "dice", "odds" }

---@class limber.Referee
---@field stacks table<string, limber.Rules|limber.Refusal> rule stacks by their variants

--- A referee answers questions under any stack of variants over one ruleset.
---@param published table a ruleset (limber.ruleset)
---@param base string[] variants that every question has
---@param seed integer for dice that are thrown
---@return limber.Referee
function M.referee(published, base, seed)
  return { published = published, base = base, seed = seed, asked = 0, stacks = {}, source = dice.new() }
end

--- The rule stack of one question: the base variants, then its own.
local function stack(self, own)
  local names = table.move(own, 1, #own, #self.base + 1, table.move(self.base, 1, #self.base, 1, {}))
  local key = table.concat(names, "\n")
  if not self.stacks[key] then
    local rules, fault = Rules.over(self.published, names)
    self.stacks[key] = rules or fault
  end
  local found = self.stacks[key]
  if found.arg then return nil, found end
  return found
end

local function check_envelope(line)
  for key in next, line do
    local known = false
    for _, name in ipairs(KEYS) do known = known or name == key end
    if not known then
      return { arg = key, message = ("unknown key %s in the question%s"):format(key, suggest.hint(key, KEYS)) }
    end
  end
  if type(line.call) ~= "string" then return fields.refuse("call", "must name a procedure") end
  local variants = line.variants
  if variants ~= nil then
    local fine = json.is_list(variants)
    for i = 1, fine and #variants or 0 do fine = fine and type(variants[i]) == "string" end
    if not fine then return fields.refuse("variants", "must be a list of names") end
  end
  if line.dice ~= nil and not json.is_list(line.dice) then
    return fields.refuse("dice", "must be a list of whole numbers")
  end
end

local function is_list_field(field)
  return field.kind == "list"
end

--- Marks the lists in a result, so that an empty one is written as a list.
local function mark_lists(list, result, records)
  for _, field in ipairs(list) do
    local value = result[field.name]
    if type(value) == "table" then
      if is_list_field(field) then
        json.list(value)
        for _, element in ipairs(field.record and value or {}) do
          mark_lists(records[field.record], element, records)
        end
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
---@param distribution table
---@param info { paths: integer, by: string }
---@return table
function M.odds_json(distribution, info)
  local outcomes = {}
  for i, outcome in ipairs(distribution:outcomes()) do
    local value = question.value_of(outcome.value)
    outcomes[i] = { value = value, p = outcome.p, exact = outcome.exact }
  end
  return { outcomes = json.list(outcomes), exact = true, paths = info.paths, by = info.by }
end

local function answer_odds(rules, line)
  if line.dice ~= nil then return nil, fields.refuse("dice", "cannot go with odds") end
  local by = line.odds ~= true and line.odds or nil
  local distribution, info = question.odds(rules, line.call, line.args or {}, by)
  if not distribution then return nil, info end
  return M.odds_json(distribution, info)
end

local function answer_throw(self, rules, line)
  local source = self.source
  if line.dice then
    source:list(line.dice)
  else
    source:seed(self.seed)
    source:event(0, 0, dice.hash(line.call), 0, self.asked)
  end
  source:clear()
  local result, fault = question.ask(rules, line.call, line.args or {}, source)
  if not result then return nil, fault end
  mark_lists(rules.procedures[line.call].out, result, rules.records)
  return { result = result, dice = M.dice_of(source:record()) }
end

--- Answers one question given as data.
---@param self limber.Referee
---@param line table
---@return table answer
function M.answer(self, line)
  self.asked = self.asked + 1
  local id, fault, rules, answer = line.id, check_envelope(line), nil, nil
  if not fault then rules, fault = stack(self, line.variants or {}) end
  if rules then
    local done
    if line.odds then
      done, answer, fault = pcall(answer_odds, rules, line)
    else
      done, answer, fault = pcall(answer_throw, self, rules, line)
    end
    if not done then answer, fault = nil, faults.refusal("rules", answer) end
  end
  answer = answer or { error = { arg = fault.arg, message = fault.message } }
  answer.id = id
  return answer, rules
end

--- Answers one line of text; a line that is not a JSON object gets an error.
---@param self limber.Referee
---@param text string
---@return string
function M.answer_line(self, text)
  local line, message = json.decode(text)
  if message or json.is_list(line) or type(line) ~= "table" or line == json.null then
    self.asked = self.asked + 1
    message = message or "a question must be a JSON object"
    return json.encode { error = { arg = "line", message = message } }
  end
  return json.encode((M.answer(self, line)))
end

return M
