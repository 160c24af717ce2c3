-- What a solo commander thinks of charges, by the odds of the procedure that judges them.

local see <const> = use "game/solo/view"
local units <const> = use "game/army/units"

local M <const> = {}

--- What each result of a charge is worth to who charges.
local WORTH <const> = {
  swept_away = "win_big", driven_off = "win_big", pushed_back = "win", locked = "locked", checked = "lose",
  repulsed = "lose_big", shattered = "lose_big",
}

local function weight_of(unit)
  if unit.arm ~= "cavalry" or unit.irregular or unit.cavalry_class ~= "heavy" then return "none" end
  return unit.armored and "armored" or "heavy"
end

local function leader_of(mind, id)
  local best = "none"
  for _, leader in ipairs(mind.view:leaders_with(id)) do
    if mind.view:leader(leader).charismatic then return "charismatic" end
    best = "attached"
  end
  return best
end

--- One side of a charge, from what is known of its unit.
local function strength(mind, id, unit)
  return {
    arm = unit.arm, stands = unit.stands or 1, rating = unit.rating, status = unit.condition or "worn", -- R57
    leader = leader_of(mind, id), disordered = unit.disordered or false, irregular = unit.irregular or false,
    cavalry_weight = weight_of(unit), old_guard = unit.old_guard or false,
    support_arm = unit.drill == "double_echelon" and unit.arm or "none",
  }
end

--- Others of its arm who could come at the same enemy, as stands.
local function comrades(mind, id, target)
  local unit, sum = mind.view:unit(id), 0
  for other, um in mind:by_distance(target, mind.side) do
    local one = mind.view:unit(other)
    if um > inch(9) then break end
    if other ~= id and one.charging and one.charging.target == target then sum = sum + one.stands end
  end
  return sum, unit
end

--- What a charge on an enemy as he stands would be asked.
local function question(mind, id, target, um)
  local view = mind.view
  local more, unit = comrades(mind, id, target)
  local enemy = view:unit(target)
  local attacker, defender = strength(mind, id, unit), strength(mind, target, enemy)
  attacker.stands = attacker.stands + more
  attacker.lance = unit.lance or false
  if unit.arm == "cavalry" and enemy.arm == "infantry" then
    attacker.charge_distance_in = rounded(um // inch(1))
  end
  defender.square = enemy.drill == "square"
  local face = mind:between("face", target, id, function(his, own) return see.face(own, his) end)
  defender.flank_or_rear = face ~= "front" and not defender.square
  defender.countercharging = enemy.arm == "cavalry" and unit.arm == "cavalry" and um > inch(4)
  return { attacker = attacker, defender = defender }, face
end

--- What a charge promises: about -1 to 1; nil where it is not allowed.
function M.promise(mind, id, target, um)
  return mind:once("charge " .. id .. " " .. target, function()
    local args, face = question(mind, id, target, um)
    if mind.rules.fault("charge.resolve", args) then return false end
    local sum, enemy = 0, mind.view:unit(target)
    for _, one in ipairs(mind:outcomes("charge.resolve", args, "code", id, target)) do
      sum = sum + one.p * mind.weight[WORTH[one.value] or "locked"]
    end
    local guns = units.battery(enemy)
    if face == "front" and see.fires(enemy) then sum = sum - mind.weight.charge_fire * (guns and 2 or 1) end
    if guns then sum = sum + mind.weight.guns_worth end
    return sum
  end) or nil
end

--- So much must a charge promise.
local function least(mind, unit)
  if not see.attacks(mind) then return mind.weight.charge_holds end
  return unit.arm == "cavalry" and mind.weight.charge_horse or mind.weight.charge_foot
end

--- The charge that a brigade would make now, or later in this turn: { charge = id, why }; nil for none that promises
--- enough.
function M.best(mind, id, later)
  local unit = mind.view:unit(id)
  if mind.path ~= "player_turn.tactical" and not later or unit.used_rm or not see.able(unit) then return nil end
  if unit.maneuver and not unit.announced then return nil end
  if unit.drill == "square" or unit.drill == "march_column" or unit.moved then return nil end
  local reach, best, most = see.rate(mind, id) // (unit.maneuver == "half" and 2 or 1), nil, least(mind, unit)
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then break end
    local enemy = mind.view:unit(other)
    local barred = unit.arm == "infantry" and enemy.arm == "cavalry"
    if not barred and (units.brigade(enemy) or units.battery(enemy)) then
      local worth = M.promise(mind, id, other, um)
      if worth and worth >= most then best, most = other, worth end
    end
  end
  return best and { charge = best, worth = most, why = mind:says("the charge on %s promises %+d of 100",
    mind:name(best), math.floor(100 * most)) } or nil
end

return M
