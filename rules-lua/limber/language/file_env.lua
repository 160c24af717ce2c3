--- The environment of a rule, variant or scenario file: a name that it does not hold is an error, where plain Lua would
--- read nil.
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local LITERALS <const> = { "false", "nil", "true" }

--- Names of Lua that no file here has, and what there is in their place.
local NONE <const> = {}
for names, instead in next, {
  ["os io"] = "it reads no clock and no files", ["print warn"] = "play:tell tells a line of the story",
  ["setmetatable getmetatable rawget rawset rawequal rawlen"] = "there are no metatables",
  ["require dofile load loadfile package loadstring"] = "it reads no other files",
  ["coroutine debug collectgarbage"] = "a house rule does without", ["_G getfenv setfenv"] = "its names are `local`",
  unpack = "write table.unpack", random = 'dice.d(6) throws a die, and play:throw("d6", LABEL)',
} do
  for name in names:gmatch "%S+" do NONE[name] = instead end
end

local function unknown(env, name)
  if type(name) ~= "string" then return nil end
  if NONE[name] then error(("there is no %s here: %s"):format(name, NONE[name]), 2) end
  local names = table.move(LITERALS, 1, #LITERALS, 1, {})
  for known in next, env do
    if type(known) == "string" then names[#names + 1] = known end
  end
  table.sort(names)
  local hint = suggest.hint(name, names)
  if hint == "" then hint = ('; write text in quotes, "%s"'):format(name) end
  error(("%s is not a name%s"):format(name, hint), 2)
end

--- What stands where Lua has random numbers.
local function no_random() error(("math.random is not here: %s"):format(NONE.random), 2) end

--- The allow-listed Lua, and words.
local function env_of(words)
  local env = sandbox.env(words)
  env.math.random, env.math.randomseed = no_random, no_random
  return env
end

--- An environment with some words, and the allow-listed Lua.
---@param words table<string, any>
---@param later (fun(): table<string, any>)? more words, asked for once, by the first name that is none of the others
---@return table
function M.new(words, later)
  local function at(env, name)
    if not later then return unknown(env, name) end
    local more = later()
    later = nil
    for key, word in next, more do
      if rawget(env, key) == nil then rawset(env, key, word) end
    end
    if rawget(env, name) ~= nil then return rawget(env, name) end
    return unknown(env, name)
  end
  return setmetatable(env_of(words), { __index = later and at or unknown })
end

local function no_global(_, name)
  error(("%s is not local: the files of a ruleset share their names"):format(tostring(name)), 2)
end

--- The same for several files, which can name nothing of their own in it.
---@param words table<string, any>
---@return table
function M.shared(words)
  return setmetatable(env_of(words), { __index = unknown, __newindex = no_global })
end

return M
