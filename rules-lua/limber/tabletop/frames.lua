--- Coordinates in the frame of a base: `aside` to the right of its middle, `ahead` in front of it. A unit of several
--- bases keeps them in the frame of the rectangle round them.
local geometry <const> = require "kernel.geometry"

local M <const> = {}

local ORIGIN <const> = { x = 0, y = 0, facing = 0 }

--- Where a point lies as seen from a base.
---@param base table
---@param point table
---@return integer aside
---@return integer ahead
function M.seen_from(base, point)
  local origin = { x = 0, y = 0, facing = (360000 - base.facing) % 360000 }
  local body = { ahead = point.y - base.y, aside = point.x - base.x, width = 1000, depth = 1000 }
  local at = M.set_down(origin, body)
  return at.x, at.y
end

--- The base on the table of a body given in the frame of a base: { aside, ahead, turn, width, depth }.
---@param base table
---@param one table
---@return table
M.set_down = geometry.set_down

--- A base of a size with its middle on a point, faced as the size is (which may be a base) unless a facing is given.
---@param size table
---@param point table
---@param facing integer?
---@return table
function M.base_at(size, point, facing)
  return { x = point.x, y = point.y, facing = facing or size.facing, width = size.width, depth = size.depth }
end

--- The middle of an outline's bounds.
---@param outline table[]
---@return table point
function M.middle_of(outline)
  local west, south = outline[1].x, outline[1].y
  local east, north = west, south
  for _, point in ipairs(outline) do
    west, east = math.min(west, point.x), math.max(east, point.x)
    south, north = math.min(south, point.y), math.max(north, point.y)
  end
  return { x = (west + east) // 2, y = (south + north) // 2 }
end

--- All bases of a unit or leader when its `base`, or what is given in its place, stands there.
---@param piece table
---@param base table?
---@return table[] none where it has no place
function M.bases(piece, base)
  base = base or piece.base
  if not piece.bases or not base then return { base } end
  local list = {}
  for i, one in ipairs(piece.bases) do list[i] = M.set_down(base, one) end
  return list
end

--- Converts bodies from one frame to the frame of the smallest rectangle round them. Their other keys are copied.
---@param list table[] { aside, ahead, turn, width, depth }
---@return table[] list
---@return { width: integer, depth: integer, aside: integer, ahead: integer } size of the rectangle, and its middle in
---        the frame that they were given in
function M.drawn_up(list)
  local left, right, back, front
  for _, one in ipairs(list) do
    for _, corner in ipairs(geometry.corners(M.set_down(ORIGIN, one))) do
      left, right = math.min(left or corner.x, corner.x), math.max(right or corner.x, corner.x)
      back, front = math.min(back or corner.y, corner.y), math.max(front or corner.y, corner.y)
    end
  end
  local round = { width = right - left, depth = front - back, aside = (left + right) // 2, ahead = (back + front) // 2 }
  local drawn = {}
  for i, one in ipairs(list) do
    local copy = {}
    for key, value in next, one do copy[key] = value end
    copy.aside, copy.ahead = one.aside - round.aside, one.ahead - round.ahead
    drawn[i] = copy
  end
  return drawn, round
end

--- Bodies of one size in ranks of so many files, `gap` apart, the first on the left of the front rank.
---@return table[] list
function M.in_ranks(n, size, files, gap)
  local list = {}
  for i = 0, n - 1 do
    list[i + 1] = {
      aside = i % files * (size.width + gap), ahead = -(i // files) * (size.depth + gap), turn = 0, width = size.width,
      depth = size.depth,
    }
  end
  return M.drawn_up(list)
end

--- Bodies of one size that all face outward and touch: two rear to rear, three about a triangle of their rear edges;
--- else four sides about a hole, the front first, each side's end against the next one's flank.
---@return table[] list
function M.all_round(n, size)
  local width, depth, list = size.width, size.depth, {}
  local function add(aside, ahead, turn)
    list[#list + 1] = { aside = aside, ahead = ahead, turn = turn, width = width, depth = depth }
  end
  if n <= 3 then
    local off = depth // 2 + (n == 3 and width * 1000 // 3464 or 0) -- that triangle's middle, from its sides
    for i = 0, n - 1 do
      local at = geometry.step({ x = 0, y = 0 }, i * 360000 // n, off)
      add(at.x, at.y, i * 360000 // n)
    end
    return M.drawn_up(list)
  end
  local sides = { (n + 3) // 4, (n + 2) // 4, (n + 1) // 4, n // 4 }
  local across, down = sides[1] * width + depth, sides[2] * width + depth
  for i = 0, sides[1] - 1 do add(i * width + width // 2, down - depth // 2, 0) end
  for i = 0, sides[2] - 1 do add(across - depth // 2, down - i * width - width // 2, 90000) end
  for i = 0, sides[3] - 1 do add(across - i * width - width // 2, depth // 2, 180000) end
  for i = 0, sides[4] - 1 do add(depth // 2, down - depth - i * width - width // 2, 270000) end
  return M.drawn_up(list)
end

return M
