--- Moments in battles of the rulesets that ship: they come wherever a unit is lost, a leader falls or losses are applied.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"

--- A battle that solo commanders have fought under a variant.
local function fought(path, seed, text)
  local read = setmetatable({ variant = function() return "counts.lua", text, false end }, { __index = loader })
  local scenario = assert(Scenario.read(loader.read(path), path))
  local rules = assert(Rules.load(read, scenario.ruleset, { "counts.lua" }, { game = require "limber.game.words" }))
  local start, faults = Scenario.build(scenario, rules)
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new { rules = rules, start = start, seed = seed, keep = false }
  assert(game:start())
  local over, failure = Solo.fight(game, { "a", "b" })
  assert(over, failure and failure.message)
  return game.state.root
end

local COUNTS <const> = [[variant "counts" {
  doc = "Counts what is lost; every general at any risk falls.",
  wraps = { ["general.risk"] = function(published, rules, q, dice)
    local result = published(rules, q, dice)
    if q.hits then
      result.at_risk, result.roll, result.casualty = q.hits > 0, q.hits > 0 and 6 or nil, q.hits > 0
    else
      result.disabled = true
    end
    return result
  end },
  fields = { battle = { int "units_gone" { 0, 100, default = 0 }, int "fallen" { 0, 100, default = 0 },
    int "losses" { 0, 10000, default = 0 } } },
  moments = {
    unit_gone = function(play) play:set(play.state.battle, "units_gone", play.state.battle.units_gone + 1) end,
    leader_falls = function(play) play:set(play.state.battle, "fallen", play.state.battle.fallen + 1) end,
    before_losses = function(play, unit, n) play:set(play.state.battle, "losses", play.state.battle.losses + n) %s end,
  },
}]]

--- Scenarios and seeds.
local BATTLES <const> = {
  { "scenarios/fusilier/maida.lua", 2 }, { "scenarios/horse_and_musket/lobositz.lua", 4 },
}

local function count(nodes, counts)
  local n = 0
  for _, node in pairs(nodes) do n = n + counts(node) end
  return n
end

describe("moments in battles that ship", function()
  for _, battle in ipairs(BATTLES) do
    local path <const>, seed <const> = battle[1], battle[2]

    it("count each unit that is gone and each leader that falls: " .. path, function()
      local root = fought(path, seed, COUNTS:format "return n")
      assert.is_true(root.battle.losses > 0 and root.battle.fallen > 0 and root.battle.units_gone > 0)
      assert.are.equal(count(root.units, function(unit) return unit.status == "gone" and 1 or 0 end),
        root.battle.units_gone)
      assert.are.equal(count(root.leaders, function(leader) return leader.status ~= "ready" and 1 or 0 end),
        root.battle.fallen)
    end)

    it("leave every unit unhurt where a house rule takes all losses away: " .. path, function()
      local root = fought(path, seed, COUNTS:format "return 0")
      assert.is_true(root.battle.losses > 0)
      assert.are.equal(0, count(root.units, function(unit)
        return (unit.hits or 0) + (unit.damage_points or 0) + (unit.staggered and 1 or 0)
      end))
    end)
  end
end)
