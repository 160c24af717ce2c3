--- The house rules that ship for Horse and Musket as examples of what a variant can say, each in a small battle.
local T <const> = require "horse_and_musket_table"

local n, join = T.n, T.join

local function laid(variant, spec)
  spec.variants = { variant }
  return T.game(spec)
end

describe("beaten_horse_goes_back_two_moves", function()
  --- Horse a1 charges b1 and loses, with so much table behind it.
  local function beaten(more)
    local spec = {
      a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 900, 650) }, general_b = { at = { 300, 1000 } },
      general_a = { at = { 300, 100 } },
      dice = { ["charge.test"] = { 3 }, ["melee.resolve"] = join(n(8, 1), { 4, 1, 1, 1 }), ["colours.capture"] = { 1, 1 } },
    }
    for key, value in pairs(more or {}) do spec[key] = value end
    local game = T.to(laid("beaten_horse_goes_back_two_moves", spec), "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    T.answer(game, "hold_fire")
    return T.to(game, "b", "movement", false)
  end

  it("has it go 360 mm, through friends on the second move", function()
    assert.are.same({ 900, 240, 0 }, T.at(beaten(), "a1"))
    local game = beaten { a = { T.horse("a1", 900, 500), T.foot("a2", 900, 300) } }
    assert.are.same({ 900, 240, 0 }, T.at(game, "a1"))
    assert.are.same({ 2, 1 }, { T.unit(game, "a1").hits, T.unit(game, "a2").hits })
  end)

  it("drives it over the edge of a table that ends before that", function()
    local game = beaten { a = { T.horse("a1", 900, 280) }, b = { T.foot("b1", 900, 430) } }
    assert.are.equal("gone", T.unit(game, "a1").status)
    T.says(T.story(game), "A1 is gone: it is driven off the table.")
  end)

  it("leaves foot its one move", function()
    local game = beaten { dice = { ["charge.test"] = { 3 }, ["melee.resolve"] = join({ 4 }, n(7, 1), { 1 }, n(4, 1)),
      ["colours.capture"] = { 1, 1 } } }
    assert.are.same({ 900, 725, 180 }, T.at(game, "b1"))
  end)
end)

describe("grenadiers", function()
  local GRENADIER <const> = { troop = "grenadier" }

  it("are what the lists call grenadiers, and a kind of troops", function()
    local game = laid("grenadiers", { army_a = "prussian", a = { T.listed("a1", 900, 300, { list = "grenadiers" }) },
      b = { T.listed("b1", 900, 1000, GRENADIER) } })
    local listed, named = T.unit(game, "a1"), T.unit(game, "b1")
    assert.are.same({ "grenadier", "elite", "musket", "line", "infantry" },
      { listed.troop, listed.grade, listed.weapon, listed.drill, listed.arm })
    assert.are.same({ "grenadier", "average", true }, { named.troop, named.grade, named.colours })
    assert.are.same({ 160000, 20000 }, { named.base.width, named.base.depth })
  end)

  it("hit on a three, move, change formation and fight like close order foot, with a die more", function()
    local game = laid("grenadiers", { a = { T.listed("a1", 900, 500, GRENADIER) }, b = { T.foot("b1", 900, 590) },
      dice = { ["fire.small_arms"] = n(4, 3) }, set = { ["units.a1.shot"] = true } })
    T.to(game, "a", "firing")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(4, T.unit(game, "b1").hits)
    game = laid("grenadiers", { a = { T.listed("a1", 900, 500, GRENADIER) }, b = { T.foot("b1", 900, 590) },
      dice = { ["charge.test"] = { 6 }, ["melee.resolve"] = n(30, 1), ["colours.capture"] = { 1, 1 } } })
    T.to(game, "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    T.answer(game, "hold_fire")
    T.to(game, "b", "movement", false)
    assert.are.equal(7, T.calls(game, "melee.resolve")[1].result.charger.dice)
    game = T.to(laid("grenadiers", { a = { T.listed("a1", 900, 300, GRENADIER) }, b = { T.foot("b1", 900, 1100) } }),
      "a", "movement")
    T.all_legal(game, "a")
    T.give(game, "a", "change_formation", { unit = "a1", to = "column" })
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(50) })
    assert.are.same({ 900, 350, 0 }, T.at(game, "a1"))
  end)

  it("may not charge horse, as close order foot may not", function()
    local game = laid("grenadiers", { a = { T.listed("a1", 900, 500, GRENADIER) }, b = { T.horse("b1", 900, 620) } })
    T.says(T.refusal(T.to(game, "a", "charges"), "a", "charge", { unit = "a1", target = "b1" }).message,
      "close order infantry does not charge heavy or light cavalry")
  end)
end)

describe("ammunition", function()
  local function battle(rounds, more)
    local spec = {
      a = { T.foot("a1", 900, 500, { rounds = rounds }), T.wagons("w", 900, 420) }, b = { T.foot("b1", 900, 590) },
      dice = { ["fire.small_arms"] = n(8, 1) },
    }
    for key, value in pairs(more or {}) do spec[key] = value end
    return laid("ammunition", spec)
  end

  it("is spent by fire, and comes back with an undo", function()
    local game = T.to(battle(3), "a", "firing")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(2, T.unit(game, "a1").rounds)
    assert.is_truthy(game:undo())
    assert.are.equal(3, T.unit(game, "a1").rounds)
  end)

  it("is eight rounds where the scenario says nothing", function()
    assert.are.equal(8, T.unit(battle(), "a1").rounds)
  end)

  it("that is spent keeps a unit from firing, for a reason of its own", function()
    local game = T.to(battle(0), "a", "firing")
    assert.are.equal("unit has no rounds left", T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }).message)
    assert.are.same({}, T.legal(game, "a", "fire"))
  end)

  it("that is spent keeps it from firing at who charges it", function()
    local game = laid("ammunition", { a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 590, { rounds = 0 }) },
      dice = { ["charge.test"] = { 6 }, ["melee.resolve"] = n(30, 1), ["colours.capture"] = { 1, 1 } } })
    T.to(game, "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    T.says(T.story(game), "B1 holds its fire.")
  end)

  it("is brought up from wagons near by, for a move", function()
    local game = T.to(battle(0), "a", "movement")
    assert.are.equal(1, #T.all_legal(game, "a", "bring_up"))
    T.give(game, "a", "bring_up", { unit = "a1" })
    assert.are.equal(8, T.unit(game, "a1").rounds)
    T.says(T.story(game), "A1 brings up ammunition from w.")
    T.says(T.refusal(game, "a", "move", { unit = "a1", distance = T.mm(10) }).message, "has made its move this turn")
    game = T.to(battle(0, { a = { T.foot("a1", 900, 500, { rounds = 0 }), T.wagons("w", 900, 100) } }), "a", "movement")
    assert.are.equal("unit has no wagons within 180 mm", T.refusal(game, "a", "bring_up", { unit = "a1" }).message)
  end)
end)

describe("rain", function()
  local function battle(rain, spec)
    spec.dice["rain:weather"] = { rain and 5 or 4 }
    return T.to(laid("rain", spec), "a", "firing")
  end

  it("makes muskets worse by one", function()
    for rain, need in pairs { [true] = 5, [false] = 4 } do
      local game = battle(rain, { a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 570) },
        dice = { ["fire.small_arms"] = n(4, 4) }, set = { ["units.a1.shot"] = true } })
      T.says(T.legal(game, "a", "fire")[1].text, ("%d+ needed"):format(need))
      T.give(game, "a", "fire", { unit = "a1", target = "b1" })
      assert.are.equal(need, T.calls(game, "fire.small_arms")[1].result.need)
      T.says(T.story(game), rain and "It rains: powder is damp." or "It is dry.")
    end
  end)

  it("takes a hit from what guns do", function()
    local game = battle(true, { a = { T.guns("a1", 900, 500) }, b = { T.foot("b1", 900, 840) },
      dice = { ["fire.artillery"] = { 5, 4, 4, 1 } } })
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
  end)
end)

describe("lifting_fog", function()
  local function battle()
    return laid("lifting_fog", { a = { T.guns("a1", 900, 500), T.horse("a2", 600, 500) },
      b = { T.foot("b1", 900, 740), T.foot("b2", 600, 720) } })
  end

  it("hides what is out of sight from fire and charges, and lifts", function()
    local game = T.to(battle(), "a", "firing")
    assert.are.equal(150, game.state.root.battle.sight_mm)
    assert.are.equal("unit is hidden by fog", T.refusal(game, "a", "fire_guns", { unit = "a1", target = "b1" }).message)
    assert.are.same({}, T.legal(game, "a", "fire_guns"))
    T.to(game, "b", "movement")
    T.to(game, "a", "firing")
    assert.are.equal(250, game.state.root.battle.sight_mm)
    assert.is_nil(T.refusal(game, "a", "fire_guns", { unit = "a1", target = "b1" }))
    T.says(T.story(game), "In the fog units see 250 mm.")
  end)

  it("lets nobody charge what he does not see", function()
    local game = T.to(battle(), "a", "charges")
    assert.are.equal("target is not seen", T.refusal(game, "a", "charge", { unit = "a2", target = "b2" }).message)
    T.to(game, "b", "movement")
    T.to(game, "a", "charges")
    assert.is_nil(T.refusal(game, "a", "charge", { unit = "a2", target = "b2" }))
  end)
end)

describe("staggered_no_charge", function()
  --- Why horse may not charge the foot before it, staggered or not.
  local function refusal(staggered, variants)
    local game = T.game { a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 900, 650) }, variants = variants,
      set = { ["units.a1.staggered"] = staggered }, general_b = { at = { 300, 1000 } } }
    T.to(game, "a", "charges")
    return T.refusal(game, "a", "charge", { unit = "a1", target = "b1" }), game
  end

  it("refuses a charge of the staggered with a reason and a clause of its own, and nobody proposes one", function()
    local fault, game = refusal(true, { "staggered_no_charge" })
    assert.are.equal("house", fault.cite)
    assert.truthy(fault.message:find("staggered units may not charge", 1, true), fault.message)
    local function charges(of)
      local found = 0
      for one in of:legal("a") do found = found + (one.target == "b1" and 1 or 0) end
      return found
    end
    assert.are.equal(0, charges(game))
    fault, game = refusal(false, { "staggered_no_charge" })
    assert.falsy(fault)
    assert.are.equal(1, charges(game))
    assert.falsy((refusal(true)))
  end)
end)
