--- The table as it stands: who is there, how far it is, which face is met, what ground lies under a way.
local shapes <const> = require "fuzz.audit.shapes"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

M.TOUCH = 1.05

function M.present(unit) return unit.base ~= nil and unit.status ~= "gone" and unit.status ~= "off_table" end

--- Units that stand, in the roster's order.
---@return { id: string, unit: table, base: table }[]
function M.standing(root)
  local list = {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if M.present(unit) then list[#list + 1] = { id = id, unit = unit, base = shapes.base(unit.base) } end
  end
  return list
end

--- A base of the state as its corners, in millimetres.
function M.outline(base, grow) return shapes.corners(shapes.base(base), grow) end

--- The nearest distance of two bases of the state.
function M.apart(one, other) return shapes.distance(M.outline(one), M.outline(other)) end

--- Where a point lies seen from a base in millimetres: how far to its right, and how far ahead of its centre.
function M.seen(b, x, y)
  local dx, dy = x - b.x, y - b.y
  return dx * b.rx + dy * b.ry, dx * b.fx + dy * b.fy
end

--- The face of a target in which a point lies, by its diagonals (R29), and how clearly: 0 is on a diagonal.
function M.face(target, x, y)
  local b = shapes.base(target)
  local right, ahead = M.seen(b, x, y)
  local across, along = math.abs(right) / b.w, math.abs(ahead) / b.d
  local clear = math.abs(across - along) / math.max(across, along, 1e-9)
  if along >= across then return ahead >= 0 and "front" or "rear", clear end
  return right > 0 and "right_flank" or "left_flank", clear
end

--- Degrees between a base's facing and a point seen from another point: 0 to 180.
function M.bearing(b, from_x, from_y, x, y)
  local right, ahead = (x - from_x) * b.rx + (y - from_y) * b.ry, (x - from_x) * b.fx + (y - from_y) * b.fy
  return math.deg(math.abs(math.atan(right, ahead)))
end

--- The middle of the front edge.
function M.front(b) return b.x + b.fx * b.d, b.y + b.fy * b.d end

--- The point of an outline nearest to a point, and how far it is.
function M.nearest(outline, x, y)
  if shapes.inside(outline, { x = x, y = y }) then return x, y, 0 end
  local best, bx, by = math.huge, nil, nil
  for i = 1, #outline do
    local a, c = outline[i], outline[i % #outline + 1]
    local dx, dy = c.x - a.x, c.y - a.y
    local long = dx * dx + dy * dy
    local t = long > 0 and math.max(0, math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / long)) or 0
    local px, py = a.x + t * dx, a.y + t * dy
    local far = math.sqrt((px - x) ^ 2 + (py - y) ^ 2)
    if far < best then best, bx, by = far, px, py end
  end
  return bx, by, best
end

--- Degrees from one facing of the state to another: -180 to 180.
function M.turned(from, to) return ((to - from + 180000) % 360000 - 180000) / 1000 end

--- The ground a base covers on a straight way ahead (or back, below 0), as an outline; grown by some millimetres.
function M.swept(base, mm, grow)
  local b = shapes.base(base)
  b.x, b.y, b.d = b.x + b.fx * mm / 2, b.y + b.fy * mm / 2, b.d + math.abs(mm) / 2
  return shapes.corners(b, grow)
end

--- Areas of the state under an outline, in order.
function M.areas(root, outline)
  local list = {}
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    if shapes.meet(outline, shapes.outline(area.area)) then list[#list + 1] = area end
  end
  return list
end

--- Lines of the state across an outline, in order.
function M.lines(root, outline)
  local list = {}
  for _, id in ipairs(root.order.lines) do
    local line = root.lines[id]
    local points = shapes.outline(line.line)
    local crossed = false
    for i = 1, #points - 1 do
      crossed = crossed or shapes.meet(outline, { points[i], points[i + 1], points[i] })
    end
    if crossed then list[#list + 1] = line end
  end
  return list
end

local DIFFICULT <const> = { crops = true, woods = true, ford = true, town = true }

--- Is ground under an outline surely difficult (R37, R43)? A road or a bridge leaves it in doubt.
---@return boolean? difficult nil: in doubt
function M.difficult(root, outline)
  local found, doubt = false, false
  for _, area in ipairs(M.areas(root, outline)) do
    if DIFFICULT[area.terrain] then found = true end
    if area.terrain == "road" or area.terrain == "bridge" or area.terrain == "fieldworks" then doubt = true end
  end
  for _, line in ipairs(M.lines(root, outline)) do
    if line.kind == "wall" then doubt = true else found = true end
  end
  if doubt then return nil end
  return found
end

--- Is every corner of a base inside an area?
function M.within(base, area)
  local outline = shapes.outline(area.area)
  for _, corner in ipairs(M.outline(base, -0.5)) do
    if not shapes.inside(outline, corner) then return false end
  end
  for i = 1, #outline do -- an outline that bends into the base
    if shapes.inside(M.outline(base, -0.5), outline[i]) then return false end
  end
  return true
end

--- Areas of some terrain under a base.
function M.on(root, base, terrain, grow)
  for _, area in ipairs(M.areas(root, M.outline(base, grow or -1))) do
    if area.terrain == terrain then return area end
  end
end

--- The height of the ground at a point, in micrometres: the highest there.
function M.height(root, x, y)
  local height = 0
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    local ground = area.ground
    if ground and ground > height and shapes.inside(shapes.outline(area.area), { x = x / 1000, y = y / 1000 }) then
      height = ground
    end
  end
  return height
end

--- Is a unit in a melee: charging somebody it has met, or met by one that charges?
function M.in_contact(root, id)
  local unit = root.units[id]
  if unit.charging and unit.charging.stage == "contact" then return true end
  for _, other in ipairs(root.order.units) do
    local charging = root.units[other].charging
    if charging and charging.stage == "contact" and root.units[other].status ~= "gone" then
      for _, met in ipairs(root.units[other].met or {}) do
        if met.target == id then return true end
      end
    end
  end
  return false
end

--- The generals with a unit, in the roster's order.
function M.generals(root, id)
  local list = {}
  for _, name in ipairs(root.order.leaders) do
    local leader = root.leaders[name]
    if leader.with == id and leader.status ~= "gone" then list[#list + 1] = name end
  end
  return list
end

--- Is a unit Prussian foot, which changes formation without a penalty?
function M.discipline(root, unit)
  return root.sides[unit.side].army == "prussian" and tables.infantry(unit.troop)
end

--- 12 minus strength: hits, and 6 for the marker.
function M.total(unit) return (unit.hits or 0) + (unit.staggered and 6 or 0) end

return M
