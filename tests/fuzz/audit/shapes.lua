--- Shapes on a table, in millimetres: bases as four corners, outlines as lists of points.
local M <const> = {}

local sin <const>, cos <const>, rad <const>, sqrt <const> = math.sin, math.cos, math.rad, math.sqrt

---@class audit.Point
---@field x number
---@field y number

--- A base of the state (micrometres, thousandths of a degree clockwise from north) in millimetres.
function M.base(base)
  local facing = rad(base.facing / 1000)
  return {
    x = base.x / 1000, y = base.y / 1000, w = base.width / 2000, d = base.depth / 2000,
    fx = sin(facing), fy = cos(facing), rx = cos(facing), ry = -sin(facing),
  }
end

--- Do two bases of the state have one centre, to a millimetre?
function M.same_place(one, other)
  return math.abs(one.x - other.x) < 1000 and math.abs(one.y - other.y) < 1000
end

--- The corners of a base: front left, front right, rear right, rear left; grown by some millimetres.
function M.corners(b, grow)
  local w, d = b.w + (grow or 0), b.d + (grow or 0)
  local function at(side, ahead)
    return { x = b.x + b.rx * side * w + b.fx * ahead * d, y = b.y + b.ry * side * w + b.fy * ahead * d }
  end
  return { at(-1, 1), at(1, 1), at(1, -1), at(-1, -1) }
end

local function projected(points, ax, ay)
  local low, high = math.huge, -math.huge
  for _, p in ipairs(points) do
    local v = p.x * ax + p.y * ay
    low, high = math.min(low, v), math.max(high, v)
  end
  return low, high
end

--- By how many millimetres two bases stand in each other; 0 or less when they do not.
function M.overlap(a, b)
  local one, other, least = M.corners(a), M.corners(b), math.huge
  for _, axis in ipairs { { a.fx, a.fy }, { a.rx, a.ry }, { b.fx, b.fy }, { b.rx, b.ry } } do
    local low1, high1 = projected(one, axis[1], axis[2])
    local low2, high2 = projected(other, axis[1], axis[2])
    least = math.min(least, high1 - low2, high2 - low1)
  end
  return least
end

local function cross(o, a, b)
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
end

--- Do two segments cross, or touch?
function M.cross(a, b, c, d)
  local s, t, u, v = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
  return (s > 0) ~= (t > 0) and (u > 0) ~= (v > 0)
end

--- Is a point inside an outline?
function M.inside(outline, p)
  local is, j = false, #outline
  for i = 1, #outline do
    local a, b = outline[i], outline[j]
    if (a.y > p.y) ~= (b.y > p.y) and p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x then is = not is end
    j = i
  end
  return is
end

--- Do two outlines share any ground?
function M.meet(one, other)
  for i = 1, #one do
    local a, b = one[i], one[i % #one + 1]
    for j = 1, #other do
      if M.cross(a, b, other[j], other[j % #other + 1]) then return true end
    end
  end
  return M.inside(one, other[1]) or M.inside(other, one[1])
end

local function to_segment(p, a, b)
  local dx, dy = b.x - a.x, b.y - a.y
  local long = dx * dx + dy * dy
  local t = long > 0 and math.max(0, math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / long)) or 0
  local x, y = a.x + t * dx - p.x, a.y + t * dy - p.y
  return sqrt(x * x + y * y)
end

--- The nearest distance between two outlines, 0 where they meet.
function M.distance(one, other)
  if M.meet(one, other) then return 0 end
  local best = math.huge
  for i = 1, #one do
    for j = 1, #other do
      best = math.min(best, to_segment(one[i], other[j], other[j % #other + 1]),
        to_segment(other[j], one[i], one[i % #one + 1]))
    end
  end
  return best
end

--- How deep a shape inside an outline lies: from its nearest corner to the outline's edge.
function M.deep(shape, outline)
  local best = math.huge
  for _, corner in ipairs(shape) do
    for i = 1, #outline do best = math.min(best, to_segment(corner, outline[i], outline[i % #outline + 1])) end
  end
  return best
end

--- The least angle off a facing, in degrees, at which a point sees some of a shape; the facing as a unit vector.
function M.least_off(from, fx, fy, shape)
  if M.inside(shape, from) then return 0 end
  local least = math.huge
  for i = 1, #shape do
    local a, b = shape[i], shape[i % #shape + 1]
    for step = 0, 20 do
      local x, y = a.x + (b.x - a.x) * step / 20 - from.x, a.y + (b.y - a.y) * step / 20 - from.y
      least = math.min(least, math.abs(math.deg(math.atan(fx * y - fy * x, fx * x + fy * y))))
    end
  end
  return least
end

--- What is left of an outline where a x + b y >= c.
function M.clipped(outline, a, b, c)
  local kept = {}
  for i = 1, #outline do
    local p, q = outline[i], outline[i % #outline + 1]
    local vp, vq = a * p.x + b * p.y - c, a * q.x + b * q.y - c
    if vp >= 0 then kept[#kept + 1] = p end
    if (vp > 0 and vq < 0) or (vp < 0 and vq > 0) then
      local t = vp / (vp - vq)
      kept[#kept + 1] = { x = p.x + t * (q.x - p.x), y = p.y + t * (q.y - p.y) }
    end
  end
  return kept
end

--- Is some part of an outline in the front arc of a base, between lines at 45 degrees from its front corners (R73)?
function M.in_front(b, outline, slack)
  local left = outline
  local front = b.fx * b.x + b.fy * b.y + b.d - slack
  left = M.clipped(left, b.fx, b.fy, front)
  for _, side in ipairs { 1, -1 } do
    local ax, ay = b.fx - side * b.rx, b.fy - side * b.ry
    if #left > 0 then left = M.clipped(left, ax, ay, ax * b.x + ay * b.y + b.d - b.w - 2 * slack) end
  end
  return #left > 0
end

--- Points along an outline, so many on each edge.
function M.along(outline, closed, count)
  local points = {}
  for i = 1, closed and #outline or #outline - 1 do
    local a, b = outline[i], outline[i % #outline + 1]
    for n = 0, count do
      points[#points + 1] = { x = a.x + (b.x - a.x) * n / count, y = a.y + (b.y - a.y) * n / count }
    end
  end
  return points
end

--- Does a segment touch an outline?
function M.through(a, b, outline)
  for i = 1, #outline do
    if M.cross(a, b, outline[i], outline[i % #outline + 1]) then return true end
  end
  return M.inside(outline, a)
end

--- An outline of the state in millimetres.
function M.outline(points)
  local list = {}
  for i, p in ipairs(points) do list[i] = { x = p.x / 1000, y = p.y / 1000 } end
  return list
end

return M
