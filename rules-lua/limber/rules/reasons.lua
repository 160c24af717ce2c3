--- Why something is not allowed: each reason's word, its sentence, its clause and when it holds, in one place. The word
--- `reasons` of rule files:
--
--   local BARRED <const> = reasons {
--     { "guarded", "infantry guards it", cite = "4.1.7", when = function(rules, q, about) return … end },
--     { "weaker", function(rules, q) return ("it is stronger, %d against %d"):format(…) end, cite = …, when = … },
--   }
-- `flag = "mounted"` in place of `when`: where that argument is true; `given = { "through", "guns" }`: where it is so.
--   enum "reason" { values = BARRED.words, open = true }     what an answer may name, in the order they are told in
--   BARRED.holding(rules, q, about)       the words of those that hold
--   BARRED.text(rules, q, words)          their sentences, and their clauses
--   BARRED.refuse(rules, q, words, arg, "may not fire: %s", cite)     they as a refusal; `cite` where none has a clause
--   out = BARRED.out, resolve = BARRED.verdict      of a procedure: `allowed`, and the first `reason` that holds
-- A house rule may answer with a word of its own: its `reasons` have the sentence and the clause of that (`reasons = {
-- staggered = { "staggered units may not charge", cite = "house" } }`); without them it is shown as it is.
local declared <const> = require "limber.language.declared"
local fields <const> = require "limber.language.fields"
local names <const> = require "limber.language.names"

local M <const> = {}

local REASON <const> = { cite = "text!", when = "function", flag = "name", given = "table" }

--- One reason as it is declared.
local function reason_of(given)
  local word = type(given) == "table" and given[1] or nil
  declared.name("reason", word, names.is_name, 4)
  local what = ("reason %q"):format(word)
  local one = declared.only(what, given, REASON, { listed = true, level = 4 })
  if type(one[2]) ~= "string" and type(one[2]) ~= "function" then
    error(what .. " needs its sentence, or a function that gives it", 4)
  end
  local said = (one.when and 1 or 0) + (one.flag and 1 or 0) + (one.given and 1 or 0)
  if said ~= 1 then error(what .. " needs when, flag or given, one of them", 4) end
  local key, value = one.flag, true
  if one.given then key, value = one.given[1], one.given[2] end
  if key then
    function one.when(_, q) return q[key] == value end
  end
  return one
end

---@class limber.Reasons
---@field words string[]
---@field holding function
---@field text function
---@field refuse function
---@field out limber.Field[]
---@field verdict function

---@param given table[] in the order in which reasons are told
---@return limber.Reasons
function M.new(given)
  local list, by_word, words = {}, {}, {}
  for i, one in ipairs(given) do
    list[i] = reason_of(one)
    words[i] = list[i][1]
    if by_word[words[i]] then error(("reason %q is declared twice"):format(words[i]), 3) end
    by_word[words[i]] = list[i]
  end
  local function holding(rules, q, about)
    local found = {}
    for i = 1, #list do
      local one = list[i]
      if one.when(rules, q, about) then found[#found + 1] = one[1] end
    end
    return found
  end
  local function text(rules, q, found)
    local texts, cites = {}, {}
    for i, word in ipairs(found) do
      local one = by_word[word]
      local said, cite = nil, one and one.cite
      if not one and rules then said, cite = rules.reason(word) end
      local says = one and one[2] or said or tostring(word):gsub("_", " ")
      texts[i] = type(says) == "function" and says(rules, q) or says
      cites[#cites + 1] = cite
    end
    return table.concat(texts, "; "), #cites > 0 and table.concat(cites, ", ") or nil
  end
  local function refuse(rules, q, found, arg, says, cite)
    local said, cites = text(rules, q, found)
    return fields.refuse(arg, says:format(said), cites or cite)
  end
  local function verdict(rules, q)
    local reason = holding(rules, q)[1]
    return { allowed = reason == nil, reason = reason }
  end
  local out <const> = {
    fields.words.flag "allowed" {}, fields.words.enum "reason" { optional = true, values = words, open = true },
  }
  return { words = words, holding = holding, text = text, refuse = refuse, out = out, verdict = verdict }
end

return M
