--- A battle about buildings and an earthwork, and what a solo commander makes of such: fire on walls, assaults on who
--- holds them, skirmish order before them, squares against horse.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Script <const> = require "limber.scenario.script"
local Solo <const> = require "limber.solo.commander"
local T <const> = require "fusilier_table"

local rules <const> = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))
local PATH <const> = "scenarios/fusilier/strongpoint.lua"
local BOTH <const> = { "a", "b" }

local function begun(scenario, seed, solo)
  local start, faults = Scenario.build(scenario, rules, { solo = solo })
  assert(start, faults and faults[1].message)
  return Game.new {
    rules = rules, start = start, seed = seed, append = function() end,
    header = Replay.header(rules, scenario, { seed = seed, version = "test", solo = solo }),
  }
end

--- What has come up in a game: procedures asked, story lines told, commands given by a solo commander with a reason.
local function seen_in(game)
  local seen = { asked = {}, told = {}, why = {} }
  for _, line in ipairs(game.journal.lines) do
    for _, call in ipairs(line.calls or {}) do seen.asked[call.procedure] = true end
    for _, event in ipairs(line.events or {}) do seen.told[event.say or ""] = true end
    local cmd = line.command or {}
    if line.solo then seen.why[cmd.building and "fire at building" or cmd.evolve or cmd.action or cmd["do"]] = line.solo.why end
  end
  return seen
end

local function solo(scenario, seed)
  local game = begun(scenario, seed, BOTH)
  assert(game:start())
  local over, failure = Solo.fight(game, BOTH, { strict = true })
  assert(over, failure and failure.message)
  return game
end

local function strongpoint() return assert(Scenario.read(assert(loader.read(PATH)), PATH)) end

describe("the mill at Untersee", function()
  it("has fire on buildings that fall, garrisons, works, squares, skirmish order, dismounting and hidden troops", function()
    local scenario = strongpoint()
    local game = begun(scenario, scenario.seed)
    assert(Script.new(scenario, rules):play(game))
    local seen = seen_in(game)
    for _, procedure in ipairs { "artillery.fire_building", "skirmish.fire", "skirmish.reply" } do
      assert.truthy(seen.asked[procedure], procedure .. " is never asked")
    end
    for _, key in ipairs { "occupies", "battered", "falls", "leaves", "evolved", "skirmished", "answered", "appears" } do
      assert.truthy(seen.told[key], key .. " is never told")
    end
  end)

  it("is fired at, assaulted and worn down by solo commanders, who say why", function()
    local why = {}
    for seed = 4, 5 do
      for key, reason in pairs(seen_in(solo(strongpoint(), seed)).why) do why[key] = reason end
    end
    assert.truthy(why["fire at building"]:find("of its garrison on average", 1, true))
    assert.truthy(why.declare_attack)
    assert.truthy(why.skirmish:find("by assault: it is worn down first", 1, true))
    assert.are.equal("no enemy sees it there", why.conceal)
  end)
end)

describe("a solo commander's skirmishers without rifles", function()
  it("close up again when no garrison is near any more", function()
    local function drill_of(ground)
      local game = T.battle { a = T.foot("a1", 1500, 1000, "north", 'drill = "skirmish"') .. T.FAR_A, ground = ground,
        b = T.foot("b1", 1500, 1600, "south") .. T.FAR_B }
      T.to(game, "turn.movement")
      local line = assert(Solo.new(game, "a"):act())
      return line.command.unit == "a1" and line.command.evolve or nil
    end
    assert.are.equal("line", drill_of(""))
    assert.is_nil(drill_of 'area "farm" { terrain = "built_up", rect = { { 1350, 1550 }, { 1650, 1700 } } }')
  end)
end)

describe("a solo commander's infantry that stands", function()
  it("forms square before horse that may come at it from several sides", function()
    local scenario = assert(Scenario.read(([[scenario { title = "Horse", ruleset = "fusilier", year = 1809, start_min = 540,
      last_turn = 2, ground = { width = 2600, depth = 2600 },
      side "a" { task = "attack", formation "fa" { quality = 5, commander = "ga", %s },
        leader "ga" { rank = "brigade", at = { 1300, 300 } } },
      side "b" { task = "hold", formation "fb" { quality = 5, commander = "gb", %s },
        leader "gb" { rank = "brigade", at = { 1300, 2400 } } } }]]):format(
      T.horse("a1", 550, 1300, "east") .. T.horse("a2", 2050, 1300, "west"),
      T.foot("b1", 1300, 1300, "south", 'drill = "column"') .. T.foot("b2", 1300, 2500, "south")), "horse.lua"))
    local game = solo(scenario, 1)
    local why = seen_in(game).why.square
    assert.are.equal("2 squadrons may come at it from several sides", why)
  end)
end)
