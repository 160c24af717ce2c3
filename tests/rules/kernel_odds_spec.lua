-- kernel.odds: exact odds of Lua functions, distributions as values.
local dice <const> = require "kernel.dice"
local odds <const> = require "kernel.odds"
local response <const> = require "bench.response"

--- Outcomes as "value=n/d" in the order given.
local function text(dist)
  local out = {}
  for i, outcome in ipairs(dist:outcomes()) do out[i] = tostring(outcome.value) .. "=" .. outcome.exact end
  return table.concat(out, " ")
end

local function enumerate(fn, opts)
  local source = dice.new()
  return odds.enumerate(source, function() return fn(source.throw) end, opts)
end

--- The message of an error that is not a refusal.
local function message(fn, ...)
  local ok, raised = pcall(fn, ...)
  assert.is_false(ok)
  assert.is_string(raised)
  return raised
end

local FIGHT <const> = "draws=13/162 falls back=205/648 pursues=1/1296 retreats=485/1296 routs=91/1296 wins=205/1296"

--- Hits of four dice, the misses thrown once more, less what is saved.
local function side(throw)
  local first = throw.count(4, 6, 4, "first")
  local hits = first
  if first < 4 then hits = hits + throw.count(4 - first, 6, 4, "second") end
  return hits == 0 and 0 or hits - throw.count(hits, 6, 4, "saves")
end

--- Dice thrown again one by one, as a player does.
local function confirmed_by_hand(throw, n, faces, at_least, again)
  local hits = 0
  for _ = 1, n do
    if throw.d(faces) >= at_least and throw.d(faces) >= again then hits = hits + 1 end
  end
  return hits
end

describe("the odds of a function", function()
  it("that throws again until it decides are those of one throw that does", function()
    local function duel(throw, more)
      return (throw.again(function()
        local own, his = throw.d(10) + more, throw.d(10)
        if own ~= his then return own > his and "own" or "his" end
      end))
    end
    assert.equal("his=1/2 own=1/2", text(enumerate(function(throw) return duel(throw, 0) end)))
    assert.equal("his=7/23 own=16/23", text(enumerate(function(throw) return duel(throw, 2) end)))
    -- Dice before and after it keep their own odds, however seldom it decides at once.
    assert.equal("1=1/6 2=1/6 3=1/6 none=1/2", text(enumerate(function(throw)
      if throw.d(2) == 1 then return "none" end
      return (throw.again(function()
        local die = throw.d(6)
        return die < 4 and die or nil
      end))
    end)))
    assert.equal("false=1/3 true=2/3", text(enumerate(function(throw)
      return throw.again(function()
        local inner = throw.again(function()
          local die = throw.d(4)
          return die < 4 and die or nil
        end)
        if inner ~= throw.d(3) then return nil end
        return inner > 1
      end) == true
    end)))
    assert.equal("true=1/1", text(enumerate(function(throw)
      local _, throws = throw.again(function() return throw.d(2) == 1 or nil end)
      return throws == nil
    end)))
    assert.matches("no throw of dice.again decides anything", message(enumerate, function(throw)
      return throw.again(function() throw.d(6) end)
    end))
    assert.matches("boom", message(enumerate, function(throw)
      return throw.again(function() error("boom " .. throw.d(6)) end)
    end))
  end)

  it("of dice that are thrown again are those of throwing each by hand, in few paths", function()
    for _, case in ipairs { { 3, 10, 10, 6 }, { 2, 6, 4, 1 }, { 2, 4, 0, 3 }, { 3, 4, 5, 2 }, { 1, 6, 3, 7 } } do
      local by_hand = enumerate(function(throw) return confirmed_by_hand(throw, table.unpack(case)) end)
      local dist = enumerate(function(throw) return throw.confirmed(table.unpack(case)) end)
      assert.equal(text(by_hand), text(dist))
    end
    local _, info = enumerate(function(throw) return throw.confirmed(40, 10, 10, 6, "fire") end)
    assert.equal(41, info.paths)
  end)

  it("are exact, by sums and by single dice", function()
    local dist, info = enumerate(function(throw)
      return response(throw.sum(2, 6, "a") - 2, throw.sum(2, 6, "b") + 1)
    end)
    assert.equal(FIGHT, text(dist))
    assert.same({ paths = 121 }, info)
    dist, info = enumerate(function(throw)
      local a = throw.d(6) + throw.d(6)
      return response(a - 2, throw.d(6) + throw.d(6) + 1)
    end)
    assert.equal(FIGHT, text(dist))
    assert.equal(1296, info.paths)
  end)

  it("of two sides at once hold the published corner", function()
    local dist, info = enumerate(function(throw)
      local a = side(throw)
      return 5 * a + side(throw)
    end)
    local p, exact = dist:p(0)
    assert.equal("390625/16777216", exact)
    assert.equal(390625 / 16777216, p)
    assert.equal(3025, info.paths)
    assert.equal(25, dist:size())
  end)

  it("come in canonical order, whatever the outcomes are", function()
    local values = { "b", true, 10, -2, "a\0c", false, "", 3, "a", "B" }
    local dist = enumerate(function(throw) return values[throw.d(10)] end)
    local got = {}
    for i, outcome in ipairs(dist:outcomes()) do
      got[i] = outcome.value
      assert.equal("1/10", outcome.exact)
      assert.equal(0.1, outcome.p)
    end
    assert.same({ -2, 3, 10, false, true, "", "B", "a", "a\0c", "b" }, got)
    for _, value in ipairs(values) do assert.equal("1/10", select(2, dist:p(value))) end
    assert.equal("0/1", select(2, dist:p "no such"))
    assert.equal("0/1", select(2, dist:p(4)))
    assert.equal(0, (dist:p(nil)))
  end)

  it("tell words from numbers and truth", function()
    local dist = enumerate(function(throw) return ({ 1, "1", true, "true" })[throw.d(4)] end)
    assert.equal(4, dist:size())
    assert.equal("1/4", select(2, dist:p "1"))
  end)

  it("add up over paths with other denominators", function()
    local dist = enumerate(function(throw)
      if throw.d(2) == 1 then return throw.d(5) == 1 and 1 or 0 end
      if throw.d(3) == 1 then return 2 end
      return throw.d(7) == 1 and 3 or 4
    end)
    assert.equal("0=2/5 1=1/10 2=1/6 3=1/21 4=2/7", text(dist))
  end)

  it("are certain where nothing is thrown", function()
    local dist, info = enumerate(function() return "so" end)
    assert.equal("so=1/1", text(dist))
    assert.equal(1, info.paths)
  end)

  it("grow past any machine word", function()
    local dist = enumerate(function(throw)
      for i = 1, 40 do
        if throw.count(1, 1000, 1000) == 0 then return i end
      end
      return 41
    end)
    assert.equal("1/1" .. ("000"):rep(40), select(2, dist:p(41)))
    assert.equal(1e-120, (dist:p(41)))
  end)

  it("of many words are sorted soon", function()
    local dist = enumerate(function(throw) return ("%05d"):format(throw.d(20000)) end)
    assert.equal(20000, dist:size())
    local outcomes = dist:outcomes()
    for i = 2, #outcomes do assert.is_true(outcomes[i - 1].value < outcomes[i].value) end
  end)

  it("follow each kind of throw", function()
    assert.equal("3=1/8 4=3/8 5=3/8 6=1/8", text(enumerate(function(throw) return throw.sum(3, 2) end)))
    assert.equal("0=4/9 1=4/9 2=1/9", text(enumerate(function(throw) return throw.count(2, 6, 5) end)))
    assert.equal("1=1/9 2=1/3 3=5/9", text(enumerate(function(throw) return throw.highest(1, 2, 3) end)))
    assert.equal("1=5/9 2=1/3 3=1/9", text(enumerate(function(throw) return throw.lowest(1, 2, 3) end)))
    assert.equal(10, enumerate(function(throw) return throw.d10z() end):size())
    assert.equal("1/100", select(2, enumerate(function(throw) return throw.percentile() end):p(99)))
    assert.equal("1=1/6 3=5/6", text(enumerate(function(throw) return throw.choice { 1, 0, 5 } end)))
    local mean, exact = enumerate(function(throw) return throw.highest(4, 10, 10) end):mean()
    assert.is_true(math.abs(mean - 32.82576703) < 1e-8)
    assert.matches("^%d+/%d+$", exact)
  end)
end)

describe("a function that is not pure", function()
  local function impure(fn)
    local runs = 0
    return message(enumerate, function(throw)
      runs = runs + 1
      return fn(throw, runs)
    end)
  end

  it("is found out: another throw, another name, more, fewer, another end", function()
    assert.matches("not pure.*another throw", impure(function(throw, run) return throw.d(run > 2 and 8 or 6) end))
    assert.matches("not pure.*another throw",
      impure(function(throw, run) return throw.d(6, run > 2 and "b" or "a") end))
    assert.matches("not pure.*another throw",
      impure(function(throw, run) return throw.d(6, "a", run > 2 and "x" or "y") end))
    assert.matches("not pure.*more throws",
      impure(function(throw, run) return throw.d(6) + (run > 6 and throw.d(6) or 0) end))
    assert.matches("not pure.*fewer throws",
      impure(function(throw, run) return throw.d(6) + (run > 36 and 0 or throw.d(6)) end))
    assert.matches("not pure.*another outcome", impure(function(throw, run) return throw.d(6) + (run > 6 and 1 or 0) end))
  end)

  it("is told with its file and line", function()
    assert.matches("kernel_odds_spec.lua:%d+: odds: not pure",
      impure(function(throw, run) return throw.d(run > 2 and 8 or 6) end))
    assert.matches("kernel_odds_spec.lua:%d+: odds: not pure",
      impure(function(throw, run) return throw.d(6) + (run > 6 and 1 or 0) end))
  end)

  it("is one whose outcome is none", function()
    for _, outcome in ipairs { {}, 1.5, 2.0, print, 0 / 0 } do
      assert.matches("an outcome must be a whole number, a word or a truth value",
        message(enumerate, function() return outcome end))
    end
    assert.matches("an outcome must be", message(enumerate, function() end))
    assert.matches("too large", message(enumerate, function() return math.maxinteger end))
  end)
end)

describe("an enumeration", function()
  it("ends at its cap with an error that says so", function()
    local function fight(throw) return throw.d(6) + throw.d(6) end
    assert.matches("more paths than", message(enumerate, fight, { max_paths = 35 }))
    assert.equal(11, enumerate(fight, { max_paths = 36 }):size())
  end)

  it("estimates how many paths there are past its cap, also where they branch unlike, and throws on as before", function()
    local source = dice.new()
    source:seed(3)
    source:event(1, 1, 1, 1, 1)
    local throw = source.throw
    local function lopsided()
      local n = 0
      if throw.d(4) < 4 then return n end
      for _ = 1, 3 do n = n + throw.d(6) end
      return n
    end
    local nothing, info = odds.enumerate(source, lopsided, { max_paths = 20, estimate = 1 })
    assert.is_nil(nothing)
    assert.is_true(math.abs(info.about - (3 + 216)) < 25, info.about)
    assert.same(info, select(2, odds.enumerate(source, lopsided, { max_paths = 20, estimate = 1 })))
    assert.equal(219, select(2, odds.enumerate(source, lopsided, { max_paths = 219, estimate = 1 })).paths)
    source:clear()
    local before = throw.d(1000)
    source:event(1, 1, 1, 1, 1)
    assert.equal(before, throw.d(1000))
  end)

  it("passes on what the function raises, and leaves the source as it was", function()
    local source = dice.new()
    source:seed(3)
    source:event(1, 1, 1, 1, 1)
    source:clear()
    local first = source.throw.d(1000, "x")
    local raised = { arg = "why", message = "because" }
    local ok, got = pcall(odds.enumerate, source, function()
      if source.throw.d(6) == 3 then error(raised) end
      return 1
    end)
    assert.is_false(ok)
    assert.equal(raised, got)
    local second = source.throw.d(1000, "x")
    assert.equal(2, #source:record())
    source:event(1, 1, 1, 1, 1)
    assert.same({ first, second }, { source.throw.d(1000, "x"), source.throw.d(1000, "x") })
    assert.equal(6, (odds.enumerate(source, function() return source.throw.d(6) end)):size())
  end)

  it("consumes no dice of a list", function()
    local source = dice.new()
    source:list { 4 }
    odds.enumerate(source, function() return source.throw.sum(3, 6) end)
    assert.equal(4, source.throw.d(6))
    source:finish()
  end)

  it("may stand inside another, on another source or the same", function()
    for _, same in ipairs { false, true } do
      local outer = dice.new()
      local inner = same and outer or dice.new()
      local dist, info = odds.enumerate(outer, function()
        local first = outer.throw.d(2)
        local best = odds.enumerate(inner, function() return inner.throw.highest(1, first, 6) end)
        return 100 * best:quantile(0.5) + outer.throw.from(best)
      end)
      assert.equal(12, info.paths)
      assert.equal(11, dist:size() - 1)
      assert.equal("1/72", select(2, dist:p(501)))
      assert.equal("1/12", select(2, dist:p(301)))
    end
  end)

  it("keeps the distributions it draws from", function()
    local source = dice.new()
    local dist = odds.enumerate(source, function()
      local sum = 0
      for i = 1, 4 do
        sum = sum + source.throw.from(odds.dist { { i, 1 }, { 2 * i, 3 } })
        collectgarbage()
      end
      return sum
    end)
    assert.equal("1/256", select(2, dist:p(10)))
    assert.equal("81/256", select(2, dist:p(20)))
  end)

  it("wants a source and a function", function()
    message(odds.enumerate, {}, print)
    message(odds.enumerate, dice.new())
    message(odds.enumerate, dice.new(), print, 3)
    message(odds.enumerate, dice.new(), print, { max_paths = "many" })
  end)
end)

describe("a distribution", function()
  local numbers <const> = odds.dist { { 10, 8 }, { -7, 4 }, { 2, 6 }, { -1, 0 }, { 0, 8 }, { 2, 6 } }

  it("is in lowest terms and canonical order", function()
    assert.equal("-7=1/8 0=1/4 2=3/8 10=1/4", text(numbers))
    assert.equal(4, numbers:size())
    local sum = 0
    for _, outcome in ipairs(numbers:outcomes()) do sum = sum + outcome.p end
    assert.equal(1, sum)
  end)

  it("has a mean, a variance and quantiles", function()
    assert.same({ 2.375, "19/8" }, { numbers:mean() })
    assert.same({ 1727 / 64, "1727/64" }, { numbers:variance() })
    assert.same({ -7, -7, 0, 2, 10 }, { numbers:quantile(0), numbers:quantile(0.125), numbers:quantile(0.126),
      numbers:quantile(0.75), numbers:quantile(1) })
    assert.same({ -3.5, "-7/2" }, { odds.dist({ { -4, 1 }, { -3, 1 } }):mean() })
    message(numbers.quantile, numbers, 1.5)
  end)

  it("tells the chance of a value, and of as much", function()
    assert.same({ 0.375, "3/8" }, { numbers:p(2) })
    assert.same({ 0.625, "5/8" }, { numbers:at_least(1) })
    assert.same({ 1, "1/1" }, { numbers:at_least(-7) })
    assert.same({ 0, "0/1" }, { numbers:at_least(11) })
    assert.same({ 0, "0/1" }, { numbers:at_least(math.maxinteger) })
    assert.same({ 1, "1/1" }, { numbers:at_least(math.mininteger) })
  end)

  it("compares with another", function()
    local die = enumerate(function(throw) return throw.d(6) end)
    local two = enumerate(function(throw) return throw.sum(2, 6) end)
    local chances = die:compare(two)
    local less, equal, greater = 0, 0, 0
    for a = 1, 6 do
      for b = 1, 6 do
        for c = 1, 6 do
          if a < b + c then less = less + 1 elseif a == b + c then equal = equal + 1 else greater = greater + 1 end
        end
      end
    end
    assert.equal(less / 216, chances.less.p)
    assert.equal(equal / 216, chances.equal.p)
    assert.equal(greater / 216, chances.greater.p)
    assert.equal("5/54", chances.greater.exact)
  end)

  it("maps to another, merging what becomes equal", function()
    local even = numbers:map(function(value) return value % 2 == 0 and "even" or "odd" end)
    assert.equal("even=7/8 odd=1/8", text(even))
    assert.equal("false=7/8 true=1/8", text(even:map(function(word) return word == "odd" end)))
    assert.matches("an outcome must be", message(numbers.map, numbers, function() return {} end))
    assert.equal("boom", message(numbers.map, numbers, function() error("boom", 0) end))
  end)

  it("of words has no mean", function()
    local words = odds.dist { { "a", 1 }, { 3, 1 } }
    assert.matches("not all numbers", message(words.mean, words))
    assert.matches("not all numbers", message(words.at_least, words, 1))
    assert.matches("not all numbers", message(numbers.compare, numbers, words))
  end)

  it("wants weights", function()
    for _, wrong in ipairs { {}, { { 1, 0 } }, { { 1, -1 } }, { { 1 } }, { 3 }, { { 1, 1.5 } }, { { {}, 1 } } } do
      message(odds.dist, wrong)
    end
    assert.equal("1=1/2 2=1/2", text(odds.dist { { 1, math.maxinteger }, { 2, math.maxinteger } }))
  end)

  it("is a source of others, thrown or enumerated", function()
    local one = enumerate(side)
    local joint, info = enumerate(function(throw) return 5 * throw.from(one, "a") + throw.from(one, "b") end)
    assert.equal(25, info.paths)
    assert.equal("390625/16777216", select(2, joint:p(0)))
  end)

  it("of words is a source of words", function()
    local words, source = odds.dist { { "no", 1 }, { true, 1 }, { "yes", 2 } }, dice.new()
    assert.equal("true=1/4 no=1/4 yes=1/2", text((enumerate(function(throw) return throw.from(words) end))))
    source:seed(1)
    source:event(1, 1, 1, 1, 1)
    local tally = { yes = 0, no = 0, [true] = 0 }
    for _ = 1, 4000 do
      local word = source.throw.from(words, "which")
      tally[word] = tally[word] + 1
    end
    assert.is_true(math.abs(tally.yes - 2000) < 130 and math.abs(tally.no - 1000) < 110)
    source:list { 1, 2, 3 }
    assert.same({ true, "no", "yes" }, { source.throw.from(words), source.throw.from(words), source.throw.from(words) })
  end)
end)
