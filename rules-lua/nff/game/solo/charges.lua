-- What a solo commander thinks of charges, by the odds of the procedure that judges them.

local legality <const>, motion <const> = use("game/combat/legality", "game/movement/motion")
local see <const>, units <const>, volleys <const> = use("game/solo/view", "game/army/units", "game/solo/volleys")

local M <const> = {}

--- What each result of a charge is worth to who charges, besides the stands that it costs either side.
local WORTH <const> = {
  swept_away = "win_big", driven_off = "win_big", pushed_back = "win", locked = "locked", checked = "lose",
  repulsed = "lose_big", shattered = "lose_big",
}

--- By how much the charger's die is above the enemy's, and how likely that is: { by, p } each. Dice are thrown alike in
--- all charges, so that those of any combat serve.
local function dice_of(mind, args)
  return mind:known("charge dice", function()
    local list, of = {}, {}
    for _, one in ipairs(mind:outcomes("charge.resolve", args, "attacker_die,defender_die")) do
      local by = one.value[1] - one.value[2]
      if not of[by] then
        of[by] = { by = by, p = 0 }
        list[#list + 1] = of[by]
      end
      of[by].p = of[by].p + one.p
    end
    return list
  end)
end

--- How likely each result is with `net` modifiers more for the charger: { p, worth, wins, own, his } each, the last two
--- the stands that it costs.
local function results_of(mind, net, args)
  return mind:known("charge results " .. net, function()
    local list, by_code = {}, {}
    for _, dice in ipairs(dice_of(mind, args)) do
      local difference = dice.by
      local code = mind.rules.tables.charge_table(difference + net, "code")
      if not by_code[code] then
        local function lost(side) return mind.rules.tables.charge_table(difference + net, side .. "_stands_lost") end
        local worth = WORTH[code] or "locked"
        by_code[code] = {
          worth = worth, wins = worth:find "^win" ~= nil, p = 0, own = lost "attacker", his = lost "defender",
        }
        list[#list + 1] = by_code[code]
      end
      by_code[code].p = by_code[code].p + dice.p
    end
    return list
  end)
end

--- What a result is worth to that charger against that enemy.
local function value_of(mind, one, id, target)
  local guns = units.battery(mind.view:unit(target))
  local his = guns and (one.wins and 1 or 0) or one.his -- a battery is lost whole
  local stakes = see.stake(mind, target, his) - see.stake(mind, id, one.own)
  return mind.weight[one.worth] + mind.weight.charge_stake * stakes
end

--- What a charge is worth with `net` modifiers more for the charger, and how likely he is to win.
local function of_net(mind, net, args, id, target)
  local sum, wins = 0, 0
  for _, one in ipairs(results_of(mind, net, args)) do
    sum, wins = sum + one.p * value_of(mind, one, id, target), wins + (one.wins and one.p or 0)
  end
  return sum, wins
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
      - sum_of(mind, args.defender, args.attacker, false), args, id, target)
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

--- The combat that a charge would lead to as things stand; false where there is no way to the enemy.
local function combat(mind, id, target)
  return mind:once("combat " .. id .. " " .. target, function()
    local view = mind.view
    return not legality.refuse(view, id, target) and view.measure["charge.resolve"](view, id, target) or false
  end)
end

--- The sum of the modifiers of a side, by what fire did before the combat to the unit that is all or most of that side:
--- the unit may be disordered, have fewer stands, and be no longer fresh.
local function after_fire(mind, id, side, enemy, attacks)
  local known, disordered, stands, lost = {}, side.disordered, side.stands, side.stands_lost_to_fire
  local status = side.status
  return function(effect)
    local key = effect.lost + (effect.disordered and 10 or 0)
    if not known[key] then
      side.disordered, side.stands = disordered or effect.disordered, math.max(1, stands - effect.lost)
      side.stands_lost_to_fire, side.status = lost + effect.lost, see.status(mind, id, effect.lost) or status
      known[key] = sum_of(mind, side, enemy, attacks)
      side.disordered, side.stands, side.stands_lost_to_fire, side.status = disordered, stands, lost, status
    end
    return known[key]
  end
end

--- What a combat is worth after the fire before it, and how likely the charger is to win.
local function after(mind, args, id, target, fire)
  local attacker = after_fire(mind, id, args.attacker, args.defender, true)
  local defender = after_fire(mind, target, args.defender, args.attacker, false)
  local whole, shaken = volleys.effects(mind, fire.whole, fire.cover), volleys.effects(mind, fire.shaken, fire.cover)
  local likely, nets = {}, {}
  for _, his in ipairs(volleys.effects(mind, fire.at_charger, 0)) do
    for _, own in ipairs(his.disordered and shaken or whole) do
      local net = attacker(his) - defender(own)
      if not likely[net] then likely[net], nets[#nets + 1] = 0, net end
      likely[net] = likely[net] + his.p * own.p
    end
  end
  local cost = volleys.cost(mind, id, fire.at_charger, 0) - volleys.cost(mind, target, fire.whole, fire.cover)
  local sum, wins = -mind.weight.charge_stake * cost, 0
  for _, net in ipairs(nets) do
    local worth, won = of_net(mind, net, args, id, target)
    sum, wins = sum + likely[net] * worth, wins + likely[net] * won
  end
  return sum, wins
end

--- The same of a charge that is thought of; where a house rule decides, as if fire disordered who comes at a front.
local function reckoned(mind, args, id, target, fire)
  if not mind.rules.wrapped("charge.resolve") then return after(mind, args, id, target, fire) end
  local own, disordered = args.attacker, args.attacker.disordered
  own.disordered = disordered or fire.at_charger > 0
  local sum, wins = M.worth(mind, args, id, target)
  own.disordered = disordered
  return sum, wins
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
      local worth, wins = reckoned(mind, args, id, target, volleys.before(mind, id, target, defender))
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
    local fire = volleys.before(mind, id, target, args.defender)
    local guns, sum, wins = units.battery(enemy), reckoned(mind, args, id, target, fire)
    local more, surer = with_friend(mind, id, target, args)
    if more then
      sum, wins = sum + weight.charge_joins * (more - sum), wins + weight.charge_joins * (surer - wins)
    end
    return { guns and sum + weight.guns_worth or sum, wins }
  end)
  if found then return found[1], found[2] end
end

--- So much must a charge promise: more of who leaves an objective that nobody else holds, or whose side is clearly
--- ahead as the day ends, and little of one that has to act now. No promise is worth ground that is lost by it in the
--- last turns.
local function least_of(mind, unit, target)
  local mission, enemy = mind.mission or {}, mind.view:unit(target)
  local own = see.keeps(mind, unit.id)
  local anchor = own and not lists.has(mind:standing_in(own.id, enemy.side), target)
  if anchor and see.loses(mind, unit.id, volleys.met_at(unit.base, enemy.base)) then return math.huge end
  if anchor and see.left(mind) < mind.weight.objective_dash then return mind.weight.charge_leaves end
  if anchor or mission.ahead then return mind.weight.charge_keeps end
  if mission.presses then return mind.weight.charge_presses end
  if not see.attacks(mind) then return mind.weight.charge_holds end
  return unit.arm == "cavalry" and mind.weight.charge_horse or mind.weight.charge_foot
end

--- The same, less what it costs to stay under fire.
local function least(mind, unit, target)
  return least_of(mind, unit, target) - mind.weight.charge_stake * volleys.exchange(mind, unit.id)
end

--- The charge that promises most of those that a brigade may make, if it promises enough, or so much less: whom, how
--- much, how surely.
local function most_worth(mind, id, less)
  local reach, unit = motion.left(mind.view, id, false, true), mind.view:unit(id)
  local best, most, p
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then break end
    local worth, wins = promise(mind, id, other)
    local enough = worth and worth >= (most or worth) and worth >= least(mind, unit, other) - less
    if enough then best, most, p = other, worth, wins end
  end
  return best, most, p
end

--- Does a brigade hope for a charge in this turn: how much is it worth?
function M.hopes(mind, id)
  local unit = mind.view:unit(id)
  if not may_charge(unit) then return nil end
  local best, worth = most_worth(mind, id, mind.weight.charge_hope)
  return best and worth
end

--- The charge that a brigade would make now: { charge = id, why }; nil for none that promises enough.
function M.best(mind, id)
  local unit = mind.view:unit(id)
  if mind.path ~= "player_turn.tactical" or not may_charge(unit) then return nil end
  local best, worth, p = most_worth(mind, id, 0)
  return best and { charge = best, worth = worth, why = mind:says("%s to win against %s",
    mind.words.percent(p), mind:name(best)) } or nil
end

--- A victor charges on where that promises well enough, and not out of ground that would be lost.
function M.breakthrough(mind, proposal)
  local unit, enemy = mind.view:unit(proposal.unit), mind.view:unit(proposal.target)
  if not mind.view:told() and see.loses(mind, unit.id, volleys.met_at(unit.base, enemy.base)) then return nil end
  local args = not mind.view:told() and mind.view.measure["charge.resolve"](mind.view, proposal.unit, proposal.target)
  if not args then return nil end
  args.attacker.breakthrough = true
  local worth, p = M.worth(mind, args, proposal.unit, proposal.target)
  local why = mind:says("%s to win against %s", mind.words.percent(p), mind:name(proposal.target))
  return worth > mind.weight.charge_stays and 2 + worth or nil, why
end

--- A victor takes the ground before it, unless ground that counts would be lost by it.
function M.advance(mind, about)
  local one = about.advance[1]
  local base = not mind.view:told() and mind.view:unit(one.unit).base
  local own = base and see.loses(mind, one.unit, tabletop.slid(base, one.um))
  if own then return "stay", "it holds " .. see.keeps(mind, one.unit).name end
  return "advance", "to take the ground"
end

return M
