-- What is told of units between commands: the roster's columns.

local army <const> = use "game/army/units"
local rates <const> = use "game/movement/rates"

--- How it stands: "line, staggered, in the churchyard, with Kleist".
local function state_of(view, id, unit)
  if unit.status == "gone" then return "gone" end
  if unit.status == "off_table" then return "not placed" end
  local parts = { unit.drill and plain(unit.drill) or plain(unit.troop) }
  local held = unit.inside and view.state.areas[unit.inside]
  if unit.staggered then parts[#parts + 1] = "staggered" end
  if held then parts[#parts + 1] = "in " .. (held.name or unit.inside) end
  if unit.river then parts[#parts + 1] = unit.river == "in" and "in the river" or "at the river" end
  if unit.charging then
    local target = view.state.units[unit.charging.target]
    parts[#parts + 1] = "charging " .. (target and (target.name or target.id) or "")
  end
  for _, general in ipairs(view:leaders_with(id)) do
    parts[#parts + 1] = "with " .. (view:leader(general).name or general)
  end
  return table.concat(parts, ", ")
end

--- Steps before anybody knows who may move.
local BEFORE_ORDERS <const> = { ["side_turn.rally"] = true, ["side_turn.assign"] = true }

--- Whether it may move in the turn under way, and has: "may move", "has moved", "waits for orders".
local function orders_of(view, unit)
  if view.state.active ~= unit.side or not army.present(unit) then return "" end
  if unit.acted then return "done" end
  if unit.may_move then return "may move" end
  if BEFORE_ORDERS[view:at()] then return "" end
  return unit.commander and "no orders" or "out of command"
end

local function name_of(view, id)
  local general = id and view.state.leaders[id]
  return general and (general.name or id) or nil
end

--- Does everybody stand on the table between whom command is measured?
local function is_measured(view, unit)
  if army.told(view) or not army.on_map(unit) or not unit.base then return false end
  for _, general in view:fit_leaders(unit.side) do
    if not general.base then return false end
  end
  return true
end

--- Whose it is in this turn, or would be as it stands: "General Kleist", "out of reach" (3, R22).
local function commander_of(view, id, unit)
  if unit.commander then return name_of(view, unit.commander) or "" end
  if not army.present(unit) or not is_measured(view, unit) then return "" end
  local args, others = view.measure["command.reach"](view, id)
  local found = view:ask("command.reach", args)
  local formation = unit.formation and view:formation(unit.formation)
  if found.commanded_by == "own" then return name_of(view, formation and formation.commander) or "" end
  local other = found.commanded_by == "other" and name_of(view, others[found.other_index])
  return other and ("out of reach, %s may take it"):format(other) or "out of reach"
end

--- Its hits, and how many stagger it or, once it is staggered, destroy it (5.1.9): "2 of 6", "1 of 6 to destroy".
local function hits_of(view, unit)
  if not army.present(unit) then return "" end
  local constant = view.rules.constant
  if unit.staggered then return ("%d of %d to destroy"):format(unit.hits, constant.destroy_hits_after_stagger) end
  return ("%d of %d"):format(unit.hits, constant.stagger_hits)
end

--- How far it may go: at good going, and at difficult where that is less (4.2).
local function move_of(view, unit)
  if not army.present(unit) then return "" end
  local good, difficult = rates.of(view, unit)
  if good == 0 then return "" end
  local text = ("%d mm"):format(good // mm(1))
  return difficult < good and ("%s (%d mm)"):format(text, difficult // mm(1)) or text
end

roster(function(view, id, unit)
  local taken = #(unit.taken or {})
  return {
    { "state", state_of(view, id, unit) }, { "hits", hits_of(view, unit) }, { "move", move_of(view, unit) },
    { "under", commander_of(view, id, unit) }, { "orders", orders_of(view, unit) },
    { "colours", taken > 0 and ("%d taken"):format(taken) or "" },
  }
end)
