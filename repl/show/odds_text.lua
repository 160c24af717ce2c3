--- Odds for people: a table with bars, or several rule stacks side by side.
local charts_text <const> = require "show.charts_text"
local fields <const> = require "limber.language.fields"
local host <const> = require "host"
local lists <const> = require "limber.common.lists"
local result_text <const> = require "show.result_text"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

local M <const> = {}

local BAR <const> = 24
local LONGEST_FRACTION <const> = 23

--- A chance in per cent; what is possible never reads as nothing, nor as certain.
---@param p number
---@return string
function M.percent(p)
  local shown = ("%.2f"):format(p * 100)
  if shown == "0.00" and p > 0 then return "<0.01 %" end
  if shown == "100.00" and p < 1 then return ">99.99 %" end
  return shown .. " %"
end

--- An exact fraction, its middle left out when it is very long.
---@param exact string
---@return string
function M.fraction(exact)
  if #exact <= LONGEST_FRACTION then return exact end
  local top, bottom = exact:match "^(.*)/(.*)$"
  local function short(digits)
    return #digits > 10 and ("%s…%s"):format(digits:sub(1, 5), digits:sub(-3)) or digits
  end
  return short(top) .. "/" .. short(bottom)
end

--- A bar as long as a chance is beside the largest.
local function bar(p, largest)
  local halves = math.floor(p / largest * BAR * 2 + 0.5)
  if halves == 0 and p > 0 then return "▏" end
  return ("█"):rep(halves // 2) .. (halves % 2 == 1 and "▌" or "")
end

--- The mean of whole-numbered odds; nil for others.
local function mean(odds)
  local sum = 0
  for _, outcome in ipairs(odds.outcomes) do
    if math.type(outcome.value) ~= "integer" then return nil end
    sum = sum + outcome.value * outcome.p
  end
  return sum
end

--- A mean as it is shown: up to three decimals.
---@param value number
---@return string
local function number(value)
  return (("%.3f"):format(value):gsub("%.?0+$", ""))
end

M.number = number

local function head(rules, name, by)
  return ("%s (%s): %s"):format(name, rules.procedures[name].cite, by)
end

---@class limber.Odds what odds were asked, and found
---@field rules limber.Rules
---@field name string
---@field json table as limber.ask.protocol.odds_json gives it

--- Adds where the figures of the charts come from that were read.
local function add_charts(lines, odds)
  for _, row in ipairs(charts_text.rows(odds.charts)) do
    text.add_labelled(lines, "  " .. row[1], row[2], 11, host.width())
  end
end

--- The words in the column of a name, in the order of the first table's rows that has one; none without.
local function column_words(rules, name)
  for _, table_name in ipairs(sorted.keys(rules.draft.lookups)) do
    local whole = rules.draft.table(table_name)
    local place = select(2, lists.find(whole.columns, function(column) return column == name end))
    if place then
      local words = {}
      for at = place, #whole.cells, #whole.columns do words[#words + 1] = whole.cells[at] end
      return words
    end
  end
  return {}
end

--- The places of words in the list of the field by which odds are asked, or in the table whose column a text is; none
--- of other values.
local function places_of(odds)
  local places, by = {}, odds.json.by
  local field = not by:find(",", 1, true) and fields.at(odds.rules.procedures[odds.name].out, by, odds.rules.records)
  local words = field and (field.kind == "enum" and field.values
    or field.kind == "text" and column_words(odds.rules, field.name)) or {}
  for i, word in ipairs(words) do places[word] = places[word] or i end
  return places
end

local function key_of(value)
  return type(value) == "table" and "list " .. result_text.value(value) or math.type(value) or type(value)
end

--- Sorts outcomes as odds list them: whole numbers, then false and true, then words in the order declared.
local function in_order(outcomes, places)
  local kinds = { integer = 1, boolean = 2, string = 3 }
  local function before(one, other)
    local a, b = kinds[key_of(one)] or 4, kinds[key_of(other)] or 4
    if a ~= b then return a < b end
    if a == 2 then return not one and other end
    if a == 4 then return result_text.value(one) < result_text.value(other) end
    local i, j = places[one] or math.huge, places[other] or math.huge
    if i ~= j then return i < j end
    return one < other
  end
  table.sort(outcomes, function(one, other) return before(one.value, other.value) end)
  return outcomes
end

--- The lines that show odds.
---@param odds limber.Odds
---@return string[]
function M.lines(odds)
  local rows, largest = {}, 0
  for _, outcome in ipairs(odds.json.outcomes) do largest = math.max(largest, outcome.p) end
  local outcomes = table.move(odds.json.outcomes, 1, #odds.json.outcomes, 1, {})
  for i, outcome in ipairs(in_order(outcomes, places_of(odds))) do
    local p = outcome.p
    rows[i] = { result_text.value(outcome.value), M.percent(p), M.fraction(outcome.exact), bar(p, largest) }
  end
  local widest = 0
  for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[2])) end
  for _, row in ipairs(rows) do row[2] = text.right(row[2], widest) end
  local lines = text.columns(rows, "  ")
  table.insert(lines, 1, head(odds.rules, odds.name, odds.json.by))
  local middle = mean(odds.json)
  lines[#lines + 1] = ("  %sexact, %d path%s"):format(
    middle and ("mean %s; "):format(number(middle)) or "", odds.json.paths, odds.json.paths == 1 and "" or "s")
  add_charts(lines, odds)
  return lines
end

--- All values of several odds, and each one's chance in every stack (0 where it cannot be).
local function merged(stacks)
  local values, chances = {}, {}
  for s, stack in ipairs(stacks) do
    for _, outcome in ipairs(stack.json.outcomes) do
      local key = key_of(outcome.value) .. "\0" .. result_text.value(outcome.value)
      if not chances[key] then
        chances[key] = {}
        values[#values + 1] = { value = outcome.value, p = chances[key] }
      end
      chances[key][s] = outcome.p
    end
  end
  return in_order(values, places_of(stacks[#stacks]))
end

local function difference(p)
  local shown = ("%+.2f"):format(p * 100)
  if shown:find "^[+-]0%.00$" then return p == 0 and "=" or p > 0 and ">0" or "<0" end
  return shown
end

--- The lines that show two stacks' odds of one question: the first, the second, the difference.
---@param first limber.Odds
---@param second limber.Odds
---@param titles string[] what to call the two
---@return string[]
function M.compared(first, second, titles)
  local rows, stacks = { { "", titles[1], titles[2], "difference" } }, { first, second }
  for _, one in ipairs(merged(stacks)) do
    local a, b = one.p[1] or 0, one.p[2] or 0
    rows[#rows + 1] = { result_text.value(one.value), M.percent(a), M.percent(b), difference(b - a) }
  end
  local mean_a, mean_b = mean(first.json), mean(second.json)
  if mean_a and mean_b then
    rows[#rows + 1] = { "mean", number(mean_a), number(mean_b),
      mean_a == mean_b and "=" or ("%+.3f"):format(mean_b - mean_a) }
  end
  for column = 2, 4 do
    local widest = 0
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[column])) end
    for _, row in ipairs(rows) do row[column] = text.right(row[column], widest) end
  end
  local lines = text.columns(rows, "  ")
  table.insert(lines, 1, head(second.rules, second.name, second.json.by))
  add_charts(lines, second)
  return lines
end

--- Whether two stacks give the same odds, to the exact fraction.
---@param first limber.Odds
---@param second limber.Odds
---@return boolean
function M.same(first, second)
  local a, b = first.json.outcomes, second.json.outcomes
  if #a ~= #b then return false end
  for i, outcome in ipairs(a) do
    if outcome.exact ~= b[i].exact or result_text.value(outcome.value) ~= result_text.value(b[i].value) then
      return false
    end
  end
  return true
end

return M
