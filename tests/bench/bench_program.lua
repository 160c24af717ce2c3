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

local STORM <const> = "combat.infantry a.1.quality=5 a.1.frontage_mm=250 a.1.attacking a.1.position=buildings "
  .. "b.1.quality=5 b.1.frontage_mm=250"
for _, task in ipairs {
  { "ask fusilier " .. STORM, 10 }, { "odds fusilier " .. STORM, 10 }, { "odds 4d6 keep 3", 5 },
  { "run scenarios/fusilier/lesson.lua", 3 }, { "replay scenarios/nff/rosnitz.replay", 1 },
  { "simulate scenarios/horse_and_musket/lobositz.lua --games 2 --jobs 1", 1 },
} do
  local ms, _, mib = taken(task[2], ("%s %s"):format(LIMBER, task[1]))
  ratio.row(("memory of limber %s"):format(task[1]:match "^%S+ [^.%s]*%S*"), mib, 4, "MiB", false, ratio.seconds(ms / 1e3))
end
