-- 6.9, C.3b, C.4, R37, R46, R74, R89, R91: what lies on the way back, measured or told.
local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local round <const> = use "game/combat/retreat_round"
local terrain <const> = use "game/movement/terrain"

--- Straight back.
local BACK <const> = deg(180)
--- So far beyond its move a way back is looked at where friends must be cleared.
local BEYOND <const> = metre(1)

local function rate(play, unit, difficult)
  return play:ask("charge.reach", { troop = unit.troop, difficult = difficult, distance_mm = 0 }).move_mm
end

local function floor_mm(um) return geometry.round_mm(math.max(0, um), "down") end
local function ceil_mm(um) return geometry.round_mm(math.max(0, um), "up") end

--- Units on the way: friends are passed through; the first enemy ends it, were it only touched (R74).
local function add_bodies(play, list, unit, way, foe)
  local enemy_at
  for _, span in ipairs(way.bodies) do
    local other = play:unit(span.id)
    if other.side == unit.side then
      local from = floor_mm(span.from)
      list[#list + 1] = { kind = "friend", id = span.id, from_mm = from, to_mm = math.max(from + 1, ceil_mm(span.to)) }
    elseif span.id ~= foe then
      enemy_at = math.min(enemy_at or span.from, span.from)
    end
  end
  if enemy_at then list[#list + 1] = { kind = "enemy", from_mm = ceil_mm(enemy_at) } end
end

--- Works on the way back, by their holder: those of an enemy are met like him, a friend's stop the retreat at their
--- edge as they stop a move (C.4), and empty ones take the unit in (R91).
local function works_on(play, unit, area)
  local holder = ground.holder(play, area)
  if not holder then return "river", area end
  return play:unit(holder).side ~= unit.side and "enemy" or "river"
end

--- What lies on the way, by rising distance.
local function obstacles_on(play, unit, way, foe)
  local list = {}
  add_bodies(play, list, unit, way, foe)
  local function add(kind, at, more)
    if not at then return end
    local one = more or {}
    one.kind, one.from_mm = kind, floor_mm(at)
    list[#list + 1] = one
  end
  add("impassable", way.impassable_at)
  add("table_edge", way.edge_at)
  add("river", way.river_at, { river = way.river })
  if way.works_at then
    local kind, enters = works_on(play, unit, way.works)
    add(kind, way.works_at, { works = way.works, enters = enters })
  end
  for i, one in ipairs(list) do one.nth = i end
  table.sort(list, function(one, other)
    if one.from_mm ~= other.from_mm then return one.from_mm < other.from_mm end
    return one.nth < other.nth
  end)
  return list
end

--- Is there room for a unit so far back?
local function has_room(play, id, base, at, held)
  local there = tabletop.slid(base, mm(at), BACK)
  return not (tabletop.in_the_way(play, id, there) or held and terrain.stands_in(there, play.state.areas[held]))
end

--- Puts a stop of the ground elsewhere in the list.
local function moved(list, i, place, at)
  local stop = table.remove(list, i)
  table.insert(list, place, { kind = "river", from_mm = at, works = stop.works })
end

--- The friends from a place in a list on that lie upon each other: how far on all of them are cleared, and the last.
local function clear_of(list, place, at)
  while list[place + 1] and list[place + 1].kind == "friend" and list[place + 1].from_mm < at do
    place = place + 1
    at = math.max(at, list[place].to_mm)
  end
  return at, place
end

--- Beyond works that a friend holds, whom it passes with those before them: where there is room again; nil when a
--- retreat never gets there.
local function beyond_works(play, id, base, list, at, place, held)
  local last = at + BEYOND // mm(1)
  while at < last do
    at, place = clear_of(list, place, at)
    if has_room(play, id, base, at, held) then
      list[place].to_mm = at
      return place
    end
    at = at + 1
  end
end

--- Works of a friend at its back would hold it where the victor is (R91): their garrison is passed like any friend in
--- the way (6.9, R46), and it goes on to where there is room beyond them.
local function pass_garrison(play, id, base, list, i)
  local held, out = list[i].works, 1
  local area, holder = play.state.areas[held], ground.holder(play, held)
  while terrain.stands_in(tabletop.slid(base, mm(out), BACK), area) do out = out + 1 end
  for n = #list, 1, -1 do
    if list[n].id == holder then table.remove(list, n) end
  end
  list[i] = { kind = "friend", id = holder, from_mm = 0, to_mm = out }
  beyond_works(play, id, base, list, out, i, held)
  return held
end

--- Where the ground stops it upon friends, it goes on until it is clear of them all (R74, R89). Where there is no room
--- for that at all, the stop comes forward to where there is.
---@return string? passed the works whose garrison it passes through
local function stop_clear(play, id, base, list, um)
  local last = um // mm(1)
  for i, one in ipairs(list) do
    if one.from_mm >= last and one.kind ~= "enemy" then return end
    if one.kind == "friend" then
      last = math.max(last, one.to_mm)
    elseif one.kind ~= "river" or one.enters then
      return
    else
      local at, place = one.from_mm, i
      for n = 1, i - 1 do at = math.max(at, list[n].to_mm) end
      at, place = clear_of(list, place, at)
      if has_room(play, id, base, at, one.works) then
        if at == 0 and one.works then return pass_garrison(play, id, base, list, i) end
        return place > i and moved(list, i, place, math.max(one.from_mm, list[place].from_mm))
      end
      local passed = place > i and beyond_works(play, id, base, list, at, place, one.works)
      if passed then return moved(list, i, passed, list[passed].from_mm) end
      at = one.from_mm
      while at > 0 and not has_room(play, id, base, at, one.works) do at = at - 1 end
      if at == 0 and one.works then return pass_garrison(play, id, base, list, i) end
      place = 1
      while list[place].from_mm < at do place = place + 1 end
      return moved(list, i, place, at)
    end
  end
end

--- Is any of a way so far difficult, before something stops it?
local function is_difficult(way, um)
  local stop = math.min(um, way.river_at or um, way.impassable_at or um, way.works_at or um)
  return way.difficult_at ~= nil and way.difficult_at < stop
end

--- The way back on the table: is it difficult, and what is met on it, were it only touched at its end? A unit that ends
--- upon a friend goes on until it is clear of it (R74), so that more may have to be looked at.
---@return boolean difficult
---@return table[] obstacles
---@return table base from which all that is straight back
---@return horse_and_musket.Detour? detour
local function measured_way(play, id, base, foe)
  local unit = play:unit(id)
  local good = mm(rate(play, unit, false))
  local way = terrain.way(play, id, base, good + tabletop.TOUCHING, BACK)
  local turned = unit.base.facing ~= base.facing and not unit.inside
  local difficult = is_difficult(way, good) or turned and terrain.stands_rough(play, id)
  local far = way.works and ground.holder(play, way.works)
  for _, span in ipairs(way.bodies) do far = far or span.to >= good end
  if far then way = terrain.way(play, id, base, good + BEYOND, BACK) end
  local slow = play.rules.option.retreat_is_retrograde
  local list, detour = obstacles_on(play, unit, way, foe), nil
  if round.blocked(play, way, good) then
    local function most(rough) return mm(rate(play, unit, rough or difficult or slow)) end
    detour = round.find(play, id, base, way, most, foe)
  end
  if detour then
    difficult = difficult or detour.difficult
    local before = {}
    for _, one in ipairs(list) do
      if one.from_mm < detour.at_mm and one.kind ~= "impassable" then before[#before + 1] = one end
    end
    list, base = before, detour.base
    for _, one in ipairs(obstacles_on(play, unit, detour.way, foe)) do
      one.from_mm, one.to_mm = one.from_mm + detour.from_mm, one.to_mm and one.to_mm + detour.from_mm
      list[#list + 1] = one
    end
  end
  local passed = stop_clear(play, id, base, list, mm(rate(play, unit, difficult or slow)))
  return difficult or passed and play.state.areas[passed].terrain == "town" or false, list, base, detour
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
      if (kind == "town" or kind == "fieldworks") and not ground.holder(view, id) then return id end
    end
  end,
  check = function(view, id)
    local area = view.state.areas[id]
    if not area or area.terrain ~= "town" and area.terrain ~= "fieldworks" or ground.holder(view, id) then
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

local function has_friends(play, id)
  for other, unit in play:units(play:unit(id).side) do
    if other ~= id and army.present(unit) then return true end
  end
  return false
end

--- As the players tell it; nobody has measured where on the way.
local function told_way(play, id)
  local unit, difficult, list = play:unit(id), false, {}
  for _, friend in ipairs(has_friends(play, id) and play:fact("retreat_through", id) or {}) do
    if friend ~= id then list[#list + 1] = { kind = "friend", id = friend, from_mm = 0, to_mm = 1 } end
  end
  local slow = play.rules.option.retreat_is_retrograde
  for _, one in ipairs(play:fact("retreat_meets", id, rate(play, unit, slow), rate(play, unit, true))) do
    if one == "difficult" then
      difficult = true
    elseif one == "works" and unit.arm == "infantry" then
      list[#list + 1] = { kind = "river", from_mm = 0, enters = play:fact("retreat_into", id) }
    else
      list[#list + 1] = { kind = one == "works" and "impassable" or one, from_mm = 0 }
    end
  end
  return difficult, list
end

--- The works that a retreat ends in, when it comes to them at all.
local function enters(list, result)
  local stop = result.move_mm
  for _, one in ipairs(result.destroyed and {} or list) do
    if one.from_mm >= stop then return nil end
    if one.kind ~= "friend" then return one.enters end
    stop = math.max(stop, one.to_mm)
  end
end

return { measured = measured_way, told = told_way, rate = rate, enters = enters }
