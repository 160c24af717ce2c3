-- What the runtime is made to do while memory ends: every binding, a guest that is stopped, values frozen.
local sandbox <const> = require "kernel.sandbox"

local env <const> = sandbox.env { q = sandbox.freeze({ guns = 8, list = { 1, 2, { 3 } } }, "args") }
local chunk <const> = assert(sandbox.load([[
  local out = {}
  for name, value in pairs(q) do out[#out + 1] = ("%s=%s"):format(name, tostring(value)) end
  table.sort(out)
  local text = table.concat(out, " "):gsub("%a+", function(word) return word:upper() end)
  for word in text:gmatch "%w+" do out[#out + 1] = word end
  return text, #out, next(q)
]], "rules/starve.lua", env))
local done <const>, text <const> = sandbox.run({ instructions = 1000000 }, chunk)
assert(done, text)
assert(text == "GUNS=8 LIST=TABLE")
assert(env.q.guns == 8)

local stopped <const>, failure <const> = sandbox.run({ instructions = 5000 },
  assert(sandbox.load("while true do end", "rules/endless.lua", env)))
assert(not stopped and (failure.kind == "budget" or failure.kind == "memory"), failure.message)

local json <const> = require "kernel.json"
assert(json.encode(json.decode '{"b":[1,2.5,"x"],"a":null}') == '{"a":null,"b":[1,2.5,"x"]}')
assert(#require("kernel.digest").of { 1, { a = "b" }, true } == 64)
assert(require("kernel.clock").format(605) == "10:05")

-- Dice and odds keep memory that no collection could give back: they report its want at once.
if ... then return end
local dice <const> = require "kernel.dice"
local source <const> = dice.new()
source:seed(7)
source:event(1, 2, dice.hash "starve", 3, 0)
assert(source.throw.sum(2, 6, "score") >= 2)
local odds <const> = require "kernel.odds"
local distribution <const> = odds.enumerate(source, function()
  return source.throw.sum(2, 6, "score") + source.throw.d(6, "more")
end, {})
assert(distribution:size() == 16)
assert(#distribution:outcomes() == 16)

-- Two states that lead to each other, and one behind them.
local chain <const> = odds.chain {
  odds.dist { { 2, 3 }, { -1, 1 } }, odds.dist { { 1, 2 }, { 2, 1 }, { 3, 1 } }, odds.dist { { -2, 1 } },
}
local ends <const>, _, mean <const> = chain:solve()
assert(select(2, ends:p(1)) == "1/2" and mean == "9/2", mean)
assert(#chain:about() == 2 and #chain:rounds(5, 0) == 5)
