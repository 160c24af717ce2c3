-- The program: how soon it starts, and how much memory its tasks take at most.
local ratio <const> = require "bench.ratio"
local taken <const> = require "bench.taken"

local LIMBER <const> = os.getenv "LIMBER" or "./limber"
local LUA <const> = os.getenv "LUA" or "lua5.4"

local empty <const> = os.tmpname()
local by_lua, by_limber = math.huge, math.huge
for _ = 1, 8 do
  by_lua = math.min(by_lua, (taken(5, LUA .. " " .. empty)))
  by_limber = math.min(by_limber, (taken(5, ("%s lua %s"):format(LIMBER, empty))))
end
ratio.row("start with an empty script", by_limber / by_lua, 1.3 / 0.88, "x lua5.4", false, ratio.seconds(by_limber / 1e3))
os.remove(empty)

--- The most memory of a process, in MiB; without a target it is a figure only.
local function memory(words, times, target)
  local ms, _, mib = taken(times, ("%s %s"):format(LIMBER, words))
  ratio.row(("memory of limber %s"):format(words:match "^%S+ [^.%s]*%S*"), mib, target, "MiB", false, ratio.seconds(ms / 1e3))
end

-- What may take 4 MiB are the tasks T1 to T7, and odds of dice alone.
memory("lua tests/bench/all_tasks.lua", 3, 4)
memory("odds 4d6", 5, 4)

-- What loads a ruleset, as questions to it and whole battles do, has no such target. That memory does not grow with the
-- number of battles is one: bench_growth.lua.
local STORM <const> = "combat.infantry a.1.quality=5 a.1.frontage_mm=250 a.1.attacking a.1.position=buildings "
  .. "b.1.quality=5 b.1.frontage_mm=250"
memory("ask fusilier " .. STORM, 10)
memory("odds fusilier " .. STORM, 10)
memory("run scenarios/fusilier/lesson.lua", 3)
memory("replay scenarios/nff/rosnitz.replay", 1)
memory("simulate scenarios/horse_and_musket/lobositz.lua --games 2 --jobs 1", 1)
