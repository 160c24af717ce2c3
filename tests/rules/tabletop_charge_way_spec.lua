--- Services of the table: how a unit gets at its target.
local table_view <const> = require "table_view"

--- a1 looks north from (500, 500), 80 wide and 40 deep: its front is at y = 520. b1 looks at it from 100 mm ahead.
local function laid(more)
  local given = { a1 = { "a", { 500, 500, 0, 80, 40 } }, b1 = { "b", { 500, 640, 180, 80, 40 } } }
  for id, one in pairs(more or {}) do given[id] = one end
  return table_view.of(given)
end

describe("the way of a charge", function()
  it("leads straight to contact", function()
    local way = laid():charge_way("a1", "b1")
    assert.are.equal(100000, way.um)
    assert.is_nil(way.by)
    assert.is_nil(way.stop)
    assert.is_true(way.seen)
  end)

  it("is stopped by the unit that it meets first, friend or enemy, not by one beside it", function()
    local way = laid { a2 = { "a", { 560, 570, 0, 80, 40 } } }:charge_way("a1", "b1")
    assert.are.same({ 100000, "a2", 30000, false }, { way.um, way.by, way.by_um, way.seen })
    assert.is_nil(laid { a2 = { "a", { 581, 570, 0, 80, 40 } } }:charge_way("a1", "b1").by)
    assert.is_nil(laid { b2 = { "b", { 580, 640, 180, 80, 40 } } }:charge_way("a1", "b1").by) -- as far on as its target
  end)

  it("leads past a target that is not ahead, and to it after a turn", function()
    local view = laid { b1 = { "b", { 700, 700, 225, 80, 40 } } }
    assert.is_nil(view:charge_way("a1", "b1").um)
    local turns, middle = view:charge_turns("a1", "b1", 45000)
    assert.are.equal(45000, middle)
    assert.are.equal(0, turns[1])
    assert.are.equal(45000, turns[#turns])
    local way = view:charge_way("a1", "b1", { turn = 45000 })
    assert.are.equal(45000, way.base.facing)
    assert.is_true(math.abs(way.um - 242843) <= 1) -- 200 √2 between the middles, less half of each depth
  end)

  it("has no turn beyond the most, however far aside the target is", function()
    local view = laid { b1 = { "b", { 700, 500, 270, 80, 40 } } }
    local turns, middle = view:charge_turns("a1", "b1", 45000)
    assert.are.equal(90000, middle)
    for _, turn in ipairs(turns) do assert.is_true(turn <= 45000) end
  end)

  it("has no room where the turn leads into the target", function()
    local view = laid { b1 = { "b", { 540, 535, 180, 80, 20 } } }
    local way = view:charge_way("a1", "b1", { turn = 45000 })
    assert.are.same({ "b1", 0 }, { way.by, way.by_um })
  end)

  it("ends at the edge of the table before a target that is beyond it", function()
    local view = laid { b1 = { "b", { 500, 1240, 180, 80, 40 } } }
    view.state.ground.depth = 1200000
    local stop = view:charge_way("a1", "b1").stop
    assert.are.equal("edge", stop.kind)
    assert.is_true(math.abs(stop.at - 680000) <= 2)
  end)

  it("is to the outline that a target holds", function()
    local outline = { { x = 440000, y = 600000 }, { x = 560000, y = 600000 }, { x = 560000, y = 700000 },
      { x = 440000, y = 700000 } }
    local way = laid():charge_way("a1", "b1", { body = { area = outline } })
    assert.are.equal(100000, way.um) -- no area of the field: its holder's base is met
  end)
end)

describe("two that ride at each other", function()
  it("meet half way", function()
    local view = laid()
    assert.are.equal(50000, (view:half_way("b1", "a1", view:unit("a1").base, 100000)))
  end)

  it("do not when another is in the way of the one that rides out", function()
    local view = laid { b2 = { "b", { 560, 600, 180, 80, 20 } } }
    local half, stop = view:half_way("b1", "a1", view:unit("a1").base, 100000)
    assert.is_nil(half)
    assert.are.equal("b2", stop.by)
    view = laid { b2 = { "b", { 560, 530, 180, 80, 20 } } } -- beyond where they meet
    assert.are.equal(50000, (view:half_way("b1", "a1", view:unit("a1").base, 100000)))
  end)

  it("do not when they pass each other by", function()
    local view = laid { b1 = { "b", { 579, 640, 180, 80, 40 } } }
    assert.are.equal(50000, (view:half_way("b1", "a1", view:unit("a1").base, 100000)))
    view = laid { b1 = { "b", { 581, 640, 180, 80, 40 } } }
    assert.is_nil((view:half_way("b1", "a1", view:unit("a1").base, 100000)))
  end)
end)

describe("sight of a target", function()
  it("is stopped by bodies between, not by leaders or what is named", function()
    local between = { c1 = { "a", { 500, 580, 0, 300, 20 } } }
    assert.is_true((laid():sees("a1", "b1")))
    assert.is_false((laid(between):sees("a1", "b1")))
    assert.is_true((laid(between):sees("a1", "b1", { except = { "c1" } })))
  end)
end)
