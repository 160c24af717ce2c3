--- What a Fusilier scenario may say of its forces and its ground.
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local T <const> = require "fusilier_table"

local rules <const> = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))

--- What is wrong with a scenario, in one text.
local function faults_of(commander, hill, last_turn)
  local text = ([[scenario { title = "t", ruleset = "fusilier", year = 1809, last_turn = %d,
    ground = { width = 3000, depth = 3000, area "height" { hill = %d, rect = { { 100, 1500 }, { 400, 1800 } } } },
    side "a" { leader "ours" { rank = "brigade", at = { 1000, 100 } },
      formation "fa" { quality = 5, commander = "%s", %s } },
    side "b" { leader "theirs" { rank = "brigade", at = { 1000, 2900 } }, formation "fb" { quality = 5, %s } } }]]):format(
    last_turn, hill, commander, T.FAR_A, T.FAR_B)
  local scenario, fault = Scenario.read(text, "t.lua")
  if not scenario then return fault.message end
  local _, faults = Scenario.build(scenario, rules)
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = one.message end
  return table.concat(lines, "; ")
end

describe("a scenario's forces and ground", function()
  it("are good as they are", function() assert.are.equal("", faults_of("ours", 30, 6)) end)

  it("have commanders of their own side", function()
    assert.are.equal("formation fa: commander: theirs belongs to the other side", faults_of("theirs", 30, 6))
  end)

  it("have hills of a battlefield", function()
    assert.truthy(faults_of("ours", 3000, 6):find("hill must be 0 mm to 500 mm, got 3000 mm", 1, true))
  end)

  it("have a turn to be played", function()
    assert.truthy(faults_of("ours", 30, 0):find("last_turn must be a whole number, 1 ", 1, true))
  end)
end)
