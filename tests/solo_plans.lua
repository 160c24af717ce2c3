--- Battles of two or three brigades a side over a hill and a farm, for the specs of what a solo commander plans.
--
--   local game = P.begun(P.battle(a, b, troops), opts, stances)     at its first choice
--   P.play_to(game, turn)      P.plan_of(game, "a")      P.task_of(plan, "a1")      P.mind(game, "a")
local Mind <const> = require "limber.solo.mind"
local Rules <const> = require "limber.rules.stack"
local S <const> = require "horse_and_musket_solo"
local Scenario <const> = require "limber.scenario.scenario"
local loader <const> = require "disk_loader"

local M <const> = {}

local GROUND <const> = [[
  area "hill" { hill = 20, objective = 2, rect = { { 500, 560 }, { 700, 660 } } },
  area "farm" { terrain = "town", objective = 1, rect = { { 1200, 100 }, { 1300, 180 } } },
]]

local FOOT <const>, HORSE <const> = "close_order_infantry", "heavy_cavalry"

--- Two brigades of foot and one of horse on each side, or `troops`; words for side a, and for side b.
function M.battle(a, b, troops)
  troops = troops or { FOOT, FOOT, HORSE }
  local apart = 1350 // #troops
  local function army(side, y, facing, words)
    local text = ('side %q { army = "other", edge = %q, facing = %q, %s\n'):format(side,
      side == "a" and "south" or "north", facing, words or "")
    for i, troop in ipairs(troops) do
      text = text .. ('leader "g%s%d" { quality = "competent", at = { %d, %d } }, formation "%s%d" { commander = "g%s%d",\n')
        :format(side, i, apart * i - 100, side == "a" and 60 or 1140, side, i, side, i)
      for n = 1, 2 do
        text = text .. ('unit "%s%d%d" { troop = %q, at = { %d, %d } },\n'):format(side, i, n, troop, apart * i + 180 * n - 300, y)
      end
      text = text .. "},\n"
    end
    return text .. "},\n"
  end
  return ('scenario { title = "T", ruleset = "horse_and_musket", last_turn = 10,\nground = { width = 1800, depth = 1200, %s },\n%s%s}\n')
    :format(GROUND, army("a", 240, "north", a), army("b", 960, "south", b))
end

--- What is wrong with a scenario, a line each.
function M.faults_of(text)
  local rules = assert(Rules.load(loader, "horse_and_musket", {}, { game = require "limber.game.words" }))
  local scenario = assert(Scenario.read(text, "plans.lua"))
  local _, faults = Scenario.build(scenario, rules)
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return table.concat(lines, "\n")
end

--- A battle at its first choice, and whoever acts first having acted: all are aggressive, so that everybody may be sent
--- to attack, except who has a stance in `stances`.
function M.begun(text, opts, stances)
  local game = S.raw(text, opts or {})
  for id, formation in pairs(game.state.root.formations) do formation.stance = stances and stances[id] or "aggressive" end
  assert(game:start())
  return game
end

--- The last plan of a side that the lines of a game hold.
function M.plan_of(game, side)
  local plan
  for _, line in ipairs(game.journal.lines) do
    if line.solo and line.solo.plan and line.command.side == side then plan = line.solo.plan end
  end
  return plan
end

function M.task_of(plan, of)
  for _, task in ipairs(plan.tasks) do
    if task.of == of then return task end
  end
end

function M.play_to(game, turn)
  S.play(game, function() return game.state.root.turn >= turn end)
end

--- A mind of a side as the game stands.
function M.mind(game, side) return Mind.new(game, side, game:view(side), game:waiting(), Mind.memory()) end

return M
