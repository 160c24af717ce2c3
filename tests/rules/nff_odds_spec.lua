-- Exact odds of what is thrown again while equal, in Napoleonic Fire & Fury, against counts of all pairs of dice.
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local stack <const> = require "limber.rules.stack"

describe("the initiative and a dispute", function()
  local nff <const> = assert(stack.load(loader, "nff", {}))

  local function sides(a, b, attached)
    return { year = 1812, side_a = { general = a, attached = attached or false }, side_b = { general = b } }
  end

  --- The chance of side a by hand: of all pairs of dice that decide, how many are higher with what each side adds.
  local function by_hand(add_a, add_b)
    local wins, pairs_that_decide = 0, 0
    for a = 1, 10 do
      for b = 1, 10 do
        if a + add_a > b + add_b then wins = wins + 1 end
        if a + add_a ~= b + add_b then pairs_that_decide = pairs_that_decide + 1 end
      end
    end
    return wins / pairs_that_decide
  end

  it("are decided as often as by counting", function()
    for _, case in ipairs {
      { "davout", "kutusov", 2, 0 }, { "suvorov", "suvorov", 1, 1 }, { "cuesta", "wellington", -2, 2 },
      { "cuesta", "moore", 0, 0, true },
    } do
      local dist, info = question.odds(nff, "initiative.roll", sides(case[1], case[2], case[5]))
      assert.equal(by_hand(case[3], case[4]), (dist:p "a"))
      assert.equal("winner", info.by)
    end
    assert.equal(0.5, (question.odds(nff, "dispute.roll", {}):p "a"))
  end)

  it("give totals that differ", function()
    local dist = question.odds(nff, "initiative.roll", sides("moore", "moore"), "total_a,total_b")
    assert.equal(90, dist:size())
  end)

  it("have no odds of how often they are thrown", function()
    for _, by in ipairs { "rolls", "winner,rolls" } do
      local dist, fault = question.odds(nff, "dispute.roll", {}, by)
      assert.is_nil(dist)
      assert.equal("by", fault.arg)
      assert.matches("rolls", fault.message)
    end
  end)
end)
