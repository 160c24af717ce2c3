-- What a charge and a breakthrough promise: the exact odds of charge.resolve, as the two would meet.
local charge_way <const>, contact <const> = use("game/combat/charge_way", "game/combat/contact")
local responses <const>, terms <const> = use("game/combat/responses", "game/combat/melee_question")

--- The combat that a charge along a way would lead to, if the enemy does as the rules have it.
---@param found { um: integer, way: nff.ChargeWay }
---@return table args
local function foreseen(view, id, target, found, breakthrough)
  local way, args = found.way, responses.question(view, id, target, found.way)
  local gone = breakthrough and 0 or charge_way.gone(view, id)
  if args and view:ask("charge.countercharge", args, target, id).countercharges then
    local combat = { target = target, attackers = { id }, defenders = { target }, beside = {}, helpers = {} }
    return terms.args(view, combat, { um = found.um + gone, counters = true, breakthrough = breakthrough })
  end
  local met, at = charge_way.terms(view, id, target, way), view:on_path(way.path, way.um)
  return terms.args(view, contact.foreseen(view, id, target, at), {
    um = found.um + gone, flank = met.flank, favorable = met.favorable, at = at,
    breakthrough = breakthrough,
  })
end

measure "charge.resolve" (function(view, id, target)
  for _, combat in ipairs(contact.combats(view, view:unit(id).side)) do
    if lists.has(combat.attackers, id) and lists.has(combat.defenders, target) then return terms.args(view, combat) end
  end
  local fault, found = charge_way.of(view, id, target)
  if fault or not found.way then return nil end
  return foreseen(view, id, target, found)
end)

measure "charge.countercharge" (function(view, charger, id)
  local fault, found = charge_way.of(view, charger, id)
  return not fault and found.way and responses.question(view, charger, id, found.way) or nil
end)

local function promised(fault, found, view, cmd, breakthrough)
  if fault or not (found and found.way) then return nil end
  return foreseen(view, cmd.unit, cmd.target, found, breakthrough), cmd.unit, cmd.target
end

local function rows(args)
  return {
    { by = "charge.resolve", tells = "attacker_move", wins = "carry", says = "%s to win", args = args },
    { by = "charge.resolve", tells = "breakthrough", wins = true, says = "%s by enough to break through", args = args },
  }
end

prospect "charge" (rows(where_measured(function(view, cmd)
  local fault, found = charge_way.of(view, cmd.unit, cmd.target, cmd.ahead, cmd.wheel)
  return promised(fault, found, view, cmd)
end)))

prospect "breakthrough" { rows(where_measured(function(view, cmd)
  local fault, found = charge_way.straight(view, cmd.unit, cmd.target)
  return promised(fault, found, view, cmd, true)
end))[1] }
