--- `limber --help` and `limber --version`.
local cmd_list <const> = require "shell.cmd_list"
local host <const> = require "host"
local loader <const> = require "read.loader"

local M <const> = {}

---@return integer status
function M.help()
  local lines = {
    "limber: a referee for horse-and-musket wargames whose rules you can change",
    "",
    ("  limber [RULESET|SCENARIO|REPLAY]     the prompt (over %s by default)"):format(loader.first() or "none"),
    "  limber RULESET --facts told          a battle at your own table; --real-dice takes your own dice",
  }
  for _, command in ipairs(cmd_list.COMMANDS) do
    local call = ("limber %s %s"):format(command.name, command.takes)
    lines[#lines + 1] = ("  %s%s %s"):format(call, (" "):rep(36 - utf8.len(call)), command.doc)
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "  --charts FOLDER plays nff by charts of your own: CSV files like those in rules-lua/nff/charts."
  lines[#lines + 1] = ""
  lines[#lines + 1] = "  limber COMMAND --help prints how to use a command; limber --version, what it was built with."
  host.stdout(table.concat(lines, "\n") .. "\n")
  return 0
end

---@return integer status
function M.version()
  local v = host.versions()
  local release = v.lua:match "[%d.]+"
  host.stdout(("limber %s (Lua %s, GMP %s, jansson %s, libsodium %s, %s)\nsecond wall: %s\n"):format(
    v.limber, release, v.gmp, v.jansson, v.libsodium, v.editor, v.wall))
  -- 5.4.10 is after 5.4.8, as text it is before it
  if tonumber(release:match "%d+$") < 8 then
    host.stdout "Lua before 5.4.8 has known faults that hostile rule files could use.\n"
  end
  return 0
end

return M
