--- A ruleset's worked cases, asked with and without a house rule: which answers change, and whether any is wrong.
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local lists <const> = require "limber.common.lists"
local protocol <const> = require "limber.ask.protocol"
local question <const> = require "limber.ask.question"
local question_text <const> = require "show.question_text"
local result_text <const> = require "show.result_text"
local tree <const> = require "limber.common.tree"
local trial <const> = require "play.trial"

local M <const> = {}

---@class limber.ChangedCase
---@field id string
---@field asked string the question in the words of `limber ask`
---@field call string
---@field published string its answer in words
---@field yours string

---@class limber.CasesReport
---@field cases integer how many were asked
---@field count integer how many of the answers change
---@field changed limber.ChangedCase[] the first of them, one of each procedure
---@field wrong string[] faults of answers, a line each
---@field left_out integer cases of variants that conflict with the house rule

--- How many changed answers are written out.
local SHOWN <const> = 3

--- What an answer says: the procedure's sentence, else its result; or why it was refused.
local function told(rules, case, answer)
  if answer.error then return ("refused: %s"):format(answer.error.message) end
  local q = fields.check(rules.procedures[case.call].args, case.args or {}, rules.records)
  local done, says = pcall(question.says, rules, case.call, answer.result, q or case.args or {})
  return done and says or result_text.value(answer.result)
end

--- The first result field in which two answers differ, for sentences that read alike.
local function differing(one, other, path)
  if type(one) ~= "table" or type(other) ~= "table" then return path, one, other end
  local keys, seen = {}, {}
  for _, side in ipairs { one, other } do
    for key in next, side do
      if not seen[key] then keys[#keys + 1] = key end
      seen[key] = true
    end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    if not tree.equal(one[key], other[key]) then
      return differing(one[key], other[key], path == "" and tostring(key) or path .. "." .. key)
    end
  end
end

local function described(case, first, first_rules, second, second_rules)
  local published, yours = told(first_rules, case, first), told(second_rules, case, second)
  if published == yours and first.result and second.result then
    local path, was, is = differing(first.result, second.result, "")
    if path then -- none: it throws other dice for the same result
      published, yours = ("%s; %s %s"):format(published, path, result_text.value(was)),
        ("%s; %s %s"):format(yours, path, result_text.value(is))
    end
  end
  local words = question_text.words(case.call, case.args or {})
  if #(case.dice or {}) > 0 then words[#words + 1] = "--dice " .. table.concat(case.dice, ",") end
  if second.thrown then yours = ("%s (with the dice %s)"):format(yours, second.thrown) end
  return { id = case.id, call = case.call, asked = table.concat(words, " "), published = published, yours = yours }
end

--- Does a refusal name an argument of the question? If it names something else, it comes from inside the rules.
local function names_argument(procedure, arg)
  local head = tostring(arg):match "^[^.]+"
  for _, field in ipairs(procedure.args) do
    if field.name == head then return true end
  end
  return head == "dice"
end

--- The fault of an answer: an error in a rule file, or a result that its procedure does not declare.
local function fault_of(rules, case, answer, published)
  local fault = answer.error
  if fault and fault.arg == "rules" then return fault.message end
  if fault and published.result and not names_argument(rules.procedures[case.call], fault.arg) then
    return ("%s can no longer be answered: %s"):format(case.call, fault.message)
  end
  if fault then return nil end
  local _
  _, fault = fields.check(rules.procedures[case.call].out, answer.result, rules.records)
  return fault and ("%s returns what it does not declare: %s"):format(case.call, fault.message) or nil
end

--- Dice that a case is given beyond its own, at most: a one suits every die.
local MORE <const> = 60

--- Answers a case. A house rule that throws more dice than the case, or fewer, gets as many as it needs.
local function answered(referee, case)
  local dice = case.dice and table.move(case.dice, 1, #case.dice, 1, json.list {})
  while true do
    local answer, rules = protocol.answer(referee, { call = case.call, variants = case.variants, args = case.args,
      dice = dice })
    local fault = answer.error
    local wanted = fault and fault.arg == "dice" and fault.message
    if not wanted then
      if dice and #dice ~= #case.dice then answer.thrown = table.concat(dice, ",") end
      return answer, rules
    elseif wanted:find "another is needed" and #dice < #case.dice + MORE then
      dice[#dice + 1] = 1
    elseif wanted:find "are needed" and #dice > 0 then
      dice[#dice] = nil
    else
      return answer, rules
    end
  end
end

--- Are two answers the same? A refusal for the same argument is: its message may list words that a house rule adds.
--- So is a result with a field more that a house rule has not filled.
local function as_before(case, first, second, rules)
  local one, other = first.error, second.error
  if one and other and one.arg == other.arg and one.arg ~= "rules" then return true end
  if first.result and second.result and rules and first.thrown == second.thrown then
    return tree.equal(first.result, trial.bare(rules, case.call, second.result))
  end
  return tree.equal(first, second)
end

local function judge(report, case, plain, changed, seen)
  local first, first_rules = answered(plain, case)
  local second, second_rules = answered(changed, case)
  if second.error and second.error.arg == "variants" then
    report.left_out = report.left_out + 1
    return
  end
  report.cases = report.cases + 1
  if as_before(case, first, second, second_rules) then return end
  report.count = report.count + 1
  local fault = fault_of(second_rules, case, second, first)
  if fault and not seen[fault] then
    seen[fault] = true
    report.wrong[#report.wrong + 1] = ("%s (in the worked case %s)"):format(fault, case.id)
  end
  if second_rules and first_rules and not report.shown[case.call] and #report.changed < SHOWN then
    report.shown[case.call] = true -- one of each procedure says more than three of one
    report.changed[#report.changed + 1] = described(case, first, first_rules, second, second_rules)
  end
end

--- Asks all worked cases of a ruleset with and without variants.
---@param published table
---@param sources string[] the variants' names or paths
---@return limber.CasesReport
function M.run(published, sources)
  local report, seen = { cases = 0, count = 0, changed = {}, wrong = {}, left_out = 0, shown = {} }, {}
  local text = published.loader.read(published.folder .. "cases.jsonl")
  local plain, changed = protocol.referee(published, {}, 1), protocol.referee(published, sources, 1)
  for line in (text or ""):gmatch "[^\r\n]+" do
    local case = json.decode(line)
    local given = case and lists.find(sources, function(one) return lists.has(case.variants, one) end)
    if case and not given then judge(report, case, plain, changed, seen) end
  end
  return report
end

return M
