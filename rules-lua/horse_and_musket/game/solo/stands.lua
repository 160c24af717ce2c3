-- 4.8: where a unit of foot stands best when the enemy is near: of its possible moves the one whose fight by fire goes
-- best for so many turns, with what it gains on the way to its goal.

local army <const>, ground <const> = use("game/army/units", "game/movement/ground")
local danger <const>, objectives <const>, see <const> =
  use("game/solo/danger", "game/solo/objectives", "game/solo/view")

local M <const> = {}

--- What a unit is worth shooting at: cover saves some of the hits (5.3).
local function worth(mind, unit) return unit.inside and mind.weight.fire_covered or 1 end

--- The hits of a unit's fire from a base, in this turn and in the next: at the nearest enemy in its arc. `sent`: it is
--- sent for ground, and a hit counts for less on enemies who do not stand there.
local function dealt(mind, id, base, moved, far, sent)
  local fire, arc = danger.fire(mind, id), deg(mind.rules.constant.fire_arc)
  local nearest, target
  if not fire then return 0, 0 end
  for enemy, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um - far > (nearest or fire.long) then break end
    local gap, off = see.line(base, mind.view:unit(enemy).base)
    if gap <= fire.long and (not nearest or gap < nearest) and off <= arc then
      nearest, target = gap, mind.view:unit(enemy)
    end
  end
  if not nearest then return 0, 0 end
  local near, each = nearest <= fire.short, worth(mind, target)
  if sent and not objectives.is_enemy_on(mind, target.id) then each = each * mind.weight.stands_elsewhere end
  local next_one = (near and fire.near or fire.far) * each
  return moved and (near and fire.near_moved or fire.far_moved) * each or next_one, next_one
end

--- The friends nearest to an enemy, except a unit: how far each is (`gap`), and how far it will be when it has come up
--- (`comes`), if it is of the unit's brigade and still can.
local function friends_about(mind, id, enemy)
  local brigade, list = mind:body_of(id).id, {}
  for friend, gap in mind:by_distance(enemy, mind.side) do
    if friend ~= id then
      local unit = mind.view:unit(friend)
      local comes = unit.may_move and not unit.acted and unit.arm == "infantry" and mind:body_of(friend).id == brigade
      list[#list + 1] = { gap = gap, comes = comes and gap - see.rate(mind, friend) or nil }
      if #list == mind.weight.fire_shared then break end
    end
  end
  return list
end

--- What part of an enemy's fire is at a unit: he fires at the nearest of those before him (C.2b). Units of its brigade
--- that can still come up as near as it is share his fire.
local function share(mind, friends, um)
  local beside = 1
  for _, friend in ipairs(friends) do
    if friend.gap <= um then return mind.weight.danger_behind end
    if friend.comes and friend.comes <= um then beside = beside + 1 end
  end
  return 1 / beside
end

--- The hits that it must expect on a base in an enemy's turn.
local function taken(mind, id, base)
  local about = mind:once_for("friends about enemies", id, function() return {} end)
  return danger.at(mind, id, base, function(enemy, um)
    about[enemy] = about[enemy] or friends_about(mind, id, enemy)
    return share(mind, about[enemy], um)
  end)
end

--- The same where it stands.
local function taken_here(mind, id)
  return mind:once_for("taken here", id, function() return taken(mind, id, mind.view:unit(id).base) end) or 0
end

--- Could an enemy charge it on a base elsewhere than in front, next turn?
local function flanked(mind, id, base)
  for enemy, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > mind.weight.stands_near then break end
    local unit = mind.view:unit(enemy)
    local charges = army.fighter(unit) and not unit.staggered and not unit.inside
    if charges and mind:apart(base, unit.base) <= see.charge_reach(mind, enemy)
      and ground.face_of(base, unit.base) ~= "front" then
      return true
    end
  end
  return false
end

--- How far off a base is from where its goal wants it, in moves.
local function off(mind, id, goal, base)
  local um = 0
  if goal.target then
    local own, there = mind.view:unit(id).base, mind.view:unit(goal.target).base
    local edges = mind:middles(own, there) - mind:gap(id, goal.target) -- as it looks now
    um = math.max(0, mind:middles(base, there) - edges - goal.stop)
  elseif goal.point then
    um = math.max(0, mind:middles(base, goal.point) - goal.stop)
  elseif goal.heading then
    local on = mind:along(goal.heading, base) - mind:along(goal.heading, mind.view:unit(id).base)
    um = (goal.away or goal.far) - on
  end
  return um / see.rate(mind, id)
end

--- Turns worth trying: to its goal and to the nearest enemy, and some to either side.
local function turns(mind, unit, goal)
  local base, list, most = unit.base, { 0 }, mind.ways.turns
  local function add(angle)
    angle = math.max(-most, math.min(most, angle))
    for _, one in ipairs(list) do
      if math.abs(one - angle) < mind.weight.stands_apart then return end
    end
    list[#list + 1] = angle
  end
  if not mind.ways.may_pivot(mind, unit) then return list end
  local enemy = mind:nearest_enemy(unit.id)
  add((mind:toward(base, mind.view:unit(enemy).base)))
  local to = goal.point or goal.target and mind.view:unit(goal.target).base
  if to then add((mind:toward(base, to))) end
  if goal.ground and goal.facing then
    add(geometry.turn(base.facing, goal.facing)) -- other turns would set it askew
  else
    add(-most)
    add(most)
  end
  return list
end

--- How far a move may go: as far as it can, less than that, and to short range of the nearest enemy.
local function distances(mind, id, free)
  local list, least = {}, mind.weight.stands_least
  local _, um = mind:nearest_enemy(id)
  local fire = danger.fire(mind, id)
  local function add(far)
    if far >= least and far <= free and not lists.has(list, far) then list[#list + 1] = far end
  end
  add(free)
  if fire then add(um - fire.short + mind.weight.at_its_place) end
  add(free // 2)
  return list
end

--- May a move end where it would? A move back needs room there, and may not leave ground that the unit alone holds.
local function may_end(mind, id, goal, one)
  if one.command == mind.ways.back then
    return tabletop.on_table(mind.view, one.base) and mind.ways.stands(mind, id, one.base)
      and not objectives.leaves(mind, id, one.base)
  end
  return one.command ~= mind.ways.move or mind.ways.ends(mind, id, one.base, goal)
end

--- All that a unit might do: each an option and the base that it comes to. May it end there? `may_end` tells.
local function moves(mind, unit, goal)
  local id, base, ways, list = unit.id, unit.base, mind.ways, { { base = unit.base } }
  for _, turn in ipairs(turns(mind, unit, goal)) do
    local by = turn == 0 and 0 or mind:room_to_turn(id, turn)
    if turn == 0 or math.abs(by) > mind.weight.aligned then
      local turned = by == 0 and base or tabletop.turned(base, by)
      if by ~= 0 and ways.may_turn(mind, unit) then
        list[#list + 1] = { base = turned, command = ways.turn, readings = { { by = by } } }
      end
      local free = math.min(ways.rate(mind, id), ways.reach(mind, id, turned))
      for _, far in ipairs(distances(mind, id, free)) do
        list[#list + 1] = {
          base = tabletop.slid(turned, far), moved = true, command = ways.move,
          readings = { { pivot = by, distance = far } },
        }
      end
    end
  end
  local back = ways.back_rate(mind, id)
  list[#list + 1] = {
    base = tabletop.slid(base, -back), moved = true, command = ways.back, readings = { { distance = back } },
  }
  return list
end

--- Must a unit act now, whatever it costs: in the last turns of a side that is behind, or to be on its ground in time?
function M.must_act(mind, id, goal)
  local mission = mind.mission
  if mission and mission.presses then return true end
  local left = goal.ground and mission and mission.left
  return left and left <= off(mind, id, goal, mind.view:unit(id).base) + mind.weight.turns_to_spare or false
end

--- How much a goal is wanted, in hits for each move nearer.
local function drive(mind, id, brigade, goal)
  local weight = mind.weight
  if M.must_act(mind, id, goal) then return weight.stands_presses end
  if goal.ground then return weight.stands_ground end
  return brigade.stance == "aggressive" and weight.stands_attack or weight.stands_hold
end

--- How likely it is to win a charge on an enemy who stands on an objective, from a base within two moves of his reach:
--- of the best such, less by what is still missing, and nothing unless it is about sure.
local function threatens(mind, id, brigade, base, far)
  if brigade.stance ~= "aggressive" then return 0 end
  local most, least, reach, rate = 0, mind.weight.stands_sure, see.charge_reach(mind, id), see.rate(mind, id)
  for enemy, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um - far > reach + 2 * rate then break end
    if objectives.is_enemy_on(mind, enemy) then
      local there = mind.view:unit(enemy).base
      local beyond = math.max(0, mind:apart(base, there) - see.reach_at(mind, id, enemy)) / rate
      local face = beyond < 2 and ground.face_of(there, base)
      if face and see.could_charge(mind, id, enemy, face) then
        most = math.max(most, (see.promise(mind, id, enemy, face) - least) / (1 - least) * (1 - beyond / 2))
      end
    end
  end
  return most > 0 and most * see.test(mind, id) or 0
end

--- Would a move to a base take back most of the move of the turn before? An enemy near is no excuse, as he is for
--- mind:undoes.
local function takes_back(mind, id, base)
  local own = mind.view:unit(id).base
  return mind:goes_back(id, { x = base.x - own.x, y = base.y - own.y })
end

--- What a move comes to at the most: were no fire taken, and nobody on its flank.
local function bound(mind, id, brigade, goal, one, wants)
  local far = one.command and mind:middles(one.base, mind.view:unit(id).base) or 0
  local now, later = dealt(mind, id, one.base, one.moved, far, goal.ground)
  one.dealt, one.off = now + (mind.weight.stands_turns - 1) * later, wants * off(mind, id, goal, one.base)
  if goal.ground then
    one.extra = one.extra + threatens(mind, id, brigade, one.base, far) * mind.weight.stands_charges
  end
  if goal.ground and goal.facing then -- askew it would be in the way of others of its line
    local askew = math.abs(geometry.turn(one.base.facing, goal.facing))
    one.extra = one.extra - mind.weight.stands_askew * askew / deg(90)
  end
  if one.moved and takes_back(mind, id, one.base) then one.extra = one.extra - mind.weight.stands_to_and_fro end
  return one.dealt - one.off + one.extra
end

--- What a move comes to: first as if nobody were on its flank, then in full. A staggered unit has fewer hits to lose:
--- each counts for more.
local function value(mind, id, one)
  if not one.hits then
    one.hits = one.command and taken(mind, id, one.base) or taken_here(mind, id)
    if mind.view:unit(id).staggered then one.hits = one.hits * mind.weight.stands_staggered end
  else
    one.flanked = flanked(mind, id, one.base) and mind.weight.stands_flanked or 0
  end
  return one.dealt - mind.weight.stands_turns * one.hits - one.off - (one.flanked or 0) + one.extra
end

--- Moves, the best first, equals as they are listed. Where they may end, the fire taken and who is on their flank is
--- looked at only of those whose bound is no less than the value of the best.
local function best_first(mind, id, goal, list)
  local function before(one, other)
    return one.most > other.most or one.most == other.most and other.flanked and not one.flanked
  end
  return function()
    while true do
      local at = 1
      for i = 2, #list do
        if before(list[i], list[at]) then at = i end
      end
      local best = list[at]
      if not best or best.flanked then return table.remove(list, at) end
      if best.hits or may_end(mind, id, goal, best) then
        best.most = value(mind, id, best)
      else
        table.remove(list, at)
      end
    end
  end
end

--- Is the enemy near enough for a fire fight?
function M.near(mind, id, unit)
  local _, um = mind:nearest_enemy(id)
  return um and unit.arm == "infantry" and not unit.inside and not unit.river and not unit.acted
    and unit.drill ~= "column" and um <= mind.weight.stands_near
end

--- Is a unit that stays stopped on its way, with nobody to fight?
local function is_stopped(mind, id, goal, base)
  return off(mind, id, goal, base) > mind.weight.stands_stopped and dealt(mind, id, base, false, 0) == 0
    and taken_here(mind, id) <= mind.weight.danger_left
end

--- What a unit does for its goal in a fire fight.
function M.plan(mind, id, unit, brigade, goal)
  local wants, list = drive(mind, id, brigade, goal), moves(mind, unit, goal)
  for i, one in ipairs(list) do
    one.extra = i == 1 and mind.weight.stands_still or 0
    one.most = bound(mind, id, brigade, goal, one, wants)
  end
  local next_best = best_first(mind, id, goal, list)
  local best = next_best()
  if not best.command and is_stopped(mind, id, goal, unit.base) then return mind:plan_for(id, goal) end
  while best and best.command do
    if best.command ~= mind.ways.turn or not mind:undoes(id, best.readings[1].by) then
      local function back()
        return ("%.1f hits to be expected here, %.1f there"):format(taken_here(mind, id), taken(mind, id, best.base))
      end
      local why = best.command == mind.ways.back and back or goal.why
      return { { command = best.command, why = why, readings = best.readings } }
    end
    best = next_best()
  end
  return {}
end

return M
