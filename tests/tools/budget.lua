-- The kernel's size in lines of code, blank and comment lines apart, as the preprocessor counts them.
-- lua budget.lua [ROOT [LIMIT]]; CC names the compiler.
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local root <const> = arg[1] or "."
local limit <const> = tonumber(arg[2] or 3000)
local compiler <const> = os.getenv("CC") or "cc"

local total, faults = 0, {}
for _, path in ipairs(source.files(root, { "kernel" }, "%.[ch]$")) do
  -- A compiler is not to be run under whatever this interpreter was preloaded with.
  local pipe = assert(io.popen(("LD_PRELOAD= %s -w -fpreprocessed -dD -E -P '%s/%s'"):format(compiler, root, path)))
  local count = 0
  for line in pipe:lines() do
    if line:find("%S") then count = count + 1 end
  end
  if not pipe:close() then faults[#faults + 1] = path .. ": cannot be counted" end
  print(("%5d  %s"):format(count, path))
  total = total + count
end
if total == 0 then faults[#faults + 1] = "no kernel was found" end
if total > limit then
  faults[#faults + 1] = ("the kernel has %d lines of code, its budget is %d"):format(total, limit)
end
source.finish(("kernel size, %d of %d lines"):format(total, limit), faults)
