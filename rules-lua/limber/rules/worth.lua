--- What a procedure's results are worth, and to whom: its key `good`.
--
--   good = "more"        more of its headline is good for who throws: hits; or true, as in a test that is passed
--   good = "less"        less of it, or false
--   good = "first"       words in the order in which its headline declares them, the best first; "last": the best last
--   good = { "a", "none", "b", of = "a" }    these words, the best first; good for who throws at that place of the
--                        question, "a" or "a.1", "a.2", …
--   good = { "more", by = "total", same = "code" }   by another field of the result; results with the same `code` are
--                        worth the same, and these stand in the order of their mean total
-- A ledger of luck ranks throws by it (limber.record.luck). A procedure without it has no order that is known.
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

---@class limber.Worth
---@field by string the result field
---@field same string? another: results that share its value are worth the same
---@field of string? the place in the question of those for whom it is good; nil: who throws
---@field sign integer 1: more is good; -1: less is
---@field rank table<any, integer>? of words, the best first

local NUMBERS <const> = { more = 1, less = -1 }
local WORDS <const> = { first = 1, last = -1 }
local KINDS <const> = { int = true, flag = true }
local KEYS <const> = { by = true, of = true, same = true }

local function field_of(what, out, name, level)
  local names = {}
  for i, field in ipairs(out) do
    if field.name == name then return field end
    names[i] = field.name
  end
  error(("%s: good: there is no result field %s%s"):format(what, tostring(name), suggest.hint(tostring(name), names)),
    level + 1)
end

local function ranked(what, field, words, level)
  local rank = {}
  for i, word in ipairs(words) do
    local known = false
    for _, value in ipairs(field.values or {}) do known = known or value == word end
    if not known then
      error(("%s: good: %s cannot be %s%s"):format(what, field.name, tostring(word),
        suggest.hint(tostring(word), field.values or {})), level + 1)
    end
    rank[word] = i
  end
  return rank
end

--- Reads the key `good` of a procedure. Errors are raised at `level`.
---@param what string
---@param given any
---@param out limber.Field[]
---@param headline string
---@param level integer
---@return limber.Worth
function M.read(what, given, out, headline, level)
  local spec = type(given) == "table" and given or { given }
  for key in next, spec do
    if math.type(key) ~= "integer" and not KEYS[key] then
      error(("%s: good takes words, by, same and of, not %s"):format(what, tostring(key)), level + 1)
    end
  end
  local field = field_of(what, out, spec.by or headline, level + 1)
  local worth = { by = field.name, same = spec.same and field_of(what, out, spec.same, level + 1).name, of = spec.of }
  local order = #spec == 1 and spec[1] or nil
  if NUMBERS[order] and KINDS[field.kind] then
    worth.sign = NUMBERS[order]
  elseif WORDS[order] and field.values then
    worth.sign, worth.rank = -WORDS[order], ranked(what, field, field.values, level + 1)
  elseif #spec > 1 and not NUMBERS[order] then
    worth.sign, worth.rank = -1, ranked(what, field, spec, level + 1)
  else
    error(("%s: good must be more or less of a number or flag, first or last of words, or all words, the best first")
      :format(what), level + 1)
  end
  return worth
end

--- The words of an order, the best first.
---@param worth limber.Worth
---@return string[]
function M.words(worth)
  local words = sorted.keys(worth.rank)
  table.sort(words, function(one, other) return worth.sign * (worth.rank[one] - worth.rank[other]) > 0 end)
  return words
end

--- The order of results in words: "points: the more the better, for who throws".
---@param worth limber.Worth
---@return string
function M.said(worth)
  local order = worth.sign > 0 and "the more the better" or "the less the better"
  if worth.rank then
    order = table.concat(M.words(worth), ", ") .. ", the best first"
  end
  return ("%s: %s, for %s"):format(worth.by, order, worth.of or "who throws")
end

--- How good a value is, as a number: more is better; nil where that is not known.
---@param worth limber.Worth
---@param value any
---@return integer?
function M.of(worth, value)
  if worth.rank then
    local rank = worth.rank[value]
    return rank and worth.sign * rank
  end
  if type(value) == "boolean" then value = value and 1 or 0 end
  return math.type(value) == "integer" and worth.sign * value or nil
end

return M
