-- Whose code the time of solo battles of a scenario goes into: profiled.lua SCENARIO SECONDS fights battles for so long
-- and prints a line for each class (bench.profile), and with FILES=1 in the environment one for each file.
local profile <const> = require "bench.profile"
local sorted <const> = require "limber.common.sorted"

local fight, words = require("bench.solo_battle").of(arg[1])
local seconds <const> = tonumber(arg[2])
fight(1)
local shares, by_file = profile.run(words, function()
  local began <const>, seed = os.clock(), 0
  repeat
    seed = seed + 1
    fight(seed)
  until os.clock() - began >= seconds
end)
for _, class in ipairs(sorted.keys(shares)) do print(("%s %.4f"):format(class, shares[class])) end
for _, file in ipairs(os.getenv "FILES" and sorted.keys(by_file) or {}) do
  print(("  %5.1f %% %s"):format(by_file[file] * 100, file))
end
