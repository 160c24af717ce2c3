--- The Lua of the prompt: what is typed gets the functions that rules get, all of which Ctrl-C ends and memory limits
--- hold for, and what a calculator wants besides. What is typed can so be kept as a house rule. `limber lua FILE` runs
--- scripts with the whole of Lua.
local host <const> = require "host"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- What one line may take on top of what there is. At a terminal Ctrl-C ends it; lines from a file or a program have
--- limits, since nobody sees there that they never end.
M.BUDGET = { trusted = host.isatty(0) or nil, bytes = 512 * 1024 * 1024, instructions = 500000000, seconds = 60 }

--- Harmless as they stand: they neither loop in C nor reach the world.
local ALSO <const> = { "rawequal", "rawget", "rawlen", "rawset" }

local function print_line(...)
  local words = table.pack(...)
  for i = 1, words.n do words[i] = tostring(words[i]) end
  host.stdout(table.concat(words, "\t") .. "\n")
end

--- The environment of Lua that is typed, for the session's own words to be added.
---@return table
function M.environment()
  local env = sandbox.env { print = print_line }
  for _, name in ipairs(ALSO) do env[name] = _G[name] end
  for name, value in next, math do env.math[name] = env.math[name] or value end
  return env
end

return M
