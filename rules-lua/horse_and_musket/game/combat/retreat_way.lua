-- 6.9, C.3b, C.4, R37, R46, R74, R89, R91: what lies on the way back, measured or told.
--
-- What a retreat meets is { kind, id, from, to } as for `view:way_back`, in whole millimetres; its kinds are those of
-- `retreat.resolve`. A river also has `river`; works have `works`, and `enters` when they are nobody's.
local army <const> = use "game/army/units"
local round <const> = use "game/combat/retreat_round"
local terrain <const> = use "game/movement/terrain"
local troops <const> = use "troops"

--- Straight back.
local BACK <const> = deg(180)
--- So far beyond its move a way back is looked at where friends must be cleared.
local BEYOND <const> = metre(1)

--- A full move to the rear as the rules in force have it: that of a retreat which meets nothing. Where a house rule
--- throws for it, it is looked at as far as the published rules have it go.
local function rate(view, unit, difficult)
  local asked, result = pcall(view.ask, view, "retreat.resolve", { troop = unit.troop, difficult = difficult })
  if asked then return mm(result.distance_mm) end
  return mm(troops.rate(view.rules, unit.troop, troops.formation(view.rules, unit.troop), difficult))
end

local function down(um) return mm(geometry.round_mm(math.max(0, um), "down")) end
local function up(um) return mm(geometry.round_mm(math.max(0, um), "up")) end

--- Units on the way: friends are passed through; the first enemy ends it, were it only touched (R74).
local function add_bodies(view, met, unit, way, foe)
  local enemy
  for _, span in ipairs(way.bodies) do
    if view:unit(span.id).side == unit.side then
      local from = down(span.from)
      met[#met + 1] = { kind = "friend", id = span.id, from = from, to = math.max(from + mm(1), up(span.to)) }
    elseif span.id ~= foe and not (enemy and enemy.from <= up(span.from)) then
      enemy = { kind = "enemy", id = span.id, from = up(span.from) }
    end
  end
  met[#met + 1] = enemy
end

--- Works on the way back, by their holder: those of an enemy are met like him, a friend's stop the retreat at their
--- edge as they stop a move (C.4), and empty ones take the unit in (R91).
local function works_on(view, unit, area)
  local holder = view:holder(area)
  if not holder then return { kind = "river", enters = area } end
  return { kind = view:unit(holder).side ~= unit.side and "enemy" or "river" }
end

--- What is met on a way.
local function met_on(view, unit, way, foe)
  local met = {}
  add_bodies(view, met, unit, way, foe)
  local function add(at, one)
    if not at then return end
    one.from = down(at)
    met[#met + 1] = one
  end
  add(way.impassable_at, { kind = "impassable" })
  add(way.edge_at, { kind = "table_edge" })
  add(way.river_at, { kind = "river", river = way.river })
  if way.works_at then
    local one = works_on(view, unit, way.works)
    one.works = way.works
    add(way.works_at, one)
  end
  return met
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

--- Is any of a way so far difficult, before something stops it?
local function is_difficult(found, um)
  local stop = math.min(um, found.river_at or um, found.impassable_at or um, found.works_at or um)
  return found.difficult_at ~= nil and found.difficult_at < stop
end

--- Its way looked at further, when it may have to go on: until it is clear of a friend that it would end upon (R74).
local function further(view, id, base, found, good)
  local far = found.works and view:holder(found.works)
  for _, span in ipairs(found.bodies) do far = far or span.to >= good end
  return far and terrain.way(view, id, base, good + BEYOND, BACK) or found
end

--- What is met on the way back on the table, were it only touched at its end.
local function measured(view, way, one, foe, least)
  local unit = view:unit(way.id)
  local good = math.max(rate(view, unit, false), least)
  local found = terrain.way(view, way.id, one.base, good + tabletop.TOUCHING, BACK)
  local turned = unit.base.facing ~= one.base.facing and not unit.inside
  way.difficult = is_difficult(found, good) or turned and terrain.stands_rough(view, way.id)
  found = further(view, way.id, one.base, found, good)
  local function most(rough) return math.max(rate(view, unit, rough or way.difficult), least) end
  local met = met_on(view, unit, found, foe)
  local detour = round.find(view, way.id, one.base, found, { good = good, most = most, foe = foe })
  if detour then
    local before = {}
    for _, thing in ipairs(met) do
      if thing.from < detour.at and thing.kind ~= "impassable" then before[#before + 1] = thing end
    end
    met = met_on(view, unit, detour.way, foe)
    for _, thing in ipairs(met) do
      thing.from, thing.to = thing.from + detour.from, thing.to and thing.to + detour.from
    end
    table.move(met, 1, #met, #before + 1, before)
    met, way.detour, way.difficult = before, detour, way.difficult or detour.difficult
    way.base, one.base = detour.base, detour.base
  end
  way.um = most(false)
  return met
end

fact "retreat_meets" {
  ask = "{1} goes straight back {2} mm ({3} where any of it is difficult). What does it meet: difficult going, an "
    .. "enemy, impassable ground, the table_edge, a river off its crossings, works (for foot: a town or fieldworks "
    .. "without a garrison; horse that cannot go round these meets impassable ground)?",
  list "met" { of = enum "one" { "difficult", "enemy", "impassable", "table_edge", "river", "works" }, default = {} },
  suggest = function() return {} end,
  measured = function() return {} end,
}

fact "retreat_into" {
  ask = "Which town or fieldworks without a garrison does {1} go into?",
  text "area" {},
  suggest = function(view)
    for _, id in ipairs(view.state.order.areas) do
      local kind = view.state.areas[id].terrain
      if (kind == "town" or kind == "fieldworks") and not view:holder(id) then return id end
    end
  end,
  check = function(view, id)
    local area = view.state.areas[id]
    if not area or area.terrain ~= "town" and area.terrain ~= "fieldworks" or view:holder(id) then
      return refuse("area", ("must be a town or fieldworks without a garrison, got %s"):format(id))
    end
  end,
  measured = function() return "" end,
}

fact "retreat_through" {
  ask = "Which friends are in the way of {1}, and passed through?",
  units "friends" { "own", default = {} },
  suggest = function() return {} end,
  measured = function() return {} end,
}

local function has_friends(view, id)
  for other, unit in view:units(view:unit(id).side) do
    if other ~= id and army.present(unit) then return true end
  end
  return false
end

--- As the players tell it; nobody has measured where on the way.
local function told(view, way)
  local id, met = way.id, {}
  local unit = view:unit(id)
  for _, friend in ipairs(has_friends(view, id) and view:fact("retreat_through", id) or {}) do
    if friend ~= id then met[#met + 1] = { kind = "friend", id = friend, from = 0, to = mm(1) } end
  end
  local good, slow = rate(view, unit, false) // mm(1), rate(view, unit, true) // mm(1)
  for _, one in ipairs(view:fact("retreat_meets", id, good, slow)) do
    if one == "difficult" then
      way.difficult = true
    elseif one == "works" and unit.arm == "infantry" then
      met[#met + 1] = { kind = "river", from = 0, enters = view:fact("retreat_into", id) }
    else
      met[#met + 1] = { kind = one == "works" and "impassable" or one, from = 0 }
    end
  end
  way.um = rate(view, unit, way.difficult)
  return met
end

--- The way back of a unit: what it meets, and whether any of it is difficult.
---@param view table
---@param id string
---@param foe string? the victor: it does not meet him
---@param sets_out fun(base: table): table
---@param least integer? it goes so far at least, when it meets nothing
---@return limber.WayBack way with `difficult`, and `detour` when it leads round works
local function way_of(view, id, foe, sets_out, least)
  local way = view:way_back(id, {
    sets_out = sets_out,
    ground = function(one, way) return measured(view, way, one, foe, least or 0) end,
    told = function(way) return told(view, way) end,
  })
  stop_clear(view, way)
  return way
end

return { of = way_of, rate = rate }
