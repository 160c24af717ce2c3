--- Whatever a file from elsewhere brings too much of is refused, by its line and with the bound, before work begins.
local Game <const> = require "limber.game.game"
local Scenario <const> = require "limber.scenario.scenario"
local Script <const> = require "limber.scenario.script"
local suggest <const> = require "limber.common.suggest"
local toys <const> = require "rules.toys"

--- A battle with something in its head, on its ground, in its first side; and before all, lines of Lua.
local function battle(with)
  return ([[%s
scenario { title = "T", ruleset = "toy", %s
  ground = { width = 600, depth = 400, %s },
  side "a" { name = "Blue", %s
    unit "1" { kind = "foot", men = 12, at = { 100, 100 }, facing = "north" } },
  side "b" { name = "Red", unit "2" { kind = "foot", men = 12, at = { 300, 300 }, facing = "south" } },
}]]):format(with.before or "", with.head or "", with.ground or "", with.side or "")
end

--- What is wrong with such a battle, in a line; nil when it can be played.
local function wrong_with(with)
  local scenario, fault = Scenario.read(battle(with), "x.lua")
  if not scenario then return Scenario.fault_text(fault) end
  local start, faults = Scenario.build(scenario, toys.rules())
  return not start and Scenario.fault_text(faults[1]) or nil
end

local SHARED <const> = "local t = {} for i = 1, 60 do t = { t, t } end"

describe("a scenario", function()
  it("is played when it keeps within all bounds", function() assert.is_nil(wrong_with {}) end)

  for name, case in pairs {
    ["too many units"] = { { before = "local u = {} for i = 1, 3000 do u[i] = unit('x' .. i) { kind = 'foot' } end",
      side = "formation 'f' (u)," }, "x.lua:1: unit x2001: there are too many units of a scenario: 2,001, at most 2,000" },
    ["too many areas"] = { { ground = "table.unpack((function() local t = {} for i = 1, 200 do local l = {} " ..
      "for n = 1, 7 do l[n] = area('q' .. i .. '_' .. n) { kind = 'w' } end t[i] = l end return t end)()),",
      head = "a = nil," }, "too many areas of a scenario: 1,001, at most 1,000" },
    ["too many points"] = { { ground = "(function() local p = {} for i = 1, 501 do p[i] = { i, i } end " ..
      "return area 'w' { kind = 'w', outline = p } end)()," },
      "x.lua:3: area w: there are too many points of one outline: 501, at most 500" },
    ["too many commands"] = { { before = "local c = {} for i = 1, 20001 do c[i] = a 'x' {} end", head = "script = { turn(1)(c) }," },
      "too many commands of a scenario: 20,001, at most 20,000" },
    ["too many variants"] = { { before = "local v = {} for i = 1, 33 do v[i] = 'v' .. i end", head = "variants = v," },
      "there are too many variants: 33, at most 32" },
    ["a path for a variant"] = { { head = "variants = { '/dev/zero' }," }, "x.lua:2: variants must be a list of names, not paths" },
    ["a name too long"] = { { side = "leader 'l' { name = ('x'):rep(4000000) }," },
      "x.lua:4: leader l: name is too long: 4,000,000 characters, at most 200" },
    ["an id too long"] = { { side = "leader(('x'):rep(100000)) {}," }, "its name in the file is too long: 100,000 characters, at most 60" },
    ["a key too long"] = { { head = "[('k'):rep(100000)] = 1," }, "a key is too long: 100,000 characters, at most 60" },
    ["a title of two lines"] = { { side = "leader 'l' { name = 'x\\nlimber: verified' }," },
      'leader l: name holds characters that do not print: "x\\nlimber: verified"' },
    ["a name that turns writing round"] = { { side = "leader 'l' { name = 'x\u{202e}' }," }, 'do not print: "x\\u{202e}"' },
    ["a name that is no text"] = { { side = "leader 'l' { name = 'x\\xff' }," }, 'name is not UTF-8 text: "x\\xff"' },
    ["a doc that clears the screen"] = { { head = "doc = 'x\\27[2J'," }, "doc holds characters that do not print" },
    ["a table too large"] = { { ground = "width = 1e9," }, "the ground is too large: 1000000000 mm by 400 mm, at most 100000 mm either way" },
    ["a battle without end"] = { { head = "last_turn = 1000000000," }, "x.lua:2: last_turn must be a whole number, 1 to 300" },
    ["shared values"] = { { before = SHARED, head = "script = { turn(1) { a 'x' { y = t } } }," }, "x.lua:2: entry 1: tables are nested deeper than 24 levels" },
    ["values that are shared sideways"] = { { before = "local t = {} for i = 1, 18 do t = { t, t } end", head = "odd = t," },
      "the scenario has too many values, shared ones counted each time: at most 200,000" },
    ["a table that holds itself"] = { { before = "local t = {} t.t = t", head = "odd = t," }, "nested deeper than 24 levels" },
    ["a function"] = { { head = "odd = pairs," }, "odd is a function" },
    ["a number that is none"] = { { head = "odd = 0/0," }, "odd is not a number" },
    ["keys that are no names"] = { { head = "[true] = 1," }, "has the key true, which is not a name" },
    ["pieces of its own making"] = { { side = "{ tag = 'unit', id = 3, given = 4 }," }, "make pieces with the words unit, area, turn" },
    ["a turn that is no turn"] = { { head = "script = { { turn = 'x', commands = {} } }," }, "entry 1 of the script is not a turn" },
    ["a turn of no commands"] = { { head = "script = { turn(1)(7) }," }, "x.lua:2: turn takes a table" },
    ["a command of no table"] = { { head = "script = { turn(1) { a 'x' 'y' } }," }, "x.lua:2: x takes a table" },
    ["a length of no table"] = { { side = "unit '3' { kind = 'foot', men = 9, at = { 1e300, 1 } }," }, "unit 3: at: a point is { x, y }" },
    ["more lines than units"] = { { side = "formation 'f' { along = { { 50, 50 }, { 500, 50 } }, lines = 1000000000, depth = 1, unit '3' { kind = 'foot', men = 9 } }," },
      "formation f: lines must be 1 to 1" },
  } do
    it("is refused for " .. name, function()
      local told = wrong_with(case[1]) or "nothing"
      assert.truthy(told:find(case[2], 1, true), told)
      assert.is_true(#told < 400, told)
    end)
  end

  it("is what its words made, whatever the file does to that afterwards", function()
    assert.is_nil(wrong_with { before = "local l = leader 'l' { at = { 50, 50 } } l.id, l.tag, l.file, l.line, l.x = {}, 7, {}, 'x', l",
      side = "l," })
  end)

  it("tells a hundred faults, and that there are more", function()
    local units = {}
    for i = 1, 300 do units[i] = ('unit "u%d" { kind = "nothing", at = { 1, 1 } },'):format(i) end
    local scenario = assert(Scenario.read(battle { side = table.concat(units) }, "x.lua"))
    local _, faults = Scenario.build(scenario, toys.rules())
    assert.equal(101, #faults)
    assert.equal("x.lua: there are more faults; only the first 100 are listed", Scenario.fault_text(faults[101]))
  end)
end)

describe("a script", function()
  it("does not go on for ever after its last command, where no last turn is given", function()
    local scenario = assert(Scenario.read(battle {}, "x.lua"))
    local rules = toys.rules()
    local game = Game.new { rules = rules, start = assert(Scenario.build(scenario, rules)), seed = 1, keep = false }
    local done, fault = Script.new(scenario, rules):play(game)
    assert.is_nil(done)
    assert.equal("the battle has no end: the script has no commands for turn 41, and the scenario has no last_turn", fault.message)
  end)
end)

describe("a hint", function()
  it("is given for a short word, of a list that is not endless", function()
    assert.equal("artillery.fire", suggest.nearest("artilery.fire", { "artillery.fire", 7, {} }))
    assert.is_nil(suggest.nearest(("x"):rep(100000), { ("x"):rep(100000) .. "y" }))
    local long = {}
    for i = 1, 100000 do long[i] = "unit" .. i end
    assert.equal("unit12", suggest.nearest("umit12", long))
  end)
end)

describe("a fault", function()
  it("is the same of several, however tables are hashed", function()
    local GroundMap <const> = require "limber.scenario.ground_map"
    local State <const> = require "limber.game.state"
    for n = 1, 20 do
      local bad, node = {}, {}
      for i = 1, n do bad["z" .. i .. "x"], node["k" .. i] = {}, i / 2 + 0.25 end
      bad.a1, node.a = {}, 0.5
      assert.equal("the legend's a1 is not a symbol: one character, not a digit", GroundMap.bad_legend(bad))
      local state = State.new({ x = {} }, true)
      local done, message = pcall(state.set, state, state.root, "y", node)
      assert.is_false(done)
      assert.truthy(message:find("a is not a whole number: 0.5", 1, true), message)
    end
  end)
end)
