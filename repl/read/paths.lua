--- Dotted paths into nested arguments: `a.1.quality`, lists from 1 as in Lua.
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
---@param args table
---@param path string
---@param value any
---@return string? blocked the part of the path that is a single value, where the way ends in one
function M.put(args, path, value)
  local place, keys = args, M.keys(path)
  for i = 1, #keys - 1 do
    if place[keys[i]] == nil then place[keys[i]] = {} end
    place = place[keys[i]]
    if type(place) ~= "table" or place == json.null then return table.concat(keys, ".", 1, i) end
  end
  place[keys[#keys]] = value
end

--- What a path leads to, or nil.
---@param args any
---@param path string
---@return any
function M.get(args, path)
  for _, key in ipairs(M.keys(path)) do
    if type(args) ~= "table" then return nil end
    args = args[key]
  end
  return args
end

return M
