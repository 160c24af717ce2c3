-- 6.8, 6.9, 4.1.5, 4.2.8, C.3b, C.4, R46, R71, R73, R74, R88, R89, R91: the way back, straight away from the enemy.
local army <const> = use "game/army/units"
local hits <const> = use "game/army/hits"
local leaders <const> = use "game/command/leaders"
local retreat_way <const> = use "game/combat/retreat_way"
local rivers <const> = use "game/movement/rivers"
local stops <const> = use "game/movement/stops"
local terrain <const> = use "game/movement/terrain"
local works <const> = use "game/movement/works"

story {
  goes_back = "{unit} [goes] back {distance} mm{say}.",
  goes_back_told = "{unit} [goes] back [its] full move of {distance} mm{say}.",
  into_river = "{unit} [is] driven into the river.",
  into_works = "{unit} [goes] into {area}.",
}

--- Straight back.
local BACK <const> = deg(180)

--- How a unit turns so that the face that was met becomes its front (R88).
local TURN <const> = { front = 0, left_flank = deg(-90), right_flank = deg(90), rear = deg(180) }

local GONE <const> = {
  enemy = "its way back leads into the enemy", impassable = "its way back is barred",
  table_edge = "it is driven off the table", hits = "it breaks up among its friends",
}
local GONE_CITE <const> = { enemy = "6.9", impassable = "C.4", table_edge = "C.4 R74", hits = "4.2.8" }

--- Where it sets out from, turned by R88; a garrison no further from the side opposite than a move takes it out of it.
local function sets_out(play, unit, face)
  local base = TURN[face] ~= 0 and tabletop.turned(unit.base, TURN[face]) or unit.base
  local area = unit.inside and play.state.areas[unit.inside]
  if not area then return base end
  local out = tabletop.turned(works.beyond(area, tabletop.turned(base, BACK)), BACK)
  local _, way = tabletop.toward(base, out)
  return tabletop.slid(out, math.min(way, mm(retreat_way.rate(play, unit, area.terrain == "town"))))
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

--- It goes into works without a garrison, as one that enters (R91); false when somebody stands where it would.
local function into_works(play, id, area_id)
  local unit, area = play:unit(id), play.state.areas[area_id]
  local base = unit.base and army.garrison_base(play.rules, play.state.battle, unit, area, unit.base.facing)
  if base and tabletop.in_the_way(play, id, base) then return false end
  play:tell("into_works", { unit = id, area = stops.name(play, area_id), cite = "R91" })
  if base then stand(play, id, base) end
  play:set(unit, "inside", area_id)
  return true
end

--- Generals whom it comes upon on its way back.
local function passed_generals(play, id, base, distance, detour)
  if not detour then return leaders.passed(play, id, base, distance, BACK) end
  leaders.passed(play, id, detour.start, math.min(distance, mm(detour.at_mm)), BACK)
  local on = distance - mm(detour.from_mm)
  if on > 0 then leaders.passed(play, id, detour.corner, on, BACK) end
end

--- Its place after going back so far; one that stood at a river's edge is placed in it (R89).
---@param way { base: table, list: table[], detour: table? }
local function place(play, id, way, result)
  local unit, base, first = play:unit(id), way.base, way.list[1]
  local river = result.distance_mm == 0 and first and first.river
  if not river then
    local there = formed(play, id, tabletop.slid(base, mm(result.distance_mm), BACK))
    passed_generals(play, id, base, mm(result.distance_mm), way.detour)
    -- Where there is no room anywhere it stays.
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
  local difficult, list, detour
  if base then
    difficult, list, base, detour = retreat_way.measured(play, id, base, foe)
  else
    difficult, list = retreat_way.told(play, id)
  end
  local asked = {}
  for i, one in ipairs(list) do asked[i] = { kind = one.kind, from_mm = one.from_mm, to_mm = one.to_mm } end
  local result = play:resolve("retreat.resolve", {
    troop = unit.troop, difficult = difficult, hits = unit.hits, staggered = unit.staggered, obstacles = asked,
  }, id)
  local round = detour and ", round " .. stops.name(play, detour.round) or ""
  play:tell(base and "goes_back" or "goes_back_told", {
    unit = id, distance = base and result.distance_mm or result.move_mm, say = passed_text(play, list, result) .. round,
    cite = "6.8 6.9 R74",
  })
  hits.put(play, id, result)
  tell_hits(play, id, result)
  local enters = retreat_way.enters(list, result)
  if result.destroyed then
    hits.remove(play, id, GONE[result.reason], GONE_CITE[result.reason])
  elseif enters then
    if not into_works(play, id, enters) then hits.remove(play, id, GONE.impassable, GONE_CITE.impassable) end
  elseif base then
    place(play, id, { base = base, list = list, detour = detour }, result)
  elseif unit.inside then
    play:set(unit, "inside", nil)
  end
  for _, at in ipairs(result.blockers_hit) do hits.take(play, list[at].id, 1, "4.2.8 6.9 R46") end
  return result
end

return M
