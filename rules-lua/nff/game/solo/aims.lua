-- What a solo side's brigades and batteries want: { charge = id } to charge, { point | target, stop } to go to,
-- { face } to turn to, { command, fields } to do, each with why; nil: to stay.

local charges <const>, guns <const>, reserves <const> = use("game/solo/charges", "game/solo/guns", "game/solo/reserves")
local see <const>, units <const> = use("game/solo/view", "game/army/units")

local M <const> = {}

local function in_reserve(mind) return mind.path == "player_turn.reserve" end

--- A square leaves its formation when no cavalry could be upon it.
local function leave_square(mind, id)
  local horse, um = see.nearest(mind, id, function(unit) return unit.arm == "cavalry" end)
  if horse and um <= see.rate(mind, horse) then return nil end
  return { command = "change_formation", fields = { { to = "double_echelon" }, { to = "single_echelon" } },
    why = "there is no cavalry near" }
end

--- The turns that are left after this one.
local function turns_left(mind) return (mind.state.last_turn or mind.state.turn + 9) - mind.state.turn end

--- The ground that a brigade goes for: an objective near it that its side does not hold; near the end from afar.
local function ground(mind, id, free)
  local left = turns_left(mind)
  local within = left < mind.weight.objective_last and (left + 1) * see.rate(mind, id) or see.rate(mind, id)
  return mind:objective_goal(id, within, free)
end

--- In the last turns, a unit that can reach ground its side does not hold goes there, cavalry and spent brigades too.
local function dash(mind, id)
  return turns_left(mind) < mind.weight.objective_dash and ground(mind, id, function() return false end) or nil
end

--- On toward what the whole body goes for, as fast as its slowest, no nearer to the enemy than that.
local function march(mind, id, enemy, um, stop)
  local unit = mind.view:unit(id)
  local body = mind:body_of(id)
  local heading = mind:once_for("heading", body.id, function() return mind:march_heading(body) end)
  local slowest = mind:once_for("slowest", body.id, function()
    local _, least = lists.least(body.units, function(one)
      return units.brigade(mind.view:unit(one)) and see.rate(mind, one)
    end)
    return least
  end) or see.rate(mind, id)
  local left = math.min(um - stop, slowest)
  if left < mind.weight.least_move then return nil end
  local here = { x = unit.base.x, y = unit.base.y }
  return { point = geometry.step(here, heading, left), why = "toward " .. mind:name(enemy) }
end

--- How near a brigade comes to the enemy: to where it fires; in reserve movement, after which it may neither fire nor
--- charge, no nearer than where he could not be upon it.
local function nearest_stop(mind, stop) return in_reserve(mind) and math.max(stop, mind.weight.reserve_stop) or stop end

--- Is it time for a brigade on foot to deploy into one line, in which all its stands fire?
local function deploys(mind, id, unit, um)
  if unit.drill ~= "double_echelon" and unit.drill ~= "brigade_masse" then return nil end
  local stop = mind.weight.musketry + mind.weight.least_move
  return um <= stop and "first" or um <= stop + mind.weight.deploys * see.rate(mind, id) and "last" or nil
end

local function foot(mind, id, unit, enemy, um)
  if unit.drill == "square" then return leave_square(mind, id) end
  local charge = charges.best(mind, id)
  if charge then return charge end
  local goal = dash(mind, id) or ground(mind, id)
  if goal then return goal end
  if mind:anchor(id) or not see.attacks(mind) then return { face = enemy, why = "it holds its place" } end
  local stop = nearest_stop(mind, mind.weight.musketry)
  if um > 2 * see.rate(mind, id) then return march(mind, id, enemy, um, stop) end
  if um <= stop + mind.weight.least_move then return { face = enemy, why = "to fire" } end
  return { target = enemy, stop = stop, why = "to where it fires" }
end

--- To the flank of foot within a move, from where cavalry rides at it best, where no other enemy is near.
local function flank(mind, id, unit)
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    local prey = mind.view:unit(other)
    if um > see.rate(mind, id) then return nil end
    if prey.arm == "infantry" and units.brigade(prey) and prey.drill ~= "square" then
      local left = geometry.turn(prey.base.facing, geometry.bearing(prey.base, unit.base)) < 0
      local point = mind:off_face(prey.base, left and "left_flank" or "right_flank", mind.weight.horse_flank)
      if mind:clear_of_enemies(point, other, mind.weight.horse_apart) then
        local why = mind:says("to the flank of %s", mind:name(other))
        local _, far = mind:toward(unit.base, point)
        return far <= mind.weight.musketry and { face = other, why = why } or { point = point, why = why }
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
  if reserves.held(mind, id) then return reserves.follow(mind, id) end
  local aim = (unit.arm == "cavalry" and horse or foot)(mind, id, unit, enemy, um)
  if aim and not aim.charge and unit.arm == "infantry" and not in_reserve(mind) then
    aim.deploys = deploys(mind, id, unit, um)
  end
  return aim
end

return M
