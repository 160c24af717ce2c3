-- T1: dice thrown from C and from Lua. The targets of section "dice" are shares of what math.random takes in the same loop.
local dice <const> = require "kernel.dice"
local ratio <const> = require "bench.ratio"

ratio.rows_of((os.getenv "BUILD" or "build") .. "/tests/bench/bench_dice")

local random <const> = math.random
--- A source records from its first record on: what is recorded has a source of its own.
local source <const>, recorded <const> = dice.new(), dice.new()
source:seed(1815)
source:event(1, 1, dice.hash "bench", 1, 1)
recorded:seed(1815)
local event <const>, clear <const> = dice.event, dice.clear
local throw <const>, recorded_d <const> = source.throw, recorded.throw.d
local d <const>, sum <const> = throw.d, throw.sum

local ways <const> = {
  { "math.random(6)", function(count)
    local total = 0
    for _ = 1, count do total = total + random(6) end
    return total
  end },
  { "T1 Lua, d(6)", function(count)
    local total = 0
    for _ = 1, count do total = total + d(6) end
    return total
  end, 36 / 44 },
  { "T1 Lua, bulk: a die of sum(1000, 6)", function(count)
    local total = 0
    for _ = 1, count // 1000 do total = total + sum(1000, 6) end
    return total
  end, 3 / 44 },
  { "T1 Lua, recorded and named: d(6, label)", function(count)
    local total = 0
    for ask = 1, count // 10 do
      event(recorded, 1, 1, 7, 1, ask)
      clear(recorded)
      for _ = 1, 10 do total = total + recorded_d(6, "score") end
    end
    return total
  end, 30 / 17.7 },
  { "T1 Lua, d(6, label, who), two who take turns", function(count)
    local total = 0
    for _ = 1, count // 2 do total = total + d(6, "score", "a.1") + d(6, "score", "b.1") end
    return total
  end },
  { "T1 Lua, a die of sum(2, 6, label, who)", function(count)
    local total = 0
    for _ = 1, count // 2 do total = total + sum(2, 6, "score", "a.1") end
    return total
  end },
}

local fns <const>, counts <const> = {}, {}
for i, way in ipairs(ways) do fns[i], counts[i] = way[2], 200000 end
local least <const> = ratio.least(fns, counts)
for i, way in ipairs(ways) do
  ratio.row(way[1], least[i] / least[1], way[3], "x math.random", false, ratio.seconds(least[i]))
end
