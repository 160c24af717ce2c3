-- Charges: who may charge whom, how far, routs, turning to face.
local geometry <const> = require "kernel.geometry"
local prospects <const> = require "limber.ask.prospects"
local T <const> = require "bugles_table"

--- A game at a's movement.
local function moving(spec)
  return T.to(T.game(spec), "a", "movement")
end

--- a1 charges b1, and what is waited for then.
local function charge(spec, args)
  local game = moving(spec)
  local cmd = { unit = "a1", target = "b1" }
  for key, value in pairs(args or {}) do cmd[key] = value end
  T.give(game, "a", "charge", cmd)
  return game
end

local function disordered(game, id) return table.concat(T.unit(game, id).disordered or {}, ", ") end

describe("a charge", function()
  after_each(T.finished)

  it("comes home on an enemy whom it reaches", function()
    local game = charge { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 450) }, dice = { ["movement.roll"] = { 2, 3 } } }
    assert.equal(0, T.gap(game, "a1", "b1"))
    assert.same({ 600, 400, 0 }, T.at(game, "a1"))
    assert.equal("b1", T.unit(game, "a1").charged)
    assert.equal("", disordered(game, "a1"))
  end)

  it("promises what its wheel and its throw for movement give together (R267)", function()
    local function promised(at)
      local game = moving { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", at, 500) } }
      return prospects.of(game, game:view "a", { ["do"] = "charge", side = "a", unit = "a1", target = "b1" })[1]
    end
    assert.equal("92% to reach it", promised(600)) -- 4 or more with two dice, 33 of 36
    assert.equal("73% to reach it", promised(690)) -- and 3 or more with a ten-sided one, before that
    local game = charge({ a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 690, 500) },
      dice = { ["movement.change_face"] = { 2 } } })
    T.says(T.story(game), "halts")
  end)

  it("is not doubled up a hill or into difficult ground, and is down a hill (R56)", function()
    local function asked(ground)
      local game = charge { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 450) }, ground = ground,
        dice = { ["movement.roll"] = { 2, 3 } } }
      local calls = T.calls(game, "movement.roll")
      local args = calls[#calls].args
      return { args.terrain, args.target_uphill, args.target_difficult }
    end
    assert.same({ "open", true, false }, asked(T.area("hill", "open", 400, 400, 800, 600, "hill = 20,")))
    assert.same({ "open", false, false }, asked(T.area("hill", "open", 400, 200, 800, 340, "hill = 20,")))
    assert.same({ "open", false, true }, asked(T.area("rocks", "rough", 400, 430, 800, 600)))
  end)

  it("comes home on its target, of several that it meets at once", function()
    for _, target in ipairs { "b1", "b2" } do
      local game = T.moving({ T.foot("a1", 632, 300) }, { b = { T.foot("b1", 600, 450), T.foot("b2", 665, 450) },
        dice = { ["movement.roll"] = { 2, 3 } } })
      T.give(game, "a", "charge", { unit = "a1", target = target })
      T.says(T.story(game), "comes home on " .. target)
      assert.same(target, T.unit(game, "a1").met[1].target)
      assert.equal(2, #T.unit(game, "a1").met)
    end
  end)

  it("that falls short goes all its way, no nearer than 25 mm, and is disordered", function()
    local game = charge { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 450) }, dice = { ["movement.roll"] = { 1, 1 } } }
    assert.equal(25, T.gap(game, "a1", "b1"))
    assert.equal("charge_missed", disordered(game, "a1"))
    game = charge { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 650) }, dice = { ["movement.roll"] = { 1, 2 } } }
    assert.same({ 600, 420, 0 }, T.at(game, "a1"))
    assert.is_true(T.unit(game, "a1").missed)
  end)

  it("goes through carts, and not through friends in close order", function()
    local function through(friend, dice)
      return moving { a = { T.foot("a1", 600, 300), friend }, b = { T.foot("b1", 600, 500) }, dice = dice }
    end
    local fault = T.refusal(through(T.foot("a2", 600, 380)), "a", "charge", { unit = "a1", target = "b1", wheel = 0 })
    T.says(fault.message, "a charge does not go through friends in close order")
    local game = through(T.cart("a2", 600, 380), { ["movement.roll"] = { 6, 6 } })
    T.give(game, "a", "charge", { unit = "a1", target = "b1", wheel = 0 })
    assert.equal(0, T.gap(game, "a1", "b1"))
  end)

  it("wheels on its way by a test, and halts in disorder when that fails", function()
    local spec = { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 750, 500) },
      dice = { ["movement.roll"] = { 6, 6 }, ["movement.change_face"] = { 5 } } }
    local game = charge(spec)
    assert.equal(0, T.gap(game, "a1", "b1"))
    spec.dice = { ["movement.change_face"] = { 2 } }
    game = charge(spec)
    assert.same({ 600, 300, 0 }, T.at(game, "a1"))
    assert.equal("failed_face", disordered(game, "a1"))
  end)

  it("that falls short after its wheel stands on the way that it wheeled to", function()
    local game = charge { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 750, 500) },
      dice = { ["movement.roll"] = { 1, 1 }, ["movement.change_face"] = { 5 } } }
    local wheel = T.unit(game, "a1").base.facing
    assert.is_true(wheel > 0)
    -- It wheeled on its right front corner, at (632.5, 325), then went 80 mm along its new front.
    local turned = geometry.move({ x = 600000, y = 300000, facing = 0, width = 65000, depth = 50000 },
      { wheel = "right", angle = wheel })
    local there, base = geometry.move(turned, { slide = 80000 }), T.unit(game, "a1").base
    assert.same({ there.x, there.y }, { base.x, base.y })
    assert.equal("charge_missed", disordered(game, "a1"))
  end)

  it("of horse goes over a hedge, unless that is rough ground (R265)", function()
    local spec = { a = { T.horse("a1", 600, 300) }, b = { T.foot("b1", 600, 600) },
      ground = 'line "hedge" { kind = "hedge", points = { {500, 420}, {700, 420} } },' }
    assert.is_nil(T.refusal(moving(spec), "a", "charge", { unit = "a1", target = "b1" }))
    spec.variants = { "obstacles_are_rough" }
    local fault = T.refusal(moving(spec), "a", "charge", { unit = "a1", target = "b1" })
    T.says(fault.message, "mounted troops do not charge through rough ground")
  end)

  it("is offered with its odds", function()
    local game = moving { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 450) } }
    local list = T.legal(game, "a", "charge")
    assert.equal("100 mm, at most 480", list[1].text)
    local said = prospects.of(game, game:view("a"), list[1])
    assert.equal("97% to reach it", said[1]) -- 3 or more on two dice, at 40 mm a pip: 35 of 36
    assert.equal("then 8% to destroy it", said[2]) -- 4 more on a die each: 3 of 36
  end)

  it("is refused with the clause and the millimetres", function()
    local spec = { a = { T.foot("a1", 600, 300) }, b = { T.horse("b1", 600, 450) } }
    local function refused(part, cite, args)
      local game = moving(spec)
      local cmd = { unit = "a1", target = "b1" }
      for key, value in pairs(args or {}) do cmd[key] = value end
      local fault = T.refusal(game, "a", "charge", cmd)
      assert(fault, "the charge was taken: " .. part)
      T.says(fault.message, part)
      T.says(fault.cite, cite)
      return fault
    end
    refused("foot charges mounted", "Eligibility to Charge")
    spec.set = { ["units.b1.disordered"] = { "rough_terrain" } }
    assert.is_nil(T.refusal(moving(spec), "a", "charge", { unit = "a1", target = "b1" }))
    spec = { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 450), T.foot("b2", 680, 380) } }
    refused("is nearer to its way than 25 mm", "Zones of Control")
    spec = { a = { T.foot("a1", 600, 300), T.foot("a2", 600, 360) }, b = { T.foot("b1", 600, 600) } }
    refused("close order", "Passage of Lines")
    spec = { a = { T.horse("a1", 600, 300) }, b = { T.foot("b1", 600, 600), T.horse("b2", 900, 400) },
      leaders = { la = { at = { 600, 150 } } } }
    refused("cavalry charges visible enemy cavalry first", "Mounted Charges", { wheel = 0 })
    spec = { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 450) }, set = { ["units.a1.halted"] = true } }
    refused("halted troops do not charge", "Stand Morale")
    spec = { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 450) } }
    spec.ground = T.area("cliff", "steep", 400, 340, 800, 420)
    refused("very steep ground", "Eligibility to Charge")
    spec.ground = T.area("wood", "dense_woods", 400, 340, 800, 420)
    refused("not in sight when the turn began", "Eligibility to Charge, R158")
    spec = { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 760, 950) } }
    local fault = refused("the last quarter", "Eligibility to Charge", { ahead = 600000, wheel = 90000 })
    assert.is_true(fault.margin < 0)
  end)
end)

describe("a stand that must advance", function()
  after_each(T.finished)

  it("charges the enemy to whom it comes too near", function()
    local game = T.to(T.game {
      a = { T.foot("a0", 100, 100), T.foot("a1", 600, 300, { group = "gx" }) }, b = { T.foot("b1", 600, 450) },
      quality_a = "poor", rolls = T.n(4, 4),
      dice = { ["command.end_of_turn"] = { 10 }, ["movement.roll"] = { 2, 3 } },
    }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.give(game, "a", "nominate_group", { group = "gx" })
    assert.same({ 600, 400, 0 }, T.at(game, "a1"))
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
  end)

  it("charges first of all as a fanatic whose chief has fallen", function()
    local game = T.game {
      a = { T.band("a1", 600, 300, { fanatic = true, class = "b" }), T.band("a2", 200, 200) }, b = { T.foot("b1", 600, 450) },
      dice = { ["movement.roll"] = { 2, 3, 2 } },
    }
    T.amend(game, { ["sides.a.fanatics_bound"] = true })
    T.to(T.to(game, "b", "nomination"), "a", "nomination")
    assert.same({ 600, 400, 0 }, T.at(game, "a1"))
    assert.same({ 200, 200, 0 }, T.at(game, "a2"))
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
    assert.is_nil(T.side(game, "a").fanatics_bound)
  end)
end)

describe("stands that a charge reaches", function()
  after_each(T.finished)

  it("rout when they are of class d, and the charger goes on", function()
    local game = charge {
      a = { T.horse("a1", 600, 300) },
      b = { T.band("b1", 600, 500, { class = "d" }), T.band("b2", 600, 650, { class = "d" }), T.band("b3", 1000, 900) },
      dice = { ["movement.roll"] = { 3, 3, 3 }, ["morale.automatic_rout"] = { 6, 7 } },
    }
    assert.equal("gone", T.unit(game, "b1").status)
    assert.equal("ready", T.unit(game, "b2").status)
    assert.equal(0, T.gap(game, "a1", "b2"))
    game = charge {
      a = { T.horse("a1", 600, 300) }, b = { T.band("b1", 600, 500, { class = "d" }), T.band("b3", 1000, 900) },
      dice = { ["movement.roll"] = { 1, 1, 1 }, ["morale.automatic_rout"] = { 6 } },
    }
    assert.same({ 600, 500, 0 }, T.at(game, "a1")) -- 200 mm, and no disorder: it had made contact
    assert.equal("", disordered(game, "a1"))
  end)

  it("may turn to face where they are struck in flank or rear, and step up to the charger", function()
    local spec = {
      a = { T.horse("a1", 600, 300) }, b = { T.foot("b1", 600, 500, { facing = "east" }) },
      dice = { ["movement.roll"] = { 3, 3, 3 } },
    }
    local game = charge(spec)
    assert.equal("charge.turn_to_face", game:waiting().path)
    T.answer(game, "turn")
    assert.same({ 600, 493, 180 }, T.at(game, "b1")) -- 65 mm wide and 50 deep: 7.5 mm
    assert.equal(0, T.gap(game, "a1", "b1"))
    game = charge(spec)
    T.answer(game, "stay")
    assert.same({ 600, 500, 90 }, T.at(game, "b1"))
    assert.same({ "b1" }, { T.unit(game, "a1").met[1].target })
    spec.dice = { ["movement.roll"] = { 3, 3, 3 } }
    spec.b = { T.foot("b1", 600, 500) }
    assert.equal("player_turn.movement", charge(spec):waiting().path)
  end)

  it("may not turn while they fight another enemy", function()
    local spec = {
      a = { T.horse("a1", 600, 300), T.foot("a2", 658, 500, { facing = "west" }) },
      b = { T.foot("b1", 600, 500, { facing = "east" }) },
      dice = { ["movement.roll"] = { 3, 3, 3 } },
    }
    for met, waits in pairs { [false] = "charge.turn_to_face", [true] = "player_turn.movement" } do
      local game = moving(spec)
      T.act(game, function(play) play:set(play:unit "a2", "met", met and { { target = "b1" } } or nil) end)
      T.give(game, "a", "charge", { unit = "a1", target = "b1" })
      assert.equal(waits, game:waiting().path)
    end
  end)

  it("may not turn where a friend keeps them from stepping up to the charger", function()
    -- Turned, b1 lies from x 567.5 to 632.5, and goes 7.5 mm south to y 467.5; b2 from x 625.5, to y 475 or 467.
    for _, case in ipairs { { 450, "player_turn.movement" }, { 442, "charge.turn_to_face" } } do
      local game = charge {
        a = { T.horse("a1", 585, 300) },
        b = { T.foot("b1", 600, 500, { facing = "east" }), T.foot("b2", 658, case[1]) },
        dice = { ["movement.roll"] = { 3, 3, 3 } },
      }
      assert.equal(case[2], game:waiting().path)
      if case[2] == "charge.turn_to_face" then T.answer(game, "turn") end
      assert.equal(0, T.gap(game, "a1", "b1"))
      assert.same({ "b1" }, { T.unit(game, "a1").met[1].target })
    end
  end)

  it("that are guns or rabble test for it, or are lost", function()
    local function at_gun(die, facing, weight)
      return charge {
        a = { T.horse("a1", 600, 300) }, b = { T.gun("b1", 600, 500, { facing = facing, gun = weight }), T.foot("b2", 1000, 900) },
        dice = { ["movement.roll"] = { 3, 3, 3 }, ["charge.turn_to_face"] = die },
      }
    end
    assert.equal("gone", T.unit(at_gun({ 5 }, "east"), "b1").status)
    local game = at_gun({ 6 }, "east")
    assert.same({ 600, 493, 180 }, T.at(game, "b1"))
    assert.equal("gone", T.unit(at_gun(nil, "north", "heavy"), "b1").status)
    assert.equal("ready", T.unit(at_gun(nil, "south", "heavy"), "b1").status)
  end)
end)

describe("charges in a told game", function()
  after_each(T.finished)

  it("ask the players how far it is and what is so", function()
    local asked = {}
    local game = charge {
      a = { T.foot("a1") }, b = { T.foot("b1") }, dice = { ["movement.roll"] = { 3, 3 } },
      told = function(question)
        asked[#asked + 1] = question.fact
        if question.fact == "charge_distance" then return 240 end
        return question.offered
      end,
    }
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
    assert.is_true(table.concat(asked, " "):find("charge_distance charge_terms", 1, true) ~= nil)
    local fault = T.refusal(moving {
      a = { T.foot("a1") }, b = { T.foot("b1") },
      told = function(question)
        if question.fact == "charge_distance" then return 240 end
        return question.fact == "charge_terms" and { "very_steep" } or question.offered
      end,
    }, "a", "charge", { unit = "a1", target = "b1" })
    T.says(fault.message, "very steep")
  end)
end)
