-- What :legal promises of charges, answers and shots: the odds of the very question that is asked when it comes to it.
local F <const> = require "fusilier_table"
local prospects <const> = require "limber.ask.prospects"
local question <const> = require "limber.ask.question"
local T <const> = require "horse_and_musket_table"

--- Horse of side a before b1; at the charges of side a.
local function facing_horse(dice)
  return T.to(T.game {
    a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680) }, dice = dice,
  }, "a", "charges")
end

local function of(game, side, proposal)
  proposal.side = side
  return prospects.of(game, game:view(side), proposal)
end

local function percent(game, call, winner)
  local p = 0
  for _, one in ipairs(question.odds(game.rules, call.procedure, call.args, "winner"):outcomes()) do
    if one.value == winner then p = p + one.p end
  end
  return prospects.percent(p)
end

describe("a charge", function()
  after_each(T.finished)

  it("promises its test, the combat, and the combat if it is met half way", function()
    local game = facing_horse { ["charge.test"] = { 3 }, ["melee.resolve"] = { 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 1, 1 },
      ["colours.capture"] = { 6, 6 } }
    local texts = of(game, "a", { ["do"] = "charge", unit = "a1", target = "b1" })
    assert.equal("67% to charge", texts[1]) -- 3 or more on a die
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    local answer = of(game, "b", { ["do"] = "answer", choice = "countercharge" })
    T.answer(game, "countercharge")
    T.to(game, "b", "rally", false)
    local call = T.calls(game, "melee.resolve")[1]
    assert.is_true(call.args.charged.countercharging)
    assert.equal(percent(game, call, "charger") .. " if it countercharges", texts[3])
    assert.equal(percent(game, call, "charged") .. " to win", answer[1])
  end)

  it("promises the combat at the halt, to both", function()
    local game = facing_horse { ["charge.test"] = { 3 }, ["melee.resolve"] = { 1, 1, 1, 1, 1, 1, 4, 4, 4, 4 },
      ["colours.capture"] = { 6, 6 } }
    local texts = of(game, "a", { ["do"] = "charge", unit = "a1", target = "b1" })
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    local answer = of(game, "b", { ["do"] = "answer", choice = "stand" })
    T.answer(game, "stand")
    T.to(game, "b", "rally", false)
    local call = T.calls(game, "melee.resolve")[1]
    assert.equal(percent(game, call, "charger") .. " to win", texts[2])
    assert.equal(percent(game, call, "charged") .. " to win", answer[1])
  end)
end)

describe("defensive fire", function()
  after_each(T.finished)

  it("promises the mean of the very question", function()
    local game = T.to(T.game {
      a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 900, 640) },
      dice = { ["charge.test"] = { 3 }, ["fire.small_arms"] = T.n(8, 1) },
    }, "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    assert.equal("charge.defensive_fire", game:waiting().path)
    local texts = of(game, "b", { ["do"] = "answer", choice = "fire" })
    assert.same({}, of(game, "b", { ["do"] = "answer", choice = "hold_fire" }))
    T.answer(game, "fire")
    local call = T.calls(game, "fire.small_arms")[1]
    local mean = question.odds(game.rules, call.procedure, call.args, "hits"):mean()
    assert.same({ ("mean %s hits"):format((("%.1f"):format(mean):gsub("%.0$", ""))) }, texts)
  end)
end)

describe("a rule that errs", function()
  it("is told in the place of its odds, and the rest is listed", function()
    local game = F.met(F.foot("a1", 1000, 1000, "north"), F.foot("b1", 1000, 1300, "south"))
    assert(game.rules:set_wrap("combat.infantry", function() error("oh no", 0) end, ""))
    local texts = of(game, "a", { ["do"] = "declare_attack", unit = "a1", target = "b1" })
    assert.equal(1, #texts)
    assert.matches("^no odds: .*oh no", texts[1])
  end)
end)

describe("an attack of Fusilier", function()
  after_each(F.finished)

  local function attack(a, b)
    return of(F.met(a, b), "a", { ["do"] = "declare_attack", unit = "a1", target = "b1" })
  end

  it("promises its combat, as if it had been declared", function()
    -- of two sums of 2d6 one is the larger in 575 of 1296 pairs
    assert.same({ "44% to win" }, attack(F.foot("a1", 1000, 1000, "north"), F.foot("b1", 1000, 1300, "south")))
    assert.same({ "44% to win" }, attack(F.horse("a1", 1000, 1000, "north"), F.horse("b1", 1000, 1300, "south")))
  end)

  it("promises nothing where dice do not decide it", function()
    assert.same({}, attack(F.foot("a1", 1000, 1000, "north"), F.guns("b1", 1000, 1300, "south")))
    assert.same({}, attack(F.foot("a1", 1000, 1000, "north"), F.foot("b1", 1000, 1300, "south", 'drill = "skirmish"')))
  end)

  it("promises a shot's mean, of its very question", function()
    local game = F.before_guns(F.line_at(400), { dice = { ["artillery.fire"] = { 3, 4 } } })
    local texts = of(game, "a", { ["do"] = "fire", unit = "g", target = "b1" })
    F.give(game, "a", "fire", { unit = "g", target = "b1" })
    F.told(game)
    local call = F.calls(game, "artillery.fire")[1]
    local mean = question.odds(game.rules, call.procedure, call.args, "points"):mean()
    assert.same({ ("mean %.1f points"):format(mean) }, texts)
  end)
end)

describe("nothing is promised", function()
  it("of what a ruleset declares nothing of, and the game is left as it is", function()
    local game = F.met(F.foot("a1", 1000, 1000, "north"), F.foot("b1", 1000, 1300, "south"))
    local lines = #game.journal.lines
    assert.same({}, of(game, "a", { ["do"] = "done" }))
    assert.same({}, of(game, "a", { ["do"] = "answer", choice = "stand" }))
    of(game, "a", { ["do"] = "declare_attack", unit = "a1", target = "b1" })
    assert.equal(lines, #game.journal.lines)
  end)
end)
