--- The program: finds what a command line asks for and runs it. Gives the exit status.
local words <const> = ...
local host <const> = require "host"

--- Commands in the order they are listed; each is repl/cmd_<name>.lua with `run(words)` and `usage`.
local COMMANDS <const> = {
  { "run", "SCENARIO", "plays a scripted battle and tells its story" },
  { "replay", "FILE", "does a recorded battle again and verifies it" },
  { "ask", "RULESET [PROCEDURE …]", "throws one question, or answers JSON Lines" },
  { "odds", "RULESET PROCEDURE …", "the exact odds of a question" },
  { "rules", "[RULESET [PROCEDURE]]", "what there is: procedures, tables, variants, clauses" },
  { "check", "FILE…", "checks a ruleset, variant, scenario or replay" },
}

local function help()
  local lines = {
    "limber: a referee for horse-and-musket wargames whose rules you can change",
    "",
    "  limber [RULESET|SCENARIO|REPLAY]     the prompt (fusilier when nothing is named)",
  }
  for _, command in ipairs(COMMANDS) do
    local call = ("limber %s %s"):format(command[1], command[2])
    lines[#lines + 1] = ("  %s%s %s"):format(call, (" "):rep(36 - utf8.len(call)), command[3])
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "  limber COMMAND --help says how each is used. limber --version tells what it was built with."
  return table.concat(lines, "\n") .. "\n"
end

local function version()
  local v = host.versions()
  local built = ("Lua %s, GMP %s, jansson %s, libsodium %s"):format(
    v.lua:match "[%d.]+", v.gmp, v.jansson, v.libsodium)
  local old = v.lua:match "[%d.]+" < "5.4.8"
  local notes = old and "Lua before 5.4.8 has known faults that hostile rule files could use.\n"
  return ("limber %s (%s)\n%s"):format(v.limber, built, notes or "")
end

--- `limber lua FILE …` runs a trusted script with the host and the kernel at hand.
local function script(file, ...)
  if not file then
    host.stderr "limber lua: which file?\n"
    return 2
  end
  local chunk, message = loadfile(file, "t")
  if not chunk then
    host.stderr(("limber: %s\n"):format(message))
    return 1
  end
  _G.arg = { [0] = file, ... }
  return math.tointeger(chunk(...)) or 0
end

local function is_command(name)
  for _, command in ipairs(COMMANDS) do
    if command[1] == name then return true end
  end
end

--- What the words ask for: a function, and the words that are left for it.
local function find(first)
  if first == "--help" or first == "-h" or first == "help" then
    return function() host.stdout(help()) return 0 end
  elseif first == "--version" then
    return function() host.stdout(version()) return 0 end
  elseif first == "lua" then
    return function() return script(table.unpack(words, 2)) end
  elseif is_command(first) then
    local command = require("cmd_" .. first)
    return function() return command.run(table.move(words, 2, #words, 1, {})) end
  end
  return function() return require("cmd_prompt").run(words) end
end

--- Ctrl-C ends a command with the status that shells expect.
local INTERRUPTED <const> = 130

local function report(failure)
  local place = failure.file and ("%s:%s: "):format(failure.file, failure.line or "?") or ""
  local text = tostring(failure.message)
  host.stderr(("limber: %s%s\n"):format(text:find(place, 1, true) and "" or place, text))
  if host.getenv "LIMBER_TRACE" and failure.traceback then host.stderr(failure.traceback .. "\n") end
  return failure.kind == "interrupt" and INTERRUPTED or 1
end

local sandbox <const> = require "kernel.sandbox"
local done, status = sandbox.run(nil, find(words[1] or ""))
if not done then return report(status) end
return status or 0
