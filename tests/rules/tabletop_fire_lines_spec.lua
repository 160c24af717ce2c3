--- Lines of fire and targets: services of the table, by hand. Lengths in the tables are mm.
local table_view <const> = require "table_view"

local base <const> = table_view.base

--- a1's front edge is at y = 120, its middle at (100, 120); b1's front is 80 mm before it.
local A1 <const>, B1 <const> = { "a", { 100, 100, 0, 80, 40 } }, { "b", { 100, 220, 180, 80, 40 } }

local function laid(more, ground)
  local units = { a1 = A1, b1 = B1 }
  for id, unit in pairs(more or {}) do units[id] = unit end
  return table_view.of(units, ground)
end

local function box(x, y, width, depth)
  return { { x, y }, { x + width, y }, { x + width, y + depth }, { x, y + depth } }
end

local function ids(list)
  local found = {}
  for i, one in ipairs(list) do found[i] = one.id end
  return found
end

describe("a line of fire", function()
  it("runs from the middle of the front edge to the nearest point", function()
    local line = laid():fire_line("a1", "b1", {})
    assert.are.same({ true, 80000, 80, 0 }, { line.yes, line.um, line.mm, line.off })
    assert.are.same({ { x = 100000, y = 120000 }, { x = 100000, y = 200000 } }, { line.from, line.to })
    assert.are.equal(81, laid { b1 = { "b", { 100, 220.1, 180, 80, 40 } } }:fire_line("a1", "b1", {}).mm)
    -- The near corner of b2 is 60 aside and 80 ahead.
    line = laid { b2 = { "b", { 200, 220, 180, 80, 40 } } } :fire_line("a1", "b2", {})
    assert.are.same({ 100000, 36870 }, { line.um, line.off })
    assert.is_false(laid():fire_line("a1", "b1", { off = 0, at = base { 100, 40, 0, 20, 20 } }).borne)
  end)

  it("may be measured from the nearest edge, from another muzzle, or to a place where the target passed", function()
    local beside = { b2 = { "b", { 200, 100, 0, 80, 40 } } }
    assert.are.equal(20000, laid(beside):fire_line("a1", "b2", { range = "base" }).um)
    assert.are.equal(20000, laid(beside):fire_line("a1", "b2", { muzzles = "sides" }).um)
    assert.are.equal(60000, laid(beside):fire_line("a1", "b2", { muzzles = "centre" }).um)
    -- The arc is seen from the middle of the front, 90 degrees and more to b2; the range is that from the centre.
    local line = laid(beside):fire_line("a1", "b2", { range = "centre", off = 90000 })
    assert.are.same({ 60000, true }, { line.um, line.borne ~= false })
    assert.is_false(laid(beside):fire_line("a1", "b2", { range = "centre", off = 89000 }).borne)
    assert.are.equal(30000, laid():fire_line("a1", "b1", { at = base { 100, 160, 180, 80, 20 } }).um)
  end)

  it("is stopped by bodies between, whose ever they are, but not by those that are gone or graze it", function()
    local function between(x, more)
      local unit = { "a", { x, 160, 0, 20, 20 } }
      for key, value in pairs(more or {}) do unit[key] = value end
      return laid { a2 = unit }:fire_line("a1", "b1", {})
    end
    local line = between(100)
    assert.are.same({ false, "a2", 30000, true }, { line.yes, line.by, line.at, line.friend })
    assert.is_false(between(91).yes)
    assert.is_true(between(89.99).yes) -- its edge is 10 micrometres off the line
    assert.is_true(between(100, { status = "gone" }).yes)
    local view = laid { a2 = { "a", { 100, 160, 0, 20, 20 } } }
    assert.is_true(view:fire_line("a1", "b1", { except = { "a2" } }).yes)
    assert.is_true(view:fire_line("a1", "b1", { solid = false }).yes)
  end)

  it("needs one clear way to some part of the target where any will do", function()
    local view = laid { a2 = { "a", { 100, 160, 0, 20, 20 } } }
    assert.is_true(view:fire_line("a1", "b1", { marks = "all" }).yes)
    view = laid { a2 = { "a", { 100, 160, 0, 200, 20 } } }
    assert.is_false(view:fire_line("a1", "b1", { marks = "all", muzzles = "front_ends" }).yes)
  end)

  it("of a place that a unit holds begins and ends at its edges", function()
    local town = { town = { area = box(60, 60, 80, 80), terrain = "town", height = 10, flags = { "opaque" } } }
    local how = { holds = function(_, id) return id == "a1" and "town" or nil end, opaque = { with = { "opaque" } } }
    assert.are.same({ 60000, true }, { laid({}, town):fire_line("a1", "b1", how).um,
      laid({}, town):fire_line("a1", "b1", how).yes })
    assert.are.equal(60000, laid({}, town):fire_line("b1", "a1", how).um)
  end)

  it("is stopped by ground by its height, or whatever that is", function()
    local function over(more)
      local hill = { area = box(0, 0, 300, 125), ground = 30, terrain = "hill" }
      local wood = { area = box(50, 150, 100, 20), height = 10, terrain = "woods", flags = { "woods" } }
      return laid({}, { hill = hill, wood = wood }):fire_line("a1", "b1", more)
    end
    -- From the hill the line is 15 mm high or more over the wood, which is 10 high.
    local at = over { at = base { 100, 1000, 180, 80, 40 } }
    assert.is_true(at.yes)
    at = over { at = base { 100, 1000, 180, 80, 40 }, opaque = { with = { "woods" } } }
    assert.are.same({ false, "wood", 30000 }, { at.yes, at.tall, at.tall_at })
  end)

  it("may go through so much of such ground, and no more", function()
    local function through(depth, thick)
      local wood = { area = box(50, 150, 100, depth), terrain = "woods", flags = { "woods" } }
      return laid({}, { wood = wood }):fire_line("a1", "b1", { opaque = { with = { "woods" } }, thick = thick }).yes
    end
    assert.are.same({ true, false }, { through(25, 25000), through(25, 24900) })
    assert.is_false(through(1))
  end)

  it("says how far it runs in woods at its ends, which do not stop it", function()
    local wood = { wood = { area = box(0, 0, 300, 150), height = 10, flags = { "woods" } } }
    local how = { pass = { with = { "woods" } } }
    local line = laid({}, wood):fire_line("a1", "b1", how)
    assert.are.same({ true, 30000 }, { line.yes, line.out })
    line = laid({}, wood):fire_line("b1", "a1", how)
    assert.are.same({ true, 30000 }, { line.yes, line.into })
    assert.is_false(laid({}, wood):fire_line("a1", "b1", {}).yes)
    local hill = { wood = wood.wood, hill = { area = box(0, 0, 300, 190), ground = 5 } }
    assert.are.equal(30000, laid({}, hill):fire_line("a1", "b1", how).out) -- a hill is no wood
  end)

  it("of several files counts those that are clear, and runs in woods from the muzzle", function()
    local files = { { x = 70000, y = 100000 }, { x = 90000, y = 100000 }, { x = 110000, y = 100000 } }
    local view = laid { a2 = { "a", { 70, 160, 0, 20, 20 } } }
    local line = view:fire_line("a1", "b1", { files = files })
    assert.are.same({ true, 2, "a2" }, { line.yes, line.clear, line.solid })
    view = laid({}, { wood = { area = box(0, 0, 300, 150), height = 10, flags = { "woods" } } })
    line = view:fire_line("a1", "b1", { files = files, pass = { with = { "woods" } } })
    assert.are.same({ 3, 30000 }, { line.clear, line.out }) -- the files stand 20 mm deeper
  end)
end)

describe("a unit of several bases", function()
  -- Two stands each: a2's at x = 80 and 120, b2's 40 mm further and 30 behind one another.
  local STANDS <const> = {
    a2 = { "a", { 100, 100, 0, 80, 20 }, { -20, 0, 0, 40, 20 }, { 20, 0, 0, 40, 20 } },
    b2 = { "b", { 100, 300, 180, 60, 60 }, { 0, -20, 0, 40, 20 }, { 0, 20, 0, 40, 20 } },
  }

  it("fires base by base, each at the nearest base of its target, in whose way no other is", function()
    local nearest, lines = table_view.of(STANDS):fire_line("a2", "b2", {})
    assert.are.equal(2, #lines)
    assert.are.same({ true, true, 160000 }, { lines[1].yes, lines[2].yes, nearest.um })
    -- A third stand is nearer: it has the shortest line.
    local more = { a3 = { "a", { 100, 100, 0, 80, 40 }, { -20, -10, 0, 40, 20 }, { 20, 10, 0, 40, 20 } }, b2 = STANDS.b2 }
    nearest, lines = table_view.of(more):fire_line("a3", "b2", {})
    assert.are.same({ 170000, 150000, 150000 }, { lines[1].um, lines[2].um, nearest.um })
  end)

  it("fires one base alone where that is asked, and says which line was clear", function()
    local view = table_view.of(STANDS)
    local line, lines = view:fire_line("a2", "b2", { nth = 2 })
    assert.are.same({ 1, { x = 120000, y = 110000 } }, { #lines, line.from })
    assert.are.same({ line.from, line.to }, { line.clear_from, line.clear_to })
    -- The straight line is barred; the first clear one goes to a corner of the body.
    view = laid { a3 = { "a", { 100, 160, 0, 20, 20 } }, b1 = { "b", { 130, 220, 180, 80, 40 } } }
    line = view:fire_line("a1", "b1", { marks = "all" })
    assert.are.same({ { x = 100000, y = 200000 }, { x = 170000, y = 200000 } }, { line.to, line.clear_to })
    assert.is_nil(view:fire_line("a1", "b1", {}).clear_to)
  end)

  it("is one target, at the range of its nearest base", function()
    local view = table_view.of(STANDS)
    local found = view:targets("a2", 200, {})
    assert.are.same({ { "b2" }, 160 }, { ids(found), found[1].mm })
    assert.are.same({}, view:targets("a2", 159, {}))
    assert.are.same({ "b2", "b2" }, ids(view:fire_ray("a2", 0, 300000, { not_side = "a" })))
  end)
end)

describe("targets", function()
  it("are in reach and arc, the nearest first, with what is in the way of each", function()
    local view = laid {
      b2 = { "b", { 250, 170, 180, 20, 20 } }, b3 = { "b", { 100, 400, 180, 80, 40 } },
      b4 = { "b", { 100, 180, 180, 20, 20 }, status = "gone" }, a2 = { "a", { 100, 160, 0, 20, 20 } },
    }
    local found = view:targets("a1", 260, {})
    assert.are.same({ "b1", "b2", "b3" }, ids(found))
    assert.are.same({ "a2", false, true }, { found[1].by, found[1].yes, found[2].yes })
    assert.are.same({ "b1", "b3" }, ids(view:targets("a1", 260, { off = 45000 })))
    assert.are.same({ "b1", "b2" }, ids(view:targets("a1", 259, {})))
    assert.are.same({}, view:targets("a1", -1, {}))
  end)

  it("may be units that hold a place, at its edges", function()
    local view = laid({}, { town = { area = box(60, 180, 80, 80), terrain = "town" } })
    local how = { holds = function(_, id) return id == "b1" and "town" or nil end }
    assert.are.same({ "b1", 60 }, { view:targets("a1", 60, how)[1].id, view:targets("a1", 60, how)[1].mm })
    assert.are.same({}, view:targets("a1", 59, how))
  end)

  it("are all that are there where nothing is measured", function()
    local view = laid { b2 = { "b", { 0, 0, 0, 10, 10 }, status = "gone" } }
    view:unit("a1").base = nil
    assert.are.same({ { id = "b1" } }, view:targets("a1", 10, {}))
  end)
end)

describe("a ray", function()
  it("runs through all that lies along a bearing, the nearest first", function()
    local view = laid { b2 = { "b", { 100, 300, 180, 80, 40 } }, a2 = { "a", { 300, 150, 0, 20, 20 } } }
    local found = view:fire_ray("a1", 0, 400000)
    assert.are.same({ "b1", "b2" }, ids(found))
    assert.are.same({ 80000, 120000, { x = 100000, y = 200000 } }, { found[1].from, found[1].to, found[1].at })
    assert.are.same({ "b1" }, ids(view:fire_ray("a1", 0, 159000)))
  end)
end)

describe("what a body is struck and sheltered by", function()
  it("is told off its front, from the middle of that or of the base", function()
    local view, body = laid(), base { 100, 220, 180, 80, 40 }
    assert.are.equal(0, view:struck_off(body, { x = 100000, y = 100000 }, "front"))
    assert.are.equal(90000, view:struck_off(body, { x = 0, y = 200000 }, "front"))
    assert.is_true(view:struck_off(body, { x = 0, y = 200000 }, "centre") < 90000)
  end)

  it("is so wide from a muzzle", function()
    -- b1's near corners are 40 to either side and 80 ahead: its middle is straight ahead.
    assert.are.same({ 0, -26565, 26565 }, { laid():spread("a1", "b1") })
    local way, left, right = laid { b2 = { "b", { 200, 220, 180, 80, 40 } } }:spread("a1", "b2")
    assert.are.same({ true, true, 45000 }, { left < 0, right > 0, way })
  end)

  it("is a line that fire crosses close before it, or that it lies on", function()
    local function wall(y) return { wall = { line = { { 0, y }, { 300, y } }, kind = "wall" } } end
    local function sheltered(y, more)
      local view = laid({}, wall(y))
      local how = { line = view:fire_line("a1", "b1", { tall = { kind = "base" } }), within = 1000 }
      for key, value in pairs(more or {}) do how[key] = value end
      return #view:cover_lines(view:unit("b1").base, how) == 1
    end
    assert.is_true(sheltered(199.5))
    assert.is_true(sheltered(200)) -- on its edge
    assert.is_false(sheltered(198.9))
    assert.is_false(sheltered(220)) -- under it: no fire crosses it
    assert.is_true(sheltered(220, { on = true }))
    assert.is_false(sheltered(199.5, { counts = function(line) return line.kind ~= "wall" end }))
  end)
end)
