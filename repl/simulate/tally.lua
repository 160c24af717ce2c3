--- What is counted of many battles, and of the same battles under two rule stacks.
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

-- ---- the same battles under other rules ----------------------------------------------------------------------------

---@class limber.Pairs battles by how they went under one stack and under another
---@field sides string[]
---@field kinds string[]
---@field winners table<string, table<string, integer>> by the winner under the first, then under the second
---@field length limber.Histogram the second less the first
---@field lost table<string, table<string, limber.Histogram>> likewise
---@field first integer? the first game that another side won
---@field changed integer games that differ in their winner, length or losses

---@param sides string[]
---@param kinds string[]
---@return limber.Pairs
function M.new_pairs(sides, kinds)
  local both = { sides = sides, kinds = kinds, winners = {}, length = {}, lost = {}, changed = 0 }
  local all = table.move(sides, 1, #sides, 1, {})
  all[#all + 1] = M.DRAW
  for _, winner in ipairs(all) do
    both.winners[winner] = {}
    for _, other in ipairs(all) do both.winners[winner][other] = 0 end
  end
  for _, side in ipairs(sides) do
    both.lost[side] = {}
    for _, kind in ipairs(kinds) do both.lost[side][kind] = {} end
  end
  return both
end

---@param both limber.Pairs
---@param game integer
---@param one limber.Outcome
---@param other limber.Outcome
function M.count_pair(both, game, one, other)
  local row = both.winners[one.winner] or both.winners[M.DRAW]
  local winner = both.winners[other.winner] and other.winner or M.DRAW
  row[winner] = row[winner] + 1
  if row ~= both.winners[winner] and (not both.first or game < both.first) then both.first = game end
  local same = row == both.winners[winner] and other.length == one.length
  statistics.count(both.length, other.length - one.length)
  for _, side in ipairs(both.sides) do
    for i, kind in ipairs(both.kinds) do
      local difference = other.lost[side][i] - one.lost[side][i]
      same = same and difference == 0
      statistics.count(both.lost[side][kind], difference)
    end
  end
  if not same then both.changed = both.changed + 1 end
end

---@param both limber.Pairs
---@param other limber.Pairs
function M.add_pairs(both, other)
  for winner, row in next, both.winners do statistics.add(row, other.winners[winner]) end
  if other.first and (not both.first or other.first < both.first) then both.first = other.first end
  both.changed = both.changed + other.changed
  statistics.add(both.length, other.length)
  for _, side in ipairs(both.sides) do
    for _, kind in ipairs(both.kinds) do statistics.add(both.lost[side][kind], other.lost[side][kind]) end
  end
end

--- In how many battles a side won under both stacks, under the first or the second alone, under neither; for M.DRAW how
--- many were drawn.
---@param both limber.Pairs
---@param side string
---@return integer in_both
---@return integer first
---@return integer second
---@return integer neither
function M.fourfold(both, side)
  local counts = { [true] = { [true] = 0, [false] = 0 }, [false] = { [true] = 0, [false] = 0 } }
  for winner, row in next, both.winners do
    for other, games in next, row do
      local cell = counts[winner == side]
      cell[other == side] = cell[other == side] + games
    end
  end
  return counts[true][true], counts[true][false], counts[false][true], counts[false][false]
end

return M
