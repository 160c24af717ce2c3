--- What a command takes (tests/bench/taken.c).
local BUILD <const> = os.getenv "BUILD" or "build"

--- The least milliseconds of a command, those of the processor, and the most memory of a process of it, in MiB.
---@param times integer
---@param command string
---@return number ms
---@return number cpu_ms
---@return number mib
return function(times, command)
  local pipe <const> = assert(io.popen(("%s/tests/bench/taken %d %s"):format(BUILD, times, command)))
  local ms, cpu, kib = pipe:read("a"):match "^(%S+) (%S+) (%d+)"
  if not pipe:close() then error(command .. " fails", 2) end
  return tonumber(ms), tonumber(cpu), tonumber(kib) / 1024
end
