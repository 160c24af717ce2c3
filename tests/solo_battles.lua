--- Small battles led by solo commanders, for the specs of what they do.
--
--   local S = require("solo_battles").of("bugles", require "bugles_table")
--   local game = S.battle(spec, seed)      a layout as the ruleset's table has it; somebody is first waited for
--   local given, over = S.play(game, stop)  plays on until it is done, or `stop(game, line)`: the commands given, by name
--   S.turn(game)                           only the first player turn, of side a
--   S.count(given, name)
--   local game = solo_battles.begun(path, seed, rules)      a scenario's file; rules: when they are loaded already
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"

local M <const> = {}
local BOTH <const> = { "a", "b" }

--- The rules of a ruleset, with its battles.
---@param ruleset string
---@return limber.Rules
function M.rules(ruleset) return assert(Rules.load(loader, ruleset, {}, { game = require "limber.game.words" })) end

--- A battle of a scenario's file that both sides' solo commanders are to fight; its first step waits.
---@param path string
---@param seed integer
---@param rules limber.Rules? those of its ruleset, when they are loaded already
---@return limber.Game
function M.begun(path, seed, rules)
  local scenario <const> = assert(Scenario.read(assert(loader.read(path)), path))
  rules = rules or M.rules(scenario.ruleset)
  local start <const> = assert(Scenario.build(scenario, rules, { solo = BOTH }))
  local game <const> = Game.new { rules = rules, start = start, seed = seed }
  assert(game:start())
  return game
end

---@param ruleset string
---@param T { text: fun(spec: table): string } its small battles
function M.of(ruleset, T)
  local S, rules <const> = {}, M.rules(ruleset)

  function S.battle(spec, seed)
    local scenario <const>, wrong <const> = Scenario.read(T.text(spec), "solo.lua")
    assert(scenario, wrong and Scenario.fault_text(wrong))
    local start <const>, faults <const> = Scenario.build(scenario, rules, { solo = BOTH })
    assert(start, faults and Scenario.fault_text(faults[1]))
    local game <const> = Game.new { rules = rules, start = start, seed = seed or 1 }
    assert(game:start())
    return game
  end

  function S.play(game, stop)
    local given <const> = {}
    local over <const>, failure <const> = Solo.fight(game, BOTH, { strict = true, each = function(line)
      local name <const> = line.command and line.command["do"]
      if name then
        given[name] = given[name] or {}
        table.insert(given[name], line.command)
      end
      return stop and stop(game, line)
    end })
    if failure then error(failure.message or failure.traceback, 2) end
    return given, over
  end

  function S.turn(game)
    return S.play(game, function(one) return one.state.root.active ~= "a" end)
  end

  function S.count(given, name) return #(given[name] or {}) end

  return S
end

return M
