--- Artillery: the two parts of its stick, who is under it, overhead fire, and what its hits do.
local T <const> = require "horse_and_musket_table"

--- A gun of 40 by 60 mm whose muzzle is at (900, 530).
local GUN <const> = T.guns("g1", 900, 500)

--- An enemy line so many mm before the muzzle.
local function line(id, mm, more) return T.foot(id, 900, 540 + mm, more) end

local function firing(spec) return T.to(T.game(spec), "a", "firing") end

local function refused(game, args)
  local cmd = { unit = "g1" }
  for key, value in pairs(args or { target = "b1" }) do cmd[key] = value end
  return T.refusal(game, "a", "fire_guns", cmd)
end

local function fire(game, args)
  local cmd = { unit = "g1" }
  for key, value in pairs(args or { target = "b1" }) do cmd[key] = value end
  return T.give(game, "a", "fire_guns", cmd)
end

local function asked(game) return T.calls(game, "fire.artillery")[1].args.targets end

local function hits(game, id) return T.unit(game, id).hits end

--- A unit in a melee with another.
local function melee(game, id, target)
  T.set(game, T.unit(game, id), "met", { { target = target, face = "front" } })
end

describe("horse_and_musket: guns", function()
  after_each(T.finished)

  it("throw two dice up to 180 mm, halved upwards, and a die for each shot", function()
    local game = firing { a = { GUN }, b = { line("b1", 180) }, dice = { ["fire.artillery"] = { 3, 4, 4, 3, 5, 1 } } }
    fire(game) -- 7 thrown: 4 shots, of which 2 hit
    assert.are.same({ 2, "short" }, { hits(game, "b1"), T.unit(game, "g1").band })
    T.says(T.story(game), "g1 fires at b1, 180 mm away: 7 thrown, 4 shots at 4 or more: 2 hits")
  end)

  it("throw one up to 540 mm, and reach no further", function()
    for _, mm in ipairs { 181, 540 } do
      local game = firing { a = { GUN }, b = { line("b1", mm) }, dice = { ["fire.artillery"] = { 5, 4, 4, 1 } } }
      fire(game)
      assert.are.same({ 2, "long" }, { hits(game, "b1"), T.unit(game, "g1").band })
    end
    local fault = refused(firing { a = { GUN }, b = { line("b1", 541) } })
    assert.are.same({ "target", -1, "5.1.1 R48" }, { fault.arg, fault.margin, fault.cite })
    T.says(fault.message, "1 mm beyond the 540 mm that its guns reach")
  end)

  it("hit at long range everybody under the line, friends too, with shots of his own; at short the first alone", function()
    local game = firing { a = { GUN, T.light("a2", 900, 960) }, b = { line("b1", 300), line("b2", 360) },
      dice = { ["fire.artillery"] = { 5, 4, 4, 1, 4, 1, 1, 6, 6, 6 } } }
    fire(game)
    assert.are.same({ 2, 1, 3 }, { hits(game, "b1"), hits(game, "b2"), hits(game, "a2") })
    assert.are.same({ 300, 360, 420 }, { asked(game)[1].range_mm, asked(game)[2].range_mm, asked(game)[3].range_mm })
    game = firing { a = { GUN }, b = { line("b1", 100), line("b2", 160) }, dice = { ["fire.artillery"] = { 1, 1, 4 } } }
    fire(game)
    assert.are.same({ 1, 0 }, { hits(game, "b1"), hits(game, "b2") })
  end)

  it("may have a throw for each target, and may have their hits halved instead, under those variants", function()
    local spec = { a = { GUN }, b = { line("b1", 300), line("b2", 360) }, variants = { "long_range_die_each" },
      dice = { ["fire.artillery"] = { 5, 4, 4, 1, 2, 6 } } }
    local game = firing(spec)
    fire(game) -- 3 shots at the first, 1 at the second
    assert.are.same({ 2, 1 }, { hits(game, "b1"), hits(game, "b2") })
    spec.variants, spec.dice = { "artillery_halve_hits" }, { ["fire.artillery"] = { 3, 4, 4, 4, 1, 1, 1 } }
    game = firing(spec)
    fire(game) -- 3 shots each; 3 hits are 2, none are none
    assert.are.same({ 2, 0 }, { hits(game, "b1"), hits(game, "b2") })
  end)

  it("are fired once a turn, deployed, within 45 degrees, at the closest enemy, whether they have moved or not", function()
    local game = firing { a = { GUN }, b = { line("b1", 100) }, set = { ["units.g1.moved"] = true },
      dice = { ["fire.artillery"] = { 1, 1, 1 } } }
    fire(game)
    assert.are.equal("5.1.2", refused(game).cite)
    assert.are.equal(0, #T.legal(game, "a", "fire_guns"))
    local limbered = firing { a = { T.guns("g1", 900, 500, { drill = "limbered" }) }, b = { line("b1", 100) } }
    assert.are.equal("4.2.5.1", refused(limbered).cite)
    assert.are.equal(0, #T.legal(limbered, "a", "fire_guns"))
    local fault = refused(firing { a = { GUN }, b = { T.foot("b1", 1100, 600) } })
    assert.are.equal("5.1.3 R48", fault.cite) -- 120 mm right, 60 ahead
    fault = refused(firing { a = { GUN, T.foot("a2", 400, 500) }, b = { line("b1", 300), T.light("b2", 800, 640) } })
    assert.are.same({ "C.2b R52", "b2" }, { fault.cite, fault.by })
    assert.are.equal("unit", refused(firing { a = { GUN, T.foot("a2", 400, 500) }, b = { line("b1", 300) } },
      { unit = "a2", target = "b1" }).arg)
  end)

  it("stop at friends in the way, and at enemies who are not the target", function()
    local fault = refused(firing { a = { GUN, T.foot("a2", 900, 600) }, b = { line("b1", 300) } })
    assert.are.same({ "5.path R58", "a2" }, { fault.cite, fault.by })
    T.says(fault.message, "is hidden by a2, 60 mm out")
    assert.are.equal(0, #T.legal(firing { a = { GUN, T.foot("a2", 900, 600) }, b = { line("b1", 300) } }, "a",
      "fire_guns"))
  end)

  it("fire overhead at long range, from higher ground or at it, never over terrain", function()
    local hill = 'area "%s" { terrain = "hill", hill = 20, rect = { { 700, %d }, { 1100, %d } } },'
    local spec = { a = { GUN, T.foot("a2", 900, 600) }, b = { line("b1", 300) }, ground = hill:format("h", 400, 560),
      dice = { ["fire.artillery"] = { 2, 4 } } }
    local game = firing(spec)
    local list = T.all_legal(game, "a", "fire_guns")
    assert.are.same({ 1, "b1" }, { #list, list[1].target })
    fire(game)
    assert.are.equal(1, hits(game, "b1"))
    assert.are.equal(0, hits(game, "a2"))
    T.says(T.story(game), "300 mm away, overhead: 2 thrown")
    spec.dice = {}
    spec.ground = hill:format("h", 800, 900) -- under the target
    assert.is_nil(refused(firing(spec)))
    spec.ground = hill:format("h", 400, 900) -- under all three
    assert.are.equal("5.path R58", refused(firing(spec)).cite)
    spec.ground = hill:format("h", 400, 560) .. 'area "x" { terrain = "woods", rect = { { 700, 650 }, { 1100, 700 } } },'
    assert.are.same({ "5.path R58", "x" }, { refused(firing(spec)).cite, refused(firing(spec)).by })
    spec.ground, spec.b = hill:format("h", 400, 560), { line("b1", 150) }
    assert.are.equal("5.path R58", refused(firing(spec)).cite) -- at short range
  end)

  it("may not be laid over a melee, before the target or beyond it", function()
    local game = firing { a = { GUN, T.foot("a2", 900, 920) }, b = { line("b1", 300), T.foot("b2", 900, 940) } }
    assert.is_nil(refused(game))
    melee(game, "a2", "b2")
    local fault = refused(game)
    assert.are.same({ "target", "R54 C.2a" }, { fault.arg, fault.cite })
    T.says(fault.message, "a2 beyond it, in a melee under the line")
    -- Over the very end of b1's line the stick goes by them: b1 reaches to 14.9 degrees, a2 behind it to 11.9.
    local list = T.all_legal(game, "a", "fire_guns")
    assert.are.equal(1, #list)
    assert.is_true(math.abs((list[1].bearing + 180000) % 360000 - 180000) > 11900)
  end)

  it("are laid along any bearing that meets the target, and so past friends", function()
    -- A friend stands behind b1's right half as the gun sees it.
    local spec = { a = { GUN, T.light("a2", 985, 920) }, b = { line("b1", 300) },
      dice = { ["fire.artillery"] = { 5, 4, 4, 1 } } }
    local game = firing(spec)
    fire(game) -- straight ahead, at x = 900: the friend begins at 905
    assert.are.same({ 2, 0 }, { hits(game, "b1"), hits(game, "a2") })
    spec.dice = { ["fire.artillery"] = { 5, 4, 4, 1, 4, 1, 1 } }
    game = firing(spec)
    fire(game, { target = "b1", bearing = 5000 }) -- 33 mm to the right at the friend's
    assert.are.same({ 2, 1 }, { hits(game, "b1"), hits(game, "a2") })
  end)

  it("meet the first unit along a bearing, which must be an enemy", function()
    local game = firing { a = { GUN, T.foot("a2", 700, 800) }, b = { line("b1", 300) },
      dice = { ["fire.artillery"] = { 1, 1 } } }
    local fault = refused(game, { bearing = 330000 }) -- 270 mm out, 156 to the left
    assert.are.same({ "bearing", "R54" }, { fault.arg, fault.cite })
    T.says(fault.message, "meets a2 first, a friend")
    assert.are.equal("bearing", refused(game, { bearing = 30000 }).arg) -- nobody
    assert.are.equal("target", refused(game, {}).arg)
    assert.are.equal("bearing", refused(game, { target = "b1", bearing = 330000 }).arg)
    fire(game, { bearing = 10000 })
    assert.are.equal(1, #asked(game))
  end)

  it("are saved by gunners on 4 or more, once a hit", function()
    local game = firing { a = { GUN }, b = { T.guns("b1", 900, 760) },
      dice = { ["fire.artillery"] = { 6, 4, 4, 4 }, ["cover.save"] = { 4, 3, 5 } } }
    fire(game) -- 200 mm
    assert.are.equal(1, hits(game, "b1"))
    T.says(T.story(game), "The gunners of b1 keep down: 2 of 3 hits saved")
  end)

  it("have twice the shots in enfilade, the number thrown being common", function()
    local game = firing { a = { GUN }, b = { line("b1", 300), T.foot("b2", 900, 920, { facing = "north" }) },
      dice = { ["fire.artillery"] = { 4, 1, 1, 4, 4, 4, 1 } } }
    fire(game)
    assert.are.same({ false, true }, { asked(game)[1].enfilade, asked(game)[2].enfilade })
    assert.are.same({ 0, 3 }, { hits(game, "b1"), hits(game, "b2") })
  end)

  it("put a general at risk wherever three hits go home", function()
    local game = firing { a = { GUN }, b = { line("b1", 300), line("b2", 360) },
      general_b = { with = "b2", at = { 900, 960 } },
      dice = { ["fire.artillery"] = { 6, 4, 1, 1, 4, 4, 4 }, ["general.risk"] = { 6 } } }
    fire(game)
    assert.are.equal("gone", T.leader(game, "gb").status)
  end)

  it("destroy and remove at once", function()
    local game = firing { a = { GUN }, b = { line("b1", 100) }, dice = { ["fire.artillery"] = { 6, 5, 4, 4, 4, 4, 4, 4 } },
      set = { ["units.b1.hits"] = 2, ["units.b1.staggered"] = true } }
    fire(game) -- 11 thrown: 6 shots
    assert.are.equal("gone", T.unit(game, "b1").status)
  end)

  it("are proposed along the line that takes in most enemies and no friends", function()
    -- A friend is beyond b1 straight ahead; an enemy beyond its left end.
    local spec = { a = { GUN, T.guns("a2", 900, 960) }, b = { line("b1", 300), T.guns("b2", 840, 1000) } }
    local game = firing(spec)
    local list = T.all_legal(game, "a", "fire_guns")
    assert.are.equal(1, #list)
    assert.are.same({ "b1", "long range, 300 mm of 540 mm, 2 enemies under the line" }, { list[1].target, list[1].text })
    -- The middle of b2 lies 60 to the left and 470 ahead: 7.275 degrees.
    assert.are.equal(360000 - 7275, list[1].bearing)
  end)
end)
