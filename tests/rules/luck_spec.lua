--- The luck of a battle: each throw against its own exact odds, whose luck it is, and the percentile of many.
local loader <const> = require "disk_loader"
local Luck <const> = require "limber.record.luck"
local question <const> = require "limber.ask.question"
local Replay <const> = require "limber.record.replay"
local sums <const> = require "limber.record.luck_sums"
local verify <const> = require "limber.record.verify"
local worth <const> = require "limber.rules.worth"

local COIN <const> = { { 0.25, 0.5 }, { 0.75, 0.5 } }

--- Throws of coins: so many heads of so many for side a.
local function coins(heads, n)
  local throws = {}
  for i = 1, n do throws[i] = { side = "a", rank = i <= heads and 0.75 or 0.25, levels = COIN } end
  return throws
end

--- The chance of fewer heads, and half of that of as many.
local function binomial(heads, n)
  local below, p = 0, 0.5 ^ n
  for k = 0, heads - 1 do
    below, p = below + p, p * (n - k) / (k + 1)
  end
  return below + p / 2
end

local function ledger_of(name)
  local recording = assert(Replay.read(assert(loader.read(("scenarios/%s.replay"):format(name)))))
  local ledger, game, thrown = Luck.new(), nil, 0
  local report = assert(verify.verify(recording, loader, {
    begin = function(begun) game = begun end,
    each = function(line)
      ledger:add(game, line)
      for _, call in ipairs(line.calls) do thrown = thrown + (#call.rolls > 0 and 1 or 0) end
    end,
  }))
  assert.is_true(report.ok)
  return ledger, game, thrown
end

local function counted(counts)
  local all = 0
  for _, n in pairs(counts) do all = all + n end
  return all
end

describe("luck", function()
  it("of a few throws is exact, and of many near it; it knows how many they are", function()
    for _, case in ipairs { { 1, 1 }, { 0, 1 }, { 2, 2 }, { 3, 5 }, { 14, 20 } } do
      assert.is_near(binomial(case[1], case[2]), sums.percentile(coins(case[1], case[2]), "a"), 1e-9)
    end
    for _, heads in ipairs { 12, 15, 25 } do
      assert.is_near(binomial(heads, 30), sums.percentile(coins(heads, 30), "a"), 0.006)
    end
    assert.is_true(sums.percentile(coins(12, 20), "a") < sums.percentile(coins(60, 100), "a"))
    assert.is_near(1 - binomial(14, 20), sums.percentile(coins(14, 20), "b"), 1e-9)
    assert.is_nil(sums.percentile({}, "a"))
  end)

  it("counts every throw of a battle, of the side that it is good for, by its own odds", function()
    for _, name in ipairs { "fusilier/lesson", "horse_and_musket/windmill_hill", "bugles/lesson", "nff/lesson" } do
      local ledger, game, thrown = ledger_of(name)
      local left = ledger.left_out
      assert.are.equal(thrown, #ledger.throws + left.decided + counted(left.no_order) + counted(left.no_odds), name)
      assert.are.same({}, left.no_odds, name)
      for procedure in pairs(left.no_order) do assert.is_nil(game.rules.procedures[procedure].good, procedure) end
      for _, throw in ipairs(ledger.throws) do
        local all, mean = 0, 0
        for _, level in ipairs(throw.levels) do all, mean = all + level[2], mean + level[1] * level[2] end
        assert.is_near(1, all, 1e-9)
        assert.is_near(0.5, mean, 1e-9)
        local root = game.state.root
        local node = root.units[throw.who] or root.leaders[throw.who] or root.formations[throw.who]
        assert.are.equal(node and node.side or throw.who, throw.side)
      end
      local report = sums.report(ledger, { "a", "b" })
      assert.is_near(1, report.sides[1].all.percentile + report.sides[2].all.percentile, 1e-6, name)
    end
  end)

  it("leaves out and counts throws whose order is not known", function()
    local ledger = ledger_of "horse_and_musket/windmill_hill"
    local order = ledger.left_out.no_order
    assert.is_true(order["solo.deployment"] > 0 and order["solo.stance"] > 0)
  end)

  it("gives the chance of as good a result, and what it decided", function()
    local ledger, game = ledger_of "fusilier/lesson"
    local found
    for _, throw in ipairs(ledger.throws) do
      if throw.procedure == "artillery.fire" then found = found or throw end
    end
    local line = game.journal.lines[found.line]
    for _, call in ipairs(line.calls) do
      if call.procedure == "artillery.fire" and call.throwers[""] == found.who then
        local as_good = 0
        for _, one in ipairs(assert(question.odds(game.rules, call.procedure, call.args)):outcomes()) do
          if one.value >= call.result.points then as_good = as_good + one.p end
        end
        assert.is_near(as_good, found.as_good, 1e-9)
      end
    end
    assert.is_truthy(found.says:find("fires at", 1, true))
  end)

  it("of an enemy's low morale is good luck", function()
    local morale = { side = "b", line = 1, procedure = "morale", who = "b1", dice = { 1 }, rank = 0.05, as_good = 1,
      as_bad = 0.1, levels = { { 0.05, 0.1 }, { 0.55, 0.9 } }, says = "runs" }
    local report = sums.report({ throws = { morale }, left_out = {} }, { "a", "b" })
    assert.is_near(0.95, report.sides[1].all.percentile, 0.01)
    assert.is_near(0.05, report.sides[2].all.percentile, 0.01)
    assert.are.equal("runs", report.sides[1].luckiest[1].says)
    assert.are.same({}, report.sides[2].luckiest)
    assert.are.equal(0, report.sides[1].own.throws)
  end)

  it("ranks results as their procedure declares", function()
    local out = {
      { name = "move", kind = "enum", values = { "full", "half", "none" } }, { name = "total", kind = "int" },
      { name = "code", kind = "text" },
    }
    local function read(good) return worth.read("procedure x", good, out, "move", 1) end
    assert.is_true(worth.of(read "first", "full") > worth.of(read "first", "none"))
    assert.is_true(worth.of(read "last", "full") < worth.of(read "last", "none"))
    assert.is_true(worth.of(read { "none", "full" }, "none") > worth.of(read { "none", "full" }, "full"))
    assert.is_nil(worth.of(read { "none", "full" }, "half"))
    assert.are.equal(-3, worth.of(read { "less", by = "total", same = "code" }, 3))
    assert.are.equal("move: none, half, full, the best first, for who throws", worth.said(read "last"))
    assert.are.equal("total: the less the better, for a", worth.said(read { "less", by = "total", of = "a" }))
    assert.has_error(function() read "more" end)
    assert.has_error(function() read { "first", by = "totel" } end)
    assert.has_error(function() read { "full", "hafl" } end)
    assert.has_error(function() read { "first", whose = "a" } end)
  end)
end)
