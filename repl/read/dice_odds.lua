--- The exact odds of dice that were typed, from the kernel's distributions of its throws: dice alike are one throw, and
--- sums are made of two distributions at a time.
local dice <const> = require "kernel.dice"
local odds <const> = require "kernel.odds"
local read <const> = require "read.dice"

local M <const> = {}

---@class limber.DiceOdds
---@field dist table of the left side, or of the difference where two sums are held against each other
---@field truth table? the distribution of whether the comparison holds; nil without one
---@field compared { less: table, equal: table, greater: table }? where dice are held against dice
---@field paths integer

--- Weights of a die that the kernel counts by: at most this in all.
local WEIGHTS_MOST <const> = 1000000

--- Sums that are worked for one die which explodes.
local SUMS_MOST <const> = 1000000

local function fail(message)
  error({ arg = "dice", message = message }, 0)
end

local function too_many(words)
  fail(("%s: there are too many dice for exact odds"):format(words))
end

--- Walks every throw of a function; `work.paths` counts them.
local function enumerate(work, fn)
  local source = dice.new()
  local done, dist, info = pcall(odds.enumerate, source, function() return fn(source.throw) end)
  if not done then
    if type(dist) == "table" and dist.kind == "interrupt" then error(dist, 0) end
    too_many(work.words)
  end
  work.paths = work.paths + info.paths
  return dist
end

local function sum_of_two(work, one, other, sign)
  return enumerate(work, function(throw) return throw.from(one) + sign * throw.from(other) end)
end

--- n times the same, added.
local function times(work, n, one)
  if n == 1 then return one end
  local half = times(work, n // 2, one)
  local both = sum_of_two(work, half, half, 1)
  return n % 2 == 1 and sum_of_two(work, both, one, 1) or both
end

--- A list of { value, weight }, values once each and ascending.
local function gathered(list)
  local weights, values = {}, {}
  for _, one in ipairs(list) do
    if not weights[one[1]] then values[#values + 1] = one[1] end
    weights[one[1]] = (weights[one[1]] or 0) + one[2]
  end
  table.sort(values)
  local whole = {}
  for i, value in ipairs(values) do whole[i] = { value, weights[value] } end
  return whole
end

local function multiplied(work, a, b)
  if b > 0 and a > math.maxinteger // 4 // b then too_many(work.words) end
  return a * b
end

local function total_of(list)
  local sum = 0
  for _, one in ipairs(list) do sum = sum + one[2] end
  return sum
end

--- The faces of a die and their weights, after what is thrown again once or always.
local function rerolled(term)
  local faces, again, whole = {}, 0, #term.die.values
  local reroll = term.reroll
  for _, value in ipairs(term.die.values) do
    if reroll and read.holds(reroll.test, value) then again = again + 1 end
  end
  for i, value in ipairs(term.die.values) do
    local weight = 1
    if reroll and reroll.always then
      weight = read.holds(reroll.test, value) and 0 or 1
    elseif reroll then
      weight = again + (read.holds(reroll.test, value) and 0 or whole)
    end
    faces[i] = { value, weight }
  end
  return gathered(faces)
end

--- What one die makes, explosions and counting included: a list of { value, weight }.
local function die_list(work, term)
  local faces = rerolled(term)
  local function made(face) return not term.count and face or read.holds(term.count, face) and 1 or 0 end
  local list = {}
  for i, one in ipairs(faces) do list[i] = { made(one[1]), one[2] } end
  local explode = term.explode
  local last, whole = list, total_of(faces)
  for _ = 1, explode and explode.most or 0 do -- from the last die of a chain to its first
    local next_list, weight = {}, total_of(last)
    if #faces * #last > SUMS_MOST then too_many(work.words) end
    for _, one in ipairs(faces) do
      if read.holds(explode.test, one[1]) then
        for _, more in ipairs(last) do
          next_list[#next_list + 1] = { made(one[1]) + more[1], multiplied(work, one[2], more[2]) }
        end
      else
        next_list[#next_list + 1] = { made(one[1]), multiplied(work, one[2], weight) }
      end
    end
    multiplied(work, whole, weight)
    last = gathered(next_list)
  end
  return gathered(last)
end

--- The best or worst k of n dice that are not plain: from one end, as many as show each value, while some are kept.
local function kept(work, term, list)
  local k, n, values = term.keep.k, term.n, {}
  for i, one in ipairs(list) do values[term.keep.side == "highest" and i or #list + 1 - i] = one end
  local up_to, sum = {}, 0
  for i, one in ipairs(values) do
    sum = sum + one[2]
    up_to[i] = sum
  end
  if sum > WEIGHTS_MOST then too_many(work.words) end
  return enumerate(work, function(throw)
    local left, need, total = n, k, 0
    for i = #values, 1, -1 do
      if need == 0 then break end
      local weight = values[i][2]
      local showing = weight > 0 and throw.count(left, up_to[i], up_to[i] - weight + 1) or 0
      local taken = math.min(need, showing)
      total, left, need = total + taken * values[i][1], left - showing, need - taken
    end
    return total
  end)
end

--- The kernel's own distribution of plain dice, where it has one.
local function plain_throw(term)
  local values, n = term.die.values, term.n
  local faces, keep, count = #values, term.keep, term.count
  if values[1] ~= 1 or values[faces] ~= faces or term.reroll or term.explode then return nil end
  if keep then return function(throw) return throw[keep.side](keep.k, n, faces) end end
  if not count then return function(throw) return throw.sum(n, faces) end end
  return nil
end

--- How many of n dice pass: each of them with the same chance.
local function counted(work, term)
  local pass, whole = 0, 0
  for _, one in ipairs(rerolled(term)) do
    whole = whole + one[2]
    if read.holds(term.count, one[1]) then pass = pass + one[2] end
  end
  return enumerate(work, function(throw) return throw.count(term.n, whole, whole - pass + 1) end)
end

local function term_odds(work, term)
  if term.plain then return odds.dist { { term.plain, 1 } } end
  local plain = plain_throw(term)
  if plain then return enumerate(work, plain) end
  if term.count and not term.explode then return counted(work, term) end
  local list = die_list(work, term)
  if term.keep then return kept(work, term, list) end
  return times(work, term.n, odds.dist(list))
end

local function sum_odds(work, terms)
  local total
  for _, term in ipairs(terms) do
    local one = term_odds(work, term)
    total = total and sum_of_two(work, total, one, term.sign) or one
  end
  return total
end

--- The exact odds of a roll.
---@param roll limber.Roll
---@return limber.DiceOdds
function M.of(roll)
  local work = { words = roll.words, paths = 0 }
  local left = sum_odds(work, roll.left)
  if not roll.right then return { dist = left, paths = work.paths } end
  local right = sum_odds(work, roll.right)
  local test = { how = roll.how == "v" and ">" or roll.how, at = 0 }
  local difference = sum_of_two(work, left, right, -1)
  local truth = difference:map(function(value) return read.holds(test, value) end)
  local opposed = false
  for _, term in ipairs(roll.right) do opposed = opposed or term.n ~= nil end
  return { dist = difference, truth = truth, compared = opposed and left:compare(right) or nil, paths = work.paths }
end

return M
