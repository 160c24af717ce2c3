-- A player's own copy of a ruleset that ships, which is a guest's: solo commanders fight the same battle by it.
local Game <const> = require "limber.game.game"
local digest <const> = require "kernel.digest"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local tree <const> = require "limber.common.tree"

--- Enough of a battle for shots, charges and melees.
local LINES <const> = 40

local BATTLES <const> = { bugles = "lesson", fusilier = "lesson", horse_and_musket = "lobositz", nff = "lesson" }

local function fought(ruleset, files)
  local path = ("scenarios/%s/%s.lua"):format(ruleset, BATTLES[ruleset])
  local rules = assert(Rules.load(files, ruleset, {}, { game = require "limber.game.words" }))
  local scenario = assert(Scenario.read(assert(loader.read(path)), path))
  local game = Game.new { rules = rules, start = assert(Scenario.build(scenario, rules, { solo = { "a", "b" } })), seed = 3 }
  assert(game:start())
  local lines = 0
  local _, failure = Solo.fight(game, { "a", "b" }, { each = function()
    lines = lines + 1
    return lines >= LINES
  end })
  assert.is_nil(failure, failure and (failure.message or failure.traceback))
  assert.equal(LINES, lines)
  return digest.of(game.state.root)
end

for _, ruleset in ipairs { "bugles", "fusilier", "horse_and_musket", "nff" } do
  describe("a copy of " .. ruleset, function()
    it("is fought like the one that ships", function()
      local copied = tree.shallow(loader)
      function copied.read(path) return loader.read(path), path:find("rules-lua/" .. ruleset, 1, true) ~= nil end
      assert.equal(fought(ruleset, loader), fought(ruleset, copied))
    end)
  end)
end
