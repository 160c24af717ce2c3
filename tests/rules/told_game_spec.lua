--- Games whose players tell what a tape would: what is asked and when, what is kept, what is given up, and replays.
local json <const> = require "kernel.json"
local Replay <const> = require "limber.record.replay"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"
local trace <const> = require "limber.record.trace"
local verify <const> = require "limber.record.verify"

local BATTLE <const> = [[
scenario {
  title = "No table", ruleset = "toy", facts = "told", last_turn = 4,
  side "a" { name = "Blue", unit "31" { kind = "foot", men = 20, name = "Garde" }, unit "32" { kind = "horse", men = 12 } },
  side "b" { name = "Red", unit "7" { kind = "horse", men = 12 }, unit "8" { kind = "foot", men = 20, number = "88" } },
}
]]

--- The toy without its moves on a map: in their place both shoot in secret, and say where they stand.
local INSTEAD <const> = {
  ["rules-lua/toy/turn.lua"] = toys.slurp("tests/rules/toy/turn.lua")
    :gsub('phase "moves" {[^\n]*\n', 'phase "volley" { side = "both", commands = { "shoot" }, sealed = true },\n')
    .. [[
fact "friends" {
  ask = "Which friends stand by {1}?", units "friends" { "own", default = {} },
  suggest = function(view, id)
    view:fact("distance", id, id)
    return { id }
  end,
  check = function(_, value) if #value > 1 then return refuse("friends", "are too many") end end,
}
command "look" { args = { unit "unit" { "own" } }, run = function(play, cmd)
  local friends = play:fact("friends", cmd.unit)
  play:set(play:unit(cmd.unit), "friends", #friends)
end }
]],
  ["rules-lua/toy/forces.lua"] = toys.slurp("tests/rules/toy/forces.lua")
    :gsub('fact "distance" {', 'fact "distance" { suggest = function(_, from) return from == "32" and 99 or nil end,'),
}
INSTEAD["rules-lua/toy/turn.lua"] = INSTEAD["rules-lua/toy/turn.lua"]
  :gsub('commands = { "shoot" } },\n}', 'commands = { "shoot", "look" } },\n}')

--- A told game at its first choice; `answers` are taken one by one, by fact.
local function begun(answers, opts)
  local asked = {}
  opts = opts or {}
  opts.text, opts.instead = BATTLE, INSTEAD
  function opts.tell_fact(question)
    asked[#asked + 1] = question
    local value = table.remove(answers, 1)
    if value == nil then error({ arg = "facts", message = "given up" }, 0) end
    return value
  end
  local game, written = toys.game(opts)
  assert(game:start())
  return game, written, asked
end

local function verified(written)
  local report = assert(verify.verify(assert(Replay.read(table.concat(written))), toys.loader(INSTEAD)))
  assert.is_true(report.ok, json.encode(report.first_divergence or {}))
end

local SHOT <const> = { side = "a", ["do"] = "shoot", unit = "32", target = "8" }

describe("a told game", function()
  it("has no positions, and says so in the state", function()
    local game = begun {}
    local root = game.state.root
    assert.are.equal("told", root.facts)
    for _, id in ipairs(root.order.units) do
      assert.is_nil(root.units[id].base)
      assert.is_table(root.units[id].footprint)
    end
    local start = assert(Scenario.build(toys.scenario(), toys.rules(), { facts = "told" }))
    assert.is_nil(start.units["31"].base)
    assert.is_nil(assert(Scenario.build(toys.scenario(), toys.rules())).facts)
    local _, faults = Scenario.build(toys.scenario(BATTLE), toys.rules(), { facts = "measured" })
    assert.truthy(faults[1].message:find "ground")
  end)

  it("asks only what a rule needs, once a command, with what is likely", function()
    local game, written, asked = begun { 120 }
    assert(game:command(toys.CHARGE))
    assert.are.equal(1, #asked)
    assert.are.equal("How far is Garde from 7?", asked[1].text)
    assert.is_nil(asked[1].offered)
    assert.are.same({ { fact = "distance", of = { "31", "7" }, value = 120 } }, game.journal.at.facts)
    verified(written)
  end)

  it("offers what was told for a command that came to nothing", function()
    local game, written, asked = begun { 450, 150 }
    assert.is_nil((game:command(toys.CHARGE)))
    assert(game:command(toys.CHARGE))
    assert.are.equal(450, asked[2].offered)
    verified(written)
  end)

  it("offers what was told when a command is given again after it was undone", function()
    local game, written, asked = begun { 120, 130 }
    toys.give(game, toys.CHARGE)
    assert.truthy(game:undo())
    toys.give(game, toys.CHARGE)
    assert.are.equal(120, asked[2].offered)
    assert.are.equal(130, game.journal.at.facts[1].value)
    verified(written)
  end)

  it("gives a command up whole when an answer is not given", function()
    local game, _, asked = begun {}
    local lines = #game.journal.lines
    local line, fault = game:command(toys.CHARGE)
    assert.is_nil(line)
    assert.are.equal("facts", fault.arg)
    assert.are.same({ 1, lines }, { #asked, #game.journal.lines })
  end)

  it("keeps with a sealed command what was told for it", function()
    local game, written, asked = begun { 200, 180, 90 }
    toys.give(game, toys.done "a", SHOT)
    assert.are.equal(99, asked[1].offered)
    assert.is_nil(game:view("b"):sealed("a")[1])
    toys.give(game, toys.done "a", { side = "b", ["do"] = "shoot", unit = "8", target = "31" })
    assert.are.equal(2, #asked)
    toys.give(game, toys.done "b")
    assert.are.equal(2, #asked)
    assert.are.equal(2, #game.journal.at.calls)
    assert.are.equal(200, game.journal.at.facts[1].value)
    assert.is_true(game.state.root.units["32"].shot)
    verified(written)
    local before = #game.journal.lines
    while game:undo() do assert.truthy(true) end
    while game:redo() do assert.truthy(true) end
    assert.are.equal(before, game.journal.at.id)
    assert.are.equal(2, #asked)
  end)

  it("tells what has happened before it asks, and nothing twice", function()
    local told, seen = {}, {}
    local game, written
    local function tell_dice(specs)
      game:tell_so_far()
      seen[#seen + 1] = #told
      local answers = {}
      for i, spec in ipairs(specs) do answers[i] = { dice = spec.n == 2 and { 6, 6 } or { 1 } } end
      if #specs == 2 then answers[1].dice[1] = 6 end
      return answers
    end
    game, written = begun({ 120 }, { tell_dice = tell_dice, story = function(event) told[#told + 1] = event end })
    toys.give(game, toys.CHARGE, toys.answer("b", "stand"))
    assert.are.same({ 1, 3 }, seen)
    assert.are.equal(4, #told)
    assert.are.equal("charged", told[1].say)
    verified(written)
  end)

  it("knows ids, refuses those that cannot be, and asks nobody for a suggestion", function()
    local game, written, asked = begun { { "32" } }
    toys.give(game, toys.done "a", toys.done "a", toys.done "b", { side = "a", ["do"] = "look", unit = "32" })
    assert.are.equal(1, #asked)
    assert.is_nil(asked[1].offered) -- its suggestion would have to ask
    assert.are.equal(1, game.state.root.units["32"].friends)
    assert.truthy(select(2, asked[1].check { "7" }).message:find "7")
    assert.truthy(select(2, asked[1].check { "99" }).message:find "no unit")
    assert.truthy(select(2, asked[1].check { "31", "32" }).message:find "too many")
    verified(written)
  end)

  it("does again what was told after a correction, and asks for what is new", function()
    local game, written, asked = begun { 120, 150, 80 }
    toys.give(game, toys.CHARGE, toys.answer("b", "stand"), toys.done "a", SHOT)
    assert.are.equal(2, #asked)
    assert(game:fix(3, { call = 1, roll = 1, dice = { 6, 6 } }))
    assert.are.equal(2, #asked)
    verified(written)
    local report = assert(game:fix(2, { command = { side = "a", ["do"] = "charge", unit = "31", target = "8" } }))
    assert.are.equal(3, #asked)
    assert.are.same({ "31", "8" }, asked[3].of)
    assert.are.equal(80, report.lines[1].facts[1].value)
    verified(written)
    assert(game:rethrow())
    assert.are.equal(3, #asked)
    verified(written)
  end)

  it("is traced without positions", function()
    local game, written = begun { 120 }
    toys.give(game, toys.CHARGE, toys.answer("b", "stand"))
    local lines = {}
    local recording = assert(Replay.read(table.concat(written)))
    local report = trace.trace(recording, toys.loader(INSTEAD), function(text) lines[#lines + 1] = json.decode(text) end)
    assert.is_true(report.ok)
    assert.are.equal(4, #lines[1].units)
    for _, unit in ipairs(lines[1].units) do assert.is_nil(unit.x_mm) end
    assert.is_nil(lines[1].table.width_mm)
  end)

  it("does not verify when what was told is altered", function()
    local game, written = begun { 120 }
    toys.give(game, toys.CHARGE)
    written[3] = written[3]:gsub('"value":120', '"value":199')
    local report = assert(verify.verify(assert(Replay.read(table.concat(written))), toys.loader(INSTEAD)))
    assert.is_false(report.ok)
  end)
end)
