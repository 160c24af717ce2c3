--- 4.2.5, 4.2.9, R38, R39, R41 on the table: changes of formation, lines by facing, limbering and deploying. A line of foot
--- is 160 by 20 mm, its column 40 by 80; horse 80 by 80, its column 40 by 160; guns 40 by 60.
local T <const> = require "horse_and_musket_table"

local foot, horse, guns, give, at = T.foot, T.horse, T.guns, T.give, T.at
local mm, moving, refused = T.mm, T.moving, T.refused

after_each(T.finished)

--- Width and depth of a base, in mm.
local function size(game, id)
  local base = T.unit(game, id).base
  return { base.width // 1000, base.depth // 1000 }
end

describe("a change of formation", function()
  it("costs a level of the move, about the same centre", function()
    local game = moving { foot("a1", 900, 300), horse("a2", 400, 300) }
    give(game, "a", "change_formation", { unit = "a1", to = "column" })
    assert.are.same({ 40, 80 }, size(game, "a1"))
    assert.are.same({ 900, 300, 0 }, at(game, "a1"))
    assert.are.equal("column", T.unit(game, "a1").drill)
    assert.is_true(T.unit(game, "a1").moved)
    refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2", "50 mm")
    give(game, "a", "move", { unit = "a1", distance = mm(50) })
    give(game, "a", "change_formation", { unit = "a2", to = "column" })
    assert.are.same({ 40, 160 }, size(game, "a2"))
    refused(game, "move", { unit = "a2", distance = mm(121) }, "4.2.2", "120 mm")
  end)

  it("leaves no move at all in difficult going", function()
    local crops = 'area "f" { terrain = "crops", outline = { {700, 200}, {1100, 200}, {1100, 500}, {700, 500} } },'
    local game = moving({ foot("a1", 900, 300) }, { ground = crops })
    give(game, "a", "change_formation", { unit = "a1", to = "column" })
    refused(game, "move", { unit = "a1", distance = mm(1) }, "4.2.5.2", "no move left")
    game = moving { foot("a1", 900, 300) }
    give(game, "a", "change_formation", { unit = "a1", to = "column" })
    refused(game, "retire", { unit = "a1", distance = mm(1) }, "4.2.2", "0 mm") -- to the rear is difficult too
  end)

  it("is without penalty for Prussian foot, but movement all the same", function()
    local game = moving({ foot("a1", 900, 300), horse("a2", 400, 300) }, { army_a = "prussian" })
    give(game, "a", "change_formation", { unit = "a1", to = "column" })
    T.says(T.story(game), "without penalty")
    assert.is_true(T.unit(game, "a1").moved)
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    give(game, "a", "change_formation", { unit = "a2", to = "column" })
    refused(game, "move", { unit = "a2", distance = mm(121) }, "4.2.2")
  end)

  it("leaves less in difficult going, and foot nothing there", function()
    -- Very short, less a level, is none; medium, less one, is 75 mm.
    local crops = 'area "c" { terrain = "crops", outline = { {0, 0}, {1800, 0}, {1800, 700}, {0, 700} } },'
    local game = moving({ foot("a1", 900, 300), horse("a2", 600, 300), foot("a3", 300, 300) }, { ground = crops })
    game.state.root.units.a2.plural = true -- as lancers are
    give(game, "a", "change_formation", { unit = "a1", to = "column" })
    give(game, "a", "change_formation", { unit = "a2", to = "column" })
    T.says(T.story(game), "a1 forms column, and moves no more")
    T.says(T.story(game), "a2 form column, and have 75 mm left")
    refused(game, "move", { unit = "a1", distance = mm(1) }, "4.2.5.2", "no move left")
    refused(game, "turn", { unit = "a1", by = 90000 }, "4.2.5.2", "no move left")
    give(game, "a", "move", { unit = "a2", distance = mm(75) })
    T.says(T.legal(game, "a", "change_formation")[1].text, "moves no more")
  end)

  it("leaves no move into a town at whose edge it was made", function()
    local town = 'area "t" { terrain = "town", outline = { {800, 400}, {1000, 400}, {1000, 560}, {800, 560} } },'
    local game = moving({ foot("a1", 900, 360, { drill = "column", facing = "east" }), foot("a2", 600, 300) },
      { ground = town, army_a = "other" })
    T.put(game, "a1", 900, 389, 0)
    T.set(game, T.unit(game, "a1"), "changed", "line")
    refused(game, "enter", { unit = "a1", area = "t" }, "4.2.5.2", "no move left")
  end)

  it("is made once a turn, before the unit moves, by troops that have another formation", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 600, 300), T.light("a3", 300, 300), guns("a4", 1200, 300),
      T.wagons("a5", 1300, 300), T.hussars("a6", 1500, 300) }
    give(game, "a", "change_formation", { unit = "a1", to = "column" })
    refused(game, "change_formation", { unit = "a1", to = "line" }, "R38", "this turn")
    give(game, "a", "move", { unit = "a2", distance = mm(10) })
    refused(game, "change_formation", { unit = "a2", to = "column" }, "4.2.2bis R36")
    refused(game, "change_formation", { unit = "a3", to = "column" }, "Units", "light infantry")
    refused(game, "change_formation", { unit = "a4", to = "column" }, "4.2.5.1", "limber")
    refused(game, "change_formation", { unit = "a5", to = "column" }, "Units")
    refused(game, "change_formation", { unit = "a6", to = "column" }, "Units")
  end)

  it("wants room", function()
    local game = moving { foot("a1", 900, 300, { drill = "column" }), foot("a2", 980, 300, { drill = "column" }) }
    -- A line's 80 mm to either side against 60 to the next column's edge.
    local fault = refused(game, "change_formation", { unit = "a1", to = "line" }, "4.2.8", "a2")
    assert.are.equal(-20, fault.margin)
    game = moving({ foot("a1", 900, 300, { drill = "column" }) }, { b = { T.foot("b1", 1060.5, 300), T.foot("b2", 900, 1150) } })
    refused(game, "change_formation", { unit = "a1", to = "line" }, "C.3a R25", "b1")
  end)
end)

describe("a line by facing", function()
  it("stands at right angles to the march, costs nothing and is no movement", function()
    local column = { drill = "column" }
    local game = moving { foot("a1", 900, 300, column), foot("a2", 400, 300, column) }
    give(game, "a", "deploy_line", { unit = "a1", to = "right" })
    assert.are.same({ 900, 300, 90 }, at(game, "a1"))
    assert.are.same({ 160, 20 }, size(game, "a1"))
    assert.is_nil(T.unit(game, "a1").moved)
    give(game, "a", "move", { unit = "a1", distance = mm(75) }) -- a full move
    assert.are.same({ 975, 300, 90 }, at(game, "a1"))
    -- At the end of its move and its march too.
    give(game, "a", "move", { unit = "a2", distance = mm(75) })
    give(game, "a", "march", { unit = "a2", distance = mm(75) })
    give(game, "a", "deploy_line", { unit = "a2", to = "left" })
    assert.are.same({ 400, 450, 270 }, at(game, "a2"))
    refused(game, "change_formation", { unit = "a1", to = "column" }, "4.2.2bis R36")
  end)

  it("is for columns of close order infantry", function()
    local game = moving { foot("a1", 900, 300), horse("a2", 400, 300, { drill = "column" }), T.light("a3", 1300, 300) }
    for _, id in ipairs { "a1", "a2", "a3" } do
      refused(game, "deploy_line", { unit = id, to = "left" }, "4.2.9", "march column")
    end
  end)

  it("wants room and leave", function()
    local game = moving { foot("a1", 900, 300, { drill = "column" }), foot("a2", 900, 375) }
    refused(game, "deploy_line", { unit = "a1", to = "left" }, "4.2.8", "a2") -- 80 mm up and down against 65
    T.set(game, T.unit(game, "a1"), "may_move", nil)
    refused(game, "deploy_line", { unit = "a1", to = "left" }, "3 R24")
  end)
end)

describe("guns", function()
  it("limber or deploy for their move, once a turn", function()
    local game = moving { guns("a1", 900, 300), guns("a2", 400, 300, { drill = "limbered" }) }
    give(game, "a", "limber", { unit = "a1" })
    assert.are.equal("limbered", T.unit(game, "a1").drill)
    refused(game, "move", { unit = "a1", distance = mm(1) }, "4.2.2bis R36")
    refused(game, "deploy_guns", { unit = "a1" }, "4.2.5.1", "once a turn")
    give(game, "a", "deploy_guns", { unit = "a2" })
    refused(game, "limber", { unit = "a2" }, "4.2.5.1", "once a turn")
    refused(game, "pivot_guns", { unit = "a2", by = 10000 }, "4.2.2bis R36")
  end)

  it("do neither after a move, and each only from the other", function()
    local game = moving { guns("a1", 900, 300), guns("a2", 400, 300, { drill = "limbered" }), foot("a3", 1300, 300) }
    give(game, "a", "move", { unit = "a2", distance = mm(50) })
    refused(game, "deploy_guns", { unit = "a2" }, "4.2.2bis R36")
    refused(game, "deploy_guns", { unit = "a1" }, "4.2.5.1", "not limbered")
    refused(game, "limber", { unit = "a3" }, "4.2.5.1", "no battery")
  end)

  it("of the horse artillery do both, the second time free", function()
    local game = moving { guns("a1", 900, 300, { horse_artillery = true }) }
    give(game, "a", "limber", { unit = "a1" })
    give(game, "a", "deploy_guns", { unit = "a1" })
    local calls = T.calls(game, "formation.change")
    assert.are.equal("one_move", calls[1].result.cost)
    assert.are.equal("free", calls[2].result.cost)
    refused(game, "limber", { unit = "a1" }, "R39")
  end)
end)

describe("what is offered", function()
  it("is legal", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 600, 300, { drill = "column" }), horse("a3", 400, 300),
      guns("a4", 1200, 300), guns("a5", 1300, 300, { drill = "limbered" }), foot("a6", 1500, 300, { drill = "column" }),
      foot("a7", 1590, 300, { drill = "column" }) }
    local list, names = T.all_legal(game, "a"), {}
    for _, one in ipairs(list) do
      if one.unit and one.to then names[#names + 1] = ("%s %s %s"):format(one.unit, one["do"], one.to) end
    end
    table.sort(names)
    assert.are.same({ "a1 change_formation column", "a2 change_formation line", "a2 deploy_line left",
      "a2 deploy_line right", "a3 change_formation column", "a6 deploy_line left", "a6 deploy_line right",
      "a7 deploy_line left", "a7 deploy_line right" }, names)
  end)
end)

describe("what the players will have", function()
  it("is done, but for a formation that the troops do not have", function()
    local game = moving { foot("a1", 900, 300), horse("a2", 400, 300, { drill = "column" }), guns("a3", 1300, 300) }
    local function allow(name, args)
      args.side, args["do"] = "a", name
      return game:allow(args, "we agreed")
    end
    assert(allow("march", { unit = "a1", distance = mm(10) }))
    assert(allow("move", { unit = "a1", distance = mm(200), pivot = 90000, when = "last" }))
    assert.are.same({ 900, 510, 90 }, at(game, "a1"))
    assert(allow("deploy_guns", { unit = "a3" }))
    local line, fault = allow("deploy_line", { unit = "a2", to = "left" })
    assert.is_nil(line)
    assert.is_nil(fault.kind)
    T.says(fault.message, "cannot form line")
    assert.are.equal("column", T.unit(game, "a2").drill)
  end)
end)

describe("a move that the players allow", function()
  local function allow(game, distance, more)
    local cmd = more or {}
    cmd.side, cmd["do"], cmd.unit, cmd.distance = "a", "move", "a1", distance
    return game:allow(cmd, "we agreed")
  end

  it("goes as far as bodies and the table let it, and says so", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 900, 600) }
    local line = assert(allow(game, mm(9000)))
    T.says(line.allowed.refused, "distance is 9000 mm, its move is 75 mm")
    T.says(T.story(game), "a1 goes no further: a2 is in the way")
    assert.are.equal(580, at(game, "a1")[2])
    game = moving { foot("a1", 900, 300) }
    assert(allow(game, mm(75)))
    line = assert(allow(game, mm(9000), { pivot = 90000 }))
    T.says(line.allowed.refused, "unit has made its move this turn; pivot is 90 degrees")
    T.says(T.story(game), "a1 goes no further: the edge of the table is in the way")
    local there, fault = allow(game, mm(10))
    assert.is_nil(there)
    T.says(fault.message, "cannot go at all: the edge of the table is in the way")
  end)

  it("does not turn into another", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 900, 325) }
    local line, fault = allow(game, mm(10), { pivot = 90000 })
    assert.is_nil(line)
    T.says(fault.message, "no room to turn: a2 is in the way")
  end)
end)

describe("where the players measure", function()
  it("a change is told, and the unit's base with it", function()
    local game = T.to(T.game { a = { foot("a1"), guns("a2") }, b = { foot("b1") }, told = function() end }, "a", "movement")
    give(game, "a", "change_formation", { unit = "a1", to = "column" })
    T.says(T.story(game), "a1 forms column, and has 50 mm left")
    assert.are.same({ width = mm(40), depth = mm(80) }, T.unit(game, "a1").footprint)
    give(game, "a", "limber", { unit = "a2" })
    T.says(T.story(game), "a2 limbers up")
  end)
end)
