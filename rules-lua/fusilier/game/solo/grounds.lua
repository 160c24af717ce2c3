-- The ground that a battle is about: who goes there, and whether he comes there before the battle ends (4.5, 6.2).

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")
local buildings <const> = use "game/fire/buildings"
local see <const>, tasks <const> = use("game/solo/view", "game/command/tasks")

local M <const> = {}

--- The minutes that a new order needs on average until a body obeys it, and the nearest of its generals, who gives it;
--- nil when nobody may order it.
function M.minutes_of_order(mind, body)
  local view = mind.view
  local led = lists.find(view:chain(body.id), function(one) return view:fit(view:formation(one).commander) end)
  local general = led and view:leader(view:formation(led).commander)
  if not general then return nil end
  local mean = mind:odds("order.activation", { era = mind.state.battle.era, from_level = general.rank },
    "activation_min"):mean()
  return mean + view:fact("courier", general.id, body.id) / mind.rules.constant.courier_rate, general
end

--- The order by which a body goes to ground, in force or on its way.
local function order_to(mind, body, id)
  local formation = mind.view:formation(body.id)
  local function seizes_it(order) return order.verb == "seize" and see.ground(mind, order) == id end
  if formation.order and seizes_it(formation.order) then return formation.order end
  return lists.find(formation.coming_orders or {}, seizes_it)
end

--- The minutes until a body obeys an order to ground: what is left of one that it has, or what the nearest of its
--- generals needs on average; nil when nobody may order it.
local function minutes_to_obey(mind, body, id)
  local order, view = order_to(mind, body, id), mind.view
  if order then return math.max(0, (order.activates_min or 0) - obedience.now(view)) end
  return (M.minutes_of_order(mind, body))
end

--- How many bounds a unit stands before it may go.
local WAITS <const> = { retreating = 2, reforming = 1, stationary = 1, disordered = 2, lost_in_woods = 1 }

--- The minutes that a unit is on its way to ground, over open country.
local function minutes_of_way(mind, unit, id)
  local view, bound = mind.view, mind.rules.constant.bound
  local um = geometry.gap({ x = unit.base.x, y = unit.base.y }, mind.state.areas[id])
  return um * bound / mm(obedience.allowance(view, unit, army.troop(view.rules, unit), bound))
end

--- The minutes in which the first of a body's units comes to ground, when it is ordered there.
local function minutes_to_go(mind, body, id, after)
  local bound = mind.rules.constant.bound
  local _, least = lists.least(body.units, function(unit)
    if unit.arm == "artillery" or not unit.base or unit.status == "ridden_through" then return nil end
    local waits = bound * math.max(WAITS[unit.status] or 0, unit.fighting and 1 or 0)
    return math.max(waits, after) + minutes_of_way(mind, unit, id)
  end)
  return least
end

--- The minutes in which a body comes to ground; nil: never.
local function minutes(mind, body, id)
  return mind:once(("minutes %s %s"):format(body.id, id), function()
    local after = body.troops > 0 and minutes_to_obey(mind, body, id)
    return after and minutes_to_go(mind, body, id, after)
  end)
end

--- The minutes that are left of a battle; nil: it has no end.
local function minutes_left(mind)
  local last = mind.state.last_turn
  return last and (last - mind.state.turn + 1) * mind.rules.constant.bound
end

--- The bounds that are left of a battle with this one.
local function bounds_left(mind)
  local left = minutes_left(mind)
  return left and left // mind.rules.constant.bound or math.huge
end

--- Does the battle end so soon that a side goes for ground that it is about?
function M.is_late(mind) return bounds_left(mind) <= mind.weight.objective_last end

--- The formation that is to go to ground that the battle is about: of those that could obey who comes there first, on
--- foot if any comes in time.
local function first_at(mind, id)
  local left = minutes_left(mind) or math.huge
  return (lists.least(see.formations(mind, mind.side), function(body)
    local needs = minutes(mind, body, id)
    local rides = not lists.find(body.units, function(unit) return not army.mounted(unit) end)
    return needs and needs + ((rides or needs > left) and left or 0)
  end))
end

--- Is somebody of its side so near to an area that he sees who is deep in it (R97)?
local function looked_into(mind, area)
  return mind.view:some_unit(mind.side, function(unit)
    return unit.base and geometry.gap(unit.base, area) <= mm(mind.rules.constant.combat_zone)
  end) ~= nil
end

--- Is ground seen to be empty? Who stands deep in buildings or woods is seen from near by alone (R97).
local function seen_empty(mind, id)
  local area, view = mind.state.areas[id], mind.view
  if view:side_holding(id) or tasks.held(view, view:other(mind.side), id) then return false end
  return area.terrain == "open" or looked_into(mind, area)
end

--- A building in whose zone a unit would stand, and that may have a garrison which its side has not seen; nil: none.
function M.unscouted(mind, base)
  local view, zone = mind.view, mm(mind.rules.constant.combat_zone)
  return (lists.find(mind.state.order.areas, function(id)
    local area = mind.state.areas[id]
    return buildings.is_building(area) and not buildings.used_up(view, id) and geometry.gap(base, area) <= zone
      and not view:side_holding(id) and not tasks.held(view, view:other(mind.side), id) and not looked_into(mind, area)
  end))
end

--- Does a body cover ground: is no enemy as near to that ground as the body? Enemies who go there meet the body first.
local function covers(mind, body, id)
  local one, other = tasks.ground_of(mind.state.areas[id])
  local away = tasks.away(body, one, other)
  return not lists.find(see.enemies(mind), function(enemy)
    return enemy.troops > 0 and tasks.away(enemy, one, other) <= away
  end)
end

--- Is there time to go to ground later? There is while the body that is to go has bounds to spare, or nobody can go.
local function has_time(mind, id)
  local first = first_at(mind, id)
  local left = first and minutes_left(mind)
  return left == nil or left - minutes(mind, first, id) >= mind.weight.ground_spare * mind.rules.constant.bound
end

--- Has a side that is to hold no need yet to send somebody to ground? It has none while one of its bodies on foot
--- covers the ground and there is time to go there later.
function M.is_covered(mind, id)
  return mind:once("covered " .. id, function()
    return see.is_to_hold(mind) and has_time(mind, id) and lists.find(see.formations(mind, mind.side), function(body)
      return body.troops > 0 and not army.mounted(body.units[1]) and covers(mind, body, id)
    end) ~= nil
  end)
end

--- The objective that a body is to go to, and why; nil: none. None of its side stands on it or covers it; and it is
--- seen to be empty, or its side is to hold it, or the battle ends soon.
function M.wanted(mind, body)
  local ends = M.is_late(mind)
  for _, one in ipairs(mind:objectives()) do
    local kept = mind.mission and lists.has(mind.mission.hold, one.id)
    local open = #one.held_by == 0 and tasks.matters(mind.view, one.id) and not M.is_covered(mind, one.id)
      and (kept or ends or seen_empty(mind, one.id))
    local first = open and first_at(mind, one.id)
    if first and first.id == body.id and not order_to(mind, body, one.id) then
      local why = kept and "{ground} [is] to be held"
        or ends and "the day nears its end, and nobody of its side holds {ground}"
        or "{ground} [is] nobody's"
      return one.id, mind:said(why, { ground = one.id })
    end
  end
end

--- The ground that a side is to have at the end and that units of one body alone hold: an order to go would have all of
--- them leave it. Nil: there is none.
function M.kept_by(mind, body)
  if not see.is_to_hold(mind) and not M.is_late(mind) then return nil end
  local kept = lists.find(mind:objectives(), function(one)
    return #one.held_by > 0 and not lists.find(one.held_by, function(id)
      return mind.view:unit(id).formation ~= body.id
    end)
  end)
  return kept and kept.id
end

--- Does a body, alone or with others, stand on ground that the battle is about?
function M.stands_on(mind, body)
  return lists.find(mind:objectives(), function(one)
    return lists.find(one.held_by, function(id) return mind.view:unit(id).formation == body.id end) ~= nil
  end) ~= nil
end

--- The ground that a unit alone holds and that it does not leave any more; nil: none.
function M.keeps(mind, id)
  return M.is_late(mind) and mind:anchor(id) or nil
end

--- The ground that a unit is sent to and that nobody holds.
local function sent_to(mind, unit)
  local order = obedience.of(mind.view, unit)
  local id = order and order.verb == "seize" and see.ground(mind, order)
  return id and mind.state.areas[id].objective and not mind.view:side_holding(id) and id or nil
end

--- The ground that a unit, the nearest of its formation, is told to go to when the battle ends soon: who goes there of
--- himself goes through no friend (R21, R34).
function M.first_of(mind, unit)
  local id = M.is_late(mind) and sent_to(mind, unit)
  if not id then return nil end
  local first = lists.least(see.body(mind, unit.formation).units, function(other)
    return army.free(other) and other.arm ~= "artillery" and not other.fighting and not other.target
      and minutes_of_way(mind, other, id)
  end)
  return first == unit and id or nil
end

--- The ground that a unit is sent to, when it is time to go there: it attacks nobody elsewhere.
function M.due(mind, unit, enemy)
  local id = sent_to(mind, unit)
  if not id or geometry.holds(mind.state.areas[id], { x = enemy.base.x, y = enemy.base.y }).yes then return nil end
  local left, needs = bounds_left(mind), math.ceil(minutes_of_way(mind, unit, id) / mind.rules.constant.bound)
  local spare = left - needs
  return spare <= mind.weight.attack_last_turns and spare >= 0 and id or nil
end

return M
