--- Which of some values of a number makes two sides even, by battles that share their dice.
--
-- A score is 1 for a win and a half for a draw; even is a half. Between two values the score, and both ends of its
-- range, are taken to lie on straight lines. A value may be even when its range holds a half: if it is even, that is so
-- in 19 of 20 runs. What may be even is told as one stretch, since a number mostly helps one side all the way.
local statistics <const> = require "limber.common.statistics"

local M <const> = {}

local EVEN <const> = 0.5

---@class limber.ValueScore
---@field value integer
---@field mean number
---@field low number
---@field high number

--- The score of a side, with its interval for a number of battles that was fixed beforehand. Draws only narrow the true
--- one: Wilson's is taken for wins and losses.
---@param tally limber.Tally of one game at least
---@param side string
---@return number mean
---@return limber.Interval
function M.score(tally, side)
  local score = tally.wins[side] + tally.draws / 2
  return score / tally.games, statistics.wilson(score, tally.games)
end

--- Where the line of a key is EVEN between two values; nil where it is not.
local function crossing(one, other, key)
  local y1, y2 = one[key], other[key]
  if y1 == y2 or (y1 - EVEN) * (y2 - EVEN) > 0 then return nil end
  return one.value + (other.value - one.value) * (EVEN - y1) / (y2 - y1)
end

local function may_be(one) return one.low <= EVEN and one.high >= EVEN end

--- How far what may be even goes on from a value that may, by steps of 1 or -1: nil when to the last value and beyond.
local function ends(scores, from, by)
  local at = from
  while scores[at + by] and may_be(scores[at + by]) do at = at + by end
  local beyond = scores[at + by]
  if not beyond then return nil end
  return crossing(scores[at], beyond, beyond.low > EVEN and "low" or "high")
end

---@class limber.Even
---@field nearest integer of the values the one whose score is nearest to even
---@field crossings integer how often the scores cross even
---@field at number? where, if once
---@field may boolean may one of them be even?
---@field low number? from where on it may be so; nil: below the first
---@field high number? likewise

--- Which value makes the sides even.
---@param scores limber.ValueScore[] rising by value
---@return limber.Even
function M.even(scores)
  local nearest, first, last, at, crossings, gap = 1, nil, nil, nil, 0, nil
  for i, one in ipairs(scores) do
    if math.abs(one.mean - EVEN) < math.abs(scores[nearest].mean - EVEN) then nearest = i end
    local cross = scores[i + 1] and crossing(one, scores[i + 1], "mean")
    if cross and cross ~= at then crossings, at, gap = crossings + 1, cross, i end
    if may_be(one) and (cross or one.mean == EVEN) then first, last = first or i, i end
    if scores[i + 1] and cross and may_be(scores[i + 1]) then first, last = first or i + 1, i + 1 end
  end
  if not first and may_be(scores[nearest]) then first, last = nearest, nearest end
  local even = { nearest = scores[nearest].value, crossings = crossings, at = crossings == 1 and at or nil,
    may = first ~= nil or crossings > 0 }
  if first then
    even.low, even.high = ends(scores, first, -1), ends(scores, last, 1)
  elseif gap then -- between two values that may not be even themselves
    local one, other = crossing(scores[gap], scores[gap + 1], "low"), crossing(scores[gap], scores[gap + 1], "high")
    even.low, even.high = math.min(one, other), math.max(one, other)
  end
  return even
end

return M
