-- Charge combats of Napoleonic Fire & Fury on the table: who takes part, the results, breakthroughs.
local T <const> = require "nff_table"

local function moving(spec) return T.to(T.game(spec), "a", "tactical") end

--- Brigades of side a charge, each having thrown well: { id, target } each.
local function charge(game, ...)
  for _, one in ipairs { ... } do
    T.give(game, "a", "maneuver", { unit = one[1], charging = true })
    T.give(game, "a", "charge", { unit = one[1], target = one[2] })
  end
  return game
end

--- The arguments of all charge combats so far.
local function asked(game)
  local list = {}
  for i, call in ipairs(T.calls(game, "charge.resolve")) do list[i] = call.args end
  return list
end

--- How many stands units have left; "gone" for one that is off the table.
local function left(game, ...)
  local list = {}
  for i, id in ipairs { ... } do
    local unit = T.unit(game, id)
    list[i] = unit.status == "gone" and "gone" or unit.stands or "there"
  end
  return list
end

--- How far the middle of a unit is along the table from the south, in inches to the hundredth.
local function north(game, id) return math.floor(T.unit(game, id).base.y / 254 + 0.5) / 100 end

describe("who takes part in a charge", function()
  after_each(T.finished)

  it("is who charged, who was charged, and who has half of his front touched", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 19, 24), T.foot("b2", 22.1, 24), T.guns("b3", 18, 27) },
      dice = { ["charge.resolve"] = { 5, 3 } },
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    local args = asked(game)[1]
    assert.same({ 8, 0 }, { args.defender.stands, args.defender.incidental_stands })
    assert.same({ 3, 3, 4 }, left(game, "a1", "b1", "b2"))
    assert.is_true(T.unit(game, "b2").disordered)
  end)

  it("fights in the combat of his own when he is charged himself; the mover chooses the order", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20), T.foot("a2", 23.2, 20) }, b = { T.foot("b1", 19.8, 24), T.foot("b2", 22.9, 24) },
      dice = { ["charge.resolve"] = { 10, 1, 1, 10 } },
    }, { "a1", "b1" }, { "a2", "b2" })
    T.to(game, "a", "charges")
    T.refused(game, "order_combats", { targets = { "b2" } }, "Seq 2c", "must be all 2")
    T.refused(game, "order_combats", { targets = { "b2", "b2" } }, "Seq 2c", "listed twice")
    T.all_legal(game, "a", "order_combats")
    T.give(game, "a", "order_combats", { targets = { "b2", "b1" } })
    assert.equal("combats.advance", game:waiting().path)
    T.to(game, "b", "tactical")
    local first, second = table.unpack(asked(game))
    assert.same({ 4, 0 }, { first.defender.stands, first.defender.incidental_stands })
    assert.equal(1, first.attacker.incidental_stands)
    assert.same({ 4, 1 }, { second.defender.stands, second.defender.incidental_stands })
    assert.same({ 2, 4, 4, 2 }, left(game, "a1", "a2", "b1", "b2")) -- both results together
  end)

  it("is the next enemy touched where the charged one is gone", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.guns("b1", 19.5, 24), T.guns("b2", 20.6, 24) },
      dice = { ["charge.resolve"] = { 10, 1 } },
    }, { "a1", "b1" })
    T.act(game, function(play) play:take_off("b1") end)
    T.to(game, "b", "tactical")
    assert.same({ "gone", "gone" }, left(game, "b1", "b2"))
    assert.equal(1, asked(game)[1].defender.stands)
  end)

  it("is several chargers of one target, with what most of their stands have", function()
    local game = charge(moving {
      a = {
        T.horse("a1", 18, 20, { stands = 5, cavalry_type = "lancer" }), T.foot("a2", 22.5, 20, { rating = "elite" }),
      },
      b = { T.foot("b1", 20, 23, { stands = 10 }) }, leaders = { la = { with = "a2", charismatic = true } },
      dice = { ["charge.resolve"] = { 1, 10 } },
    }, { "a1", "b1" }, { "a2", "b1" })
    T.to(game, "b", "tactical")
    local attacker = asked(game)[1].attacker
    assert.same({ "cavalry", 5, 4, "regular", "charismatic", true }, {
      attacker.arm, attacker.stands, attacker.other_arm_stands, attacker.rating, attacker.leader, attacker.lance,
    })
    assert.same({ 4, 4 }, left(game, "a1", "a2")) -- repulsed: the stand is of who has most
    assert.equal("square", T.unit(game, "b1").drill)
  end)

  it("is nobody twice, nor cavalry that infantry touches", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20, { stands = 6 }), T.foot("a2", 23.1, 20, { stands = 2 }) },
      b = {
        T.foot("b1", 20, 24, { stands = 2 }), T.foot("b2", 22.35, 24), T.horse("b3", 18.1, 24, { stands = 2 }),
      },
      dice = { ["charge.resolve"] = { 5, 5, 5, 5 } },
    }, { "a1", "b1" }, { "a2", "b2" })
    T.to(game, "b", "tactical")
    local first, second = table.unpack(asked(game))
    assert.same({ 2, 4 }, { first.defender.stands, first.defender.incidental_stands })
    assert.same({ 4, 0 }, { second.defender.stands, second.defender.incidental_stands })
    game = charge(moving {
      a = { T.foot("a1", 18.5, 20), T.foot("a2", 21.6, 20) },
      b = { T.foot("b1", 17.7, 24, { stands = 2 }), T.foot("b2", 20, 24), T.foot("b3", 22.3, 24, { stands = 2 }) },
      dice = { ["charge.resolve"] = { 5, 5, 5, 5 } },
    }, { "a1", "b1" }, { "a2", "b3" })
    T.to(game, "b", "tactical")
    first, second = table.unpack(asked(game))
    assert.equal(6, first.defender.stands) -- the first combat that he joins
    assert.same({ 2, 2 }, { second.defender.stands, second.defender.incidental_stands })
  end)

  it("counts the distance of most horse, and ground that all of them come at", function()
    local game = charge(moving {
      a = {
        T.horse("a1", 17, 18, { stands = 5, cavalry_type = "cuirassier", armored = true }),
        T.horse("a2", 21.6, 20, { stands = 2, cavalry_type = "hussar" }),
      },
      b = { T.foot("b1", 20, 24, { stands = 8 }) }, ground = T.area("town", "town", 20.5, 15, 26, 26),
      set = { ["areas.town.favorable"] = 2 }, dice = { ["charge.resolve"] = { 5, 5 } },
    }, { "a1", "b1" }, { "a2", "b1" })
    T.to(game, "b", "tactical")
    local args = asked(game)[1]
    assert.same({ 5, "armored" }, { args.attacker.charge_distance_in, args.attacker.cavalry_weight })
    assert.equal(0, args.defender.terrain) -- a2 set out in the town too
  end)

  it("may be supported from behind by its own arm", function()
    local function support(more, variants)
      local game = charge(moving {
        a = { T.foot("a1", 20, 20, more.own), more.behind or T.foot("a2", 50, 20) }, b = { T.foot("b1", 20, 24) },
        variants = variants, dice = { ["charge.resolve"] = { 1, 10 } },
      }, { "a1", "b1" })
      if more.behind then
        T.give(game, "a", "maneuver", { unit = "a2" })
        T.give(game, "a", "move", { unit = "a2", distance = 76200 })
      end
      T.to(game, "b", "tactical")
      return asked(game)[1].attacker.support_arm
    end
    assert.equal("infantry", support { behind = T.foot("a2", 20, 18.2) })
    assert.equal("none", support { behind = T.foot("a2", 20, 17.9) })
    assert.equal("none", support { behind = T.horse("a2", 20, 18.2) })
    assert.equal("none", support { behind = T.foot("a2", 20, 17.2, { drill = "brigade_masse" }) })
    assert.equal("none", support { own = { drill = "double_echelon" } })
    assert.equal("infantry", support({ own = { drill = "double_echelon" } }, { "double_echelon_supports" }))
  end)

  it("is a grand battery where half of all its fronts are touched, else its touched batteries are incidental", function()
    for last, counted in pairs { b3 = { 6, 0 }, b4 = { 4, 1 } } do
      local b, set = { T.foot("b1", 18.6, 24) }, {}
      for i = 2, tonumber(last:sub(2)) do
        b[i], set[("units.b%d.grand"):format(i)] = T.guns("b" .. i, 17.85 + 1.4 * i, 24), "lb"
      end
      local game = charge(moving {
        a = { T.foot("a1", 20, 20) }, b = b, leaders = { lb = { with = "b2" } }, set = set,
        dice = { ["charge.resolve"] = { 5, 5 } },
      }, { "a1", "b1" })
      T.to(game, "b", "tactical")
      local defender = asked(game)[1].defender
      assert.same(counted, { defender.stands, defender.incidental_stands })
    end
  end)

  it("is nobody with a second rank touched and too little of the first", function()
    local six = T.foot("b2", 21.2, 24.625, { stands = 6, drill = "double_echelon", facing = 90 })
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 18.6, 24), six }, dice = { ["charge.resolve"] = { 5, 5 } },
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    local defender = asked(game)[1].defender
    assert.same({ 4, 2 }, { defender.stands, defender.incidental_stands })
  end)

  it("is hit in flank by where the charge set out, or by the edge that it touches", function()
    local function flank(variants, facing)
      local game = charge(moving {
        a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 25, { facing = facing }) },
        variants = variants, dice = { ["charge.resolve"] = { 1, 10 } },
      }, { "a1", "b1" })
      T.to(game, "b", "tactical")
      return asked(game)[1].defender.flank_or_rear
    end
    assert.is_false(flank({}, 120))
    assert.is_true(flank({ "flank_by_edge" }, 120))
    assert.is_true(flank({}, 90))
  end)

  it("turns to the enemy when it goes back from a flank; who has won is in contact with nobody", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 25, { facing = 90 }), T.guns("b2", 21, 30) },
      ground = T.area("town", "town", 10, 22, 26, 24.2), dice = { ["charge.resolve"] = { 10, 1 } },
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    assert.equal(180, T.at(game, "b1")[3])
    assert.is_nil(T.unit(game, "a1").met)
    assert.equal(0, asked(game)[1].defender.terrain) -- a part of it in the town is not enough
  end)
end)

describe("the results of a charge", function()
  after_each(T.finished)

  it("put infantry that beats cavalry in square, and take the square from who is beaten", function()
    local game = charge(moving {
      a = { T.horse("a1", 20, 20), T.foot("a2", 40, 20) },
      b = { T.foot("b1", 20, 24), T.foot("b2", 40, 24) }, set = { ["units.b2.drill"] = "square" },
      dice = { ["charge.resolve"] = { 1, 10, 10, 1 } },
    }, { "a1", "b1" }, { "a2", "b2" })
    T.to(game, "b", "tactical")
    assert.equal("square", T.unit(game, "b1").drill)
    assert.is_true(asked(game)[2].defender.square)
    assert.equal("single_echelon", T.unit(game, "b2").drill)
    assert.is_true(T.unit(game, "b2").disordered)
    assert.equal(8, north(game, "a1")) -- a full move back
  end)

  it("make a square go aside where there is no room behind it", function()
    local game = charge(moving {
      a = { T.horse("a1", 20, 20) }, dice = { ["charge.resolve"] = { 1, 10 } },
      b = { T.foot("b1", 20, 24), T.foot("b2", 21.975, 26.2, { drill = "march_column" }) },
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    local square, column = T.unit(game, "b1").base, T.unit(game, "b2").base
    assert.is_true(square.x + square.width // 2 <= column.x - column.width // 2)
  end)

  it("capture and wreck batteries, and silence those that hold", function()
    for _, case in ipairs {
      { { 10, 1 }, { "gone", "gone" }, "captured" }, { { 5, 6 }, { "gone", "there" }, "wrecked" },
      { { 5, 9 }, { "there", "there" }, "silenced" },
    } do
      local game = charge(moving {
        a = { T.foot("a1", 20, 20) }, b = { T.guns("b1", 19.5, 24), T.guns("b2", 20.5, 24) },
        dice = { ["charge.resolve"] = case[1] },
      }, { "a1", "b1" })
      T.to(game, "b", "tactical")
      assert.same(case[2], left(game, "b1", "b2"))
      T.says(T.story(game), case[3])
    end
  end)

  it("take guns and foot beside each other by the same row", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 19.5, 24), T.guns("b2", 21.6, 24) },
      dice = { ["charge.resolve"] = { 10, 5 } },
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    assert.equal(5, asked(game)[1].defender.stands)
    assert.same({ 3, "gone" }, left(game, "b1", "b2"))
  end)

  it("take stands from the brigade of a side that has most left, one after another", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 18.2, 24, { stands = 2 }), T.foot("b2", 20.5, 24) },
      dice = { ["charge.resolve"] = { 10, 1 } },
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    assert.equal(6, asked(game)[1].defender.stands)
    assert.same({ 2, 2 }, left(game, "b1", "b2"))
  end)

  it("count the Guard's engineers for two steps", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 24) }, dice = { ["charge.resolve"] = { 5, 5 } },
      more_a = 'unit "e1" { arm = "engineers", controller = "la", with = "a1", imperial_guard = true },',
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    assert.equal("imperial_guard", asked(game)[1].attacker.engineers)
  end)

  it("put engineers and leaders at risk on both sides, before the losses", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 24) },
      more_a = 'unit "e1" { arm = "engineers", controller = "la", with = "a1" },',
      more_b = 'unit "e2" { arm = "engineers", controller = "lb", with = "b1" },',
      ground = T.area("town", "town", 10, 23.4, 30, 26), leaders = { la = { with = "a1" }, lb = { with = "b1" } },
      dice = {
        ["charge.resolve"] = { 5, 9 }, ["engineers.survival"] = { 2, 3 }, ["leader.casualty"] = { 1, 9 },
      },
    }, { "a1", "b1" })
    T.to(game, "b", "tactical")
    local args = asked(game)[1]
    assert.same({ "line", 2 }, { args.attacker.engineers, args.defender.terrain })
    assert.equal("gone", T.unit(game, "e1").status)
    assert.equal("ready", T.unit(game, "e2").status)
    assert.equal(1, T.side(game, "a").leaders_lost)
  end)

  it("cost a stand where the way back is barred, by the other reading of R91 none", function()
    for stands, variants in pairs { [2] = {}, [3] = { "barred_retreats_cost_nothing" } } do
      local game = charge(moving {
        a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 24), T.guns("b2", 23, 24) }, variants = variants,
        ground = T.area("lake", "impassable", 10, 26, 30, 30), dice = { ["charge.resolve"] = { 10, 5 } },
      }, { "a1", "b1" })
      T.to(game, "b", "tactical")
      assert.same({ stands, "there" }, left(game, "b1", "b2"))
      assert.is_true(north(game, "b1") < 25.6)
    end
  end)

  it("let a victor advance as far as the beaten enemy was deep, if he likes", function()
    for choice, y in pairs { advance = 24.02, stay = 23.02 } do
      local game = charge(moving {
        a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 24) }, dice = { ["charge.resolve"] = { 10, 5 } },
      }, { "a1", "b1" })
      T.until_path(game, "combats.advance")
      T.answer(game, choice)
      T.to(game, "b", "tactical")
      assert.is_true(math.abs(y - north(game, "a1")) < 0.03)
    end
  end)

  it("ask each victor by his name, and tell who stays", function()
    local game = charge(moving {
      a = { T.foot("a1", 20, 20), T.foot("a2", 30, 20) }, b = { T.foot("b1", 20, 24), T.foot("b2", 30, 24) },
      dice = { ["charge.resolve"] = { 10, 5, 10, 5 } },
    }, { "a1", "b1" }, { "a2", "b2" })
    T.until_path(game, "combats.advance")
    assert.equal("a1", game:waiting().about.unit)
    T.answer(game, "stay")
    T.says(T.story(game), "A1 stays in place")
    assert.equal("a2", game:waiting().about.unit)
    T.answer(game, "advance")
    assert.not_equal("combats.advance", game:waiting().path)
  end)

  it("are of all batteries of a grand battery, which goes back as one", function()
    local set = {}
    for i = 1, 4 do set[("units.b%d.grand"):format(i)] = "lb" end
    local game = charge(moving {
      a = { T.foot("a1", 20, 20) },
      b = { T.guns("b1", 20, 24), T.guns("b2", 21, 24), T.guns("b3", 22, 24), T.guns("b4", 23, 24) },
      leaders = { lb = { with = "b1" } }, set = set, dice = { ["charge.resolve"] = { 6, 6 } },
    }, { "a1", "b2" })
    T.to(game, "b", "tactical")
    assert.same({ 4, "attached" }, { asked(game)[1].defender.stands, asked(game)[1].defender.leader })
    assert.same({ "gone", "there", "there", "there" }, left(game, "b1", "b2", "b3", "b4"))
    assert.equal(27, north(game, "b4"))
  end)
end)

describe("a breakthrough", function()
  after_each(T.finished)

  --- Horse that has swept away b1, at the breakthroughs; others stand behind b1.
  local function won(others, dice, more)
    local b = { T.foot("b1", 20, 23) }
    for _, one in ipairs(others) do b[#b + 1] = one end
    local spec = { a = { T.horse("a1", 20, 20) }, b = b, dice = { ["charge.resolve"] = dice } }
    for key, value in pairs(more or {}) do spec[key] = value end
    local game = charge(moving(spec), { "a1", "b1" })
    T.until_path(game, "combats.advance")
    T.answer(game, "stay")
    return game
  end

  it("goes on into the next enemy, once, and its cavalry is disordered afterwards", function()
    local game = T.to(won({ T.foot("b2", 20, 28) }, { 10, 5, 9, 4 }), "a", "breakthroughs")
    assert.is_nil(T.unit(game, "a1").disordered)
    assert.equal(1, #T.all_legal(game, "a", "breakthrough"))
    T.give(game, "a", "breakthrough", { unit = "a1", target = "b2" })
    T.until_path(game, "combats.advance")
    T.answer(game, "stay")
    assert.is_true(T.unit(game, "a1").disordered)
    local args = asked(game)[2].attacker
    assert.same({ true, 5, false }, { args.breakthrough, args.charge_distance_in, args.disordered })
    assert.same({ 2, 3 }, left(game, "b1", "b2"))
  end)

  it("is met by cavalry half way, as any charge", function()
    local game = T.to(won({ T.horse("b2", 20, 29) }, { 10, 5, 5, 5 }), "a", "breakthroughs")
    T.give(game, "a", "breakthrough", { unit = "a1", target = "b2" })
    assert.is_true(T.unit(game, "b2").countercharging)
    T.to(game, "b", "tactical")
    assert.is_true(T.unit(game, "b2").disordered)
    assert.same({ true, true }, { asked(game)[2].attacker.breakthrough, asked(game)[2].defender.countercharging })
  end)

  it("pays for the ground on its way; by the other reading of R135 nothing", function()
    for variant, cites in pairs { [""] = { "Ch 5g, R76, R135" }, charges_on_cost_nothing = {} } do
      local game = T.to(won({ T.foot("b2", 20, 28) }, { 10, 5 },
        { ground = T.area("marsh", "marsh", 0, 24, 60, 26.5), variants = { variant ~= "" and variant or nil } }), "a",
        "breakthroughs")
      local fault = T.refusal(game, "a", "breakthrough", { unit = "a1", target = "b2" })
      assert.same(cites, { fault and fault.cite }, fault and fault.message)
    end
  end)

  it("needs the margin, the distance and a straight way", function()
    local far = T.to(won({ T.foot("b2", 20, 32.5), T.foot("b3", 26, 26) }, { 10, 5 }), "a", "breakthroughs")
    local fault = T.refused(far, "breakthrough", { unit = "a1", target = "b2" }, "Ch 5g, R76, R135", "it breaks through")
    assert.equal(-51, fault.margin) -- 9.5 in, and half of 15
    T.refused(far, "breakthrough", { unit = "a1", target = "b3" }, "Ch 1", "not straight ahead")
    local close = won({ T.foot("b2", 20, 28) }, { 5, 5 }) -- by two only: no breakthrough is offered
    T.to(close, "b", "tactical")
    assert.equal(1, #asked(close))
  end)
end)
