--- What becomes of batteries near the enemy, and whom they belong to.
local geometry <const> = require "kernel.geometry"
local T <const> = require "fusilier_table"

local foot, guns, give, refusal, unit = T.foot, T.heavy_guns, T.give, T.refusal, T.unit
local put, says, set, told = T.put, T.says, T.set, T.told

after_each(T.finished)

local FAR_A <const>, FAR_B <const> = T.FAR_A, T.FAR_B

local battle <const> = T.met

describe("guns with the enemy in the zone", function()
  --- Guns with their front at y = 415, and infantry with its front 150 mm before them.
  local ENEMY <const> = foot("b1", 1000, 573, "south")

  it("are left for the nearest friends within 200 mm, and manned again once nobody is near", function()
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 250, "north", 'name = "the 1st"'), ENEMY)
    T.to(game, "turn.fire")
    says(told(game), "The gunners of g leave their guns and go behind the 1st.")
    assert.is_true(unit(game, "g").abandoned)
    T.to(game, "turn.fire")
    assert.are.equal(2, game.state.root.turn)
    assert.is_true(unit(game, "g").abandoned) -- the enemy is still there in step 3
    assert.are.equal("10.1 R76", refusal(game, "a", "fire", { unit = "g", target = "b1" }).cite)
    put(game, "b1", 1000, 800)
    T.to(game, "turn.movement")
    says(told(game), "The gunners of g go back to their guns.")
    assert.is_nil(unit(game, "g").abandoned)
    assert.is_nil(refusal(game, "a", "fire", { unit = "g", target = "b1" }))
  end)

  it("are lost when there are no friends to go to", function()
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 170, "north"), ENEMY) -- 207.5 mm behind
    T.to(game, "turn.fire")
    says(told(game), "the battery is lost")
    assert.are.equal("gone", unit(game, "g").status)
  end)

  it("stay manned behind a friend, even partly between, and beyond 200 mm", function()
    -- 30 mm of the friend's left end are in the strip from the guns to the enemy.
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1110, 480, "north"), foot("b1", 1000, 615, "south"),
      { dice = { ["combat.infantry"] = { 3, 3, 3, 3 } } })
    T.to(game, "turn.fire")
    assert.is_nil(told(game):find("leave their guns", 1, true))
    assert.is_nil(unit(game, "g").abandoned)
    game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 250, "north"), foot("b1", 1000, 623, "south"))
    T.to(game, "turn.fire") -- 200.5 mm
    assert.is_nil(told(game):find("leave their guns", 1, true))
  end)

  it("are taken by whoever moves onto them once they are left", function()
    local game = T.battle({
      a = foot("a1", 1000, 400, "north") .. FAR_A,
      b = guns("g", 1000, 700, "south", "quality = 5") .. FAR_B, -- 277.5 mm from edge to edge
    }, { dice = {} })
    set(game, unit(game, "g"), "abandoned", true)
    T.to(game, "turn.movement")
    give(game, "a", "move", { unit = "a1", to = { x = 1000000, y = 1000000 } })
    says(told(game), "The guns of g are taken by")
    assert.are.equal("gone", unit(game, "g").status)
  end)

  it("are taken by whoever stands on them", function()
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 200, "north"), foot("b1", 1000, 700, "south"))
    T.to(game, "turn.fire")
    put(game, "b1", 1000, 423) -- its front edge at y = 415.5
    says(told(game), "The guns of g are taken by b1.")
    assert.are.equal("gone", unit(game, "g").status)
  end)
end)

describe("a battery's formation", function()
  local OTHER <const> = 'formation "fc" { quality = 7, %s },'

  it("is left for another only when it has routed and the guns have gone back with it", function()
    local game = battle(guns("g", 1000, 400, "north") .. OTHER:format(foot("c1", 600, 60, "north") .. foot("c2", 200, 60,
      "north")), "")
    T.to(game, "turn.movement")
    local join = { unit = "g", formation = "fc" }
    assert.are.equal("11.3 R93", refusal(game, "a", "attach_battery", join).cite)
    assert.are.equal("unit", refusal(game, "a", "attach_battery", { unit = "a8", formation = "fc" }).arg)
    set(game, unit(game, "a8"), "status", "gone")
    set(game, unit(game, "a9"), "status", "gone")
    says(refusal(game, "a", "attach_battery", join).message, "has yet to make a full retreat move")
    set(game, unit(game, "g"), "went_back", true)
    set(game, unit(game, "g"), "failed", true)
    says(refusal(game, "a", "attach_battery", join).message, "has failed its own morale")
    set(game, unit(game, "g"), "failed", nil)
    give(game, "a", "attach_battery", join)
    T.done(game)
    assert.are.same({ "fc", 5 }, { unit(game, "g").formation, unit(game, "g").quality }) -- its own quality stays
  end)

  it("that has routed takes the guns back a full move, and is missed by those who join no other", function()
    local game = battle(guns("g", 1000, 1400, "north") .. OTHER:format(foot("c1", 600, 60, "north") .. foot("c2", 200, 60,
      "north")), "")
    T.to(game, "turn.fire")
    set(game, unit(game, "a8"), "status", "gone")
    set(game, unit(game, "a9"), "status", "gone")
    says(told(game), "g goes back with fa, which has routed.")
    -- 3 minutes to limber, 7 at 30 mm, straight to its rear: the enemy is before it
    assert.are.same({ 1000, 1190, 0 }, T.at(game, "g"))
    assert.are.equal("limbered", unit(game, "g").drill)
    T.to(game, "turn.fire")
    says(told(game), "g has no formation left to go with, and is lost.")
    assert.are.equal("gone", unit(game, "g").status)
  end)

  it("may be any while it is on its own", function()
    local game = battle('formation "fg" { quality = 6, ' .. guns("g", 1000, 400, "north") .. "},", "")
    T.to(game, "turn.movement")
    give(game, "a", "attach_battery", { unit = "g", formation = "fa" })
    T.done(game)
    assert.are.same({ "fa", 6 }, { unit(game, "g").formation, unit(game, "g").quality })
  end)
end)

describe("light guns", function()
  local LIGHT <const> = 'unit "l" { troop = "light_artillery", guns = 2, calibre_pdr = 3, at = { 890, 208 }, '
    .. 'facing = "north", %s },'

  it("go where their battalion goes", function()
    local game = T.battle({ a = foot("a1", 1000, 200, "north") .. LIGHT:format 'attached_to = "a1"' .. FAR_A, b = FAR_B })
    T.to(game, "turn.movement")
    assert.are.equal("6.2 R30", refusal(game, "a", "move", { unit = "l", to = { x = 890000, y = 400000 } }).cite)
    give(game, "a", "move", { unit = "a1", to = { x = 1000000, y = 400000 } })
    T.done(game)
    assert.are.same({ 1000, 400, 0 }, T.at(game, "a1"))
    assert.are.same({ 890, 408, 0 }, T.at(game, "l"))
  end)

  it("do not follow to where a friend stands, but to another place by their battalion", function()
    local game = T.battle({ a = foot("a1", 1000, 200, "north") .. LIGHT:format 'attached_to = "a1"'
      .. foot("a2", 800, 415, "north") .. FAR_A, b = FAR_B }, { order = false })
    T.to(game, "turn.movement")
    local base = unit(game, "a1").base
    set(game, unit(game, "a1"), "base", { x = base.x, y = 400000, facing = 0, width = base.width, depth = base.depth })
    T.done(game)
    assert.are_not.same({ 890, 408, 0 }, T.at(game, "l")) -- a2 reaches from x = 700 to 900
    assert.is_true(T.gap(game, "l", "a2") > 0)
    assert.is_true(T.gap(game, "l", "a1") <= 2000)
  end)

  it("do not follow into deep water, but to another place by their battalion", function()
    local game = T.battle({ a = foot("a1", 1000, 200, "north") .. LIGHT:format 'attached_to = "a1"' .. FAR_A, b = FAR_B,
      ground = 'area "w" { terrain = "stream_deep", outline = { {850, 395}, {910, 395}, {910, 450}, {850, 450} } }' },
      { order = false })
    T.to(game, "turn.movement")
    local base = unit(game, "a1").base
    set(game, unit(game, "a1"), "base", { x = base.x, y = 400000, facing = 0, width = base.width, depth = base.depth })
    T.done(game)
    assert.are_not.same({ 890, 408, 0 }, T.at(game, "l")) -- there they would stand in it
    local water = { { x = 850000, y = 395000 }, { x = 910000, y = 395000 }, { x = 910000, y = 450000 },
      { x = 850000, y = 450000 } }
    assert.is_true(geometry.gap(unit(game, "l").base, { area = water }) > 0)
    assert.is_true(T.gap(game, "l", "a1") <= 2000)
  end)

  it("do not follow through the enemy, but take a place that they reach past him", function()
    local game = T.battle({ a = foot("a1", 1000, 200, "north") .. LIGHT:format 'attached_to = "a1"' .. FAR_A,
      b = foot("b1", 880, 250, "south", "men = 90") .. FAR_B }, { order = false })
    set(game, unit(game, "b1"), "status", "reforming")
    T.to(game, "turn.movement")
    local base = unit(game, "a1").base
    set(game, unit(game, "a1"), "base", { x = base.x, y = 400000, facing = 0, width = base.width, depth = base.depth })
    T.done(game)
    assert.are.same({ 1111, 400, 0 }, T.at(game, "l")) -- on its right: the ways to its left and its rear touch b1
  end)

  it("take the nearest place by it when it turns about, no further than they could go", function()
    local game = T.battle({ a = foot("a1", 1000, 200, "north") .. LIGHT:format 'attached_to = "a1"' .. FAR_A, b = FAR_B },
      { order = false })
    T.to(game, "turn.movement")
    local base = unit(game, "a1").base
    set(game, unit(game, "a1"), "base", { x = base.x, y = base.y, facing = 180000, width = base.width, depth = base.depth })
    T.done(game)
    assert.are.same({ 889, 200, 180 }, T.at(game, "l")) -- on its right now: 100 + 10 + 1 mm from its centre
    assert.are.equal(180000, unit(game, "l").base.facing)
  end)

  it("join infantry that is near, and nobody else does", function()
    local game = battle(foot("a1", 1000, 200, "north") .. LIGHT:format "" .. guns("g", 1500, 200, "north"), "")
    T.to(game, "turn.movement")
    local fault = refusal(game, "a", "attach_battery", { unit = "l", battalion = "a8" })
    assert.are.same({ "battalion", -1207 }, { fault.arg, fault.margin }) -- 1300 over, 125.5 down: 1307; 100 may
    assert.are.equal("unit", refusal(game, "a", "attach_battery", { unit = "g", battalion = "a1" }).arg)
    give(game, "a", "attach_battery", { unit = "l", battalion = "a1" })
    T.done(game)
    assert.are.equal("a1", unit(game, "l").attached_to)
  end)
end)
