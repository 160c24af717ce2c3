-- What is told of stands between commands: the roster's columns.

local leaders <const>, morale <const> = use("game/command/leaders", "game/army/morale")

--- How it stands: "skirmish, disordered, with Chard".
local function state_of(view, id, unit)
  local parts = { unit.limbered and "limbered" or plain(unit.drill) }
  local function add(text) parts[#parts + 1] = text end
  if unit.hidden then add "hidden" end
  if unit.disordered then add "disordered" end
  if morale.under_halt(view, unit) then add "halted" end
  if unit.fights and view:piece(unit.fights) then add("fighting " .. view:name(unit.fights)) end
  for _, leader in ipairs(view:leaders_with(id)) do add("with " .. view:name(leader)) end
  return table.concat(parts, ", ")
end

--- Its group's part in the movement under way.
local function orders_of(view, unit)
  local group = unit.formation and view:formation(unit.formation)
  if not group or view.state.active ~= unit.side then return "" end
  if unit.moved or unit.charged then return unit.charged and "has charged" or "has moved" end
  return group.nominated and "moves now" or group.moved and "done" or ""
end

local function rounds_of(unit)
  return unit.solid and ("%d solid, %d canister"):format(unit.solid, unit.canister) or ""
end

roster(function(view, id, unit)
  local there = tabletop.present(unit)
  local leader = there and unit.formation and leaders.of_group(view, unit.formation)
  return {
    { "state", there and state_of(view, id, unit) or unit.status == "gone" and "gone" or "not placed" },
    { "figures", there and ("%d of %d"):format(unit.figures, unit.original_figures) or "" },
    { "under", leader and view:name(leader) or there and "nobody" or "" },
    { "movement", there and orders_of(view, unit) or "" }, { "rounds", there and rounds_of(unit) or "" },
  }
end)
