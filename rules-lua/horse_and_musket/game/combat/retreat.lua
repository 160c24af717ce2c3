-- 6.8, 6.9, 4.1.5, 4.2.8, C.3b, C.4, R46, R71, R73, R74, R88, R89, R91: the way back, straight away from the enemy.
local army <const>, hits <const>, leaders <const> = use("game/army/units", "game/army/hits", "game/command/leaders")
local retreat_way <const>, rivers <const> = use("game/combat/retreat_way", "game/movement/rivers")
local works <const> = use "game/movement/works"

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
  local out = tabletop.turned(works.beyond(play, area, tabletop.turned(base, BACK)), BACK)
  local _, um = tabletop.toward(base, out)
  return tabletop.slid(out, math.min(um, retreat_way.rate(play, unit, area.terrain == "town")))
end

--- A unit that had given up its formation, in works or against them, takes it up again: clear of what it held and of
--- everybody.
local function formed(play, id, base)
  local unit = play:unit(id)
  if not (unit.inside or unit.closed) then return base end
  local there = army.reshaped(play, unit, unit.drill, base)
  local way = play:way_back(id, { sets_out = there })
  local um = play:first_room(way, 0, { whole = mm(1), areas = { unit.inside } })
  there = um and tabletop.slid(there, um, BACK)
  return there and tabletop.on_table(play, there) and there or base
end

--- A unit stands there from now on.
local function stand(play, id, base)
  play:set_down(id, base)
  play:forget(play:unit(id), { "inside", "closed" })
end

--- It goes into works without a garrison, as one that enters (R91); false when somebody stands where it would.
local function into_works(play, id, area_id)
  local unit, area = play:unit(id), play.state.areas[area_id]
  local base = unit.base and army.garrison_base(play, unit, area, unit.base.facing)
  if base and tabletop.in_the_way(play, id, base) then return false end
  play:tell("into_works", { unit = id, area = play:called(area_id), cite = "R91" })
  if base then stand(play, id, base) end
  play:set(unit, "inside", area_id)
  return true
end

--- Generals whom it comes upon on its way back.
local function passed_generals(play, id, base, um, detour)
  if not detour then return leaders.passed(play, id, base, um, BACK) end
  leaders.passed(play, id, detour.start, math.min(um, detour.at), BACK)
  local on = um - detour.from
  if on > 0 then leaders.passed(play, id, detour.corner, on, BACK) end
end

--- Its place after going back so far.
local function placed(play, way, um)
  local id = way.id
  local there = formed(play, id, tabletop.slid(way.base, um, BACK))
  passed_generals(play, id, way.base, um, way.detour)
  -- Where there is no room anywhere it stays.
  stand(play, id, tabletop.in_the_way(play, id, there) and play:unit(id).base or there)
end

--- One that stood at a river's edge is driven into it (R89), and on through those who are there already, a hit for both
--- (R46); it is lost when an enemy is there, the victor that it turns away from apart (R88).
local function into_river(play, way, river, foe)
  local id, unit = way.id, play:unit(way.id)
  local _, far = tabletop.toward(way.base, rivers.placed(play, way.base, river, BACK))
  for _, one in ipairs(way.met) do
    if one.works or one.kind == "impassable" then far = math.min(far, one.from) end -- nobody is driven into these
  end
  local there = tabletop.slid(way.base, far, BACK)
  local function bodies(thing) return thing.kind == "body" and thing.id ~= foe and thing.kind or nil end
  local beyond = play:way_back(id, { sets_out = there })
  there = tabletop.slid(there, play:first_room(beyond, 0, { whole = mm(1) }) or 0, BACK)
  local _, um = tabletop.toward(way.base, there)
  local passed = play:way_back(id, { sets_out = way.base, um = um, meets = bodies }).met
  for _, one in ipairs(passed) do
    if play:unit(one.id).side ~= unit.side then return hits.remove(play, id, GONE.enemy, GONE_CITE.enemy) end
  end
  play:tell("into_river", { unit = id, cite = "R89" })
  stand(play, id, there)
  for _, one in ipairs(passed) do
    hits.take(play, one.id, 1, "4.2.8 6.9 R46")
    local both = not play.rules.option.blocker_only_hit and tabletop.present(unit)
    if both then hits.take(play, id, 1, "4.2.8 6.9 R46") end
  end
end

local function passed_text(play, met, result)
  local names = {}
  for i, at in ipairs(result.blockers_hit) do names[i] = play:name(met[at].id) end
  return #names > 0 and ", through " .. table.concat(names, " and ") or ""
end

--- What passing through its friends costs it (R46): how many hits, and the result with as many as house rules have it
--- lose.
local function cost_of(play, id, result)
  local n = play.rules.option.blocker_only_hit and 0 or result.friends_passed
  local lost = result.destroyed and n or play:lose(id, n)
  if lost == n then return n, result end
  local other = {}
  for key, value in next, result do other[key] = value end
  for key, value in next, hits.applied(play, id, lost) do other[key] = value end
  other.reason = other.destroyed and "hits" or result.reason
  return lost, other
end

--- What passing through its friends has cost it (R46).
local function tell_hits(play, id, result, n)
  if n == 0 or result.destroyed then return end
  play:tell(result.staggered_now and "staggered" or "hit", { unit = id, say = counted(n, "hit"), cite = "4.2.8 R46" })
end

local M <const> = {}

--- How a retreat goes by the rules in force, and how far that is on the table: no further than what ends it lets it.
local function resolved(play, way, look, foe)
  local asked = {}
  for i, one in ipairs(way.met) do
    asked[i] = { kind = one.kind, from_mm = one.from // mm(1), to_mm = one.to and one.to // mm(1) }
  end
  local result = play:resolve_of("retreat.resolve", way.id, { difficult = way.difficult, obstacles = asked }, foe)
  local um = mm(result.distance_mm)
  if result.destroyed then return result, um end
  -- A house rule may have it go further than it has been looked at.
  if um > way.um and result.friends_passed == 0 then way = look(um) end
  return result, play:comes_to(way, um, { enters = { river = true }, room = "beyond", whole = mm(1) })
end

--- How far it goes, by what it meets: with.way, with.result, with.um, with.by.
local function find_way(play, about, with)
  local id, foe = about.unit, about.foe
  local function look(least)
    return retreat_way.of(play, id, foe, function() return sets_out(play, play:unit(id), about.face or "front") end,
      least)
  end
  local way = look()
  with.way = way
  with.result, with.um, with.by = resolved(play, way, look, foe)
  local round = way.detour and ", round " .. play:called(way.detour.round) or ""
  play:tell(way.base and "goes_back" or "goes_back_told", {
    unit = id, distance = (way.base and with.um or way.um) // mm(1),
    say = passed_text(play, way.met, with.result) .. round, cite = "6.8 6.9 R74",
  })
end

local function pay(play, about, with)
  local passing
  passing, with.result = cost_of(play, about.unit, with.result)
  hits.put(play, about.unit, with.result)
  tell_hits(play, about.unit, with.result, passing)
end

local function goes(play, about, with)
  local id, way, um, by, result = about.unit, with.way, with.um, with.by, with.result
  if result.destroyed then
    hits.remove(play, id, GONE[result.reason], GONE_CITE[result.reason])
  elseif by and by.enters then
    if not into_works(play, id, by.enters) then hits.remove(play, id, GONE.impassable, GONE_CITE.impassable) end
  elseif way.base and um == 0 and by and by.river then
    into_river(play, way, by.river, about.foe)
  elseif way.base then
    placed(play, way, um)
  else
    play:forget(play:unit(id), { "inside" })
  end
end

local function hit_friends(play, _, with)
  for _, at in ipairs(with.result.blockers_hit) do hits.take(play, with.way.met[at].id, 1, "4.2.8 6.9 R46") end
end

local function is_found(_, _, with) return with.result ~= nil end

parts "retreat" {
  cite = "6.8 6.9", doc = "A unit goes back from an enemy: { unit, foe, face }.",
  part "way" { cite = "6.8 R74", doc = "how far, and what it meets", run = find_way },
  part "cost" { cite = "4.2.8 R46", doc = "what passing through friends costs it", run = pay, when = is_found },
  part "goes" { cite = "6.8 6.9", doc = "it goes there, or is lost", run = goes, when = is_found },
  part "friends" { cite = "4.2.8 R46", doc = "friends in its way take hits", run = hit_friends, when = is_found },
}

--- A unit goes back a full move, straight away from the enemy: what it meets, what that costs it and its friends.
---@param foe string? whom it goes back from: it does not meet him
---@param face string? where it was met, if it was charged; else it keeps its facing
function M.go(play, id, foe, face) play:carry_out("retreat", { unit = id, foe = foe, face = face }) end

return M
