--- Help on the commands of a ruleset, and what can be typed next of them: all of it from their declarations.
local game_line <const> = require "game_line"
local game_text <const> = require "game_text"
local grammar <const> = require "grammar"
local host <const> = require "host"
local names <const> = require "game_names"
local text <const> = require "text"
local values <const> = require "game_values"

local M <const> = {}

local function usage_of(name, args)
  local parts = { name }
  for _, field in ipairs(args) do
    local optional = field.optional or field.default ~= nil
    local bare = not optional and (field.names or field.kind == "enum")
    local word = bare and field.name:upper() or field.kind == "flag" and field.name
      or ("%s %s"):format(field.name, field.record == "point" and "POINT" or (field.measure or field.kind):upper())
    if field.names and not bare then word = ("%s %s"):format(field.name, field.names:upper():sub(1, -2)) end
    parts[#parts + 1] = optional and ("[%s]"):format(word) or word
  end
  return table.concat(parts, " ")
end

local function record_doc(play, field)
  local record = field.record and field.record ~= "point" and play.game.rules.records[field.record]
  if not record then return nil end
  local parts = {}
  for i, one in ipairs(record) do parts[i] = ("%s (%s)"):format(one.name, values.wanted(one)) end
  return ("each of %s; `then` begins the next"):format(text.list(parts))
end

--- All about one command of the ruleset.
---@param play limber.GameSession
---@param name string
---@return string[]? lines nil: there is none of that name
function M.page(play, name)
  local declaration = play.game.words.commands[name]
  if not declaration then return nil end
  local width = host.width()
  local lines = text.wrap(usage_of(name, declaration.args), width, "  ")
  local about = ("%s%s"):format(declaration.doc or "", declaration.cite and (" (%s)"):format(declaration.cite) or "")
  for _, line in ipairs(text.wrap(about, width)) do lines[#lines + 1] = line end
  local labels = {}
  for i, field in ipairs(declaration.args) do labels[i] = field.name end
  for _, field in ipairs(declaration.args) do
    local words = record_doc(play, field) or values.wanted(field)
    if field.doc then words = ("%s: %s"):format(field.doc, words) end
    text.add_labelled(lines, "  " .. field.name, words, text.widest(labels) + 4, width)
  end
  return lines
end

--- What a game adds to the help page.
---@param play limber.GameSession
---@return string[]
function M.introduction(play)
  local waiting = play:waiting()
  local lines = {}
  local function add(label, words) text.add_labelled(lines, label, words, 28, host.width()) end
  add("  COMMAND WORD…", "a command of the game, ?COMMAND says how: " .. text.list(play.game.words.command_names))
  add("", "Units go by number, id or name, points are 950 800 or C4, lengths 120mm or 5in; several units, or a brigade"
    .. " by its name, do the same each. odds fire 1 51 asks about units.")
  if waiting.step then add("  now", ("%s (%s)"):format(text.list(game_line.verbs(waiting), "or"),
    game_text.step(waiting.step))) end
  return lines
end

-- ---- completion ----------------------------------------------------------------------------------------------------

local COMPASS <const> = { "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west" }

local function add_names(out, view, field, side)
  for _, node in names.ids(view, field.names) do
    if field.whose == "any" or (field.whose == "own") == (node.side == side) then
      out[#out + 1] = names.short(node)
      if node.id ~= names.short(node) then out[#out + 1] = node.id end
    end
  end
end

local function values_of(out, view, field, side)
  if field.names then add_names(out, view, field, side) end
  if field.of and field.of.values then field = field.of end
  for _, value in ipairs(field.values or {}) do out[#out + 1] = tostring(value) end
  if field.measure == "angle" then table.move(COMPASS, 1, #COMPASS, #out + 1, out) end
end

local function field_named(args, name)
  for _, field in ipairs(args) do
    if field.name == name then return field end
  end
end

--- What may follow in a command: names and values of its fields.
local function after_command(play, args, words, side)
  local out, view = {}, play.game:view(side)
  local last = words[#words]
  local named = last and field_named(args, (last:gsub("=$", "")))
  if named and named.kind ~= "flag" then
    values_of(out, view, named, side)
    if #out > 0 then return out end
  end
  local given = {}
  for _, word in ipairs(words) do given[word] = true end
  for _, field in ipairs(args) do
    if not given[field.name] then
      out[#out + 1] = field.name
      values_of(out, view, field, side)
    end
  end
  for level in next, names.levels(view) do out[#out + 1] = level end
  return out
end

--- The words that begin a line while a game is on.
---@param play limber.GameSession
---@return string[]
function M.verbs(play)
  return game_line.verbs(play:waiting())
end

--- What may follow in a line that begins with a command of the game; nil when it begins with none.
---@param play limber.GameSession
---@param before string the line up to the word that is being typed
---@return string[]?
function M.words(play, before)
  local words = grammar.split(before)
  local waiting, name = play:waiting(), table.remove(words, 1)
  local side = play:sides(waiting)[1]
  if not side then return nil end
  if name == "answer" and waiting.kind == "decision" then
    if #words == 0 and #waiting.options > 0 then return table.move(waiting.options, 1, #waiting.options, 1, {}) end
    return after_command(play, waiting.step.args or {}, words, side)
  end
  local declaration = play.game.words.commands[name]
  if name == "withdraw" then
    local out = {}
    add_names(out, play.game:view(side), { names = "units", whose = "own" }, side)
    return out
  end
  return declaration and after_command(play, declaration.args, words, side)
end

--- The numbers and ids of all units, for questions about them.
---@param play limber.GameSession
---@return string[]
function M.units(play)
  local out, side = {}, play:viewer()
  add_names(out, play.game:view(side), { names = "units", whose = "any" }, side)
  return out
end

return M
