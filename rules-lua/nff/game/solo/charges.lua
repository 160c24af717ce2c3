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

--- May a brigade charge at all in this turn?
local function may_charge(unit)
  if unit.used_rm or not see.able(unit) or unit.maneuver and not unit.announced then return false end
  return unit.drill ~= "square" and unit.drill ~= "march_column" and not unit.moved
end

--- The combat that a charge would lead to; false where there is no way to the enemy. Fire is likely to have disordered
--- who comes at a front, and guns to have cost him a stand.
local function combat(mind, id, target)
  return mind:once("combat " .. id .. " " .. target, function()
    local view, enemy = mind.view, mind.view:unit(target)
    local args = not legality.refuse(view, id, target) and view.measure["charge.resolve"](view, id, target)
    if args and see.fires(enemy) and not args.defender.flank_or_rear then
      local own, lost = args.attacker, units.battery(enemy) and (enemy.grand and 2 or 1) or 0
      own.disordered, own.stands_lost_to_fire, own.stands = true, lost, math.max(1, own.stands - lost)
    end
    return args or false
  end)
end

--- What it is worth with a friend who can charge that enemy too, and how likely they win; nil where none can.
local function with_friend(mind, id, target, args)
  local attacker, defender = args.attacker, args.defender
  for other, um in mind:by_distance(target, mind.side) do
    local unit = mind.view:unit(other)
    if um > see.rate(mind, id) then return nil end
    local his = other ~= id and unit.arm == attacker.arm and may_charge(unit) and combat(mind, other, target)
    if his then
      local stands, flank = attacker.stands, defender.flank_or_rear
      attacker.stands, defender.flank_or_rear = stands + his.attacker.stands, flank or his.defender.flank_or_rear
      local worth, wins = M.worth(mind, args, id, target)
      attacker.stands, defender.flank_or_rear = stands, flank
      return worth, wins
    end
  end
end

--- What a charge promises: about -1 to 1, and how likely it wins; nil where there is no way to the enemy.
local function promise(mind, id, target)
  local found = mind:once("charge " .. id .. " " .. target, function()
    local args, weight, enemy = combat(mind, id, target), mind.weight, mind.view:unit(target)
    if not args then return false end
    local guns, sum, wins = units.battery(enemy), M.worth(mind, args, id, target)
    local more, surer = with_friend(mind, id, target, args)
    if more then
      sum, wins = sum + weight.charge_joins * (more - sum), wins + weight.charge_joins * (surer - wins)
    end
    return { guns and sum + weight.guns_worth or sum, wins }
  end)
  if found then return found[1], found[2] end
end

--- So much must a charge promise: more of who alone holds an objective, or whose side is ahead as the day ends, and
--- little of one that has to act now.
local function least(mind, unit)
  local mission = mind.mission or {}
  if mind:anchor(unit.id) or (mission.behind or 0) < 0 then return mind.weight.charge_keeps end
  if mission.presses then return mind.weight.charge_presses end
  if not see.attacks(mind) then return mind.weight.charge_holds end
  return unit.arm == "cavalry" and mind.weight.charge_horse or mind.weight.charge_foot
end

--- The charge that promises most of those that a brigade may make, if it promises so much: whom, how much, how surely.
local function most_worth(mind, id, most)
  local reach, best, p = motion.left(mind.view, id, false, true), nil, nil
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then break end
    local worth, wins = promise(mind, id, other)
    if worth and worth >= most then best, most, p = other, worth, wins end
  end
  return best, most, p
end

--- Does a brigade hope for a charge in this turn: how much is it worth?
function M.hopes(mind, id)
  local unit = mind.view:unit(id)
  if not may_charge(unit) then return nil end
  local best, worth = most_worth(mind, id, least(mind, unit) - mind.weight.charge_hope)
  return best and worth
end

--- The charge that a brigade would make now: { charge = id, why }; nil for none that promises enough.
function M.best(mind, id)
  local unit = mind.view:unit(id)
  if mind.path ~= "player_turn.tactical" or not may_charge(unit) then return nil end
  local best, worth, p = most_worth(mind, id, least(mind, unit))
  return best and { charge = best, worth = worth, why = mind:says("%s to win against %s",
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
