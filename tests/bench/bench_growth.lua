-- How the time of a battle grows with its units, and whether a long simulation keeps memory.
local armies <const> = require "bench.armies"
local Game <const> = require "limber.game.game"
local kept_answers <const> = require "limber.rules.kept_answers"
local loader <const> = require "bench.loader"
local ratio <const> = require "bench.ratio"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"

--- The slope of seconds over units, both as logarithms.
local function slope(few, seconds_few, many, seconds_many)
  return math.log(seconds_many / seconds_few) / math.log(many / few)
end

local SIDES <const> = { "a", "b" }

local function built(stack, name, count, laid_out)
  local scenario <const> = laid_out or assert(Scenario.read(armies.scenario(name, count), "many.lua"))
  local start, wrong = Scenario.build(scenario, stack, { solo = SIDES })
  if not start then error(Scenario.fault_text(wrong[1])) end
  return start
end

for name, turns in pairs { fusilier = 4, horse_and_musket = 3 } do
  local stack <const> = assert(Rules.load(loader, name, {}, { game = require "limber.game.words" }))
  local function fought(count)
    return function()
      local game = Game.new { rules = stack, start = built(stack, name, count), seed = 5, keep = false }
      assert(game:start())
      Solo.fight(game, SIDES, { each = function() return game.state.root.turn > turns end })
    end
  end
  local few, many = 20, 320
  local least = ratio.least({ fought(few), fought(many) }, { 1, 1 }, 2)
  ratio.row(("%s, %d turns of %d to %d units"):format(name, turns, few, many), slope(few, least[1], many, least[2]), 1.2,
    "slope")
  local laid_out <const> = {}
  for _, count in ipairs { 144, 288 } do laid_out[count] = assert(Scenario.read(armies.scenario(name, count), "many.lua")) end
  least = ratio.least({
    function() built(stack, name, 144, laid_out[144]) end, function() built(stack, name, 288, laid_out[288]) end,
  }, { 1, 1 })
  ratio.row(("%s, 144 to 288 units laid out"):format(name), slope(144, least[1], 288, least[2]), 1.1, "slope")
end

--- The memories of answers and odds. Each has an end, and holds more or less as it comes: they are emptied before memory
--- is counted.
local memories <const> = setmetatable({}, { __mode = "k" })
local new_memory <const> = kept_answers.new
function kept_answers.new(most)
  local memory = new_memory(most)
  memories[memory] = true
  return memory
end

do
  local path <const> = "scenarios/horse_and_musket/windmill_hill.lua"
  local scenario <const> = assert(Scenario.read(assert(loader.read(path)), path, loader.army))
  local stack <const> = assert(Rules.load(loader, scenario.ruleset, scenario.variants, { game = require "limber.game.words" }))
  local function battles(from_seed, to_seed)
    for seed = from_seed, to_seed do
      local start = assert(Scenario.build(scenario, stack, { solo = SIDES }))
      local game = Game.new { rules = stack, start = start, seed = seed, keep = false }
      assert(game:start())
      assert(Solo.fight(game, SIDES))
    end
    for memory in pairs(memories) do memory.young, memory.old, memory.count = {}, {}, 0 end
    collectgarbage()
    collectgarbage()
    return collectgarbage "count"
  end
  local first = battles(1, 80)
  ratio.row("memory kept by a battle of a simulation, after 80", math.max(0, battles(81, 120) - first) / 40, 1, "KB")
end
