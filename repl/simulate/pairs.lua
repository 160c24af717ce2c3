--- What is counted of the same battles under two rule stacks, and when that is decided.
--
-- A side's score in a battle is 1 for a win and a half for a draw. A comparison is decided when the difference of
-- scores cannot be chance, or cannot be as large as some points: by intervals that may be looked at after every battle.
local sequential <const> = require "limber.common.sequential"
local statistics <const> = require "limber.common.statistics"
local tallies <const> = require "simulate.tally"

local M <const> = {}

local DRAW <const> = tallies.DRAW

---@class limber.Pairs battles by how they went under one stack and under another
---@field sides string[]
---@field kinds string[]
---@field games integer
---@field winners table<string, table<string, integer>> by the winner under the first, then under the second
---@field length limber.Histogram the second less the first
---@field lost table<string, table<string, limber.Histogram>> likewise
---@field commands table<string, limber.Histogram> how often each was given, likewise
---@field questions table<string, limber.Histogram> how often each procedure was thrown for, likewise
---@field before { commands: table<string, integer>, questions: table<string, integer> } all of the first battles
---@field first integer? the first game that another side won
---@field changed integer games that differ in their winner, length or losses
---@field parted integer games that took another course at all
---@field came_up integer games in which the other rules answer a question otherwise, that took another course, or that
--- ended otherwise
---@field asked integer questions of the first battles
---@field otherwise table<string, integer> how many of them the other rules answer otherwise, by procedure

---@param sides string[]
---@param kinds string[]
---@return limber.Pairs
function M.new(sides, kinds)
  local both = {
    sides = sides, kinds = kinds, games = 0, winners = {}, length = {}, lost = {}, commands = {}, questions = {},
    changed = 0, parted = 0, came_up = 0, asked = 0, otherwise = {}, before = { commands = {}, questions = {} },
  }
  local all = table.move(sides, 1, #sides, 1, {})
  all[#all + 1] = DRAW
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

--- Counts by how much something was done more often. What was not heard of before was done as often in all games.
local function count_more(both, key, one, other)
  local histograms, names = both[key], {}
  for _, counts in ipairs { one, other, histograms } do
    for name in next, counts do names[name] = true end
  end
  for name in next, names do
    histograms[name] = histograms[name] or { [0] = both.games > 0 and both.games or nil }
    statistics.count(histograms[name], (other[name] or 0) - (one[name] or 0))
    statistics.count(both.before[key], name, one[name] or 0)
  end
end

--- Counts how often the rules that differ came up: in an answer, in a command, or in how the battle ended.
local function count_course(both, one, other, same)
  count_more(both, "commands", one.commands, other.commands)
  count_more(both, "questions", one.questions, other.questions)
  for _, times in next, one.questions do both.asked = both.asked + times end
  statistics.add(both.otherwise, one.otherwise)
  if other.parted then both.parted = both.parted + 1 end
  if other.parted or not same or next(one.otherwise) ~= nil then both.came_up = both.came_up + 1 end
end

---@param both limber.Pairs
---@param game integer
---@param one limber.Outcome
---@param other limber.Outcome
function M.count(both, game, one, other)
  local row = both.winners[one.winner] or both.winners[DRAW]
  local winner = both.winners[other.winner] and other.winner or DRAW
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
  count_course(both, one.course, other.course, same)
  both.games = both.games + 1
end

--- In how many battles a side won under both stacks, under the first or the second alone, under neither; for a draw how
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

--- By how much more a side scores under the second stack, battle by battle, from -1 to 1: put between 0 and 1, where no
--- difference is a half.
local function cases_of(both, worth)
  local cases = {}
  for winner, row in next, both.winners do
    for other, games in next, row do
      if games > 0 then statistics.count(cases, (1 + worth(other) - worth(winner)) / 2, games) end
    end
  end
  return cases
end

local function score_of(side)
  return function(winner) return winner == side and 1 or winner == DRAW and 0.5 or 0 end
end

local function share_of(side)
  return function(winner) return winner == side and 1 or 0 end
end

--- The mean of such cases, and its interval, which may be looked at after every battle; the variance of one battle.
local function spread(cases)
  local n, sum, squares = 0, 0.0, 0.0
  for _, one in ipairs(statistics.sorted(cases)) do
    local value = 2 * one[1] - 1
    n, sum, squares = n + one[2], sum + one[2] * value, squares + one[2] * value * value
  end
  local interval = sequential.interval(cases)
  return sum / n, { low = 2 * interval.low - 1, high = 2 * interval.high - 1 }, squares / n - (sum / n) ^ 2
end

--- By how much a side scores more under the second stack.
---@param both limber.Pairs of one game at least
---@param side string
---@return number difference
---@return limber.Interval
---@return number variance of one pair
function M.score(both, side) return spread(cases_of(both, score_of(side))) end

--- By how much more often a side wins (M.fourfold).
---@param both limber.Pairs of one game at least
---@param side string or a draw
---@return number difference
---@return limber.Interval
function M.share(both, side) return spread(cases_of(both, share_of(side))) end

--- Whether a comparison is decided: "apart" when chance does not explain the difference of scores, "alike" when it is
--- less than `within` points either way, nil when neither is so.
---@param both limber.Pairs
---@param within integer? points; nil: it is never decided
---@return "apart"|"alike"|nil
function M.decided(both, within)
  if not within or both.games == 0 then return nil end
  local cases, reach = cases_of(both, score_of(both.sides[1])), within / 200
  local above, below = sequential.parted(cases, 0.5)
  if above or below then return "apart" end
  above, below = (sequential.parted(cases, 0.5 - reach)), select(2, sequential.parted(cases, 0.5 + reach))
  return above and below and "alike" or nil
end

return M
