--- The keys of a map in their order: what is said or done for each must not hang on how a table is hashed.
local M <const> = {}

--- Words in their order, after them numbers in theirs; all else by its kind, and by what it says.
local RANK <const> = { string = 1, number = 2, boolean = 3 }

local function less(one, other)
  local a, b = RANK[type(one)] or 4, RANK[type(other)] or 4
  if a ~= b then return a < b end
  if a <= 2 then return one < other end
  return tostring(one) < tostring(other)
end

--- The sorted keys of a map. They are words; a map from a guest may have keys of any type.
---@param map table<any, any>? nil has no keys
---@return any[]
function M.keys(map)
  local keys, words = {}, true
  for key in next, map or {} do
    keys[#keys + 1] = key
    words = words and type(key) == "string"
  end
  if words then table.sort(keys) else table.sort(keys, less) end
  return keys
end

return M
