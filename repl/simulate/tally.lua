--- What is counted of many battles.
--
-- A tally holds whole numbers alone, so that the order in which battles are counted, and how they are shared out,
-- cannot show. A battle's outcome is { winner = side or "draw", length = turns, why = text, lost = { a = { 3, 1 } } },
-- the losses by side in the order of the tally's `kinds`, the chief one first.
local statistics <const> = require "limber.common.statistics"

local M <const> = {}

M.DRAW = "draw"

---@class limber.Outcome
---@field winner string
---@field length integer
---@field why string
---@field lost table<string, integer[]>
---@field course { commands: table<string, integer>, questions: table<string, integer>,
---  otherwise: table<string, integer>, parted: boolean }? of a comparison (simulate.course)

---@class limber.Tally
---@field sides string[]
---@field kinds string[] what losses are counted in, the chief kind first
---@field games integer
---@field wins table<string, integer>
---@field draws integer
---@field ends table<string, integer>
---@field length limber.Histogram
---@field lost table<string, table<string, limber.Histogram>> by side and kind
---@field first table<string, integer> the first game that a side won, or that was a draw

---@param sides string[]
---@param kinds string[]
---@return limber.Tally
function M.new(sides, kinds)
  local tally = { sides = sides, kinds = kinds, games = 0, wins = {}, draws = 0, ends = {}, length = {}, lost = {},
    first = {} }
  for _, side in ipairs(sides) do
    tally.wins[side], tally.lost[side] = 0, {}
    for _, kind in ipairs(kinds) do tally.lost[side][kind] = {} end
  end
  return tally
end

local function note_first(first, key, game)
  if not first[key] or game < first[key] then first[key] = game end
end

--- Counts one battle.
---@param tally limber.Tally
---@param game integer its number
---@param outcome limber.Outcome
function M.count(tally, game, outcome)
  local winner = tally.wins[outcome.winner] and outcome.winner or M.DRAW
  tally.games = tally.games + 1
  if winner == M.DRAW then tally.draws = tally.draws + 1 else tally.wins[winner] = tally.wins[winner] + 1 end
  note_first(tally.first, winner, game)
  statistics.count(tally.ends, outcome.why)
  statistics.count(tally.length, outcome.length)
  for _, side in ipairs(tally.sides) do
    for i, kind in ipairs(tally.kinds) do statistics.count(tally.lost[side][kind], outcome.lost[side][i]) end
  end
end

--- Adds what another tally of the same kind counted.
---@param tally limber.Tally
---@param other limber.Tally
function M.add(tally, other)
  tally.games, tally.draws = tally.games + other.games, tally.draws + other.draws
  statistics.add(tally.wins, other.wins)
  statistics.add(tally.ends, other.ends)
  statistics.add(tally.length, other.length)
  for key, game in next, other.first do note_first(tally.first, key, game) end
  for _, side in ipairs(tally.sides) do
    for _, kind in ipairs(tally.kinds) do statistics.add(tally.lost[side][kind], other.lost[side][kind]) end
  end
end

return M
