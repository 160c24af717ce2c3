--- Values by their paths, as a round of a fight to the finish hands them on to the next.
local json <const> = require "kernel.json"
local tree <const> = require "limber.common.tree"

local M <const> = {}

local function keys_of(path)
  local keys = {}
  for key in path:gmatch "[^.]+" do keys[#keys + 1] = math.tointeger(tonumber(key)) or key end
  return keys
end

--- Sets a value below the path of a table.
---@param whole table
---@param path string
---@param value any
function M.set(whole, path, value)
  local keys = keys_of(path)
  for i = 1, #keys - 1 do
    if type(whole[keys[i]]) ~= "table" then whole[keys[i]] = {} end
    whole = whole[keys[i]]
  end
  whole[keys[#keys]] = value
end

--- Arguments with other values at some paths.
---@param args table
---@param values table<string, any>
---@return table
function M.with(args, values)
  local copy = tree.copy(args)
  for path, value in next, values do M.set(copy, path, value) end
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
