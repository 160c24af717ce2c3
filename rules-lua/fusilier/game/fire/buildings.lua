-- 8.5, R45: built-up areas, who holds them, what fire does to them, and how their garrison gets out.
--
-- A built-up area is one building: a unit whose centre is inside holds it, and it holds one unit. Its value comes from
-- the width and length of the box around its outline, along the axes of the table. What it has lost is kept in the
-- area: `points_lost`, and once nothing is left `fallen_by`, the battery, and `fallen_from`, where it stood.

local army <const> = use "game/army/units"

--- From where to where an outline reaches along an axis of the table.
local function bounds(area, axis)
  local low, high = area.area[1][axis], area.area[1][axis]
  for _, point in ipairs(area.area) do low, high = math.min(low, point[axis]), math.max(high, point[axis]) end
  return low, high
end

--- How far that is, in mm.
local function extent(area, axis)
  local low, high = bounds(area, axis)
  return geometry.round_mm(high - low, "up")
end

--- Is the centre of a unit in an area?
local function is_inside(unit, area)
  return unit.base ~= nil and geometry.holds(area, { x = unit.base.x, y = unit.base.y }).yes
end

--- Units whose centre is in an area, in the listed order.
local function inside(view, area)
  return lists.ids(view:present(), function(unit) return is_inside(unit, area) end)
end

--- The unit that holds a building: its id and the unit, or nothing.
local function occupant(view, id)
  local holder = view:some_unit(nil, function(unit) return unit.building == id end)
  return holder, holder and view:unit(holder)
end

fact "building_width" {
  ask = "How wide is {1}?", unit = "mm",
  int "width" { 1 },
  measured = function(view, _, id) return extent(view.state.areas[id], "x") end,
}

fact "building_length" {
  ask = "How long is {1}?", unit = "mm",
  int "length" { 1 },
  measured = function(view, _, id) return extent(view.state.areas[id], "y") end,
}

fact "garrison" {
  ask = "Which unit has its centre in {1}?",
  units "garrison" { "any", default = {} },
  suggest = function(view, id) return { (occupant(view, id)) } end,
  measured = function(view, _, id) return inside(view, view.state.areas[id]) end,
}

local M <const> = { bounds = bounds, occupant = occupant }

--- Is that area a building?
function M.is_building(area) return area ~= nil and area.terrain == "built_up" end

--- The id of the building that is meant by an id or a name; nil and those there are, when none is.
function M.find(view, text)
  local known = {}
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    if M.is_building(area) then
      if id == text or (area.name or ""):lower() == text:lower() then return id end
      known[#known + 1] = id
    end
  end
  return nil, #known > 0 and table.concat(known, ", ") or "there is none"
end

--- Has fire used it up? Then no unit can occupy it.
function M.used_up(view, id) return view.state.areas[id].fallen_by ~= nil end

local function refuse_held(view, arg, area, holder)
  local text = ("%s is held by %s: one unit to a building"):format(view:name(area), view:name(holder))
  return refuse(arg, text, { cite = "R45", by = holder })
end

--- May a unit occupy a building? True, or false and the refusal.
function M.may_enter(view, id, area_id)
  if not M.is_building(view.state.areas[area_id]) then return true end
  if M.used_up(view, area_id) then
    return false, refuse("to", ("%s is in ruins and cannot be occupied"):format(view:name(area_id)), "8.5")
  end
  local holder = occupant(view, area_id)
  if holder and holder ~= id then return false, refuse_held(view, "to", area_id, holder) end
  return true
end

--- Brings up to date who holds what: a unit keeps its building while its centre is inside, and a free one goes to
--- the first in the listed order. In a told game the players say it when it is asked for.
function M.settle(play)
  if play:told() then return end
  for _, area_id in ipairs(play.state.order.areas) do
    local area = play.state.areas[area_id]
    if M.is_building(area) then
      for _, unit in play:units() do
        if unit.building == area_id and not is_inside(unit, area) then play:set(unit, "building", nil) end
      end
      local first = not M.used_up(play, area_id) and not occupant(play, area_id) and inside(play, area)[1]
      if first then
        play:set(play:unit(first), "building", area_id)
        if not play:unit(first).concealed then
          play:tell("occupies", { unit = first, building = play:name(area_id), cite = "R45" })
        end
      end
    end
  end
end

--- The unit that holds a building that is fired at; in a told game the players are asked.
function M.garrison(play, area_id)
  if not play:told() then return (occupant(play, area_id)) end
  local holder, held = play:fact("garrison", area_id)[1], occupant(play, area_id)
  if held ~= holder then
    if held then play:set(play:unit(held), "building", nil) end
    if holder then play:set(play:unit(holder), "building", area_id) end
  end
  return holder
end

--- A building has lost points; when it can be held no longer, its garrison must go, away from the battery.
function M.lose(play, area_id, lost_after, occupiable, battery)
  local area = play.state.areas[area_id]
  play:set(area, "points_lost", lost_after)
  if occupiable then return end
  local base = play:unit(battery).base
  play:set(area, "fallen_by", battery)
  play:set(area, "fallen_from", base and { x = base.x, y = base.y } or nil)
end

--- So far apart are the places that are tried, and the directions, off the straight way from the guns; and so far clear
--- of others it ends.
local STEP <const>, TURN <const>, CLEAR <const> = mm(10), deg(15), mm(1)

--- The first place behind a building where there is room for a base, facing the guns and clear of all buildings, within
--- a bound's move, by the straightest way; nil when there is none.
local function place_behind(play, id, base, bearing)
  local move = play:described({ troop = "infantry_line", minutes = play.rules.constant.bound }, play:unit(id),
    "move.allowance")
  local reach = mm(play:ask("move.allowance", move, id).allowance_mm)
  local houses = lists.filter(play.state.order.areas, function(area) return M.is_building(play.state.areas[area]) end)
  local out = tabletop.turned(base, geometry.turn(base.facing, (bearing + deg(180)) % deg(360)))
  for off in tabletop.outward(TURN, deg(90)) do
    local way = play:way_back(id, { bearing = (bearing - off) % deg(360), sets_out = tabletop.skinned(out, -CLEAR) })
    local um = play:first_room(way, STEP, { areas = houses, whole = STEP })
    local there = um and um <= reach and tabletop.slid(out, um, way.angle)
    if there and not play:room(id, there, { near = false }) then return there, um end
  end
end

--- Formed: skirmishers close up into line, whatever else keeps its formation.
local function formed(unit) return unit.drill == "skirmish" and "line" or unit.drill end

local function leave(play, id, unit, area)
  local building = play:name(unit.building)
  play:set(unit, "building", nil)
  play:set(unit, "drill", formed(unit))
  if not tabletop.placed(unit) then
    return play:tell("told_to_leave", { unit = id, building = building, by = area.fallen_by, cite = "R45" })
  end
  local from = area.fallen_from -- not there when the players amended the building's fall
  local bearing = from and geometry.bearing(from, unit.base) or unit.base.facing + deg(180)
  local base = army.reshaped(play, unit, formed(unit))
  local there, um = place_behind(play, id, base, bearing)
  play:set(unit, "base", there or base)
  if not there then return play:tell("trapped", { unit = id, building = building, cite = "R45" }) end
  play:set(unit, "moved", true)
  play:tell("leaves", { unit = id, building = building, distance = um // mm(1), cite = "R45" })
end

--- Step 6: a unit in a building that has fallen leaves it, formed, on the side away from the firer.
function M.leave(play)
  M.settle(play)
  for _, area_id in ipairs(play.state.order.areas) do
    local area = play.state.areas[area_id]
    local id, unit = occupant(play, area_id)
    if id and area.fallen_by then leave(play, id, unit, area) end
  end
end

--- Why a unit may not be placed there: on ground that no unit enters, or in a building that is held.
function M.refuse_place(view, id, base)
  for _, area_id in ipairs(view:under(base)) do
    local area = view.state.areas[area_id]
    if area.terrain == "stream_deep" and view:stands_in(base, area_id) then
      return refuse("at", ("is in %s, a stream that nobody can wade"):format(view:name(area_id)), "6.3 R29")
    end
    local inside_it = M.is_building(area) and geometry.holds(area, { x = base.x, y = base.y }).yes
    local holder = inside_it and inside(view, area)[1]
    if holder and holder ~= id then return refuse_held(view, "at", area_id, holder) end
  end
end

--- Before the first bound: no two units are in one building.
function M.check(play)
  for _, area_id in ipairs(play:told() and {} or play.state.order.areas) do
    local area = play.state.areas[area_id]
    local list = M.is_building(area) and inside(play, area) or {}
    if list[2] then
      local text = "unit %s stands in %s with unit %s: one unit to a building (8.5 R45)"
      error({ arg = list[2], message = text:format(list[2], play:name(area_id), list[1]) }, 0)
    end
  end
end

return M
