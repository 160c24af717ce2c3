-- What a solo commander thinks of charges, by the odds of the procedure that judges them.

local legality <const> = use "game/combat/legality"
local see <const> = use "game/solo/view"
local units <const> = use "game/army/units"

local M <const> = {}

--- What each result of a charge is worth to who charges.
local WORTH <const> = {
  swept_away = "win_big", driven_off = "win_big", pushed_back = "win", locked = "locked", checked = "lose",
  repulsed = "lose_big", shattered = "lose_big",
}

--- What a difference of the totals is worth, or with `net` modifiers more for the charger two dice on average.
local function of_net(mind, net)
  return mind:known("charge worth " .. net, function()
    local sum = 0
    for difference = -9, 9 do
      local code = mind.rules.tables.charge_table(difference + net, "code")
      sum = sum + (10 - math.abs(difference)) / 100 * mind.weight[WORTH[code] or "locked"]
    end
    return sum
  end)
end

--- The modifiers of a side of a charge, summed.
local function sum_of(mind, own, enemy, attacks)
  return select(2, mind.rules.work("charge", own, { enemy = enemy, attacks = attacks }))
end

--- What a combat is worth to the charger: by the sums of both sides, or where a house rule decides by the exact odds.
function M.worth(mind, args, id, target)
  if not mind.rules.wrapped("charge.resolve") then
    return of_net(mind, sum_of(mind, args.attacker, args.defender, true)
      - sum_of(mind, args.defender, args.attacker, false))
  end
  local sum = 0
  for _, one in ipairs(mind:outcomes("charge.resolve", args, "code", id, target)) do
    sum = sum + one.p * mind.weight[WORTH[one.value] or "locked"]
  end
  return sum
end

--- What a charge promises: about -1 to 1; nil where there is no way to the enemy.
local function promise(mind, id, target)
  return mind:once("charge " .. id .. " " .. target, function()
    local view = mind.view
    local enemy, args = view:unit(target), nil
    if not legality.refuse(view, id, target) then args = view.measure["charge.resolve"](view, id, target) end
    if not args then return false end
    local sum, guns = M.worth(mind, args, id, target), units.battery(enemy)
    local front = see.face(enemy.base, view:unit(id).base) == "front"
    if front and see.fires(enemy) then sum = sum - mind.weight.charge_fire * (guns and 2 or 1) end
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
    local worth = promise(mind, id, other)
    if worth and worth >= most then best, most = other, worth end
  end
  return best and { charge = best, worth = most, why = mind:says("the charge on %s promises %+d of 100",
    mind:name(best), math.floor(100 * most)) } or nil
end

--- A victor charges on where that promises well enough.
function M.breakthrough(mind, proposal)
  local args = mind.view.measure["charge.resolve"](mind.view, proposal.unit, proposal.target)
  if not args then return nil end
  args.attacker.breakthrough = true
  local worth = M.worth(mind, args, proposal.unit, proposal.target)
  local why = mind:says("it promises %+d of 100", math.floor(100 * worth))
  return worth > mind.weight.charge_stays and 2 + worth or nil, why
end

return M
