-- Chains of rounds, against an elimination modulo primes worked here in plain Lua.
local odds <const> = require "kernel.odds"

local PRIMES <const> = { 2147483647, 2147483629, 1000000007 }

local function power(base, exponent, prime)
  local result = 1
  while exponent > 0 do
    if exponent % 2 == 1 then result = result * base % prime end
    base, exponent = base * base % prime, exponent // 2
  end
  return result
end

local function inverse(a, prime) return power(a % prime, prime - 2, prime) end

--- An exact fraction modulo a prime.
local function residue(exact, prime)
  local function mod(digits)
    local sum = 0
    for digit in digits:gmatch "%d" do sum = (sum * 10 + tonumber(digit)) % prime end
    return sum
  end
  local n, d = exact:match "^(%d+)/(%d+)$"
  return mod(n) * inverse(mod(d), prime) % prime
end

--- Chance of each end and mean number of rounds, modulo a prime: of steps { { to, weight }, … } by state.
local function solved(steps, prime)
  local n, ends, rows = #steps, 0, {}
  for _, step in ipairs(steps) do
    for _, one in ipairs(step) do ends = math.max(ends, -one[1]) end
  end
  for s = 1, n do -- h(s) - sum p h(t) = chance of ending at once; the last column counts rounds
    local row, total = {}, 0
    for _, one in ipairs(steps[s]) do total = total + one[2] end
    for i = 1, n + ends + 1 do row[i] = 0 end
    row[s], row[n + ends + 1] = 1, 1
    for _, one in ipairs(steps[s]) do
      local p = one[2] % prime * inverse(total, prime) % prime
      local at = one[1] > 0 and one[1] or n - one[1]
      row[at] = (row[at] + (one[1] > 0 and -p or p)) % prime
    end
    rows[s] = row
  end
  for k = 1, n do
    local pivot = k
    while pivot <= n and rows[pivot][k] == 0 do pivot = pivot + 1 end
    if pivot > n then return nil end
    rows[k], rows[pivot] = rows[pivot], rows[k]
    local by = inverse(rows[k][k], prime)
    for j = k, n + ends + 1 do rows[k][j] = rows[k][j] * by % prime end
    for i = 1, n do
      local factor = rows[i][k]
      if i ~= k and factor ~= 0 then
        for j = k, n + ends + 1 do rows[i][j] = (rows[i][j] - factor * rows[k][j]) % prime end
      end
    end
  end
  return rows[1], n, ends
end

local function dists(steps)
  local list = {}
  for s, step in ipairs(steps) do list[s] = odds.dist(step) end
  return list
end

--- Steps of a random chain, in which every state can end.
local function random_steps(n, ends, loops, big)
  local steps = {}
  for s = 1, n do
    local step, met = {}, {}
    for _ = 1, math.random(1, 5) do
      local to = loops and math.random(n) or s < n and math.random(s + 1, n) or -1
      if not met[to] then step[#step + 1] = { to, math.random(big) } end
      met[to] = true
    end
    local out = math.random(3) == 1 or s == n
    if loops == "self" and math.random(2) == 1 and not met[s] then step[#step + 1] = { s, math.random(big) } end
    if out or #step == 0 then step[#step + 1] = { -math.random(ends), math.random(big) } end
    steps[s] = step
  end
  return steps
end

local function agrees(steps)
  local chain = odds.chain(dists(steps))
  if not chain then return nil end -- some states never end
  local dist, mean, exact = chain:solve()
  local about, rounds = chain:about()
  for _, prime in ipairs(PRIMES) do
    local row, n, ends = solved(steps, prime)
    if row then
      local left = {}
      for _, one in ipairs(dist:outcomes()) do
        assert.equal(row[n + one.value], residue(one.exact, prime))
        left[one.value] = one.p
      end
      for e = 1, ends do
        assert.is_true(left[e] ~= nil or row[n + e] == 0)
        assert.is_true(math.abs((left[e] or 0) - (about[e] or 0)) < 1e-9)
      end
      assert.equal(row[n + ends + 1], residue(exact, prime))
    end
  end
  assert.is_true(math.abs(mean - rounds) < 1e-7 * mean)
  local list, rest = chain:rounds(400, 1e-13)
  local sum = rest
  for _, one in ipairs(list) do sum = sum + one.p end
  assert.is_true(math.abs(sum - 1) < 1e-12)
  return true
end

describe("a chain of rounds", function()
  it("is solved as elimination solves it, with and without cycles", function()
    math.randomseed(20)
    local seen = { [true] = 0, [false] = 0 }
    for run = 1, 150 do
      local loops = run % 3 == 0 and "self" or run % 3 == 1 or false
      local big = run % 5 == 0 and 1 << 40 or 36
      local done = agrees(random_steps(math.random(1, 14), math.random(1, 4), loops, big))
      seen[done or false] = seen[done or false] + 1
    end
    assert.is_true(seen[true] > 90)
  end)

  it("has the published chances of the gambler who begins with 3 of 10", function()
    local steps, at = {}, { 3, 1, 2, 4, 5, 6, 7, 8, 9 }
    local place = {}
    for i, held in ipairs(at) do place[held] = i end
    for i, held in ipairs(at) do
      steps[i] = { { place[held + 1] or -1, 18 }, { place[held - 1] or -2, 20 }, { i, 3 } }
    end
    local dist, mean = odds.chain(dists(steps)):solve()
    local r = 20 / 18
    assert.is_true(math.abs(dist:p(1) - (1 - r ^ 3) / (1 - r ^ 10)) < 1e-14)
    -- fair of nature: rounds = (3 - 10 × chance) / (chance of losing - of winning)
    assert.is_true(math.abs(mean - (3 - 10 * dist:p(1)) / (2 / 41)) < 1e-11)
  end)

  it("counts its rounds exactly", function()
    local coin = odds.chain(dists { { { 1, 1 }, { -1, 1 } } })
    local rounds, rest = coin:rounds(3, 0)
    assert.same({ { p = 0.5, exact = "1/2" }, { p = 0.25, exact = "1/4" }, { p = 0.125, exact = "1/8" } }, rounds)
    assert.equal(0.125, rest)
    local _, mean, exact = coin:solve()
    assert.same({ 2.0, "2/1" }, { mean, exact })
    local two = odds.chain(dists { { { 2, 1 } }, { { -2, 3 }, { 3, 1 } }, { { -1, 1 } } })
    assert.same({ { p = 0.0, exact = "0/1" }, { p = 0.75, exact = "3/4" }, { p = 0.25, exact = "1/4" } },
      (two:rounds(50, 0)))
  end)

  it("is refused when it does not end, and names the state", function()
    local chain, why, at = odds.chain(dists { { { 1, 1 } } })
    assert.is_nil(chain)
    assert.equal("endless 1", why .. " " .. at)
    chain, why, at = odds.chain(dists { { { 2, 1 }, { -1, 1 } }, { { 3, 1 } }, { { 2, 1 } } })
    assert.is_nil(chain)
    assert.equal("endless", why)
    assert.is_true(at == 2 or at == 3)
    -- what is never reached need not end
    assert.equal("1/1", select(2, odds.chain(dists { { { -1, 1 } }, { { 2, 1 } } }):solve():p(1)))
  end)

  it("says when exact numbers grow too long, and gives doubles", function()
    local steps = {}
    for s = 1, 400 do -- one part: each state goes on, or back to the first
      steps[s] = { { s < 400 and s + 1 or -1, (1 << 50) + s }, { 1, (1 << 40) + 3 * s } }
    end
    local chain = odds.chain(dists(steps))
    assert.is_nil(chain:solve())
    assert.equal("wide", (select(2, chain:solve())))
    local chances, mean = chain:about()
    assert.is_true(math.abs(chances[1] - 1) < 1e-9 and mean > 400)
  end)

  it("takes lists of distributions alone", function()
    assert.has_error(function() odds.chain {} end)
    assert.has_error(function() odds.chain { 1 } end)
    assert.has_error(function() odds.chain(dists { { { 2, 1 } } }) end)
    assert.has_error(function() odds.chain(dists { { { 0, 1 } } }) end)
    assert.has_error(function() odds.chain(dists { { { "a", 1 } } }) end)
  end)
end)
