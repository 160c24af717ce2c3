-- 4.8: a solo unit's shot: who has one stands for it, and neither turns to and fro nor creeps on.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local see <const> = use "game/solo/view"

local M <const> = {}

--- So much off its front an enemy is before it.
local OFF <const> = deg(30)

--- Does a unit look well enough as it stands? It has an enemy to fire at, or one before it hardly farther off than the
--- nearest, and none so near on its flank that he could charge it there.
function M.looks_well(mind, unit)
  local enemy, um = see.nearest_enemy(mind, unit.id)
  if not enemy then return false end
  local near = mind.view:unit(enemy)
  local flanked = mind:between("face", unit.base, near.base, ground.face_of) ~= "front"
  if flanked and army.fighter(near) and um <= see.rate(mind, enemy) then return false end
  if see.shot(mind, unit.id) then return true end
  for _, other in ipairs(see.enemies(mind)) do
    if mind:gap(unit.id, other) <= um + see.rate(mind, unit.id)
      and math.abs((mind:toward(unit.base, mind.view:unit(other).base))) <= OFF then
      return true
    end
  end
  return false
end

--- Would a move spoil a shot for nothing? Foot that can fire from where it stands moves only to a flank or rear to
--- charge, to somebody it can charge when it cannot charge whom it fires at, or from long range to short (4.2.6, 5.1.6,
--- 5.1.7).
local function spoils_shot(mind, id, aim, option)
  local enemy, um, short = see.shot(mind, id)
  if not enemy or option.command == "turn" then return false end
  if aim.charges and aim.target ~= enemy and not see.could_charge(mind, id, enemy, "front") then return false end
  if aim.face and aim.face ~= "front" then return false end
  local far = option.readings and option.readings[1].distance or 0
  return um <= short or option.command ~= "move" or um - far > short
end

--- The options of a brigade that attacks, without those that spoil a shot.
function M.kept(mind, id, aim, options)
  local kept = {}
  for _, option in ipairs(options) do
    if not spoils_shot(mind, id, aim, option) then kept[#kept + 1] = option end
  end
  return kept
end

return M
