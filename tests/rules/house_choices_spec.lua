--- Asking a player in the middle of a command or a step: the code runs again with the answer, its dice as before.
local choosing <const> = require "limber.game.choosing"
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game.game"
local json <const> = require "kernel.json"
local Replay <const> = require "limber.record.replay"
local Solo <const> = require "limber.solo.commander"
local verify <const> = require "limber.record.verify"
local toys <const> = require "rules.toys"

local TURN <const> = "rules-lua/toy/turn.lua"

--- The toy with a shot that its side may throw again as often as it likes, and a question as the turn begins.
local function toy(changes)
  local text = toys.slurp "tests/rules/toy/turn.lua"
  for _, change in ipairs(changes) do
    local at, last = text:find(change[1], 1, true)
    assert(at, change[1])
    text = text:sub(1, at - 1) .. change[2] .. text:sub(last + 1)
  end
  return { [TURN] = text }
end

local SHOT <const> = toys.slurp "tests/rules/toy/turn.lua":match 'local result = play:resolve%("fire.shoot"[^\n]*'

--- Shoots again for as long as the player wants, and counts it.
local AGAIN <const> = SHOT .. [[

    play:tell("moved", { unit = cmd.unit })
    while play:choose { side = cmd.side, name = "again", ask = "Throw again, {unit}? It {fell}.",
        options = { "keep", "again" },
        with = { unit = cmd.unit, fell = result.hit and "hits" or "misses" } } == "again" do
      play:set(play:unit(cmd.unit), "again", (play:unit(cmd.unit).again or 0) + 1)
      result = play:resolve("fire.shoot", { distance_mm = gap }, cmd.unit)
    end]]

local SHOOT <const> = { side = "a", ["do"] = "shoot", unit = "32", target = "8" }

local function shooting(opts)
  opts = opts or {}
  opts.instead = opts.instead or toy { { SHOT, AGAIN } }
  local game, written, scenario = toys.game(opts)
  assert(game:start())
  toys.give(game, toys.done "a", toys.done "a", toys.done "b")
  assert.are.equal("turn.shooting", game:waiting().path)
  return game, written, scenario
end

local function now(game) return digest.of(game.state.root) end

--- The faces of all shots in the journal, in the order of its present branch.
local function shots(game)
  local list = {}
  for _, line in ipairs(game.journal:since(1)) do
    for _, call in ipairs(line.calls) do
      if call.procedure == "fire.shoot" then list[#list + 1] = call.rolls[1].dice[1] end
    end
  end
  return list
end

local function told(game)
  local list = {}
  for _, line in ipairs(game.journal:since(1)) do
    for _, event in ipairs(line.events) do
      list[#list + 1] = event.say or event.call and line.calls[event.call].procedure or "impossible"
    end
  end
  return list
end

describe("a question in the middle of a command", function()
  it("takes the command back, waits as a decision, and goes on with the answer", function()
    local game = shooting()
    local before = game.state.root.units["32"].shot
    toys.give(game, SHOOT)
    local waiting = game:waiting()
    assert.are.equal("decision", waiting.kind)
    assert.are.equal("choice.again", waiting.path)
    assert.are.same({ "a" }, waiting.sides)
    assert.are.same({ "keep", "again" }, waiting.options)
    assert.are.equal("32", waiting.about.unit)
    assert.are.equal(before, game.state.root.units["32"].shot)
    local _, refusal = game:command(toys.answer("b", "keep"))
    assert.are.equal("side", refusal.arg)
    _, refusal = game:command(toys.answer("a", "often"))
    assert.are.equal("choice", refusal.arg)
    toys.give(game, toys.answer("a", "again"))
    assert.are.equal("choice.again", game:waiting().path)
    toys.give(game, toys.answer("a", "keep"))
    assert.are.equal("turn.shooting", game:waiting().path)
    assert.is_true(game.state.root.units["32"].shot)
    assert.are.equal(1, game.state.root.units["32"].again)
  end)

  it("throws and tells everything once and in order", function()
    local game = shooting()
    toys.give(game, SHOOT, toys.answer("a", "again"), toys.answer("a", "keep"))
    assert.are.equal(2, #shots(game))
    assert.are.same({ "shot", "fire.shoot", "moved", "fire.shoot" }, told(game))
  end)

  it("leaves nothing behind where the question cannot be kept", function()
    local game = shooting { keep = false }
    local before = now(game)
    local put = choosing.put
    choosing.put = function(asked)
      put(asked)
      error "no room"
    end
    local line, fault = game:command(SHOOT)
    choosing.put = put
    assert.is_nil(line)
    assert.truthy(fault.message:find("no room", 1, true))
    assert.are.equal(before, now(game))
    toys.give(game, SHOOT, toys.answer("a", "keep"))
  end)

  it("shows the other side that it is asked, and not what about", function()
    local game = shooting()
    toys.give(game, SHOOT)
    local own, other = game:view("a").state.frames, game:view("b").state.frames
    assert.are.same(SHOOT, own[#own].choice.cmd)
    assert.are.equal("32", own[#own].about.unit)
    assert.are.same({ side = "a", ask = own[#own].choice.ask, options = { "keep", "again" } }, other[#other].choice)
    assert.are.same({}, other[#other].about)
    local _, refusal = game:command(toys.done "b")
    assert.are.equal("side", refusal.arg)
  end)

  it("keeps its answer where an earlier die is corrected", function()
    local game = shooting()
    local line = toys.give(game, SHOOT)
    toys.give(game, toys.answer("a", "again"), toys.answer("a", "keep"))
    local hit = line.calls[1].result.hit
    local report = assert(game:fix(line.id, { dice = { hit and 1 or 6 } }, "misread"))
    assert.is_nil(report.stopped)
    assert.are.equal(3, #report.lines)
    assert.are.equal(1, game.state.root.units["32"].again)
    assert.are.equal(hit and 1 or 6, shots(game)[1])
    assert.are.equal("turn.shooting", game:waiting().path)
  end)

  it("is left out with its answers where other rules do not ask it, and new ones take their first option", function()
    local game, written = shooting()
    toys.give(game, SHOOT, toys.answer("a", "again"), toys.answer("a", "keep"), toys.done "a")
    local recording = assert(Replay.read(table.concat(written)))
    local plain = assert(verify.under(recording, toys.loader(), {}, { skip = true }))
    assert.are.same({ "it is not asked", "it is not asked" },
      { plain.skipped[1].refusal.message, plain.skipped[2].refusal.message })
    assert.is_true(plain.game.state.root.units["32"].shot)
    local bare, text = shooting { instead = {} }
    toys.give(bare, SHOOT, { side = "b", ["do"] = "shoot", unit = "8", target = "32" })
    local asked = assert(verify.under(assert(Replay.read(table.concat(text))), toys.loader(toy { { SHOT, AGAIN } }), {},
      { skip = true }))
    assert.are.same({ "choice.again" }, asked.answered)
    assert.are.same({}, asked.skipped)
  end)

  it("disturbs no other throw", function()
    local plain = shooting { instead = {} }
    toys.give(plain, SHOOT, { side = "b", ["do"] = "shoot", unit = "8", target = "32" })
    local game = shooting()
    toys.give(game, SHOOT, toys.answer("a", "keep"),
      { side = "b", ["do"] = "shoot", unit = "8", target = "32" }, toys.answer("b", "keep"))
    assert.are.same(shots(plain), shots(game))
  end)

  it("is undone, answered otherwise on a branch, and done again", function()
    local game, written = shooting()
    toys.give(game, SHOOT)
    local asked, at = now(game), game.journal.at.id
    toys.give(game, toys.answer("a", "again"), toys.answer("a", "keep"))
    local again = now(game)
    game:go_to(at)
    assert.are.equal(asked, now(game))
    toys.give(game, toys.answer("a", "keep"))
    assert.are_not.equal(again, now(game))
    assert.is_nil(game.state.root.units["32"].again)
    game:go_to(at)
    toys.give(game, toys.answer("a", "again"), toys.answer("a", "keep"))
    assert.are.equal(again, now(game))
    local loader = toys.loader(toy { { SHOT, AGAIN } })
    local report = assert(verify.verify(assert(Replay.read(table.concat(written))), loader))
    assert.is_true(report.ok, json.encode(report))
    assert.are.equal(game.journal.digest, report.digest)
  end)

  it("is loaded from its state alone", function()
    local game = shooting()
    toys.give(game, SHOOT, toys.answer("a", "again"))
    local loaded = Game.new { rules = game.rules, start = json.decode(json.encode(game.state.root)), seed = 7 }
    toys.give(game, toys.answer("a", "keep"))
    toys.give(loaded, toys.answer("a", "keep"))
    assert.are.equal(now(game), now(loaded))
  end)

  it("plays the same without a journal", function()
    local game, other = shooting(), shooting { keep = false }
    for _, one in ipairs { game, other } do toys.give(one, SHOOT, toys.answer("a", "again"), toys.answer("a", "keep")) end
    assert.are.equal(now(game), now(other))
  end)

  it("follows a corrected die, and asks anew where the question is another", function()
    local game = shooting()
    local line = toys.give(game, SHOOT)
    local hit = line.calls[1].result.hit
    local report = assert(game:fix(line.id, { dice = { hit and 1 or 6 } }, "misread"))
    assert.is_nil(report.stopped)
    assert.are.equal(hit and "misses" or "hits", game:waiting().about.fell)
  end)

  it("is asked anew where it is another by now", function()
    local game = shooting()
    local line = toys.give(game, SHOOT)
    local hits = line.calls[1].result.hit
    assert(game:amend("units.8.base.y", hits and 610000 or 350000, "it stood elsewhere"))
    local asked = game:waiting().about.fell
    toys.give(game, toys.answer("a", "again"))
    assert.are.equal("choice.again", game:waiting().path)
    assert.are_not.equal(asked, game:waiting().about.fell)
    toys.give(game, toys.answer("a", "keep"))
    assert.is_nil(game.state.root.units["32"].again)
  end)

  it("throws afresh only what comes after the answer", function()
    local game = shooting()
    toys.give(game, SHOOT, toys.answer("a", "again"))
    local first = shots(game)
    local line = assert(game:rethrow())
    assert.are.equal(1, line.fresh)
    toys.give(game, toys.answer("a", "keep"))
    local after = shots(game)
    assert.are.equal(first[1], after[1])
    assert.are.equal(2, #after)
    game:undo()
    assert.are.equal("choice.again", game:waiting().path)
  end)

  it("is overruled with its command", function()
    local game = shooting()
    local cmd = { side = "b", ["do"] = "shoot", unit = "9", target = "31" }
    assert.is_nil((game:command(cmd)))
    assert(game:allow(cmd, "it can see them"))
    toys.give(game, toys.answer("b", "keep"))
    assert.is_true(game.state.root.units["9"].shot)
  end)

  it("has told dice thrown once", function()
    local asked = {}
    local game, written = shooting { tell_dice = function(specs)
      local dice = {}
      for i, spec in ipairs(specs) do
        asked[#asked + 1] = spec.name
        dice[i] = #asked == 1 and { dice = spec.seeded, thrown = true } or { dice = { #asked % 6 + 1 } }
      end
      return dice
    end }
    toys.give(game, SHOOT, toys.answer("a", "again"), toys.answer("a", "keep"))
    assert.are.equal(2, #asked)
    assert.are_not.equal(asked[1], asked[2])
    local loader = toys.loader(toy { { SHOT, AGAIN } })
    assert.is_true(assert(verify.verify(assert(Replay.read(table.concat(written))), loader)).ok)
  end)

  it("has facts told once", function()
    local asked = 0
    local text = toys.slurp(toys.BATTLE):gsub("x = %d+", "%0")
    local game, written = shooting { text = text, tell_fact = function(question)
      asked = asked + 1
      return question.fact == "distance" and 100 or question.offered
    end }
    toys.give(game, SHOOT, toys.answer("a", "keep"))
    assert.are.equal(1, asked)
    local loader = toys.loader(toy { { SHOT, AGAIN } })
    local report = assert(verify.verify(assert(Replay.read(table.concat(written))), loader))
    assert.is_true(report.ok, json.encode(report))
  end)
end)

describe("a question elsewhere", function()
  local BEGIN <const> = 'for _, unit in play:units() do play:set(unit, "shot", nil) end'
  local function of_step(code)
    return toy { { BEGIN, BEGIN .. "\n" .. code } }
  end

  it("is asked by an automatic step before the first command", function()
    local game = toys.game { instead = of_step [[
      local weather = play:choose { side = "b", name = "weather", ask = "Which weather?", options = { "sun", "rain" } }
      play:set(play.state.battle, "weather", weather) ]] }
    assert(game:start())
    assert.are.equal("choice.weather", game:waiting().path)
    assert.is_nil(game.state.root.active)
    toys.give(game, toys.answer("b", "rain"))
    assert.are.equal("turn.charges", game:waiting().path)
    assert.are.equal("rain", game.state.root.battle.weather)
  end)

  it("is asked of several players in one step", function()
    local game = toys.game { instead = of_step [[
      for i, side in ipairs { "a", "b", "a" } do
        play:set(play.state.battle, "n" .. i, play:choose { side = side, name = "card", ask = "Which card?",
          options = { "low", "high" }, with = { nth = i } })
      end ]] }
    assert(game:start())
    toys.give(game, toys.answer("a", "low"), toys.answer("b", "high"), toys.answer("a", "high"))
    local battle = game.state.root.battle
    assert.are.same({ "low", "high", "high" }, { battle.n1, battle.n2, battle.n3 })
    assert.are.equal("turn.charges", game:waiting().path)
  end)

  it("is asked when sealed commands are executed", function()
    local game = toys.game { instead = toy { { 'play:tell("moved", { unit = cmd.unit })',
      [[play:tell("moved", { unit = cmd.unit })
      local how = play:choose { side = cmd.side, name = "pace", ask = "How, {unit}?", options = { "slow", "fast" },
        with = { unit = cmd.unit } }
      play:set(play:unit(cmd.unit), "pace", how)]] } } }
    assert(game:start())
    toys.give(game, toys.done "a",
      { side = "a", ["do"] = "move", unit = "31", forward = 10000 },
      { side = "b", ["do"] = "move", unit = "8", forward = 0 }, toys.done "a", toys.done "b")
    assert.are.equal("31", game:waiting().about.unit)
    toys.give(game, toys.answer("a", "fast"))
    assert.are.equal("8", game:waiting().about.unit)
    toys.give(game, toys.answer("b", "slow"))
    assert.are.equal("turn.shooting", game:waiting().path)
    assert.are.equal(310000, game.state.root.units["31"].base.y)
    assert.are.equal("slow", game.state.root.units["8"].pace)
  end)

  it("is not asked where there is one option", function()
    local game = toys.game { instead = of_step [[
      play:set(play.state.battle, "only", play:choose { side = "a", name = "one", ask = "?", options = { "yes" } }) ]] }
    assert(game:start())
    assert.are.equal("yes", game.state.root.battle.only)
  end)

  it("stands although the code catches what ends it", function()
    local game = toys.game { instead = of_step [[
      local done, weather = pcall(play.choose, play, { side = "b", name = "weather", ask = "?", options = { "s", "r" } })
      if done then play:set(play.state.battle, "weather", weather) end ]] }
    assert(game:start())
    toys.give(game, toys.answer("b", "r"))
    assert.are.equal("r", game.state.root.battle.weather)
  end)

  it("that never ends is refused and changes nothing", function()
    local game = toys.game { instead = of_step [[
      local n = 0
      repeat
        n = n + 1
        local again = play:choose { side = "a", name = "more", ask = "More?", options = { "yes", "no" }, with = { n = n } }
      until again == "no" ]] }
    assert(game:start())
    local line, fault = true, nil
    local count = 0
    while line and count < 400 do
      line, fault = game:command(toys.answer("a", "yes"))
      count = count + 1
    end
    assert.are.equal(256, count)
    assert.truthy(fault.message:find("asks for ever", 1, true))
    toys.give(game, toys.answer("a", "no"))
    assert.are.equal("turn.charges", game:waiting().path)
  end)

  it("says what is wrong with it, with file and line", function()
    for _, case in ipairs {
      { '{ side = "c", name = "x", ask = "?", options = { "y", "n" } }', "side must be one of a, b" },
      { '{ side = "a", name = "x y", ask = "?", options = { "y", "n" } }', "name must be" },
      { '{ side = "a", name = "x", options = { "y", "n" } }', "ask must be the text" },
      { '{ side = "a", name = "x", ask = "?", options = {} }', "options must be a list" },
      { '{ side = "a", name = "x", ask = "?", options = { "y", "y" } }', "there twice" },
      { '{ side = "a", name = "x", ask = "?", option = { "y" } }', "option is unknown" },
      { '{ side = "a", name = "x", ask = "?", options = { "y", "n" }, with = { f = {} } }', "with.f must be" },
    } do
      local game = toys.game { instead = of_step("play:choose " .. case[1]) }
      local _, fault = game:start()
      assert.truthy(fault.message:find(case[2], 1, true), fault.message)
      assert.truthy((fault.file or ""):find("turn.lua", 1, true) or fault.message:find("turn.lua", 1, true), fault.message)
    end
  end)

  it("is not asked of a solo commander without a policy for it, and of nobody again whose answer it has", function()
    local game = shooting()
    toys.give(game, SHOOT, toys.answer("a", "again"))
    assert(game:amend("sides.a.solo", true, "a solo commander leads from now on"))
    toys.give(game, toys.answer("a", "keep"))
    assert.are.equal(1, game.state.root.units["32"].again)
    toys.give(game, { side = "a", ["do"] = "shoot", unit = "31", target = "7" })
    assert.are.equal("turn.shooting", game:waiting().path)
    assert.is_nil(game.state.root.units["31"].again)
    toys.give(game, { side = "b", ["do"] = "shoot", unit = "8", target = "32" })
    assert.are.equal("choice.again", game:waiting().path)
  end)

  it("keeps the answers to those beside it where a solo commander is not asked one between them", function()
    local asks = SHOT .. [[

    local one = play:choose { side = "a", name = "one", ask = "One?", options = { "no", "yes" } }
    play:choose { side = "b", name = "nobody", ask = "Of no account?", options = { "no", "yes" } }
    local two = play:choose { side = "a", name = "two", ask = "Two?", options = { "no", "yes" } }
    play:set(play:unit(cmd.unit), "again", (one == "yes" and 1 or 0) + (two == "yes" and 2 or 0))]]
    local game = shooting { instead = toy { { SHOT, asks } } }
    assert(game:amend("sides.b.solo", true, "a solo commander leads from now on"))
    toys.give(game, SHOOT, toys.answer("a", "yes"))
    assert.are.equal("choice.two", game:waiting().path)
    toys.give(game, toys.answer("a", "yes"))
    assert.are.equal("turn.shooting", game:waiting().path)
    assert.are.equal(3, game.state.root.units["32"].again)
  end)

  it("is answered by the solo commander by its name", function()
    local solo = toys.slurp "tests/rules/toy/solo.lua"
    local changed = solo:gsub("answers = {", [[answers = {
      again = function(mind, about)
        local unit = mind.view:unit(about.unit)
        return about.fell == "misses" and (unit.again or 0) < 1 and "again" or "keep", "it " .. about.fell
      end,]], 1)
    local instead = toy { { SHOT, AGAIN } }
    instead["rules-lua/toy/solo.lua"] = changed
    local game = toys.game { instead = instead }
    assert(game:start())
    Solo.fight(game, { "a", "b" })
    assert.are.equal("over", game:waiting().kind)
    local count = 0
    for _, line in ipairs(game.journal.lines) do
      if line.step == "choice.again" and line.command.choice == "again" then
        count = count + 1
        assert.are.equal("it misses", line.solo.why)
      end
    end
    assert.is_true(count > 0)
  end)
end)
