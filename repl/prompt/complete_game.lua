--- What can come next in a command of the ruleset: names and values of its fields, units, leaders and formations.
local game_words <const> = require "play.command_words"
local grammar <const> = require "read.grammar"
local names <const> = require "play.names"
local seats <const> = require "play.seats"
local values <const> = require "play.values"

local M <const> = {}

local COMPASS <const> = { "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west" }

local HANDS <const> = { "left", "right" }

--- Who may be named there: by number, and by id once letters are typed.
local function add_names(out, view, field, side, word)
  for _, node in names.ids(view, field.names) do
    if field.whose == "any" or (field.whose == "own") == (node.side == side) then
      out[#out + 1] = names.short(node)
      if node.id ~= names.short(node) and word ~= "" then out[#out + 1] = node.id end
    end
  end
end

local function values_of(out, view, field, side, word)
  if field.names then add_names(out, view, field, side, word) end
  if field.of and field.of.values then field = field.of end
  for _, value in ipairs(field.values or {}) do out[#out + 1] = tostring(value) end
  if field.measure == "angle" then
    local turns = values.is_turn(field) and HANDS or COMPASS
    table.move(turns, 1, #turns, #out + 1, out)
  end
end

local function field_named(args, name)
  for _, field in ipairs(args) do
    if field.name == name then return field end
  end
end

--- What the words so far have given, and the field that is needed next; nothing when they make no sense yet.
local function read_so_far(play, name, args, words, side)
  local missing
  local about = { view = play.game:view(side), side = side, rules = play.game.rules, how = play.how }
  local list = game_words.parse(about, name, args, words, function(field) missing = missing or field end)
  return list and list[1], missing
end

--- Units and formations that may act, for a command whose subject is optional.
local function actors(out, view, args, side, word)
  for _, field in ipairs(args) do
    if field.names and field.whose == "own" and field.optional then add_names(out, view, field, side, word) end
  end
end

--- What may follow in a command: values of the field that is named or needed next, else names and values of the rest.
local function after_command(play, name, args, words, side, word)
  local out, view = {}, play.game:view(side)
  local last = words[#words]
  local named = last and field_named(args, (last:gsub("=$", "")))
  if named and named.kind ~= "flag" then
    values_of(out, view, named, side, word)
    if #out > 0 then return out end
  end
  local given, missing = read_so_far(play, name, args, words, side)
  if missing then
    values_of(out, view, missing, side, word)
    if #out == 0 or word ~= "" then out[#out + 1] = missing.name end
  elseif #words == 0 then
    actors(out, view, args, side, word)
  end
  if #out > 0 and word == "" then return out end
  for _, field in ipairs(args) do
    if not given or given[field.name] == nil or given[field.name] == field.default then
      out[#out + 1] = field.name
      if not field.names or word ~= "" then values_of(out, view, field, side, word) end
    end
  end
  if word ~= "" then
    for level in next, names.levels(view) do out[#out + 1] = level end
  end
  return out
end

--- The words that begin a line while a game is on.
---@param play limber.GameSession
---@return string[]
function M.verbs(play)
  return seats.verbs(play:waiting())
end

--- What may follow in a line that begins with a command of the game; nil when it begins with none.
---@param play limber.GameSession
---@param before string the line up to the word that is being typed
---@param word string
---@return string[]?
function M.words(play, before, word)
  local words = grammar.split(before)
  local waiting, name = play:waiting(), table.remove(words, 1)
  local side = play:sides(waiting)[1]
  if not side then return nil end
  if name == "answer" and waiting.kind == "decision" then
    if #words == 0 and #waiting.options > 0 then return table.move(waiting.options, 1, #waiting.options, 1, {}) end
    return after_command(play, name, waiting.step.args or {}, words, side, word)
  end
  local declaration = play.game.words.commands[name]
  if name == "withdraw" then
    local out = {}
    add_names(out, play.game:view(side), { names = "units", whose = "own" }, side, word)
    return out
  end
  return declaration and after_command(play, name, declaration.args, words, side, word)
end

--- The numbers and ids of all units, for questions about them.
---@param play limber.GameSession
---@return string[]
function M.units(play)
  local out, side = {}, play:viewer()
  add_names(out, play.game:view(side), { names = "units", whose = "any" }, side, "")
  return out
end

return M
