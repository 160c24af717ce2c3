--- Battles between solo commanders, for the bench.
local Game <const> = require "limber.game.game"
local loader <const> = require "bench.loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- A function that fights a scenario with a seed, and the words of its game; nothing where its ruleset has no solo
--- commander.
function M.of(path)
  local scenario = assert(Scenario.read(assert(loader.read(path)), path, loader.army))
  local rules = assert(Rules.load(loader, scenario.ruleset, scenario.variants, { game = require "limber.game.words" }))
  if not rules.game.solo or scenario.given.facts == "told" then return nil end
  local sides = {}
  for _, piece in ipairs(scenario.given) do
    if piece.tag == "side" then sides[#sides + 1] = piece.id end
  end
  local start, wrong = Scenario.build(scenario, rules, { solo = sides })
  if not start then error(Scenario.fault_text(wrong[1])) end
  return function(seed)
    local game = Game.new { rules = rules, start = tree.copy(start), seed = seed, keep = false }
    assert(game:start())
    local over, fault = Solo.fight(game, sides)
    if not over then error(("%s, seed %d: %s"):format(path, seed, fault and fault.message or "it stands still")) end
  end, rules.game
end

return M
