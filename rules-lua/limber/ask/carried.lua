--- Values by their paths, as a round of a fight to the finish hands them on to the next.
local dotted <const> = require "limber.common.dotted"
local json <const> = require "kernel.json"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Arguments with other values at some paths.
---@param args table
---@param values table<string, any>
---@return table
function M.with(args, values)
  local copy = tree.copy(args)
  for path, value in next, values do dotted.put(copy, path, value) end
  return copy
end

--- A value of a field whose lists are lists in JSON too, where they are empty.
---@param value any
---@param field limber.Field? nil of a count
---@param records table<string, limber.Field[]>
---@return any
function M.listed(value, field, records)
  if type(value) ~= "table" or not field then return value end
  local copy, record = tree.shallow(value), records[field.record]
  if field.kind == "list" then
    local element = field.of or { kind = "object", record = field.record }
    for i, one in ipairs(value) do copy[i] = M.listed(one, element, records) end
    return json.list(copy)
  end
  for _, inner in ipairs(record or {}) do copy[inner.name] = M.listed(value[inner.name], inner, records) end
  return copy
end

return M
