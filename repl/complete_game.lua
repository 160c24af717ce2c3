--- What can come next of a command of the ruleset: names and values of its fields, whoever is there to be named.
local grammar <const> = require "grammar"
local names <const> = require "game_names"
local seats <const> = require "game_seats"
local values <const> = require "game_values"

local M <const> = {}

local COMPASS <const> = { "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west" }

local HANDS <const> = { "left", "right" }

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
  return seats.verbs(play:waiting())
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
