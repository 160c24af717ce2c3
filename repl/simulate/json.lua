--- Tallies of battles as JSON: written with what follows from them (intervals, means, quantiles), and read back by
--- their histograms, which hold all that was counted.
local balance <const> = require "simulate.balance"
local json <const> = require "kernel.json"
local pairs_of <const> = require "simulate.pairs"
local sequential <const> = require "limber.common.sequential"
local sorted <const> = require "limber.common.sorted"
local statistics <const> = require "limber.common.statistics"
local tallies <const> = require "simulate.tally"

local M <const> = {}

--- The quantiles that are printed.
M.QUANTILES = { 5, 25, 50, 75, 95 }

local function histogram_json(histogram)
  local list = {}
  for i, one in ipairs(statistics.sorted(histogram)) do list[i] = json.list(one) end
  return json.list(list)
end

--- A histogram, its mean and its quantiles.
local function spread_json(histogram, of)
  local quantiles = {}
  for _, percent in ipairs(M.QUANTILES) do
    quantiles[tostring(percent)] = statistics.quantile(histogram, percent)
  end
  return {
    of = of, mean = statistics.mean(histogram), quantiles = quantiles, histogram = histogram_json(histogram),
  }
end

--- Losses by side: those of the chief kind, and under `also` the others.
local function losses_json(tally, spread)
  local sides = {}
  for _, side in ipairs(tally.sides) do
    local also = {}
    for i = 2, #tally.kinds do also[i - 1] = spread(tally.lost[side][tally.kinds[i]], tally.kinds[i]) end
    local chief = tally.kinds[1]
    sides[side] = chief and spread(tally.lost[side][chief], chief) or json.null
    if chief then sides[side].also = json.list(also) end
  end
  return sides
end

--- What is written of a tally. `seed` gives the seed of a game by its number.
---@param tally limber.Tally
---@param turn_word string what its length is counted in
---@param seed fun(game: integer): integer
---@return table
function M.tally(tally, turn_word, seed)
  local interval, first = {}, {}
  for _, side in ipairs(tally.sides) do interval[side] = statistics.wilson(tally.wins[side], tally.games) end
  interval[tallies.DRAW] = statistics.wilson(tally.draws, tally.games)
  for key, game in next, tally.first do first[key] = { game = game, seed = seed(game) } end
  return {
    games = tally.games, wins = tally.wins, draws = tally.draws, interval = interval, ends = tally.ends, first = first,
    length = spread_json(tally.length, turn_word), losses = losses_json(tally, spread_json),
  }
end

--- How a histogram of differences is written: its mean with its interval for a number of games that was fixed
--- beforehand, and under `anytime` the one that may be looked at after every game: of `among` such at once.
local function difference_json(histogram, of, among)
  local mean, interval = statistics.mean_interval(histogram)
  local _, anytime = sequential.mean_interval(histogram, among)
  return {
    of = of, mean = mean, low = interval.low, high = interval.high, anytime = anytime,
    histogram = histogram_json(histogram),
  }
end

--- How often things were done: under the first stack in a game, and how the second differs.
local function differences_json(both, key)
  local list = {}
  for name, histogram in next, both[key] do
    list[name] = difference_json(histogram, name, #sorted.keys(both[key]))
    list[name].before = both.before[key][name]
  end
  return list
end

--- How often the rules that differ came up.
local function came_up_json(both)
  local otherwise = 0
  for _, times in next, both.otherwise do otherwise = otherwise + times end
  return {
    games = both.came_up, parted = both.parted, questions = both.asked, otherwise = otherwise,
    procedures = both.otherwise,
  }
end

--- What is written of how battles differ under two stacks: the second less the first.
---@param both limber.Pairs
---@param turn_word string
---@param seed fun(game: integer): integer
---@return table
function M.pairs(both, turn_word, seed)
  local wins, score = {}, {}
  local function share_json(winner)
    local difference, interval = statistics.paired(pairs_of.fourfold(both, winner))
    local _, anytime = pairs_of.share(both, winner)
    return { difference = difference, low = interval.low, high = interval.high, anytime = anytime }
  end
  for _, side in ipairs(both.sides) do
    local difference, anytime, variance = pairs_of.score(both, side)
    wins[side], score[side] = share_json(side), { difference = difference, anytime = anytime, variance = variance }
  end
  return {
    wins = wins, draws = share_json(tallies.DRAW), score = score, changed = both.changed, winners = both.winners,
    length = difference_json(both.length, turn_word), losses = losses_json(both, difference_json),
    first = both.first and { game = both.first, seed = seed(both.first) } or nil, came_up = came_up_json(both),
    commands = differences_json(both, "commands"), questions = differences_json(both, "questions"),
  }
end

--- What is written of the values of a sweep: what came of each, and by the first side's scores which makes the sides
--- even.
---@param run limber.RunJson
---@param counted limber.Counted
---@param seed fun(game: integer): integer
---@return table
function M.sweep(run, counted, seed)
  local list, scores, first = {}, {}, run.sides[1].id
  for i, tally in ipairs(counted.tallies) do
    local value, score = run.sweep.values[i], {}
    for _, side in ipairs(tally.sides) do
      local mean, interval = balance.score(tally, side)
      score[side] = { mean = mean, low = interval.low, high = interval.high }
    end
    list[i], scores[i] = M.tally(tally, run.turn_word, seed), { value = value }
    list[i].value, list[i].score = value, score
    for key, one in next, score[first] do scores[i][key] = one end
  end
  return { path = run.sweep.path, values = json.list(list), even = balance.even(scores) }
end

-- ---- read back ----------------------------------------------------------------------------------------------------

local function whole(value)
  return math.type(value) == "integer" and value or error("it holds no counts", 0)
end

local function count(value)
  return whole(value) >= 0 and value < 1 << 53 and value or error("one of its counts is not a count", 0)
end

--- A histogram of so many games.
local function histogram_of(list, games)
  local histogram, counted = {}, 0
  for _, one in ipairs(list) do
    if histogram[one[1]] then error("it counts a value twice", 0) end
    histogram[whole(one[1])] = count(one[2])
    counted = counted + one[2]
  end
  if counted ~= games then error("its counts do not add up to its games", 0) end
  return histogram
end

local function kinds_of(written, sides)
  local chief, kinds = written.losses[sides[1]], {}
  if chief == json.null then return kinds end
  kinds[1] = chief.of
  for i, one in ipairs(chief.also) do kinds[i + 1] = one.of end
  return kinds
end

local function lost_of(written, sides, kinds, games)
  local lost = {}
  for _, side in ipairs(sides) do
    lost[side] = {}
    for i, kind in ipairs(kinds) do
      local of_kind = i == 1 and written.losses[side] or written.losses[side].also[i - 1]
      if of_kind.of ~= kind then error("the losses differ from side to side", 0) end
      lost[side][kind] = histogram_of(of_kind.histogram, games)
    end
  end
  return lost
end

local function counts_of(map)
  local counts = {}
  for key, value in next, map do counts[key] = count(value) end
  return counts
end

--- A tally as it was written. Raises what is wrong with it.
---@param written table
---@return limber.Tally
function M.read(written)
  local sides, games = sorted.keys(written.wins), count(written.games)
  local kinds, first = kinds_of(written, sides), {}
  for key, one in next, written.first do first[key] = whole(one.game) end
  local tally = {
    sides = sides, kinds = kinds, games = games, draws = count(written.draws),
    wins = counts_of(written.wins), ends = counts_of(written.ends), first = first,
    length = histogram_of(written.length.histogram, games), lost = lost_of(written, sides, kinds, games),
  }
  local won, ended = tally.draws, 0
  for _, wins in next, tally.wins do won = won + wins end
  for _, times in next, tally.ends do ended = ended + times end
  if won ~= games or ended ~= games then error("its counts do not add up to its games", 0) end
  return tally
end

--- What was counted of a sweep, as it was written. Raises what is wrong with it.
---@param written table
---@return limber.Counted
function M.read_sweep(written)
  local list = {}
  for i, one in ipairs(written.sweep.values) do
    list[i] = M.read(one)
    if list[i].games ~= written.games then error("its counts do not add up to its games", 0) end
  end
  if #list ~= #written.run.sweep.values then error("its values are not those of its run", 0) end
  return { tallies = list, games = written.games }
end

--- What pairs of battles were counted, as it was written. Raises what is wrong with it.
---@param written table
---@param tally limber.Tally of one of the stacks
---@return limber.Pairs
function M.read_pairs(written, tally)
  local both = pairs_of.new(tally.sides, tally.kinds)
  local games = 0
  for winner, row in next, both.winners do
    for other in next, row do
      row[other] = count(written.winners[winner][other])
      games = games + row[other]
    end
  end
  if games ~= tally.games then error("its counts do not add up to its games", 0) end
  both.games, both.changed = games, count(written.changed)
  both.came_up, both.parted = count(written.came_up.games), count(written.came_up.parted)
  both.asked, both.otherwise = count(written.came_up.questions), counts_of(written.came_up.procedures)
  for _, key in ipairs { "commands", "questions" } do
    for name, one in next, written[key] do
      both[key][name], both.before[key][name] = histogram_of(one.histogram, games), count(one.before)
    end
  end
  both.first = written.first and whole(written.first.game)
  both.length, both.lost = histogram_of(written.length.histogram, games),
    lost_of(written, tally.sides, tally.kinds, games)
  return both
end

return M
