--- Sweeps for people: tables, lines and heat maps in the terminal, and the same as pictures.
local charts_text <const> = require "show.charts_text"
local odds_text <const> = require "show.odds_text"
local plot <const> = require "show.plot"
local plot_svg <const> = require "show.plot_svg"
local result_text <const> = require "show.result_text"
local sweeps <const> = require "odds.sweep"
local text <const> = require "show.text"
local tree <const> = require "limber.common.tree"

local M <const> = {}

local function title_of(sweep)
  local question = sweep.question
  local rules = question.stacks[#question.stacks].rules
  return ("%s (%s)"):format(question.name, rules.procedures[question.name].cite)
end

--- The values of an axis as they are shown.
local function names_of(axis)
  local names = {}
  for i, value in ipairs(axis.values) do names[i] = result_text.value(value) end
  return names
end

local function shown(measure, number)
  if not number then return "-" end
  return measure.chance and odds_text.percent(number) or odds_text.number(number)
end

--- A measure of a cell, and where it was sampled its interval.
local function shown_in(measure, cell)
  local number = sweeps.number(measure, cell)
  local interval = number and measure.interval and measure.interval(cell.json)
  if not interval then return shown(measure, number) end
  local low, high = odds_text.number(interval.low), odds_text.number(interval.high)
  if measure.chance then low, high = ("%.2f"):format(interval.low * 100), ("%.2f"):format(interval.high * 100) end
  return ("%s (%s to %s)"):format(shown(measure, number), low, high)
end

--- By how much a measure of the second cell exceeds that of the first, and where they were sampled its interval.
local function difference(measure, one, other)
  local a, b = sweeps.number(measure, one), (sweeps.number(measure, other))
  if not a or not b then return "-" end
  local interval = measure.between and other.joint and measure.between(other.joint)
  return odds_text.differs(a, b, measure.chance, interval)
end

--- Rows whose columns but the first stand to the right, in as many tables beneath one another as the width needs.
local function tables(rows, width)
  local first, columns = text.widest((function()
    local cells = {}
    for i, row in ipairs(rows) do cells[i] = row[1] end
    return cells
  end)()), {}
  for c = 2, #rows[1] do
    local widest = 0
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[c])) end
    columns[c] = widest
  end
  local lines, from = {}, 2
  while from <= #rows[1] do
    local wide, to = 2 + first, from
    while to <= #rows[1] and (to == from or wide + 2 + columns[to] <= width) do
      wide, to = wide + 2 + columns[to], to + 1
    end
    if from > 2 then lines[#lines + 1] = "" end
    for _, row in ipairs(rows) do
      local cells = { text.left(row[1], first) }
      for c = from, to - 1 do cells[#cells + 1] = text.right(row[c], columns[c]) end
      lines[#lines + 1] = ("  " .. table.concat(cells, "  ")):gsub("%s+$", "")
    end
    from = to
  end
  return lines
end

--- What is longer than this stands above its column.
local LONG <const> = 30

--- One sweep of one stack, or one measure of two stacks beside each other.
local function table_of_one(sweep, lines, width)
  local axis, stacks = sweep.axes[1], sweep.question.stacks
  local names = names_of(axis)
  local function add(rows) table.move(tables(rows, width), 1, #rows * #rows[1], #lines + 1, lines) end
  if #stacks == 1 then
    local rows = { { axis.path } }
    for _, measure in ipairs(sweep.columns) do table.insert(rows[1], measure.short or measure.label) end
    if (#sweep.columns == 1 or sweep.columns[2].rounds) and text.width(rows[1][2]) > LONG then
      for _, line in ipairs(text.wrap(rows[1][2], width - 2, "  ")) do lines[#lines + 1] = "  " .. line end
      rows[1][2] = sweep.columns[1].chance and "chance" or "mean"
    end
    for i, name in ipairs(names) do
      local row = { name }
      for _, measure in ipairs(sweep.columns) do
        row[#row + 1] = shown_in(measure, sweeps.cell(sweep, 1, i))
      end
      rows[#rows + 1] = row
    end
    return add(rows)
  end
  for _, measure in ipairs(sweep.measures) do
    lines[#lines + 1] = "  " .. measure.label
    local rows = { { axis.path, stacks[1].title, stacks[2].title, "difference" } }
    for i, name in ipairs(names) do
      local one, other = sweeps.cell(sweep, 1, i), sweeps.cell(sweep, 2, i)
      rows[#rows + 1] = { name, shown_in(measure, one), shown_in(measure, other),
        difference(measure, one, other) }
    end
    add(rows)
  end
end

--- Calls `fn(measure, label, number_at, cell_at)` for each table of a sweep over two arguments, of each stack.
local function panels(sweep, fn)
  local stacks = sweep.question.stacks
  for _, measure in ipairs(sweep.measures) do
    for s, stack in ipairs(stacks) do
      fn(measure, #stacks == 1 and measure.label or ("%s, %s"):format(measure.label, stack.title),
        function(i, j) return (sweeps.number(measure, sweeps.cell(sweep, s, i, j))) end,
        function(i, j) return sweeps.cell(sweep, s, i, j) end)
    end
  end
end

--- Sweeps over two arguments: the first to the right, the second down.
local function table_of_two(sweep, lines, width)
  local across, down = sweep.axes[1], sweep.axes[2]
  local function add(label, cell)
    local rows = { { ("%s \\ %s"):format(down.path, across.path), table.unpack(names_of(across)) } }
    for j, name in ipairs(names_of(down)) do
      local row = { name }
      for i = 1, #across.values do row[#row + 1] = cell(i, j) end
      rows[#rows + 1] = row
    end
    lines[#lines + 1] = "  " .. label
    for _, line in ipairs(tables(rows, width)) do lines[#lines + 1] = line end
  end
  panels(sweep, function(measure, label, _, at)
    add(label, function(i, j) return shown_in(measure, at(i, j)) end)
  end)
  if #sweep.question.stacks == 1 then return end
  for _, measure in ipairs(sweep.measures) do
    add(measure.label .. ", difference", function(i, j)
      return difference(measure, sweeps.cell(sweep, 1, i, j), sweeps.cell(sweep, 2, i, j))
    end)
  end
end

--- Why some values have no odds: each reason once, whatever numbers it names.
local function add_refused(sweep, lines, width)
  local seen, order, all = {}, {}, 0
  for _, list in ipairs(sweep.cells) do
    for _, cell in ipairs(list) do
      local message = cell.fault and cell.fault.message
      local kind = message and message:gsub("%d+", "#")
      all = all + 1
      if kind and not seen[kind] then
        seen[kind] = { message = message, count = 0 }
        order[#order + 1] = seen[kind]
      end
      if kind then seen[kind].count = seen[kind].count + 1 end
    end
  end
  for _, one in ipairs(order) do
    local said = ("- %d of %d refused: %s"):format(one.count, all, one.message)
    for _, line in ipairs(text.wrap(said, width - 2, "  ")) do lines[#lines + 1] = "  " .. line end
  end
end

--- How the numbers came about: paths, or throws.
local function add_summary(sweep, lines)
  local least, most, sampled
  for _, list in ipairs(sweep.cells) do
    for _, cell in ipairs(list) do
      local paths = cell.json and cell.json.paths
      sampled = sampled or cell.json and cell.json.sampled
      if paths then least, most = math.min(least or paths, paths), math.max(most or paths, paths) end
    end
  end
  if sampled then
    lines[#lines + 1] = ("  sampled, not exact: %d throws for each value, by seed %d"):format(sampled,
      sweep.question.request.sample.seed)
    local request = sweep.question.request
    if not (request.lines or request.heat) then
      lines[#lines + 1] = "  (in parentheses intervals: of such 95 in 100 hold the true value)"
    end
  else
    lines[#lines + 1] = ("  exact, %s path%s each"):format(least == most and tostring(most) or least .. " to " .. most,
      most == 1 and "" or "s")
  end
end

--- The series of a plot over the first argument: for each of some measures, or of one for each value of the second
--- argument.
local function series_of(sweep, measures)
  local series, stacks = {}, sweep.question.stacks
  local second = sweep.axes[2]
  local function add(name, of, one, j)
    for s, stack in ipairs(stacks) do
      local line = { name = #stacks == 1 and name or ("%s, %s"):format(name, stack.title), values = {}, of = of,
        hollow = s == 2 or nil, low = {}, high = {} }
      for i = 1, #sweep.axes[1].values do
        local cell = sweeps.cell(sweep, s, i, j)
        local interval = cell.json and one.interval and one.interval(cell.json)
        line.values[i] = sweeps.number(one, cell)
        line.low[i], line.high[i] = interval and interval.low or false, interval and interval.high or false
      end
      series[#series + 1] = line
    end
  end
  if second then
    for j, name in ipairs(names_of(second)) do
      add(("%s %s"):format(second.path, name), j, measures[1], j)
    end
    return series
  end
  for m, one in ipairs(measures) do
    add(one.short or one.label, m, one)
  end
  return series
end

--- What a plot says that was not worked exactly.
local function sampled(sweep)
  return sweep.question.request.sample and " (sampled)" or ""
end

--- The plots of lines of a sweep: one, or one for each measure where there are two arguments; and, of fights to the
--- finish, their rounds.
local function line_plots(sweep)
  local axis, plots = sweep.axes[1], {}
  local function add(measures, label)
    local measure = measures[1]
    plots[#plots + 1] = {
      title = ("%s: %s%s"):format(sweep.question.name, label, sampled(sweep)),
      x = { label = axis.path, values = names_of(axis) },
      y = { label = measure.chance and "chance" or "mean", percent = measure.chance },
      series = series_of(sweep, measures), notes = charts_text.notes(sweep.example.charts),
    }
  end
  if sweep.axes[2] then
    for _, measure in ipairs(sweep.measures) do add({ measure }, measure.label) end
  else
    local all = table.move(sweep.measures, 1, #sweep.measures, 1, {})
    local rounds = all[#all].rounds and table.remove(all)
    add(all, #all == 1 and all[1].label or sweep.by)
    if rounds then add({ rounds }, rounds.label) end
  end
  return plots
end

--- By how much the cells of one map exceed those of another. The scale begins at none, or has it in its middle.
local function map_of_differences(one, other, label)
  local map, least, most = tree.shallow(one), 0, 0
  map.cells, map.signed, map.scale = {}, true, "difference of " .. map.scale
  map.of = label .. ", difference" .. (map.percent and " in percentage points" or "")
  for j, row in ipairs(one.cells) do
    map.cells[j] = {}
    for i, value in ipairs(row) do
      local second = other.cells[j][i]
      map.cells[j][i] = value and second and second - value
      least, most = math.min(least, map.cells[j][i] or 0), math.max(most, map.cells[j][i] or 0)
    end
  end
  if least < 0 and most > 0 then least, most = math.min(least, -most), math.max(most, -least) end
  map.marks = plot.marks(least, most, 8)
  return map
end

local function heat_maps(sweep)
  local across, down, maps, rows = sweep.axes[1], sweep.axes[2], {}, {}
  panels(sweep, function(measure, label, at)
    local cells = {}
    for j = 1, down and #down.values or 1 do
      cells[j] = {}
      for i = 1, #across.values do cells[j][i] = at(i, down and j) end
    end
    maps[#maps + 1] = {
      title = sweep.question.name .. sampled(sweep), of = label, percent = measure.chance, cells = cells,
      scale = measure.chance and "chance" or measure.label,
      x = { label = across.path, values = names_of(across) },
      y = down and { label = down.path, values = names_of(down) } or { label = "", values = { "" } },
      notes = charts_text.notes(sweep.example.charts),
    }
    if measure.chance then table.move(cells, 1, #cells, #rows + 1, rows) end
  end)
  for _, map in ipairs(maps) do map.marks = map.percent and plot.marks_of(rows, true, 8) or nil end
  for m = 1, #sweep.question.stacks > 1 and #sweep.measures or 0 do
    maps[#maps + 1] = map_of_differences(maps[2 * m - 1], maps[2 * m], sweep.measures[m].label)
  end
  return maps
end

--- The lines that show a sweep, as its request says.
---@param sweep odds.Sweep
---@param width integer
---@param bare boolean? the table alone, without the heading
---@return string[]
function M.lines(sweep, width, bare)
  local request, lines = sweep.question.request, {}
  if request.lines and not bare then
    for _, one in ipairs(line_plots(sweep)) do
      for _, line in ipairs(plot.lines(one, width)) do lines[#lines + 1] = line end
    end
  elseif request.heat and not bare then
    for _, one in ipairs(heat_maps(sweep)) do
      for _, line in ipairs(plot.heat(one, width)) do lines[#lines + 1] = line end
    end
  else
    if not bare then odds_text.add_head(lines, ("%s: %s"):format(title_of(sweep), sweep.by)) end
    local show = sweep.axes[2] and table_of_two or table_of_one
    show(sweep, lines, width)
  end
  add_refused(sweep, lines, width)
  add_summary(sweep, lines)
  odds_text.add_charts(lines, sweep.example)
  return lines
end

--- The picture of a sweep; or why there is none.
---@param sweep odds.Sweep
---@return string? svg
---@return string? reason
function M.svg(sweep)
  local request = sweep.question.request
  if request.heat or sweep.axes[2] and not request.lines then return plot_svg.heat(heat_maps(sweep)) end
  local plots = line_plots(sweep)
  if #plots == 1 or #plots == 2 and sweep.measures[#sweep.measures].rounds then return plot_svg.lines(plots[1]) end
  return nil, "lines over two arguments need one number: ask for a chance such as 'winner == a', or leave out --lines"
end

return M
