--- Two players at one screen: it is blanked before it changes hands.
local game_text <const> = require "game_text"
local host <const> = require "host"

local M <const> = {}

--- Home, clear the screen, clear what has scrolled out of it.
local BLANK <const> = "\27[H\27[2J\27[3J"

local function possessive(name)
  return name .. (name:find "s$" and "'" or "'s")
end

--- Gives the screen to a side. Where nobody can look over a shoulder nothing is blanked and nothing waited for.
---@param play limber.GameSession
---@param side string
function M.to(play, side)
  local words = ("%s turn at the screen"):format(possessive(game_text.capital(game_text.side(play.game, side))))
  if not (host.isatty(0) and host.isatty(1)) then return play:say(words .. ".") end
  host.stdout(BLANK)
  host.readline(words .. "; press Enter ")
  play.asked_of = nil
end

return M
