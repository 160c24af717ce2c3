-- Steps 3, 6 and 9 of a bound on the table: many who go back at once, their order and their way, what they are about
-- afterwards, and those whom they leave. Rates: line 300 mm a bound, column 500, cavalry 800, field guns 300, of which
-- limbering costs three minutes.
local F <const> = require "fusilier_table"
local W <const> = require "fusilier_withdrawals"

local foot, guns, brigade, unit, at = F.foot, F.guns, F.brigade, F.unit, F.at
local REST_A, REST_B, COLUMN, BEATS_B1, DRAWS = W.REST_A, W.REST_B, W.COLUMN, W.BEATS_B1, W.DRAWS
local general, told, bounds, failed_division = W.general, W.told, W.bounds, W.failed_division

after_each(F.finished)

local function order(x, y) return { verb = "attack", target = { x = x * 1000, y = y * 1000 } } end

--- a1's brigade has lost its commander in a drawn combat.
local function commander_lost(in_a, spec)
  return F.fight {
    a = general("g", "brigade", "a1") .. brigade("fa", foot("a1", 1000, 1000, "north") .. in_a, 'commander = "g",')
      .. brigade("fz", REST_A),
    b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B), set = spec and spec.set,
    dice = { ["combat.infantry"] = DRAWS, ["general.risk"] = { 0 } },
  }
end

describe("a victor whose opponent leaves him", function()
  it("in step 9 may attack and move again in the next bound (10.5, R77)", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a2", 1300, 1000, "north") .. REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. foot("b2", 1300, 1200, "south")
        .. foot("b3", 1600, 1400, "south")) .. brigade("fz", REST_B),
      dice = { ["combat.infantry"] = { 3, 3, 3, 3, 4, 4, 2, 2 }, ["morale.brigade"] = { 0, 1 } },
      set = { ["formations.fa.order"] = order(1500, 2500) },
    }
    F.next_bound(game) -- 1 of 3 lost: 33, and the 30 row says 40 at quality 5
    assert.same({ 1000, 1500, 180 }, at(game, "b1"))
    assert.is_nil(unit(game, "a1").fighting)
    F.to(game, "turn.declare")
    assert(game:command { side = "a", ["do"] = "declare_attack", unit = "a1", target = "b1" })
    F.to(game, "turn.fire")
    assert.same({ 1000, 1285 }, { at(game, "a1")[1], at(game, "a1")[2] }) -- 200 mm from edge to edge
  end)

  it("because he lost his commander may move in that very step 3 (10.7)", function()
    local game = commander_lost(foot("a2", 300, 700, "north"))
    game:amend("formations.fb.order", order(1000, 500), "laid out so")
    F.next_bound(game)
    assert.is_true(unit(game, "b1").fighting)
    F.to(game, "turn.movement")
    assert.same({ 1000, 700, 0 }, at(game, "a1"))
    assert(game:command { side = "b", ["do"] = "move", unit = "b1", forward = 100000 })
  end)
end)

describe("those who go back together", function()
  it("in step 6 go the rearmost first (R78)", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 945, "north", COLUMN) .. foot("a2", 1000, 854, "north", COLUMN)
        .. foot("a3", 1000, 763, "north", COLUMN) .. REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B),
      dice = { ["combat.column_assault"] = { 1, 1, 3, 3, 3, 2, 5, 5 } },
      set = { ["formations.fa.order"] = order(1000, 1500) },
    }
    F.to(game, "turn.declare")
    assert(game:command { side = "a", ["do"] = "declare_column", unit = "a1", target = "b1", behind = { "a2", "a3" } })
    F.next_bound(game)
    assert.are.equal(854 + 3 - 500, at(game, "a2")[2]) -- it had closed up on a1 by as much as that came on
    assert.are.equal(763 - 500, at(game, "a3")[2])
  end)

  it("for a fallen commander do not bar one another's way, and carry nobody who goes himself (10.7)", function()
    local game = commander_lost(foot("a2", 1000, 940, "north") .. foot("a3", 1000, 800, "north"))
    F.next_bound(game)
    F.to(game, "turn.fire")
    assert.same({ 700, 640, 500 }, { at(game, "a1")[2], at(game, "a2")[2], at(game, "a3")[2] })
  end)

  it("with a division that fails each go a full move, once (R90, R91)", function()
    for _, gap in ipairs { 60, 150 } do
      local y = 1365 + gap
      local game = failed_division(foot("b2", 1300, 1350, "south"),
        brigade("fc", foot("c1", 1300, y, "south") .. foot("c2", 1600, y, "south")))
      F.next_bound(game)
      assert.same({ 1300, 1650, 180 }, at(game, "b2"))
      assert.same({ 1300, y + 300, 180 }, at(game, "c1"))
      assert.are.equal("stationary", unit(game, "c1").status)
    end
  end)

  it("in a formation go one way, however far on a flank they stand", function()
    local game = F.fight {
      a = general("co", "corps", "a1") .. 'formation "k" { level = "corps", commander = "co", '
        .. brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a2", 1300, 800, "north"))
        .. brigade("fc", foot("c1", 1700, 800, "north") .. foot("c2", 2000, 800, "north")) .. "},"
        .. brigade("fz", REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B),
      dice = { ["combat.infantry"] = DRAWS, ["general.risk"] = { 0 } },
    }
    bounds(game, 2)
    assert.same({ 1700, 500, 0 }, at(game, "c1"))
    assert.same({ 2000, 500, 0 }, at(game, "c2"))
  end)

  it("go to their own edge where the scenario names it", function()
    local game = F.fight {
      a = 'edge = "west",' .. general("g", "brigade", "a1")
        .. brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a2", 1500, 400, "east"), 'commander = "g",')
        .. brigade("fz", REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B),
      dice = { ["combat.infantry"] = DRAWS, ["general.risk"] = { 0 } },
    }
    bounds(game, 2)
    assert.same({ 700, 1000, 90 }, at(game, "a1"))
    assert.same({ 1200, 400, 90 }, at(game, "a2"))
  end)
end)

describe("a beaten unit", function()
  local function beaten(in_b, a_more, dice, more)
    in_b = in_b .. foot("b2", 1800, 1900, "south")
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. (a_more or "") .. REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south", more) .. in_b) .. brigade("fz", REST_B),
      dice = { ["combat.infantry"] = dice or BEATS_B1 },
    }
    F.through(game)
    return game
  end

  it("goes away from the victor, not from one who did not beat it (R61, R78)", function()
    local game = beaten("", foot("a2", 1210, 1050, "north"), { 4, 4, 2, 2, 2, 2 })
    assert.same({ 1000, 1500, 180 }, at(game, "b1"))
  end)

  it("is let through by its own guns, which are no formed troops (R35)", function()
    local game = beaten(guns("g", 1000, 1270, "south"))
    assert.same({ 1000, 1500, 180 }, at(game, "b1"))
    assert.same({ 1000, 1270, 180 }, at(game, "g"))
  end)

  it("does not end in them", function()
    local game = beaten(guns("g", 1000, 1490, "south"))
    local y = at(game, "b1")[2]
    assert.is_true(y + 7 <= 1475 and y >= 1440, tostring(y))
  end)

  it("is no square any more: it goes in line, at that rate (R27)", function()
    local game = beaten("", nil, nil, 'drill = "square"')
    assert.same({ 1000, 1500, 180 }, at(game, "b1"))
    assert.are.equal("line", unit(game, "b1").drill)
    assert.are.equal(200000, unit(game, "b1").base.width)
    assert.is_true(told(game, "B1 breaks up its square, and goes in line."))
  end)

  it("that routs with nobody behind it marches nowhere", function()
    local game = beaten("", nil, { 6, 6, 1, 1 })
    for _, call in ipairs(F.calls(game, "move.path")) do assert.are_not.equal("b1", call.throwers[""]) end
  end)
end)

describe("a unit without its commander", function()
  it("goes with the rest though it stands still for another reason (10.7)", function()
    local game = commander_lost(foot("a2", 1400, 940, "north"),
      { set = { ["units.a2.status"] = "stationary", ["units.a2.coming"] = { "ready" } } })
    bounds(game, 2)
    assert.same({ 1400, 640, 0 }, at(game, "a2"))
    assert.are.equal("reforming", unit(game, "a2").status)
    F.next_bound(game)
    assert.are.equal("ready", unit(game, "a2").status)
    assert.is_nil(unit(game, "a2").event)
  end)

  local function also(dice)
    return F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. REST_A),
      b = general("g", "brigade", "b1") .. brigade("fb", foot("b1", 1000, 1200, "south")
        .. foot("b2", 1000, 1600, "south") .. foot("b3", 1300, 1600, "south"), 'commander = "g",')
        .. brigade("fz", REST_B),
      dice = { ["combat.infantry"] = { 4, 4, 2, 1 }, ["general.risk"] = { 0 }, ["morale.brigade"] = dice },
    }
  end

  it("falls back for him though its formation failed the bound before, and reforms after (10.7, R90)", function()
    local game = bounds(also { 0, 0, 9, 9, 9, 9 }, 1)
    assert.same({ 1000, 1900, 180 }, at(game, "b2"))
    assert.are.equal("retreating", unit(game, "b2").status)
    F.next_bound(game)
    assert.same({ 1000, 2200, 180 }, at(game, "b2"))
    assert.are.equal("reforming", unit(game, "b2").status)
    F.next_bound(game)
    assert.are.equal("ready", unit(game, "b2").status)
  end)

  it("and beaten too is lost to its brigade until it has reformed (R85)", function()
    local game = bounds(also { 9, 9, 9, 9, 9, 9 }, 3)
    assert.same({ 1000, 1800, 180 }, at(game, "b1")) -- 300 beaten, 300 for its commander
    local seen = {}
    for _, call in ipairs(F.calls(game, "morale.brigade")) do
      if call.throwers[""] == "fb" then seen[#seen + 1] = { call.args.units_retreating, call.args.units_reforming } end
    end
    assert.same({ { 1, 0 }, { 1, 0 }, { 0, 1 } }, seen)
  end)
end)

describe("a commander-in-chief who falls with a brigade", function()
  it("whose brigadier is unhurt takes no commander from it, and nobody succeeds (R83, R84)", function()
    local game = F.fight {
      a = general("cic", "c_in_c", "a1") .. general("br", "brigade")
        .. brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a2", 1300, 600, "north"), 'commander = "br",')
        .. brigade("fz", REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B),
      dice = { ["combat.infantry"] = BEATS_B1, ["general.risk"] = { 0 } },
    }
    F.next_bound(game)
    assert.is_false(told(game, "has lost its commander"))
    assert.is_true(told(game, "Cic was with fa: it falls back next bound"))
    assert.is_nil(game.state.root.formations.fa.successor)
    assert.are.equal("retreating", unit(game, "a2").status)
  end)

  it("in the same bound as the brigadier does not succeed him: the division's general does", function()
    local game = F.fight {
      a = general("br", "brigade", "a1") .. general("cic", "c_in_c", "a1") .. general("dg", "division")
        .. 'formation "div" { level = "division", commander = "dg", '
        .. brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a2", 1300, 600, "north"), 'commander = "br",') .. "},"
        .. brigade("fz", REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B),
      dice = { ["combat.infantry"] = BEATS_B1, ["general.risk"] = { 0, 0 } },
    }
    F.next_bound(game)
    assert.are.equal("dg", game.state.root.formations.fa.successor)
  end)
end)

describe("a division", function()
  it("counts the brigades of formations between, too", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. REST_A),
      b = 'formation "div" { level = "division", quality = 5, formation "wing" { level = "division", '
        .. brigade("fb", foot("b1", 1000, 1200, "south") .. foot("b2", 1300, 1350, "south")) .. "},"
        .. brigade("fc", foot("c1", 1300, 1900, "south") .. foot("c2", 1600, 1900, "south")) .. "},"
        .. brigade("fz", REST_B),
      dice = { ["combat.infantry"] = BEATS_B1, ["morale.brigade"] = { 0, 1 } },
    }
    F.next_bound(game)
    local units = {}
    for _, call in ipairs(F.calls(game, "morale.division")) do units[call.throwers[""]] = #call.args.brigades end
    assert.same({ div = 2, wing = 1 }, units)
  end)
end)

describe("a unit carried off the table", function()
  it("is not lost: it was not beaten, whatever it went through before (R86, R101)", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 2700, "north") .. REST_A),
      b = brigade("fb", foot("b1", 1000, 2900, "south") .. foot("b2", 1000, 2960, "south")
        .. foot("b3", 1300, 2600, "south") .. foot("b4", 1600, 2600, "south")) .. brigade("fz", REST_B),
      dice = { ["combat.infantry"] = BEATS_B1 }, set = { ["units.b2.event"] = "retreat" },
    }
    F.next_bound(game)
    local args = F.calls(game, "morale.brigade")[1].args
    assert.same({ 1, 0 }, { args.units_routing, args.units_gone })
  end)
end)
