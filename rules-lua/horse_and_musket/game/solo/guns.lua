-- 4.8: a solo side's batteries: they unlimber where they reach the enemy, turn to him, and follow an attack that has
-- left them behind. Every lawful shot is fired.

local see <const> = use "game/solo/view"
local ways <const> = use "game/solo/ways"

local M <const> = {}

--- The most that a unit turns for nothing.
local FREE <const> = deg(45)

--- How far short of their longest range guns unlimber, so that an enemy who stands is still reached.
local WELL_IN <const> = mm(100)
--- So far from their brigade guns that reach nobody are left behind.
local LEFT <const> = mm(120)

--- The nearest enemy that guns reach, in arc or, when they may turn, anywhere.
local function mark(mind, id, reach)
  local unit = mind.view:unit(id)
  local arc, best, least, ahead = deg(mind.rules.constant.fire_arc), nil, nil, false
  for _, other in ipairs(see.enemies(mind)) do
    local um = mind:gap(id, other)
    if um <= reach then
      local inside = math.abs((mind:toward(unit.base, mind.view:unit(other).base))) <= arc
      if inside and not ahead or inside == ahead and (not least or um < least) then
        best, least, ahead = other, um, inside
      end
    end
  end
  return best, ahead
end

--- What a battery is to do; nil: it stays.
function M.plan(mind, id, brigade)
  local unit, view = mind.view:unit(id), mind.view
  local reach = see.range(mind, id)
  if unit.inside or not unit.drill then return nil end
  if unit.drill == "deployed" then
    local target, ahead = mark(mind, id, reach)
    if target and ahead then return nil end
    if target then
      local by = ways.room_for(mind, id, (mind:toward(unit.base, view:unit(target).base)))
      if math.abs(by) <= ways.ALIGNED then return nil end
      return { command = "pivot_guns", why = "to bear on " .. see.name(mind, target), readings = { { by = by } } }
    end
    local _, behind = mind:nearest(id, brigade.units)
    if brigade.stance ~= "aggressive" or not behind or behind <= LEFT then return nil end
    return { command = "limber", why = "nobody is in range", fits = function() return true end }
  end
  local target, ahead = mark(mind, id, reach - WELL_IN)
  if target and ahead or brigade.stance ~= "aggressive" then
    return { command = "deploy_guns", why = "the enemy is in range", fits = function() return true end }
  end
  local enemy = target or see.nearest_enemy(mind, id)
  if not enemy then return nil end
  local there = view:unit(enemy).base
  local wanted = mind:toward(unit.base, there)
  if math.abs(wanted) > FREE and not unit.turned then
    local by = ways.room_for(mind, id, wanted)
    if math.abs(by) <= ways.ALIGNED then return nil end
    return { command = "turn", why = "toward the enemy", readings = { { by = by } } }
  end
  local pivot, um = mind:stride(unit.base, there, see.rate(mind, id), unit.turned and 0 or FREE)
  local aim = { follows = true, why = "after its brigade, to where it reaches the enemy" }
  return ways.ahead(mind, id, aim, pivot, um, function(base) return mind:apart(base, there) end)
end

--- Everybody fires whenever he lawfully may; the likelier to hit first.
function M.fire(_, proposal)
  return 1 + (proposal.score or 0), proposal.text
end

--- Those who may fire at all.
function M.order(mind)
  local list = {}
  for _, brigade in ipairs(see.brigades(mind, mind.side)) do
    for _, id in ipairs(brigade.units) do
      local unit, _, um = mind.view:unit(id), see.nearest_enemy(mind, id)
      local reach = not unit.fired and see.range(mind, id)
      if reach and um and um <= reach then
        list[#list + 1] = { of = id, commands = { unit.arm == "artillery" and "fire_guns" or "fire" } }
      end
    end
  end
  return list
end

return M
