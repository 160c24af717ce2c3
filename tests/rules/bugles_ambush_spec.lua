-- Ambush: hidden stands charge in the enemy's movement, fight at once, and are in no view before that.
local T <const> = require "bugles_table"

--- a's movement; b1 lies hidden before a1.
local function lying(more)
  local spec = {
    a = { T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.foot("a9", 100, 200) },
    b = { T.band("b1", 600, 500, { hidden = true, ferocious = true }), T.foot("b9", 1000, 1000, { group = "gx" }) },
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "movement", "ga")
end

describe("an ambush", function()
  after_each(T.finished)

  it("is moved and fought at once, and the movement goes on", function()
    local game = lying { dice = { ["movement.roll"] = { 3, 3, 3 }, ["melee.resolve"] = { 6, 1 } } }
    local list = T.legal(game, "b", "ambush")
    assert.equal("b1", list[1].unit)
    T.give(game, "b", "ambush", { unit = "b1", target = "a1" })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.equal("defence.defend", game:waiting().path)
    T.done(game)
    local calls = T.calls(game, "melee.resolve")
    assert.equal("war_band", calls[1].args.attacker.kind) -- the ambusher is the Attacker (R3)
    assert.is_true(calls[1].args.attacker.ferocious)
    assert.equal("gone", T.unit(game, "a1").status)
    assert.equal("player_turn.movement", game:waiting().path)
    assert.equal("a", game:waiting().sides[1])
    T.says(T.refusal(game, "b", "ambush", { unit = "b1", target = "a2" }).message, "lies in no ambush")
  end)

  it("from less than 100 mm is met by no fire", function()
    local game = lying {
      b = { T.band("b1", 600, 440, { hidden = true }), T.foot("b9", 1000, 1000, { group = "gx" }) },
      dice = { ["movement.roll"] = { 3, 3, 3 }, ["melee.resolve"] = { 3, 3 } },
    }
    T.give(game, "b", "ambush", { unit = "b1", target = "a1" })
    assert.equal(1, #T.calls(game, "melee.resolve"))
    assert.equal("player_turn.movement", game:waiting().path)
  end)

  it("that falls short leaves the stand seen and disordered until the turn ends", function()
    local game = lying { dice = { ["movement.roll"] = { 1, 1, 1 } } }
    T.give(game, "b", "ambush", { unit = "b1", target = "a1" })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ "charge_missed" }, T.unit(game, "b1").disordered)
    T.to(game, "b", "movement", "gb")
    assert.is_nil(T.unit(game, "b1").disordered)
  end)

  it("of several falls upon one enemy, with their supports", function()
    local game = lying {
      a = { T.foot("a1", 600, 300), T.foot("a9", 100, 200) },
      b = {
        T.band("b1", 560, 500, { hidden = true }), T.band("b2", 625, 500, { hidden = true }),
        T.foot("b9", 1000, 1000, { group = "gx" }),
      },
      dice = { ["movement.roll"] = { 3, 3, 3 }, ["melee.resolve"] = { 3, 3 } },
    }
    T.give(game, "b", "ambush", { unit = "b1", target = "a1", with = { "b2" } })
    T.done(T.done(game) and game)
    local calls = T.calls(game, "melee.resolve")
    assert.equal(1, #calls)
    assert.equal(1, calls[1].args.defender.enemy_support)
    assert.equal("b1", T.unit(game, "a1").fights)
  end)

  it("of several leaves those where they are whose target is gone before they set out", function()
    local game = lying {
      a = { T.band("a1", 600, 300, { class = "d" }), T.foot("a9", 100, 200) },
      b = {
        T.band("b1", 560, 500, { hidden = true, ferocious = true }), T.band("b2", 640, 500, { hidden = true }),
        T.foot("b9", 1000, 1000, { group = "gx" }),
      },
      dice = { ["movement.roll"] = { 3, 3, 3 }, ["morale.automatic_rout"] = { 1 } },
    }
    T.give(game, "b", "ambush", { unit = "b1", target = "a1", with = { "b2" } })
    assert.equal("gone", T.unit(game, "a1").status)
    assert.same({ 640, 500, 180 }, T.at(game, "b2"))
    assert.is_nil(T.unit(game, "b2").hidden)
    assert.is_nil(T.unit(game, "b2").charged)
    T.says(T.story(game), "B2 finds a1 gone, and stays where it is")
    assert.equal("player_turn.movement", game:waiting().path)
  end)

  it("is over for a stand that fire destroys before its fight", function()
    local game = lying {
      b = { T.band("b1", 600, 500, { hidden = true, figures = 1 }), T.foot("b9", 1000, 1000, { group = "gx" }) },
      dice = { ["movement.roll"] = { 3, 3, 3 }, ["fire.defensive_test"] = { 5, 5 }, ["fire.small_arms"] = { 6, 6 } },
    }
    T.give(game, "b", "ambush", { unit = "b1", target = "a1" })
    T.give(game, "a", "defend", { unit = "a1", target = "b1" })
    assert.equal("gone", T.unit(game, "b1").status)
    assert.is_nil(T.unit(game, "b1").met)
    assert.is_false(game.play:engaged "a1")
    assert.equal("player_turn.movement", game:waiting().path)
  end)

  it("is not sprung by a group whose leader has fallen, nor through friends in close order", function()
    local game = lying()
    T.set(game, T.leader(game, "lb"), "status", "gone")
    T.says(T.refusal(game, "b", "ambush", { unit = "b1", target = "a1" }).message, "no leader")
    game = lying {
      b = {
        T.band("b1", 600, 500, { hidden = true }), T.band("b2", 600, 420, { hidden = true }),
        T.foot("b9", 1000, 1000, { group = "gx" }),
      },
    }
    local fault = T.refusal(game, "b", "ambush", { unit = "b2", target = "a1", with = { "b1" } })
    assert.equal("with", fault.arg)
    T.says(fault.message, "does not go through friends in close order")
  end)

  it("is for those who lie hidden, see the target and could charge it", function()
    local game = lying()
    T.says(T.refusal(game, "b", "ambush", { unit = "b9", target = "a1" }).message, "lies in no ambush")
    T.says(T.refusal(game, "b", "ambush", { unit = "b1", target = "a9", wheel = 0 }).message, "leads past")
    game = lying { set = { ["units.b1.disordered"] = { "rough_terrain" } } }
    T.says(T.refusal(game, "b", "ambush", { unit = "b1", target = "a1" }).message, "disordered")
    T.says(T.refusal(game, "a", "ambush", { unit = "a1", target = "b9" }).message, "cannot be given")
  end)

  it("is not seen by the side that walks into it", function()
    local game = lying { dice = { ["movement.roll"] = { 3, 3 } }, b = {
      T.band("b1", 600, 450, { hidden = true }), T.foot("b9", 600, 600, { group = "gx" }),
    } }
    for _, one in ipairs(T.legal(game, "a")) do assert.not_equal("b1", one.target) end
    local fault = T.refusal(game, "a", "charge", { unit = "a1", target = "b1" })
    T.says(fault.message, 'there is no unit "b1"')
    -- b1 lies in the way of a charge at b9, and is met instead (R261).
    T.give(game, "a", "charge", { unit = "a1", target = "b9" })
    assert.equal("b1", T.unit(game, "a1").charged)
    assert.is_nil(T.unit(game, "b1").hidden)
  end)
end)
