--- 4.1.4, 4.1.8, R31, R33, R44: cavalry that rides to meet who charges it.
local geometry <const> = require "kernel.geometry"
local T <const> = require "horse_and_musket_table"

local n = T.n

--- Horse of side a declared against b1; at the first answer of side b.
local function charged(spec, pivot)
  spec.dice = spec.dice or { ["charge.test"] = { 3 } }
  local game = T.to(T.game(spec), "a", "charges")
  T.give(game, "a", "charge", { unit = "a1", target = "b1", pivot = pivot })
  T.done(game)
  return game
end

local function touching(game)
  return geometry.contact(T.unit(game, "a1").base, T.unit(game, "b1").base).state == "touching"
end

describe("a countercharge", function()
  after_each(T.finished)

  it("meets the charger half way; the charger still strikes first, and both charge", function()
    local game = charged {
      a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680) },
      dice = {
        ["charge.test"] = { 3 }, ["melee.resolve"] = { 4, 4, 4, 4, 1, 1, 4, 1, 1, 1, 1, 1 },
        ["colours.capture"] = { 6, 6 },
      },
    }
    assert.are.equal("charge.countercharge", game:waiting().path)
    assert.are.same({ "countercharge", "stand" }, game:waiting().options)
    T.answer(game, "countercharge")
    assert.are.same({ 900, 550, 0 }, T.at(game, "a1"))
    assert.are.same({ 900, 630, 180 }, T.at(game, "b1"))
    assert.is_true(touching(game))
    assert.is_true(T.unit(game, "b1").countercharging)
    T.to(game, "b", "rally", false)
    local call = T.calls(game, "melee.resolve")[1]
    assert.is_true(call.args.charged.countercharging)
    assert.are.equal("charging 2", T.modifiers(call.result.charger.modifiers))
    assert.are.equal("charging 2", T.modifiers(call.result.charged.modifiers))
    assert.are.same({ 4, 1 }, { T.unit(game, "b1").hits, T.unit(game, "a1").hits })
    assert.are.same({ 900, 810, 180 }, T.at(game, "b1"))
    assert.is_nil(T.unit(game, "b1").countercharging)
  end)

  it("is not compulsory", function()
    local game = charged { a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680) } }
    T.answer(game, "stand")
    assert.are.same({ 900, 600, 0 }, T.at(game, "a1"))
    assert.is_nil(T.unit(game, "b1").countercharging)
    assert.is_true(touching(game))
  end)

  it("can be undone", function()
    local game = charged { a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680) } }
    T.answer(game, "countercharge")
    game:undo()
    assert.are.equal("charge.countercharge", game:waiting().path)
    assert.are.same({ 900, 680, 180 }, T.at(game, "b1"))
    T.answer(game, "stand")
    assert.are.same({ 900, 600, 0 }, T.at(game, "a1"))
  end)

  it("is for cavalry, not staggered, and charged on its front", function()
    local function waits(spec) return charged(spec):waiting().path end
    assert.are.equal("side_turn.movement", waits {
      a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680, { facing = "west" }) },
    })
    assert.are.equal("side_turn.movement", waits {
      a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680) }, set = { ["units.b1.staggered"] = true },
    })
    assert.are.equal("side_turn.movement", waits {
      a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 900, 650) }, set = { ["units.b1.drill"] = "column" },
    })
    assert.are.equal("side_turn.movement", waits {
      a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680) }, set = { ["units.b1.river"] = "in" },
    })
  end)

  it("comes after its own fire", function()
    local game = charged {
      a = { T.horse("a1", 900, 500) }, b = { T.hussars("b1", 900, 680) }, variants = { "natural_six_hits" },
      dice = { ["charge.test"] = { 3 }, ["fire.small_arms"] = n(4, 6) },
    }
    assert.are.equal("charge.defensive_fire", game:waiting().path)
    T.answer(game, "fire")
    assert.are.equal(4, T.unit(game, "a1").hits)
    assert.are.equal("charge.countercharge", game:waiting().path)
  end)

  it("needs the way clear", function()
    local game = charged {
      a = { T.horse("a1", 870, 500) }, b = { T.horse("b1", 900, 690), T.light("b2", 993, 625) },
    }
    assert.are.equal("side_turn.movement", game:waiting().path)
    assert.are.same({ 870, 610, 0 }, T.at(game, "a1"))
  end)

  it("goes straight ahead to meet a charge that comes in askew", function()
    local game = charged({
      a = { T.horse("a1", 1000, 500) }, b = { T.horse("b1", 900, 680) },
    }, -30000)
    T.answer(game, "countercharge")
    assert.is_true(touching(game))
    local charger, charged_unit = T.unit(game, "a1").base, T.unit(game, "b1").base
    assert.are.equal(900000, charged_unit.x)
    assert.are.equal(180000, charged_unit.facing)
    assert.are.equal(330000, charger.facing)
    -- Both have gone equally far.
    local gone = geometry.distance({ x = charger.x, y = charger.y }, { x = 1000000, y = 500000 }).distance
    assert.is_true(math.abs(gone - (680000 - charged_unit.y)) <= 2)
  end)

  it("gives up the bank: a charger met in a ford is not met across it (6.6.8, R69)", function()
    local function fought(answer)
      local game = charged {
        a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 900, 680) },
        ground = T.area("ford", "ford", 800, answer == "stand" and 630 or 580, 1000, answer == "stand" and 640 or 590),
        dice = {
          ["charge.test"] = { 3 }, ["melee.resolve"] = n(answer == "stand" and 11 or 12, 1),
          ["colours.capture"] = { 1, 1 },
        },
      }
      T.answer(game, answer)
      T.to(game, "b", "rally", false)
      return T.calls(game, "melee.resolve")[1].args.charged
    end
    local rode = fought "countercharge"
    assert.is_true(rode.countercharging)
    assert.is_false(rode.defends_river)
    local stood = fought "stand"
    assert.is_false(stood.countercharging)
    assert.is_true(stood.defends_river)
  end)
end)
