--- What solo commanders do about fire: staggered units and idle horse go out of it, horse does not ride into it, and a
--- first fire is kept where it is worth more.
local S <const> = require "horse_and_musket_solo"
local T <const> = require "horse_and_musket_table"

local function mm(n) return n * 1000 end

--- With these dice side a has the first turn, before anybody has fired at it.
local A_IS_FIRST <const> = 6

--- What a unit has done in a turn, and why; and all that was left.
local function done_by(game, id)
  local lines, list = S.turn(game, "a"), {}
  for _, line in ipairs(lines) do
    if line.command.unit == id and line.command["do"] ~= "attach_general" then list[#list + 1] = line end
  end
  return list, S.rejected(lines)
end

describe("a staggered unit of a solo side", function()
  --- What foot does before so many enemies who fire at it from `um` off.
  local function stands(stance, staggered, um, enemies)
    local b = {}
    for i = 1, enemies do b[i] = T.foot("b" .. i, 730 + 170 * i, 530 + um) end
    local game = S.game { a = { T.foot("a1", 900, 500) }, b = b, seed = A_IS_FIRST,
      stances = { pa = stance, pb = "defensive" } }
    T.set(game, T.unit(game, "a1"), "staggered", staggered or nil)
    return done_by(game, "a1")
  end

  it("goes out of fire that would soon destroy it, whatever its stance; a whole one stands and fires", function()
    for _, stance in ipairs { "defensive", "cautious", "aggressive" } do
      local first = stands(stance, true, 70, 2)[1]
      assert.are.equal("retire", first.command["do"], stance)
      T.says(first.solo.why, "hits to be expected here")
      assert.are.equal("fire", stands(stance, false, 70, 2)[1].command["do"], stance)
    end
  end)

  it("of a brigade that holds stays and fires where little fire is to be expected", function()
    assert.are.equal("fire", stands("defensive", true, 70, 1)[1].command["do"])
    local first = stands("defensive", true, 50, 1)[1]
    assert.are.equal("retire", first.command["do"])
    T.says(first.solo.why, "out of fire: 2.0 hits to be expected here, 0.0 there")
  end)

  it("counts a hit for more than a whole one does, and so does not come up to an enemy", function()
    for _, um in ipairs { 80, 100, 110 } do
      local first = stands("aggressive", true, um, 1)[1]
      assert.are.equal("retire", first.command["do"])
      T.says(first.solo.why, "hits to be expected here")
    end
    assert.are.equal("move", stands("aggressive", false, 110, 1)[1].command["do"])
  end)

  it("stands its ground and fires where its side must act now: it is behind in the last round", function()
    local function first(last_turn)
      local game = S.game { a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 820, 570), T.foot("b2", 990, 570) },
        ground = T.area("hill", "hill", 700, 540, 1100, 700, "objective = 2, hill = 20"), last_turn = last_turn,
        seed = A_IS_FIRST, stances = { pa = "aggressive", pb = "defensive" } }
      T.set(game, T.unit(game, "a1"), "staggered", true)
      local lines = done_by(game, "a1")
      return lines[1].command["do"], lines[#lines].command["do"]
    end
    assert.are.equal("retire", (first(12)))
    assert.are.same({ "turn", "fire" }, { first(1) })
  end)
end)

describe("horse of a solo side", function()
  it("that has no room to turn goes straight back out of fire", function()
    local game = S.game { a = { T.horse("a1", 924, 365, { facing = 320 }), T.foot("a2", 867, 273, { facing = 339 }) },
      b = { T.foot("b1", 817, 409, { facing = 174 }), T.foot("b2", 681, 383, { facing = 195 }) },
      seed = A_IS_FIRST, stances = { pa = "cautious", pb = "defensive" } }
    local first = done_by(game, "a1")[1]
    assert.are.same({ "retire", mm(120) }, { first.command["do"], first.command.distance })
    T.says(first.solo.why, "out of fire: 2.0 hits to be expected here, 0.3 there")
  end)

  it("falls back at once rather than turn its back for a turn, to where there is even less fire", function()
    local game = S.game { a = { T.horse("a1", 900, 500), T.foot("a2", 1100, 300) },
      b = { T.guns("b1", 1000, 700), T.guns("b2", 1060, 700), T.foot("b3", 800, 700) }, seed = A_IS_FIRST,
      stances = { pa = "cautious", pb = "defensive" } }
    local first = done_by(game, "a1")[1]
    assert.are.equal("retire", first.command["do"])
    T.says(first.solo.why, "out of fire: 4.1 hits to be expected here, 2.0 there")
  end)

  it("that is not sent to attack does not ride into fire with its brigade", function()
    local function moves(enemies)
      local game = S.game { a = { T.foot("a1", 900, 400), T.horse("a2", 1100, 400) }, b = enemies,
        ground = T.area("hill", "hill", 800, 600, 1000, 700, "objective = 2, hill = 20"), seed = A_IS_FIRST,
        stances = { pa = "cautious", pb = "defensive" } }
      return #S.of(done_by(game, "a2"), "move")
    end
    assert.are.same({ 0, 1 },
      { moves { T.guns("b1", 1300, 1100), T.guns("b2", 1360, 1100) }, moves { T.foot("b1", 1300, 1100) } })
  end)
end)

describe("the first fire of a solo side's foot", function()
  --- Fires at an enemy at long range past a friend, whose middle is so far east.
  local function past(x)
    local game = S.game { a = { T.foot("a1", 900, 500), T.foot("a2", x, 560) }, b = { T.foot("b1", 820, 640) },
      seed = A_IS_FIRST, stances = { pa = "defensive", pb = "defensive" } }
    return done_by(game, "a1")
  end

  it("is kept for short range where few of its bases could fire, and the note says what it is worth", function()
    local lines, left = past(940)
    assert.are.equal(0, #lines)
    T.says(left, "it keeps its first fire for short range: 0.6 hits to be expected now, 1.0 more then")
  end)

  it("is not kept where it is worth more now", function()
    local lines = past(1040)
    assert.are.equal("fire", lines[1].command["do"])
    T.says(lines[1].solo.why, "its first fire: 2.2 hits to be expected now, 1.0 more if kept for short range")
  end)
end)
