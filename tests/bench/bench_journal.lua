-- Ways through a journal of 30,000 lines: one line back and on again take no longer than in a short one; from the end
-- to the beginning takes as long as there are lines. And how long the rules of each ruleset take to be read.
local Journal <const> = require "limber.game.journal"
local loader <const> = require "disk_loader"
local ruleset <const> = require "limber.rules.ruleset"

local LINES <const> = 30000

--- Microseconds of a call: the least of five rounds.
local function microseconds(rounds, fn)
  local best = math.huge
  for _ = 1, 5 do
    local start = os.clock()
    for _ = 1, rounds do fn() end
    best = math.min(best, (os.clock() - start) / rounds * 1e6)
  end
  return best
end

local function row(what, us, target)
  local verdict = target and ("   target %d%s"):format(target, us > target * 1.05 and "  MISSED" or "") or ""
  print(("%-48s %10.1f us%s"):format(what, us, verdict))
end

local journal = Journal.new {}
for i = 1, LINES do journal:enter { kind = "amend", turn = i } end

local last, before = journal.at, journal:parent(journal.at)
row("a way of one line back, 30,000 lines", microseconds(1000, function() journal:way_to(before) end), 5)
journal.at = before
row("a way of one line on", microseconds(1000, function() journal:way_to(journal:next()) end), 5)
journal.at = nil
row("all the way from the beginning to the end", microseconds(5, function() journal:way_to(last) end), 20000)

for _, name in ipairs(ruleset.names(loader)) do
  row(("rules of %s read"):format(name), microseconds(5, function() ruleset.load(loader, name) end))
  row(("rules of %s and its game read"):format(name), microseconds(3, function()
    ruleset.load(loader, name, { game = require "limber.game.words" })
  end))
end
