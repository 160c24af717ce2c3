-- What a player meets, each against its target: ratios of one run, the least of turns taken with what they are held
-- against; growth as the slope of a curve. A row says yes or NO; 5 % are put down to the machine.
-- With BASE=PROGRAM, solo battles are held against those of an older limber; with BEFORE=PROGRAM user seconds too, of
-- a program that is to be no faster.
local armies <const> = require "bench.armies"
local dice <const> = require "kernel.dice"
local Game <const> = require "limber.game.game"
local Journal <const> = require "limber.game.journal"
local loader <const> = require "disk_loader"
local odds <const> = require "kernel.odds"
local plain <const> = require "bench.plain_combat"
local question <const> = require "limber.ask.question"
local ratio <const> = require "bench.ratio"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"

local random <const> = math.random

-- ---- dice and trials -------------------------------------------------------------------------------------------------

local source <const> = dice.new()
source:seed(1815)
local throw <const> = source.throw
local d <const>, sum <const>, from <const> = throw.d, throw.sum, throw.from

local function by_hand_die(count)
  local total = 0
  for _ = 1, count do total = total + random(6) end
  return total
end

--- Recorded and named, ten of a label to an event, as a command's dice are.
local function recorded(count)
  local total = 0
  for ask = 1, count // 10 do
    source:event(1, 1, 7, 1, ask)
    source:clear()
    for _ = 1, 10 do total = total + d(6, "score") end
  end
  return total
end

--- Two dice against two: six ways to end.
local function response(score, other)
  local margin = score - other
  if score <= 0 or margin <= -9 then return "routs" end
  if margin >= 7 then return "pursues" end
  if margin > 0 then return "wins" end
  return margin == 0 and "draws" or margin > -4 and "falls back" or "retreats"
end

local function counted(outcome)
  return function(count)
    local counts = {}
    for _ = 1, count do
      local key = outcome()
      counts[key] = (counts[key] or 0) + 1
    end
    return counts
  end
end

local fight <const> = odds.enumerate(source, function() return response(sum(2, 6) - 2, sum(2, 6) + 1) end)
source:event(1, 1, 7, 1, 1)
local least = ratio.least({
  by_hand_die, counted(function() return response(random(6) + random(6) - 2, random(6) + random(6) + 1) end),
  counted(function() return response(sum(2, 6) - 2, sum(2, 6) + 1) end),
  counted(function() return from(fight, "outcome") end),
}, { 200000, 100000, 100000, 100000 })
local named <const> = ratio.least({ by_hand_die, recorded }, { 200000, 200000 })
-- What math.random took where the targets were set, in ns: 17.7 a die, 98 a trial.
ratio.row("a recorded, named die from Lua", named[2] / named[1], 30 / 17.7, "x math.random")
ratio.row("a trial, live", least[3] / least[2], 75 / 98, "x plain Lua")
ratio.row("a trial from cached odds", least[4] / least[2], 60 / 98, "x plain Lua")
ratio.row("a trial from cached odds, against live", least[4] / least[3], 1, "x live")

-- ---- questions -------------------------------------------------------------------------------------------------------

local A <const> = { quality = 5, frontage_mm = 250, attacking = true, position = "buildings", damage_points = 1 }
local B <const> = { quality = 6, frontage_mm = 200, commander = "brigadier", defeats = { 4 } }
local rules <const> = assert(Rules.load(loader, "fusilier", {}))
local args <const> = { a = { A }, b = { B } }
local worked <const> = plain.work(A, B)
source:clear()
source:event(1, 1, dice.hash "combat.infantry", 1, 1)
least = ratio.least({
  function(count)
    for _ = 1, count do plain.fight(plain.work(A, B), random(6) + random(6), random(6) + random(6)) end
  end,
  function(count)
    for _ = 1, count do
      source:clear()
      assert(question.ask(rules, "combat.infantry", args, source))
    end
  end,
  function(count)
    for _ = 1, count do
      local outcomes = {}
      for a = 2, 12 do
        for b = 2, 12 do
          local key = plain.fight(worked, a, b).winner
          outcomes[key] = (outcomes[key] or 0) + (6 - math.abs(7 - a)) * (6 - math.abs(7 - b))
        end
      end
    end
  end,
  function(count)
    for _ = 1, count do assert(question.odds(rules, "combat.infantry", args, "winner")) end
  end,
}, { 3000, 3000, 50, 50 })
ratio.row("combat.infantry asked, arguments checked", least[2] / least[1], 3, "x plain Lua")
ratio.row("a path of combat.infantry's odds", least[4] / least[3], 2, "x plain Lua")

-- ---- a battle of procedures only --------------------------------------------------------------------------------------

local procedures <const> = require "bench.procedures_battle"
least = ratio.least({ procedures.plain, procedures.live, procedures.cached }, { 4, 4, 4 })
ratio.row("a battle of procedures only, live", least[1] / least[2], 1, "x plain Lua", true)
ratio.row("a battle of procedures only, cached odds", least[1] / least[3], 1.2, "x plain Lua", true)

-- ---- the journal ------------------------------------------------------------------------------------------------------

local LINES <const> = 30000
local journal <const> = Journal.new {}
for i = 1, LINES do journal:enter { kind = "amend", turn = i } end
local last <const>, before <const> = journal.at, journal:parent(journal.at)
least = ratio.least({
  function(count) for _ = 1, count do journal:way_to(before) end end,
  function(count)
    journal.at = before
    for _ = 1, count do journal:way_to(journal:next()) end
    journal.at = last
  end,
  function(count)
    journal.at = nil
    for _ = 1, count do journal:way_to(last) end
    journal.at = last
  end,
}, { 2000, 2000, 2 })
ratio.row("one undo, a journal of 30,000 lines", least[1] * 1e6, 5, "us")
ratio.row("one redo, a journal of 30,000 lines", least[2] * 1e6, 5, "us")
ratio.row("to the end of 30,000 lines", least[3] * 1e3, 20, "ms")

-- ---- growth -----------------------------------------------------------------------------------------------------------

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
  least = ratio.least({ fought(few), fought(many) }, { 1, 1 }, 2)
  ratio.row(("%s, %d turns of %d to %d units"):format(name, turns, few, many), slope(few, least[1], many, least[2]), 1.2,
    "slope")
  local laid_out <const> = {}
  for _, count in ipairs { 144, 288 } do laid_out[count] = assert(Scenario.read(armies.scenario(name, count), "many.lua")) end
  least = ratio.least({
    function() built(stack, name, 144, laid_out[144]) end, function() built(stack, name, 288, laid_out[288]) end,
  }, { 1, 1 })
  ratio.row(("%s, 144 to 288 units laid out"):format(name), slope(144, least[1], 288, least[2]), 1.1, "slope")
end

-- ---- memory, and a tweak ----------------------------------------------------------------------------------------------

do
  local path <const> = "scenarios/horse_and_musket/windmill_hill.lua"
  local scenario <const> = assert(Scenario.read(assert(loader.read(path)), path))
  local stack <const> = assert(Rules.load(loader, scenario.ruleset, scenario.variants, { game = require "limber.game.words" }))
  local function battles(from_seed, to_seed)
    for seed = from_seed, to_seed do
      local start = assert(Scenario.build(scenario, stack, { solo = SIDES }))
      local game = Game.new { rules = stack, start = start, seed = seed, keep = false }
      assert(game:start())
      assert(Solo.fight(game, SIDES))
    end
    collectgarbage()
    collectgarbage()
    return collectgarbage "count"
  end
  local first = battles(1, 80) -- what is kept of odds and answers has an end
  ratio.row("memory kept by a battle of a simulation, after 80", math.max(0, battles(81, 120) - first) / 40, 1, "KB")
end

local quality = 0
least = ratio.least({ function(count)
  for _ = 1, count do
    quality = quality + 1
    assert(rules:set_cell("infantry_modifiers.attacking_buildings", -1 - quality % 5))
    assert(question.odds(rules, "combat.infantry", args, "winner"))
  end
end }, { 10 })
ratio.row("a tweak and its odds", least[1] * 1e3, 5, "ms")

-- ---- solo battles against an older program ----------------------------------------------------------------------------

local base <const> = os.getenv "BASE"
local limber <const> = os.getenv "LIMBER" or "./limber"

local function rate(program, path)
  local there = program:match "^(.*)/[^/]*$"
  local pipe <const> = assert(io.popen(("cd %s && %s simulate %s --games 5 --jobs 1 --seed 5 --json"):format(there,
    program, path)))
  local text <const> = pipe:read "a"
  pipe:close()
  return tonumber(text:match '"games_per_second":([%d.]+)')
end

for _, path in ipairs(base and { "fusilier/lesson", "fusilier/first_battle", "fusilier/maida",
  "fusilier/strongpoint", "horse_and_musket/windmill_hill", "horse_and_musket/lobositz" } or {}) do
  local ours, theirs = 0, 0
  for _ = 1, 3 do
    ours = math.max(ours, rate(limber:gsub("^%./", os.getenv "PWD" .. "/"), ("scenarios/%s.lua"):format(path)))
    theirs = math.max(theirs, rate(base, ("scenarios/%s.lua"):format(path)))
  end
  ratio.row(("solo battles of %s"):format(path), ours / theirs, 2.5, "x BASE", true)
end
if not base then print "solo battles: name an older program with BASE=PROGRAM" end

--- User seconds that commands take; the least of some runs, in turns.
local function user_seconds(commands)
  local seconds = {}
  for _ = 1, 5 do
    for i, command in ipairs(commands) do
      local pipe <const> = assert(io.popen(command .. " >/dev/null; times"))
      local minutes, rest = pipe:read("a"):match "\n(%d+)m([%d.]+)s"
      pipe:close()
      seconds[i] = math.min(seconds[i] or math.huge, 60 * assert(tonumber(minutes)) + assert(tonumber(rest)))
    end
  end
  return seconds
end

local BATTLES <const> = "%s simulate %s --games 10 --jobs 1 --seed 5 --json"

--- What has come in since a program is to cost nothing where it is not used.
local earlier <const> = os.getenv "BEFORE"
for _, path in ipairs(earlier and { "fusilier/lesson", "fusilier/first_battle", "fusilier/maida",
  "horse_and_musket/windmill_hill", "horse_and_musket/lobositz" } or {}) do
  local there <const> = earlier:match "^(.*)/[^/]*$"
  local scenario <const> = ("scenarios/%s.lua"):format(path)
  local seconds <const> = user_seconds {
    BATTLES:format(os.getenv "LIMBER" or "./limber", scenario),
    ("cd %s && %s"):format(there, BATTLES:format(earlier, scenario)),
  }
  ratio.row(("no house rules, %s"):format(path), seconds[1] / seconds[2], 1, "x BEFORE")
end
