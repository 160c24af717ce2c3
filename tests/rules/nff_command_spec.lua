--- Napoleonic Fire & Fury: the initiative, leaders on the move, attached and fallen, engineers, grand batteries.
local T <const> = require "nff_table"

local function inch(n) return math.floor(n * 25400 + 0.5) end

local function point(x, y) return { x = inch(x), y = inch(y) } end

--- A game at a step of a's first player turn.
local function at(step, a, more)
  local spec = { a = a, b = { T.foot("b1", 20, 56) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", step)
end

describe("nff: the initiative", function()
  after_each(T.finished)

  it("is thrown where the scenario has it, and the winner chooses", function()
    local game = T.game {
      a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 56) }, settings = "initiative = true,",
      leaders = { cb = { general = "archduke_charles" } }, dice = { ["initiative.roll"] = { 5, 3, 7, 9 } },
    }
    T.says(T.story(game), "Initiative: Blue 6, Red 10; Red chooses.") -- 5 - 1 against 3 + 1 is a tie
    T.answer(game, "second")
    assert.equal("a", game.state.root.active)
  end)

  it("counts a commander who has joined another leader as attached", function()
    local game = at("detached_leaders", { T.foot("a1", 20, 20) }, {
      settings = "initiative = true, active = \"a\",", leaders = { la = { at = { 20, 12 } }, ca = { at = { 24, 12 } } },
      dice = { ["initiative.roll"] = { 5, 3, 5, 3 } },
    })
    T.says(T.story(game), "Initiative: Blue 4, Red 2")
    T.give(game, "a", "move_leader", { commander = "ca", joins = "la" })
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    T.says(T.story(game), "Initiative: Blue 5, Red 2")
  end)

  it("is as the scenario says without it", function()
    local game = T.game { a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 56) }, settings = 'active = "b",' }
    assert.equal("b", game.state.root.active)
  end)
end)

describe("nff: leaders", function()
  after_each(T.finished)

  it("join units of their chain within their ride, and go with them", function()
    local game = at("leaders", { T.foot("a1", 20, 20), T.foot("a2", 45, 20) }, { leaders = { la = { at = { 20, 12 } } } })
    T.refused(game, "attach_leader", { commander = "la", unit = "a2" }, "Man 2, RM 6", "unit needs 659.4 mm, 457.2 mm is left")
    T.give(game, "a", "attach_leader", { commander = "la", unit = "a1" })
    assert.equal("a1", T.leader(game, "la").with)
    T.refused(game, "attach_leader", { commander = "la", unit = "b1" }, nil)
    T.to(game, "a", "reserve")
    T.give(game, "a", "announce_rm", { units = { "a1" } })
    T.give(game, "a", "move", { unit = "a1", distance = inch(5) })
    assert.same({ 508, 610, 0 }, T.at(game, "la"))
  end)

  it("ride in step 5 with what step 2 has left them, unless they are with a unit", function()
    local game = at("leaders", { T.foot("a1", 20, 20) }, { leaders = { la = { at = { 20, 14 } } } })
    T.give(game, "a", "attach_leader", { commander = "la", unit = "a1" }) -- 5 in
    T.give(game, "a", "detach_leader", { commander = "la" })
    T.to(game, "a", "detached_leaders")
    T.refused(game, "move_leader", { commander = "la", to = point(20, 32.1) }, "Man 2, RM 6")
    T.give(game, "a", "move_leader", { commander = "la", to = point(20, 31.9) })
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    assert.is_nil(T.leader(game, "la").way)
  end)

  it("of the artillery join batteries alone", function()
    local gunner = 'leader "senarmont" { rank = "division", gunner = "corps_artillery_commander", at = { 20, 12 } },'
    local game = at("leaders", { T.foot("a1", 20, 20), T.guns("a2", 26, 20) }, { more_a = gunner })
    T.refused(game, "attach_leader", { commander = "senarmont", unit = "a1" }, "GB 3", "is no battery")
    T.give(game, "a", "attach_leader", { commander = "senarmont", unit = "a2" })
    game = at("leaders", { T.foot("a1", 20, 20) }, { leaders = { ca = { gunner = "napoleon", at = { 20, 12 } } } })
    T.give(game, "a", "attach_leader", { commander = "ca", unit = "a1" })
  end)

  it("fall, count as lost, and are replaced at the nearest unit of their command", function()
    local game = at("leaders", { T.foot("a1", 20, 20), T.foot("a2", 30, 20) }, {
      leaders = { la = { with = "a2", charismatic = true } }, dice = { ["leader.casualty"] = { 2 } },
    })
    T.act(game, function(play)
      play:carry_out("leader_risk", { unit = "a2", cause = "charge_combat" })
    end)
    assert.equal("gone", T.leader(game, "la").status)
    assert.equal(1, T.side(game, "a").leaders_lost)
    T.refused(game, "attach_leader", { commander = "la", unit = "a1" }, "MC 8")
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    local heir = T.leader(game, "la")
    assert.same({ "ready", "a2" }, { heir.status, heir.with })
    assert.is_nil(heir.charismatic)
  end)

  it("of an army are replaced by an ordinary general, of a grand battery at its batteries", function()
    local game = at("leaders", { T.foot("a1", 20, 20), T.guns("a2", 40, 20), T.guns("a3", 26, 20) }, {
      more_a = 'leader "drouot" { rank = "division", gunner = "army_artillery_commander", with = "a2" },',
      leaders = { ca = { general = "napoleon", with_berthier = true, with = "a1" } }, dice = { ["leader.casualty"] = { 1, 1 } },
      set = { ["leaders.drouot.grand_battery"] = true, ["units.a2.grand"] = "drouot" },
    })
    T.act(game, function(play)
      for _, id in ipairs { "a1", "a2" } do play:carry_out("leader_risk", { unit = id, cause = "charge_combat" }) end
      play:set(play:leader("drouot"), "fell", { x = inch(26), y = inch(20) }) -- nearer to the other battery
    end)
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    local chief = T.leader(game, "ca")
    assert.same({ "french_general", "a1", "a2" }, { chief.general, chief.with, T.leader(game, "drouot").with })
    assert.is_nil(chief.with_berthier)
  end)

  it("of the artillery are replaced at batteries, Imperial ADCs not at all", function()
    local others = 'leader "drouot" { rank = "division", gunner = "army_artillery_commander", with = "a3" },'
      .. 'leader "lobau" { imperial_adc = true, with = "a1" },'
    local game = at("leaders", { T.foot("a1", 20, 20), T.guns("a2", 40, 20), T.guns("a3", 26, 20) }, {
      more_a = others, leaders = { ca = { general = "napoleon" } }, dice = { ["leader.casualty"] = { 1, 1 } },
    })
    T.act(game, function(play)
      for _, id in ipairs { "a1", "a3" } do play:carry_out("leader_risk", { unit = id, cause = "charge_combat" }) end
    end)
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    assert.same({ "ready", "a3", "gone" }, {
      T.leader(game, "drouot").status, T.leader(game, "drouot").with, T.leader(game, "lobau").status,
    })
  end)

  it("are proposed as it is legal", function()
    local game = at("leaders", { T.foot("a1", 20, 20) }, { leaders = { la = { at = { 20, 12 } } } })
    T.all_legal(game, "a")
    T.to(game, "a", "detached_leaders")
    assert.is_true(#T.all_legal(game, "a") > 0)
  end)
end)

describe("nff: engineers", function()
  after_each(T.finished)

  local function company(x, y) return { id = "e1", given = { arm = "engineers", controller = "la", at = { x, y } } } end

  it("join a brigade of infantry, one company each, and leave it", function()
    local with = { id = "e2", given = { arm = "engineers", controller = "la", with = "a2" } }
    local game = at("leaders", { T.foot("a1", 20, 20), T.foot("a2", 26, 20), T.horse("a3", 14, 20), company(20, 18), with }, {
      leaders = { la = { at = { 20, 10 } } },
    })
    T.refused(game, "attach_engineers", { unit = "e1", brigade = "a2" }, "Add 1", "one company to a brigade")
    T.refused(game, "attach_engineers", { unit = "e1", brigade = "a3" }, "Add 1", "engineers join infantry")
    T.all_legal(game, "a")
    T.give(game, "a", "attach_engineers", { unit = "e1", brigade = "a1" })
    assert.is_nil(T.at(game, "e1"))
    T.give(game, "a", "detach_engineers", { unit = "e1" })
    assert.same({ 508, 483, 0 }, { T.at(game, "e1")[1], T.at(game, "e1")[2] // 1 + 1, T.at(game, "e1")[3] })
  end)

  it("are out of command beyond their leader's radius", function()
    local game = at("leaders", { T.foot("a1", 20, 20), company(20, 18) }, { leaders = { la = { at = { 40, 18 } } } })
    T.refused(game, "attach_engineers", { unit = "e1", brigade = "a1" }, "RM 7, Add 1, R86, R93")
  end)
end)

describe("nff: a company of engineers", function()
  after_each(T.finished)

  local function company(x, y) return { id = "e1", given = { arm = "engineers", controller = "la", at = { x, y } } } end

  it("is cut off from its leader by an enemy, and joins nobody", function()
    local game = at("leaders", { T.foot("a1", 20, 26), company(20, 24) }, {
      b = { T.foot("b1", 20, 20) }, leaders = { la = { at = { 20, 16 } } } })
    T.refused(game, "attach_engineers", { unit = "e1", brigade = "a1" }, "RM 7, Add 1, R86, R93")
  end)

  it("goes to a brigade over the ground: rough ground costs more, and nobody goes through a lake", function()
    local function to(more)
      local spec = { b = { T.foot("b1", 20, 56) }, leaders = { la = { at = { 20, 19 } } } }
      for key, value in pairs(more) do spec[key] = value end
      return at("leaders", { T.foot("a1", 20, 24), company(20, 16), spec.friend }, spec)
    end
    local attach = { unit = "e1", brigade = "a1" }
    T.refused(to { ground = T.area("marsh", "marsh", 10, 18, 30, 22) }, "attach_engineers", attach, "Man 2, RM 9", "needs 304.8 mm")
    T.refused(to { ground = T.area("lake", "impassable", 10, 18, 30, 19) }, "attach_engineers", attach, "R84", "is beyond")
    local game = to { friend = T.foot("a2", 20, 20) }
    T.refused(game, "attach_engineers", attach, "Man 2, RM 9")
    assert.same({ "a2" }, { T.all_legal(game, "a", "attach_engineers")[1].brigade })
    T.give(to {}, "a", "attach_engineers", attach)
  end)

  it("joins a brigade that a battery is with, and a battery is no company in a combat", function()
    local game = at("leaders", { T.foot("a1", 20, 24), company(20, 21), T.guns("a2", 22.1, 24) }, {
      b = { T.foot("b1", 20, 28) }, leaders = { la = { at = { 20, 19 } } }, set = { ["units.a2.attached_to"] = "a1" } })
    T.give(game, "a", "attach_engineers", { unit = "e1", brigade = "a1" })
    game = at("tactical", { T.foot("a1", 20, 20) }, { b = { T.foot("b1", 20, 24), T.guns("b2", 22.1, 24) },
      set = { ["units.b2.attached_to"] = "b1" }, dice = { ["charge.resolve"] = { 5, 5 } } })
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.to(game, "b", "leaders")
    assert.equal(0, #T.calls(game, "engineers.survival"))
  end)

  it("has spent its way to a brigade when it leaves it again", function()
    local game = at("leaders", { T.foot("a1", 20, 24), company(20, 16) }, {
      b = { T.foot("b1", 20, 37) }, leaders = { la = { at = { 20, 19 } } } })
    T.give(game, "a", "attach_engineers", { unit = "e1", brigade = "a1" })
    T.give(game, "a", "detach_engineers", { unit = "e1" })
    T.to(game, "a", "tactical")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "move", { unit = "a1", distance = inch(5) })
    T.refused(game, "move", { unit = "e1", distance = inch(4) }, "Man 2, RM 9")
  end)
end)

describe("nff: a grand battery", function()
  after_each(T.finished)

  local GUNNER <const> = 'leader "senarmont" { rank = "division", gunner = "corps_artillery_commander", with = "a1" },'

  local function grand(more)
    local guns = { limbered = true, guns = 12 }
    local spec = {
      b = { T.foot("b1", 20, 33) }, more_a = GUNNER, leaders = { la = { at = { 20, 16 } } },
    }
    for key, value in pairs(more or {}) do spec[key] = value end
    return at("tactical", {
      T.guns("a1", 20, 20, guns), T.guns("a2", 21.5, 20, guns), T.guns("a3", 23, 20, guns), T.guns("a4", 40, 20, guns),
      spec.friend,
    }, spec)
  end

  it("is formed by a fit commander of 32 guns that touch, for good", function()
    local game = grand()
    T.refused(game, "form_grand_battery", { commander = "la", units = { "a1", "a2" } }, "GB 2, GB 3, GB 1",
      "a grand battery has more guns; such a leader commands no grand battery")
    T.refused(game, "form_grand_battery", { commander = "senarmont", units = { "a1", "a2", "a4" } }, "GB 1",
      "a battery does not touch the others")
    T.all_legal(game, "a", "form_grand_battery")
    T.give(game, "a", "form_grand_battery", { commander = "senarmont", units = { "a1", "a2", "a3" } })
    T.says(T.story(game), "a grand battery of 36 guns")
    T.refused(game, "form_grand_battery", { commander = "senarmont", units = { "a4" } }, "GB 5")
    T.to(T.to(game, "b", "leaders"), "a", "leaders")
    T.refused(game, "detach_leader", { commander = "senarmont" }, "GB 3")
  end)

  it("moves in reserve as one", function()
    local game = grand { b = { T.foot("b1", 20, 56) } }
    T.give(game, "a", "form_grand_battery", { commander = "senarmont", units = { "a1", "a2", "a3" } })
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    T.refused(game, "announce_rm", { units = { "a1", "a1" } }, "RM 4, RM 7, RM 8", "twice")
    T.give(game, "a", "announce_rm", { units = { "a1", "a2" } })
    T.give(game, "a", "move", { unit = "a3", distance = inch(4) })
    assert.same({ 610, true }, { T.at(game, "a1")[2], T.unit(game, "a2").used_rm })
    T.refused(game, "move", { unit = "a1", distance = inch(2.1) }, "Man 2, RM 9") -- what one has spent all have
    T.give(game, "a", "move", { unit = "a1", distance = inch(2) })
    assert.same({ { "reserve" }, { "reserve" } }, { T.unit(game, "a1").zones, T.unit(game, "a3").zones })
  end)

  it("goes into another zone as one, and has room for all its batteries", function()
    local game = grand { b = { T.foot("b1", 20, 41) }, friend = T.foot("a5", 19.9, 22, { stands = 2 }) }
    T.give(game, "a", "form_grand_battery", { commander = "senarmont", units = { "a1", "a2", "a3" } })
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    T.give(game, "a", "announce_rm", { units = { "a1" } })
    T.refused(game, "move", { unit = "a3", distance = inch(2) }, "Man 1", "where a5 stands") -- a1 would stand there
    T.refused(game, "change_facing", { unit = "a3", angle = 40000 }, "Man 1", "where a5 stands")
    T.give(game, "a", "move", { unit = "a3", distance = inch(6) })
    for _, id in ipairs { "a1", "a3" } do assert.same({ "reserve", "tactical" }, T.unit(game, id).zones) end
  end)

  it("moves as one, and once emplaced does one thing a turn", function()
    local game = grand()
    T.give(game, "a", "form_grand_battery", { commander = "senarmont", units = { "a1", "a2", "a3" } })
    T.give(game, "a", "move", { unit = "a2", distance = inch(1) })
    assert.same({ 533, 533, 533 }, { T.at(game, "a1")[2], T.at(game, "a2")[2], T.at(game, "a3")[2] })
    assert.equal(508, T.at(game, "a4")[2]) -- not of it
    assert.same({ "move" }, T.unit(game, "a3").functions)
    for _, id in ipairs { "a1", "a2", "a3" } do T.give(game, "a", "unlimber", { unit = id }) end
    assert.is_true(T.leader(game, "senarmont").emplaced)
    T.to(T.to(game, "b", "leaders"), "a", "tactical")
    T.give(game, "a", "change_facing", { unit = "a3", angle = 5000 })
    assert.same({ 5, 5 }, { T.at(game, "a1")[3], T.at(game, "a3")[3] })
    assert.is_true(T.at(game, "a1")[2] > T.at(game, "a3")[2]) -- about the middle of all
    T.refused(game, "limber", { unit = "a1" }, "GB 4")
  end)

  it("does nothing as one that one of its batteries may not do", function()
    local guns, horse = { guns = 16, limbered = true }, { guns = 16, limbered = true, horse_artillery = true }
    local spec = { b = { T.foot("b1", 20, 36) }, more_a = GUNNER, leaders = { la = { at = { 20, 16 } } } }
    local function formed()
      local game = at("tactical", { T.guns("a1", 20, 20, guns), T.guns("a2", 22, 20, horse) }, spec)
      T.give(game, "a", "form_grand_battery", { commander = "senarmont", units = { "a1", "a2" } })
      return game
    end
    local game = formed()
    T.refused(game, "move", { unit = "a2", distance = inch(6.1) }, "Man 2, RM 9") -- at the pace of foot artillery
    T.all_legal(game, "a", "move")
    T.give(game, "a", "move", { unit = "a2", distance = inch(6) })
    game = formed()
    T.give(game, "a", "unlimber", { unit = "a2" })
    T.give(game, "a", "limber", { unit = "a2" })
    T.refused(game, "move", { unit = "a1", distance = inch(1) }, "GB 4", "unit goes with a2, which has used its functions")
    guns.limbered, horse.limbered = nil, nil
    game = formed()
    T.give(game, "a", "limber", { unit = "a2" })
    T.refused(game, "change_facing", { unit = "a1", angle = 5000 }, "GB 4", "unit goes with a2, which has used")
  end)

  it("keeps its commander however it loses a battery, and sets him free when all are lost", function()
    for _, case in ipairs { { 6, 6, "b2", true }, { 10, 1, nil, nil } } do -- one is wrecked; all are captured
      local game = at("tactical", { T.foot("a1", 20, 20) }, {
        b = { T.guns("b1", 20, 24), T.guns("b2", 21, 24) }, leaders = { lb = { with = "b1" } },
        set = { ["leaders.lb.grand_battery"] = true, ["units.b1.grand"] = "lb", ["units.b2.grand"] = "lb" },
        dice = { ["charge.resolve"] = { case[1], case[2] } },
      })
      T.give(game, "a", "maneuver", { unit = "a1", charging = true })
      T.give(game, "a", "charge", { unit = "a1", target = "b2" })
      T.to(game, "b", "leaders")
      local leader = T.leader(game, "lb")
      assert.same({ case[3], case[4] }, { leader.with, leader.grand_battery })
    end
  end)

  it("may be of allies, under their own commander", function()
    local guns = { guns = 16, army = "russian" }
    local game = at("tactical", { T.guns("a1", 20, 20, guns), T.guns("a2", 22, 20, guns) }, {
      army_a = "austrian", year = 1813, b = { T.foot("b1", 20, 33) },
      more_a = 'leader "k" { rank = "division", gunner = "corps_artillery_commander", with = "a1" },',
    })
    T.give(game, "a", "form_grand_battery", { commander = "k", units = { "a1", "a2" } })
  end)
end)
