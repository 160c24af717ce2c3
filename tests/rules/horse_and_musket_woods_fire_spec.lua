--- SR.2: fire out of woods, into them and within them.
local T <const> = require "horse_and_musket_table"

local function firing(spec) return T.to(T.game(spec), "a", "firing") end
local function refused(game) return T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }) end

--- A wood from y to another y, 800 mm wide.
local function wood(from, to, id)
  return ('area "%s" { terrain = "woods", rect = { { 500, %d }, { 1300, %d } } },'):format(id or "wood", from, to)
end

--- Light foot whose muzzles are at (900, 510), and an enemy line so many mm before them.
local A <const> = T.light("a1", 900, 500, { weapon = "rifle" })
local function B(mm) return T.light("b1", 900, 520 + mm) end

describe("horse_and_musket: fire and woods", function()
  after_each(T.finished)

  it("comes out of a wood from no deeper than 50 mm", function()
    assert.is_nil(refused(firing { a = { A }, b = { B(100) }, ground = wood(400, 560) }))
    local fault = refused(firing { a = { A }, b = { B(100) }, ground = wood(400, 561) })
    assert.are.same({ "target", "SR.2 R78", -1 }, { fault.arg, fault.cite, fault.margin })
    T.says(fault.message, "51 mm of wood lie before the muzzles, 50 mm at most")
  end)

  it("goes no deeper into a wood than 50 mm", function()
    -- Its front edge is at y = 610; the wood begins 50 or 51 mm before it.
    assert.is_nil(refused(firing { a = { A }, b = { B(100) }, ground = wood(560, 800) }))
    local fault = refused(firing { a = { A }, b = { B(100) }, ground = wood(559, 800) })
    assert.are.same({ "target", "SR.2 R78", -1 }, { fault.arg, fault.cite, fault.margin })
    T.says(fault.message, "is 51 mm deep in the wood, 50 mm at most")
  end)

  it("reaches 50 mm within one wood", function()
    assert.is_nil(refused(firing { a = { A }, b = { B(50) }, ground = wood(300, 900) }))
    local fault = refused(firing { a = { A }, b = { B(51) }, ground = wood(300, 900) })
    assert.are.equal(-1, fault.margin)
    T.says(fault.message, "is 51 mm away: in one wood fire reaches 50 mm")
  end)

  it("counts both depths between two woods", function()
    local function two(one, other) return wood(400, one) .. wood(other, 800, "other") end
    assert.is_nil(refused(firing { a = { A }, b = { B(150) }, ground = two(560, 610) }))
    assert.is_not_nil(refused(firing { a = { A }, b = { B(150) }, ground = two(565, 610) }))
    assert.is_not_nil(refused(firing { a = { A }, b = { B(150) }, ground = two(560, 600) }))
  end)

  it("is measured along the line of fire", function()
    -- The corner of the target nearest to the muzzles is 60 to the right and 100 ahead. The wood begins 44 mm before it
    -- straight down, and 44 * 116.6 / 100 = 51.3 mm along the line.
    local b = T.light("b1", 1040, 620)
    assert.are.equal(-2, refused(firing { a = { A }, b = { b }, ground = wood(566, 800) }).margin)
    assert.is_nil(refused(firing { a = { A }, b = { b }, ground = wood(568, 800) })) -- 42: 48.97 mm
  end)

  it("finds cover only in who stands wholly inside", function()
    local game = firing { a = { A }, b = { B(60) }, ground = wood(560, 800), -- from y = 570 to 590
      dice = { ["fire.small_arms"] = { 5, 5, 1, 1 }, ["cover.save"] = { 4, 3 } } }
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
    T.says(T.story(game), "b1 is behind the woods: 1 of 2 hits saved")
    game = firing { a = { A }, b = { B(60) }, ground = wood(575, 800), dice = { ["fire.small_arms"] = { 5, 5, 1, 1 } } }
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(2, T.unit(game, "b1").hits)
  end)

  it("does not count who is out of reach in a wood as the closest enemy", function()
    local game = firing { a = { A }, b = { T.light("b1", 1010, 650), T.light("b2", 840, 630) },
      ground = 'area "wood" { terrain = "woods", rect = { { 700, 560 }, { 925, 800 } } },' }
    assert.is_nil(refused(game)) -- b2 is nearer, and 60 mm deep
    assert.are.same({ { 1, "b1" } }, { { #T.all_legal(game, "a", "fire"), T.legal(game, "a", "fire")[1].target } })
  end)

  it("of guns takes in those beyond the first target who are not deep in a wood", function()
    local game = firing { a = { T.guns("a1", 900, 500) }, b = { T.light("b1", 900, 840), T.light("b2", 900, 940),
      T.light("b3", 900, 1000) }, ground = wood(900, 1100), -- b2 is 30 mm in, b3 90
      dice = { ["fire.artillery"] = { 2, 4, 4 }, ["cover.save"] = { 3 } } }
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    assert.are.same({ 1, 1, 0 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits, T.unit(game, "b3").hits })
  end)
end)
