-- 4.2.7, SR.3, SR.4, R44, R45: towns, fieldworks, woods, and from their edge rivers, are entered.

local army <const>, motion <const> = use("game/army/units", "game/movement/motion")
local rates <const>, rivers <const> = use("game/movement/rates", "game/movement/rivers")
local stops <const>, terrain <const> = use("game/movement/stops", "game/movement/terrain")

fact "area_distance" {
  ask = "How far is it from {1} to the edge of {2}, in mm?", unit = "mm",
  int "distance" { 0 },
  suggest = 0,
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
      if area.terrain == text or area.own_kind == text then kind = kind or id end
      known[#known + 1] = id
    end
  end
  if kind then return kind end
  return nil, #known > 0 and table.concat(known, ", ") or "there is none"
end

--- 4.2.7.4, SR.4: why such a unit may not go in there now, or nil.
local function refuse_entry(view, unit, area_id)
  local row, holder = view:terrain(area_id), view:holder(area_id)
  local found = view:ask_of("terrain.entry", unit.id, {
    formation = unit.drill, terrain = row.name, occupied = row.held and holder ~= nil,
  })
  if found.legal then return nil end
  local reason, name = found.reasons[1], view:called(area_id)
  local text = ("is %s: %s"):format(name, plain(reason or "may not enter"))
  if reason == "occupied" then
    text = ("is %s, held by %s: one unit at most"):format(name, view:called(holder))
  elseif reason == "deployed_guns" then
    text = ("is %s: deployed guns do not move"):format(name)
  end
  return refuse("area", text, row.cite)
end

--- Why an area is not met straight ahead after a turn, no further than that; nil and the base there when it is. In a
--- told game the players say how far it is, and there is no base.
local function ahead(view, cmd, area_id, most)
  local unit, name, told = view:unit(cmd.unit), view:called(area_id), view:told("area_distance", cmd.unit, area_id)
  local at, base = told and mm(told), nil
  if not told then
    local fault
    base, fault = motion.turned(view, cmd.unit, unit.base, cmd.pivot, "pivot")
    if fault then return fault end
    local far = geometry.gap(base, view.state.areas[area_id]) + base.width + base.depth
    local path = view:path(cmd.unit, { slide = far }, { from = base })
    local edge, stop = tabletop.stop_of(path, "ground", area_id), path.stops[1]
    if not edge then return refuse("area", ("is not met straight ahead: turn toward %s"):format(name), "4.2.1") end
    at = edge.at
    if stop.at < at then
      local text = ("is not reached: %s lies before it, %d mm on"):format(stops.what(view, stop), stop.at // mm(1))
      return refuse("area", text, { cite = "4.2.8", margin = tabletop.short_by(stop.at - at) })
    end
  end
  if at <= most then return nil, base end
  local text = ("is %s, %d mm away, %d mm at most"):format(name, geometry.round_mm(at, "up"), most // mm(1))
  local cite = told and view:terrain(area_id).cite or "4.2.7"
  return refuse("area", text, { cite = cite, margin = tabletop.short_by(most - at) })
end

--- Why a unit may not stand there; nil and where when it may. Nobody else may stand where a garrison would: its town is
--- smaller than its base.
local function in_place(view, id, area_id, base)
  local wrong = view:room(id, base, { enters = area_id })
  if wrong then return stops.no_room(view, "area", wrong) end
  return nil, { base = base }
end

local ENTER <const> = {}

--- 4.2.7.4: a town, from as far away as it moves at difficult going.
function ENTER.town(view, cmd, area_id)
  local unit, area = view:unit(cmd.unit), view.state.areas[area_id]
  local _, most = rates.of(view, unit)
  local fault = refuse_entry(view, unit, area_id)
    or most == 0 and refuse("unit", "has no move left for that going", "4.2.5.2")
  if fault then return fault end
  local base
  fault, base = ahead(view, cmd, area_id, most)
  if fault or not base then return fault, {} end
  return in_place(view, cmd.unit, area_id, army.garrison_base(view, unit, area, base.facing))
end

--- SR.4, R45: fieldworks take a whole turn, and so they are entered from their edge.
function ENTER.fieldworks(view, cmd, area_id)
  local unit, area = view:unit(cmd.unit), view.state.areas[area_id]
  local fault = refuse_entry(view, unit, area_id)
  if fault then return fault end
  local far, um = view:fact("area_distance", cmd.unit, area_id)
  um = um or mm(far)
  if um > tabletop.TOUCHING then
    return refuse("area", ("is %s, %d mm away: they are entered from their edge, for a whole turn"):format(
      view:called(area_id), far), { cite = "SR.4 R45", margin = tabletop.short_by(tabletop.TOUCHING - um) })
  end
  if unit.turned or unit.changed and unit.changed ~= "face" then
    local done = unit.turned and "turned" or "changed its formation"
    return refuse("unit", ("has %s, and it takes a whole turn"):format(done), "SR.4")
  end
  if not unit.base then return nil, {} end
  return in_place(view, cmd.unit, area_id, army.garrison_base(view, unit, area, unit.base.facing))
end

--- R44: from the edge into the river; out of it with the next turn's move.
function ENTER.river(view, cmd, area_id)
  local unit = view:unit(cmd.unit)
  if unit.drill == "deployed" then return refuse("unit", "is deployed: guns move when they are limbered", "4.2.2") end
  if unit.river == "in" then return refuse("unit", "is in a river: it moves out", "R44") end
  local fault, base = ahead(view, cmd, area_id, tabletop.TOUCHING)
  if fault or not base then return fault, {} end
  return in_place(view, cmd.unit, area_id, rivers.placed(view, base, area_id))
end

--- Woods are ground like other: as far in as the move goes, until all of it is inside.
function ENTER.woods(view, cmd, area_id)
  local unit, area = view:unit(cmd.unit), view.state.areas[area_id]
  local fault = refuse_entry(view, unit, area_id)
  if fault or not unit.base then return fault, {} end
  local base
  base, fault = motion.turned(view, cmd.unit, unit.base, cmd.pivot, "pivot")
  if fault then return fault end
  local reach = motion.reach(view, cmd.unit, base)
  local um, rough_at, rough = reach.um, terrain.difficult_at(reach.path)
  if rough == area_id then um = math.min(um, rough_at + base.depth + tabletop.TOUCHING) end
  local there = tabletop.slid(base, um)
  if tabletop.lies_in(there, area) then return nil, { base = there } end
  return refuse("area", ("is not reached in a move of %d mm straight ahead"):format(um // mm(1)), {
    cite = "4.2.7.5", margin = tabletop.short_by(-geometry.gap(there, area)),
  })
end

local function check_enter(view, cmd)
  local fault, unit = motion.refuse_move(view, cmd.unit), view:unit(cmd.unit)
  if fault then return fault end
  local area_id, known = find(view, cmd.area)
  if not area_id then return refuse("area", ("is no town, fieldworks, wood or river here; %s"):format(known)) end
  if unit.inside then
    local where = unit.inside == area_id and "has entered that" or "must leave " .. view:called(unit.inside)
    return refuse("unit", where, "SR.3 SR.4")
  end
  fault = motion.refuse_pivot(view, unit, cmd.pivot)
  if fault then return fault end
  local found
  fault, found = ENTER[view.state.areas[area_id].terrain](view, cmd, area_id)
  if found then found.area = area_id end
  return fault, found
end

--- A house rule has a unit at the edge of a river wait there, or come across at once.
local function over_river(play, cmd, found, across)
  local unit = play:unit(cmd.unit)
  local there = across and found.base and rivers.beyond(play, unit.base, found.area)
  if there and play:room(cmd.unit, there) then across = false end
  play:tell(across and "comes_across" or "stays_at_edge", {
    unit = cmd.unit, area = play:called(found.area), cite = "4.2.7.2",
  })
  play:set(unit, "acted", "enter")
  play:set(unit, "moved", true)
  if across and there then play:set_down(cmd.unit, there) end
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
      or army.garrison_base(play, unit, area, unit.base.facing)
  end
  if river then
    local crossed = rates.record(play, "river.cross", rates.crossing(play, unit, "edge"), cmd.unit)
    if crossed and not crossed.in_river then return over_river(play, cmd, found, crossed.position_after == "across") end
  else
    local args = { formation = unit.drill, terrain = area.own_kind or kind }
    rates.record(play, "terrain.entry", play:question("terrain.entry", cmd.unit, args), cmd.unit)
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
