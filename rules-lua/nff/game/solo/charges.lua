-- What a solo commander thinks of charges, by the odds of the procedure that judges them.

local legality <const>, motion <const> = use("game/combat/legality", "game/movement/motion")
local see <const>, units <const> = use("game/solo/view", "game/army/units")

local M <const> = {}

--- What each result of a charge is worth to who charges.
local WORTH <const> = {
  swept_away = "win_big", driven_off = "win_big", pushed_back = "win", locked = "locked", checked = "lose",
  repulsed = "lose_big", shattered = "lose_big",
}

--- What two dice are worth on average with `net` modifiers more for the charger; and how likely he is to win.
local function of_net(mind, net)
  local found = mind:known("charge worth " .. net, function()
    local sum, wins = 0, 0
    for difference = -9, 9 do
      local worth = WORTH[mind.rules.tables.charge_table(difference + net, "code")]
      local p = (10 - math.abs(difference)) / 100
      sum, wins = sum + p * mind.weight[worth or "locked"], wins + (worth and worth:find "^win" and p or 0)
    end
    return { sum, wins }
  end)
  return found[1], found[2]
end

--- The modifiers of a side of a charge, summed.
local function sum_of(mind, own, enemy, attacks)
  return select(2, mind.rules.work("charge", own, { enemy = enemy, attacks = attacks }))
end

--- What a combat is worth to the charger, and how likely he is to win: by the sums of both sides, or where a house rule
--- decides by the exact odds.
function M.worth(mind, args, id, target)
  if not mind.rules.wrapped("charge.resolve") then
    return of_net(mind, sum_of(mind, args.attacker, args.defender, true)
      - sum_of(mind, args.defender, args.attacker, false))
  end
  local sum, wins = 0, 0
  for _, one in ipairs(mind:outcomes("charge.resolve", args, "code", id, target)) do
    local worth = WORTH[one.value] or "locked"
    sum, wins = sum + one.p * mind.weight[worth], wins + (worth:find "^win" and one.p or 0)
  end
  return sum, wins
end

--- What a charge promises: about -1 to 1, and how likely it wins; nil where there is no way to the enemy.
local function promise(mind, id, target)
  local found = mind:once("charge " .. id .. " " .. target, function()
    local view = mind.view
    local enemy, args = view:unit(target), nil
    if not legality.refuse(view, id, target) then args = view.measure["charge.resolve"](view, id, target) end
    if not args then return false end
    local guns, sum, wins = units.battery(enemy), M.worth(mind, args, id, target)
    local front = see.face(mind, enemy.base, view:unit(id).base) == "front"
    if front and see.fires(enemy) then sum = sum - mind.weight[guns and "charge_fire_guns" or "charge_fire"] end
    return { guns and sum + mind.weight.guns_worth or sum, wins }
  end)
  if found then return found[1], found[2] end
end

--- One side of a charge as one sees it from afar.
local function strength(unit, attacks)
  local heavy = unit.cavalry_class == "heavy" and (unit.armored and "armored" or "heavy")
  return {
    arm = unit.arm, stands = unit.stands or 1, other_arm_stands = attacks and 0 or nil, incidental_stands = 0,
    rating = unit.rating, status = unit.condition or "worn", leader = "none", disordered = units.disordered(unit),
    irregular = unit.irregular or false, cavalry_weight = heavy or "none", support_arm = "none",
    stands_lost_to_fire = unit.fire_loss or 0, old_guard = unit.old_guard or false, lance = unit.lance or false,
    terrain = 0, engineers = "none", square = unit.drill == "square", flank_or_rear = false,
    countercharging = unit.arm == "cavalry",
  }
end

--- About what a charge on an enemy would be worth, without its way.
local function hoped(mind, id, target, um)
  return mind:once("hoped " .. id .. " " .. target, function()
    local unit, enemy = mind.view:unit(id), mind.view:unit(target)
    if legality.refuse(mind.view, id, target) then return false end
    local own, his = strength(unit, true), strength(enemy)
    own.square, own.countercharging = nil, nil
    if unit.arm == "cavalry" and enemy.arm == "infantry" then own.charge_distance_in = rounded(um / inch(1)) end
    his.flank_or_rear = not his.square and see.face(mind, enemy.base, unit.base) ~= "front"
    return (of_net(mind, sum_of(mind, own, his, true) - sum_of(mind, his, own, false)))
  end) or nil
end

--- So much must a charge promise.
local function least(mind, unit)
  if not see.attacks(mind) then return mind.weight.charge_holds end
  return unit.arm == "cavalry" and mind.weight.charge_horse or mind.weight.charge_foot
end

--- The enemies in reach whom a brigade would charge, as far as one sees, the most worth first.
local function candidates(mind, id, most)
  local list, reach = {}, motion.left(mind.view, id, false, true)
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then break end
    local worth = hoped(mind, id, other, um)
    if worth and worth >= most then list[#list + 1] = { id = other, worth = worth } end
  end
  table.sort(list, function(one, other) return one.worth > other.worth end)
  return list
end

--- May a brigade charge at all in this turn?
local function may_charge(unit)
  if unit.used_rm or not see.able(unit) or unit.maneuver and not unit.announced then return false end
  return unit.drill ~= "square" and unit.drill ~= "march_column" and not unit.moved
end

--- Does a brigade hope for a charge in this turn: how much is it worth?
function M.hopes(mind, id)
  local unit = mind.view:unit(id)
  if not may_charge(unit) then return nil end
  local first = candidates(mind, id, least(mind, unit) - mind.weight.charge_hope)[1]
  return first and first.worth
end

--- The charge that a brigade would make now: { charge = id, why }; nil for none that promises enough.
function M.best(mind, id)
  local unit = mind.view:unit(id)
  if mind.path ~= "player_turn.tactical" or not may_charge(unit) then return nil end
  local best, most, p = nil, least(mind, unit), nil
  for i, one in ipairs(candidates(mind, id, most - mind.weight.charge_doubt)) do
    if i > mind.weight.charge_tries then break end
    local worth, wins = promise(mind, id, one.id)
    if worth and worth >= most then best, most, p = one.id, worth, wins end
  end
  return best and { charge = best, worth = most, why = mind:says("%s to win against %s",
    mind.words.percent(p), mind:name(best)) } or nil
end

--- A victor charges on where that promises well enough.
function M.breakthrough(mind, proposal)
  local args = not mind.view:told() and mind.view.measure["charge.resolve"](mind.view, proposal.unit, proposal.target)
  if not args then return nil end
  args.attacker.breakthrough = true
  local worth = M.worth(mind, args, proposal.unit, proposal.target)
  local why = mind:says("it promises %+d of 100", math.floor(100 * worth))
  return worth > mind.weight.charge_stays and 2 + worth or nil, why
end

return M
