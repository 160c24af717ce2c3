-- How a solo side of Horse and Musket fights for ground: faults that players have seen, by their kind.
local S <const> = require "horse_and_musket_solo"
local T <const> = require "horse_and_musket_table"

local function mm(n) return n * 1000 end

local HILL <const> = 'area "hill" { hill = 20, objective = 2, rect = { { 800, 560 }, { 1000, 700 } } },'
local CROPS <const> = 'area "crops" { terrain = "crops", rect = { { 700, 560 }, { 1300, 900 } } },'

local function base_of(game, id) return game.state.root.units[id].base end

describe("a solo side", function()
  it("sends a cautious brigade to an objective that nobody holds, in time", function()
    local game = S.game { a = { T.foot("a1", 900, 300), T.foot("a2", 1070, 300) }, b = { T.foot("b1", 200, 1150) },
      ground = HILL, stances = { pa = "cautious", pb = "defensive" } }
    for _ = 1, 5 do S.turn(game, "a") end
    local base = base_of(game, "a1")
    assert.is_true(base.y >= mm(560) and base.y <= mm(700), "a1 stands at y " .. base.y // 1000)
  end)

  it("sends nobody of a defensive brigade there (Solo.D1)", function()
    local game = S.game { a = { T.foot("a1", 900, 300), T.foot("a2", 1070, 300) }, b = { T.foot("b1", 200, 1150) },
      ground = HILL, stances = { pa = "defensive", pb = "defensive" } }
    for _ = 1, 3 do S.turn(game, "a") end
    assert.is_true(base_of(game, "a1").y < mm(400))
  end)

  it("does not leave an objective to charge", function()
    local game = S.game { a = { T.foot("a1", 900, 630), T.foot("a2", 1300, 630) }, b = { T.light("b1", 900, 740) },
      ground = HILL, stances = { pa = "aggressive", pb = "defensive" } }
    for _ = 1, 3 do
      for _, line in ipairs(S.of(S.turn(game, "a"), "charge")) do assert.are_not.equal("a1", line.command.unit) end
    end
    assert.are.equal(mm(630), base_of(game, "a1").y)
  end)

  it("closes to within the shorter reach of a charge over difficult going, and makes it", function()
    local game, charged = S.game { a = { T.foot("a1", 900, 520), T.foot("a2", 1070, 520) },
      b = { T.light("b1", 900, 720) }, ground = CROPS, stances = { pa = "aggressive", pb = "defensive" } }, nil
    for _ = 1, 8 do charged = charged or S.of(S.turn(game, "a"), "charge")[1] end
    assert.truthy(charged)
  end)

  it("goes round its own guns", function()
    local game = S.game { a = { T.foot("a1", 900, 300), T.guns("a3", 900, 400) }, b = { T.foot("b1", 900, 1150) },
      stances = { pa = "aggressive", pb = "defensive" } }
    for _ = 1, 4 do S.turn(game, "a") end
    assert.is_true(base_of(game, "a1").y > mm(420), "a1 stands at y " .. base_of(game, "a1").y // 1000)
  end)
end)
