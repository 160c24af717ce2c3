--- The words of scenario files and army files: pieces, places, turns of a script; and how such a file is read.
local bounds <const> = require "limber.language.bounds"
local file_env <const> = require "limber.language.file_env"
local guest <const> = require "limber.rules.guest"
local lengths <const> = require "limber.language.lengths"
local Placement <const> = require "limber.scenario.placement"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

---@class limber.FileRead what a file has declared
---@field path string
---@field text string
---@field given table what the file gave to its word
---@field file string
---@field line integer
---@field made table<table, table> what its words made (limber.language.bounds)

local function caller()
  local info = debug.getinfo(3, "Sl")
  return info.source:gsub("^[@=]", ""), info.currentline
end

--- Remembers what a word made, since what the file does to it afterwards does not count (limber.language.bounds).
---@param found { made: table<table, table> }
---@param piece table
---@return table piece
function M.keep(found, piece)
  local made = {}
  for key, value in next, piece do made[key] = value end
  found.made[piece] = made
  return piece
end

local function need_table(value, what, level)
  if type(value) ~= "table" then error(("%s takes a table: %s { … }"):format(what, what), level or 3) end
end

local function piece_word(found, tag)
  return function(id)
    if type(id) ~= "string" and math.type(id) ~= "integer" then
      error(("%s takes a name: %s \"x\""):format(tag, tag), 2)
    end
    return function(given)
      need_table(given, ("%s %q"):format(tag, id))
      local piece = { tag = tag, id = tostring(id), given = given }
      piece.file, piece.line = caller()
      return M.keep(found, piece)
    end
  end
end

local function command_word(found, side)
  return function(name)
    if type(name) ~= "string" then error("a command takes its name: \"fire\"", 2) end
    return function(cmd)
      need_table(cmd, name)
      local scripted = { cmd = cmd, tag = "command" }
      scripted.file, scripted.line = caller()
      cmd.side, cmd["do"] = side, name
      return M.keep(found, scripted)
    end
  end
end

local function block(turn, last, step, commands)
  if math.type(turn) ~= "integer" or math.type(last) ~= "integer" or last < turn then
    error("turn needs the number of a turn, turns needs the first and the last: turn(2), turns(2, 9)", 3)
  elseif step ~= nil and type(step) ~= "string" then
    error("the step of a turn must be a name", 3)
  end
  need_table(commands, "turn", 4)
  for i, one in ipairs(commands) do
    if type(one) ~= "table" or one.tag ~= "command" then
      error(("turn %d: entry %d is not a command"):format(turn, i), 3)
    end
  end
  return {
    tag = "turn", turn = turn, last = last, step = step, commands = table.move(commands, 1, #commands, 1, {}),
  }
end

local function turn_word(found)
  return function(turn, step)
    return function(commands)
      local once = block(turn, turn, step, commands)
      once.file, once.line = caller()
      return M.keep(found, once)
    end
  end
end

local function turns_word(found)
  return function(first, last, step)
    return function(commands)
      local standing = block(first, last, step, commands)
      standing.file, standing.line = caller()
      standing.standing = true
      return M.keep(found, standing)
    end
  end
end

local function words_for(found, top)
  local words = {
    turn = turn_word(found), turns = turns_word(found), a = command_word(found, "a"), b = command_word(found, "b"),
  }
  function words.by(side) return command_word(found, side) end
  for _, tag in ipairs { "side", "leader", "formation", "unit", "area", "line" } do
    words[tag] = piece_word(found, tag)
  end
  for name, word in next, lengths.scenario_words do words[name] = word end
  for _, key in ipairs(Placement.WORDS) do
    words[key] = function(value) return M.keep(found, { tag = "said", key = key, value = value }) end
  end
  function words.map(text)
    if type(text) ~= "string" then error("map takes a text: map [[ … ]]", 2) end
    local piece = { tag = "map", text = text }
    piece.file, piece.line = caller()
    return M.keep(found, piece)
  end
  words[top] = function(given)
    if found.given then error(("a file holds one %s"):format(top), 2) end
    need_table(given, top)
    found.given = given
    found.file, found.line = caller()
  end
  return words
end


---@param path string
---@param line integer?
---@param message string
---@return { file: string, line: integer?, message: string }
function M.fault(path, line, message) return { file = path, line = line, message = message } end

--- Reads a file that declares one thing, by the word that declares it.
---@param text string
---@param path string
---@param top "scenario"|"army"
---@param needs string[] keys that it must have
---@return limber.FileRead?
---@return { file: string, line: integer?, message: string }?
function M.read(text, path, top, needs)
  local found, garbled = { path = path, text = text, made = {} }, bounds.bad_line(text)
  if garbled then return nil, M.fault(path, garbled, bounds.NO_UTF8) end
  local chunk, message = sandbox.load(text, "@" .. path, file_env.new(words_for(found, top)))
  if not chunk then
    local line, said = tostring(message):match "^.-:(%d+): (.*)$" -- the path stands before the line
    return nil, M.fault(path, math.tointeger(tonumber(line)), said or message)
  end
  local done, failure = sandbox.run(guest.FILE, chunk)
  if not done then return nil, M.fault(failure.file or path, failure.line, failure.message) end
  local given = found.given
  if not given then return nil, M.fault(path, nil, ("the file has no %s { … }"):format(top)) end
  for _, key in ipairs(needs) do
    if given[key] == nil then return nil, M.fault(path, found.line, ("the %s needs %s"):format(top, key)) end
  end
  local beyond = bounds.scenario(given, found.made, found)
  if beyond then return nil, beyond end
  return found
end

return M
