--- Sealed commands and what a side cannot see.
local digest <const> = require "kernel.digest"
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

local function at_moves()
  local game, written = toys.game()
  assert(game:start())
  toys.give(game, toys.done "a")
  return game, written
end

local function move(side, unit, forward)
  return { side = side, ["do"] = "move", unit = unit, forward = forward }
end

describe("a sealed phase", function()
  it("changes nothing until all are done, then does everything", function()
    local game, written = at_moves()
    toys.give(game, move("a", "31", 10000), move("b", "8", 0), toys.done "a")
    assert.are.equal(300000, game.state.root.units["31"].base.y)
    assert.are.same({ "b" }, game:waiting().sides)
    assert.is_nil((game:command(move("a", "32", 0))))
    toys.give(game, toys.done "b")
    assert.are.equal(310000, game.state.root.units["31"].base.y)
    assert.are.equal("turn.shooting", game:waiting().path)
    assert.is_nil(game.state.root.frames[1].sealed)
    assert.is_true(verify.verify(assert(Replay.read(table.concat(written))), toys.loader()).ok)
  end)

  it("shows a side its own commands and not the other's", function()
    local game = at_moves()
    toys.give(game, move("a", "31", 10000))
    assert.are.equal("a", game.journal.at.sealed)
    assert.are.equal(1, #game:view("a"):sealed "a")
    assert.are.equal(0, #game:view("b"):sealed "a")
    assert.is_nil(game:view("b").state.frames[1].sealed.a)
    assert.are.equal(1, #game.state.root.frames[1].sealed.a)
  end)

  it("is over when what it is played for is gone: what was sealed before is done, and nothing when nothing was", function()
    local instead = { ["rules-lua/toy/turn.lua"] = toys.slurp("tests/rules/toy/turn.lua")
      :gsub('phase "moves" {[^\n]*\n', [[
        phase "moves" { side = "active", commands = { "move" }, sealed = true, interrupts = { "halt" },
          when = function(play) return not play.state.halted end,
          execute = function(play, _, commands)
            play:set(play.state, "executed", (play.state.executed or 0) + 1)
            for _, cmd in ipairs(commands) do play:perform(cmd) end
          end },
      ]]) .. 'command "halt" { run = function(play) play:set(play.state, "halted", true) end }\n' }
    for sealed = 0, 1 do
      local game = toys.game { instead = instead }
      assert(game:start())
      toys.give(game, toys.done "a")
      if sealed == 1 then toys.give(game, move("a", "31", 10000)) end
      assert.are.equal("turn.moves", game:waiting().path)
      toys.give(game, { side = "b", ["do"] = "halt" })
      assert.are.equal("turn.shooting", game:waiting().path)
      assert.are.equal(300000 + sealed * 10000, game.state.root.units["31"].base.y)
      assert.are.equal(sealed == 1 and 1 or nil, game.state.root.executed)
      assert.is_nil(game.state.root.frames[1].sealed)
      assert.is_nil(game.state.root.frames[1].queue)
    end
  end)

  it("lets a command be replaced or taken back", function()
    local game = at_moves()
    toys.give(game, move("a", "31", 10000), move("a", "32", 20000), move("a", "31", 30000))
    local sealed = game:view("a"):sealed "a"
    assert.are.equal(2, #sealed)
    toys.give(game, { side = "a", ["do"] = "withdraw", unit = "32" }, toys.done "a", toys.done "b")
    assert.are.equal(330000, game.state.root.units["31"].base.y)
    assert.are.equal(300000, game.state.root.units["32"].base.y)
  end)

  it("makes an outcome, not a refusal, of what is impossible by then", function()
    local game = at_moves()
    toys.give(game, move("a", "31", 100000), move("b", "7", 50000))
    game.state:begin()
    game.state:set(game.state.root.units["7"].base, "y", 350000)
    game.state:commit()
    local line = toys.give(game, toys.done "a", toys.done "b")
    assert.are.equal(400000, game.state.root.units["31"].base.y)
    assert.are.equal(350000, game.state.root.units["7"].base.y)
    assert.are.equal("moved", line.events[1].say)
    assert.are.equal("7", line.events[2].impossible.unit)
    assert.truthy(line.events[2].refusal:find "another stands")
  end)

  it("refuses at once what its own side can see is wrong", function()
    local game = at_moves()
    local before = digest.of(game.state.root)
    for _, cmd in ipairs {
      move("a", "7", 0), move("a", "31", 900000), move("a", "31", 150000), move("a", "99", 0), move("c", "31", 0),
      { side = "a", ["do"] = "shoot", unit = "31", target = "7" }, { side = "a", ["do"] = "moove" },
      { side = "a", ["do"] = "move", unit = "31", forwards = 3 },
    } do
      local done, refusal = game:command(cmd)
      assert.is_nil(done)
      assert.is_string(refusal.arg)
      assert.is_nil(refusal.kind)
    end
    assert.are.equal(before, digest.of(game.state.root))
    assert.truthy(select(2, game:check { side = "a", ["do"] = "moove" }).message:find "move")
  end)
end)

describe("a hidden unit", function()
  it("is in its own side's view alone, and cannot be named by the other", function()
    local game = toys.game()
    assert(game:start())
    assert.is_nil(game:view("a").state.units["9"])
    assert.truthy(game:view("b").state.units["9"])
    local done, refusal = game:command { side = "a", ["do"] = "charge", unit = "32", target = "9" }
    assert.is_nil(done)
    assert.are.equal("target", refusal.arg)
    for proposal in game:legal "a" do assert.are_not.equal("9", proposal.target) end
  end)
end)

describe("the lists of a view", function()
  --- How many a view lists of a side.
  local function count(view, side)
    local n = 0
    for _ in view:units(side) do n = n + 1 end
    return n
  end

  it("take no side's units for all units, whichever are asked for first", function()
    local game = toys.game()
    assert(game:start())
    local a, b = game:view "a", game:view "b"
    assert.are.equal(0, count(a, ""))
    assert.is_true(count(a) > count(a, "a"))
    local all = count(b)
    assert.are.equal(0, count(b, ""))
    assert.are.equal(all, count(b))
  end)

  it("follow who comes into view, changes sides and goes", function()
    local game = toys.game()
    assert(game:start())
    local function listed(side, of)
      local ids = {}
      for id in game:view(side):units(of) do ids[#ids + 1] = id end
      return table.concat(ids, " ")
    end
    local before, state = listed("a", "b"), game.state
    assert.is_nil(before:find("9", 1, true))
    local hidden = state.root.units["9"]
    state:begin()
    state:set(hidden, "secret", nil)
    assert.truthy(listed("a", "b"):find("9", 1, true))
    state:set(hidden, "side", "a")
    assert.are.equal(before, listed("a", "b"))
    assert.truthy(listed("a", "a"):find("9", 1, true))
    state:rollback()
    assert.are.equal(before, listed("a", "b"))
  end)
end)
