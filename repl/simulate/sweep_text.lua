--- Prints how battles went with each of some values, and which of them makes the sides even; and what is plotted of it.
local agreement <const> = require "limber.game.agreement"
local cells <const> = require "simulate.cells"
local host <const> = require "host"
local plot <const> = require "show.plot"
local text <const> = require "show.text"

local M <const> = {}

--- A value as the table has it: marked where it stands in the scenario or the tables.
local function shown(doc, value)
  local word = tostring(value)
  return text.right((value == doc.run.sweep.stands and "* " or "") .. word, #"value")
end

local function table_rows(doc)
  local sides = doc.run.sides
  local rows = { { "value" } }
  for i, side in ipairs(sides) do rows[1][i + 1] = side.name .. " won" end
  table.move({ "a draw", "score", "95 %" }, 1, 3, #rows[1] + 1, rows[1])
  for _, one in ipairs(doc.sweep.values) do
    local row, score = { shown(doc, one.value) }, one.score[sides[1].id]
    for i, side in ipairs(sides) do row[i + 1] = cells.percent(one.wins[side.id] / doc.games) end
    row[#row + 1], row[#row + 2] = cells.percent(one.draws / doc.games), cells.percent(score.mean)
    row[#row + 1] = ("%.1f to %.1f %%"):format(score.low * 100, score.high * 100)
    rows[#rows + 1] = row
  end
  return rows
end

--- The scores of the first side as a plot has them.
---@param doc table
---@return show.Lines
function M.plot(doc)
  local side = doc.run.sides[1]
  local score, even, x = { name = "score", values = {}, low = {}, high = {} }, { name = "even", values = {} }, {}
  for i, one in ipairs(doc.sweep.values) do
    local of = one.score[side.id]
    x[i], score.values[i], score.low[i], score.high[i], even.values[i] = one.value, of.mean, of.low, of.high, 0.5
  end
  score.name = ("score of %s, with its range"):format(side.name)
  return {
    title = ("%s: %s"):format(doc.run.title, doc.sweep.path), x = { label = doc.sweep.path, values = x },
    y = { label = ("score of %s"):format(side.name), percent = true }, series = { score, even },
  }
end

--- A place between whole numbers, which alone can be given: `about 16`, `between 2 and 3`.
local function place(value)
  local below, rest = math.floor(value), value % 1
  if rest > 0.2 and rest < 0.8 then return ("between %d and %d"):format(below, below + 1) end
  return ("at about %d"):format(math.floor(value + 0.5))
end

--- Where to look when none of the values can be even.
local function elsewhere(doc)
  local values, side = doc.sweep.values, doc.run.sides[1].id
  local first, last = values[1].score[side].mean, values[#values].score[side].mean
  if first == last then return "" end
  local up = (last > first) == (last < 0.5)
  return (": try values %s %d"):format(up and "above" or "below", values[up and #values or 1].value)
end

--- What may be even, in words.
local function stretch(doc)
  local even, values = doc.sweep.even, doc.sweep.values
  local first, last = values[1].value, values[#values].value
  if not even.may then
    return ("No value from %d to %d makes the sides even%s."):format(first, last, elsewhere(doc))
  end
  if not even.low and not even.high then
    return "Any of these values may make the sides even: fight more battles, or take values farther apart."
  end
  local low, high = even.low and math.ceil(even.low), even.high and math.floor(even.high)
  if low and high and low > high then
    return ("The sides are even between %d and %d; no whole number makes them so."):format(high, low)
  end
  local from, to = low or ("%d or less"):format(first), high or ("%d or more"):format(last)
  local one = low == high and low or not high and low == last and to or not low and high == first and from
  local range = one or ("%s to %s"):format(from, to)
  if even.at then return ("The sides are even %s (it may be %s)."):format(place(even.at), range) end
  local words = (one and "%s may make the sides even." or "Some value from %s may make the sides even."):format(range)
  if even.crossings < 2 then return words end
  return words .. " The scores cross even more than once: chance is larger than what the number does."
end

--- What may be concluded, in words.
---@param doc table
---@return string
function M.verdict(doc)
  local side, nearest = doc.run.sides[1], doc.sweep.even.nearest
  for _, one in ipairs(doc.sweep.values) do
    if one.value == nearest then
      return ("%s Of the values fought, %d is nearest: %s %s %s."):format(stretch(doc), nearest, side.name,
        agreement.plural_name(side.name, true) and "score" or "scores", cells.percent(one.score[side.id].mean))
    end
  end
end

--- How many battles make the ranges half as wide.
local function finer(doc)
  return (" Ranges half as wide take about %d battles of each value: --games %d."):format(4 * doc.games, 4 * doc.games)
end

--- A sweep as lines.
---@param doc table
---@return string[]
function M.lines(doc)
  local lines, side = {}, doc.run.sides[1]
  cells.add_wrapped(lines, ("%s, the same dice for all values%s"):format(doc.sweep.path,
    doc.run.sweep.stands and "; * is as it stands" or ""))
  lines[#lines + 1] = ""
  cells.add(lines, cells.aligned(table_rows(doc), nil, "  "))
  lines[#lines + 1] = ""
  cells.add(lines, plot.lines(M.plot(doc), host.width()))
  lines[#lines + 1] = ""
  cells.add_wrapped(lines, M.verdict(doc))
  cells.add_wrapped(lines, ("Score of %s: 1 for a win, a half for a draw; even is 50 %%. The true one is "
    .. "within each range in 19 of 20 such runs."):format(side.name) .. finer(doc))
  return lines
end

return M
