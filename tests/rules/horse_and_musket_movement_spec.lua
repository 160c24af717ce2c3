--- 4.2.1 to 4.2.8, C.1c, R36 to R47 on the table. Sticks are 50, 75, 120 and 180 mm: foot moves 75 mm, 50 when any of its
--- way is difficult; skirmishers 120 and 75; heavy horse 180 and 120; limbered guns 120 and 75; wagons 120 and 50.
local T <const> = require "horse_and_musket_table"

local foot, light, horse, guns, give, at, refusal = T.foot, T.light, T.horse, T.guns, T.give, T.at, T.refusal
local area, mm, moving, refused = T.area, T.mm, T.moving, T.refused

after_each(T.finished)

local FAR <const> = { T.foot("b1", 900, 1150) }

describe("a move", function()
  it("goes straight ahead as far as its troops do, and no further", function()
    local rates = {
      { foot, {}, 75 }, { light, {}, 120 }, { horse, {}, 180 }, { T.dragoons, {}, 180 }, { T.tribal, {}, 180 },
      { guns, { drill = "limbered" }, 120 }, { T.wagons, {}, 120 },
    }
    for _, case in ipairs(rates) do
      local piece, more, rate = table.unpack(case)
      local game = moving { piece("a1", 900, 300, more) }
      local fault = refused(game, "move", { unit = "a1", distance = mm(rate + 1) }, "4.2.2", rate .. " mm")
      assert.are.equal(-1, fault.margin)
      give(game, "a", "move", { unit = "a1", distance = mm(rate) })
      assert.are.same({ 900, 300 + rate, 0 }, at(game, "a1"))
      assert.is_true(T.unit(game, "a1").moved)
      refused(game, "move", { unit = "a1", distance = mm(1) }, "4.2.2bis R36", "made its move")
    end
  end)

  it("has one pivot of up to 45 degrees, first or last", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 400, 300) }
    give(game, "a", "move", { unit = "a1", distance = mm(50), pivot = 45000 })
    assert.are.same({ 935, 335, 45 }, at(game, "a1")) -- 50 / sqrt 2 is 35.36
    give(game, "a", "move", { unit = "a2", distance = mm(50), pivot = -30000, when = "last" })
    assert.are.same({ 400, 350, 330 }, at(game, "a2"))
  end)

  it("has no wider pivot and no second one", function()
    local game = moving { foot("a1", 900, 300) }
    local fault = refused(game, "move", { unit = "a1", distance = mm(10), pivot = 46000 }, "4.2.1", "45")
    assert.are.equal(-1, fault.margin)
    refused(game, "move", { unit = "a1", distance = mm(10), pivot = -45001 }, "4.2.1")
    give(game, "a", "turn", { unit = "a1", by = 20000 })
    assert.is_nil(T.unit(game, "a1").moved) -- R36
    refused(game, "move", { unit = "a1", distance = mm(10), pivot = 5000 }, "4.2.2bis.1", "turned in this move already")
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    assert.are.same({ 926, 370, 20 }, at(game, "a1")) -- 75 sin 20, 75 cos 20
  end)

  it("wants leave, and is not for guns that are deployed", function()
    local game = T.to(T.game { a = { foot("a1", 900, 300), guns("a2", 500, 300) }, b = FAR }, "a", "movement")
    T.set(game, T.unit(game, "a1"), "may_move", nil)
    for _, one in ipairs { { "move", { distance = mm(10) } }, { "turn", { by = 1000 } }, { "retire", { distance = mm(10) } },
      { "change_formation", { to = "column" } } } do
      one[2].unit = "a1"
      refused(game, one[1], one[2], "3 R24", "leave")
    end
    refused(game, "move", { unit = "a2", distance = mm(10) }, "4.2.2", "limbered")
    T.set(game, T.unit(game, "a1"), "may_move", true)
    T.set(game, T.unit(game, "a1"), "retired", true)
    refused(game, "move", { unit = "a1", distance = mm(10) }, "4.1.5 R32")
  end)

  it("does not lead over the edge of the table", function()
    local game = moving { foot("a1", 900, 40, { facing = "south" }) }
    -- Its front is 30 mm from the edge.
    local fault = refused(game, "move", { unit = "a1", distance = mm(31) }, "4.2.1", "edge")
    assert.are.equal(-1, fault.margin)
    give(game, "a", "move", { unit = "a1", distance = mm(30) })
  end)

  it("does not lead through friends, whose bases it may touch", function()
    -- Fronts at 310 and rears at 350: 40 mm between.
    local game = moving { foot("a1", 900, 300), foot("a2", 1000, 360) }
    local fault = refused(game, "move", { unit = "a1", distance = mm(41) }, "4.2.8", "a2")
    assert.are.equal(-1, fault.margin)
    give(game, "a", "move", { unit = "a1", distance = mm(40) })
    assert.are.same({ 900, 340, 0 }, at(game, "a1"))
  end)

  it("passes friends with whom it stands shoulder to shoulder", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 1060, 330), foot("a3", 740, 330) }
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    assert.are.same({ 900, 375, 0 }, at(game, "a1"))
  end)

  it("passes no gap that is narrower than its frontage, by a millimetre", function()
    -- 160 mm of frontage; the friends' inner edges are 159 mm apart.
    local game = moving { foot("a1", 900, 300), foot("a2", 740, 350), foot("a3", 1059, 350) }
    local fault = refused(game, "move", { unit = "a1", distance = mm(60) }, "C.1c R47", "159 mm")
    assert.are.equal(-1, fault.margin)
    game = moving { foot("a1", 900, 300), foot("a2", 740, 350), foot("a3", 1060, 350) }
    give(game, "a", "move", { unit = "a1", distance = mm(60) })
    -- A column is one base wide.
    game = moving { foot("a1", 900, 250, { drill = "column" }), foot("a2", 800, 350), foot("a3", 1000, 350) }
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    give(game, "a", "march", { unit = "a1", distance = mm(75) })
    assert.are.same({ 900, 400, 0 }, at(game, "a1"))
  end)

  it("brings nobody into contact: that is for charges", function()
    -- The enemy's front is 40 mm before its own.
    local game = moving({ foot("a1", 900, 300) }, { b = { T.foot("b1", 1000, 360), T.foot("b2", 900, 1150) } })
    refused(game, "move", { unit = "a1", distance = mm(40) }, "C.3a R25", "contact with b1")
    refused(game, "move", { unit = "a1", distance = mm(39) }, "C.3a R25")
    give(game, "a", "move", { unit = "a1", distance = mm(38) })
    -- Nor by a corner, going by: 1 mm beside it is contact.
    game = moving({ foot("a1", 900, 300) }, { b = { T.foot("b1", 1060.5, 330), T.foot("b2", 900, 1150) } })
    refused(game, "move", { unit = "a1", distance = mm(50) }, "C.3a R25", "b1")
    game = moving({ foot("a1", 900, 300) }, { b = { T.foot("b1", 1062, 330), T.foot("b2", 900, 1150) } })
    give(game, "a", "move", { unit = "a1", distance = mm(50) })
  end)

  it("leads out of contact, where an enemy has come upon it, but does not end in it", function()
    -- Their fronts touch: only back. Beside each other by half a base they part after 10 mm of overlap of depth.
    local game = moving({ foot("a1", 900, 300) }, { b = { T.foot("b1", 900, 320), T.foot("b2", 900, 1150) } })
    refused(game, "move", { unit = "a1", distance = mm(1) }, "4.2.8", "b1")
    give(game, "a", "retire", { unit = "a1", distance = mm(50) })
    game = moving({ foot("a1", 900, 300) }, { b = { T.foot("b1", 1060, 310), T.foot("b2", 900, 1150) } })
    refused(game, "move", { unit = "a1", distance = mm(31) }, "C.3a", "contact with b1") -- its rear 1 mm past b1's
    give(game, "a", "move", { unit = "a1", distance = mm(32) })
    assert.are.equal(1, #T.all_legal(moving({ foot("a1", 900, 300) }, {
      b = { T.foot("b1", 1060, 310), T.foot("b2", 900, 1150) },
    }), "a", "retire"))
  end)

  it("keeps clear of an enemy it stands near askew", function()
    -- A corner 1.1 mm from its rear: back by 0.2 mm is contact, ahead is free.
    local game = moving({ horse("a1", 900, 300) }, {
      b = { T.foot("b1", 900, 183.4, { facing = "north_east" }), T.foot("b2", 900, 1150) },
    })
    T.all_legal(game, "a")
    give(game, "a", "move", { unit = "a1", distance = mm(180) })
  end)

  it("has room to pivot, or does not", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 900, 340) }
    -- 20 mm between their bases: 80 mm of a half front turned by 45 degrees reaches 57 + 7 mm.
    refused(game, "move", { unit = "a1", distance = mm(10), pivot = 45000 }, "4.2.8", "a2")
    refused(game, "turn", { unit = "a1", by = 45000 }, "4.2.8", "a2")
    game = moving({ foot("a1", 900, 300) }, { b = { T.foot("b1", 1010, 350), T.foot("b2", 900, 1150) } })
    refused(game, "turn", { unit = "a1", by = -30000 }, "4.2.8")
  end)

  it("takes the generals with it", function()
    local game = moving({ foot("a1", 900, 300) }, { general_a = { with = "a1" } })
    local before = at(game, "ga")
    give(game, "a", "move", { unit = "a1", distance = mm(60) })
    assert.are.same({ before[1], before[2] + 60 }, { at(game, "ga")[1], at(game, "ga")[2] })
  end)

  it("gets past generals' figures and the dead", function()
    local game = moving({ foot("a1", 900, 300), foot("a2", 900, 360) }, { general_a = { at = { 820, 330 } } })
    T.set(game, T.unit(game, "a2"), "status", "gone")
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
  end)
end)

describe("difficult going", function()
  it("makes the whole move difficult when any of it is", function()
    -- Crops from 20 mm before its front on: 50 mm, or the 20 before them.
    local game = moving({ foot("a1", 900, 300) }, { ground = area("f", "crops", 700, 330, 1100, 500) })
    local fault = refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37", "50 mm")
    assert.are.equal(-1, fault.margin)
    give(game, "a", "move", { unit = "a1", distance = mm(50) })
    T.says(T.story(game), "difficult")
    -- From 60 mm on: 60 mm at good going, for 61 would be a difficult move of 50.
    game = moving({ foot("a1", 900, 300) }, { ground = area("f", "crops", 700, 370, 1100, 500) })
    refused(game, "move", { unit = "a1", distance = mm(61) }, "4.2.2 R37", "50 mm")
    give(game, "a", "move", { unit = "a1", distance = mm(60) })
  end)

  it("is where it stands already, and what a corner of it touches", function()
    local game = moving({ foot("a1", 900, 300) }, { ground = area("f", "crops", 700, 200, 1100, 301) })
    refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37")
    game = moving({ foot("a1", 900, 300) }, { ground = area("f", "crops", 979, 330, 1100, 500) })
    refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37")
    game = moving({ foot("a1", 900, 300) }, { ground = area("f", "crops", 980, 330, 1100, 500) })
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
  end)

  it("is made by crops, fords, hedges, fences and walls; hills, roads and bridges are good", function()
    for terrain, slow in pairs { crops = true, ford = true, road = false, bridge = false, hill = false, open = false } do
      local more = terrain == "hill" and "hill = 20," or ""
      local game = moving({ foot("a1", 900, 300) }, { ground = area("f", terrain, 700, 330, 1100, 500, more) })
      local fault = refusal(game, "a", "move", { unit = "a1", distance = mm(75) })
      assert.are.equal(slow, fault ~= nil, terrain)
    end
    for _, kind in ipairs { "hedge", "fence", "wall" } do
      local line = ('line "l" { kind = %q, points = { {700, 350}, {1100, 350} } },'):format(kind)
      local game = moving({ foot("a1", 900, 300) }, { ground = line })
      refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37", kind)
      give(game, "a", "move", { unit = "a1", distance = mm(40) }) -- up to it
      assert.are.equal(340, at(game, "a1")[2])
      -- Its middle is over the line now: its rear has the line still to cross, and next turn's move is difficult too.
      game = moving({ foot("a1", 900, 350) }, { ground = line })
      refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37", kind)
      give(game, "a", "move", { unit = "a1", distance = mm(50) })
      assert.is_true(T.calls(game, "movement.allowance")[1].args.difficult)
    end
  end)

  it("is not on a road that leads through it, for who is as narrow as that", function()
    local wood = area("w", "woods", 700, 330, 1100, 800) .. area("r", "road", 870, 200, 930, 900)
    local game = moving({ foot("a1", 900, 260, { drill = "column" }) }, { ground = wood })
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    game = moving({ foot("a1", 900, 300) }, { ground = wood })
    refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37", "woods")
    game = moving({ guns("a1", 900, 290, { drill = "limbered" }) }, { ground = wood })
    give(game, "a", "move", { unit = "a1", distance = mm(120) })
  end)

  it("is what a pivot at the end brings it into", function()
    local game = moving({ foot("a1", 900, 300) }, { ground = area("f", "crops", 700, 386, 1100, 500) })
    -- 75 mm on its front is at 385; turned, a corner is in the crops.
    refused(game, "move", { unit = "a1", distance = mm(75), pivot = 30000, when = "last" }, "4.2.2 R37", "50 mm")
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
  end)

  it("is what a unit is turned out of, also where more is ahead", function()
    -- Its left front corner stands in crops; turned by 45 degrees it is out of them, and others are 172 mm on.
    local fields = area("f", "crops", 850, 330, 865, 345) .. area("g", "crops", 1050, 450, 1300, 700)
    local game = moving({ horse("a1", 900, 300) }, { ground = fields })
    refused(game, "move", { unit = "a1", distance = mm(121), pivot = 45000 }, "4.2.2 R37", "turned out of")
    give(game, "a", "move", { unit = "a1", distance = mm(120), pivot = 45000 })
    assert.is_true(T.calls(game, "movement.allowance")[1].args.difficult)
  end)

  it("is not what lies beyond a move to the rear", function()
    local game = moving({ foot("a1", 900, 300) }, { ground = area("f", "crops", 700, 200, 1100, 260) })
    give(game, "a", "retire", { unit = "a1", distance = mm(30) })
    assert.is_false(T.calls(game, "movement.allowance")[1].args.difficult)
  end)

  it("bars guns and wagons from woods, and everybody from what is impassable", function()
    local wood = area("w", "woods", 700, 380, 1100, 500)
    local game = moving({ guns("a1", 900, 300, { drill = "limbered" }), T.wagons("a2", 800, 300) }, { ground = wood })
    local fault = refused(game, "move", { unit = "a1", distance = mm(60) }, "4.2.7.5 R45", "50 mm on")
    assert.are.equal(-10, fault.margin)
    refused(game, "move", { unit = "a2", distance = mm(60) }, "4.2.7.5 R45")
    game = moving({ horse("a1", 900, 300) }, { ground = area("w", "impassable", 700, 380, 1100, 500) })
    refused(game, "move", { unit = "a1", distance = mm(60) }, "C.4 R43", "40 mm on")
    game = moving({ horse("a1", 900, 300) }, { ground = wood })
    refused(game, "move", { unit = "a1", distance = mm(121) }, "4.2.2 R37")
    give(game, "a", "move", { unit = "a1", distance = mm(120) })
  end)
end)

describe("a turn", function()
  it("is free up to 45 degrees, and else the unit's move", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 400, 300) }
    give(game, "a", "turn", { unit = "a1", by = 45000 })
    assert.is_nil(T.unit(game, "a1").acted)
    refused(game, "turn", { unit = "a1", by = 1000 }, "4.2.2bis.1")
    give(game, "a", "turn", { unit = "a2", facing = 180000 })
    assert.are.same({ 400, 300, 180 }, at(game, "a2"))
    assert.is_true(T.unit(game, "a2").moved)
    refused(game, "move", { unit = "a2", distance = mm(10) }, "4.2.2bis R36")
  end)

  it("of deployed guns is their move, in any direction", function()
    local game = moving { guns("a1", 900, 300), guns("a2", 400, 300, { drill = "limbered" }) }
    refused(game, "turn", { unit = "a1", by = 10000 }, "4.2.3", "pivot_guns")
    give(game, "a", "pivot_guns", { unit = "a1", by = 10000 })
    assert.are.equal("turn", T.unit(game, "a1").acted)
    refused(game, "pivot_guns", { unit = "a2", by = 10000 }, "4.2.3")
    give(game, "a", "turn", { unit = "a2", by = 30000 })
    give(game, "a", "move", { unit = "a2", distance = mm(120) })
  end)
end)

describe("a move to the rear", function()
  it("is at the difficult rate, facing the enemy", function()
    local game = moving { foot("a1", 900, 300), horse("a2", 400, 300) }
    local fault = refused(game, "retire", { unit = "a1", distance = mm(51) }, "4.2.2", "50 mm")
    assert.are.equal(-1, fault.margin)
    give(game, "a", "retire", { unit = "a1", distance = mm(50) })
    assert.are.same({ 900, 250, 0 }, at(game, "a1"))
    give(game, "a", "retire", { unit = "a2", distance = mm(120) })
    assert.are.same({ 400, 180, 0 }, at(game, "a2"))
    refused(game, "move", { unit = "a1", distance = mm(1) }, "4.2.2bis R36")
  end)

  it("goes through nobody", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 900, 260) }
    local fault = refused(game, "retire", { unit = "a1", distance = mm(21) }, "4.2.8", "a2")
    assert.are.equal(-1, fault.margin)
  end)
end)

describe("the free move of a column", function()
  it("is a second full move with its own pivot", function()
    local game = moving { foot("a1", 900, 300, { drill = "column" }), horse("a2", 400, 300, { drill = "column" }) }
    refused(game, "march", { unit = "a1", distance = mm(75) }, "4.2.10 R40", "still to make")
    give(game, "a", "move", { unit = "a1", distance = mm(75), pivot = 10000 })
    give(game, "a", "march", { unit = "a1", distance = mm(75), pivot = -10000 })
    assert.are.same({ 913, 449, 0 }, at(game, "a1")) -- 75 sin 10 = 13.0, 75 cos 10 = 73.9
    refused(game, "march", { unit = "a1", distance = mm(10) }, "4.2.10", "had its free move")
    give(game, "a", "move", { unit = "a2", distance = mm(180) })
    give(game, "a", "march", { unit = "a2", distance = mm(180) })
    assert.are.same({ 400, 660, 0 }, at(game, "a2"))
  end)

  it("is for columns alone, not backwards, and not after a change of formation", function()
    local column = { drill = "column" }
    local game = moving { foot("a1", 900, 300), foot("a2", 600, 300, column), foot("a3", 300, 300), light("a4", 1400, 300) }
    for _, id in ipairs { "a1", "a4" } do
      give(game, "a", "move", { unit = id, distance = mm(50) })
      refused(game, "march", { unit = id, distance = mm(10) }, "4.2.10", "column")
    end
    give(game, "a", "retire", { unit = "a2", distance = mm(50) })
    refused(game, "march", { unit = "a2", distance = mm(10) }, "4.2.10 R40", "ahead")
    give(game, "a", "change_formation", { unit = "a3", to = "column" })
    give(game, "a", "move", { unit = "a3", distance = mm(50) })
    refused(game, "march", { unit = "a3", distance = mm(10) }, "4.2.10 R40", "formation")
  end)

  it("has that move's own going", function()
    local game = moving({ foot("a1", 900, 300, { drill = "column" }) }, {
      ground = area("f", "crops", 700, 420, 1100, 600),
    })
    give(game, "a", "move", { unit = "a1", distance = mm(75) }) -- its front is at 415
    refused(game, "march", { unit = "a1", distance = mm(51) }, "4.2.2 R37")
    give(game, "a", "march", { unit = "a1", distance = mm(50) })
  end)
end)

describe("what may be done", function()
  it("is offered with ranges, all of which are legal", function()
    local ground = area("f", "crops", 850, 330, 1100, 500) .. area("w", "woods", 300, 350, 600, 600)
    local game = moving({
      foot("a1", 900, 300), foot("a2", 700, 300, { drill = "column" }), horse("a3", 400, 280), guns("a4", 200, 300),
      light("a5", 1200, 300), guns("a6", 1400, 300, { drill = "limbered" }), T.wagons("a7", 1500, 300),
    }, { ground = ground, b = { T.horse("b1", 1210, 400), T.foot("b2", 900, 1150) } })
    T.all_legal(game, "a")
    local seen = {}
    for _, one in ipairs(T.legal(game, "a", "move")) do
      if not one.at_most then seen[one.unit] = one.ranges.distance[2] end
    end
    assert.are.same({ a1 = mm(50), a2 = mm(75), a3 = mm(120), a6 = mm(120), a7 = mm(120) }, {
      a1 = seen.a1, a2 = seen.a2, a3 = seen.a3, a6 = seen.a6, a7 = seen.a7,
    })
    -- The horse faces it 50 mm on (its rear at 360, the front of the skirmishers at 310): contact is a millimetre,
    -- and what is measured to be one to within 2 micrometres.
    assert.are.equal(48998, seen.a5)
  end)
end)

describe("a move that the players measure", function()
  local function told(answers)
    local asked = {}
    return function(question)
      asked[#asked + 1] = question.fact
      return answers[question.fact]
    end, asked
  end

  it("is told how far it goes, and asks about the ground only when that decides", function()
    local tell, asked = told { way = true }
    local game = T.to(T.game { a = { foot("a1") }, b = { foot("b1") }, told = tell }, "a", "movement")
    local before = #asked
    refused(game, "move", { unit = "a1", distance = mm(76) }, "4.2.2", "75 mm")
    assert.is_nil(refusal(game, "a", "move", { unit = "a1", distance = mm(50) }))
    assert.are.equal(before, #asked)
    local line, fault = game:command { side = "a", ["do"] = "move", unit = "a1", distance = mm(60) }
    assert.is_nil(line)
    assert.are.equal("4.2.2 R37", fault.cite)
    assert.are.equal(before + 1, #asked)
    give(game, "a", "move", { unit = "a1" })
    T.says(T.story(game), "a1 may move up to 75 mm, 50 mm if any of the way is difficult")
    assert.is_true(T.unit(game, "a1").moved)
    assert.are.equal(before + 1, #asked)
  end)

  it("to the rear is at one rate, and none after a change of foot", function()
    local tell = told {}
    local game = T.to(T.game { a = { foot("a1"), foot("a2") }, b = { foot("b1") }, told = tell }, "a", "movement")
    give(game, "a", "retire", { unit = "a1" })
    T.says(T.story(game), "a1 may fall back up to 50 mm.")
    T.says(refusal(game, "a", "retire", { unit = "a2", distance = 50001 }).message, "is 50.001 mm, its move is 50 mm")
    give(game, "a", "change_formation", { unit = "a2", to = "column" })
    refused(game, "retire", { unit = "a2" }, "4.2.4 4.2.5.2", "no move left")
  end)
end)

describe("who touches impassable ground", function()
  it("goes out of it and no further in (C.4)", function()
    -- Front edges at y = 310, 1 mm over the edge: a1 looks into it, a2 away from it.
    local game = moving({ foot("a1", 900, 200), foot("a2", 500, 200, { facing = "south" }) }, {
      ground = 'area "cliff" { terrain = "impassable", rect = { { 300, 309 }, { 1100, 400 } } }',
      set = {
        ["units.a1.base"] = { x = mm(900), y = mm(300), facing = 0, width = mm(160), depth = mm(20) },
        ["units.a2.base"] = { x = mm(500), y = mm(300), facing = 180000, width = mm(160), depth = mm(20) },
      },
    })
    refused(game, "move", { unit = "a1", distance = mm(5) }, "C.4 R43", "which nobody enters, 0 mm on")
    give(game, "a", "move", { unit = "a2", distance = mm(75) })
    assert.are.same({ 500, 225, 180 }, at(game, "a2"))
  end)
end)

describe("a road through a hedge", function()
  local HEDGE <const> = 'line "h" { kind = "hedge", points = { { 700, 340 }, { 1100, 340 } } },'
    .. area("r", "road", 880, 200, 920, 500)

  it("is good going for what is wholly on it, and no other", function()
    local game = moving({ foot("a1", 900, 300, { drill = "column" }), foot("a2", 760, 300) }, { ground = HEDGE })
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    refused(game, "move", { unit = "a2", distance = mm(51) }, "4.2.2 R37", "the hedge h")
    -- A line of 160 mm is on the road with its middle alone.
    refused(moving({ foot("a1", 900, 300) }, { ground = HEDGE }), "move", { unit = "a1", distance = mm(51) },
      "4.2.2 R37", "the hedge h")
  end)
end)

describe("the edges of the ground", function()
  it("are kept to the last tenth of a millimetre", function()
    -- 60 mm from its front to the northern edge.
    local game = moving({ foot("a1", 900, 1130) }, { b = { foot("b1", 100, 100) } })
    local fault = refused(game, "move", { unit = "a1", distance = mm(60) + 50 }, "4.2.1", "the edge of the table")
    assert.are.equal(-1, fault.margin)
    give(game, "a", "move", { unit = "a1", distance = mm(60) })
  end)

  it("keep a turn's corner out of a village and off ground that bars", function()
    -- Turned by 30 degrees the 80 mm of horse reach 40 (sin 30 + cos 30) = 54.6 mm to their right.
    for terrain, cite in pairs { town = "4.2.7 SR.4", impassable = "4.2.7 SR.4" } do
      local function turned(west)
        return T.refusal(moving({ horse("a1", 900, 300) }, { ground = area("g", terrain, west, 250, west + 200, 350) }),
          "a", "turn", { unit = "a1", by = 30000 })
      end
      assert.are.equal(cite, turned(954.2).cite)
      assert.is_nil(turned(954.7))
    end
  end)

  it("keep the corner of a battery out of a village as it turns (4.2.3)", function()
    -- 20 and 30 mm from its middle, a corner comes 36.06 mm to the right of that after 56.3 degrees.
    local function pivoted(west)
      return T.refusal(moving({ guns("a1", 900, 300) }, { ground = area("g", "town", west, 250, west + 200, 350) }),
        "a", "pivot_guns", { unit = "a1", by = 56310 })
    end
    assert.are.equal("4.2.7 SR.4", pivoted(935.5).cite)
    assert.is_nil(pivoted(936.2))
  end)

  it("make a move difficult that is turned out of difficult going first (R37)", function()
    -- The line's right end is in the crops until it has turned.
    local crops = { ground = area("f", "crops", 975, 250, 1200, 312) }
    local game = moving({ foot("a1", 900, 300) }, crops)
    refused(game, "move", { unit = "a1", distance = mm(51), pivot = -45000 }, "4.2.2 R37", "turned out of")
    give(game, "a", "move", { unit = "a1", distance = mm(50), pivot = -45000 })
    game = moving({ foot("a1", 900, 300) }, crops)
    give(game, "a", "turn", { unit = "a1", by = -45000 })
    refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37", "turned out of")
    T.next_movement(game)
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
  end)
end)
