-- 4.2: how units get about, as limber.solo.goals has to know it; no unit leaves its brigade's support but to take its
-- own place.

local charges <const> = use "game/solo/charges"
local motion <const> = use "game/movement/motion"
local see <const> = use "game/solo/view"
local shots <const> = use "game/solo/shots"

return {
  move = "move", turn = "turn", back = "retire",
  turns = deg(45),
  rate = see.rate,
  back_rate = function(mind, id)
    local unit = mind.view:unit(id)
    local args = { troop = unit.troop, formation = unit.drill, retrograde = true }
    return mm(mind:ask("movement.allowance", mind.view:flagged(args, unit, "movement")).move_mm)
  end,
  reach = function(mind, id, base)
    return motion.reach(mind.view, id, base, false, mind.view:unit(id).acted ~= nil).um
  end,
  may_turn = function(_, unit)
    return unit.drill ~= nil and unit.drill ~= "deployed" and not unit.turned and not unit.inside
  end,
  may_pivot = function(_, unit) return not unit.turned end,
  swings = function(mind, id, base, angle) return (mind.view:swing(id, base, angle)) end,
  stands = function(mind, id, base) return not mind.view:room(id, base) end,
  ends = function(mind, id, base, goal) return goal.back or goal.follows or charges.supported(mind, id, base) end,
  looks_well = shots.looks_well,
}
