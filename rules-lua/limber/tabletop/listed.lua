--- The ids and nodes of a place of the state as a view lists them: kept for as long as it is the same ones, since rules
--- go through them all the time. Nodes that are not the state's own, but as a side sees them, are others after most
--- changes.
local M <const> = {}

--- The key of the list of all sides; "" is a side that nothing belongs to.
local ALL <const> = {}

local function list_of(view, place, side)
  local all, ids, nodes = view.state[place], {}, {}
  for _, id in ipairs(view.state.order[place]) do
    local node = all[id]
    if node and (not side or node.side == side) then
      local at = #ids + 1
      ids[at], nodes[at] = id, node
    end
  end
  return { ids = ids, nodes = nodes }
end

--- What is kept of a place: lists by side, and what services make of them. `view.listed.of` is the state itself.
---@param view limber.View
---@param place "units"|"leaders"|"formations"
---@return table
function M.kept(view, place)
  local listed, state, nodes = view.listed, view.listed.of, view.state[place]
  local kept = listed[place]
  if not kept or kept.members ~= state.members or kept.of ~= nodes then
    kept = { members = state.members, of = nodes, by_side = {} }
    listed[place] = kept
  end
  return kept
end

--- The ids and nodes of a side, or of all, in the listed order.
---@param view limber.View
---@param place "units"|"leaders"|"formations"
---@param side string?
---@return string[] ids
---@return table[] nodes
function M.all(view, place, side)
  local by_side = M.kept(view, place).by_side
  local list = by_side[side or ALL]
  if not list then
    list = list_of(view, place, side)
    by_side[side or ALL] = list
  end
  return list.ids, list.nodes
end

--- Goes through ids and nodes.
---@return fun(): string?, table?
function M.each(ids, nodes)
  local i = 0
  return function()
    local at = i + 1
    i = at
    return ids[at], nodes[at]
  end
end

return M
