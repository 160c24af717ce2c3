--- Steps 0 to 3 where they are awkward: orders that change within a bound or above a formation, ground that bars the
--- way, formations whose units differ, skirmishers between two fires.
local story <const> = require "limber.game.story"
local T <const> = require "fusilier_table"

local foot, horse, guns, give, at = T.foot, T.horse, T.guns, T.give, T.at
local gap, mm, point = T.gap, T.mm, T.point

after_each(T.finished)

local FAR_B <const> = foot("b1", 300, 2900, "south") .. foot("b2", 700, 2900, "south")
local FAR_A <const> = T.FAR_A
local NORTH <const> = { verb = "attack", target = { x = 1000000, y = 2500000 } }

local function y_of(game, id) return at(game, id)[2] end

--- Everything the story says, in one text.
local function told(game)
  local lines = {}
  for _, line in ipairs(game.journal.lines) do
    for _, event in ipairs(line.events) do lines[#lines + 1] = story.text(game, event, line) end
  end
  return table.concat(lines, "\n")
end

describe("an order that changes within a bound", function()
  --- Formation fa obeys `old` and takes over `new` at 09:00 and so many minutes.
  local function changing(old, new, minute)
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }, { order = old or false })
    new.issued_min, new.arrives_min, new.activates_min, new.number = 540, 540, 540 + minute, 1
    assert(game:amend("formations.fa.coming_orders", { new }, "on its way"))
    T.to(game, "turn.fire")
    return y_of(game, "a1") - 500
  end

  it("is obeyed until the other takes effect, and that from then on", function()
    assert.are.equal(270, changing(NORTH, { verb = "hold" }, 9)) -- nine minutes at 30, then it stands
    local back = { verb = "withdraw", target = point(1000, 0) }
    assert.are.equal(270 - 30, changing(NORTH, back, 9)) -- and one minute back
    assert.are.equal(30, changing(nil, { verb = "attack", target = point(1000, 2500) }, 9))
  end)

  it("twice gives no more than the minutes since the first", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }, { order = false })
    local orders = {}
    for i, minute in ipairs { 4, 7 } do
      orders[i] = { verb = "attack", target = point(1000, 2500), issued_min = 540, arrives_min = 540,
        activates_min = 540 + minute, number = i }
    end
    assert(game:amend("formations.fa.coming_orders", orders, "on their way"))
    T.to(game, "turn.fire")
    assert.are.equal(500 + 6 * 30, y_of(game, "a1"))
  end)

  it("is the latest, be it a brigade's own or its division's", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B,
      more = 'formation "div" { level = "division", commander = "gdiv", formation "br" { quality = 5, '
        .. foot("a5", 1500, 500, "north") .. foot("a6", 1800, 500, "north")
        .. ' } }, leader "gdiv" { rank = "division", at = { 1500, 300 } }' }, { order = { verb = "hold" } })
    assert(game:amend("formations.br.order", { verb = "hold", activates_min = 540, number = 1 }, "its own"))
    T.to(game, "turn.fire")
    assert.are.equal(500, y_of(game, "a5"))
    T.to(game, "turn.command")
    assert(game:amend("formations.div.order",
      { verb = "move", target = point(1650, 2000), activates_min = 550, number = 2 }, "later"))
    T.to(game, "turn.movement")
    give(game, "a", "move", { formation = "div", forward = mm(120) })
    T.done(game)
    assert.are.same({ 620, 620 }, { y_of(game, "a5"), y_of(game, "a6") })
  end)
end)

describe("a unit that goes through friends", function()
  -- f1 and f2, who have no orders, stand where a1 is after a minute and after two.
  local FRIENDS <const> = T.brigade("fz", foot("f1", 1000, 540, "north") .. foot("f2", 1000, 565, "north"))

  local function moved(a, forward)
    local game = T.battle({ a = a .. FAR_A, b = FAR_B, more = FRIENDS },
      { order = { verb = "move", target = point(1500, 1500) } })
    T.to(game, "turn.movement")
    for id, um in pairs(forward) do give(game, "a", "move", { unit = id, forward = um }) end
    T.to(game, "turn.fire")
    return game
  end

  it("and would end among them stops where it was clear of them", function()
    local game = moved(foot("a1", 1000, 500, "north"), { a1 = mm(90) })
    assert.are.same({ 1000, 590, 0 }, at(game, "a1"))
    game = moved(foot("a1", 1000, 490, "north"), { a1 = mm(60) })
    assert.are.same({ 1000, 520, 0 }, at(game, "a1")) -- where it was after one minute of the two
  end)

  it("and comes to nothing is met by all others where it stands", function()
    -- Cavalry from the west may not go through foot (7.0): its front comes to a1's flank at x = 900.
    local game = moved(foot("a1", 1000, 500, "north") .. horse("a2", 700, 460, "east"), { a1 = mm(60), a2 = mm(800) })
    assert.are.same({ 1000, 500, 0 }, at(game, "a1"))
    assert.are.same({ 885, 460, 90 }, at(game, "a2"))
  end)
end)

describe("impassable ground", function()
  it("is stopped at to the micrometre, and can be left again", function()
    local ground = 'area "s" { terrain = "stream_waist", outline = { {0, 600}, {3000, 600}, {3000, 620}, {0, 620} } }, '
      .. 'area "d" { terrain = "stream_deep", outline = { {0, 650}, {3000, 650}, {3000, 900}, {0, 900} } }'
    local game = T.battle({ a = foot("a1", 1000, 560, "north") .. FAR_A, b = FAR_B, ground = ground }, { order = NORTH })
    for _ = 1, 2 do
      T.to(game, "turn.fire")
      T.to(game, "turn.command")
    end
    local base = T.unit(game, "a1").base
    assert.is_true(base.y + 7500 <= mm(650) and base.y + 7500 > mm(649), base.y)
    assert(game:amend("formations.fa.order", { verb = "withdraw", target = point(1000, 300) }, "back"))
    T.to(game, "turn.fire")
    assert.is_true(T.unit(game, "a1").base.y < base.y - mm(50))
  end)

  it("bears no square or line either", function()
    local ground = 'area "d" { terrain = "stream_deep", outline = { {1020, 0}, {1100, 0}, {1100, 900}, {1020, 900} } }'
    local game = T.battle({ a = foot("a1", 1000, 500, "north", 'drill = "column"') .. FAR_A, b = FAR_B, ground = ground },
      { order = { verb = "hold" } })
    T.to(game, "turn.movement")
    give(game, "a", "move", { unit = "a1", evolve = "line" })
    T.done(game)
    assert.are.equal("column", T.unit(game, "a1").drill)
    assert.is_truthy(told(game):find("deep water", 1, true))
  end)
end)

describe("buildings", function()
  local HOUSE <const> = 'area "h" { terrain = "built_up", outline = { {940, 700}, {1060, 700}, {1060, 800}, {940, 800} } }'

  it("that another holds are not walked through, in the next bound neither", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north", 'drill = "column"')
      .. foot("a2", 1000, 750, "north", 'drill = "column"') .. FAR_A, b = FAR_B, ground = HOUSE }, { order = NORTH })
    assert(game:amend("units.a2.status", "stationary", "stays"))
    for _ = 1, 2 do
      T.to(game, "turn.movement")
      give(game, "a", "move", { unit = "a1", to = point(1000, 1400) })
      T.to(game, "turn.command")
      assert(game:amend("units.a2.status", "stationary", "stays"))
    end
    assert.is_true(y_of(game, "a1") < 700, y_of(game, "a1"))
  end)

  it("take one unit, also when two make for them in one bound", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north", 'drill = "column"')
      .. foot("a2", 1000, 400, "north", 'drill = "column"'), b = FAR_B, ground = HOUSE }, { order = NORTH })
    T.to(game, "turn.movement")
    give(game, "a", "move", { unit = "a1", to = point(1000, 750) })
    give(game, "a", "move", { unit = "a2", to = point(1000, 750) })
    T.done(game)
    assert.are.same({ "h", nil }, { T.unit(game, "a1").building, T.unit(game, "a2").building })
    assert.is_true(y_of(game, "a2") < 700)
  end)

  it("are for the one that comes to them first, not for the one that sets out first", function()
    local farm = 'area "farm" { terrain = "built_up", rect = { { 900, 1000 }, { 1100, 1100 } } }'
    local game = T.battle({ a = foot("a1", 1000, 715, "north") .. foot("a2", 1000, 980, "north"), b = FAR_B,
      ground = farm }, { order = { verb = "seize", target = point(1000, 1050) } })
    T.to(game, "turn.fire")
    assert.are.same({ nil, "farm" }, { T.unit(game, "a1").building, T.unit(game, "a2").building })
  end)
end)

describe("a formation's command", function()
  it("of two legs takes the second from where the first ends", function()
    local game = T.battle { a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"), b = FAR_B }
    T.to(game, "turn.movement")
    give(game, "a", "move", { formation = "fa", legs = { { to = point(1150, 600) }, { to = point(1150, 700) } } })
    T.done(game)
    assert.are.same({ 700, 700 }, { y_of(game, "a1"), y_of(game, "a2") })
  end)

  it("to evolve is for those who are not in the formation already", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"), b = FAR_B },
      { order = NORTH })
    T.to(game, "turn.movement")
    give(game, "a", "move", { formation = "fa", legs = { { evolve = "line" }, { forward = mm(100) } } })
    T.done(game)
    assert.are.same({ 600, 600 }, { y_of(game, "a1"), y_of(game, "a2") })
  end)

  it("that says only which way to face does not stop what must move", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"), b = FAR_B },
      { order = { verb = "attack", target = point(1000, 2500), target_end = point(1300, 2500) } })
    T.to(game, "turn.movement")
    give(game, "a", "move", { formation = "fa", facing = 0 })
    T.done(game)
    assert.are.same({ 800, 800 }, { y_of(game, "a1"), y_of(game, "a2") })
  end)
end)

describe("who obeys an order", function()
  it("is held to it by every kind of leg", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }, { order = NORTH })
    T.to(game, "turn.movement")
    local function refused(args)
      args.unit = "a1"
      local fault = T.refusal(game, "a", "move", args)
      return fault and fault.cite
    end
    assert.are.equal("4.5", refused { legs = { { facing = 180000 }, { forward = mm(300) } } })
    assert.are.equal("4.5", refused { legs = { { to = point(1000, 300) }, { to = point(1000, 600) } } })
    assert.is_nil(refused { forward = mm(300) })
    assert.is_truthy(T.refusal(game, "a", "move", { unit = "a1", to = point(1000, 600), forward = mm(10) }))
  end)

  it("or none, may face and evolve where it stands", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }, { order = false })
    T.to(game, "turn.movement")
    assert.is_nil(T.refusal(game, "a", "move", { unit = "a1", facing = 45000 }))
    assert.is_nil(T.refusal(game, "a", "move", { unit = "a1", evolve = "column" }))
    assert.are.equal("4.5", T.refusal(game, "a", "move", { unit = "a1", forward = mm(10) }).cite)
  end)
end)

describe("skirmishers", function()
  it("do not flee one enemy into the zone of another: they stand and fight", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. foot("a2", 1000, 1150, "south"),
      b = foot("b1", 1000, 780, "south", 'drill = "skirmish"') .. foot("b2", 2500, 2900, "south") }, { order = NORTH })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.movement")
    assert.is_true(gap(game, "b1", "a2") >= 201, gap(game, "b1", "a2"))
    assert.is_true(T.unit(game, "b1").stands_and_fights)
  end)

  it("leave off what they were about when they fall back", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 760, "south", 'drill = "skirmish"') .. foot("b2", 2500, 2900, "south") },
      { order = NORTH, order_b = { verb = "attack", target = point(1000, 100) } })
    T.to(game, "turn.fire") -- both must move toward each other: the skirmishers go back, once told
    assert.is_true(gap(game, "a1", "b1") >= 201)
    local text = told(game)
    assert.is_truthy(text:find "B1 falls back")
    assert.is_nil(text:find "B1 moves")
  end)
end)

describe("attackers", function()
  it("who must turn come as far as their minutes let them", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "west") .. FAR_A, b = guns("b1", 1000, 760, "north")
      .. foot("b3", 2500, 2900, "south") .. foot("b2", 2200, 2900, "south") }, { order = NORTH })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.movement")
    assert.are.equal(0, gap(game, "a1", "b1")) -- 237.5 mm to go once it has turned, of 300
  end)

  it("that wait for others do not make the minutes up again", function()
    local game = T.battle({ a = horse("a1", 1000, 500, "north") .. horse("a2", 1000, 540, "north", 'weight = "heavy"'),
      b = FAR_B }, { order = NORTH })
    T.to(game, "turn.fire")
    assert.are.same({ 1230, 1340 }, { y_of(game, "a1"), y_of(game, "a2") })
  end)
end)

describe("the hidden", function()
  it("are not named to who is stopped by them, and appear when he is in their zone", function()
    local wood = 'area "w" { terrain = "open_woods", outline = { {800, 880}, {1200, 880}, {1200, 960}, {800, 960} } }'
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 920, "south") .. foot("b2", 2500, 2900, "south"), ground = wood }, { order = NORTH })
    assert(game:amend("units.b1.concealed", true, "hidden"))
    T.to(game, "turn.fire")
    assert.are.equal(200, gap(game, "a1", "b1"))
    assert.is_nil(told(game):find "up to [Bb]1")
    assert.is_nil(T.unit(game, "b1").concealed)
  end)
end)

describe("answers to an attack", function()
  it("reckon with the squadron that comes first", function()
    local game = T.battle({ a = horse("a1", 1000, 400, "north") .. horse("a2", 1000, 1250, "south"),
      b = foot("b1", 1000, 900, "south", 'drill = "column"') .. foot("b2", 2500, 2900, "south") }, { order = NORTH })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    give(game, "a", "declare_attack", { unit = "a2", target = "b1" })
    T.to(game, "turn.attack")
    -- a1 is near 440 mm away: 5 minutes; a2 about 290: 3. A column needs 5.
    local fault = T.refusal(game, "b", "respond", { unit = "b1", action = "form_square", toward = "a1" })
    assert.are.same({ "R26", -2 }, { fault.cite, fault.margin })
  end)

  it("leave it facing the attack when it has gone into cover", function()
    local wood = 'area "w" { terrain = "open_woods", outline = { {500, 1000}, {1500, 1000}, {1500, 1300}, {500, 1300} } }'
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, ground = wood,
      b = foot("b1", 1000, 900, "south") .. foot("b2", 2500, 2900, "south") },
      { order = NORTH, dice = { ["move.woods_check"] = { 2 } } })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.attack")
    give(game, "b", "respond", { unit = "b1", action = "take_cover", cover = "w" })
    T.to(game, "turn.movement")
    assert.are.equal(180000, T.unit(game, "b1").base.facing)
  end)

  it("are refused where there is no room to turn", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 800, "west") .. foot("b2", 970, 800, "west") .. foot("b3", 1030, 800, "west") },
      { order = NORTH })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.attack")
    assert.are.equal("action", T.refusal(game, "b", "respond", { unit = "b1", action = "reface" }).arg)
  end)
end)
