--- R76, R87: how a battle ends, and what is told of losses.
local T <const> = require "horse_and_musket_table"

local GROUND <const> = 'area "hill" { name = "the hill", hill = 20, objective = 2, disc = { { 900, 600 }, 150 } },'
  .. 'area "village" { name = "the village", terrain = "town", objective = 1, rect = { { 300, 500 }, { 500, 700 } } },'

local function ended(more)
  local spec = { a = { T.foot("a1", 900, 200), T.foot("a2", 600, 200) }, b = { T.foot("b1", 900, 1000) }, ground = GROUND,
    last_turn = 1 }
  for key, value in pairs(more or {}) do spec[key] = value end
  local game = T.game(spec)
  T.until_path(game, "over")
  return game.state.root.result, game
end

describe("horse_and_musket: the end of a battle", function()
  after_each(T.finished)

  it("comes with the last round: most points win, equal is a draw", function()
    local result = ended()
    assert.are.equal("draw", result.winner)
    assert.are.equal("points 0 to 0", result.why)
    assert.are.equal(1, result.turn)
    result = ended { set = { ["sides.b.points"] = 1 } }
    assert.are.same({ "b", "points 0 to 1" }, { result.winner, result.why })
    assert.are.equal("points 2 to 1", ended({ set = { ["sides.a.points"] = 2, ["sides.b.points"] = 1 } }).why)
  end)

  it("counts objectives for the side that alone has units there", function()
    local result = ended { a = { T.foot("a1", 900, 600), T.foot("a2", nil, nil, { inside = "village" }) } }
    assert.are.same({ "a", "points 3 (the hill, the village) to 0" }, { result.winner, result.why })
    result = ended { a = { T.foot("a1", 900, 600) }, b = { T.foot("b1", 900, 680) } }
    assert.are.equal("draw", result.winner)
    result = ended { b = { T.foot("b1", nil, nil, { inside = "village" }) }, a = { T.foot("a1", 900, 200) } }
    assert.are.equal("points 0 to 1 (the village)", result.why)
  end)

  it("counts guns taken only where the scenario says so (R76)", function()
    assert.are.equal("draw", ended({ set = { ["sides.a.guns_taken"] = 2 } }).winner)
    assert.are.equal("points 4 to 0", ended({ settings = "gun_points = 2,", set = { ["sides.a.guns_taken"] = 2 } }).why)
  end)

  it("comes early when nobody is left, or more is lost than the scenario lets an army bear", function()
    local result = ended { last_turn = 5, set = { ["units.b1.status"] = "gone" } }
    assert.are.same({ "a", 1 }, { result.winner, result.turn })
    assert.are.equal(5, ended({ last_turn = 5, set = { ["units.a1.status"] = "gone" } }).turn)
    result = ended { last_turn = 5, settings = "break_percent = 50,", set = { ["units.a1.status"] = "gone" } }
    assert.are.same({ "b", 1, "the enemy's army is broken" }, { result.winner, result.turn, result.why })
    assert.are.equal(5, ended({ last_turn = 5, settings = "break_percent = 51,", set = { ["units.a1.status"] = "gone" } }).turn)
    result = ended { settings = "break_percent = 50,", set = { ["units.a1.status"] = "gone", ["units.b1.status"] = "gone" } }
    assert.are.equal("draw", result.winner)
  end)

  it("does not count units that were never placed", function()
    local _, game = ended { a = { T.foot("a1", 900, 200), T.foot("a2") }, settings = "break_percent = 50,", last_turn = 2 }
    assert.are.equal(2, game.state.root.result.turn)
  end)

  it("of a told game is asked for, once for each objective", function()
    local asked = {}
    local result = ended { a = { T.foot("a1") }, b = { T.foot("b1") }, told = function(question)
      if question.fact == "holds" then
        asked[#asked + 1] = question.of[1]
        return question.of[1] == "hill" and "b" or "nobody"
      end
      return question.offered
    end }
    assert.are.same({ "hill", "village" }, asked)
    assert.are.equal("points 0 to 2 (the hill)", result.why)
  end)
end)

describe("horse_and_musket: losses", function()
  it("are told by what they are", function()
    local _, game = ended { more_a = 'leader "k" { rank = "commanding_officer", at = { 300, 200 } },', set = {
      ["units.a1.status"] = "gone", ["units.a2.staggered"] = true, ["units.b1.taken"] = { "a1" }, ["sides.b.points"] = 1,
      ["leaders.k.status"] = "gone", ["sides.b.guns_taken"] = 1,
    } }
    local texts = {}
    for i, row in ipairs(game.words.losses(game.play, "a")) do texts[i] = row.text end
    assert.are.same({
      "1 of 2 units gone", "1 staggered", "1 colour in the enemy's hands", "1 battery taken", "1 of 2 generals gone",
    }, texts)
    for _, row in ipairs(game.words.losses(game.play, "b")) do assert.are.equal(0, row.lost) end
  end)
end)
