-- Charges of Napoleonic Fire & Fury on the table: who may charge whom, the way, countercharges, what is promised.
local prospects <const> = require "limber.ask.prospects"
local T <const> = require "nff_table"

--- A game at the tactical movement of side a.
local function moving(spec) return T.to(T.game(spec), "a", "tactical") end

--- A brigade of side a throws well, having announced a charge, and charges.
local function charge(game, id, target, more)
  T.give(game, "a", "maneuver", { unit = id, charging = true })
  local cmd = { unit = id, target = target }
  for key, value in pairs(more or {}) do cmd[key] = value end
  T.give(game, "a", "charge", cmd)
  return game
end

--- The middle of a unit, in inches to the hundredth, and which way it faces.
local function at(game, id)
  local base = T.unit(game, id).base
  return { math.floor(base.x / 254 + 0.5) / 100, math.floor(base.y / 254 + 0.5) / 100, base.facing // 1000 }
end

describe("a charge", function()
  after_each(T.finished)

  it("is announced before the throw, and by those who may charge", function()
    local game = moving {
      a = {
        T.foot("a1", 10, 20), T.guns("a2", 20, 20, { limbered = true }), T.foot("a3", 30, 20, { drill = "march_column" }),
        T.foot("a4", 40, 20), T.foot("a5", 50, 20),
      },
      b = { T.horse("b1", 10, 26), T.foot("b2", 20, 26), T.foot("b3", 30, 26), T.foot("b4", 40, 26) },
      set = { ["units.a5.used_rm"] = true },
    }
    for _, case in ipairs {
      { "a2", "b2", "Ch 1", "guns do not charge" }, { "a3", "b3", "base", "march column" },
      { "a5", "b4", "RM 3d", "moved in reserve" }, { "a4", "b4", "Ch 2, TM 2g", "announced no charge" },
    } do
      T.refused(game, "charge", { unit = case[1], target = case[2] }, case[3], case[4])
    end
    T.give(game, "a", "maneuver", { unit = "a4" })
    T.refused(game, "charge", { unit = "a4", target = "b4" }, "Ch 2, TM 2g")
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.refused(game, "charge", { unit = "a1", target = "b1" }, "Ch 1g", "infantry does not charge cavalry")
    T.refused(game, "charge", { unit = "a1", target = "b2", wheel = 0 }, "Ch 1", "leads past b2")
    assert.equal(0, #T.legal(game, "a", "charge"))
  end)

  it("goes up to its target, with a wheel where it must, as far as its throw leads", function()
    local game = moving {
      a = { T.foot("a1", 20, 20), T.foot("a2", 40, 20) }, b = { T.foot("b1", 24, 26), T.foot("b2", 40, 26.6) },
      dice = { ["movement.tactical"] = { 10, 3 }, ["charge.resolve"] = {} },
    }
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.refused(game, "charge", { unit = "a1", target = "b1", wheel = -T.mm(30) }, "Ch 1", "leads past b1")
    local promised = T.all_legal(game, "a", "charge")
    assert.equal(1, #promised)
    assert.is_true(promised[1].wheel > 0 and promised[1].wheel < T.mm(20))
    T.give(game, "a", "charge", { unit = "a1", target = "b1", wheel = T.mm(20) })
    assert.equal(20, at(game, "a1")[3])
    assert.equal(0, T.gap(game, "a1", "b1"))
    T.give(game, "a", "maneuver", { unit = "a2", charging = true })
    assert.equal("half", T.unit(game, "a2").maneuver)
    local fault = T.refused(game, "charge", { unit = "a2", target = "b2" }, "Ch 1, Man 2", "out of reach")
    assert.equal(-math.ceil((5.6 - 4.5) * 25.4), fault.margin)
  end)

  it("counts its distance from where the move began, or by the other reading of R106 not, and its flank from there too", function()
    for inches, variants in pairs { [4] = {}, [3] = { "charge_alone_counts" } } do
      local game = moving { variants = variants, a = { T.horse("a1", 20, 18) },
        b = { T.foot("b1", 20, 24, { facing = 90 }) }, dice = { ["charge.resolve"] = { 5, 5 } } }
      T.give(game, "a", "maneuver", { unit = "a1", charging = true })
      T.give(game, "a", "move", { unit = "a1", distance = 25400 })
      T.give(game, "a", "charge", { unit = "a1", target = "b1" })
      T.to(game, "b", "tactical")
      local args = T.calls(game, "charge.resolve")[1].args
      assert.equal(inches, args.attacker.charge_distance_in)
      assert.is_true(args.defender.flank_or_rear)
    end
  end)

  it("wheels 90 degrees at most", function()
    local game = moving { a = { T.horse("a1", 20, 18) }, b = { T.foot("b1", 22, 26) } }
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.refused(game, "charge", { unit = "a1", target = "b1", wheel = 91000 }, "Ch 1, R142", "is 90 degrees at most")
  end)

  it("has no wheel after obliques", function()
    local game = moving { a = { T.horse("a1", 20, 18) }, b = { T.foot("b1", 22, 26) } }
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.give(game, "a", "move", { unit = "a1", distance = 25400, oblique = 30000 })
    T.refused(game, "charge", { unit = "a1", target = "b1", wheel = T.mm(10) }, "R90", "obliques")
  end)

  it("goes over engineers, and past nobody else", function()
    local game = moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 26), T.guns("b2", 30, 40) },
      more_b = 'unit "e1" { arm = "engineers", controller = "lb", at = { 20, 23 } },',
    }
    charge(game, "a1", "b1")
    assert.equal("gone", T.unit(game, "e1").status)
    assert.same({ 20, 25, 0 }, at(game, "a1"))
    T.refused(game, "charge", { unit = "a1", target = "b2" }, "Ch 1", "is charging")
  end)
end)

describe("cavalry that is charged by cavalry", function()
  after_each(T.finished)

  it("countercharges, and both go their share", function()
    local game = charge(moving { a = { T.horse("a1", 20, 20) },
      b = { T.horse("b1", 20, 30, { cavalry_type = "cuirassier" }) } }, "a1", "b1")
    assert.same({ 20, 25, 0 }, at(game, "a1")) -- 9 in between them: 15 to 12
    assert.same({ 20, 26, 180 }, at(game, "b1"))
    assert.is_true(T.unit(game, "b1").countercharging)
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
  end)

  it("stands where its wheel leaves it no room", function()
    local game = charge(moving { a = { T.horse("a1", 20, 20) },
      b = { T.horse("b1", 20, 30, { cavalry_type = "cuirassier", facing = 0 }) } }, "a1", "b1")
    assert.is_nil(T.unit(game, "b1").countercharging)
    T.says(T.story(game), "there is no room to get going")
  end)

  it("meets the charger where he stands upon no friend", function()
    local game = charge(moving { a = { T.horse("a1", 20, 20), T.foot("a2", 20, 25.3) },
      b = { T.horse("b1", 20, 32) } }, "a1", "b1")
    assert.is_true(at(game, "a1")[2] > 26.29)
    assert.equal(0, T.gap(game, "a1", "b1"))
  end)

  it("wheels first, and so is not hit in flank", function()
    local game = charge(moving { a = { T.horse("a1", 20, 20) }, b = { T.horse("b1", 20, 33, { facing = 150 }) },
      dice = { ["charge.resolve"] = { 5, 5 } } }, "a1", "b1")
    assert.equal(0, T.gap(game, "a1", "b1"))
    assert.is_truthy(T.story(game):find("countercharges", 1, true))
    T.to(game, "b", "tactical")
    local args = T.calls(game, "charge.resolve")[1].args
    assert.is_true(args.defender.countercharging)
    assert.is_false(args.defender.flank_or_rear)
    for _, id in ipairs { "a1", "b1" } do assert.is_true(T.unit(game, id).disordered) end
  end)

  it("rides out when it sees the charger, inch by inch of his way (R139)", function()
    local game = charge(moving { a = { T.horse("a1", 20, 20) }, b = { T.horse("b1", 20, 30) },
      ground = T.area("wood", "forest", 0, 22, 60, 24) }, "a1", "b1")
    assert.same({ 20, 26, 0 }, at(game, "a1")) -- seen after 3 of 9 in; half of the 6 left
    assert.is_true(T.unit(game, "b1").countercharging)
  end)

  it("goes a smaller share over rough ground, by the other reading of R135 not", function()
    for variant, y in pairs { [""] = 27.47, charges_on_cost_nothing = 25.5 } do -- 9 in between them
      local game = charge(moving { a = { T.horse("a1", 20, 20) }, b = { T.horse("b1", 20, 30) },
        ground = T.area("marsh", "marsh", 0, 27, 60, 31), variants = { variant ~= "" and variant or nil } }, "a1", "b1")
      assert.is_true(T.unit(game, "b1").countercharging)
      assert.equal(0, T.gap(game, "a1", "b1"))
      assert.same({ 20, y, 180 }, at(game, "b1"))
    end
  end)

  it("stands where it is too late, or its way is barred", function()
    for _, case in ipairs {
      { { T.horse("b1", 20, 24) }, "no room to get going" },
      { { T.horse("b1", 20, 30), T.foot("b2", 20, 29) }, "barred", { wheel = 0 } },
    } do
      local game = moving { a = { T.horse("a1", 16.4, 20) }, b = case[1] }
      charge(game, "a1", "b1")
      T.says(T.story(game), case[2])
      assert.is_nil(T.unit(game, "b1").countercharging)
      assert.equal(0, T.gap(game, "a1", "b1"))
    end
  end)
end)

describe("what a charge promises", function()
  after_each(T.finished)

  it("is what it is asked when it comes to it", function()
    local game = moving {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 19, 24), T.foot("b2", 22.6, 24) },
      ground = 'line "wall" { kind = "wall", points = { { 10, 23.5 }, { 30, 23.5 } } },',
      dice = { ["charge.resolve"] = { 5, 5 } },
    }
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    local view = game:view "a"
    local texts = prospects.of(game, view, { ["do"] = "charge", side = "a", unit = "a1", target = "b1" })
    assert.same({ "36% to win", "15% by enough to break through" }, texts)
    local promised = view.measure["charge.resolve"](view, "a1", "b1")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.to(game, "b", "tactical")
    local args = T.calls(game, "charge.resolve")[1].args
    assert.equal(1, args.defender.terrain)
    assert.equal(1, args.defender.incidental_stands)
    for _, role in ipairs { "attacker", "defender" } do
      for key, value in pairs(promised[role]) do assert.same(args[role][key], value, role .. "." .. key) end
    end
  end)
end)

describe("a charge on the players' own table", function()
  after_each(T.finished)

  --- Answers by fact; what is not given is as it is offered.
  local function word(answers)
    return function(question)
      local value = answers[question.fact]
      if value ~= nil then return value end
      if question.fact == "zone" or question.fact == "ends_in_zone" then return "tactical" end
      return question.offered
    end
  end

  it("is asked for its way, how the enemy is met and whom it touches", function()
    local game = charge(moving {
      a = { T.foot("a1") }, b = { T.foot("b1"), T.foot("b2") },
      more_b = 'unit "e1" { arm = "engineers", controller = "lb" },', told = word {
        charge_distance = 6, hits_flank = true, favorable_ground = 1, touched = { "b2", "e1" }, stands_touched = 2,
      },
      dice = { ["charge.resolve"] = { 10, 1 } },
    }, "a1", "b1")
    T.to(game, "b", "tactical")
    local args = T.calls(game, "charge.resolve")[1].args
    assert.is_true(args.defender.flank_or_rear)
    assert.same({ 1, 2 }, { args.defender.terrain, args.defender.incidental_stands })
    assert.equal(2, T.unit(game, "b1").stands)
    local far = moving { a = { T.foot("a1") }, b = { T.foot("b1") }, told = word { charge_distance = 9.5 } }
    T.give(far, "a", "maneuver", { unit = "a1", charging = true })
    assert.equal(-13, T.refused(far, "charge", { unit = "a1", target = "b1" }, "Man 2, RM 9", "needs 241.3 mm, 228.6 mm is left").margin)
  end)

  it("is met by cavalry as the players measure it", function()
    local game = charge(moving {
      a = { T.horse("a1") }, b = { T.horse("b1") },
      told = word { charge_distance = 8, touched = {}, seen_at = 8, wheels_out = 1, way_out_barred = false,
        hits_flank = true, favorable_ground = 2 },
      dice = { ["charge.resolve"] = { 5, 5 } },
    }, "a1", "b1")
    assert.is_true(T.unit(game, "b1").countercharging)
    T.to(game, "b", "tactical")
    local args = T.calls(game, "charge.resolve")[1].args
    assert.is_false(args.defender.flank_or_rear)
    assert.equal(0, args.defender.terrain)
  end)
end)
