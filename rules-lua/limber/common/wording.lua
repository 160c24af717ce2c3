--- Words of rules in the words of people.
local M <const> = {}

--- An enumeration's word as it is told: close_order_infantry is "close order infantry", odds_3_2 "odds 3 to 2".
---@param word string
---@return string
function M.plain(word) return (word:gsub("(%d)_(%d)", "%1 to %2"):gsub("_", " ")) end

--- A number with its noun: "1 hit", "2 hits".
---@param n integer
---@param one string
---@param many string? one with an s, when left out
---@return string
function M.counted(n, one, many)
  return ("%d %s"):format(n, n == 1 and one or many or one .. "s")
end

--- Modifiers in brackets, as they are told after a score: " (class a +2, charging +2)"; an empty text without any.
---@param list { name: string, value: integer }[]?
---@param names table<string, string>? modifiers that are told by other words
---@param more string? what is told after them
---@return string
function M.because(list, names, more)
  local told = {}
  for i, one in ipairs(list or {}) do
    told[i] = ("%s %+d"):format(names and names[one.name] or M.plain(one.name), one.value)
  end
  told[#told + 1] = more
  return #told > 0 and (" (%s)"):format(table.concat(told, ", ")) or ""
end

return M
