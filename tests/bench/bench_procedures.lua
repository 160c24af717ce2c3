--- What a shipped procedure costs, against the same written by hand in plain Lua, in one run:
-- an answered question, and a path of the odds.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local loader <const> = require "disk_loader"
local plain <const> = require "bench.plain_combat"

local A <const> = { quality = 5, frontage_mm = 250, attacking = true, position = "buildings", damage_points = 1 }
local B <const> = { quality = 6, frontage_mm = 200, commander = "brigadier", defeats = { 4 } }

--- Nanoseconds a run of `fn`: the median of five.
local function time(count, fn)
  local runs = {}
  for run = 1, 5 do
    local from = os.clock()
    fn(count)
    runs[run] = (os.clock() - from) * 1e9 / count
  end
  table.sort(runs)
  return runs[3]
end

local function row(what, ns, baseline, target)
  print(("%-44s %9.0f ns   %5.2f × plain Lua   target %s"):format(what, ns, ns / baseline, target))
end

local rules <const> = assert(Rules.load(loader, "fusilier", {}))
local args <const> = { a = { A }, b = { B } }

local random = math.random
local by_hand = time(20000, function(count)
  for _ = 1, count do
    plain.fight(plain.work(A, B), random(6) + random(6), random(6) + random(6))
  end
end)
local source = dice.new()
source:seed(1)
source:event(1, 1, dice.hash "combat.infantry", 1, 1)
local asked = time(20000, function(count)
  for _ = 1, count do
    source:clear()
    assert(question.ask(rules, "combat.infantry", args, source))
  end
end)
row("combat.infantry asked, arguments checked", asked, by_hand, "<= 2")

local worked = plain.work(A, B)
local path_by_hand = time(200, function(count)
  for _ = 1, count do
    local outcomes = {}
    for a = 2, 12 do
      for b = 2, 12 do
        local key = plain.fight(worked, a, b).winner
        outcomes[key] = (outcomes[key] or 0) + (6 - math.abs(7 - a)) * (6 - math.abs(7 - b))
      end
    end
  end
end) / 121
local path = time(200, function(count)
  for _ = 1, count do assert(question.odds(rules, "combat.infantry", args, "winner")) end
end) / 121
row("a path of combat.infantry's odds", path, path_by_hand, "<= 1.5")
