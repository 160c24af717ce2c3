--- Tasks T1 to T7 as Limber does them: procedures thrown away that bound the machinery. bench_odds.lua holds them against
--- the same by hand; all_tasks.lua does each in one process, whose memory counts. A wrong answer is an error.
local dice <const> = require "kernel.dice"
local loss <const> = require("bench.by_hand").loss
local odds <const> = require "kernel.odds"
local response <const> = require "bench.response"

local M <const> = {}

local source <const> = dice.new()
source:seed(1815)
M.source = source
local throw <const> = source.throw
local d <const>, sum <const>, count <const>, from <const> = throw.d, throw.sum, throw.count, throw.from

local function check(dist, value, exact)
  local _, got = dist:p(value)
  if got ~= exact then error(("%s: %s, not %s"):format(value, got, exact)) end
end

--- T2: 2d6 - 2 against 2d6 + 1, six bands.
function M.fight() return response(sum(2, 6) - 2, sum(2, 6) + 1) end

function M.t2() check(odds.enumerate(source, M.fight), "wins", "205/1296") end

function M.t2_named()
  odds.enumerate(source, function() return response(sum(2, 6, "roll", "a.1") - 2, sum(2, 6, "roll", "b.1") + 1) end)
end

function M.t2_four_dice()
  local dist = odds.enumerate(source, function()
    local a = d(6) + d(6)
    return response(a - 2, d(6) + d(6) + 1)
  end)
  check(dist, "wins", "205/1296")
end

--- T3: hits of four dice, misses thrown once more, less what is saved.
local function side()
  local hits = count(4, 6, 4)
  if hits < 4 then hits = hits + count(4 - hits, 6, 4) end
  return hits == 0 and 0 or hits - count(hits, 6, 4)
end

--- A round of T3: 5 × the hits of a + those of b.
function M.rounds()
  local one = odds.enumerate(source, side)
  return (odds.enumerate(source, function() return 5 * from(one, "a") + from(one, "b") end))
end

local T3 <const> = "390625/16777216"

function M.t3() check(M.rounds(), 0, T3) end

function M.t3_flat()
  local dist = odds.enumerate(source, function()
    local a = side()
    return 5 * a + side()
  end)
  check(dist, 0, T3)
end

--- T5: a test on d100, its margin in a table, then a d10.
function M.t5()
  odds.enumerate(source, function() return loss(throw.percentile("test") - 55, throw.d10z("loss")) end)
end

--- T6: the mean of the best 4 of 10d10.
M.T6 = 32.82576703

function M.t6()
  local other = dice.new()
  local dist = odds.enumerate(other, function() return other.throw.highest(4, 10, 10) end)
  if math.abs(dist:mean() - M.T6) > 1e-8 then error "T6 is wrong" end
end

return M
