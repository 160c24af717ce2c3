-- Ways through a journal of 30,000 lines: one line back and on again take no longer than in a short one; from the beginning
-- to the end takes as long as there are lines. And how long the rules of each ruleset take to be read.
local Journal <const> = require "limber.game.journal"
local loader <const> = require "bench.loader"
local ratio <const> = require "bench.ratio"
local ruleset <const> = require "limber.rules.ruleset"

local LINES <const> = 30000
local journal <const> = Journal.new {}
for i = 1, LINES do journal:enter { kind = "amend", turn = i } end
local last <const>, before <const> = journal.at, journal:parent(journal.at)
local least = ratio.least({
  function(count) for _ = 1, count do journal:way_to(before) end end,
  function(count)
    journal.at = before
    for _ = 1, count do journal:way_to(journal:next()) end
    journal.at = last
  end,
  function(count)
    journal.at = nil
    for _ = 1, count do journal:way_to(last) end
    journal.at = last
  end,
}, { 2000, 2000, 2 })
ratio.row("one undo, a journal of 30,000 lines", least[1] * 1e6, 5, "us")
ratio.row("one redo, a journal of 30,000 lines", least[2] * 1e6, 5, "us")
ratio.row("to the end of 30,000 lines", least[3] * 1e3, 20, "ms")

for _, name in ipairs(ruleset.names(loader)) do
  least = ratio.least({
    function() ruleset.load(loader, name) end,
    function() ruleset.load(loader, name, { game = require "limber.game.words" }) end,
  }, { 1, 1 }, 5)
  ratio.row(("the rules of %s read"):format(name), least[1] * 1e3, nil, "ms")
  ratio.row(("the rules of %s and its game read"):format(name), least[2] * 1e3, nil, "ms")
end
