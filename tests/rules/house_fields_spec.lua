-- Fields that house rules give to the pieces of a battle: in scenarios, in questions, in play, and what is refused.
local dice <const> = require "kernel.dice"
local digest <const> = require "kernel.digest"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"

local PATH <const> = "rules-lua/toy/variants/house.lua"

local VETERANS <const> = [[
variant "house" { of = "toy", doc = "Veterans, who tire.",
  fields = {
    unit = { flag "veterans" {}, int "rounds" { 0, 20, default = 10 }, enum "mood" { "calm", "wild", optional = true },
      length "carries_um" { 0, mm(90), optional = true } },
    leader = { flag "rash" {} }, formation = { int "spirit" { 0, 9, default = 5 } }, area = { int "bogs" { 0, 9, default = 1 } },
    line = { flag "iced" {} }, side = { int "fights" { 0, 99, default = 0 }, flag "proud" {} },
    battle = { int "melees" { 0, 99, default = 0 }, text "weather" { default = "fair" } },
  },
  args = { ["melee.fight"] = { int "melees" { 0, 99, optional = true }, flag "proud" {}, flag "nobody" {} } },
  wraps = {
    ["morale.test"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      result.stands = result.stands or q.veterans
      return result
    end,
  },
  steps = {
    ["charge.melee"] = { run = function(published, play, about)
      local unit = play:unit(about.unit)
      play:set(unit, "rounds", unit.rounds - 1)
      local side = play.state.sides[unit.side]
      play:set(side, "fights", side.fights + 1)
      play:set(play.state.battle, "melees", play.state.battle.melees + 1)
      return published(play, about)
    end },
  },
}]]

--- The battle of the bridge with more of some pieces.
local function battle(changes)
  local text = toys.slurp(toys.BATTLE)
  for from, to in next, changes or {} do
    local count
    text, count = text:gsub(from, to, 1)
    assert(count == 1, from)
  end
  return text
end

local GIVEN <const> = {
  ['unit "31" { '] = 'unit "31" { veterans = true, rounds = 3, mood = "wild", carries_um = mm(12), ',
  ['unit "7" { '] = 'unit "7" { veterans = true, ', ['leader "zieten" {'] = 'leader "zieten" { rash = true ',
  ['formation "first" {'] = 'formation "first" { spirit = 7,', ['area "copse" {'] = 'area "copse" { bogs = 2,',
  ['line "brook" {'] = 'line "brook" { iced = true,', ['side "a" {'] = 'side "a" { proud = true,',
  ["goal = 2"] = 'goal = 2, weather = "rain"',
}

local function opts(text, variant)
  return { instead = { [PATH] = variant or VETERANS }, variants = { "house" }, text = text }
end

local function game_of(changes, variant) return (toys.game(opts(battle(changes), variant))) end

--- What is wrong with a scenario, or with a variant.
local function faults(changes, variant)
  local rules, fault = Rules.load(toys.loader { [PATH] = variant or VETERANS }, "toy", { "house" },
    { game = require "limber.game.words" })
  if not rules then return fault.message end
  local start, wrong = Scenario.build(toys.scenario(battle(changes)), rules)
  return not start and Scenario.fault_text(wrong[1]) or nil
end

describe("house fields", function()
  it("are given in scenarios, of every kind of piece", function()
    local root = game_of(GIVEN).state.root
    local one, other = root.units["31"], root.units["8"]
    assert.same({ true, 3, "wild", 12000 }, { one.veterans, one.rounds, one.mood, one.carries_um })
    assert.same({ nil, 10, nil, nil }, { other.veterans, other.rounds, other.mood, other.carries_um })
    assert.is_true(root.leaders.zieten.rash)
    assert.equal(7, root.formations.first.spirit)
    assert.equal(2, root.areas.copse.bogs)
    assert.is_true(root.lines.brook.iced)
    assert.same({ true, nil, 0 }, { root.sides.a.proud, root.sides.b.proud, root.sides.b.fights })
    assert.same({ "rain", 0 }, { root.battle.weather, root.battle.melees })
  end)

  it("are checked there, with file and line", function()
    local path = toys.BATTLE:gsub("%p", "%%%0")
    assert.truthy(faults({ ['unit "31" { '] = 'unit "31" { rounds = 21, ' })
      :find(path .. ":10: unit 31: rounds must be 0 to 20, got 21"))
    assert.truthy(faults({ ['unit "31" { '] = 'unit "31" { veteran = true, ' })
      :find(":10: unit 31: unknown argument veteran; did you mean veterans%?"))
    assert.truthy(faults({ ["goal = 2"] = "goal = 2, melees = true" }):find("melees must be 0 to 99, got true"))
  end)

  it("that are flags set by default stay unset where a scenario says so", function()
    local variant = [[variant "house" { of = "toy", doc = "All are steady.", fields = { unit = { flag "steady" { default = true } } } }]]
    local game = game_of({ ['unit "31" { '] = 'unit "31" { steady = false, ' }, variant)
    local units = game.state.root.units
    assert.same({ false, true }, { units["31"].steady, units["7"].steady })
    assert.same({ hits = 0, steady = false }, game.play:described({ hits = 0 }, units["31"], "morale.test"))
  end)

  it("are completed where one amends them", function()
    local game = game_of(GIVEN)
    local complete = require("prompt.amendments").complete
    local play = { game = game, viewer = function() return "a" end }
    local function has(word, wanted)
      local found = {}
      for _, one in ipairs(complete(play, word)) do found[one] = true end
      assert.is_true(found[wanted], wanted)
    end
    has("31.ve", "31.veterans")
    has("31.", "31.carries_um")
    has("battle.", "battle.weather")
    has("sides.a.", "sides.a.fights")
    has("zieten.", "zieten.rash")
  end)

  it("are arguments of questions about such a piece, and of no others", function()
    local rules = toys.rules({ [PATH] = VETERANS }, { "house" })
    local source = dice.new()
    local function stands(args)
      source:list { 1, 1 }
      local result, fault = question.ask(rules, "morale.test", args, source)
      return result and result.stands, fault
    end
    assert.is_false((stands {}))
    assert.is_true((stands { veterans = true }))
    local _, fault = stands { veterans = 3 }
    assert.equal("veterans must be true or false, got 3", fault.message)
    _, fault = stands { rash = true }
    assert.equal("unknown argument rash", fault.message:match "^unknown argument %a+")
    assert.equal(1.0, question.odds(rules, "morale.test", { veterans = true }, "stands"):p(true))
    local q = select(3, question.ask(rules, "fire.shoot", { distance_mm = 3 }, (function()
      source:list { 3 }
      return source
    end)()))
    assert.equal(10, q.rounds)
    _, fault = question.ask(rules, "melee.fight", { a = 1, b = 1, veterans = true }, source)
    assert.equal("veterans", fault.arg)
  end)

  it("reach the questions of a battle", function()
    local function test_of(changes, seed)
      local given = opts(battle(changes))
      given.seed = seed
      local game = toys.in_charge(given)
      return assert(game:command(toys.answer("b", "stand"))).calls[1]
    end
    local seed = 0
    repeat
      seed = seed + 1
      assert(seed < 200)
    until not test_of({}, seed).result.stands
    local plain, call = test_of({}, seed), test_of(GIVEN, seed)
    assert.is_nil(plain.args.veterans)
    assert.same({ hits = 0, veterans = true }, call.args) -- and the rounds that it has by default
    assert.is_true(call.result.stands)
    assert.same(plain.rolls, call.rolls)
  end)

  it("of the battle and of a side fill arguments that a variant adds by their names", function()
    local game = toys.in_charge(opts(battle(GIVEN)))
    local line = assert(game:command(toys.answer("b", "countercharge")))
    local melee
    for _, call in ipairs(line.calls) do melee = call.procedure == "melee.fight" and (melee or call) or melee end
    assert.equal(1, melee.args.melees)
    assert.is_nil(melee.args.proud) -- two sides throw: neither is the question's
    assert.is_nil(melee.args.nobody)
  end)
end)

describe("house fields of a formation", function()
  local MOODY <const> = [[
variant "house" { of = "toy", doc = "Spirit.", fields = { formation = { int "spirit" { 0, 9, default = 5 } } }, %s
  wraps = { ["morale.test"] = function(published, rules, q, dice)
    local result = published(rules, q, dice)
    result.stands = q.spirit == 7
    return result
  end } }]]
  local WITH <const> = 'args = { ["morale.test"] = { int "spirit" { 0, 9, default = 0 } } },'

  local function tested(args)
    local text = battle { ['formation "first" {'] = 'formation "first" { spirit = 7,' }
    local game = toys.in_charge { instead = { ["house.lua"] = MOODY:format(args) }, variants = { "house.lua" }, text = text }
    local line, fault = game:command(toys.answer("b", "stand"))
    for _, call in ipairs(line and line.calls or {}) do
      if call.procedure == "morale.test" then return call, nil, game end
    end
    return nil, fault
  end

  it("fill an argument of that name, of a question about one of its units", function()
    local call, _, game = tested(WITH)
    assert.is_nil(call.args.spirit) -- unit 7 is of no formation
    assert.is_false(call.result.stands)
    assert.same({ spirit = 7 }, game.play:described({}, game.play:unit "31", "morale.test"))
    local thrown
    assert(game:transact({ kind = "command" }, function()
      thrown = game.play:resolve("morale.test", {}, "31")
      return true
    end))
    assert.is_true(thrown.stands)
  end)

  it("are missed where nothing asks for them, and the message says how", function()
    local _, fault = tested ""
    assert.equal('the question morale.test has no spirit; each formation has it: args = { ["morale.test"] = { … } } of that '
      .. "name hands it on", fault.message)
  end)
end)

describe("house fields in play", function()
  local function counts(game)
    local root = game.state.root
    return { root.units["31"].rounds, root.sides.a.fights, root.battle.melees }
  end

  it("are changed by steps, and undone and done again with them", function()
    local game = toys.in_charge(opts(battle(GIVEN)))
    local before = digest.of(game.state.root)
    assert.same({ 3, 0, 0 }, counts(game))
    local line = assert(game:command(toys.answer("b", "countercharge")))
    local after = counts(game)
    assert.is_true(after[1] < 3 and after[2] == 3 - after[1] and after[3] == after[2])
    local paths = {}
    for _, change in ipairs(line.changes) do paths[table.concat(change.path, ".")] = true end
    assert.is_true(paths["units.31.rounds"] and paths["sides.a.fights"] and paths["battle.melees"])
    assert(game:undo())
    assert.equal(before, digest.of(game.state.root))
    assert(game:redo())
    assert.same(after, counts(game))
    assert(game:undo())
    assert(game:command(toys.answer("b", "countercharge"))) -- the same dice on a branch of its own
    assert.same(after, counts(game))
  end)

  it("get their defaults when a variant comes in the middle, as changes that can be undone", function()
    local game = toys.in_charge { text = battle() }
    local rules = toys.rules({ [PATH] = VETERANS }, { "house" })
    local before = digest.of(game.state.root)
    local line = assert(game:change_rules(rules, { kind = "variant", variants = { "house" } }))
    assert.same({ 10, 0, 0 }, counts(game))
    assert.equal("fair", game.state.root.battle.weather)
    assert.is_true(#line.changes > 5)
    assert(game:command(toys.answer("b", "countercharge")))
    local after = counts(game)
    assert.is_true(after[3] > 0)
    -- gone, and back: what is there stays
    assert(game:change_rules(toys.rules(), { kind = "variant", variants = {} }))
    assert.same(after, counts(game))
    assert(game:change_rules(toys.rules({ [PATH] = VETERANS }, { "house" }), { kind = "variant", variants = { "house" } }))
    assert.same(after, counts(game))
    for _ = 1, 4 do assert(game:undo()) end
    assert.equal(before, digest.of(game.state.root))
  end)
end)

describe("flags of modifiers", function()
  local LIST <const> = toys.slurp "tests/rules/toy/combat.lua"
    :gsub('procedure "morale.test"', [[
      modifiers "nerve" { judges = { "morale.test" }, cite = "T3", { "hits", 1, flag = "hits_tell" } }
      procedure "morale.test"]], 1)
    :gsub("roll >= 5 %+ q.hits", "roll + select(2, rules.work('nerve', q)) >= 5 + q.hits")
    :gsub('int "hits" {', 'flag "hits_tell" {}, int "hits" {', 1)
  local FLAG <const> = [[variant "house" { of = "toy", doc = "Guards.",
    modifiers = { { "guard", 12, of = "nerve", flag = "guard" } } }]]

  it("are refused where the rule gives them to other pieces alone than the list judges", function()
    local text = FLAG:gsub("modifiers =", 'fields = { leader = { flag "guard" {} } }, %0')
    local _, fault = Rules.load(toys.loader { [PATH] = text, ["rules-lua/toy/combat.lua"] = LIST }, "toy", { "house" })
    assert.truthy(fault.message:find("house.lua:2: guard is a field of each leader, and the modifier of that flag is about each unit",
      1, true), fault.message)
  end)

  it("are fields of the piece that the list judges, in ask and in a battle", function()
    local given = opts(battle { ['unit "7" { '] = 'unit "7" { guard = true, ' }, FLAG)
    given.instead["rules-lua/toy/combat.lua"] = LIST
    local game = toys.in_charge(given)
    assert.is_true(game.state.root.units["7"].guard)
    assert.is_nil(game.state.root.units["8"].guard)
    local call = assert(game:command(toys.answer("b", "stand"))).calls[1]
    assert.is_true(call.args.guard)
    assert.is_true(call.result.stands)
    local source = dice.new()
    source:list { 1, 1 }
    assert.is_true(question.ask(game.rules, "morale.test", { guard = true }, source).stands)
    assert.same({ guard = "flag" }, { [game.rules.fields.unit[1].name] = game.rules.fields.unit[1].kind })
  end)

  it("may be fields by declaration too, and words that the ruleset carries", function()
    local both = FLAG:gsub("modifiers =", 'fields = { unit = { flag "guard" {} } }, modifiers =')
    local given = opts(battle(), both)
    given.instead["rules-lua/toy/combat.lua"] = LIST
    assert.equal(1, #toys.game(given).rules.fields.unit)
    local secret = FLAG:gsub('flag = "guard"', 'flag = "secret"') -- a unit's own, of the ruleset
    given = opts(battle { ['unit "7" { '] = 'unit "7" { secret = true, ' }, secret)
    given.instead["rules-lua/toy/combat.lua"] = LIST
    local game = toys.game(given)
    assert.is_nil(game.rules.fields.unit)
    assert.same({ hits = 1, secret = true },
      game.play:described({ hits = 1 }, game.state.root.units["7"], "morale.test"))
  end)
end)

describe("a variant's fields are refused", function()
  local function variant(body) return ('variant "house" { of = "toy",\n doc = "Wrong.",\n fields = { %s } }'):format(body) end

  for name, case in pairs {
    ["where the ruleset carries the name"] = { 'unit = { int "men" { 0, 9 } }', "house.lua:3: men: toy carries men already" },
    ["where the ruleset keeps the name in play"] = { 'unit = { int "charged" { 0, 9 } }',
      "house.lua:3: charged: toy keeps charged itself: it has charged this turn" },
    ["where scenarios use the name"] = { 'unit = { int "facing" { 0, 9 } }', "facing is a word of scenarios" },
    ["where a question has the name"] = { 'unit = { int "distance_mm" { 0, 9 } }',
      "distance_mm: fire.shoot has an argument of that name" },
    ["of no piece"] = { 'units = { flag "x" {} }', 'there is no units; did you mean unit?; pieces are unit, leader, ' },
    ["that are no fields"] = { 'unit = { "x" }', "house.lua:3: fields of unit" },
    ["with a default that does not fit"] = { 'unit = { int "x" { 0, 9, default = 10 } }', "the default of x must be 0 to 9, got 10" },
    ["with a default of no kind"] = { 'unit = { int "x" { 0, 9, default = function() end } }', "fields of unit: x" },
    ["that are objects"] = { 'unit = { object "x" { "y" } }', "x must be a number, a flag, a word, a text or a list" },
    ["that follow no table"] = { 'unit = { enum "x" { of_table = "nothing" } }', 'no table "nothing"' },
  } do
    it(name, function()
      local message = assert(faults(nil, variant(case[1])), "nothing is wrong")
      assert.truthy(message:find(case[2], 1, true), message)
    end)
  end

  it("where two variants mean different things by one name", function()
    local function of(name, field)
      return ('variant "%s" { of = "toy", doc = "X.", fields = { unit = { %s } } }'):format(name, field)
    end
    local function load(one, other)
      local loader = toys.loader {
        ["rules-lua/toy/variants/one.lua"] = of("one", one), ["rules-lua/toy/variants/other.lua"] = of("other", other),
      }
      return Rules.load(loader, "toy", { "one", "other" }, { game = require "limber.game.words" })
    end
    local rules, fault = load('int "x" { 0, 9 }', 'int "x" { 0, 8 }')
    assert.is_nil(rules)
    assert.truthy(fault.message:find("other.lua:1: one declares x of unit in another way", 1, true), fault.message)
    assert.equal(1, #assert(load('flag "x" {}', 'flag "x" {}')).fields.unit)
  end)
end)

describe("a deck", function()
  local CARDS <const> = [[variant "house" { of = "toy", doc = "A deck decides.",
    fields = { battle = { text "seen" { default = "-" } } },
    steps = { ["turn.begin"] = { run = function(published, play, about)
      for _ = 1, 3 do
        local card, new = play:draw("fate", { 1, 2, 3, 4, "joker" })
        play:set(play.state.battle, "seen", play.state.battle.seen .. (new and "|" or " ") .. card)
      end
      return published(play, about)
    end } } }]]

  local function seen(game) return game.state.root.battle.seen end

  --- Plays turns to their ends without commands.
  local function turns(game, count)
    for _ = 1, count do
      local turn = game.state.root.turn
      while game.state.root.turn == turn do
        local waiting = game:waiting()
        assert(game:command(toys.done(waiting.sides[1])))
      end
    end
  end

  local function begun(seed, more)
    local given = opts(battle(), CARDS)
    given.seed = seed
    for key, value in next, more or {} do given[key] = value end
    local game, written = toys.game(given)
    assert(game:start())
    return game, written
  end

  it("gives each card once, then all of them again", function()
    local game = begun(11)
    turns(game, 3)
    for _, round in ipairs { 1, 2 } do
      local cards, nth = {}, 0
      for of_round in seen(game):gmatch "|([^|]*)" do
        nth = nth + 1
        if nth == round then
          for card in of_round:gmatch "%S+" do cards[#cards + 1] = card end
        end
      end
      table.sort(cards)
      assert.same({ "1", "2", "3", "4", "joker" }, cards)
    end
    assert.equal(12, game.state.root.battle.decks.fate.drawn)
    assert.equal(3, #game.state.root.battle.decks.fate.left)
  end)

  it("is another for another seed, and the same after going back", function()
    local orders, game = {}, nil
    for seed = 1, 6 do
      game = begun(seed)
      turns(game, 2)
      orders[seen(game)] = true
    end
    local count = 0
    for _ in next, orders do count = count + 1 end
    assert.is_true(count >= 5)
    local before, digest_before = seen(game), digest.of(game.state.root)
    local back = 0
    while game:undo() do back = back + 1 end
    assert.is_true(back > 3 and seen(game) ~= before)
    turns(game, 2)
    assert.equal(before, seen(game))
    assert.equal(digest_before, digest.of(game.state.root))
  end)

  it("leaves all other dice alone", function()
    local function blows(variant)
      local given = variant and opts(battle(), CARDS) or { text = battle() }
      local game = toys.in_charge(given)
      local line, rolls = assert(game:command(toys.answer("b", "countercharge"))), {}
      for i, call in ipairs(line.calls) do rolls[i] = call.rolls end
      return rolls
    end
    assert.same(blows(false), blows(true))
  end)

  it("is verified in a replay", function()
    local Replay, verify = require "limber.record.replay", require "limber.record.verify"
    local game, written = begun(5)
    turns(game, 2)
    local recording = assert(Replay.read(table.concat(written)))
    local report, refusal = verify.verify(recording, toys.loader { [PATH] = CARDS })
    assert(report, refusal and refusal.message)
    assert.is_nil(report.divergence)
    assert.is_true(report.ok)
  end)

  it("refuses what is no deck", function()
    for body, message in pairs {
      ['"fate", {}'] = "the deck fate needs a list of cards", ['"fate"'] = "the deck fate needs a list of cards",
      ['"fate", { {} }'] = "card 1 must be a whole number or a text", ['nil, { 1 }'] = "a deck needs a name",
      ['"fate", { 1.5 }'] = "card 1 must be a whole number or a text",
    } do
      local given = opts(battle(), (CARDS:gsub('"fate", {[^}]*}', function() return body end)))
      local line, fault = toys.game(given):start()
      assert.is_nil(line)
      assert.truthy(fault.message:find(message, 1, true), fault.message)
    end
  end)
end)
