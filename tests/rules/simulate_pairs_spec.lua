--- Pairs of battles under two rule stacks: what is counted of them, and when a comparison is decided.
package.loaded.host = package.loaded.host or { getenv = function() end, isatty = function() return false end }
local pairs_of <const> = require "simulate.pairs"

local function outcome(winner, more)
  local one = { winner = winner, length = 5, why = "", lost = { a = { 1 }, b = { 2 } },
    course = { commands = { charge = 2 }, questions = { fight = 3 }, otherwise = {}, parted = false } }
  for key, value in pairs(more or {}) do
    if key == "course" then for name, of in pairs(value) do one.course[name] = of end else one[key] = value end
  end
  return one
end

--- So many pairs of each kind: { { "a", "b", 3 }, … }.
local function counted(list)
  local both, game = pairs_of.new({ "a", "b" }, { "units" }), 0
  for _, one in ipairs(list) do
    for _ = 1, one[3] do
      game = game + 1
      pairs_of.count(both, game, outcome(one[1]), outcome(one[2]))
    end
  end
  return both
end

local function near(wanted, got) assert.is_true(math.abs(wanted - got) < 1e-9, ("wanted %s, got %s"):format(wanted, got)) end

--- The purse of one who stakes shares at a mean, when every value is a half.
local function purse(mean, cases)
  local sum = 0
  for i = 0, 13 do
    local stake = 0.98 * 2 ^ (-i / 2)
    sum = sum + (1 - stake + stake * 0.5 / mean) ^ cases
  end
  return sum / 14
end

describe("pairs of battles", function()
  it("give the difference of scores: a win is 1, a draw a half", function()
    local both = counted { { "a", "a", 4 }, { "a", "draw", 2 }, { "b", "a", 3 }, { "draw", "b", 1 } }
    local difference, interval, variance = pairs_of.score(both, "a")
    near((2 * -0.5 + 3 * 1 + 1 * -0.5) / 10, difference)
    near((2 * 0.25 + 3 * 1 + 1 * 0.25) / 10 - difference ^ 2, variance)
    assert.is_true(interval.low < difference and difference < interval.high)
    local turned, other = pairs_of.score(both, "b")
    near(-difference, turned)
    assert.is_true(math.abs(interval.low + other.high) < 1e-5)
    near(1 / 10, (pairs_of.share(both, "a")))
    near(1 / 10, (pairs_of.share(both, "draw")))
    assert.same({ 4, 2, 3, 1 }, { pairs_of.fourfold(both, "a") })
  end)

  it("are decided when the difference cannot be chance", function()
    -- All won: a purse at 0.5 doubles at most; 40 is passed when the mean of (1 + c) ^ n over the stakes is.
    local cases = 0
    repeat cases = cases + 1 until purse(0.25, cases) >= 40 -- 1 - c + c · 1 / 0.5 is what 0.5 gives at 0.25
    assert.equal("apart", pairs_of.decided(counted { { "b", "a", cases } }, 5))
    assert.equal("apart", pairs_of.decided(counted { { "a", "b", cases } }, 5))
    assert.is_nil(pairs_of.decided(counted { { "b", "a", cases - 1 } }, 5))
    assert.is_nil(pairs_of.decided(counted { { "b", "a", cases } }, nil))
    assert.is_nil(pairs_of.decided(counted {}, 5))
  end)

  it("are decided when no difference can be larger than some points", function()
    local cases = 0
    repeat cases = cases + 1 until purse(0.5 - 0.05, cases) >= 40 -- 10 points: a tenth of -1 to 1 is a twentieth of 0 to 1
    assert.equal("alike", pairs_of.decided(counted { { "a", "a", cases } }, 10))
    assert.is_nil(pairs_of.decided(counted { { "a", "a", cases - 1 } }, 10))
    assert.is_nil(pairs_of.decided(counted { { "a", "a", cases } }, 9))
  end)

  it("count what came up, and what was done more often", function()
    local both = pairs_of.new({ "a", "b" }, { "units" })
    pairs_of.count(both, 1, outcome "a", outcome "a")
    pairs_of.count(both, 2, outcome("a", { course = { otherwise = { fight = 2, shoot = 1 } } }), outcome("a"))
    pairs_of.count(both, 3, outcome "a", outcome("a", { length = 7, lost = { a = { 1 }, b = { 1 } },
      course = { parted = true, commands = { charge = 5, fire = 1 } } }))
    pairs_of.count(both, 4, outcome "b", outcome("unknown", { course = { parted = true, commands = {} } }))
    assert.same({ 4, 3, 2, 2, 12 }, { both.games, both.came_up, both.parted, both.changed, both.asked })
    assert.same({ fight = 2, shoot = 1 }, both.otherwise)
    assert.same({ charge = { [0] = 2, [3] = 1, [-2] = 1 }, fire = { [0] = 3, [1] = 1 } }, both.commands)
    assert.same({ charge = 8, fire = 0 }, both.before.commands)
    assert.same({ fight = { [0] = 4 } }, both.questions)
    assert.same({ [0] = 3, [2] = 1 }, both.length)
    assert.same({ [0] = 3, [-1] = 1 }, both.lost.b.units)
    assert.equal(1, both.winners.b.draw)
    assert.equal(4, both.first)
  end)
end)
