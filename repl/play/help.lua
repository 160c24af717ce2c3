--- Help on the commands of a ruleset, from their declarations.
local game_seats <const> = require "play.seats"
local game_text <const> = require "play.text"
local host <const> = require "host"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local text <const> = require "show.text"
local values <const> = require "play.values"

local M <const> = {}

--- A longer list of words stands below the usage line only.
local LONGEST_LIST <const> = 40

local function choice_of(field)
  local words = table.concat(field.values, "|")
  return ("%s %s"):format(field.name, #words <= LONGEST_LIST and words or field.name:upper())
end

local function usage_of(name, args)
  local parts = { name }
  for _, field in ipairs(args) do
    local optional = field.optional or field.default ~= nil
    local bare = not optional and (field.names or field.kind == "enum")
    local word = bare and field.name:upper() or field.kind == "flag" and field.name
      or field.kind == "enum" and choice_of(field)
      or ("%s %s"):format(field.name, field.record == "point" and "POINT" or (field.measure or field.kind):upper())
    if field.names and not bare then word = ("%s %s"):format(field.name, field.names:upper():sub(1, -2)) end
    parts[#parts + 1] = optional and ("[%s]"):format(word) or word
  end
  return table.concat(parts, " ")
end

local function record_doc(rules, field)
  local record = field.record and field.record ~= "point" and rules.records[field.record]
  if not record then return nil end
  local parts = {}
  for i, one in ipairs(record) do parts[i] = ("%s (%s)"):format(one.name, values.wanted(one)) end
  return ("each of %s; `then` begins the next"):format(text.list(parts))
end

--- The steps in which a command may be given, in words.
local function given_in(rules, name)
  local paths = {}
  for _, sequence in sandbox.sorted_pairs(rules.game.sequences) do
    for _, step in ipairs(sequence) do
      if lists.has(step.commands, name) or lists.has(step.interrupts, name) then paths[#paths + 1] = step.path end
    end
  end
  if rules.game.commands[name].any_time then return "at any time" end
  return #paths > 0 and "in " .. text.list(paths, "and") or nil
end

--- All about one command of the ruleset.
---@param rules limber.Rules with its game
---@param name string
---@return string[]? lines nil: there is none of that name
function M.page(rules, name)
  local declaration = rules.game.commands[name]
  if not declaration then return nil end
  local width = host.width()
  local lines = text.wrap(usage_of(name, declaration.args), width, "  ")
  local about = ("%s%s"):format(declaration.doc or "", declaration.cite and (" (%s)"):format(declaration.cite) or "")
  for _, line in ipairs(text.wrap(about, width)) do lines[#lines + 1] = line end
  local labels = {}
  for i, field in ipairs(declaration.args) do labels[i] = field.name end
  for _, field in ipairs(declaration.args) do
    local words = record_doc(rules, field) or values.wanted(field)
    if field.doc then words = ("%s: %s"):format(field.doc, words) end
    text.add_labelled(lines, "  " .. field.name, words, text.widest(labels) + 4, width)
  end
  local steps = given_in(rules, name)
  if steps then table.move(text.wrap(("It is given %s."):format(steps), width), 1, 9, #lines + 1, lines) end
  return lines
end

--- What a game adds to the help page.
---@param play limber.GameSession
---@return string[]
function M.introduction(play)
  local waiting = play:waiting()
  local lines = {}
  local function add(label, words) text.add_labelled(lines, label, words, 15, host.width()) end
  if waiting.step then add("Now:", ("%s (%s)"):format(text.list(game_seats.verbs(waiting), "or"),
    game_text.step(waiting.step))) end
  add("All commands:", text.list(play.game.words.command_names) .. "; ?NAME explains each")
  return lines
end

return M
