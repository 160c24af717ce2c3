--- Declarations of game files, and the words that declare sequences and their steps (limber.game.words).
local choosing <const> = require "limber.game.choosing"
local declared <const> = require "limber.language.declared"
local dice <const> = require "kernel.dice"
local moments <const> = require "limber.game.moments"
local names <const> = require "limber.language.names"

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

--- The word that declares a step of a kind: "step", "decision" or "phase".
---@param kind string
---@return function
function M.word(kind)
  return function(name)
    return function(spec)
      M.of(kind, name, spec)
      local like = spec.like
      if like ~= nil and not names.is_dotted(like) then
        error(("%s %q: like must be a step, \"turn.fire\""):format(kind, name), 2)
      end
      if kind == "step" and not (spec.run or like) then error(("step %q needs run"):format(name), 2) end
      if kind == "decision" and not (like or spec.side and (spec.options or spec.args)) then
        error(("decision %q needs side, and options or args"):format(name), 2)
      end
      if spec.args then declared.fields(("decision %q: args"):format(name), spec.args) end
      if kind == "phase" and not (like or spec.side and spec.commands) then
        error(("phase %q needs side and commands"):format(name), 2)
      end
      spec.name, spec.kind = name, kind
      spec.file, spec.line = M.place()
      return spec
    end
  end
end

--- Gives the steps of a sequence their places, paths and ids. Raises at `level` what cannot be.
---@param sequence table with its name
---@param level integer
function M.index(sequence, level)
  local name = sequence.name
  sequence.index = {}
  for i, step in ipairs(sequence) do
    if type(step) ~= "table" or not step.kind then
      error(("sequence %q: %d is not a step"):format(name, i), level + 1)
    end
    if step.like then error(("sequence %q: like is for steps that are inserted"):format(name), level + 1) end
    if sequence.index[step.name] then error(("sequence %q has two steps %q"):format(name, step.name), level + 1) end
    sequence.index[step.name] = i
    step.path = name .. "." .. step.name
    step.id = dice.hash(step.path)
  end
end

--- The word that declares a sequence.
---@param game limber.GameWords
---@param in_time fun(kind: string, name: any)
---@return function
function M.sequence(game, in_time)
  return function(name)
    return function(spec)
      in_time("sequence", name)
      M.of("sequence", name, spec)
      if game.sequences[name] or name == choosing.SEQUENCE or name == moments.SEQUENCE then
        error(("sequence %q is declared twice"):format(name), 2)
      end
      if #spec == 0 then error(("sequence %q has no step"):format(name), 2) end
      spec.name = name
      M.index(spec, 2)
      game.sequences[name] = spec
    end
  end
end

return M
