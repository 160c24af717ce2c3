--- Napoleonic Fire & Fury: batteries that go with brigades.
local T <const> = require "nff_table"

local function inch(n) return math.floor(n * 25400 + 0.5) end

--- A game at a step of a's first player turn: brigade a1, with the limbered battery g1 at its right end.
local function at(step, spec)
  spec.a = spec.a or {}
  table.insert(spec.a, 1, T.foot("a1", 20, 20, spec.foot))
  local guns = { limbered = true, with = "a1" }
  for key, value in pairs(spec.guns or {}) do guns[key] = value or nil end
  table.insert(spec.a, 2, T.guns("g1", spec.x or 22.1, 20, guns))
  spec.b = spec.b or { T.foot("b1", 20, 56) }
  return T.to(T.game(spec), "a", step)
end

local function with(game) return T.unit(game, "g1").attached_to end

describe("nff: a battery with a brigade", function()
  after_each(T.finished)

  it("begins so by its scenario, beside it", function()
    assert.equal("a1", with(at("leaders", {})))
    local function fault(guns, part)
      local found = T.faults { a = { T.foot("a1", 20, 20), guns }, b = { T.foot("b1", 20, 56) } }
      T.says(table.concat(found, "\n"), part)
    end
    fault(T.guns("g1", 24, 20, { with = "a1" }), "a1 is not beside it (R136)")
    fault(T.guns("g1", 22, 20, { with = "g1" }), "g1 is no brigade (R136)")
    fault(T.horse("a2", 30, 20, { with = "a1" }), "with goes with arm engineers or artillery")
  end)

  it("joins it in step 2, within an inch and in command, and leaves it there", function()
    local near = { la = { at = { 20, 12 } } }
    local game = at("leaders", { leaders = near, guns = { with = false }, a = { T.foot("a2", 40, 20), T.guns("g2", 20, 5) } })
    T.refused(game, "attach_battery", { unit = "a2", brigade = "a1" }, "R136", "is no battery")
    T.refused(game, "attach_battery", { unit = "g1", brigade = "g2" }, "R136", "is no brigade")
    T.refused(game, "attach_battery", { unit = "g1", brigade = "a2" }, "R136", "is more than 25.4 mm from g1")
    T.refused(game, "detach_battery", { unit = "g1" }, "R136", "is no battery with a brigade")
    assert.equal(1, #T.all_legal(game, "a", "attach_battery"))
    T.give(game, "a", "attach_battery", { unit = "g1", brigade = "a1" })
    T.says(T.story(game), "G1 joins a1.")
    T.refused(game, "attach_battery", { unit = "g1", brigade = "a1" }, "R136", "is with a1")
    T.refused(game, "detach_engineers", { unit = "g1" }, "Add 1")
    T.give(game, "a", "detach_battery", { unit = "g1" })
    assert.is_nil(with(game))
    game = at("leaders", { guns = { with = false } })
    T.refused(game, "attach_battery", { unit = "g1", brigade = "a1" }, "RM 7, Add 1, R86, R93", "is out of command")
  end)

  it("is of no grand battery, and one of a grand battery joins no brigade", function()
    local guns = { guns = 24 }
    local spec = { leaders = { la = { at = { 20, 12 } } }, b = { T.foot("b1", 20, 33) },
      a = { T.guns("g2", 25.5, 20, guns), T.guns("g3", 28.5, 20, guns) },
      more_a = 'leader "senarmont" { rank = "division", gunner = "corps_artillery_commander", with = "g2" },' }
    local game = at("tactical", spec)
    T.refused(game, "form_grand_battery", { commander = "senarmont", units = { "g1", "g2" } }, "R136", "g1 goes with a brigade")
    T.give(game, "a", "form_grand_battery", { commander = "senarmont", units = { "g2", "g3" } })
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    T.refused(game, "attach_battery", { unit = "g2", brigade = "a1" }, "GB 5", "never sent elsewhere")
  end)

  it("moves in reserve with it as one body, without a leader near, and by itself not at all", function()
    local game = at("reserve", {})
    T.refused(game, "announce_rm", { units = { "g1" } }, "R136", "g1 goes with its brigade")
    T.give(game, "a", "announce_rm", { units = { "a1" } })
    T.refused(game, "move", { unit = "g1", distance = inch(2) }, "R136", "goes with a1")
    T.give(game, "a", "move", { unit = "a1", distance = inch(4) })
    T.says(T.story(game), "A1 moves 101.6 mm, with g1.")
    T.give(game, "a", "wheel", { unit = "a1", angle = 20000 })
    local one, other = T.unit(game, "a1").base, T.unit(game, "g1").base
    assert.same({ 20000, 20000 }, { one.facing, other.facing })
    local apart = math.sqrt((one.x - other.x) ^ 2 + (one.y - other.y) ^ 2)
    assert.is_true(math.abs(apart - inch(2.1)) <= 2) -- beside its right end, as before
    assert.is_true(T.unit(game, "g1").used_rm)
  end)

  it("moves limbered, with a function left, as far as both may", function()
    local function tactical(guns)
      local game = at("tactical", { b = { T.foot("b1", 20, 34) }, guns = guns })
      T.give(game, "a", "maneuver", { unit = "a1" })
      return game
    end
    local game = tactical { limbered = false }
    T.refused(game, "move", { unit = "a1", distance = inch(2) }, "R136", "goes with g1, which is not limbered")
    T.give(game, "a", "limber", { unit = "g1" })
    T.give(game, "a", "move", { unit = "a1", distance = inch(2) })
    T.refused(game, "unlimber", { unit = "g1" }, "base", "has used its functions, 2 of 2")
    game = tactical()
    T.give(game, "a", "move", { unit = "a1", distance = inch(1) })
    T.give(game, "a", "unlimber", { unit = "g1" })
    game = at("tactical", { foot = { arm = "cavalry", cavalry_type = "hussar", stands = 3 }, b = { T.foot("b1", 20, 34) } })
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.refused(game, "move", { unit = "a1", distance = inch(10) }, "Man 2, RM 9") -- foot guns are slower
    game = at("tactical", { b = { T.foot("b1", 20, 34) }, variants = { "attached_need_leaders" } })
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.refused(game, "move", { unit = "a1", distance = inch(2) }, "R136", "goes with g1, which is out of command")
  end)

  it("is fired at in passing as the brigade is", function()
    local game = at("tactical", { b = { T.foot("b1", 20, 34), T.guns("b2", 24, 33) }, guns = { facing = "east" } })
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "move", { unit = "a1", distance = inch(3) })
    local there = game.play:was_at("g1", inch(1))
    assert.same({ inch(22.1), inch(21), 90000 }, { there.x, there.y, there.facing })
    T.to(game, "a", "defensive_fire")
    T.says(T.refusal(game, "b", "fire", { units = { "b2" }, target = "g1", passing = inch(4) }).message, "beyond the 76.2 mm that it moved")
    T.says(T.refusal(game, "b", "fire", { units = { "b2" }, target = "a1", passing = inch(4) }).message, "beyond the 76.2 mm that it moved")
  end)

  it("stays at its end when it changes its formation or closes up, where it has room", function()
    local game = at("tactical", { b = { T.foot("b1", 20, 34) }, a = { T.guns("g2", 22.5, 18.5, { limbered = true }) } })
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "change_formation", { unit = "a1", to = "double_echelon" })
    assert.same({ 542, 508, 0 }, T.at(game, "g1")) -- 1.5 in wide now: nearer by half of what it was wider
    game = at("tactical", { b = { T.foot("b1", 20, 34) }, a = { T.guns("g2", 20.4, 18.9, { with = "a1" }) } })
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "change_formation", { unit = "a1", to = "double_echelon" })
    assert.same({ 518, 455, 0 }, T.at(game, "g2")) -- 2 in deep now: behind it as far as before
    game = at("tactical", { b = { T.foot("b1", 20, 34) }, a = { T.guns("g2", 24, 20, { limbered = true }) },
      foot = { drill = "double_echelon" }, guns = { with = false } })
    T.act(game, function(play)
      play:set_down("g1", { x = inch(21.35), y = inch(20), facing = 0, width = inch(1), depth = inch(1) })
      play:set_down("g2", { x = inch(22.6), y = inch(20), facing = 0, width = inch(1), depth = inch(1) })
      play:set(play:unit("g1"), "attached_to", "a1")
    end)
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.refused(game, "change_formation", { unit = "a1", to = "single_echelon" }, "Man 1", "is where g2 stands")
  end)
end)

describe("nff: batteries of a brigade that fights", function()
  after_each(T.finished)

  local NEAR <const> = { T.foot("b1", 20, 24) }

  it("stay behind when it charges", function()
    local game = at("tactical", { b = NEAR, dice = { ["charge.resolve"] = { 5, 5 } } })
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.says(T.story(game), "G1 leaves a1, which charges.")
    assert.same({ 561, 508, 0 }, T.at(game, "g1"))
    T.to(game, "b", "leaders")
  end)

  it("bind its charge to no move of theirs, limbered or not", function()
    local game = at("tactical", { b = { T.foot("b1", 20, 30.5) }, guns = { limbered = false },
      foot = { arm = "cavalry", cavalry_type = "hussar", stands = 3 } })
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    assert.equal(1, #T.all_legal(game, "a", "charge"))
    T.give(game, "a", "charge", { unit = "a1", target = "b1" }) -- 9.5 in: foot guns go 6
  end)

  it("stay behind when it rides out to meet a charge", function()
    local game = at("leaders", { foot = { arm = "cavalry", cavalry_type = "hussar", stands = 3 }, guns = { horse_artillery = true },
      b = { T.horse("b1", 20, 28) }, dice = { ["charge.resolve"] = { 5, 5 } } })
    T.to(game, "b", "tactical")
    T.give(game, "b", "maneuver", { unit = "b1", charging = true })
    T.give(game, "b", "charge", { unit = "b1", target = "a1" })
    T.says(T.story(game), "G1 leaves a1, which charges.")
    T.to(game, "a", "leaders")
  end)

  it("are charged beside it, and who is left goes back with it, once", function()
    local game = at("leaders", { a = { T.guns("g2", 17.9, 20, { with = "a1" }) }, b = { T.foot("b1", 20, 24, { stands = 8 }) },
      dice = { ["charge.resolve"] = { 7, 5 } } })
    T.to(game, "b", "tactical")
    T.give(game, "b", "maneuver", { unit = "b1", charging = true })
    T.give(game, "b", "charge", { unit = "b1", target = "a1" })
    T.to(game, "a", "leaders")
    T.says(T.story(game), "B1 against a1, g1 and g2")
    local one, other = T.unit(game, "a1").base, T.unit(game, "g2").base
    assert.is_true(one.y < inch(20))
    assert.same({ inch(2.1) - inch(0.375), 0 }, { one.x - other.x, other.y - one.y })
  end)

  it("go back by themselves where it is not beaten, and are with it no more", function()
    local small = { guns = 4, with = "a1" }
    local game = at("leaders", { foot = { stands = 8 }, guns = { guns = 4 }, x = 23.3,
      a = { T.guns("g2", 23.85, 20, small) }, b = { T.foot("b1", 24.4, 24, { stands = 3 }) },
      dice = { ["charge.resolve"] = { 5, 6 } } })
    T.to(game, "b", "tactical")
    T.give(game, "b", "maneuver", { unit = "b1", charging = true })
    T.give(game, "b", "charge", { unit = "b1", target = "g1" })
    T.to(game, "a", "leaders")
    T.says(T.story(game), "G2 leaves a1, which does not retreat.")
    assert.same({ "gone", inch(20) }, { T.unit(game, "g1").status, T.unit(game, "a1").base.y })
  end)

  it("are no bar to it with an enemy who touches them alone", function()
    local game = at("leaders", { b = { T.foot("b1", 19, 24), T.foot("b2", 23.3, 16, { facing = "north" }) }, dice = { ["charge.resolve"] = { 8, 4, 1, 10 } } })
    T.to(game, "b", "tactical")
    for _, one in ipairs { { "b1", "a1" }, { "b2", "g1" } } do
      T.give(game, "b", "maneuver", { unit = one[1], charging = true })
      T.give(game, "b", "charge", { unit = one[1], target = one[2] })
    end
    T.until_path(game, "combats.advance")
    T.says(T.story(game), "A1 retreats 228.6 mm, with g1.")
    assert.same({ 3, {} }, { T.unit(game, "a1").stands, game.play:foes("g1") }) -- one lost in combat, none on the way
    T.to(game, "a", "leaders")
  end)

  it("retreat with it, by the other reading not", function()
    local function beaten(variants)
      local game = at("tactical", { b = { T.foot("b1", 20, 34) }, guns = { limbered = false }, foot = { disordered = true },
        dice = { ["movement.tactical"] = { 2 } }, variants = variants, set = { ["units.a1.condition"] = "spent" } })
      T.give(game, "a", "maneuver", { unit = "a1" })
      return game
    end
    local game = beaten()
    local one, other = T.unit(game, "a1").base, T.unit(game, "g1").base
    assert.is_true(one.y < inch(20))
    assert.same({ inch(2.1) - inch(0.375), 0 }, { other.x - one.x, other.y - one.y }) -- a stand is lost, and it closes up
    T.says(T.story(game), ", with g1.")
    game = beaten { "attached_stay_behind" }
    assert.same({ 552, 508, 0 }, T.at(game, "g1"))
    T.says(T.story(game), "G1 leaves a1, which retreats.")
  end)

  it("keep the arc of guns beside a square", function()
    local game = at("leaders", { b = { T.foot("b1", 27, 20), T.foot("b2", 22, 28) }, guns = { limbered = false },
      set = { ["units.a1.drill"] = "square" } })
    T.to(game, "b", "defensive_fire")
    T.refused(game, "fire", { units = { "g1" }, target = "b1" }, "MC 5, R35", "outside its arc of 30")
  end)

  it("are with it no more when it is lost", function()
    local game = at("tactical", { b = NEAR })
    T.act(game, function(play) play:carry_out("stand_losses", { unit = "a1", stands = 4, cite = "base" }) end)
    T.says(T.story(game), "G1 leaves a1, which is lost.")
    assert.same({ "ready" }, { T.unit(game, "g1").status, with(game) })
  end)
end)
