-- R40, R73: who may shoot at whom: the front arc, what stands in the way, and how far it is.
--
-- A shot goes from the middle or an end of the firer's front edge to some part of the target that lies in the arc: one
-- clear line is enough. Units stop it whatever their height, friends too; woods, buildings and hills by theirs. Who
-- holds a building or stands in woods shoots out of them and is shot at there as far as a combat zone reaches, and
-- lines the edge of a building it occupies; nobody's own hill hides him or what is below it. What is concealed from the
-- firer stops nothing that it can be told of.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"

--- Eyes and marks above the ground, how wide a shot is, and how much of a body it may graze, in micrometres.
local HEIGHTS <const> = { eye = mm(1), mark = mm(1) }
local WIDTH <const>, GRAZE <const> = 4, 10

local function spot(point) return { x = point.x, y = point.y } end

--- The middle of the front edge, and its ends.
local function muzzles(base)
  local corners = geometry.corners(base)
  return { geometry.step(spot(base), base.facing, base.depth // 2), corners[1], corners[2] }
end

--- Where a shot from there may strike: the nearest point first, then what lies deepest in the arc.
local function marks(from, shape, deepest)
  local list = { geometry.distance(from, shape).to, deepest }
  for _, corner in ipairs(shape.area or geometry.corners(shape)) do list[#list + 1] = spot(corner) end
  if not shape.area then list[#list + 1] = spot(shape) end
  return list
end

--- Does a body on the way count? Generals do not, nor enemies of the firer that are concealed.
local function counts(view, side, id)
  local unit = view.state.units[id]
  return unit ~= nil and not (unit.concealed and unit.side ~= side)
end

--- The woods and buildings that shot goes out of and into, and the hills that either stands on.
local function shelters(view, field, id, target, shape)
  local base = view:unit(id).base
  local except = tabletop.own_hills(view, field, base, shape.area and shape.area[1] or shape)
  if shape.area then except[#except + 1] = target end
  for _, one in ipairs(shape.area and { id } or { id, target }) do
    except[#except + 1] = view:unit(one).building
  end
  if geometry.distance(base, shape).distance <= mm(view.rules.constant.combat_zone) then
    local own = ground.shelters(view, field, shape.area and { id } or { id, target })
    table.move(own, 1, #own, #except + 1, except)
  end
  return { kind = "area", except = except }
end

--- What stops a line first: its id, and how many millimetres out; nil when the line is clear.
local function stopped_by(view, field, from, to, ignored)
  local by, out
  local sight = field:sight(from, to, HEIGHTS, ignored.grounds)
  if not sight.yes then by, out = sight.by, geometry.distance(from, sight.at).distance end
  for _, span in ipairs(field:ray(from, to, WIDTH, ignored.bodies)) do
    if span.to - span.from > GRAZE and (not out or span.from < out) and counts(view, ignored.side, span.id) then
      by, out = span.id, span.from
    end
  end
  return by, out and out // mm(1)
end

--- A clear line to some part in the arc, or what stops the first one tried.
local function look(view, field, id, target, shape, deepest)
  local base = view:unit(id).base
  local ignored = {
    grounds = shelters(view, field, id, target, shape), bodies = { kind = "base", except = { id, target } },
    side = view:unit(id).side,
  }
  local first_by, first_out
  for _, from in ipairs(muzzles(base)) do
    for _, to in ipairs(marks(from, shape, deepest)) do
      if geometry.arc(base, "front", army.ARC, to).yes then
        local by, out = stopped_by(view, field, from, to, ignored)
        if not by then return true end
        if not first_by then first_by, first_out = by, out end
      end
    end
  end
  return false, { by = first_by, out_mm = first_out }
end

local function shape_of(view, target)
  local unit = view.state.units[target]
  return unit and unit.base or { area = view.state.areas[target].area }
end

fact "may_shoot" {
  ask = "Can {1} shoot at {2}: some of it in the front arc (45 degrees out from the front corners), and no unit, wood, "
    .. "building or hill between?",
  flag "may_shoot" {},
  suggest = function() return true end,
  measured = function(view, field, id, target)
    local base, shape = view:unit(id).base, shape_of(view, target)
    local arc = geometry.arc(base, "front", army.ARC, shape)
    if not arc.yes then
      return false, { out_of_arc_mm = geometry.round_mm(math.abs(arc.margin), "up"), side = arc.by }
    end
    local clear, hidden_by = look(view, field, id, target, shape, arc.at)
    return clear, hidden_by or { in_arc_mm = geometry.round_mm(arc.margin, "down") }
  end,
}

fact "range_to_building" {
  ask = "How far is it from {1} to {2}, in mm, nearest edge to nearest edge?", unit = "mm",
  int "range" { 0 },
  measured = function(view, _, id, area)
    local um = geometry.distance(view:unit(id).base, { area = view.state.areas[area].area }).distance
    return geometry.round_mm(um, "up"), um
  end,
}

record "in_reach" { text "id" {}, int "mm" { 0 } }

fact "in_reach" {
  ask = "Which enemies are within reach of {1}?",
  list "in_reach" { "in_reach", default = {} },
  measured = function(view, field, id, reach)
    local list, side = {}, view:unit(id).side
    for _, near in ipairs(field:within(id, mm(reach), { kind = "base", not_side = side })) do
      local enemy = view.state.units[near.id]
      if enemy and army.present(enemy) then
        list[#list + 1] = { id = near.id, mm = geometry.round_mm(near.distance, "up") }
      end
    end
    return list
  end,
}

local M <const> = {}

local function name_of(view, id)
  local node = view.state.units[id] or view.state.areas[id]
  return node and node.name or tostring(id)
end

--- Millimetres from a unit to what it shoots at, a unit or a building: at least 1.
function M.range(view, id, target)
  if view.state.units[target] then return math.max(1, ground.distance(view, id, target)) end
  return math.max(1, (view:fact("range_to_building", id, target)))
end

local OUTSIDE <const> = { left = "to the left", right = "to the right", front = "behind the front edge" }

--- Why a shot cannot be aimed, with the margin: by how much out of arc, or what hides the target and where (R40).
function M.fault(view, id, target, arg)
  local may, why = view:fact("may_shoot", id, target)
  if may then return nil end
  if not why then return refuse(arg, "is not in the front arc and in sight", { cite = "R40" }) end
  if why.out_of_arc_mm then
    local text = ("is %d mm outside the front arc, %s"):format(why.out_of_arc_mm, OUTSIDE[why.side])
    return refuse(arg, text, { cite = "R40", margin = -why.out_of_arc_mm })
  elseif not why.by then
    return refuse(arg, "has no part in the front arc that can be seen", { cite = "R40" })
  end
  local text = ("is hidden by %s, %d mm out"):format(name_of(view, why.by), why.out_mm)
  return refuse(arg, text, { cite = "R40", by = why.by, margin = why.out_mm })
end

local STEADY <const> = { ready = true, stationary = true, disordered = true, lost_in_woods = true }

--- Why a unit cannot fire at all this bound: those who go back, reform or have fired.
function M.refuse_firer(unit)
  if not STEADY[unit.status] then return refuse("unit", "is " .. unit.status, { cite = "10.5 11.1" }) end
  if unit.fired then return refuse("unit", "has fired this bound", { cite = "R40 R46" }) end
end

--- Are both still there? What players overruled may name anybody.
function M.there(view, id, target)
  local one, other = view:unit(id), view:unit(target)
  local placed = army.told(view) or army.on_map(one) and army.on_map(other)
  return placed and army.present(one) and army.present(other)
end

--- Enemies that a unit may shoot at within so many millimetres, with the distance, the nearest first. In a told game
--- every enemy, with none: nothing is asked for a list.
function M.targets(view, id, reach)
  local unit, list = view:unit(id), {}
  if not army.on_map(unit) then
    for other, enemy in view:units(view:other(unit.side)) do
      if army.present(enemy) then list[#list + 1] = { id = other } end
    end
    return list
  end
  for _, near in ipairs(view:fact("in_reach", id, reach)) do
    if view:fact("may_shoot", id, near.id) then list[#list + 1] = { id = near.id, mm = math.max(1, near.mm) } end
  end
  return list
end

return M
