-- How a scenario ends under one seed after another, to choose the one it ships with (make seeds):
--   seeds.lua SCENARIO FROM TO [VARIANT…]
-- A line a seed: the last turn, who won, the units each side has lost for good, why, the generals fallen.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Script <const> = require "limber.scenario.script"

local path <const>, from <const>, to <const> = arg[1], math.tointeger(arg[2]), math.tointeger(arg[3])
if not (path and from and to) then
  io.stderr:write "seeds.lua SCENARIO FROM TO [VARIANT…]\n"
  os.exit(2)
end
local scenario <const> = assert(Scenario.read(assert(loader.read(path), "no such file: " .. path), path))
local rules <const> = assert(Rules.load(loader, scenario.ruleset, { table.unpack(arg, 4) }, { game = require "limber.game.words" }))

local function played(seed)
  local game = Game.new { rules = rules, start = assert(Scenario.build(scenario, rules)), seed = seed }
  local done, fault = Script.new(scenario, rules):play(game)
  return game.state.root, not done and tostring(fault.message or fault.what)
end

local function lost(root, side)
  local gone, all = 0, 0
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if unit.side == side and not unit.guns then
      all = all + 1
      if unit.status == "gone" then gone = gone + 1 end
    end
  end
  return ("%d/%d"):format(gone, all)
end

for seed = from, to do
  local root, fault = played(seed)
  local losses, fallen = {}, {}
  for i, side in ipairs(root.order.sides) do losses[i] = lost(root, side) end
  for _, id in ipairs(root.order.leaders) do
    if root.leaders[id].status ~= "ready" then fallen[#fallen + 1] = id end
  end
  local result = root.result or { winner = "none", why = "" }
  print(("%d\t%s"):format(seed, fault or ("%d\t%s\t%s\t%s\t%s"):format(
    root.turn, result.winner, table.concat(losses, " "), result.why or "", table.concat(fallen, " "))))
end
