--- How dangerous a place is to a solo commander's units, and what things are worth to him.
local P <const> = require "solo_plans"
local S <const> = require "horse_and_musket_solo"
local T <const> = require "horse_and_musket_table"

local battle <const>, begun <const>, play_to <const> = P.battle, P.begun, P.play_to

describe("the danger of a place", function()
  local function mind_of(a, b)
    local game = S.game { a = a, b = b, stances = { pa = "defensive", pb = "defensive" } }
    return P.mind(game, "a"), game
  end

  it("is what the enemy's fire takes there by the odds, and the worst of his charges", function()
    local mind = mind_of({ T.foot("a1", 900, 300), T.foot("a2", 300, 300) }, { T.guns("b1", 900, 700), T.horse("b2", 900, 800) })
    local near, found = mind:danger "a1"
    assert.are.equal("b1", found.by)
    assert.are.equal(0, found.charge)
    local mean = mind:odds("fire.artillery", { targets = { { range_mm = mind:gap("a1", "b1") // 1000 } } }, "hits"):mean()
    assert.is_true(math.abs(near - mean / 12) < 0.0001)
    local base = mind.view:unit("a1").base
    local closer, worse = mind:danger("a1", { x = base.x + 60000, y = 640000, facing = 0, width = base.width, depth = base.depth })
    assert.is_true(worse.charge > 0 and closer > near)
    assert.are.equal(0, (mind:danger("a1", { x = 900000, y = 100000, facing = 0, width = base.width, depth = base.depth })))
  end)

  it("has a unit go out of fire that it stands under for nothing, no farther than it needs", function()
    local mind = mind_of({ T.horse("a1", 900, 300) }, { T.guns("b1", 900, 700) })
    local goal = mind:out_of_fire("a1", 300000)
    assert.are.equal("out of the fire of b1", goal.why())
    assert.is_true(goal.point.y < 300000)
    mind = mind_of({ T.horse("a1", 900, 100) }, { T.guns("b1", 900, 1100) })
    assert.is_nil(mind:out_of_fire("a1", 300000))
  end)

  it("goes with what things are worth: units, their leaders, objectives", function()
    local game = begun(battle())
    play_to(game, 1)
    local mind = P.mind(game, "a")
    assert.are.equal(2 * mind:worth "hill", 4 * mind:worth "farm")
    local least = mind:worth "a11"
    T.set(game, T.unit(game, "a11"), "hits", 3)
    mind = P.mind(game, "a")
    assert.is_true(mind:worth "a11" < least and mind:worth "a11" > 0)
    assert.is_true(mind:worth "ga1" > 0)
    assert.are.equal(mind:worth "a21" + mind:worth "a22", mind:worth "a2")
  end)
end)
