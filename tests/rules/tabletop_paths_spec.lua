-- Ground as data, paths over it, how far they lead, where there is room: the services of the table for any ruleset.
local diff <const> = require "limber.rules.diff"
local Game <const> = require "limber.game.game"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local tabletop <const> = require "limber.tabletop.tabletop"

package.loaded.host = package.loaded.host or { getenv = function() end, isatty = function() return false end }
local map <const> = require "show.map"

local INCH <const> = 25400

local function slurp(path)
  local file = io.open(path)
  local text = file and file:read "a"
  if file then file:close() end
  return text
end

local function loader(more, house)
  return {
    read = function(path)
      local text = slurp((path:gsub("^rules%-lua/", "tests/rules/")))
      return text and path:find "moves%.lua$" and text .. (more or "") or text
    end,
    list = function() return {} end, variant = function(_, name) return house and name .. ".lua", house end,
  }
end

--- A battle of the toy on a table of 60 by 40 inches; `how`: ground, a, b, told, more (at the end of its rules),
--- house (the text of a house rule).
local function game_of(how)
  local text = ([[scenario { title = "T", ruleset = "toy_ground", ground = { width = 60, depth = 40, %s },
    side "a" { facing = "north", %s }, side "b" { facing = "south", %s } }]]):format(how.ground or "", how.a or "",
    how.b or "")
  local rules = assert(Rules.load(loader(how.more, how.house), "toy_ground", { how.house and "house" }, { game = require "limber.game.words" }))
  local start, faults = Scenario.build(assert(Scenario.read(text, "battle.lua")), rules, { facts = how.told and "told" })
  if not start then return nil, Scenario.fault_text(faults[1]) end
  local game = Game.new { rules = rules, start = start, seed = 1, tell_fact = how.told }
  assert(game:start())
  return game, rules
end

local function unit(id, x, y, more) return ('unit %q { at = { %g, %g }, %s },'):format(id, x, y, more or "") end
local function area(id, terrain, x1, y1, x2, y2)
  return ('area %q { terrain = %q, rect = { { %g, %g }, { %g, %g } } },'):format(id, terrain, x1, y1, x2, y2)
end
local function line(id, more, x1, y1, x2, y2)
  return ('line %q { %s points = { { %g, %g }, { %g, %g } } },'):format(id, more, x1, y1, x2, y2)
end

--- Lengths in hundredths of an inch.
local function short(um) return um and (um * 100 + INCH // 2) // INCH end

local function stops_of(path)
  local list = {}
  for i, stop in ipairs(path.stops) do list[i] = ("%s %s %d"):format(stop.kind, stop.by or "-", short(stop.at)) end
  return list
end

local function ahead(game, inches, opts) return game.play:path("1", { slide = inches * INCH }, opts) end

describe("ground declared as data", function()
  it("is known to scenarios, layout, sight and the map by one declaration", function()
    local more = '\nterrain "lava" { enters = false, height = inch(3), edge = inch(1), map = "!", ascii = "!", doc = "lava" }'
    local ground = area("l", "lava", 20, 20, 30, 30)
    local game, rules = game_of { ground = ground, a = unit("1", 25, 10), more = more }
    local lava = game.state.root.areas.l
    assert.same({ 3 * INCH, INCH }, { lava.height, lava.through })
    assert.same({ "ground l 950" }, stops_of(ahead(game, 15)))
    assert.truthy(table.concat(map.lines(game.play, { rules = rules, ascii = true }), "\n"):find("! lava", 1, true))
    local none, fault = game_of { ground = ground, a = unit("1", 25, 25), more = more }
    assert.is_nil(none)
    assert.truthy(fault:find("it stands on l, where it may not be", 1, true))
    none, fault = game_of { ground = ground, a = unit("1", 25, 10) }
    assert.is_nil(none)
    assert.truthy(fault:find("terrain", 1, true) and fault:find("lava", 1, true))
  end)

  it("is refused when it says what no kind of ground has", function()
    for text, says in pairs {
      ['terrain "x" { goign = "rough" }'] = 'terrain "x" has no key goign; did you mean going?',
      ['terrain "x" { of = "sea" }'] = 'terrain "x": of is area, line or look',
      ['terrain "bog" {}'] = 'terrain "bog" is declared twice',
      ['terrain "x" { crossed_by = "road" }'] = "crossed_by must be a list of names",
    } do
      local done, fault = pcall(Rules.load, loader("\n" .. text), "toy_ground", {}, { game = require "limber.game.words" })
      assert.is_false(done)
      assert.truthy(tostring(type(fault) == "table" and fault.message or fault):find(says, 1, true), says)
    end
  end)
end)

describe("a house rule's ground", function()
  local HOUSE <const> = [[variant "house" { of = "toy_ground", doc = "Swamps." }
    terrain "swamp" { going = "rough", enters = function(_, unit) return unit.arm == "foot" end, height = inch(2),
      map = "w", ascii = "w", doc = "a swamp" }
    terrain "bog" { enters = false }]]
  local GROUND <const> = area("s", "swamp", 0, 15, 60, 16) .. area("bog", "bog", 0, 20, 60, 21)

  it("is known wherever the ruleset's is, and changes what is there already", function()
    local game, rules = game_of { ground = GROUND, a = unit("1", 10, 10), house = HOUSE }
    local path = ahead(game, 15)
    assert.same({ "ground bog 950" }, stops_of(path))
    assert.same({ "s", "rough", "2.1" }, { path.ground[1].id, path.ground[1].going, path.stops[1].cite })
    assert.equal(2 * INCH, game.state.root.areas.s.height)
    local horse = game_of { ground = GROUND, a = unit("1", 10, 10, 'arm = "horse",'), house = HOUSE }
    assert.same({ "ground s 450", "ground bog 950" }, stops_of(ahead(horse, 15)))
    assert.truthy(table.concat(map.lines(game.play, { rules = rules, ascii = true }), "\n"):find("w a swamp", 1, true))
    local found = diff.of(rules)
    assert.same({ "ground", "swamp", "ground", "bog" }, { found[1].what, found[1].name, found[2].what, found[2].name })
  end)

  it("is nobody else's", function()
    assert.is_nil((game_of { ground = GROUND, a = unit("1", 10, 10) }))
    local game = game_of { ground = area("bog", "bog", 0, 20, 60, 21), a = unit("1", 10, 10) }
    assert.same({}, stops_of(ahead(game, 15)))
  end)

  it("is refused with its file when it says what no kind of ground has", function()
    local none, fault = Rules.load(loader(nil, 'variant "house" { of = "toy_ground", doc = "x" } terrain "x" { goign = 1 }'),
      "toy_ground", { "house" }, { game = require "limber.game.words" })
    assert.is_nil(none)
    assert.truthy(fault.message:find('house.lua: terrain "x" has no key goign; did you mean going?', 1, true))
  end)
end)

describe("a path", function()
  it("ends at what comes first: enemies that it touches, bodies, ground, the edge", function()
    local game = game_of {
      a = unit("1", 10, 10) .. unit("2", 11, 14), b = unit("3", 10, 20),
      ground = area("r", "river", 0, 25, 60, 27) .. area("c", "cliff", 0, 30, 60, 32),
    }
    local path = ahead(game, 35)
    -- Front edge at 10.5; the enemy's rear at 19.5 is touched a millimetre before.
    assert.same({ "body 2 300", "near 3 896", "body 3 900", "ground r 1450", "ground c 1950", "edge - 2950" },
      stops_of(path))
    assert.equal(path.stops[1].at, path.clear)
    assert.same({ nil, true }, { tabletop.stop_of(path, "ground", "r").bars, tabletop.stop_of(path, "ground", "c").bars })
    assert.equal("2.5", tabletop.stop_of(path, "ground", "c").cite)
    path = ahead(game, 35, { friends = "pass", against = "3" })
    assert.same({ "ground r 1450", "ground c 1950", "edge - 2950" }, stops_of(path))
    assert.same({ "2", "3" }, { path.passed[1].id, path.passed[2].id })
    assert.same({ "near 3 800" }, { stops_of(ahead(game, 12, { friends = "pass", near = INCH }))[1] })
    assert.same({ "body 2 300", "body 3 900", "edge - 2950" }, stops_of(ahead(game, 35, { players_word = true })))
  end)

  it("says where it is within a zone of the enemy, and where it leaves an enemy that it touches", function()
    local game = game_of { a = unit("1", 10, 10), b = unit("3", 13, 12) .. unit("4", 30, 20) .. unit("5", 10, 8.97) }
    local path = ahead(game, 20, { zone = 3 * INCH, near = INCH // 20 })
    local zone = tabletop.union(path.zone)
    assert.equal(1, #zone)
    assert.equal(0, zone[1].from)
    assert.equal("5", path.leaves)
    assert.equal(2, short(path.leaves_at))
    assert.same({}, path.stops)
    assert.same({ { from = 0, to = 5 }, { from = 7, to = 9 } },
      tabletop.union { { from = 0, to = 3 }, { from = 2, to = 5 }, { from = 4, to = 4 }, { from = 7, to = 9 } })
  end)

  it("keeps to roads and fords through other ground, and leaves ground by the nearest way", function()
    local ground = area("bog", "bog", 0, 12, 60, 20) .. area("rd", "road", 8, 0, 12, 40) .. area("r", "river", 0, 25, 60, 27)
      .. area("f", "ford", 8, 24, 12, 28)
    assert.same({ {}, {} }, { ahead(game_of { a = unit("1", 10, 10), ground = ground }, 20).stops,
      ahead(game_of { a = unit("1", 10, 10), ground = ground }, 20).ground })
    local beside = ahead(game_of { a = unit("1", 11.5, 10), ground = ground }, 20)
    assert.same({ "ground r 1450" }, stops_of(beside))
    assert.same({ "bog", "rough" }, { beside.ground[1].id, beside.ground[1].going })
    -- In the town at its northern edge: out of it ahead, and not through it.
    local town = area("t", "town", 0, 5, 20, 11)
    local game = game_of { a = unit("1", 10, 10.8, 'inside = "t",'), ground = town }
    assert.same({}, stops_of(ahead(game, 5)))
    assert.same({ "ground t 0" }, stops_of(game.play:path("1", { slide = 5 * INCH, angle = 180000 })))
  end)

  it("is barred to those who may not enter, and by lines that they cannot cross", function()
    local ground = area("w", "wood", 0, 15, 60, 18) .. line("h", 'kind = "hedge",', 0, 12, 60, 12)
      .. line("k", 'kind = "wall", height = 2,', 0, 20, 60, 20)
    local horse = ahead(game_of { a = unit("1", 10, 10, 'arm = "horse",'), ground = ground }, 15)
    assert.same({ "ground w 450", "ground k 950" }, stops_of(horse))
    local foot = ahead(game_of { a = unit("1", 10, 10), ground = ground }, 15)
    assert.same({ "ground k 950" }, stops_of(foot))
    -- A hedge under it at the start is no more in its way, and still costs what it costs.
    local astride = ahead(game_of { a = unit("1", 10, 12), ground = ground }, 2)
    assert.same({ {}, true, "rough" }, { stops_of(astride), astride.ground[1].already, astride.ground[1].going })
    local legs = game_of({ a = unit("1", 10, 12), ground = ground }).play:legs(astride)
    assert.same({ { "h", true, "rough", 0, 0 }, 2 }, {
      { legs[1].line, legs[1].astride, legs[1].going, legs[1].at, legs[1].length }, #legs,
    })
  end)

  it("is that of all bases of a unit: what passes between two of them is not met", function()
    local post = area("c", "cliff", 9.5, 15, 10.5, 16)
    local pair = 'pair = true,'
    assert.same({}, stops_of(ahead(game_of { a = unit("1", 10, 10, pair), ground = post }, 15)))
    assert.same({ "ground c 450" }, stops_of(ahead(game_of { a = unit("1", 11, 10, pair), ground = post }, 15)))
    local game = game_of { a = unit("1", 10, 10, pair), b = unit("3", 10, 20, pair), ground = post }
    assert.same({ "near 3 896", "body 3 900" }, stops_of(ahead(game, 15)))
    assert.is_nil(game.play:room("1", { x = 10 * INCH, y = 15 * INCH, facing = 0, width = 5 * INCH, depth = INCH }))
  end)

  it("leads several as one body: a line wheels, and a unit of two bases is set down where it ends", function()
    local game = game_of { a = unit("1", 10, 10, "pair = true,"), b = unit("3", 10, 20) }
    local path = game.play:path("1", { slide = 3 * INCH })
    assert.same({ 1000, 1300 }, { short(path.base.x), short(path.base.y) })
    game.play:go("1", path)
    assert.equal(1300, short(game.state.root.units["1"].base.y))
    -- Two units of 2 by 1 inch side by side, 1 on the left: a wheel of 90 degrees to the left about (9, 10.5).
    game = game_of { a = unit("1", 10, 10) .. unit("2", 12, 10), b = unit("3", 10, 20) }
    path = game.play:path("1", { { wheel = "left", angle = 90000 } }, { with = { "2" } })
    assert.same({}, stops_of(path))
    game.play:go_together(path)
    local one, other = game.state.root.units["1"].base, game.state.root.units["2"].base
    assert.same({ 950, 1150, 270000 }, { short(one.x), short(one.y), one.facing })
    assert.same({ 950, 1350, 270000 }, { short(other.x), short(other.y), other.facing })
    assert.same({ "body 3 500" }, stops_of(game.play:path("2", { slide = 10 * INCH, angle = 90000 }, { near = false })))
    local room = { x = one.x, y = other.y, facing = 0, width = INCH, depth = INCH }
    assert.equal("2", game.play:room("1", room).by)
    assert.is_nil(game.play:room("1", room, { with = { "2" } }))
  end)

  it("leads round corners: wheels and turns are parts of it", function()
    local game = game_of { a = unit("1", 10, 10), ground = area("c", "cliff", 13, 0, 16, 40) }
    local steps = { { slide = 2 * INCH, angle = 0 }, { pivot = 90000 }, { slide = 10 * INCH, angle = 0 } }
    local path = game.play:path("1", steps)
    local stop = path.stops[1]
    assert.equal("c", stop.by)
    -- Turned to the east its front is half an inch ahead of x = 10: 2.5 inches to the cliff.
    assert.equal(250, short(stop.at - path.ends[2]))
    assert.same({ 250, 3 }, { short(path.length - stop.at) // 3, #path.ends })
  end)
end)

describe("at its limits a path", function()
  it("does not meet what it only reaches, touches by a hair, or has a hair of under it", function()
    local game = game_of {
      a = unit("1", 10, 10) .. unit("2", 10, 14),
      ground = area("k", "bog", 0, 0, 60, 9.502) .. area("n", "bog", 20, 13.499, 60, 15),
    }
    local path = ahead(game, 3)
    assert.same({ {}, {}, {} }, { path.stops, path.bodies, path.ground })
    path = game.play:path("1", { slide = 3 * INCH }, { from = { x = 30 * INCH, y = 10 * INCH, facing = 0,
      width = 2 * INCH, depth = INCH } })
    assert.same({}, path.ground)
  end)

  it("is still near to an enemy whom it does not leave, and names of equals the body before the ground", function()
    local game = game_of { a = unit("1", 10, 10) .. unit("2", 10, 20.5), b = unit("5", 10, 9),
      ground = area("c", "river", 0, 20, 60, 21) }
    local path = game.play:path("1", { slide = INCH // 100 })
    assert.equal(path.length + 1, path.leaves_at)
    assert.same({ "body 2 950", "ground c 950" }, stops_of(ahead(game, 12)))
  end)

  it("keeps to a road backwards too, and out of the middle of ground goes either way", function()
    local game = game_of { a = unit("1", 10, 30), ground = area("bog", "bog", 0, 12, 60, 20) .. area("rd", "road", 8, 0, 12, 40) }
    assert.same({}, game.play:path("1", { slide = -25 * INCH }).ground)
    game = game_of { a = unit("1", 10, 8, 'inside = "t",'), ground = area("t", "town", 0, 5, 20, 11) }
    assert.same({ {}, {} }, { stops_of(ahead(game, 5)), stops_of(game.play:path("1", { slide = 5 * INCH, angle = 180000 })) })
    local none, fault = game_of { a = unit("1", 10, 8), ground = area("t", "town", 0, 5, 20, 11) }
    assert.is_nil(none)
    assert.truthy(fault:find("it stands on t, where it may not be", 1, true))
  end)
end)

describe("how far a unit gets", function()
  local GROUND <const> = area("bog", "bog", 0, 12.5, 60, 15.5) .. area("m", "mire", 0, 14.5, 60, 16.5)
    .. line("h", 'kind = "hedge",', 0, 18, 60, 18)

  it("is asked leg by leg: stretches of one ground, the one that slows most, and lines", function()
    local game = game_of { a = unit("1", 10, 10), ground = GROUND }
    local path, list = ahead(game, 10), {}
    for i, leg in ipairs(game.play:legs(path)) do
      list[i] = ("%d %d %s"):format(short(leg.at), short(leg.length), leg.going or leg.line or "-")
    end
    -- The front edge is at 10.5, the rear edge leaves an inch later.
    assert.same({ "0 200 -", "200 200 rough", "400 200 deep", "600 100 deep", "700 50 -", "750 0 rough", "750 250 -" }, list)
  end)

  it("ends where the cost is spent, and says by which leg", function()
    local game = game_of { a = unit("1", 10, 10), ground = GROUND }
    assert(game:command { side = "a", ["do"] = "go", unit = "1" })
    -- Two inches, then eight more in ground that costs double: four inches of it.
    assert.equal(1600, short(game.state.root.units["1"].base.y))
    local reach = game.play:reach(ahead(game, 10), function() return INCH // 2 end)
    assert.same({ 50, "deep", 1000 }, { short(reach.um), reach.leg.going, short(reach.clear) })
    local _, fault = game:command { side = "a", ["do"] = "go", unit = "1", forward = 10 * INCH }
    assert.equal("2", fault.cite)
    game = game_of { a = unit("1", 10, 10), ground = GROUND }
    reach = game.play:reach(ahead(game, 10), function() return 7 * INCH + INCH // 2 end)
    assert.same({ 750, "h" }, { short(reach.um), reach.leg.line })
  end)

  it("is asked of the players in a told game, and only where it decides", function()
    local asked = 0
    local game = game_of { a = 'unit "1" {},', b = 'unit "3" {},', told = function() asked = asked + 1 return true end }
    assert(game:command { side = "a", ["do"] = "go", unit = "1", forward = 5 * INCH })
    assert.equal(0, asked)
    local line_, fault = game:command { side = "a", ["do"] = "go", unit = "1", forward = 6 * INCH }
    assert.same({ nil, "2", 1 }, { line_, fault.cite, asked })
    line_, fault = game:command { side = "a", ["do"] = "go", unit = "1", forward = 10 * INCH }
    assert.same({ nil, "2", 2 }, { line_, fault.cite, asked })
  end)
end)

describe("room", function()
  local function base(x, y) return { x = x * INCH, y = y * INCH, facing = 0, width = 2 * INCH, depth = INCH } end

  it("is told with what is in the way, and by how much", function()
    local game = game_of {
      a = unit("1", 10, 10) .. unit("2", 20, 10), b = unit("3", 30, 10),
      ground = area("c", "cliff", 40, 0, 60, 40) .. area("t", "town", 0, 20, 10, 30),
    }
    local function wrong(x, y, opts)
      local found = game.play:room("1", base(x, y), opts)
      return found and ("%s %s %s"):format(found.kind, found.by or "-", found.margin and short(found.margin) or "-")
    end
    assert.is_nil(wrong(12, 10))
    assert.equal("edge - -25", wrong(0.75, 10))
    assert.equal("body 2 -50", wrong(18.5, 10))
    assert.is_nil(wrong(18.5, 10, { friends = "pass" }))
    assert.equal("near 3 -3", wrong(27.99, 10))
    assert.is_nil(wrong(27.99, 10, { against = "3" }))
    assert.equal("near 3 -50", wrong(27.5, 10, { near = INCH }))
    assert.equal("ground c -", wrong(39.5, 10))
    assert.equal("ground t -", wrong(5, 25))
    assert.is_nil(wrong(5, 25, { enters = "t" }))
    assert.is_nil(wrong(39.5, 10, { players_word = true }))
    assert.is_nil(wrong(27.99, 10, { players_word = true }))
    -- What it hangs over, or is near to, before: no further and no nearer.
    assert.is_nil(wrong(0.9, 12, { from = base(0.9, 10) }))
    assert.equal("edge - -20", wrong(0.8, 12, { from = base(0.9, 10) }))
    assert.is_nil(wrong(27, 10.1, { near = INCH, from = base(27, 10) }))
    local function over(um)
      local there = base(1, 10)
      there.x = there.x - um
      return game.play:room("1", there)
    end
    assert.same({ true, "edge" }, { over(2) == nil, over(3).kind })
  end)

  it("is found along a way: the first beyond a place, the last before it", function()
    local game = game_of {
      a = unit("1", 10, 10) .. unit("2", 10, 14) .. unit("4", 10, 15.5), ground = area("c", "cliff", 0, 20, 60, 30),
    }
    local on = { slide = 15 * INCH }
    local um, by = game.play:nearest_room("1", on, { at = 4 * INCH })
    assert.same({ 650, "4" }, { short(um), by })
    um, by = game.play:nearest_room("1", on, { at = 4 * INCH, back = true })
    assert.same({ 300, "2" }, { short(um), by })
    assert.equal(400, short(game.play:nearest_room("1", on, { at = 4 * INCH, friends = "pass" })))
    um, by = game.play:nearest_room("1", on, { back = true })
    assert.same({ 950, "c" }, { short(um), by })
    assert.is_nil(game.play:nearest_room("1", on, { at = 10 * INCH }))
    assert.equal(1000, short(game.play:nearest_room("1", on, { at = 10 * INCH, enters = "c" })))
    local town = game_of { a = unit("1", 10, 8, 'inside = "t",'), ground = area("t", "town", 0, 5, 20, 11) }
    assert.equal(100, short(town.play:nearest_room("1", on, { at = INCH })))
  end)

  it("in ground is that of the whole base", function()
    local game = game_of { a = unit("1", 10, 15), ground = area("w", "wood", 0, 10, 9.5, 14.8) .. area("v", "wood", 30, 10, 40, 20) }
    assert.same({ nil, "v" }, { game.play:wholly_in(base(10, 15), "wood"), game.play:wholly_in(base(35, 15), "wood") })
    assert.is_nil(game.play:wholly_in(base(35, 15), "bog"))
  end)

  it("to turn ends at the first who is in the way", function()
    local game = game_of { a = unit("1", 10, 10) .. unit("2", 12.05, 10) }
    local free, by = game.play:swing("1", game.state.root.units["1"].base, 90000)
    assert.equal("2", by)
    assert.is_true(free > 0 and free < 90000)
    assert.equal(90000, (game.play:swing("1", base(40, 20), 90000)))
  end)
end)

describe("moves", function()
  it("are kept for the turn, and each place of them can be found again", function()
    local game = game_of { a = unit("1", 10, 10), b = unit("3", 50, 30) }
    assert.same({}, game.play:moves "1")
    assert(game:command { side = "a", ["do"] = "go", unit = "1", forward = 4 * INCH })
    assert(game:command { side = "a", ["do"] = "go", unit = "1", forward = 2 * INCH, angle = 90000 })
    local kept = game.play:moves "1"
    assert.same({ 400, 200 }, { short(kept[1].um), short(kept[2].um) })
    local moves <const> = require "limber.tabletop.moves"
    assert.same({ 1000, 1300 }, { short(moves.place(kept[1], 3 * INCH).x), short(moves.place(kept[1], 3 * INCH).y) })
    assert.same({ 1100, 1400 }, { short(moves.place(kept[2], INCH).x), short(moves.place(kept[2], INCH).y) })
    assert.equal(2, game.state.root.units["1"].settled)
    assert(game:command { side = "a", ["do"] = "done" })
    assert.same({}, game.play:moves "1")
  end)

  it("find places on wheels and turns too", function()
    local game = game_of { a = unit("1", 10, 10) }
    local path = game.play:path("1", { { slide = 2 * INCH }, { pivot = 90000 }, { slide = INCH } })
    local moves <const> = require "limber.tabletop.moves"
    local half = moves.place(path, (path.ends[1] + path.ends[2]) // 2)
    assert.same({ 45000, 1200 }, { half.facing, short(half.y) })
    assert.same({ 1050, 90000 }, { short(moves.place(path, path.ends[2] + INCH // 2).x), moves.place(path, path.length).facing })
  end)

  it("have an allowance that is thrown once a turn for all who share it", function()
    local game = game_of { a = unit("1", 10, 10) .. unit("2", 20, 10) }
    local side = game.state.root.sides.a
    assert.is_nil(game.play:thrown(side, "foot"))
    for _, id in ipairs { "1", "2" } do assert(game:command { side = "a", ["do"] = "order", unit = id }) end
    assert.same({ 1, 7 * INCH }, { side.throws, game.play:thrown(side, "foot") })
    assert(game:command { side = "a", ["do"] = "done" })
    assert.is_nil(game.play:thrown(side, "foot"))
    assert(game:command { side = "a", ["do"] = "order", unit = "1" })
    assert.equal(2, side.throws)
  end)
end)
