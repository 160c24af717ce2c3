-- What is told of units between commands: the roster's columns.

local attached <const>, units <const> = use("game/army/attached", "game/army/units")

--- How it stands: "double echelon, disordered, with Ney".
local function state_of(view, id, unit)
  local guns = units.battery(unit) and (unit.limbered and "limbered" or "unlimbered")
  local parts = { plain(guns or unit.drill or unit.arm) }
  local function add(text) parts[#parts + 1] = text end
  if unit.disordered then add "disordered" end
  if unit.silenced then add "silenced" end
  if unit.damaged then add "damaged" end
  if unit.attached_to then add("with " .. view:name(unit.attached_to)) end
  if unit.grand then add("in the grand battery of " .. view:name(unit.grand)) end
  local charging = unit.charging
  if charging then add((charging.fought and "has charged " or "charging ") .. view:name(charging.target)) end
  if unit.countercharging then add "countercharging" end
  for _, one in ipairs(lists.append(attached.batteries(view, id), view:leaders_with(id))) do
    add("with " .. view:name(one))
  end
  return table.concat(parts, ", ")
end

--- What it may still do in the movement under way.
local function movement_of(view, unit)
  if view.state.active ~= unit.side then return "" end
  local said = unit.maneuver == "half" and "half a move" or unit.maneuver == "none" and "no move"
    or unit.maneuver and "a full move" or ""
  if unit.used_rm then return said == "" and "in reserve" or said .. ", in reserve" end
  return said
end

local function strength_of(unit)
  if units.battery(unit) then return ("%d guns, %s"):format(unit.guns, unit.weight) end
  return unit.stands and ("%d of %d, %s"):format(unit.stands, unit.starting_stands, unit.condition) or ""
end

roster(function(view, id, unit)
  local there = tabletop.present(unit)
  local leader = there and unit.formation and view:commander(unit.formation)
  return {
    { "state", there and state_of(view, id, unit) or unit.status == "gone" and "gone" or "not placed" },
    { "strength", there and strength_of(unit) or "" },
    { "under", leader and view:name(leader) or "" }, { "movement", there and movement_of(view, unit) or "" },
  }
end)
