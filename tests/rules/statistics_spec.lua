--- Statistics of many battles, held to cases worked by hand and to published ones.
local statistics <const> = require "limber.common.statistics"

local function near(wanted, got)
  assert.is_true(math.abs(wanted - got) < 5e-5, ("wanted %.4f, got %.6f"):format(wanted, got))
end

describe("statistics", function()
  it("adds up histograms in any order", function()
    local one, other = { [0] = 2, [3] = 1 }, { [3] = 4, [7] = 1 }
    local both, turned = {}, {}
    for _, histogram in ipairs { one, other } do statistics.add(both, histogram) end
    for _, histogram in ipairs { other, one } do statistics.add(turned, histogram) end
    assert.same({ [0] = 2, [3] = 5, [7] = 1 }, both)
    assert.same(both, turned)
    assert.same({ { 0, 2 }, { 3, 5 }, { 7, 1 } }, statistics.sorted(both))
    assert.same({ 8, 22, 94 }, { statistics.sums(both) }) -- 0 + 15 + 7; 45 + 49
    assert.equal(2.75, statistics.mean(both))
  end)

  it("has nothing to say of nothing", function()
    assert.is_nil(statistics.mean {})
    assert.is_nil(statistics.quantile({}, 50))
    assert.is_nil((statistics.mean_interval {}))
  end)

  it("finds quantiles among what was counted", function()
    -- 1 1 2 4 9: a fifth each, so that 40 % do not exceed 1, and 41 % need the 2
    local counted = { [1] = 2, [2] = 1, [4] = 1, [9] = 1 }
    local wanted = { [5] = 1, [40] = 1, [41] = 2, [50] = 2, [60] = 2, [61] = 4, [80] = 4, [81] = 9, [95] = 9, [100] = 9 }
    for percent, value in pairs(wanted) do assert.equal(value, statistics.quantile(counted, percent), percent) end
    assert.equal(-3, statistics.quantile({ [-3] = 1, [2] = 1 }, 50))
  end)

  it("gives Wilson's interval as published", function()
    -- Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998, table I
    for _, case in ipairs {
      { 81, 263, 0.2553, 0.3662 }, { 15, 148, 0.0624, 0.1605 }, { 0, 20, 0.0, 0.1611 }, { 1, 29, 0.0061, 0.1718 },
    } do
      local interval = statistics.wilson(case[1], case[2])
      near(case[3], interval.low)
      near(case[4], interval.high)
    end
  end)

  it("gives Wilson's interval as worked by hand", function()
    -- 5 of 10: the middle is (5 + 1.9207) / (10 + 3.8415) = 0.5, half of it 1.96 sqrt(2.5 + 0.9604) / 13.8415 = 0.2634
    local interval = statistics.wilson(5, 10)
    near(0.2366, interval.low)
    near(0.7634, interval.high)
    assert.same({ 0.0, 1.0 }, { statistics.wilson(0, 7).low, statistics.wilson(7, 7).high })
  end)

  it("gives the interval of a paired difference as worked by hand", function()
    -- 20 in both, 12 in the first alone, 2 in the second alone, 16 in neither: 0.64 and 0.44 of 50.
    -- Wilson: 0.5014 to 0.7586 and 0.3116 to 0.5769. phi = (20·16 − 12·2 − 25) / sqrt(32·18·22·28) = 271 / 595.67 = 0.4550.
    -- Down: sqrt(0.1284² − 2·0.4550·0.1284·0.1186 + 0.1186²) with 0.44 − 0.3116 = 0.1284 and 0.7586 − 0.64 = 0.1186: 0.1292;
    -- up likewise with 0.1369 and 0.1386: 0.1438.
    local difference, interval = statistics.paired(20, 12, 2, 16)
    near(-0.2, difference)
    near(-0.3292, interval.low)
    near(-0.0562, interval.high)
    local turned, other = statistics.paired(20, 2, 12, 16)
    near(0.2, turned)
    near(-interval.high, other.low)
    near(-interval.low, other.high)
  end)

  it("knows that the same battles tell more of a difference than others do", function()
    local _, tied = statistics.paired(40, 2, 8, 50)
    local _, loose = statistics.paired(20, 22, 28, 30)
    assert.is_true(tied.high - tied.low < loose.high - loose.low)
    local none, interval = statistics.paired(0, 0, 0, 10)
    assert.equal(0.0, none)
    assert.is_true(interval.low < 0 and interval.high > 0)
  end)

  it("gives the cases that tell a proportion to within so much", function()
    assert.equal(385, statistics.cases_for(0.25, 0.05)) -- 0.25 (1.96 / 0.05)^2 = 384.15
    assert.equal(97, statistics.cases_for(0.25, 0.1))
    assert.equal(0, statistics.cases_for(0.0, 0.05))
  end)

  it("gives the interval of a mean as worked by hand", function()
    -- 1 2 3 4: the mean 2.5, the variance 5/3, 1.96 sqrt(5 / 12) = 1.2652 each way
    local mean, interval = statistics.mean_interval { [1] = 1, [2] = 1, [3] = 1, [4] = 1 }
    near(2.5, mean)
    near(1.2348, interval.low)
    near(3.7652, interval.high)
    mean, interval = statistics.mean_interval { [7] = 1 }
    assert.same({ 7.0, 7.0, 7.0 }, { mean, interval.low, interval.high })
  end)
end)
