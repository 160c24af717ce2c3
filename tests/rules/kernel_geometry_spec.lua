-- kernel.geometry and kernel.field as Lua sees them: the shape of the answers, and what is refused.
local geometry <const> = require "kernel.geometry"
local field <const> = require "kernel.field"

local function mm(n) return math.tointeger(n * 1000) end

local function base(x, y, facing, width, depth)
  return { x = mm(x), y = mm(y), facing = facing * 1000, width = mm(width or 60), depth = mm(depth or 15) }
end

local function point(x, y) return { x = mm(x), y = mm(y) } end

local function area(...)
  local points = {}
  for i, p in ipairs { ... } do points[i] = { mm(p[1]), mm(p[2]) } end
  return { area = points }
end

local function refusal(f, ...)
  local done, what = pcall(f, ...)
  assert.is_false(done)
  assert.is_table(what, tostring(what))
  return what
end

describe("kernel.geometry", function()
  local unit <const> = base(0, 0, 0)

  it("finds the nearest of two lists, the first of those as near", function()
    local list, hill = { unit, base(200, 0, 0), point(0, 100) }, area({ 0, 200 }, { 10, 200 }, { 0, 210 })
    local others = { base(200, 300, 0), base(0, 300, 0), hill }
    assert.same({ mm(100), 3, 3 }, { geometry.nearest(list, others) })
    assert.same({ geometry.gap(unit, others[1]), 1, 1 }, { geometry.nearest({ unit }, { others[1], others[1] }) })
    assert.same({ n = 3 }, table.pack(geometry.nearest({}, others)))
    assert.equal("b.x", refusal(geometry.nearest, list, { {} }).arg)
  end)

  it("gives the gap to each of a list, short or long", function()
    for _, count in ipairs { 0, 3, 40 } do
      local list, gaps = {}, {}
      for i = 1, count do
        list[i] = i % 3 == 0 and point(0, 7 * i) or base(100 + i, 9 * i, i)
        gaps[i] = geometry.gap(unit, list[i])
      end
      assert.same(gaps, geometry.gaps(unit, list))
      local least, nth = math.huge, nil
      for i, um in ipairs(gaps) do
        if um < least then least, nth = um, i end
      end
      assert.equal(nth, (select(3, geometry.nearest({ unit }, list))))
    end
    assert.equal("b.x", refusal(geometry.gaps, unit, { {} }).arg)
  end)

  it("finds the nearest of the bases of a piece, as of those set down one by one", function()
    local bodies <const> = {
      { aside = mm(-40), ahead = mm(5), width = mm(60), depth = mm(20) },
      { aside = mm(30), ahead = mm(-9), turn = 33000, width = mm(20), depth = mm(30) },
    }
    for facing = 0, 359, 31 do
      local piece, list = { base = base(50, 10, facing), bases = bodies }, {}
      for i, body in ipairs(bodies) do list[i] = geometry.set_down(piece.base, body) end
      local other <const> = base(-70, 90, facing // 2)
      assert.same({ geometry.nearest(list, { other }) }, { geometry.nearest(piece, { base = other }) })
    end
    assert.equal("body.width", refusal(geometry.nearest, { base = unit, bases = { {} } }, {}).arg)
  end)

  it("sets a body down in the frame of a base, as two slides and a turn do", function()
    for facing = 0, 359, 7 do
      local frame = base(10, 20, facing)
      local body = { aside = mm(33), ahead = mm(-41), turn = 35001, width = mm(40), depth = mm(20) }
      local there = base(10, 20, facing, 40, 20)
      there = geometry.move(geometry.move(there, { slide = body.ahead }), { slide = body.aside, angle = 90000 })
      there.facing = (there.facing + body.turn) % 360000
      assert.same(there, geometry.set_down(frame, body))
    end
    assert.equal("body.width", refusal(geometry.set_down, unit, { aside = 0, ahead = 0 }).arg)
  end)

  it("measures distances between any two shapes", function()
    assert.are.equal(mm(185), geometry.gap(unit, base(0, 200, 0)))
    assert.are.equal(0, geometry.gap(unit, area({ -10, -10 }, { 10, -10 }, { 10, 10 })))
    assert.are.equal("b", refusal(geometry.gap, unit, 3).arg)
    assert.same({ distance = mm(185), from = point(-30, 7.5), to = point(-30, 192.5) },
      geometry.distance(unit, base(0, 200, 180)))
    assert.equal(mm(5), geometry.distance({ mm(0), mm(0) }, { x = mm(3), y = mm(4) }).distance)
    assert.equal(mm(42.5), geometry.distance(unit, area({ -100, 50 }, { 100, 50 }, { 0, 90 })).distance)
    assert.equal(mm(2.5), geometry.distance({ line = { { 0, mm(10) }, { mm(50), mm(10) } } }, unit).distance)
    assert.equal(0, geometry.distance(unit, point(0, 0)).distance)
  end)

  it("judges contact", function()
    assert.same({ yes = true, state = "touching", margin = 0, nudge = point(0, 0), at = point(-30, 7.5) },
      geometry.contact(unit, base(0, 15, 180)))
    local over = geometry.contact(unit, base(20, 14, 180))
    assert.equal("overlapping", over.state)
    assert.equal(mm(-1), over.margin)
    assert.same(point(0, -1), over.nudge)
    assert.is_false(geometry.contact(unit, base(0, 16, 180)).yes)
  end)

  it("rounds a measured distance once, as declared", function()
    assert.equal(200, geometry.round_mm(199998, "down"))
    assert.equal(199, geometry.round_mm(199997, "down"))
    assert.equal(200, geometry.round_mm(200002, "up"))
    assert.equal(201, geometry.round_mm(200003, "up"))
    assert.equal(201, geometry.round_mm(200500, "nearest"))
  end)

  it("knows bearings, turns and steps", function()
    assert.equal(90000, geometry.bearing(point(0, 0), point(10, 0)))
    assert.equal(225000, geometry.bearing(point(0, 0), point(-7, -7)))
    assert.equal(-20000, geometry.turn(10000, 350000))
    assert.same(point(0, -10), geometry.step(point(0, 0), 180000, mm(10)))
  end)

  it("tells what lies in an arc, by how much and what decided", function()
    local seen = geometry.arc(unit, "front", 45000, point(100, 60))
    assert.same({ false, "right" }, { seen.yes, seen.by })
    assert.equal(-12374, seen.margin)
    assert.equal(-8130, seen.angle)
    assert.is_true(geometry.arc(unit, "front", 45000, base(100, 200, 180)).yes)
    assert.equal("left", geometry.arc(unit, "rear", 45000, point(-60, -20)).by)
    assert.equal("front", geometry.arc(unit, "front", 45000, point(0, 5)).by)
  end)

  it("tells which face a point lies off, and which edge is met", function()
    assert.same({ face = "right", next = "front", margin = 19445, angle = 13736 },
      geometry.side(unit, 45000, point(100, 50)))
    assert.equal("rear", geometry.side(unit, 45000, point(0, -50)).face)
    assert.equal("front", geometry.met(unit, base(0, 15, 180)).face)
    assert.equal("right", geometry.met(unit, base(60, 0, 0)).face)
    assert.equal("left", geometry.met(unit, base(-100, 3, 90)).face)
  end)

  it("measures frontage and who interposes", function()
    assert.same({ length = mm(20), from = mm(40), to = mm(60) }, geometry.frontage(unit, "front", base(40, 100, 180)))
    local enemy = base(0, 200, 180)
    assert.is_false(geometry.interposes(unit, "front", enemy, "front", base(60, 0, 0)).yes)
    local between = geometry.interposes(unit, "front", enemy, "front", base(50, 100, 0))
    assert.same({ true, mm(10) }, { between.yes, between.margin })
  end)

  it("moves bases and charges for it", function()
    local function moved(how)
      local to, charged = geometry.move(unit, how)
      return { to.x, to.y, to.facing, charged }
    end
    assert.same({ 0, mm(100), 0, mm(100) }, moved { slide = mm(100) })
    assert.same({ 0, mm(-30), 0, mm(30) }, moved { slide = mm(-30) })
    assert.same({ 70711, 70711, 0, mm(100) }, moved { slide = mm(100), angle = 45000 })
    assert.same({ mm(-22.5), mm(37.5), 270000, 94248 }, moved { wheel = "left", angle = 90000 })
    assert.same({ mm(22.5), mm(37.5), 90000, 94248 }, moved { wheel = "right", angle = 90000 })
    assert.same({ 0, 0, 180000, 97148 }, moved { pivot = 180000 })
  end)

  it("gives in one call what several give", function()
    for i = 1, 200 do
      local one, other = base(7 * i, 11 * i % 90, i * 37 % 360), base(i * 53 % 400, i * 29 % 300, 90)
      local um, bearing = i * 1013 % 90000 - 30000, i * 4567 % 360000
      assert.same(geometry.move(one, { slide = um }), geometry.slid(one, um))
      assert.same(geometry.move(one, { slide = um, angle = bearing }), geometry.slid(one, um, bearing))
      local from, to = { x = one.x, y = one.y }, { x = other.x, y = other.y }
      local way, far = geometry.toward(one, other)
      assert.same({ geometry.bearing(from, to), geometry.gap(from, to) }, { way, far })
      local off = geometry.turn(one.facing, way)
      assert.equal(off, geometry.off(one, other))
      local along = geometry.step({ x = 0, y = 0 }, geometry.turn(bearing, way) % 360000, far).y
      assert.equal(along, geometry.along(one, bearing, other))
      local front = geometry.slid(one, one.depth // 2)
      local gap = geometry.distance({ x = front.x, y = front.y }, other)
      local aside = gap.distance > 0 and geometry.turn(one.facing, geometry.bearing(front, gap.to)) or 0
      assert.same({ gap.distance, aside }, { geometry.before(one, other) })
    end
    assert.equal("base.x", refusal(geometry.slid, {}, 0).arg)
    assert.equal("to.x", refusal(geometry.toward, unit, {}).arg)
    assert.equal("base.facing", refusal(geometry.off, point(0, 0), unit).arg)
  end)

  it("tells how far over the edge of a table a base is, and where two meet", function()
    assert.equal(mm(-40), geometry.overhang(base(70, 100, 0), { width = mm(300), depth = mm(300) }))
    assert.equal(mm(10), geometry.overhang(base(280, 100, 0), { width = mm(300), depth = mm(300) }))
    assert.equal(mm(92.5), geometry.meet(unit, { slide = mm(200) }, base(0, 200, 180), { slide = mm(200) }))
    assert.is_nil(geometry.meet(unit, { slide = mm(92) }, base(0, 200, 180), { slide = mm(92) }))
    assert.equal("other", refusal(geometry.meet, unit, { slide = 1 }, unit, { pivot = 1 }).arg)
    assert.equal("table.depth", refusal(geometry.overhang, unit, { width = 1 }).arg)
  end)

  it("checks outlines and names the place", function()
    assert.same({ yes = true }, geometry.check_area { { 0, 0 }, { 0, 10 }, { 10, 0 } })
    assert.same({ yes = false, why = "crosses", first = 1, second = 3, at = { x = 5, y = 5 } },
      geometry.check_area { { 0, 0 }, { 10, 10 }, { 10, 0 }, { 0, 10 } })
    assert.equal("points", geometry.check_area({ { 0, 0 }, { 1, 1 } }).why)
    assert.equal("repeats", geometry.check_area({ { 0, 0 }, { 0, 0 }, { 1, 1 } }).why)
    local held = geometry.holds(area({ 0, 0 }, { 0, 100 }, { 100, 100 }, { 100, 0 }), point(10, 50))
    assert.same({ yes = true, margin = mm(10), at = point(0, 50) }, held)
  end)

  it("refuses by name", function()
    assert.equal("a.width", refusal(geometry.distance, { x = 0, y = 0, facing = 0, width = 1, depth = 1000 }, unit).arg)
    assert.equal("b.y", refusal(geometry.distance, unit, { x = 3 }).arg)
    assert.equal("b.y", refusal(geometry.distance, unit, { x = 3, y = 1.5 }).arg)
    assert.equal("b.area.2.x", refusal(geometry.distance, unit, { area = { { 0, 0 }, { x = "3", y = 1 } } }).arg)
    assert.equal("base", refusal(geometry.move, 7, { slide = 1 }).arg)
    assert.equal("move.wheel", refusal(geometry.move, unit, { wheel = "up", angle = 1 }).arg)
    assert.equal("move.pivot", refusal(geometry.move, unit, {}).arg)
    assert.equal("half", refusal(geometry.arc, unit, "front", 90001, unit).arg)
    local crossed = refusal(geometry.distance, unit, area({ 0, 0 }, { 10, 10 }, { 10, 0 }, { 0, 10 }))
    assert.matches("points 1 and 3 meet at x=5000 y=5000", crossed.message, 1, true)
    assert.is_string(select(2, pcall(geometry.round_mm, 5, "sideways"))) -- misuse, not a user's input
  end)

  it("takes an area for one, whatever else its table says", function()
    local ground = area({ 0, 0 }, { 100, 0 }, { 100, 100 }, { 0, 100 })
    for key, value in pairs { x = mm(900), y = mm(900), width = mm(10), depth = mm(10), facing = 0 } do ground[key] = value end
    assert.is_true(geometry.holds(ground, point(50, 50)).yes)
    assert.equal(mm(100), geometry.distance(point(200, 50), ground).distance)
  end)
end)

describe("kernel.field", function()
  local f

  before_each(function()
    f = field.new()
    f:put("a.1", base(0, 0, 0), { side = "a", flags = { "formed" }, height = 2000 })
    f:put("a.2", base(70, 0, 0), { side = "a", height = 2000 })
    f:put(31, base(0, 300, 180), { side = "b", flags = { "formed", "cavalry" }, height = 2000 })
    f:put(32, base(120, 300, 180), { side = "b", height = 2000 })
    f:put("wood", area({ -100, 50 }, { 100, 50 }, { 100, 90 }, { -100, 90 }), { height = 10000, through = mm(25) })
    f:put("hedge", { line = { { mm(-200), mm(120) }, { mm(200), mm(120) } } }, { height = 1000, through = mm(5) })
  end)

  local function ids(list)
    local out = {}
    for i, found in ipairs(list) do out[i] = found.id end
    return out
  end

  it("finds the nearest and all within", function()
    assert.same({ 31, mm(285) }, { f:nearest("a.1", { not_side = "a", kind = "base" }) })
    local at_most = f:within("a.1", mm(285), { not_side = "a", kind = "base" })
    assert.same({ { id = 31, distance = mm(285), from = point(-30, 7.5), to = point(-30, 292.5) } }, at_most)
    assert.is_nil(f:nearest("a.1", { side = "b" }, mm(284)))
    assert.equal(31, (f:nearest("a.1", { side = "b" }, mm(285))))
    assert.equal(32, (f:nearest("a.1", { kind = "base", except = { "a.2", 31 } })))
    assert.same({ "a.2", "wood", "hedge" }, ids(f:within("a.1", mm(113))))
    assert.same({ 31 }, ids(f:within(point(0, 0), mm(1000), { with = { "formed", "cavalry" } })))
    assert.same({ "a.2", 32 }, ids(f:within(point(0, 0), mm(1000), { kind = "base", without = { "formed" } })))
    for _, filter in ipairs { {}, { kind = "base" }, { side = "nobody's" } } do
      local within, found, distances, places = f:within("a.1", mm(1000), filter), f:near("a.1", mm(1000), filter)
      assert.same(ids(within), found)
      for i, one in ipairs(within) do
        assert.same({ one.distance, one.nth or 1 }, { distances[i], places[i] })
      end
      assert.are.equal(#within, #distances)
      for most = 0, #within + 1 do
        assert.same(table.move(found, 1, most, 1, {}), (f:near("a.1", mm(1000), filter, most)))
        assert.same(table.move(found, 1, most, 1, {}), ids(f:within("a.1", mm(1000), filter, most)))
      end
    end
  end)

  it("moves and removes", function()
    f:move(31, base(0, 200, 180))
    assert.same({ 31, mm(185) }, { f:nearest("a.1", { side = "b" }) })
    assert.is_true(f:remove(31))
    assert.is_false(f:remove(31))
    assert.is_false(f:has(31))
    assert.equal(32, (f:nearest("a.1", { side = "b" })))
    f:put(32, base(0, 400, 180), { side = "c" })
    assert.is_nil(f:nearest("a.1", { side = "b" }))
  end)

  it("tells how far a base can go, and what it meets where", function()
    assert.same({ yes = false, free = mm(285), id = 31, at = point(-30, 292.5), face = "front", met = "front",
      margin = 0 }, f:first("a.1", { slide = mm(500) }, { kind = "base" }))
    assert.same({ yes = true, free = mm(200) }, f:first("a.1", { slide = mm(200) }, { kind = "base" }))
    assert.same({ yes = true, free = mm(200) }, f:first("a.1", { slide = mm(-200) }, {}))
    local wheel = f:first("a.1", { wheel = "left", angle = 90000 }, { kind = "area" })
    assert.equal("wood", wheel.id)
    local there = geometry.move(base(0, 0, 0), { wheel = "left", angle = wheel.free })
    assert.is_true(geometry.distance(there, area({ -100, 50 }, { 100, 50 }, { 100, 90 }, { -100, 90 })).distance <= 2)
    local room = f:room("a.1", mm(300), { kind = "base" })
    assert.same({ true, mm(300), false, mm(10), "a.2" },
      { room.left.yes, room.left.free, room.right.yes, room.right.free, room.right.id })
  end)

  it("knows the areas under a base or a place", function()
    assert.same({ "wood" }, f:under(base(0, 43, 0)))
    assert.same({}, f:under(base(0, 42.5, 0)))
    assert.same({ "wood" }, f:under(point(0, 60)))
  end)

  it("goes through bases in order", function()
    assert.same({
      { id = "a.1", kind = "base", from = 0, to = mm(7.5) },
      { id = "wood", kind = "area", from = mm(50), to = mm(90) },
      { id = "hedge", kind = "line", from = mm(120), to = mm(120) },
      { id = 31, kind = "base", from = mm(292.5), to = mm(307.5) },
    }, f:ray(point(0, 0), point(0, 400), 0))
    assert.same({ "wood", "hedge", 31 }, ids(f:met("a.1", { slide = mm(400), angle = 10000 })))
    assert.same({ "a.2", "wood" }, ids(f:met("a.1", { slide = mm(90), angle = 60000 })))
  end)

  it("leads a body along a path, and says what it meets where", function()
    local path = f:path { base = "a.1", slide = mm(150), table = { width = mm(400), depth = mm(150) },
      looks = {
      ground = { kind = "ground" },
      bodies = { kind = "base" },
      near = { kind = "base", within = mm(145), first = true },
      middle = { kind = "area", part = "centre" },
      front = { kind = "area", part = "front" },
      runs = { kind = "ground", runs = true },
    } }
    assert.same({ mm(150), base(0, 150, 0), mm(142) }, { path.length, path.base, path.edge - mm(0.5) })
    assert.same({
      { id = "wood", kind = "area", from = mm(42.5), to = mm(97.5) },
      { id = "hedge", kind = "line", from = mm(112.5), to = mm(127.5) },
    }, path.ground)
    assert.same({}, path.bodies)
    assert.same({ id = "a.2", from = 0, to = mm(150) }, path.near)
    assert.same({ { id = "wood", from = mm(50), to = mm(90) } }, path.middle)
    assert.same({ { id = "wood", from = mm(42.5), to = mm(82.5) } }, path.front)
    assert.same({
      { at = 0, length = mm(42.5), areas = {} },
      { at = mm(42.5), length = mm(55), areas = { "wood" } },
      { at = mm(97.5), length = mm(15), areas = {} },
      { at = mm(112.5), to = mm(127.5), line = "hedge" },
      { at = mm(112.5), length = mm(37.5), areas = {} },
    }, path.runs)
  end)

  it("leads it through wheels and pivots, and as several bases", function()
    local path = f:path { base = base(0, 0, 0), steps = { { wheel = "right", angle = 90000 }, { slide = mm(40) } },
      looks = { bodies = { kind = "base" } } }
    assert.same({ 94248, 134248 }, path.ends)
    assert.same(base(62.5, 37.5, 90), path.base)
    assert.same({ "a.1" }, ids(path.bodies))
    local wood = f:path { base = base(0, 40, 90, 30, 10), steps = { { wheel = "right", angle = 90000 }, { wheel = "left",
      angle = 90000 } }, looks = { ground = { kind = "area" } } }
    assert.same({ { 47124, 94248 }, "wood", 0 }, { wood.ends, wood.ground[1].id, wood.ground[1].from })
    assert.is_true(wood.ground[1].to > mm(20) and wood.ground[1].to < mm(40))
    local two = f:path { bases = { "a.1", "a.2" }, slide = mm(300), looks = { foes = { kind = "base" } } }
    assert.same({ base(0, 300, 0), base(70, 300, 0) }, two.bases)
    assert.same({ { id = 31, from = mm(285), to = mm(300), base = 1 }, { id = 32, from = mm(285), to = mm(300), base = 2 } },
      two.foes)
    local each = f:path { base = "a.1", slide = mm(300), looks = { foes = { within = { [31] = mm(100), [32] = mm(10) } } } }
    assert.same({ { id = 31, kind = "base", from = mm(185), to = mm(300) } }, each.foes)
  end)

  it("finds room along a way, and who is in it", function()
    local way = { base = "a.1", slide = mm(400), avoid = { { kind = "base" } } }
    assert.same({ mm(400) }, { f:last_free(way) })
    way.at = mm(300)
    assert.same({ mm(285), 31 }, { f:last_free(way) })
    assert.same({ mm(315), 31 }, { f:first_free(way) })
    local close = { base = base(0, 285, 0), slide = mm(100), avoid = way.avoid }
    assert.same({ 0 }, { f:first_free(close) })
    assert.same({ 0, 31 }, { f:last_free { base = close.base, slide = mm(20), avoid = way.avoid } })
    assert.same({ mm(29), 31 }, { f:first_free { base = base(0, 286, 0), slide = mm(100), avoid = way.avoid } })
    way.avoid[1].within, way.at = mm(20), mm(0)
    assert.same({ nil, "a.2" }, { f:last_free(way) })
    way.table = { width = mm(1000), depth = mm(300) }
    way.base = base(40, 8, 0)
    assert.same({ nil, "edge" }, { f:first_free { base = way.base, slide = mm(400), at = mm(290), table = way.table } })
    assert.same({ mm(284.5), "edge" }, { f:last_free { base = way.base, slide = mm(400), table = way.table } })
    assert.same({ 31, mm(7) }, { f:overlaps(base(0, 292, 0)) })
    assert.same({}, { f:overlaps("a.1", { kind = "base" }) })
  end)

  it("refuses a path by name", function()
    local function asked(args) return refusal(f.path, f, args).arg end
    assert.equal("args.base", asked { slide = 1 })
    assert.equal("args.base", asked { base = "wood", slide = 1 })
    assert.equal("args.bases", asked { bases = {}, slide = 1 })
    assert.equal("args.pivot", asked { base = base(0, 0, 0) })
    assert.equal("args.steps.2.pivot", asked { base = "a.1", steps = { { slide = 1 }, {} } })
    assert.equal("args.table.width", asked { base = "a.1", slide = 1, table = {} })
    assert.equal("args.over", asked { base = "a.1", slide = 1, over = -1 })
    assert.equal("args.looks", asked { base = "a.1", slide = 1, looks = { length = {} } })
    assert.equal("looks.wood.part", asked { base = "a.1", slide = 1, looks = { wood = { part = "tail" } } })
    assert.equal("looks.wood.within", asked { base = "a.1", slide = 1, looks = { wood = { within = "far" } } })
    assert.equal("args.at", refusal(f.last_free, f, { base = "a.1", slide = 5, at = 6 }).arg)
    assert.equal("args.avoid.1.part", refusal(f.last_free, f, { base = "a.1", slide = 5, avoid = { { part = 1 } } }).arg)
  end)

  it("says who sees whom, and what stops it", function()
    local heights <const> = { eye = 2000, mark = 2000 }
    local blind = f:sight("a.1", 31, heights)
    assert.same({ false, "wood" }, { blind.yes, blind.by })
    assert.is_true(blind.margin < 0)
    local clear = f:sight("a.1", point(0, 49), heights)
    assert.same({ true, "wood", mm(1) }, { clear.yes, clear.by, clear.margin })
    assert.is_true(f:sight(point(0, 200), 31, heights).yes)
    assert.equal("hedge", f:sight(point(0, 200), point(0, 110), { eye = 0, mark = 0 }).by)
    assert.is_true(f:sight(point(0, 200), point(0, 115), { eye = 0, mark = 0 }).yes)
    f:put("hill", area({ -300, 350 }, { 300, 350 }, { 300, 500 }, { -300, 500 }), { ground = mm(30), through = mm(20) })
    assert.equal(mm(30), f:ground(point(0, 400)))
    assert.equal(0, f:ground(point(0, 300)))
    assert.is_true(f:sight(point(0, 365), 31, heights).yes)
    assert.is_false(f:sight(point(0, 450), 31, heights).yes)
  end)

  it("refuses by name", function()
    assert.equal("subject", refusal(f.nearest, f, "nobody").arg)
    assert.equal("subject", refusal(f.first, f, "wood", { slide = 1 }).arg)
    assert.equal("id", refusal(f.move, f, "wood", base(0, 0, 0)).arg)
    assert.equal("shape", refusal(f.put, f, "x", point(0, 0)).arg)
    assert.equal("move", refusal(f.met, f, "a.1", { pivot = 90000 }).arg)
    assert.equal("about.height", refusal(f.put, f, "x", base(0, 0, 0), { height = -1 }).arg)
    assert.equal("id", refusal(f.put, f, {}, base(0, 0, 0)).arg)
    assert.is_string(select(2, pcall(f.nearest, f, "a.1", { kind = "tree" }))) -- misuse
    assert.is_string(select(2, pcall(f.nearest, {}, "a.1")))
  end)

  it("looks along lines of fire", function()
    local bodies = { kind = "base" }
    local shot = f:fire { from = 31, to = "a.1", eye = 1000, mark = 1000, solid = bodies, arc = 45000 }
    assert.same({ false, mm(285), "wood", mm(202.5), "wood", mm(202.5) },
      { shot.yes, shot.um, shot.by, shot.at, shot.tall, shot.tall_at })
    shot = f:fire { from = 31, to = "a.1", tall = { kind = "base" }, solid = bodies, arc = 45000 }
    assert.same({ yes = true, um = mm(285), off = 0, margin = 233345, face = "right", from = point(0, 292.5),
      to = point(0, 7.5), clear_from = point(0, 292.5), clear_to = point(0, 7.5) }, shot)
    f:put("screen", base(0, 200, 0, 50), { side = "b" })
    local files = { point(-22.5, 292.5), point(-7.5, 292.5), point(7.5, 292.5), point(28, 292.5) }
    shot = f:fire { from = 31, to = "a.1", tall = { kind = "base" }, solid = bodies, files = files, side = "b" }
    assert.same({ true, 1, "screen", mm(85), "screen", true },
      { shot.yes, shot.clear, shot.by, shot.at, shot.solid, shot.friend })
    assert.is_false(f:fire({ from = 31, to = "a.1", solid = bodies, files = "muzzle" }).yes)
    local wide = f:fire { from = 31, to = "a.1", tall = { kind = "base" }, solid = bodies, muzzles = "front_ends",
      marks = "all" }
    assert.is_true(wide.yes)
    local out = f:fire { from = 31, to = base(-300, 290, 0), arc = 45000 }
    assert.same({ false, false, "right" }, { out.yes, out.borne, out.face })
    assert.is_true(out.margin < 0)
    local deep = f:fire { from = base(0, 60, 0, 20, 10), to = 31, pass = { kind = "area" }, tall = { kind = "area" } }
    assert.same({ true, mm(25) }, { deep.yes, deep.out })
  end)

  it("lists what may be fired at, the nearest first", function()
    local args = { from = "a.1", targets = { side = "b" }, tall = { kind = "base" }, solid = { kind = "base" },
      reach = mm(400), arc = 45000 }
    local list = f:fire_at(args)
    assert.same({ 31, 32 }, ids(list))
    assert.same({ true, mm(285), 0 }, { list[1].yes, list[1].um, list[1].off })
    args.most = 1
    assert.same({ 31 }, ids(f:fire_at(args)))
    args.reach = mm(284)
    assert.same({}, f:fire_at(args))
    args.range, args.reach = "base", mm(285)
    assert.same({ 31 }, ids(f:fire_at(args)))
    args.targets = nil
    assert.equal("args.targets", refusal(f.fire_at, f, args).arg)
    local function asked(more) return refusal(f.fire, f, more).arg end
    assert.equal("args.from", asked { to = 31 })
    assert.equal("args.to", asked { from = 31 })
    assert.equal("args.muzzles", asked { from = 31, to = 32, muzzles = "all" })
    assert.equal("args.muzzles.1.x", asked { from = 31, to = 32, muzzles = { {} } })
    assert.equal("args.files", asked { from = 31, to = 32, files = {} })
    assert.equal("args.arc", asked { from = 31, to = 32, arc = 90001 })
    assert.equal("args.marks", asked { from = 31, to = 32, marks = 7 })
  end)

  it("gives the same answers however it was filled", function()
    local one, two = field.new(), field.new()
    for i = 1, 40 do one:put("u" .. i, base(100 * (i % 8), 100 * (i // 8), 0)) end
    for i = 40, 1, -1 do two:put("u" .. i, base(0, 0, 0)) end
    for i = 40, 1, -1 do two:move("u" .. i, base(100 * (i % 8), 100 * (i // 8), 0)) end
    assert.same(ids(one:within("u10", mm(250))), ids(two:within("u10", mm(250))))
  end)
end)
