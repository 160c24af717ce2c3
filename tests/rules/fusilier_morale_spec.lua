-- Steps 5, 7, 8 and 9 of a bound on the table: generals at risk, and brigades, batteries and divisions that give way.
local T <const> = require "fusilier_table"

local foot, guns, brigade, unit, at = T.foot, T.guns, T.brigade, T.unit, T.at

after_each(T.finished)

local WON <const> = { 4, 4, 2, 2 } -- a1 wins by 4: b1 retreats

local function general(id, rank, x, y, more)
  return ('leader "%s" { rank = "%s", at = { %d, %d }, %s },'):format(id, rank, x, y, more or "")
end

--- a1 and b1 fight; a8, a9, b8, b9 stand where they are out of it.
local function laid_out(spec)
  spec.a = (spec.a or "") .. brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a8", 300, 700, "north")
    .. foot("a9", 600, 700, "north"), spec.fa)
  spec.b = (spec.b or "") .. brigade("fb", foot("b1", 1000, 1200, "south") .. foot("b8", 400, 1700, "south")
    .. foot("b9", 1600, 1700, "south") .. (spec.in_b or ""), spec.fb)
  spec.dice = spec.dice or {}
  spec.dice["combat.infantry"] = spec.dice["combat.infantry"] or { table.unpack(WON) }
  return T.fight(spec)
end

local function in_bound(game, turn)
  while game.state.root.turn < turn do T.next_bound(game) end
  return game
end

describe("a general whose unit fights", function()
  --- roll: a face for each that is at risk.
  local function with_general(roll, rank, spec)
    spec = spec or {}
    spec.a = general("g", rank or "brigade", 1000, 950, 'with = "a1"') .. (spec.a or "")
    spec.fa = 'commander = "g",'
    spec.dice = roll and { ["general.risk"] = roll }
    return laid_out(spec)
  end

  it("is at risk once a bound, after the last combat, and gives his unit his bonus", function()
    local game = in_bound(with_general { 1 }, 2)
    assert.are.equal(1, #T.calls(game, "general.risk"))
    assert.are.equal("brigadier", T.calls(game, "combat.infantry")[1].args.a[1].commander)
    assert.are.equal("ready", game.state.root.leaders.g.status)
  end)

  it("disabled on a 0, leaves a formation that falls back next bound and reforms the bound after", function()
    local game = in_bound(with_general { 0 }, 2)
    assert.are.equal("disabled", game.state.root.leaders.g.status)
    assert.same({ 300, 700, 0 }, at(game, "a8"))
    assert.are.equal("retreating", unit(game, "a8").status)
    T.to(game, "turn.fire")
    assert.are.equal(700 - 300, at(game, "a8")[2])
    assert.are.equal(700, at(game, "a1")[2])
    in_bound(game, 3)
    assert.are.equal("reforming", unit(game, "a8").status)
    in_bound(game, 4)
    assert.are.equal("ready", unit(game, "a8").status)
    for _, call in ipairs(T.calls(game, "morale.brigade")) do assert.are_not.equal("fa", call.throwers[""]) end -- R86
  end)

  it("is the senior of those with the unit, and only while he can lead (R54)", function()
    local game = with_general({ 1, 1 }, nil, { a = general("d", "division", 900, 900, 'with = "a1"') })
    in_bound(game, 2)
    assert.are.equal("senior", T.calls(game, "combat.infantry")[1].args.a[1].commander)
    game = with_general(nil, nil, { set = { ["leaders.g.status"] = "disabled" } })
    in_bound(game, 2)
    assert.are.equal("none", T.calls(game, "combat.infantry")[1].args.a[1].commander)
    assert.are.equal(0, #T.calls(game, "general.risk"))
  end)

  it("as commander-in-chief delays what travels, and makes test whoever is within 1,000 mm (R84)", function()
    local other = brigade("far", foot("a5", 1000, 2500, "north") .. foot("a6", 1300, 2500, "north"))
      .. brigade("near", foot("a3", 1900, 950, "north") .. foot("a4", 2200, 950, "north"))
    local late = { verb = "hold", issued_min = 540, arrives_min = 555, activates_min = 570 }
    local home = { verb = "hold", issued_min = 530, arrives_min = 540, activates_min = 570 }
    local game = with_general({ 0 }, "c_in_c", {
      a = other, set = { ["formations.far.coming_orders"] = { late }, ["formations.near.coming_orders"] = { home } },
    })
    in_bound(game, 2)
    local formations = game.state.root.formations
    assert.same({ 565, 580 }, { formations.far.coming_orders[1].arrives_min, formations.far.coming_orders[1].activates_min })
    assert.same({ 540, 570 }, { formations.near.coming_orders[1].arrives_min, formations.near.coming_orders[1].activates_min })
    local forced = {}
    for _, call in ipairs(T.calls(game, "morale.brigade")) do
      if call.args.forced then forced[#forced + 1] = call.throwers[""] end
    end
    table.sort(forced)
    assert.same({ "fa", "near" }, forced) -- the near brigade's nearest edge is 800 mm away, the far one's 1,542
    assert.are.equal("retreating", unit(game, "a8").status) -- the brigade he was with
    assert.are.equal("ready", unit(game, "a3").status)
  end)
end)

describe("a brigade", function()
  it("counts who retreats, routs or reforms, but not who was carried back (R85, R86)", function()
    local game = laid_out { in_b = foot("b2", 1000, 1300, "south") }
    T.next_bound(game)
    local args = T.calls(game, "morale.brigade")[1].args
    assert.same({ 4, 1, 0, 0, 0 }, { args.original_units, args.units_retreating, args.units_routing,
      args.units_reforming, args.units_gone })
    in_bound(game, 3)
    args = T.calls(game, "morale.brigade")[2].args
    assert.same({ 0, 1 }, { args.units_retreating, args.units_reforming })
    in_bound(game, 4)
    assert.are.equal(2, #T.calls(game, "morale.brigade")) -- mended: no more tests
  end)

  it("counts the routed for good, and tests only when somebody goes or mends", function()
    local game = in_bound(laid_out { dice = { ["combat.infantry"] = { 6, 6, 1, 2 } } }, 4)
    local calls = T.calls(game, "morale.brigade")
    assert.are.equal(1, #calls)
    assert.are.equal(1, calls[1].args.units_routing)
  end)

  it("that fails goes back a full bound's move in conformity, and stands a bound (R90)", function()
    -- 1 of 3 lost is 33: at quality 5 the 30 row says 40.
    local game = laid_out { dice = { ["morale.brigade"] = { 3, 9, 4, 0 } } } -- it tests again for who reforms, and stands
    T.next_bound(game)
    assert.are.equal(2000, at(game, "b8")[2])
    assert.are.equal(2000, at(game, "b9")[2])
    assert.are.equal(1500, at(game, "b1")[2]) -- it has gone back already
    assert.are.equal("stationary", unit(game, "b8").status)
    assert.are.equal("reforming", unit(game, "b1").status)
    assert.are.equal("retreat", unit(game, "b1").event)
    in_bound(game, 3)
    assert.are.equal("ready", unit(game, "b8").status)
    game = laid_out { dice = { ["morale.brigade"] = { 4, 0 } } }
    T.next_bound(game)
    assert.are.equal(1700, at(game, "b8")[2])
  end)

  it("that fails keeps those standing next bound too who were carried back before", function()
    local game = laid_out { in_b = foot("b2", 1000, 1300, "south"), dice = { ["morale.brigade"] = { 2, 0 } } }
    T.next_bound(game) -- 1 of 4 lost is 25: at quality 5 that row says 25 or more
    assert.are.equal(1600, at(game, "b2")[2])
    assert.are.equal("stationary", unit(game, "b2").status)
  end)

  it("that fails takes its guns with it, limbered: three minutes of the ten", function()
    local game = laid_out {
      in_b = guns("bg", 1300, 1700, "south", "quality = 5"), dice = { ["morale.brigade"] = { 3, 9 } },
    }
    T.next_bound(game)
    assert.are.equal("limbered", unit(game, "bg").drill)
    assert.same({ 1300, 1910, 180 }, at(game, "bg"))
  end)

  it("sweeps friends of another brigade back that stand close behind it", function()
    local game = laid_out {
      b = brigade("fc", foot("c1", 400, 1800, "south") .. foot("c2", 2000, 2500, "south")),
      dice = { ["morale.brigade"] = { 3, 9 } },
    }
    T.next_bound(game)
    assert.are.equal(2000, at(game, "b8")[2])
    assert.are.equal(2100, at(game, "c1")[2])
  end)
end)

describe("a battery", function()
  it("tests when a gun is lost, and gives way as a brigade does (11.3)", function()
    local game = laid_out {
      in_b = guns("bg", 2300, 1700, "south", "quality = 5"),
      set = { ["units.bg.guns"] = 4, ["units.bg.guns_lost_now"] = 1 }, dice = { ["morale.artillery"] = { 0, 0 } },
    }
    T.next_bound(game)
    local args = T.calls(game, "morale.artillery")[1].args
    assert.same({ 6, 1, 1 }, { args.original_guns, args.guns_lost_before, args.guns_lost_now })
    assert.are.equal("stationary", unit(game, "bg").status)
    assert.are.equal("limbered", unit(game, "bg").drill)
    assert.are.equal(1700, at(game, "b8")[2])
  end)
end)

describe("a division", function()
  local function divided(faces)
    local game = T.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a8", 300, 700, "north")),
      b = ('formation "d" { level = "division", %s %s },'):format(
        brigade("fb", foot("b1", 1000, 1200, "south") .. foot("b2", 400, 1700, "south")),
        brigade("fc", foot("c1", 1600, 1700, "south") .. foot("c2", 2000, 1700, "south"))),
      dice = { ["combat.infantry"] = { table.unpack(WON) }, ["morale.brigade"] = { 0, 0 }, ["morale.division"] = faces },
    }
    T.next_bound(game)
    return game
  end

  it("tests when a brigade has failed, and takes every brigade back when it fails too (R91)", function()
    local game = divided { 0, 0 }
    local args = T.calls(game, "morale.division")[1].args
    assert.same({ 1, 0 }, { args.brigades[1].units_defeated, args.brigades[2].units_defeated })
    assert.same({ true, false }, { args.brigades[1].failed, args.brigades[2].failed })
    assert.are.equal(2000, at(game, "c1")[2])
    game = divided { 9, 9 }
    assert.are.equal(1700, at(game, "c1")[2])
    assert.are.equal(2000, at(game, "b2")[2])
  end)
end)
