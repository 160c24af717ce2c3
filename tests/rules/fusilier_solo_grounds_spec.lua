--- The ground that a battle of Fusilier is about, toward its end: who holds it stays, and who comes there first is told.
local loader <const> = require "disk_loader"
local Mind <const> = require "limber.solo.mind"
local Rules <const> = require "limber.rules.stack"
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
end)
