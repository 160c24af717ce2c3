--- Scenario files: what they lay out, and what is said of a broken one.
local lengths <const> = require "limber.language.lengths"
local Scenario <const> = require "limber.scenario.scenario"
local Script <const> = require "limber.scenario.script"
local toys <const> = require "rules.toys"

local GOOD <const> = toys.slurp(toys.BATTLE)

local function with(from, to)
  local text, count = GOOD:gsub(from, to, 1)
  assert(count == 1, "nothing to replace: " .. from)
  return text
end

--- What is wrong with a scenario, as lines of text.
local function faults_of(text)
  local scenario, fault = Scenario.read(text, "battle.lua")
  if not scenario then return { Scenario.fault_text(fault) } end
  local _, faults = Scenario.build(scenario, toys.rules())
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return lines
end

describe("a scenario", function()
  it("is laid out as the state a game begins with", function()
    local start = assert(Scenario.build(toys.scenario(), toys.rules()))
    assert.are.same({ "31", "32", "7", "8", "9" }, start.order.units)
    assert.are.same({ x = 400000, y = 300000, facing = 0, width = 80000, depth = 20000 }, start.units["31"].base)
    assert.are.equal(180000, start.units["7"].base.facing)
    assert.are.equal(400000, start.units["7"].base.x)
    local garde = start.units["31"]
    assert.are.same({ "a", "first", "Garde", "31" }, { garde.side, garde.formation, garde.name, garde.number })
    assert.are.equal("woods", start.areas.copse.kind)
    assert.are.same({ x = 0, y = 450000 }, start.lines.brook.line[1])
    assert.are.same({ width = 1200000, depth = 900000 }, start.ground)
    assert.are.equal(2, start.battle.goal)
    assert.are.equal("Blue", start.sides.a.name)
  end)

  local BROKEN <const> = {
    { 'men = 12, at = { 600', 'men = 99, at = { 600', "battle.lua:11: unit 32: men must be 1 to 40, got 99" },
    { 'kind = "horse"', 'kind = "hrose"', 'unit 32: kind must be foot or horse, got "hrose"; did you mean horse?' },
    { 'men = 12, at = { 600', 'plural = "yes", men = 12, at = { 600', "unit 32: plural must be true or false" },
    { 'unit "8"', 'unit "7"', "battle.lua:16: unit 7: the name is taken by the unit of line 15" },
    { "at = { 600, 500 }", "at = { 600, 5000 }", "unit 8: it stands off the table" },
    { "at = { 600, 500 }", "at = { 400, 450 }", "unit 8: it overlaps unit 7 by" },
    { 'facing = "s"', 'facing = "up"', "unit 8: facing must be degrees" },
    { "secret = true", "secrets = true", "unit 9: unknown argument secrets" },
    { "goal = 2", "goal = 20", "goal must be 1 to 9, got 20" },
    { 'title = "The bridge", ', "", "the scenario needs title" },
    { "{ 900, 600 }, { 1100, 600 }, ", "{ 900, 600 }, ", "area copse: it needs 3 points or more" },
    { 'leader "zieten" {}', 'area "hill" {}', "side a: its entry 1 does not belong there" },
    { 'unit "9" {', 'unit "9" {{', "battle.lua:" },
    { 'turn%(1%)', 'nonsense(1)', "battle.lua:" },
  }
  for i, case in ipairs(BROKEN) do
    it(("says what is wrong and where: %d"):format(i), function()
      local found = table.concat(faults_of(with(case[1], case[2])), "\n")
      assert.truthy(found:find(case[3], 1, true), found)
      assert.truthy(found:find("battle.lua", 1, true))
    end)
  end

  it("tells all its faults at once", function()
    local text = with("men = 12, at = { 600", "men = 99, at = { 600"):gsub('facing = "s"', 'facing = "up"')
    assert.are.equal(2, #faults_of(text))
  end)
end)

describe("a script", function()
  it("is played in the order the game asks for it", function()
    local game, _, scenario = toys.game()
    assert(Script.new(scenario, game.rules):play(game))
    assert.are.equal("countercharge", game.journal.lines[3].command.choice)
    assert.are.equal(40000, game.journal.lines[5].command.forward)
    assert.truthy(game.state.root.result)
  end)

  local function played(text)
    local game, _, scenario = toys.game { text = text }
    return Script.new(scenario, game.rules):play(game)
  end

  it("stops at a command that is refused, with its file and line", function()
    local done, fault = played(with('unit = "31", target = "7"', 'unit = "31", target = "8"'))
    assert.is_nil(done)
    assert.are.equal(toys.BATTLE, fault.file)
    assert.are.equal(21, fault.line)
    assert.is_true(played(with('target = "7" }', 'target = "7", optional = true }')))
  end)

  it("names a command that was never used", function()
    local done, fault = played(with('turn%(2, "charges"%)', 'turn(9, "charges")'))
    assert.is_nil(done)
    assert.truthy(fault.message:find("never used", 1, true))
    assert.are.equal(26, fault.line)
  end)

  it("gives standing orders in every turn that allows them, to the first of a list that may be", function()
    local standing = 'turns(2, 4, "shooting") { a "shoot" { unit = { "7", "32" }, target = { "9", "8" } } },\n'
    local game, _, scenario = toys.game { text = with('turn%(2, "charges"%)', standing .. '    turn(2, "charges")') }
    assert(Script.new(scenario, game.rules):play(game))
    local shots = {}
    for _, line in ipairs(game.journal.lines) do
      local cmd = line.command or {}
      if cmd["do"] == "shoot" and cmd.side == "a" then shots[#shots + 1] = cmd.unit .. ">" .. cmd.target end
    end
    assert.are.same({ "32>8", "32>8", "32>8", "32>8" }, shots)
  end)
end)

describe("lengths and facings", function()
  it("are read in the ruleset's unit unless they say otherwise", function()
    assert.are.equal(120000, lengths.length(120, "mm"))
    assert.are.equal(381000, lengths.length(15, "inch"))
    assert.are.equal(75000, lengths.length("7.5cm", "mm"))
    assert.are.equal(650000, lengths.length("650 mm", "inch"))
    assert.are.equal("far", lengths.length("far", "mm"))
    assert.are.equal(22500, lengths.angle "nne")
    assert.are.equal(315000, lengths.angle "north_west")
    assert.are.equal(90000, lengths.angle(90))
    assert.are.equal("up", lengths.angle "up")
  end)
end)
