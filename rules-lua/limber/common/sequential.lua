--- Intervals that may be looked at after every case, and that hold at any number of cases at which somebody stops: 95 %
--- confidence sequences.
--
-- Of values between 0 and 1 (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, Journal
-- of the Royal Statistical Society B 86, 2024): a player with a purse of 1 bets at fair odds that the mean is above m.
-- Whoever stakes the share c of the purse has it multiplied by 1 - c + c x / m when x comes. If the mean is m or less,
-- the purse grows to 40 at any time in at most one of 40 runs (Ville): when it does, m is out. So the least m that is
-- not out ends the interval below; the same with 1 - x and 1 - m ends it above. The stakes are a mixture of fixed
-- shares (Robbins), so that the purse depends on how often each value came, and not on the order.
local statistics <const> = require "limber.common.statistics"

local M <const> = {}

--- How often such an interval is wrong at any time: below or above.
M.ERROR = 0.05

--- What a purse must reach for its mean to be out: each end may be wrong half as often.
local PURSE <const> = 2 / M.ERROR

--- Shares of a purse that are staked; each has an equal part of it.
local STAKES <const> = {}
for i = 0, 13 do STAKES[i + 1] = 0.98 * 2 ^ (-i / 2) end

---@alias limber.Cases table<number, integer> how often each value between 0 and 1 came

--- Has the purse of those who bet that the mean is above m reached it? By logarithms: purses grow large.
local function is_out(values, mean)
  local most, logs = -math.huge, {}
  for i, stake in ipairs(STAKES) do
    local log = 0.0
    for _, one in ipairs(values) do log = log + one[2] * math.log(1 - stake + stake * one[1] / mean) end
    logs[i], most = log, math.max(most, log)
  end
  local sum = 0.0
  for _, log in ipairs(logs) do sum = sum + math.exp(log - most) end
  return most + math.log(sum / #STAKES) >= math.log(PURSE)
end

--- The values in their order, so that sums are the same on all machines; turned round for the end above.
local function listed(cases, turned)
  local values = {}
  for value, times in next, cases do
    if times > 0 then values[#values + 1] = { turned and 1 - value or value, times } end
  end
  table.sort(values, function(one, other) return one[1] < other[1] end)
  return values
end

--- The steps in which an end is sought: to a millionth.
local HALVINGS <const> = 20

--- The least mean that is not out.
local function least(values)
  local low, high = 0.0, 1.0
  for _ = 1, HALVINGS do
    local middle = (low + high) / 2
    if is_out(values, middle) then low = middle else high = middle end
  end
  return low
end

--- Is a mean above what may be said of it? `turned`: below.
---@param cases limber.Cases
---@param mean number between 0 and 1, neither of them
---@return boolean above the true mean is above it
---@return boolean below it is below it
function M.parted(cases, mean)
  return is_out(listed(cases), mean), is_out(listed(cases, true), 1 - mean)
end

--- The interval of a mean.
---@param cases limber.Cases
---@return limber.Interval
function M.interval(cases)
  return { low = least(listed(cases)), high = 1 - least(listed(cases, true)) }
end

--- How much wider these are than intervals for a number of cases that was fixed beforehand.
local WIDER <const> = 1.7

--- About how many cases give a mean to within `within` either way.
---@param variance number of one case
---@param within number
---@return integer
function M.cases_for(variance, within) return statistics.cases_for(variance * WIDER * WIDER, within) end

--- Where the interval of a mean of any values is narrowest for its number of cases.
local BEST_AT <const> = 200

--- The mean of any whole numbers with such an interval, for many cases: by a central limit theorem that holds at all
--- times (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform central limit theory and asymptotic confidence
--- sequences, Annals of Statistics 52, 2024, theorem 2.2). It is wrong more often where a large value is rare.
---@param histogram limber.Histogram
---@param among integer? of so many means all are to hold at once
---@return number? mean nil of nothing
---@return limber.Interval?
function M.mean_interval(histogram, among)
  local n, sum, squares = statistics.sums(histogram)
  if n == 0 then return nil end
  local error_rate = M.ERROR / (among or 1)
  local mean, variance = sum / n, (n * squares - sum * sum) / (n * n)
  local two_logs = -2 * math.log(error_rate)
  local rho2 = (two_logs + math.log(two_logs + 1)) / BEST_AT
  local grown = n * rho2 + 1
  local half = math.sqrt(variance * 2 * grown / (n * n * rho2) * math.log(math.sqrt(grown) / error_rate))
  return mean, { low = mean - half, high = mean + half }
end

return M
