--- `limber lua FILE …`: runs a trusted script with the host and the kernel at hand; its value is the exit status.
local host <const> = require "host"

local M <const> = { name = "lua" }

local USAGE <const> = [[
Usage: limber lua FILE [WORD…]

Runs a Lua program of your own with the whole of Lua and with Limber's modules. It has all your rights: no sandbox and
no second wall stand around it, so run only what you trust. The value that it returns is the exit status.

Example: limber lua count_hits.lua my_battle.replay
]]

---@param words string[]
---@return integer status
function M.run(words)
  local file = words[1]
  if not file then
    host.stderr "limber lua: which file?\nTry: limber lua --help\n"
    return 2
  elseif file == "--help" then
    host.stdout(USAGE)
    return 0
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
