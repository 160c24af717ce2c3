--- Pages of one side alone: who opens the address of a seat and takes it commands that side, and is told only what that
--- side may know (page.known). What they may ask and give is listed here; everything else is for the main page.
local fail <const> = require("play.refusal").fail
local known <const> = require "page.known"
local game_text <const> = require "play.text"
local seats <const> = require "play.seats"

local M <const> = {}

--- The side of a seat, by its number from 1; nil where the battle has no such side.
---@param play limber.GameSession
---@param number integer
---@return string?
function M.side(play, number) return play.game.state.root.order.sides[number] end

--- How a seat stands before it is taken, and who sits there.
---@param board table
---@param play limber.GameSession
---@param number integer
---@return table
function M.about(board, play, number)
  local side = M.side(play, number)
  return {
    id = side, name = game_text.side(play.game, side), taken = board.away[side] or false,
    led = seats.has(play.solo, side) or nil,
  }
end

--- The battle as a seat knows it; the same object as long as the battle is.
---@param board table
---@param play limber.GameSession
---@param number integer
---@return limber.GameSession
function M.seat(board, play, number)
  if board.seats_of ~= play then board.seats_of, board.seats = play, {} end
  local side = M.side(play, number)
  board.seats[side] = board.seats[side] or known.seat(play, side)
  return board.seats[side]
end

--- Takes a seat, or leaves it.
---@param board table
---@param play limber.GameSession
---@param number integer
---@param takes boolean
function M.take(board, play, number, takes)
  local side = M.side(play, number)
  if takes and seats.has(play.solo, side) then
    fail("page", ("a solo commander leads %s; the main page says who commands"):format(game_text.side(play.game, side)))
  end
  board.away[side] = takes or nil
  play.asked_of = nil
end

--- All sides are commanded at the screen again.
---@param board table
function M.call_back(board)
  for side in next, board.away do board.away[side] = nil end
end

-- ---- what a seat may ask --------------------------------------------------------------------------------------------

local ASKS <const> = { battle = true, all = true, piece = true, reach = true, farthest = true, why = true, clock = true,
  units = true, luck = true, report = true, measure = true, rules = true }

--- Refuses what is not for a seat: other questions, other sides' pieces and commands.
---@param board table
---@param seat limber.GameSession
---@param question table
function M.judge(board, seat, question)
  local side, root = seat.only, seat.game.state.root
  if not board.away[side] then fail("page", "take this seat first") end
  if question.ask then
    if not ASKS[question.ask] then fail("page", "that is asked at the main page") end
    local sent = question.ask == "reach" or question.ask == "farthest"
    local id = sent and question.id or question.ask == "why" and question.unit
    local node = id and (root.units[id] or root.leaders[id] or root.formations[id])
    if id and (not node or node.side ~= side) then fail("page", "that is none of yours") end
    local line = question.ask == "why" and seat.game.journal.lines[math.tointeger(tonumber(
      tostring(question.line or ""):match "^%d+"))]
    if line and known.conceals(seat, line) then fail("page", "that line is not for you") end
    return
  end
  for _, given in ipairs(question.check and { question.check } or question.give or {}) do
    if type(given) ~= "table" or given.side ~= side then fail("page", "you command your own side alone") end
  end
  if question.allow then fail("page", "what the rules refuse is allowed at the main page") end
  if question.check or question.give or question.take ~= nil then return end
  local last = seat.game.journal.at
  local own = last and last.kind == "command" and last.command.side == side and #(last.calls or {}) == 0
  if question.run ~= "undo" then fail("page", "that is done at the main page") end
  if not own or (question.rest or "1") ~= "1" then
    fail("page", "only your own last command is undone here, and only if nothing was thrown")
  end
end

--- Whether the battle waits for what was meant: in a step that both sides seal, whatever the other does meanwhile.
---@param seat limber.GameSession
---@param question table
---@return boolean
function M.is_meant(seat, question)
  return question.place == seats.place(seat, seat:waiting())
end

return M
