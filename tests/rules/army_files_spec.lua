-- Army files: how a side's own words and those of its army come together, and what an army's items cost.
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"

local words <const> = require "limber.game.words"
local bugles <const> = assert(Rules.load(loader, "bugles", {}, { game = words }))

local ARMY <const> = [[
army { ruleset = "bugles", name = "Red", quality = "good", facing = "east",
  leader "c" { rank = "cinc" },
  formation "d" { level = "division", commander = "s",
    formation "g" { commander = "l", unit "1" { class = "a" }, unit "2" { class = "b", right_of "1", gap(20) } },
    formation "h" { commander = "m", unit "3" {} },
  },
  leader "s" { rank = "division" }, leader "l" { rank = "group", with = "1" }, leader "m" { rank = "group", with = "3" },
}]]
local FOE <const> = [[side "b" { name = "Blue", edge = "north", quality = "good", leader "bc" { rank = "cinc", at = { 900, 1000 } } }]]

local function read(side, army, more)
  local text = ('scenario { title = "T", ruleset = "bugles", ground = { width = 1800, depth = 1200 },\n%s,\n%s%s }')
    :format(side, FOE, more or "")
  return Scenario.read(text, "here/battle.lua", function(path, file)
    assert.are.equal("here/battle.lua", path)
    return file == "armies/red.lua" and (army or ARMY) or nil
  end)
end

local function lay(side, army, more)
  local scenario, wrong = read(side, army, more)
  assert(scenario, wrong and wrong.message)
  return Scenario.build(scenario, bugles)
end

local PLACES <const> = [[leader "c" { at = { 100, 100 } }, leader "s" { at = { 200, 100 } }, unit "1" { at = { 300, 300 } },
  unit "3" { at = { 600, 300 } }]]

local function side(more) return ('side "a" { army = "armies/red.lua", edge = "south", %s, %s }'):format(PLACES, more or "") end

describe("an army that a side names", function()
  it("stands as the side says, and is what the army says", function()
    local start, faults = lay(side())
    assert(start, faults and faults[1].message)
    assert.are.same({ "1", "2", "3" }, start.order.units)
    assert.are.equal("Red", start.sides.a.name)
    assert.are.equal("good", start.sides.a.quality)
    assert.are.equal("south", start.sides.a.edge)
    assert.are.equal("a", start.units["1"].class)
    assert.are.equal("g", start.units["2"].formation)
    assert.are.equal("h", start.units["3"].formation)
    assert.are.equal("d", start.formations.h.formation)
    assert.are.equal(90000, start.units["1"].base.facing)
    assert.are.equal(300000, start.units["2"].base.x) -- facing east, right is south of it
    assert.is_true(start.units["2"].base.y < start.units["1"].base.y)
  end)

  it("gives way to what the side says of the same piece, and gets further pieces", function()
    local start, faults = lay(side [[name = "Crimson", facing = "north",
      formation "g" { name = "Guards", unit "2" { class = "c", left_of "1" }, unit "5" { at = { 900, 300 } } },
      formation "h" { unit "6" { at = { 1200, 300 } } }]])
    assert(start, faults and faults[1].message)
    assert.are.equal("Crimson", start.sides.a.name)
    assert.are.equal("Guards", start.formations.g.name)
    assert.are.equal("l", start.formations.g.commander)
    assert.are.equal("c", start.units["2"].class)
    assert.are.equal(0, start.units["1"].base.facing)
    assert.is_true(start.units["2"].base.x < start.units["1"].base.x)
    assert.are.equal("g", start.units["5"].formation)
    assert.are.equal("h", start.units["6"].formation)
    assert.are.same({ "1", "2", "5", "3", "6" }, start.order.units)
  end)

  it("is not taken for the ruleset's own word", function()
    local _, faults = lay('side "a" { army = "red", edge = "south" }')
    assert.are.equal("side a: unknown argument army", faults[1].message)
    local _, wrong = read 'side "a" { army = "armies/red", edge = "south" }'
    assert.matches('"armies/red" is no FOLDER/NAME.lua', wrong.message, 1, true)
  end)

  it("cannot fight itself: its names are taken", function()
    local scenario = assert(read(side()))
    local text = scenario.text:gsub('side "b".*$', side():gsub('side "a"', 'side "b"') .. " }")
    scenario = assert(Scenario.read(text, "here/battle.lua", function() return ARMY end))
    local _, faults = Scenario.build(scenario, bugles)
    assert.matches("the name is taken by the ", faults[1].message)
  end)

  it("counts to the limits of its battle", function()
    local units = {}
    for i = 1, 1200 do units[i] = ('unit "x%d" {},'):format(i) end
    local many = ('army { ruleset = "bugles", formation "d" { %s } }'):format(table.concat(units))
    assert(read('side "a" { army = "armies/red.lua" }', many))
    local own = ('side "a" { army = "armies/red.lua", formation "e" { %s } }'):format(table.concat(units):gsub("x", "y"))
    local _, wrong = read(own, many)
    assert.matches("too many units of a scenario", wrong.message)
  end)

  it("is told of in its own file, and what the side adds in the side's", function()
    local _, faults = lay(side [[unit "2" { class = "z" }]])
    assert.are.equal("here/battle.lua", faults[1].file)
    _, faults = lay(side(), (ARMY:gsub('class = "b"', 'class = "z"')))
    assert.are.equal("here/armies/red.lua", faults[1].file)
    assert.are.equal(4, faults[1].line)
  end)

  it("is not there where nothing reads files", function()
    local _, wrong = Scenario.read((assert(read(side())).text), "here/battle.lua")
    assert.matches("there is no file here/armies/red.lua", wrong.message)
  end)
end)

describe("an army alone", function()
  it("is laid out without ground, places or an enemy", function()
    local army = assert(Scenario.read_army(ARMY, "red.lua"))
    local start, faults = Scenario.build(army, bugles)
    assert(start, faults and faults[1].message)
    assert.are.same({ "a" }, start.order.sides)
    assert.are.equal("told", start.facts)
  end)

  it("is asked what its pieces cost", function()
    local start = assert(Scenario.build(assert(Scenario.read_army(ARMY, "red.lua")), bugles))
    local values = assert(Scenario.army_values(bugles, start))
    assert.are.equal(1, #values)
    assert.are.equal(150 + 75 + 50 + 100 + 100, values[1].total_points)
    assert.are.equal("3", values[1].items[3].id)
    assert.is_nil(values[1].limit_points)
    assert.is_true(values[1].within_limit)
  end)
end)

describe("what a house rule says that an army costs", function()
  local start <const> = assert(Scenario.build(assert(Scenario.read_army(ARMY, "red.lua")), bugles))

  local function valued(body)
    local text = ('variant "own" { of = "bugles", doc = "x", battle = { army_list = function(published, rules, state, side) '
      .. "%s end } }"):format(body)
    local from = setmetatable({
      variant = function() return "own.lua", text, false end,
    }, { __index = loader })
    local rules = assert(Rules.load(from, "bugles", { "own" }, { game = words }))
    return Scenario.army_values(rules, start)
  end

  it("is what holds", function()
    local values = assert(valued [[local list = published(rules, state, side)
      list[1].points, list.limit_points = 1000, 1200
      return list]])
    assert.are.equal(1325, values[1].total_points)
    assert.is_false(values[1].within_limit)
  end)

  it("may be nothing but a list of pieces, with names, numbers and no more", function()
    for body, message in pairs {
      ["return 7"] = "a table", ["return { 7 }"] = "entry 1 has no item", ["return { { item = 7 } }"] = "item of entry 1 is 7",
      ['return { { item = "x", points = 1 << 60 } }'] = "points of entry 1 is",
      ['return { { item = "x", points = 0.5 } }'] = "points of entry 1 is", ["error 'no'"] = "no",
      ["return { { item = ('x'):rep(1000) } }"] = "item of entry 1",
    } do
      local values, failure = valued(body)
      assert.is_nil(values, body)
      assert.matches(message, failure.message or failure.file, 1, true)
    end
  end)
end)
