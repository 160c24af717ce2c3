--- Steps 1 to 3 of a bound on the table: attacks and the answers to them. Every figure is worked from the rates: line
--- 30 mm a minute, column 50, cavalry 80, skirmishers 60.
local T <const> = require "fusilier_table"

local foot, horse, give, at = T.foot, T.horse, T.give, T.at
local gap, mm, point = T.gap, T.mm, T.point

after_each(T.finished)

local FAR_A <const> = T.FAR_A

describe("an attack", function()
  it("comes to the edge of the zone and no further", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 900, "south") .. foot("b2", 2000, 2900, "south") })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.movement")
    assert.are.equal(200, gap(game, "a1", "b1"))
  end)

  it("is refused out of reach, by how much", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 1030, "south") .. foot("b2", 2000, 2900, "south") })
    T.to(game, "turn.declare")
    local fault = T.refusal(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    assert.are.same({ "4.6", -15 }, { fault.cite, fault.margin }) -- 515 mm edge to edge; 300 + 200 can be reached
  end)

  it("meets one that comes the other way where both have got to, side A moving first in odd bounds", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 1215, "south") .. foot("b2", 2000, 2900, "south") },
      { order = { verb = "attack", target = point(1000, 2500) }, order_b = { verb = "attack", target = point(1000, 0) } })
    T.to(game, "turn.movement") -- bound 1: nothing declared; both must move, and A's first minute comes first
    T.done(game)
    -- 700 mm apart, 201 to be left: 8 minutes each bring 480; in the ninth A takes the 19 that are left of it.
    local ay = at(game, "a1")[2]
    local by = at(game, "b1")[2]
    assert.are.same({ 759, 975 }, { ay, by })
  end)

  it("rides skirmishers down in the open and drives them back in woods", function()
    local light = foot("b1", 1000, 900, "south", 'drill = "skirmish"') .. foot("b2", 2000, 2900, "south")
    local game = T.battle({ a = horse("a1", 1000, 500, "north") .. FAR_A, b = light })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.movement")
    assert.are.equal("gone", T.unit(game, "b1").status)
    local woods = 'area "w" { terrain = "open_woods", outline = { {500, 880}, {1500, 880}, {1500, 960}, {500, 960} } }'
    game = T.battle({ a = horse("a1", 1000, 500, "north") .. FAR_A, b = light, ground = woods },
      { dice = { ["move.woods_check"] = { 1 }, ["skirmish.cavalry_contact"] = { 4 } } })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.movement")
    assert.are.equal(1, T.unit(game, "a1").damage_points) -- they need 4 or more as they go (R51)
    assert.are_not.equal("gone", T.unit(game, "b1").status)
  end)

  it("drives skirmishers before formed foot out of its zone", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 800, "south", 'drill = "skirmish"') .. foot("b2", 2000, 2900, "south") })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.movement")
    assert.is_true(gap(game, "a1", "b1") > 200)
    assert.is_true(at(game, "b1")[2] <= 800 + 600) -- a full bound's move at most
  end)

  it("in column of assault needs an army and a year that used it", function()
    local columns = foot("a1", 1000, 500, "north", 'drill = "column"') .. foot("a2", 1000, 380, "north", 'drill = "column"')
    local red = foot("b1", 1000, 800, "south") .. foot("b2", 2000, 2900, "south")
    local game = T.battle({ a = columns, b = red })
    T.to(game, "turn.declare")
    give(game, "a", "declare_column", { unit = "a1", target = "b1", behind = { "a2" } })
    T.to(game, "turn.attack")
    assert.are.same({ "a1", "b1" }, { T.unit(game, "a2").column, T.unit(game, "a2").target })
    game = T.battle({ a = columns, b = red, year = 1791 })
    T.to(game, "turn.declare")
    assert.are.equal("10.2", T.refusal(game, "a", "declare_column", { unit = "a1", target = "b1" }).cite)
  end)
end)

describe("who is attacked", function()
  local function attacked(more, ground, attacker)
    local game = T.battle({ a = (attacker or foot)("a1", 1000, 500, "north") .. FAR_A, ground = ground,
      b = foot("b1", 1000, 900, "south", more) .. foot("b2", 2000, 2900, "south") })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.attack")
    return game
  end

  it("may turn to face it, once", function()
    local game = attacked 'facing = "west"'
    give(game, "b", "respond", { unit = "b1", action = "redeploy_facing" })
    assert.is_nil(T.refusal(game, "b", "respond", { unit = "b1", action = "reface" })) -- sealed: it would replace
    T.to(game, "turn.movement")
    assert.are.equal(180000, T.unit(game, "b1").base.facing)
  end)

  it("may not when nobody attacks it", function()
    local game = attacked()
    assert.are.equal("5.0", T.refusal(game, "b", "respond", { unit = "b2", action = "reface" }).cite)
  end)

  it("goes into cover that is no more than half a move away", function()
    local wood = 'area "w" { terrain = "open_woods", outline = { {500, 1000}, {1500, 1000}, {1500, 1300}, {500, 1300} } }'
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, ground = wood,
      b = foot("b1", 1000, 900, "south") .. foot("b2", 2000, 2900, "south") },
      { dice = { ["move.woods_check"] = { 2 } } })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.attack")
    give(game, "b", "respond", { unit = "b1", action = "take_cover", cover = "w" })
    T.to(game, "turn.movement")
    local base = T.unit(game, "b1").base
    assert.is_true(base.y - base.depth // 2 >= mm(1000) - 10, base.y) -- wholly in
    wood = wood:gsub("1000}", "1060}")
    game = attacked(nil, wood)
    assert.are.equal("R25", T.refusal(game, "b", "respond", { unit = "b1", action = "take_cover", cover = "w" }).cite)
  end)

  it("forms square against cavalry that leaves it the time", function()
    local game = attacked('drill = "column"', nil, horse) -- 370 mm or so at 80 a minute: 4; a column needs 5
    local fault = T.refusal(game, "b", "respond", { unit = "b1", action = "form_square" })
    assert.are.equal("R26", fault.cite)
    game = T.battle({ a = horse("a1", 1000, 400, "north") .. FAR_A,
      b = foot("b1", 1000, 900, "south", 'drill = "column"') .. foot("b2", 2000, 2900, "south") })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.attack")
    give(game, "b", "respond", { unit = "b1", action = "form_square" })
    T.to(game, "turn.movement")
    assert.are.equal("square", T.unit(game, "b1").drill)
  end)
end)
