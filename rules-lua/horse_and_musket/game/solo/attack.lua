-- 4.8: where the units of a brigade that attacks want to stand: within reach of a charge on whom they can charge, flank
-- or rear first; else where they fire best, or by their brigade.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local see <const> = use "game/solo/view"

local M <const> = {}

--- What a charge is, for limber.solo.charging.
M.charges = {
  fights = army.fighter,
  rides = function(unit) return unit.arm == "cavalry" end,
  passes = function(unit, brigade) return unit.formation == brigade.id end,
  face = function(base, enemy) return (ground.face_of(enemy, base)) end,
  could = see.could_charge,
}

--- Where foot that can charge nobody fires best at the nearest enemy; nil for a unit that does not fire.
local function to_fire(mind, id, enemy)
  local unit = mind.view:unit(id)
  if not see.range(mind, id) then return nil end
  local band = unit.troop == "light_infantry" and "long_mm" or "short_mm"
  return {
    target = enemy, stop = mm(mind.rules.tables.weapons(unit.weapon, band)) - mind.weight.short_of_reach,
    toward = mind.view:unit(enemy).base, why = function() return "to fire at " .. mind:name(enemy) end,
  }
end

--- A unit that can charge nobody, and does not fire, waits by its brigade, or comes up behind it.
local function by_its_brigade(mind, id, brigade, enemy)
  local friend, um = mind:nearest(id, brigade.units)
  if (um or 0) <= 2 * see.support(mind) then
    return { toward = mind.view:unit(enemy).base, why = "it waits by its brigade" }
  end
  local base = mind.view:unit(friend).base
  return {
    point = base, stop = see.support(mind) + base.depth, why = "up behind its brigade", follows = true, idle = true,
  }
end

--- Toward an enemy that it could charge; toward the nearest enemy to fire at him; else after its brigade.
function M.goal(mind, id)
  local unit = mind.view:unit(id)
  local enemy, um = mind:nearest_enemy(id)
  if not enemy then return nil end
  local far = um > 2 * see.rate(mind, id) + mind.weight.far_from_enemy
  local goal = not far and mind:charge_goal(id)
  if goal == false then return mind:approach_goal(id, see.support(mind)) end
  if goal then return goal end
  local horse = mind.view:unit(enemy).arm == "cavalry" and um <= 2 * see.rate(mind, enemy)
  if horse and unit.arm == "infantry" then return { toward = mind.view:unit(enemy).base, why = "horse is near" } end
  return to_fire(mind, id, enemy) or by_its_brigade(mind, id, mind:body_of(id), enemy)
end

return M
