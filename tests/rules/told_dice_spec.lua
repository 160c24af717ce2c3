--- Dice of a real table: all of a question's at once, totals and counts, dice for the seed, and games played with them.
local foreseen <const> = require "limber.ask.dice_ahead"
local dice <const> = require "kernel.dice"
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

--- Gathers the dice of a procedure written here; `answers` are faces in the order they are asked for.
local function gathered(procedure, answers)
  local asked, source = {}, dice.new()
  local have = foreseen.gather(function(tell)
    source:told(tell)
    procedure(source.throw)
  end, function() return function() end end, function(specs)
    asked[#asked + 1] = specs
    local told = {}
    for i in ipairs(specs) do told[i] = { dice = table.remove(answers, 1) } end
    return told
  end)
  return have, asked
end

describe("throws that are foreseen", function()
  it("are asked for together when they come whatever the dice say", function()
    local have, asked = gathered(function(throw)
      throw.sum(2, 6, "score", "a")
      throw.sum(2, 6, "score", "b")
    end, { { 1, 2 }, { 3, 4 } })
    assert.are.equal(1, #asked)
    assert.are.equal("b", asked[1][2].who)
    assert.are.same({ 3, 4 }, have[2].dice)
  end)

  it("come out right where faces so rare that none foresaw them call for others", function()
    local have, asked = gathered(function(throw)
      if throw.d(1000, "rare") == 777 then throw.d(6, "second") end
      throw.d(10, "last")
    end, { { 777 }, { 3 }, { 2 }, { 9 } })
    assert.are.same({ 2, 2 }, { #asked[1], #asked[2] }) -- `last` was told too early, and is told again
    assert.are.same({ { 777 }, { 2 }, { 9 } }, { have[1].dice, have[2].dice, have[3].dice })
  end)

  it("end where dice are thrown again while they are equal", function()
    local have, asked = gathered(function(throw)
      throw.again(function()
        local a, b = throw.d(10, "one"), throw.d(10, "other")
        return a ~= b and a or nil
      end)
    end, { { 4 }, { 4 }, { 7 }, { 3 } })
    assert.are.equal(2, #asked)
    assert.are.same({ 7 }, have[3].dice)
  end)

  it("end with an error that says where, when they never settle", function()
    local count = 0
    local done, message = pcall(foreseen.gather, function(tell)
      count = count + 1
      tell { kind = "die", n = 1, faces = (count + 15) // 16 } -- a round runs it sixteen times
    end, function() return function() end end, function() return { { dice = { 1 } } } end,
      { name = "a.b", file = "x.lua", line = 12 })
    assert.is_false(done)
    assert.are.equal("x.lua:12: a.b asks for different dice each time", message)
  end)

  it("are asked for afterwards when they follow from others", function()
    local function procedure(throw)
      if throw.d(6, "first") >= 4 then throw.d(6, "second") throw.d(8, "third") end
      throw.d(10, "last")
    end
    local have, asked = gathered(procedure, { { 5 }, { 2 }, { 7 }, { 9 } })
    assert.are.same({ 1, 3 }, { #asked[1], #asked[2] })
    assert.are.equal(4, #have)
    have, asked = gathered(procedure, { { 3 }, { 9 } })
    assert.are.same({ 1, 1 }, { #asked[1], #asked[2] })
    assert.are.equal("last", have[2].spec.label)
  end)

  it("may turn out not to be wanted, when that hangs on one face in many", function()
    local have, asked = gathered(function(throw)
      if throw.d(100000, "odd") ~= 4711 then throw.d(6, "usual") else throw.d(8, "rare") end
    end, { { 4711 }, { 3 }, { 8 } })
    assert.are.equal(2, #asked)
    assert.are.equal("rare", have[2].spec.label)
    assert.are.same({ 8 }, have[2].dice)
  end)

  it("of no dice are not asked for", function()
    local have, asked = gathered(function(throw)
      throw.sum(0, 6, "none")
      throw.d(6, "one")
    end, { { 6 } })
    assert.are.equal(1, #asked[1])
    assert.are.same({}, have[1].dice)
  end)
end)

local SHOT <const> = { side = "a", ["do"] = "shoot", unit = "32", target = "8" }

local function verified(written)
  local report = assert(verify.verify(assert(Replay.read(table.concat(written))), toys.loader()))
  assert.is_true(report.ok, report.first_divergence and report.first_divergence.message)
  return report
end

--- A teller that answers each question by the next of some lists of answers, and notes what it was asked.
local function teller(...)
  local answers, asked = { ... }, {}
  return function(specs, call)
    asked[#asked + 1] = { specs = specs, call = call }
    return table.remove(answers, 1) or error { arg = "dice", message = "no more dice" }
  end, asked
end

describe("a game with real dice", function()
  it("asks for all the throws of a combat at once, and notes totals", function()
    local tell, asked = teller({ { dice = { 3, 4 }, total = 7 } }, { { dice = { 6 } }, { dice = { 2 } } })
    local game, written = toys.in_charge { tell_dice = tell }
    toys.give(game, toys.answer("b", "stand"))
    assert.are.equal(2, #asked)
    assert.are.equal(2, #asked[2].specs)
    assert.are.same({ "31", "7" }, { asked[2].specs[1].thrower, asked[2].specs[2].thrower })
    local line = game.journal.lines[3]
    assert.are.equal(7, line.calls[1].rolls[1].total)
    assert.are.same({ true, true }, { line.calls[1].told, line.calls[2].told })
    assert.are.equal(1, game.state.root.units["7"].hits)
    verified(written)
  end)

  it("throws by the seed what players leave to it: the same as it would have thrown", function()
    local plain = toys.in_charge()
    toys.give(plain, toys.answer("b", "stand"))
    local expected = plain.journal.lines[3].calls
    local function leave(specs)
      local answers = {}
      for i, spec in ipairs(specs) do answers[i] = { dice = spec.seeded, thrown = true } end
      return answers
    end
    local game, written = toys.in_charge { tell_dice = leave }
    toys.give(game, toys.answer("b", "stand"))
    assert.are.same(expected, game.journal.lines[3].calls)
    verified(written)
  end)

  it("may go over to thrown dice and back; each line verifies, and corrections ask only for what is new", function()
    local tell, asked = teller({ { dice = { 3, 4 } } }, { { dice = { 6 } }, { dice = { 2 } } })
    local game, written = toys.in_charge { tell_dice = tell }
    toys.give(game, toys.answer("b", "stand"), toys.done "a", toys.done "a", toys.done "b")
    game.throws.told = nil
    toys.give(game, SHOT)
    assert.is_nil(game.journal.at.calls[1].told)
    local shot = game.journal.at.calls[1].rolls[1].dice
    verified(written)
    local again, asked_again = teller({ { dice = { 2 } }, { dice = { 2 } } })
    game.throws.told = again
    assert(game:fix(3, { call = 2, roll = 1, dice = { 1 } }, "misread"))
    assert.are.same(shot, game.journal.at.calls[1].rolls[1].dice)
    assert.are.equal(2, #asked)
    assert.are.equal(1, #asked_again) -- the melee is a draw now, and fought again
    assert.are.equal(2, asked_again[1].specs[1].n + asked_again[1].specs[2].n)
    verified(written)
  end)

  it("shows the same again for the same name; a fresh throw is asked for", function()
    local tell, asked = teller({ { dice = { 6, 6 } } }, { { dice = { 6 } }, { dice = { 2 } } },
      { { dice = { 5, 5 } } }, { { dice = { 3 } }, { dice = { 1 } } })
    local game, written = toys.in_charge { tell_dice = tell }
    toys.give(game, toys.answer("b", "stand"))
    local first = game.journal.at.calls
    assert.truthy(game:undo())
    toys.give(game, toys.answer("b", "stand"))
    assert.are.equal(2, #asked)
    assert.are.same(first[2].rolls, game.journal.at.calls[2].rolls)
    assert.is_true(game.journal.at.calls[2].told)
    assert(game:rethrow())
    assert.are.equal(4, #asked)
    assert.are.same({ 5, 5 }, game.journal.at.calls[1].rolls[1].dice)
    verified(written)
  end)

  it("is fought on under other rules with what was told; the rest is thrown", function()
    local tell = teller({ { dice = { 6, 6 } } }, { { dice = { 2 } }, { dice = { 2 } } }, { { dice = { 6 } }, { dice = { 2 } } })
    local game, written = toys.in_charge { tell_dice = tell }
    toys.give(game, toys.answer("b", "stand"))
    local recording = assert(Replay.read(table.concat(written)))
    local under = assert(verify.under(recording, toys.loader(), { "brave" }, {}))
    assert.is_nil(under.stopped)
    assert.are.same({ 6 }, under.lines[3].calls[3].rolls[1].dice)
  end)

  it("gives a command up whole when no dice come", function()
    local game = toys.in_charge { tell_dice = teller({ { dice = { 6, 6 } } }) }
    local before = #game.journal.lines
    local line, fault = game:command(toys.answer("b", "stand"))
    assert.is_nil(line)
    assert.are.equal("dice", fault.arg)
    assert.are.equal(before, #game.journal.lines)
    assert.are.equal("charge.response", game:waiting().path)
    local tell, asked = teller({ { dice = { 6, 6 } } }, { { dice = { 6 } }, { dice = { 2 } } })
    game.throws.told = tell
    toys.give(game, toys.answer("b", "stand"))
    assert.are.same({ 6, 6 }, asked[1].specs[1].offered.dice)
    assert.is_nil(asked[2].specs[1].offered)
  end)
end)
