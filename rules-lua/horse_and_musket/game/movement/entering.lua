-- 4.2.7, SR.3, SR.4, R44, R45: towns, fieldworks, woods, and from their edge rivers, are entered.

local army <const> = use "game/army/units"
local motion <const> = use "game/movement/motion"
local rates <const> = use "game/movement/rates"
local rivers <const> = use "game/movement/rivers"
local stops <const> = use "game/movement/stops"
local terrain <const> = use "game/movement/terrain"

story {
  enters = "{unit} [enters] {area}.",
  placed_in_river = "{unit} [is] placed in {area}.",
}

fact "area_distance" {
  ask = "How far is it from {1} to the edge of {2}, in mm?", unit = "mm",
  int "distance" { 0 },
  suggest = function() return 0 end,
  measured = function(view, _, id, area_id)
    local um = geometry.distance(view:unit(id).base, view.state.areas[area_id]).distance
    return geometry.round_mm(um, "up"), um
  end,
}

--- The areas of a kind that are meant by an id, a name, or the kind; nil and those there are when none is.
local KINDS <const> = { town = true, fieldworks = true, woods = true, river = true }

local function find(view, text)
  local known, kind = {}, nil
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    if KINDS[area.terrain] then
      if id == text or (area.name or ""):lower() == text:lower() then return id end
      if area.terrain == text then kind = kind or id end
      known[#known + 1] = id
    end
  end
  if kind then return kind end
  return nil, #known > 0 and table.concat(known, ", ") or "there is none"
end

--- 4.2.7.4, SR.4: may such a unit hold it, now?
local function refuse_entry(view, unit, area_id, arg)
  local area, holder = view.state.areas[area_id], view:holder(area_id)
  local found = view:ask("terrain.entry", {
    troop = unit.troop, formation = unit.drill, terrain = area.terrain,
    occupied = (area.terrain == "town" or area.terrain == "fieldworks") and holder ~= nil,
  })
  if found.legal then return nil, found end
  local reason, name = found.reasons[1], view:called(area_id)
  if reason == "occupied" then
    return refuse(arg, ("is %s, held by %s: one unit at most"):format(name, view:called(holder)), {
      cite = area.terrain == "town" and "4.2.7.4" or "SR.4",
    })
  end
  local who = reason == "deployed_guns" and "deployed guns do not move" or reason:gsub("_", " ")
  local cite = area.terrain == "woods" and "4.2.7.5" or area.terrain == "town" and "4.2.7.4" or "SR.4"
  return refuse(arg, ("is %s: %s"):format(name, who), { cite = cite })
end

--- How far it is to an area straight ahead after a turn, and that base; or what comes before it. In a told game the
--- players say how far, and there is no base.
local function ahead(view, cmd, area_id, most)
  local unit, told = view:unit(cmd.unit), view:told("area_distance", cmd.unit, area_id)
  local base, fault, at
  if told then
    at = mm(told)
  else
    base, fault = motion.turned(view, cmd.unit, unit.base, cmd.pivot, "pivot")
    if fault then return nil, fault end
    local far = geometry.gap(base, view.state.areas[area_id]) + base.width + base.depth
    local path = view:path(cmd.unit, { slide = far }, { from = base })
    local edge, stop = tabletop.stop_of(path, "ground", area_id), path.stops[1]
    if not edge then
      local text = ("is not met straight ahead: turn toward %s"):format(view:called(area_id))
      return nil, refuse("area", text, { cite = "4.2.1" })
    end
    if stop.at < edge.at then
      local text = ("is not reached: %s lies before it, %d mm on"):format(stops.what(view, stop), stop.at // mm(1))
      return nil, refuse("area", text, { cite = "4.2.8", margin = army.short_by(stop.at - edge.at) })
    end
    at = edge.at
  end
  if at <= most then return at, base end
  local text = ("is %s, %d mm away, %d mm at most"):format(
    view:called(area_id), geometry.round_mm(at, "up"), most // mm(1))
  local cite = view:terrain(area_id).name == "river" and told and "4.2.7.2 R44" or told and "4.2.7.4" or "4.2.7"
  return nil, refuse("area", text, { cite = cite, margin = army.short_by(most - at) })
end

--- The base of a garrison, which faces as it came, in fieldworks their front.
local function garrison(view, unit, area, facing)
  return army.garrison_base(view.rules, view.state.battle, unit, area, facing)
end

--- Nobody else stands where a garrison would: its town is smaller than its base.
local function in_place(view, id, area_id, base)
  local wrong = view:room(id, base, { enters = area_id })
  if wrong then return nil, stops.no_room(view, "area", wrong) end
  return base
end

local ENTER <const> = {}

--- 4.2.7.4: a town, from as far away as it moves at difficult going.
function ENTER.town(view, cmd, area_id)
  local unit, area = view:unit(cmd.unit), view.state.areas[area_id]
  local fault = refuse_entry(view, unit, area_id, "area")
  if fault then return nil, fault end
  local _, most = rates.of(view, unit)
  if most == 0 then return nil, refuse("unit", "has no move left for that going", { cite = "4.2.5.2" }) end
  local at, base = ahead(view, cmd, area_id, most)
  if not at or not base then return at and {}, base end
  base, fault = in_place(view, cmd.unit, area_id, garrison(view, unit, area, base.facing))
  return not fault and { base = base, difficult = true } or nil, fault
end

--- SR.4, R45: fieldworks take a whole turn, and so they are entered from their edge.
function ENTER.fieldworks(view, cmd, area_id)
  local unit, area = view:unit(cmd.unit), view.state.areas[area_id]
  local fault = refuse_entry(view, unit, area_id, "area")
  if fault then return nil, fault end
  local far, um = view:fact("area_distance", cmd.unit, area_id)
  um = um or mm(far)
  if um > tabletop.TOUCHING then
    return nil, refuse("area", ("is %s, %d mm away: they are entered from their edge, for a whole turn"):format(
      view:called(area_id), far), { cite = "SR.4 R45", margin = army.short_by(tabletop.TOUCHING - um) })
  end
  if unit.turned or unit.changed and unit.changed ~= "face" then
    local done = unit.turned and "turned" or "changed its formation"
    return nil, refuse("unit", ("has %s, and it takes a whole turn"):format(done), { cite = "SR.4" })
  end
  if not unit.base then return {} end
  local base
  base, fault = in_place(view, cmd.unit, area_id, garrison(view, unit, area, unit.base.facing))
  return not fault and { base = base } or nil, fault
end

--- R44: from the edge into the river; out of it with the next turn's move.
function ENTER.river(view, cmd, area_id)
  local unit = view:unit(cmd.unit)
  if unit.drill == "deployed" then
    return nil, refuse("unit", "is deployed: guns move when they are limbered", { cite = "4.2.2" })
  end
  if unit.river == "in" then return nil, refuse("unit", "is in a river: it moves out", { cite = "R44" }) end
  local at, base = ahead(view, cmd, area_id, tabletop.TOUCHING)
  if not at or not base then return at and {}, base end
  local there = rivers.placed(view, base, area_id)
  local wrong = view:room(cmd.unit, there, { enters = area_id })
  if wrong then return nil, stops.no_room(view, "area", wrong) end
  return { base = there }
end

--- Woods are ground like other: as far in as the move goes, until all of it is inside.
function ENTER.woods(view, cmd, area_id)
  local unit = view:unit(cmd.unit)
  local fault = refuse_entry(view, unit, area_id, "area")
  if fault then return nil, fault end
  if not unit.base then return {} end
  local base
  base, fault = motion.turned(view, cmd.unit, unit.base, cmd.pivot, "pivot")
  if fault then return nil, fault end
  local reach = motion.reach(view, cmd.unit, base)
  local area, um = view.state.areas[area_id], reach.um
  local rough_at, rough = terrain.difficult_at(reach.path)
  if rough == area_id then um = math.min(um, rough_at + base.depth + tabletop.TOUCHING) end
  local there = tabletop.slid(base, um)
  if not tabletop.lies_in(there, area) then
    return nil, refuse("area", ("is not reached in a move of %d mm straight ahead"):format(um // mm(1)), {
      cite = "4.2.7.5", margin = army.short_by(-geometry.distance(there, area).distance),
    })
  end
  return { base = there, difficult = true }
end

local function check_enter(view, cmd)
  local fault, unit = motion.refuse_move(view, cmd.unit), view:unit(cmd.unit)
  if fault then return fault end
  local area_id, known = find(view, cmd.area)
  if not area_id then return refuse("area", ("is no town, fieldworks, wood or river here; %s"):format(known)) end
  if unit.inside then
    local where = unit.inside == area_id and "has entered that" or "must leave " .. view:called(unit.inside)
    return refuse("unit", where, { cite = "SR.3 SR.4" })
  end
  fault = motion.refuse_pivot(view, unit, cmd.pivot)
  if fault then return fault end
  local found
  found, fault = ENTER[view.state.areas[area_id].terrain](view, cmd, area_id)
  if found then found.area = area_id end
  return fault, found
end

local function run_enter(play, cmd, found)
  local unit = play:unit(cmd.unit)
  found = found or { area = find(play, cmd.area) }
  local area = play.state.areas[found.area]
  if not area then return end
  local kind = area.terrain
  local river, holds = kind == "river", kind == "town" or kind == "fieldworks"
  if not found.base and unit.base then -- overruled: it is put there all the same
    found.base = river and rivers.placed(play, unit.base, found.area)
      or garrison(play, unit, area, unit.base.facing)
  end
  if river then
    rates.record(play, "river.cross", { troop = unit.troop, formation = unit.drill, position = "edge" }, cmd.unit)
  else
    rates.record(play, "terrain.entry", { troop = unit.troop, formation = unit.drill, terrain = kind }, cmd.unit)
  end
  play:tell(river and "placed_in_river" or "enters", {
    unit = cmd.unit, area = play:called(found.area),
    cite = river and "4.2.7.2" or holds and "SR.3 SR.4" or "4.2.7.5",
  })
  play:set(unit, "acted", "enter")
  play:set(unit, "moved", true)
  if (cmd.pivot or 0) ~= 0 then play:set(unit, "turned", true) end
  if holds then play:set(unit, "inside", found.area) end
  play:set_down(cmd.unit, found.base)
  if river and not unit.base then
    play:set(unit, "river", "in")
    play:set(unit, "river_area", found.area)
  end
end

--- The turn, up to what is free, that brings an area straight before a base.
local function turn_to(view, base, area)
  local most = deg(view.rules.tables.turning "all_others")
  local off = geometry.turn(base.facing, geometry.bearing({ x = base.x, y = base.y }, tabletop.middle_of(area.area)))
  return math.max(-most, math.min(most, off))
end

--- How near a unit must be to enter such ground, where it is offered at all.
local function within(kind, most)
  return kind == "town" and most or (kind == "fieldworks" or kind == "river") and tabletop.TOUCHING
end

--- What is near enough to be entered: towns and fieldworks that nobody holds, and rivers at whose edge it stands.
local enter_proposals <const> = proposals.each(motion.refuse_move, function(view, id, unit, offer)
  local _, most = rates.of(view, unit)
  for _, area_id in ipairs(unit.inside and {} or view.state.order.areas) do
    local area = view.state.areas[area_id]
    local reach = within(area.terrain, most)
    local near = reach and geometry.gap(unit.base, area) <= reach
    for _, pivot in ipairs(near and { 0, not unit.turned and turn_to(view, unit.base, area) or nil } or {}) do
      local cmd = { unit = id, area = area_id, pivot = pivot }
      if not check_enter(view, cmd) then
        cmd.text, cmd.score = view:called(area_id), area.terrain == "river" and 0.4 or 2
        offer(cmd)
        break
      end
    end
  end
end)

command "enter" {
  cite = "4.2.7 SR.3 SR.4 R44", doc = "A unit enters a town, fieldworks, a wood, or from its edge a river.",
  args = {
    unit "unit" { "own" }, text "area" { doc = "which, by its id or name" },
    angle "pivot" { -motion.ABOUT, motion.ABOUT, default = 0, doc = "before it goes, clockwise above 0" },
  },
  check = check_enter, proposals = where_measured(enter_proposals), run = run_enter,
}
