-- 4.8: a solo side's batteries: they unlimber where they reach the enemy, turn to him, and follow an attack that has
-- left them behind. Every lawful shot is fired, but for a first fire (5.1.10) that is worth more later.

local danger <const>, objectives <const>, see <const> =
  use("game/solo/danger", "game/solo/objectives", "game/solo/view")

local M <const> = {}

local function any() return true end

--- The nearest enemy that guns reach, in arc or, when there is none, anywhere; and whether he is in arc.
local function mark(mind, id, reach)
  local ahead = see.nearest_before(mind, id, reach, deg(mind.rules.constant.fire_arc))
  if ahead then return ahead, true end
  local enemy, um = mind:nearest_enemy(id)
  return enemy and um <= reach and enemy or nil, false
end

--- A turn toward somebody, as far as there is room; nil when that is none.
local function turn_to(mind, id, command, base, why)
  local by = mind:room_to_turn(id, (mind:toward(mind.view:unit(id).base, base)))
  if math.abs(by) <= mind.weight.aligned then return nil end
  return { command = command, why = why, readings = { { by = by } } }
end

local function deployed(mind, id, brigade)
  local target, ahead = mark(mind, id, see.range(mind, id))
  if target and ahead then return nil end
  if target then
    return turn_to(mind, id, "pivot_guns", mind.view:unit(target).base, "to bear on " .. mind:name(target))
  end
  local _, behind = mind:nearest(id, brigade.units)
  if brigade.stance ~= "aggressive" or not behind or behind <= mind.weight.guns_left_behind then return nil end
  return { command = "limber", why = "nobody is in range", fits = any }
end

--- What a battery is to do; nil: it stays.
function M.plan(mind, id, brigade)
  local unit = mind.view:unit(id)
  if unit.inside or not unit.drill then return nil end
  if unit.drill == "deployed" then return deployed(mind, id, brigade) end
  local target, ahead = mark(mind, id, see.range(mind, id) - mind.weight.guns_well_in)
  if target and ahead or brigade.stance ~= "aggressive" then
    return { command = "deploy_guns", why = "the enemy is in range", fits = any }
  end
  local enemy = target or mind:nearest_enemy(id)
  if not enemy then return nil end
  local there, most = mind.view:unit(enemy).base, mind.ways.turns
  if math.abs((mind:toward(unit.base, there))) > most and not unit.turned then
    return turn_to(mind, id, "turn", there, "toward the enemy")
  end
  local pivot, um = mind:stride(unit.base, there, see.rate(mind, id), unit.turned and 0 or most)
  local goal = { follows = true, why = "after its brigade, to where it reaches the enemy" }
  return mind:ahead(id, goal, pivot, um, function(base) return mind:apart(base, there) end)
end

--- How much a hit on an enemy is worth beside others: more on who stands on ground that the battle is about, or is
--- worn already; less where half of the hits are saved.
local function worth(mind, target)
  local unit, weight = target and mind.view:unit(target), mind.weight
  if not unit then return 1 end
  local each = 1 + weight.fire_worn * unit.hits / mind.rules.constant.stagger_hits
  if objectives.is_enemy_on(mind, target) then each = each + weight.fire_ground end
  return (unit.inside or unit.arm == "artillery") and each * weight.fire_covered or each
end

--- The hits of a unit's first fire at an enemy now, and how many more hits a first fire makes at short range than a
--- later fire does; nil for a unit that has had its first fire, or that is at short range.
local function first_fire(mind, id, target)
  local unit = mind.view:unit(id)
  local short = not unit.shot and unit.arm == "infantry" and mind.rules.tables.weapons(unit.weapon, "short_mm")
  if not short or mind.view:told() then return nil end
  local asked = mind.view.measure.fire(mind.view, id, target)
  if not asked or asked.range_mm <= short then return nil end
  local near, later = danger.first(mind, id), danger.fire(mind, id)
  return mind:odds("fire.small_arms", asked, "hits", id, target):mean(), later and near - later.near or 0
end

--- Does a unit fire now? It does, unless its first fire is worth more at short range and a later turn is left for that.
--- And what is said of it.
---@return boolean fires
---@return fun(): string?
local function weighed(mind, id, target)
  local now, more = first_fire(mind, id, target)
  if not now then return true end
  local left = mind.state.last_turn and mind.state.last_turn - mind.state.turn
  local fires = left == 0 or now >= more * mind.weight.fire_first
  return fires, function()
    local said = fires and "its first fire: %.1f hits to be expected now, %.1f more if kept for short range"
      or "it keeps its first fire for short range: %.1f hits to be expected now, %.1f more then"
    return said:format(now, more)
  end
end

--- Every lawful shot is fired; the one that is worth most first. Only a first fire may be kept.
function M.fire(mind, proposal)
  local fires, why = true, nil
  if proposal["do"] == "fire" then fires, why = weighed(mind, proposal.unit, proposal.target) end
  if not fires then return nil, why end
  return 1 + (proposal.score or 0) * worth(mind, proposal.target), why or proposal.text
end

local function has_fired(unit) return unit.fired end

--- Those who may fire at all, brigade by brigade; those before the last that fired have been thought of, and come last.
function M.order(mind)
  local ids, i = {}, 0
  for _, brigade in ipairs(mind:bodies(mind.side)) do table.move(brigade.units, 1, #brigade.units, #ids + 1, ids) end
  ids = mind:in_turn(ids, has_fired)
  return function()
    while i < #ids do
      i = i + 1
      local id = ids[i]
      local unit, _, um = mind.view:unit(id), mind:nearest_enemy(id)
      local reach = not unit.fired and see.range(mind, id)
      if reach and um and um <= reach then
        return { of = id, commands = { unit.arm == "artillery" and "fire_guns" or "fire" } }
      end
    end
  end
end

return M
