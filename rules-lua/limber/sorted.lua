--- The keys of a map in their order: what is said or done for each must not hang on how a table is hashed.
local M <const> = {}

---@param map table<string, any>? nil has no keys
---@return string[]
function M.keys(map)
  local keys = {}
  for key in next, map or {} do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

return M
