-- How often a comparison of two rule stacks is wrong: lua chance.lua RUNS SCENARIO VARIANT
-- Runs of pairs of which it is known that there is no difference, looked at after every pair: how many are called a
-- difference; and of a difference of just 5 points, how many are called smaller. No more than 5 of 100 may be. First
-- pairs of known distributions; then pairs of real battles under VARIANT, drawn again and again, each turned round by
-- chance, so that neither stack is the better one.
local json <const> = require "kernel.json"
local pairs_of <const> = require "simulate.pairs"
local sequential <const> = require "limber.common.sequential"

local RUNS <const> = math.tointeger(tonumber(arg[1])) or 1000
local SCENARIO <const>, VARIANT <const> = arg[2], arg[3]
local PAIRS <const>, REAL <const>, WITHIN <const> = 1000, 200, 5

math.randomseed(1815)

local SCORES <const> = { a = 1, b = 0, draw = 0.5 }
local NAMES <const> = { [0] = "b", [0.5] = "draw", [1] = "a" }

--- Runs in which pairs from `draw`, two winners each, are decided in the way that is wrong.
local function wrong(draw, way)
  local count = 0
  for _ = 1, RUNS do
    local both = pairs_of.new({ "a", "b" }, {})
    for n = 1, PAIRS do
      local one, other = draw()
      both.winners[one][other], both.games = both.winners[one][other] + 1, n
      local how = pairs_of.decided(both, WITHIN)
      if how then
        if how == way then count = count + 1 end
        break
      end
    end
  end
  return count
end

local failed = false

local function row(words, count)
  local most = sequential.ERROR * RUNS
  print(("%-66s %4d of %d, at most %.0f %s"):format(words, count, RUNS, most, count <= most and "ok" or "TOO MANY"))
  failed = failed or count > most
end

--- Draws differences of scores with their chances: pairs of winners with that difference.
local function of_chances(list)
  return function()
    local rest, difference = math.random(), list[#list][1]
    for _, one in ipairs(list) do
      rest = rest - one[2]
      if rest < 0 then
        difference = one[1]
        break
      end
    end
    local first = difference < 0 and -difference or 0
    return NAMES[first], NAMES[first + difference]
  end
end

for _, case in ipairs {
  { "half of the battles change, evenly", { { -1, 0.25 }, { 0, 0.5 }, { 1, 0.25 } } },
  { "one in 25 changes, evenly", { { -1, 0.02 }, { 0, 0.96 }, { 1, 0.02 } } },
  { "all change, evenly", { { -1, 0.5 }, { 1, 0.5 } } },
  { "draws come and go", { { -0.5, 0.5 }, { 0.5, 0.5 } } },
  { "few are lost for many drawn", { { -1, 0.1 }, { 0, 0.7 }, { 0.5, 0.2 } } },
  { "few are won for many drawn", { { -0.5, 0.1 }, { 0, 0.85 }, { 1, 0.05 } } },
} do
  row("no difference; " .. case[1], wrong(of_chances(case[2]), "apart"))
end
row("a difference of 5 points; half of the battles change", wrong(of_chances {
  { -1, 0.225 }, { 0, 0.5 }, { 1, 0.275 } }, "alike"))
row("a difference of 5 points; one in ten changes", wrong(of_chances { { -1, 0.025 }, { 0, 0.9 }, { 1, 0.075 } }, "alike"))

local command <const> = ("%s simulate %s --versus %s --games %d --seed 7 --all --shard 1/1 --json"):format(
  os.getenv "LIMBER" or "./limber", SCENARIO, VARIANT, REAL)
local pipe <const> = assert(io.popen(command))
local battles <const> = assert(json.decode(pipe:read "a"), command .. " fails").battles
pipe:close()
row(("no difference; pairs of %s with %s"):format(SCENARIO:match "[^/]*/[^/]*$", VARIANT:match "[^/]*$"), wrong(function()
  local pair = battles[math.random(#battles)]
  local one, other = pair[1].winner, pair[2].winner
  if not SCORES[one] then one = "draw" end
  if not SCORES[other] then other = "draw" end
  if math.random(2) == 1 then return one, other end
  return other, one
end, "apart"))
row("no difference; single battles of it, drawn apart", wrong(function()
  local one, other = battles[math.random(#battles)][1].winner, battles[math.random(#battles)][1].winner
  return SCORES[one] and one or "draw", SCORES[other] and other or "draw"
end, "apart"))
os.exit(not failed)
