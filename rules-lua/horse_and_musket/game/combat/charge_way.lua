-- 4.1.2, 4.2.1, 4.2.7, 4.2.8, C.1c, R37: how a charge gets at its target: the turn, what is in the way, how far.
local army <const>, contact <const> = use("game/army/units", "game/combat/contact")
local motion <const>, terrain <const> = use("game/movement/motion", "game/movement/terrain")

local M <const> = {}

--- A base closed up to the frontage of two bases in which fieldworks are attacked, its front edge where it was (SR.4).
local function closed_up(view, unit, base)
  local size = army.frontage(view, unit, unit.drill, true)
  local depth = mm(size.ranks * view.state.battle.foot_depth_mm)
  local closed = { x = base.x, y = base.y, facing = base.facing, width = mm(size.frontage_mm), depth = depth }
  return tabletop.slid(closed, (base.depth - depth) // 2)
end

fact "charge_distance" {
  ask = "How many mm has {1} to go, straight ahead after a turn of {free_turn} degrees at most, to touch {2}?",
  unit = "mm",
  int "distance" { 0 },
  measured = function(view, _, id, target, pivot)
    local unit, body, area = view:unit(id), contact.body(view, target)
    local base = tabletop.turned(unit.base, pivot)
    if contact.closes_up(view, id, target) then base = closed_up(view, unit, base) end
    local way = view:charge_way(id, target, { base = base, body = body, area = area })
    local rough = terrain.difficult_at(way.path)
    way.difficult = rough ~= nil and rough < (way.um or way.by_um or 0) or pivot ~= 0 and terrain.stands_rough(view, id)
    return way.um and geometry.round_mm(way.um, "up") or -1, way
  end,
}

fact "charge_going" { ask = "Is any of the way of {1} to {2} difficult going?", flag "difficult" {}, suggest = false }

--- The way of a charge, and the millimetres to contact; players tell the millimetres alone.
---@return integer mm, limber.ChargeWay? way with `difficult`: is any of it?
function M.way(view, id, target, pivot) return view:fact("charge_distance", id, target, pivot) end

local BARRED <const> = {
  river = "a river lies in the way", impassable = "impassable ground lies in the way",
  town = "a town lies in the way", fieldworks = "fieldworks lie in the way", woods = "woods lie in the way",
}

--- What keeps a charge along its way from the target, or nil.
---@param pivot integer
---@param distance integer
---@param way limber.ChargeWay
function M.refuse(view, id, target, pivot, distance, way)
  if way.by and way.by_um == 0 and (pivot ~= 0 or way.by == target) then
    return refuse("pivot", ("has no room: %s stands there"):format(view:called(way.by)), "4.2.1 4.2.8")
  elseif way.by then
    local whose = view:unit(way.by).side == view:unit(id).side and "a friend, " or ""
    local text = ("cannot be reached past %s%s, %d mm on"):format(whose, view:called(way.by), way.by_um // mm(1))
    local far = way.um and way.by_um - way.um or 0
    return refuse("target", text, { cite = "4.2.8 C.1c", margin = tabletop.short_by(far) })
  elseif not way.um then
    return refuse("pivot", ("leads past %s"):format(view:called(target)), "4.2.1")
  elseif way.stop then
    local what = way.stop.kind == "edge" and "it would leave the table"
      or BARRED[view.state.areas[way.stop.by].terrain]
    return refuse("target", ("cannot be reached: %s, %d mm on"):format(what, way.stop.at // mm(1)), {
      cite = "4.2.7", margin = tabletop.short_by(way.stop.at - mm(distance)),
    })
  elseif not way.seen then
    return refuse("target", "is not seen", "4.1")
  end
  local _, area = contact.body(view, target)
  local _, fault = motion.turned(view, id, view:unit(id).base, pivot, "pivot", { against = target, enters = area })
  return fault -- R92
end

--- A turn that is more than a unit may make before it charges, or nil.
---@param pivot integer
function M.refuse_turn(view, id, pivot)
  local most = motion.free_turn(view, id)
  if math.abs(pivot) <= deg(most) then return nil end
  local text = ("is %s, and it turns %d degrees before it charges"):format(motion.degrees(pivot), most)
  local margin = (deg(most) - math.abs(pivot)) // deg(1)
  return refuse("pivot", text, { cite = "4.2.1", margin = margin, unit = "degrees" })
end

--- The way of a charge with that turn; nil and what is against it.
local function turned(view, id, target, pivot)
  local wide = M.refuse_turn(view, id, pivot)
  if wide then return nil, wide end
  local distance, way = M.way(view, id, target, pivot)
  local fault = M.refuse(view, id, target, pivot, distance, way)
  if fault then return nil, fault end
  way.mm = distance
  return pivot, way
end

--- The least turn after which a unit comes straight against a target, and its way; nil and what is against it.
local function least_turn(view, id, target)
  local most, fault = motion.free_turn(view, id), nil
  local turns, middle = view:charge_turns(id, target, deg(most), (contact.body(view, target)))
  for _, turn in ipairs(turns) do
    local pivot, found = turned(view, id, target, turn)
    if pivot then return pivot, found end
    if not fault or found.arg == "target" then fault = found end
  end
  if fault.arg ~= "pivot" then return nil, fault end
  local off = math.abs(middle) // deg(1)
  if off <= most then
    return nil, refuse("target", "is not met straight ahead after any turn it has room for", fault.cite)
  end
  return nil, refuse("target", ("lies %d degrees off its front, and it turns %d before it charges"):format(off, most), {
    cite = fault.cite, margin = (deg(most) - math.abs(middle)) // deg(1), unit = "degrees",
  })
end

--- The way of a charge with the turn that is given, or the least that does; nil and what is against it.
---@param pivot integer?
---@return integer? pivot
---@return table found the way with its `mm`, or a refusal
function M.of(view, id, target, pivot)
  if pivot then return turned(view, id, target, pivot) end
  return least_turn(view, id, target)
end

--- How far a unit may charge over such going.
function M.reach(view, id, difficult)
  return view:ask_of("charge.reach", id, { difficult = difficult, distance_mm = 0 }).move_mm
end

--- Does a charge along a way come home, and how far it may go?
---@param way limber.ChargeWay with its `mm`
---@return boolean contact
---@return integer move_mm
function M.comes_home(view, id, target, pivot, way)
  local found = view:ask("charge.reach", M.args(view, id, target, pivot, way.mm, way), id, target)
  return found.contact, found.move_mm
end

--- What `charge.reach` is asked of a charge along a way; of one that players tell, what they say of it.
function M.args(view, id, target, pivot, distance, way)
  return view:question("charge.reach", id, {
    distance_mm = distance, pivot_deg = geometry.round_mm(math.abs(pivot), "up"),
    difficult = way and way.difficult or not way and view:fact("charge_going", id, target) or false,
  })
end

--- What `charge.test` is asked of a unit.
function M.test(view, id) return view:question("charge.test", id) end

--- How far it is, as `charge.reach` asks of two units.
measure "charge.reach" (function(view, id, target)
  if view:told() then return M.args(view, id, target, 0, (M.way(view, id, target))) end
  local pivot, way = M.of(view, id, target)
  if not pivot then error(way, 0) end
  return M.args(view, id, target, pivot, way.mm, way)
end)

return M
