--- In the middle of a charge a game can be saved, undone, branched and loaded, and goes on as if nothing had been.
local digest <const> = require "kernel.digest"
local json <const> = require "kernel.json"
local Game <const> = require "limber.game.game"
local Replay <const> = require "limber.record.replay"
local verify <const> = require "limber.record.verify"
local Sequence <const> = require "limber.game.sequence"
local toys <const> = require "rules.toys"

local function now(game)
  return digest.of(game.state.root)
end

--- What is played after the answer, to the end of the turn.
local function play_on(game, choice)
  toys.give(game, toys.answer("b", choice), toys.done "a", toys.done "a", toys.done "b",
    { side = "a", ["do"] = "shoot", unit = "32", target = "8" }, toys.done "a", toys.done "b")
  return now(game)
end

describe("a charge under way", function()
  it("waits for the other side's answer, which is another command", function()
    local game = toys.in_charge()
    local waiting = game:waiting()
    assert.are.equal("charge.response", waiting.path)
    assert.are.same({ "b" }, waiting.sides)
    assert.are.same({ "stand", "evade", "countercharge" }, waiting.options)
    local done, refusal = game:command(toys.answer("a", "stand"))
    assert.is_nil(done)
    assert.are.equal("side", refusal.arg)
    done, refusal = game:command(toys.answer("b", "flee"))
    assert.is_nil(done)
    assert.are.equal("choice", refusal.arg)
    assert.truthy(game:command { side = "b", ["do"] = "evade" })
    assert.are.equal("turn.charges", game:waiting().path)
  end)

  it("is loaded from its replay and goes on alike", function()
    local game, written = toys.in_charge()
    local recording = assert(Replay.read(table.concat(written)))
    local loaded = assert(Replay.game(recording, toys.loader()))
    for _, line in ipairs(recording.lines) do assert(loaded:again(line)) end
    assert.are.equal(now(game), now(loaded))
    assert.are.equal(game.journal.digest, loaded.journal.digest)
    assert.are.equal(play_on(game, "stand"), play_on(loaded, "stand"))
    assert.are.equal(game.journal.digest, loaded.journal.digest)
  end)

  it("is loaded from its state alone and throws the same dice", function()
    local game = toys.in_charge()
    local saved = json.encode(game.state.root)
    local loaded = Game.new { rules = game.rules, start = json.decode(saved), seed = 7 }
    assert.are.equal(now(game), now(loaded))
    assert.are.equal(play_on(game, "countercharge"), play_on(loaded, "countercharge"))
  end)

  it("is undone and done again", function()
    local game = toys.in_charge()
    local before = now(game)
    local after = play_on(game, "stand")
    local lines = #game.journal.lines
    while game.journal.at.id > 2 do assert.truthy(game:undo()) end
    assert.are.equal(before, now(game))
    assert.are.equal("charge.response", game:waiting().path)
    while game:redo() do end
    assert.are.equal(after, now(game))
    assert.are.equal(lines, #game.journal.lines)
  end)

  it("branches, and every branch stays what it was", function()
    local game, written = toys.in_charge()
    local middle = now(game)
    local stood = play_on(game, "stand")
    local stood_at = game.journal.at.id
    game:go_to(2)
    assert.are.equal(middle, now(game))
    local evaded = play_on(game, "evade")
    assert.are_not.equal(stood, evaded)
    assert.are.equal(2, #game:branches())
    game:go_to(stood_at)
    assert.are.equal(stood, now(game))
    game:go_to(2)
    assert.are.equal(stood, play_on(game, "stand"))
    assert.are.equal(3, #game:branches())
    local report = assert(verify.verify(assert(Replay.read(table.concat(written))), toys.loader()))
    assert.is_true(report.ok)
    assert.are.equal(game.journal.digest, report.digest)
  end)

  it("throws the dice of others alike whatever was answered", function()
    local function shot_after(choice)
      local game = toys.in_charge()
      play_on(game, choice)
      for _, line in ipairs(game.journal.lines) do
        for _, call in ipairs(line.calls) do
          if call.procedure == "fire.shoot" then return call.rolls[1].dice[1] end
        end
      end
    end
    assert.are.equal(shot_after "evade", shot_after "stand")
    assert.are.equal(shot_after "evade", shot_after "countercharge")
  end)

  it("can be interrupted by an ambush, which is answered first", function()
    local game = toys.game()
    assert(game:start())
    toys.give(game, { side = "b", ["do"] = "ambush", unit = "9", target = "32" })
    assert.are.same({ "a" }, game:waiting().sides)
    toys.give(game, toys.answer("a", "stand"))
    assert.are.equal("turn.charges", game:waiting().path)
    toys.give(game, toys.CHARGE)
    assert.are.equal("charge.response", game:waiting().path)
    local done = game:command { side = "a", ["do"] = "ambush", unit = "31", target = "7" }
    assert.is_nil(done)
  end)

  it("goes on where nobody says what to do: a first option, then all are done", function()
    local game = toys.in_charge()
    local waiting = game:waiting()
    assert.are.same(toys.answer("b", waiting.options[1]), Sequence.unasked(waiting))
    local kinds = {}
    while game:waiting().kind ~= "over" do
      local cmd = Sequence.unasked(game:waiting())
      kinds[cmd["do"]] = true
      assert(game:command(cmd))
    end
    assert.are.same({ answer = true, done = true }, kinds)
    assert.is_nil(Sequence.unasked(game:waiting()))
  end)
end)
