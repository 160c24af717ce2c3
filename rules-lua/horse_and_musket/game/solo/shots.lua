-- 4.8: a solo unit's shot: who has one stands for it, and neither turns to and fro nor creeps on.

local army <const>, ground <const>, see <const> = use("game/army/units", "game/movement/ground", "game/solo/view")

local M <const> = {}

--- Does a unit look well enough as it stands? It has an enemy to fire at, or one before it hardly farther off than the
--- nearest, and none so near on its flank that he could charge it there.
function M.looks_well(mind, unit)
  local id = unit.id
  local enemy, um = mind:nearest_enemy(id)
  if not enemy then return false end
  local flanked = mind:between("face", id, enemy, ground.face_of) ~= "front"
  if flanked and army.fighter(mind.view:unit(enemy)) and um <= see.rate(mind, enemy) then return false end
  if see.shot(mind, id) then return true end
  return see.nearest_before(mind, id, um + see.rate(mind, id), mind.weight.off_front) ~= nil
end

--- Would a move spoil a shot for nothing? Foot that can fire from where it stands moves only to a flank or rear to
--- charge, to somebody it can charge when it cannot charge whom it fires at, or from long range to short (4.2.6, 5.1.6,
--- 5.1.7).
local function spoils_shot(mind, id, goal, option)
  local enemy, um, short = see.shot(mind, id)
  if not enemy or option.command == "turn" then return false end
  if goal.charges and goal.target ~= enemy and not see.could_charge(mind, id, enemy, "front") then return false end
  if goal.face and goal.face ~= "front" then return false end
  if goal.charges and goal.target == enemy and um > see.reach_at(mind, id, enemy) then return false end
  local far = option.readings and option.readings[1].distance or 0
  return um <= short or option.command ~= "move" or um - far > short
end

--- The options of a brigade that attacks, without those that spoil a shot.
function M.kept(mind, id, goal, options)
  local kept = {}
  for _, option in ipairs(options) do
    if not spoils_shot(mind, id, goal, option) then kept[#kept + 1] = option end
  end
  return kept
end

return M
