--- What is asked of lists: the word `lists` of a ruleset's game files.
--
--   lists.has(list, value)      is that value in it? (a list that is nil has nothing)
--   lists.find(list, test)      the first value that passes test(value), or nil, and its place
--   lists.filter(list, test)    the values that pass it, as a list
--   lists.ids(each, test)       the ids that go by in `for id, node in each` and pass test(node, id), all without one:
--                               lists.ids(view:present(side), rides)
--   lists.beyond(list, other)   the values of a list that the other has not, each as often as it is there
--   lists.append(list, values)  adds values at its end, and gives it
--   lists.least(list, of)       the value of which of(value) is the least, the first of equals, and that number; one
--                               of which it is nil or false does not count
--   lists.best_first(list)      proposals, by their scores; also a word of its own
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

---@generic T
---@param list T[]
---@param test fun(value: T): any
---@return T? value
---@return integer? place
function M.find(list, test)
  for i = 1, #list do
    if test(list[i]) then return list[i], i end
  end
end

---@generic T
---@param list T[]
---@param test fun(value: T): any
---@return T[]
function M.filter(list, test)
  local found = {}
  for i = 1, #list do
    if test(list[i]) then found[#found + 1] = list[i] end
  end
  return found
end

---@param each fun(): string?, table?
---@param test (fun(node: table, id: string): any)?
---@return string[]
function M.ids(each, test)
  local found = {}
  for id, node in each do
    if not test or test(node, id) then found[#found + 1] = id end
  end
  return found
end

--- The values of one list that the other has not, each as often as it is there.
---@generic T
---@param list T[]
---@param other T[]
---@return T[]
function M.beyond(list, other)
  local count, rest = {}, {}
  for _, one in ipairs(other) do count[one] = (count[one] or 0) + 1 end
  for _, one in ipairs(list) do
    if (count[one] or 0) > 0 then count[one] = count[one] - 1 else rest[#rest + 1] = one end
  end
  return rest
end

---@generic T
---@param list T[]
---@param values T[]
---@return T[] list itself
function M.append(list, values)
  return table.move(values, 1, #values, #list + 1, list)
end

---@generic T
---@param list T[]
---@param of fun(value: T): number?|false
---@return T? value
---@return number? least
function M.least(list, of)
  local best, least
  for _, value in ipairs(list) do
    local number = of(value)
    if number and (not least or number < least) then best, least = value, number end
  end
  return best, least
end

--- Sorts ids by a number of each, the least first, and equals by themselves: the nearest first.
---@param ids string[]
---@param of table<string, number>
---@return string[] ids itself
function M.least_first(ids, of)
  table.sort(ids, function(one, other) return of[one] < of[other] or of[one] == of[other] and one < other end)
  return ids
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
