-- How a solo commander attacks and is attacked: it declares where the exact odds are good enough for the stance of the
-- attacker (10.3, 10.4), turns to attacks, takes shelter or forms square against them (5.0), and sends victors after
-- the beaten (10.5).

local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local obedience <const>, odds <const> = use("game/command/obedience", "game/solo/odds")
local proposed <const>, see <const> = use("game/combat/proposed_attacks", "game/solo/view")
local grounds <const>, targets <const> = use("game/solo/grounds", "game/solo/targets")
local rides <const>, ways <const> = use("game/solo/rides", "game/solo/ways")

local M <const> = {}

local function is_meant(mind, unit, enemy)
  local order = obedience.of(mind.view, unit)
  if not order or not order.target or not enemy.base then return false end
  return mind:middles(obedience.objective(order, enemy.base), enemy.base) <= mind.weight.meant_within
end

local AGAINST <const> = {
  guns = "to take the guns of %s", skirmishers = "to drive %s off", flank = "to ride into the flank of %s",
  rear = "to ride into the rear of %s",
}

--- A fight that is even is won every other time.
local EVEN <const> = 0.5

--- `met`: whom it fights there, where that is not only the target, and its chance if horse waits for it; `building`:
--- what may be held beside him.
local function why_of(mind, p, target, against, met, building)
  local foe, friend, waits = met and met.foe or target, met and met.friend, met and met.if_it_waits
  local what = (AGAINST[against] or "to beat %s"):format(mind:name(foe))
  local first = foe ~= target and ", who stands nearer" or ""
  return mind:says("%s %s%s%s%s%s", mind.words.percent(waits or p), what, first, waits and ", if it waits" or "",
    friend and ", with " .. mind:name(friend) or "",
    building and (", and %s may be held"):format(mind:name(building)) or "")
end

--- The chance in a fight as it is met; where others may come up it is nearer to even, and where another stands beside
--- the enemy it may be he who is fought.
local function chance_met(mind, id, met)
  local p, against = odds.attack(mind, id, met.foe, met.friend, met.second)
  if met.others and p > EVEN then
    p = p - (p - EVEN) * mind.weight.others_come
  elseif met.beside and p > EVEN then
    p = p - math.max(0, p - odds.attack(mind, id, met.beside)) * mind.weight.beside_fought
  end
  return p, against
end

--- The chance of foot to take guns: it has to beat the foot that stands by them, two battalions at once if they do.
local function chance_at_guns(mind, id, target)
  local met, taken = ways.meeting(mind, id, target), mind.weight.guns_taken
  if met.foe == target then
    if not ways.comes_up(mind, id, target) then return 0, "guns" end
    return met.others and taken - (taken - EVEN) * mind.weight.others_come or taken, "guns"
  end
  return math.min(taken, (chance_met(mind, id, met))), "guns"
end

--- How likely it is that an attack wins against all who would meet it there, with the friends who take part in it;
--- where that is not enough, with those who still may. Horse that is free may ride off before foot.
local function chance_of(mind, id, target, least)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  local horse = army.mounted(enemy)
  if army.mounted(unit) then return rides.chance(mind, id, target) end
  if army.formed_foot(unit) and enemy.arm == "artillery" then return chance_at_guns(mind, id, target) end
  if not (army.formed_foot(unit) and (horse or army.formed_foot(enemy))) then return odds.attack(mind, id, target) end
  local met = ways.meeting(mind, id, target)
  local p, against = chance_met(mind, id, met)
  if horse and met.foe == target then
    if not enemy.fighting then met.if_it_waits, p = p, p * mind.weight.horse_waits end
    return p, against, met
  end
  if p >= least or p < least - mind.weight.hopeless then return p, against, met end
  met = ways.meeting(mind, id, target, true)
  p, against = chance_met(mind, id, met)
  return p, against, met
end

--- A building beside the end of an attack on foot that may be held by a garrison which nobody has seen.
local function may_be_held(mind, id, target)
  local way = army.formed_foot(mind.view:unit(id)) and ways.at(mind, id, target)
  return way and grounds.unscouted(mind, way.base)
end

--- Does an attack lead away from what is before the unit, or up against somebody else?
local function aside(mind, unit, enemy)
  local off = not army.mounted(unit) and tabletop.off_front(unit.base, enemy.base) > army.arc(mind.view)
  local less = off and mind.weight.off_front or 0
  local first = mind.view:fact("before_target", unit.id, enemy.id)[1]
  local body = first and mind.view:unit(first)
  if body and (body.side ~= unit.side or body.arm == "artillery") then less = less + mind.weight.behind_others end
  return less
end

--- Where the players' table alone knows what is near, each unit goes for one of those it was sent against; whether it
--- may is asked of them when it says so.
local function told_attack(mind, proposal)
  local view = mind.view
  local order = obedience.of(view, view:unit(proposal.unit))
  local enemy, own = order and see.aimed_at(mind, order), see.body(mind, view:unit(proposal.unit).formation)
  for i, id in ipairs(enemy and own and own.ids or {}) do
    if id == proposal.unit and enemy.ids[(i - 1) % #enemy.ids + 1] == proposal.target then
      return EVEN, "it was sent against " .. enemy.name
    end
  end
end

--- Skirmishers go up to within reach of a garrison, which will not come out at them, and fire.
local function to_skirmish(mind, id, target)
  local held = assault.terms(mind.view, id, target).position ~= "none"
  if not held or mind:gap(id, target) <= mm(mind.rules.constant.combat_zone) then return nil, "skirmishers fire" end
  return mind.weight.skirmish_from, mind:says("to fire at %s from close by", mind:name(target))
end

--- By how much less of a chance an attack is good enough, or by how much more it takes: the beaten go back a full move,
--- and a unit driven off the table is lost, as most lost units are. Horse can keep away from such a fight.
local function at_stake(mind, id, target)
  local unit, enemy, stake = mind.view:unit(id), mind.view:unit(target), 0
  if enemy.arm == "artillery" or enemy.drill == "skirmish" then return 0 end
  if ways.driven_off(mind, target, unit.base) then stake = stake - mind.weight.drives_off end
  local way = army.mounted(unit) and ways.at(mind, id, target)
  if way and ways.driven_off(mind, id, enemy.base, way.base) then stake = stake + mind.weight.driven_off end
  return stake
end

--- How many others are sent at an enemy in this bound.
local function sent_at(mind, target)
  local n = 0
  for _, cmd in ipairs(mind.view:sealed(mind.side)) do n = n + (cmd.target == target and 1 or 0) end
  return n
end

--- Do its side's guns do so much more than the enemy's that an attack may wait for them?
local function lets_guns_fire(mind)
  local left = (mind.state.last_turn or math.huge) - mind.state.turn
  return left > mind.weight.attack_last_turns and targets.fire_balance(mind) >= mind.weight.guns_worth_waiting
end

--- Does an enemy stand so near before a unit that it gets no further?
local function bars(mind, id, target)
  return not mind:came(id) and mind:gap(id, target) <= mind.weight.bars_within
end

--- The least chance of winning at which a unit attacks an enemy, what is at stake left out.
local function least_chance(mind, id, unit, enemy, meant)
  local weight = mind.weight
  local least = see.weight(mind, "attack_least", id) - (enemy.building and meant and weight.risked_for_building or 0)
  if lets_guns_fire(mind) then least = math.max(least, weight.attack_while_guns_fire) end
  if army.mounted(unit) then return math.max(least, weight.horse_least) end
  local outgunned = targets.fire_balance(mind) <= -weight.guns_worth_waiting
  return outgunned and math.min(least, weight.attack_under_fire) or least
end

function M.declare(mind, proposal)
  if mind.view:told() then return told_attack(mind, proposal) end
  local id, target = proposal.unit, proposal.target
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  if unit.drill == "skirmish" and enemy.drill ~= "skirmish" then return to_skirmish(mind, id, target) end
  local holds = grounds.keeps(mind, id)
  if holds then return nil, "it holds " .. holds end
  local due = grounds.due(mind, unit, enemy)
  if due and not bars(mind, id, target) then return nil, mind:says("it is to be at %s in time", mind:name(due)) end
  local weight, meant = mind.weight, is_meant(mind, unit, enemy)
  if enemy.arm == "artillery" and sent_at(mind, target) >= weight.guns_enough then
    return nil, "others take the guns"
  end
  local stake = at_stake(mind, id, target)
  local least = least_chance(mind, id, unit, enemy, meant) + stake
  local p, against, met = chance_of(mind, id, target, least)
  local building = may_be_held(mind, id, target)
  if building then p = p * weight.unscouted end
  local why = why_of(mind, p, target, against, met, building)
  if p < least then return nil, why end
  local want = p + (meant and weight.for_ordered or 0)
    + weight.for_weakened * math.min(weight.weakened_most, enemy.damage_points)
  if against == "flank" or against == "rear" then want = want + weight.for_flank end
  want = want - stake - (weight["not_" .. against] or 0) - aside(mind, unit, enemy)
  if want <= 0 then return nil, "it leads aside" end
  if not ways.at(mind, id, target) then return nil, "it has no room to turn" end
  if not ways.comes_up(mind, id, target) then want = want * weight.falls_short end
  return want, why
end

function M.column(mind, proposal)
  local p = odds.column(mind, proposal.unit, proposal.behind, proposal.target)
  local why = why_of(mind, p, proposal.target, "foot")
  if p < see.weight(mind, "attack_least", proposal.unit) then return nil, why end
  return p + mind.weight.for_depth * (#proposal.behind + 1), why
end

--- Those who attack a unit: who they are, how many of them are mounted, how far the worst is off its front, and how
--- likely the likeliest of them is to win.
local function danger_of(mind, id)
  local unit = mind.view:unit(id)
  local found = { attackers = proposed.attackers(mind.view, id), horse = 0, worst = 0, p = 0 }
  for _, other in ipairs(found.attackers) do
    local enemy = mind.view:unit(other)
    found.worst = math.max(found.worst, tabletop.off_front(unit.base, enemy.base))
    if army.mounted(enemy) then found.horse = found.horse + 1 end
    if unit.arm ~= "artillery" then found.p = math.max(found.p, (odds.attack(mind, other, id))) end
  end
  return found
end

local SHELTERS <const> = { built_up = true }

local RESPOND <const> = {}

--- The enemy horse near a unit that is before its front now, and would be on its flank or rear if it turned to the foot
--- that attacks it; nil: none. From aside foot gains nothing (R80), and horse rides a unit down (10.4).
local function horse_then_aside(mind, id, danger)
  if danger.horse > 0 then return nil end
  local base, arc = mind.view:unit(id).base, army.arc(mind.view)
  local bearing = geometry.bearing(base, mind.view:middle(danger.attackers))
  local faced = geometry.move(base, { pivot = geometry.turn(base.facing, bearing) })
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > mind.weight.horse_near then return nil end
    local enemy = mind.view:unit(other)
    if army.mounted(enemy) and army.stands(enemy) and tabletop.off_front(base, enemy.base) <= arc
      and tabletop.off_front(faced, enemy.base) > arc then
      return other
    end
  end
end

local function in_flank(mind, id) return mind:says("%s would take it in flank", mind:name(id)) end

function RESPOND.reface(mind, proposal, danger)
  if #danger.attackers ~= 1 or danger.worst <= army.arc(mind.view) then return nil end
  local horse = horse_then_aside(mind, proposal.unit, danger)
  if horse then return nil, in_flank(mind, horse) end
  return 2, mind:says("the attack comes %d degrees off its front", danger.worst // deg(1))
end

--- The squadron to face where foot attacks too: that one alone would ride it down from a flank (10.4), for foot gains
--- nothing there (R80).
local function horse_to_face(mind, danger)
  if danger.horse == 0 or danger.horse == #danger.attackers then return nil end
  return lists.find(danger.attackers, function(other) return army.mounted(mind.view:unit(other)) end)
end

function RESPOND.redeploy_facing(mind, proposal, danger)
  local horse = horse_to_face(mind, danger)
  if horse then return 2, in_flank(mind, horse), { action = "reface", toward = horse } end
  if danger.worst <= army.arc(mind.view) then return nil end
  local other = horse_then_aside(mind, proposal.unit, danger)
  if other then return nil, in_flank(mind, other) end
  return 2, mind:says("%d come at it, one %d degrees off its front", #danger.attackers, danger.worst // deg(1))
end

--- A square has no flank: it pays where a line could not face all the horse that comes at it.
function RESPOND.form_square(mind, proposal, danger)
  if danger.horse < #danger.attackers then return nil, "foot attacks it too" end
  if danger.horse >= 2 and mind:spread(proposal.unit, danger.attackers) > 2 * army.arc(mind.view) then
    return 3, mind:says("%d squadrons come at it from several sides", danger.horse)
  end
  return nil, "it can face the horse in line"
end

function RESPOND.take_cover(mind, proposal, danger)
  local unit, area = mind.view:unit(proposal.unit), mind.state.areas[proposal.cover]
  if not area or not SHELTERS[area.terrain] or unit.building or unit.target then return nil end
  if unit.arm == "artillery" then return nil end
  local away = mm(mind.view:fact("to_cover", proposal.unit, proposal.cover))
  if away > mind.weight.shelter_within then return nil, "it is too far off" end
  if danger.p < mind.weight.beaten_in_open then return nil, "it can beat the attack where it stands" end
  return 1, mind:says("%s to be beaten in the open", mind.words.percent(danger.p))
end

function M.respond(mind, proposal)
  return RESPOND[proposal.action](mind, proposal, mind:once_for("danger", proposal.unit, danger_of))
end

--- Ways round are taken where a friend who stays stands before the attacker.
function M.way_round(mind, proposal)
  local unit = mind.view:unit(proposal.unit)
  local first = mind.view:fact("before_target", proposal.unit, unit.target)[1]
  local body = first and mind.view:unit(first)
  if not body or body.side ~= unit.side or body.target then return nil end
  local order = obedience.of(mind.view, body)
  if order and obedience.MOVING[order.verb] then return nil end
  return 1, mind:says("%s stands in the way", mind:name(first))
end

--- Victors follow where they are sent forward; who is there to hold, or worn, rallies.
function M.victor(mind, proposal)
  local unit = mind.view:unit(proposal.unit)
  local stance, order = see.stance_of(mind, proposal.unit), see.order_of(mind, unit)
  local lost = unit.damage_points + mind.rules.constant.draw_deduction * unit.draws
  for _, difference in ipairs(unit.defeats) do lost = lost + difference end
  local holds = mind:anchor(proposal.unit)
  if proposal.choice == "rally" then return holds and 3 or 1, holds and "it holds " .. holds or "it stays in hand" end
  if proposal.choice ~= "follow_up" then return nil end
  local forward = order ~= nil and (order.verb == "attack" or order.verb == "seize")
  if not forward then return nil, "it is to hold where it stands" end
  local worn = lost >= mind.weight.worn_victor
  if stance == "defensive" or worn then return nil, worn and "it is worn" or stance end
  return 2, "after the beaten while it may"
end

--- A unit that an order sends forward, with an enemy in its reach, may declare an attack.
function M.attacks(mind, id, unit)
  if unit.arm == "artillery" or not army.free(unit) or unit.fighting or unit.target then return nil end
  local order = obedience.of(mind.view, unit)
  if not order or order.verb == "hold" or order.verb == "support" then return nil end
  if not mind.view:told() then
    local _, um = mind:nearest_enemy(id)
    if not um or um > mm(proposed.reach(mind.view, unit)) then return nil end
  end
  local commands = unit.drill == "column" and { "declare_column", "declare_attack" } or { "declare_attack" }
  return { of = id, commands = commands }
end

--- Units that are attacked, and attackers who may have somebody in their way: what they may be told.
function M.answers(mind, id, unit)
  if mind.view:told() then return nil end
  if not unit.responded and #proposed.attackers(mind.view, id) > 0 then return { of = id, commands = { "respond" } } end
  if unit.target and not unit.fighting then return { of = id, commands = { "move_attack" } } end
end

function M.victors(mind)
  return lists.filter(mind:there(mind.side), function(id) return mind.view:unit(id).may_choose end)
end

return M
