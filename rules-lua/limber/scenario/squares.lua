--- Outlines of squares that hang together: what a block of map symbols, or a list of squares, draws.
--
-- Squares are { column, row } from 1, corners in squares from the table's south-western corner. An outline goes round
-- anti-clockwise and never meets itself: a body with a hole, or one that touches itself at a corner, comes in parts.
local M <const> = {}

local SIDES <const> = { -- from a square's corner to its next, anti-clockwise, and the neighbour beyond
  { 0, 0, 1, 0, 0, -1 }, { 1, 0, 1, 1, 1, 0 }, { 1, 1, 0, 1, 0, 1 }, { 0, 1, 0, 0, -1, 0 },
}

local WIDE <const> = 4096 -- more than a table has columns

local function key(x, y) return y * WIDE + x end

--- Splits squares into bodies that hang together by their sides, each in the order its first square was given.
local function bodies_of(cells)
  local there, bodies = {}, {}
  for _, cell in ipairs(cells) do there[key(cell[1], cell[2])] = true end
  for _, cell in ipairs(cells) do
    if there[key(cell[1], cell[2])] then
      local body, next_one = { cell }, 1
      there[key(cell[1], cell[2])] = nil
      while body[next_one] do
        local x, y = body[next_one][1], body[next_one][2]
        next_one = next_one + 1
        for _, side in ipairs(SIDES) do
          local other = { x + side[5], y + side[6] }
          if there[key(other[1], other[2])] then
            there[key(other[1], other[2])] = nil
            body[#body + 1] = other
          end
        end
      end
      bodies[#bodies + 1] = body
    end
  end
  return bodies
end

--- The edges of a body, by the corner each begins at; and a row to cut at, where two begin at one corner.
local function edges_of(body)
  local there, from, count, cut = {}, {}, 0, nil
  for _, cell in ipairs(body) do there[key(cell[1], cell[2])] = true end
  for _, cell in ipairs(body) do
    local x, y = cell[1], cell[2]
    for _, side in ipairs(SIDES) do
      if not there[key(x + side[5], y + side[6])] then
        local begins = key(x - 1 + side[1], y - 1 + side[2])
        if from[begins] then cut = y - 1 + side[2] end
        from[begins], count = { x - 1 + side[3], y - 1 + side[4] }, count + 1
      end
    end
  end
  return from, count, cut
end

--- Leaves out the corners that lie between two others on a straight edge.
local function straightened(corners)
  local kept = {}
  for i, at in ipairs(corners) do
    local before, after = corners[i - 1] or corners[#corners], corners[i + 1] or corners[1]
    local straight = before[1] == at[1] and at[1] == after[1] or before[2] == at[2] and at[2] == after[2]
    if not straight then kept[#kept + 1] = at end
  end
  return kept
end

--- The edges walked round from the body's most southern, then most western corner; those walked are taken out.
local function walk(body, from)
  local first = body[1]
  for _, cell in ipairs(body) do
    if cell[2] < first[2] or cell[2] == first[2] and cell[1] < first[1] then first = cell end
  end
  local corners, at = {}, { first[1] - 1, first[2] - 1 }
  while from[key(at[1], at[2])] do
    corners[#corners + 1] = at
    local to = from[key(at[1], at[2])]
    from[key(at[1], at[2])] = nil
    at = to
  end
  return straightened(corners), #corners
end

--- A row within the hole whose edges are left over: its uppermost corner.
local function row_of_hole(body, from)
  local cut
  for _, cell in ipairs(body) do
    for _, side in ipairs(SIDES) do
      local x, y = cell[1] - 1 + side[1], cell[2] - 1 + side[2]
      if from[key(x, y)] and (not cut or y > cut) then cut = y end
    end
  end
  return cut
end

local add

--- Both sides of a cut along a row.
local function add_halves(list, body, cut)
  local below, above = {}, {}
  for _, cell in ipairs(body) do
    local half = cell[2] <= cut and below or above
    half[#half + 1] = cell
  end
  add(list, below)
  add(list, above)
end

function add(list, cells)
  for _, body in ipairs(bodies_of(cells)) do
    local from, count, cut = edges_of(body)
    if cut then
      add_halves(list, body, cut)
    else
      local corners, walked = walk(body, from)
      if walked < count then
        add_halves(list, body, row_of_hole(body, from))
      else
        list[#list + 1] = corners
      end
    end
  end
end

--- The outlines of some squares.
---@param cells integer[][] { column, row }
---@return integer[][][] outlines of corners { x, y }, in squares
function M.outlines(cells)
  local list = {}
  add(list, cells)
  return list
end

--- Corners in squares as points of a table.
---@param corners integer[][]
---@param grid limber.Grid
---@return { x: integer, y: integer }[]
function M.on_table(corners, grid)
  local list = {}
  for i, corner in ipairs(corners) do
    list[i] = { x = math.min(corner[1] * grid.size, grid.width), y = math.min(corner[2] * grid.size, grid.depth) }
  end
  return list
end

return M
