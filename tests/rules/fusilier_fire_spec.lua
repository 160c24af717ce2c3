--- Step 4 of a bound on the table: the fire of guns. Dice are given; what they do is read from the tables of 8.2 and
--- worked by hand.
local T <const> = require "fusilier_table"

local foot, guns, give, refusal, unit = T.foot, T.heavy_guns, T.give, T.refusal, T.unit
local before_guns, line_at = T.before_guns, T.line_at
local says, set, told = T.says, T.set, T.told

after_each(T.finished)

local FAR_A <const>, FAR_B <const> = T.FAR_A, T.FAR_B

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

  it("is not stopped by an enemy of whom the firer's side knows nothing, but by its own concealed troops (R40, R95)",
    function()
      for side, by in pairs { a = "x", b = false } do
        local own = side == "a" and foot("x", 1000, 600, "north") or ""
        local theirs = line_at(600) .. (side == "b" and foot("x", 1000, 600, "south") or "")
        local game = before_guns(theirs, { guns = "", a = own })
        set(game, unit(game, "x"), "concealed", true)
        local fault = refusal(game, "a", "fire", FIRE)
        assert.are.equal(by, fault and fault.by or false)
        set(game, unit(game, "x"), "concealed", nil)
        assert.are.equal("x", refusal(game, "a", "fire", FIRE).by)
      end
    end)

  it("is of unlimbered guns with their gunners, that go nowhere and have not fired", function()
    local fault = refusal(before_guns(line_at(600), { guns = 'drill = "limbered"' }), "a", "fire", FIRE)
    assert.are.same({ "unit", "R40" }, { fault.arg, fault.cite })
    local game = before_guns(line_at(600))
    for key, value in pairs { abandoned = true, status = "retreating", fired = true, guns = 1 } do
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
    set(game, unit(game, "b1"), "status", "gone")
    set(game, unit(game, "b1"), "base", nil)
    assert(game:command(cmd, { allow = "so we say" }))
    says(told(game), "no enemy to fire at")
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
    assert.are.equal("gone", unit(game, "b1").status)
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
