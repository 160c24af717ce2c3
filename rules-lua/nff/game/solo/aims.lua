-- What a solo side's brigades and batteries want: { charge = id } to charge, { point | target, stop } to go to,
-- { face } to turn to, { command, fields } to do, each with why; nil: to stay.

local charges <const>, guns <const> = use("game/solo/charges", "game/solo/guns")
local see <const>, units <const>, volleys <const> = use("game/solo/view", "game/army/units", "game/solo/volleys")

local M <const> = {}

local function in_reserve(mind) return mind.path == "player_turn.reserve" end

--- A square leaves its formation when no cavalry could be upon it.
local function leave_square(mind, id, um)
  local horse, far = see.nearest(mind, id, function(unit) return unit.arm == "cavalry" and see.able(unit) end)
  if horse and far <= see.rate(mind, horse) then return nil end
  return { command = "change_formation", why = "there is no cavalry near",
    fields = { { to = um <= mind.weight.approach and "single_echelon" or "double_echelon" } } }
end

--- Would a unit that goes to a place have to turn from an enemy who can soon be upon it?
local function turns_from(mind, id, point)
  if math.abs((mind:toward(mind.view:unit(id).base, point))) <= mind.weight.oblique_most then return false end
  local enemy, um = see.nearest(mind, id, see.able)
  return enemy and um <= mind.weight.objective_safe * see.rate(mind, enemy)
end

--- Are enough brigades of its side that can go to a place nearer to it than this one?
local function enough_go(mind, id, point)
  local most = geometry.gap(mind.view:unit(id).base, point)
  return #lists.filter(mind:standing(mind.side), function(other)
    local unit = mind.view:unit(other)
    return other ~= id and see.able(unit) and geometry.gap(unit.base, point) < most
  end) >= mind.weight.objective_most
end

--- The ground that a brigade goes for: an objective near it that its side does not hold; near the end from afar. None
--- for which it has to turn from an enemy, but in the last turns; and none of who would lose other ground by it.
local function ground(mind, id, free)
  if see.keeps(mind, id) then return nil end
  local left, late = see.left(mind), mind.mission and mind.mission.late
  local turns = left < mind.weight.objective_last and left + 1 or 1
  local goal = mind:objective_goal(id, turns * see.rate(mind, id), free)
  if not goal or not late and turns_from(mind, id, goal.point) or enough_go(mind, id, goal.point) then return nil end
  return goal
end

local function nobody() return false end

--- Does foot of its side go for ground that nobody holds, so that horse need not?
local function foot_goes(mind)
  return mind:once("foot goes", function()
    return lists.find(mind:standing(mind.side), function(id)
      local unit = mind.view:unit(id)
      return unit.arm == "infantry" and see.able(unit) and ground(mind, id, function(other)
        return see.able(mind.view:unit(other))
      end)
    end)
  end)
end

--- Toward the end, so many turns before the last, a unit that can reach ground its side does not hold goes there.
local function dash(mind, id, turns)
  return see.left(mind) < turns and ground(mind, id, nobody) or nil
end

--- On toward what the whole body goes for, as fast as its slowest, no nearer to the enemy than `stop`. On a side that
--- holds it goes toward the enemy: the ground of that side lies behind it.
local function march(mind, id, enemy, um, stop)
  local base, body = mind.view:unit(id).base, mind:body_of(id)
  local heading = geometry.bearing(base, mind.view:unit(enemy).base)
  if see.attacks(mind) then
    heading = mind:once_for("heading", body.id, function() return mind:march_heading(body) end)
  end
  local slowest = mind:once_for("slowest", body.id, function()
    local _, least = lists.least(body.units, function(one)
      return units.brigade(mind.view:unit(one)) and see.rate(mind, one)
    end)
    return least
  end) or see.rate(mind, id)
  local left = math.min(um - stop, slowest)
  if left < mind.weight.least_move then return nil end
  return { point = geometry.step({ x = base.x, y = base.y }, heading, left), why = "toward " .. mind:name(enemy) }
end

--- How near a brigade comes to the enemy: to where it fires; in reserve movement, after which it may neither fire nor
--- charge, no nearer than where he could not be upon it.
local function nearest_stop(mind, stop) return in_reserve(mind) and math.max(stop, mind.weight.reserve_stop) or stop end

--- The objective that a unit alone holds.
local function held(mind, id)
  return lists.find(mind:objectives(), function(one) return #one.held_by == 1 and one.held_by[1] == id end)
end

--- It stands, and looks at the nearest enemy who can come at it: at one beside or behind it when he is half as far; in
--- ground that it alone holds, as far as it stays there. It does not turn for a far enemy who is before its front.
local function hold(mind, id, unit, enemy)
  local best = lists.least(mind:enemies(), function(other)
    local his = mind.view:unit(other)
    local before = math.abs((mind:toward(unit.base, his.base))) <= mind.weight.oblique
    return (see.able(his) or see.fires(his)) and mind:gap(id, other) * (before and 1 or 2)
  end)
  local own = held(mind, id)
  local why = own and "it holds " .. own.name or "it holds its place"
  return { face = best or enemy, why = why, within = own and own.id, near = mind.weight.turns_near }
end

--- Does foot of a side that holds go out to an enemy brigade? It does when the enemy is near, when he is disordered or
--- spent or near a friend of its side, and when its side is stronger there than his friends are.
local function sallies(mind, enemy, um)
  local his = mind.view:unit(enemy)
  if um > mind.weight.sally or not units.brigade(his) then return false end
  local _, nearest = mind:by_distance(enemy, mind.side)()
  if see.able(his) and nearest > mind.weight.volley_reach then return false end
  return see.strength_near(mind, mind.side, enemy) >= mind.weight.sally_ratio * see.strength_near(mind, his.side, enemy)
end

--- Foot that skirmishers reach from beyond its own range goes to where it fires back.
local function to_answer(mind, unit, enemy, um)
  local his = mind.view:unit(enemy)
  if his.arm ~= "infantry" or um <= see.reach(mind, unit) or um > see.reach(mind, his) then return nil end
  return { target = enemy, stop = mind.weight.musketry, why = "to where it fires back" }
end

--- Foot goes as near to an enemy as it fires when it has to act, and where he cannot charge it; else beyond his charge.
local function foot(mind, id, unit, enemy, um)
  if unit.drill == "square" then return leave_square(mind, id, um) end
  local charge = charges.best(mind, id)
  local function free(other) return see.able(mind.view:unit(other)) end
  local goal = dash(mind, id, mind.weight.objective_dash) or ground(mind, id, free)
  if charge and not (goal and charge.worth < mind.weight.charge_keeps) then return charge end
  if goal then return goal end
  if mind:anchor(id) or not (see.attacks(mind) or sallies(mind, enemy, um)) then
    return not mind:anchor(id) and to_answer(mind, unit, enemy, um) or hold(mind, id, unit, enemy)
  end
  local near = mind.mission and mind.mission.presses or not see.able(mind.view:unit(enemy))
  local stop = nearest_stop(mind, mind.weight[near and "musketry" or "approach"])
  if um > 2 * see.rate(mind, id) then return march(mind, id, enemy, um, stop) end
  if um <= stop + mind.weight.least_move then
    return { face = enemy, why = near and "to fire" or "to charge when that promises enough" }
  end
  return { target = enemy, stop = stop, why = near and "to where it fires" or "to just beyond a charge of his" }
end

--- Cavalry leaves fire that costs it much: away from the nearest enemy, or straight home, by whichever costs less.
local function from_fire(mind, id, unit, enemy)
  local least, best = volleys.under_fire(mind, id, unit.base), nil
  if least < mind.weight.fire_leaves then return nil end
  least = least * mind.weight.fire_less
  local rate, why, here = see.rate(mind, id), "out of fire", { x = unit.base.x, y = unit.base.y }
  for _, goal in ipairs { mind:away_from(id, enemy, rate, why), mind:homeward(id, 0, why) } do
    local point = geometry.step(here, geometry.bearing(here, goal.point), rate // 2) -- it faces about first
    local cost = volleys.under_fire(mind, id, tabletop.base_at(unit.base, point))
    if cost <= least then least, best = cost, { point = goal.point, why = why, backward = true } end
  end
  return best
end

--- Cavalry waits near the foremost foot, out of reach, until a charge promises well; that of a side that holds waits in
--- ground that nobody else of it is in.
local function horse(mind, id, unit, enemy, um)
  local turns = (see.attacks(mind) or foot_goes(mind)) and mind.weight.objective_horse or math.huge
  local goal = charges.best(mind, id) or dash(mind, id, turns)
  if goal then return goal end
  if mind:anchor(id) then return hold(mind, id, unit, enemy) end
  local safe = from_fire(mind, id, unit, enemy)
  if safe then return safe end
  local apart = mind.weight[mind.view:unit(enemy).arm == "cavalry" and "horse_apart" or "horse_waits"]
  local waits = math.max(apart, see.foremost(mind) + mind.weight.horse_behind)
  if um <= waits + mind.weight.least_move then return { face = enemy, why = "it waits" } end
  return march(mind, id, enemy, um, nearest_stop(mind, waits))
end

--- Is its division in reserve, and no enemy so near that he calls it in?
local function in_hand(mind, id)
  local body = mind:body_of(id)
  return mind:once_for("in hand", body.id, function()
    local task = mind:task(body.id)
    local _, um = lists.least(body.units, function(one) return see.gap(mind, one) end)
    return task and task.task == "reserve" and (um or 0) > mind.weight.reserve_called
  end)
end

--- What a unit wants.
function M.of(mind, id)
  local unit = mind.view:unit(id)
  local enemy, um = see.nearest(mind, id)
  if not enemy or mind.view:engaged(id) then return nil end
  if units.battery(unit) then return guns.aim(mind, id, unit, enemy, um) end
  if not units.brigade(unit) then return nil end
  if unit.condition == "spent" and unit.drill ~= "square" then
    local goal, back = dash(mind, id, mind.weight.objective_dash), mind.weight.standoff - um
    return goal or back > 0 and not mind:anchor(id) and mind:away_from(id, enemy, back, "it is spent") or nil
  end
  if unit.disordered and unit.maneuver then return nil end -- it has not rallied
  if in_hand(mind, id) then
    local goal = mind:task_goal(id)
    local ahead = goal and goal.point and math.abs((mind:toward(unit.base, goal.point))) <= mind.weight.oblique
    return ahead and goal or nil
  end
  local aim = (unit.arm == "cavalry" and horse or foot)(mind, id, unit, enemy, um)
  if aim and not aim.charge and unit.arm == "infantry" and not in_reserve(mind) then -- into a line, in which all fire
    local deep = unit.drill == "double_echelon" or unit.drill == "brigade_masse"
    aim.deploys = deep and um <= mind.weight.approach + mind.weight.least_move
  end
  return aim
end

return M
