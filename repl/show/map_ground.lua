--- The ground of a map: areas and lines in the symbols of their ruleset.
local Canvas <const> = require "show.canvas"

local M <const> = {}

local SCANS <const> = 8 -- lines looked along in each row of cells

--- Where a level line is inside an outline: its crossings, from west to east.
local function crossings(outline, y)
  local list = {}
  for i, p in ipairs(outline) do
    local q = outline[i % #outline + 1]
    if (p.y <= y) ~= (q.y <= y) then list[#list + 1] = p.x + (y - p.y) * (q.x - p.x) / (q.y - p.y) end
  end
  table.sort(list)
  return list
end

--- Adds the cells of a stretch to a row of shares.
local function add_stretch(shares, window, from, to)
  local west = math.max(0, (from - window.west) / window.cell)
  local east = math.min(window.columns, (to - window.west) / window.cell)
  local column = west // 1 | 0
  while column < east do
    local part = math.min(east, column + 1) - math.max(west, column)
    shares[column + 1] = (shares[column + 1] or 0) + part / SCANS
    column = column + 1
  end
end

--- How much of each cell an outline covers: rows of shares by column.
local function covered(window, outline)
  local rows = { columns = window.columns }
  for row = 1, window.rows do
    local shares = {}
    for scan = 1, SCANS do
      local y = window.north - 2 * window.cell * (row - 1 + (scan - 0.5) / SCANS)
      local list = crossings(outline, y)
      for i = 1, #list - 1, 2 do add_stretch(shares, window, list[i], list[i + 1]) end
    end
    rows[row] = shares
  end
  return rows
end

--- Whether an area is so narrow that it would fall between the cells.
local function is_narrow(outline, window)
  local area, round = 0.0, 0.0
  for i, p in ipairs(outline) do
    local q = outline[i % #outline + 1]
    area = area + (p.x * q.y - q.x * p.y) / 2
    local x, y = p.x - q.x, p.y - q.y
    round = round + math.sqrt(x * x + y * y)
  end
  return round > 0 and 2 * math.abs(area) / round < 1.5 * window.cell
end

local LEAST <const> = 0.03

--- Whether a cell is shown as part of a narrow area: it has more of it than its neighbours across.
local function on_ridge(rows, row, column)
  local own = rows[row][column]
  local function share(r, c)
    if c < 1 or c > rows.columns then return own end -- beyond the sheet's flanks it goes on
    return rows[r] and rows[r][c] or 0
  end
  local up, down = share(row - 1, column), share(row + 1, column)
  local left, right = share(row, column - 1), share(row, column + 1)
  if own < LEAST or own < 0.6 * math.max(up, down, left, right) then return false end
  if left + right >= up + down then return own >= up and own > down end -- it runs level
  return own >= left and own > right
end

--- The character of a symbol at a cell: its characters are laid side by side, each row moved on by half.
local function laid(chars, column, row)
  return chars[(column - 1 + (row % 2) * (#chars // 2)) % #chars + 1]
end

local function draw_area(canvas, outline, symbol)
  local window = canvas.window
  local rows, narrow, shown = covered(window, outline), is_narrow(outline, window), false
  for row, shares in ipairs(rows) do
    for column, share in pairs(shares) do
      if share >= 0.5 or narrow and on_ridge(rows, row, column) then
        canvas:put(column, row, laid(narrow and { symbol.chars[1] } or symbol.chars, column, row), symbol.colour)
        shown = true
      end
    end
  end
  return shown
end

--- The character of a line that goes so far across and up on the sheet; a symbol may have several:
--- level, upright, rising, falling.
local function stroke(chars, across, up)
  local level, upright = math.abs(across), math.abs(up)
  if #chars >= 4 and level < 2 * upright and upright < 2 * level then
    return (across > 0) == (up > 0) and chars[3] or chars[4]
  end
  return level < upright and chars[2] or chars[1]
end

local function draw_line(canvas, points, symbol)
  local window, shown = canvas.window, false
  for i = 1, #points - 1 do
    local p, q = points[i], points[i + 1]
    local across, up = (q.x - p.x) / window.cell, (q.y - p.y) / (2 * window.cell)
    local steps = math.max(1, math.ceil(2 * math.max(math.abs(across), math.abs(up))))
    for step = 0, steps do
      local column, row = canvas:cell(p.x + (q.x - p.x) * step / steps, p.y + (q.y - p.y) * step / steps)
      shown = shown or canvas:holds(column, row)
      canvas:put(column, row, stroke(symbol.chars, across, up), symbol.colour)
    end
  end
  return shown
end

--- A stand-in for what a ruleset has no symbol for: the first letter of its kind.
local function letter_of(word)
  return { word, map = word:sub(1, 1), ascii = word:sub(1, 1), doc = word }
end

local function symbols_of(words, ascii)
  local list, by_word = {}, {}
  local function add(symbol)
    local one = { rank = #list + 1, doc = symbol.doc or symbol[1], colour = symbol.colour }
    one.chars = Canvas.chars(ascii and symbol.ascii or symbol.map)
    one.sign = one.chars[1] ~= " " and one.chars[1] or one.chars[2]
    list[#list + 1], by_word[symbol[1]] = one, one
    return one
  end
  for _, symbol in ipairs(words and words.ground or {}) do add(symbol) end
  return list, function(word) return by_word[word] or add(letter_of(word)) end
end

--- What lies on the table, in the order it is drawn.
local function things_of(state, words, symbol)
  local things = {}
  local function add(node, word, shape)
    if shape then things[#things + 1] = { symbol = symbol(word), node = node, found = #things } end
  end
  for _, id in ipairs(state.order.areas) do
    local node = state.areas[id]
    if node then add(node, words and words.area and words.area(node) or node.kind or "ground", node.area) end
  end
  for _, id in ipairs(state.order.lines) do
    local node = state.lines[id]
    if node then add(node, words and words.line and words.line(node) or node.kind or "line", node.line) end
  end
  table.sort(things, function(one, other)
    local a, b = one.symbol.rank, other.symbol.rank
    return a < b or a == b and one.found < other.found
  end)
  return things
end

--- Draws the ground, and says which symbols are on it, in their order.
---@param canvas map.Canvas
---@param state table
---@param words limber.MapSymbols?
---@param ascii boolean?
---@return { sign: string, doc: string, colour: string? }[] shown
function M.draw(canvas, state, words, ascii)
  local list, symbol = symbols_of(words, ascii)
  for _, thing in ipairs(things_of(state, words, symbol)) do
    local node = thing.node
    local shown
    if node.area then
      shown = draw_area(canvas, node.area, thing.symbol)
    else
      shown = draw_line(canvas, node.line, thing.symbol)
    end
    thing.symbol.shown = thing.symbol.shown or shown
  end
  local shown = {}
  for _, one in ipairs(list) do
    if one.shown and one.sign then shown[#shown + 1] = one end
  end
  return shown
end

return M
