-- Solo commanders against themselves on the mirror of each ruleset: are charges won as often as they were announced, and
-- how long is a battle beside one of the commander of old (tests/opponents/old.lua)? `make calibration`, `make mirror`
-- and `make opponents` fight as many battles as one likes.
local battles <const> = require "opponents.battles"
local calibrations <const> = require "opponents.calibrations"
local old <const> = require "opponents.old"
local ratio <const> = require "bench.ratio"

--- One band in twenty is off by chance alone.
local MOST_HOLD <const> = 0.8

--- Battles of each, and of those as many with the commander of old.
local BATTLES <const>, WITH_OLD <const> = math.tointeger(tonumber(os.getenv "BATTLES" or "24")), 4

--- The processor time of some battles, a second.
local function timed(field, side, charges)
  local from <const> = os.clock()
  for seed = 1, side == nil and BATTLES or WITH_OLD do
    local fought <const> = field.fight(seed, side)
    table.move(fought.charges, 1, #fought.charges, #charges + 1, charges)
  end
  return (os.clock() - from) / (side == nil and BATTLES or WITH_OLD)
end

for _, ruleset in ipairs { "bugles", "fusilier", "horse_and_musket", "nff" } do
  local before <const> = old.at_hand()
  local field <const>, charges <const> = battles.of(("tests/scenarios/%s_mirror.lua"):format(ruleset), before), {}
  local seconds <const> = timed(field, nil, charges)
  local bands <const>, hold = calibrations.bands(charges), 0
  for _, band in ipairs(bands) do hold = hold + (band.holds and 1 or 0) end
  if #bands > 0 then
    ratio.row(ruleset .. ", charges won as often as announced", hold / #bands, MOST_HOLD, "of the bands", true,
      ("%d charges"):format(#charges))
  end
  for _, line in ipairs(calibrations.lines(bands)) do print("  " .. line) end
  if before then
    ratio.row(ruleset .. ", a battle by solo commanders", seconds / timed(field, false, {}), 1, "x those of old", false,
      ratio.seconds(seconds))
  end
end
