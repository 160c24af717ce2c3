-- base, GB 4, R32: what a battery does in a player turn: limber, unlimber, move, change facing, fire. It may do two of
-- them, in an emplaced grand battery one.

local M <const> = {}

--- What artillery.functions is asked of a battery that wants to do one thing more in its player turn.
---@param name string? limber, unlimber, move, change_facing or fire
function M.question(view, id, name)
  local unit = view:unit(id)
  local list = lists.append({}, unit.functions or {})
  if name and not lists.has(list, name) then list[#list + 1] = name end
  local leader = unit.grand and view:leader(unit.grand)
  return { functions = list, grand_battery = unit.grand ~= nil, emplaced = leader ~= nil and leader.emplaced == true }
end

--- Why a battery has no such function left, or nil. It moves in several steps with one. `other`: another one is asked.
function M.refuse(view, id, name, other)
  local unit, who = view:unit(id), other and ("goes with %s, which "):format(view:name(id)) or ""
  local done = lists.has(unit.functions or {}, name)
  if done and name ~= "move" then return refuse("unit", who .. "has done that this turn: " .. plain(name), "base") end
  local found = view:ask("artillery.functions", M.question(view, id, name), id)
  if not found.legal then
    local text = who .. ("has used its functions, %d of %d"):format(#(unit.functions or {}), found.limit)
    return refuse("unit", text, unit.grand and "GB 4" or "base")
  end
end

function M.use(play, id, name)
  local unit = play:unit(id)
  if lists.has(unit.functions or {}, name) then return end
  if unit.functions then play:append(unit.functions, name) else play:set(unit, "functions", { name }) end
end

return M
