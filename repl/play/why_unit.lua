--- What has happened to a unit and why: its commands, its story lines, what a solo commander rejected.
local agreement <const> = require "limber.game.agreement"
local game_text <const> = require "play.text"
local host <const> = require "host"
local house <const> = require "show.house"
local names <const> = require "play.names"
local plan <const> = require "play.plan"
local retold <const> = require "play.catch_up"
local solo_text <const> = require "play.solo_text"
local story <const> = require "limber.game.story"
local text <const> = require "show.text"

local M <const> = {}

--- Turns that are looked back on: this one and the one before.
local TURNS <const> = 2

local function names_it(map, id)
  for _, value in next, map or {} do
    if value == id then return true end
    if type(value) == "table" then
      for _, inner in next, value do
        if inner == id then return true end
      end
    end
  end
  return false
end

--- Whether a text has a unit's number or name as a whole word: 1/46th is not number 1.
local function speaks_of(words, unit)
  local padded = " " .. words .. " "
  return padded:find("[^%w/]" .. names.short(unit):gsub("%p", "%%%0") .. "[^%w/]") ~= nil
    or unit.name ~= nil and words:find(unit.name, 1, true) ~= nil
end

--- Why a unit that has done nothing in a step stays as it is, as its solo commander kept it; not an opponent's.
local function stays(play, line, unit)
  local kept = plan.open(play, unit.side) and line.solo and line.solo.stays
  local why = type(kept) == "table" and kept[unit.id]
  if type(why) ~= "string" then return nil end
  local words = "it stays: " .. why
  if not agreement.is_plural(play.game.state.root, unit.id) then return words end
  local function plural(before, verb) return before .. "they " .. agreement.plural_word(verb) end
  return (words:gsub("^()it (%l+)", function(_, verb) return plural("", verb) end):gsub("(: )it (%l+)", plural))
end

--- What one line of the journal says of a unit: texts, the first being the command. `acted`: it has in this step.
local function of_line(play, line, unit, acted)
  local parts = {}
  local own = names_it(line.command, unit.id)
  if own then parts[1] = play:line_text(line) .. (solo_text.why(line) and ": " .. solo_text.why(line) or "") end
  for _, event in ipairs(line.events or {}) do
    if not event.call and names_it(event.with, unit.id) and play:tells(event, line) then
      parts[#parts + 1] = play:shown(story.text(play.game, event, line))
    end
  end
  local why = not acted and stays(play, line, unit)
  if why then parts[#parts + 1] = play:shown(why) end
  for _, one in ipairs(line.solo and line.solo.rejected or {}) do
    if speaks_of(one.what, unit) then parts[#parts + 1] = play:shown(("left: %s: %s"):format(one.what, one.why)) end
  end
  return parts
end

--- The unit that some words mean; nil when they mean none, or several.
---@param play limber.GameSession
---@param words string `11`, `unit 11`, `Klebek`
---@return table? unit
function M.meant(play, words)
  local view = play.game:view(play:viewer())
  local list = names.meant(view, "units", (words:gsub("^unit%s+", "")))
  return #list == 1 and view.state.units[list[1]] or nil
end

---@param play limber.GameSession
---@param unit table
---@return string[] lines
function M.lines(play, unit)
  local lines, turn, acted = {}, play.game.state.root.turn, nil
  lines[1] = ("%s, in this %s and the one before:"):format(game_text.capital(names.long(unit)),
    game_text.turn_word(play.game))
  for _, line in ipairs(retold.branch_of(play.game.journal)) do
    if line.turn > turn - TURNS and line.command and not play:hidden(line) then
      local step = ("%d %s"):format(line.turn, line.step)
      if names_it(line.command, unit.id) then acted = step end
      for i, part in ipairs(of_line(play, line, unit, acted == step)) do
        text.add_labelled(lines, i == 1 and ("  %d"):format(line.id) or "", part, 8, host.width())
      end
    end
  end
  if #lines == 1 then lines[2] = "  it did nothing, and nothing was done to it" end
  local task = plan.of_unit(play, unit)
  if task then text.add_labelled(lines, "  task:", task, 15, host.width()) end
  local words = house.words(play.game.rules, "unit", unit, play.how)
  if words ~= "" then text.add_labelled(lines, "  house rules:", words, 15, host.width()) end
  return lines
end

return M
