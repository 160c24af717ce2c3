--- Services of the table: who is near, touches, faces, supports, and which pairs belong to one fight.
local Battlefield <const> = require "limber.tabletop.battlefield"
local State <const> = require "limber.game.state"
local frames <const> = require "limber.tabletop.frames"
local lists <const> = require "limber.common.lists"
local table_view <const> = require "table_view"

--- Ids of a list of nears, in its order.
local function ids(list)
  local found = {}
  for i, one in ipairs(list) do found[i] = one.id end
  return found
end

describe("who is near a unit", function()
  -- a1's front is at y = 120; b1 touches it, b2 is 10 mm beside b1 and 10 ahead, a2 is 20 to the left.
  local function laid()
    return table_view.of {
      a1 = { "a", { 100, 100, 0, 80, 40 } }, a2 = { "a", { 0, 100, 0, 80, 40 } },
      b1 = { "b", { 100, 140, 180, 80, 40 } }, b2 = { "b", { 190, 150, 180, 80, 40 } },
      b3 = { "b", { 100, 60, 0, 80, 40 }, status = "gone" },
    }
  end

  it("is told nearest first, without those that are gone", function()
    assert.are.same({ "b1", "b2", "a2" }, ids(laid():near("a1", { within = 20000 })))
    assert.are.same({ "b1", "b2" }, ids(laid():near("a1", { within = 19990 })))
    assert.are.same({ "a2" }, ids(laid():near("a1", { within = 20000, of = "friends" })))
    assert.are.same({ "b1", "b2" }, ids(laid():near("a1", { within = 20000, of = "enemies" })))
  end)

  it("may leave one out, and count some alone", function()
    assert.are.same({ "b2" }, ids(laid():near("a1", { within = 20000, of = "enemies", except = "b1" })))
    assert.are.same({ "b1" }, ids(laid():near("a1", {
      within = 20000, counts = function(_, id) return id == "b1" end,
    })))
  end)

  it("may be asked of another place", function()
    local there = table_view.base { 190, 200, 0, 80, 40 }
    assert.are.same({ "b2" }, ids(laid():near("a1", { within = 10000, base = there })))
  end)

  it("touches what is no further than rounding", function()
    local view = laid()
    assert.are.same({ "b1" }, view:touched("a1"))
    view:field():move("b1", { x = 100000, y = 140006, facing = 180000, width = 80000, depth = 40000 })
    assert.are.same({}, view:touched("a1"))
    assert.are.same({ "b1" }, view:touched("a1", { within = 6 }))
  end)
end)

describe("a unit of several bases", function()
  --- a1: two stands side by side, at (100, 100) and (140, 100). b1: at (100, 200) and (150, 150), facing south.
  local function laid()
    return table_view.of {
      a1 = { "a", { 120, 100, 0, 80, 40 }, { -20, 0, 0, 40, 40 }, { 20, 0, 0, 40, 40 } },
      b1 = { "b", { 125, 175, 180, 90, 90 }, { 25, -25, 0, 40, 40 }, { -25, 25, 0, 40, 40 } },
    }
  end

  it("stands where its bases are about it, those that are lost apart", function()
    local unit = laid():unit("b1")
    local bases = frames.bases(unit)
    assert.are.same({ 100000, 200000, 150000, 150000 }, { bases[1].x, bases[1].y, bases[2].x, bases[2].y })
    assert.are.equal(180000, bases[1].facing)
    table.remove(unit.bases, 1)
    local left = frames.bases(unit)
    assert.are.same({ 1, 150000 }, { #left, left[1].x })
  end)

  it("is on the field stand by stand, and goes from it stand by stand", function()
    local root = { areas = {}, lines = {}, leaders = {}, units = { b1 = laid():unit("b1") },
      order = { units = { "b1" }, areas = {}, lines = {}, leaders = {} } }
    local state = State.new(root, true)
    local field = Battlefield.new(state, { words = {}, rules = { grounds = require("limber.rules.terrain").new() } })
    assert.is_true(field:current():has("b1/1"))
    assert.is_false(field:current():has("b1"))
    state:begin()
    state:remove(state.root.units.b1.bases, 1)
    assert.is_true(field:current():has("b1/1"))
    assert.is_false(field:current():has("b1/2"))
    state:set(state.root.units.b1.base, "x", 225000)
    assert.are.equal(250000, field:current():within({ x = 250000, y = 100000 }, 1000000)[1].from.x)
  end)

  it("is as near as its nearest, and is no neighbour of itself", function()
    local list = laid():near("a1", { within = 100000 })
    assert.are.same({ { id = "b1", um = 10000, base = 2, other = 2 } }, { list[1] })
    assert.are.equal(1, #list)
  end)

  it("is met where it is met", function()
    assert.are.equal("front", (laid():face_met("a1", "b1")))
    assert.is_true((laid():faces("a1", "b1", 45000)))
    local met = laid():contacts("a", { within = 10000 })
    assert.are.same({ { ours = "a1", theirs = "b1" } }, met)
    assert.are.same({}, laid():contacts("a", { within = 9990 }))
  end)
end)

describe("some unit of a side", function()
  it("is the first that is on the table and admitted", function()
    local view = table_view.of {
      a1 = { "a", { 100, 100, 0, 80, 40 }, status = "gone" }, a2 = { "a", { 200, 100, 0, 80, 40 } },
      b1 = { "b", { 300, 100, 0, 80, 40 } },
    }
    assert.are.equal("a2", view:some_unit("a", function() return true end))
    assert.are.equal("b1", view:some_unit(nil, function(unit) return unit.side == "b" end))
    assert.is_nil(view:some_unit("b", function(_, id) return id ~= "b1" end))
  end)
end)

describe("the contact of two units", function()
  it("is told base by base, with its faces and frontage", function()
    local view = table_view.of { -- two stands side by side; one enemy stand before the right one, 10 mm further right
      a1 = { "a", { 120, 100, 0, 80, 40 }, { -20, 0, 0, 40, 40 }, { 20, 0, 0, 40, 40 } },
      b1 = { "b", { 150, 140, 180, 40, 40 } },
    }
    assert.are.same({
      { base = 2, other = 1, um = 0, face = "front", met = "front", frontage = 30000 },
    }, view:contact("a1", "b1"))
    local both = view:contact("a1", "b1", 15000)
    assert.are.same({ 1, 2 }, { both[1].base, both[2].base })
    assert.are.same({ 10000, 0 }, { both[1].um, both[1].frontage })
    assert.are.same({}, view:contact("b1", "a1", -1))
  end)
end)

describe("those that hang together with the first", function()
  it("are no further than that from one of them", function()
    local view = table_view.of {
      a1 = { "a", { 100, 100, 0, 80, 40 } }, a2 = { "a", { 300, 100, 0, 80, 40 } }, -- 120 from a1
      a3 = { "a", { 200, 100, 0, 80, 40 } }, -- 20 from both
      a4 = { "a", { 500, 100, 0, 80, 40 } }, -- 120 from a2
    }
    assert.are.same({ "a1", "a3", "a2" }, view:together({ "a1", "a2", "a3", "a4" }, 20000))
    assert.are.same({ "a1" }, view:together({ "a1", "a2", "a3", "a4" }, 19990))
    assert.are.same({ "a4" }, view:together({ "a4", "a1" }, 20000))
  end)

  it("are all of them where nothing is measured", function()
    local view = table_view.of { a1 = { "a" }, a2 = { "a" } }
    assert.are.same({ "a1", "a2" }, view:together({ "a1", "a2" }, 0))
  end)
end)

describe("supporters", function()
  it("are friends within a distance, by the face that they stand at", function()
    local view = table_view.of {
      a1 = { "a", { 100, 100, 0, 80, 40 } }, a2 = { "a", { 100, 50, 0, 80, 40 } }, -- 10 mm behind
      a3 = { "a", { 210, 100, 0, 80, 40 } }, -- 30 to the right
      a4 = { "a", { 100, 200, 0, 80, 40 } }, -- 60 ahead
      b1 = { "b", { 0, 100, 0, 40, 40 } },
    }
    assert.are.same({
      { id = "a2", um = 10000, face = "rear" }, { id = "a3", um = 30000, face = "right" },
      { id = "a4", um = 60000, face = "front" },
    }, view:supporters("a1", { within = 60000 }))
    assert.are.equal(1, #view:supporters("a1", { within = 29990 }))
  end)
end)

describe("the face that is met", function()
  local view = table_view.of {
    a1 = { "a", { 100, 100, 0, 160, 20 } }, b1 = { "b", { 200, 111, 180, 40, 40 } },
  }

  it("goes by the diagonals of the base, or by an arc from its corners", function()
    -- 100 to the right and 11 ahead: the diagonal runs 10 ahead at 80, so 12.5 at 100. The corner is at (180, 110).
    assert.are.equal("right", (view:face_met("b1", "a1")))
    assert.are.equal("front", (view:face_met("b1", "a1", { from = { x = 200000, y = 113000 } })))
    assert.are.equal("right", (view:face_met("b1", "a1", { arc = 45000 })))
    assert.are.equal("front", (view:face_met("b1", "a1", { arc = 45000, from = { x = 200000, y = 131000 } })))
    assert.are.equal("rear", (view:face_met("b1", "a1", { from = { x = 100000, y = 0 } })))
    assert.are.equal("left", (view:face_met("b1", "a1", { from = { x = 0, y = 100000 } })))
  end)
end)

describe("who stands between two", function()
  local function between(x, side)
    return table_view.of {
      a1 = { "a", { 100, 100, 0, 80, 40 } }, b1 = { "b", { 100, 300, 180, 80, 40 } },
      c1 = { side or "a", { x, 200, 0, 40, 40 } },
    }
  end

  it("lies in the strip of their facing edges, not beside it", function()
    assert.are.equal("c1", (between(100):interposed("a1", "b1", { arc = 45000 })))
    assert.are.equal("c1", (between(159):interposed("a1", "b1", { arc = 45000 })))
    assert.is_nil((between(160):interposed("a1", "b1", { arc = 45000 })))
    assert.are.equal("c1", (between(100, "b"):interposed("a1", "b1", { arc = 45000 })))
    assert.is_nil((between(100, "b"):interposed("a1", "b1", { arc = 45000, of = "friends" })))
  end)
end)

describe("the ground between two", function()
  it("has a part in the strip of their facing edges", function()
    local function under_vines(west)
      local view = table_view.of({ a1 = { "a", { 100, 100, 0, 80, 40 } }, b1 = { "b", { 100, 300, 180, 80, 40 } } }, {
        vines = { area = { { west, 180 }, { west + 50, 180 }, { west + 50, 220 }, { west, 220 } } },
      })
      return view:between(view:unit("a1").base, view:unit("b1").base, 45000)
    end
    assert.are.same({ "vines" }, under_vines(100))
    assert.are.same({ "vines" }, under_vines(139))
    assert.are.same({}, under_vines(141))
  end)
end)

describe("pairs that meet", function()
  local function pair(ours, theirs) return { ours = ours, theirs = theirs } end

  --- Lines face each other, a's from the left x = 100, b's as given.
  local function lines(places)
    local given = {}
    for id, x in pairs(places) do
      local ours = id:sub(1, 1) == "a"
      given[id] = { ours and "a" or "b", { x, ours and 100 or 200, ours and 0 or 180, 80, 40 } }
    end
    return table_view.of(given)
  end

  it("stand in the order of their line, from the first side's left", function()
    local view = lines { a1 = 300, a2 = 100, b1 = 310, b2 = 110 }
    local met = { pair("a1", "b1"), pair("a2", "b2") }
    local place = view:line_order(met)
    assert.is_true(place.a2 < place.a1 and place.b2 < place.b1)
    place = view:line_order(met, function() return 270000 end)
    assert.is_true(place.a2 > place.a1 and place.b2 > place.b1)
  end)

  it("make groups by what hangs together, in line order", function()
    local view = lines { a1 = 100, a2 = 200, a3 = 700, b1 = 150, b2 = 250, b3 = 700 }
    local met = { pair("a3", "b3"), pair("a2", "b2"), pair("a2", "b1"), pair("a1", "b1") }
    local groups = view:contact_groups(met, view:line_order(met))
    assert.are.equal(2, #groups)
    assert.are.same({ "a3" }, groups[1].ours)
    assert.are.same({ "a1", "a2" }, groups[2].ours)
    assert.are.same({ "b1", "b2" }, groups[2].theirs)
    assert.are.equal(3, #groups[2].pairs)
  end)

  it("that are joined by a later pair are one group", function()
    local view = lines { a1 = 100, a2 = 200, b1 = 100, b2 = 200 }
    local met = { pair("a1", "b1"), pair("a2", "b2"), pair("a1", "b2") }
    assert.are.equal(1, #view:contact_groups(met, view:line_order(met)))
  end)

  it("keep the order they met in where two stand in one place", function()
    local view = lines { a1 = 100, b1 = 100, b2 = 100 }
    local met = { pair("a1", "b2"), pair("a1", "b1") }
    assert.are.same({ "b2", "b1" }, view:contact_groups(met, view:line_order(met))[1].theirs)
  end)

  it("stand as they were told in where nothing is measured", function()
    local view = table_view.of { a1 = { "a" }, a2 = { "a" }, b1 = { "b" } }
    local met = { pair("a2", "b1"), pair("a1", "b1") }
    assert.are.same({ a2 = 1, a1 = 2, b1 = 1 }, view:line_order(met))
  end)
end)

describe("the edge that a body comes against", function()
  local tabletop <const> = require "limber.tabletop.tabletop"

  it("is at a corner the one that has more of it squarely before it", function()
    local base = table_view.base { 500, 500, 0, 65, 50 }
    assert.are.same({ "front", 65000 }, { tabletop.met(base, table_view.base { 500, 550, 180, 65, 50 }) })
    local flank = table_view.base { 565, 542.5, 180, 65, 50 } -- 7.5 mm of the right edge, nothing of the front
    assert.are.same({ "right", 7500 }, { tabletop.met(base, flank) })
    local front = table_view.base { 559, 550, 180, 65, 50 } -- 6 mm of the front
    assert.are.same({ "front", 6000 }, { tabletop.met(base, front) })
  end)

  it("is the front of one that a front meets askew, corner to front", function()
    local base = table_view.base { 533.333, 430.003, 16.764, 65, 50 }
    local met = tabletop.met(base, table_view.base { 493.313, 492.692, 193, 65, 50 })
    assert.are.equal("front", met)
  end)
end)

describe("any unit of a side", function()
  it("is asked for first where one was found last, then after it, then before it", function()
    local view, asked = table_view.of {
      a1 = { "a", { 100, 100, 0, 80, 40 } }, a2 = { "a", { 200, 100, 0, 80, 40 } },
      a3 = { "a", { 300, 100, 0, 80, 40 } }, b1 = { "b", { 400, 100, 0, 80, 40 } },
    }, {}
    local function any(side, ...)
      local admitted <const> = { ... }
      asked = {}
      return view:any_unit(side, "fires", function(_, id)
        asked[#asked + 1] = id
        return lists.has(admitted, id)
      end)
    end
    assert.is_true(any("a", "a2"))
    assert.are.same({ "a1", "a2" }, asked)
    assert.is_true(any("b", "b1"))
    assert.is_true(any("a", "a1"))
    assert.are.same({ "a2", "a3", "a1" }, asked)
    assert.is_true(any("a", "a1", "a2"))
    assert.are.same({ "a1" }, asked)
    assert.is_false(any "a")
    assert.are.same({ "a1", "a2", "a3" }, asked)
  end)
end)
