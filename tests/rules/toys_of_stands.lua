--- Battles of the toy ruleset of stands (tests/rules/toy_stands), for the tests of what the table gives every ruleset.
local Game <const> = require "limber.game.game"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"

local M <const> = {}

local function slurp(path)
  local file = io.open(path)
  local text = file and file:read "a"
  if file then file:close() end
  return text
end

local LOADER <const> = {
  checked = true,
  read = function(path) return slurp((path:gsub("^rules%-lua/", "tests/rules/"))) end,
  list = function() return {} end, variant = function() end,
}

--- Lays a battle out: what its sides and its ground hold, and its head. The game, or nil, and what is wrong with it.
function M.lay(a, b, ground, head)
  local text = ([[scenario { title = "T", ruleset = "toy_stands", %s ground = { width = 1000, depth = 800, %s },
    side "a" { facing = "north", edge = "east", %s }, side "b" { facing = "south", %s } }]]):format(head or "",
    ground or "", a or "", b or "")
  local rules = assert(Rules.load(LOADER, "toy_stands", {}, { game = require "limber.game.words" }))
  local start, faults = Scenario.build(assert(Scenario.read(text, "battle.lua")), rules)
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return start and Game.new { rules = rules, start = start, seed = 1 }, table.concat(lines, "\n")
end

--- The same, begun.
function M.game(...)
  local game, faults = M.lay(...)
  assert(game, faults)
  assert(game:start())
  return game
end

return M
