--- Words of rules in the words of people.
local M <const> = {}

--- An enumeration's word as it is told: close_order_infantry is "close order infantry".
---@param word string
---@return string
function M.plain(word) return (word:gsub("_", " ")) end

--- A number with its noun: "1 hit", "2 hits".
---@param n integer
---@param one string
---@param many string? one with an s, when left out
---@return string
function M.counted(n, one, many)
  return ("%d %s"):format(n, n == 1 and one or many or one .. "s")
end

return M
