--- Rolls as they must be: how many throws a call makes, and what a throw shows.
local M <const> = {}

--- The rolls of each call of a line, by the call's number.
---@param line table
---@return table<integer, table[]>
function M.by_call(line)
  local by_call = {}
  for _, roll in ipairs(line.rolls) do
    by_call[roll.call] = by_call[roll.call] or {}
    table.insert(by_call[roll.call], roll)
  end
  return by_call
end

--- What is wrong with one throw.
---@param roll table
---@param want { faces: integer, n: integer, zero: boolean? }
---@return string?
function M.wrong(roll, want)
  if roll.faces ~= want.faces then return ("has %s faces, not %d"):format(tostring(roll.faces), want.faces) end
  if #roll.dice ~= want.n then return ("has %d dice, not %d"):format(#roll.dice, want.n) end
  local low, high = want.zero and 0 or 1, want.zero and want.faces - 1 or want.faces
  for _, die in ipairs(roll.dice) do
    if math.type(die) ~= "integer" or die < low or die > high then return ("shows %s"):format(tostring(die)) end
  end
  if type(roll.label) ~= "string" or roll.label == "" then return "has no name" end
end

---@param dice integer[]
---@return integer
function M.sum(dice)
  local total = 0
  for _, die in ipairs(dice) do total = total + die end
  return total
end

return M
