--- Shapes on a map in millimetres, y downwards: what is in an outline, what lies along it, what is strewn over it.
local M <const> = {}

---@alias drawn.Point { x: number, y: number }

--- Points of the state, in micrometres with north up, as points of a picture.
---@param points { x: integer, y: integer }[]
---@param ground { depth: integer }
---@return drawn.Point[]
function M.points(points, ground)
  local list = {}
  for i, point in ipairs(points) do list[i] = { x = point.x / 1000, y = (ground.depth - point.y) / 1000 } end
  return list
end

--- The rectangle round some points.
---@param points drawn.Point[]
---@return { left: number, right: number, top: number, bottom: number }
function M.box(points)
  local box = { left = math.huge, right = -math.huge, top = math.huge, bottom = -math.huge }
  for _, point in ipairs(points) do
    box.left, box.right = math.min(box.left, point.x), math.max(box.right, point.x)
    box.top, box.bottom = math.min(box.top, point.y), math.max(box.bottom, point.y)
  end
  return box
end

---@param outline drawn.Point[]
---@param x number
---@param y number
---@return boolean
function M.holds(outline, x, y)
  local inside = false
  for i, p in ipairs(outline) do
    local q = outline[i % #outline + 1]
    if (p.y <= y) ~= (q.y <= y) and x < p.x + (y - p.y) * (q.x - p.x) / (q.y - p.y) then inside = not inside end
  end
  return inside
end

--- How far a point is from an outline.
---@param outline drawn.Point[]
---@param x number
---@param y number
---@return number
function M.gap(outline, x, y)
  local least = math.huge
  for i, p in ipairs(outline) do
    local q = outline[i % #outline + 1]
    local across, up = q.x - p.x, q.y - p.y
    local long = across * across + up * up
    local part = long > 0 and math.max(0, math.min(1, ((x - p.x) * across + (y - p.y) * up) / long)) or 0
    local dx, dy = x - p.x - part * across, y - p.y - part * up
    least = math.min(least, dx * dx + dy * dy)
  end
  return math.sqrt(least)
end

--- A number from 0 up to 1 that looks thrown, always the same for the same place.
---@param i integer
---@param j integer
---@return number
function M.chance(i, j)
  local mixed = (i * 374761393 + j * 668265263) & 0xffffffff
  mixed = ((mixed ~ mixed >> 13) * 1274126177) & 0xffffffff
  return ((mixed ~ mixed >> 16) % 1000) / 1000
end

--- Points strewn over an outline: rows of a lattice, each point moved a little; none within `margin` of the edge.
---@param outline drawn.Point[]
---@param step number
---@param margin number
---@return drawn.Point[]
function M.strewn(outline, step, margin)
  local box, list = M.box(outline), {}
  for row = math.floor(box.top / step / 0.8), math.ceil(box.bottom / step / 0.8) do
    for column = math.floor(box.left / step) - 1, math.ceil(box.right / step) do
      local x = (column + row % 2 / 2 + 0.45 * (M.chance(column, row) - 0.5)) * step
      local y = (row + 0.45 * (M.chance(row, column + 999) - 0.5)) * step * 0.8
      if M.holds(outline, x, y) and M.gap(outline, x, y) >= margin then list[#list + 1] = { x = x, y = y } end
    end
  end
  return list
end

--- Places along an outline, each so far from the last: fn(x, y, dx, dy), where dx and dy point inwards.
---@param outline drawn.Point[]
---@param step number
---@param fn fun(x: number, y: number, dx: number, dy: number, at: integer)
function M.along(outline, step, fn)
  local twice, at = 0, 0
  for i, p in ipairs(outline) do
    local q = outline[i % #outline + 1]
    twice = twice + p.x * q.y - q.x * p.y
  end
  local turn = twice > 0 and 1 or -1
  for i, p in ipairs(outline) do
    local q = outline[i % #outline + 1]
    local across, up = q.x - p.x, q.y - p.y
    local long = math.sqrt(across * across + up * up)
    local count = math.floor(long / step + 0.5)
    for n = 1, count do
      local part = (n - 0.5) / count
      at = at + 1
      fn(p.x + part * across, p.y + part * up, -turn * up / long, turn * across / long, at)
    end
  end
end

return M
