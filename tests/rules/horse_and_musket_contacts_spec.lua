--- C.3a, R30, 6.4, 6.6.8: who is met besides the charged unit, and over what ground.
local T <const> = require "horse_and_musket_table"

local n = T.n

--- A charge of a1 against b1, straight ahead; whoever is asked, the last answer. Then its combats.
local function charged(spec, answer)
  spec.dice = spec.dice or { ["charge.test"] = { 4 } }
  local game = T.to(T.game(spec), "a", "charges")
  T.give(game, "a", "charge", { unit = "a1", target = "b1", pivot = 0 })
  T.done(game)
  while game:waiting().kind == "decision" do T.answer(game, answer or "hold_fire") end
  return game
end

local function fought(spec, answer)
  local game = T.to(charged(spec, answer), "b", "rally", false)
  local call = T.calls(game, "melee.resolve")[1]
  return call.args, T.modifiers(call.result.charger.modifiers), T.modifiers(call.result.charged.modifiers)
end

describe("who charges a line and comes upon guns", function()
  after_each(T.finished)

  --- The guns stand with their front at y = 550, as the line, whose right end is 10 mm from them.
  local function beside(at)
    return charged {
      a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900 - at, 560), T.guns("b2", 1000, 580) },
    }
  end

  it("does not meet them while the line guarded them when he charged it (4.1.7, R30)", function()
    assert.are.equal(1, #T.unit(beside(10), "a1").met)
    assert.are.equal(1, #T.unit(beside(50), "a1").met)
  end)

  it("meets them where it was further than 50 mm from them (C.3a)", function()
    local met = T.unit(beside(51), "a1").met
    assert.are.same({ "b1", "b2" }, { met[1].target, met[2].target })
  end)
end)

describe("a combat", function()
  after_each(T.finished)

  local RIVER <const> = 'area "stream" { terrain = "river", rect = { { 0, 520 }, { 1800, 560 } } }, '
    .. 'area "bridge" { terrain = "bridge", rect = { { 860, 515 }, { 940, %d } } }'

  --- A column that crosses a bridge; it ends on it, its front at y = 560.
  local function bridge(bank, y)
    return fought {
      a = { T.foot("a1", 900, 475, { drill = "column" }) }, b = { T.foot("b1", 900, y) }, ground = RIVER:format(bank),
      dice = { ["charge.test"] = { 4 }, ["melee.resolve"] = n(8, 1), ["colours.capture"] = { 1, 1 } },
    }
  end

  it("at the end of a bridge is for the bank: the bridge may reach on to it (6.6.8)", function()
    assert.are.equal("defending_river 1", select(3, bridge(560, 570)))
    assert.are.equal("defending_river 1", select(3, bridge(569, 570)))
  end)

  it("in the middle of a wood has no charge bonus, even for horse that rides out to it (6.4, R66)", function()
    local function wood(south)
      return fought({
        a = { T.foot("a1", 900, 510) }, b = { T.dragoons("b1", 900, 600) },
        ground = ('area "wood" { terrain = "woods", rect = { { 600, %d }, { 1200, 900 } } }'):format(south),
        dice = { ["charge.test"] = { 4 }, ["melee.resolve"] = n(south < 540 and 8 or 12, 1) },
      }, "countercharge")
    end
    -- They meet half way of 40 mm: the horse then stands from y = 540 to 620.
    local args, one, other = wood(539)
    assert.are.same({ "woods", "", "" }, { args.position, one, other })
    args, one, other = wood(543)
    assert.are.same({ "open", "charging 2", "charging 2" }, { args.position, one, other })
  end)
end)
