--- Small arms: arc, range, clear paths, the closest enemy, what is needed and what is hit.
local T <const> = require "horse_and_musket_table"

--- A line whose muzzles are at (900, 510); its bases' middles at x = 840, 880, 920 and 960, y = 500.
local LINE <const> = T.foot("a1", 900, 500)

--- Steady foot that has fired before, so that nothing is thrown again.
local function line(more) return T.foot("a1", 900, 500, more) end

--- An enemy line so many mm before the muzzles: 20 deep, its middle 10 mm further.
local function enemy(mm, more) return T.foot("b1", 900, 520 + mm, more) end

--- A game in the firing step of side a, whose first fire is spent.
local function firing(spec)
  local set = { ["units.a1.shot"] = true }
  for path, value in pairs(spec.set or {}) do set[path] = value end
  spec.set = set
  return T.to(T.game(spec), "a", "firing")
end

local function refused(game, target, unit)
  return T.refusal(game, "a", "fire", { unit = unit or "a1", target = target or "b1" })
end

local function fire(game, target) return T.give(game, "a", "fire", { unit = "a1", target = target or "b1" }) end

--- The question that was asked of a fire.
local function asked(game) return T.calls(game, "fire.small_arms")[1].args end

describe("horse_and_musket: small arms", function()
  after_each(T.finished)

  it("need 4 at short range, up to 75 mm for muskets, and 5 beyond, up to 120", function()
    for mm, need in pairs { [75] = 4, [76] = 5, [120] = 5 } do
      local game = firing { a = { LINE }, b = { enemy(mm) }, dice = { ["fire.small_arms"] = { 3, 4, 5, 6 } } }
      fire(game)
      local call = T.calls(game, "fire.small_arms")[1]
      assert.are.same({ mm, need, 4 }, { call.args.range_mm, call.result.need, call.result.dice })
      assert.are.equal(need == 4 and 3 or 2, T.unit(game, "b1").hits)
    end
    local fault = refused(firing { a = { LINE }, b = { enemy(121) } })
    assert.are.same({ "target", -1, "5.1.1 R48" }, { fault.arg, fault.margin, fault.cite })
    T.says(fault.message, "is 121 mm away, 1 mm beyond the 120 mm that its muskets reach")
  end)

  it("of rifles reach 180 mm, of carbines 75", function()
    assert.is_nil(refused(firing { a = { T.light("a1", 900, 500, { weapon = "rifle" }) }, b = { enemy(180) } }))
    assert.is_not_nil(refused(firing { a = { T.light("a1", 900, 500, { weapon = "rifle" }) }, b = { enemy(181) } }))
    local hussars = T.hussars("a1", 900, 470) -- 80 deep: its front edge at y = 510
    assert.is_nil(refused(firing { a = { hussars }, b = { enemy(75) } }))
    assert.are.equal(-1, refused(firing { a = { hussars }, b = { enemy(76) } }).margin)
  end)

  it("are fired within 45 degrees of the front, from the middle of its edge", function()
    -- The nearest point is a corner, 60 mm to the right and 60 ahead; 59 ahead it is 45.48 degrees off.
    local game = firing { a = { LINE }, b = { T.foot("b1", 1040, 580) } }
    assert.is_nil(refused(game))
    local fault = refused(firing { a = { LINE }, b = { T.foot("b1", 1040, 579) } })
    assert.are.same({ "target", -1, "5.1.3 R48" }, { fault.arg, fault.margin, fault.cite })
    T.says(fault.message, "is 46 degrees off its front, 1 degree outside the arc of 45")
  end)

  it("are harder after moving and for close order foot that is staggered, and nothing is thrown for a 7", function()
    local game = firing { a = { LINE }, b = { enemy(100) }, set = {
      ["units.a1.moved"] = true, ["units.a1.staggered"] = true,
    } }
    fire(game)
    local result = T.calls(game, "fire.small_arms")[1].result
    assert.are.same({ 7, false, 0 }, { result.need, result.possible, result.dice })
    assert.are.equal("long_range -1, moved -1, staggered -1", T.modifiers(result.modifiers))
    T.says(T.story(game), "a1 fires at b1, 100 mm from the middle of the firing front: 7 would be needed (long range -1, moved -1, staggered -1)")
    game = firing { a = { T.light("a1", 900, 500) }, b = { enemy(100) }, set = { ["units.a1.staggered"] = true },
      dice = { ["fire.small_arms"] = { 5, 6, 6, 1 } } }
    fire(game)
    assert.are.equal(6, T.calls(game, "fire.small_arms")[1].result.need) -- light foot is not harder for it
    assert.are.equal(2, T.unit(game, "b1").hits)
  end)

  it("of light horse at long range can hit nothing, but for a natural six where that always hits", function()
    local hussars = T.hussars("a1", 900, 470)
    local game = firing { a = { hussars }, b = { enemy(60) } }
    assert.are.equal(0, #T.legal(game, "a", "fire")) -- it may, but it is not proposed
    fire(game)
    assert.is_true(T.unit(game, "a1").fired)
    game = firing { a = { hussars }, b = { enemy(60) }, variants = { "natural_six_hits" },
      dice = { ["fire.small_arms"] = { 6, 5, 5, 6 } } }
    assert.are.equal(1, #T.legal(game, "a", "fire"))
    fire(game)
    assert.are.equal(2, T.unit(game, "b1").hits)
  end)

  it("throw all misses of the first fire again, once in the game, for close order foot that is not levy", function()
    local game = firing { a = { LINE }, b = { enemy(50) }, set = { ["units.a1.shot"] = false },
      dice = { ["fire.small_arms"] = { 1, 2, 3, 4, 4, 4, 1 } } }
    fire(game)
    assert.are.equal(3, T.unit(game, "b1").hits)
    assert.is_true(T.unit(game, "a1").shot)
    T.says(T.story(game), "4 dice, 4+ needed: 3 hits, with 3 misses of its first fire thrown again")
    for _, unit in ipairs { line { grade = "levy" }, T.light("a1", 900, 500) } do
      game = firing { a = { unit }, b = { enemy(50) }, set = { ["units.a1.shot"] = false },
        dice = { ["fire.small_arms"] = { 1, 1, 1, 1 } } }
      fire(game)
      assert.is_true(T.unit(game, "a1").shot)
    end
  end)

  it("are for those with a row of their own: heavy horse, dragoons and guns have none", function()
    for _, unit in ipairs { T.horse("a1", 900, 470), T.dragoons("a1", 900, 470), T.wagons("a1", 900, 480) } do
      local fault = refused(firing { a = { unit }, b = { enemy(40) } })
      assert.are.same({ "unit", "5.1.4 R7" }, { fault.arg, fault.cite })
    end
    local fault = refused(firing { a = { T.guns("a1", 900, 480) }, b = { enemy(40) } })
    assert.are.same({ "unit", "5.2" }, { fault.arg, fault.cite })
    local game = firing { a = { T.dragoons("a1", 900, 470) }, b = { enemy(40) }, variants = { "dragoons_fire" },
      dice = { ["fire.small_arms"] = { 6, 6, 5, 1 } } }
    fire(game)
    assert.are.equal(2, T.unit(game, "b1").hits)
  end)

  it("are never fired in column, in a river, in a melee, twice, nor by those who have retired", function()
    local fault = refused(firing { a = { line { drill = "column" } }, b = { enemy(40) } })
    assert.are.same({ "unit", "5.1.2a" }, { fault.arg, fault.cite })
    local game = firing { a = { LINE }, b = { enemy(40) } }
    for key, cite in pairs { retired = "R32", fired = "5.1.2" } do
      T.set(game, T.unit(game, "a1"), key, true)
      assert.are.equal(cite, refused(game).cite)
      T.set(game, T.unit(game, "a1"), key, nil)
    end
    T.set(game, T.unit(game, "a1"), "river", "in")
    assert.are.equal("R44", refused(game).cite)
    T.set(game, T.unit(game, "a1"), "river", "edge")
    assert.is_nil(refused(game))
    T.set(game, T.unit(game, "a1"), "met", { { target = "b1", face = "front" } })
    fault = refused(game)
    assert.are.same({ "unit", "C.2a" }, { fault.arg, fault.cite })
    assert.are.equal(0, #T.legal(game, "a", "fire"))
  end)
end)

describe("horse_and_musket: clear paths", function()
  after_each(T.finished)

  it("are counted base by base", function()
    -- Friends from x = 820 to 900 stand before the bases at 840 and 880.
    local game = firing { a = { LINE, T.horse("a2", 860, 560) }, b = { enemy(110) },
      dice = { ["fire.small_arms"] = { 5, 6 } } }
    fire(game)
    assert.are.equal(2, asked(game).bases)
    assert.are.equal(2, T.unit(game, "b1").hits)
  end)

  it("are wanting when every base is masked, and friends are no targets overhead of foot", function()
    local game = firing { a = { LINE, T.foot("a2", 900, 560) }, b = { enemy(110) },
      ground = 'area "hill" { terrain = "hill", hill = 20, rect = { { 700, 400 }, { 1100, 530 } } },' }
    local fault = refused(game)
    assert.are.same({ "target", "5.path R58", "a2" }, { fault.arg, fault.cite, fault.by })
    T.says(fault.message, "is hidden by a2, 50 mm out") -- from the middle of a base, y = 500, to y = 550
    local list = T.all_legal(game, "a", "fire")
    assert.are.same({ 1, "a2" }, { #list, list[1].unit })
  end)

  it("of horse two deep are those of its front bases", function()
    -- Hussars 80 by 80: files at x = 880 and 920; a wagon from 860 to 900 masks one of them.
    local game = firing { a = { T.hussars("a1", 900, 470), T.wagons("a2", 880, 542) }, b = { T.foot("b1", 900, 594) },
      variants = { "natural_six_hits" }, dice = { ["fire.small_arms"] = { 6, 1 } } }
    fire(game) -- 74 mm, long range
    assert.are.equal(2, asked(game).bases)
  end)

  it("are stopped by woods and towns in between, and by hills unless one of the two stands on them", function()
    local between = ' rect = { { 700, 540 }, { 1100, 560 } } },'
    for _, ground in ipairs { 'area "x" { terrain = "woods",', 'area "x" { terrain = "town",',
      'area "x" { terrain = "hill", hill = 20,' } do
      local fault = refused(firing { a = { LINE }, b = { enemy(100) }, ground = ground .. between })
      assert.are.same({ "target", "5.path R58", "x" }, { fault.arg, fault.cite, fault.by })
      T.says(fault.message, "is hidden by x, 40 mm out")
    end
    for _, ground in ipairs { 'area "x" { terrain = "crops",' .. between,
      'area "x" { terrain = "hill", hill = 20, rect = { { 700, 400 }, { 1100, 560 } } },', -- his own
      'area "x" { terrain = "hill", hill = 20, rect = { { 700, 540 }, { 1100, 700 } } },', -- the enemy's
      'area "x" { terrain = "hill", hill = 20,' .. between .. -- and one no higher than where both stand
        'area "y" { terrain = "hill", hill = 20, rect = { { 700, 400 }, { 1100, 520 } } },'
        .. 'area "z" { terrain = "hill", hill = 20, rect = { { 700, 600 }, { 1100, 700 } } },' } do
      assert.is_nil(refused(firing { a = { LINE }, b = { enemy(100) }, ground = ground }))
    end
  end)
end)

describe("horse_and_musket: the closest enemy", function()
  after_each(T.finished)

  --- b1 is 50 mm before the muzzles, on the left; b2 80 mm, on the right.
  local function two(more)
    local spec = { a = { LINE }, b = { T.light("b1", 840, 570), T.light("b2", 1010, 600) } }
    for key, value in pairs(more or {}) do spec[key] = value end
    return firing(spec)
  end

  it("must be the target, and is named", function()
    local game = two()
    local fault = refused(game, "b2")
    -- b2's nearest point is its left front corner: 30 to the right, 80 ahead: 85.4 mm
    assert.are.same({ "target", "C.2b R52", "b1", -36 }, { fault.arg, fault.cite, fault.by, fault.margin })
    T.says(fault.message, "is 86 mm away, and b1 is closer: 50 mm")
    assert.is_nil(refused(game, "b1"))
    local list = T.all_legal(game, "a", "fire")
    assert.are.same({ 1, "b1" }, { #list, list[1].target })
  end)

  it("is passed over in a melee, behind friends, out of arc and out of sight", function()
    local melee = two { a = { LINE, T.horse("a2", 700, 570) } }
    T.set(melee, T.unit(melee, "a2"), "met", { { target = "b1", face = "left_flank" } })
    assert.is_nil(refused(melee, "b2"))
    assert.are.equal("C.2a", refused(melee, "b1").cite)
    local list = T.all_legal(melee, "a", "fire")
    assert.are.same({ 1, "b2" }, { #list, list[1].target })

    -- Friends right before b1, who is hidden by them from every base.
    local masked = two { a = { LINE, T.light("a2", 850, 545) } }
    assert.are.equal("5.path R58", refused(masked, "b1").cite)
    assert.is_nil(refused(masked, "b2"))

    local aside = two { b = { T.light("b1", 700, 520), T.light("b2", 1010, 600) } }
    assert.are.equal("5.1.3 R48", refused(aside, "b1").cite)
    assert.is_nil(refused(aside, "b2"))
    local hidden = two { b = { T.light("b1", 800, 590), T.light("b2", 1020, 605) },
      ground = 'area "wood" { terrain = "woods", rect = { { 700, 550 }, { 900, 570 } } },' }
    assert.is_not_nil(refused(hidden, "b1"))
    assert.is_nil(refused(hidden, "b2"))
  end)
end)

describe("horse_and_musket: what fire does", function()
  after_each(T.finished)

  it("staggers at six hits and destroys at twelve", function()
    local game = firing { a = { LINE }, b = { enemy(50) }, set = { ["units.b1.hits"] = 4 },
      dice = { ["fire.small_arms"] = { 4, 4, 4, 1 } } }
    fire(game)
    assert.are.same({ 1, true }, { T.unit(game, "b1").hits, T.unit(game, "b1").staggered })
    T.says(T.story(game), "b1 takes 3 hits and is staggered")
    game = firing { a = { LINE }, b = { enemy(50) }, dice = { ["fire.small_arms"] = { 4, 4, 4, 1 } },
      set = { ["units.b1.hits"] = 4, ["units.b1.staggered"] = true } }
    fire(game)
    assert.are.equal("gone", T.unit(game, "b1").status)
  end)

  it("is doubled in enfilade: from behind a line's front edge, at a column's head or tail, not at skirmishers", function()
    -- It stands with its back to the muskets: 180 degrees off its facing.
    local game = firing { a = { LINE }, b = { enemy(50, { facing = "north" }) },
      dice = { ["fire.small_arms"] = { 4, 4, 4, 1, 1, 1, 1, 1 } } }
    fire(game)
    assert.are.equal(3, T.unit(game, "b1").hits)
    T.says(T.story(game), "in enfilade")
    local cases = {
      { T.foot("b1", 900, 600, { drill = "column", facing = "south" }), true }, -- at its head
      { T.foot("b1", 900, 600, { drill = "column", facing = "north" }), true }, -- at its tail
      { T.foot("b1", 900, 600, { drill = "column", facing = "east" }), false },
      { T.light("b1", 900, 600, { facing = "north" }), false },
      { T.horse("b1", 900, 600, { facing = "north" }), false },
    }
    for i, case in ipairs(cases) do
      game = firing { a = { LINE }, b = { case[1] }, dice = { ["fire.small_arms"] = {
        1, 1, 1, 1, table.unpack(case[2] and { 1, 1, 1, 1 } or {}) } } }
      fire(game)
      assert.are.equal(case[2], asked(game).enfilade, "case " .. i)
    end
  end)

  it("is counted from the front edge of a line: level with it is not behind it", function()
    -- A line facing west whose front edge is x = 900, level with the muzzles; then 2 mm further east and west.
    for dx, taken in pairs { [0] = false, [-2] = true, [2] = false } do
      local game = firing { a = { LINE }, b = { T.foot("b1", 910 + dx, 640, { facing = "west" }) },
        dice = { ["fire.small_arms"] = { 1, 1, 1, 1, table.unpack(taken and { 1, 1, 1, 1 } or {}) } } }
      fire(game)
      assert.are.equal(taken, asked(game).enfilade, "by " .. dx)
    end
  end)

  it("is saved behind a hedge that the target touches and the line of fire crosses", function()
    local hedge = 'line "hedge" { kind = "hedge", points = { { 800, %d }, { 1000, %d } } },'
    local game = firing { a = { LINE }, b = { enemy(50) }, ground = hedge:format(560, 560),
      dice = { ["fire.small_arms"] = { 4, 4, 4, 1 }, ["cover.save"] = { 4, 3, 6 } } }
    fire(game)
    assert.are.equal(1, T.unit(game, "b1").hits)
    T.says(T.story(game), "b1 is behind its cover: 2 of 3 hits saved")
    for _, y in ipairs { 555, 580 } do -- 5 mm before it; and along its rear edge
      game = firing { a = { LINE }, b = { enemy(50) }, ground = hedge:format(y, y),
        dice = { ["fire.small_arms"] = { 4, 1, 1, 1 } } }
      fire(game)
      assert.are.equal(1, T.unit(game, "b1").hits)
    end
  end)

  it("puts a general at risk at three unsaved hits, who falls on a six", function()
    local spec = { a = { LINE }, b = { enemy(50) }, general_b = { with = "b1", at = { 900, 600 } },
      dice = { ["fire.small_arms"] = { 4, 4, 4, 1 }, ["general.risk"] = { 6 } } }
    local game = firing(spec)
    fire(game)
    assert.are.equal("gone", T.leader(game, "gb").status)
    spec.dice = { ["fire.small_arms"] = { 4, 4, 1, 1 }, ["general.risk"] = {} }
    game = firing(spec)
    fire(game)
    assert.are.equal("ready", T.leader(game, "gb").status)
  end)

  it("is done against the rules where the players allow it, as far as it can be", function()
    local game = firing { a = { LINE }, b = { enemy(150) }, dice = { ["fire.small_arms"] = { 5, 1, 1, 1 } } }
    assert.is_not_nil(game:allow({ side = "a", ["do"] = "fire", unit = "a1", target = "b1" }, "a long day"))
    assert.are.equal(1, T.unit(game, "b1").hits)
    game = firing { a = { line { drill = "column" } }, b = { enemy(50) } }
    assert.is_not_nil(game:allow({ side = "a", ["do"] = "fire", unit = "a1", target = "b1" }, "a long day"))
    T.says(T.story(game), "a1 cannot fire: formation cannot be column")
  end)

  it("is proposed with range, dice and need, best first, and once", function()
    local game = firing { a = { LINE, T.light("a2", 1300, 500) }, b = { enemy(60), T.horse("b2", 1300, 600) } }
    local list = T.all_legal(game, "a", "fire")
    assert.are.same({ "a1", "b1", "short range, 60 mm of 120 mm, 4 dice, 4+ needed" },
      { list[1].unit, list[1].target, list[1].text })
    assert.are.same({ "a2", "b2", "short range, 50 mm of 120 mm, 4 dice, 5+ needed" },
      { list[2].unit, list[2].target, list[2].text })
    assert.are.equal(2, #list)
  end)
end)

describe("horse_and_musket: defensive fire", function()
  after_each(T.finished)

  --- Horse of side a has charged b1 in front and passed its test; b1's side answers.
  local function charged(b1, spec)
    spec = spec or {}
    spec.a, spec.b = { spec.charger or T.horse("a1", 900, 500) }, { b1 }
    spec.dice = spec.dice or {}
    spec.dice["charge.test"] = { 6 }
    local game = T.to(T.game(spec), "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    return game
  end

  it("is all at long range, with the first fire, and the charger finds no cover", function()
    local game = charged(T.foot("b1", 900, 620), { dice = { ["fire.small_arms"] = { 5, 4, 4, 4, 5, 4, 1 } },
      ground = 'line "hedge" { kind = "hedge", points = { { 800, 541 }, { 1000, 541 } } },' })
    T.answer(game, "fire")
    local call = T.calls(game, "fire.small_arms")[1]
    assert.are.same({ "long", 5, 3 }, { call.result.band, call.result.need, call.result.rerolled })
    assert.are.equal("4.1.3", call.result.modifiers[1].cite)
    assert.are.equal(2, T.unit(game, "a1").hits)
    assert.is_true(T.unit(game, "b1").shot)
    T.says(T.story(game), "b1 fires at a1 as it comes on: 4 dice, 5+ needed (long range -1): 2 hits")
  end)

  it("of guns is at long range too, and a general with the charger is at risk", function()
    local game = charged(T.guns("b1", 900, 640), { general_a = { with = "a1", at = { 900, 440 } },
      dice = { ["fire.artillery"] = { 6, 4, 4, 4 }, ["general.risk"] = { 6 } } })
    T.answer(game, "fire")
    assert.are.equal("long", T.calls(game, "fire.artillery")[1].result.band)
    assert.are.equal(3, T.unit(game, "a1").hits)
    assert.are.equal("gone", T.leader(game, "ga").status)
    T.says(T.story(game), "b1 fires at a1 as it comes on: 3 shots: 3 hits")
  end)

  it("takes a charger in column head on", function()
    local game = charged(T.light("b1", 900, 640), { charger = T.horse("a1", 900, 500, { drill = "column" }),
      dice = { ["fire.small_arms"] = { 6, 6, 1, 1, 1, 1, 1, 1 } } })
    T.answer(game, "fire")
    assert.are.equal(2, T.unit(game, "a1").hits)
  end)

  --- With how many bases b1 fires at its charger, and whether in enfilade; nil when it cannot.
  local function bearing(b1, spec, dice)
    spec.dice = { ["fire.small_arms"] = dice and T.n(dice, 1) }
    local game = charged(b1, spec)
    if game:waiting().path ~= "charge.defensive_fire" then return nil end
    T.answer(game, "fire")
    local args = T.calls(game, "fire.small_arms")[1].args
    return { args.bases, args.enfilade }
  end

  it("takes a line from behind its front edge, and a column within 45 degrees of its head (R90)", function()
    -- The charging line looks north-west and turns: b1's muzzle is 100 degrees off its front when it is fired at. Two
    -- bases of b1 have the nearest point of it in their arcs.
    assert.are.same({ 2, true },
      bearing(T.light("b1", 900, 632), { charger = T.foot("a1", 800, 540, { facing = 315 }) }, 4))
    assert.are.same({ 4, false }, bearing(T.light("b1", 900, 610), { charger = T.foot("a1", 900, 540) }, 4))
    local function column(facing, dice)
      return bearing(T.light("b1", 900, 720),
        { charger = T.horse("a1", 900, 500, { drill = "column", facing = facing }) }, dice)
    end
    assert.are.same({ 4, true }, column(45, 8))
    assert.are.same({ 4, false }, column(46, 4))
  end)

  it("comes from the bases that have the charger in their arc, past friends (R90)", function()
    -- The near corner of the horse, (820, 610), is 70 mm ahead of the bases, 20 mm aside of one and 60 of the next.
    assert.are.same({ 2, false }, bearing(T.light("b1", 900, 690), { charger = T.horse("a1", 780, 570) }, 2))
    -- A friend stands before one base.
    local more = 'unit "b9" { troop = "artillery", at = { 830, 640 } },'
    assert.are.same({ 3, false }, bearing(T.light("b1", 900, 690), { charger = T.horse("a1", 930, 530),
      more_b = ('formation "p9" { commander = "gb", %s },'):format(more) }, 3))
    -- None of them has a charger 80 degrees off their front in its arc.
    assert.is_nil(bearing(T.light("b1", 900, 690), { charger = T.horse("a1", 740, 660, { facing = 30 }) }))
  end)

  it("is not asked of those who cannot: columns, limbered guns, and horse that needs a seven", function()
    for _, b1 in ipairs { T.foot("b1", 900, 640, { drill = "column" }), T.guns("b1", 900, 640, { drill = "limbered" }),
      T.hussars("b1", 900, 640) } do
      local game = charged(b1)
      assert.are_not.equal("charge.defensive_fire", game:waiting().path)
      assert.are.equal(0, #T.calls(game, "fire.small_arms"))
    end
  end)
end)
