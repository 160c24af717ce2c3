--- Skirmishers' fire on the table, and the replies to it. Dice are given.
local T <const> = require "fusilier_table"

local foot, horse, guns, give, refusal, unit = T.foot, T.horse, T.heavy_guns, T.give, T.refusal, T.unit
local says, set, told = T.says, T.set, T.told

after_each(T.finished)

local FAR_A <const>, FAR_B <const> = T.FAR_A, T.FAR_B

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
