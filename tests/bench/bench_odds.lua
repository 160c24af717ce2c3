-- Exact odds from Lua, against the same worked by hand in plain Lua with doubles. Answers are checked; only a
-- wrong one fails. Targets are for a machine where math.random takes 44 ns; here they are in proportion.
local dice <const> = require "kernel.dice"
local odds <const> = require "kernel.odds"

--- Microseconds of `fn`: the median of five batches; and what it gave.
local function time(fn)
  local answer, count = fn(), 1
  local from = os.clock()
  while os.clock() - from < 0.02 do
    fn()
    count = count + 1
  end
  local runs = {}
  for run = 1, 5 do
    from = os.clock()
    for _ = 1, count do fn() end
    runs[run] = (os.clock() - from) * 1e6 / count
  end
  table.sort(runs)
  return runs[3], answer
end

local scale = 1

local function row(what, us, target)
  target = target * scale
  print(("%-44s %9.1f us   target %7.1f us%s"):format(what, us, target, us > target and "  MISSED" or ""))
end

local function check(dist, value, exact)
  local _, got = dist:p(value)
  if got ~= exact then error(("%s: %s, not %s"):format(value, got, exact)) end
end

local source <const> = dice.new()
local throw <const> = source.throw
local d, sum, count, from = throw.d, throw.sum, throw.count, throw.from

--- T2: six ways for a score to end against another.
local function response(score, other)
  local margin = score - other
  if score <= 0 or margin <= -9 then return "routs" end
  if margin >= 7 then return "pursues" end
  if margin > 0 then return "wins" end
  return margin == 0 and "draws" or margin > -4 and "falls back" or "retreats"
end

local plain_fight <const> = time(function()
  local out = {}
  for a = 2, 12 do
    for b = 2, 12 do
      local key = response(a - 2, b + 1)
      out[key] = (out[key] or 0) + (6 - math.abs(7 - a)) * (6 - math.abs(7 - b)) / 1296
    end
  end
  return out
end)
scale = time(function()
  local total = 0
  for _ = 1, 1000 do total = total + math.random(6) end
  return total
end) / 44
print(("%-44s %9.1f us"):format("T2 by hand in plain Lua, doubles", plain_fight))
local us, dist
us, dist = time(function()
  return (odds.enumerate(source, function() return response(sum(2, 6) - 2, sum(2, 6) + 1) end))
end)
check(dist, "wins", "205/1296")
row("T2, two sums, 121 paths", us, 25)
us, dist = time(function()
  return (odds.enumerate(source, function()
    local a = d(6) + d(6)
    return response(a - 2, d(6) + d(6) + 1)
  end))
end)
check(dist, "wins", "205/1296")
row("T2, four dice, 1,296 paths", us, 280)
us = time(function()
  return (odds.enumerate(source, function()
    return response(sum(2, 6, "roll", "a.1") - 2, sum(2, 6, "roll", "b.1") + 1)
  end))
end)
row("T2, two sums with labels and names", us, 25)

--- T3: hits of four dice, misses thrown once more, less what is saved.
local function side()
  local hits = count(4, 6, 4)
  if hits < 4 then hits = hits + count(4 - hits, 6, 4) end
  return hits == 0 and 0 or hits - count(hits, 6, 4)
end
us, dist = time(function()
  local one = odds.enumerate(source, side)
  return (odds.enumerate(source, function() return 5 * from(one, "a") + from(one, "b") end))
end)
check(dist, 0, "390625/16777216")
row("T3, a side of 55 paths, then 25", us, 25)
us, dist = time(function()
  return (odds.enumerate(source, function()
    local a = side()
    return 5 * a + side()
  end))
end)
check(dist, 0, "390625/16777216")
row("T3, flat, 3,025 paths", us, 1000)

--- T5: d100 against a margin table, then the loss of a d10.
us = time(function()
  return (odds.enumerate(source, function()
    local margin = throw.percentile("test") - 55
    local loss = throw.d10z("loss")
    if margin < 0 then return 0 end
    return margin < 15 and loss // 3 or margin < 30 and loss // 2 or loss
  end))
end)
row("T5, percentile, table, d10: 1,000 paths", us, 200)

--- T6: the best four of ten ten-sided dice, worked out anew each time.
us, dist = time(function()
  local other = dice.new()
  return (odds.enumerate(other, function() return other.throw.highest(4, 10, 10) end))
end)
if math.abs(dist:mean() - 32.82576703) > 1e-8 then error("T6 is wrong") end
row("T6, highest 4 of 10d10, a new source each time", us, 40)

--- What an enumeration costs besides its paths.
us = time(function() return (odds.enumerate(source, function() return d(6) end)) end)
row("six paths", us, 6 * 0.2 + 2)
