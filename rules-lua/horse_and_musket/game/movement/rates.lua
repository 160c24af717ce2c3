-- 4.2.2, 4.2.5: what the rules say of a kind of unit's moves and changes: asked once for each stack of rules in force.

local army <const> = use "game/army/units"

--- What one stack of rules has said: another stack, or the same one changed, has another view.
local kept = {}

local function memory(view)
  if kept.rules ~= view.rules then
    kept = { rules = view.rules, allowance = {}, change = {}, others = {}, enters = {} }
  end
  return kept
end

local M <const> = {}

--- Did an ordinary change cost the unit a level of its move? A line by facing costs none (R41).
local function has_changed(unit) return unit.changed ~= nil and unit.changed ~= "face" end

--- What `movement.allowance` is asked of a unit's move.
function M.allowance(view, unit, difficult, back, march)
  return view:flagged({
    troop = unit.troop, formation = unit.drill, difficult = difficult, retrograde = back or false,
    march = march or false, formation_change = has_changed(unit), discipline = army.discipline(view, unit),
  }, unit, "movement")
end

--- The flags of house rules that a unit bears, as a key.
local function flags_of(unit)
  local flags = {}
  for flag in pairs(unit.flags or {}) do flags[#flags + 1] = flag end
  return table.concat(flags, " ")
end
M.flags_of = flags_of

--- How far a unit may move, at good and at difficult going, in micrometres.
---@return integer good
---@return integer difficult
function M.of(view, unit, back, march)
  local changed = has_changed(unit)
  local key = ("%s %s %s %s %s %s"):format(unit.troop, unit.drill, back or false, march or false,
    changed and army.discipline(view, unit) and "free" or changed, flags_of(unit))
  local found = memory(view).allowance[key]
  if not found then
    local function rate(difficult)
      return mm(view:ask("movement.allowance", M.allowance(view, unit, difficult, back, march)).move_mm)
    end
    found = { rate(false), rate(true) }
    memory(view).allowance[key] = found
  end
  return found[1], found[2]
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

--- What an ordinary change of a unit that has not changed costs.
---@return table result of formation.change
function M.change(view, unit, to, difficult)
  local key = ("%s %s %s %s %s"):format(unit.troop, unit.drill, to, army.discipline(view, unit), difficult)
  local changes = memory(view).change
  changes[key] = changes[key] or view:ask("formation.change", M.change_args(view, unit, to, difficult))
  return changes[key]
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
  local key = ("%s %s"):format(unit.troop, unit.drill)
  local found = memory(view).others[key]
  if not found and unit.drill then
    found = {}
    for _, to in ipairs { "line", "column", "skirmish", "two_ranks", "deployed", "limbered" } do
      local args = { troop = unit.troop, from = unit.drill, to = to }
      if to ~= unit.drill and not view.rules.fault("formation.change", args) then found[#found + 1] = to end
    end
    memory(view).others[key] = found
  end
  return found or {}
end

--- May such a unit enter such terrain, in whatever way (4.2.7, SR.4)?
function M.may_enter(view, unit, terrain)
  local key, enters = ("%s %s %s"):format(unit.troop, unit.drill, terrain), memory(view).enters
  if enters[key] == nil then
    local args = { troop = unit.troop, formation = unit.drill, terrain = terrain }
    enters[key] = view:ask("terrain.entry", args).legal
  end
  return enters[key]
end

return M
