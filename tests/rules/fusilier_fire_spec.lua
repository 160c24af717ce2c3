--- Step 4 of a bound on the table: guns, buildings, skirmishers and replies, abandoned guns, concealment. Dice are given;
--- what they do is read from the tables of 8.2 and worked by hand.
local geometry <const> = require "kernel.geometry"
local T <const> = require "fusilier_table"

local foot, horse, guns, give, refusal, unit = T.foot, T.horse, T.heavy_guns, T.give, T.refusal, T.unit
local set, told = T.set, T.told

after_each(T.finished)

local FAR_A <const>, FAR_B <const> = T.FAR_A, T.FAR_B

--- Guns "g" at (1000, 400), their muzzles at y = 415, and what stands before them; at step 4.
local function before_guns(b, opts)
  opts = opts or {}
  local game = T.battle({
    a = guns("g", 1000, 400, "north", opts.guns) .. (opts.a or "") .. FAR_A, b = b .. FAR_B, ground = opts.ground,
    variants = opts.variants,
  }, { dice = opts.dice or {}, order = false })
  T.to(game, "turn.fire")
  return game
end

--- A line of 200 by 15 mm whose front edge is so far from the muzzles.
local function line_at(mm, more)
  return ('unit "b1" { name = "b1", troop = "infantry", men = 600, ranks = 3, at = { 1000, %g }, facing = "south", %s },')
    :format(415 + mm + 7.5, more or "")
end

local function says(text, part)
  assert.truthy(text:lower():find(part:lower(), 1, true), ("%q is not in:\n%s"):format(part, text))
end

local FIRE <const> = { unit = "g", target = "b1" }

describe("a battery's fire", function()
  -- 2D6 = 11 by 8 guns: short 3, effective 2, long 1; 2D6 = 7: short 1, effective 0, long 0.
  for _, case in ipairs {
    { 400, { 3, 4 }, "short", 1 }, { 401, { 3, 4 }, "effective", 0 }, { 400, { 5, 6 }, "short", 3 },
    { 700, { 5, 6 }, "effective", 2 }, { 701, { 5, 6 }, "long", 1 }, { 1000, { 5, 6 }, "long", 1 },
  } do
    local range, dice, bracket, points = table.unpack(case)
    local roll = dice[1] + dice[2]
    it(("does %d at %d mm with %d"):format(points, range, roll), function()
      local game = before_guns(line_at(range), { dice = { ["artillery.fire"] = dice } })
      give(game, "a", "fire", FIRE)
      assert.are.equal(0, unit(game, "b1").damage_points) -- sealed: nothing is known yet
      local text = told(game)
      says(text, ("g fires at b1: 8 guns, %s range (%d mm), 2D6 %d: %s."):format(bracket, range, roll,
        points == 0 and "nothing" or points == 1 and "1 point" or points .. " points"))
      assert.are.equal(points, unit(game, "b1").damage_points)
    end)
  end

  it("adds up for the whole game", function()
    local game = before_guns(line_at(600), { dice = { ["artillery.fire"] = { 6, 6, 5, 6 } } })
    give(game, "a", "fire", FIRE)
    says(told(game), "b1 takes 2 points: 2 in all.")
    T.to(game, "turn.fire")
    assert.are.equal(2, game.state.root.turn)
    give(game, "a", "fire", FIRE)
    says(told(game), "b1 takes 2 points: 4 in all.")
    assert.are.equal(4, unit(game, "b1").damage_points)
  end)

  it("reaches to the long limit and not a millimetre further", function()
    local fault = refusal(before_guns(line_at(1001)), "a", "fire", FIRE)
    assert.are.same({ "target", "8.1 R37", -1 }, { fault.arg, fault.cite, fault.margin })
    says(fault.message, "1001 mm away, 1 mm beyond a 12-pounder's long range of 1000 mm")
  end)

  it("is of unlimbered guns with their gunners, that go nowhere and have not fired", function()
    local fault = refusal(before_guns(line_at(600), { guns = 'drill = "limbered"' }), "a", "fire", FIRE)
    assert.are.same({ "unit", "R40" }, { fault.arg, fault.cite })
    local game = before_guns(line_at(600))
    for key, value in pairs { abandoned = true, condition = "retreating", fired = true, guns = 1 } do
      local was = unit(game, "g")[key]
      set(game, unit(game, "g"), key, value)
      fault = refusal(game, "a", "fire", FIRE)
      assert.are.equal("unit", fault and fault.arg, key)
      set(game, unit(game, "g"), key, was)
    end
    assert.is_nil(refusal(game, "a", "fire", FIRE))
    set(game, unit(game, "g"), "minutes_used", 12)
    fault = refusal(game, "a", "fire", FIRE)
    assert.are.same({ "R40", -2 }, { fault.cite, fault.margin })
    set(game, unit(game, "g"), "minutes_used", 10)
    assert.is_nil(refusal(game, "a", "fire", FIRE))
    assert.are.equal("8.2", refusal(game, "a", "fire", { unit = "a8", target = "b1" }).cite)
  end)

  it("of light guns needs no time to unlimber, unless they are taken as artillery", function()
    local light = 'unit "l" { troop = "light_artillery", guns = 4, calibre_pdr = 3, at = { 1000, 400 }, '
      .. 'facing = "north", drill = "limbered" },'
    local shot = { unit = "l", target = "b1" }
    local function table_of(dice, variants)
      local game = T.battle({ a = light .. FAR_A, b = line_at(100) .. FAR_B, variants = variants },
        { dice = dice, order = false })
      T.to(game, "turn.fire")
      return game
    end
    assert.are.equal("R40", refusal(table_of(nil, { "light_guns_as_artillery" }), "a", "fire", shot).cite)
    local game = table_of { ["artillery.fire"] = { 6, 6 } }
    give(game, "a", "fire", shot)
    says(told(game), "4 guns, short range (100 mm), 2D6 12: 3 points.")
    assert.are.equal("unlimbered", unit(game, "l").drill)
  end)

  it("of a single gun is for the variant", function()
    local game = before_guns(line_at(400), { variants = { "single_gun_fires" }, dice = { ["artillery.fire"] = { 6, 6 } } })
    set(game, unit(game, "g"), "guns", 1)
    give(game, "a", "fire", FIRE)
    T.done(game)
    assert.are.equal(3, unit(game, "b1").damage_points) -- the 2-gun column, short, 12
  end)
end)

describe("what players overrule", function()
  it("is thrown for where the rules have dice for it, and else told", function()
    local game = before_guns(foot("b1", 1300, 608, "north"), { dice = { ["artillery.fire"] = { 6, 6 } } })
    local cmd = { side = "a", ["do"] = "fire", unit = "g", target = "b1" }
    set(game, unit(game, "g"), "drill", "limbered")
    assert(game:command(cmd, { allow = "they were in action" }))
    T.done(game)
    assert.are.equal(3, unit(game, "b1").damage_points)
    for _, other in ipairs {
      { before_guns(line_at(1001)), cmd, "must be 1000 or less" },
      { before_guns(line_at(500)), { side = "a", ["do"] = "fire", unit = "a8", target = "b1" }, "a8 cannot fire" },
      { before_guns(line_at(500)), { side = "a", ["do"] = "fire", unit = "g", building = "nowhere" }, "nothing to fire at" },
      { before_guns(line_at(500)), { side = "a", ["do"] = "skirmish_fire", unit = "a8", target = "b1" }, "a8 cannot skirmish" },
    } do
      local at_table, what, text = table.unpack(other)
      assert(at_table:command(what, { allow = "so we say" }))
      says(told(at_table), text)
    end
    game = before_guns(line_at(500))
    set(game, unit(game, "b1"), "condition", "gone")
    set(game, unit(game, "b1"), "base", nil)
    assert(game:command(cmd, { allow = "so we say" }))
    says(told(game), "nobody to fire at")
  end)
end)

describe("guns fired at", function()
  local function opposite(range, more)
    return guns("b1", 1000, 415 + range + 15, "south", more)
  end

  it("are silenced by the next bracket out when deployed", function()
    local game = before_guns(opposite(400), { dice = { ["artillery.fire"] = { 5, 6 }, ["morale.artillery"] = { 9, 9 } } })
    give(game, "a", "fire", FIRE)
    local text = told(game)
    says(text, "short range (400 mm), counted as effective against deployed guns, 2D6 11: 2 guns silenced.")
    says(text, "b1 loses 2 guns: 6 of 8 left.")
    assert.are.same({ 6, 0 }, { unit(game, "b1").guns, unit(game, "b1").damage_points })
  end)

  it("are safe at long range when deployed, not when limbered", function()
    local fault = refusal(before_guns(opposite(760)), "a", "fire", FIRE)
    assert.are.same({ "target", "8.3 R42", -60 }, { fault.arg, fault.cite, fault.margin })
    local game = before_guns(opposite(760, 'drill = "limbered"'),
      { dice = { ["artillery.fire"] = { 5, 6 }, ["morale.artillery"] = { 9, 9 } } })
    give(game, "a", "fire", FIRE)
    says(told(game), "long range (760 mm), 2D6 11: 1 gun silenced.")
    assert.are.equal(7, unit(game, "b1").guns)
  end)

  it("fire back in the same breath, and lose no more than they have", function()
    local game = before_guns(opposite(400, "guns = 2"):gsub("guns = 8, ", ""),
      { dice = { ["artillery.fire"] = { 6, 6, 2, 1 }, ["morale.artillery"] = { 9, 9 } } })
    set(game, unit(game, "b1"), "guns", 2)
    give(game, "a", "fire", FIRE)
    give(game, "b", "fire", { unit = "b1", target = "g" })
    local text = told(game)
    says(text, "b1 loses 2 guns: 0 of 2 left.")
    says(text, "The last gun of b1 is silenced.")
    says(text, "g loses 1 gun: 7 of 8 left.") -- 2D6 = 3 by 2 guns at effective: 1
    assert.are.equal("gone", unit(game, "b1").condition)
  end)
end)

describe("skirmishers fired at", function()
  it("count as guns do: a bracket out, and never at long range", function()
    local game = before_guns(line_at(400, 'drill = "skirmish"'), { dice = { ["artillery.fire"] = { 5, 6 } } })
    give(game, "a", "fire", FIRE)
    says(told(game), "counted as effective against skirmishers, 2D6 11: 2 points.")
    assert.are.equal(2, unit(game, "b1").damage_points)
    local fault = refusal(before_guns(line_at(701, 'drill = "skirmish"')), "a", "fire", FIRE)
    assert.are.same({ "8.4 R44", -1 }, { fault.cite, fault.margin })
  end)
end)

describe("a shot", function()
  it("must be in the front arc, and is told by how much it is not", function()
    -- The right front corner is (1040, 415); the corner of the enemy nearest the arc, (1400, 615.5), is 360 right and
    -- 200.5 ahead of it: (360 - 200.5) / 1.4142 = 112.8 mm outside the line at 45 degrees.
    local fault = refusal(before_guns(foot("b1", 1500, 608, "north")), "a", "fire", FIRE)
    assert.are.same({ "target", "R40", -113 }, { fault.arg, fault.cite, fault.margin })
    says(fault.message, "is 113 mm outside the front arc, to the right")
    assert.is_nil(refusal(before_guns(foot("b1", 1300, 700, "north")), "a", "fire", FIRE))
  end)

  it("does not go through friends, whatever they are", function()
    local friend = foot("a1", 1000, 523, "north", 'name = "the 1st"')
    local fault = refusal(before_guns(line_at(500), { a = friend }), "a", "fire", FIRE)
    -- its rear edge is at y = 515.5, 100.5 mm before the muzzles
    assert.are.same({ "target", "R40", "a1", 100 }, { fault.arg, fault.cite, fault.by, fault.margin })
    says(fault.message, "is hidden by the 1st, 100 mm out")
    local aside = foot("a1", 850, 523, "north") -- its right end is at x = 950, left of every muzzle
    assert.is_nil(refusal(before_guns(line_at(500), { a = aside }), "a", "fire", FIRE))
  end)

  it("does not go over the heads of friends from a hill", function()
    local hill = 'area "hill" { terrain = "open", hill = 40, outline = { {800,300}, {1200,300}, {1200,430}, {800,430} } }'
    local fault = refusal(before_guns(line_at(600), { a = foot("a1", 1000, 600, "north"), ground = hill }), "a", "fire", FIRE)
    assert.are.equal("a1", fault and fault.by)
  end)

  for _, case in ipairs {
    { "woods", 'area "x" { terrain = "open_woods", outline = { {700,600}, {1300,600}, {1300,700}, {700,700} } }', 500 },
    { "buildings", 'area "x" { terrain = "built_up", outline = { {700,600}, {1300,600}, {1300,700}, {700,700} } }', 500 },
    { "a hill", 'area "x" { terrain = "open", hill = 20, outline = { {700,600}, {1300,600}, {1300,700}, {700,700} } }', 500 },
    { "the wood it is deep in", 'area "x" { terrain = "open_woods", outline = { {700,800}, {1300,800}, {1300,990}, {700,990} } }',
      485 },
  } do
    it("does not go through " .. case[1], function()
      local fault = refusal(before_guns(line_at(case[3]), { ground = case[2] }), "a", "fire", FIRE)
      assert.are.same({ "target", "R40", "x" }, { fault.arg, fault.cite, fault.by })
    end)
  end

  it("finds whoever lines the edge of a wood", function()
    local wood = 'area "x" { terrain = "open_woods", outline = { {700,890}, {1300,890}, {1300,1200}, {700,1200} } }'
    assert.is_nil(refusal(before_guns(line_at(500), { ground = wood }), "a", "fire", FIRE)) -- 25 mm in
  end)

  it("is not hindered by what the firer cannot know of", function()
    local game = before_guns(line_at(500) .. foot("b2", 1000, 700, "south"))
    assert.are.equal("b2", refusal(game, "a", "fire", FIRE).by)
    set(game, unit(game, "b2"), "concealed", true)
    assert.is_nil(refusal(game, "a", "fire", FIRE))
  end)
end)

describe("a building", function()
  -- 100 by 100 mm of wood: 10000 / 2000 = 5 points. Its front is at y = 700, 285 mm from the muzzles: short range.
  local MILL <const> = 'area "mill" { name = "the mill", terrain = "built_up", material = "wood", '
    .. 'outline = { {950,700}, {1050,700}, {1050,800}, {950,800} } }'
  local GARRISON <const> = foot("b1", 1000, 750, "south", 'name = "the garrison"')
  local AT_MILL <const> = { unit = "g", building = "mill" }

  local function garrisoned(dice, ground)
    return before_guns(GARRISON, { ground = ground or MILL, dice = { ["artillery.fire_building"] = dice } })
  end

  it("is held by whoever has his centre in it, and he is not shot at himself", function()
    local game = garrisoned {}
    assert.are.equal("mill", unit(game, "b1").building)
    local fault = refusal(game, "a", "fire", FIRE)
    assert.are.same({ "target", "8.5 R45" }, { fault.arg, fault.cite })
  end)

  it("loses points for good, and its garrison half of the running total", function()
    local game = garrisoned { 6, 6, 1, 3 }
    give(game, "a", "fire", AT_MILL)
    local text = told(game) -- short, 12: 3 points; the garrison 3 // 2 = 1
    says(text, "g fires at the mill: 8 guns, short range (285 mm), 2D6 12: 3 points.")
    says(text, "the mill has lost 3 of 5 points.")
    says(text, "the garrison takes 1 point: 1 in all.")
    T.to(game, "turn.fire")
    give(game, "a", "fire", AT_MILL)
    text = told(game) -- short, 4: 2 points, all that is left; the garrison 5 // 2 - 1 = 1 more
    says(text, "the mill has lost all it was worth, 5 points, and can no longer be held.")
    says(text, "the garrison takes 1 point: 2 in all.")
    assert.are.same({ 5, "g" }, { game.state.root.areas.mill.points_lost, game.state.root.areas.mill.fallen_by })
    T.to(game, "turn.fire")
    assert.are.equal("8.5", refusal(game, "a", "fire", AT_MILL).cite)
  end)

  it("is worth twice as much in stone", function()
    local game = garrisoned({ 6, 6, 6, 6 }, (MILL:gsub("wood", "stone")))
    give(game, "a", "fire", AT_MILL)
    T.done(game)
    T.to(game, "turn.fire")
    give(game, "a", "fire", AT_MILL)
    says(told(game), "the mill has lost 6 of 10 points.")
    assert.are.equal("mill", unit(game, "b1").building)
  end)

  it("is left formed, on the side away from the guns, when it has fallen", function()
    local game = garrisoned { 6, 6, 6, 6 }
    set(game, unit(game, "b1"), "drill", "skirmish")
    give(game, "a", "fire", AT_MILL)
    T.done(game)
    T.to(game, "turn.fire")
    give(game, "a", "fire", AT_MILL)
    T.done(game)
    T.to(game, "turn.command")
    local garrison = unit(game, "b1")
    assert.is_nil(garrison.building)
    assert.are.equal("line", garrison.drill)
    assert.are.equal(1000000, garrison.base.x) -- straight behind it, faced to the guns, clear of the walls
    assert.are.equal(180000, garrison.base.facing)
    local gap = geometry.distance(garrison.base, { area = game.state.root.areas.mill.area }).distance
    assert.is_true(garrison.base.y > 800000 and gap >= 1000 and gap <= 11000, gap)
  end)

  it("is left sideways where there is no room behind, and not at all where there is none", function()
    -- The back of the mill is 10 mm from the edge of the table; a line needs 15.
    local function at_edge(more)
      local game = T.battle({
        a = guns("g", 1000, 2600, "north") .. FAR_A, b = foot("b1", 1000, 2940, "south", 'name = "b1"') .. (more or "") .. FAR_B,
        ground = 'area "mill" { terrain = "built_up", material = "wood", '
          .. 'outline = { {985,2930}, {1015,2930}, {1015,2990}, {985,2990} } }', -- 30 by 60: 1 point
      }, { dice = { ["artillery.fire_building"] = { 6, 6 } }, order = false })
      T.to(game, "turn.fire")
      give(game, "a", "fire", AT_MILL)
      return game, told(game)
    end
    local game = at_edge()
    assert.are.same({ 1126, 2974, 180 }, T.at(game, "b1")) -- 75 degrees off, by 130 mm: 126 aside, 34 back
    local beside = ""
    for i, y in ipairs { 2940, 2960, 2980 } do
      beside = beside .. foot("c" .. i, 800, y, "south") .. foot("d" .. i, 1200, y, "south")
    end
    local text
    game, text = at_edge(beside)
    says(text, "b1 finds no room behind mill and stands among the ruins.")
    assert.are.same({ 1000, 2940, 180 }, T.at(game, "b1"))
    assert.is_nil(unit(game, "b1").building)
  end)

  it("is out of reach and out of sight like anything else", function()
    local far = MILL:gsub("700}", "1500}"):gsub("800}", "1600}")
    local fault = refusal(before_guns(line_at(300), { ground = far }), "a", "fire", AT_MILL)
    assert.are.same({ "building", "R40", "b1" }, { fault.arg, fault.cite, fault.by })
    fault = refusal(before_guns(foot("b1", 2000, 2000, "south"), { ground = far }), "a", "fire", AT_MILL)
    assert.are.same({ "building", "8.1 R37", -85 }, { fault.arg, fault.cite, fault.margin }) -- 1500 - 415 - 1000
    fault = refusal(garrisoned {}, "a", "fire", { unit = "g", building = "nowhere" })
    assert.are.equal("building", fault.arg)
    says(fault.message, "must be a built-up area (mill), got nowhere")
    local game = garrisoned { 6, 6 }
    give(game, "a", "fire", { unit = "g", building = "The Mill" })
    says(told(game), "the mill has lost 3 of 5 points.")
  end)
end)

describe("skirmishers", function()
  --- Skirmishers "a1" with their front at y = 507.5 and somebody so far before them; at step 4.
  local function before(enemy, opts)
    opts = opts or {}
    local game = T.battle({
      a = foot("a1", 1000, 500, "north", 'name = "a1", drill = "skirmish", ' .. (opts.more or ""))
        .. (opts.a or "") .. FAR_A,
      b = enemy .. FAR_B, ground = opts.ground, variants = opts.variants,
    }, { dice = opts.dice or {}, order = false })
    T.to(game, "turn.fire")
    return game
  end

  local function enemy_at(mm, more)
    return ('unit "b1" { name = "b1", troop = "infantry", men = 600, ranks = 3, at = { 1000, %g }, facing = "south", %s },')
      :format(507.5 + mm + 7.5, more or "")
  end

  local SHOOT <const> = { unit = "a1", target = "b1" }
  local NO_FIGHT <const> = { "skirmish.fire", "skirmish.reply" }

  local function dice(shots, replies) return { [NO_FIGHT[1]] = shots, [NO_FIGHT[2]] = replies } end

  it("hit close order on 4, 5 and 6", function()
    local game = before(enemy_at(200), { dice = dice({ 4 }, { 5 }) })
    give(game, "a", "skirmish_fire", SHOOT)
    says(told(game), "a1 skirmishes with b1 at 200 mm: needs 4, D6 4: a point.")
    assert.are.equal(1, unit(game, "b1").damage_points)
    game = before(enemy_at(200), { dice = dice({ 3 }, { 5 }) })
    give(game, "a", "skirmish_fire", SHOOT)
    T.done(game)
    assert.are.equal(0, unit(game, "b1").damage_points)
  end)

  it("need 5 against whoever has cover: woods, buildings, a wall", function()
    for _, ground in ipairs {
      'area "w" { terrain = "open_woods", outline = { {500,600}, {1500,600}, {1500,800}, {500,800} } }',
      'area "w" { terrain = "built_up", outline = { {500,600}, {1500,600}, {1500,800}, {500,800} } }',
      'line "w" { kind = "wall", height_mm = 1000, points = { {500,656}, {1500,656} } }',
    } do
      local game = before(enemy_at(150), { ground = ground, dice = dice({ 4 }, { 5 }) })
      give(game, "a", "skirmish_fire", SHOOT)
      says(told(game), "needs 5, D6 4: nothing.")
      assert.are.equal(0, unit(game, "b1").damage_points)
    end
    local low = 'line "w" { kind = "wall", height_mm = 999, points = { {500,656}, {1500,656} } }'
    local game = before(enemy_at(150), { ground = low, dice = dice({ 4 }, { 5 }) })
    give(game, "a", "skirmish_fire", SHOOT)
    says(told(game), "needs 4, D6 4: a point.")
  end)

  it("reach 200 mm, with rifles 400", function()
    local fault = refusal(before(enemy_at(201)), "a", "skirmish_fire", SHOOT)
    assert.are.same({ "target", "9.0", -1 }, { fault.arg, fault.cite, fault.margin })
    local game = before(enemy_at(400), { more = "rifle = true", dice = dice({ 6 }, {}) })
    give(game, "a", "skirmish_fire", SHOOT)
    T.done(game)
    assert.are.equal(1, unit(game, "b1").damage_points)
    fault = refusal(before(enemy_at(401), { more = "rifle = true" }), "a", "skirmish_fire", SHOOT)
    assert.are.same({ "9.0", -1 }, { fault.cite, fault.margin })
  end)

  it("fight skirmishers by combat, and are refused as formed troops", function()
    assert.are.equal("9.0 R50", refusal(before(enemy_at(150, 'drill = "skirmish"')), "a", "skirmish_fire", SHOOT).cite)
    assert.are.equal("unit", refusal(before(enemy_at(150)), "a", "skirmish_fire", { unit = "a8", target = "b1" }).arg)
  end)

  it("silence a gun of a battery", function()
    local game = before(guns("b1", 1000, 507.5 + 190 + 15, "south"),
      { dice = { ["skirmish.fire"] = { 4 } } })
    give(game, "a", "skirmish_fire", SHOOT)
    local text = told(game)
    says(text, "D6 4: a gun silenced.")
    says(text, "b1 loses 1 gun: 7 of 8 left.")
    assert.are.equal(0, unit(game, "b1").damage_points)
  end)

  it("are replied to by stationary formed infantry on a 6, of itself", function()
    local game = before(enemy_at(150), { dice = dice({ 1 }, { 6 }) })
    give(game, "a", "skirmish_fire", SHOOT)
    says(told(game), "b1 replies to a1: needs 6, D6 6: a point.")
    assert.are.equal(1, unit(game, "a1").damage_points)
    game = before(enemy_at(150), { dice = dice({ 1 }, { 5 }) })
    give(game, "a", "skirmish_fire", SHOOT)
    T.done(game)
    assert.are.equal(0, unit(game, "a1").damage_points)
  end)

  it("are not replied to by those who moved, nor by cavalry, nor beyond 200 mm", function()
    local game = before(enemy_at(150), { dice = { ["skirmish.fire"] = { 1 } } })
    set(game, unit(game, "b1"), "moved", true)
    give(game, "a", "skirmish_fire", SHOOT)
    T.done(game)
    game = before(enemy_at(300), { more = "rifle = true", dice = { ["skirmish.fire"] = { 1 } } })
    give(game, "a", "skirmish_fire", SHOOT)
    T.done(game)
    game = before(horse("b1", 1000, 700, "south"):gsub("700", "810"),
      { more = "rifle = true", dice = { ["skirmish.fire"] = { 1 } } })
    give(game, "a", "skirmish_fire", SHOOT)
    T.done(game)
    game = before(enemy_at(300),
      { more = "rifle = true", variants = { "skirmish_reply_any_range" }, dice = dice({ 1 }, { 6 }) })
    give(game, "a", "skirmish_fire", SHOOT)
    T.done(game)
    assert.are.equal(1, unit(game, "a1").damage_points)
  end)

  it("are replied to once, the first of them or the one that was named", function()
    local second = foot("a2", 1320, 500, "north", 'drill = "skirmish", men = 300')
    second = second:gsub("men = 600, ", "")
    local function shot(with_reply)
      local game = before(enemy_at(150), { a = second, dice = dice({ 1, 1 }, { 6 }) })
      give(game, "a", "skirmish_fire", SHOOT)
      give(game, "a", "skirmish_fire", { unit = "a2", target = "b1" })
      if with_reply then give(game, "b", "reply", { unit = "b1", target = "a2" }) end
      T.done(game)
      return unit(game, "a1").damage_points, unit(game, "a2").damage_points
    end
    assert.are.same({ 1, 0 }, { shot(false) })
    assert.are.same({ 0, 1 }, { shot(true) })
  end)

  it("may be named for a reply only where one could be made", function()
    local game = before(enemy_at(201))
    local fault = refusal(game, "b", "reply", { unit = "b1", target = "a1" })
    assert.are.same({ "target", "R47", -1 }, { fault.arg, fault.cite, fault.margin })
    game = before(enemy_at(200))
    assert.is_nil(refusal(game, "b", "reply", { unit = "b1", target = "a1" }))
    set(game, unit(game, "b1"), "moved", true)
    assert.are.equal("R47", refusal(game, "b", "reply", { unit = "b1", target = "a1" }).cite)
    assert.are.equal("9.0", refusal(game, "a", "reply", { unit = "a1", target = "b1" }).cite)
  end)
end)
