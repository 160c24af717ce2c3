--- What a page may tell those who look: without what is sealed, secret or hidden from them. A seat is who looks: a game
--- at the prompt, or one side of it alone.
local game_text <const> = require "play.text"
local seats <const> = require "play.seats"

local M <const> = {}

--- What answers for one side alone, whoever is at the screen.
---@param play limber.GameSession|{ game: limber.Game } what else is known of the battle
---@param side string
---@param sworn boolean? also when the battle is over it knows no more than it did
---@return table seat
function M.seat(play, side, sworn)
  local own = { only = side, sworn = sworn, at_screen = { side } }
  return setmetatable(own, { __index = function(_, key)
    local value = play[key]
    if value == nil then return seats[key] end
    return value
  end })
end

--- The sides that are seen at once where nothing else is: by the line after which the game stands.
local function views(seat)
  local list = {}
  for i, side in ipairs(seats.open_sides(seat)) do list[i] = seat.game:view(side).state end
  return list
end

local function seen_in(list, id)
  for _, state in ipairs(list) do
    if state.units[id] or state.leaders[id] or state.formations[id] then return true end
  end
  return false
end

--- Whether a line is kept from those who look: it is sealed or secret, or names a piece that they do not see.
---@param seat table
---@param line limber.Line
---@return boolean
function M.conceals(seat, line)
  if seat.shows_all then return false end
  if seats.hidden(seat, line) then return true end
  return line.command ~= nil and seat.game.words.hidden ~= nil
    and seats.names_unseen(seat.game.state.root, views(seat), line.command)
end

--- What a line says besides that it was given.
local SAID <const> = { "text", "verb", "solo", "link", "given", "allowed", "note", "of" }

--- A line of the page's data as those who look may know it.
---@param seat table
---@param one table
---@param line limber.Line
---@return table
function M.line(seat, one, line)
  if M.conceals(seat, line) then
    local kept = {}
    for _, key in ipairs(SAID) do kept[key], one[key] = one[key], nil end
    one.hidden, one.text = true, game_text.line(seat.game, line, seat.how or "mm", true)
    seat.concealed = seat.concealed or {}
    seat.concealed[one] = kept
  elseif one.solo and one.sealed and seats.is_led(seat, one.side) then
    one.solo = nil
  end
  return one
end

--- The same line later, as the game stands now: what was sealed when it was given may be told since.
---@param seat table
---@param one table
---@param line limber.Line
function M.reveal(seat, one, line)
  local kept = seat.concealed and seat.concealed[one]
  if not kept or M.conceals(seat, line) then return end
  one.hidden, seat.concealed[one] = nil, nil
  for key, value in next, kept do one[key] = value end
end

--- What limits the data of a page (page.data) to what those who look may know.
---@param seat table
---@return { open: function, seen: function, own: function, view: function }
function M.limits(seat)
  local game, at, list = seat.game, false, nil
  local function states()
    local now = game.journal.at
    if at ~= now or not list then at, list = now, views(seat) end
    return list
  end
  return {
    open = function(event, line) return seat.shows_all or seats.tells(seat, event, line) end,
    seen = function(id) return seat.shows_all or seen_in(states(), id) end,
    own = function(side) return seat.shows_all or seats.has(seats.open_sides(seat), side) end,
    view = function()
      local open = seats.open_sides(seat)
      return not seat.shows_all and #open == 1 and game:view(open[1]) or game.play
    end,
  }
end

return M
