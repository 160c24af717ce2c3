--- Declarations of game files, and the words that declare sequences and their steps (limber.game.words).
local choosing <const> = require "limber.game.choosing"
local declared <const> = require "limber.language.declared"
local dice <const> = require "kernel.dice"
local moments <const> = require "limber.game.moments"
local names <const> = require "limber.language.names"
local parts <const> = require "limber.game.parts"

local M <const> = {}

--- The file and line of what calls a word of game files.
---@return string file
---@return integer line
function M.place()
  local info = debug.getinfo(3, "Sl")
  return info.source:gsub("^@", ""), info.currentline
end

--- What is declared by a name: a table whose words for people are lines that print.
---@param kind string
---@param name string
---@param spec table
function M.of(kind, name, spec)
  declared.name(kind, name, names.is_name, 3)
  if type(spec) ~= "table" then error(("%s %q needs a table"):format(kind, name), 3) end
  for _, key in ipairs { "doc", "cite", "title" } do
    if type(spec[key]) == "string" then spec[key] = declared.line(spec[key]) end
  end
end

--- Checks what a step of a kind must have. Raises at the word in the file.
local function check_step(kind, name, spec)
  local like, own = spec.like, kind == "phase" and "execute" or "run"
  if like ~= nil and not names.is_dotted(like) then
    error(("%s %q: like must be a step, \"turn.fire\""):format(kind, name), 3)
  end
  if kind == "part" and like then error(("part %q: like is for steps"):format(name), 3) end
  if spec.parts ~= nil then
    if kind ~= "phase" and kind ~= "step" then error(("%s %q has no parts of its own"):format(kind, name), 3) end
    if spec[own] then error(("%s %q has parts or %s, not both"):format(kind, name, own), 3) end
    parts.check(("%s %q"):format(kind, name), spec.parts, 3)
  elseif (kind == "step" or kind == "part") and not (spec.run or like) then
    error(("%s %q needs run"):format(kind, name), 3)
  end
  if kind == "decision" and not (like or spec.side and (spec.options or spec.args)) then
    error(("decision %q needs side, and options or args"):format(name), 3)
  end
  if kind == "phase" and not (like or spec.side and spec.commands) then
    error(("phase %q needs side and commands"):format(name), 3)
  end
end

--- The options of a decision: a list of words, the same always, becomes the function that gives it.
local function options_of(name, options)
  if type(options) == "function" or options == nil then return options end
  local wrong = choosing.wrong_options(options)
  if wrong then error(("decision %q: options must be a function or a list of words"):format(name), 3) end
  local list <const> = table.move(options, 1, #options, 1, {})
  return function() return table.move(list, 1, #list, 1, {}) end
end

--- The word that declares a step of a kind: "step", "decision", "phase" or "part".
---@param kind string
---@return function
function M.word(kind)
  return function(name)
    return function(spec)
      M.of(kind, name, spec)
      check_step(kind, name, spec)
      if kind == "decision" then spec.options = options_of(name, spec.options) end
      if spec.args then declared.fields(("decision %q: args"):format(name), spec.args) end
      spec.name, spec.kind = name, kind
      spec.file, spec.line = M.place()
      return spec
    end
  end
end

--- Gives the steps of a sequence their places, paths and ids. Raises faults at `level`.
---@param sequence table with its name
---@param level integer
function M.index(sequence, level)
  local name = sequence.name
  sequence.index = {}
  for i, step in ipairs(sequence) do
    if type(step) ~= "table" or not step.kind then
      error(("sequence %q: %d is not a step"):format(name, i), level + 1)
    end
    if sequence.parts and step.kind ~= "part" then
      error(("%q consists of parts: %s %q is none"):format(name, step.kind, step.name), level + 1)
    elseif not sequence.parts and step.kind == "part" then
      error(("sequence %q: part %q stands in the parts of a step only"):format(name, step.name), level + 1)
    end
    if step.like then error(("sequence %q: like is for steps that are inserted"):format(name), level + 1) end
    if sequence.index[step.name] then error(("sequence %q has two steps %q"):format(name, step.name), level + 1) end
    sequence.index[step.name] = i
    step.path = name .. "." .. step.name
    step.id = dice.hash(step.path)
  end
end

--- Gives a step's parts their place among the sequences.
---@param sequences table<string, table>
---@param sequence string
---@param step table
---@param level integer
function M.take_parts(sequences, sequence, step, level)
  local list = parts.of(sequence, step)
  if not list then return end
  M.index(list, level + 1)
  sequences[list.name] = list
end

--- The word that declares a sequence, or parts that belong to no step.
---@param word "sequence"|"parts"
---@param game limber.GameWords
---@param in_time fun(kind: string, name: any)
---@return function
function M.sequence(word, game, in_time)
  return function(name)
    return function(spec)
      in_time(word, name)
      M.of(word, name, spec)
      if game.sequences[name] or name == choosing.SEQUENCE or name == moments.SEQUENCE then
        error(("%s %q is declared twice"):format(word, name), 2)
      end
      if #spec == 0 then error(("%s %q has no %s"):format(word, name, word == "parts" and "part" or "step"), 2) end
      spec.name, spec.parts = name, word == "parts" or nil
      M.index(spec, 2)
      for _, step in ipairs(spec) do M.take_parts(game.sequences, name, step, 2) end
      game.sequences[name] = spec
    end
  end
end

return M
