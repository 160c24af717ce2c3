-- How many battles a comparison saves by fighting each twice on the same dice: the variance of the paired difference of
-- scores over that of separate battles, and so the share of the battles that gives the same interval. A tweak in each
-- ruleset that comes up now and then, held against a third; then tweaks that come up in nearly every battle from the
-- first turns on: their pairs become other battles, and no target is set.
-- PAIRS=N fights N pairs of each (100).
local json <const> = require "kernel.json"
local ratio <const> = require "bench.ratio"

local FOLDER <const> = (os.getenv "BUILD" or "build") .. "/bench_pairs"
local PAIRS <const> = math.tointeger(tonumber(os.getenv "PAIRS" or "100"))

--- The ruleset's scenario, the cell and its value, what share of the pairs is fought; `often`: it comes up all the time.
local TWEAKS <const> = {
  { "fusilier", "first_battle", "infantry_modifiers.attacking_uphill", -2, 1 },
  { "horse_and_musket", "windmill_hill", "fire_modifiers.staggered", -2, 1 },
  { "nff", "lesson", "charge_modifiers.spent", -3, 1 },
  { "bugles", "tangi", "to_hit_modifiers.target_skirmish", 1, 0.4 },
  { "bugles", "tangi", "to_hit_modifiers.over_half_range", 1, 0.4, often = true },
  { "fusilier", "lesson", "infantry_modifiers.attacking_uphill", -2, 1, often = true },
  { "horse_and_musket", "windmill_hill", "fire_modifiers.long_range", 0, 1, often = true },
  { "nff", "lesson", "tactical_modifiers.fresh", 1, 1, often = true },
}

os.execute("mkdir -p " .. FOLDER)

--- The pairs of a tweak.
local function compared(tweak, at)
  local path <const> = ("%s/tweak_%d.lua"):format(FOLDER, at)
  local file <close> = assert(io.open(path, "w"))
  file:write(('variant "tweak_%d" { of = "%s", cite = "house", doc = "Another number.", cells = { ["%s"] = %d } }\n'):format(
    at, tweak[1], tweak[3], tweak[4]))
  file:close()
  local pipe <const> = assert(io.popen(("%s simulate scenarios/%s/%s.lua --versus %s --games %d --seed 7 --all --json"):format(
    os.getenv "LIMBER" or "./limber", tweak[1], tweak[2], path, math.ceil(PAIRS * tweak[5]))))
  local doc <const> = assert(json.decode(pipe:read "a"))
  pipe:close()
  return doc
end

--- The variance of a side's score in one battle.
local function variance(of, side)
  local mean <const> = (of.wins[side] + of.draws / 2) / of.games
  return (of.wins[side] + of.draws / 4) / of.games - mean * mean
end

for at, tweak in ipairs(TWEAKS) do
  local doc <const> = compared(tweak, at)
  local side <const> = doc.run.sides[1].id
  local apart <const> = variance(doc, side) + variance(doc.versus, side)
  local words <const> = ("pairs of %s/%s, %s"):format(tweak[1], tweak[2], tweak[3]:match "[^.]*$")
  assert(apart > 0, words .. ": one side wins every battle, so nothing can be told of pairs")
  ratio.row(words, doc.difference.score[side].variance / apart, not tweak.often and 1 / 3 or nil, "of the battles")
end
