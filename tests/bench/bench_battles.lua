-- Battles a second. First a battle of procedures alone (bench.procedures_battle), by hand in plain Lua, then with
-- Limber's dice, field and cached odds, in one run, so that the ratios mean the same on every machine. Then whole battles
-- between solo commanders, of every scenario that ships whose ruleset has them, and whose code their time went into.
local dice <const> = require "kernel.dice"
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local procedures <const> = require "bench.procedures_battle"
local profile <const> = require "bench.profile"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local tree <const> = require "limber.common.tree"
local toys <const> = require "rules.toys"

--- Battles a second of `fight`: the median of five.
local function rate(count, fight)
  local runs = {}
  for run = 1, 5 do
    local began = os.clock()
    fight(count)
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

row("40 turns, 20 units, 7 procedures, by hand", rate(20, procedures.plain))
row("named dice, the kernel's field", rate(20, procedures.live), 1)
row("cached odds, the kernel's field", rate(20, procedures.cached), 1.2)

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
local source <const>, HASH <const> = dice.new(), dice.hash "bench"
source:seed(1)
local declared_battle <const> = procedures.with_field(function(turn, unit, nth)
  source:event(turn, 1, HASH, unit, nth)
  local result = assert(question.ask(declared, "fight", args, source))
  return procedures.response(result.margin, 0)
end)
row("declared procedures, asked with checked arguments", rate(5, function(count)
  for _ = 1, count do declared_battle() end
end))

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
