-- 4.2.2, 4.2.5: what the rules say of a kind of unit's moves and changes.

local army <const>, troops <const> = use("game/army/units", "troops")

local M <const> = {}

--- What `movement.allowance` is asked of a unit's move. An ordinary change of formation costs it a level; a line by
--- facing costs none (R41).
function M.allowance(view, unit, difficult, back, march)
  return view:question("movement.allowance", unit.id, {
    formation = unit.drill, difficult = difficult, retrograde = back or false,
    march = march or false, discipline = army.discipline(view, unit),
    formation_change = unit.changed ~= nil and unit.changed ~= "face",
  })
end

--- What `river.cross` is asked of a unit at the edge of a river, or in it.
function M.crossing(view, unit, position, difficult)
  local args = { formation = unit.drill, position = position, difficult = difficult or false }
  return view:question("river.cross", unit.id, args)
end

local function rates_of(view, unit, back, march)
  local function rate(difficult)
    local found = view:figure("movement.allowance", M.allowance(view, unit, difficult, back, march), unit.id)
    local most = march and found.free_move_mm or found.move_mm
    if unit.river == "in" then
      most = math.min(most, view:ask("river.cross", M.crossing(view, unit, "in_river", difficult), unit.id).move_mm)
    end
    return mm(math.max(0, most + (unit.left_mm or 0)))
  end
  return { good = rate(false), difficult = rate(true) }
end

--- How far a unit may move, at good and at difficult going, in micrometres: no further than it comes out of a river,
--- and by what its change of formation has left it. A view works it out once while nothing changes.
---@return integer good
---@return integer difficult
function M.of(view, unit, back, march)
  local key = view.kept and ("rates of %s %s %s"):format(unit.id, back and "back" or "on", march and "march" or "")
  local found = key and view.kept[key] or rates_of(view, unit, back, march)
  if key then view.kept[key] = found end
  return found.good, found.difficult
end

--- A unit has changed its formation: a house rule of changes may leave it more or less than its allowance says, which
--- holds for the rest of its turn.
---@param change table result of formation.change
function M.note_left(play, unit, change, difficult)
  if not play.rules.wrapped "formation.change" then return end
  local allowed = play:ask("movement.allowance", M.allowance(play, unit, difficult), unit.id).move_mm
  if change.move_mm ~= allowed then play:set(unit, "left_mm", change.move_mm - allowed) end
end

--- What formation.change is asked of a unit's change; `difficult`: it stands in difficult going; `face`: out of a march
--- column into line.
function M.change_args(view, unit, to, difficult, face)
  return view:described({
    troop = unit.troop, from = unit.drill, to = to, method = face and "face" or "ordinary",
    difficult = difficult or false, discipline = not face and army.discipline(view, unit) or false,
    horse_artillery = unit.horse_artillery or false,
    changed_before = (face or unit.horse_artillery) and unit.changed ~= nil or false,
  }, unit, "formation.change")
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
  for _, to in ipairs(unit.drill and view.rules.values(troops.FORMATIONS) or {}) do
    local args = { troop = unit.troop, from = unit.drill, to = to }
    if to ~= unit.drill and not view.rules.fault("formation.change", args) then found[#found + 1] = to end
  end
  return found
end

return M
