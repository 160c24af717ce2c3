-- What the enemy may cost a stand where it would stand: figures by his fire, as the view counts them, and by the fight
-- that a charge brings which comes so far.

local rolls <const>, see <const> = use("game/movement/rolls", "game/solo/view")
local terms <const> = use "game/combat/melee_question"

local M <const> = {}

--- The longest throws of a charge come about twice as far as an average one.
local LONGEST <const> = 2

function M.reach(mind, id) return math.max(see.reach(mind, id) or 0, LONGEST * see.charge_reach(mind, id)) end

function M.fire(mind, enemy, id, base, um)
  return see.fire_on(mind, enemy, base, um) / math.max(1, mind.view:unit(id).figures)
end

--- How likely a charge comes so far over good ground.
local function comes(mind, enemy, um)
  local args = rolls.args(mind.view, enemy, { charging = true })
  return mind:chance("movement.roll", args, "distance_mm", function(thrown) return mm(thrown) >= um end, enemy)
end

--- What part of a stand falls in the first round of a fight to which that enemy charges it.
local function fight(mind, enemy, id)
  return mind:once("charged " .. enemy .. " " .. id, function()
    local unit, own = mind.view:unit(enemy), mind.view:unit(id)
    local turned = tabletop.turned(unit.base, (mind:toward(unit.base, own.base)))
    local args = terms.args(mind.view, enemy, id, tabletop.slid(turned, math.max(0, mind:gap(enemy, id) or 0)))
    if mind.rules.fault("melee.resolve", args) then return 0 end
    local sum = 0
    for _, one in ipairs(mind:outcomes("melee.resolve", args, "outcome", enemy, id)) do
      local part = one.value == "defender_destroyed" and 1 or one.value == "defender_loses_figure" and 1 / own.figures
      sum = sum + one.p * (part or 0)
    end
    return sum
  end)
end

function M.charge(mind, enemy, id, _, um, least)
  if see.charge_reach(mind, enemy) == 0 or see.engaged(mind, enemy) or mind.view:unit(id).figures == 0 then return 0 end
  local chance = comes(mind, enemy, um)
  return chance > least and chance * fight(mind, enemy, id) or 0
end

return M
