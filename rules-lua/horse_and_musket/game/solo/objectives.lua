-- 4.8: the ground that a battle is about, as a solo side sees it: who keeps what it holds, and which brigade takes what
-- it does not. A defensive brigade holds its position and is sent nowhere (Solo.D1).

local army <const>, danger <const> = use("game/army/units", "game/solo/danger")
local grounds <const>, see <const>, troops <const> = use("game/solo/grounds", "game/solo/view", "troops")

local M <const> = {}

--- Who of those who are there keeps an objective: foot before horse, whole before staggered.
local function keeper_of(mind, ids)
  local best, most
  for _, id in ipairs(ids) do
    local unit = mind.view:unit(id)
    local worth = (unit.inside and 8 or 0) + (unit.arm == "infantry" and 4 or unit.arm == "cavalry" and 2 or 0)
      + (unit.staggered and 0 or 1)
    if not most or worth > most then best, most = id, worth end
  end
  return best
end

--- May a brigade be sent to ground that is not its own line?
local function may_go(brigade)
  return (brigade.stance == "aggressive" or brigade.stance == "cautious") and not brigade.formation.seeks
end

--- In how many moves a unit is at an objective, about; nil for one that cannot take it.
local function moves_to(mind, id, one)
  local unit, rate = mind.view:unit(id), see.rate(mind, id)
  if not army.fighter(unit) or rate == 0 or unit.inside then return nil end
  if unit.arm ~= "infantry" and mind.view:terrain(one.id).held then return nil end
  local um = mind:while_there(id, "away from " .. one.id, function()
    return geometry.distance({ x = unit.base.x, y = unit.base.y }, one.shape).distance
  end)
  return um / rate + (unit.staggered and mind.weight.objective_staggered or 0)
end

--- The brigade that is soonest at an objective, and its unit that leads.
local function sent(mind, one, busy)
  local weight, best, lead, least = mind.weight, nil, nil, nil
  for _, brigade in ipairs(mind:bodies(mind.side)) do
    for _, id in ipairs(may_go(brigade) and brigade.units or {}) do
      local moves = not busy[id] and moves_to(mind, id, one)
      moves = moves and moves + (busy[brigade.id] and weight.objective_busy or 0)
        + (brigade.stance == "cautious" and weight.objective_cautious or 0)
      if moves and (not least or moves < least) then best, lead, least = brigade.id, id, moves end
    end
  end
  return best, lead
end

--- Who keeps an objective, and which are open: { keeps = { unit = objective }, open = { objective } }; and who is on
--- one, of both sides: { on = { unit = id }, enemy_on = { unit = id } }.
local function holding(mind)
  local found = { keeps = {}, open = {}, on = {}, enemy_on = {}, all = {} }
  for _, row in ipairs(mind:objectives()) do
    local points = mind.state.areas[row.id].objective
    local one = {
      id = row.id, name = row.name, shape = row.shape, worth = points == true and 1 or points,
      enemies = mind:standing_in(row.id, mind.view:other(mind.side)),
    }
    found.all[one.id] = one
    local own = row.held_by
    one.own = #own
    for _, id in ipairs(own) do found.on[id] = one.id end
    for _, id in ipairs(one.enemies) do found.enemy_on[id] = one.id end
    local keeper = (#one.enemies == 0 or mind.view:terrain(one.id).held) and keeper_of(mind, own)
    if keeper then
      found.keeps[keeper] = one
    else
      found.open[#found.open + 1] = one
    end
  end
  table.sort(found.open, function(a, b) return a.worth > b.worth or a.worth == b.worth and a.id < b.id end)
  return found
end

local function held(mind) return mind:once("objectives held", holding, mind) end

--- Who takes what is open: { takes = { unit = objective }, by = { brigade = lead } }.
local function taking(mind)
  local found, busy = { takes = {}, by = {} }, {}
  for id in next, held(mind).keeps do busy[id] = true end
  for _, one in ipairs(held(mind).open) do
    local brigade, lead = sent(mind, one, busy)
    if lead then
      found.takes[lead], busy[lead], busy[brigade] = one, true, true
      found.by[brigade] = found.by[brigade] or lead
    end
  end
  return found
end

local function tasks_of(mind) return mind:once("objective tasks", taking, mind) end

--- The objective that a unit keeps, by its name.
function M.kept(mind, id)
  local one = held(mind).keeps[id]
  if one and mind.view:unit(id).arm == "infantry" and not mind.view:unit(id).inside then
    local brigade = mind:body_of(id)
    if may_go(brigade) and grounds.of(mind, brigade) == one.id then return nil end
  end
  return one and one.name
end

--- Is a unit on an objective?
function M.is_on(mind, id) return held(mind).on[id] ~= nil end

--- The objective that a unit stands on, by its name.
---@return string?
function M.stands_on(mind, id)
  local on = held(mind).on[id]
  return on and mind:name(on)
end

--- The objective that its side would have nobody on any more in the last turns, with a unit on that base.
---@return string? name
function M.leaves(mind, id, base)
  local found = mind.mission and mind.mission.late and held(mind)
  local one = found and found.all[found.on[id]]
  if not one or one.own > 1 then return nil end
  local there = base and (mind.view:unit(id).inside == one.id
    or geometry.holds(one.shape, { x = base.x, y = base.y }).yes)
  return not there and one.name or nil
end

--- Is an enemy on an objective?
function M.is_enemy_on(mind, id) return held(mind).enemy_on[id] ~= nil end

--- A place in an objective for a unit: as far into it as its own depth.
local function into(mind, id, one)
  local base = mind.view:unit(id).base
  local gap = geometry.distance({ x = base.x, y = base.y }, one.shape)
  return geometry.step(gap.to, geometry.bearing(base, gap.to), mind.weight.into_objective)
end

--- Is it time to go? Ground counts when the battle ends: under fire it is taken no sooner than it must be, with a turn
--- or two to spare.
local function is_time(mind, id, one)
  local left = mind.state.last_turn and mind.state.last_turn - mind.state.turn
  if not left then return true end
  local to, moves = into(mind, id, one), moves_to(mind, id, one) or 1
  if left <= moves + mind.weight.turns_to_spare then return true end
  return danger.at(mind, id, tabletop.base_at(mind.view:unit(id).base, to)) <= mind.weight.danger_stood
end

--- Where a unit fires at who holds an objective.
local function before_it(mind, id, one)
  local unit, enemy = mind.view:unit(id), mind:nearest(id, one.enemies)
  if not see.range(mind, id) then return nil end
  local shot, um, short = see.shot(mind, id)
  if shot and um <= short then
    return { toward = mind.view:unit(shot).base, why = function() return "it fires at " .. mind:name(shot) end }
  end
  local band = troops.light_foot(mind.rules, unit.troop) and "long_mm" or "short_mm"
  return {
    target = enemy, stop = mm(mind.rules.tables.weapons(unit.weapon, band)) - mind.weight.short_of_reach,
    toward = mind.view:unit(enemy).base, why = function() return "to drive the enemy out of " .. one.name end,
  }
end

--- In the last turns, open ground that the enemy alone holds and a unit still reaches: with one of its own there too it
--- counts for nobody (R87).
local function dash(mind, id)
  local mission, best, least = mind.mission, nil, nil
  if not (mission.late and mission.behind and mission.behind >= 0) or held(mind).on[id] then return nil end
  for _, one in ipairs(mind:objectives()) do
    local moves = not mind.view:terrain(one.id).held and mind.view:side_holding(one.id) == mind.view:other(mind.side)
      and moves_to(mind, id, one)
    local there = moves and math.ceil(moves) <= mission.left + 1
    if there and moves + mind.weight.dash_spare > mission.left and (not least or moves < least) then
      best, least = one, moves
    end
  end
  return best and {
    point = into(mind, id, best), stop = 0, follows = true, ground = best.id,
    why = "onto " .. best.name .. ", which then counts for nobody",
  }
end

--- Into an objective that nobody holds.
local function takes(mind, id, one)
  return { point = into(mind, id, one), stop = 0, follows = true, area = one.id, why = "to take " .. one.name }
end

--- The objective that a unit is sent to take and that nobody holds, in the last turns, where it comes in time.
---@return string? name
function M.steps_in(mind, id)
  local one, late = tasks_of(mind).takes[id], mind.mission and mind.mission.late
  if not one or not late or #one.enemies > 0 then return nil end
  return moves_to(mind, id, one) <= mind.mission.left + 1 and one.name or nil
end

--- What a unit does for an objective that it is sent to take; nil: nothing.
function M.goal(mind, id, brigade)
  local found = tasks_of(mind)
  local last = may_go(brigade) and mind.mission and dash(mind, id)
  if last then return last end
  local one = found.takes[id]
  if one and M.steps_in(mind, id) then return takes(mind, id, one) end
  local ground = may_go(brigade) and grounds.of(mind, brigade)
  local there = ground and held(mind).all[ground]
  local rides = mind.view:unit(id).arm == "cavalry"
  if there and rides and not mind.mission.late then there = nil end
  if there then
    if #there.enemies == 0 then return grounds.goal(mind, id, brigade) end
    if not rides then return grounds.assault(mind, id, brigade, there.enemies, there.name) end
    return brigade.stance ~= "aggressive" and before_it(mind, id, there) or nil
  end
  if one and not is_time(mind, id, one) then return nil end
  if one then
    if #one.enemies > 0 then return brigade.stance ~= "aggressive" and before_it(mind, id, one) or nil end
    return takes(mind, id, one)
  end
  local lead = brigade.stance == "cautious" and found.by[brigade.id]
  one = lead and found.takes[lead]
  if not one or lead == id or not is_time(mind, lead, one) then return nil end
  local from, to, base = mind.view:unit(lead).base, into(mind, lead, one), mind.view:unit(id).base
  local enemy = mind:nearest_enemy(id)
  return {
    point = { x = base.x + to.x - from.x, y = base.y + to.y - from.y }, stop = 0, with = true,
    toward = enemy and mind.view:unit(enemy).base, why = "with its brigade to " .. one.name,
  }
end

return M
