--- The services view:way_back, first_room, last_room, comes_to, ways_round and play:go_back, by hand.
local T <const> = require "horse_and_musket_table"

--- b1 at (900, 650) faces south, a base of 160 by 20 mm; its way back leads north.
local function laid_out(more, spec)
  local units = { T.foot("b1", 900, 650) }
  for _, unit in ipairs(more or {}) do units[#units + 1] = unit end
  local given = { a = { T.foot("a1", 900, 100) }, b = units, general_b = { at = { 100, 1100 } } }
  for key, value in pairs(spec or {}) do given[key] = value end
  return T.game(given).play
end

local function mm(um) return um // 1000 end

local function way_back(play, more)
  local how = { um = 200000, meets = function(thing)
    if thing.kind ~= "body" then return thing.kind end
    return play:unit(thing.id).side == "b" and "friend" or "enemy"
  end }
  for key, value in pairs(more or {}) do how[key] = value end
  return play:way_back("b1", how)
end

local function met(way)
  local parts = {}
  for i, one in ipairs(way.met) do parts[i] = one.kind .. " " .. one.id .. " " .. mm(one.from) .. (one.to and "-" .. mm(one.to) or "") end
  return table.concat(parts, ", ")
end

describe("a way back", function()
  it("leads to the rear, away from an enemy or along a bearing", function()
    local play = laid_out()
    assert.are.equal(0, way_back(play).bearing)
    assert.are.equal(0, way_back(play, { from = "a1" }).bearing)
    assert.are.equal(90000, way_back(play, { bearing = 90000 }).bearing)
    local turned = play:unit("b1").base
    turned = { x = turned.x, y = turned.y, facing = 90000, width = turned.width, depth = turned.depth }
    assert.are.equal(270000, way_back(play, { sets_out = turned }).bearing)
    assert.are.equal(270000, way_back(play, { sets_out = function() return turned end }).bearing)
    -- Not squarely before it: away from where he is.
    assert.are.equal(45000, way_back(play, { from = { x = 400000, y = 150000, facing = 0, width = 1000, depth = 1000 } })
      .bearing)
  end)

  it("meets bodies and ground in the order of the way, as what its ruleset has them", function()
    local play = laid_out({ T.foot("b2", 900, 790), T.foot("b3", 900, 740), T.foot("b4", 1400, 740) },
      { ground = T.area("brook", "river", 0, 760, 1800, 775) })
    -- b3's front is 70 mm behind its rear; clear of it after 110.
    assert.are.equal("friend b3 70-110, ground brook 100, friend b2 120-160", met(way_back(play)))
    assert.are.equal("friend b3 70-110", met(way_back(play, { um = 100000 })))
    assert.are.equal("friend b3 70-110, ground brook 100", met(way_back(play, { um = 100000, beyond = 20000 })))
    local friends = way_back(play, { meets = function(thing)
      thing.name = "a friend"
      return thing.kind == "body" and "friend" or nil
    end })
    assert.are.same({ 2, "a friend" }, { #friends.met, friends.met[1].name })
  end)

  it("of several who go as one is that of all, and none of them is in another's way", function()
    local play = laid_out { T.foot("b2", 900, 690), T.foot("b3", 900, 790) }
    assert.are.equal("friend b3 80-120, friend b3 120-160", met(way_back(play, { with = { "b2" } })))
    assert.are.equal("friend b3 80-120", met(way_back(play, { with = { "b2" }, stays = true })))
  end)

  it("of a unit of several bases is that of each of them", function()
    local play = laid_out { T.guns("b2", 900, 750), T.guns("b3", 1000, 760) }
    -- Two stands with 100 mm between them: past b2, which is 40 wide, and into b3, which is 60 deep.
    local function stand(aside) return { aside = aside, ahead = 0, turn = 0, width = 60000, depth = 20000 } end
    play:unit("b1").bases = { stand(-80000), stand(80000) }
    local way = way_back(play)
    assert.are.equal("friend b3 70-150", met(way))
    assert.are.same({ 70, 150 }, { mm(play:last_room(way, 100000)), mm(play:first_room(way, 100000)) })
  end)

  it("is told where nothing is measured", function()
    local play = laid_out()
    play:unit("b1").base = nil
    local way = way_back(play, { told = function(way)
      way.um = 90000
      return { { kind = "river", from = 0 } }
    end })
    assert.are.equal(90000, way.um)
    assert.are.same({ 0, way.met[1] }, { play:comes_to(way, 90000) })
  end)
end)

describe("a party that goes back", function()
  local FRIENDS <const> = { T.foot("b2", 900, 740), T.foot("b3", 900, 790) }

  it("ends short of those it would stand in, or beyond them all", function()
    local play = laid_out(FRIENDS) -- taken from 70 to 110 and from 120 to 160
    local way = way_back(play)
    assert.are.equal(70, mm(play:comes_to(way, 100000)))
    assert.are.equal(110, mm(play:comes_to(way, 100000, { room = "beyond" })))
    assert.are.equal(120, mm(play:comes_to(way, 130000)))
    assert.are.equal(200, mm(play:comes_to(way, 200000)))
    assert.are.same({ 160, 70 }, { mm(play:first_room(way, 125000)), mm(play:last_room(way, 109000)) })
    local both = way_back(play, { with = { "b2" } }) -- b2 is in b3 from 30 to 70, and b1 from 120 to 160
    assert.are.same({ 70, 30 }, { mm(play:first_room(both, 40000)), mm(play:last_room(both, 60000)) })
    assert.are.same({ 160, 120 }, { mm(play:first_room(both, 130000)), mm(play:last_room(both, 130000)) })
  end)

  it("stops at what it does not pass, and stands in what it enters only beyond friends there", function()
    local play = laid_out(FRIENDS, { ground = T.area("brook", "river", 0, 750, 1800, 755) }) -- 90 mm behind it
    local way = way_back(play)
    local um, by = play:comes_to(way, 200000, { enters = { ground = true }, room = "beyond" })
    assert.are.same({ 110, "brook" }, { mm(um), by.id })
    um, by = play:comes_to(way, 200000, { room = "beyond" })
    assert.are.same({ 70 }, { mm(um), by })
    local alone = laid_out({}, { ground = T.area("brook", "river", 0, 750, 1800, 755) })
    local short = way_back(alone, { um = 90000, beyond = 1000 })
    assert.are.same({ 90000 }, { alone:comes_to(short, 90000) }) -- it ends there, and nothing has stopped it
    um, by = play:comes_to(way, 200000, { passes = {} })
    assert.are.same({ 70, "b2" }, { mm(um), by.id })
  end)

  it("in whole millimetres is never in anybody for a part of one", function()
    local play = laid_out(FRIENDS)
    play:unit("b2").base.y = 740300
    local way = way_back(play)
    assert.are.equal(111000, play:first_room(way, 90000, { whole = 1000 }))
    assert.are.equal(70000, play:last_room(way, 90000, { whole = 1000 }))
  end)

  it("is out of areas that it must be out of", function()
    local play = laid_out({}, { ground = T.area("town", "town", 700, 700, 1100, 760) })
    local way = way_back(play)
    assert.are.equal(40, mm(play:first_room(way, 40000, { areas = { "town" } })))
    assert.are.equal(120, mm(play:first_room(way, 41000, { areas = { "town" } })))
    assert.are.equal(40, mm(play:last_room(way, 100000, { areas = { "town" } })))
  end)

  it("goes until it is so far from others", function()
    local play = laid_out { T.foot("b2", 900, 740) }
    -- a1's front is 530 mm before its own; b2 is in the way from 70 to 110 mm.
    local way = way_back(play)
    assert.are.equal(40, mm(play:first_room(way, 0, { apart = { a1 = 570000 } })))
    assert.are.equal(110, mm(play:first_room(way, 0, { apart = { a1 = 610000 } })))
  end)

  it("over the edge of the table is in nobody, but those still on it are", function()
    local play = laid_out({ T.foot("b2", 900, 790), T.foot("b3", 900, 770) },
      { depth = 800, general_b = { at = { 100, 700 } } })
    local way = way_back(play, { meets = false })
    assert.are.equal(145, mm(play:comes_to(way, 145000, { leaves = true })))
    assert.are.equal(100, mm(play:comes_to(way, 135000, { leaves = true })))
    assert.are.equal(100, mm(play:comes_to(way, 145000)))
  end)

  it("goes as one, and whoever is over the edge of the table leaves it", function()
    local play = laid_out({ T.foot("b2", 900, 740) }, { depth = 800, general_b = { at = { 100, 700 } } })
    local way, told = way_back(play, { with = { "b2" } }), {}
    play.set_down = function(_, id, base) told[#told + 1] = ("%s base %d"):format(id, mm(base.y)) end
    play:go_back(way, 60000, { leaves = function(id) told[#told + 1] = id .. " leaves" end })
    assert.are.same({ "b1 base 710", "b2 base 800", "b2 leaves" }, told)
  end)
end)

describe("a way round", function()
  it("is to the edge of an outline, along it to either side, and on", function()
    local play = laid_out()
    local base = play:unit("b1").base
    local outline = { { x = 870000, y = 720000 }, { x = 960000, y = 720000 }, { x = 960000, y = 800000 } }
    local ways = play:ways_round(base, 180000, 60400, outline, 1000)
    -- To its west 30 mm and half its width, to its east 60 mm; it faces south.
    assert.are.same({ 60, 170, 90000 }, { mm(ways[1].at), mm(ways[1].from), ways[1].side })
    assert.are.same({ 790, 710 }, { mm(ways[1].corner.x), mm(ways[1].corner.y) })
    assert.are.same({ 200, -90000 }, { mm(ways[2].from), ways[2].side })
    assert.are.same({ 1040, 710 }, { mm(ways[2].corner.x), mm(ways[2].corner.y) })
    assert.are.same({ 790, 540 }, { mm(ways[1].base.x), mm(ways[1].base.y) })
  end)
end)
