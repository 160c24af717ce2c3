--- T4, a fight to the finish, for bench_odds.lua: by hand, and by what the kernel has.
local by_hand <const> = require "bench.by_hand"
local odds <const> = require "kernel.odds"

--- The ways of T4: { what, fn, target }.
---@param round table<integer, number> a round of T3 by hand
---@return table[]
return function(round)
  local ways <const> = { { "T4 by hand, from the round", function() by_hand.t4(round) end } }
  assert(odds)
  return ways
end
