--- Two players at one screen: it is blanked before it changes hands.
local game_text <const> = require "game_text"
local host <const> = require "host"

local M <const> = {}

--- Home, clear the screen, clear what has scrolled out of it.
local BLANK <const> = "\27[H\27[2J\27[3J"

--- Whose turn it is: `The Austrians' turn`, `Red's turn`, `The turn of the French`.
local function turn_of(name)
  if name:find "s$" then return ("%s' turn"):format(game_text.capital(name)) end
  if name:find "^the " then return "The turn of " .. name end
  return ("%s's turn"):format(game_text.capital(name))
end

--- Gives the screen to a side. Where nobody can look over a shoulder nothing is blanked and nothing waited for.
---@param play limber.GameSession
---@param side string
function M.to(play, side)
  local words = turn_of(game_text.side(play.game, side)) .. " at the screen"
  if not (host.isatty(0) and host.isatty(1)) then return play:say(words .. ".") end
  host.stdout(BLANK)
  host.readline(words .. "; press Enter ")
  play.asked_of = nil
  if not play.handed then play:say("(:side both, where one person commands both sides)", "dim") end
  play.handed = true
end

return M
