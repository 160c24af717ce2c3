-- How a solo commander places and moves. What is under orders to go moves of itself (4.5): he sees to guns, columns,
-- fronts and generals.

local army <const>, drills <const> = use("game/army/units", "game/solo/drills")
local obedience <const>, proposed <const> = use("game/command/obedience", "game/combat/proposed_attacks")
local grounds <const>, odds <const> = use("game/solo/grounds", "game/solo/odds")
local see <const> = use "game/solo/view"

local M <const> = {}

--- How far a battery fires at all, and with effect.
local function reach(mind, unit, band) return mm(army.reach(mind.view, unit, 1)[band]) end

--- The nearest enemy on foot or mounted that is formed, and how far it is.
local function formed_enemy(mind, unit)
  local best, least = nil, math.huge
  for _, id in ipairs(mind:standing(mind.view:other(mind.side))) do
    local enemy = mind.view:unit(id)
    local um = army.stands(enemy) and enemy.arm ~= "artillery" and enemy.drill ~= "skirmish"
      and mind:middles(unit.base, enemy.base)
    if um and um < least then best, least = enemy, um end
  end
  return best, least
end

--- Is foot of its own side about as near to an enemy as guns are? They do not go up to him alone.
local function has_foot_beside(mind, enemy, um)
  return lists.find(mind:standing(mind.side), function(id)
    local friend = mind.view:unit(id)
    return army.stands(friend) and army.formed_foot(friend)
      and mind:middles(friend.base, enemy.base) <= um + mind.weight.guns_ahead
  end) ~= nil
end

--- Do guns go on: with foot beside them up to short range, else until they reach the enemy?
local function guns_go_on(mind, unit)
  local enemy, um = formed_enemy(mind, unit)
  if not enemy or um <= reach(mind, unit, see.guns_bracket(mind)) then return false end
  return um > reach(mind, unit, "long_mm") or has_foot_beside(mind, enemy, um)
end

--- Limbered guns come into action when an enemy is near enough, or they have come where they were sent.
local function guns_ready(mind, unit, order)
  if unit.drill ~= "limbered" then return nil end
  local enemy, away = drills.nearest(mind, unit)
  local goal = order and order.target and obedience.objective(order, unit.base)
  local there = not goal or mind:middles(unit.base, goal) <= mind.weight.guns_there
  local near = away and away <= reach(mind, unit, "effective_mm") - mind.weight.guns_inside
  if enemy and (there or near and not guns_go_on(mind, unit)) then
    return mind:said(("{enemy} [is] %d mm away"):format(away // mm(1)), { enemy = enemy.id })
  end
end

--- How far the enemy that it should face is off a unit's front, and which; nil when it faces somebody as it is.
local function faces_wrong(mind, unit)
  local enemy, away = drills.nearest(mind, unit)
  local heeds = mind.weight.heeds
  if not enemy or away > heeds or enemy.arm == "artillery" and unit.arm ~= "artillery" then return nil end
  local function off(other) return tabletop.off_front(unit.base, other.base) end
  local before = lists.find(mind:standing(enemy.side), function(id)
    local other = mind.view:unit(id)
    return army.stands(other) and other.arm ~= "artillery" and mind:middles(unit.base, other.base) <= heeds
      and off(other) <= army.arc(mind.view)
  end)
  return not before and off(enemy) > mind.weight.turns_to and off(enemy) or nil, enemy
end

--- Whom idle guns turn to: the nearest enemy whom they see, when there is none that they may fire at as they stand.
local function guns_turn_to(mind, id)
  local unit, found = mind.view:unit(id), nil
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach(mind, unit, "long_mm") then break end
    local enemy = mind.view:unit(other)
    if enemy.building and tabletop.off_front(unit.base, enemy.base) <= army.arc(mind.view) then return nil end
    if not enemy.abandoned and mind.view:fact("sight", id, other) then
      if mind.view:fact("may_shoot", id, other) then return nil end
      found = found or other
    end
  end
  return found
end

--- How far the enemy that a unit should face is off its front, and which; nil when it faces somebody as it is.
local function should_face(mind, unit)
  if unit.arm ~= "artillery" then return faces_wrong(mind, unit) end
  local id = mind:once_for("guns turn to", unit.id, guns_turn_to)
  local enemy = id and mind.view:unit(id)
  if not enemy then return faces_wrong(mind, unit) end
  return tabletop.off_front(unit.base, enemy.base), enemy
end

local function goes(order) return order ~= nil and obedience.MOVING[order.verb] and order.target ~= nil end

--- Does an order still send a unit on? A unit that has come to the ground that it is to seize stands there.
local function sends_on(mind, unit, order)
  return goes(order) and not (order.verb == "seize" and see.has_come(mind, unit, order))
end

--- How near to one who stands in its way a unit does not get on.
local CLOSE <const> = mm(30)

--- The friend in whose way a unit is to go has not moved since the bound before; nil: none.
local function held_up_by(mind, id)
  local unit = mind.view:unit(id)
  local order = obedience.of(mind.view, unit)
  if mind:came(id) or not army.formed_foot(unit) or unit.fighting then return nil end
  local bearing, um = tabletop.toward(unit.base, obedience.objective(order, unit.base))
  local angle = geometry.turn(unit.base.facing, bearing)
  if um <= CLOSE or math.abs(angle) > army.incline(mind.view) then return nil end
  local friends = { kind = "base", side = unit.side, with = { "unit" }, except = { id } }
  for other, gun in mind.view:present(unit.side) do
    if gun.attached_to == id then friends.except[#friends.except + 1] = other end
  end
  local met = mind.view:field():first(unit.base, { slide = CLOSE, angle = angle }, friends)
  local friend = met and not met.yes and mind.state.units[met.id]
  return friend and not mind:came(met.id) and not friend.fighting and met.id or nil
end

-- What each kind of move is worth: want, why.
local MOVE <const> = {}

function MOVE.legs(mind, unit, _, order)
  if order.verb == "withdraw" then return 3, "it is to go back" end
  if not guns_go_on(mind, unit) then return nil, "it fires from here" end
  return 3, "to where it does more"
end

function MOVE.evolve(mind, unit, proposal, order)
  if unit.arm == "artillery" then
    local why = proposal.evolve == "unlimbered" and guns_ready(mind, unit, order)
    return why and 3 or nil, why or nil
  end
  local drill, why = drills.wanted(mind, unit, order)
  return drill == proposal.evolve and 2 or nil, why
end

function MOVE.facing(mind, unit, _, order)
  if sends_on(mind, unit, order) and order.verb ~= "withdraw" and unit.arm ~= "artillery" then return nil end
  if unit.arm == "artillery" and unit.drill ~= "unlimbered" then return nil end
  local off, enemy = should_face(mind, unit)
  if not off then return nil end
  return 1, mind.telling and mind:said(("{enemy} [is] %d degrees off [unit:its] front"):format(off // deg(1)),
    { enemy = enemy.id, unit = unit.id }) or nil,
    { facing = geometry.bearing(unit.base, enemy.base) // deg(1) * deg(1) }
end

--- Who is to go goes of himself (R21), but goes through no friend: told to go he does (R34).
function MOVE.to(mind, unit)
  local id = grounds.first_of(mind, unit)
  if id then
    return 4, mind.telling and mind:said("{ground} [is] nobody's, and the day nears its end", { ground = id }) or nil
  end
  local friend = mind:once_for("held up", unit.id, held_up_by)
  if not friend then return nil end
  return 1, mind.telling and mind:said("{unit} [is] in [self:its] way", { unit = friend, self = unit.id }) or nil
end

--- How likely a unit is to win that comes up to take part: with a friend who fights there already.
local function chance_with(mind, unit, target)
  local enemy = mind.view:unit(target)
  if not (army.formed_foot(unit) and army.formed_foot(enemy)) then return (odds.attack(mind, unit.id, target)) end
  local friend = mind.view:some_unit(unit.side, function(other)
    return other ~= unit and army.formed_foot(other)
      and (other.target == target or other.fighting and lists.has(other.opponents, target))
  end)
  return odds.joining(mind, unit.id, target, friend and friend.id)
end

--- A unit that could not declare takes part if it now can, at odds as good as those of an attack.
function MOVE.toward(mind, unit, proposal)
  if unit.drill == "skirmish" then return nil end
  local p = chance_with(mind, unit, proposal.toward)
  local why = mind:says("%s against %s, which others fight too", mind.words.percent(p), mind:name(proposal.toward))
  if p < see.weight(mind, "join_least", unit.id) then return nil, why end
  return 1.5 + p, why
end

function M.move(mind, proposal)
  local unit = proposal.unit and mind.view:unit(proposal.unit)
  local kind = proposal.legs and "legs" or proposal.evolve and "evolve" or proposal.facing and "facing"
    or proposal.toward and "toward" or proposal.to and "to"
  if not unit or not kind then return nil end
  return MOVE[kind](mind, unit, proposal, see.order_of(mind, unit))
end

--- Is the unit in a combat, or about to be?
local function engaged(mind, id, unit) return unit.fighting or unit.target or #proposed.attackers(mind.view, id) > 0 end

--- How likely a unit that fights, or is about to, is to win, and whether a general with it may tip that: the bold join
--- more readily (10.3, 10.7). Nil: whom it fights is not known.
local function tipped(mind, id, unit)
  local weight, enemy = mind.weight, unit.target or unit.opponents and unit.opponents[1]
  if not (enemy and mind.state.units[enemy] and unit.base and mind.state.units[enemy].base) then return nil end
  local p, bold = odds.attack(mind, id, enemy), see.stance_of(mind, id) == "aggressive"
  local from, to = bold and weight.tips_from_bold or weight.tips_from, bold and weight.tips_to_bold or weight.tips_to
  return p, p >= from and p <= to
end

--- A general joins a unit that fights where that may tip it.
function M.attach(mind, proposal)
  local id, view = proposal.unit, mind.view
  local unit, general = view:unit(id), view:leader(proposal.general)
  local with = general.with and mind.state.units[general.with]
  if not engaged(mind, id, unit) or with and engaged(mind, general.with, with) then return nil end
  local p, tips = tipped(mind, id, unit)
  if not tips then return nil, p and mind:says("%s to win without him", mind.words.percent(p)) end
  local falls = mind:chance("general.risk", { rank = general.rank }, "disabled", true, proposal.general)
  return 2 - math.abs(p - 0.5),
    mind:says("%s to win without him, and %s that he falls", mind.words.percent(p), mind.words.percent(falls))
end

--- Why a general leaves the unit he is with: it is in a fight that he would not tip, and in which he may fall.
local function leaves(mind, general)
  local unit = mind.state.units[general.with]
  if not unit or not engaged(mind, general.with, unit) then return nil end
  local p, tips = tipped(mind, general.with, unit)
  if not p or tips then return nil end
  return mind:says("%s to win: he would not tip that", mind.words.percent(p)) or ""
end

function M.ride(mind, proposal)
  local general = mind.view:leader(proposal.general)
  if general.with then
    local why = leaves(mind, general)
    return why and 0.5 or nil, why
  end
  local near = general.base and mind:middles(general.base, proposal.to) < mind.weight.general_rides
  if not general.base or near then return nil end
  return 0.5, "to keep up with those he leads"
end

function M.join(mind, proposal)
  if not proposal.formation or not mind.view:unit(proposal.unit).went_back then return nil end
  return 1, "its own formation is gone"
end

--- Is anybody in a combat, or attacked?
local function any_fight(mind)
  return mind:once("fights", mind.view.some_unit, mind.view, nil, function(unit)
    return unit.fighting or unit.target
  end) ~= nil
end

--- Has a unit anything to do in step 3 but what it does of itself?
local function has_to(mind, unit)
  if unit.fighting or unit.target or not army.free(unit) or not unit.base then return false end
  local order = see.order_of(mind, unit)
  if unit.arm == "artillery" then
    if army.follows(mind.rules, unit) then return false end
    if unit.drill == "limbered" then return guns_ready(mind, unit, order) ~= nil end
    return goes(order) or should_face(mind, unit) ~= nil
  end
  if drills.wanted(mind, unit, order) then return true end
  if sends_on(mind, unit, order) then
    return any_fight(mind) and unit.drill ~= "skirmish" or grounds.first_of(mind, unit) ~= nil
      or mind:once_for("held up", unit.id, held_up_by) ~= nil
  end
  return faces_wrong(mind, unit) ~= nil or any_fight(mind) and see.is_ready(mind, unit)
end

--- What a unit is to be thought of for in step 3.
function M.moves(mind, id, unit)
  if unit.arm == "artillery" and unit.went_back then return { of = id, commands = { "attach_battery" } } end
  return has_to(mind, unit) and { of = id, commands = { "move" } } or nil
end

--- Generals who may want to ride: when somebody fights, or they have been left behind.
function M.riders(mind)
  local list = {}
  for id, general in proposals.leaders(mind.view, mind.side, nil, "general") do
    local commands = {}
    if any_fight(mind) then commands[1] = "attach_general" end
    if not general.with or any_fight(mind) then commands[#commands + 1] = "move_general" end
    if general.base and #commands > 0 then list[#list + 1] = { of = id, commands = commands } end
  end
  return list
end

function M.place(_, proposal) return proposal.score, proposal.text end

--- A unit that is to stand hides where it can; one that is to go would be seen at once.
function M.conceal(mind, proposal)
  local id = proposal.unit or mind.view:leader(proposal.general).with
  if see.stance_of(mind, id) == "aggressive" then return nil, "it is to attack" end
  return 1, "no enemy sees it there"
end

return M
