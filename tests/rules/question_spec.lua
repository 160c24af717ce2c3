-- Questions: thrown once with dice, or walked through every throw; the same function either way.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local toy <const> = require "toy_rules"

local DUEL <const> = { a = { { skill = 3, ground = "hill", scars = { 2, 5 } } }, b = { skill = 5, wounded = true } }
local GUN <const> = { calibre_pdr = 12, guns = 3, range_mm = 500, target = "formed" }

local function ask(rules, name, args, thrown, considered)
  local source = dice.new()
  source:list(thrown)
  return question.ask(rules, name, args, source, considered)
end

--- Chances by outcome, as exact fractions.
local function chances(rules, name, args, by)
  local distribution, info = question.odds(rules, name, args, by)
  if not distribution then error(info.message, 2) end
  local found = {}
  for _, outcome in ipairs(distribution:outcomes()) do
    found[question.value_of(outcome.value)] = outcome.exact
  end
  return found, info
end

describe("questions", function()
  local rules
  before_each(function() rules = toy.rules() end)

  it("throw none when what resolves them takes no dice, and may throw when it does and says nothing", function()
    local function with(args)
      local text = ([[procedure "x.y" { cite = "1", doc = "?", args = {}, out = { int "n" {} },
        resolve = function(%s) return { n = 1 } end }]]):format(args)
      return toy.rules(nil, { ["rules-lua/toy/gun.lua"] = text })
    end
    for args, may in pairs { [""] = false, ["rules, q"] = false, ["_, _, dice"] = true, ["..."] = true } do
      assert.are.equal(may, with(args).view.may_throw "x.y", args)
    end
  end)

  it("give a result with its modifiers, in order, with clauses", function()
    local result = ask(rules, "duel.fight", DUEL, { 4, 6 })
    assert.same({
      winner = "b",
      a = { { roll = 4, score = 7, modifiers = {
        { name = "skill", value = 3, cite = "2.1" }, { name = "hill", value = 2, cite = "2.2" },
        { name = "scars", value = -2, cite = "2.1" },
      } } },
      b = { roll = 6, score = 8, modifiers = {
        { name = "skill", value = 5, cite = "2.1" }, { name = "wounded", value = -3, cite = "2.1" },
      } },
    }, result)
  end)

  it("use their dice up: one left over or missing is refused", function()
    for _, thrown in ipairs { { 4 }, { 4, 6, 1 }, { 4, 7 }, {} } do
      local result, fault = ask(rules, "duel.fight", DUEL, thrown)
      assert.is_nil(result)
      assert.equal("dice", fault.arg)
    end
  end)

  it("are refused before any die is thrown", function()
    local result, fault = ask(rules, "gun.fire", { calibre_pdr = 12, guns = 3, range_mm = 901, target = "formed" }, {})
    assert.is_nil(result)
    assert.equal("range_mm", fault.arg)
    result, fault = ask(rules, "gun.fyre", GUN, {})
    assert.is_nil(result)
    assert.equal("call", fault.arg)
    assert.equal('no procedure "gun.fyre" in toy; did you mean gun.fire?', fault.message)
    result, fault = ask(rules, "duel.fight", { a = { { skill = 9, wounded = true } }, b = { skill = 1 } }, {})
    assert.is_nil(result)
    assert.equal("a.1.wounded", fault.arg)
    assert.equal("a.1.wounded cannot be said of a master", fault.message)
  end)

  it("list what was weighed and not applied, beside what was", function()
    local considered = {}
    local result = ask(rules, "duel.fight", DUEL, { 1, 1 }, considered)
    local names = {}
    for _, one in ipairs(considered) do
      names[#names + 1] = (one.beside == result.a[1].modifiers and "a " or "b ") .. one.name
    end
    assert.same({ "a wounded", "b hill", "b scars" }, names)
    assert.is_nil(rules.view.considered)
  end)

  it("tell their result in a sentence", function()
    local result, _, q = ask(rules, "duel.fight", DUEL, { 4, 6 })
    assert.equal("b wins", question.says(rules, "duel.fight", result, q))
    result, _, q = ask(rules, "gun.fire", GUN, { 4 })
    assert.is_nil(question.says(rules, "gun.fire", result, q))
  end)

  it("have exact odds, by their headline or any field", function()
    local found, info = chances(rules, "gun.fire", GUN)
    assert.same({ [0] = "1/6", [1] = "1/2", [2] = "1/6", [3] = "1/6" }, found)
    assert.equal("points", info.by)
    assert.equal(6, info.paths)
    assert.same({ [true] = "1/1" }, (chances(rules, "gun.fire", GUN, "far")))
    local even = { a = { { skill = 1 } }, b = { skill = 1 } }
    assert.same({ a = "5/12", b = "5/12", none = "1/6" }, (chances(rules, "duel.fight", even)))
    assert.equal("1/6", chances(rules, "duel.fight", even, "a.1.roll")[3])
  end)

  it("have joint odds, and odds of what may be absent", function()
    local distribution = question.odds(rules, "gun.fire", GUN, "far,points")
    assert.equal(4, distribution:size())
    local even = { a = { { skill = 1 } }, b = { skill = 1 } }
    local absent = 0
    for _, outcome in ipairs(question.odds(rules, "duel.fight", even, "bonus"):outcomes()) do
      if type(question.value_of(outcome.value)) ~= "number" then absent = outcome.p end
    end
    assert.near(21 / 36, absent, 1e-12)
  end)

  it("refuse odds by what is no result field", function()
    local distribution, fault = question.odds(rules, "gun.fire", GUN, "pints")
    assert.is_nil(distribution)
    assert.equal("no result field pints; did you mean points?", fault.message)
    distribution, fault = question.odds(rules, "duel.fight", DUEL, "a.winner")
    assert.is_nil(distribution)
    assert.equal("by", fault.arg)
  end)

  it("read the rules as they are now", function()
    rules:set_cell("constants.zeal", 1)
    assert.equal(2, ask(rules, "gun.fire", GUN, { 4 }).points)
  end)
end)
