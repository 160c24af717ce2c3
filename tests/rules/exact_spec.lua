--- Expressions of odds reckon with exact numbers: against whole numbers that are worked by hand, and refused where they
--- would not be exact.
local exact <const> = require "limber.ask.exact"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"

local rules <const> = assert(Rules.load(loader, "fusilier", {}))
local GUNS <const> = { guns = 8, calibre_pdr = 12, range_mm = 650, target = "formed" }

--- A fraction of small whole numbers.
local function fraction(n, d) return exact.of(n) / exact.of(d) end

--- The chances of an expression, by outcome.
local function odds(by)
  local found, fault = question.odds(rules, "artillery.fire", GUNS, by)
  if not found then return nil, fault.message end
  local chances = {}
  for _, one in ipairs(found:outcomes()) do chances[question.value_of(one.value)] = one.exact end
  return chances
end

local function refused(by, words)
  local found, message = odds(by)
  assert.is_nil(found)
  assert.is_truthy(message:find(words, 1, true), message)
end

describe("exact numbers", function()
  it("add, take away, multiply, divide and compare as fractions do", function()
    for a = -7, 7 do
      for b = 1, 5 do
        for c = -6, 6 do
          for d = 1, 4 do
            local one, other = fraction(a, b), fraction(c, d)
            assert.are.equal(one + other, fraction(a * d + c * b, b * d))
            assert.are.equal(one - other, fraction(a * d - c * b, b * d))
            assert.are.equal(one * other, fraction(a * c, b * d))
            assert.are.equal(one < other, a * d < c * b)
            assert.are.equal(one <= other, a * d <= c * b)
            assert.are.equal(one == other, a * d == c * b)
            if c ~= 0 then
              assert.are.equal(one / other, fraction(a * d, b * c))
              assert.are.equal(one // other, exact.of((a * d) // (b * c)))
              assert.are.equal((one // other) * other + one % other, one)
            end
          end
        end
      end
    end
  end)

  it("are read and shown as they are written", function()
    for _, text in ipairs { "0", "7", "0.5", "12.25", "0.000001" } do assert.are.equal(text, tostring(exact.read(text))) end
    assert.are.equal("1/3", tostring(fraction(1, 3)))
    assert.are.equal("-2/7", tostring(fraction(4, -14)))
    assert.are.equal("-1.5", tostring(fraction(3, -2)))
    assert.are.equal("576460752303423488.5", tostring(fraction((1 << 60) + 1, 2)))
    assert.are.equal(exact.read "0.1" * exact.of(3), exact.read "0.3")
    assert.are.equal(exact.of(0.1), fraction(1, 10))
  end)

  it("refuse to grow out of 64 bits", function()
    local large = exact.of((1 << 61) - 1)
    for _, fn in ipairs {
      function() return large + exact.of(1) end, function() return large * exact.of(2) end,
      function() return -large - exact.of(1) end, function() return exact.of(1) / large / large end,
      function() return exact.of(1 << 61) end,
      function() return fraction(11704786848800477, 394) + fraction(11704786848800477, 394) end, function() return exact.read "99999999999999999999" end,
    } do
      local done, message = pcall(fn)
      assert.is_false(done)
      assert.is_truthy(message:find("too large", 1, true), message)
    end
    assert.are.equal((1 << 61) - 1, exact.plain(large))
  end)

  it("have functions", function()
    local f <const> = exact.FUNCTIONS
    assert.are.equal(exact.of(-2), f.floor(fraction(-3, 2)))
    assert.are.equal(exact.of(-1), f.ceil(fraction(-3, 2)))
    assert.are.equal(fraction(3, 2), f.abs(fraction(-3, 2)))
    assert.are.equal(fraction(1, 3), f.min(exact.of(2), fraction(1, 3), fraction(1, 2)))
    assert.are.equal(exact.of(2), f.max(exact.of(2), fraction(1, 3)))
  end)
end)

describe("expressions of odds", function()
  it("round nothing", function()
    assert.are.same({ [true] = "1/12", [false] = "11/12" }, odds "roll * 1.1 <= 3.3")
    assert.are.same({ [true] = "1/1" }, odds "roll * 0.1 * 3 == roll * 0.3")
    assert.are.same(odds "roll", odds "floor(roll / 49 * 49)")
    assert.are.same(odds "roll % 3", odds "(roll / 7 * 7) % 3")
  end)

  it("refuse what is no number, no such word, too large or no division", function()
    refused("points * 4611686018427387904 * 4", "too large")
    refused("points * 1000000007 * 1000000007 * 1000000007 - points", "too large")
    refused("roll // (points - points)", "divides by zero")
    refused("bracket >= 2", 'the word "effective" stands where a number is needed')
    refused('bracket == "efective"', 'bracket is never "efective"; did you mean effective?')
    refused('"efective" ~= bracket', 'bracket is never "efective"')
    refused('roll == "7"', 'roll is never "7"')
    refused("points / 2", "it gives 0.5")
    refused("roll / 3", "it gives")
    refused("2 ^ points", "it is no expression")
    refused("#", "it ends too soon")
    for _, wrong in ipairs { "# 3", "#points", "#bracket", "#abs" } do refused(wrong, "# counts a list by its name") end
    refused('("3") / ("2")', '"3" stands where a number is needed')
    refused('"3" + "4" == 7', '"3" stands where a number is needed')
    refused("-bracket", "stands where a number is needed")
    refused("(abs)", "it gives a function")
    refused('(nil) .. points == "nil1"', "a nil value stands where a text is needed")
    refused('points .. (nil) == "1nil"', "a nil value stands where a text is needed")
  end)

  it("take a word without quotes as one with them, and joined words as they come", function()
    refused("bracket == long_range", "it has no result field long_range")
    assert.are.same({ [true] = "1/1" }, odds 'bracket == "effec" .. "tive"')
    assert.are.same({ [false] = "1/1" }, odds 'not ("is " .. bracket == "is effective")')
    local _, fault = question.odds(rules, "combat.infantry",
      { a = { { quality = 5, frontage_mm = 250 } }, b = { { quality = 5, frontage_mm = 250 } } }, "winner == draw")
    assert.is_truthy(fault.message:find('winner is never "draw"', 1, true))
  end)

  it("count lists and join texts", function()
    local found = assert(question.odds(rules, "combat.infantry",
      { a = { { quality = 5, frontage_mm = 250 } }, b = { { quality = 5, frontage_mm = 250 } } }, "#a + 1 == 2"))
    assert.are.equal(1.0, found:p(true))
    assert.are.same({ ["points 0"] = "5/12", ["points 1"] = true, ["points 2"] = true }, (function()
      local chances = odds '"points " .. points'
      for key in pairs(chances) do chances[key] = key == "points 0" and chances[key] or true end
      return chances
    end)())
  end)
end)
