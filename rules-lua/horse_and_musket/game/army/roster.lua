-- What is told of units between commands: the roster's columns.

local rates <const> = use "game/movement/rates"

--- How it stands: "line, staggered, in the churchyard, with Kleist".
local function state_of(view, id, unit)
  local parts = { plain(unit.drill or unit.troop) }
  local function add(text) parts[#parts + 1] = text end
  if unit.staggered then add "staggered" end
  if unit.inside then add("in " .. view:name(unit.inside)) end
  if unit.river then add(unit.river == "in" and "in the river" or "at the river") end
  if unit.charging then add("charging " .. view:name(unit.charging.target)) end
  for _, general in ipairs(view:leaders_with(id)) do add("with " .. view:name(general)) end
  return table.concat(parts, ", ")
end

--- Steps before anybody knows who may move.
local BEFORE_ORDERS <const> = { ["side_turn.rally"] = true, ["side_turn.assign"] = true }

--- Whether it may move in the turn under way, and has: "may move", "has moved", "waits for orders".
local function orders_of(view, unit)
  if view.state.active ~= unit.side then return "" end
  if unit.acted then return "done" end
  if unit.may_move then return "may move" end
  if BEFORE_ORDERS[view:at()] then return "" end
  return unit.commander and "no orders" or "out of command"
end

--- Do all stand on a measured table that command of a unit is measured between?
local function is_measured(view, unit)
  return unit.base and not view:some_leader(unit.side, function(general) return not general.base end)
end

--- Who commands it in this turn, or would as it stands: "General Kleist", "out of reach" (3, R22).
local function commander_of(view, id, unit)
  if unit.commander then return view:name(unit.commander) end
  if not is_measured(view, unit) then return "" end
  local args, others = view.measure["command.reach"](view, id)
  local found = view:ask("command.reach", args, id)
  if found.commanded_by == "own" then return view:name(view:commander(unit.formation)) end
  if found.commanded_by ~= "other" then return "out of reach" end
  return ("out of reach, %s may take it"):format(view:name(others[found.other_index]))
end

--- Its hits, and how many stagger it or, once it is staggered, destroy it (5.1.9): "2 of 6", "1 of 6 to destroy".
local function hits_of(view, unit)
  local constant = view.rules.constant
  if unit.staggered then return ("%d of %d to destroy"):format(unit.hits, constant.destroy_hits_after_stagger) end
  return ("%d of %d"):format(unit.hits, constant.stagger_hits)
end

--- How far it may go: at good going, and at difficult where that is less (4.2).
local function move_of(view, unit)
  local good, difficult = rates.of(view, unit)
  if good == 0 then return "" end
  local text = ("%d mm"):format(good // mm(1))
  return difficult < good and ("%s (%d mm)"):format(text, difficult // mm(1)) or text
end

roster(function(view, id, unit)
  local there, taken = tabletop.present(unit), #(unit.taken or {})
  return {
    { "state", there and state_of(view, id, unit) or unit.status == "gone" and "gone" or "not placed" },
    { "hits", there and hits_of(view, unit) or "" }, { "move", there and move_of(view, unit) or "" },
    { "under", (there or unit.commander) and commander_of(view, id, unit) or "" },
    { "orders", there and orders_of(view, unit) or "" }, { "colours", taken > 0 and ("%d taken"):format(taken) or "" },
  }
end)
