--- How far a piece's fire reaches, and over what arc, as its ruleset asks the table while it proposes: the very
--- question that decides who may be shot at is what the page draws.
local M <const> = {}

--- Runs a body while questions about targets are noted.
---@param view limber.View
---@param found table[] what was asked is added here
---@param body fun(): table
---@return table
function M.watch(view, found, body)
  local targets, near = view.targets, view.near
  view.targets = function(self, id, reach, how)
    found[#found + 1] = { id = id, reach = reach, how = how }
    return targets(self, id, reach, how)
  end
  view.near = function(self, id, how)
    local within = type(how) == "table" and how.of == "enemies" and how.within
    if within then found[#found + 1] = { id = id, reach = within // 1000, how = {} } end
    return near(self, id, how)
  end
  local done, given = pcall(body)
  view.targets, view.near = targets, near
  if not done then error(given, 0) end
  return given
end

--- What was asked about a piece, each reach once, the widest arc of it.
---@param play limber.GameSession
---@param id string
---@param found table[]
---@return table[] arcs { reach, arc, rear, from } in millimetres and degrees
function M.drawn(play, id, found)
  local unit, list, by = play.game.state.root.units[id], {}, {}
  if not (unit and unit.base) then return list end
  for _, one in ipairs(found) do
    local arc = type(one.how) == "table" and one.how.arc or nil
    if one.id == id and math.type(one.reach) == "integer" and one.reach > 0 then
      local known = by[one.reach]
      if not known then
        known = { reach = one.reach }
        by[one.reach], list[#list + 1] = known, known
      end
      if type(arc) == "number" then known.arc = math.max(known.arc or 0, arc / 1000) end
      known.rear = known.rear or type(one.how) == "table" and one.how.rear or nil
    end
  end
  return list
end

return M
