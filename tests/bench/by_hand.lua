--- The tasks of the bench by hand in plain Lua with doubles, as a player who can program would write them: the yardstick of
--- `bench_odds.lua`. T2: 2d6-2 against 2d6+1, six bands. T3: four dice a side hit on 4 or more, misses once more, a 4 saves.
--- T4: T3 until someone has taken twelve. T5: d100 against a margin table, then a d10. T6: the best four of ten d10.
local M <const> = {}

--- T2: six ways for a score to end against another.
M.response = require "bench.response"

function M.t2()
  local out = {}
  for a = 2, 12 do
    for b = 2, 12 do
      local key = M.response(a - 2, b + 1)
      out[key] = (out[key] or 0) + (6 - math.abs(7 - a)) * (6 - math.abs(7 - b)) / 1296
    end
  end
  return out
end

--- How often n even chances come up k times.
local function binomial(n)
  local row, p = {}, 0.5 ^ n
  for k = 0, n do
    row[k] = p
    p = p * (n - k) / (k + 1)
  end
  return row
end

--- T3, one side: hits after the second throw and the saves.
local function side()
  local out = { [0] = 0, 0, 0, 0, 0 }
  for first, p in pairs(binomial(4)) do
    for second, again in pairs(binomial(4 - first)) do
      for hits, kept in pairs(binomial(first + second)) do out[hits] = out[hits] + p * again * kept end
    end
  end
  return out
end

function M.t3()
  local one, out = side(), {}
  for a = 0, 4 do
    for b = 0, 4 do out[5 * a + b] = one[a] * one[b] end
  end
  return out
end

local ENOUGH <const> = 12

--- T4 from a round of T3: the chances that a, b and both have taken enough.
---@param round table<integer, number>
---@return number, number, number
function M.t4(round)
  local chance, a_won, b_won, both = { [0] = 1 }, 0, 0, 0
  local stay = 1 / (1 - round[0])
  for total = 0, 2 * ENOUGH - 2 do
    for a = math.max(0, total - ENOUGH + 1), math.min(total, ENOUGH - 1) do
      local p = chance[a * ENOUGH + total - a]
      if p then
        p = p * stay
        for key = 1, 24 do
          local x, y = a + key // 5, total - a + key % 5
          local q = p * round[key]
          if x >= ENOUGH and y >= ENOUGH then
            both = both + q
          elseif x >= ENOUGH then
            b_won = b_won + q
          elseif y >= ENOUGH then
            a_won = a_won + q
          else
            chance[x * ENOUGH + y] = (chance[x * ENOUGH + y] or 0) + q
          end
        end
      end
    end
  end
  return a_won, b_won, both
end

--- T5: the loss by the margin of a percentage test.
---@param margin integer
---@param loss integer
---@return integer
function M.loss(margin, loss)
  if margin < 0 then return 0 end
  return margin < 15 and loss // 3 or margin < 30 and loss // 2 or loss
end

function M.t5()
  local out = {}
  for roll = 0, 99 do
    for loss = 0, 9 do
      local key = M.loss(roll - 55, loss)
      out[key] = (out[key] or 0) + 0.001
    end
  end
  return out
end

--- T6: goes through how many of the ten dice show each face.
function M.t6()
  local out, factorial = {}, { [0] = 1 }
  for i = 1, 10 do factorial[i] = factorial[i - 1] * i end
  local function go(face, left, wanted, sum, ways)
    if face == 1 then
      local total = sum + wanted
      out[total] = (out[total] or 0) + factorial[10] * ways / factorial[left] / 1e10
      return
    end
    for many = 0, left do
      local taken = math.min(many, wanted)
      go(face - 1, left - many, wanted - taken, sum + taken * face, ways / factorial[many])
    end
  end
  go(10, 10, 4, 0, 1)
  return out
end

return M
