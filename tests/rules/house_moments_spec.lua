--- Moments in which a variant acts, dice of its own, and its lines of story.
local digest <const> = require "kernel.digest"
local moments <const> = require "limber.game.moments"
local Replay <const> = require "limber.record.replay"
local Solo <const> = require "limber.solo.commander"
local story <const> = require "limber.game.story"
local verify <const> = require "limber.record.verify"
local toys <const> = require "rules.toys"

local SHOOT <const> = { side = "a", ["do"] = "shoot", unit = "32", target = "8" }

local function path_of(i) return ("rules-lua/toy/variants/v%d.lua"):format(i) end

--- A game under variants of these texts, shipped or a guest's.
local function under(texts, opts)
  opts = opts or {}
  opts.instead, opts.variants = opts.instead or {}, {}
  for i, text in ipairs(texts) do
    local name = opts.guest and ("v%d.lua"):format(i) or ("v%d"):format(i)
    opts.instead[opts.guest and name or path_of(i)] = ('variant "v%d" { of = "toy", doc = "A test.", %s }'):format(i, text)
    opts.variants[i] = name
  end
  local game, written = toys.game(opts)
  return game, written, toys.loader(opts.instead)
end

local function texts(game)
  local list = {}
  for _, line in ipairs(game.journal:since(1)) do
    for _, event in ipairs(line.events) do
      if event.say then list[#list + 1] = story.text(game, event, line) end
    end
  end
  return list
end

local function rolls(game)
  local list = {}
  for _, line in ipairs(game.journal:since(1)) do
    for _, call in ipairs(line.calls) do
      if not call.own then list[#list + 1] = call.procedure .. " " .. call.rolls[1].dice[1] end
    end
  end
  return list
end

local function fight(game)
  assert(game:start())
  Solo.fight(game, { "a", "b" })
  assert.are.equal("over", game:waiting().kind)
  return game
end

local COUNTS <const> = [[fields = { battle = {
  int "begun" { 0, 99, optional = true }, int "begins" { 0, 99, default = 0 }, int "ends" { 0, 99, default = 0 },
} },
moments = {
  battle_begins = function(play) play:set(play.state.battle, "begun", play.state.turn) end,
  turn_begins = function(play) play:set(play.state.battle, "begins", (play.state.battle.begins or 0) + 1) end,
  turn_ends = function(play) play:set(play.state.battle, "ends", (play.state.battle.ends or 0) + 1) end,
  battle_ends = function(play, result) return { winner = "draw", why = "it rained" } end,
}]]

describe("moments", function()
  for _, guest in ipairs { false, true } do
    it("come at their places in every battle" .. (guest and ", for guests too" or ""), function()
      local game, written, loader = under({ COUNTS }, { guest = guest })
      fight(game)
      local root = game.state.root
      assert.are.equal(1, root.battle.begun)
      assert.are.equal(root.turn, root.battle.begins)
      assert.are.equal(root.turn, root.battle.ends)
      assert.are.same({ winner = "draw", why = "it rained", turn = root.turn }, root.result)
      assert.is_true(assert(verify.verify(assert(Replay.read(table.concat(written))), loader)).ok)
    end)

    it("may push sequences, throw and choose before a turn's first step" .. (guest and ", for guests too" or ""),
      function()
        local game, written, loader = under({ [[fields = { battle = { text "fate" { optional = true } } }, moments = {
          battle_begins = function(play) play:push("charge", { unit = "31", target = "7" }) end,
          turn_begins = function(play)
            local fate = play:throw("2d6", "fate")
            local taken = play:choose { side = "b", name = "fate", ask = "{total}?", options = { "yes", "no" },
              with = { total = fate } }
            play:set(play.state.battle, "fate", taken .. fate)
          end,
        }]] }, { guest = guest })
        assert(game:start())
        assert.are.equal("charge.response", game:waiting().path)
        toys.give(game, toys.answer("b", "evade"))
        assert.are.equal("choice.fate", game:waiting().path)
        local total = game:waiting().about.total
        toys.give(game, toys.answer("b", "no"))
        assert.are.equal("no" .. total, game.state.root.battle.fate)
        assert.are.equal("turn.charges", game:waiting().path)
        assert.are.same({ ("Fate: 2D6 %d."):format(total) }, { texts(game)[2] })
        assert.is_true(assert(verify.verify(assert(Replay.read(table.concat(written))), loader)).ok)
      end)
  end

  it("of several layers come in the order of the stack", function()
    local one = [[moments = { turn_begins = function(play)
      play:set(play.state.battle, "by", (play.state.battle.by or "") .. "%s") end }]]
    local game = under { one:format "1", one:format "2", one:format "3" }
    assert(game:start())
    assert.are.equal("123", game.state.root.battle.by)
  end)

  it("tell of a unit's status, of its end and of a leader's fall", function()
    local game = under { [[moments = {
      status_changes = function(play, unit, was, now) play:tell("moved", { unit = unit.id, was = was, now = now }) end,
      unit_gone = function(play, unit) play:set(play.state.battle, "gone", unit.id) end,
      leader_falls = function(play, leader) play:set(play.state.battle, "fell", leader.id) end,
    }, commands = { shoot = { run = function(published, play, cmd, found)
      published(play, cmd, found)
      play:set(play:unit(cmd.target), "status", "gone")
      play:leader_casualty("zieten")
    end } }]] }
    assert(game:start())
    local line = toys.give(game, toys.done "a", toys.done "a", toys.done "b", SHOOT)
    assert.are.equal("8", game.state.root.battle.gone)
    assert.are.equal("zieten", game.state.root.battle.fell)
    local told = line.events[#line.events].with
    assert.are.same({ unit = "8", was = "ready", now = "gone" }, told)
  end)

  it("change what a unit is to lose", function()
    local shot = toys.slurp "tests/rules/toy/turn.lua":gsub("target.hits %+ 1%)", "target.hits + play:lose(cmd.target, 1))")
    local function hits(texts_)
      local game = under(texts_, { instead = { ["rules-lua/toy/turn.lua"] = shot } })
      assert(game:start())
      toys.give(game, toys.done "a", toys.done "a", toys.done "b", { side = "a", ["do"] = "shoot", unit = "31", target = "7" })
      return game.state.root.units["7"].hits, game.journal.at.calls[1].result.hit
    end
    local plain, hit = hits {}
    assert.is_true(hit)
    assert.are.equal(1, plain)
    assert.are.equal(4, (hits { "moments = { before_losses = function(_, unit, n) return unit.id == '7' and n * 2 end }",
      "moments = { before_losses = function(_, unit, n) return n + 2 end }" }))
  end)

  it("refuse what they give that cannot be", function()
    for _, case in ipairs {
      { "battle_ends = function() return { winner = 'c' } end", "must name a winner" },
      { "battle_ends = function() return 'a' end", "must give a result" },
      { "turn_begins = function(play) for _ = 1, 2 do play:happens 'turn_begins' end end", "never ends" },
    } do
      local game = under { ("moments = { %s }"):format(case[1]) }
      local line, fault = game:start()
      while line and game:waiting().kind ~= "over" do
        line, fault = game:command(require "limber.game.sequence".unasked(game:waiting()))
      end
      assert.is_nil(line)
      assert.truthy(fault.message:find(case[2], 1, true), fault.message)
      assert.truthy(fault.message:find("v1.lua", 1, true) or (fault.file or ""):find("v1", 1, true), fault.message)
    end
  end)

  it("refuse what a guest's gives of losses, where it gives nothing", function()
    local lost = { moments = [[moments = { before_losses = function(play, unit, losses) end }]] }
    local game = under({ lost.moments }, { guest = true })
    assert(game:start())
    local done, fault = pcall(moments.losses, game, "31", 2)
    assert.is_false(done)
    assert.truthy(tostring(fault):find("v1.lua:1: before_losses must give a whole number of losses, got nothing", 1, true))
  end)

  it("are refused by a wrong name, with file and line", function()
    local done, fault = pcall(under, { "moments = { turn_begin = function() end }" })
    assert.is_false(done)
    local text = type(fault) == "table" and fault.message or tostring(fault)
    assert.truthy(text:find("turn_begins", 1, true), text)
    assert.truthy(text:find("v1.lua:1", 1, true), text)
  end)
end)

describe("dice of a layer's own", function()
  local EVENT <const> = [[cite = "house 3", moments = { turn_begins = function(play)
    local total, faces = play:throw("3d6", "event")
    local sum = 0
    for _, face in ipairs(faces) do sum = sum + face end
    if sum ~= total then error "the faces make another total" end
    play:throw("d100", "weather", "a")
  end }]]

  it("disturb no other throw of the battle", function()
    assert.are.same(rolls(fight(under {})), rolls(fight(under { EVENT })))
  end)

  it("are other dice for another variant, label or piece", function()
    local function first(text)
      local game = under(text)
      assert(game:start())
      local faces = {}
      for _, call in ipairs(game.journal.at.calls) do faces[#faces + 1] = table.concat(call.rolls[1].dice, " ") end
      return faces
    end
    local one = first { "moments = { turn_begins = function(play) play:throw('9d6', 'x') play:throw('9d6', 'x') " ..
      "play:throw('9d6', 'y') play:throw('9d6', 'x', '31') end }" }
    local two = first { "", "moments = { turn_begins = function(play) play:throw('9d6', 'x') end }" }
    local seen = {}
    for _, faces in ipairs { one[1], one[2], one[3], one[4], two[1] } do
      assert.is_nil(seen[faces])
      seen[faces] = true
    end
  end)

  it("are a ruleset's own dice whoever wraps what throws them", function()
    local turn = toys.slurp "tests/rules/toy/turn.lua":gsub('play:tell%("shot", cmd%)', '%0 play:throw("9d6", "own", cmd.unit)')
    local function shot(texts_)
      local game = under(texts_, { instead = { ["rules-lua/toy/turn.lua"] = turn } })
      assert(game:start())
      return toys.give(game, toys.done "a", toys.done "a", toys.done "b", SHOOT).calls[1]
    end
    local plain = shot {}
    assert.are.equal("battle:own", plain.procedure)
    assert.are.same(plain.rolls, shot { "commands = { shoot = { run = function(published, ...) published(...) end } }" }.rolls)
  end)

  it("are rolls of the story, with the variant's citation", function()
    local game = under { EVENT }
    assert(game:start())
    local call, event = game.journal.at.calls[1], game.journal.at.events[1]
    assert.are.equal("v1:event", call.procedure)
    assert.are.equal("moment.turn_begins", call.step)
    assert.are.equal("house 3", event.cite)
    assert.are.equal(3, #call.rolls[1].dice)
    assert.are.equal(("Event: 3D6 %d."):format(call.result.total), texts(game)[1])
    assert.truthy(texts(game)[2]:find("^Weather, Blue: D100 %d+%.$"))
  end)

  it("are corrected, and asked of players who throw themselves", function()
    local game = under { EVENT }
    local line = assert(game:start())
    local report = assert(game:fix(line.id, { call = 1, dice = { 1, 2, 3 } }, "misread"))
    assert.is_nil(report.stopped)
    assert.are.equal(6, game.journal.at.calls[1].result.total)
    local asked = {}
    local told, written, loader = under({ EVENT }, { tell_dice = function(specs)
      local dice = {}
      for i, spec in ipairs(specs) do
        asked[#asked + 1] = spec.label
        dice[i] = { dice = spec.kind == "percentile" and { 0, 0 } or { 4, 5, 6 } }
      end
      return dice
    end })
    assert(told:start())
    assert.are.same({ "event", "weather" }, asked)
    assert.are.equal(15, told.journal.at.calls[1].result.total)
    assert.are.equal(100, told.journal.at.calls[2].result.total)
    assert.is_true(assert(verify.verify(assert(Replay.read(table.concat(written))), loader)).ok)
  end)

  it("are refused where they cannot be, with file and line", function()
    for _, case in ipairs {
      { "'2w6', 'x'", "names no dice" }, { "'2d1', 'x'", "2 to 1000 faces" }, { "'0d6', 'x'", "number of dice" },
      { "'d6'", "label" }, { "'d6', 'x', '77'", "no piece or side 77" }, { "6, 'x'", "must be named" },
    } do
      local game = under { ("moments = { turn_begins = function(play) play:throw(%s) end }"):format(case[1]) }
      local _, fault = game:start()
      assert.truthy(fault.message:find(case[2], 1, true), fault.message)
      assert.truthy(fault.message:find("v1.lua", 1, true) or (fault.file or ""):find("v1.lua", 1, true), fault.message)
    end
  end)

  it("come to an end: a command that throws for ever is stopped where it throws", function()
    local _, fault = under { "moments = { turn_begins = function(play) while true do play:throw('d6', 'x') end end }" }:start()
    assert.truthy(fault.message:find("more than 2000 questions and throws in one command", 1, true), fault.message)
    assert.truthy(fault.message:find("v1.lua", 1, true) or (fault.file or ""):find("v1.lua", 1, true), fault.message)
  end)

  it("follow the state: undone and thrown again they are the same", function()
    local game = under { EVENT }
    fight(game)
    local before = digest.of(game.state.root)
    while game:undo() do end
    while game:redo() do end
    assert.are.equal(before, digest.of(game.state.root))
  end)
end)

describe("a line of story of a variant", function()
  local FOG <const> = [[cite = "house", moments = { turn_begins = function(play)
    play:tell("fog_lifts", { side = "a", cite = "house" })
    play:tell("fog_lifts_for", { unit = "9", cite = "house" })
  end }]]
  local WORDS <const> = [[
    story { fog_lifts = "{side} [sees] the fog lift.", fog_lifts_for = "{unit} [sees] it." }
    secret "unit" { "fog_lifts_for" }
  ]]

  local function foggy(opts)
    opts = opts or {}
    opts.instead = { ["rules-lua/toy/variants/fog.lua"] = ('variant "fog" { of = "toy", doc = "Fog.", %s }\n%s'):format(
      FOG, WORDS) }
    opts.variants = { "fog" }
    local game, written = toys.game(opts)
    assert(game:start())
    return game, written, toys.loader(opts.instead)
  end

  it("is told in its words with the house rule's citation", function()
    local told = {}
    local game = foggy { story = function(event) told[#told + 1] = event end }
    assert.are.equal("fog_lifts", told[1].say)
    assert.are.equal("house", told[1].cite)
    assert.are.equal("Blue sees the fog lift.", texts(game)[1])
  end)

  it("is told to its side alone where the variant says so", function()
    local game = foggy()
    local line = game.journal.at
    assert.is_nil(story.only_for(game, line.events[1], line))
    assert.are.equal("b", story.only_for(game, line.events[2], line))
  end)

  it("is told by the terse story, and in traces", function()
    local Terse <const> = require "limber.game.terse"
    local game, written, loader = foggy()
    local terse = Terse.new(function() return game end)
    assert.is_false(terse:take(game.journal.at.events[1], game.journal.at))
    local Trace <const> = require "limber.record.trace"
    local lines = {}
    local report = assert(verify.verify(assert(Replay.read(table.concat(written))), loader, {
      each = function(line, replayed) lines[#lines + 1] = Trace.line(replayed, line) end,
    }))
    assert.is_true(report.ok)
    assert.are.equal("Blue sees the fog lift.", lines[1].events[1].text)
    assert.are.equal("house", lines[1].events[1].cite)
  end)
end)
