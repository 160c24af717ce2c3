--- The ground that a battle of Fusilier is about, toward its end: who holds it stays, and who comes there first is told.
local loader <const> = require "disk_loader"
local Mind <const> = require "limber.solo.mind"
local Rules <const> = require "limber.rules.stack"
local Solo <const> = require "limber.solo.commander"
local solo_battles <const> = require "solo_battles"
local table_of <const> = require "fusilier_table"

local rules <const> = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))
local policy <const> = rules.published.game.solo
local HILL <const> = 'area "hill" { hill = 20, terrain = "open", objective = true, '
  .. 'rect = { { 1400, 1200 }, { 1600, 1400 } } }'
local SEIZE <const> = { verb = "seize", target = { x = 1450000, y = 1300000 }, target_end = { x = 1550000, y = 1300000 } }

after_each(table_of.finished)

--- What the commander of side a thinks of a command in a step of a battle that ends with a bound; a1 and a2 are so far
--- up the table.
local function thinks(step, last, y_1, y_2, command, proposal)
  local game = table_of.battle({ a = table_of.foot("a1", 1500, y_1, "north") .. table_of.foot("a2", 1500, y_2, "north"),
    b = table_of.foot("b1", 1500, 1650, "south") .. table_of.FAR_B, ground = HILL }, { order = SEIZE })
  table_of.to(game, step)
  table_of.amend(game, { last_turn = last })
  local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
  return (policy.commands[command](mind, proposal)) ~= nil
end

describe("ground that the battle is about", function()
  it("is not left for an attack by who alone holds it, when the battle ends", function()
    local function attacks(last)
      return thinks("turn.declare", last, 1300, 700, "declare_attack", { unit = "a1", target = "b1" })
    end
    assert.same({ false, true }, { attacks(3), attacks(9) })
  end)

  it("is where the first of a formation is told to go, when the battle ends", function()
    local function goes(last, id)
      return thinks("turn.movement", last, 700, 1000, "move", { unit = id, to = { x = 1500000, y = 1300000 } })
    end
    assert.same({ true, false, false }, { goes(2, "a2"), goes(2, "a1"), goes(9, "a2") })
  end)

  it("has who comes there turn to the enemy; who is still on his way does not", function()
    local function turns(y)
      local game = table_of.battle({ a = table_of.foot("a1", 1500, y, "south") .. table_of.FAR_A,
        b = table_of.foot("b1", 1500, 1900, "south") .. table_of.FAR_B, ground = HILL }, { order = SEIZE })
      table_of.to(game, "turn.movement")
      local cmd = assert(Solo.new(game, "a"):act()).command
      return cmd.unit == "a1" and cmd.facing or nil
    end
    assert.equal(0, turns(1300))
    assert.is_nil(turns(1150))
  end)

  it("is not given up by an order to its only garrison, however weak who stands before it", function()
    local function answers(task)
      local game = table_of.battle({
        a = table_of.foot("a1", 1450, 900, "north") .. table_of.foot("a2", 1700, 900, "north"),
        b = table_of.foot("b1", 1500, 1300, "south") .. table_of.foot("b2", 1750, 1300, "south"), ground = HILL,
      }, { order = { verb = "hold" } })
      table_of.amend(game, { ["sides.b.task"] = task, ["units.a1.damage_points"] = 8, ["units.a2.damage_points"] = 8,
        ["leaders.gfb.base.x"] = 1620000, ["leaders.gfb.base.y"] = 1250000 })
      local line = assert(Solo.new(game, "b"):act())
      return line.command["do"]
    end
    assert.same({ "done", "issue_order" }, { answers "hold", answers "attack" })
  end)

  it("may be held by who has not been seen: an attack beside a building promises less", function()
    local MILL <const> = 'area "mill" { terrain = "built_up", material = "wood", '
      .. 'rect = { { 1650, 1350 }, { 1750, 1450 } } }'
    local function promised(ground, seen)
      local game = table_of.battle({
        a = table_of.foot("a1", 1500, 1000, "north") .. table_of.FAR_A .. (seen or ""),
        b = table_of.guns("b1", 1500, 1400, "south") .. table_of.FAR_B, ground = ground,
      })
      table_of.to(game, "turn.declare")
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      local _, why = policy.commands.declare_attack(mind, { unit = "a1", target = "b1" })
      return type(why) == "function" and why() or why
    end
    assert.equal("90% to take the guns of b1", promised())
    assert.equal("45% to take the guns of b1, and mill may be held", promised(MILL))
    assert.equal("90% to take the guns of b1", promised(MILL, table_of.foot("a3", 1960, 1400, "north")))
  end)
end)

--- What the French are ordered at Maida, who are to hold, by their formations: the verb, and what it is about.
local function orders_at_maida(last)
  local game = solo_battles.begun("scenarios/fusilier/maida.lua", 2, rules)
  if last then table_of.amend(game, { last_turn = last }) end
  local orders = {}
  Solo.fight(game, { "a", "b" }, { each = function(line)
    local cmd = line.command
    if cmd["do"] == "write_order" then orders[cmd.formation] = cmd.aim and cmd.verb .. " " .. cmd.aim or cmd.verb end
    return game.state.root.turn > 0
  end })
  return orders
end

describe("a line that is to hold", function()
  it("stands before the ground behind it, its guns too, and meets those who come", function()
    local orders = orders_at_maida()
    for _, id in ipairs { "compere", "peyri", "digonet" } do assert.equal("attack all who come", orders[id]) end
    assert.equal("hold", orders.french_guns)
  end)

  it("sends one body to that ground in time before the battle ends", function()
    assert.equal("seize the heights of Maida", orders_at_maida(4).compere)
  end)
end)

--- Why a formation whose order is about a line that nobody stands on any more gets another; `aim`: whom it was about.
local function ordered_anew(aim)
  local game = table_of.battle(
    { a = table_of.foot("a1", 1500, 1000, "north") .. table_of.FAR_A, b = table_of.foot("b1", 1500, 1400, "south") .. table_of.FAR_B },
    { order = { verb = "attack", aim = aim, target = { x = 200000, y = 200000 } } })
  table_of.amend(game, { ["leaders.gfa.base.x"] = 1500000, ["leaders.gfa.base.y"] = 900000 })
  local why = assert(Solo.new(game, "a"):act()).solo.why
  return type(why) == "function" and why() or why
end

describe("an order to attack that has lost its enemy", function()
  it("says whether he has moved or is gone", function()
    assert.truthy(ordered_anew("fb"):find "^fb has moved: ")
    assert.truthy(ordered_anew("others"):find "^the enemy it was sent against has gone: ")
  end)
end)
