-- What a solo commander thinks of charges and fights, by the odds of the procedures that judge them.

local army <const> = use "game/army/units"
local charge_way <const> = use "game/combat/charge_way"
local evasion <const> = use "game/combat/evasion"
local facing <const> = use "game/movement/facing"
local rolls <const> = use "game/movement/rolls"
local see <const> = use "game/solo/view"
local shots <const> = use "game/fire/shots"
local terms <const> = use "game/combat/melee_question"

local M <const> = {}

--- What a fight promises the Attacker: how much likelier he is to win it than to lose it.
local WORTH <const> = {
  defender_destroyed = 1, defender_loses_figure = 0.35, attacker_loses_figure = -0.35, attacker_destroyed = -1,
}

local function balance(mind, args, id, target)
  local sum = 0
  for _, one in ipairs(mind:outcomes("melee.resolve", args, "outcome", id, target)) do
    sum = sum + (WORTH[one.value] or 0) * one.p
  end
  return sum
end

--- What a fight promises that is fought now, by its two stands.
local function fight_balance(mind, id, target)
  return mind:once("fight " .. id .. " " .. target, function()
    return balance(mind, terms.args(mind.view, id, target), id, target)
  end)
end

--- The figures that defensive fire takes of a charger, on average; others who charge the same take their share.
local function met_by_fire(mind, id, target, ambush)
  local view, enemy = mind.view, mind.view:unit(target)
  local least = mind.rules.constant.ambush_no_defensive_fire_below
  local fires = enemy.kind == "regular" and enemy.figures > 0 and enemy.drill ~= "skirmish"
  if not fires or see.engaged(mind, target) then return 0 end
  if ambush and mind:gap(id, target) < mm(least) then return 0 end
  local behind = math.abs((mind:toward(enemy.base, view:unit(id).base))) > deg(90)
  if behind and enemy.drill == "close_order" then return 0 end
  local mode = enemy.arm ~= "gun" and "normal" or (enemy.canister or 0) > 0 and "canister" or "solid"
  local procedure, args = shots.question(view, target, id, { phase = "defensive", mode = mode })
  if mind.rules.fault(procedure, args) then return 0 end
  local mean = mind:odds(procedure, args, "hits", target, id):mean()
  local test = mind:chance("fire.defensive_test", view:described({
    kind = enemy.kind, class = enemy.class, formation = enemy.drill,
    unit = enemy.arm == "gun" and "artillery" or enemy.arm == "machine_gun" and "machine_gun" or "infantry",
  }, enemy, "fire.defensive_test"), "can_fire", true, target, id)
  local beside = 0
  for _, other in ipairs(army.in_contact_friends(view, target)) do
    beside = beside + (view:unit(other).formation == enemy.formation and 0.5 or 0)
  end
  return mean * test * (1 + beside)
end

--- Friends who could charge the same enemy in this turn, and those in contact with it.
local function comrades(mind, id, target)
  return mind:once("comrades " .. id .. " " .. target, function()
    local count = #mind.view:foes(target)
    for other, um in mind:by_distance(target, mind.side) do
      local unit = mind.view:unit(other)
      if um > metre(1) or count >= mind.weight.charge_support then break end
      local comes = other ~= id and not unit.moved and unit.formation == mind.view:unit(id).formation
      if comes and not see.engaged(mind, other) and um <= see.charge_reach(mind, other) then count = count + 1 end
    end
    return math.min(count, mind.weight.charge_support)
  end)
end

--- How likely skirmishers are to evade a charge: { unit, target, mm, roll }.
local function gets_away(mind, charge)
  charge.roll = charge.roll or {}
  return mind:chance("skirmish.evade", evasion.question(mind.view, charge), "evades", true, charge.target, charge.unit)
end

--- What a charge promises: { score, p of contact, balance }; nil without a way.
local function promise(mind, cmd, ambush)
  local view, id, target = mind.view, cmd.unit, cmd.target
  local fault, found = charge_way.of(view, id, target, cmd.ahead, cmd.wheel, ambush)
  if fault or not found then return nil end
  local again = view:at() == "breakthrough.again"
  local thrown = not again and rolls.known(view, id, found.how)
  local p = thrown and (thrown >= mm(found.mm) and 1 or 0)
    or mind:chance("movement.roll", rolls.args(view, id, found.how), "contact", true, id, target)
  if found.wheel ~= 0 then
    p = p * mind:chance("movement.change_face", facing.question(view, { id }, found.wheel, true), "success", true, id)
  end
  if evasion.may(view, target) then p = p * (1 - gets_away(mind, { unit = id, target = target, mm = found.mm })) end
  if not charge_way.fights(view, target) then
    return { score = 0.5 * p - mind.weight.charge_missed * (1 - p), p = p, balance = 0.5 }
  end
  local base = tabletop.slid(found.way.base, found.way.um - found.way.bend)
  local args, more = terms.args(view, id, target, base), comrades(mind, id, target)
  local lost = met_by_fire(mind, id, target, ambush) / (1 + more)
  args.attacker.figures = math.max(1, args.attacker.figures - math.floor(lost + 0.5))
  args.defender.enemy_support = args.defender.enemy_support + more
  local win = balance(mind, args, id, target) - (lost >= view:unit(id).figures - 1 and 0.3 or 0)
  return { score = p * win - mind.weight.charge_missed * (1 - p), p = p, balance = win }
end

--- So much a charge must promise.
local function least(mind, id, ambush)
  local weight = mind.weight
  if ambush then return weight.charge_ambush end
  local group = mind.view:unit(id).formation
  if see.drilled(mind.view, group) then return weight.charge_drilled end
  return see.massed(mind) and see.massed(mind, group) and weight.charge_massed or weight.charge_alone
end

local function judged(mind, cmd, ambush)
  local found = promise(mind, cmd, ambush)
  if not found then return nil end
  local function why()
    return ("%s to reach %s, then %+d of 100"):format(mind.words.percent(found.p), mind:name(cmd.target),
      math.floor(100 * found.balance + 0.5))
  end
  if found.score < least(mind, cmd.unit, ambush) then return nil, why end
  return 3 + found.score, why
end

function M.charge(mind, proposal)
  if see.leaving(mind, proposal.unit) then return nil, "it goes home" end
  return judged(mind, proposal, false)
end

--- An ambush is sprung with all who lie within reach of the same enemy.
function M.ambush(mind, proposal)
  local want, why = judged(mind, proposal, true)
  if not want then return nil, why end
  local with = {}
  for other, unit in mind.view:present(mind.side) do
    local lies = unit.hidden and other ~= proposal.unit and see.fighter(unit)
    if lies and judged(mind, { unit = other, target = proposal.target }, true) then with[#with + 1] = other end
  end
  return want, why, #with > 0 and { { with = with }, {} } or nil
end

--- Stands in ambush with an enemy so near that they are likely to reach him.
function M.hidden(mind)
  local list = {}
  for id, unit in mind.view:present(mind.side) do
    local _, um = nil, nil
    if unit.hidden and see.fighter(unit) then _, um = mind:nearest_enemy(id) end
    if um and um <= see.charge_reach(mind, id) then list[#list + 1] = { of = id, commands = { "ambush" } } end
  end
  return list
end

-- ---- answers --------------------------------------------------------------------------------------------------------

--- Skirmishers evade, but wait for disordered chargers whom they would rather fight.
function M.evade(mind, about)
  if mind.view:told() then return "evade" end
  local p = gets_away(mind, about)
  if p < 0.5 and evasion.question(mind.view, about).charger_disordered then
    local fight = terms.args(mind.view, about.unit, about.target)
    fight.attacker.disordered = true -- by the way that it has still to come
    if balance(mind, fight, about.unit, about.target) < 0 then return "stand", "the charger is disordered" end
  end
  return "evade", function() return mind.words.percent(p) .. " to get away" end
end

function M.turn_to_face() return "turn", "to meet the charge with its front" end

--- Horse draws off from foot that it has not broken, unless the next round promises well.
function M.recoil(mind, about)
  local win = mind.view:told() and 0 or fight_balance(mind, about.unit, about.target)
  return win < mind.weight.recoil_below and "recoil" or "stay"
end

function M.break_through() return "break_through", "it may charge again" end

-- ---- the melee phases -----------------------------------------------------------------------------------------------

--- The surest fights come first: stands that win are free to support others.
function M.order(mind, proposal)
  local fights, win = table.move(proposal.fights, 1, #proposal.fights, 1, {}), {}
  for i, one in ipairs(fights) do
    win[one] = { mind.view:told() and 0 or fight_balance(mind, one.unit, one.target), i }
  end
  table.sort(fights, function(a, b)
    if win[a][1] ~= win[b][1] then return win[a][1] > win[b][1] end
    return win[a][2] < win[b][2]
  end)
  return 1, "the surest first", { fights = fights }
end

--- A leader joins a melee that he makes likelier to win by so much.
function M.join(mind, proposal)
  local view, leader, id = mind.view, mind.view:leader(proposal.leader), proposal.unit
  if view:told() or leader.rank == "cinc" then return nil end
  local target = view:foes(id)[1]
  if not target then return nil end
  local attacks = view.state.active == mind.side
  local args = attacks and terms.args(view, id, target) or terms.args(view, target, id)
  local own = attacks and args.attacker or args.defender
  local before = balance(mind, args, id, target)
  own.leader = leader.charismatic and "charismatic" or "leader"
  local gain = (balance(mind, args, id, target) - before) * (attacks and 1 or -1)
  local function why() return ("%d of 100 better"):format(math.floor(100 * gain + 0.5)) end
  if gain < mind.weight.join_gain * (leader.charismatic and 1 or 2) then return nil, why end
  return 2 + gain, why
end

--- A stand tries to leave a melee that it is losing.
function M.withdraw(mind, proposal)
  if mind.view:told() then return nil end
  local unit = mind.view:unit(proposal.unit)
  local win = fight_balance(mind, proposal.unit, unit.fights)
  if win > mind.weight.withdraw_below and not see.had_enough(mind) then return nil end
  return 3 - win, function() return ("the melee promises %+d of 100"):format(math.floor(100 * win)) end
end

function M.fight(mind, proposal)
  if mind.view:told() then return 1 end
  return 1 + math.max(0, 1 + fight_balance(mind, proposal.unit, proposal.target)) / 2
end

return M
