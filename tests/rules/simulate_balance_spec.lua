--- Which value makes two sides even, by scores worked by hand; and what names a number and its values.
package.loaded.host = package.loaded.host or { getenv = function() end, isatty = function() return false end }
local balance <const> = require "simulate.balance"
local values <const> = require "simulate.values"

local function scores(rows)
  local list = {}
  for i, row in ipairs(rows) do list[i] = { value = row[1], low = row[2], mean = row[3], high = row[4] } end
  return list
end

local function near(wanted, got) assert.is_true(math.abs(wanted - got) < 1e-9, ("wanted %s, got %s"):format(wanted, got)) end

describe("the value that makes sides even", function()
  it("lies where the scores cross a half, as far as their ranges leave open", function()
    local even = balance.even(scores { { 1, 0.1, 0.2, 0.3 }, { 2, 0.3, 0.4, 0.55 }, { 3, 0.5, 0.6, 0.7 }, { 4, 0.7, 0.8, 0.9 } })
    near(2.5, even.at)
    assert.same({ 1, true }, { even.crossings, even.may })
    assert.is_true(even.nearest == 2 or even.nearest == 3)
    near(1.8, even.low) -- from 0.3 at 1 to 0.55 at 2
    near(3.0, even.high)
  end)

  it("may lie beyond the values", function()
    local even = balance.even(scores { { -2, 0.1, 0.2, 0.3 }, { -1, 0.3, 0.4, 0.6 } })
    assert.same({ -1, 0, true }, { even.nearest, even.crossings, even.may })
    assert.is_nil(even.at)
    assert.is_nil(even.high)
    near(-2 + 2 / 3, even.low)
  end)

  it("lies between two values that leave it out", function()
    local even = balance.even(scores { { 10, 0.1, 0.2, 0.3 }, { 20, 0.6, 0.7, 0.8 } })
    near(16, even.at)
    assert.is_true(even.may)
    near(14, even.low) -- from 0.3 to 0.8
    near(18, even.high) -- from 0.1 to 0.6
  end)

  it("is none of them", function()
    local even = balance.even(scores { { 1, 0.1, 0.2, 0.3 }, { 2, 0.2, 0.3, 0.4 } })
    assert.same({ 2, 0, false }, { even.nearest, even.crossings, even.may })
    assert.is_nil(even.at or even.low or even.high)
  end)

  it("is not told where chance makes the scores cross again", function()
    local even = balance.even(scores { { 1, 0.3, 0.4, 0.5 }, { 2, 0.5, 0.6, 0.7 }, { 3, 0.3, 0.45, 0.6 }, { 4, 0.6, 0.7, 0.8 } })
    assert.same({ 3, true }, { even.crossings, even.may })
    assert.is_nil(even.at)
  end)

  it("takes a score that is a half for one crossing", function()
    local even = balance.even(scores { { 1, 0.2, 0.3, 0.4 }, { 2, 0.4, 0.5, 0.6 }, { 3, 0.6, 0.7, 0.8 } })
    assert.same({ 2, 1, 2.0 }, { even.nearest, even.crossings, even.at })
  end)

  it("goes by a score of a half for a draw", function()
    local mean, interval = balance.score({ games = 10, draws = 4, wins = { a = 3, b = 3 } }, "a")
    near(0.5, mean)
    assert.is_true(math.abs(interval.low - 0.2366) < 5e-5)
  end)
end)

describe("what is told of a sweep", function()
  local told <const> = require "simulate.sweep_text"

  local function said(rows)
    local doc = { games = 100, run = { sides = { { id = "a", name = "Blue" } }, sweep = {} }, sweep = { values = {} } }
    for i, row in ipairs(rows) do
      doc.sweep.values[i] = { value = row[1], score = { a = { low = row[2], mean = row[3], high = row[4] } } }
    end
    doc.sweep.even = balance.even(scores(rows))
    return told.verdict(doc)
  end

  it("names the value, and what else it may be", function()
    assert.equal("The sides are even between 2 and 3 (it may be 2 to 3). Of the values fought, 2 is nearest: Blue scores 40.0 %.",
      said { { 1, 0.1, 0.2, 0.3 }, { 2, 0.3, 0.4, 0.55 }, { 3, 0.5, 0.61, 0.7 }, { 4, 0.7, 0.8, 0.9 } })
    assert.equal("The sides are even at about 16 (it may be 14 to 18). Of the values fought, 20 is nearest: Blue scores 70.0 %.",
      said { { 10, 0.1, 0.2, 0.3 }, { 20, 0.6, 0.7, 0.8 } })
    assert.equal("-1 or more may make the sides even. Of the values fought, -1 is nearest: Blue scores 40.0 %.",
      said { { -2, 0.1, 0.2, 0.3 }, { -1, 0.3, 0.4, 0.6 } })
    assert.equal("The sides are even between 2 and 3; no whole number makes them so. "
      .. "Of the values fought, 2 is nearest: Blue scores 40.0 %.",
      said { { 2, 0.35, 0.4, 0.45 }, { 3, 0.6, 0.65, 0.7 } })
  end)

  it("says where to look on", function()
    assert.equal("No value from 1 to 2 makes the sides even: try values above 2. Of the values fought, 2 is nearest: Blue scores 30.0 %.",
      said { { 1, 0.1, 0.2, 0.3 }, { 2, 0.2, 0.3, 0.4 } })
    assert.equal("No value from 1 to 2 makes the sides even: try values above 2. Of the values fought, 2 is nearest: Blue scores 70.0 %.",
      said { { 1, 0.7, 0.8, 0.9 }, { 2, 0.6, 0.7, 0.8 } })
    assert.equal("No value from 1 to 2 makes the sides even: try values below 1. Of the values fought, 1 is nearest: Blue scores 30.0 %.",
      said { { 1, 0.2, 0.3, 0.4 }, { 2, 0.1, 0.2, 0.3 } })
    assert.truthy(said({ { 1, 0.4, 0.5, 0.6 }, { 2, 0.4, 0.55, 0.6 } }):find "^Any of these values may make the sides even")
    assert.truthy(said({ { 1, 0.1, 0.4, 0.45 }, { 2, 0.3, 0.6, 0.9 }, { 3, 0.3, 0.4, 0.9 }, { 4, 0.55, 0.6, 0.9 } })
      :find "The scores cross even more than once")
  end)
end)

describe("the values of a sweep", function()
  it("are read", function()
    local function read(given) return assert(values.read(given)) end
    assert.same({ path = "tables.x.y", cell = "x.y", values = { -4, -3, -2 } }, read "tables.x.y=-4..-2")
    assert.same({ 10, 15, 20 }, read("last_turn=10..22..5").values)
    assert.same({ 2, 4, 9 }, read("21.men = 9,2,4").values)
  end)

  it("are refused with the reason", function()
    local function refused(given, why)
      local read, fault = values.read(given)
      assert.is_nil(read)
      assert.equal(why, fault)
    end
    refused("last_turn", "--sweep takes PATH=VALUES, such as last_turn=6..10; got last_turn")
    refused("x=1,2.5", "--sweep takes whole numbers, got 2.5")
    refused("x=1..2.5", "--sweep takes whole numbers, got 2.5")
    refused("x=5..2", "--sweep 5..2: there is nothing from 5 up to 2 in steps of 1")
    refused("x=1..4..0", "--sweep 1..4..0: there is nothing from 1 up to 4 in steps of 0")
    refused("x=1..2..3..4", "--sweep takes FROM..TO or FROM..TO:STEP, got 1..2..3..4")
    refused("x=3", "--sweep takes two values or more")
    refused("x=3,4,3", "--sweep has 3 twice")
    refused("x=1..90", "--sweep takes at most 40 values")
  end)

  local function scenario()
    local unit = { tag = "unit", id = "u", given = { number = "31", men = 400, at = { 10, 20 }, name = "Foot" } }
    return { given = { title = "T", ruleset = "toy", last_turn = 4, sizes = { 5, 6 },
      { tag = "side", id = "a", given = { { tag = "formation", id = "f", given = { unit } } } } } }, unit
  end

  it("are put in their place", function()
    for path, old in pairs { ["u.men"] = 400, ["31.men"] = 400, ["units.u.men"] = 400, ["31.at.2"] = 20,
      last_turn = 4, ["battle.last_turn"] = 4, ["sizes.2"] = 6 } do
      local one = scenario()
      assert.same({ true, old }, { values.set(one, path, 7) })
    end
    local one, unit = scenario()
    local given, place = unit.given, unit.given.at
    assert.is_true(values.set(one, "31.at.2", 7))
    assert.equal(7, unit.given.at[2])
    assert.same({ 20, 400 }, { place[2], given.men }, "what the author's code made is left alone")
    assert.is_true(values.set(one, "u.hits", 3)) -- the layout says whether there is such a field
    assert.equal(3, unit.given.hits)
  end)

  it("are refused where there is no number", function()
    local function refused(path, value, why)
      local done, fault = values.set(scenario(), path, value)
      assert.is_nil(done)
      assert.equal(why, fault)
    end
    refused("u.name", 2, "u.name is Foot, not a whole number")
    refused("u.at", 2, 'u.at is a list, not a whole number')
    refused("v.men", 2, "the scenario has nothing called v; did you mean a?")
    refused("seed", 2, "seed cannot be swept")
    refused("last_turn", 0, "last_turn must be a whole number, 1 to 300")
    refused("31.inside.men", 2, "31.inside.men leads nowhere")
  end)
end)
