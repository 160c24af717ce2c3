-- Odds by expressions, and their figures, in all rulesets: held against every face of every die, thrown one by one
-- through the procedure and added up here in fractions of whole numbers.
local cases <const> = require "vector_cases"
local dice <const> = require "kernel.dice"
local figures <const> = require "limber.ask.figures"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local sampling <const> = require "limber.ask.sampling"

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

--- A fraction in lowest terms.
local function fraction(n, d)
  local common = gcd(math.abs(n), d)
  return { n // common, d // common }
end

local function text(f) return ("%d/%d"):format(f[1], f[2]) end
local function plus(f, g) return fraction(f[1] * g[2] + g[1] * f[2], f[2] * g[2]) end
local function times(f, g) return fraction(f[1] * g[1], f[2] * g[2]) end

--- More throws than this are left to other cases.
local MOST <const> = 1500

--- Calls `each(result, chance)` for all faces of all dice that a question throws; false where they are too many, or
--- equal dice are thrown again without end.
local function throw_all(rules, call, args, each)
  local source, faces, at, low, high, made = dice.new(), {}, 0, {}, {}, 0
  source:told(function(spec)
    local shown = {}
    local least = (spec.kind == "d10z" or spec.kind == "percentile") and 0 or 1
    for i = 1, spec.n do
      at = at + 1
      low[at], high[at] = least, least + spec.faces - 1
      if spec.kind == "percentile" then high[at] = 9 end
      faces[at] = faces[at] or low[at]
      shown[i] = faces[at]
    end
    return shown
  end)
  repeat
    at, made = 0, made + 1
    source:clear()
    local done, result = pcall(question.ask, rules, call, args, source)
    if not done or not result or made > MOST or at > 8 then return false end
    local ways = 1
    for i = 1, at do ways = ways * (high[i] - low[i] + 1) end
    each(result, { 1, ways })
    for i = at + 1, #faces do faces[i] = nil end
    local place = at
    while place > 0 and faces[place] == high[place] do
      faces[place], place = nil, place - 1
    end
    if place > 0 then faces[place] = faces[place] + 1 end
  until place == 0
  return made
end

--- Expressions over the whole numbers and words of a result: Lua's own reading of each, and what is typed.
local function expressions_of(procedure)
  local list, numbers = {}, {}
  for _, field in ipairs(procedure.out) do
    local name = field.name
    if field.kind == "int" and not field.optional and field.odds ~= false then numbers[#numbers + 1] = name end
  end
  for i, name in ipairs(numbers) do
    local other = numbers[i % #numbers + 1]
    list[#list + 1] = { ("3 * %s - %s + 1"):format(name, other), function(r) return 3 * r[name] - r[other] + 1 end }
  end
  return list
end

--- The figures of outcomes that were added up by hand.
local function by_hand(chances)
  local mean, square, told = { 0, 1 }, { 0, 1 }, {}
  for value, chance in pairs(chances) do
    mean = plus(mean, times({ value, 1 }, chance))
    square = plus(square, times({ value * value, 1 }, chance))
    told[value] = text(chance)
  end
  return told, mean, plus(square, times({ -1, 1 }, times(mean, mean)))
end

local function chance_by_hand(chances, holds)
  local sum = { 0, 1 }
  for value, chance in pairs(chances) do
    if holds(value) then sum = plus(sum, chance) end
  end
  return text(sum)
end

--- The value that a share of all throws does not exceed, by hand.
local function quantile_by_hand(chances, percent)
  local values, sum = {}, { 0, 1 }
  for value in pairs(chances) do values[#values + 1] = value end
  table.sort(values)
  for _, value in ipairs(values) do
    sum = plus(sum, chances[value])
    if sum[1] * 100 >= percent * sum[2] then return value end
  end
end

local function hold(rules, call, args, typed, value_of)
  local chances = {}
  if not throw_all(rules, call, args, function(result, chance)
    local value = value_of(result)
    chances[value] = plus(chances[value] or { 0, 1 }, chance)
  end) then return false end
  local told, mean, variance = by_hand(chances)
  local distribution = assert(question.odds(rules, call, args, typed))
  local found = {}
  for _, one in ipairs(distribution:outcomes()) do found[one.value] = one.exact end
  assert.same(told, found, call .. " by " .. typed)
  local moments = figures.moments(distribution)
  assert.equal(text(mean), moments.exact)
  assert.equal(text(variance), moments.exact_variance)
  for value in pairs(chances) do
    local _, least = figures.chance(distribution, "at_least", value)
    local _, most = figures.chance(distribution, "at_most", value)
    assert.equal(chance_by_hand(chances, function(one) return one >= value end), least)
    assert.equal(chance_by_hand(chances, function(one) return one <= value end), most)
    local _, test = question.odds(rules, call, args, ("%s <= %d"):format(typed, value)):p(true)
    assert.equal(most, test)
  end
  for _, percent in ipairs { 5, 25, 50, 90 } do
    assert.equal(quantile_by_hand(chances, percent), distribution:quantile(percent / 100))
  end
  return true
end

describe("odds by expressions equal all faces counted one by one:", function()
  for _, ruleset in ipairs { "bugles", "fusilier", "horse_and_musket", "nff" } do
    it(ruleset, function()
      local rules, held, seen = assert(Rules.load(loader, ruleset)), 0, {}
      for _, vector in ipairs(cases.read(cases.path(ruleset))) do
        local call = vector.call
        local own = #(vector.variants or {}) == 0 and not (vector.expect or {}).error and #vector.dice > 0
        if own and not seen[call] then
          seen[call] = true
          for _, one in ipairs(expressions_of(rules.procedures[call])) do
            if hold(rules, call, vector.args, one[1], one[2]) then held = held + 1 end
          end
        end
      end
      assert.is_true(held >= 20, ruleset .. ": too few are held: " .. held)
    end)
  end
end)

describe("two samples of the same throws", function()
  local function is(value) return function(other) return other == value end end

  it("differ by what each throw came to in both", function()
    local joint = sampling.joint({ 1, 1, 2, 3, 3 }, { 1, 2, 2, 3, 4 })
    assert.same({ { first = 1, second = 1, count = 1 }, { first = 1, second = 2, count = 1 },
      { first = 2, second = 2, count = 1 }, { first = 3, second = 3, count = 1 }, { first = 3, second = 4, count = 1 } },
      joint)
    local within = sampling.between(joint, is(1))
    assert.is_true(within.low < -0.2 and within.high > -0.2) -- two of five, then one
    assert.is_nil(sampling.between(sampling.joint({ 1, 2 }, { 1, 3 }), is(1)))
    local mean = sampling.between_means(joint) -- 0 1 0 0 1: mean 2/5, deviation sqrt(3/10)
    assert.is_true(math.abs(mean.high - mean.low - 2 * 1.959964 * math.sqrt(0.3 / 5)) < 1e-6)
    assert.is_nil(sampling.between_means(sampling.joint({ 1, 2 }, { 1, 2 })))
    assert.same({ -0.2, 0.2, -0.2, 0.2 }, (function()
      local list = {}
      for i, one in ipairs(sampling.json(joint).outcomes) do list[i] = one.p end
      return list
    end)())
  end)
end)
