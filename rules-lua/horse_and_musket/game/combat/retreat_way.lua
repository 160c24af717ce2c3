-- 6.9, C.3b, C.4, R37, R46, R74, R89, R91: what lies on the way back, measured or told.
--
-- What a retreat meets is { kind, id, from, to } as for `view:way_back`, in whole millimetres; its kinds are those of
-- `retreat.resolve`. A river also has `river`; works have `works`, and `enters` when they are nobody's.
local foregone <const>, round <const> = use("game/foregone", "game/combat/retreat_round")
local terrain <const>, troops <const> = use("game/movement/terrain", "troops")

--- So far beyond its move a way back is looked at where friends must be cleared.
local BEYOND <const> = metre(1)

--- A full move to the rear as the rules in force have it: that of a retreat which meets nothing. Where a house rule
--- throws for it, it is looked at as far as the published rules have it go.
local function rate(view, unit, difficult)
  local args = view:described({ troop = unit.troop, difficult = difficult }, unit, "retreat.resolve")
  local result = foregone.of(view, "retreat.resolve", args, unit.id)
  if result then return mm(result.distance_mm) end
  return mm(troops.rate(view.rules, unit.troop, troops.formation(view.rules, unit.troop), difficult))
end

local function down(um) return mm(geometry.round_mm(math.max(0, um), "down")) end
local function up(um) return mm(geometry.round_mm(math.max(0, um), "up")) end

--- What a unit meets on its way back. Friends are passed through; the first enemy ends it, were he only touched (R74).
--- Works go by their holder: those of an enemy are met like him, a friend's stop the retreat at their edge as they stop
--- a move (C.4), and empty ones take the unit in (R91).
local function meets(view, id, foe)
  local side, enemy = view:unit(id).side, nil
  return function(thing, way)
    local from = thing.from
    thing.from, thing.far = down(from), from >= way.um + tabletop.TOUCHING
    if thing.kind == "edge" then return "table_edge" end
    if thing.bars then return "impassable" end
    if thing.kind == "ground" and not view:terrain(thing.id).held then
      thing.river = thing.id
      return "river"
    elseif thing.kind == "ground" then
      local holder = view:holder(thing.id)
      thing.works, thing.enters = thing.id, not holder and thing.id or nil
      return holder and view:unit(holder).side ~= side and "enemy" or "river"
    elseif view:unit(thing.id).side == side then
      thing.to = math.max(thing.from + mm(1), up(thing.to))
      return "friend"
    elseif thing.id ~= foe and not enemy then
      enemy, thing.from, thing.to = thing.id, up(from), nil
      return "enemy"
    end
  end
end

--- Works of a friend at its back would hold it where the victor is (R91): their garrison is passed like any friend in
--- the way (6.9, R46), and it goes on to where there is room beyond them.
local function pass_garrison(view, way, stop, out_of)
  local holder, met = view:holder(stop.works), {}
  for _, one in ipairs(way.met) do
    if one == stop then
      one = { kind = "friend", id = holder, from = 0, to = view:first_room(way, mm(1), out_of) or way.um + BEYOND }
      met[#met + 1] = one
    elseif one.id ~= holder then
      met[#met + 1] = one
    end
  end
  way.met = met
  way.difficult = way.difficult or view.state.areas[stop.works].terrain == "town"
end

--- Where the ground stops it upon friends, it goes on until it is clear of them all (R74, R89). Where there is no room
--- for that at all, the stop comes forward to where there is.
local function stop_clear(view, way)
  local last, cleared = way.um, 0
  for _, one in ipairs(way.met) do
    if one.from >= last and one.kind ~= "enemy" then return end
    if one.kind == "friend" then
      last, cleared = math.max(last, one.to), math.max(cleared, one.to)
    else
      if one.kind ~= "river" or one.enters then return end
      local out_of = { whole = mm(1), areas = one.works and { one.works } }
      if view:stop_clear(way, one, cleared, out_of) == 0 and one.works then pass_garrison(view, way, one, out_of) end
      return
    end
  end
end

--- Is any of a path so far difficult, before ground stops it?
local function is_difficult(path, um)
  local at = terrain.difficult_at(path)
  for _, stop in ipairs(path.stops) do
    if stop.kind == "ground" then um = math.min(um, stop.at) end
  end
  return at ~= nil and at < um
end

--- What it meets beyond its move matters only when it may have to go on: until it is clear of a friend that it would
--- end upon (R74), or of works that a friend holds.
local function cut_short(view, way)
  if view.rules.wrapped "retreat.resolve" then return end -- a house rule may have it go on
  local near = {}
  for _, one in ipairs(way.met) do
    local upon = one.to and one.from < way.um and one.to >= way.um
    if not one.far and (upon or one.works and view:holder(one.works)) then return end
    if not one.far then near[#near + 1] = one end
  end
  way.met = near
end

--- Horse goes round what stops it where there is room within the move: what it meets before, and from there on.
local function go_round(way, detour)
  local met = {}
  for _, one in ipairs(way.met) do
    if one.from < detour.at and one.kind ~= "impassable" then met[#met + 1] = one end
  end
  for _, one in ipairs(detour.on.met) do
    one.from, one.to = one.from + detour.from, one.to and one.to + detour.from
    met[#met + 1] = one
  end
  way.met, way.detour, way.difficult = met, detour, way.difficult or detour.difficult
  way.base, way.party[1].base = detour.base, detour.base
end

--- The way back on the table, which has been looked at for a move over good going, and further.
local function measured(view, way, foe, look, least)
  local unit = view:unit(way.id)
  local turned = unit.base.facing ~= way.base.facing and not unit.inside
  way.difficult = is_difficult(way.path, way.um) or turned and terrain.stands_rough(view, way.id)
  cut_short(view, way)
  local function most(rough) return math.max(rate(view, unit, rough or way.difficult), least) end
  local detour = round.find(view, way, { most = most, foe = foe, look = look })
  if detour then go_round(way, detour) end
  way.um = most(false)
  stop_clear(view, way)
end

fact "retreat_meets" {
  ask = "{1} goes straight back {2} mm ({3} where any of it is difficult). What does it meet: difficult going, an "
    .. "enemy, impassable ground, the table_edge, a river off its crossings, works (for foot: a town or fieldworks "
    .. "without a garrison; horse that cannot go round these meets impassable ground)?",
  list "met" { of = enum "one" { "difficult", "enemy", "impassable", "table_edge", "river", "works" }, default = {} },
}

--- Is that a town or fieldworks that nobody holds?
local function is_empty_works(view, id)
  return view.state.areas[id] and view:terrain(id).held and not view:holder(id)
end

fact "retreat_into" {
  ask = "Which town or fieldworks without a garrison does {1} go into?",
  text "area" {},
  suggest = function(view)
    for _, id in ipairs(view.state.order.areas) do
      if is_empty_works(view, id) then return id end
    end
  end,
  check = function(view, id)
    if is_empty_works(view, id) then return nil end
    return refuse("area", ("must be a town or fieldworks without a garrison, got %s"):format(id))
  end,
}

fact "retreat_through" {
  ask = "Which friends are in the way of {1}, and passed through?",
  units "friends" { "own", default = {} },
}

--- As the players tell it; nobody has measured where on the way.
local function told(view, way)
  local id, met = way.id, {}
  local unit = view:unit(id)
  local friends = view:some_unit(unit.side, function(_, other) return other ~= id end)
  for _, friend in ipairs(friends and view:told("retreat_through", id) or {}) do
    if friend ~= id then met[#met + 1] = { kind = "friend", id = friend, from = 0, to = mm(1) } end
  end
  local good, slow = rate(view, unit, false) // mm(1), rate(view, unit, true) // mm(1)
  for _, one in ipairs(view:told("retreat_meets", id, good, slow)) do
    if one == "difficult" then
      way.difficult = true
    elseif one == "works" and unit.arm == "infantry" then
      met[#met + 1] = { kind = "river", from = 0, enters = view:told("retreat_into", id) }
    else
      met[#met + 1] = { kind = one == "works" and "impassable" or one, from = 0 }
    end
  end
  way.um = rate(view, unit, way.difficult)
  return met
end

--- The way back of a unit: what it meets, and whether any of it is difficult.
---@param foe string? the victor: it does not meet him
---@param sets_out fun(base: table): table
---@param least integer? it goes so far at least, when it meets nothing
---@return limber.WayBack way with `difficult`, and `detour` when it leads round works
local function way_of(view, id, foe, sets_out, least)
  local function look(from, um)
    return view:way_back(id, {
      sets_out = from, um = um, beyond = BEYOND, meets = meets(view, id, foe),
      told = function(way) return told(view, way) end,
    })
  end
  local way = look(sets_out, math.max(rate(view, view:unit(id), false), least or 0))
  if way.path then measured(view, way, foe, look, least or 0) end
  return way
end

return { of = way_of, rate = rate }
