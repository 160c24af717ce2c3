-- Peers, where they are installed: a trial of T7 (2d6-2 against 2d6+1, six ways to end) in other languages, and T2, its
-- exact odds, in Python's libraries, after their import. Held against Limber in the same run.
local by_hand <const> = require "bench.by_hand"
local dice <const> = require "kernel.dice"
local odds <const> = require "kernel.odds"
local ratio <const> = require "bench.ratio"

local JS <const> = [[
const d = () => 1 + Math.floor(Math.random() * 6)
function response(score, other) {
  const margin = score - other
  if (score <= 0 || margin <= -9) return "routs"
  if (margin >= 7) return "pursues"
  if (margin > 0) return "wins"
  return margin === 0 ? "draws" : margin > -4 ? "falls back" : "retreats"
}
let best = Infinity
for (let run = 0; run < 9; run++) {
  const counts = {}, from = process.hrtime.bigint()
  for (let i = 0; i < 300000; i++) {
    const key = response(d() + d() - 2, d() + d() + 1)
    counts[key] = (counts[key] || 0) + 1
  }
  best = Math.min(best, Number(process.hrtime.bigint() - from) / 300000)
}
console.log(best / 1e9)
]]

local LUA <const> = [[
local random, best = math.random, math.huge
local response = dofile "tests/bench/response.lua"
for run = 1, 9 do
  local counts, from = {}, os.clock()
  for i = 1, 300000 do
    local key = response(random(6) + random(6) - 2, random(6) + random(6) + 1)
    counts[key] = (counts[key] or 0) + 1
  end
  best = math.min(best, (os.clock() - from) / 300000)
end
print(best)
]]

local PYTHON <const> = [[
import time
%s
def response(score, other):
    margin = score - other
    if score <= 0 or margin <= -9: return "routs"
    if margin >= 7: return "pursues"
    if margin > 0: return "wins"
    return "draws" if margin == 0 else "falls back" if margin > -4 else "retreats"
best = 1e9
for run in range(30):
    start = time.process_time()
    %s
    best = min(best, time.process_time() - start)
print(best)
]]

--- The seconds that a peer says; nil where it is not installed.
local function seconds(interpreter, program)
  local path <const> = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(program))
  file:close()
  local pipe <const> = assert(io.popen(("%s %s 2>/dev/null"):format(interpreter, path)))
  local said <const> = tonumber(pipe:read "a")
  pipe:close()
  os.remove(path)
  return said
end

local source <const> = dice.new()
source:seed(1815)
source:event(1, 1, 7, 1, 1)
local sum <const>, from <const> = source.throw.sum, source.throw.from
local function fight() return by_hand.response(sum(2, 6) - 2, sum(2, 6) + 1) end
local cached <const> = odds.enumerate(source, fight)
local least <const> = ratio.least({
  function(count)
    for _ = 1, count do from(cached, "outcome") end
  end,
  function(count)
    for _ = 1, count do odds.enumerate(source, fight) end
  end,
}, { 100000, 500 })

--- A peer's time, as so many times Limber's.
local function row(what, said, ours)
  if said then ratio.row(what, said / ours, nil, "x Limber", false, ratio.seconds(said)) end
end

row("T7 a trial, node", seconds("node", JS), least[1])
row("T7 a trial, LuaJIT", seconds("luajit", LUA), least[1])
row("T2 exact, icepool", seconds("python3", PYTHON:format("from icepool import d6, map",
  "map(lambda a, b: response(a - 2, b + 1), 2 @ d6, 2 @ d6)")), least[2])
row("T2 exact, dyce", seconds("python3", PYTHON:format("from dyce import H, P",
  "P.foreach(lambda a, b: response(a - 2, b + 1), a=2 @ H(6), b=2 @ H(6))")), least[2])
