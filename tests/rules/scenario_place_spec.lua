--- Where the pieces of a scenario stand, however its file says it: squares, neighbours, lines, scale; and who has room.
local geometry <const> = require "kernel.geometry"
local Grid <const> = require "limber.language.grid"
local lengths <const> = require "limber.language.lengths"
local terrain <const> = require "limber.rules.terrain"
local Scenario <const> = require "limber.scenario.scenario"
local squares <const> = require "limber.scenario.squares"
local toys <const> = require "rules.toys"

--- Lays out a battle of the toy: what its ground, side a, side b and head hold.
local function lay(parts)
  local ground = parts.ground or ""
  if not ground:find "square =" then ground = "square = 100, " .. ground end
  local text = ([[
scenario { title = "T", ruleset = "toy", %s
  ground = { width = 1200, depth = 900, %s },
  side "a" { %s },
  side "b" { %s },
}]]):format(parts.head or "", ground, parts.a or "", parts.b or "")
  local scenario = assert(Scenario.read(text, "battle.lua"))
  local start, faults, unfinished = Scenario.build(scenario, toys.rules())
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return start or unfinished, table.concat(lines, "\n")
end

--- A unit of the toy: 80 by 20 mm.
local function unit(id, place)
  return ('unit "%s" { kind = "foot", men = 20, %s },\n'):format(id, place or "")
end

--- Where a unit stands and what it faces, in mm and degrees.
local function stands(state, id)
  local base = state.units[id].base
  return { base.x / 1000, base.y / 1000, base.facing / 1000 }
end

local function placed(parts, id)
  local state, faults = lay(parts)
  assert.are.equal("", faults)
  return stands(state, id or "1")
end

local function wrong(parts, ...)
  local _, faults = lay(parts)
  for _, text in ipairs { ... } do assert.truthy(faults:find(text, 1, true), faults) end
  return faults
end

describe("a place", function()
  local ONE <const> = unit("x", "at = { 600, 400 }, facing = 90")

  it("is a point or a square of the map", function()
    assert.are.same({ 400, 300, 90 }, placed { a = unit("1", "at = { mm(400), cm(30) }, facing = \"east\"") })
    assert.are.same({ 250, 350, 0 }, placed { a = unit("1", 'at = "C4"') })
    assert.are.same({ 283.333, 383.333, 0 }, placed { a = unit("1", 'at = "c4 ne"') })
    assert.are.same({ 283.333, 350, 0 }, placed { a = unit("1", 'at = "C4 east"') })
    assert.are.same({ 500, 700, 0 }, placed { ground = "square = 200", a = unit("1", 'at = "C4"') })
    assert.are.same({ 500, 850, 0 }, placed { ground = "square = 200", a = unit("1", 'at = "C5"') })
    wrong({ a = unit("1", 'at = "C44"') }, "at: there is no square C44; the squares are A1 to L9")
    wrong({ a = unit("1", 'at = "here"') }, '"here" is not a square of the map')
    wrong({ a = unit("1", 'at = "C4 up"') }, '"up" is not a part of a square')
  end)

  it("is a square of 200 mm where nobody says how large they are, if that is not too few or too many", function()
    for _, case in ipairs { { 1900, 200 }, { 4000, 200 }, { 4100, 500 }, { 700, 100 }, { 350, 50 } } do
      local ground = { width = case[1] * 1000, depth = 300000 }
      assert.are.equal(case[2] * 1000, Grid.of(ground, "mm").size)
      ground = { width = case[1] * 2000, depth = 600000, scale = { 1, 2 } }
      assert.are.equal(case[2] * 2000, Grid.of(ground, "mm").size)
    end
    assert.are.equal(152400, Grid.of({ width = 72 * 25400, depth = 48 * 25400 }, "inch").size)
  end)

  it("is beside another, in its line and faced as it is", function()
    assert.are.same({ 600, 300, 90 }, placed { a = ONE .. unit("1", 'right_of = "x", gap = 20') })
    assert.are.same({ 600, 480, 90 }, placed { a = unit("1", 'left_of = "x"') .. ONE })
    assert.are.same({ 570, 400, 90 }, placed { a = ONE .. unit("1", 'behind = "x", gap = mm(10)') })
    assert.are.same({ 650, 400, 90 }, placed { a = ONE .. unit("1", 'in_front_of = "x", gap = 30') })
  end)

  it("may be said in words of their own", function()
    assert.are.same({ 600, 300, 90 }, placed { a = ONE .. unit("1", 'right_of "x", gap(20)') })
    assert.are.same({ 250, 350, 180 }, placed { a = unit("1", 'at "C4", facing "south"') })
    wrong({ a = unit("1", 'at "C4", along { "A1", "B1" }') }, "unit 1: its entry 2 does not belong there")
    wrong({ a = unit("1", 'at "C4", at = "C5"') }, "unit 1: its entry 1 does not belong there")
  end)

  it("beside another takes the room its own facing needs", function()
    assert.are.same({ 570, 350, 0 }, placed { a = ONE .. unit("1", 'right_of = "x", facing = 0') })
    local parts = { a = ONE .. unit("1", 'right_of = "x", gap = 5, facing = "toward y"'), b = unit("y", "at = { 900, 700 }") }
    local state, faults = lay(parts)
    assert.are.equal("", faults)
    local contact = geometry.contact(state.units.x.base, state.units["1"].base)
    assert.are.equal("apart", contact.state)
  end)

  it("cannot hang on itself", function()
    wrong({ a = unit("1", 'right_of = "2"') .. unit("2", 'right_of = "1"') }, "its place depends on itself")
    wrong({ a = unit("1", 'right_of = "zz"') }, "right_of: there is no zz")
  end)

  it("keeps numbers apart", function()
    wrong({ a = unit("1", "at = \"A1\"") .. unit("2", 'number = "1", at = "C1"') }, "unit 1 of line 3 has the number 1 already")
  end)
end)

describe("a facing", function()
  it("is an angle, a word, a point, or toward somebody", function()
    local function faced(text, b)
      return placed({ a = unit("1", "at = { 600, 400 }, facing = " .. text), b = b })[3]
    end
    assert.are.equal(45, faced '"north_east"')
    assert.are.equal(350, faced "-10")
    assert.are.equal(225, faced '"South-West"')
    assert.are.equal(90, faced "{ 900, 400 }")
    assert.are.equal(302, faced '"toward D6 nw"' // 1)
    assert.are.equal(180, faced('"toward y"', unit("y", 'at = { 600, 100 }, facing = "toward 1"')))
    wrong({ a = unit("1", 'at = "A1", facing = "up"') }, "facing must be degrees")
    wrong({ a = unit("1", 'at = "A1", facing = "toward nobody"') }, "facing: there is no nobody")
  end)

  it("of a side or a formation is that of all in it who say no other", function()
    local a = 'facing = "south", formation "f" { facing = "west", ' .. unit("1", 'at = "A5"') .. unit("2", 'at = "C5", facing = 10')
      .. "}, " .. unit("3", 'at = "E5"')
    assert.are.equal(270, placed({ a = a }, "1")[3])
    assert.are.equal(10, placed({ a = a }, "2")[3])
    assert.are.equal(180, placed({ a = a }, "3")[3])
  end)
end)

describe("a formation drawn up", function()
  local function line(how, count)
    local units = {}
    for i = 1, count or 3 do units[i] = unit(tostring(i)) end
    return { a = ('formation "f" { %s, %s }'):format(how, table.concat(units)) }
  end

  it("stands along a line with its fronts on it, left to right", function()
    local parts = line "along = { { 100, 300 }, { 700, 300 } }"
    assert.are.same({ 140, 290, 0 }, placed(parts, "1"))
    assert.are.same({ 400, 290, 0 }, placed(parts, "2"))
    assert.are.same({ 660, 290, 0 }, placed(parts, "3"))
    assert.are.same({ 660, 310, 180 }, placed(line "along = { { 700, 300 }, { 100, 300 } }", "1"))
    assert.are.same({ 140, 310, 180 }, placed(line 'along = { { 100, 300 }, { 700, 300 } }, facing = "south"', "1"))
    assert.are.same({ 400, 290, 0 }, placed(line("along = { { 100, 300 }, { 700, 300 } }", 1), "1"))
  end)

  it("keeps a gap", function()
    assert.are.same({ 240, 290, 0 }, placed(line "along = { { 100, 300 }, { 700, 300 } }, gap = 20", "2"))
    assert.are.same({ 240, 290, 0 }, placed(line 'from = { 100, 300 }, facing = "north", gap = 20', "2"))
    assert.are.same({ 110, 460, 270 }, placed(line 'from = { 100, 300 }, facing = "west", gap = 40', "2"))
  end)

  it("stands in lines one behind another", function()
    local parts = line("from = { 100, 300 }, facing = 0, gap = 20, lines = 2, depth = 50", 3)
    assert.are.same({ 240, 290, 0 }, placed(parts, "2"))
    assert.are.same({ 140, 240, 0 }, placed(parts, "3"))
    wrong(line("from = { 100, 300 }, facing = 0, lines = 2", 3), "lines need depth")
  end)

  it("says by how much it is too long", function()
    wrong(line "along = { { 100, 300 }, { 300, 300 } }",
      "battle.lua:3: formation f: its front needs 240 mm; the line is 40 mm too short")
    wrong(line "along = { { 100, 300 }, { 300, 300 } }, gap = 10", "needs 260 mm; the line is 60 mm too short")
    wrong(line "from = { 100, 300 }", "from needs a facing")
    wrong(line 'along = { "A1", "Z9" }', "along: there is no square Z9")
  end)

  it("takes those of the formations in it, but nobody with a place of his own", function()
    local parts = {
      a = 'formation "f" { along = { { 100, 300 }, { 700, 300 } }, formation "g" {' .. unit "1" .. unit("2", 'at = "K9"') .. "}, "
        .. unit "3" .. "}",
    }
    assert.are.same({ 660, 290, 0 }, placed(parts, "3"))
    assert.are.same({ 1050, 850, 0 }, placed(parts, "2"))
  end)
end)

describe("room", function()
  --- What a fault suggests is clear.
  local function clears(parts, id)
    local _, faults = lay(parts)
    local x, y = faults:match "unit 1: .-; at = { ([%d.]+), ([%d.]+) } would be clear"
    assert.truthy(x, faults)
    local moved = {}
    for key, text in pairs(parts) do
      moved[key] = text:gsub('(unit "' .. id .. '" {.-)at = %b{}', "%1at = { " .. x .. ", " .. y .. " }")
    end
    local _, left = lay(moved)
    assert.are.equal("", left)
  end

  it("must not be another's, and the nudge that is suggested clears it", function()
    local b = unit("y", "at = { 600, 400 }, facing = 30")
    wrong({ b = unit("1", "at = { 610, 405 }"), a = b }, "unit 1: it overlaps unit y by", "would be clear")
    for _, at in ipairs { "{ 610, 405 }", "{ 600, 401 }, facing = 45", "{ 570, 380 }, facing = 77" } do
      clears({ a = b, b = unit("1", "at = " .. at) }, "1")
    end
  end)

  it("is found among many", function()
    local crowd = unit("y", "at = { 600, 400 }") .. unit("z", "at = { 600, 430 }") .. unit("w", "at = { 600, 365 }")
      .. unit("v", "at = { 690, 400 }, facing = 90")
    clears({ a = crowd, b = unit("1", "at = { 610, 402 }") }, "1")
  end)

  it("must be on the table", function()
    wrong({ a = unit("1", "at = { 30, 400 }") }, "it hangs 10 mm over the west edge", "at = { 40, 400 } would be clear, 10 mm to the east")
    wrong({ a = unit("1", "at = { 30, 1400 }") }, "it stands off the table, which is 1200 mm by 900 mm")
    clears({ a = unit("1", "at = { 1190, 890 }, facing = 45") }, "1")
  end)

  it("must not be where the ruleset says nobody can be", function()
    local rules = toys.rules()
    terrain.declare(rules.published.game.grounds, "lake", { enters = false })
    local scenario = assert(Scenario.read([[scenario { title = "T", ruleset = "toy", ground = { width = 1200, depth = 900,
      area "lake" { kind = "lake", rect = { { 300, 300 }, { 500, 500 } } } },
      side "a" { unit "1" { kind = "foot", men = 20, at = { 520, 400 } }, unit "2" { kind = "foot", men = 20, at = { 540, 420 } } },
      side "b" {} }]], "battle.lua"))
    local _, faults = Scenario.build(scenario, rules)
    assert.are.equal(1, #faults)
    assert.truthy(faults[1].message:find("it stands on lake, where it may not be; at = { 54", 1, true))
  end)
end)

describe("ground", function()
  local function outline(text, id)
    local state, faults = lay { ground = text }
    assert.are.equal("", faults)
    return state.areas[id or "x"].area
  end

  it("is drawn by corners, squares, strips and rounds", function()
    local box = { { x = 100000, y = 200000 }, { x = 300000, y = 200000 }, { x = 300000, y = 400000 }, { x = 100000, y = 400000 } }
    assert.are.same(box, outline 'area "x" { kind = "wood", rect = { { 300, 200 }, { 100, 400 } } }')
    assert.are.same(box, outline 'area "x" { kind = "wood", squares = "B3:C4" }')
    assert.are.same(box, outline 'area "x" { kind = "wood", squares = "B3 C3 B4 C4" }')
    local strip = outline 'area "x" { kind = "road", along = { { 100, 100 }, { 300, 100 } }, width = 20 }'
    assert.are.same({ { x = 100000, y = 110000 }, { x = 300000, y = 110000 }, { x = 300000, y = 90000 }, { x = 100000, y = 90000 } }, strip)
    assert.is_true(geometry.holds({ area = outline 'area "x" { kind = "pond", disc = { "E5", 60 } }' }, { x = 450000, y = 507000 }).yes)
    wrong({ ground = 'area "x" { kind = "wood", outline = { { 0, 0 }, { 100, 100 }, { 100, 0 }, { 0, 100 } } }' }, "crosses itself")
    wrong({ ground = 'area "x" { kind = "wood", rect = { "A1", "B2" }, disc = { "A1", 3 } }' }, "both rect and disc")
    wrong({ ground = 'area "x" { kind = "wood", squares = "A1 C3" }' }, "must form one piece")
    wrong({ ground = 'area "x" { kind = "road", along = { { 100, 100 }, { 300, 100 }, { 110, 110 } }, width = 20 }' }, "at point 2 it turns back")
    wrong({ ground = 'area "x" { kind = "wood" }' }, "it needs an outline")
    wrong({ ground = "sqare = 7" }, "the ground has no sqare; did you mean square?")
    wrong({ ground = "sqare = 7, zeal = 1, hue = 2, awe = 3" }, "the ground has no sqare; did you mean square?")
    for i, key in ipairs { "awe", "hue", "sqare", "zeal" } do
      local _, faults = Scenario.build(assert(Scenario.read([[scenario { title = "T", ruleset = "toy",
        ground = { width = 1200, depth = 900, sqare = 7, zeal = 1, hue = 2, awe = 3 }, side "a" {}, side "b" {} }]],
        "t.lua")), toys.rules())
      assert.truthy(faults[i].message:find("the ground has no " .. key, 1, true))
    end
  end)

  local MAP <const> = [==[square = 300, map [[
    4 ..w.
    3 ww. .
      . w h .
      . . . .
  ]], legend = { w = { kind = "wood" }, h = { kind = "hill", id = "knoll" } }]==]

  it("is drawn as a block of map symbols", function()
    local text = MAP:gsub("4 %.%.w%.%s+3", "3")
    local state, faults = lay { ground = text }
    assert.are.equal("", faults)
    assert.are.same({ "map_w", "knoll" }, state.order.areas)
    assert.are.same({
      { x = 300000, y = 300000 }, { x = 600000, y = 300000 }, { x = 600000, y = 900000 }, { x = 0, y = 900000 },
      { x = 0, y = 600000 }, { x = 300000, y = 600000 },
    }, state.areas.map_w.area)
  end)

  it("says which row of the block is wrong, and where", function()
    wrong({ ground = MAP }, "battle.lua:3: the map has 4 rows, but the table is 3 squares deep")
    local text = MAP:gsub("4 %.%.w%.%s+3", "3")
    wrong({ ground = text:gsub("w h %.", "w h") }, "battle.lua:4: row 2 of the map has 3 squares, but the table is 4 wide")
    wrong({ ground = text:gsub("w h %.", "w x .") }, 'battle.lua:4: square C2: the legend does not define "x"; it knows h w')
    wrong({ ground = text:gsub("legend.*", "") }, "the map needs a legend")
  end)

  it("of squares never meets itself, whatever the squares", function()
    local shapes = {
      { "###", "#.#", "###" }, { "##.", "#.#", ".##" }, { "#####", "#.#.#", "#####", "#...#", "#####" },
      { ".#.", "###", ".#." }, { "#.#", "###", "#.#" }, { "####", "#..#", "#.##", "####" }, { "##", ".#", "##", "#." },
    }
    for _, rows in ipairs(shapes) do
      local cells, want, got = {}, 0, 0
      for y, row in ipairs(rows) do
        for x = 1, #row do
          if row:sub(x, x) == "#" then cells[#cells + 1], want = { x, y }, want + 1 end
        end
      end
      for _, outline_of in ipairs(squares.outlines(cells)) do
        local points, area = {}, 0
        for i, corner in ipairs(outline_of) do
          local after = outline_of[i % #outline_of + 1]
          points[i], area = { x = corner[1] * 1000, y = corner[2] * 1000 }, area + corner[1] * after[2] - corner[2] * after[1]
        end
        assert.is_true(geometry.check_area(points).yes)
        got = got + area // 2
      end
      assert.are.equal(want, got)
    end
  end)
end)

describe("a scale", function()
  it("is a simple fraction", function()
    assert.are.same({ 1, 2 }, lengths.scale(0.5))
    assert.are.same({ 2, 3 }, lengths.scale { 4, 6 })
    assert.are.same({ 2, 3 }, lengths.scale(2 / 3))
    assert.is_nil(lengths.scale(1))
    for _, bad in ipairs { 0, -1, 0.4137, "half", {} } do
      local scale, message = lengths.scale(bad)
      assert.is_false(scale)
      assert.truthy(message:find("simple fraction", 1, true))
    end
    wrong({ head = "scale = 0.4137," }, "scale must be a simple fraction like 0.5 or { 2, 3 }, got 0.4137")
  end)

  it("stands between the table and the rules", function()
    local state, faults = lay {
      head = "scale = 0.5,", ground = 'square = 200, area "x" { kind = "wood", rect = { "A1 sw", { 300, mm(200) } } }',
      a = unit("1", "at = { 100, mm(150) }") .. unit("2", 'right_of = "1", gap = 10'),
    }
    assert.are.equal("", faults)
    assert.are.same({ width = 2400000, depth = 1800000, square = 400000, scale = { 1, 2 } }, state.ground)
    assert.are.same({ 200, 300, 0 }, stands(state, "1"))
    assert.are.same({ 300, 300, 0 }, stands(state, "2")) -- 80 mm of the rules wide, and 20 of theirs between
    assert.are.equal(600000, state.areas.x.area[3].x)
    local how = lengths.how("mm", state.ground)
    assert.are.equal("100 mm", lengths.text(200000, how))
    assert.are.equal("A1", Grid.name(how.grid, 200000, 300000))
    wrong({ head = "scale = 0.5,", a = unit("1", "at = { 10, 100 }") }, "it hangs 10 mm over the west edge", "at = { 20, 100 }")
  end)

  it("loses nothing on the way there and back", function()
    for _, scale in ipairs { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 7, 20 } } do
      for um = 0, 5000000, 12347 do
        assert.are.equal(um, lengths.to_table(lengths.to_rules(um, scale), scale))
      end
    end
  end)
end)
