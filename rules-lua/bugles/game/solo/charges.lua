-- What a solo commander thinks of charges and fights, by the odds of the procedures that judge them.

local charge_way <const>, evasion <const> = use("game/combat/charge_way", "game/combat/evasion")
local facing <const>, leaders <const> = use("game/movement/facing", "game/command/leaders")
local objectives <const>, odds <const>, see <const> = use("game/solo/objectives", "game/solo/odds", "game/solo/view")
local rolls <const>, stakes <const> = use("game/movement/rolls", "game/solo/stakes")
local terms <const>, turning <const> = use("game/combat/melee_question", "game/combat/turning_to_face")

local M <const> = {}

--- A charge that is made is wanted more than all that a plan has.
local WANTED <const> = 3

--- Friends in contact with an enemy, and those who could still charge him in this turn.
local function comrades(mind, id, target)
  local found = mind:once("comrades " .. id .. " " .. target, function()
    local list = { there = #mind.view:foes(target), come = 0 }
    for other, um in mind:by_distance(target, mind.side) do
      local unit = mind.view:unit(other)
      if um > metre(1) or list.come >= mind.weight.charge_support then break end
      local comes = other ~= id and not unit.moved and unit.formation == mind.view:unit(id).formation
        and not see.engaged(mind, other) and um <= see.charge_reach(mind, other)
      list.come = list.come + (comes and 1 or 0)
    end
    return list
  end)
  return found.there, found.come
end

--- The base of a charger who has come into contact.
local function in_contact(found) return tabletop.slid(found.way.base, found.way.um - found.way.bend) end

--- Is a base clear of those that are taken?
local function has_room(base, taken)
  return not lists.find(taken, function(one) return geometry.contact(base, one).state == "overlapping" end)
end

--- The others who lie in wait and find room before the same enemy, beside a stand and beside one another. A stand that
--- finds none would only be seen, and disordered.
function M.fellows(mind, id, target)
  return mind:once("fellows " .. id .. " " .. target, function()
    local list, taken = {}, {}
    local function takes_place(one)
      local fault, found = charge_way.of(mind.view, one, target, nil, nil, true)
      local base = not fault and found and in_contact(found)
      if not base or not has_room(base, taken) then return false end
      taken[#taken + 1] = base
      return true
    end
    takes_place(id)
    for other, unit in mind.view:present(mind.side) do
      local um = unit.hidden and other ~= id and see.fighter(unit) and mind:gap(other, target)
      local near = um and um <= see.charge_reach(mind, other) and not leaders.radius(mind.view, other)
      if near and takes_place(other) then list[#list + 1] = other end
    end
    return list
  end)
end

--- How likely skirmishers are to evade a charge: { unit, target, mm, roll }.
local function gets_away(mind, charge)
  charge.roll = charge.roll or {}
  return mind:chance("skirmish.evade", evasion.question(mind.view, charge), "evades", true, charge.target, charge.unit)
end

--- What it costs to fall short: the figures that fire then takes of the stand, before the enemy.
local function cost_of_missing(mind, id, way)
  local there = tabletop.slid(way.base, math.max(0, way.um - way.bend - mind.weight.falls_short))
  return math.max(mind.weight.charge_missed, math.min(1, see.danger(mind, there) / mind.view:unit(id).figures))
end

--- How likely a stand comes so far, with the wheel that its way has.
local function reaches(mind, id, target, found, again)
  local view = mind.view
  local thrown = not again and rolls.known(view, id, found.how)
  local p = thrown and (thrown >= mm(found.mm) and 1 or 0)
    or mind:chance("movement.roll", rolls.args(view, id, found.how), "contact", true, id, target)
  if found.wheel ~= 0 then
    p = p * mind:chance("movement.change_face", facing.question(view, { id }, found.wheel, true), "success", true, id)
  end
  if evasion.may(view, target) then p = p * (1 - gets_away(mind, { unit = id, target = target, mm = found.mm })) end
  return p
end

--- The way of a charge and how likely the stand comes home on it: { id, target, found, p, ambush }; nil without a way.
local function coming(mind, cmd, ambush)
  local view, id, target = mind.view, cmd.unit, cmd.target
  local fault, found = charge_way.of(view, id, target, cmd.ahead, cmd.wheel, ambush)
  if fault or not found then return nil end
  local p = reaches(mind, id, target, found, view:at() == "breakthrough.again")
  return { id = id, target = target, found = found, p = p, ambush = ambush }
end

--- How much better it goes for friends who fight an enemy already when a stand falls upon his flank or rear.
local function relief(mind, id, target, base)
  local sum, friends = 0, see.engaged(mind, target) and mind.view:foes(target) or {}
  if #friends == 0 or turning.struck(mind.view, target, id, nil, base) == "front" then return 0 end
  for _, friend in ipairs(friends) do
    local args = terms.args(mind.view, friend, target)
    local before = odds.fight(mind, args, friend, target).worth
    args.defender.flank_contacts = args.defender.flank_contacts + 1
    if not mind.rules.fault("melee.resolve", args) then
      sum = sum + odds.fight(mind, args, friend, target).worth - before
    end
  end
  return sum
end

--- What a charge promises that comes home so likely: score, and how likely its fight is won. An enemy who can turn to
--- face it does; who comes over rough ground comes in disorder.
---@return number score
---@return number? win
local function promise(mind, charge)
  local view, id, target, found, p = mind.view, charge.id, charge.target, charge.found, charge.p
  if not charge_way.fights(view, target) then
    return mind.weight.drives_off * p - mind.weight.charge_missed * (1 - p)
  end
  local base = in_contact(found)
  local args, there, come = terms.args(view, id, target, base), comrades(mind, id, target)
  if charge.ambush then there = there + #M.fellows(mind, id, target) end
  if found.how.rough then args.attacker.disordered = true end
  if not see.engaged(mind, target) then args.defender.flank_contacts = 0 end
  local chargers = 1 + there + come * mind.weight.charge_with
  local fight = odds.charge(mind, args, id, target, { chargers = chargers, base = base, ambush = charge.ambush })
  local missed = p < 1 and cost_of_missing(mind, id, found.way) * stakes.of(mind, id, mind.side) or 0
  return p * (fight.worth + relief(mind, id, target, base)) - missed * (1 - p), fight.win
end

--- What it costs a stand to stay where it is: the part of its figures that fire takes, times what the stand counts for.
local function staying(mind, id)
  return mind:once_for("staying", id, function()
    local unit = mind.view:unit(id)
    return math.min(1, see.danger_to(mind, id) / unit.figures) * stakes.of(mind, id, mind.side)
  end)
end

--- So much more a fight must promise to warriors who have only to hold their ground.
function M.patience(mind)
  return see.holds(mind) and mind.weight.charge_holding or 0
end

--- Does an enemy stand on, or right before, an objective that nobody of its side is on, so late that it counts?
local function on_ground(mind, target)
  local base = mind.view:unit(target).base
  return objectives.late(mind) and lists.find(mind:objectives(), function(one)
    local gap = geometry.distance({ x = base.x, y = base.y }, one.shape)
    return #one.held_by == 0 and gap.distance <= mind.weight.into_objective
  end) ~= nil
end

--- So much a charge must promise: less when it is time to act, and least at who stands on what is to be taken.
local function least(mind, id, target, ambush)
  local weight, presses = mind.weight, mind.mission and mind.mission.presses
  if ambush then return weight.charge_ambush end
  local ground = presses and on_ground(mind, target) and weight.charge_ground or 0
  local group, rides = mind.view:unit(id).formation, mind.view:unit(id).arm == "mounted"
  if see.drilled(mind.view, group) then
    local wants = presses and 0 or see.engaged(mind, target) and weight.charge_relief or weight.charge_drilled
    return wants + (not rides and see.shot(mind, id) and weight.shot_kept or 0) - ground
  end
  local massed = charge_way.fights(mind.view, target) and see.massed(mind) and see.massed(mind, group)
  local kept = see.shot(mind, id) and weight.shot_kept or 0
  return (massed and weight.charge_massed or weight.charge_alone) + kept + M.patience(mind) - staying(mind, id) - ground
end

--- A charge, or one from ambush: how much it is wanted, and why.
function M.judged(mind, cmd, ambush)
  local charge = coming(mind, cmd, ambush)
  if not charge then return nil end
  local poor, score, win = charge.p < mind.weight.charge_chance, nil, nil
  if mind.telling or not poor then score, win = promise(mind, charge) end
  local function why()
    local name, percent = mind:name(cmd.target), mind.words.percent
    if not win then return ("%s to drive %s off"):format(percent(charge.p), name) end
    return ("%s to win against %s, if it gets there: %s"):format(percent(win), name, percent(charge.p))
  end
  local hopeless = win and win < mind.weight.charge_win and not (mind.mission and mind.mission.presses)
  if poor or hopeless or score < least(mind, cmd.unit, cmd.target, ambush) then return nil, why end
  return WANTED + score, why
end

function M.charge(mind, proposal)
  if see.leaving(mind, proposal.unit) then return nil, "it goes home" end
  return M.judged(mind, proposal, false)
end

--- The question of a fight to which a stand would charge from where it is, were it near enough, and where it would
--- stand then; nil: none is fought.
function M.straight_at(mind, id, target)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  if not charge_way.fights(mind.view, target) then return nil end
  local turned = tabletop.turned(unit.base, (mind:toward(unit.base, enemy.base)))
  local base = tabletop.slid(turned, math.max(0, mind:gap(id, target)))
  local args = terms.args(mind.view, id, target, base)
  if not see.engaged(mind, target) then args.defender.flank_contacts = 0 end
  if not mind.rules.fault("melee.resolve", args) then return args, base end
end

--- What such a fight promises, with a fellow: so much.
function M.hoped(mind, id, target)
  return mind:once("hoped " .. id .. " " .. target, function()
    local args, base = M.straight_at(mind, id, target)
    if not args then return 0 end
    local fight = odds.charge(mind, args, id, target, { chargers = mind.weight.charge_fellows, base = base })
    return fight.worth + relief(mind, id, target, base)
  end) or 0
end

--- What a charge of a stand promises if it is one that it would make, else nothing.
function M.gain(mind, id, target)
  local want = target and M.judged(mind, { unit = id, target = target }, false)
  return want and math.max(0, want - WANTED) or 0
end

--- The best charge that a stand may hope for about within its reach, before its way is measured: what its fight
--- promises, and the target; nil: none that it would make.
function M.hopes(mind, id)
  local most = see.leaving(mind, id) and 0 or math.floor(see.charge_reach(mind, id) * mind.weight.charge_tries)
  local best, at, n = nil, nil, 0
  for target, um in mind:by_distance(id, mind.view:other(mind.side)) do
    n = n + 1
    if um > most or n > mind.weight.looked_at then break end
    local hoped = charge_way.fights(mind.view, target) and M.hoped(mind, id, target) or mind.weight.drives_off
    if hoped >= least(mind, id, target, false) and hoped > (best or -1) then best, at = hoped, target end
  end
  return best, at
end

-- ---- answers --------------------------------------------------------------------------------------------------------

--- Skirmishers evade, but wait for disordered chargers whom they would rather fight.
function M.evade(mind, about)
  if mind.view:told() then return "evade" end
  local p = gets_away(mind, about)
  if p < 0.5 and evasion.question(mind.view, about).charger_disordered then
    local fight = terms.args(mind.view, about.unit, about.target)
    fight.attacker.disordered = true -- by the way that it has still to come
    if odds.fight(mind, fight, about.unit, about.target).worth < 0 then return "stand", "the charger is disordered" end
  end
  return "evade", function() return mind.words.percent(p) .. " to get away" end
end

--- Horse draws off from foot that it has not broken, unless the next round promises well.
function M.recoil(mind, about)
  local win = mind.view:told() and 0 or odds.now(mind, about.unit, about.target).worth
  return win < mind.weight.recoil_below and "recoil" or "stay"
end

-- ---- the melee phases -----------------------------------------------------------------------------------------------

--- The surest fights come first: stands that win are free to support others.
function M.order(mind, proposal)
  local fights, win = table.move(proposal.fights, 1, #proposal.fights, 1, {}), {}
  for i, one in ipairs(fights) do
    win[one] = { mind.view:told() and 0 or odds.now(mind, one.unit, one.target).worth, i }
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
  local before = odds.fight(mind, args, id, target).worth
  own.leader = leader.charismatic and "charismatic" or "leader"
  local gain = (odds.fight(mind, args, id, target).worth - before) * (attacks and 1 or -1)
  local function why() return ("%d of 100 better"):format(math.floor(100 * gain + 0.5)) end
  if gain < mind.weight.join_gain * (leader.charismatic and 1 or 2) then return nil, why end
  return 2 + gain, why
end

--- A stand tries to leave a melee that it is losing.
function M.withdraw(mind, proposal)
  if mind.view:told() then return nil end
  local unit = mind.view:unit(proposal.unit)
  local win = odds.now(mind, proposal.unit, unit.fights).worth
  if win > mind.weight.withdraw_below and not see.had_enough(mind) then return nil end
  return 3 - win, function() return "the melee goes badly" end
end

function M.fight(mind, proposal)
  if mind.view:told() then return 1 end
  return 1 + math.max(0, 1 + odds.now(mind, proposal.unit, proposal.target).worth) / 2
end

return M
