--- Two players at one screen: it is blanked before it changes hands; the next player then reads what happened.
local game_text <const> = require "play.text"
local host <const> = require "host"
local names <const> = require "play.names"
local retold <const> = require "play.catch_up"

local M <const> = {}

--- Whose turn it is: `The Austrians' turn`, `Red's turn`, `The turn of the French`.
local function turn_of(name)
  if name:find "s$" then return ("%s' turn"):format(game_text.capital(name)) end
  if name:find "^the " then return "The turn of " .. name end
  return ("%s's turn"):format(game_text.capital(name))
end

--- Whether a unit may be meant by a line.
local function speaks_of(line, unit, id)
  local said = " " .. names.fold(line):gsub("[^%w_]+", " ") .. " "
  local words = { tostring(unit.number or id), id }
  for word in names.fold(unit.name or ""):gmatch "%w+" do
    if #word > 2 and word:find "%a" then words[#words + 1] = word end
  end
  for _, word in ipairs(words) do
    if said:find(" " .. names.fold(word) .. " ", 1, true) then return true end
  end
  return false
end

--- Whether a line that was typed names no unit that one of the sides does not see.
---@param play limber.GameSession
---@param line string
---@return boolean
function M.open_to_all(play, line)
  local root = play.game.state.root
  for _, side in ipairs(root.order.sides) do
    local seen = play.game:view(side).state.units
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      if unit and not seen[id] and speaks_of(line, unit, id) then return false end
    end
  end
  return true
end

--- Gives the screen to a side. Without a terminal nothing is blanked and no Enter is waited for.
---@param play limber.GameSession
---@param side string
function M.to(play, side)
  local words = turn_of(game_text.side(play.game, side)) .. " at the screen"
  if not (play.curtain or host.isatty(0) and host.isatty(1)) then return play:say(words .. ".") end
  if play.curtain then play.curtain(words) end
  host.clear_screen()
  local typed = host.readline(words .. "; press Enter ")
  while typed and typed:find "%S" do -- it may be of the player who sat here before
    play:say("That line was ignored: the screen changes hands first.", "yellow")
    typed = host.readline(words .. "; press Enter, then give your commands ")
  end
  if play.curtain then play.curtain() end
  play.asked_of = nil
  if not play.handed then play:say("(:side both, where one person commands both sides)", "dim") end
  play.handed = true
  retold.since(play, side)
end

return M
