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

--- Sorts proposals by their scores, the highest first, equals as they came.
---@generic T: { score: number }
---@param list T[]
---@return T[] list itself
function M.best_first(list)
  local at = {}
  for i, one in ipairs(list) do at[one] = i end
  table.sort(list, function(one, other)
    return one.score > other.score or one.score == other.score and at[one] < at[other]
  end)
  return list
end

return M
