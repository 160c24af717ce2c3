--- `limber lua FILE …`: runs a trusted script with the host and the kernel at hand; its value is the exit status.
local host <const> = require "host"

local M <const> = { name = "lua" }

---@param words string[]
---@return integer status
function M.run(words)
  local file = words[1]
  if not file then
    host.stderr "limber lua: which file?\n"
    return 2
  end
  local chunk, message = loadfile(file, "t")
  if not chunk then
    host.stderr(("limber: %s\n"):format(message))
    return 1
  end
  _G.arg = { [0] = file, table.unpack(words, 2) }
  return math.tointeger(chunk(table.unpack(words, 2)) or 0) or 0
end

return M
