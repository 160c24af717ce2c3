--- A sheet of characters for maps: what stands in each cell, in which colour, and how a piece of the table lies on it.
--
-- A window is the piece of the table that is shown: { west, north, cell, columns, rows }, lengths in micrometres of the
-- state; a cell is `cell` wide and twice as deep, as characters of a terminal are.
local M <const> = {}

---@class map.Window
---@field west number
---@field north number
---@field cell number
---@field columns integer
---@field rows integer

---@class map.Canvas
---@field window map.Window
local Canvas <const> = {}
Canvas.__index = Canvas

---@param window map.Window
---@return map.Canvas
function M.new(window)
  local chars, colours = {}, {}
  for row = 1, window.rows do chars[row], colours[row] = {}, {} end
  return setmetatable({ window = window, chars = chars, colours = colours, taken = {} }, Canvas)
end

--- The cell a point is in, as numbers that need not be on the sheet.
---@param x number
---@param y number
---@return integer column
---@return integer row
function Canvas:cell(x, y)
  local window = self.window
  return (x - window.west) // window.cell + 1 | 0, (window.north - y) // (2 * window.cell) + 1 | 0
end

--- The middle of a cell on the table.
---@param column integer
---@param row integer
---@return number x
---@return number y
function Canvas:middle(column, row)
  local window = self.window
  return window.west + (column - 0.5) * window.cell, window.north - (2 * row - 1) * window.cell
end

---@param column integer
---@param row integer
---@return boolean
function Canvas:holds(column, row)
  local window = self.window
  return column >= 1 and row >= 1 and column <= window.columns and row <= window.rows
end

--- Puts a character into a cell; what is off the sheet is not shown.
---@param column integer
---@param row integer
---@param char string
---@param colour string?
function Canvas:put(column, row, char, colour)
  if not self:holds(column, row) then return end
  self.chars[row][column], self.colours[row][column] = char, colour
end

--- Marks a cell as taken, so that nothing else is written there.
function Canvas:take(column, row) self.taken[row * 1000 + column] = true end

--- Whether a cell is on the sheet and free.
function Canvas:free(column, row) return self:holds(column, row) and not self.taken[row * 1000 + column] end

--- One row as text.
---@param row integer
---@param paint fun(colour: string, text: string): string
---@return string
function Canvas:row(row, paint)
  local parts, run, colour = {}, {}, nil
  local function flush()
    if #run > 0 then parts[#parts + 1] = colour and paint(colour, table.concat(run)) or table.concat(run) end
    run = {}
  end
  for column = 1, self.window.columns do
    local of = self.colours[row][column]
    if of ~= colour then flush() end
    colour = of
    run[#run + 1] = self.chars[row][column] or " "
  end
  flush()
  return table.concat(parts)
end

--- The characters of a text.
---@param text string
---@return string[]
function M.chars(text)
  local list = {}
  for _, code in utf8.codes(text) do list[#list + 1] = utf8.char(code) end
  return list
end

return M
