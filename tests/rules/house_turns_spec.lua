-- House rules that are on for some turns: what a stack is in each of them, and battles under it.
local diff <const> = require "limber.rules.diff"
local during <const> = require "limber.rules.during"
local matters <const> = require "limber.rules.relevance"
local Replay <const> = require "limber.record.replay"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

local RAIN <const> = [[variant "rain" {
  fields = { unit = { int "wet" { 0, 9, default = 0 } } },
  modifiers = { { "drenched", -1, of = "weather", flag = "drenched" } },
  wraps = { ["fire.shoot"] = function(published, rules, q, dice)
    local r = published(rules, q, dice) r.hit = false return r end },
  steps = { ["turn.begin"] = { run = function(published, play, about)
    play:tell("it_rains", {})
    for _, unit in play:units() do play:set(unit, "wet", unit.wet + 1) end
    return published(play, about)
  end } },
  story = { solo = "It rains on {side}." },
}
modifiers "weather" { judges = { "fire.shoot" } }
story { it_rains = "It rains." }
insert "turn" { before = "moves", step "mud" { run = function(play) play:tell("it_rains", {}) end } }]]

local function options(variants, more)
  local opts = { instead = { ["rules-lua/toy/variants/rain.lua"] = RAIN }, variants = variants }
  for key, value in next, more or {} do opts[key] = value end
  return opts
end

--- Ends the turn under way.
local function next_turn(game)
  local turn = game.state.root.turn
  while game.state.root.turn == turn and not game.state.root.result do
    local waiting = game:waiting()
    toys.give(game, toys.done(waiting.sides[1]))
  end
end

local function has_mud(game) return game.words.sequences.turn.index.mud ~= nil end

local function events(line)
  local told = {}
  for _, event in ipairs(line.events) do told[#told + 1] = event.say end
  return told
end

describe("the turns of a house rule", function()
  it("are written after its name", function()
    for text, turns in pairs {
      ["rain@3-5"] = { from = 3, to = 5 }, ["rain@3-"] = { from = 3 }, ["rain@3"] = { from = 3, to = 3 },
      ["rain@-5"] = { from = 1, to = 5 },
    } do
      local name, read, wrong = during.read(text)
      assert.is_nil(wrong)
      assert.same({ "rain", turns }, { name, read })
      assert.same({ "rain", turns }, { during.read(during.text(name, read)) })
    end
    assert.same({ "./a b/rain.lua", { from = 2 } }, { during.read "./a b/rain.lua@2-" })
    assert.same({ "rain" }, { during.read "rain" })
    for _, text in ipairs { "rain@", "rain@-", "rain@5-3", "rain@0", "rain@0-3", "rain@301", "rain@3-999999999999" } do
      local _, _, wrong = during.read(text)
      assert.truthy(wrong, text)
    end
  end)

  it("are refused where they are none, with what is meant", function()
    local function refused(name)
      local done, fault = pcall(toys.rules, options({}).instead, { name })
      assert.is_false(done)
      return type(fault) == "table" and fault.message or tostring(fault)
    end
    assert.matches("its last turn, 3, comes before its first, 5", refused "rain@5-3", 1, true)
    assert.matches("turns are written rain@3-5, rain@3- or rain@3", refused "rain@", 1, true)
    assert.matches("turns are written rain@3-5, rain@3- or rain@3", refused "rain@3-x", 1, true)
    assert.matches("no variant 'rian'", (refused "rian@3":gsub('"', "'")), 1, true)
  end)
end)

describe("a stack with a house rule for some turns", function()
  it("is another for each set of layers that are on, kept", function()
    local rules = toys.rules(options({}).instead, { "brave", "rain@2-3" })
    local before, on, after = rules:at_turn(1), rules:at_turn(2), rules:at_turn(4)
    assert.equal(before, after)
    assert.equal(on, rules:at_turn(3))
    assert.equal(rules, on)
    assert.not_equal(before, on)
    assert.equal(before, on:at_turn(0))
    assert.equal(on, before:at_turn(2))
    assert.is_true(before.view.option.brave and on.view.option.brave)
    assert.is_nil(before.game.sequences.turn.index.mud)
    assert.truthy(on.game.sequences.turn.index.mud)
    assert.not_equal(before.generation, on.generation)
    assert.same({ "brave", "rain@2-3" }, before:variant_turns())
    assert.same({ "brave", "rain@2-3" }, before:variant_sources())
    assert.same({ "brave", "rain" }, before:variant_names())
  end)

  it("is itself in every turn where no layer has turns", function()
    local rules = toys.rules(nil, { "brave" })
    assert.equal(rules, rules:at_turn(3))
  end)

  it("has the player's changes on top in every turn", function()
    local rules = toys.rules(options({}).instead, { "rain@2-3" })
    local before = rules:at_turn(1)
    assert(before:set_option("brave", true))
    assert.is_true(before:at_turn(2).view.option.brave)
    local on = before:at_turn(2)
    assert(on:set_option("brave", false))
    assert.is_false(on:at_turn(9).view.option.brave)
  end)

  it("lets a change wait that has nothing to change while a layer is off", function()
    local text = 'variant "late" { wraps = {} } lookup "late" { key = "k", value = "v", csv = [[\nk,v\nx,1\n]] }'
    local more = 'variant "rows" { rows = { late = { { k = "y", v = 2 } } } }'
    local rules = toys.rules({ ["rules-lua/toy/variants/late.lua"] = text, ["rules-lua/toy/variants/rows.lua"] = more },
      { "late", "rows@2" })
    assert(rules:at_turn(2):set_cell("late.y", 5))
    local off = rules:at_turn(2):at_turn(3)
    assert.is_nil(off.view.cell("late", "y"))
    assert(off:set_cell("late.x", 7))
    local refused = { off:set_cell("late.y", 9) }
    assert.is_nil(refused[1])
    assert.equal(5, off:at_turn(2).view.cell("late", "y"))
    assert.equal(7, off:at_turn(2).view.cell("late", "x"))
    local done, fault = off:set_wrap("fire.shot", function() end, "")
    assert.is_nil(done)
    assert.matches("did you mean fire.shoot?", fault.message, 1, true)
    assert.equal(7, off.view.cell("late", "x"))
  end)

  it("is refused where layers do not hold together in some turns", function()
    local instead = options({}).instead
    instead["rules-lua/toy/variants/after.lua"] =
      'variant "after" {}\ninsert "turn" { after = "mud", step "puddle" { run = function() end } }'
    assert.truthy(toys.rules(instead, { "rain", "after" }))
    local done, fault = pcall(toys.rules, instead, { "rain@2-3", "after" })
    assert.is_false(done)
    fault = type(fault) == "table" and fault.message or tostring(fault)
    assert.matches("in turn 0, without rain: ", fault, 1, true)
    assert.matches("after.lua:2: ", fault, 1, true)
  end)

  it("says in which turns each of its differences holds", function()
    local rules = toys.rules(options({}).instead, { "brave", "rain@2-3" }):at_turn(1)
    local seen = {}
    for _, one in ipairs(diff.of(rules)) do
      seen[one.layer] = one.turns and during.said(one.turns, "bound") .. (one.off and ", off" or "") or "always"
    end
    assert.same({ brave = "always", rain = "from bound 2 to 3, off" }, seen)
    assert.equal("in turn 3", during.said { from = 3, to = 3 })
    assert.equal("from turn 3 on", during.said { from = 3 })
  end)
end)

describe("a battle under a house rule for some turns", function()
  it("has it in these turns and in no other, and its fields from the beginning", function()
    local game, written = toys.game(options { "rain@2-3" })
    assert.equal(0, game.state.root.units["31"].wet)
    assert(game:start())
    assert.same({ 1, false, 0 }, { game.state.root.turn, has_mud(game), game.state.root.units["31"].wet })
    next_turn(game)
    assert.same({ 2, true, 1 }, { game.state.root.turn, has_mud(game), game.state.root.units["31"].wet })
    assert.equal("it_rains", events(game.journal.at)[1])
    next_turn(game)
    assert.same({ 3, true, 2 }, { game.state.root.turn, has_mud(game), game.state.root.units["31"].wet })
    next_turn(game)
    assert.same({ 4, false, 2 }, { game.state.root.turn, has_mud(game), game.state.root.units["31"].wet })
    local recording = assert(Replay.read(table.concat(written)))
    assert.same({ "rain@2-3" }, recording.header.variants)
    local report = verify.verify(recording, toys.loader(options({}).instead))
    assert.is_true(report.ok, report.first_divergence and report.first_divergence.message)
    local dry = assert(verify.under(recording, toys.loader(options({}).instead), { "rain@4" }, { skip = true }))
    assert.equal("field", dry.first.what)
    assert.equal(1, dry.game.state.root.units["31"].wet)
  end)

  it("switches within a command, and back when that fails or is undone", function()
    local game = toys.game(options { "rain@2" })
    assert(game:start())
    next_turn(game)
    local rain, at = game.rules, game.journal.at.id
    assert.is_true(has_mud(game))
    game:undo()
    assert.equal(1, game.state.root.turn)
    assert.is_false(has_mud(game))
    assert.not_equal(rain, game.rules)
    game:redo()
    assert.equal(rain, game.rules)
    assert.is_true(has_mud(game))
    next_turn(game)
    assert.is_false(has_mud(game))
    game:go_to(at)
    assert.is_true(has_mud(game))
    game:go_to(2)
    assert.is_false(has_mud(game))
    next_turn(game)
    assert.equal(rain, game.rules)
  end)

  it("keeps the rules of its turn where a command that ends the turn fails", function()
    local instead = options({}).instead
    instead["rules-lua/toy/variants/broken.lua"] =
      'variant "broken" { moments = { turn_begins = function() error "broken" end } }'
    local game = toys.game(options({ "rain@2", "broken@2" }, { instead = instead }))
    assert(game:start())
    local rules = game.rules
    local done, fault
    repeat done, fault = game:command(toys.done(game:waiting().sides[1])) until not done
    assert.matches("broken", tostring(fault.message))
    assert.equal(1, game.state.root.turn)
    assert.equal(rules, game.rules)
    assert.equal(rules.game, game.words)
    assert.is_false(has_mud(game))
  end)

  it("begins a turn with no frame on the stack, so that no step is missing", function()
    local Sequence <const> = require "limber.game.sequence"
    local game = toys.game(options { "rain@2" })
    local push, depths = Sequence.push, {}
    local turn_rules = game.turn_rules
    function game.turn_rules(self)
      depths[#depths + 1] = #self.state.root.frames
      return turn_rules(self)
    end
    assert(game:start())
    for _ = 1, 3 do next_turn(game) end
    assert.equal(push, Sequence.push)
    assert.same({ 0, 0, 0, 0 }, depths)
  end)

  it("keeps the player's changes through all turns, and a change of variants in the middle", function()
    local game, written = toys.game(options { "rain@3" })
    assert(game:start())
    assert(game:tweak { option = "brave", value = true })
    next_turn(game)
    assert.is_true(game.rules.view.option.brave)
    next_turn(game)
    assert.is_true(has_mud(game))
    assert.is_true(game.rules.view.option.brave)
    next_turn(game)
    assert.is_true(game.rules.view.option.brave)
    assert.is_false(has_mud(game))
    local other = toys.rules(options({}).instead, { "rain@4" })
    assert(game:change_rules(other, { kind = "variant", variants = { "rain@4" } }))
    assert.is_true(has_mud(game))
    assert.is_false(game.rules.view.option.brave)
    assert.is_true(verify.verify(assert(Replay.read(table.concat(written))), toys.loader(options({}).instead)).ok)
  end)

  it("may be played through again from its beginning under other turns", function()
    local game = toys.game(options { "rain@3" })
    assert(game:start())
    next_turn(game)
    next_turn(game)
    assert.equal(1, game.state.root.units["31"].wet)
    local other = toys.rules(options({}).instead, { "rain@1-2" })
    assert(game:rerun(other, { kind = "variant", variants = { "rain@1-2" } }))
    assert.equal(3, game.state.root.turn)
    assert.equal(2, game.state.root.units["31"].wet)
    assert.is_false(has_mud(game))
  end)
end)

describe("the variants of a scenario", function()
  local function read(variants)
    local text = toys.slurp(toys.BATTLE):gsub("goal = 2,", "goal = 2, variants = " .. variants .. ",", 1)
    return Scenario.read(text, toys.BATTLE)
  end

  it("may be on for some turns", function()
    assert.same({ "brave", "rain@2-3" }, read('{ "brave", rain = { from = 2, to = 3 } }').variants)
    assert.same({ "rain@2-", "brave" }, read('{ { "rain", from = 2 }, "brave" }').variants)
    assert.same({ "fog@-2", "rain@3" }, (function()
      local list = read('{ rain = { from = 3, to = 3 }, fog = { to = 2 } }').variants
      list[1] = list[1]:gsub("1%-2", "-2")
      return list
    end)())
    local game = toys.game(options(read("{ rain = { from = 2 } }").variants))
    assert(game:start())
    next_turn(game)
    assert.is_true(has_mud(game))
  end)

  it("are refused where they make no sense", function()
    for variants, said in pairs {
      ["{ rain = { from = 2, to = 9 } }"] = "variants: rain is on from turn 2 to 9, but the last turn is 4",
      ["{ rain = { from = 5 } }"] = "variants: rain is on from turn 5 on, but the last turn is 4",
      ["{ rain = { from = 3, to = 2 } }"] = "variants: rain: its last turn, 2, comes before its first, 3",
      ["{ rain = { from = 0 } }"] = "variants: rain: a turn must be 1 to 300, got 0",
      ["{ rain = { from = 1.5 } }"] = "variants: rain: a turn must be 1 to 300, got 1.5",
      ["{ rain = {} }"] = "variants: rain needs turns: rain = { from = 3, to = 5 }",
      ["{ rain = true }"] = "variants: rain needs turns",
      ["{ rain = { form = 3, to = 4 } }"] = "variants: rain has no form, only from and to",
      ['{ ["../rain"] = { from = 3 } }'] = "variants must be a list of names, not paths",
      ['{ "../rain" }'] = "variants must be a list of names, not paths",
      ['{ "rain@3" }'] = "variants must be a list of names, not paths",
      ["{ [7] = 'rain' }"] = "variants has the key 7, which is not a name",
      ['"rain"'] = "variants must be a list of names",
    } do
      local scenario, fault = read(variants)
      assert.is_nil(scenario, variants)
      assert.matches(said, fault.message, 1, true)
      assert.truthy(fault.line)
    end
  end)

  it("that are on only after the last turn can change nothing", function()
    local rules = toys.rules(options({}).instead, { "rain@9-" })
    assert.same({ "The variant rain can change nothing in this battle: it is on from turn 9 on, and turn 4 is the last." },
      matters.notes(rules, { last_turn = 4, order = {} }))
    local wet = { last_turn = 9, order = { units = { "a1" } }, units = { a1 = { drenched = true } } }
    assert.same({}, matters.notes(rules, wet))
    wet.units.a1.drenched = nil
    assert.matches("as this battle begins, nothing has the flag drenched", matters.notes(rules, wet)[1])
    for _, call in ipairs { 'play:set(unit,\n "drenched", true)', "play:set(unit, 'drenched', true)" } do
      rules.layers[1].text = call
      assert.same({}, matters.notes(rules, wet))
    end
    rules.layers[1].text = 'play:set(unit, "wet", true) -- "drenched"'
    assert.equal(1, #matters.notes(rules, wet))
  end)
end)
