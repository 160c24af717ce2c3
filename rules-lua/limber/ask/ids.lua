--- Ids in what people give: each must lead to something that is there, and of the right side.
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local suggest <const> = require "limber.common.suggest"

local refusal <const> = faults.refusal

local M <const> = {}

local function one_wrong(view, field, id, side)
  local nodes = view.state[field.names]
  local node, kind = nodes[id], field.names:sub(1, -2)
  if not node then
    local seen = {}
    for _, known in ipairs(view.state.order[field.names]) do
      if nodes[known] then seen[#seen + 1] = known end
    end
    return refusal(field.name, "%s: there is no %s %s%s", field.name, kind, bounds.quoted(id), suggest.hint(id, seen))
  end
  if not side then return nil end
  if field.whose == "own" and node.side ~= side then
    return refusal(field.name, "%s: %s is not yours to command", field.name, id)
  elseif field.whose == "enemy" and node.side == side then
    return refusal(field.name, "%s: %s is your own", field.name, id)
  end
end

--- What is wrong with the ids that one field holds; nil when nothing is.
local function field_wrong(view, field, value, side)
  local fault
  if field.names and field.kind ~= "list" then return one_wrong(view, field, value, side) end
  local record = field.record and view.records[field.record]
  if not (field.names or record) then return nil end
  for i, one in ipairs(field.kind == "list" and value or { value }) do
    if field.names then
      fault = one_wrong(view, field, one, side)
    else
      fault = M.wrong(view, record, one, side)
      local path = field.kind == "list" and ("%s.%d"):format(field.name, i) or field.name
      if fault then fault = refusal(path .. "." .. fault.arg, "%s.%s", path, fault.message) end
    end
    if fault then return fault end
  end
end

--- What is wrong with the ids among checked values, nil when nothing is. `side` is whose own is "own"; with none, any
--- side will do.
---@param view limber.View
---@param list limber.Field[]
---@param checked table
---@param side string?
---@return limber.Refusal?
function M.wrong(view, list, checked, side)
  for _, field in ipairs(list) do
    local value = checked[field.name]
    local fault = value ~= nil and field_wrong(view, field, value, side)
    if fault then return fault end
  end
end

return M
