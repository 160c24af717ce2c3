-- Does T1 to T7 in one process, `limber lua tests/bench/all_tasks.lua`: the bench looks at how much memory it takes.
package.path = "tests/?.lua;" .. package.path
local by_hand <const> = require "bench.by_hand"
local chains <const> = require "bench.chains"
local odds <const> = require "kernel.odds"
local tasks <const> = require "bench.tasks"

local source <const> = tasks.source
local throw <const> = source.throw
local TRIALS <const> = 100000

source:event(1, 1, 7, 1, 1)
for _ = 1, TRIALS do throw.d(6) end -- T1
tasks.t2()
tasks.t2_named()
tasks.t2_four_dice()
tasks.t3()
tasks.t3_flat()
for _, way in ipairs(chains(by_hand.t3(), tasks.rounds())) do way[2]() end -- T4
tasks.t5()
tasks.t6()
local cached <const> = odds.enumerate(source, tasks.fight)
for _ = 1, TRIALS do -- T7
  tasks.fight()
  throw.from(cached, "outcome")
end
