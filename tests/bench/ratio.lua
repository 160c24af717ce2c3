--- Ratios of one run: a task and what it is held against take turns, and the least time of each counts, so that whatever
--- else the machine does bears on both alike. All rows make one table (tests/bench/bench.lua), which programs can read.
local json <const> = require "kernel.json"

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

local rows <const>, group = {}, nil

--- What the rows that follow are about.
---@param title string
function M.group(title)
  group = title
  print(("\n== %s"):format(title))
end

--- A time as it is read: 12.3 us.
---@param seconds number
---@return string
function M.seconds(seconds)
  for _, unit in ipairs { { "s", 1 }, { "ms", 1e3 }, { "us", 1e6 } } do
    if seconds * unit[2] >= 0.9995 then return ("%.3g %s"):format(seconds * unit[2], unit[1]) end
  end
  return ("%.3g ns"):format(seconds * 1e9)
end

--- A line of the table: a figure, its target, and whether it is reached.
---@param what string
---@param figure number
---@param target number? nil: it has none
---@param unit string what the figure counts: "x plain Lua", "ms"
---@param least boolean? the figure is to be no less than the target
---@param measured string? the time itself, where the figure is a ratio
function M.row(what, figure, target, unit, least, measured)
  local met
  if target and least then met = figure * ROOM >= target elseif target then met = figure <= target * ROOM end
  rows[#rows + 1] = { group = group, what = what, figure = figure, target = target, unit = unit,
    at_least = least or false, measured = measured, met = met }
  local wanted = target and ("%s %-5.4g"):format(least and ">=" or "<=", target) or ""
  print(("%-58s %9s  %7.3g %-15s %-9s %s"):format(what, measured or "", figure, unit, wanted,
    met == nil and "" or met and "met" or "MISSED"))
end

--- The rows of a program: lines of what, figure, target, unit, what was measured, with tabs between.
---@param command string
function M.rows_of(command)
  local pipe <const> = assert(io.popen(command))
  for line in pipe:lines() do
    local what, figure, target, unit, measured, sense = line:match "^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$"
    if what then
      M.row(what, assert(tonumber(figure)), tonumber(target), unit, sense == ">=", measured)
    else
      print(line)
    end
  end
  if not pipe:close() then error(command .. " fails", 2) end
end

--- How many targets are met and which are not; all rows as JSON into a file, where one is named.
---@param path string?
function M.finish(path)
  local targets, missed = 0, {}
  for _, row in ipairs(rows) do
    targets = targets + (row.target and 1 or 0)
    if row.met == false then missed[#missed + 1] = row.what end
  end
  print(("\n%d of %d targets are met%s"):format(targets - #missed, targets, #missed > 0 and "; missed:" or ""))
  for _, what in ipairs(missed) do print("  " .. what) end
  if not path then return end
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(json.encode { rows = json.list(rows), targets = targets, met = targets - #missed }, "\n"))
end

return M
