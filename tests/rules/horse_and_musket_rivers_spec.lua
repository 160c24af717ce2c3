--- 4.2.7.2, R43, R44 on the table: a river takes three turns, and is crossed at once on a bridge or ford.
local T <const> = require "horse_and_musket_table"

local foot, horse, guns, give, at = T.foot, T.horse, T.guns, T.give, T.at
local area, mm, next_turn, refused = T.area, T.mm, T.next_movement, T.refused

after_each(T.finished)

--- A river from y = 350 to 400.
local RIVER <const> = area("elbe", "river", 0, 350, 1800, 400, 'name = "the Elbe"')

local function moving(a, more)
  local spec = { a = a, b = { T.foot("b1", 900, 1150) }, ground = RIVER }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "movement")
end

describe("a river", function()
  it("takes three turns", function()
    local game = moving { foot("a1", 900, 300) }
    -- 40 mm to its edge.
    local fault = refused(game, "move", { unit = "a1", distance = mm(41) }, "4.2.7.2 R44", "the Elbe")
    assert.are.equal(-1, fault.margin)
    give(game, "a", "move", { unit = "a1", distance = mm(40) })
    assert.are.equal("edge", T.unit(game, "a1").river)
    assert.are.equal("elbe", T.unit(game, "a1").river_area)
    refused(game, "enter", { unit = "a1", area = "elbe" }, "4.2.2bis R36")
    next_turn(game)
    refused(game, "move", { unit = "a1", distance = mm(1) }, "4.2.7.2 R44")
    give(game, "a", "enter", { unit = "a1", area = "the Elbe" })
    T.says(T.story(game), "a1 is placed in the Elbe")
    assert.are.equal("in_river", T.calls(game, "river.cross")[1].result.position_after)
    assert.are.equal("in", T.unit(game, "a1").river)
    assert.are.same({ 900, 390, 0 }, at(game, "a1")) -- 20 mm deep, up to the far bank
    next_turn(game)
    refused(game, "move", { unit = "a1", distance = mm(76) }, "4.2.2", "75 mm")
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    assert.is_nil(T.unit(game, "a1").river)
    assert.are.same({ 900, 465, 0 }, at(game, "a1"))
  end)

  it("is entered straight ahead from its edge, or after a turn", function()
    local game = moving { foot("a1", 900, 330), foot("a2", 400, 339, { facing = "south" }) }
    local fault = refused(game, "enter", { unit = "a1", area = "river" }, "4.2.7", "10 mm away")
    assert.are.equal(-9, fault.margin)
    refused(game, "enter", { unit = "a2", area = "elbe" }, "4.2.1", "straight ahead")
  end)

  it("wants leave each time, and may be left by the way one came", function()
    local game = moving({ foot("a1", 900, 340) }, { set = {} })
    T.set(game, T.unit(game, "a1"), "may_move", nil)
    refused(game, "enter", { unit = "a1", area = "elbe" }, "3 R24")
    T.set(game, T.unit(game, "a1"), "may_move", true)
    give(game, "a", "enter", { unit = "a1", area = "elbe" })
    next_turn(game)
    refused(game, "enter", { unit = "a1", area = "elbe" }, "R44", "moves out")
    give(game, "a", "retire", { unit = "a1", distance = mm(50) })
    assert.are.same({ 900, 340, 0 }, at(game, "a1"))
    assert.are.equal("edge", T.unit(game, "a1").river) -- back on the bank
  end)

  it("holds who is deeper than it is wide in its middle", function()
    local game = moving { horse("a1", 900, 310), foot("a2", 500, 310, { drill = "column" }) }
    give(game, "a", "enter", { unit = "a1", area = "elbe" })
    assert.are.same({ 900, 375, 0 }, at(game, "a1"))
    give(game, "a", "enter", { unit = "a2", area = "elbe" })
    next_turn(game)
    -- 75 mm more bring the column's rear from 335 to 410: out.
    give(game, "a", "move", { unit = "a2", distance = mm(75) })
    assert.is_nil(T.unit(game, "a2").river)
  end)

  it("lets anything cross that can move", function()
    local game = moving { guns("a1", 900, 320, { drill = "limbered" }), T.wagons("a2", 700, 320), guns("a3", 500, 320) }
    give(game, "a", "enter", { unit = "a1", area = "elbe" })
    give(game, "a", "enter", { unit = "a2", area = "elbe" })
    refused(game, "enter", { unit = "a3", area = "elbe" }, "4.2.2", "limbered")
  end)

  it("is no place to pivot into", function()
    local game = moving { foot("a1", 900, 335) } -- its front 5 mm from the water
    refused(game, "turn", { unit = "a1", by = 20000 }, "4.2.7 SR.4", "the Elbe")
  end)

  it("is stood in by who has any part of it in the water, though his ends are on both banks", function()
    local game = moving { foot("a1", 900, 300) }
    T.put(game, "a1", 900, 374, 90) -- across it, both ends dry
    T.set(game, T.unit(game, "a1"), "river", "in")
    T.set(game, T.unit(game, "a1"), "river_area", "elbe")
    give(game, "a", "move", { unit = "a1", distance = mm(20) })
    assert.are.equal("in", T.unit(game, "a1").river)
  end)

  it("has room for one at a time", function()
    local game = moving { foot("a1", 900, 340), foot("a2", 900, 420) }
    give(game, "a", "enter", { unit = "a1", area = "elbe" })
    game = moving { foot("a1", 900, 340), foot("a2", 900, 409) }
    refused(game, "enter", { unit = "a1", area = "elbe" }, "4.2.8", "a2")
  end)
end)

describe("a crossing", function()
  it("is no river for who is as narrow as it", function()
    local bridge = RIVER .. area("bruecke", "bridge", 870, 345, 930, 405)
    local game = moving({ foot("a1", 900, 300, { drill = "column" }) }, { ground = bridge })
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
    give(game, "a", "march", { unit = "a1", distance = mm(75) })
    assert.are.same({ 900, 450, 0 }, at(game, "a1"))
    game = moving({ foot("a1", 900, 300) }, { ground = bridge })
    refused(game, "move", { unit = "a1", distance = mm(41) }, "4.2.7.2 R44")
    -- Beside the bridge by half a base.
    game = moving({ foot("a1", 925, 300, { drill = "column" }) }, { ground = bridge })
    refused(game, "move", { unit = "a1", distance = mm(41) }, "4.2.7.2 R44")
  end)

  it("is no way off it into the river", function()
    local bridge = RIVER .. area("bruecke", "bridge", 870, 300, 930, 450)
    local game = moving({ foot("a1", 900, 375, { drill = "column" }) }, { ground = bridge })
    assert.is_nil(T.unit(game, "a1").river)
    refused(game, "turn", { unit = "a1", by = 45000 }, "4.2.7 SR.4", "the Elbe")
    give(game, "a", "move", { unit = "a1", distance = mm(75) })
  end)

  it("that is a ford is difficult", function()
    local ford = RIVER .. area("furt", "ford", 800, 345, 1000, 405)
    local game = moving({ foot("a1", 900, 300) }, { ground = ford })
    refused(game, "move", { unit = "a1", distance = mm(51) }, "4.2.2 R37", "ford")
    give(game, "a", "move", { unit = "a1", distance = mm(50) })
    assert.is_nil(T.unit(game, "a1").river) -- half way over, on the ford
  end)
end)

describe("what is offered at a river", function()
  it("is its edge, the river, and the way out", function()
    local game = moving { foot("a1", 900, 300), foot("a2", 600, 340) }
    local list, found = T.all_legal(game, "a"), {}
    for _, one in ipairs(list) do
      if one["do"] == "move" and not one.at_most then found[one.unit] = one.ranges.distance[2] end
      if one["do"] == "enter" then found[one.unit] = one.area end
    end
    assert.are.same({ a1 = mm(40), a2 = "elbe" }, found)
  end)
end)

describe("where the players measure", function()
  it("asks only how far the river is", function()
    local asked = {}
    local function tell(question)
      asked[#asked + 1] = question.fact
      if question.fact == "area_distance" then return 0 end
      return question.offered or {}
    end
    local game = T.to(T.game { a = { foot("a1") }, b = { foot("b1") }, ground = RIVER, told = tell }, "a", "movement")
    local before = #asked
    give(game, "a", "enter", { unit = "a1", area = "river" })
    assert.are.same({ "area_distance" }, table.move(asked, before + 1, #asked, 1, {}))
    assert.are.equal("in", T.unit(game, "a1").river)
    next_turn(game)
    give(game, "a", "move", { unit = "a1", distance = mm(50) })
    assert.is_nil(T.unit(game, "a1").river)
  end)
end)

describe("a crossing", function()
  local NARROW <const> = area("elbe", "river", 0, 500, 1800, 540) .. area("br", "bridge", 880, 495, 920, 545)

  it("bears all of a base, and not only its ends and its middle", function()
    -- Foot lengthways on a bridge 40 mm wide: turned by 30 degrees its ends are beyond both banks, its middle is on the
    -- bridge, and two triangles are in the water.
    local game = moving({ foot("a1", 900, 520, { facing = "east" }) }, { ground = NARROW })
    refused(game, "turn", { unit = "a1", by = 30000 }, "4.2.7 SR.4", "into the river elbe")
    give(game, "a", "turn", { unit = "a1", by = 20000 })
  end)

  it("leads every part of a way over the water", function()
    -- Bridges under both ends of a line and its middle: it goes over the water between them.
    local ground = area("elbe", "river", 0, 420, 1800, 440) .. area("west", "bridge", 800, 415, 850, 445)
      .. area("middle", "bridge", 890, 415, 910, 445) .. area("east", "bridge", 950, 415, 1000, 445)
    refused(moving({ foot("a1", 900, 400) }, { ground = ground }), "move", { unit = "a1", distance = mm(60) },
      "4.2.7.2 R44", "its edge is 10 mm on")
    local whole = ground .. area("ford", "ford", 840, 415, 960, 445)
    give(moving({ foot("a1", 900, 400) }, { ground = whole }), "a", "move", { unit = "a1", distance = mm(50) })
  end)

  it("is not got round by a base that turns up to the very edge of the water", function()
    local ground = area("rv", "river", 0, 396, 1200, 440) .. area("br", "bridge", 773, 391, 867, 445)
    local game = T.to(T.game {
      a = { horse("a1", 481, 494, { facing = 180 }) }, b = { T.light("b1", 329.264, 307.537, { facing = 15.284 }) },
      ground = ground, width = 1200, depth = 1000,
    }, "a", "charges")
    for _, from in ipairs { 493400, 494840 } do
      for y = from, from + 90, 3 do
        T.unit(game, "a1").base.y = y
        local fault = T.refusal(game, "a", "charge", { unit = "a1", target = "b1", pivot = 39010 })
        assert.truthy(fault, ("a1 charges over the water from y = %d"):format(y))
      end
    end
  end)
end)
