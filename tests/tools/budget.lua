-- The kernel's size in lines of code, blank and comment lines apart; a directive over several lines is one.
-- Counts what `gcc -fpreprocessed -dD -E -P` leaves. lua budget.lua [ROOT [LIMIT]]
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local root <const> = arg[1] or "."
local limit <const> = tonumber(arg[2] or 3200)

local total, faults = 0, {}
for _, path in ipairs(source.files(root, { "kernel" }, "%.[ch]$")) do
  local code, count = source.code(source.read(root, path), false, true):gsub("\\\n", " "), 0
  for _, line in source.lines(code) do
    if line:find("%S") then count = count + 1 end
  end
  print(("%5d  %s"):format(count, path))
  total = total + count
end
if total == 0 then faults[#faults + 1] = "no kernel was found" end
if total > limit then
  faults[#faults + 1] = ("the kernel has %d lines of code, its budget is %d"):format(total, limit)
end
source.finish(("kernel size, %d of %d lines"):format(total, limit), faults)
