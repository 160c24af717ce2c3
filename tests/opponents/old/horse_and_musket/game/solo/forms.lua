-- 4.8: when a solo side's units form column to march and line to fight.

local see <const> = use "game/solo/view"

--- Troops that have a free move in column (4.2.10, R6).
local MARCHES <const> = { close_order_infantry = true, heavy_cavalry = true, dragoons = true }

local M <const> = {}

--- How far off the nearest enemy is, beyond the reach of guns; below 0: within it.
local function beyond_guns(mind, id)
  local _, um = mind:nearest_enemy(id)
  return um and um - mm(mind.rules.tables.artillery_stick("long", "to_mm"))
end

--- The change of formation that a unit wants, or nil. With a way before it a unit forms the column that has a second
--- move, where no enemy is within the reach of guns and a move; a column forms line within their reach, or where it is
--- to stay.
function M.plan(mind, id, unit, goal)
  if unit.changed or unit.inside then return nil end
  local usual, beyond = mind.rules.tables.units(unit.troop, "default_formation"), beyond_guns(mind, id)
  local to, why
  if unit.drill == "column" then
    local goes = goal.target or goal.point or goal.ahead or goal.heading
    if beyond and beyond <= 0 or not goes then to, why = usual, "the enemy is near" end
  elseif MARCHES[unit.troop] and unit.drill == usual and not unit.acted and (goal.heading or goal.follows) then
    if beyond and beyond > see.rate(mind, id) then to, why = "column", "to march" end
  end
  if not to then return nil end
  return { command = "change_formation", why = why, fits = function(proposal) return proposal.to == to end }
end

return M
