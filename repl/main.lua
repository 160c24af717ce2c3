--- The program: finds what a command line asks for and runs it. Gives the exit status.
local words = ...

local ABOUT <const> = { ["--help"] = "help", ["-h"] = "help", help = "help", ["--version"] = "version" }

local function command()
  local first = words[1] or ""
  if first == "help" and words[2] and require("shell.cmd_list").has(words[2]) then
    words = { words[2], "--help" }
    first = words[1]
  end
  if ABOUT[first] then return require("shell.about")[ABOUT[first]]() end
  if first == "lua" then return require("shell.cmd_lua").run(table.move(words, 2, #words + 1, 1)) end
  local options <const> = require "shell.cmd_options"
  if not require("shell.cmd_list").has(first) then return options.run(require "shell.cmd_prompt", words) end
  table.remove(words, 1)
  return options.run(require("shell.cmd_" .. first), words)
end

--- Ctrl-C ends a command with the status that shells expect.
local INTERRUPTED <const> = 130

local function report(failure)
  local host <const> = require "host"
  local interrupted = failure.kind == "interrupt" -- wherever in the program that was
  local place = not interrupted and failure.file and ("%s:%s: "):format(failure.file, failure.line or "?") or ""
  local text = tostring(failure.message)
  if interrupted and host.isatty(2) then host.stderr "\n" end -- below the ^C, and what was being done
  host.stderr(("limber: %s%s\n"):format(text:find(place, 1, true) and "" or place, (text:gsub("\n", "\n  "))))
  if host.getenv "LIMBER_TRACE" and failure.traceback then host.stderr(failure.traceback .. "\n") end
  return interrupted and INTERRUPTED or 1
end

local sandbox <const> = require "kernel.sandbox"
local done, status = sandbox.run(nil, command)
if not done then return report(status) end
-- The prompt gives its loop, to be run outside: Ctrl-C then ends what the loop runs, never the loop.
if type(status) == "function" then status = status() end
return status or 0
