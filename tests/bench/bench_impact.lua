-- What a change of the rules alters in recorded battles (`:impact`): ten battles, those that each ruleset ships in turn,
-- by the time of the processor.
local loader <const> = require "bench.loader"
local ratio <const> = require "bench.ratio"
local ruleset <const> = require "limber.rules.ruleset"
local taken <const> = require "bench.taken"

--- A variant of each that changes some of its recordings.
local CHANGES <const> = {
  bugles = "melee_d10", fusilier = "one_d10", horse_and_musket = "beaten_horse_goes_back_two_moves", nff = "low_ammunition",
}
local BATTLES <const> = 10

for _, name in ipairs(ruleset.names(loader)) do
  local shipped = {}
  for _, file in ipairs(loader.list("scenarios/" .. name)) do
    if file:find "%.replay$" then shipped[#shipped + 1] = ("scenarios/%s/%s"):format(name, file) end
  end
  if CHANGES[name] then
    local replays = {}
    for i = 1, BATTLES do replays[i] = shipped[(i - 1) % #shipped + 1] end
    local _, ms = taken(1, ("%s replay %s --variant %s --impact"):format(os.getenv "LIMBER" or "./limber",
      table.concat(replays, " "), CHANGES[name]))
    ratio.row(name .. ", the impact on ten battles", ms / 1e3, 5, "s")
  end
end
