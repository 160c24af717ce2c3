-- The shipped battle, played whole and looked at from outside: nothing moves further than it may, nobody stands
-- in anybody else, orders take their time, and undoing and doing again leads to the same state.
local digest <const> = require "kernel.digest"
local geometry <const> = require "kernel.geometry"
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Script <const> = require "limber.scenario.script"
local tree <const> = require "limber.common.tree"

local PATH <const> = "scenarios/fusilier/first_battle.lua"

local function open(variants, seed)
  local scenario = assert(Scenario.read(loader.read(PATH), PATH))
  local rules = assert(Rules.load(loader, "fusilier", variants or {}, { game = require "limber.game.words" }))
  local start, faults = Scenario.build(scenario, rules)
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new { rules = rules, start = start, seed = seed or scenario.seed }
  return game, Script.new(scenario, rules)
end

--- The fastest a kind of unit moves in a bound, in micrometres: its full rate, twice where it may also retreat.
local RATE <const> = { infantry = 300, cavalry = 800, artillery = 300 }

local function moved(before, after)
  return geometry.distance({ x = before.x, y = before.y }, { x = after.x, y = after.y }).distance
end

local function positions(root)
  local at = {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    at[id] = unit.base and tree.copy(unit.base)
  end
  return at
end

describe("the first battle", function()
  it("is fought to a decision, the same every time", function()
    local digests = {}
    for i = 1, 2 do
      local game, script = open()
      assert(script:play(game))
      local root = game.state.root
      assert.is_string(root.result.winner)
      digests[i] = digest.of(root)
    end
    assert.are.equal(digests[1], digests[2])
  end)

  it("lets nobody stand in anybody else, nor move further than its rate", function()
    local game, script = open()
    local line = assert(game:start())
    local turn, before, after_moves = game.state.root.turn, positions(game.state.root), nil
    local compared = 0
    while line do
      local root = game.state.root
      local waiting = game:waiting()
      if waiting.path == "turn.fire" and not after_moves then
        after_moves = positions(root)
        for id, was in pairs(before) do
          local unit, now = root.units[id], after_moves[id]
          if now and unit.drill ~= "skirmish" then
            compared = compared + 1
            assert.is_true(moved(was, now) <= (RATE[unit.arm] + 1) * 1000, id .. " moved too far in bound " .. turn)
          end
        end
      end
      if root.turn ~= turn then turn, before, after_moves = root.turn, positions(root), nil end
      local units = root.order.units
      for i = 1, #units do
        for j = i + 1, #units do
          local one, other = root.units[units[i]], root.units[units[j]]
          if one.base and other.base then
            assert.are_not.equal("overlapping", geometry.contact(one.base, other.base).state,
              units[i] .. " stands in " .. units[j])
          end
        end
      end
      line = script:step(game)
    end
    assert.is_true(compared > 20)
  end)

  it("moves no formation before its orders are active", function()
    local game, script = open()
    local line = assert(game:start())
    local began, driven = positions(game.state.root), {}
    while line do
      local root = game.state.root
      for _, id in ipairs(root.order.units) do
        local unit = root.units[id]
        local formation = root.formations[unit.formation]
        driven[id] = driven[id] or unit.event ~= nil or unit.status ~= "ready"
        if unit.base and not (formation.order or driven[id] or unit.drill == "skirmish") then
          assert.are.equal(0, moved(began[id], unit.base), id .. " moved without orders")
        end
      end
      line = script:step(game)
    end
  end)

  it("can be undone to its beginning and done again", function()
    local game, script = open()
    assert(script:play(game))
    local ended = digest.of(game.state.root)
    local steps = 0
    while game:undo() do steps = steps + 1 end
    assert.is_true(steps > 50)
    assert.are.equal(0, #game.journal.at.calls)
    for _ = 1, steps do assert(game:redo()) end
    assert.are.equal(ended, digest.of(game.state.root))
  end)

  it("refuses with the clause and the margin", function()
    local game = open()
    assert(game:start())
    for _, side in ipairs { "a", "b" } do assert(game:command { side = side, ["do"] = "done" }) end -- orders
    for _, side in ipairs { "a", "b" } do assert(game:command { side = side, ["do"] = "done" }) end -- command
    local deed, fault = game:check { side = "a", ["do"] = "declare_attack", unit = "a11", target = "b11" }
    assert.is_nil(deed)
    assert.are.equal("4.5", fault.cite)
    deed, fault = game:check { side = "a", ["do"] = "declare_attack", unit = "a11", target = "b19" }
    assert.is_nil(deed)
    assert.are.equal("target", fault.arg)
  end)

  it("goes differently under another seed, and by the variant's rules", function()
    local one, script = open(nil, 1)
    assert(script:play(one))
    local two, other = open({ "rash_cautious_generals", "percentile_00_is_100" }, 2)
    assert(other:play(two))
    assert.are_not.equal(digest.of(one.state.root), digest.of(two.state.root))
  end)
end)
