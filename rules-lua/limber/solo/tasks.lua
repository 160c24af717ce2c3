--- The tasks that a solo commander gives his formations: who makes the main effort, pins, goes round a flank, guards or
--- stays in reserve. Of these limber.solo.reviews makes a plan, and changes it.
--
-- A ruleset says in its policy what a plan is reckoned by:
--   measures = {
--     strength = function(mind, unit) → number,    how much a unit counts for in its side's strength, 0 for none
--     rides = function(unit) → boolean,            who rides
--     fights = function(unit) → boolean,           who can take ground: neither guns nor baggage
--     reserve = function(formation) → boolean?     which formations its rules set aside as a reserve
--     cover = function(mind, area) → number?       how many times as strong ground makes who defends it
--     on_foot = function(mind, area) → boolean?    ground that nobody takes who rides
--     attacks = function(mind, id) → boolean?      may a formation, or a unit in none, be sent to attack while others
--                                                  may? (mind:stance_with tells what its stance would be)
--     swing = function(mind) → number              a lead of no more points is none: one loss turns it; 0 when left out
--     turns = function(mind, units, um) → number?  the turns that the slowest of those who move needs for such a way
--     mission = function(mind) → list?             what its own words say that a side is there for, as a node has it
--   }
-- and these weights: plan_near (enemies so near a target defend it), plan_enough (so much of their strength goes
-- there), plan_most (no more of a side than that), plan_round (so many bodies on foot go round a flank),
-- plan_reserve_most (no body that is more of its side stays in reserve); with `turns`, plan_reserve_spare (a reserve
-- sets off at the latest when it has so many turns to spare).
--
-- A task is { of, task, at, since, why, because, strength, beaten, took }: `of` the formation ("of ID" for a unit in
-- none), `at` what it is about (an area, a body of the enemy, an edge), `why` what it is to do, `because` what has
-- happened that it is, `since` the turn, `strength` how strong it was then; `beaten` of one that is sent no more,
-- `took` of one that guards ground which it has taken.
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"
local missions <const> = require "limber.solo.missions"

local M <const> = {}

M.ATTACKS = { main_effort = true, flank = true }

--- Strengths are kept as whole numbers: in hundredths.
local HUNDRED <const> = 100

--- Farther than anything on a table.
local FAR <const> = 1 << 40

--- The bodies of a side on the table, in the listed order, as far as a plan needs them.
---@return { id: string, units: string[], strength: integer, rides: boolean, guns: boolean, middle: table? }[]
function M.bodies(mind, side)
  local list, by_id, measures = {}, {}, mind.measures
  for _, id in ipairs(mind:there(side)) do
    local unit = mind.view:unit(id)
    local key = unit.formation or "of " .. id
    local body = by_id[key]
    if not body then
      body = { id = key, units = {}, strength = 0, riding = 0, fighting = 0 }
      by_id[key], list[#list + 1] = body, body
    end
    local strength = math.floor(measures.strength(mind, unit) * HUNDRED)
    body.units[#body.units + 1], body.strength = id, body.strength + strength
    if measures.fights(unit) then body.fighting = body.fighting + strength end
    if measures.rides(unit) then body.riding = body.riding + strength end
  end
  for _, body in ipairs(list) do
    body.rides, body.guns = 2 * body.riding > body.strength, body.fighting == 0
    body.middle = not mind.view:told() and mind:middle(body.units) or nil
    by_id[body.id] = body
  end
  list.by_id = by_id
  return list
end

--- How far a body is from a target; 0 where places are not known.
function M.away(body, target)
  if not (body.middle and (target.shape or target.middle)) then return 0 end
  if target.shape then return geometry.distance(body.middle, target.shape).distance end
  return geometry.gap(body.middle, target.middle)
end

local function strength_of(bodies)
  local sum = 0
  for _, body in ipairs(bodies) do sum = sum + body.strength end
  return sum
end

--- What is in an enemy's way at a target: the strength of those who stand near it.
local function defended(mind, enemies, target)
  if target.body and not target.body.middle then return target.body.strength end
  local sum = 0
  for _, enemy in ipairs(enemies) do
    if enemy == target.body or enemy.middle and M.away(enemy, target) <= mind.weight.plan_near then
      sum = sum + enemy.strength
    end
  end
  local cover = target.ground and mind.measures.cover
  return cover and sum * cover(mind, target.at) or sum
end

--- The middle of an edge of the table.
local function middle_of(ground, edge)
  return {
    x = edge == "east" and ground.width or edge == "west" and 0 or ground.width // 2,
    y = edge == "north" and ground.depth or edge == "south" and 0 or ground.depth // 2,
  }
end

local function area_target(mind, id)
  local area = mind.state.areas[id]
  local points = area.objective
  return {
    at = id, name = mind:name(id), value = math.type(points) == "integer" and points or 1,
    shape = area.area and { area = area.area }, ground = true,
  }
end

--- What a side may go for now: ground it is to have and has not, or else what it is to destroy, or the way out. Ground
--- that it is to hold is left to who guards it until an enemy stands there.
---@return table[] targets { at, name, value, shape | middle, body }
function M.targets(mind, mission, enemies)
  local list, other = {}, mind.view:other(mind.side)
  for _, ids in ipairs { mission.take, mission.hold } do
    for _, id in ipairs(ids) do
      local lost = not missions.holds(mind, mind.side, id)
      local enemy_is_in = lost and (missions.holds(mind, other, id) or missions.contested(mind, id))
      if lost and (ids == mission.take or enemy_is_in) then
        list[#list + 1] = area_target(mind, id)
      end
    end
  end
  if mission.edge and mind.state.ground and mind.state.ground.width then
    list[#list + 1] = { at = mission.edge, name = "the " .. mission.edge .. " edge", value = 1,
      middle = middle_of(mind.state.ground, mission.edge) }
  end
  local wanted = {}
  for _, id in ipairs(mission.pieces or {}) do
    local unit = mind.state.units[id]
    wanted[unit and (unit.formation or "of " .. id) or id] = true
  end
  for _, body in ipairs((mission.kind == "destroy" or mission.pieces) and enemies or {}) do
    if (not next(wanted) or wanted[body.id]) and body.strength > 0 then
      list[#list + 1] = { at = body.id, name = mind:name((body.id:gsub("^of ", ""))), value = body.strength,
        middle = body.middle, body = body }
    end
  end
  return list
end

local function attacks(mind, body) return mind:may_attack(body.units[1]) end

--- May a body have a task? Guns may not; a body that may not attack is not sent to attack.
function M.may_have(mind, body, task)
  return not body.guns and (not M.ATTACKS[task] or attacks(mind, body))
end

--- Can a body go for a target: not guns; at a body that rides only another that does, since foot never comes up with
--- it; and at some ground only foot.
local function can_go(mind, body, target)
  if body.guns then return false end
  if not body.rides then return not (target.body and target.body.rides) end
  local on_foot = target.ground and mind.measures.on_foot
  return not (on_foot and on_foot(mind, target.at))
end

--- Can a body go for a target, and may it attack?
local function fit_for(mind, body, target) return can_go(mind, body, target) and attacks(mind, body) end
M.fit_for = fit_for

--- What a target promises: worth much, near to who can be sent, and with few in the way. Nil: nobody can be sent.
local function promise(mind, bodies, enemies, target, all, depth)
  local own, least = 0, nil
  for _, body in ipairs(bodies) do
    if fit_for(mind, body, target) then
      own, least = own + body.strength, math.min(least or math.maxinteger, M.away(body, target))
    end
  end
  return least and (1 + target.value / all) / (1 + defended(mind, enemies, target) / (own + 1)) / (1 + least / depth)
end

--- The target that promises most. `other_than`: not that one if there is another.
---@return table? target
function M.choose(mind, bodies, enemies, targets, other_than)
  local all, best, most = 0, nil, nil
  for _, target in ipairs(targets) do all = all + target.value end
  local depth <const> = mind.state.ground and mind.state.ground.depth or 1
  for _, target in ipairs(targets) do
    local score = promise(mind, bodies, enemies, target, all, depth)
    if score and target.at == other_than then score = score / 4 end
    if score and (not most or score > most) then best, most = target, score end
  end
  if best then best.defended = defended(mind, enemies, best) end
  return best
end

--- Bodies, the nearest to a target first, equals as they are listed; for ground, those on foot before those who ride,
--- and last those who cannot go there.
local function nearest_first(mind, bodies, target)
  local list, far = {}, {}
  for i, body in ipairs(bodies) do
    local um = M.away(body, target)
    if target.shape and body.rides then um = um + 2 * mind.weight.plan_near end
    if not can_go(mind, body, target) then um = um + FAR end
    list[i], far[body] = body, { um, i }
  end
  table.sort(list, function(one, other)
    local here, there = far[one], far[other]
    return here[1] < there[1] or here[1] == there[1] and here[2] < there[2]
  end)
  return list
end
M.nearest_first = nearest_first

--- Why one of these bodies in reserve is to go to a target now, by the clock; nil: they may wait. The nearest decides.
---@return string?
function M.reserve_due(mind, bodies, target)
  local turn, last, turns = mind.state.turn, mind.state.last_turn, mind.measures.turns
  local body = last and nearest_first(mind, bodies, target)[1]
  if not body then return nil end
  if turn >= last * mind.weight.plan_reserve then return "the day wears on" end
  local needs = turns and turns(mind, body.units, M.away(body, target))
  return needs and last - turn - needs <= mind.weight.plan_reserve_spare and "later it would come too late" or nil
end

--- Takes a body out of a list.
local function take(list, body)
  for i, one in ipairs(list) do
    if one == body then return table.remove(list, i) end
  end
end

--- The body of a list that is farthest from the enemy, nil where places are not known; for a side without a reserve of
--- its own that is its reserve.
local function rearmost(bodies, enemies)
  local best, most
  for _, body in ipairs(bodies) do
    local least
    for _, enemy in ipairs(enemies) do
      local um = body.middle and enemy.middle and geometry.gap(body.middle, enemy.middle)
      least = um and math.min(least or um, um) or least
    end
    if least and (not most or least > most) then best, most = body, least end
  end
  return best
end

--- The bodies with a unit in an objective, by its id.
local function garrisons(mind, bodies)
  local by_id = {}
  for _, one in ipairs(mind.view:told() and {} or mind:objectives()) do
    by_id[one.id] = lists.find(bodies, function(body) return lists.has(body.units, one.held_by[1]) end)
  end
  return by_id
end

--- Who guards ground that the side has: those who stand there, or else the nearest that stand in no other such ground.
--- Of a large body who stands there stays without a task of its own (mind:task); the others are free.
local function guards(mind, free, mission, put)
  local keeps = mission.kind == "hold" or mission.kind == "delay"
  local in_it = garrisons(mind, free)
  local bound = {}
  for _, body in next, in_it do bound[body] = true end
  for _, id in ipairs(mission.hold) do
    local target = area_target(mind, id)
    local others = lists.filter(free, function(body) return not bound[body] end)
    local body = in_it[id] and lists.has(free, in_it[id]) and in_it[id] or nearest_first(mind, others, target)[1]
    if body and (keeps or #body.units <= 2 and #free > 1) then
      put(take(free, body), "guard", id, "to hold " .. target.name)
    end
  end
end

--- The body that is to stay in reserve: the one that its rules set aside, else, of three or more, the rearmost of those
--- that are not too much of a side, nor alone fit for its target: the strongest has more to do.
local function reserve(mind, free, enemies, own, able)
  local set_aside = mind.measures.reserve
  local small = lists.filter(free, function(body)
    return body.strength <= own * mind.weight.plan_reserve_most and not (#able == 1 and able[1] == body)
  end)
  for _, body in ipairs(set_aside and small or {}) do
    local formation = mind.state.formations[body.id]
    if formation and set_aside(formation) then return take(free, body) end
  end
  return #free > 2 and #small > 0 and take(free, rearmost(small, enemies) or small[#small]) or nil
end

--- Those of some bodies that can be sent at a target.
local function able_of(mind, bodies, target)
  return lists.filter(target and bodies or {}, function(body) return fit_for(mind, body, target) end)
end

--- Everybody for a main effort, as many as are enough but not too many.
local function main_effort(mind, free, own, target, put, why)
  local sent, enough = 0, target.defended * mind.weight.plan_enough
  for _, body in ipairs(nearest_first(mind, able_of(mind, free, target), target)) do
    if sent > 0 and (sent >= enough or (sent + body.strength) > own * mind.weight.plan_most) then break end
    sent = sent + body.strength
    put(take(free, body), "main_effort", target.at, why)
  end
end

--- What is said of a main effort at a target.
function M.aim(target)
  return (target.body and "to break " or target.ground and "to take " or "to break through to ") .. target.name
end

--- What is said of who goes round the flank there.
function M.round(target) return "round the flank at " .. target.name end

--- Who else rides goes round the flank of the main effort's enemy; the others pin whoever is before them.
local function beside(mind, free, enemies, target, put)
  local round = target and mind.weight.plan_round or 0
  for _, body in ipairs(free) do
    local against = enemies[1] and nearest_first(mind, enemies, { middle = body.middle })[1]
    local at = body.middle and against and against.id
    local busy = at and mind:said("to keep {at} where [it] [is]", { at = at }) or "to keep the enemy busy"
    at = at or target and target.at
    if target and attacks(mind, body) and (body.rides or round > 0) then
      if not body.rides then round = round - 1 end
      put(body, "flank", target.at, M.round(target))
    else
      put(body, "pin", at, busy)
    end
  end
end

--- The tasks of a side from the beginning.
---@return table[] tasks
---@return table? target of its main effort
function M.assign(mind, mission)
  local bodies, enemies = M.bodies(mind, mind.side), M.bodies(mind, mind.view:other(mind.side))
  local free, by_id, tasks = {}, {}, {}
  local function put(body, task, at, why)
    by_id[body.id] = {
      of = body.id, task = task, at = at, since = mind.state.turn, why = why, strength = body.strength,
    }
  end
  for _, body in ipairs(bodies) do
    if body.guns then put(body, "pin", nil, "to fire") elseif body.strength > 0 then free[#free + 1] = body end
  end
  local target = M.choose(mind, free, enemies, M.targets(mind, mission, enemies))
  local own = strength_of(free)
  guards(mind, free, mission, put)
  local kept = reserve(mind, free, enemies, own, able_of(mind, free, target))
  if kept then put(kept, "reserve", nil, "in reserve") end
  if target then main_effort(mind, free, own, target, put, M.aim(target)) end
  if target then
    beside(mind, free, enemies, target, put)
  else
    for _, body in ipairs(free) do
      put(body, "guard", nil, mind:said("to keep [of:its] ground", { of = body.id }))
    end
  end
  for _, body in ipairs(bodies) do tasks[#tasks + 1] = by_id[body.id] end
  return tasks, target
end

return M
