-- The targets of a solo commander's guns and skirmishers: by what a shot is worth (8.2, 9.0).

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")
local odds <const> = use "game/solo/odds"

local M <const> = {}

--- Fire on a building: what its garrison loses, what the walls lose with it, and the chance that they fall.
local function at_building(mind, proposal)
  local weight, view = mind.weight, mind.view
  if not mind.view:unit(proposal.unit).base then
    return weight.garrison_unmeasured, "its garrison loses half of what it does"
  end
  local holder = view:some_unit(view:other(mind.side), function(unit) return unit.building == proposal.building end)
  local attacked = holder and view:some_unit(mind.side, function(unit) return unit.target == holder end)
  local points, falls = odds.shot_at_building(mind, proposal.unit, proposal.building)
  local objective = mind.state.areas[proposal.building].objective and weight.building_wanted or 1
  local want = points * (1 + weight.walls_too) * objective + falls * weight.building_falls
    + (attacked and weight.building_attacked or 0)
  return 0.05 + want, mind:says("%.1f points of its garrison on average, %s that it falls%s", points,
    mind.words.percent(falls), attacked and ", and friends attack it" or "")
end

function M.fire(mind, proposal)
  if proposal.building then return at_building(mind, proposal) end
  local enemy, unit, weight = mind.view:unit(proposal.target), mind.view:unit(proposal.unit), mind.weight
  if not enemy.base then return enemy.target and 1 or 0.5, enemy.target and "it attacks" or "it may be in range" end
  local mean, guns = odds.shot(mind, proposal.unit, proposal.target), enemy.arm == "artillery"
  local away = mind:middles(unit.base, enemy.base)
  local want = mean * (guns and weight.guns_target or 1) + weight.nearer * math.max(0, 1 - away / weight.near_target)
    + (enemy.target and weight.attacks_us or 0) + weight.worn_target * math.min(6, enemy.damage_points)
  return 0.05 + want, mind:says("%.1f %s on average%s", mean, guns and "guns" or "points",
    enemy.target and ", and it attacks" or "")
end

function M.skirmish(mind, proposal)
  local enemy, weight = mind.view:unit(proposal.target), mind.weight
  local worn = weight.worn_target * math.min(6, enemy.damage_points)
  return 1 + (enemy.target and weight.attacks_us or 0) + worn, "in reach"
end

--- How many points a bound a side's batteries do to the enemies nearest to them, in formed order; its own that are on
--- their way, once they are there.
local function points_of(mind, side)
  local sum, view = 0, mind.view
  for id, unit in view:present(side) do
    local goes = side == mind.side and (obedience.of(view, unit) or {}).verb == "move" and not unit.attached_to
    if unit.arm == "artillery" and unit.base and not unit.abandoned and unit.guns > 1
      and (unit.drill == "unlimbered" or goes) then
      local reach = army.reach(view, unit, 1)
      local near = view:nearest_unit(id, view:other(side), mm(reach.long_mm), function(enemy)
        return enemy.arm ~= "artillery" and enemy.drill ~= "skirmish" and army.stands(enemy)
      end)
      if near then sum = sum + odds.shot(mind, id, near, goes and reach.short_mm or nil) end
    end
  end
  return sum
end

--- How many points more in a bound a side's guns do than the enemy's.
function M.fire_balance(mind)
  return mind:once("fire balance", function()
    return points_of(mind, mind.side) - points_of(mind, mind.view:other(mind.side))
  end)
end

--- Batteries and skirmishers; who replies does so of itself.
function M.fires(_, id, unit)
  if unit.arm == "artillery" then return { of = id, commands = { "fire" } } end
  return unit.drill == "skirmish" and { of = id, commands = { "skirmish_fire" } } or nil
end

return M
