--- Ground drawn as a block of map symbols, a symbol a square of the grid, north at the top:
--
--   ground = { width = 1800, depth = 1200, square = 200,
--     map [[
--       6  . . w w . . h h .
--       5  . . w . . . h h .
--       …
--     ]],
--     legend = { w = { terrain = "open_woods" }, h = { hill = 20, name = "the ridge", id = "ridge" } },
--   }
-- "." is the table itself; blanks between symbols, and the row's number before them, may be left out. Squares of one
-- symbol that hang together are one area, with what the legend says of it: the ruleset's words, and `name` and `id`.
-- Rows and squares cut short by the table's northern and eastern edges are drawn like the others.
local bounds <const> = require "limber.language.bounds"
local Grid <const> = require "limber.language.grid"
local sorted <const> = require "limber.common.sorted"
local squares <const> = require "limber.scenario.squares"

local M <const> = {}

local NOTHING <const> = "."

--- The symbols of a row.
local function symbols_of(text)
  local list = {}
  for _, code in utf8.codes((text:gsub("^%s*%d+", ""))) do
    local symbol = utf8.char(code)
    if not symbol:find "%s" then list[#list + 1] = symbol end
  end
  return list
end

--- The rows of a block that say something, each with its line in the file.
local function rows_of(piece)
  local rows, line = {}, piece.first_line
  for text in (piece.text .. "\n"):gmatch "(.-)\n" do
    if text:find "%S" then rows[#rows + 1] = { text = text, line = line } end
    line = line + 1
  end
  return rows
end

--- One row: its squares go to their symbols, what is wrong to `say`.
local function read_row(row, number, grid, legend, cells, order, say)
  if not utf8.len(row.text) then return say(row.line, ("row %d of the map is not UTF-8 text"):format(number)) end
  local symbols = symbols_of(row.text)
  if #symbols ~= grid.columns then
    say(row.line, ("row %d of the map has %d squares, but the table is %d wide"):format(number, #symbols, grid.columns))
  end
  for column, symbol in ipairs(symbols) do
    local means = legend[symbol]
    if means and column <= grid.columns then
      if not cells[symbol] then
        cells[symbol] = {}
        order[#order + 1] = symbol
      end
      table.insert(cells[symbol], { column, number, line = row.line })
    elseif not means and symbol ~= NOTHING then
      local near = #sorted.keys(legend) > 0 and "; it knows " .. table.concat(sorted.keys(legend), " ") or ""
      say(row.line, ("square %s%d: the legend does not define %q%s"):format(Grid.letters(column), number, symbol, near))
      return
    end
  end
end

--- The areas a block draws.
---@param piece limber.Piece with its text, and the line its text begins at
---@param legend table<string, table>
---@param grid limber.Grid
---@param say fun(line: integer, message: string) told what is wrong
---@return { id: string, given: table, outline: table[], line: integer }[]
function M.areas(piece, legend, grid, say)
  local rows, cells, order, areas = rows_of(piece), {}, {}, {}
  if #rows ~= grid.rows then
    say(piece.first_line, ("the map has %d rows, but the table is %d squares deep"):format(#rows, grid.rows))
  end
  for i, row in ipairs(rows) do
    local number = grid.rows + 1 - i
    if number >= 1 then read_row(row, number, grid, legend, cells, order, say) end
  end
  for _, symbol in ipairs(order) do
    local means, given = legend[symbol], {}
    for key, value in next, means do given[key] = value end
    given.id = nil
    local id, outlines = means.id or "map_" .. symbol, squares.outlines(cells[symbol])
    for i, corners in ipairs(outlines) do
      areas[#areas + 1] = {
        given = given, outline = squares.on_table(corners, grid), line = cells[symbol][1].line,
        id = #outlines == 1 and id or ("%s_%d"):format(id, i),
      }
    end
  end
  return areas
end

--- What is wrong with a legend, or nil.
---@param legend any
---@return string?
function M.bad_legend(legend)
  if type(legend) ~= "table" then return "the map needs a legend: legend = { w = { … } }" end
  for _, symbol in ipairs(sorted.keys(legend)) do
    local means = legend[symbol]
    if type(symbol) ~= "string" or utf8.len(symbol) ~= 1 or symbol:find "[%s%d]" then
      return ("the legend's %s is not a symbol: one character, not a digit"):format(bounds.said(symbol))
    elseif type(means) ~= "table" then
      return ("the legend must say what %s is: %s = { … }"):format(symbol, symbol)
    end
  end
end

--- Keys of a scenario's ground other than areas, lines and map.
M.KEYS = { "width", "depth", "square", "legend" }

return M
