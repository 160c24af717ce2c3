-- Whole battles. First a battle of procedures alone (bench.procedures_battle), by hand in plain Lua, then with
-- Limber's dice, field and cached odds, in one run, so that the ratios mean the same on every machine. Then whole battles
-- between solo commanders, of every scenario that ships whose ruleset has them, and whose code their time went into.
local dice <const> = require "kernel.dice"
local loader <const> = require "bench.loader"
local procedures <const> = require "bench.procedures_battle"
local response <const> = require "bench.response"
local question <const> = require "limber.ask.question"
local ratio <const> = require "bench.ratio"
local solo_battle <const> = require "bench.solo_battle"
local toys <const> = require "rules.toys"

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
  return response(result.margin, 0)
end)
local least <const> = ratio.least({ procedures.plain, procedures.live, procedures.cached, function(count)
  for _ = 1, count do declared_battle() end
end }, { 4, 4, 4, 1 })
local BATTLE <const> = "a battle of procedures only, %s"
ratio.row(BATTLE:format "live", least[1] / least[2], 1, "x plain Lua", true, ratio.seconds(least[2]))
ratio.row(BATTLE:format "cached odds", least[1] / least[3], 1.2, "x plain Lua", true, ratio.seconds(least[3]))
ratio.row(BATTLE:format "declared and asked", least[1] / least[4], nil, "x plain Lua", true, ratio.seconds(least[4]))

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

local CLASSES <const> = { "rules", "measuring", "choosing", "framework" }
local MOST <const>, SECONDS <const> = 4, 3

--- Seconds for which samples are taken: some 4,000, whose shares are right to a point and a half.
local SAMPLED <const> = 4

local function whole(path)
  local fight = solo_battle.of(path)
  if not fight then return end
  fight(MOST) -- what is kept over battles is there
  local began, battles = os.clock(), 0
  repeat
    battles = battles + 1
    fight(battles)
  until battles == MOST or os.clock() - began > SECONDS
  local rate_of = battles / (os.clock() - began)
  local pipe <const> = assert(io.popen(("%s tests/bench/profiled.lua %s %d"):format(os.getenv "LUA" or "lua5.4", path,
    SAMPLED)))
  local shares = {}
  for line in pipe:lines() do
    local class, share = line:match "^(%a+) ([%d.]+)$"
    if class then shares[class] = tonumber(share) end
  end
  assert(pipe:close())
  local parts = {}
  for i, class in ipairs(CLASSES) do parts[i] = ("%s %.0f %%"):format(class, (shares[class] or 0) * 100) end
  ratio.row(path:match "^scenarios/(.*)%.lua$" .. ", the framework's share", (shares.framework or 0) * 100, 30, "%", false,
    ("%.3g /s"):format(rate_of))
  print("  " .. table.concat(parts, ", "))
end

for _, path in ipairs(shipped()) do whole(path) end

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
