-- 5.1, 9.0, R56: what lies between two bodies, and what shelters those behind it.
local army <const> = use "game/army"

local M <const> = {}

--- Linear cover, and what 5.1 calls it. Anything else, such as a ditch or a bank, shelters nobody.
M.KINDS = { wall = "wall", fence = "fence", hedge = "hedge", barricade = "wall", fortification = "wall" }

--- How close behind linear cover they stand who defend it (R56).
local BEHIND <const> = mm(30)
--- Touching cover is not lying on it.
local TOUCHED <const> = mm(1)

--- The edge that a body turns to another: its front to what it faces, else the nearest (R73).
---@param base table
---@param other table
---@return "front"|"right"|"rear"|"left"
function M.edge(base, other)
  return geometry.arc(base, "front", army.ARC, other).yes and "front" or geometry.met(base, other).face
end

local FIRST_CORNER <const> = { front = 1, right = 2, rear = 3, left = 4 }

--- The quadrilateral between the edges that two bodies turn to each other.
---@param one table
---@param other table
---@return table[]
function M.strip(one, other)
  local function edge(base, target)
    local corners, first = geometry.corners(base), FIRST_CORNER[M.edge(base, target)]
    return corners[first], corners[first % 4 + 1]
  end
  local a, b = edge(one, other)
  local c, d = edge(other, one)
  return { a, b, c, d }
end

--- Does any part of a shape lie in the strip between two bodies? A strip that is no more than a line holds nothing.
---@param strip table[]
---@param shape table
---@return boolean
function M.crosses(strip, shape)
  local outline = { area = strip }
  if not geometry.check_area(strip).yes then
    local one, other = strip[1], strip[3]
    outline = (one.x ~= other.x or one.y ~= other.y) and { line = { one, other } } or one
  end
  return geometry.distance(outline, shape).distance == 0
end

--- High enough to shelter: 1 m or more; works of fortification always are.
local function shelters(view, line)
  local kind = line.kind or "wall"
  return kind == "fortification" or M.KINDS[kind] and line.height_mm >= view.rules.constant.cover_min_height
end

--- The heaviest linear cover that a body defends against another: it lies on it, or close behind it with the cover
--- between the two (R56); nil in the open.
---@param view table
---@param base table
---@param enemy table
---@return "fortification"|"barricade"|nil
function M.lined(view, base, enemy)
  local strip, found = M.strip(enemy, base), nil
  local inside = {
    x = base.x, y = base.y, facing = base.facing, width = base.width - 2 * TOUCHED, depth = base.depth - 2 * TOUCHED,
  }
  for _, id in ipairs(view.state.order.lines) do
    local line = view.state.lines[id]
    local shape = { line = line.line }
    if shelters(view, line) and (geometry.distance(shape, inside).distance == 0
      or geometry.distance(shape, base).distance <= BEHIND and M.crosses(strip, shape)) then
      if line.kind == "fortification" then return "fortification" end
      found = "barricade"
    end
  end
  return found
end

return M
