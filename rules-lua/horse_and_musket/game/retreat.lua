-- 6.8, 6.9, 4.1.5, 4.2.8, C.3b, C.4, R46, R71, R73, R74, R88, R89: the way back, straight away from the enemy.
local army <const> = use "game/army"
local ground <const> = use "game/ground"
local hits <const> = use "game/hits"
local leaders <const> = use "game/leaders"
local rivers <const> = use "game/rivers"
local terrain <const> = use "game/terrain"
local works <const> = use "game/works"

story {
  goes_back = "{unit} goes back {distance} mm{say}.",
  goes_back_told = "{unit} goes back its full move of {distance} mm{say}.",
  into_river = "{unit} is driven into the river.",
}

--- Straight back.
local BACK <const> = deg(180)
--- So far beyond its move a way back is looked at where friends must be cleared.
local BEYOND <const> = metre(1)

--- How a unit turns so that the face that was met becomes its front (R88).
local TURN <const> = { front = 0, left_flank = deg(-90), right_flank = deg(90), rear = deg(180) }

local GONE <const> = {
  enemy = "its way back leads into the enemy", impassable = "its way back is barred",
  table_edge = "it is driven off the table", hits = "it breaks up among its friends",
}
local GONE_CITE <const> = { enemy = "6.9", impassable = "C.4", table_edge = "C.4 R74", hits = "4.2.8" }

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

--- Who holds works decides what they are on the way back: the enemy, or ground at whose edge a move ends.
local function works_kind(play, unit, area)
  local holder = ground.holder(play, area)
  return holder and play:unit(holder).side ~= unit.side and "enemy" or "river"
end

--- What lies on the way, by rising distance.
local function obstacles_on(play, unit, way, foe)
  local list = {}
  add_bodies(play, list, unit, way, foe)
  local function add(kind, at, river, held)
    if at then list[#list + 1] = { kind = kind, from_mm = floor_mm(at), river = river, works = held } end
  end
  add("impassable", way.impassable_at)
  add("table_edge", way.edge_at)
  add("river", way.river_at, way.river)
  if way.works_at then add(works_kind(play, unit, way.works), way.works_at, nil, way.works) end
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

--- Where the ground stops it upon a friend, or beyond one in works, it goes no further than there is room (R89): the
--- stop comes forward to there, before the friends whom it does not pass then.
local function stop_short(play, id, base, list, um)
  local last = um // mm(1)
  for i, one in ipairs(list) do
    if one.from_mm >= last and one.kind ~= "enemy" then return end
    if one.kind == "friend" then
      last = math.max(last, one.to_mm)
    elseif one.kind ~= "river" then
      return
    else
      local at = one.from_mm
      for n = 1, i - 1 do at = math.max(at, list[n].to_mm) end
      if has_room(play, id, base, at, one.works) then return end
      at = one.from_mm
      while at > 0 and not has_room(play, id, base, at, one.works) do at = at - 1 end
      local place = 1
      while list[place].from_mm < at do place = place + 1 end
      table.remove(list, i)
      table.insert(list, place, { kind = "river", from_mm = at })
      return
    end
  end
end

--- Is any of a way so far difficult, before something stops it?
local function is_difficult(way, um)
  local stop = math.min(um, way.river_at or um, way.impassable_at or um, way.works_at or um)
  return way.difficult_at ~= nil and way.difficult_at < stop
end

--- The way back on the table: is it difficult, and what is met on it, were it only touched at its end? Whoever ends
--- upon a friend goes on until he is clear of him (R74), so that more may have to be looked at.
local function measured_way(play, id, base, foe)
  local unit = play:unit(id)
  local good = mm(rate(play, unit, false))
  local way = terrain.way(play, id, base, good + tabletop.TOUCHING, BACK)
  local turned = unit.base.facing ~= base.facing and not unit.inside
  local difficult = is_difficult(way, good) or turned and terrain.stands_rough(play, id)
  for _, span in ipairs(way.bodies) do
    if span.to >= good then
      way = terrain.way(play, id, base, good + BEYOND, BACK)
      break
    end
  end
  local list = obstacles_on(play, unit, way, foe)
  local slow = difficult or play.rules.option.retreat_is_retrograde
  stop_short(play, id, base, list, slow and mm(rate(play, unit, true)) or good)
  return difficult, list
end

fact "retreat_meets" {
  ask = "{1} goes straight back {2} mm ({3} where any of it is difficult). What does it meet: difficult going, an "
    .. "enemy, impassable ground, the table_edge, a river off its crossings?",
  list "met" { of = enum "one" { "difficult", "enemy", "impassable", "table_edge", "river" }, default = {} },
  suggest = function() return {} end,
  measured = function() return {} end,
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
    if one == "difficult" then difficult = true else list[#list + 1] = { kind = one, from_mm = 0 } end
  end
  return difficult, list
end

--- Where it sets out from, turned by R88; a garrison no further from the side opposite than a move takes it out of it.
local function sets_out(play, unit, face)
  local base = TURN[face] ~= 0 and tabletop.turned(unit.base, TURN[face]) or unit.base
  local area = unit.inside and play.state.areas[unit.inside]
  if not area then return base end
  local out = tabletop.turned(works.beyond(area, tabletop.turned(base, BACK)), BACK)
  local _, way = tabletop.toward(base, out)
  return tabletop.slid(out, math.min(way, mm(rate(play, unit, area.terrain == "town"))))
end

--- A unit that had given up its formation, in works or against them, takes it up again: clear of what it held and of
--- everybody.
local function formed(play, id, base)
  local unit = play:unit(id)
  local area = unit.inside and play.state.areas[unit.inside]
  if not (area or unit.closed) then return base end
  local there = army.reshaped(play, unit, unit.drill, base)
  while area and terrain.stands_in(there, area) or tabletop.in_the_way(play, id, there) do
    there = tabletop.slid(there, mm(1), BACK)
    if not tabletop.on_table(play, there) then return base end
  end
  return there
end

--- Driven into the river at whose edge it stood (R89), and on through whoever is there already, a hit for both (R46);
--- no place when that is the enemy.
local function into_river(play, id, base, river)
  local unit, there, passed, seen = play:unit(id), rivers.placed(play, base, river, BACK), {}, {}
  local _, um = tabletop.toward(base, there)
  local bodies = terrain.way(play, id, base, um, BACK).bodies
  local i, body = 1
  repeat
    body = bodies[i] and play:unit(bodies[i].id) or tabletop.in_the_way(play, id, there)
    if body and body.side ~= unit.side then return nil end
    if body and not seen[body.id] then passed[#passed + 1], seen[body.id] = body.id, true end
    if body and not bodies[i] then there = tabletop.slid(there, mm(1), BACK) end
    i = i + 1
  until not body
  play:tell("into_river", { unit = id, cite = "R89" })
  return there, passed
end

--- A unit stands there from now on, and whoever is with it.
local function stand(play, id, base)
  local unit = play:unit(id)
  play:set(unit, "base", base)
  if unit.inside then play:set(unit, "inside", nil) end
  if unit.closed then play:set(unit, "closed", nil) end
  leaders.follow(play, id)
  rivers.settle(play, id)
end

--- Its place after going back so far; one that stood at a river's edge is placed in it (R89).
local function place(play, id, base, result, list)
  local unit, first = play:unit(id), list[1]
  local river = result.distance_mm == 0 and first and first.river
  if not river then
    local there = formed(play, id, tabletop.slid(base, mm(result.distance_mm), BACK))
    leaders.passed(play, id, base, mm(result.distance_mm), BACK)
    -- Who cannot get away from the enemy before him has no room to turn either.
    return stand(play, id, tabletop.in_the_way(play, id, there) and unit.base or there)
  end
  local there, passed = into_river(play, id, base, river)
  if not there then return hits.remove(play, id, GONE.enemy, GONE_CITE.enemy) end
  stand(play, id, there)
  for _, friend in ipairs(passed) do
    hits.take(play, friend, 1, "4.2.8 6.9 R46")
    local both = not play.rules.option.blocker_only_hit and army.present(unit)
    if both then hits.take(play, id, 1, "4.2.8 6.9 R46") end
  end
end

local function passed_text(play, list, result)
  local names = {}
  for i, at in ipairs(result.blockers_hit) do names[i] = play:unit(list[at].id).name or list[at].id end
  return #names > 0 and ", through " .. table.concat(names, " and ") or ""
end

--- What passing through its friends has cost it (R46).
local function tell_hits(play, id, result)
  local n = play.rules.option.blocker_only_hit and 0 or result.friends_passed
  if n == 0 or result.destroyed then return end
  play:tell(result.staggered_now and "staggered" or "hit", { unit = id, say = hits.count(n), cite = "4.2.8 R46" })
end

local M <const> = {}

--- A unit goes back a full move, straight away from the enemy: what it meets, what that costs it and its friends.
---@param play table
---@param id string
---@param foe string? whom it goes back from: it does not meet him
---@param face string? where it was met, if it was charged; else it keeps its facing
---@return table result of retreat.resolve
function M.go(play, id, foe, face)
  local unit = play:unit(id)
  local base = army.on_map(unit) and sets_out(play, unit, face or "front") or nil
  local difficult, list
  if base then difficult, list = measured_way(play, id, base, foe) else difficult, list = told_way(play, id) end
  local asked = {}
  for i, one in ipairs(list) do asked[i] = { kind = one.kind, from_mm = one.from_mm, to_mm = one.to_mm } end
  local result = play:resolve("retreat.resolve", {
    troop = unit.troop, difficult = difficult, hits = unit.hits, staggered = unit.staggered, obstacles = asked,
  }, id)
  play:tell(base and "goes_back" or "goes_back_told", {
    unit = id, distance = base and result.distance_mm or result.move_mm, say = passed_text(play, list, result),
    cite = "6.8 6.9 R74",
  })
  hits.put(play, id, result)
  tell_hits(play, id, result)
  if result.destroyed then
    hits.remove(play, id, GONE[result.reason], GONE_CITE[result.reason])
  elseif base then
    place(play, id, base, result, list)
  elseif unit.inside then
    play:set(unit, "inside", nil)
  end
  for _, at in ipairs(result.blockers_hit) do hits.take(play, list[at].id, 1, "4.2.8 6.9 R46") end
  return result
end

return M
