-- Whose code the time of some solo battles of a scenario goes into: profiled.lua SCENARIO BATTLES prints a line for each
-- class (bench.profile), and with FILES=1 in the environment one for each file.
local profile <const> = require "bench.profile"
local sorted <const> = require "limber.common.sorted"

local fight, words = require("bench.solo_battle").of(arg[1])
fight(1)
local shares, by_file = profile.run(words, function()
  for seed = 1, tonumber(arg[2]) do fight(seed) end
end)
for _, class in ipairs(sorted.keys(shares)) do print(("%s %.4f"):format(class, shares[class])) end
for _, file in ipairs(os.getenv "FILES" and sorted.keys(by_file) or {}) do
  print(("  %5.1f %% %s"):format(by_file[file] * 100, file))
end
