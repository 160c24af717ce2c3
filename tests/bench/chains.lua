--- T4, a fight to the finish, for bench_odds.lua: by hand, and by what the kernel has.
local by_hand <const> = require "bench.by_hand"
local dice <const> = require "kernel.dice"
local odds <const> = require "kernel.odds"

--- The least loss that ends it.
local ENOUGH <const> = 12

--- The rounds of all states, each stepped in Lua. A round is 5 × the hits of a + those of b.
local function stepped(round)
  local source <const> = dice.new()
  local throw <const> = source.throw.from
  return function()
    local numbers, states, rounds, at = { [0] = 1 }, { { 0, 0 } }, {}, 1
    while states[at] do
      local a, b = states[at][1], states[at][2]
      rounds[at] = odds.enumerate(source, function()
        local hits = throw(round)
        local lost_a, lost_b = a + hits % 5, b + hits // 5
        if lost_a >= ENOUGH or lost_b >= ENOUGH then return lost_b < ENOUGH and -2 or lost_a < ENOUGH and -1 or -3 end
        local key = lost_a * ENOUGH + lost_b
        local number = numbers[key]
        if not number then
          number = #states + 1
          numbers[key], states[number] = number, { lost_a, lost_b }
        end
        return number
      end)
      at = at + 1
    end
    return rounds
  end
end

--- The ways of T4: { what, fn, target }.
---@param round table<integer, number> a round of T3 by hand
---@param exact table the same as a distribution
---@return table[]
return function(round, exact)
  local step <const> = stepped(exact)
  local rounds <const> = step()
  local dist <const> = odds.chain(rounds):solve()
  assert(dist:p(1) == 0.42117189333616745 and dist:p(3) == 0.15765621332766505, "T4 is wrong")
  return {
    { "T4 by hand, from the round", function() by_hand.t4(round) end },
    { "T4 in doubles, from the rounds of its states", function() odds.chain(rounds):about() end, 40e-6 },
    { "T4 exact, from the rounds of its states", function() odds.chain(rounds):solve() end, 300e-6 },
    { "T4 exact, each of 144 states stepped in Lua", function() odds.chain(step()):solve() end, 1.5e-3 },
  }
end
