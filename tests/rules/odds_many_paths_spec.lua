-- Odds of questions with many paths: they are walked as far as allowed, else their number is estimated; samples of them
-- come near to what is exact, and are the same again by the same seed.
local question <const> = require "limber.ask.question"
local sampling <const> = require "limber.ask.sampling"
local toy <const> = require "toy_rules"

local rules <const> = toy.rules(nil, { ["rules-lua/toy/gun.lua"] = [[
  procedure "x.many" { cite = "1", doc = "?", args = { int "faces" { 2, 1000 } }, out = { int "n" {}, int "low" { optional = true } },
    resolve = function(_, q, dice)
      local first = dice.d(q.faces)
      if first > q.faces // 2 then return { n = first } end
      local second = dice.d(q.faces)
      return { n = first + second, low = math.min(first, second) }
    end }
]] })

local function odds(faces, most, by) return question.odds(rules, "x.many", { faces = faces }, by, nil, nil, most) end

describe("a question of many paths", function()
  it("is walked as far as allowed, past the paths that are walked before their number is estimated", function()
    assert.equal(100 * 201, select(2, odds(200, 100 * 201)).paths)
    local distribution, info = odds(400, 200 * 401)
    assert.equal(200 * 401, info.paths)
    assert.equal("1/160000", select(2, distribution:p(400 + 200)))
  end)

  it("is refused with about how many there are, whether these are some too many or far too many", function()
    for _, most in ipairs { 10, 1000, 60000, 200 * 401 - 1 } do
      local nothing, fault = odds(400, most)
      assert.is_nil(nothing)
      assert.is_true(math.abs(fault.about / (200 * 401) - 1) < 0.15, fault.about)
      assert.matches("some %d%d,%d00 paths.*at most " .. (most > 999 and "%d+," or "%d+"), fault.message)
    end
  end)
end)

describe("a sample", function()
  local function sampled(count, seed, by)
    return sampling.odds(rules, "x.many", { faces = 6 }, by, nil, { count = count, seed = seed })
  end

  it("comes near to the exact chances, closer the larger it is", function()
    local exact = odds(6, 1000, "n > 6"):p(true)
    for count, within in pairs { [400] = 0.1, [10000] = 0.02 } do
      local distribution, info = sampled(count, 5, "n > 6")
      assert.is_true(math.abs(distribution:p(true) - exact) < within)
      assert.same({ "n > 6", count, 5, count }, { info.by, info.sampled, info.seed, #info.thrown })
    end
  end)

  it("is the same by the same seed, and another by another", function()
    local function outcomes(seed) return sampled(300, seed):outcomes() end
    assert.same(outcomes(1), outcomes(1))
    assert.not_same(outcomes(1), outcomes(2))
  end)

  it("refuses what exact odds refuse", function()
    assert.matches("no result field m", select(2, sampled(10, 1, "m")).message)
    assert.matches("left out is nil", select(2, sampled(100, 1, "low + 1")).message)
    assert.matches("1 to 10000000 throws", select(2, sampled(0, 1)).message)
  end)
end)
