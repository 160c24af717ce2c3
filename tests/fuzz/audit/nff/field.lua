--- The table of Napoleonic Fire & Fury: who stands on it, on which stands, how far two units are apart, in mm; an inch
--- is 25.4 mm.
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = { INCH = 25.4, HAIR = 0.3 }

--- On the table by itself: engineers with a brigade are not.
function M.present(unit)
  return unit.base ~= nil and unit.status == "ready" and not (unit.attached_to and unit.arm == "engineers")
end

function M.brigade(unit) return unit.arm == "infantry" or unit.arm == "cavalry" end

--- A brigade or a battery: such units make the tactical zone (RM 2, R23).
function M.counts(unit) return M.brigade(unit) or unit.arm == "artillery" end

function M.disordered(unit) return unit.disordered or unit.irregular or false end

--- The stands of a unit where it stands, or on another base.
function M.stands(unit, base)
  local whole = shapes.base(base or unit.base)
  if not unit.bases then return { whole } end
  local list = {}
  for i, one in ipairs(unit.bases) do
    local stand = shapes.base {
      x = 0, y = 0, facing = (base or unit.base).facing + (one.turn or 0), width = one.width, depth = one.depth,
    }
    local aside, ahead = one.aside / 1000, one.ahead / 1000
    stand.x = whole.x + whole.rx * aside + whole.fx * ahead
    stand.y = whole.y + whole.ry * aside + whole.fy * ahead
    stand.front = (one.rank or 1) == 1
    list[i] = stand
  end
  return list
end

local function middles(a, b) return math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2) end

local function round(stand) return math.sqrt(stand.w * stand.w + stand.d * stand.d) end

--- What fn makes of each pair of stands, the largest (sign 1) or the least (sign -1).
local function of_stands(one, other, fn, sign)
  local best
  for _, a in ipairs(one) do
    for _, b in ipairs(other) do
      local value = fn(a, b)
      if not best or sign * value > sign * best then best = value end
    end
  end
  return best
end

local function gap(a, b)
  local far = middles(a, b) - round(a) - round(b)
  return far > 16 * M.INCH and far or shapes.distance(shapes.corners(a), shapes.corners(b))
end

--- How far two units are apart; `base`: where the first would stand.
function M.apart(one, other, base) return of_stands(M.stands(one, base), M.stands(other), gap, -1) end

--- By how much two units stand in each other.
function M.overlap(one, other)
  return of_stands(M.stands(one), M.stands(other), function(a, b)
    local far = middles(a, b) - round(a) - round(b)
    return far > 0 and -far or shapes.overlap(a, b)
  end, 1)
end

--- Units on the table, in the roster's order.
function M.standing(root, side)
  local list = {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if M.present(unit) and (not side or unit.side == side) then list[#list + 1] = { id = id, unit = unit } end
  end
  return list
end

--- How far the nearest enemy that makes a zone is from a unit, or from it on a base.
function M.nearest(root, unit, base)
  local least = math.huge
  for _, one in ipairs(M.standing(root)) do
    if one.unit.side ~= unit.side and M.counts(one.unit) then least = math.min(least, M.apart(unit, one.unit, base)) end
  end
  return least
end

--- The zone of a distance: nil where rounding leaves it open.
function M.zone(mm)
  if mm < 15 * M.INCH - M.HAIR then return "tactical" end
  return mm > 15 * M.INCH + M.HAIR and "reserve" or nil
end

--- Leaders of a unit's chain of command who are there, the army's commander among them.
function M.chain(root, unit)
  local list, formation = {}, root.formations[unit.formation or ""]
  while formation do
    list[formation.commander or ""] = true
    formation = root.formations[formation.formation or ""]
  end
  local found = {}
  for _, id in ipairs(root.order.leaders) do
    local leader = root.leaders[id]
    local his = list[id] or leader.rank == "army" or leader.gunner ~= nil
    if leader.side == unit.side and leader.status == "ready" and leader.base and his then found[#found + 1] = leader end
  end
  return found
end

return M
