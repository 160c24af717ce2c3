--- 4.2.7.4, 4.2.7.5, SR.3, SR.4, R45, R79, R80 on the table: towns, fieldworks and woods entered and left. A town 200 by
--- 160 mm, its southern edge at y = 400; a section of fieldworks of the size of two bases, its rear at y = 400.
local T <const> = require "horse_and_musket_table"

local foot, light, horse, guns, give, at = T.foot, T.light, T.horse, T.guns, T.give, T.at
local area, mm, next_turn, refused = T.area, T.mm, T.next_movement, T.refused

after_each(T.finished)

local TOWN <const> = area("lobositz", "town", 800, 400, 1000, 560, 'name = "Lobositz"')
local WORKS <const> = area("flesche", "fieldworks", 860, 400, 940, 440, 'name = "the fleche", front = "north"')

local function moving(ground, a, more)
  local spec = { a = a, b = { T.foot("b1", 900, 1150) }, ground = ground }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "movement")
end

describe("a town", function()
  it("is entered as difficult going, by one unit of infantry", function()
    local game = moving(TOWN, { foot("a1", 900, 340), foot("a2", 700, 300) })
    -- The front of a1 is 50 mm from it.
    give(game, "a", "enter", { unit = "a1", area = "Lobositz" })
    assert.are.equal("lobositz", T.unit(game, "a1").inside)
    assert.are.same({ 900, 480, 0 }, at(game, "a1"))
    assert.is_true(T.unit(game, "a1").moved)
    refused(game, "enter", { unit = "a2", area = "town" }, "4.2.7.4", "held by a1")
    game = moving(TOWN, { foot("a1", 900, 339), light("a2", 900, 300) })
    local fault = refused(game, "enter", { unit = "a1", area = "lobositz" }, "4.2.7", "50 mm at most")
    assert.are.equal(-1, fault.margin)
    T.put(game, "a1", 300, 300)
    T.put(game, "a2", 900, 315) -- 75 mm
    give(game, "a", "enter", { unit = "a2", area = "lobositz" })
  end)

  it("is for nobody else", function()
    local game = moving(TOWN, { horse("a1", 900, 330), guns("a2", 820, 300, { drill = "limbered" }), T.wagons("a3", 700, 350) })
    for _, id in ipairs { "a1", "a2", "a3" } do
      refused(game, "enter", { unit = id, area = "lobositz" }, "4.2.7.4", "infantry only")
    end
    refused(game, "move", { unit = "a1", distance = mm(60) }, "4.2.7.4 R45", "30 mm on")
    refused(game, "enter", { unit = "a1", area = "Prag" }, "4.2.7 SR.3 SR.4 R44", "lobositz")
  end)

  it("stops a move at its edge, and is entered after a turn toward it", function()
    local game = moving(TOWN, { foot("a1", 900, 340), foot("a2", 740, 480, { facing = "east" }),
      foot("a3", 1040, 480, { facing = "east" }) })
    refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.7.4 SR.4", "50 mm on")
    refused(game, "enter", { unit = "a3", area = "lobositz" }, "4.2.1", "straight ahead")
    -- Turned by 20 degrees, its front left corner is at 740 + 10 cos 20 + 80 sin 20 = 776.8, 24.7 mm of way from it.
    give(game, "a", "enter", { unit = "a2", area = "lobositz", pivot = 20000 })
    assert.are.same({ 900, 480, 110 }, at(game, "a2"))
  end)

  it("is left as difficult going, formed, on any side", function()
    local game = moving(TOWN, { foot("a1", nil, nil, { inside = "lobositz" }) })
    assert.are.same({ 900, 480, 0 }, at(game, "a1"))
    refused(game, "move", { unit = "a1", distance = mm(10) }, "SR.3 SR.4", "leave")
    refused(game, "change_formation", { unit = "a1", to = "column" }, "R79 R80")
    -- Its 20 mm of depth and 30 more are the 50 of its move.
    local fault = refused(game, "leave", { unit = "a1", facing = 90000, distance = mm(31) }, "4.2.7.4", "30 mm")
    assert.are.equal(-1, fault.margin)
    give(game, "a", "leave", { unit = "a1", facing = 90000, distance = mm(30) })
    assert.are.same({ 1040, 480, 90 }, at(game, "a1"))
    assert.is_nil(T.unit(game, "a1").inside)
    assert.are.equal(mm(160), T.unit(game, "a1").base.width)
    refused(game, "leave", { unit = "a1" }, "4.2.2bis R36")
  end)

  it("is not left where somebody stands", function()
    local game = moving(TOWN, { foot("a1", nil, nil, { inside = "lobositz" }), foot("a2", 900, 385) })
    refused(game, "leave", { unit = "a1", facing = 180000 }, "4.2.8", "a2")
    give(game, "a", "leave", { unit = "a1" })
    assert.are.same({ 900, 570, 0 }, at(game, "a1"))
  end)
end)

describe("fieldworks", function()
  it("take a whole turn to enter, from their edge", function()
    local game = moving(WORKS, { foot("a1", 900, 340) })
    local fault = refused(game, "enter", { unit = "a1", area = "flesche" }, "SR.4 R45", "50 mm away")
    assert.are.equal(-49, fault.margin)
    give(game, "a", "move", { unit = "a1", distance = mm(50) })
    refused(game, "enter", { unit = "a1", area = "flesche" }, "4.2.2bis R36")
    next_turn(game)
    give(game, "a", "enter", { unit = "a1", area = "the fleche" })
    local base = T.unit(game, "a1").base
    assert.are.same({ 900, 420, 0 }, at(game, "a1"))
    assert.are.same({ mm(80), mm(40) }, { base.width, base.depth }) -- two bases wide (SR.4)
    assert.are.equal("flesche", T.unit(game, "a1").inside)
    next_turn(game)
    refused(game, "leave", { unit = "a1", facing = 180000, distance = mm(1) }, "SR.4 R45", "adjoining")
    give(game, "a", "leave", { unit = "a1", facing = 180000 })
    assert.are.same({ 900, 390, 180 }, at(game, "a1"))
  end)

  it("are for infantry, one unit of it; guns that stand there stay", function()
    local deep = area("flesche", "fieldworks", 860, 400, 940, 480, 'front = "north"') -- a gun is 60 mm deep
    local game = moving(deep, { guns("a1", nil, nil, { inside = "flesche" }), foot("a2", 900, 390),
      horse("a3", 600, 420) })
    refused(game, "enter", { unit = "a2", area = "flesche" }, "SR.4", "held by a1")
    refused(game, "enter", { unit = "a3", area = "flesche" }, "SR.4", "infantry only")
    refused(game, "leave", { unit = "a1" }, "SR.4 R45", "only infantry")
    refused(game, "limber", { unit = "a1" }, "R45")
    refused(game, "move", { unit = "a2", distance = mm(11) }, "4.2.7.4 SR.4")
  end)

  it("have the front they were given, whoever stands in them", function()
    local second = area("redan", "fieldworks", 1160, 400, 1240, 480, 'front = "north"')
    local game = moving(WORKS .. second, { foot("a1", nil, nil, { inside = "flesche" }),
      guns("a2", nil, nil, { inside = "redan" }) })
    for _, by in ipairs { 20000, 180000 } do
      refused(game, "turn", { unit = "a1", by = by }, "SR.4 R80", "own front")
      refused(game, "pivot_guns", { unit = "a2", by = by }, "SR.4 R80", "own front")
    end
    assert.are.same({}, T.legal(game, "a", "turn"))
    assert.are.same({}, T.legal(game, "a", "pivot_guns"))
  end)

  it("are not entered by who has turned, or changed its formation", function()
    local game = moving(WORKS, { foot("a1", 900, 390) })
    T.set(game, T.unit(game, "a1"), "changed", "column")
    refused(game, "enter", { unit = "a1", area = "flesche" }, "SR.4", "changed its formation")
    T.set(game, T.unit(game, "a1"), "changed", nil)
    give(game, "a", "turn", { unit = "a1", facing = 180000 })
    refused(game, "enter", { unit = "a1", area = "flesche" }, "4.2.2bis R36")
  end)
end)

describe("a wood", function()
  local WOOD <const> = area("wald", "woods", 700, 360, 1100, 700)

  it("is entered as far as the move goes, or until all of it is inside", function()
    local game = moving(WOOD, { foot("a1", 900, 310) })
    give(game, "a", "enter", { unit = "a1", area = "wald" })
    assert.are.same({ 900, 360, 0 }, at(game, "a1")) -- 50 mm, half of it inside
    assert.is_nil(T.unit(game, "a1").inside)
  end)

  it("is not entered from too far away, nor by guns", function()
    local game = moving(WOOD, { foot("a1", 900, 299), guns("a2", 800, 320, { drill = "limbered" }), light("a3", 1000, 320) })
    refused(game, "enter", { unit = "a1", area = "wald" }, "4.2.7.5")
    refused(game, "enter", { unit = "a2", area = "wald" }, "4.2.7.5", "infantry and cavalry only")
    give(game, "a", "enter", { unit = "a3", area = "wald" })
    assert.are.same({ 1000, 371, 0 }, at(game, "a3")) -- wholly in: its rear a millimetre past the edge
  end)
end)

describe("what is offered", function()
  it("at towns and fieldworks is legal", function()
    local game = moving(TOWN .. area("flesche", "fieldworks", 1260, 400, 1340, 440, 'front = "north"'), {
      foot("a1", 880, 345), foot("a2", 1300, 390), horse("a3", 600, 480), foot("a4", 690, 440, { facing = "east" }),
    })
    local list, found = T.all_legal(game, "a"), {}
    for _, one in ipairs(list) do
      if one["do"] == "enter" then found[#found + 1] = one.unit .. " " .. one.area end
    end
    table.sort(found)
    assert.are.same({ "a1 lobositz", "a2 flesche" }, found)
    give(game, "a", "enter", { unit = "a1", area = "lobositz" })
    next_turn(game)
    local sides = 0
    for _, one in ipairs(T.all_legal(game, "a")) do
      if one["do"] == "leave" then sides = sides + 1 end
    end
    assert.are.equal(4, sides)
  end)
end)

describe("where the players measure", function()
  it("asks how far the town is, and nothing else", function()
    local asked, far = {}, 51
    local function tell(question)
      asked[#asked + 1] = question.fact
      if question.fact == "area_distance" then return far end
      return question.offered or {}
    end
    local game = T.to(T.game { a = { foot("a1") }, b = { foot("b1") }, ground = TOWN, told = tell }, "a", "movement")
    local before = #asked
    local line, fault = game:command { side = "a", ["do"] = "enter", unit = "a1", area = "lobositz" }
    assert.is_nil(line)
    assert.are.equal("4.2.7.4", fault.cite)
    far = 50
    give(game, "a", "enter", { unit = "a1", area = "lobositz" })
    assert.are.same({ "area_distance", "area_distance" }, table.move(asked, before + 1, #asked, 1, {}))
    assert.are.equal("lobositz", T.unit(game, "a1").inside)
    next_turn(game)
    give(game, "a", "leave", { unit = "a1" })
    assert.is_nil(T.unit(game, "a1").inside)
  end)
end)
