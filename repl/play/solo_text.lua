--- Why a solo commander did what it did, for people: its reason, its stance, and what it weighed and left.
local game_text <const> = require "play.text"
local host <const> = require "host"
local notes <const> = require "limber.solo.notes"
local story <const> = require "limber.game.story"
local text <const> = require "show.text"

local M <const> = {}

--- A line's reason, where it has one.
---@param line limber.Line
---@return string?
function M.why(line) return line.solo and line.solo.why ~= notes.NONE and line.solo.why or nil end

local function left_of(note)
  local parts = {}
  for i, one in ipairs(note.rejected or {}) do parts[i] = ("%s: %s"):format(one.what, one.why) end
  return parts
end

--- A line's reason as an aside of the story: in one paragraph.
---@param game limber.Game
---@param line limber.Line
---@param how limber.How lengths as they are shown
---@return string
function M.aside(game, line, how)
  local note, cmd = line.solo, line.command
  local side, left = story.name(game.state.root, cmd.side), left_of(note)
  local why = M.why(line)
  return ("[%s%s: %s%s%s]"):format(side, note.stance and ", " .. note.stance or "", game_text.command(game, cmd, how),
    why and ": " .. why or "", #left > 0 and "; left: " .. table.concat(left, "; ") or "")
end

--- A line's reason by itself: `:why`.
---@param play limber.GameSession
---@param line limber.Line
---@return string[]
function M.lines(play, line)
  local note, lines = line.solo, {}
  lines[1] = ("%d, by the solo commander of %s: %s"):format(line.id, game_text.side(play.game, line.command.side),
    play:line_text(line))
  local function add(label, words) text.add_labelled(lines, "  " .. label, play:shown(words), 12, host.width()) end
  local why = M.why(line)
  if why or not note.rejected then add("why", why or note.why) end
  if note.stance then add("stance", note.stance) end
  for i, one in ipairs(left_of(note)) do add(i == 1 and "left" or "", one) end
  return lines
end

return M
