-- Battles a second. First a battle of procedures alone, thrown away, which bounds what the machinery allows: 40 turns,
-- 20 units, each looking for its nearest enemy and asking seven procedures (two dice against two, six bands); by hand in
-- plain Lua, then with Limber's dice, field and cached odds, in one run, so that the ratios mean the same on every
-- machine. Then whole battles between solo commanders, of every scenario that ships whose ruleset has them, and whose
-- code their time went into.
local dice <const> = require "kernel.dice"
local Game <const> = require "limber.game.game"
local kernel_field <const> = require "kernel.field"
local loader <const> = require "disk_loader"
local odds <const> = require "kernel.odds"
local profile <const> = require "bench.profile"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local State <const> = require "limber.game.state"
local toys <const> = require "rules.toys"

local TURNS <const>, UNITS <const>, PROCEDURES <const> = 40, 20, 7

--- Battles a second of `fight`: the median of five.
local function rate(count, fight)
  local runs = {}
  for run = 1, 5 do
    local began = os.clock()
    for seed = 1, count do fight(seed) end
    runs[run] = count / (os.clock() - began)
  end
  table.sort(runs)
  return runs[3]
end

local by_hand

--- A line; the target is a ratio to the battle by hand.
local function row(what, battles, target)
  by_hand = by_hand or battles
  local verdict = target and ("   target %.2f%s"):format(target, battles / by_hand < target and "  MISSED" or "") or ""
  print(("%-48s %8.1f a second   %5.2f x plain Lua%s"):format(what, battles, battles / by_hand, verdict))
end

--- Six ways for a score to end against another.
local function response(score, other)
  local margin = score - other
  if score <= 0 or margin <= -9 then return "routs" end
  if margin >= 7 then return "pursues" end
  if margin > 0 then return "wins" end
  return margin == 0 and "draws" or margin > -4 and "falls back" or "retreats"
end

local random = math.random

local function plain_battle(seed)
  math.randomseed(seed)
  local units, counts = {}, {}
  for i = 1, UNITS do units[i] = { x = i % 10 * 100000, y = i <= UNITS // 2 and 0 or 800000, side = i <= UNITS // 2 } end
  for _ = 1, TURNS do
    for i = 1, UNITS do
      local unit, nearest, least = units[i], nil, math.huge
      for j = 1, UNITS do
        local other = units[j]
        if other.side ~= unit.side then
          local x, y = other.x - unit.x, other.y - unit.y
          local gap = x * x + y * y
          if gap < least then nearest, least = other, gap end
        end
      end
      unit.x = unit.x + (nearest.x > unit.x and 1000 or -1000)
      for _ = 1, PROCEDURES do
        local key = response(random(6) + random(6) - 2, random(6) + random(6) + 1)
        counts[key] = (counts[key] or 0) + 1
      end
    end
  end
  return counts
end

--- The same with the kernel's field, and whatever says how each procedure comes out.
local function kernel_battle(begin, procedure)
  return function(seed)
    begin(seed)
    local field, bases, ids, counts, enemies = kernel_field.new(), {}, {}, {}, { { side = "b" }, { side = "a" } }
    for i = 1, UNITS do
      local first = i <= UNITS // 2
      bases[i] = { x = i % 10 * 100000, y = first and 0 or 800000, facing = 0, width = 60000, depth = 20000 }
      ids[i] = tostring(i)
      field:put(ids[i], bases[i], { side = first and "a" or "b" })
    end
    for turn = 1, TURNS do
      for i = 1, UNITS do
        local id, base = ids[i], bases[i]
        local nearest = field:nearest(id, enemies[i <= UNITS // 2 and 1 or 2])
        base.x = base.x + (bases[tonumber(nearest.id)].x > base.x and 1000 or -1000)
        field:move(id, base)
        for nth = 1, PROCEDURES do
          local key = procedure(turn, i, nth)
          counts[key] = (counts[key] or 0) + 1
        end
      end
    end
    return counts
  end
end

local source <const> = dice.new()
local sum <const>, from <const> = source.throw.sum, source.throw.from
local HASH <const> = dice.hash "bench"

local function seeded(seed) source:seed(seed) end

--- What a unit throws in a turn is one event: the nth throw of a label is a die of its own.
local function aim(turn, unit, nth)
  if nth == 1 then source:event(turn, 1, HASH, unit, 0) end
end

row("40 turns, 20 units, 7 procedures, by hand", rate(20, plain_battle))
row("named dice, the kernel's field", rate(20, kernel_battle(seeded, function(turn, unit, nth)
  aim(turn, unit, nth)
  return response(sum(2, 6) - 2, sum(2, 6) + 1)
end)), 900 / 389)
local function outcome() return response(sum(2, 6) - 2, sum(2, 6) + 1) end
local cached <const> = odds.enumerate(source, outcome)
row("cached odds, the kernel's field", rate(20, kernel_battle(seeded, function(turn, unit, nth)
  aim(turn, unit, nth)
  return from(cached, "outcome")
end)), 1700 / 389)

--- The same procedure as a ruleset declares one: arguments checked, the result a table.
local declared <const> = toys.rules {
  ["rules-lua/toy/ruleset.lua"] = 'ruleset "toy" { sources = { "fights" }, game_sources = {} }',
  ["rules-lua/toy/fights.lua"] = [[
    procedure "fight" {
      cite = "B", doc = "Two dice against two.", args = { int "a" { -9, 9 }, int "b" { -9, 9 } },
      out = { int "margin" { -30, 30 } },
      resolve = function(_, q, dice) return { margin = dice.sum(2, 6, "score", "a") + q.a - dice.sum(2, 6, "score", "b") - q.b } end,
    }
  ]],
}
local args <const> = { a = -2, b = 1 }
row("declared procedures, asked with checked arguments", rate(5, kernel_battle(seeded, function(turn, unit, nth)
  source:event(turn, 1, HASH, unit, nth)
  local result = assert(question.ask(declared, "fight", args, source))
  return response(result.margin, 0)
end)))

-- ---- whole battles -------------------------------------------------------------------------------------------------

local function shipped()
  local paths = {}
  for _, folder in ipairs(loader.list "scenarios") do
    for _, name in ipairs(loader.list("scenarios/" .. folder)) do
      if name:find "%.lua$" then paths[#paths + 1] = ("scenarios/%s/%s"):format(folder, name) end
    end
  end
  return paths
end

--- A function that fights a scenario with a seed; nothing where its ruleset has no solo commander.
local function battle(path)
  local scenario = assert(Scenario.read(assert(loader.read(path)), path))
  local rules = assert(Rules.load(loader, scenario.ruleset, scenario.variants, { game = true }))
  if not rules.published.game.solo or scenario.given.facts == "told" then return nil end
  local sides = {}
  for _, piece in ipairs(scenario.given) do
    if piece.tag == "side" then sides[#sides + 1] = piece.id end
  end
  local start, wrong = Scenario.build(scenario, rules, { solo = sides })
  if not start then error(Scenario.fault_text(wrong[1])) end
  return function(seed)
    local game = Game.new { rules = rules, start = State.copy(start), seed = seed, keep = false }
    assert(game:start())
    local over, fault = Solo.fight(game, sides)
    if not over then error(("%s, seed %d: %s"):format(path, seed, fault and fault.message or "it stands still")) end
  end, rules.published.game
end

local CLASSES <const> = { "rules", "measuring", "choosing", "framework" }
local BATTLES <const> = 4

local function whole(path)
  local fight, words = battle(path)
  if not fight then return end
  fight(BATTLES) -- what is kept over battles is there
  local began = os.clock()
  for seed = 1, BATTLES do fight(seed) end
  local rate_of = BATTLES / (os.clock() - began)
  local shares = profile.run(words, function()
    for seed = 1, BATTLES do fight(seed) end
  end)
  local parts = {}
  for i, class in ipairs(CLASSES) do parts[i] = ("%s %.0f %%"):format(class, (shares[class] or 0) * 100) end
  print(("%-40s %6.2f a second   %s   target: framework <= 30 %%"):format(path, rate_of, table.concat(parts, ", ")))
end

for _, path in ipairs(shipped()) do whole(path) end
