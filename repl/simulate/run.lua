--- Plays the battles of a run in worker processes and counts them as they end.
--
-- A game's seed depends only on the run's seed and the game's number, and only whole numbers are added up: the counts
-- are the same for any number of workers and shards.
local digest <const> = require "kernel.digest"
local faults <const> = require "limber.common.faults"
local Game <const> = require "limber.game.game"
local json <const> = require "kernel.json"
local sandbox <const> = require "kernel.sandbox"
local Solo <const> = require "limber.solo.commander"
local tree <const> = require "limber.common.tree"
local pairs_of <const> = require "simulate.pairs"
local tallies <const> = require "simulate.tally"

local M <const> = {}

---@class limber.Stack what a run's battles are fought under
---@field rules limber.Rules
---@field start table the state that each begins with

---@class limber.Contest a run: its battles and how they are known
---@field path string as it was named
---@field stacks limber.Stack[] one, two to be compared, or one for each value of a sweep
---@field sides string[]
---@field kinds string[] what losses are counted in
---@field seed integer
---@field games integer
---@field effort integer? how far ahead the commanders look
---@field versus boolean? the two stacks are compared
---@field within integer? points: a comparison ends when it is decided (simulate.pairs); nil: it goes on to its end
---@field part boolean? a shard: it is for the whole to end, and each battle is kept

---@class limber.Shard part k of n: games k, k + n, k + 2n, …
---@field k integer
---@field n integer

---@class limber.Counted
---@field tallies limber.Tally[] one a stack
---@field pairs limber.Pairs? of two
---@field battles limber.Outcome[][]? of a shard of a comparison: each battle under both
---@field games integer how many are counted: the first ones, without a gap
---@field waiting table<integer, table> the outcomes of later games, by number

--- The seed of a game: 52 bits of the digest of the run's seed and the game's number.
---@param seed integer
---@param number integer from 1
---@return integer
function M.seed_of(seed, number)
  return math.tointeger(tonumber(digest.of { seed, number }:sub(1, 13), 16))
end

--- How many games there are in a shard.
---@param games integer
---@param shard limber.Shard
---@return integer
function M.share(games, shard)
  return (games - shard.k) // shard.n + 1
end

local function rows_of(game, side)
  return game.words.losses and game.words.losses(game.play, side) or {}
end

--- The kinds of losses that a ruleset counts, the main kind first.
---@param game limber.Game
---@param side string
---@return string[]
function M.kinds(game, side)
  local kinds = {}
  for i, row in ipairs(rows_of(game, side)) do kinds[i] = row.what or ("kind %d"):format(i) end
  return kinds
end

local function outcome_of(game)
  local root, lost = game.state.root, {}
  for _, side in ipairs(root.order.sides) do
    lost[side] = {}
    for i, row in ipairs(rows_of(game, side)) do lost[side][i] = row.lost end
  end
  local result = root.result
  return { winner = result.winner, length = result.turn or root.turn, why = result.why or "", lost = lost }
end

--- Fights one battle to its end. `watch` gets the game before it begins, `each` its commands.
---@param contest limber.Contest
---@param stack limber.Stack
---@param seed integer
---@param watch fun(game: limber.Game)?
---@param each fun(line: limber.Line)?
---@return limber.Outcome
local function fight(contest, stack, seed, watch, each)
  local game = Game.new { rules = stack.rules, start = tree.copy(stack.start), seed = seed, keep = false }
  if watch then watch(game) end
  local line, fault = game:start()
  if not line then error(fault, 0) end
  local over
  over, fault = Solo.fight(game, contest.sides, { each = each, effort = contest.effort })
  if fault then error(fault, 0) end
  if not over then error(("no side acts in %s"):format(game:waiting().path), 0) end
  return outcome_of(game)
end

--- Fights a battle of a comparison: the second follows the first.
local function fight_watched(contest, i, seed, before)
  local course <const> = require "simulate.course"
  local one, other = course.new(before), i == 1 and contest.stacks[2].rules or nil
  local outcome = fight(contest, contest.stacks[i], seed, function(game) course.watch(one, game, other) end,
    function(line) course.command(one, line) end)
  outcome.course = course.told(one)
  return outcome, one
end

--- The number of a shard's nth game.
local function number_of(shard, nth)
  return shard.k + (nth - 1) * shard.n
end

--- What a worker reports of one game: its outcome under each stack, or what went wrong and under which.
local function played(contest, number)
  local outcomes, seed, course = {}, M.seed_of(contest.seed, number), nil
  for i, stack in ipairs(contest.stacks) do
    local done, outcome
    if contest.versus then
      done, outcome, course = sandbox.run(nil, fight_watched, contest, i, seed, course)
    else
      done, outcome = sandbox.run(nil, fight, contest, stack, seed)
    end
    if not done then return { game = number, stack = i, fault = faults.text(outcome) } end
    outcomes[i] = outcome
  end
  return { game = number, outcomes = outcomes }
end

--- A member of the crew: plays its games and says how each went, until one goes wrong or the program has ended.
local function worker(contest, shard, jobs)
  return function(k, send)
    for nth = k, M.share(contest.games, shard), jobs do
      local said = played(contest, number_of(shard, nth))
      if not send(json.encode(said) .. "\n") or said.fault then return end
    end
  end
end

--- Counts the outcomes of a game.
---@param counted limber.Counted
---@param game integer
---@param outcomes limber.Outcome[] one a stack
function M.count(counted, game, outcomes)
  for i, tally in ipairs(counted.tallies) do tallies.count(tally, game, outcomes[i]) end
  if counted.pairs then pairs_of.count(counted.pairs, game, outcomes[1], outcomes[2]) end
  if counted.battles then counted.battles[counted.games + 1] = json.list(outcomes) end
  counted.games = counted.games + 1
end

---@param contest limber.Contest
---@return limber.Counted
function M.nothing(contest)
  local counted = { tallies = {}, games = 0, waiting = {} }
  for i in ipairs(contest.stacks) do counted.tallies[i] = tallies.new(contest.sides, contest.kinds) end
  if contest.versus then
    counted.pairs = pairs_of.new(contest.sides, contest.kinds)
    counted.battles = contest.part and {} or nil
  end
  return counted
end

---@class limber.BrokenGame a game that did not come to an end
---@field game integer
---@field stack integer? under which stack, where that is known
---@field message string

--- Counts a game as soon as all games before it are counted: what is counted never has a gap. True when a comparison is
--- decided: no later game counts. A game that went wrong is told of in its turn, so that all jobs tell of the same.
---@return boolean? decided
---@return limber.BrokenGame?
local function count_in_order(contest, counted, shard)
  local waiting = counted.waiting
  while true do
    local number = number_of(shard, counted.games + 1)
    local said = waiting[number]
    if not said then return false end
    if said.fault then return nil, { game = number, stack = said.stack, message = said.fault } end
    M.count(counted, number, said.outcomes)
    waiting[number] = nil
    if counted.pairs and not contest.part and pairs_of.decided(counted.pairs, contest.within) then return true end
  end
end

--- Hears the workers out, and counts.
local function hear(contest, counted, crew, shard, jobs, tick)
  local texts, next_of, done, all = {}, {}, 0, M.share(contest.games, shard)
  for k = 1, jobs do texts[k], next_of[k] = "", k end
  while true do
    local k, text, how = crew:hear()
    if not k then return true end
    texts[k] = texts[k] .. (text or "")
    for line in texts[k]:gmatch "([^\n]*)\n" do
      local said = json.decode(line)
      counted.waiting[said.game] = said
      next_of[k], done = next_of[k] + jobs, done + 1
    end
    texts[k] = texts[k]:match "[^\n]*$"
    if not text and next_of[k] <= all then
      local fault = ("its worker ended: %s"):format(how or "the reason is not known")
      counted.waiting[number_of(shard, next_of[k])] = { fault = fault }
    end
    local decided, broken = count_in_order(contest, counted, shard)
    if decided or broken then return decided, broken end
    tick(done)
  end
end

--- Plays a shard of a run. Ctrl-C raises an error; the battles counted by then stand, and all workers end.
---@param contest limber.Contest
---@param counted limber.Counted nothing yet (M.nothing)
---@param shard limber.Shard
---@param crew table of the host, its members begun
---@param jobs integer how many they are
---@param tick fun(done: integer) called as games end
---@return boolean? done
---@return limber.BrokenGame? what is wrong
function M.play(contest, counted, shard, crew, jobs, tick)
  crew:work(worker(contest, shard, jobs))
  return hear(contest, counted, crew, shard, jobs, tick)
end

return M
