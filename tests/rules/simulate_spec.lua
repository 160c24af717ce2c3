--- Battles that end out of order are counted in order: what Ctrl-C leaves has no gap.
local json <const> = require "kernel.json"

package.loaded.host = package.loaded.host or { getenv = function() end, isatty = function() return false end }
local simulate <const> = require "simulate.run"

local CONTEST <const> = { path = "x", stacks = { {} }, sides = { "a", "b" }, kinds = {}, seed = 1, games = 9 }

--- A crew whose workers say these things, then Ctrl-C is pressed.
local function crew(said)
  local at = 0
  local function hear()
    at = at + 1
    if not said[at] then error({ kind = "interrupt", message = "interrupted" }, 0) end
    return said[at][1], said[at][2]
  end
  return { work = function() end, hear = hear }
end

local function said(game)
  local outcome = { winner = game % 2 == 0 and "a" or "b", length = game, why = "", lost = { a = {}, b = {} } }
  return json.encode { game = game, outcomes = json.list { outcome } } .. "\n"
end

local function stopped(shard, heard)
  local counted = simulate.nothing(CONTEST)
  local done, fault = pcall(simulate.play, CONTEST, counted, shard, crew(heard), 2, function() end)
  assert.is_false(done)
  assert.equal("interrupt", fault.kind)
  return counted
end

describe("a simulation that is stopped", function()
  it("has counted the first games without a gap", function()
    local counted = stopped({ k = 1, n = 1 }, {
      { 2, said(2) }, { 2, said(4) }, { 1, said(1) }, { 2, said(6) .. said(8) }, { 1, said(3) },
    })
    assert.equal(4, counted.games)
    assert.equal(4, counted.tallies[1].games)
    assert.same({ [1] = 1, [2] = 1, [3] = 1, [4] = 1 }, counted.tallies[1].length)
    assert.same({ a = 2, b = 2 }, counted.tallies[1].wins)
  end)

  it("has counted nothing before the first game has ended", function()
    assert.equal(0, stopped({ k = 1, n = 1 }, { { 2, said(2) }, { 2, said(4) } }).games)
  end)

  it("goes by the games of its shard", function()
    local counted = stopped({ k = 2, n = 3 }, { { 2, said(5) }, { 1, said(2) } })
    assert.equal(2, counted.games)
    assert.same({ [2] = 1, [5] = 1 }, counted.tallies[1].length)
  end)
end)
