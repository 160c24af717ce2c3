--- Ratios of one run: a task and what it is held against take turns, and the least time of each counts, so that whatever
--- else the machine does bears on both alike.
local M <const> = {}

local ROUNDS <const> = 9

local function time(fn, count)
  local from = os.clock()
  fn(count)
  return (os.clock() - from) / count
end

--- The least seconds a run of each function takes. They take turns; each is told how often to do what it does.
---@param fns (fun(count: integer))[]
---@param counts integer[]
---@param rounds integer?
---@return number[]
function M.least(fns, counts, rounds)
  local best = {}
  for i, fn in ipairs(fns) do best[i] = time(fn, counts[i]) end
  for _ = 2, rounds or ROUNDS do
    for i, fn in ipairs(fns) do best[i] = math.min(best[i], time(fn, counts[i])) end
  end
  return best
end

--- How much of a miss is put down to the machine.
local ROOM <const> = 1.05

--- A line of the table: a figure, its target, and whether it is reached.
---@param what string
---@param figure number
---@param target number
---@param unit string
---@param least boolean? the figure is to be no less than the target
function M.row(what, figure, target, unit, least)
  local reached
  if least then reached = figure * ROOM >= target else reached = figure <= target * ROOM end
  print(("%-58s %9.3g   target %s %-5g %-14s %s"):format(what, figure, least and ">=" or "<=", target, unit,
    reached and "yes" or "NO"))
end

return M
