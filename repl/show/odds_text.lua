--- Odds for people: a table with bars, or several rule stacks side by side.
local charts_text <const> = require "show.charts_text"
local fields <const> = require "limber.language.fields"
local finish_text <const> = require "show.finish_text"
local host <const> = require "host"
local lists <const> = require "limber.common.lists"
local outcomes_of <const> = require "limber.ask.outcomes"
local plot <const> = require "show.plot"
local result_text <const> = require "show.result_text"
local sampling <const> = require "limber.ask.sampling"
local sorted <const> = require "limber.common.sorted"
local statistics <const> = require "limber.common.statistics"
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

--- A mean as it is shown: up to three decimals.
---@param value number
---@return string
local function number(value) return plot.number(value, 3) end

M.number = number

local function head(odds)
  return ("%s (%s): %s"):format(odds.name, odds.rules.procedures[odds.name].cite, finish_text.by(odds.json))
end

--- Puts a heading before lines; what is too long for the terminal goes on beneath itself.
---@param lines string[]
---@param words string
function M.add_head(lines, words)
  for i, line in ipairs(text.wrap(words, math.max(40, host.width()), "    ")) do table.insert(lines, i, line) end
end

---@class limber.Odds what odds were asked, and found
---@field rules limber.Rules
---@field name string
---@field json table as limber.ask.figures.json gives it
---@field thrown any[]? what each throw of a sample came to
---@field asked { how: string, number: integer, p: number?, exact: string?, q: number? }[]? what was asked besides

--- Adds where the figures of the charts come from that were read.
---@param lines string[]
---@param odds limber.Odds
function M.add_charts(lines, odds)
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
    if a == 4 then return outcomes_of.before(one, other) end
    local i, j = places[one] or math.huge, places[other] or math.huge
    if i ~= j then return i < j end
    return one < other
  end
  table.sort(outcomes, function(one, other) return before(one.value, other.value) end)
  return outcomes
end

--- Which whole numbers are at least, or at most, another.
M.HOLDS = {
  at_least = function(least) return function(value) return value >= least end end,
  at_most = function(most) return function(value) return value <= most end end,
}

--- What a figure that was asked for is called: `at least 2`, `10 % are up to`.
---@param one table
---@return string
function M.called(one)
  if one.how == "quantile" then return ("%s %% are up to"):format(number(one.q * 100)) end
  return ("%s %d"):format(one.how:gsub("_", " "), one.number)
end

--- An interval of a chance in per cent.
local function interval_text(interval)
  return ("%.2f to %.2f %%"):format(interval.low * 100, interval.high * 100)
end

--- The chances and numbers that were asked for besides, a row each.
---@param odds limber.Odds
---@return string[][]
function M.asked_rows(odds)
  local rows = {}
  for _, one in ipairs(odds.asked or {}) do
    local sampled = odds.json.sampled
    local third = one.p and (not sampled and M.fraction(one.exact)
      or interval_text(statistics.wilson(math.floor(one.p * sampled + 0.5), sampled)))
    rows[#rows + 1] = { M.called(one), one.p and M.percent(one.p) or tostring(one.number), third or "" }
  end
  return rows
end

--- What was worked, in the last line: the mean of numbers and how they spread, and whether it is exact.
local function summary(odds)
  local json, parts = odds.json, {}
  if json.mean and #json.outcomes > 1 then
    local within = json.mean_interval and (" (%s to %s)"):format(number(json.mean_interval.low),
      number(json.mean_interval.high)) or ""
    parts[1] = ("mean %s%s, standard deviation %s"):format(number(json.mean), within, number(json.deviation))
    local low, high = json.quantiles[2].value, json.quantiles[4].value
    parts[1] = ("%s, middle half %s"):format(parts[1], low == high and "all " .. low or low .. " to " .. high)
  elseif json.mean then
    parts[1] = "mean " .. number(json.mean)
  end
  local exact = json.exact and "exact" or "in doubles, since exact numbers would be too long"
  parts[#parts + 1] = not json.sampled and ("%s, %d path%s"):format(exact, json.paths, json.paths == 1 and "" or "s")
    or nil
  local lines = {}
  if #parts > 0 then lines[1] = "  " .. table.concat(parts, "; ") end
  if json.sampled then
    lines[#lines + 1] = ("  sampled, not exact: %d throws by seed %d"):format(json.sampled, json.seed)
    lines[#lines + 1] = "  (of such intervals 95 in 100 hold the true chance)"
  end
  return lines
end

--- The lines that show odds.
---@param odds limber.Odds
---@param bare boolean? without the heading
---@return string[]
function M.lines(odds, bare)
  local rows, largest = {}, 0
  for _, outcome in ipairs(odds.json.outcomes) do largest = math.max(largest, outcome.p) end
  local outcomes = table.move(odds.json.outcomes, 1, #odds.json.outcomes, 1, {})
  for i, outcome in ipairs(in_order(outcomes, places_of(odds))) do
    local p = outcome.p
    local interval = outcome.interval and interval_text(outcome.interval) or ""
    rows[i] = { result_text.value(outcome.value), M.percent(p), outcome.exact and M.fraction(outcome.exact) or interval,
      bar(p, largest) }
  end
  table.move(M.asked_rows(odds), 1, #(odds.asked or {}), #rows + 1, rows)
  local widest = 0
  for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[2])) end
  for _, row in ipairs(rows) do row[2] = text.right(row[2], widest) end
  local lines = text.columns(rows, "  ")
  if not bare then M.add_head(lines, head(odds)) end
  if odds.json.rounds then finish_text.add(lines, odds.json, M) end
  for _, line in ipairs(summary(odds)) do lines[#lines + 1] = line end
  M.add_charts(lines, odds)
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

--- By how much a number exceeds another, or a chance; with the interval around that where both were sampled.
---@param a number
---@param b number
---@param chance boolean?
---@param interval limber.Interval?
---@return string
function M.differs(a, b, chance, interval)
  local shown = chance and difference(b - a) or a == b and "=" or ("%+.3f"):format(b - a)
  if not interval then return shown end
  local function signed(value) return (chance and "%+.2f" or "%+.3f"):format(chance and value * 100 or value) end
  return ("%s (%s to %s)"):format(signed(b - a), signed(interval.low), signed(interval.high))
end

--- Rows of figures that two stacks have: the mean, the standard deviation, what was asked for besides.
local function figure_rows(rows, first, second, joint)
  local function add(label, a, b, shown, chance, interval)
    rows[#rows + 1] = { label, shown(a), shown(b), M.differs(a, b, chance, interval) }
  end
  local a, b = first.json, second.json
  if a.mean and b.mean then
    add("mean", a.mean, b.mean, number, false, joint and sampling.between_means(joint))
    add("standard deviation", a.deviation, b.deviation, number)
  end
  if a.rounds then add("rounds", a.rounds.mean, b.rounds.mean, number) end
  for i, one in ipairs(first.asked or {}) do
    local other = (second.asked or {})[i]
    if one.p then
      local holds = M.HOLDS[one.how](one.number)
      add(M.called(one), one.p, other.p, M.percent, true, joint and sampling.between(joint, holds))
    else
      local change = other.number == one.number and "=" or text.signed(other.number - one.number)
      rows[#rows + 1] = { M.called(one), tostring(one.number), tostring(other.number), change }
    end
  end
end

--- The same as bars of a picture (show.plot_svg).
---@param stacks limber.Odds[] one, or two that are compared
---@param titled { title: string }[] what to call them
---@return table
function M.bars(stacks, titled)
  local rows, last = {}, stacks[#stacks]
  for i, one in ipairs(merged(stacks)) do
    rows[i] = { name = result_text.value(one.value), values = {}, text = {} }
    for s = 1, #stacks do
      local p = one.p[s] or 0
      rows[i].values[s], rows[i].text[s] = p, M.percent(p)
    end
  end
  return {
    title = ("%s: %s"):format(last.name, last.json.by), rows = rows,
    of = last.json.sampled and ("chances, sampled by %d throws"):format(last.json.sampled) or "chances, exact",
    names = #stacks > 1 and { titled[1].title, titled[2].title } or nil, notes = charts_text.notes(last.charts),
  }
end

--- All outcomes of several odds, in the order in which odds list them.
---@param list limber.Odds[]
---@return any[]
function M.values(list)
  local values = merged(list)
  for i, one in ipairs(values) do values[i] = one.value end
  return values
end

--- The lines that show two stacks' odds of one question: the first, the second, the difference.
---@param first limber.Odds
---@param second limber.Odds
---@param titles string[] what to call the two
---@param bare boolean? without the heading
---@return string[]
function M.compared(first, second, titles, bare)
  local rows, stacks = { { "", titles[1], titles[2], "difference" } }, { first, second }
  local joint = first.thrown and second.thrown and sampling.joint(first.thrown, second.thrown)
  for _, one in ipairs(merged(stacks)) do
    local a, b = one.p[1] or 0, one.p[2] or 0
    local shown = result_text.value(one.value)
    local function holds(value) return result_text.value(value) == shown end
    rows[#rows + 1] = { shown, M.percent(a), M.percent(b),
      M.differs(a, b, true, joint and sampling.between(joint, holds)) }
  end
  figure_rows(rows, first, second, joint)
  for column = 2, 4 do
    local widest = 0
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[column])) end
    for _, row in ipairs(rows) do row[column] = text.right(row[column], widest) end
  end
  local lines = text.columns(rows, "  ")
  if not bare then M.add_head(lines, head(second)) end
  if second.json.sampled then
    lines[#lines + 1] = ("  sampled, not exact: %d throws of each, the same dice for both, by seed %d")
      :format(second.json.sampled, second.json.seed)
    lines[#lines + 1] = "  (in parentheses intervals of the difference: of such 95 in 100 hold the true one)"
  end
  M.add_charts(lines, second)
  return lines
end

--- Whether two stacks give the same odds, to the exact fraction.
---@param first limber.Odds
---@param second limber.Odds
---@return boolean
function M.same(first, second)
  local a, b = first.json.outcomes, second.json.outcomes
  if #a ~= #b or finish_text.differ(first.json, second.json) then return false end
  for i, outcome in ipairs(a) do
    if outcome.exact ~= b[i].exact or outcome.count ~= b[i].count then return false end
    if not outcome.exact and outcome.p ~= b[i].p then return false end
    if result_text.value(outcome.value) ~= result_text.value(b[i].value) then return false end
  end
  return true
end

return M
