--- Horse and Musket battles led by solo commanders, laid out for the specs of what they do.
--
--   local game = S.game { a = { T.foot("a1", 900, 500) }, b = { … }, stances = { pa = "aggressive" }, seed = 3 }
--   S.turn(game, "a")                     a solo commander has a's turn: the lines of it
--   S.notes(lines, "charge")              the notes of its charges
-- A layout is that of tests/horse_and_musket_table.lua; `solo` names the sides a commander leads, both by default.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local T <const> = require "horse_and_musket_table"

local M <const> = {}

local rules

--- A game at its start, before anybody is waited for; with `dice`, those of the setting up.
function M.raw(text, opts)
  rules = rules or assert(Rules.load(loader, "horse_and_musket", {}, { game = require "limber.game.words" }))
  local stack = opts.variants and assert(Rules.load(loader, "horse_and_musket", opts.variants, {
    game = require "limber.game.words",
  })) or rules
  local scenario, wrong = Scenario.read(text, "solo.lua")
  assert(scenario, wrong and Scenario.fault_text(wrong))
  local start, faults = Scenario.build(scenario, stack, { solo = opts.solo or { "a", "b" } })
  assert(start, faults and Scenario.fault_text(faults[1]))
  return Game.new { rules = stack, start = start, seed = opts.seed or 1, keep = opts.keep, tell_dice = opts.tell_dice }
end

--- A game where somebody is first waited for, with the stances that are given instead of those thrown.
function M.game(spec)
  local game = M.raw(T.text(spec), spec)
  assert(game:start())
  for id, stance in pairs(spec.stances or {}) do T.set(game, game.state.root.formations[id], "stance", stance) end
  return game
end

--- Whoever leads a side plays on, until `stop(waiting)`; the lines of it.
function M.play(game, stop)
  local commanders, lines = {}, {}
  for _, side in ipairs(game.state.root.order.sides) do commanders[side] = Solo.new(game, side, { strict = true }) end
  for _ = 1, 10000 do
    local waiting = game:waiting()
    if waiting.kind == "over" or stop and stop(waiting) then return lines, commanders end
    local line, fault = commanders[waiting.sides[1]]:act()
    if not line then error(fault and (fault.message or fault.traceback) or "nobody acts", 2) end
    lines[#lines + 1] = line
  end
  error("the battle goes on and on", 2)
end

--- The first turn of a side that begins from now on: its lines, and where every unit stood before it.
function M.turn(game, side)
  local function its_turn(waiting)
    return game.state.root.active == side and waiting.path:find "^side_turn"
  end
  M.play(game, its_turn)
  local before = {}
  for id, unit in pairs(game.state.root.units) do before[id] = unit.base end
  T.orders(game, side)
  local from = game.state.root.turn
  local lines = M.play(game, function()
    local root = game.state.root
    if root.active == side and root.turn == from then T.orders(game, side) end
    return root.active ~= side or root.turn ~= from
  end)
  return lines, before
end

--- The lines of one command.
function M.of(lines, name)
  local found = {}
  for _, line in ipairs(lines) do
    if line.command["do"] == name then found[#found + 1] = line end
  end
  return found
end

--- All that was weighed and left, as one text.
function M.rejected(lines)
  local texts = {}
  for _, line in ipairs(lines) do
    for _, one in ipairs(line.solo and line.solo.rejected or {}) do texts[#texts + 1] = one.what .. ": " .. one.why end
  end
  return table.concat(texts, "\n")
end

return M
