--- The luck of several throws (limber.record.luck), and a ledger's pages: by side, by step and by piece.
local M <const> = {}

--- Up to so many throws are added up exactly, in steps of the mid-rank.
local FEW <const>, STEPS <const> = 20, 200

--- The distribution function of the normal distribution: Abramowitz and Stegun, Handbook of Mathematical Functions,
-- 26.2.17; it errs by less than one part in ten million.
local function normal(z)
  local t = 1 / (1 + 0.2316419 * math.abs(z))
  local tail = math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * t * (0.319381530 + t * (-0.356563782
    + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 and 1 - tail or tail
end

local function steps(rank) return math.floor(rank * STEPS + 0.5) end

--- A throw's mid-ranks as its side has them, or as its enemy does.
local function turned(throw, side)
  if throw.side == side then return throw.rank, function(rank) return rank end end
  return 1 - throw.rank, function(rank) return 1 - rank end
end

local function exactly(throws, side)
  local chances, top, sum = { [0] = 1.0 }, 0, 0
  for _, throw in ipairs(throws) do
    local rank, turn = turned(throw, side)
    local next_chances, most = {}, 0
    for _, level in ipairs(throw.levels) do
      local add, p = steps(turn(level[1])), level[2]
      for at = 0, top do
        local before = chances[at]
        if before then
          next_chances[at + add] = (next_chances[at + add] or 0) + before * p
          if at + add > most then most = at + add end
        end
      end
    end
    chances, top, sum = next_chances, most, sum + steps(rank)
  end
  local below = 0
  for at = 0, sum - 1 do below = below + (chances[at] or 0) end
  return below + (chances[sum] or 0) / 2
end

local function nearly(throws, side)
  local over, variance = 0, 0
  for _, throw in ipairs(throws) do
    over = over + turned(throw, side) - 0.5
    for _, level in ipairs(throw.levels) do variance = variance + level[2] * (level[1] - 0.5) * (level[1] - 0.5) end
  end
  return normal(over / math.sqrt(variance))
end

--- More digits than these say nothing: sums of many chances are off by some in the last.
local DIGITS <const> = 1e9

--- The percentile of some throws for a side, from 0 to 1; nil without any.
---@param throws limber.LuckThrow[]
---@param side string
---@return number?
function M.percentile(throws, side)
  if #throws == 0 then return nil end
  return math.floor((#throws <= FEW and exactly or nearly)(throws, side) * DIGITS + 0.5) / DIGITS
end

--- Throws in groups by a key, in the order in which the keys come first.
local function grouped(throws, key)
  local groups, by_key = {}, {}
  for _, throw in ipairs(throws) do
    local of = key(throw)
    if not by_key[of] then
      by_key[of] = { of = of, throws = {} }
      groups[#groups + 1] = by_key[of]
    end
    table.insert(by_key[of].throws, throw)
  end
  return groups
end

--- How many of the luckiest throws of each side are told, and how likely luck may be to count as such.
local MOST <const>, LIKELY <const> = 5, 1 / 2

--- The luckiest throws for a side, its own or its enemy's: the least likely first, each with its chance.
local function luckiest(throws, side)
  local list = {}
  for i, throw in ipairs(throws) do
    local chance = throw.side == side and throw.as_good or throw.as_bad
    if chance < LIKELY then list[#list + 1] = { nth = i, chance = chance, throw = throw } end
  end
  table.sort(list, function(one, other)
    if one.chance ~= other.chance then return one.chance < other.chance end
    return one.nth < other.nth
  end)
  local told = {}
  for i = 1, math.min(MOST, #list) do
    local throw = list[i].throw
    told[i] = {
      chance = list[i].chance, line = throw.line, turn = throw.turn, step = throw.step, procedure = throw.procedure,
      who = throw.who, side = throw.side, dice = throw.dice, says = throw.says,
    }
  end
  return told
end

---@class limber.LuckOf the luck of a side in some throws
---@field throws integer
---@field percentile number? 0 to 1

local function luck_of(throws, side) return { throws = #throws, percentile = M.percentile(throws, side) } end

---@class limber.LuckReport plain data
---@field throws integer
---@field left_out table
---@field sides { side: string, all: limber.LuckOf, own: limber.LuckOf, enemy: limber.LuckOf, luckiest: table[] }[]
---@field steps { step: string, throws: integer, sides: table<string, number> }[]
---@field pieces { id: string, side: string, throws: integer, percentile: number }[]

--- A ledger's pages.
---@param ledger limber.Ledger
---@param sides string[]
---@return limber.LuckReport
function M.report(ledger, sides)
  local throws = ledger.throws
  local report = { throws = #throws, left_out = ledger.left_out, sides = {}, steps = {}, pieces = {} }
  for i, side in ipairs(sides) do
    local own, enemy = {}, {}
    for _, throw in ipairs(throws) do table.insert(throw.side == side and own or enemy, throw) end
    report.sides[i] = {
      side = side, all = luck_of(throws, side), own = luck_of(own, side), enemy = luck_of(enemy, side),
      luckiest = luckiest(throws, side),
    }
  end
  for _, group in ipairs(grouped(throws, function(throw) return throw.step or "" end)) do
    local of = {}
    for _, side in ipairs(sides) do of[side] = M.percentile(group.throws, side) end
    report.steps[#report.steps + 1] = { step = group.of, throws = #group.throws, sides = of }
  end
  for _, group in ipairs(grouped(throws, function(throw) return throw.who end)) do
    local side = group.throws[1].side
    report.pieces[#report.pieces + 1] = {
      id = group.of, side = side, throws = #group.throws, percentile = M.percentile(group.throws, side),
    }
  end
  return report
end

return M
