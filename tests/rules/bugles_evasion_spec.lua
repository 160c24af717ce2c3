-- Skirmishers, Eligibility to Charge, R91 to R94, R160: skirmishers evade a charge, or are caught.
local T <const> = require "bugles_table"

--- a1 charges b1, and what is waited for then.
local function charge(spec)
  local game = T.to(T.game(spec), "a", "movement")
  T.give(game, "a", "charge", { unit = "a1", target = "b1" })
  return game
end

local function disordered(game) return table.concat(T.unit(game, "a1").disordered or {}, ", ") end

describe("skirmishers whom a charge reaches", function()
  after_each(T.finished)

  --- a1 rides at b1, who skirmishes 250 mm away; 600 mm are thrown.
  local function ride(choice, dice, more, traits)
    local b = { T.skirmishers("b1", 600, 600, traits), table.unpack(more or {}) }
    local game = charge {
      a = { T.horse("a1", 600, 300) }, b = b, depth = 1800, dice = { ["movement.roll"] = { 3, 3, 3 }, ["skirmish.evade"] = dice },
    }
    assert.equal("charge.evade", game:waiting().path)
    T.answer(game, choice)
    return game
  end

  it("evade to 60 mm beyond the charger, who goes all its way and is disordered", function()
    local game = ride("evade", { 8 }) -- 8 - 2 for mounted chargers: 6 is needed
    assert.same({ 600, 900, 0 }, T.at(game, "a1"))
    assert.equal(60, T.gap(game, "a1", "b1"))
    assert.is_true(T.at(game, "b1")[2] > 900)
    assert.equal("charge_missed", disordered(game))
  end)

  it("are caught when they fail, or do not try", function()
    local game = ride("evade", { 7 })
    assert.equal("gone", T.unit(game, "b1").status)
    assert.equal("", disordered(game))
    game = ride("stand")
    assert.equal("gone", T.unit(game, "b1").status)
    assert.is_nil(T.unit(game, "a1").met)
  end)

  it("evade more easily as light infantry of class a", function()
    assert.equal("ready", T.unit(ride("evade", { 6 }, nil, { class = "a", light_infantry = true }), "b1").status)
    assert.equal("gone", T.unit(ride("evade", { 6 }, nil, { class = "a" }), "b1").status)
  end)

  it("fight chargers who are rabble, when they are caught", function()
    local rabble = T.band("a1", 600, 300, { class = "d", rabble = true })
    local game = charge {
      a = { rabble }, b = { T.skirmishers("b1", 600, 450) },
      dice = { ["movement.roll"] = { 3, 3, 3 }, ["skirmish.evade"] = { 3 } },
    }
    T.answer(game, "evade")
    assert.equal("ready", T.unit(game, "b1").status)
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
  end)

  it("fight the charger whom rough ground on his way disorders, when they are caught", function()
    local game = charge {
      a = { T.foot("a1", 600, 300) }, b = { T.skirmishers("b1", 600, 450) },
      ground = T.area("scree", "rough", 500, 340, 700, 380),
      dice = { ["movement.roll"] = { 3, 3 }, ["skirmish.evade"] = { 3 } },
    }
    T.answer(game, "evade")
    assert.equal("ready", T.unit(game, "b1").status)
    assert.equal("rough_terrain", disordered(game))
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
  end)

  it("leave the charger to meet who stands behind them", function()
    local game = ride("evade", { 10 }, { T.foot("b2", 600, 800) })
    assert.equal("b2", T.unit(game, "a1").charged)
    assert.equal(0, T.gap(game, "a1", "b2"))
    assert.equal("", disordered(game))
  end)

  it("are lost where their way is barred", function()
    local game = charge {
      a = { T.horse("a1", 600, 300) }, b = { T.skirmishers("b1", 600, 600) }, depth = 950,
      dice = { ["movement.roll"] = { 3, 3, 3 }, ["skirmish.evade"] = { 10 } },
    }
    T.answer(game, "evade")
    assert.equal("gone", T.unit(game, "b1").status)
  end)

  it("always evade on horseback before chargers on foot", function()
    local game = charge {
      a = { T.foot("a1", 600, 300) }, b = { T.riders("b1", 600, 450, { drill = "skirmish" }) },
      set = { ["units.b1.disordered"] = { "rough_terrain" } }, dice = { ["movement.roll"] = { 4, 4 } },
    }
    assert.equal("player_turn.movement", game:waiting().path)
    assert.equal("ready", T.unit(game, "b1").status)
    assert.is_true(T.gap(game, "a1", "b1") >= 60)
  end)
end)
