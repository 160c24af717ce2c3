--- The squares of a table, as maps show them and people name them: columns A, B, C … from west to east, rows 1, 2, 3 …
-- from south to north. "C4" is the middle of a square, "C4 ne" the middle of its north-eastern ninth.
local M <const> = {}

---@class limber.Grid
---@field size integer the side of a square, in the state's micrometres
---@field columns integer those at the eastern and northern edges may be cut short
---@field rows integer
---@field width integer of the table
---@field depth integer

--- Sizes of squares where the scenario gives none: the first of these that divides the longer side of the table into
--- neither too few nor too many.
local METRIC <const> = { 200000, 100000, 500000, 50000, 1000000, 20000, 2000000, 10000, 5000000 }
local INCHES <const> = { 152400, 304800, 76200, 609600, 25400, 1219200 }
local FEWEST <const>, MOST <const> = 4, 20

local COMPASS <const> = {
  n = { 0, 1 }, ne = { 1, 1 }, e = { 1, 0 }, se = { 1, -1 }, s = { 0, -1 }, sw = { -1, -1 }, w = { -1, 0 },
  nw = { -1, 1 },
}

--- The grid of a table. `ground` is the state's: width, depth, and square and scale where the scenario set them.
---@param ground { width: integer, depth: integer, square: integer?, scale: integer[]? }
---@param unit string the ruleset's
---@return limber.Grid
function M.of(ground, unit)
  local size, long = ground.square, math.max(ground.width, ground.depth)
  if not size then
    local n, d = 1, 1
    if ground.scale then n, d = ground.scale[1], ground.scale[2] end
    for _, one in ipairs((unit == "inch" or unit == "in") and INCHES or METRIC) do
      size = one * d // n
      if size * FEWEST <= long and long <= size * MOST then break end
    end
  end
  return {
    size = size, width = ground.width, depth = ground.depth,
    columns = -(-ground.width // size), rows = -(-ground.depth // size),
  }
end

--- The letters of a column: A to Z, then AA.
---@param column integer from 1, the westernmost
---@return string
function M.letters(column)
  local text = ""
  while column > 0 do
    text = string.char(65 + (column - 1) % 26) .. text
    column = (column - 1) // 26
  end
  return text
end

local function column_of(letters)
  local column = 0
  for letter in letters:upper():gmatch "%a" do column = column * 26 + letter:byte() - 64 end
  return column
end

--- The name of the square that contains a point, or of the nearest square for a point off the table.
---@param grid limber.Grid
---@param x integer
---@param y integer
---@return string
function M.name(grid, x, y)
  local column = math.max(1, math.min(grid.columns, x // grid.size + 1))
  local row = math.max(1, math.min(grid.rows, y // grid.size + 1))
  return M.letters(column) .. row
end

--- The part of the table that a square covers.
---@param grid limber.Grid
---@param column integer
---@param row integer
---@return { x: integer, y: integer, width: integer, depth: integer } its south-western corner and its size
function M.square(grid, column, row)
  local x, y = (column - 1) * grid.size, (row - 1) * grid.size
  return { x = x, y = y, width = math.min(grid.size, grid.width - x), depth = math.min(grid.size, grid.depth - y) }
end

--- Column and row of a square's name, or nil and what is wrong with it.
---@param grid limber.Grid
---@param text string
---@return integer? column
---@return integer|string row
function M.place(grid, text)
  local letters, digits = text:match "^%s*(%a%a?)(%d%d?%d?)%s*$"
  if not letters then return nil, ("%q is not a square of the map, like C4"):format(text) end
  local column, row = column_of(letters), math.tointeger(tonumber(digits))
  if column > grid.columns or row < 1 or row > grid.rows then
    return nil, ("there is no square %s; the squares are A1 to %s%d"):format(text, M.letters(grid.columns), grid.rows)
  end
  return column, row
end

--- The point that a name leads to ("C4", "C4 ne", "C4 north_east"), or nil and what is wrong with it.
---@param grid limber.Grid
---@param text string
---@return { x: integer, y: integer }?
---@return string?
function M.point(grid, text)
  local name, part = text:match "^%s*(%w+)[%s.]+([%a_]+)%s*$"
  local column, row = M.place(grid, name or text)
  if not column then return nil, row end
  local square, way = M.square(grid, column, row), { 0, 0 }
  if part then
    way = COMPASS[part:lower()] or COMPASS[part:lower():gsub("(%a)%a*_?", "%1")]
    if not way then return nil, ("%q is not a part of a square: n, ne, e, se, s, sw, w or nw"):format(part) end
  end
  return {
    x = square.x + square.width // 2 + way[1] * (square.width // 3),
    y = square.y + square.depth // 2 + way[2] * (square.depth // 3),
  }
end

return M
