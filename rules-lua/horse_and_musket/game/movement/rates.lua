-- 4.2.2, 4.2.5: what the rules say of a kind of unit's moves and changes.

local army <const> = use "game/army/units"

local M <const> = {}

--- What `movement.allowance` is asked of a unit's move. An ordinary change of formation costs it a level; a line by
--- facing costs none (R41).
function M.allowance(view, unit, difficult, back, march)
  return view:flagged({
    troop = unit.troop, formation = unit.drill, difficult = difficult, retrograde = back or false,
    march = march or false, discipline = army.discipline(view, unit),
    formation_change = unit.changed ~= nil and unit.changed ~= "face",
  }, unit, "movement")
end

--- How far a unit may move, at good and at difficult going, in micrometres.
---@return integer good
---@return integer difficult
function M.of(view, unit, back, march)
  local function rate(difficult)
    return mm(view:ask("movement.allowance", M.allowance(view, unit, difficult, back, march)).move_mm)
  end
  return rate(false), rate(true)
end

--- What formation.change is asked of a unit's change; `difficult`: it stands in difficult going; `face`: out of a march
--- column into line.
function M.change_args(view, unit, to, difficult, face)
  return {
    troop = unit.troop, from = unit.drill, to = to, method = face and "face" or "ordinary",
    difficult = difficult or false, discipline = not face and army.discipline(view, unit) or false,
    horse_artillery = unit.horse_artillery or false,
    changed_before = (face or unit.horse_artillery) and unit.changed ~= nil or false,
  }
end

--- Asks a rule for the record what is done. What the players will have against the rules may be no question for them:
--- then nil.
function M.record(play, procedure, args, id)
  if play.rules.fault(procedure, args) then return nil end
  return play:resolve(procedure, args, id)
end

--- The formations of a unit besides the one it has.
---@return string[]
function M.others(view, unit)
  local found = {}
  for _, to in ipairs(unit.drill and { "line", "column", "skirmish", "two_ranks", "deployed", "limbered" } or {}) do
    local args = { troop = unit.troop, from = unit.drill, to = to }
    if to ~= unit.drill and not view.rules.fault("formation.change", args) then found[#found + 1] = to end
  end
  return found
end

return M
