-- 4.1.2, 4.2.1, 4.2.7, 4.2.8, C.1c, R37: how a charge gets at its target: the turn, what is in the way, how far.
local army <const> = use "game/army/units"
local contact <const> = use "game/combat/contact"
local motion <const> = use "game/movement/motion"

local M <const> = {}

local BARRED <const> = {
  river = "a river lies in the way", impassable = "impassable ground lies in the way",
  town = "a town lies in the way", fieldworks = "fieldworks lie in the way", woods = "woods lie in the way",
  edge = "it would leave the table",
}

local function name(view, id) return view:unit(id).name or id end

--- R92: why the unit cannot turn so before it sets out, or nil.
local function refuse_turn(view, id, target, pivot)
  local _, area = contact.body(view, target)
  local _, fault = motion.turned(view, id, view:unit(id).base, pivot, "pivot", { against = target, enters = area })
  return fault
end

--- What keeps a charge along its way from the target, or nil.
local function refuse_way(view, id, target, pivot, distance, way)
  if way.by and way.by_um == 0 and (pivot ~= 0 or way.by == target) then
    return refuse("pivot", ("has no room: %s stands there"):format(name(view, way.by)), { cite = "4.2.1 4.2.8" })
  end
  if way.by then
    local other = view:unit(way.by)
    local whose = other.side == view:unit(id).side and "a friend, " or ""
    local at = way.by_um
    local text = ("cannot be reached past %s%s, %d mm on"):format(whose, name(view, way.by), at // mm(1))
    return refuse("target", text, { cite = "4.2.8 C.1c", margin = army.short_by(at - (way.um or at)) })
  end
  if not way.um then
    return refuse("pivot", ("leads past %s"):format(name(view, target)), { cite = "4.2.1" })
  end
  if way.barred then
    local text = ("cannot be reached: %s, %d mm on"):format(BARRED[way.barred], way.barred_um // mm(1))
    return refuse("target", text, { cite = "4.2.7", margin = army.short_by(way.barred_um - mm(distance)) })
  end
  if not way.seen then return refuse("target", "is not seen", { cite = "4.1" }) end
  return pivot ~= 0 and refuse_turn(view, id, target, pivot) or nil
end

--- The turns that are tried where none is given: none, toward the target's nearest point and its middle, and half way
--- there; the least first.
local function pivots(view, id, target)
  local base, body = view:unit(id).base, contact.body(view, target)
  local most, list, seen = deg(view.rules.constant.free_turn), { 0 }, { [0] = true }
  local function add(angle)
    angle = math.max(-most, math.min(most, angle))
    if not seen[angle] then list[#list + 1], seen[angle] = angle, true end
  end
  local middle = geometry.turn(base.facing, geometry.bearing(base, view:unit(target).base))
  local gap = geometry.distance({ x = base.x, y = base.y }, body)
  local nearest = gap.distance > 0 and geometry.turn(base.facing, geometry.bearing(base, gap.to)) or 0
  for _, angle in ipairs { nearest // 2, nearest, middle // 2, middle } do add(angle) end
  table.sort(list, function(one, other)
    if math.abs(one) ~= math.abs(other) then return math.abs(one) < math.abs(other) end
    return one < other
  end)
  return list, middle
end

--- The least turn after which a unit comes straight against a target, and its way; nil and what is against it.
---@return integer? pivot
---@return table found the way with its `mm`, or a refusal
function M.find(view, id, target)
  local fault, list, middle = nil, pivots(view, id, target)
  for _, pivot in ipairs(list) do
    local distance, way = contact.way(view, id, target, pivot)
    local wrong = refuse_way(view, id, target, pivot, distance, way)
    if not wrong then
      way.mm = distance
      return pivot, way
    end
    if not fault or wrong.arg == "target" then fault = wrong end
  end
  local most = view.rules.constant.free_turn
  if fault.arg == "pivot" then
    local off = math.abs(middle) // 1000
    local text = off > most and ("lies %d degrees off its front, and it turns %d before it charges"):format(off, most)
      or "is not met straight ahead after any turn it has room for"
    fault = refuse("target", text, {
      cite = fault.cite, margin = off > most and (deg(most) - math.abs(middle)) // deg(1) or nil, unit = "degrees",
    })
  end
  return nil, fault
end

--- The way of a charge with the turn that is given, or the least that does; nil and what is against it.
function M.of(view, id, target, pivot)
  if not pivot then return M.find(view, id, target) end
  local distance, way = contact.way(view, id, target, pivot)
  local fault = refuse_way(view, id, target, pivot, distance, way)
  if fault then return nil, fault end
  way.mm = distance
  return pivot, way
end

--- How far troops may charge over such going.
function M.reach(view, known, troop, difficult)
  local key = difficult and troop .. " difficult" or troop
  known[key] = known[key] or view:ask("charge.reach", { troop = troop, difficult = difficult, distance_mm = 0 }).move_mm
  return known[key]
end

--- How far it is, as `charge.reach` asks of two units.
measure "charge.reach" (function(view, id, target)
  local args = { troop = view:unit(id).troop }
  if army.told(view) then
    args.distance_mm, args.difficult = contact.distance(view, id, target)
    return args
  end
  local pivot, way = M.find(view, id, target)
  if not pivot then error(way, 0) end
  args.distance_mm, args.difficult = way.mm, way.difficult
  args.pivot_deg = geometry.round_mm(math.abs(pivot), "up")
  return args
end)

M.refuse = refuse_way

return M
