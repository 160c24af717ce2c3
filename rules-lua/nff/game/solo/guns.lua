-- A solo side's batteries: where they stand, when they limber, and grand batteries.

local radius <const>, see <const>, units <const> = use("game/command/radius", "game/solo/view", "game/army/units")

local M <const> = {}

--- The batteries of one formation keep together: those that touch move alike.
local function together(mind, id)
  local ids = { id }
  for _, other in ipairs(mind:body_of(id).units) do
    local unit = mind.view:unit(other)
    if other ~= id and units.battery(unit) and unit.limbered then ids[#ids + 1] = other end
  end
  return #ids > 1 and mind.view:together(ids, tabletop.TOUCHING) or ids
end

--- Is an enemy in its arc, near enough to be fired at?
local function has_target(mind, id, unit)
  local reach = see.reach(mind, unit)
  local arc = deg(mind.rules.constant.artillery_arc_each_side) + mind.weight.guns_aside
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then return false end
    if math.abs((mind:toward(unit.base, mind.view:unit(other).base))) <= arc then return true end
  end
  return false
end

--- What a battery wants.
function M.aim(mind, id, unit, enemy, um)
  if unit.silenced then return nil end
  if not unit.limbered then
    if has_target(mind, id, unit) then return nil end
    if um <= see.reach(mind, unit) then return { face = enemy, why = "to fire at " .. mind:name(enemy) } end
    if um <= mind.weight.guns_far and not see.attacks(mind) then return nil end
    return { command = "limber", why = "nobody is in range" }
  end
  if um <= mind.weight.guns_reach + mind.weight.least_move then
    local off = math.abs((mind:toward(unit.base, mind.view:unit(enemy).base)))
    if off > mind.weight.guns_turn and #(unit.functions or {}) == 0 then
      return { face = enemy, why = "to fire at " .. mind:name(enemy) }
    end
    return { command = "unlimber", why = mind:said("{it} [is] in range", { it = enemy }) }
  end
  if unit.attached_to then return nil end -- its brigade takes it along
  local ids = together(mind, id)
  local first, least = see.nearest(mind, (lists.least(ids, function(one) return see.gap(mind, one) end)))
  local ahead = see.foremost(mind) >= least - mind.weight.guns_lead
  if see.attacks(mind) and ahead and um > mind.weight.guns_stay then return nil end
  local left = math.min(least - mind.weight.guns_reach, see.rate(mind, id))
  if least - left > mind.weight.guns_reach + mind.weight.least_move then -- limbered, out of his reach
    left = math.min(left, least - mind.weight.guns_safe)
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
  for _, leader in ipairs(radius.chain(view, unit.id)) do
    local far = radius.distance(view, leader, unit.id)
    if far and far <= most then return nil end
  end
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
