--- Plots for a terminal: lines over one axis, heat maps over two. `plot_svg` draws the same as pictures.
--
-- What is plotted is plain data. A value that is missing is false.
--   lines { title, x = { label, values }, y = { label, percent }, series = { { name, values, … }, … } }
--   heat  { title, x = { label, values }, y = { label, values }, of = "chance of …", percent, cells = { row, … } }
-- A series may have `low` and `high`, the ends of an interval around each value. Series that belong together have the
-- same number `of`, and one of them is hollow: two rule stacks beside each other. A row of `cells` has a value for each
-- of `x`.
local text <const> = require "show.text"

local M <const> = {}

---@class show.Axis
---@field label string
---@field values (number|string)[]

---@class show.Series
---@field name string
---@field values (number|false)[]
---@field low (number|false)[]?
---@field high (number|false)[]?
---@field of integer?
---@field hollow boolean?

---@class show.Lines
---@field title string
---@field x show.Axis
---@field y { label: string, percent: boolean? }
---@field series show.Series[]

---@class show.Heat
---@field title string
---@field x show.Axis
---@field y show.Axis
---@field of string
---@field percent boolean?
---@field signed boolean? its values are differences
---@field scale string? maps with the same have one scale; `of` when left out
---@field cells (number|false)[][]
---@field marks number[]? of the scale, for several maps that share one

--- A number as it stands in a table: up to `digits` decimals.
---@param value number
---@param digits integer
---@return string
function M.number(value, digits)
  local shown = ("%." .. digits .. "f"):format(value)
  if shown:find(".", 1, true) then shown = shown:gsub("%.?0+$", "") end
  return shown == "-0" and "0" or shown
end

--- A value of a plot as it stands in a cell or at an axis.
---@param value number|false
---@param percent boolean?
---@param signed boolean? a difference, of chances in percentage points
---@return string
function M.shown(value, percent, signed)
  if not value then return "-" end
  if signed then
    if value == 0 then return "=" end
    local shown = ("%+.1f"):format(percent and value * 100 or value)
    return shown:find "^[+-]0%.0$" and (value > 0 and ">0" or "<0") or shown
  end
  if not percent then return M.number(value, math.abs(value) < 10 and 2 or 1) end
  local shown = M.number(value * 100, 0)
  if shown == "0" and value > 0 then return "<1 %" end
  return shown == "100" and value < 1 and ">99 %" or shown .. " %"
end

--- A mark of a heat map's scale.
---@param value number
---@param plot show.Heat
---@return string
function M.mark(value, plot)
  return plot.signed and value == 0 and "0" or M.shown(value, plot.percent, plot.signed)
end

--- Numbers between two, evenly apart and easy to read: the marks of an axis, its ends among them.
---@param low number
---@param high number
---@param most integer how many spaces between marks, at most
---@return number[]
function M.marks(low, high, most)
  if high <= low then low, high = low - 1, high + 1 end
  local power = 10 ^ math.floor(math.log((high - low) / most, 10))
  local step
  for _, factor in ipairs { 1, 2, 5, 10, 20 } do
    step = factor * power
    if math.ceil(high / step - 1e-9) - math.floor(low / step + 1e-9) <= most then break end
  end
  local marks = {}
  for i = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9) do marks[#marks + 1] = i * step end
  return marks
end

--- The marks of an axis for some rows of values. Chances have theirs between nothing and all; other numbers begin at 0
--- where they are near enough to it.
---@param rows (number|false)[][]
---@param percent boolean?
---@param most integer
---@return number[]
function M.marks_of(rows, percent, most)
  local low, high = math.huge, -math.huge
  for _, row in ipairs(rows) do
    for _, value in ipairs(row) do
      if value then low, high = math.min(low, value), math.max(high, value) end
    end
  end
  if high < low then low, high = 0, 1 end
  if percent then
    return M.marks(low < 0 and math.max(-1, low) or 0, high <= 0 and low < 0 and 0 or high <= 0 and 1 or high, most)
  end
  if low > 0 and low < high * 0.75 then low = 0 elseif high < 0 and high > low * 0.75 then high = 0 end
  return M.marks(low, high, most)
end

--- All rows of numbers that series draw, their intervals too.
---@param series show.Series[]
---@return (number|false)[][]
function M.rows_of(series)
  local rows = {}
  for _, one in ipairs(series) do
    rows[#rows + 1] = one.values
    rows[#rows + 1], rows[#rows + 2] = one.low, one.high
  end
  return rows
end

--- The marks of series: solid, and hollow for what is compared with it.
local MARKS <const> = { { "●", "○" }, { "▲", "△" }, { "■", "□" }, { "◆", "◇" }, { "▼", "▽" }, { "★", "☆" },
  { "+", "x" }, { "#", "%" } }

local function mark_of(one, place)
  local pair = MARKS[((one.of or place) - 1) % #MARKS + 1]
  return pair[one.hollow and 2 or 1]
end

local HEIGHT <const> = 16

--- The column of each value of an axis, from 1, evenly over the width.
local function places(count, width)
  local list = {}
  for i = 1, count do
    list[i] = count == 1 and width // 2 or math.floor((i - 1) * (width - 1) / (count - 1) + 0.5) + 1
  end
  return list
end

--- The line beneath an axis with every n-th value under its place; nil where they have no room.
local function every(n, axis, columns, width)
  local line, ends = "", 0
  for i = 1, #axis.values, n do
    local word = tostring(axis.values[i])
    local wide = text.width(word)
    local at = math.min(math.max(1, columns[i] - (wide - 1) // 2), width - wide + 1)
    if at <= ends + (ends > 0 and 1 or 0) then return i == 1 and word or nil end
    line = text.left(line, at - 1) .. word
    ends = at + wide - 1
  end
  return line
end

--- The line beneath an axis: as many values as have room, evenly apart.
local function ticks(axis, columns, width)
  for n = 1, #axis.values do
    local line = every(n, axis, columns, width)
    if line then return line end
  end
  return ""
end

--- Draws one series on a grid of characters: its marks, with dots from one to the next.
local function draw(grid, columns, row_of, one, mark)
  local before
  for i, column in ipairs(columns) do
    local value = one.values[i]
    for _, edge in ipairs { one.low and one.low[i] or value, one.high and one.high[i] or value } do
      if edge and value then
        local from, to = row_of(edge), row_of(value)
        for row = math.min(from, to), math.max(from, to) do
          if row ~= to then grid[row][column] = grid[row][column] or "┊" end
        end
      end
    end
    if value and before and columns[before] then
      local start, stop = columns[before], column
      for at = start + 1, stop - 1 do
        local share = (at - start) / (stop - start)
        local row = row_of(one.values[before] * (1 - share) + value * share)
        grid[row][at] = grid[row][at] or "·"
      end
    end
    if value then grid[row_of(value)][column] = mark end
    before = value and i or nil
  end
end

--- Lines over one axis, with a legend.
---@param plot show.Lines
---@param width integer of the terminal
---@return string[]
function M.lines(plot, width)
  local percent = plot.y.percent
  local marks = M.marks_of(M.rows_of(plot.series), percent, 8)
  local low, high = marks[1], marks[#marks]
  local label_width = 0
  for _, mark in ipairs(marks) do label_width = math.max(label_width, text.width(M.shown(mark, percent))) end
  local wide = math.max(10, math.min(width, 100) - label_width - 5)
  local columns, grid, labels = places(#plot.x.values, wide), {}, {}
  for row = 1, HEIGHT + 1 do grid[row] = {} end
  local function row_of(value) return HEIGHT + 1 - math.floor((value - low) / (high - low) * HEIGHT + 0.5) end
  for _, mark in ipairs(marks) do labels[row_of(mark)] = M.shown(mark, percent) end
  for i = #plot.series, 1, -1 do draw(grid, columns, row_of, plot.series[i], mark_of(plot.series[i], i)) end
  local lines = { plot.title, "  " .. plot.y.label }
  for row = 1, HEIGHT + 1 do
    local cells = {}
    for column = 1, wide do cells[column] = grid[row][column] or " " end
    local edge = labels[row] and "┤" or "│"
    lines[#lines + 1] = ("  %s %s%s"):format(text.right(labels[row] or "", label_width), edge,
      table.concat(cells)):gsub("%s+$", "")
  end
  local before = (" "):rep(label_width + 3)
  lines[#lines + 1] = before .. "└" .. ("─"):rep(wide)
  lines[#lines + 1] = before .. " " .. ticks(plot.x, columns, wide)
  lines[#lines + 1] = before .. " " .. (" "):rep((wide - text.width(plot.x.label)) // 2) .. plot.x.label
  local names = {}
  for i, one in ipairs(plot.series) do names[i] = mark_of(one, i) .. " " .. one.name end
  for _, line in ipairs(M.legend(names, width)) do lines[#lines + 1] = line end
  return lines
end

--- Names of a legend in lines: none is broken where it fits a line.
---@param names string[]
---@param width integer
---@return string[]
function M.legend(names, width)
  local lines, line = {}, ""
  for _, name in ipairs(names) do
    local longer = line == "" and "  " .. name or line .. "   " .. name
    if line ~= "" and text.width(longer) > width then
      lines[#lines + 1], longer = line, "  " .. name
    end
    line = longer
  end
  lines[#lines + 1] = line
  return lines
end

local SHADES <const> = { "  ", "░░", "▒▒", "▓▓", "██" }

--- The shade of a value: one of five, from the lowest mark to the highest.
local function shade(value, low, high)
  return SHADES[math.min(#SHADES, math.floor((value - low) / (high - low) * #SHADES) + 1)]
end

--- A number in a cell: the line above the map says that it is a percentage.
local function in_cell(value, plot)
  return (M.shown(value, plot.percent, plot.signed):gsub(" %%$", ""))
end

--- The rows of a heat map: each cell its shade, and its number where all fit the width.
local function heat_rows(plot, marks, numbered)
  local rows = { { plot.y.label } }
  for _, value in ipairs(plot.x.values) do table.insert(rows[1], tostring(value)) end
  for r, value in ipairs(plot.y.values) do
    local row = { tostring(value) }
    for c = 1, #plot.x.values do
      local of = plot.cells[r][c]
      local block = of and shade(of, marks[1], marks[#marks]) or " ·"
      row[c + 1] = numbered and block .. text.right(in_cell(of, plot), numbered) or block
    end
    rows[#rows + 1] = row
  end
  return rows
end

--- What the shades stand for.
local function shades_legend(plot, marks)
  local names, low, high = {}, marks[1], marks[#marks]
  for i, block in ipairs(SHADES) do
    local from, to = low + (high - low) * (i - 1) / #SHADES, low + (high - low) * i / #SHADES
    names[i] = ("%s %s to %s"):format(i == 1 and "blank" or block, M.mark(from, plot), M.mark(to, plot))
  end
  return names
end

--- A heat map over two axes.
---@param plot show.Heat
---@param width integer of the terminal
---@return string[]
function M.heat(plot, width)
  local marks, widest = plot.marks or M.marks_of(plot.cells, plot.percent, 8), 1
  for _, row in ipairs(plot.cells) do
    for _, value in ipairs(row) do widest = math.max(widest, text.width(in_cell(value, plot))) end
  end
  local function laid(numbered)
    local lines = text.columns(heat_rows(plot, marks, numbered), "  ")
    return lines, text.widest(lines)
  end
  local lines, wide = laid(widest + 1)
  if wide > width then lines, wide = laid(widest) end
  if wide > width then lines, wide = laid(nil) end
  local label = text.width(plot.y.label)
  for _, value in ipairs(plot.y.values) do label = math.max(label, text.width(tostring(value))) end
  local above = (" "):rep(math.max(label + 4, label + 4 + (wide - label - 4 - text.width(plot.x.label)) // 2))
  table.insert(lines, 1, plot.title)
  table.insert(lines, 2, "  " .. plot.of .. (plot.percent and not plot.signed and ", in per cent" or ""))
  table.insert(lines, 3, above .. plot.x.label)
  for _, line in ipairs(M.legend(shades_legend(plot, marks), width)) do lines[#lines + 1] = line end
  return lines
end

return M
