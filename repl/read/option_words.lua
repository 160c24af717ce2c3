--- Reads options among words: in the shell, and at the prompt where a line has some.
--
-- A command declares its options as data: { name = "value" | "list" | "flag" | "maybe" }. `--name value`,
-- `--name=value`, and `--` to end them. What may have a value is true without one; only a plain word is taken for it.
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local function names_of(declared)
  local names = {}
  for name in next, declared do names[#names + 1] = "--" .. name end
  table.sort(names)
  return names
end

--- The name and value of an option word (`--dice=3,4`); nil for another word.
local function option_of(word)
  if word == "-h" then return "help" end
  local name, value = word:match "^%-%-([%w-]+)=(.*)$"
  if name then return name, value end
  name = word:match "^%-%-?([%a][%w-]*)$"
  return name
end

--- Notes one option; what is wrong with it, or nil.
local function note(options, kind, name, value)
  if kind == "flag" then
    if value then return ("--%s takes no value"):format(name) end
    options[name] = true
  elseif kind == "maybe" and not options[name] then
    options[name] = value or true
  elseif not value then
    return ("%s%s needs a value"):format(#name == 1 and "-" or "--", name)
  elseif kind == "list" then
    table.insert(options[name], value)
  elseif options[name] then
    return ("--%s is given twice"):format(name)
  else
    options[name] = value
  end
end

--- Whether the word after an option is its value.
local function takes_next(kind, value, word)
  if kind == "maybe" then return not value and word ~= nil and word:find "^[%w_]+$" ~= nil end
  return kind ~= "flag" and not value
end

--- Splits a command line into options and the rest.
---@param command { name: string, options: table<string, "value"|"list"|"flag"|"maybe"> }
---@param words string[]
---@return table? options lists are always there
---@return string[]|string rest or what is wrong
function M.read(command, words)
  local options, rest, ended, i = {}, {}, false, 1
  for name, kind in next, command.options do
    if kind == "list" then options[name] = {} end
  end
  while i <= #words do
    local word = words[i]
    local name, value = option_of(word)
    if not ended and word == "--" then
      ended = true
    elseif ended or not name then
      rest[#rest + 1] = word
    else
      local kind = name == "help" and "flag" or command.options[name]
      if not kind then
        return nil, ("no option %s%s"):format(word, suggest.hint("--" .. name, names_of(command.options)))
      end
      if takes_next(kind, value, words[i + 1]) then
        i = i + 1
        value = words[i]
      end
      local fault = note(options, kind, name, value)
      if fault then return nil, fault end
    end
    i = i + 1
  end
  return options, rest
end

return M
