--- The environment of a rule, variant or scenario file: a name that it does not hold is an error, where plain Lua would
--- read nil.
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local LITERALS <const> = { "false", "nil", "true" }

local function unknown(env, name)
  if type(name) ~= "string" then return nil end
  local names = table.move(LITERALS, 1, #LITERALS, 1, {})
  for known in next, env do
    if type(known) == "string" then names[#names + 1] = known end
  end
  table.sort(names)
  local hint = suggest.hint(name, names)
  if hint == "" then hint = ('; write text in quotes, "%s"'):format(name) end
  error(("%s is not a name%s"):format(name, hint), 2)
end

--- An environment with some words, and the allow-listed Lua.
---@param words table<string, any>
---@return table
function M.new(words)
  return setmetatable(sandbox.env(words), { __index = unknown })
end

return M
