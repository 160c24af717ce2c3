--- Intervals that may be looked at after every case: worked by hand, and by many runs of what is known to be so.
local sequential <const> = require "limber.common.sequential"
local statistics <const> = require "limber.common.statistics"

--- Random numbers of a seed of its own, for distributions of values with their chances.
local function drawing(values, seed)
  math.randomseed(seed)
  return function()
    local rest = math.random()
    for _, one in ipairs(values) do
      rest = rest - one[2]
      if rest < 0 then return one[1] end
    end
    return values[#values][1]
  end
end

--- Is a mean left out?
local function is_parted(counted, mean)
  local above, below = sequential.parted(counted, mean)
  return above or below
end

--- In how many of 1,000 runs a mean is left out at any of thirty looks.
local function wrong(values, mean, is_out)
  local draw, left_out, runs = drawing(values, 1815), 0, 1000
  for _ = 1, runs do
    local counted = {}
    for n = 1, 120 do
      local value = draw()
      counted[value] = (counted[value] or 0) + 1
      if n % 4 == 0 then
        if (is_out or is_parted)(counted, mean) then
          left_out = left_out + 1
          break
        end
      end
    end
  end
  return left_out / runs
end

describe("an interval that may be looked at all the time", function()
  it("is everything before the first case, and narrow after many", function()
    assert.same({ low = 0.0, high = 1.0 }, sequential.interval {})
    local interval = sequential.interval { [0] = 4000, [1] = 6000 }
    assert.is_true(interval.low > 0.58 and interval.low < 0.6 and interval.high > 0.6 and interval.high < 0.62)
  end)

  it("is as worked by hand", function()
    -- 1 each time: a purse at m has grown by 1 - c + c / m with each of its stakes. After one case it is largest where
    -- the mean of 1 + c (1 / m - 1) over the stakes is 40: 1 / m = 1 + 39 / mean c.
    local sum = 0
    for i = 0, 13 do sum = sum + 0.98 * 2 ^ (-i / 2) end
    local interval = sequential.interval { [1] = 1 }
    assert.is_true(math.abs(interval.low - 1 / (1 + 39 / (sum / 14))) < 1e-5)
    assert.equal(1.0, interval.high)
  end)

  it("turns round with the values", function()
    local one, other = sequential.interval { [0] = 7, [0.25] = 3, [1] = 30 }, sequential.interval { [1] = 7, [0.75] = 3, [0] = 30 }
    assert.is_true(math.abs(one.low - (1 - other.high)) < 1e-5 and math.abs(one.high - (1 - other.low)) < 1e-5)
    local above, below = sequential.parted({ [0] = 7, [0.25] = 3, [1] = 30 }, one.low - 1e-5)
    assert.same({ true, false }, { above, below })
    above, below = sequential.parted({ [0] = 7, [0.25] = 3, [1] = 30 }, one.low + 1e-5)
    assert.same({ false, false }, { above, below })
  end)

  it("leaves the true mean out in no more than 5 of 100 runs", function()
    for _, case in ipairs {
      { { 0, 0.5 }, { 1, 0.5 } }, { { 0, 0.1 }, { 0.5, 0.8 }, { 1, 0.1 } }, { { 0.25, 0.4 }, { 0.5, 0.4 }, { 1, 0.2 } },
      { { 0, 0.02 }, { 0.5, 0.96 }, { 1, 0.02 } },
    } do
      local mean = 0
      for _, one in ipairs(case) do mean = mean + one[1] * one[2] end
      assert.is_true(wrong(case, mean) <= 0.05)
    end
  end)

  it("does so where one for a fixed number of cases does not", function()
    assert.is_true(wrong({ { 0, 0.5 }, { 1, 0.5 } }, 0.5, function(counted, mean)
      local won = counted[1] or 0
      local interval = statistics.wilson(won, won + (counted[0] or 0))
      return mean < interval.low or mean > interval.high
    end) > 0.2)
  end)

  it("finds a mean that is not the true one", function()
    assert.is_true(wrong({ { 0, 0.1 }, { 0.5, 0.4 }, { 1, 0.5 } }, 0.5) > 0.9)
  end)

  it("tells how many cases it takes", function()
    local needed = sequential.cases_for(0.25, 0.05)
    local interval = sequential.interval { [0] = needed // 2, [1] = needed // 2 }
    assert.is_true(math.abs((interval.high - interval.low) / 2 - 0.05) < 0.005)
  end)

  it("has one for the mean of any whole numbers, wider for several at once", function()
    assert.is_nil((sequential.mean_interval {}))
    -- 100 of -1 and 100 of 1: variance 1; rho² = (5.9915 + ln 6.9915) / 200 = 0.03968; 200 rho² + 1 = 8.9361;
    -- sqrt(2 · 8.9361 / (200² · 0.03968) · ln(2.98933 / 0.05)) = 0.21460
    local mean, interval = sequential.mean_interval { [-1] = 100, [1] = 100 }
    assert.equal(0.0, mean)
    assert.is_true(math.abs(interval.high - 0.2146) < 5e-5, interval.high)
    assert.equal(-interval.high, interval.low)
    local _, wider = sequential.mean_interval({ [-1] = 100, [1] = 100 }, 10)
    assert.is_true(wider.high > interval.high * 1.15)
  end)
end)
