--- The house rules that ship with Napoleonic Fire & Fury, on the table.
local T <const> = require "nff_table"

describe("nff: quick marches", function()
  after_each(T.finished)

  it("take a march column a quarter farther by road, and nobody else", function()
    local game = T.to(T.game {
      variants = { "quick_march" }, ground = 'area "road" { terrain = "road", rect = { { 15, 0 }, { 25, 60 } } }',
      a = { T.foot("a1", 20, 20, { drill = "march_column" }), T.foot("a2", 23.5, 20) }, b = { T.foot("b1", 26, 35) },
    }, "a", "tactical")
    for _, id in ipairs { "a1", "a2" } do T.give(game, "a", "maneuver", { unit = id }) end
    assert.is_not_nil(T.refusal(game, "a", "move", { unit = "a1", distance = 15.1 * 25400 // 1 }))
    T.give(game, "a", "move", { unit = "a1", distance = 15 * 25400 })
    T.give(game, "a", "move", { unit = "a2", distance = 9 * 25400 })
    assert.is_not_nil(T.refusal(game, "a", "move", { unit = "a2", distance = 25400 }))
  end)
end)

describe("nff: low ammunition", function()
  after_each(T.finished)

  it("comes with a 10, halves the fire that follows, stays while the enemy is near, and ends away from it", function()
    local game = T.to(T.game {
      variants = { "low_ammunition" }, a = { T.foot("a1", 20, 20) },
      b = { T.foot("b1", 20, 22.5), T.foot("b2", 50, 50), T.foot("b3", 55, 50) },
      dice = { ["fire.resolve"] = { 10, 1 } },
    }, "a", "offensive_fire")
    T.give(game, "a", "fire", { units = { "a1" }, target = "b1" })
    assert.is_true(T.unit(game, "a1").low_ammunition)
    T.to(game, "b", "defensive_fire")
    T.give(game, "a", "fire", { units = { "a1" }, target = "b1" })
    local calls = T.calls(game, "fire.resolve")
    assert.is_true(2 * calls[2].args.fire_points <= calls[1].args.fire_points)
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    assert.is_true(T.unit(game, "a1").low_ammunition)
    T.act(game, function(play) play:take_off("b1") end)
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    assert.is_nil(T.unit(game, "a1").low_ammunition)
  end)
end)

describe("nff: showers", function()
  after_each(T.finished)

  it("come on a 9, halve musketry, and end", function()
    local game = T.game { variants = { "katzbach_rain" }, a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 22.5) },
      dice = { ["katzbach_rain:weather"] = { 9, 1 }, ["fire.resolve"] = { 1 } } }
    T.to(game, "a", "offensive_fire")
    assert.is_true(game.state.root.battle.rain)
    T.give(game, "a", "fire", { units = { "a1" }, target = "b1" })
    assert.equal(4, T.calls(game, "fire.resolve")[1].args.fire_points)
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    assert.is_falsy(game.state.root.battle.rain)
  end)
end)
