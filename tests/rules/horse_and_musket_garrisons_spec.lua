--- SR.3, SR.4: what towns and fieldworks are to those who fight for them, from outside and from within.
local T <const> = require "horse_and_musket_table"

local n = T.n

--- A town of 150 by 150 mm about (900, 600).
local TOWN <const> = 'area "mill" { terrain = "town", rect = { { 825, 525 }, { 975, 675 } } }'

--- A section of 80 by 40 mm about (900, 600) that fronts south, breached.
local BREACHED <const> = 'area "redan" { terrain = "fieldworks", front = "south", breached = true, '
  .. "rect = { { 860, 580 }, { 940, 620 } } }"

local function holds(area) return T.foot("b1", nil, nil, { inside = area }) end

--- The units of a charge b1, one after another, who fires at nobody; then the combats are to come.
local function charged(spec, ...)
  local game = T.to(T.game(spec), "a", "charges")
  for _, id in ipairs { ... } do T.give(game, "a", "charge", { unit = id, target = "b1" }) end
  T.done(game)
  while game:waiting().kind == "decision" do T.answer(game, "hold_fire") end
  return game
end

describe("horse_and_musket: a town", function()
  after_each(T.finished)

  it("has neither flank nor rear, and so nobody supports its garrison (R68, R79)", function()
    local game = charged({
      a = { T.foot("a1", 900, 480) }, b = { holds "mill", T.foot("b2", 900, 685) }, ground = TOWN,
      dice = { ["charge.test"] = { 4 }, ["melee.resolve"] = n(8, 1), ["colours.capture"] = { 1, 1 } },
    }, "a1")
    T.to(game, "b", "rally", false)
    assert.are.equal(0, T.calls(game, "melee.resolve")[1].args.charged.supports)
  end)

  it("is as near as its outline: to muskets on either side, and to who would rally (R15, R48)", function()
    local spec = {
      a = { T.foot("a1", 900, 395) }, b = { holds "mill" }, ground = TOWN, general_a = { with = "a1" },
      set = { ["units.a1.hits"] = 3 },
    }
    -- Its nearest edge is at y = 405, the town's at 525: 120 mm, what muskets reach.
    assert.is_nil(T.refusal(T.to(T.game(spec), "a", "firing"), "a", "fire", { unit = "a1", target = "b1" }))
    assert.is_nil(T.refusal(T.to(T.game(spec), "b", "firing"), "b", "fire", { unit = "b1", target = "a1" }))
    local fault = T.refusal(T.to(T.game(spec), "a", "rally"), "a", "rally", { commander = "ga", unit = "a1" })
    T.says(fault.message, "is 120 mm from")
    spec.a = { T.foot("a1", 900, 394) }
    fault = T.refusal(T.to(T.game(spec), "a", "firing"), "a", "fire", { unit = "a1", target = "b1" })
    T.says(fault.message, "is 121 mm away, 1 mm beyond")
    assert.is_nil(T.refusal(T.to(T.game(spec), "a", "rally"), "a", "rally", { commander = "ga", unit = "a1" }))
  end)

  it("lies under a stick that is laid over any of it (R54)", function()
    local game = T.to(T.game {
      a = { T.guns("a1", 900, 300) }, b = { holds "mill", T.foot("b2", 960, 730) }, ground = TOWN,
      dice = { ["fire.artillery"] = { 2, 4 }, ["cover.save"] = { 1 } },
    }, "a", "firing")
    -- From (900, 330), 17 degrees east: x = 960 at y = 525, past its two bases, which end at x = 940.
    T.give(game, "a", "fire_guns", { unit = "a1", bearing = 17000 })
    assert.are.same({ 1, 0 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits })
    assert.are.equal(195, T.calls(game, "fire.artillery")[1].args.targets[1].range_mm)
  end)

  it("fires at every charge, on each of its sides (R31)", function()
    local game = T.to(T.game {
      a = { T.foot("a1", 900, 500), T.foot("a2", 900, 700, { facing = "south" }) }, b = { holds "mill" }, ground = TOWN,
      dice = { ["charge.test"] = { 4, 4 }, ["fire.small_arms"] = { 5, 1, 1, 1, 1, 1, 1, 5, 5, 1, 1 } },
    }, "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.give(game, "a", "charge", { unit = "a2", target = "b1" })
    T.done(game)
    T.answer(game, "fire")
    assert.are.equal("charge.defensive_fire", game:waiting().path)
    T.answer(game, "fire")
    -- First fire: a 5 and three misses thrown again; then two of four.
    assert.are.same({ 1, 2 }, { T.unit(game, "a1").hits, T.unit(game, "a2").hits })
  end)

  it("is charged by one unit on each of its own sides (4.1.2.1, SR.3)", function()
    local game = T.to(T.game {
      a = {
        T.foot("a1", 900, 500), T.foot("a2", 765, 535, { drill = "column", facing = "east" }),
        T.foot("a3", 835, 445, { drill = "column" }),
      },
      b = { holds "mill" }, ground = TOWN,
    }, "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1", pivot = 0 })
    -- The diagonals of the town part a2, west of it, from a1; those of the garrison's base, 80 by 40, would not.
    assert.are.equal("front", T.unit(game, "a1").charging.face)
    T.give(game, "a", "charge", { unit = "a2", target = "b1", pivot = 0 })
    assert.are.equal("right_flank", T.unit(game, "a2").charging.face)
    local fault = T.refusal(game, "a", "charge", { unit = "a3", target = "b1", pivot = 0 })
    assert.are.equal("4.1.2.1", fault.cite)
  end)

  it("is left by its beaten garrison at the side opposite (R88)", function()
    local game = charged({
      a = { T.foot("a1", 900, 500) }, b = { holds "mill" }, ground = TOWN,
      dice = {
        ["charge.test"] = { 4 }, ["melee.resolve"] = { 4, 1, 1, 1, 1, 1, 1, 1, 1 }, ["colours.capture"] = { 1, 1 },
      },
    }, "a1")
    T.to(game, "b", "rally", false)
    -- 50 mm do not lead out of the middle, so that it ends adjoining: closed up it is 40 deep, about y = 695.
    assert.are.same({ 900, 695, 180 }, T.at(game, "b1"))
    assert.are.equal(50, T.calls(game, "retreat.resolve")[1].result.distance_mm)
    assert.is_nil(T.unit(game, "b1").inside)
  end)

  it("is no way out where an enemy stands at the side opposite (6.9)", function()
    local game = charged({
      a = { T.foot("a1", 900, 500), T.foot("a2", 900, 700, { facing = "south" }) }, b = { holds "mill" }, ground = TOWN,
      dice = {
        ["charge.test"] = { 4, 4 }, ["melee.resolve"] = { 4, 1, 1, 1, 1, 1, 1, 1, 1 }, ["colours.capture"] = { 1, 1 },
      },
    }, "a1", "a2")
    T.to(game, "a", "hand_to_hand", false)
    T.give(game, "a", "next_combat", { unit = "a1" })
    assert.are.equal("gone", T.unit(game, "b1").status)
    T.says(T.story(game), "its way back leads into the enemy")
  end)
end)

describe("horse_and_musket: breached fieldworks", function()
  after_each(T.finished)

  it("are charged by horse where a breach ends cover", function()
    local spec = {
      a = { T.horse("a1", 900, 480) }, b = { holds "redan" }, ground = BREACHED,
      dice = { ["charge.test"] = { 3 }, ["melee.resolve"] = n(12, 1), ["colours.capture"] = { 1, 1 } },
    }
    local fault = T.refusal(T.to(T.game { a = spec.a, b = spec.b, ground = BREACHED }, "a", "charges"), "a", "charge",
      { unit = "a1", target = "b1" })
    T.says(fault.message, "cavalry does not attack")
    spec.variants = { "breach_ends_cover" }
    local game = charged(spec, "a1")
    T.to(game, "b", "rally", false)
    local args = T.calls(game, "melee.resolve")[1].args
    assert.are.same({ "open", false }, { args.position, args.breached })
  end)
end)
