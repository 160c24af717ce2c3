-- What a solo commander knows of units: how they move and reach, how strong both sides are, and who has which ground.

local lines <const>, units <const>, zones <const> = use("game/fire/lines", "game/army/units", "game/movement/zones")

local M <const> = {}

--- Its basic move, in micrometres.
function M.rate(mind, id)
  return mind:once_for("rate", id, function() return inch(units.rate(mind.view, mind.view:unit(id))) end)
end

--- Is it a brigade that can be told to attack: on the table, in order, with stands to spend?
function M.able(unit)
  return units.brigade(unit) and tabletop.present(unit) and not units.disordered(unit) and unit.condition ~= "spent"
end

--- Infantry or guns that fire at whoever comes at their front, in order.
function M.fires(unit)
  if units.battery(unit) then return not unit.limbered and not unit.silenced end
  return unit.arm == "infantry" and not units.disordered(unit)
end

--- How far it fires, in micrometres; 0 of those who do not.
function M.reach(mind, unit)
  return mind:once_for("reach", unit.id, function() return inch(lines.reach(mind.view, unit.id)) end)
end

--- Turns after this one; no end of them without a last turn.
function M.left(mind) return (mind.state.last_turn or math.huge) - mind.state.turn end

--- The zone of a unit, where a measured table tells it.
function M.zone(mind, id) return mind:once_for("zone", id, function() return zones.of(mind.view, id) end) end

--- A brigade's worth: its stands, as it is rated, less where it is worn.
local PART <const> = { worn = "worth_worn", spent = "worth_spent" }

local function brigade_worth(mind, unit, stands, condition)
  local weight, part = mind.weight, PART[condition]
  local level = mind.rules.tables.effectiveness_points(unit.rating)
  return stands * (1 + (level - 2) * weight.worth_level) * (part and weight[part] or 1)
    * (unit.arm == "cavalry" and weight.worth_horse or 1)
end

local function worth(mind, unit)
  local weight = mind.weight
  if units.battery(unit) then return unit.silenced and weight.worth_silenced or weight.worth_guns end
  return units.brigade(unit) and brigade_worth(mind, unit, unit.stands, unit.condition) or 0
end

--- The victory points that a brigade in such a state gives the enemy.
local function points_of(mind, condition)
  return condition == "fresh" and 0 or mind.rules.tables.victory_points(condition .. "_brigade")
end

--- The status of a brigade after it has lost so many more stands: fresh, worn, …; nil when it loses none, and for a
--- unit that is no brigade.
function M.status(mind, id, lost)
  local unit = mind.view:unit(id)
  if lost == 0 or not units.brigade(unit) then return nil end
  local row = mind:once_for("status", id, function() return {} end)
  row[lost] = row[lost]
    or mind.view:ask_of("effectiveness.status", id, { stands = math.max(0, unit.stands - lost) }).status
  return row[lost]
end

local function stake(mind, id, lost)
  local unit, point = mind.view:unit(id), mind.weight.worth_point
  if units.battery(unit) then
    return worth(mind, unit) + point * mind.rules.tables.victory_points("battery_wrecked_or_captured")
  end
  if not units.brigade(unit) then return 0 end -- a unit without a status gives no points
  local left = math.max(0, unit.stands - lost)
  local after = M.status(mind, id, lost)
  local points = points_of(mind, after) - points_of(mind, unit.condition or "fresh")
  return worth(mind, unit) - brigade_worth(mind, unit, left, after) + point * math.max(0, points)
end

--- What it means to lose so many stands of a brigade, or a battery: what that takes of its worth, and the points that
--- it gives the enemy.
function M.stake(mind, id, lost)
  if lost == 0 then return 0 end
  local row = mind:once_for("stake", id, function() return {} end)
  row[lost] = row[lost] or stake(mind, id, lost)
  return row[lost]
end

--- What the enemy gains most by when he destroys one more brigade: one that is worn or spent, since no fresh one is
--- lost at a blow.
local function swing(mind)
  local most = points_of(mind, "worn")
  for _, id in ipairs(mind:standing(mind.side)) do
    local unit = mind.view:unit(id)
    if units.brigade(unit) and unit.condition and unit.condition ~= "fresh" then
      most = math.max(most, points_of(mind, "destroyed") - points_of(mind, unit.condition))
    end
  end
  return most
end

--- What a plan is reckoned by (limber.solo.tasks).
M.measures = {
  strength = worth, fights = units.brigade, rides = function(unit) return unit.arm == "cavalry" end, swing = swing,
}

--- How strong a side is.
function M.strength(mind, side)
  return mind:once("strength " .. side, function()
    local sum = 0
    for _, unit in mind.view:present(side) do sum = sum + worth(mind, unit) end
    return sum
  end)
end

--- The strength of the brigades of a side that are in order and near a unit, its own among them.
function M.strength_near(mind, side, id)
  return mind:once_for("strength near of " .. side, id, function()
    local own = mind.view:unit(id)
    local sum = own.side == side and M.able(own) and worth(mind, own) or 0
    for other, um in mind:by_distance(id, side) do
      if um > mind.weight.sally_near then break end
      local unit = mind.view:unit(other)
      if M.able(unit) then sum = sum + worth(mind, unit) end
    end
    return sum
  end)
end

--- How near a side's nearest brigade is to an area, its shape as the mind's objectives have it.
local function nearest_to(mind, side, shape)
  local _, least = lists.least(mind:standing(side), function(id)
    local unit = mind.view:unit(id)
    return units.brigade(unit) and geometry.distance(unit.base, shape).distance
  end)
  return least or metre(9)
end

--- Does its side have an objective: is it nearer to it than the enemy?
local function has(mind, one)
  return nearest_to(mind, mind.side, one.shape) < nearest_to(mind, mind.view:other(mind.side), one.shape)
end

--- The objective that its side would lose without a unit: no friend is in it who is not spent, but the unit is.
function M.keeps(mind, id)
  return lists.find(mind:objectives(), function(one)
    return lists.has(one.held_by, id) and not lists.find(one.held_by, function(other)
      return other ~= id and mind.view:unit(other).condition ~= "spent"
    end)
  end)
end

--- Would a unit's ground be lost if the unit went to a base in the last turns? Nobody would be left in it, and there is
--- no time to come back.
function M.loses(mind, id, base)
  local own = mind.mission and mind.mission.late and M.keeps(mind, id)
  return own and not geometry.holds(mind.state.areas[own.id], { x = base.x, y = base.y }).yes
end

--- Does a side attack? It does while the enemy has as much of the ground that counts as it has itself, when it is so
--- much stronger, and when it has to act as the day ends.
function M.attacks(mind)
  return mind:once("attacks", function()
    local own, his = 0, 0
    for _, one in ipairs(mind:objectives()) do
      local points = mind.state.areas[one.id].objective
      if has(mind, one) then own = own + points else his = his + points end
    end
    if own <= his or mind.mission and mind.mission.presses then return true end
    return M.strength(mind, mind.side) >= mind.weight.ratio * M.strength(mind, mind.view:other(mind.side))
  end)
end

--- The nearest enemy brigade or battery, and how far off it is.
---@return string? enemy
---@return integer? um
function M.nearest(mind, id, admits)
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    local unit = mind.view:unit(other)
    if (units.brigade(unit) or units.battery(unit)) and (not admits or admits(unit)) then return other, um end
  end
end

--- How far off that is.
function M.gap(mind, id) return (select(2, M.nearest(mind, id))) end

--- How far the foremost friendly foot is from the enemy whom a unit is nearest to.
function M.foremost(mind)
  return mind:once("foremost", function()
    local _, least = lists.least(mind:standing(mind.side), function(id)
      return mind.view:unit(id).arm == "infantry" and M.gap(mind, id)
    end)
    return least or 0
  end)
end

return M
