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
