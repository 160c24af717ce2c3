--- The players' word is final: corrected dice and choices, amended values, refusals overruled, fresh throws.
local tree <const> = require "limber.common.tree"
local digest <const> = require "kernel.digest"
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

local function verified(written)
  return assert(verify.verify(assert(Replay.read(table.concat(written))), toys.loader()))
end

local SHOT <const> = { side = "a", ["do"] = "shoot", unit = "32", target = "8" }

local function fought(opts, choice)
  local game, written = toys.in_charge(opts)
  toys.give(game, toys.answer("b", choice or "stand"), toys.done "a", toys.done "a", toys.done "b", SHOT)
  return game, written
end

local function dice_of(line, call, roll)
  return line.calls[call].rolls[roll].dice
end

describe("a correction", function()
  it("changes one throw and does the rest again with the dice there were", function()
    local game, written = fought()
    local shot = dice_of(game.journal.lines[7], 1, 1)
    local report = assert(game:fix(3, { call = 1, roll = 1, dice = { 1, 1 } }, "misread"))
    assert.is_nil(report.stopped)
    assert.are.equal(5, #report.lines)
    assert.are.same({ 1, 1 }, dice_of(report.lines[1], 1, 1))
    assert.are.equal("gone", game.state.root.units["7"].status)
    assert.are.same(shot, dice_of(report.lines[5], 1, 1))
    assert.are.equal(report.lines[1].id, report.changed[1])
    assert.is_true(verified(written).ok)
    game:go_to(7)
    assert.are_not.equal("gone", game.state.root.units["7"].status)
    assert.are.equal(2, #game:branches())
  end)

  it("leaves the other throws of the same question as they were", function()
    local game, written = fought()
    local line = game.journal.lines[3]
    local nerve, other = dice_of(line, 1, 1), dice_of(line, 2, 2)
    local die = dice_of(line, 2, 1)[1] % 6 + 1
    local report = assert(game:fix(3, { call = 2, roll = 1, dice = { die } }))
    assert.are.same(nerve, dice_of(report.lines[1], 1, 1))
    assert.are.same({ die }, dice_of(report.lines[1], 2, 1))
    assert.are.same(other, dice_of(report.lines[1], 2, 2))
    assert.is_true(verified(written).ok)
  end)

  it("refuses dice that cannot be", function()
    local game = fought()
    for _, dice in ipairs { { 7, 1 }, { 1 }, { 0, 1 }, { 1, 2, 3 } } do
      local report, refusal = game:fix(3, { call = 1, roll = 1, dice = dice })
      assert.is_nil(report)
      assert.are.equal("dice", refusal.arg)
    end
    assert.are.equal("line", select(2, game:fix(99, { dice = { 1 } })).arg)
    assert.are.equal("line", select(2, game:fix(4, { dice = { 1 } })).arg)
    assert.are.equal(7, game.journal.at.id)
  end)

  it("keeps a total where no more is known", function()
    local game, written = fought()
    local report = assert(game:fix(3, { call = 1, roll = 1, dice = { 1, 2 }, total = 3 }))
    assert.are.equal(3, report.lines[1].calls[1].rolls[1].total)
    local line = game.journal.lines[report.lines[1].id - 1]
    assert.are.equal(3, line.total)
    assert.are.equal(3, game.state.root.fixes[line.name].total)
    assert.is_true(verified(written).ok)
    local none, refusal = game:fix(report.lines[1].id, { call = 1, roll = 1, dice = { 1, 2 }, total = 4 })
    assert.is_nil(none)
    assert.are.equal("dice", refusal.arg)
  end)

  it("changes a choice, and stops or goes on where a command is refused", function()
    local game, written = fought(nil, "countercharge")
    local report = assert(game:fix(3, { command = toys.answer("b", "evade") }))
    assert.are.equal(5, #report.lines)
    assert.are.equal(500000, game.state.root.units["7"].base.y)
    game:go_to(7)
    local other = { side = "a", ["do"] = "charge", unit = "32", target = "8" }
    report = assert(game:fix(2, { command = other }))
    assert.are.equal(1, #report.lines)
    assert.truthy(report.stopped)
    assert.are.equal("choice", report.stopped.refusal.arg)
    assert.are.equal("charge.response", game:waiting().path)
    assert.is_true(verified(written).ok)
    local none, refusal = game:fix(game.journal.at.id, { command = { side = "a", ["do"] = "fly" } })
    assert.is_nil(none)
    assert.are.equal("do", refusal.arg)
    assert.truthy(report.lines[1])
  end)
end)

describe("dice told by players", function()
  local asked
  local function tell(specs)
    local answers = {}
    for i, spec in ipairs(specs) do
      asked[#asked + 1] = spec
      answers[i] = { dice = {} }
      for die = 1, spec.n do answers[i].dice[die] = 4 end
    end
    return answers
  end

  before_each(function() asked = {} end)

  it("are asked for throw by throw, and come back from the file", function()
    local _, written = fought { tell_dice = tell }
    assert.are.equal("nerve", asked[1].label)
    assert.are.equal("7", asked[1].thrower)
    local before = #asked
    assert.is_true(verified(written).ok)
    assert.are.equal(before, #asked)
  end)

  it("are asked again after a correction only where there were none", function()
    local game, written = fought { tell_dice = tell }
    asked = {}
    assert(game:fix(3, { call = 1, roll = 1, dice = { 1, 1 } }))
    assert.are.same({}, asked)
    game:go_to(7)
    assert(game:fix(3, { call = 1, roll = 1, dice = { 6, 6 } }))
    assert.are.same({}, asked)
    assert.is_true(verified(written).ok)
  end)
end)

describe("the players' word", function()
  it("amends a value with a reason", function()
    local game, written = fought()
    assert(game:amend("units.8.hits", 3, "forgotten"))
    assert.are.equal(3, game.state.root.units["8"].hits)
    assert.is_nil((game:amend("units.8.hits", "three", "")))
    assert.is_nil((game:amend("units.8.hits", -1, "")))
    assert.is_nil((game:amend("units.88.hits", 3, "")))
    assert.is_true(verified(written).ok)
    game:undo()
    assert.are_not.equal(3, game.state.root.units["8"].hits)
  end)

  it("overrules a refusal, and is on record", function()
    local game, written = fought()
    local again, refusal = game:command(SHOT)
    assert.is_nil(again)
    assert.are.equal("T5", refusal.cite)
    local line = assert(game:allow(SHOT, "a second volley was agreed"))
    assert.are.equal("a second volley was agreed", line.allowed.reason)
    assert.truthy(line.allowed.refused:find "has shot already")
    assert.is_true(verified(written).ok)
  end)

  it("throws the same dice when a command is given again, and others when told to", function()
    local game, written = fought()
    local first = digest.of(game.journal.at.calls)
    game:undo()
    toys.give(game, SHOT)
    assert.are.equal(first, digest.of(game.journal.at.calls))
    assert.are.equal(7, game.journal:done_before(game.journal.at).id)
    local seen = {}
    for _ = 1, 6 do
      local line = assert(game:rethrow())
      seen[dice_of(line, 1, 1)[1]] = true
    end
    assert.is_true(next(seen, next(seen)) ~= nil)
    assert.is_true(verified(written).ok)
  end)

  it("leaves a game where it was when something is raised on the way", function()
    local armed
    local game = fought { story = function() if armed then error "nobody listens" end end }
    local line, root = game.journal.at, digest.of(game.state.root)
    armed = true
    local done, fault = game:rethrow()
    assert.is_nil(done)
    assert.are.equal("error", fault.kind)
    assert.are.equal(line.id, game.journal.at.id)
    assert.are.equal(root, digest.of(game.state.root))
    game:go_to(line.parent)
    assert.is_false((pcall(game.again, game, line)))
    assert.is_nil(game.throws.known)
  end)

  it("knows the state it began with, wherever it is now", function()
    local game = fought()
    local began = game.begun_with.state
    game:go_to(nil)
    assert.are.equal(began, digest.of(game.state.root))
  end)

  it("tweaks a rule in the middle of a game, and going back takes it back", function()
    local game, written = toys.in_charge()
    assert(game:tweak { option = "brave", value = true })
    assert.is_true(game.rules.view.option.brave)
    toys.give(game, toys.answer("b", "stand"))
    game:go_to(2)
    assert.is_false(game.rules.view.option.brave)
    game:go_to(4)
    assert.is_true(game.rules.view.option.brave)
    assert.is_nil((game:tweak { option = "bravery", value = true }))
    assert.is_true(verified(written).ok)
    assert.truthy(game:branch "the brave")
    assert.are.equal("the brave", game:branches()[1].name)
    local _, fault = game:branch "the brave"
    assert.truthy(fault.message:find "has that name already")
  end)

  it("keeps what people say of a line, and nothing follows from it", function()
    local game, written = toys.in_charge()
    local before = tree.copy(game.state.root)
    local line = assert(game:note("a bold stroke", 1, { "a" }))
    assert.same({ "note", "a bold stroke", 1 }, { line.kind, line.text, line.of })
    assert.same(before, tree.copy(game.state.root))
    assert(game:note "and another")
    toys.give(game, toys.answer("b", "stand"))
    assert.is_true(verified(written).ok)
    assert.truthy(table.concat(written):find('"by":["a"]', 1, true))
  end)

  it("puts other variants in force in the middle of a game, or files read again", function()
    local game, written = toys.in_charge()
    assert(game:change_rules(toys.rules(nil, { "brave" }), { kind = "variant", variants = { "brave" } }))
    assert.is_true(game.rules.view.option.brave)
    toys.give(game, toys.answer("b", "stand"))
    game:go_to(2)
    assert.is_false(game.rules.view.option.brave)
    local path = "rules-lua/toy/combat.lua"
    local text = toys.slurp("tests/rules/toy/combat.lua"):gsub('dice.sum%(2, 6, "nerve"%)', 'dice.sum(3, 6, "nerve")')
    text = text:gsub('int "roll" { 2, 12 }', 'int "roll" { 3, 18 }')
    local file = { path = path, text = text, digest = digest.of(text) }
    assert(game:change_rules(toys.rules { [path] = text }, { kind = "reload", variants = {}, files = { file } }))
    toys.give(game, toys.answer("b", "stand"))
    assert.are.equal(3, #dice_of(game.journal.at, 1, 1))
    local recording = assert(Replay.read(table.concat(written)))
    assert.are.equal("roll", verify.verify(recording, toys.loader()).first_divergence.what)
    recording.own_copies = true -- by the files that it carries, not by those installed
    assert.is_true(verify.verify(recording, toys.loader()).ok)
  end)
end)
