--- `limber --help` and `limber --version`.
local host <const> = require "host"

local M <const> = {}

local COMMANDS <const> = {
  { "run", "SCENARIO", "plays a scripted battle and tells its story" },
  { "replay", "FILE", "does a recorded battle again and verifies it" },
  { "ask", "RULESET [PROCEDURE …]", "throws one question, or answers JSON Lines" },
  { "odds", "RULESET PROCEDURE …", "the exact odds of a question" },
  { "rules", "[RULESET [PROCEDURE]]", "what there is: procedures, tables, variants, clauses" },
  { "check", "FILE…", "checks a ruleset, variant, scenario or replay" },
  { "new", "KIND RULESET FILE", "writes a scenario or a variant to begin with" },
}

---@return integer status
function M.help()
  local lines = {
    "limber: a referee for horse-and-musket wargames whose rules you can change",
    "",
    "  limber [RULESET|SCENARIO|REPLAY]     the prompt (fusilier when nothing is named)",
    "  limber RULESET --facts told          a battle at your own table; --real-dice takes your own dice",
  }
  for _, command in ipairs(COMMANDS) do
    local call = ("limber %s %s"):format(command[1], command[2])
    lines[#lines + 1] = ("  %s%s %s"):format(call, (" "):rep(36 - utf8.len(call)), command[3])
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "  limber COMMAND --help says how each is used. limber --version tells what it was built with."
  host.stdout(table.concat(lines, "\n") .. "\n")
  return 0
end

---@return integer status
function M.version()
  local v = host.versions()
  local release = v.lua:match "[%d.]+"
  host.stdout(("limber %s (Lua %s, GMP %s, jansson %s, libsodium %s, %s)\n"):format(
    v.limber, release, v.gmp, v.jansson, v.libsodium, v.editor))
  -- 5.4.10 is after 5.4.8, as text it is before it
  if tonumber(release:match "%d+$") < 8 then
    host.stdout "Lua before 5.4.8 has known faults that hostile rule files could use.\n"
  end
  return 0
end

return M
