-- Dice thrown from Lua, against math.random in the same run; and how soon the program starts.
local dice <const> = require "kernel.dice"

local ROUNDS <const>, TIMES <const> = 1000000, 5

--- Nanoseconds a die of `fn`, called to throw that many: the median.
local function time(count, fn)
  local runs = {}
  for run = 1, TIMES do
    local from = os.clock()
    fn(count)
    runs[run] = (os.clock() - from) * 1e9 / count
  end
  table.sort(runs)
  return runs[(TIMES + 1) // 2]
end

--- A target is a share of what math.random takes, so that it means the same on every machine.
local function row(what, ns, baseline, target)
  local ratio = ns / baseline
  local verdict = target and ("   target %.2f%s"):format(target, ratio > target and "  MISSED" or "") or ""
  print(("%-40s %7.1f ns   %5.2f x plain Lua%s"):format(what, ns, ratio, verdict))
end

local random = math.random
local plain <const> = time(ROUNDS, function(count)
  local sum = 0
  for _ = 1, count do sum = sum + random(6) end
  return sum
end)
row("math.random(6)", plain, plain)

local source <const> = dice.new()
source:seed(1815)
source:event(1, 1, dice.hash "bench", 1, 1)
local throw <const> = source.throw
local d, add = throw.d, throw.sum

row("d(6)", time(ROUNDS, function(count)
  local sum = 0
  for _ = 1, count do sum = sum + d(6) end
  return sum
end), plain, 36 / 44)
row("d(6, label)", time(ROUNDS, function(count)
  local sum = 0
  for _ = 1, count do sum = sum + d(6, "score") end
  return sum
end), plain)
row("d(6, label, who), two who take turns", time(ROUNDS, function(count)
  local sum = 0
  for _ = 1, count // 2 do sum = sum + d(6, "score", "a.1") + d(6, "score", "b.1") end
  return sum
end), plain)
row("a die of sum(1000, 6)", time(ROUNDS, function(count)
  local sum = 0
  for _ = 1, count // 1000 do sum = sum + add(1000, 6) end
  return sum
end), plain, 3 / 44)
row("a die of sum(2, 6, label, who)", time(ROUNDS, function(count)
  local sum = 0
  for _ = 1, count // 2 do sum = sum + add(2, 6, "score", "a.1") end
  return sum
end), plain)
row("d(6, label), recorded, events of ten", time(ROUNDS, function(count)
  local sum = 0
  for ask = 1, count // 10 do
    source:event(1, 1, 7, 1, ask)
    source:clear()
    for _ = 1, 10 do sum = sum + d(6, "score") end
  end
  return sum
end), plain)

--- Milliseconds on the wall of a command, run over and over by one shell.
local function start(command)
  local runs = {}
  for run = 1, TIMES do
    local again = ("i=0; while [ $i -lt 20 ]; do %s; i=$((i+1)); done"):format(command)
    local pipe = assert(io.popen("s=$(date +%s%N); " .. again .. "; echo $(( $(date +%s%N) - s ))"))
    runs[run] = tonumber(pipe:read "a") / 20 / 1e6
    pipe:close()
  end
  table.sort(runs)
  return runs[(TIMES + 1) // 2]
end

local empty <const> = os.tmpname()
local lua <const>, limber <const> = os.getenv "LUA" or "lua5.4", os.getenv "LIMBER" or "./limber"
local by_lua, by_limber = start(lua .. " " .. empty), start(limber .. " lua " .. empty)
os.remove(empty)
print(("%-40s %7.2f ms   %5.2f x plain Lua   target 1.48%s"):format("start with an empty script", by_limber,
  by_limber / by_lua, by_limber / by_lua > 1.48 and "  MISSED" or ""))
