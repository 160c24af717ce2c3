-- A solo side's batteries: where they stand, when they limber, and grand batteries.

local motion <const>, radius <const> = use("game/movement/motion", "game/command/radius")
local see <const>, units <const> = use("game/solo/view", "game/army/units")

local M <const> = {}

--- The batteries of one formation keep together: those that touch move alike.
local function together(mind, id)
  return mind:touching(id, tabletop.TOUCHING, function(unit) return units.battery(unit) and unit.limbered end)
end

--- Is an enemy in its arc, so near?
local function has_target(mind, id, unit, reach)
  local arc = deg(mind.rules.constant.artillery_arc_each_side) + mind.weight.guns_aside
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then return false end
    if math.abs((mind:toward(unit.base, mind.view:unit(other).base))) <= arc then return true end
  end
end

--- How far from the enemy the foremost foot is that stands beside batteries; where none does, the foremost of all.
local function beside(mind, ids)
  local _, least = lists.least(mind:standing(mind.side), function(other)
    local function near(id) return mind:gap(id, other) <= mind.weight.guns_beside end
    return mind.view:unit(other).arm == "infantry" and lists.find(ids, near) and see.gap(mind, other)
  end)
  return least or see.foremost(mind)
end

--- What a battery wants.
function M.aim(mind, id, unit, enemy, um)
  if unit.silenced then return nil end
  if not unit.limbered then
    if has_target(mind, id, unit, see.reach(mind, unit)) then return nil end
    if um <= see.reach(mind, unit) then return { face = enemy, why = "to fire at " .. mind:name(enemy) } end
    if um <= mind.weight.guns_far and not see.attacks(mind) then return nil end
    return { command = "limber", why = "nobody is in range" }
  end
  local near = mind.weight.guns_reach + mind.weight.least_move
  if um <= near then
    local unlimbers = { command = "unlimber", why = mind:said("{it} [is] in range", { it = enemy }) }
    if #(unit.functions or {}) > 0 or has_target(mind, id, unit, near) then return unlimbers end
    return { face = enemy, why = "to fire at " .. mind:name(enemy), or_else = unlimbers }
  end
  if unit.attached_to then return nil end -- its brigade takes it along
  local ids = together(mind, id)
  local first, least = see.nearest(mind, (lists.least(ids, function(one) return see.gap(mind, one) end)))
  local ahead = see.foremost(mind) >= least - mind.weight.guns_lead
  if see.attacks(mind) and ahead and um > mind.weight.guns_stay then return nil end
  local left = math.min(least - mind.weight.guns_reach, motion.left(mind.view, id))
  if least - left > near then -- limbered, out of his reach
    left = math.min(left, least - mind.weight.guns_safe, least - beside(mind, ids) + mind.weight.guns_lead)
    if left < mind.weight.least_move then return nil end
  end
  if #ids > 1 or unit.grand then return { ahead = left, why = "the batteries go on together" } end
  return { target = first, stop = mind:gap(id, first) - left, why = "to where it reaches " .. mind:name(enemy) }
end

--- Is an enemy so near that it goes to fire, or after one move of the brigade?
local function near(mind, id, brigade)
  local um = see.gap(mind, id)
  return um ~= nil and um <= mind.weight.guns_reach + see.rate(mind, brigade)
end

--- A battery goes with a brigade of its own on the march, once its leaders are so far that they might lose it.
function M.attach(mind, proposal)
  local view, unit, brigade = mind.view, mind.view:unit(proposal.unit), mind.view:unit(proposal.brigade)
  if view:told() or unit.formation ~= brigade.formation or not unit.limbered or near(mind, unit.id, brigade.id) then
    return nil
  end
  local most = mind.rules.constant.command_radius - units.rate(view, unit)
  local near_one = lists.find(radius.chain(view, unit.id), function(leader)
    return (radius.distance(view, leader, unit.id) or math.huge) <= most
  end)
  if near_one then return nil end
  return 0.5, mind:says("its leaders are far, and it goes with %s", mind:name(brigade.id))
end

--- It leaves the brigade where it is to fire, which may go on without it.
function M.detach(mind, proposal)
  local to_fire = not mind.view:told() and near(mind, proposal.unit, mind.view:unit(proposal.unit).attached_to)
  return to_fire and 1 or nil, "to fire by itself"
end

--- A grand battery is formed wherever it may be.
function M.form(_, proposal) return 2 + (proposal.score or 0), "the batteries together fire half as much again" end

return M
