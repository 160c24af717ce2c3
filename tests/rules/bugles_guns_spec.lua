--- Artillery, Canister, Penetration Zones, Higher Ground, Machineguns, Reduction of Cover, Artillery Ammunition on the
-- table; and Hits on Artillery.
local T <const> = require "bugles_table"

local function firing(a, b, more)
  local spec = { a = a, b = b }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "fire")
end

local function asked(game, procedure) return T.calls(game, procedure) end

local function figures(game, ...)
  local list = {}
  for i, id in ipairs { ... } do list[i] = T.unit(game, id).figures end
  return list
end

describe("a gun", function()
  after_each(T.finished)

  it("fires from its muzzle, spends a round, and goes on through all behind, friends too", function()
    local game = firing({ T.gun("a1", 600, 300), T.foot("a2", 600, 700, { group = "gx" }) },
      { T.foot("b1", 600, 500), T.foot("b2", 600, 600, { group = "gy" }), T.foot("b3", 900, 500) },
      { dice = { ["artillery.fire"] = { 9, 9 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    local calls = asked(game, "artillery.fire")
    assert.equal(150, calls[1].args.range_mm) -- its zone reaches a third of the 450 mm that are left: 300 mm
    assert.same({ 5, 5, 6 }, figures(game, "b1", "b2", "b3"))
    assert.equal(2, #calls)
    assert.is_true(calls[2].args.follow_on)
    assert.equal(11, T.unit(game, "a1").solid)
    assert.equal(6, T.unit(game, "a2").figures) -- 375 mm off
  end)

  it("stops in soft ground, at woods, and at significantly higher ground", function()
    for ground, reached in pairs {
      [T.area("bog", "marsh", 560, 470, 640, 530)] = 1, [T.area("wood", "open_woods", 500, 540, 700, 560)] = 1,
      [T.area("hill", "open", 400, 460, 800, 900, "hill = 1,")] = 1, [""] = 2,
    } do
      local game = firing({ T.gun("a1", 600, 300) }, { T.foot("b1", 600, 500), T.foot("b2", 600, 600, { group = "gx" }) },
        { ground = ground, dice = { ["artillery.fire"] = T.n(reached, 1) } })
      T.give(game, "a", "fire", { unit = "a1", target = "b1" })
      assert.equal(reached, #asked(game, "artillery.fire"), ground)
    end
  end)

  it("needs a hit to go on under penetration_needs_hit", function()
    local game = firing({ T.gun("a1", 600, 300) }, { T.foot("b1", 600, 500), T.foot("b2", 600, 600, { group = "gx" }) },
      { variants = { "penetration_needs_hit" }, dice = { ["artillery.fire"] = { 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
  end)

  it("that is a howitzer covers a square of 60 mm", function()
    local game = firing({ T.gun("a1", 600, 300, { howitzer = true }) },
      { T.foot("b1", 600, 500), T.foot("b2", 665, 500, { group = "gx" }), T.foot("b3", 600, 550, { group = "gy" }) },
      { dice = { ["artillery.fire"] = { 1, 9 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.same({ 6, 6, 5 }, figures(game, "b1", "b2", "b3"))
  end)

  it("fires canister up to 200 mm, and at the stand within one depth behind", function()
    local game = firing({ T.gun("a1", 600, 300) },
      { T.foot("b1", 600, 450), T.foot("b2", 600, 540, { group = "gx" }), T.foot("b3", 600, 620, { group = "gy" }) },
      { dice = { ["artillery.canister"] = { 9, 1, 1, 9, 9, 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1", mode = "canister" })
    assert.same({ 5, 4, 6 }, figures(game, "b1", "b2", "b3"))
    assert.equal(3, T.unit(game, "a1").canister)
    local far = firing({ T.gun("a1", 600, 300) }, { T.foot("b1", 600, 600) })
    T.refused(far, "fire", { unit = "a1", target = "b1", mode = "canister" }, "Scores to Hit", "200")
    T.refused(far, "fire", { unit = "a1", target = "b1", mode = "vrf" }, "Volleys, Artillery Ammunition, R129")
  end)

  it("of natives may not fire, and keeps its round; one without rounds never fires", function()
    local game = firing({ T.gun("a1", 600, 300, { kind = "irregular" }), T.gun("a2", 700, 300, { solid = 0 }) },
      { T.foot("b1", 650, 500) }, { dice = { ["artillery.fire"] = { 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.equal(12, T.unit(game, "a1").solid)
    T.says(T.story(game), "does not fire")
    T.refused(game, "fire", { unit = "a1", target = "b1" }, "When to Fire, R106")
    T.refused(game, "fire", { unit = "a2", target = "b1" }, "Scores to Hit")
  end)

  it("may destroy another gun, by a further 10 for each hit", function()
    local game = firing({ T.gun("a1", 600, 300, { class = "a" }) }, { T.gun("b1", 600, 500), T.foot("b2", 900, 500) },
      { dice = { ["artillery.fire"] = { 9 }, ["artillery.hit_on_gun"] = { 9 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.same({ true, true }, { asked(game, "artillery.hit_on_gun")[1].args.counter_battery,
      asked(game, "artillery.hit_on_gun")[1].args.elite_firers })
    assert.equal("gone", T.unit(game, "b1").status)
  end)

  it("wears cover down until it is neutralized", function()
    local game = firing({ T.gun("a1", 565, 300), T.gun("a2", 635, 300) }, { T.foot("b1", 600, 500) }, {
      ground = T.area("bush", "scrub", 500, 450, 700, 550, "agreed_hits = 5,"),
      dice = { ["artillery.fire"] = { 9, 9 } },
    })
    T.act(game, function(play) play:set(play.state.areas.bush, "struck", { light_hits = 4 }) end)
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.is_true(game.state.root.areas.bush.neutralized)
    T.give(game, "a", "fire", { unit = "a2", target = "b1" })
    local calls = asked(game, "artillery.fire")
    assert.same({ "soft", "none" }, { calls[1].args.cover, calls[2].args.cover })
  end)
end)

describe("a machine gun", function()
  after_each(T.finished)

  it("gives all its dice to one stand and the one behind it, or shares them over stands that touch", function()
    local b = { T.foot("b1", 600, 500), T.foot("b2", 665, 500), T.foot("b3", 600, 590, { group = "gx" }) }
    local one = firing({ T.maxim("a1", 620, 300) }, b, { dice = { ["mg.fire"] = { 9, 1, 1, 9, 9, 1 } } })
    T.give(one, "a", "fire", { unit = "a1", target = "b1" })
    assert.same({ 5, 6, 4 }, figures(one, "b1", "b2", "b3"))
    local both = firing({ T.maxim("a1", 620, 300) }, b, { dice = { ["mg.fire"] = { 9, 1, 9, 9 } } })
    T.give(both, "a", "fire", { unit = "a1", target = "b2", also = { "b1" }, dice = 2 })
    assert.same({ 5, 5, 5 }, figures(both, "b1", "b2", "b3"))
    T.refused(one, "fire", { unit = "a1", target = "b1" }, "When to Fire, R106")
    local apart = firing({ T.maxim("a1", 620, 300) }, { T.foot("b1", 600, 500), T.foot("b2", 680, 500) })
    T.refused(apart, "fire", { unit = "a1", target = "b1", also = { "b2" } }, "Machineguns")
    local wide = firing({ T.maxim("a1", 600, 150) }, { T.foot("b1", 502, 500), T.foot("b2", 567, 500), T.foot("b3", 632, 500),
      T.foot("b4", 697, 500) })
    assert.is_nil(T.refusal(wide, "a", "fire", { unit = "a1", target = "b1", also = { "b2", "b3" } })) -- a die for each
    T.refused(wide, "fire", { unit = "a1", target = "b1", also = { "b2", "b3", "b4" } }, "Machineguns", "1 to 2")
  end)

  it("of the later type plunges at higher ground, all its dice at each stand of the zone", function()
    local game = firing({ T.maxim("a1", 600, 300) }, { T.foot("b1", 600, 500), T.foot("b2", 600, 550, { group = "gx" }) },
      { ground = T.area("hill", "open", 400, 460, 800, 600, "hill = 1,"), dice = { ["mg.fire"] = { 9, 1, 1, 9, 9, 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.equal(2, #asked(game, "mg.fire")[1].args.targets)
  end)

  it("may destroy a gun under machine_guns_counter_battery, and not else", function()
    for _, variant in ipairs { "", "machine_guns_counter_battery" } do
      local game = firing({ T.maxim("a1", 600, 300) }, { T.gun("b1", 600, 500), T.foot("b2", 900, 500) }, {
        variants = variant ~= "" and { variant } or {},
        dice = { ["mg.fire"] = { 9, 1, 1 }, ["artillery.hit_on_gun"] = variant ~= "" and { 10 } or nil },
      })
      T.give(game, "a", "fire", { unit = "a1", target = "b1" })
      assert.equal(variant ~= "" and "gone" or "ready", T.unit(game, "b1").status)
    end
  end)
end)

describe("rounds and gunners", function()
  after_each(T.finished)

  local function supplied(a, more)
    return T.moving(a, more)
  end

  it("come from a cart or a gun that touches", function()
    local game = supplied { T.gun("a1", 600, 300, { solid = 1 }), T.cart("a2", 665, 300), T.cart("a3", 900, 300) }
    T.give(game, "a", "resupply", { unit = "a1", from = "a2", solid = 5, canister = 2 })
    assert.same({ 6, 6, 1, 0 }, { T.unit(game, "a1").solid, T.unit(game, "a1").canister, T.unit(game, "a2").solid,
      T.unit(game, "a2").canister })
    T.refused(game, "resupply", { unit = "a1", from = "a2", solid = 2 }, "Artillery Ammunition")
    T.refused(game, "resupply", { unit = "a1", from = "a3", solid = 2 }, "Artillery Ammunition", "touch")
  end)

  it("come from the reserve when the request arrives", function()
    for _, case in ipairs { { 2, 12 + 6 }, { 1, 12 } } do
      local game = supplied({ T.gun("a1", 600, 300) }, { dice = { ["artillery.reserve_request"] = { case[1] } } })
      T.act(game, function(play) play:set(play.state.sides.a, "reserve_solid", 10) end)
      T.give(game, "a", "resupply", { unit = "a1", solid = 6 })
      assert.equal(case[2], T.unit(game, "a1").solid)
      T.refused(game, "resupply", { unit = "a1", solid = 1 }, "R244")
    end
  end)

  it("fill up a crew; one mostly of others fires as an irregular gun", function()
    local game = supplied({ T.gun("a1", 600, 300, { figures = 1 }), T.foot("a2", 665, 300) },
      { b = { T.foot("b1", 600, 500) }, dice = { ["artillery.fire"] = { 1 } } })
    T.give(game, "a", "assign_gunners", { unit = "a1", from = "a2", gunners = 2 })
    assert.same({ 3, 4, 2 }, { T.unit(game, "a1").figures, T.unit(game, "a2").figures, T.unit(game, "a1").non_gunners })
    T.refused(game, "assign_gunners", { unit = "a1", from = "a2", gunners = 4 }, "Hits on Artillery")
    T.to(game, "a", "fire")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.equal(8, asked(game, "artillery.fire")[1].result.base_score)
  end)

  --- What is offered of a command, each in a word: who from whom, and how much.
  local function offers(game, name)
    local list = {}
    for i, one in ipairs(T.legal(game, "a", name)) do
      list[i] = ("%s %s %s"):format(one.unit, one.from or "reserve", one.gunners or one.solid .. "/" .. one.canister)
    end
    table.sort(list)
    return list
  end

  it("are offered as far as they are missing and there, and happen", function()
    local game = supplied({ T.gun("a1", 600, 300, { solid = 8, figures = 1 }), T.cart("a2", 665, 300), T.foot("a3", 535, 300),
      T.cart("a4", 900, 300), T.gun("a5", 900, 900) }, { dice = { ["artillery.reserve_request"] = { 9 } } })
    assert.same({ "a1 a2 4/0" }, offers(game, "resupply"))
    assert.same({ "a1 a3 1" }, offers(game, "assign_gunners"))
    T.act(game, function(play) play:set(play.state.sides.a, "reserve_solid", 3) end)
    assert.same({ "a1 a2 4/0", "a1 reserve 3/0" }, offers(game, "resupply"))
    T.all_legal(game, "a", "resupply")
    T.give(game, "a", "assign_gunners", { unit = "a1", from = "a3", gunners = 1 })
    T.give(game, "a", "resupply", { unit = "a1", solid = 3 })
    T.give(game, "a", "resupply", { unit = "a1", from = "a2", solid = 1 })
    assert.same({ 12, 2, 5 }, { T.unit(game, "a1").solid, T.unit(game, "a1").figures, T.unit(game, "a3").figures })
    assert.same({}, offers(game, "resupply"))
    T.says(T.story(game), "serve A1")
  end)
end)
