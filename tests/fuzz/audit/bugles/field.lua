--- The table of Bugles, Bullets, and Blades: who stands on it, on which bases, and how far two stands are apart, in mm.
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

function M.present(unit) return unit.base ~= nil and unit.status == "ready" end

--- The bases of a stand: those of its figures in loose order.
function M.bases(unit)
  local whole = shapes.base(unit.base)
  if not unit.bases then return { whole } end
  local list = {}
  for i, one in ipairs(unit.bases) do
    local aside, ahead = one.aside / 1000, one.ahead / 1000
    local base = shapes.base {
      x = 0, y = 0, facing = unit.base.facing + (one.turn or 0), width = one.width, depth = one.depth,
    }
    base.x = whole.x + whole.rx * aside + whole.fx * ahead
    base.y = whole.y + whole.ry * aside + whole.fy * ahead
    list[i] = base
  end
  return list
end

--- What fn makes of each pair of two stands' bases, the largest (sign 1) or the least (sign -1).
local function of_bases(one, other, fn, sign)
  local best
  for _, a in ipairs(M.bases(one)) do
    for _, b in ipairs(M.bases(other)) do
      local value = fn(a, b)
      if not best or sign * value > sign * best then best = value end
    end
  end
  return best
end

--- By how much two stands stand in each other.
function M.overlap(one, other) return of_bases(one, other, shapes.overlap, 1) end

--- How far two stands are apart.
function M.apart(one, other)
  return of_bases(one, other, function(a, b) return shapes.distance(shapes.corners(a), shapes.corners(b)) end, -1)
end

--- Stands on the table, in the roster's order.
function M.standing(root)
  local list = {}
  for _, id in ipairs(root.order.units) do
    if M.present(root.units[id]) then list[#list + 1] = { id = id, unit = root.units[id] } end
  end
  return list
end

return M
