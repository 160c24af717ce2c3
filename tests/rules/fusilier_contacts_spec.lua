-- Contacts and what follows at once from them, on the table: who rides whom through, who fights whom and who does not,
-- what shelters. A line of 600 men is 200 mm wide and 15 deep, its column of six companies 34 by 90, a squadron 120 by 30.
local F <const> = require "fusilier_table"

local foot, horse, brigade, threes = F.foot, F.horse, F.brigade, F.threes

after_each(F.finished)

--- Units far away, so that no brigade is alone and nobody's army is broken.
local REST_A <const> = foot("a8", 300, 100, "north") .. foot("a9", 600, 100, "north")
local REST_B <const> = foot("b8", 300, 2900, "south") .. foot("b9", 600, 2900, "south")

local function fight(spec)
  spec.a, spec.b = brigade("fa", spec.a .. REST_A), brigade("fb", spec.b .. REST_B)
  return F.fight(spec)
end

describe("squadrons that ride one through (10.5, R63)", function()
  it("end directly behind it, side by side as they came, and in nobody", function()
    -- 8 + 5 each against 6 + 5, all fronts alike or smaller than what is against them: it loses by 2.
    local game = fight {
      a = horse("a2", 1061, 1000, "north") .. horse("a1", 940, 1000, "north"), b = horse("b1", 1000, 1031, "south"),
      dice = { ["combat.cavalry"] = { 4, 4, 4, 4, 3, 3 } },
    }
    F.next_bound(game)
    assert.same({ 940, 1062, 0 }, F.at(game, "a1"))
    assert.same({ 1060, 1062, 0 }, F.at(game, "a2"))
    assert.equal("stationary", F.unit(game, "b1").status)
  end)

  it("do so from the other side of the table too", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = horse("b1", 940, 1031, "south") .. horse("b2", 1061, 1031, "south"),
      dice = { ["combat.cavalry"] = { 3, 3, 4, 4, 4, 4 } },
    }
    F.next_bound(game)
    assert.same({ 940, 969, 180 }, F.at(game, "b1"))
    assert.same({ 1060, 969, 180 }, F.at(game, "b2"))
  end)
end)

describe("foot beside horse (10.0, R74, R81)", function()
  it("fights the foot before it when the squadron fights another", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north") .. foot("a2", 1250, 1000, "north"),
      b = foot("b1", 870, 1100, "south") .. foot("b2", 1110, 1120, "south"),
      set = { ["units.a1.ridden_through"] = true }, dice = threes { cavalry_infantry = 2, infantry = 2 },
    }
    F.through(game)
    assert.same({ "a1 | b1", "a2 | b2" }, F.combats(game))
  end)

  it("is taken by a squadron whose horse is at nearer foot", function()
    -- a1 is 120 mm from the horse and 128 from b2; the horse is 78 mm from a2.
    local game = fight {
      a = horse("a1", 1000, 1000, "north") .. foot("a2", 1170, 1050, "north"),
      b = horse("b1", 1010, 1150, "south") .. foot("b2", 830, 1150, "south"),
      set = { ["units.a1.ridden_through"] = true, ["units.b1.ridden_through"] = true },
      dice = threes { cavalry_infantry = 4 },
    }
    F.through(game)
    assert.same({ "a1 | b2", "b1 | a2" }, F.combats(game))
  end)
end)

local COLUMN <const> = 'drill = "column", companies = 6'
local FORWARD <const> = { verb = "attack", target = { x = 1000000, y = 1500000 } }

local function said(game, pattern)
  for _, line in ipairs(F.story(game)) do
    if line:find(pattern) then return line end
  end
end

describe("a column of assault (10.2)", function()
  local function assault(a, b, throwers)
    local game = fight { a = a, b = b, set = { ["formations.fa.order"] = FORWARD }, dice = threes(throwers or {}) }
    F.to(game, "turn.declare")
    return game
  end

  local function declare(game, name, unit, target)
    return select(2, game:command { side = "a", ["do"] = name, unit = unit, target = target })
  end

  it("has its target to itself: nobody else may declare on that", function()
    local game = assault(foot("a1", 950, 945, "north", COLUMN) .. foot("a4", 1080, 985, "north"),
      foot("b1", 1000, 1200, "south"))
    assert.is_nil(declare(game, "declare_column", "a1", "b1"))
    local fault = declare(game, "declare_attack", "a4", "b1")
    assert.equal("target", fault.arg)
    assert.matches("assaulted by the column of a1, which fights it alone", fault.message, 1, true)
  end)

  it("leaves a line beside it whoever else is before that, and the story tells when nobody is", function()
    local a = foot("a1", 950, 945, "north", COLUMN) .. foot("a4", 1210, 985, "north")
    local game = assault(a, foot("b1", 1000, 1200, "south") .. foot("b2", 1210, 1200, "south"),
      { column_assault = 2, infantry = 2 })
    declare(game, "declare_column", "a1", "b1")
    F.through(game)
    assert.same({ "a1 | b1", "a4 | b2" }, F.combats(game))
    game = assault(a, foot("b1", 1000, 1200, "south"), { column_assault = 2 })
    declare(game, "declare_attack", "a4", "b1")
    declare(game, "declare_column", "a1", "b1")
    F.through(game)
    assert.same({ "a1 | b1" }, F.combats(game))
    assert.truthy(said(game, "A4 has no part in a combat: b1 is fought by a column of assault alone"))
  end)

  it("assaults one of two before it, and the other is told of", function()
    local game = assault(foot("a1", 1000, 945, "north", COLUMN),
      foot("b1", 890, 1180, "south") .. foot("b2", 1110, 1180, "south"), { column_assault = 2 })
    declare(game, "declare_column", "a1", "b1")
    F.through(game)
    assert.same({ "a1 | b1" }, F.combats(game))
    assert.truthy(said(game, "B2 has no part in a combat: a1 is assaulting another"))
  end)
end)

describe("a column that must deploy (10.2, R72)", function()
  --- 3 + 3 + 5 against 2 + 2 + 5 and 2 for the broader front: equal, so it has failed.
  local function failed(ground, a, faces)
    local game = fight {
      a = foot("a1", 1000, 945, "north", COLUMN) .. (a or ""), b = foot("b1", 1000, 1200, "south"), ground = ground,
      set = a and {
        ["formations.fa.order"] = FORWARD, ["units.a3.status"] = "stationary",
        ["units.a3.coming"] = { "stationary" },
      } or { ["formations.fa.order"] = FORWARD },
      dice = { ["combat.column_assault"] = { 3, 3, 2, 2 }, ["combat.infantry"] = faces },
    }
    F.to(game, "turn.declare")
    game:command { side = "a", ["do"] = "declare_column", unit = "a1", target = "b1" }
    F.next_bound(game)
    F.to(game, "turn.fire")
    return game
  end

  it("keeps its front where it was, in the zone, and fights on", function()
    local game = failed(nil, nil, { 3, 3, 3, 3 }) -- it stood at 945, closed to 200 mm: its front at 992
    local front = F.unit(game, "a1").base.y + F.unit(game, "a1").base.depth // 2
    assert.equal(992, (front + 500) // 1000)
    F.next_bound(game)
    assert.same({ "a1 | b1", "a1 | b1" }, F.combats(game))
  end)

  it("has no room over a wall that nobody climbs, and has over a lower one (R29)", function()
    local wall = 'line "w" { kind = "wall", height_mm = %d, points = { { 1050, 700 }, { 1050, 1000 } } },'
    local game = failed(wall:format(1501))
    assert.equal("column", F.unit(game, "a1").drill)
    assert.truthy(said(game, "no room to deploy %(200 mm on the left, 33 on the right, 83 needed%)"))
    assert.equal("line", F.unit(failed(wall:format(1500)), "a1").drill)
  end)

  it("has room though somebody stands beside its rear", function()
    assert.equal("line", F.unit(failed(nil, foot("a3", 1150, 910, "north")), "a1").drill)
  end)
end)

describe("an evolution (6.4, R29)", function()
  it("has no room over a wall that nobody climbs", function()
    local game = fight {
      a = foot("a1", 1000, 945, "north", COLUMN), b = "", set = { ["formations.fa.order"] = FORWARD },
      ground = 'line "w" { kind = "wall", height_mm = 1501, points = { { 1050, 700 }, { 1050, 1000 } } },',
    }
    F.to(game, "turn.movement")
    assert(game:command { side = "a", ["do"] = "move", unit = "a1", evolve = "line" })
    F.to(game, "turn.fire")
    assert.equal("column", F.unit(game, "a1").drill)
    assert.truthy(said(game, "A1 has no room for line: wall is in the way"))
  end)
end)

describe("squadrons in contact (10.4, R31)", function()
  it("that turn their backs on each other turn to fight in the bound after", function()
    -- 8 + 5 against 6 + 5 rides through; then the other, ridden through last bound, stands still and is fought again.
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = horse("b1", 1000, 1031, "south"),
      dice = { ["combat.cavalry"] = { 4, 4, 3, 3, 3, 3, 3, 3 } },
    }
    F.next_bound(game)
    assert.same({ 1000, 1062, 0 }, F.at(game, "a1"))
    F.to(game, "turn.fire")
    assert.same({ 1000, 1062, 180 }, F.at(game, "a1"))
    F.through(game)
    assert.same({ "a1 | b1", "a1 | b1" }, F.combats(game))
  end)

  it("flank to flank, neither before the other's front, wheel to face", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = horse("b1", 1120, 990, "south"),
      dice = { ["combat.cavalry"] = { 3, 3, 3, 3 } },
    }
    F.to(game, "turn.fire")
    assert.same({ 1045, 1000, 90 }, F.at(game, "a1")) -- half as deep as it was wide, it closes 45 mm
    F.through(game)
    assert.same({ "a1 | b1" }, F.combats(game))
  end)
end)

describe("skirmishers that cavalry reaches (9.0)", function()
  local SKIRMISH <const> = 'drill = "skirmish", men = 300'

  it("are ridden down also where it touched them before", function()
    local game = fight { a = horse("a1", 1000, 1000, "north"), b = foot("s", 1000, 1023, "south", SKIRMISH) }
    F.next_bound(game)
    assert.equal("gone", F.unit(game, "s").status)
    assert.truthy(said(game, "A1 comes among the skirmishers of s: they are ridden down."))
  end)

  it("are so on the way to others", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"),
      b = foot("s", 1000, 1300, "south", SKIRMISH) .. horse("b1", 1200, 1600, "south"),
      set = { ["formations.fa.order"] = { verb = "attack", target = { x = 1000000, y = 1500000 } } },
    }
    F.to(game, "turn.declare")
    assert(game:command { side = "a", ["do"] = "declare_attack", unit = "a1", target = "b1" })
    F.to(game, "turn.movement")
    assert.equal("gone", F.unit(game, "s").status)
  end)

  it("are driven back once a bound where the ground is broken (R51)", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = foot("s", 1000, 1023, "south", SKIRMISH),
      ground = 'area "w" { terrain = "open_woods", outline = { {800,1016}, {1200,1016}, {1200,1100}, {800,1100} } },',
      dice = { ["skirmish.cavalry_contact"] = { 4 } },
    }
    F.next_bound(game)
    assert.equal(1, F.unit(game, "a1").damage_points)
    assert.truthy(said(game, "A1 comes among the skirmishers of s: they are driven back, and cost it a point."))
    assert.truthy(F.at(game, "s")[2] > 1023)
  end)
end)

describe("linear cover (5.1, 9.0, R56)", function()
  --- What skirmishers at 165 mm need to hit b1, whose front is at 672 and rear at 687, and what infantry at 172 mm
  --- attacks over, with a wall at that y.
  local function against(y, more)
    local ground = ('line "w" { %s points = { { 1300, %d }, { 1700, %d } } },'):format(
      more or 'kind = "wall", height_mm = 1000,', y, y)
    local game = fight {
      a = foot("s", 1500, 500, "north", 'drill = "skirmish", men = 300'), b = foot("b1", 1500, 680, "south"),
      ground = ground, dice = { ["skirmish.fire"] = { 1 }, ["skirmish.reply"] = { 1 } },
    }
    F.to(game, "turn.fire")
    assert(game:command { side = "a", ["do"] = "skirmish_fire", unit = "s", target = "b1" })
    F.through(game)
    local needs = F.calls(game, "skirmish.fire")[1].result.needs
    game = fight {
      a = foot("a1", 1500, 500, "north"), b = foot("b1", 1500, 680, "south"), ground = ground, dice = threes { infantry = 2 },
      set = { ["units.a1.target"] = "b1" },
    }
    F.through(game)
    return needs, F.calls(game, "combat.infantry")[1].args.a[1].position or "none"
  end

  it("shelters from fire and from assault alike: between the two, and at most 30 mm before those behind it", function()
    assert.same({ 5, "barricades" }, { against(672) })
    assert.same({ 5, "barricades" }, { against(643) })
    assert.same({ 4, "none" }, { against(642) })
    assert.same({ 4, "none" }, { against(692) })
    assert.same({ 5, "barricades" }, { against(680) })
  end)

  it("is 1 m high, and no ditch; works of fortification are cover at any height", function()
    assert.same({ 4, "none" }, { against(660, 'kind = "hedge", height_mm = 999,') })
    assert.same({ 5, "barricades" }, { against(660, 'kind = "fence", height_mm = 1000,') })
    assert.same({ 4, "none" }, { against(660, 'kind = "ditch", height_mm = 1000,') })
    assert.same({ 5, "fortifications" }, { against(660, 'kind = "fortification", height_mm = 900,') })
  end)
end)

describe("sight from a hill, and onto one (8.2, R40)", function()
  --- The hill's edge is 45 mm before the guns.
  local HILL <const> = 'area "h" { hill = 30, outline = { {800,%d}, {1200,%d}, {1200,%d}, {800,%d} } },'
  local function hill(from, to) return HILL:format(from, from, to, to) end

  local function shot(ground)
    local game = fight {
      a = F.guns("g", 1000, 500, "north"), b = foot("b1", 1000, 900, "south"), ground = ground,
      set = { ["formations.fa.order"] = FORWARD },
    }
    F.to(game, "turn.fire")
    local _, fault = game:check { side = "a", ["do"] = "fire", unit = "g", target = "b1" }
    return fault and fault.message
  end

  it("is not stopped by the hill one stands on, but by that between", function()
    assert.is_nil(shot(hill(400, 560)))
    assert.is_nil(shot(hill(850, 1000)))
    assert.matches("hidden by h", shot(hill(600, 700)))
  end)

  it("lets an attack be declared from above", function()
    local game = fight {
      a = foot("a1", 1000, 500, "north"), b = foot("b1", 1000, 900, "south"), ground = hill(400, 560),
      set = { ["formations.fa.order"] = FORWARD },
    }
    F.to(game, "turn.declare")
    assert(game:command { side = "a", ["do"] = "declare_attack", unit = "a1", target = "b1" })
  end)
end)

describe("an attack on one enemy that another meets (R53, R99)", function()
  -- b2 is nearer, behind a wall; b1, the declared, is 430 mm away. The attacker comes to 200 mm from b2.
  local function met(a, declare, kind)
    local game = fight {
      a = a, b = foot("b1", 1000, 1450, "south") .. foot("b2", 1080, 1330, "south"), dice = threes { [kind] = 2 },
      ground = 'line "w" { kind = "wall", height_mm = 1200, points = { { 950, 1315 }, { 1200, 1315 } } },',
      set = { ["formations.fa.order"] = FORWARD },
    }
    F.to(game, "turn.declare")
    assert(game:command { side = "a", ["do"] = declare, unit = "a1", target = "b1" })
    F.through(game)
    return game
  end

  it("is an attack on that one, over what it holds", function()
    local call = F.calls(met(foot("a1", 1000, 1000, "north"), "declare_attack", "infantry"), "combat.infantry")[1]
    assert.is_true(call.args.a[1].attacking)
    assert.equal("barricades", call.args.a[1].position)
    assert.equal(-2, F.modifier(call.result.a[1], "attacking_barricades"))
    assert.is_false(call.args.b[1].attacking)
  end)

  it("in column assaults it, over what it holds", function()
    local game = met(foot("a1", 1000, 945, "north", COLUMN), "declare_column", "column_assault")
    assert.same({ "a1 | b2" }, F.combats(game))
    assert.equal("barricades", F.calls(game, "combat.column_assault")[1].args.columns[1].position)
  end)
end)

describe("following up (10.5, R77)", function()
  it("may be shorter than a full move", function()
    -- 8 + 5 against 4 + 5: the loser retreats by 4, the winner holds.
    local game = fight {
      a = foot("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1200, "south"),
      dice = { ["combat.infantry"] = { 4, 4, 2, 2 } },
    }
    assert.equal("turn.winners", F.through(game).path)
    local choice = { side = "a", ["do"] = "winner_choice", unit = "a1", choice = "rally", forward = 120000 }
    assert.equal("forward", select(2, game:check(choice)).arg)
    choice.choice = "follow_up"
    assert(game:command(choice))
    assert.same({ 1000, 1120, 0 }, F.at(game, "a1"))
  end)

  it("goes no further than one, however far it is told to", function()
    local game = fight {
      a = foot("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1200, "south"),
      dice = { ["combat.infantry"] = { 4, 4, 2, 2 } },
    }
    F.through(game)
    assert(game:command { side = "a", ["do"] = "winner_choice", unit = "a1", choice = "follow_up", forward = 900000 })
    assert.same({ 1000, 1300, 0 }, F.at(game, "a1"))
  end)
end)

describe("foot left out of the combats (R81)", function()
  it("is told of when cavalry fights the only enemy before it", function()
    local game = fight {
      a = horse("a1", 960, 1100, "north") .. foot("a2", 1180, 1050, "north"), b = foot("b1", 1100, 1200, "south"),
      set = { ["units.a1.ridden_through"] = true }, dice = threes { cavalry_infantry = 2 },
    }
    F.through(game)
    assert.same({ "a1 | b1" }, F.combats(game))
    assert.truthy(said(game, "A2 has no part in a combat: b1 is fought by cavalry"))
  end)

  it("is not, where the squadrons reform and nobody attacks: foot and squadron fight the foot together (R104)", function()
    local game = fight {
      a = horse("a1", 960, 1100, "north") .. foot("a2", 1180, 1050, "north"), b = foot("b1", 1100, 1200, "south"),
      set = { ["units.a1.status"] = "reforming" }, dice = threes { infantry = 3 },
    }
    F.through(game)
    assert.same({ "a1 a2 | b1" }, F.combats(game))
    local args = F.calls(game, "combat.infantry")[1].args
    assert.same({ false, false, false }, { args.a[1].attacking, args.a[2].attacking, args.b[1].attacking })
  end)
end)

describe("a squadron back to back with an enemy (10.4, R31)", function()
  --- Where it is after step 3, the enemy's squadron close behind it and looking away.
  local function turned(more)
    local game = F.met(horse("a1", 1000, 1000, "north") .. more, horse("b1", 1000, 970, "south"))
    F.amend(game, { ["units.b1.ridden_through"] = true, ["units.b1.status"] = "stationary" })
    F.to(game, "turn.fire")
    return F.at(game, "a1")
  end

  it("turns on the spot, and not beyond a friend close before it", function()
    assert.same({ 1000, 1000, 180 }, turned "")
    assert.same({ 1000, 1000, 180 }, turned(horse("a2", 1000, 1030, "north")))
    assert.same({ 1000, 1000, 180 }, turned(horse("a2", 1120, 1000, "north")))
  end)
end)
