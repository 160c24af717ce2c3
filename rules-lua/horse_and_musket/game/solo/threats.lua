-- 4.8: what the enemy may cost a solo side's unit where it would stand, by the odds of fire (5) and of combat (6).

local army <const>, ground <const> = use("game/army/units", "game/movement/ground")
local danger <const>, odds <const>, see <const> = use("game/solo/danger", "game/solo/odds", "game/solo/view")

local M <const> = {}

--- The hits that a whole unit takes before it is destroyed.
local function most(mind)
  return mind.rules.constant.stagger_hits + mind.rules.constant.destroy_hits_after_stagger
end

--- How far an enemy bears: its fire, or its charge.
function M.reach(mind, id)
  local unit = mind.view:unit(id)
  local fires = see.range(mind, id) or 0
  return army.fighter(unit) and math.max(fires, see.charge_reach(mind, id)) or fires
end

function M.fire(mind, enemy, _, base, um)
  return um <= (see.range(mind, enemy) or -1) and danger.from(mind, enemy, base, um) / most(mind) or 0
end

local function fighter(unit)
  return { troop = unit.troop, grade = unit.grade, hits = unit.hits, staggered = unit.staggered }
end

--- What a charge on the face that a base turns to it may cost: as a part, what a beaten unit loses.
function M.charge(mind, enemy, id, base, um)
  local unit, own = mind.view:unit(enemy), mind.view:unit(id)
  if not army.fighter(unit) or not army.fighter(own) or um > see.charge_reach(mind, enemy) then return 0 end
  local face = ground.face_of(base, unit.base)
  if not see.could_charge(mind, enemy, id, face) then return 0 end
  local args = { charger = fighter(unit), charged = fighter(own), face = face }
  if mind.rules.fault("melee.resolve", args) then return 0 end
  return see.test(mind, enemy) * odds.wins(mind, args, enemy, id) * mind.weight.danger_beaten
end

return M
