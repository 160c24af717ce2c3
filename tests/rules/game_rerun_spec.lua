-- A battle played through again under other rules, and corrections that come to nothing: the game is never lost.
local question <const> = require "limber.ask.question"
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

--- A game in which 7 has broken: it stood, and its nerve was 1 and 1.
local function broken(opts)
  local game, written = toys.in_charge(opts)
  toys.give(game, toys.answer("b", "stand"))
  assert(game:fix(3, { dice = { 1, 1 } }))
  assert.equal("gone", game.state.root.units["7"].status)
  return game, written
end

local function verifies(written)
  local recording = assert(Replay.read(table.concat(written)))
  local report, fault = verify.verify(recording, toys.loader())
  assert(report, fault and fault.message)
  assert.is_true(report.ok)
end

local function brave(game)
  return game:rerun(toys.rules(nil, { "brave" }), { kind = "variant", variants = { "brave" } })
end

describe("a battle under other rules", function()
  it("is played through from its beginning, as a branch, and says what came out otherwise", function()
    local game, written = broken()
    local before = game.journal.at.id
    local report = assert(brave(game))
    assert.not_equal("gone", game.state.root.units["7"].status) -- brave: nobody breaks
    assert.same({ game.journal.at.id }, report.changed)
    assert.equal(before, report.was[report.changed[1]].id)
    assert.is_nil(game.journal.lines[before + 1].parent) -- the change of rules stands at the beginning
    verifies(written)
    game:go_to(before)
    assert.equal("gone", game.state.root.units["7"].status)
    assert.is_false(game.rules.view.option.brave)
  end)

  it("begins under the rules it began with, whatever was in force after", function()
    local game = toys.in_charge()
    assert(game:tweak { option = "brave", value = true })
    game:go_to(nil)
    assert.is_false(game.rules.view.option.brave)
    game:go_to(3)
    assert.is_true(game.rules.view.option.brave)
    assert(game:rerun(toys.rules(), { kind = "reload", variants = {} }))
    assert.is_true(game.rules.view.option.brave) -- the tweak is made again, where it was made
  end)

  it("leaves out what is refused now, and answers what is newly asked", function()
    -- nobody may charge at more than 100 mm: the charge is refused, and its answer with it
    local game = broken()
    local text = toys.slurp "tests/rules/toy/charge.lua"
    local rules = toys.rules { ["rules-lua/toy/charge.lua"] = text:gsub("gap > 200 then return", "gap > 100 then return") }
    local report = assert(game:rerun(rules, { kind = "reload", variants = {} }))
    assert.equal(2, #report.skipped)
    assert.equal("charge", report.skipped[1].line.command["do"])
    assert.equal("turn.charges", game:waiting().path)
  end)

  it("stays as it was when the other rules never end", function()
    local game = broken()
    local before, rules = game.journal.at, game.rules
    local report, fault = game:rerun(toys.rules(nil, { "endless" }), { kind = "variant", variants = { "endless" } })
    assert.is_nil(report)
    assert.equal("budget", fault.kind)
    assert.equal(before, game.journal.at)
    assert.equal(rules, game.rules)
    assert.equal("gone", game.state.root.units["7"].status)
    toys.give(game, toys.done "a")
  end)
end)

describe("a correction that comes to nothing", function()
  local ROTTEN <const> = toys.slurp("tests/rules/toy/combat.lua"):gsub('local roll = dice.sum%(2, 6, "nerve"%)',
    '%0\n    if roll == 2 then error("rotten") end')

  it("leaves the game where it was", function()
    local game = toys.in_charge { instead = { ["rules-lua/toy/combat.lua"] = ROTTEN } }
    toys.give(game, toys.answer("b", "evade"))
    local before = game.journal.at
    assert(game:undo())
    toys.give(game, toys.answer("b", "stand"))
    local stood = game.journal.at
    local report, fault = game:fix(stood.id, { dice = { 1, 1 } })
    assert.is_nil(report)
    assert.equal("error", fault.kind)
    assert.equal(stood, game.journal.at)
    assert.is_nil(game.throws.known)
    game:go_to(before.id)
  end)

  it("is refused when it cannot even be noted", function()
    local game = broken()
    local before = game.journal.at
    game.journal.append = function() error("the disk is full", 0) end
    local report, fault = game:fix(before.id, { dice = { 6, 6 } })
    assert.is_nil(report)
    assert.truthy(fault.message:find "the disk is full")
    assert.equal(before, game.journal.at)
  end)
end)

describe("a journal", function()
  it("gives its text at any time as it would have been written", function()
    local game, written = broken()
    assert.equal(table.concat(written), game.journal:text())
  end)
end)

describe("a question that raises", function()
  it("leaves no note of modifiers behind", function()
    local rules = toys.rules { ["rules-lua/toy/combat.lua"] = toys.slurp("tests/rules/toy/combat.lua"):gsub(
      'dice = "2d6",', '%0 before = function() error("rotten") end,', 1) }
    assert.is_false((pcall(question.ask, rules, "morale.test", {}, nil, {})))
    assert.is_nil(rules.view.considered)
    assert.is_false((pcall(question.considered, rules, "morale.test", {})))
    assert.is_nil(rules.view.considered)
  end)
end)
