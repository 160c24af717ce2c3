--- A game in few words: commands as they are typed, lines of the journal, throws.
local host <const> = require "host"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"
local result_text <const> = require "show.result_text"
local text <const> = require "show.text"
local Throws <const> = require "limber.ask.throws"
local values <const> = require "play.values"

local M <const> = {}

--- A length of the state as a number on the table: `120`, `4.7`.
---@param um integer
---@param how limber.How
---@return string
function M.number(um, how)
  return ("%g"):format(lengths.number(um, how))
end

---@param um integer
---@param how limber.How
---@return string
function M.length(um, how)
  return M.number(um, how) .. (how.unit == "inch" and "in" or how.unit)
end

--- Millimetres that the rules speak of, as they are on the table and in the unit that is shown.
M.in_unit = lengths.in_unit

local COMPASS <const> = { [0] = "north", [45000] = "north_east", [90000] = "east", [135000] = "south_east",
  [180000] = "south", [225000] = "south_west", [270000] = "west", [315000] = "north_west" }

local value_text

local function point_text(point, how)
  return ("%s %s"):format(M.number(point.x, how), M.number(point.y, how))
end

local function record_text(game, field, value, how)
  local parts = {}
  for _, inner in ipairs(game.rules.records[field.record]) do
    local one = value[inner.name]
    if one ~= nil and one ~= inner.default then
      parts[#parts + 1] = inner.name .. (inner.kind == "flag" and "" or " " .. value_text(game, inner, one, how))
    end
  end
  return table.concat(parts, " ")
end

--- A value as it would be typed.
function value_text(game, field, value, how)
  if field.kind == "list" and type(value) == "table" then
    local parts = {}
    local one = field.of and not field.names and field.of
      or { kind = field.names and "text" or "object", names = field.names, record = field.record }
    for i, element in ipairs(value) do parts[i] = value_text(game, one, element, how) end
    return table.concat(parts, field.record and field.record ~= "point" and " then " or " ")
  elseif field.names then
    local node = game.state.root[field.names][value]
    return node and names.short(node) or tostring(value)
  elseif field.measure == "length" then
    return M.length(value, how)
  elseif values.is_turn(field) then
    return value == 0 and "0" or ("%s %g"):format(value < 0 and "left" or "right", math.abs(value) / 1000)
  elseif field.measure == "angle" then
    return COMPASS[value % 360000] or ("%gdeg"):format(value / 1000)
  elseif field.record == "point" and type(value) == "table" and value.x then
    return point_text(value, how)
  elseif field.record and type(value) == "table" then
    return record_text(game, field, value, how)
  end
  local shown = result_text.value(value)
  return field.kind == "text" and shown:find "%s" and ('"%s"'):format(shown) or shown
end

local function says_itself(field)
  return (field.names and field.kind ~= "list" or field.kind == "enum") and not field.optional and field.default == nil
end

--- A command as one would type it, without its side.
---@param game limber.Game
---@param cmd table
---@param how limber.How
---@param args limber.Field[]? of a decision's answer
---@return string
function M.command(game, cmd, how, args)
  local declaration = game.words.commands[cmd["do"]]
  local parts = { cmd["do"] }
  if cmd.choice ~= nil and not declaration then parts[#parts + 1] = tostring(cmd.choice) end
  if cmd["do"] == "withdraw" then parts[#parts + 1] = tostring(cmd.unit or cmd.slot or "") end
  local fields, subject = args or declaration and declaration.args or {}, nil
  for _, field in ipairs(fields) do
    subject = subject or field.names == "units" and field.kind ~= "list" and field.whose ~= "enemy" and field or nil
  end
  for _, field in ipairs(fields) do
    local value = cmd[field.name]
    if value ~= nil and value ~= field.default and not (field.kind == "flag" and value == false) then
      local shown = value_text(game, field, value, how)
      if field.kind == "flag" then
        shown = field.name
      elseif field ~= subject and not says_itself(field) then
        shown = field.name .. " " .. shown
      end
      parts[#parts + 1] = shown
    end
  end
  return table.concat(parts, " ")
end

--- What a side is called.
---@param game limber.Game
---@param side string
---@return string
function M.side(game, side)
  local node = game.state.root.sides[side]
  return node and node.name or side
end

--- A text with its first letter large.
---@param words string
---@return string
function M.capital(words)
  return (words:gsub("^%l", string.upper))
end

--- What the ruleset calls a turn.
---@param game limber.Game
---@return string
function M.turn_word(game)
  return game.rules.published.turn_word or "turn"
end

--- What a step is about, in words: its doc without a number before it, else its name.
---@param step table
---@return string
function M.step(step)
  if step.title then return step.title end
  if step.doc then return (step.doc:gsub("^%d+%.%s*", ""):gsub("%.$", "")) end
  return M.capital((step.name:gsub("_", " ")))
end

---@class limber.Thrown one throw of a line
---@field line limber.Line
---@field call limber.Call
---@field call_index integer
---@field roll limber.Roll
---@field roll_index integer
---@field n integer its number within the line
---@field name string what its dice are named by

--- The throws of a line, in order.
---@param line limber.Line
---@return limber.Thrown[]
function M.throws(line)
  local list = {}
  for c, call in ipairs(line.calls or {}) do
    local named = Throws.names(call)
    for r, roll in ipairs(call.rolls) do
      list[#list + 1] = { line = line, call = call, call_index = c, roll = roll, roll_index = r, n = #list + 1,
        name = named[r] }
    end
  end
  return list
end

--- Who throws, by name.
---@param game limber.Game
---@param throw limber.Thrown
---@return string?
function M.thrower(game, throw)
  local root, id = game.state.root, throw.call.throwers[throw.roll.who or ""]
  local node = id and (root.units[id] or root.leaders[id] or root.formations[id])
  if root.sides[id] then return M.side(game, id) end
  return node and names.long(node) or id ~= "" and id or nil
end

--- A throw in a line: `14.2  artillery.fire  hits 3 5  8/5th Foot (1)`.
---@param game limber.Game
---@param throw limber.Thrown
---@return string[] cells
function M.throw(game, throw)
  return {
    ("%d.%d"):format(throw.line.id, throw.n), throw.call.procedure,
    ("%s %s"):format(throw.roll.label or "", result_text.faces(throw.roll)), M.thrower(game, throw) or "",
  }
end

local KIND <const> = {
  start = function() return "the battle begins" end,
  note = function(_, line) return ("note%s: %s"):format(line.of and " on line " .. line.of or "", line.text) end,
  branch = function(_, line) return ("branch %s"):format(line.name) end,
  amend = function(_, line)
    return (":amend %s %s (%s)"):format(line.path, result_text.value(line.value), line.reason or "no reason")
  end,
  fix = function(_, line) return (":fix, dice %s"):format(result_text.faces(line)) end,
  tweak = function(_, line)
    local change = line.change
    return ("%s = %s"):format(change.cell and "tables." .. change.cell or "option." .. tostring(change.option),
      result_text.value(change.value))
  end,
  variant = function(_, line) return "variants: " .. (#line.variants > 0 and text.list(line.variants) or "none") end,
  reload = function() return "the rule files are read again" end,
}

--- How many letters a note has at most.
M.NOTE_MOST = 400

--- What a line of the journal did, as its reader may know it.
---@param game limber.Game
---@param line limber.Line
---@param how limber.How
---@param hidden boolean? sealed by somebody else, and not yet revealed, or a note of theirs
---@return string
function M.line(game, line, how, hidden)
  if hidden and line.kind == "note" then
    return ("a note of %s"):format(M.side(game, line.by[1]))
  elseif hidden then
    return ("sealed by %s"):format(M.side(game, line.sealed))
  end
  if line.kind ~= "command" then return KIND[line.kind](game, line) end
  local words = M.command(game, line.command, how)
  if line.sealed then words = words .. " (sealed)" end
  if line.allowed then words = ("%s (allowed: %s)"):format(words, line.allowed.reason) end
  if line.fresh then words = words .. " (thrown afresh)" end
  return words
end

--- Rows as columns no wider than the terminal: the last one is wrapped beneath itself.
---@param rows string[][]
---@param indent string?
---@return string[]
function M.columns(rows, indent)
  local lines, width = {}, host.width()
  for i, line in ipairs(text.columns(rows, indent)) do
    if text.width(line) <= width then
      lines[#lines + 1] = line
    else
      local last = rows[i][#rows[i]]
      local before = line:sub(1, #line - #last)
      text.add_labelled(lines, before, last, text.width(before), width)
    end
  end
  return lines
end

return M
