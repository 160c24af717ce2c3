--- The solo commander plays by its ruleset's policy, knows no more than its side, and says why.
local digest <const> = require "kernel.digest"
local json <const> = require "kernel.json"
local Game <const> = require "limber.game.game"
local Replay <const> = require "limber.record.replay"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local tree <const> = require "limber.common.tree"
local story <const> = require "limber.game.story"
local toys <const> = require "rules.toys"
local trace <const> = require "limber.record.trace"
local verify <const> = require "limber.record.verify"

local function now(game)
  return digest.of(game.state.root)
end

--- A battle led by solo commanders, begun as `limber run --solo` begins one.
local function battle(opts)
  opts = opts or {}
  local rules, scenario, written = toys.rules(opts.instead), toys.scenario(opts.text), {}
  local start = assert(Scenario.build(scenario, rules, { solo = { "a", "b" } }))
  local header = Replay.header(rules, scenario, { seed = 7, version = "test", solo = { "a", "b" } })
  local game = Game.new {
    rules = rules, start = start, seed = opts.seed or 7, header = header, keep = opts.keep, story = opts.story,
    append = opts.keep ~= false and function(text) written[#written + 1] = text end or nil,
  }
  assert(game:start())
  return game, written
end

local function fought(opts)
  local game, written = battle(opts)
  local over, failure = Solo.fight(game, { "a", "b" }, { strict = true })
  assert(over, failure and failure.message)
  return game, written
end

describe("the solo commander", function()
  it("fights a battle to its end, and the recording verifies", function()
    local game, written = fought()
    assert.truthy(game.state.root.result)
    local report = assert(verify.verify(assert(Replay.read(table.concat(written))), toys.loader()))
    assert.is_true(report.ok)
    assert.are.equal(game.journal.digest, report.digest)
  end)

  it("says why it chose and what it left at which odds", function()
    local told = {}
    local game, written = fought {
      story = function(event) if event.say == "solo" then told[#told + 1] = event end end,
    }
    local charge
    for _, line in ipairs(game.journal.lines) do
      if line.command and line.command["do"] == "charge" and not charge then charge = line end
    end
    assert.are.equal("aggressive", charge.solo.stance)
    assert.truthy(charge.solo.why:find "%% to hit")
    assert.truthy(charge.solo.rejected[1].what:find "^charge")
    assert.are.equal(charge.events[1].say, "solo")
    assert.truthy(#told > 0)
    assert.are.equal("The solo commander of Blue: " .. charge.solo.why .. ".",
      (story.text(game, charge.events[1], charge):gsub("Red", "Blue")))
    local recording, shown = assert(Replay.read(table.concat(written))), {}
    assert(trace.trace(recording, toys.loader(), function(text) shown[#shown + 1] = json.decode(text) end))
    assert.are.equal(charge.solo.why, shown[charge.id + 1].solo.why)
  end)

  it("gives the same command from the same place, whatever was before", function()
    local game = battle()
    local commanders = { a = Solo.new(game, "a"), b = Solo.new(game, "b") }
    local steps = 0
    while game:waiting().kind ~= "over" do
      local side = game:waiting().sides[1]
      local saved, commands = tree.copy(game.state.root), #game.journal.lines
      local line = assert(commanders[side]:act())
      local loaded = Game.new { rules = game.rules, start = saved, seed = 7 }
      local again = assert(Solo.new(loaded, side):act())
      assert.are.same(line.command, again.command)
      assert.are.equal(now(game), now(loaded))
      game:undo()
      line = assert(commanders[side]:act())
      assert.are.same(again.command, line.command)
      assert.are.equal(commands + 2, #game.journal.lines)
      steps = steps + 1
    end
    assert.truthy(steps > 10)
  end)

  it("asks the game nothing but what its side may know", function()
    local allowed = { rules = true, words = true, telling = true }
    for _, name in ipairs { "waiting", "legal", "view", "command" } do allowed[name] = "method" end
    local game = battle()
    local spy = setmetatable({}, {
      __index = function(_, key)
        if not allowed[key] then error("the commander looked at game." .. tostring(key), 2) end
        if allowed[key] ~= "method" then return game[key] end
        return function(_, ...) return game[key](game, ...) end
      end,
      __newindex = function(_, key) error("the commander wrote game." .. key, 2) end,
    })
    assert.has_error(function() return spy.seed end)
    local over, failure = Solo.fight(spy, { "a", "b" }, { strict = true })
    assert(over, failure and failure.message)
  end)

  it("decides alike whatever is hidden from it", function()
    local function first_of_a(change)
      local game = battle()
      if change then change(game.state.root) end
      return assert(Solo.new(game, "a"):act()).command
    end
    local plain = first_of_a()
    assert.are.same(plain, first_of_a(function(root)
      root.units["9"].base.x, root.units["9"].base.y, root.units["9"].men = 400000, 340000, 40
    end))
  end)

  it("keeps no texts where nobody reads them, and plays the same battle", function()
    local kept, bare = fought(), fought { keep = false }
    assert.are.same(kept.state.root, bare.state.root)
    assert.is_nil(bare.under_way.solo)
  end)

  it("tries the next reading when one is refused, and gives up a choice after a few", function()
    local game = battle { instead = { ["rules-lua/toy/solo.lua"] = [[
      local tried = { { forward = mm(101) }, { forward = mm(99) } }
      solo { commands = {
        move = function(mind, proposal) return 1, "on", tried end,
        shoot = function(mind, proposal) return 1, nil, { target = proposal.unit } end,
      } }
    ]] } }
    local a, b = Solo.new(game, "a", { strict = true }), Solo.new(game, "b", { strict = true })
    local given, most = {}, 0
    while game.state.root.turn < 2 do
      local side = game:waiting().sides[1] == "a" and a or b
      local before = side.refused
      local line = assert(side:act())
      most = math.max(most, side.refused - before)
      if line.command["do"] == "move" then given[#given + 1] = line.command.forward end
    end
    assert.are.equal(5, #given)
    for _, forward in ipairs(given) do assert.are.equal(99000, forward) end
    assert.are.equal(4, most) -- each of the shots at itself; then it is done
  end)

  it("ends a phase that its policy would never end", function()
    local endless = { ["rules-lua/toy/solo.lua"] = [[
      solo { commands = { wave = function() return 1 end } }
      command "wave" { args = {}, run = function() end, proposals = function() return { {} } end }
    ]], ["rules-lua/toy/turn.lua"] = toys.slurp "tests/rules/toy/turn.lua":gsub('{ "shoot" }', '{ "shoot", "wave" }') }
    local game = battle { instead = endless }
    assert.is_true((Solo.fight(game, { "a", "b" })))
    local strict = battle { instead = endless }
    assert.has_error(function() Solo.fight(strict, { "a", "b" }, { strict = true }) end)
  end)

  it("answers with what the game takes when its policy chose what it does not", function()
    local game = battle { instead = { ["rules-lua/toy/solo.lua"] = [[
      solo { answers = { ["charge.response"] = function() return "flee" end } }
    ]] } }
    toys.give(game, toys.CHARGE)
    assert.are.equal("stand", assert(Solo.new(game, "b"):act()).command.choice)
  end)

  it("leads only a side that is there, of a ruleset that has a policy, and to a last turn", function()
    local rules, scenario = toys.rules(), toys.scenario()
    local start, faults = Scenario.build(scenario, rules, { solo = { "c" } })
    assert.is_nil(start)
    assert.are.equal("solo", faults[1].arg)
    local endless = toys.scenario((toys.slurp(toys.BATTLE):gsub("last_turn = 4, ", "")))
    assert.are.equal(Solo.LAST, Scenario.build(endless, rules, { solo = { "a", "b" } }).last_turn)
    assert.is_nil(Scenario.build(endless, rules, { solo = { "a" } }).last_turn)
    assert.is_true(Scenario.build(scenario, rules, { solo = { "a" } }).sides.a.solo)
    local game = battle { instead = { ["rules-lua/toy/solo.lua"] = "" } }
    local line, fault = Solo.new(game, "a"):act()
    assert.is_nil(line)
    assert.are.equal("solo", fault.arg)
  end)

  it("waits where another side must act", function()
    local game = battle()
    assert.is_nil((Solo.new(game, "b"):act()))
    assert.is_false((Solo.fight(game, { "b" })))
  end)
end)
