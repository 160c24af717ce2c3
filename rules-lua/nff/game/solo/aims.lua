-- What a solo side's brigades and batteries want: { charge = id } to charge, { point | target, stop } to go to,
-- { face } to turn to, { command, fields } to do, each with why; nil: to stay.

local charges <const>, guns <const> = use("game/solo/charges", "game/solo/guns")
local see <const>, units <const> = use("game/solo/view", "game/army/units")

local M <const> = {}

local function in_reserve(mind) return mind.path == "player_turn.reserve" end

--- A square leaves its formation when no cavalry could be upon it.
local function leave_square(mind, id)
  local horse, um = see.nearest(mind, id, function(unit) return unit.arm == "cavalry" and see.able(unit) end)
  if horse and um <= see.rate(mind, horse) then return nil end
  return { command = "change_formation", fields = { { to = "double_echelon" }, { to = "single_echelon" } },
    why = "there is no cavalry near" }
end

--- The ground that a brigade goes for: an objective near it that its side does not hold; near the end from afar.
local function ground(mind, id, free)
  local left = (mind.state.last_turn or math.huge) - mind.state.turn
  local within = left < mind.weight.objective_last and (left + 1) * see.rate(mind, id) or see.rate(mind, id)
  return mind:objective_goal(id, within, free)
end

--- In the last turns, a unit that can reach ground its side does not hold goes there, cavalry and spent brigades too.
local function dash(mind, id)
  return mind.mission and mind.mission.late and ground(mind, id, function() return false end) or nil
end

--- On toward what the whole body goes for, as fast as its slowest, no nearer to the enemy than that.
local function march(mind, id, enemy, um, stop)
  local base, body = mind.view:unit(id).base, mind:body_of(id)
  local heading = mind:once_for("heading", body.id, function() return mind:march_heading(body) end)
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

--- It stands, and looks at the nearest enemy who can come at it: at one beside or behind it when he is half as far.
local function hold(mind, id, unit, enemy)
  local best = lists.least(mind:enemies(), function(other)
    local his = mind.view:unit(other)
    local before = math.abs((mind:toward(unit.base, his.base))) <= mind.weight.oblique
    return (see.able(his) or see.fires(his)) and mind:gap(id, other) * (before and 1 or 2)
  end)
  return { face = best or enemy, why = "it holds its place" }
end

local function foot(mind, id, unit, enemy, um)
  if unit.drill == "square" then return leave_square(mind, id) end
  local charge = charges.best(mind, id)
  if charge then return charge end
  local goal = dash(mind, id) or ground(mind, id)
  if goal then return goal end
  if mind:anchor(id) or not see.attacks(mind) then return hold(mind, id, unit, enemy) end
  local stop = nearest_stop(mind, mind.weight.musketry)
  if um > 2 * see.rate(mind, id) then return march(mind, id, enemy, um, stop) end
  if um <= stop + mind.weight.least_move then return { face = enemy, why = "to fire" } end
  return { target = enemy, stop = stop, why = "to where it fires" }
end

--- To the flank of foot within a move, from where cavalry rides at it best, where nobody else is near.
local function flank(mind, id, unit)
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    local prey = mind.view:unit(other)
    if um > see.rate(mind, id) then return nil end
    if prey.arm == "infantry" and units.brigade(prey) and prey.drill ~= "square" then
      local left = geometry.off(prey.base, unit.base) < 0
      local point = mind:off_face(prey.base, left and "left_flank" or "right_flank", mind.weight.horse_flank)
      local free = mind:clear_of(mind:standing(mind.side), point, id, mind.weight.musketry)
      if free and mind:clear_of_enemies(point, other, mind.weight.horse_apart) then
        local why = mind:says("to the flank of %s", mind:name(other))
        local _, far = mind:toward(unit.base, point)
        return far <= mind.weight.musketry and { face = other, why = why } or { point = point, why = why, prey = other }
      end
    end
  end
end

--- Cavalry waits near the foremost foot, out of reach, until a charge promises well.
local function horse(mind, id, unit, enemy, um)
  local goal = charges.best(mind, id) or dash(mind, id) or not in_reserve(mind) and flank(mind, id, unit)
  if goal then return goal end
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
    local goal, back = dash(mind, id), mind.weight.standoff - um
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
    aim.deploys = deep and um <= mind.weight.musketry + mind.weight.least_move
  end
  return aim
end

return M
