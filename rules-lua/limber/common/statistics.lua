--- Statistics of thousands of battles.
--
-- A histogram maps whole numbers to how often each came: { [0] = 12, [3] = 1 }. Histograms and counts are whole
-- numbers, so they add up to the same in any order; fractions are worked out from them once, at the end.
local M <const> = {}

--- The 97.5 % point of the normal distribution: two sides of 95 %.
local Z95 <const> = 1.959963984540054

---@alias limber.Histogram table<integer, integer>

---@class limber.Interval
---@field low number
---@field high number

--- Counts a value once, or `times` times.
---@param histogram limber.Histogram
---@param value integer
---@param times integer?
function M.count(histogram, value, times)
  histogram[value] = (histogram[value] or 0) + (times or 1)
end

--- Adds all counts of one histogram to another.
---@param histogram limber.Histogram
---@param other limber.Histogram
function M.add(histogram, other)
  for value, times in next, other do M.count(histogram, value, times) end
end

--- A histogram as a list of { value, times }, the least value first.
---@param histogram limber.Histogram
---@return integer[][]
function M.sorted(histogram)
  local list = {}
  for value, times in next, histogram do list[#list + 1] = { value, times } end
  table.sort(list, function(one, other) return one[1] < other[1] end)
  return list
end

--- The number of values, their sum and the sum of their squares.
---@param histogram limber.Histogram
---@return integer n
---@return integer sum
---@return integer squares
function M.sums(histogram)
  local n, sum, squares = 0, 0, 0
  for value, times in next, histogram do
    n, sum, squares = n + times, sum + times * value, squares + times * value * value
  end
  return n, sum, squares
end

--- The mean; nil for an empty histogram.
---@param histogram limber.Histogram
---@return number?
function M.mean(histogram)
  local n, sum = M.sums(histogram)
  return n > 0 and sum / n or nil
end

--- A quantile in percent: the least counted value that at least this percentage of the values do not exceed (Hyndman
--- and Fan, Sample quantiles in statistical packages, The American Statistician 50, 1996, type 1).
---@param histogram limber.Histogram
---@param percent integer
---@return integer? value nil of nothing
function M.quantile(histogram, percent)
  local n, below = M.sums(histogram), 0
  for _, one in ipairs(M.sorted(histogram)) do
    below = below + one[2]
    if below * 100 >= percent * n then return one[1] end
  end
end

--- The interval of a proportion at 95 %, by Wilson's score (Wilson, Probable inference, the law of succession, and
--- statistical inference, Journal of the American Statistical Association 22, 1927).
---@param count integer how many of them
---@param n integer of how many, at least one
---@return limber.Interval
function M.wilson(count, n)
  local z2 = Z95 * Z95
  local middle = count + z2 / 2
  local half = Z95 * math.sqrt(count * (n - count) / n + z2 / 4)
  -- At the ends the root is z/2 except for rounding.
  return {
    low = count == 0 and 0.0 or (middle - half) / (n + z2),
    high = count == n and 1.0 or (middle + half) / (n + z2),
  }
end

--- How two proportions of the same cases are tied, less half a case in each cell for the step of counts (Newcombe).
local function tie(both, first, second, neither)
  local product = (both + first) * (second + neither) * (both + second) * (first + neither)
  if product == 0 then return 0.0 end
  local crossed, half = both * neither - first * second, (both + first + second + neither) / 2
  if crossed > 0 then crossed = math.max(crossed - half, 0) end
  return crossed / math.sqrt(product)
end

--- By how much the second of two proportions of the same cases exceeds the first, and its interval of 95 %: the
--- square-and-add of Wilson's intervals, with what ties the two (Newcombe, Improved confidence intervals for the
--- difference between binomial proportions based on paired data, Statistics in Medicine 17, 1998, method 10).
---@param both integer cases counted in both
---@param first integer in the first alone
---@param second integer in the second alone
---@param neither integer in neither; one case at least in all
---@return number difference
---@return limber.Interval
function M.paired(both, first, second, neither)
  local n = both + first + second + neither
  local p1, p2 = (both + first) / n, (both + second) / n
  local w1, w2, phi = M.wilson(both + first, n), M.wilson(both + second, n), tie(both, first, second, neither)
  local function reach(one, other)
    return math.sqrt(math.max(0, one * one - 2 * phi * one * other + other * other))
  end
  local difference = p2 - p1
  return difference, {
    low = difference - reach(p2 - w2.low, w1.high - p1), high = difference + reach(w2.high - p2, p1 - w1.low),
  }
end

--- How many cases give a proportion to within `within` either way, by the normal distribution.
---@param variance number of one case
---@param within number
---@return integer
function M.cases_for(variance, within)
  local z = Z95 / within
  return math.ceil(variance * z * z)
end

--- The mean of a histogram with its interval of 95 %, by the normal distribution: for many cases.
---@param histogram limber.Histogram
---@return number? mean nil of nothing
---@return limber.Interval?
function M.mean_interval(histogram)
  local n, sum, squares = M.sums(histogram)
  if n == 0 then return nil end
  local mean, half = sum / n, 0.0
  if n > 1 then half = Z95 * math.sqrt((n * squares - sum * sum) / (n * n * (n - 1))) end
  return mean, { low = mean - half, high = mean + half }
end

return M
