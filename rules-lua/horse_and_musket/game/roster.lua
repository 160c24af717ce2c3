-- What is told of units between commands: the roster's columns.

local army <const> = use "game/army"
local leaders <const> = use "game/leaders"

local function spaced(word) return (word:gsub("_", " ")) end

--- How it stands: "line, staggered, in the churchyard, with Kleist".
local function state_of(view, id, unit)
  if unit.gone then return "gone" end
  if unit.place == "off_table" then return "not placed" end
  local parts = { unit.drill and spaced(unit.drill) or spaced(unit.troop) }
  local held = unit.inside and view.state.areas[unit.inside]
  if unit.staggered then parts[#parts + 1] = "staggered" end
  if held then parts[#parts + 1] = "in " .. (held.name or unit.inside) end
  if unit.river then parts[#parts + 1] = unit.river == "in" and "in the river" or "at the river" end
  if unit.charging then
    local target = view.state.units[unit.charging.target]
    parts[#parts + 1] = "charging " .. (target and (target.name or target.id) or "")
  end
  for _, general in ipairs(leaders.with(view, id)) do
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

local function commander_of(view, unit)
  local id = unit.commander
  local general = id and view.state.leaders[id]
  return general and (general.name or id) or ""
end

roster(function(view, id, unit)
  local taken = #(unit.taken or {})
  return {
    { "state", state_of(view, id, unit) }, { "hits", unit.hits > 0 and ("%d"):format(unit.hits) or "" },
    { "under", commander_of(view, unit) }, { "orders", orders_of(view, unit) },
    { "colours", taken > 0 and ("%d taken"):format(taken) or "" },
  }
end)
