--- What is asked of lists.
local M <const> = {}

--- Is a value in a list? Nothing is in none.
---@param list any[]?
---@param value any
---@return boolean
function M.has(list, value)
  for i = 1, list and #list or 0 do
    if list[i] == value then return true end
  end
  return false
end

return M
