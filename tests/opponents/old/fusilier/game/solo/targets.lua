-- The targets of a solo commander's guns and skirmishers: by what a shot is worth (8.2, 9.0).

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
  local want = points * (1 + weight.walls_too) + falls * weight.building_falls
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

--- Batteries and skirmishers; who replies does so of itself.
function M.fires(_, id, unit)
  if unit.arm == "artillery" then return { of = id, commands = { "fire" } } end
  return unit.drill == "skirmish" and { of = id, commands = { "skirmish_fire" } } or nil
end

return M
