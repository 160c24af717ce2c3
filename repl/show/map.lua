--- The map of a battle for a terminal: ground, units and generals over the squares of the grid, and a legend of what is
-- on it. It reads a view, so a side's map shows only what that side can see.
local Canvas <const> = require "show.canvas"
local Grid <const> = require "limber.language.grid"
local terrain <const> = require "limber.rules.terrain"
local house <const> = require "show.house"
local lengths <const> = require "limber.language.lengths"
local map_ground <const> = require "show.map_ground"
local map_units <const> = require "show.map_units"
local roster <const> = require "show.roster"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

local M <const> = {}

---@class map.Options
---@field rules limber.Rules whose symbols, and whose unit of length
---@field width integer? columns of the terminal; 80
---@field ascii boolean?
---@field around string? a unit's number or id, or a square, to be seen from near
---@field colour boolean?
---@field how limber.How? lengths as they are to be shown

local DEEPEST <const> = 46 -- rows of a map, whatever the table
local NEAR_COLUMNS <const> = 24 -- a square's, seen from near
local NEAR_ROWS <const> = 30

--- Columns that a square takes, so that all of a table is on the sheet.
local function columns_of(grid, room)
  local columns = math.min(room * grid.size // grid.width, 2 * DEEPEST * grid.size // grid.depth)
  if columns > 8 then columns = columns - columns % 2 end -- so that rows of squares are whole rows of the sheet
  return math.max(1, columns)
end

local function whole_table(grid, room)
  local cell = grid.size / columns_of(grid, room)
  return {
    west = 0, north = grid.depth, cell = cell, columns = math.ceil(grid.width / cell - 0.001),
    rows = math.ceil(grid.depth / (2 * cell) - 0.001),
  }
end

--- The piece of the table round a point.
local function near(grid, room, point)
  local cell = grid.size / NEAR_COLUMNS
  local columns = math.min(room, math.ceil(grid.width / cell - 0.001))
  local rows = math.min(NEAR_ROWS, math.ceil(grid.depth / (2 * cell) - 0.001))
  local function begin(at, shown, length) return math.max(0, math.min(at - shown / 2, length - shown)) end
  local west = begin(point.x, columns * cell, grid.width) // cell * cell
  local south = begin(point.y, rows * 2 * cell, grid.depth) // (2 * cell) * 2 * cell
  local north = math.min(south + rows * 2 * cell, grid.depth)
  return { west = west, north = north, cell = cell, columns = columns, rows = rows }
end

--- The point that `around` leads to.
local function point_of(view, grid, around)
  local numbers = {}
  for id, unit in view:units() do
    if (id == around or unit.number == around) and unit.base then return unit.base end
    numbers[#numbers + 1] = tostring(unit.number)
  end
  for id, leader in view:leaders() do
    if id == around and leader.base then return leader.base end
  end
  local point, message = Grid.point(grid, around)
  if point then return point end
  error({ arg = "map", message = ("%s, and no unit on the map has that number%s"):format(message,
    suggest.hint(around, numbers)) }, 0)
end

--- Dots at the corners of the squares, so that places can be read off.
local function draw_grid(canvas, grid, dot)
  for column = 0, grid.columns do
    for row = 0, grid.rows do
      local x, y = canvas:cell(column * grid.size + 1, row * grid.size - 1)
      canvas:put(x, y, dot, "dim")
    end
  end
end

--- The letters over the squares, and the frame's edge with a mark where each begins.
local function top_of(canvas, grid, box)
  local window, letters, edge = canvas.window, {}, {}
  for column = 1, window.columns do letters[column], edge[column] = " ", box.level end
  for column = 1, grid.columns do
    local from = canvas:cell((column - 1) * grid.size + 1, 0)
    local to = canvas:cell(math.min(column * grid.size, grid.width) - 1, 0)
    if from > 1 and from <= window.columns then edge[from] = box.mark end
    from, to = math.max(1, from), math.min(window.columns, to)
    local name = Grid.letters(column)
    if to - from + 1 >= #name then
      local middle = (from + to + 1) // 2
      for i = 1, #name do letters[middle + i - 1] = name:sub(i, i) end
    end
  end
  return table.concat(letters), table.concat(edge)
end

--- The number beside each row that is the middle of a square.
local function numbers_of(canvas, grid)
  local numbers = {}
  for row = 1, grid.rows do
    local _, top = canvas:cell(0, math.min(row * grid.size, grid.depth) - 1)
    local _, bottom = canvas:cell(0, (row - 1) * grid.size + 1)
    top, bottom = math.max(1, top), math.min(canvas.window.rows, bottom)
    if top <= bottom then numbers[(top + bottom) // 2] = tostring(row) end
  end
  return numbers
end

local BOXES <const> = {
  plain = { level = "─", mark = "┬", upright = "│", corners = { "┌", "┐", "└", "┘" }, dot = "·" },
  ascii = { level = "-", mark = "+", upright = "|", corners = { "+", "+", "+", "+" }, dot = "." },
}

local function framed(canvas, grid, box, paint)
  local letters, edge = top_of(canvas, grid, box)
  local numbers, wide = numbers_of(canvas, grid), #tostring(grid.rows)
  local margin, corners = (" "):rep(wide), box.corners
  local lines = { (margin .. " " .. letters):gsub("%s+$", ""), margin .. corners[1] .. edge .. corners[2] }
  lines = { lines[1], lines[#lines] }
  for row = 1, canvas.window.rows do
    lines[#lines + 1] = text.right(numbers[row] or "", wide) .. box.upright .. canvas:row(row, paint) .. box.upright
  end
  lines[#lines + 1] = margin .. corners[3] .. box.level:rep(canvas.window.columns) .. corners[4]
  return lines
end

--- Parts side by side in lines of at most `width`; nothing within a part is broken. A part is { width, text }.
local function flowed(parts, width)
  local lines, line, used = {}, "", 0
  for _, part in ipairs(parts) do
    if used > 0 and used + 3 + part[1] > width then
      lines[#lines + 1], line, used = line, "", 0
    end
    line = used > 0 and line .. "   " .. part[2] or part[2]
    used = used + part[1] + (used > 0 and 3 or 0)
  end
  if used > 0 then lines[#lines + 1] = line end
  return lines
end

local function part(sign, doc, colour, paint)
  return { text.width(sign .. " " .. doc), (colour and paint(colour, sign) or sign) .. " " .. doc }
end

--- What is on the map, in a few lines.
local function legend(view, how, canvas, shown, opts, paint)
  local state, parts = view.state, {}
  for _, id in ipairs(state.order.sides) do
    local look, side = map_units.look(state, id), state.sides[id]
    local signs = opts.ascii and look.ascii[1] .. look.ascii[5] or look.facings[1] .. look.facings[5]
    parts[#parts + 1] = part(signs, side.name or id, look.colour, paint)
  end
  for id, leader in view:leaders() do
    if leader.base and canvas:holds(canvas:cell(leader.base.x, leader.base.y)) then
      local look = map_units.look(state, leader.side)
      local at = Grid.name(how.grid, leader.base.x, leader.base.y)
      parts[#parts + 1] = part(opts.ascii and look.ascii_general or look.general,
        ("%s %s"):format(leader.name or id, at), look.colour, paint)
    end
  end
  local lines, signs = flowed(parts, opts.width), {}
  for _, one in ipairs(shown) do signs[#signs + 1] = part(one.sign, one.doc, one.colour, paint) end
  local square = "a square is " .. lengths.text(how.grid.size, how)
  signs[#signs + 1] = { #square, square }
  table.move(flowed(signs, opts.width), 1, #signs + 1, #lines + 1, lines)
  return lines
end

--- Whether anything of a view stands on a map.
---@param view limber.View
---@return boolean
function M.has_positions(view)
  for _, unit in view:units() do
    if unit.base then return true end
  end
  return false
end

local function painter(colour)
  local colours = require "show.colour"
  return function(name, run)
    return colour and colours.in_colour(colours.codes[name] or name, run) or run
  end
end

--- The map of what a side sees, as lines of text.
---@param view limber.View
---@param opts map.Options
---@return string[]
function M.lines(view, opts)
  local rules, width, paint = opts.rules, opts.width or 80, painter(opts.colour)
  local how = opts.how or lengths.how(rules.published.unit or "mm", view.state.ground)
  local words = terrain.symbols(rules.grounds, rules.game.map_symbols)
  if not M.has_positions(view) then
    local lines = roster.lines(view, opts)
    local own = view.state.facts == "told"
    table.insert(lines, 1, own and "This battle is fought on a table of your own: no position is known here."
      or "No unit has a place yet.")
    return lines
  end
  local grid, box = how.grid, opts.ascii and BOXES.ascii or BOXES.plain
  local room = width - #tostring(grid.rows) - 2
  local window = opts.around and near(grid, room, point_of(view, grid, opts.around)) or whole_table(grid, room)
  local canvas = Canvas.new(window)
  draw_grid(canvas, grid, box.dot)
  local shown = map_ground.draw(canvas, view.state, words, opts.ascii)
  local signs = map_units.draw(canvas, view, words, opts)
  table.move(signs, 1, #signs, #shown + 1, shown)
  local lines = framed(canvas, grid, box, paint)
  local below = legend(view, how, canvas, shown, { ascii = opts.ascii, width = width }, paint)
  table.move(below, 1, #below, #lines + 1, lines)
  for _, one in ipairs(house.legend(view, rules, how)) do
    for _, line in ipairs(text.wrap(one, width, "  ")) do lines[#lines + 1] = line end
  end
  return lines
end

return M
