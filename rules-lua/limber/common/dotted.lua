--- Dotted paths into nested values: `a.1.quality`, lists from 1 as in Lua.
local json <const> = require "kernel.json"

local M <const> = {}

--- The keys of a path, list positions as whole numbers.
---@param path string
---@return (string|integer)[]
function M.keys(path)
  local keys = {}
  for key in path:gmatch "[^.]+" do keys[#keys + 1] = math.tointeger(tonumber(key)) or key end
  return keys
end

--- Puts a value where a path leads, making the lists and objects on its way.
---@param whole table
---@param path string
---@param value any
---@return string? blocked the part of the path that is a single value, where the way ends in one
function M.put(whole, path, value)
  local place, keys = whole, M.keys(path)
  for i = 1, #keys - 1 do
    if place[keys[i]] == nil then place[keys[i]] = {} end
    place = place[keys[i]]
    if type(place) ~= "table" or place == json.null then return table.concat(keys, ".", 1, i) end
  end
  place[keys[#keys]] = value
end

--- A function that reads what a path leads to, or nil.
---@param path string
---@return fun(whole: any): any
function M.reader(path)
  local keys = M.keys(path)
  if #keys == 1 then
    local key = keys[1]
    return function(whole) return whole[key] end
  end
  return function(whole)
    for i = 1, #keys do
      if type(whole) ~= "table" then return nil end
      whole = whole[keys[i]]
    end
    return whole
  end
end

return M
