--- Dice as a story names them, from the record of what was thrown: "2D6 7", "D10 3", "4D6, 2 of 4 or more".
local M <const> = {}

local function sum(faces)
  local total = 0
  for _, face in ipairs(faces) do total = total + face end
  return total
end

--- The best or worst of the faces that are kept, added up.
local function kept(roll)
  local faces = table.move(roll.dice, 1, #roll.dice, 1, {})
  table.sort(faces)
  local first = roll.kind == "highest" and #faces - roll.k + 1 or 1
  return sum(table.move(faces, first, first + roll.k - 1, 1, {}))
end

local function counted(roll)
  local n = 0
  for _, face in ipairs(roll.dice) do n = n + (face >= roll.at_least and 1 or 0) end
  return n
end

--- What was thrown in one throw.
---@param roll limber.Roll
---@return string
function M.of(roll)
  if roll.kind == "percentile" then
    return ("percentile dice %02d"):format(roll.total or roll.dice[1] * 10 + roll.dice[2])
  end
  local n = roll.n or 1
  local dice = ("%sD%d"):format(n > 1 and n or "", roll.faces)
  if roll.kind == "count" then
    return ("%s, %d of %d or more"):format(dice, roll.count or counted(roll), roll.at_least)
  elseif roll.total then
    return ("%s %d"):format(dice, roll.total)
  elseif roll.kind == "highest" or roll.kind == "lowest" then
    return ("the %s %d of %s %d"):format(roll.kind, roll.k, dice, kept(roll))
  elseif roll.apart then
    return ("%s %s"):format(dice, table.concat(roll.dice, " "))
  end
  return ("%s %d"):format(dice, sum(roll.dice))
end

--- The throws of one thrower in a call, or of all: "2D6 7 and D10 3"; "no dice" when there were none.
---@param rolls limber.Roll[]
---@param who string? the thrower's place in the question; everybody when left out
---@return string
function M.thrown(rolls, who)
  local parts = {}
  for _, roll in ipairs(rolls) do
    if not who or roll.who == who then parts[#parts + 1] = M.of(roll) end
  end
  return #parts > 0 and table.concat(parts, " and ") or "no dice"
end

return M
