--- What a distribution of odds says in figures: each outcome's chance, and of whole numbers their mean, spread,
--- quantiles and the chances of at least and at most a number. All are exact fractions where they are rational.
local json <const> = require "kernel.json"
local outcomes <const> = require "limber.ask.outcomes"
local statistics <const> = require "limber.common.statistics"

local M <const> = {}

--- The quantiles that JSON gives.
local QUANTILES <const> = { 0.05, 0.25, 0.5, 0.75, 0.95 }

--- Whether all outcomes are whole numbers.
---@param distribution table
---@return boolean
function M.is_number(distribution)
  local list = distribution:outcomes()
  return math.type(list[#list].value) == "integer" -- numbers come before all else
end

--- The chance of at least, or at most, a whole number.
---@param distribution table of whole numbers
---@param how "at_least"|"at_most"
---@param number integer
---@return number p
---@return string exact
function M.chance(distribution, how, number)
  if how == "at_least" then return distribution:at_least(number) end
  return distribution:map(function(value) return value <= number end):p(true)
end

--- The mean of whole numbers, and how far they spread around it.
---@param distribution table
---@return { mean: number, exact: string, variance: number, exact_variance: string, deviation: number }
function M.moments(distribution)
  local mean, exact = distribution:mean()
  local variance, exact_variance = distribution:variance()
  return { mean = mean, exact = exact, variance = variance, exact_variance = exact_variance,
    deviation = math.sqrt(variance) }
end

--- Adds what odds to the finish tell besides their outcomes to the JSON of odds.
---@param told_of table
---@param finish limber.Finish
local function add_rounds(told_of, finish)
  local rounds = { mean = finish.mean, mean_exact = finish.mean_exact, more = finish.more, states = finish.states,
    outcomes = json.list {} }
  for i, one in ipairs(finish.last) do rounds.outcomes[i] = { value = i, p = one.p, exact = one.exact } end
  told_of.rounds, told_of.endings, told_of.carried = rounds, json.list(finish.endings), json.list(finish.carried)
  told_of.before = finish.before
  told_of.rounds.cite, told_of.rounds.provided = finish.cite, finish.doc
  if finish.mean_exact then return end
  told_of.exact, told_of.mean_exact, told_of.variance_exact = false, nil, nil
  for _, one in ipairs(told_of.outcomes) do one.exact = nil end
end

--- A distribution as the JSON of `odds`. Where it was sampled, counts and intervals take the place of fractions.
---@param distribution table
---@param info { paths: integer?, by: string, sampled: integer?, seed: integer?, finish: limber.Finish? }
---@return table
function M.json(distribution, info)
  local list, n = {}, info.sampled
  for i, one in ipairs(distribution:outcomes()) do
    local row = { value = outcomes.value_of(one.value), p = one.p }
    if n then
      row.count = math.tointeger(one.p * n + 0.5) or math.floor(one.p * n + 0.5)
      row.interval = statistics.wilson(row.count, n)
    else
      row.exact = one.exact
    end
    list[i] = row
  end
  if type(list[1].value) == "table" then
    table.sort(list, function(one, other) return outcomes.before(one.value, other.value) end)
  end
  local told = { outcomes = json.list(list), exact = not n, paths = info.paths, by = info.by, sampled = n,
    seed = info.seed }
  if M.is_number(distribution) then
    local moments = M.moments(distribution)
    told.mean, told.mean_exact = moments.mean, not n and moments.exact or nil
    told.variance, told.variance_exact = moments.variance, not n and moments.exact_variance or nil
    if n then
      local counts = {}
      for _, row in ipairs(list) do statistics.count(counts, row.value, row.count) end
      told.mean_interval = select(2, statistics.mean_interval(counts))
    end
    told.deviation, told.quantiles = moments.deviation, json.list {}
    for i, q in ipairs(QUANTILES) do told.quantiles[i] = { q = q, value = distribution:quantile(q) } end
  end
  if info.finish then add_rounds(told, info.finish) end
  return told
end

return M
