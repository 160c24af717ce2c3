-- Audits traces of battles: lua tests/fuzz/audits.lua TRACE…     Each as `limber replay FILE --trace` gives it.
local audit <const> = require "fuzz.audit.audit"

local found = 0
for _, path in ipairs(arg) do
  local file <close> = assert(io.open(path, "rb"))
  for _, fault in ipairs(audit.faults(audit.read(file:read "a"))) do
    found = found + 1
    print(("%s: %s"):format(path, audit.text(fault)))
  end
end
print(("%d traces, %d faults"):format(#arg, found))
os.exit(#arg > 0 and found == 0)
