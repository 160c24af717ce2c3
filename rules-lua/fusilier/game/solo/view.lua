-- How a solo commander sees the field: whose task it is to attack, how bold each formation is, and what is before it.
--
-- Stances: a rash general is aggressive, a cautious one cautious; any other does what his side is there for. That is
-- what the scenario says (a side's `task` or `mission`), or else what its strength lets it do: who is clearly stronger
-- attacks, who is clearly weaker holds.

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")
local odds <const>, tasks <const> = use("game/solo/odds", "game/command/tasks")

local M <const> = {}

local function strength_of(view, side)
  local sum = 0
  for _, unit in view:units(side) do sum = sum + odds.strength(view, unit) end
  return sum
end

local function has_objective(state)
  return lists.find(state.order.areas, function(id) return state.areas[id].objective end) ~= nil
end

--- What a side is there for: "attack", "hold", or nothing that is told or plain. Without ground that counts nobody wins
--- by holding: who is to hold then waits for his chance as any other.
local function task(view, side)
  local told, mission = view.state.sides[side].task, view.state.sides[side].mission
  if told == "hold" and not has_objective(view.state) then return nil end
  if told then return told end
  if mission then return (mission[1].kind == "hold" or mission[1].kind == "delay") and "hold" or "attack" end
  local own, theirs = strength_of(view, side), strength_of(view, view:other(side))
  local clearly = odds.counts(view, "clearly_stronger")
  if own >= theirs * clearly then return "attack" end
  if theirs >= own * clearly then return "hold" end
end

--- The temper that counts for a formation: that of its own general, or the next above.
local function temper_of(view, id)
  local led = lists.find(view:chain(id), function(formation) return view:fit(view:formation(formation).commander) end)
  return led and view:leader(view:formation(led).commander).temperament or "normal"
end

local BY_TEMPER <const> = { rash = "aggressive", cautious = "cautious" }
local BY_TASK <const> = { attack = "aggressive", hold = "defensive" }

--- How bold a formation is, or that of a unit or a general: "aggressive", "cautious" or "defensive".
function M.stance(view, side, id)
  return BY_TEMPER[temper_of(view, id and view:formation_of(id))] or BY_TASK[task(view, side)] or "cautious"
end

--- The stance of a formation, worked out once for a choice.
function M.stance_of(mind, id)
  local formation = mind.view:formation_of(id) or "all"
  return mind:once_for("stance", formation, function() return mind:stance(mind.side, id) end)
end

--- Is a mind's side there to hold?
function M.is_to_hold(mind) return mind.state.sides[mind.side].task == "hold" end

--- The bracket that a side's guns go on to: canister's against an enemy who stands to be fired at; against one who
--- comes on himself they stop sooner.
function M.guns_bracket(mind)
  return mind.state.sides[mind.view:other(mind.side)].task == "hold" and "short_mm" or "effective_mm"
end

--- A weight that each stance has its own of.
function M.weight(mind, name, id) return mind.weight[name .. "_" .. M.stance_of(mind, id)] end

--- The formations of a side that have units on the table, as game/command/tasks has them.
function M.formations(mind, side) return mind:once("formations " .. side, tasks.bodies, mind.view, side) end

function M.enemies(mind) return M.formations(mind, mind.view:other(mind.side)) end

function M.body(mind, id)
  return (lists.find(M.formations(mind, mind.side), function(body) return body.id == id end))
end

--- How strong a body is, worked out once for a choice.
function M.strength(mind, body) return mind:once("strength " .. body.id, odds.body, mind.view, body) end

--- What a plan is reckoned by (limber.solo.tasks).
M.measures = {
  strength = function(mind, unit) return odds.strength(mind.view, unit) end, rides = army.mounted,
  fights = function(unit) return unit.arm ~= "artillery" end,
  mission = function(mind)
    local told = mind.state.sides[mind.side].task
    local kind = told and has_objective(mind.state) and (told == "hold" and "hold" or "take") or "destroy"
    return { { kind = kind } }
  end,
}

--- The enemy that an order to attack is about: the body that stands on its line.
function M.aimed_at(mind, order)
  local one, told = order.target, mind.view:told()
  return (lists.find((one or told) and M.enemies(mind) or {}, function(enemy)
    if told then return enemy.name == order.aim end
    return enemy.one.x == one.x and enemy.one.y == one.y
  end))
end

--- What an order says that has troops stand where they are and meet those who come: it is to attack, along their line.
M.READY = "all who come"

local STANDS <const> = { verb = "hold" }

--- Has a unit such an order?
function M.is_ready(mind, unit)
  local order = obedience.of(mind.view, unit)
  return order ~= nil and order.aim == M.READY
end

--- What a unit's order means where it is to go: who is to stand and meet those who come stands.
function M.order_of(mind, unit)
  return M.is_ready(mind, unit) and STANDS or obedience.of(mind.view, unit)
end

--- The ground that an order to seize is about.
function M.ground(mind, order)
  return (lists.find(order.target and mind.state.order.areas or {}, function(id)
    local one = tasks.matters(mind.view, id) and tasks.ground_of(mind.state.areas[id])
    return one and one.x == order.target.x and one.y == order.target.y
  end))
end

--- Has a unit come to where an order sends it?
function M.has_come(mind, unit, order)
  local there = obedience.objective(order, unit.base)
  return mind:middles(unit.base, there) <= mind.weight.arrived + unit.base.depth
end

--- Does an enemy still stand within so much of an order's line?
function M.stands_at(mind, order, reach)
  local one, other = order.target, order.target_end
  local line = other and (one.x ~= other.x or one.y ~= other.y) and { line = { one, other } } or one
  return mind.view:some_unit(mind.view:other(mind.side), function(enemy)
    return army.stands(enemy) and mind:apart({ x = enemy.base.x, y = enemy.base.y }, line) <= reach
  end) ~= nil
end

return M
