-- T2 to T7: exact odds and trials from Lua, against the same by hand in plain Lua with doubles (bench.by_hand). Answers are
-- checked; only a wrong one fails. Targets are seconds of a machine on
-- which T2 by hand takes 9.6 us, in proportion here.
local by_hand <const> = require "bench.by_hand"
local odds <const> = require "kernel.odds"
local ratio <const> = require "bench.ratio"
local tasks <const> = require "bench.tasks"

local source <const>, from <const> = tasks.source, tasks.source.throw.from
local d <const>, random <const> = tasks.source.throw.d, math.random
local response <const> = by_hand.response

local t6 = 0
for value, p in pairs(by_hand.t6()) do t6 = t6 + value * p end
local a_won, _, both = by_hand.t4(by_hand.t3())
assert(math.abs(t6 - tasks.T6) < 1e-8 and math.abs(a_won - 0.42117189333616745) < 1e-12
  and math.abs(both - 0.15765621332766505) < 1e-12)

local function loop(fn)
  return function(times)
    for _ = 1, times do fn() end
  end
end

--- What T2 by hand took where the targets were set: each is so many seconds on that machine.
local YARDSTICK <const> = 9.6e-6

--- A task in some ways: { what, fn, target in seconds } each, the first by hand; `fn` does the task once.
local function rows(times, ways)
  local fns, counts = { loop(by_hand.t2) }, { 200 }
  for i, way in ipairs(ways) do fns[i + 1], counts[i + 1] = loop(way[2]), way.times or times end
  local least = ratio.least(fns, counts)
  local machine <const>, hand <const> = least[1] / YARDSTICK, least[2]
  for i, way in ipairs(ways) do
    ratio.row(way[1], least[i + 1] / hand, way[3] and way[3] * machine / hand, "x by hand", false,
      ratio.seconds(least[i + 1]))
  end
end

rows(300, {
  { "T2 by hand", by_hand.t2 },
  { "T2 exact, two sums, 121 paths", tasks.t2, 25e-6 },
  { "T2 exact, two sums with labels and names", tasks.t2_named, 25e-6 },
  { "T2 exact, four dice, 1,296 paths", tasks.t2_four_dice, 280e-6, times = 20 },
})

rows(100, {
  { "T3 by hand", by_hand.t3 },
  { "T3 exact, a side of 55 paths, then 25", tasks.t3, 25e-6 },
  { "T3 exact, flat, 3,025 paths", tasks.t3_flat, 1e-3, times = 5 },
})

rows(20, require "bench.chains" (by_hand.t3(), tasks.rounds()))

rows(50, {
  { "T5 by hand", by_hand.t5 },
  { "T5 exact, percentile, table, d10: 1,000 paths", tasks.t5, 200e-6 },
})

rows(2, {
  { "T6 by hand", by_hand.t6 },
  { "T6 exact, the best 4 of 10d10, a new source each time", tasks.t6, 40e-6, times = 50 },
})

local outcomes <const> = { "a", "b", "c", "d", "e", "f" }
rows(10, {
  { "a path by hand: 1,296 of four dice", function()
    local counts = {}
    for i = 0, 1295 do
      local key = outcomes[(i // 216 + i // 36 % 6 + i // 6 % 6 + i % 6 + 4) % 6 + 1]
      counts[key] = (counts[key] or 0) + 1
    end
    return counts
  end },
  { "1,296 Lua paths of four draws, outcomes in words", function()
    odds.enumerate(source, function() return outcomes[(d(6) + d(6) + d(6) + d(6)) % 6 + 1] end)
  end, 1296 * 200e-9 },
})

-- ---- trials ----------------------------------------------------------------------------------------------------------

local function counted(outcome)
  return function(times)
    local counts = {}
    for _ = 1, times do
      local key = outcome()
      counts[key] = (counts[key] or 0) + 1
    end
    return counts
  end
end

local cached <const> = odds.enumerate(source, tasks.fight)
source:event(1, 1, 7, 1, 1)
local least = ratio.least({
  counted(function() return response(random(6) + random(6) - 2, random(6) + random(6) + 1) end), counted(tasks.fight),
  counted(function() return from(cached, "outcome") end),
}, { 100000, 100000, 100000 })
local function trial(what, i, j, target, unit)
  ratio.row(what, least[i] / least[j], target, unit, false, ratio.seconds(least[i]))
end
-- What plain Lua took where the targets were set: 98 ns a trial, 44 a die.
trial("T7 a trial live, from Lua", 2, 1, 75 / 98, "x plain Lua")
trial("T7 a trial from cached odds, from Lua", 3, 1, 60 / 98, "x plain Lua")
trial("T7 a trial from cached odds, against live", 3, 2, 1, "x live")
