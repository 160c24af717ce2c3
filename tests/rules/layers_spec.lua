-- What a variant lays over the game of its ruleset: services, facts, commands, steps and all else by name.
local diff <const> = require "limber.rules.diff"
local toys <const> = require "rules.toys"

--- Options of a toy battle under variants written here, shipped unless their name ends in ".lua".
local function under(texts, more)
  local opts = { instead = {}, variants = {} }
  for i, text in ipairs(texts) do
    local name = text:match 'variant "([%w_]+)"'
    opts.instead[("rules-lua/toy/variants/%s.lua"):format(name)] = text
    opts.variants[i] = name
  end
  for key, value in next, more or {} do opts[key] = value end
  return opts
end

local function game_under(...)
  local game = toys.game(under { ... })
  assert(game:start())
  return game
end

--- What is wrong with variants, by loading them.
local function wrong(...)
  local opts = under { ... }
  local done, fault = pcall(toys.rules, opts.instead, opts.variants)
  assert.is_false(done, "nothing is wrong")
  return type(fault) == "table" and fault.message or tostring(fault)
end

--- The refusal of a command.
local function refused(game, cmd)
  local line, fault = game:command(cmd)
  assert.is_nil(line, "the command stood")
  return fault
end

local function events(line)
  local told = {}
  for i, event in ipairs(line.events) do told[i] = event.say or "call" end
  return table.concat(told, " ")
end

describe("a layer over the game", function()
  it("leaves the published game as it is where it says nothing of it", function()
    local rules = toys.rules()
    assert.equal(rules.published.game, rules.game)
    local brave = toys.rules(nil, { "brave" })
    assert.equal(brave.published.game, brave.game)
  end)

  it("has its own game, and changes that of no other stack", function()
    local game = game_under [[variant "far" { doc = "", facts = {
      distance = function(published, view, field, from, to) return published(view, field, from, to) + 100 end } }]]
    assert.equal("is too far", refused(game, toys.CHARGE).message:match "is too far")
    assert(toys.in_charge())
  end)

  it("wraps services, in views and in plays, and lays one over another in order", function()
    local texts = {
      [[variant "blind" { doc = "", services = { unit = function(published, view, id)
        local unit = published(view, id)
        if id == "31" and view.note then view.note[#view.note + 1] = "blind" end
        return unit
      end } }]],
      [[variant "later" { doc = "", services = {
        other = function(published, view, side) return published(view, published(view, side)) end } }]],
      [[variant "last" { doc = "", services = {
        other = function(published, view, side) return published(view, published(view, side)) end } }]],
    }
    local game = game_under(texts[1], texts[2])
    local view = game:view "a"
    view.note = {}
    assert.equal("Garde", view:unit "31".name)
    assert.same({ "blind" }, view.note)
    assert.equal("a", view:other "a")
    assert.equal("a", game.play:other "a")
    assert.equal("a", game_under(table.unpack(texts)):view "a":other "a")
    assert.equal("b", toys.game():view "a":other "a")
  end)

  it("wraps what is thrown, asked and told", function()
    local game = game_under [[variant "speaks" { doc = "", services = {
      resolve = function(published, play, procedure, args, throwers, target)
        play:tell("broke", { unit = throwers })
        local result = published(play, procedure, args, throwers, target)
        result.stands = false
        return result
      end,
      tell = function(published, play, key, with) return published(play, key == "broke" and "met" or key, with) end } }]]
    assert(game:command(toys.CHARGE))
    local line = assert(game:command(toys.answer("b", "stand")))
    assert.equal("met call met", events(line))
    assert.equal("gone", game.state.root.units["7"].status)
  end)

  it("wraps measures, what a battle says once, and story lines", function()
    local game = game_under [[variant "all" { doc = "",
      measures = { gap = function(published, view, from, to) return published(view, from, to) // 2 end },
      battle = {
        victory = function(published, view)
          return published(view) or view:unit "31".charged and { winner = "a", why = "it charged" } or nil
        end,
        status = function(published, unit) return unit.charged and "blown" or published(unit) end,
      },
      story = { charged = "{unit} thunders at {target}." } }]]
    assert.equal("{unit} thunders at {target}.", game.words.story.charged)
    assert(game:command(toys.CHARGE))
    assert.equal("blown", game:view "a":status(game:view "a":unit "31"))
    assert(game:command(toys.answer("b", "evade")))
    for _, side in ipairs { "a", "a", "b", "a", "b" } do assert(game:command(toys.done(side))) end
    assert.same({ winner = "a", why = "it charged", turn = 1 }, game.state.root.result)
  end)

  it("wraps a command's check and what it does, and gives it arguments", function()
    local game = game_under [[variant "tired" { doc = "", commands = { charge = {
      args = { flag "gallop" {} },
      check = function(published, view, cmd)
        if cmd.gallop and view:unit(cmd.unit).kind == "foot" then
          return refuse("gallop", "is for horse", { cite = "house" })
        end
        return published(view, cmd)
      end,
      run = function(published, play, cmd, found)
        play:tell("moved", { unit = cmd.unit })
        return published(play, cmd, found)
      end,
      proposals = function(published, view, side, of)
        local list = published(view, side, of)
        for _, one in ipairs(list) do one.text = "tired: " .. one.text end
        return list
      end } } }]]
    local galloping = { side = "a", ["do"] = "charge", unit = "31", target = "7", gallop = true }
    local fault = refused(game, galloping)
    assert.equal("gallop", fault.arg)
    assert.equal("house", fault.cite)
    assert.equal("tired: 130 of 200 mm", game:legal "a"().text)
    assert.equal("moved charged", events(assert(game:command(toys.CHARGE))))
  end)

  it("lays functions over steps, and replaces their lists", function()
    local game = game_under [[variant "quiet" { doc = "", steps = {
      ["charge.morale"] = { when = function(published, play, about) return false end },
      ["turn.shooting"] = { commands = { "move" }, side = "active" },
      ["charge.response"] = {
        options = function(published, play, about)
          local list = published(play, about)
          list[#list + 1] = "flee"
          return list
        end,
        run = function(published, play, about, choice, cmd)
          return published(play, about, choice == "flee" and "evade" or choice, cmd)
        end } } }]]
    assert(game:command(toys.CHARGE))
    assert.same({ "stand", "evade", "countercharge", "flee" }, game:waiting().options)
    assert.equal("evaded", events(assert(game:command(toys.answer("b", "flee")))))
    for _, side in ipairs { "a", "a", "b" } do assert(game:command(toys.done(side))) end
    assert.equal("turn.shooting", game:waiting().path)
    assert.same({ "a" }, game:waiting().sides)
    assert(game:command { side = "a", ["do"] = "move", unit = "32", forward = 10000 })
  end)

  it("gives a decision other answers by a list", function()
    local game = game_under [[variant "brief" { doc = "", steps = { ["charge.response"] = { options = { "stand", "evade" },
      side = "b" } } }]]
    assert(game:command(toys.CHARGE))
    assert.same({ "stand", "evade" }, game:waiting().options)
  end)

  it("has a phase's commands executed by its own hand", function()
    local game = game_under [[variant "slow" { doc = "", steps = { ["turn.moves"] = {
      execute = function(published, play, about, commands)
        play:tell("broke", { unit = commands[1].unit })
        return published(play, about, { commands[2] })
      end } } }]]
    assert(game:command(toys.done "a"))
    assert(game:command { side = "a", ["do"] = "move", unit = "32", forward = 10000 })
    assert(game:command { side = "b", ["do"] = "move", unit = "8", forward = 10000 })
    assert(game:command(toys.done "a"))
    assert.equal("broke moved", events(assert(game:command(toys.done "b"))))
  end)

  it("weighs and answers for the solo commander", function()
    local game = game_under [[variant "timid" { doc = "", solo = {
      stance = function(published, view, side, id) return "cautious" end,
      tells = { "move" },
      commands = { charge = function(published, mind, proposal) return nil, "never" end } } }]]
    local policy = game.words.solo
    assert.equal("cautious", policy.stance(game:view "a", "a", "31"))
    assert.same({ "move" }, policy.tells)
    assert.same({ nil, "never" }, { policy.commands.charge({}, {}) })
    assert.is_function(policy.commands.move)
  end)

  it("refuses what fits nothing, with file, line and the nearest name", function()
    for said, text in next, {
      ['no service "rom"'] = "services = { rom = function() end }",
      ['no fact "distanc"; did you mean distance?'] = "facts = { distanc = function() end }",
      ['no measure "gapp"; did you mean gap?'] = "measures = { gapp = function() end }",
      ['no command "charg"; did you mean charge?'] = "commands = { charg = { run = function() end } }",
      ['command "charge" has no runs; did you mean run?'] = "commands = { charge = { runs = function() end } }",
      ['sequence "turn" has no step "shoting"; did you mean shooting?'] =
        'steps = { ["turn.shoting"] = { when = function() end } }',
      ['"shooting" is not a step'] = 'steps = { shooting = { when = function() end } }',
      ["turn.begin is a step, which has no commands"] = 'steps = { ["turn.begin"] = { commands = { "move" } } }',
      ['no story "chargd"; did you mean charged?'] = 'story = { chargd = "x" }',
      ['no word of the battle "victry"; did you mean victory?'] = "battle = { victry = function() end }",
      ["services of a variant cannot hold room = number; it must be a function"] = "services = { room = 3 }",
      ['step "turn.moves": when must be a function, got a boolean'] = 'steps = { ["turn.moves"] = { when = false } }',
      ['variant "mine" has no key qwertz'] = "qwertz = 3",
    } do
      local message = wrong(('-- a house rule\nvariant "mine" { doc = "",\n  %s }'):format(text))
      assert.truthy(message:find(said, 1, true), message)
      assert.truthy(message:find "^rules%-lua/toy/variants/mine%.lua:[23]:", message)
    end
  end)

  it("is listed", function()
    local opts = under { [[variant "mine" { doc = "", story = { met = "x" }, facts = { distance = function() end },
      commands = { charge = { run = function() end, slot = function() end } } }]] }
    local lines = {}
    for i, one in ipairs(diff.of(toys.rules(opts.instead, opts.variants))) do
      lines[i] = one.text or ("%s %s %s %s"):format(one.what, one.name, one.old, one.new)
    end
    assert.same({ "fact distance is changed", "story met {unit} and {target} fight. x",
      "command charge: its run is changed", "command charge: its slot is changed" }, lines)
  end)
end)

describe("what a layer declares anew", function()
  local RAIN <const> = [[variant "rain" { doc = "" }
    procedure "rain.falls" {
      cite = "house", doc = "Does it rain?", args = { int "turn" { 1, 99 } }, out = { flag "falls" {} },
      dice = "a die", resolve = function(rules, q, dice)
        return { falls = dice.d(6, "rain") >= rules.option.rain_on }
      end,
    }
    option "rain_on" { 4, doc = "It rains from this number on." }
    story { rains = "It rains." }
    measure "wet" (function(view) return view.state.battle.rain == true end)
    insert "turn" { after = "begin",
      step "rain" { run = function(play)
        local falls = play:resolve("rain.falls", { turn = play.state.turn }).falls
        play:set(play.state.battle, "rain", falls)
        if falls then play:tell "rains" end
      end },
      phase "shelter" { side = "both", commands = { "cover" } },
    }
    command "cover" { doc = "Covers the locks.", args = { unit "unit" { "own" } },
      check = function(view, cmd)
        if not view.measure.wet(view) then return refuse("unit", "stands in the sun") end
      end,
      run = function(play, cmd) play:set(play:unit(cmd.unit), "covered", true) end }
    ]]

  for _, kind in ipairs { "shipped", "a guest" } do
    it("is played, asked and listed: " .. kind, function()
      local opts = under { RAIN }
      if kind == "a guest" then opts = { instead = { ["rain.lua"] = RAIN }, variants = { "rain.lua" } } end
      local game = toys.game(opts)
      assert(game:start())
      assert.equal("turn.shelter", game:waiting().path)
      local calls = game.journal.at.calls
      assert.equal("rain.falls", calls[1].procedure)
      local covers = { side = "a", ["do"] = "cover", unit = "31" }
      if calls[1].result.falls then
        assert(game:command(covers))
        assert.is_true(game.state.root.units["31"].covered)
      else
        assert.equal("stands in the sun", refused(game, covers).message:match "stands in the sun")
      end
      local rules = game.rules
      assert.is_table(rules:procedure "rain.falls")
      local names = table.concat(rules.procedure_names, " ")
      assert.truthy(names:find("rain.falls", 1, true))
      assert.is_nil(table.concat(rules.published.procedure_names, " "):find("rain.falls", 1, true))
      assert.equal(4, rules.view.option.rain_on)
      assert(rules:set_option("rain_on", 2))
      local said = {}
      for i, one in ipairs(diff.of(rules)) do said[i] = one.text or one.name end
      assert.same({ "procedure rain.falls is new", "rain_on", "measure wet is new", "story line rains is new",
        "command cover is new", "turn: rain, shelter is inserted after begin", "rain_on" }, said)
    end)
  end

  it("may be a sequence, and a later layer puts steps into it", function()
    local game = game_under([[variant "parley" { doc = "" }
      sequence "parley" { decision "terms" { side = "b", options = function() return { "yes", "no" } end } }
      insert "turn" { first = true, step "talks" { run = function(play)
        if play.state.turn == 1 then play:push("parley") end
      end } }]], [[variant "envoy" { doc = "" }
      insert "parley" { before = "terms", step "arrives" { run = function(play, about) about.envoy = nil end } }
      remove "turn.shooting"
      move "turn.moves" { before = "charges" }]])
    assert.equal("parley.terms", game:waiting().path)
    assert(game:command(toys.answer("b", "no")))
    assert.equal("turn.moves", game:waiting().path)
    for _, side in ipairs { "a", "b", "a" } do assert(game:command(toys.done(side))) end
    assert.equal(2, game.state.root.turn)
  end)

  it("may be a step before the first turn", function()
    local game = game_under [[variant "shelled" { doc = "" }
      sequence "setup" { step "bombardment" { run = function(play) play:set(play:unit "7", "hits", 1) end } }]]
    assert.equal(1, game.state.root.units["7"].hits)
    assert.equal(1, game.state.root.turn)
  end)

  it("replaces a step, and what leads to a step that is gone is told", function()
    local game = game_under [[variant "melee" { doc = "" }
      replace "charge.morale" (step "nerve" { run = function() return "morale" end })]]
    assert(game:command(toys.CHARGE))
    local fault = refused(game, toys.answer("b", "stand"))
    assert.truthy(fault.message:find('sequence "charge" has no step "morale": the variant melee replaces it (', 1, true),
      fault.message)
  end)

  it("is refused where a name is there, with what changes it, and where it fits nothing", function()
    for said, text in next, {
      ['there is a command "charge" already; commands = { charge'] =
        'command "charge" { run = function() end }',
      ['there is a procedure "morale.test" already; wrap "morale.test"'] = [[procedure "morale.test" { cite = "x",
        doc = "", args = {}, out = { flag "stands" {} }, resolve = function() return {} end }]],
      ['there is a sequence "turn" already; insert "turn"'] = 'sequence "turn" { step "x" { run = function() end } }',
      ["the ruleset says victory already; battle = { victory"] = "victory(function() end)",
      ['there is a story line "met" already; story = { met'] = 'story { met = "x" }',
      ['no sequence "trun"; did you mean turn?'] = 'insert "trun" { first = true, step "x" { run = function() end } }',
      ['sequence "turn" has no step "fire"'] = 'remove "turn.fire"',
      ['sequence "turn" has two steps "moves"'] = 'insert "turn" { last = true, step "moves" { run = function() end } }',
      ['phase "x": no command "mvoee"'] =
        'insert "turn" { last = true, phase "x" { side = "both", commands = { "mvoee" } } }',
      ['insert needs before = "STEP"'] = 'insert "turn" { step "x" { run = function() end } }',
      ['insert "turn" has no step'] = 'insert "turn" { last = true }',
      ['insert "turn" says nothing: it needs { after'] = 'insert "turn"',
      ['phase "x": like needs the sequence and the step'] = 'insert "turn" { last = true, phase "x" { like = "moves" } }',
      ['step "x" has no whn; did you mean when?'] =
        'insert "turn" { last = true, step "x" { run = function() end, whn = function() end } }',
      ['phase "x": commands must be a list of names, got a number'] =
        'insert "turn" { last = true, phase "x" { side = "both", commands = 3 } }',
      ['sequence "x" has no whn'] = 'sequence "x" { whn = 1, step "y" { run = function() end } }',
      ['fact "x" has no mesured; did you mean measured?'] = 'fact "x" { ask = "How?", int "x" { 0, 9 }, mesured = 3 }',
      ['command "x" has no chekc; did you mean check?'] = 'command "x" { run = function() end, chekc = 1 }',
      ['command "x": slot must be a function, got a table'] = 'command "x" { run = function() end, slot = {} }',
      ['measure "x" must be a function, got a number'] = 'measure "x" (3)',
      ['story line "x" must be a text, got a table'] = 'story { x = {} }',
      ['move "turn.begin" says nothing: it needs { after'] = 'move "turn.begin"',
      ['remove needs a step of a sequence'] = 'remove "turn"',
      ['no command "mvoe"; did you mean move?'] =
        'sequence "x" { phase "y" { side = "both", commands = { "mvoe" } } }',
    } do
      local message = wrong('variant "mine" { doc = "" }\n' .. text)
      assert.truthy(message:find(said, 1, true), message)
      assert.truthy(message:find "^rules%-lua/toy/variants/mine%.lua:2:", message)
    end
  end)

  it("is refused where two layers contradict each other, by both names, the step and the place", function()
    local function contradiction(one, other, ...)
      local message = wrong('variant "one" { doc = "" }\n' .. one, 'variant "two" { doc = "" }\n' .. other)
      for _, part in ipairs { "rules-lua/toy/variants/two.lua:2: ", "one", ... } do
        assert.truthy(message:find(part, 1, true), message)
      end
    end
    local STEP <const> = 'step "x" { run = function() end }'
    contradiction('command "wave" { run = function() end }', 'command "wave" { run = function() end }',
      'there is a command "wave" already, of the variant one')
    contradiction('remove "turn.moves"', 'remove "turn.moves"', "turn.moves", "the variant one removes it", "one.lua:2")
    contradiction('remove "turn.moves"', 'insert "turn" { after = "moves", ' .. STEP .. " }", "removes it")
    contradiction('replace "turn.begin" (step "begin" { run = function() end })',
      'replace "turn.begin" (step "begin" { run = function() end })', "replaces it")
    contradiction('insert "turn" { after = "moves", ' .. STEP .. " }", 'remove "turn.moves"', "puts steps next to it")
    contradiction("lay { steps = { ['turn.moves'] = { side = 'a' } } }", 'remove "turn.moves"', "changes it")
  end)

  it("is said in parts, which are joined", function()
    local game = game_under [[variant "parts" { doc = "", commands = { charge = { slot = function() return "x" end } },
        fields = { unit = { flag "tired" {} } } }
      lay { commands = { charge = { check = function() return refuse("unit", "never") end } } }
      lay { fields = { unit = { flag "grim" {} } } }]]
    assert.equal("x", game.words.commands.charge.slot {})
    assert.equal("never", refused(game, toys.CHARGE).message:match "never")
    assert.equal(2, #game.rules.layers[1].fields.unit)
  end)

  it("is laid in the order of the stack where three touch the same step", function()
    local one = [[variant "one" { doc = "", steps = { ["turn.begin"] = { run = function(published, play, about)
      published(play, about); play:set(play.state.battle, "said", (play.state.battle.said or "") .. "1") end } } }]]
    local texts = { one, (one:gsub("one", "two"):gsub('"1"', '"2"')), [[variant "three" { doc = "" }
      insert "turn" { before = "begin", step "zero" { run = function(play)
        play:set(play.state.battle, "said", "0") end } }]] }
    assert.equal("012", game_under(table.unpack(texts)).state.root.battle.said)
    assert.equal("021", game_under(texts[2], texts[3], texts[1]).state.root.battle.said)
  end)
end)

describe("what is typed", function()
  local words <const> = require "limber.rules.words"

  local function type_in(rules, text)
    local layer = {}
    require("limber.rules.ruleset").run_file(text, "typed", words.variant_words(layer, rules.published.opts))
    return rules:add_typed(layer, text)
  end

  it("is kept in the order in which it was typed, and loads again", function()
    local rules = toys.rules()
    local texts <const> = {
      'insert "turn" { first = true, step "wind" { run = function(play) end } }',
      'insert "turn" { after = "wind", step "calm" { run = function(play) end } }',
      'lay { story = { met = "x" }, measures = { gap = function() return 1 end } }',
    }
    for _, text in ipairs(texts) do assert(type_in(rules, text)) end
    assert.same({ "calm", "wind" }, { rules.game.sequences.turn[2].name, rules.game.sequences.turn[1].name })
    local kept = diff.keep(rules, "mine")
    assert.truthy(kept:find(table.concat(texts, "\n\n"), 1, true), kept)
    local stack = assert(diff.try(rules, "mine.lua", kept))
    assert.equal(1, stack.game.measures.gap())
  end)

  it("is taken back with all that was typed in the same text, and refused where others need it", function()
    local rules = toys.rules()
    assert(type_in(rules, 'insert "turn" { first = true, step "wind" { run = function(play) end } }'))
    assert(type_in(rules, 'lay { story = { met = "x" }, measures = { gap = function() return 1 end } }'))
    assert(type_in(rules, 'insert "turn" { after = "wind", step "calm" { run = function(play) end } }'))
    local _, fault = rules:drop "step turn insert wind"
    assert.truthy(fault.message:find('has no step "wind"', 1, true), fault.message)
    assert.same({ "story met" }, rules:drop "measure gap")
    assert.equal(rules.published.game.story.met, rules.game.story.met)
    assert(rules:drop "step turn insert calm")
    assert(rules:drop "step turn insert wind")
    assert.equal(rules.published.game, rules.game)
  end)
end)

describe("rules changed in the middle of a battle", function()
  local NERVE <const> = [[variant "nerve" { doc = "" }
    insert "charge" { first = true, step "hail" { run = function(play, about) play:push("parley", {}) end } }
    sequence "parley" { decision "terms" { side = "b", options = function() return { "yes", "no" } end } }]]
  local PLAIN <const> = 'variant "plain" { doc = "" }'
  local FIRST <const> = [[variant "first" { doc = "" }
    sequence "setup" { step "bombardment" { run = function(play) play:set(play:unit "7", "hits", 1) end } }]]

  local opts = under { NERVE, PLAIN, FIRST }
  local function rules_of(...) return toys.rules(opts.instead, { ... }) end
  local function battle(...)
    local game = toys.game { instead = opts.instead, variants = { ... } }
    assert(game:start())
    return game
  end

  it("have a new step played from then on, and undo brings the old ones back", function()
    local game = battle()
    local before = game.rules
    assert(game:change_rules(rules_of "nerve", { kind = "variant", variants = { "nerve" } }))
    assert(game:command(toys.CHARGE))
    assert.equal("parley.terms", game:waiting().path)
    game:undo()
    game:undo()
    assert.equal(before, game.rules)
    assert.equal(before.game, game.words)
    assert(game:command(toys.CHARGE))
    assert.equal("charge.response", game:waiting().path)
  end)

  it("are refused while the battle stands at a step that they do not have", function()
    local game = battle "nerve"
    assert(game:command(toys.CHARGE))
    local line, fault = game:change_rules(rules_of(), { kind = "variant", variants = {} })
    assert.is_nil(line)
    assert.truthy(fault.message:find("the battle stands at parley.terms", 1, true), fault.message)
    assert.equal("parley.terms", game:waiting().path)
    assert(game:command(toys.answer("b", "no")))
    assert(game:change_rules(rules_of(), { kind = "variant", variants = {} }))
    assert.equal("charge.response", game:waiting().path)
  end)

  it("are refused while a command is sealed that they do not have", function()
    local texts = under { [[variant "waits" { doc = "" }
      command "wait" { args = { unit "unit" { "own" } }, phases = { "turn.moves" }, run = function() end }]] }
    local game = toys.game(texts)
    assert(game:start())
    assert(game:command(toys.done "a"))
    assert(game:command { side = "a", ["do"] = "wait", unit = "31" })
    local _, fault = game:change_rules(toys.rules(), { kind = "variant", variants = {} })
    assert.truthy(fault.message:find("a wait is sealed in turn.moves", 1, true), fault.message)
    assert(game:command { side = "a", ["do"] = "withdraw", unit = "31" })
    assert(game:change_rules(toys.rules(), { kind = "variant", variants = {} }))
  end)

  it("play what comes before the first turn when the battle is played again under them", function()
    local game = battle()
    assert(game:command(toys.CHARGE))
    assert(game:rerun(rules_of "first", { kind = "variant", variants = { "first" } }))
    assert.equal(1, game.state.root.units["7"].hits)
    assert.equal("charge.response", game:waiting().path)
    assert(game:rerun(rules_of(), { kind = "variant", variants = {} }))
    assert.equal(0, game.state.root.units["7"].hits)
    assert.equal("charge.response", game:waiting().path)
  end)
end)

describe("a step like another", function()
  it("has all of it that it does not say itself, and must be of the same kind", function()
    local text = [[variant "again" { doc = "" }
      insert "turn" { after = "moves", phase "more" { like = "turn.moves", doc = "Once more." } }]]
    local game = game_under(text)
    local sequence = game.words.sequences.turn
    local step, like = sequence[sequence.index.more], sequence[sequence.index.moves]
    assert.same(like.commands, step.commands)
    assert.equal(like.side, step.side)
    assert.equal("Once more.", step.doc)
    assert.equal("turn.more", step.path)
    assert.truthy(wrong((text:gsub("turn.moves", "turn.none"))):find('is like "turn.none": there is no such phase', 1, true))
    assert.truthy(wrong((text:gsub("turn.moves", "turn.mvoes"))):find("no such phase; did you mean moves?", 1, true))
    assert.truthy(wrong((text:gsub('like = "turn.moves"', "like = 3"))):find("like must be a step", 1, true))
  end)
end)

describe("reasons of a layer", function()
  it("are a sentence and a clause by their word, each declared once", function()
    local rules = toys.rules(under({ [[variant "why" { doc = "", reasons = { tired = { "the tired rest", cite = "9.9" } } }]] }).instead,
      { "why" })
    assert.same({ "the tired rest", "9.9" }, { rules.view.reason "tired" })
    assert.is_nil(rules.view.reason "awake")
    assert.truthy(wrong [[variant "why" { doc = "", reasons = { tired = {} } }]]:find('reason "tired" needs its sentence', 1, true))
    assert.truthy(wrong([[variant "one" { doc = "", reasons = { tired = { "x" } } }]],
      [[variant "two" { doc = "", reasons = { tired = { "y" } } }]]):find("is declared twice", 1, true))
  end)
end)
