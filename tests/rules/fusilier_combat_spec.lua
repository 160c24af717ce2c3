-- Step 5 of a bound on the table: who meets whom, over what, and what the procedures are asked. A line of 600 men is
-- 200 mm wide and 15 deep, so middles 215 mm apart are 200 mm from edge to edge; a squadron is 120 by 30.
local T <const> = require "fusilier_table"

local foot, horse, brigade = T.foot, T.horse, T.brigade

after_each(T.finished)

--- Units far away, so that no brigade is alone and nobody's army is broken.
local REST_A <const> = foot("a8", 300, 100, "north") .. foot("a9", 600, 100, "north")
local REST_B <const> = foot("b8", 300, 2900, "south") .. foot("b9", 600, 2900, "south")

local function fight(spec)
  spec.a, spec.b = brigade("fa", spec.a .. REST_A, spec.more_a), brigade("fb", spec.b .. REST_B, spec.more_b)
  local game = T.fight(spec)
  T.through(game)
  return game
end

local function infantry_dice(...)
  return { ["combat.infantry"] = { ... } }
end

describe("contact", function()
  --- Who meets whom, two threes being thrown for each of them.
  local function meets(who, a, b, set)
    local _, fighters = table.concat(who, " "):gsub("%w+", "")
    assert.same(who, T.combats(fight { a = a, b = b, set = set, dice = T.threes { infantry = fighters } }))
  end

  it("is 200 mm from edge to edge, that included", function()
    meets({ "a1 | b1" }, foot("a1", 1000, 1000, "north"), foot("b1", 1000, 1215, "south"))
    meets({}, foot("a1", 1000, 1000, "north"), foot("b1", 1000, 1216, "south"))
  end)

  it("needs one to face the other, who is then fought whichever way it looks", function()
    meets({ "a1 | b1" }, foot("a1", 1000, 1000, "north"), foot("b1", 1000, 1200, "north"))
    meets({}, foot("a1", 1000, 1000, "south"), foot("b1", 1000, 1200, "north"))
  end)

  it("is kept from a unit by a friend even partly between", function()
    local a = foot("a1", 1000, 1000, "north") .. foot("a2", 1190, 1080, "north")
    meets({ "a2 | b1" }, a, foot("b1", 1000, 1200, "south"))
    a = foot("a1", 1000, 1000, "north") .. foot("a2", 1210, 1080, "north")
    meets({ "a1 a2 | b1" }, a, foot("b1", 1000, 1200, "south"))
  end)

  it("is 400 mm for rifles against skirmishers, and for nobody else (R50)", function()
    local rifles = 'drill = "skirmish", rifle = true'
    local a = foot("a1", 1000, 1000, "north", rifles)
    meets({ "a1 | b1" }, a, foot("b1", 1000, 1415, "south", 'drill = "skirmish"'))
    meets({}, a, foot("b1", 1000, 1416, "south", 'drill = "skirmish"'))
    meets({}, a, foot("b1", 1000, 1400, "south"))
    meets({}, foot("a1", 1000, 1000, "north", 'drill = "skirmish"'),
      foot("b1", 1000, 1300, "south", 'drill = "skirmish"'))
  end)

  it("is no combat between skirmishers and formed troops, unless they are blocked and stand (R49)", function()
    local a, b = foot("a1", 1000, 1000, "north", 'drill = "skirmish"'), foot("b1", 1000, 1150, "south")
    meets({}, a, b)
    meets({ "a1 | b1" }, a, b, { ["units.a1.stands_and_fights"] = true })
  end)
end)

describe("pairing", function()
  it("deals the longer line out along the shorter, in line order", function()
    local game = fight {
      a = foot("a3", 1420, 1000, "north") .. foot("a1", 1000, 1000, "north") .. foot("a2", 1210, 1000, "north"),
      b = foot("b2", 1320, 1200, "south") .. foot("b1", 1110, 1200, "south"),
      dice = T.threes { infantry = 5 },
    }
    assert.same({ "a1 a2 | b1", "a3 | b2" }, T.combats(game))
  end)

  it("takes the nearest eligible enemy for a pair beyond the zone (R74)", function()
    -- b1 is 400 mm wide. Dealt out, a3 would fight b2, 220 mm to the right of it and 185 ahead.
    local game = fight {
      a = foot("a1", 1000, 1000, "north") .. foot("a2", 1210, 1000, "north") .. foot("a3", 1420, 1000, "north")
        .. foot("a4", 1630, 1000, "north"),
      b = foot("b1", 1310, 1200, "south", "men = 1200") .. foot("b2", 1840, 1200, "south"),
      dice = T.threes { infantry = 6 },
    }
    assert.same({ "a1 a2 a3 | b1", "a4 | b2" }, T.combats(game))
  end)

  it("goes from side A's left to its right, whichever way that looks (R75)", function()
    local function order(one, other, y_a, y_b)
      return T.combats(fight {
        a = foot("a1", 2000, y_a, one) .. foot("a2", 1000, y_a, one),
        b = foot("b1", 2000, y_b, other) .. foot("b2", 1000, y_b, other), dice = T.threes { infantry = 4 },
      })
    end
    assert.same({ "a2 | b2", "a1 | b1" }, order("north", "south", 1000, 1200))
    assert.same({ "a1 | b1", "a2 | b2" }, order("south", "north", 1200, 1000))
  end)

  it("lets a squadron that stands fight the nearer of horse and foot, horse when as near (R81)", function()
    local still = { ["units.a1.ridden_through"] = true, ["units.b1.ridden_through"] = true }
    local a = horse("a1", 1000, 1000, "north")
    local game = fight {
      a = a, b = horse("b1", 900, 1150, "south") .. foot("b2", 1080, 1120, "south"), set = still,
      dice = T.threes { cavalry_infantry = 2 },
    }
    assert.same({ "a1 | b2" }, T.combats(game)) -- 120 mm to the horse, 97.5 to the foot
    game = fight {
      a = a, b = horse("b1", 940, 1150, "south") .. foot("b2", 1110, 1142.5, "south"), set = still,
      dice = T.threes { cavalry = 2 },
    }
    assert.same({ "a1 | b1" }, T.combats(game)) -- 120 mm to both
  end)

  it("lets a battalion that horse and foot face fight the horse (R81)", function()
    local game = fight {
      a = foot("a1", 1000, 1000, "north"),
      b = horse("b2", 1060, 1150, "south") .. foot("b1", 860, 1150, "south"),
      dice = { ["combat.cavalry_infantry"] = { 3, 3, 3, 3 } },
    }
    assert.same({ "b2 | a1" }, T.combats(game))
  end)
end)

describe("cavalry within the zone", function()
  it("closes to contact, and does not from 201 mm", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1222.5, "south"),
      dice = { ["combat.cavalry_infantry"] = { 6, 6, 3, 3 } }, -- 12 + 5 - 4 against 6 + 5 + 2: a draw
    }
    assert.same({ "a1 | b1" }, T.combats(game))
    assert.are.equal(1200, T.at(game, "a1")[2]) -- 1222.5 less half of 15 and of 30
    game = fight { a = horse("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1223.5, "south") }
    assert.same({}, T.combats(game))
    assert.are.equal(1000, T.at(game, "a1")[2])
  end)

  it("stays when it reforms", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1150, "south"),
      set = { ["units.a1.status"] = "reforming" }, dice = T.threes { infantry = 2 },
    }
    assert.are.equal(1000, T.at(game, "a1")[2])
    assert.same({ "a1 | b1" }, T.combats(game)) -- they fight where they are, and neither attacks (R104)
    local args = T.calls(game, "combat.infantry")[1].args
    assert.same({ false, false }, { args.a[1].attacking, args.b[1].attacking })
  end)

  it("does not attack infantry behind a wall (R67), but fights it where it is (R104)", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1150, "south"), dice = T.threes { infantry = 2 },
      ground = 'line "w" { height_mm = 1000, kind = "wall", points = { { 800, 1135 }, { 1200, 1135 } } }',
    }
    assert.are.equal(1000, T.at(game, "a1")[2])
    assert.same({ "a1 | b1" }, T.combats(game))
    local args = T.calls(game, "combat.infantry")[1].args
    assert.same({ false, false }, { args.a[1].attacking, args.b[1].attacking })
  end)

  it("does not attack it either where it has come over the wall, to its end (R67)", function()
    local game = fight {
      a = horse("a1", 1126.7, 1067.87, "north", "facing = 20"), b = foot("b1", 1000, 1110, "south"),
      ground = 'line "w" { height_mm = 1000, kind = "wall", points = { { 880, 1090 }, { 1105, 1090 } } }',
      set = { ["units.a1.came_from"] = { x = 1035000, y = 820000 } }, dice = T.threes { infantry = 2 },
    }
    assert.same({ "a1 | b1" }, T.combats(game))
    local args = T.calls(game, "combat.infantry")[1].args
    assert.same({ false, false }, { args.a[1].attacking, args.b[1].attacking })
  end)

  it("may not even declare against it (R67)", function()
    local game = T.fight {
      a = brigade("fa", horse("a1", 1000, 800, "north") .. REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B),
      ground = 'line "w" { height_mm = 1000, kind = "hedge", points = { { 800, 1185 }, { 1200, 1185 } } }',
      set = { ["formations.fa.order"] = { verb = "attack", target = { x = 1000000, y = 1200000 } } },
    }
    T.to(game, "turn.declare")
    local deed, fault = game:check { side = "a", ["do"] = "declare_attack", unit = "a1", target = "b1" }
    assert.is_nil(deed)
    assert.same({ "target", "R67" }, { fault.arg, fault.cite })
  end)

  it("rides skirmishers down that it closes on in the open", function()
    local game = fight { a = horse("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1150, "south", 'drill = "skirmish"') }
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.equal("destroyed", T.calls(game, "skirmish.cavalry_contact")[1].result.outcome)
  end)

  it("routs infantry whose flank it reaches, without dice", function()
    local game = fight { a = horse("a1", 1250, 1000, "north"), b = foot("b1", 1000, 1000, "north") }
    local call = T.calls(game, "combat.cavalry_infantry")[1]
    assert.are.equal("flank", call.args.contact)
    assert.are.equal(0, #call.rolls)
    assert.are.equal("gone", T.unit(game, "b1").status)
  end)

  it("routs it if one squadron of several reaches the flank (R66)", function()
    local game = fight {
      a = horse("a1", 1000, 1100, "south") .. horse("a2", 1250, 1000, "west"), b = foot("b1", 1000, 1000, "north"),
    }
    assert.same({ "a2 a1 | b1" }, T.combats(game)) -- they look south-west
    assert.are.equal("flank", T.calls(game, "combat.cavalry_infantry")[1].args.contact)
    assert.are.equal("hold", T.unit(game, "a1").response)
    assert.are.equal("gone", T.unit(game, "b1").status)
  end)

  it("finds no flank on a square, which has its front in line (R55, R66)", function()
    local game = fight {
      a = horse("a1", 1200, 1000, "west"), b = foot("b1", 1000, 1000, "north", 'drill = "square"'),
      dice = { ["combat.cavalry_infantry"] = { 3, 3, 3, 3 } },
    }
    local call = T.calls(game, "combat.cavalry_infantry")[1]
    assert.are.equal("square", call.args.infantry.formation)
    assert.are.equal(200, call.args.infantry.frontage_mm)
    assert.are.equal(2, T.modifier(call.result.infantry, "frontage_40_percent")) -- 200 against 120
    assert.are.equal("hold", T.unit(game, "b1").response)
  end)
end)

describe("an attack", function()
  --- The arguments of a1 attacking b1, 185 mm ahead of it, over some ground.
  local function attacker(ground, more)
    local game = fight {
      a = foot("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1200, "south", more), ground = ground,
      set = { ["units.a1.target"] = "b1" }, dice = infantry_dice(3, 3, 3, 4),
    }
    return T.calls(game, "combat.infantry")[1].args.a[1]
  end

  local function line(y, height, kind)
    return ('line "l" { height_mm = %d, kind = "%s", points = { { 800, %d }, { 1200, %d } } },'):format(
      height, kind, y, y)
  end

  local function box(id, what, y0, y1)
    return ('area "%s" { %s, outline = { { 700, %d }, { 1300, %d }, { 1300, %d }, { 700, %d } } },'):format(
      id, what, y0, y0, y1, y1)
  end

  it("is one only of a unit that declared it", function()
    assert.is_true(attacker(nil).attacking)
    local game = fight {
      a = foot("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1200, "south"), dice = infantry_dice(3, 3, 3, 4),
      ground = line(1185, 1200, "wall"),
    }
    assert.is_false(T.calls(game, "combat.infantry")[1].args.a[1].attacking)
    assert.is_nil(T.calls(game, "combat.infantry")[1].args.a[1].position)
  end)

  it("goes against barricades where the defender stands behind a wall, hedge or fence of a metre", function()
    for _, kind in ipairs { "wall", "hedge", "fence", "barricade" } do
      assert.are.equal("barricades", attacker(line(1185, 1000, kind)).position)
    end
    assert.are.equal("none", attacker(line(1185, 999, "wall")).position)
    assert.are.equal("none", attacker(line(1100, 1200, "wall")).position) -- 92.5 mm before the defender
    assert.are.equal("none", attacker(line(1215, 1200, "wall")).position) -- behind him
    assert.are.equal("none", attacker(line(1185, 1200, "ditch")).position)
  end)

  it("goes against buildings and fortifications, the heaviest alone (R56)", function()
    local village = box("v", 'terrain = "built_up"', 1150, 1300)
    assert.are.equal("buildings", attacker(village).position)
    assert.are.equal("buildings", attacker(village .. line(1185, 1200, "wall")).position)
    assert.are.equal("fortifications", attacker(village .. line(1185, 1200, "fortification")).position)
    assert.are.equal("fortifications", attacker(box("f", "fortified = true", 1150, 1300)).position)
    assert.are.equal("none", attacker(box("v", 'terrain = "built_up"', 1050, 1150)).position) -- he is not in it
  end)

  it("goes up or down hill by the ground under the two, and over what is broken between them", function()
    local function ground(what)
      local args = attacker(what)
      return { args.slope, args.broken_ground }
    end
    assert.same({ "uphill", false }, ground(box("h", "hill = 20", 1150, 1300)))
    assert.same({ "downhill", false }, ground(box("h", "hill = 20", 900, 1050)))
    assert.same({ "level", false }, ground(box("h", "hill = 20", 900, 1300)))
    assert.same({ "level", true }, ground(box("r", "broken = true", 1050, 1150)))
    assert.same({ "level", false }, ground(box("r", "broken = true", 1220, 1300)))
  end)

  it("costs what the list says", function()
    local game = fight {
      a = foot("a1", 1000, 1000, "north"), b = foot("b1", 1000, 1200, "south"), dice = infantry_dice(3, 3, 3, 4),
      ground = box("v", 'terrain = "built_up", hill = 10', 1150, 1300), set = { ["units.a1.target"] = "b1" },
    }
    local result = T.calls(game, "combat.infantry")[1].result.a[1]
    assert.are.equal(-1, T.modifier(result, "attacking_uphill"))
    assert.are.equal(-4, T.modifier(result, "attacking_buildings"))
    assert.are.equal(6 + 5 - 1 - 4, result.score)
  end)
end)
