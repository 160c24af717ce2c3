--- The units and generals of a map: over their real frontage, by side, facing and state, with their numbers.
local Canvas <const> = require "show.canvas"
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = {}

--- How each side is drawn: the eight ways it may face, from north clockwise, its generals, its colour (bold
--- blue and red). The second differs from the first also without colour.
M.SIDES = {
  {
    facings = Canvas.chars "▲◥▶◢▼◣◀◤", general = "★", ascii = Canvas.chars "^^>vvv<^", ascii_general = "*",
    colour = "1;34",
  },
  {
    facings = Canvas.chars "△◹▷◿▽◺◁◸", general = "☆", ascii = Canvas.chars "AA}VVV{A", ascii_general = "@",
    colour = "1;31",
  },
}

--- How a side of the state is drawn.
---@param state table
---@param side string
function M.look(state, side)
  for i, id in ipairs(state.order.sides) do
    if id == side then return M.SIDES[(i - 1) % #M.SIDES + 1] end
  end
  return M.SIDES[1]
end

local function facing_char(look, facing, ascii)
  return (ascii and look.ascii or look.facings)[(facing + 22500) // 45000 % 8 + 1]
end

--- Whether a point lies in a base, given by its corners.
local function inside(corners, x, y)
  for i, p in ipairs(corners) do
    local q = corners[i % 4 + 1]
    if (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) > 0 then return false end -- the corners go clockwise
  end
  return true
end

--- The cells of a base: those whose middle it covers, and those along its middle line from flank to flank.
local function cells_of(canvas, base)
  local corners, seen, cells = geometry.corners(base), {}, {}
  local function add(column, row)
    if seen[row * 1000 + column] or not canvas:holds(column, row) then return end
    seen[row * 1000 + column] = true
    cells[#cells + 1] = { column, row }
  end
  local left = { x = (corners[1].x + corners[4].x) / 2, y = (corners[1].y + corners[4].y) / 2 }
  local right = { x = (corners[2].x + corners[3].x) / 2, y = (corners[2].y + corners[3].y) / 2 }
  local steps = math.max(1, math.floor(2 * base.width / canvas.window.cell + 0.5))
  for step = 1, steps do
    local at = (step - 0.5) / steps
    add(canvas:cell(left.x + (right.x - left.x) * at, left.y + (right.y - left.y) * at))
  end
  local low_column, low_row, high_column, high_row = math.huge, math.huge, 0, 0
  for _, corner in ipairs(corners) do
    local column, row = canvas:cell(corner.x, corner.y)
    low_column, high_column = math.min(low_column, column), math.max(high_column, column)
    low_row, high_row = math.min(low_row, row), math.max(high_row, row)
  end
  for row = low_row, high_row do
    for column = low_column, high_column do
      if inside(corners, canvas:middle(column, row)) then add(column, row) end
    end
  end
  return cells
end

local function clashes(canvas, cells, rows)
  local count = 0
  for _, cell in ipairs(cells) do
    if not canvas:free(cell[1], cell[2] + rows) then count = count + 1 end
  end
  return count
end

--- Moves cells a row back where others stand in most of them: two lines in one row of cells are shown in two. Cells
--- that are taken still are left to who has them.
local function made_room(canvas, cells, facing)
  local back = (facing < 90000 or facing > 270000) and 1 or -1
  local best, best_count = 0, clashes(canvas, cells, 0)
  if 3 * best_count > #cells then
    for _, rows in ipairs { back, -back } do
      local count = clashes(canvas, cells, rows)
      if count < best_count then best, best_count = rows, count end
    end
  end
  local kept = {}
  for _, cell in ipairs(cells) do
    local column, row = cell[1], cell[2] + best
    if best_count == #cells or canvas:free(column, row) then kept[#kept + 1] = { column, row } end
  end
  return kept
end

--- The longest run of cells in one row: where it begins, and how long it is.
local function longest_run(cells)
  local there, best = {}, nil
  for _, cell in ipairs(cells) do there[cell[2] * 1000 + cell[1]] = true end
  for _, cell in ipairs(cells) do
    local column, row, length = cell[1], cell[2], 1
    if not there[row * 1000 + column - 1] then
      while there[row * 1000 + column + length] do length = length + 1 end
      if not best or length > best.length then best = { column = column, row = row, length = length } end
    end
  end
  return best
end

local NARROWEST <const> = 4

--- Leaves a cell free between a body and its neighbours, where it is wide enough to spare one.
local function apart(canvas, cells)
  local kept, run = {}, longest_run(cells)
  local spare = run and run.length - NARROWEST or 0
  if spare <= 0 then return cells end
  local function crowded(column, row) return canvas:holds(column, row) and not canvas:free(column, row) end
  for _, cell in ipairs(cells) do
    local first, last = cell[1] == run.column, cell[1] == run.column + run.length - 1
    local meets = first and crowded(cell[1] - 1, cell[2]) or last and crowded(cell[1] + 1, cell[2])
    if meets and cell[2] == run.row and spare > 0 then
      spare = spare - 1
    else
      kept[#kept + 1] = cell
    end
  end
  return kept
end

local function write(canvas, column, row, chars, colour)
  for i, char in ipairs(chars) do
    canvas:put(column + i - 1, row, char, colour)
    canvas:take(column + i - 1, row)
  end
end

local function room_for(canvas, column, row, count)
  for i = 0, count - 1 do
    if not canvas:free(column + i, row) then return false end
  end
  return true
end

--- Writes a unit's label into its body, else beside it where there is room, else not at all.
local function put_label(canvas, cells, chars, facing, colour)
  local run = longest_run(cells)
  if not run then return end
  if run.length > #chars then
    return write(canvas, run.column + (run.length - #chars) // 2, run.row, chars, colour)
  end
  local middle = cells[(#cells + 1) // 2]
  local low, high, top, bottom = math.huge, 0, math.huge, 0
  for _, cell in ipairs(cells) do
    low, high = math.min(low, cell[1]), math.max(high, cell[1])
    top, bottom = math.min(top, cell[2]), math.max(bottom, cell[2])
  end
  local level, centred = middle[2], middle[1] - (#chars - 1) // 2
  local west, east = { low - #chars, level }, { high + 1, level }
  local north, south = { centred, top - 1 }, { centred, bottom + 1 }
  local behind = { south, west, north, east } -- for those who face north, east, south, west
  local first = (facing + 45000) // 90000 % 4
  for i = 0, 3 do
    local place = behind[(first + i) % 4 + 1]
    if room_for(canvas, place[1], place[2], #chars) then return write(canvas, place[1], place[2], chars, colour) end
  end
  if run.length == #chars then write(canvas, run.column, run.row, chars, colour) end
end

local function by_word(list, ascii)
  local signs = {}
  for i, one in ipairs(list or {}) do
    signs[one[1]] = { sign = ascii and one.ascii or one.map, doc = one.doc, rank = i }
  end
  return signs
end

--- The symbol of a unit that is still to come: it is on no map, but in the roster.
local OFF_TABLE <const> = { "off_table", doc = "to be placed" }

--- The symbol of the state that a unit is in: the first that applies to it; nil when none does.
---@param unit table
---@param words limber.MapSymbols?
---@return table?
function M.state_of(unit, words)
  if unit.status == "off_table" then return OFF_TABLE end
  for _, one in ipairs(words and words.states or {}) do
    local applies = one.when
    if applies then applies = applies(unit) else applies = unit.status == one[1] or unit[one[1]] end
    if applies then return one end
  end
end

--- What a unit's number is marked with: before it what kind it is, after it what state it is in.
local function label_of(unit, words, arms, states, shown)
  local arm = arms[words and words.arm and words.arm(unit) or unit.arm]
  local state = states[(M.state_of(unit, words) or OFF_TABLE)[1]]
  for _, one in ipairs { arm or false, state or false } do
    if one then shown[one] = true end
  end
  return (arm and arm.sign or "") .. tostring(unit.number or unit.id) .. (state and state.sign or "")
end

--- Draws a unit's body; gives what writes its label, when all bodies are drawn. Nil where it is off the sheet.
local function draw_unit(canvas, state, unit, opts)
  local look, base, bodies = M.look(state, unit.side), unit.base, {}
  for _, one in ipairs(frames.bases(unit, base)) do
    for _, cell in ipairs(cells_of(canvas, one)) do bodies[#bodies + 1] = cell end
  end
  local cells = apart(canvas, made_room(canvas, bodies, base.facing))
  if #cells == 0 then return nil end
  local char = facing_char(look, base.facing, opts.ascii)
  for _, cell in ipairs(cells) do
    canvas:put(cell[1], cell[2], char, look.colour)
    canvas:take(cell[1], cell[2])
  end
  return function(label) put_label(canvas, cells, Canvas.chars(label), base.facing, look.colour) end
end

local NEAR <const> = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 } }

local function draw_general(canvas, state, leader, opts)
  local look = M.look(state, leader.side)
  local column, row = canvas:cell(leader.base.x, leader.base.y)
  for _, way in ipairs(NEAR) do
    if canvas:free(column + way[1], row + way[2]) then
      local sign = opts.ascii and look.ascii_general or look.general
      return write(canvas, column + way[1], row + way[2], { sign }, look.colour)
    end
  end
end

--- Draws everybody, and says which signs of kinds and states are on the map, in their order.
---@param canvas map.Canvas
---@param view limber.View
---@param words limber.MapSymbols?
---@param opts { ascii: boolean? }
---@return { sign: string, doc: string }[] shown
function M.draw(canvas, view, words, opts)
  local state <const> = view.state
  local arms, states = by_word(words and words.arms, opts.ascii), by_word(words and words.states, opts.ascii)
  local shown, labels = {}, {}
  for _, id in ipairs(state.order.units) do
    local unit = state.units[id]
    local put = unit and tabletop.stands(unit) and draw_unit(canvas, state, unit, opts)
    if put then labels[#labels + 1] = { put = put, unit = unit } end
  end
  for _, one in ipairs(labels) do one.put(label_of(one.unit, words, arms, states, shown)) end
  for _, id in ipairs(state.order.leaders) do
    local leader = state.leaders[id]
    if leader and leader.base then draw_general(canvas, state, leader, opts) end
  end
  local list = {}
  for _, signs in ipairs { arms, states } do
    local own = {}
    for _, one in next, signs do own[#own + 1] = shown[one] and one or nil end
    table.sort(own, function(one, other) return one.rank < other.rank end)
    table.move(own, 1, #own, #list + 1, list)
  end
  return list
end

return M
