-- The chance that a solo commander's horse has when it rides at an enemy (10.4): against him, and against who may come
-- to his help in the same bound.

local army <const>, odds <const> = use("game/army/units", "game/solo/odds")

local M <const> = {}

--- The horse of the enemy that is free and so near to a target that it may come to its help in the same bound.
local function helper_of(mind, target)
  for other, um in mind:by_distance(target, mind.view:unit(target).side) do
    if um > mind.weight.horse_helps_near then return nil end
    local unit = mind.view:unit(other)
    if other ~= target and army.mounted(unit) and army.free(unit) and not unit.fighting then return other end
  end
end

--- The foot of the enemy that may come to the help of guns in the same bound: the nearest to them.
local function guard_of(mind, target)
  for other, um in mind:by_distance(target, mind.view:unit(target).side) do
    if um > mind.weight.others_near then return nil end
    local unit = mind.view:unit(other)
    if army.formed_foot(unit) and army.free(unit) and not unit.fighting then return other end
  end
end

--- The chance of horse: where other horse may come between, or foot come up to the guns, it may have to fight that; and
--- where more of the horse that it rides at is near, both. No such ride is sure.
function M.chance(mind, id, target)
  local enemy, weight = mind.view:unit(target), mind.weight
  local p, against = odds.attack(mind, id, target)
  local helper = enemy.arm ~= "artillery" and mind:once_for("helper", target, helper_of)
    or enemy.arm == "artillery" and mind:once_for("guard", target, guard_of)
  if helper and army.mounted(enemy) then
    p = p - p * (1 - p) * weight.horse_joins
  elseif helper then
    p = p - (p - math.min(p, (odds.attack(mind, id, helper)))) * weight.horse_helps
  end
  return math.min(p, weight.horse_surest), against
end

return M
