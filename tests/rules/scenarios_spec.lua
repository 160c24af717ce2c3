-- Every scenario that ships is played from its file, and every recording beside one is done again and verified.
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game"
local loader <const> = require "disk_loader"
local Matters <const> = require "limber.matters"
local Replay <const> = require "limber.replay"
local Rules <const> = require "limber.rules"
local Scenario <const> = require "limber.scenario"
local Script <const> = require "limber.script"
local Verify <const> = require "limber.verify"

local FOLDER <const> = "scenarios/fusilier/"
local TEMPERAMENTS <const> = "rash_cautious_generals"

local function files(ending)
  local found = {}
  for _, name in ipairs(loader.list(FOLDER)) do
    if name:sub(-#ending) == ending then found[#found + 1] = name:sub(1, -#ending - 1) end
  end
  return found
end

--- A scenario played to its end: the game, and how often each procedure was asked.
local function played(name, variants, edit)
  local path = FOLDER .. name .. ".lua"
  local text = assert(loader.read(path))
  if edit then text = text:gsub(table.unpack(edit)) end
  local scenario = assert(Scenario.read(text, path))
  local rules = assert(Rules.load(loader, "fusilier", variants or {}, { game = true }))
  local start, faults = Scenario.build(scenario, rules)
  assert(start, faults and Scenario.fault_text(faults[1]))
  local notes = Matters.notes(rules, start)
  local game = Game.new { rules = rules, start = start, seed = scenario.seed }
  local done, fault = Script.new(scenario, rules):play(game)
  assert(done, fault and ("%s:%s: %s"):format(fault.file, fault.line, fault.message))
  local asked, orders = {}, 0
  for _, line in ipairs(game.journal.lines) do
    for _, call in ipairs(line.calls) do asked[call.procedure] = (asked[call.procedure] or 0) + 1 end
    if line.command and line.command["do"] == "issue_order" then orders = orders + 1 end
  end
  return game, { asked = asked, orders = orders, notes = notes }
end

local function fallen(game)
  local names = {}
  for _, id in ipairs(game.state.root.order.leaders) do
    if game.state.root.leaders[id].disabled then names[#names + 1] = id end
  end
  return names
end

describe("the scenarios that ship", function()
  local names = files ".lua"

  it("are there", function() assert.is_true(#names >= 3) end)

  for _, name in ipairs(names) do
    it(name .. " is fought to an end, as its recording has it", function()
      local game = played(name)
      assert.is_table(game.state.root.result)
      local recording = assert(Replay.read(assert(loader.read(FOLDER .. name .. ".replay"))))
      local lines = game.journal.lines
      assert.are.equal(#lines, #recording.lines)
      assert.are.equal(lines[#lines].state, recording.lines[#lines].state)
    end)
  end
end)

describe("the recordings that ship", function()
  for _, name in ipairs(files ".replay") do
    it(name .. " verifies, to the last die", function()
      local recording, fault = Replay.read(loader.read(FOLDER .. name .. ".replay"))
      assert(recording, fault and fault.message)
      local report, refusal = Verify.verify(recording, loader)
      assert(report, refusal and refusal.message)
      local first = report.first_divergence or {}
      assert(report.ok, ("line %s: %s %s"):format(first.line, first.what, first.message or first.field or ""))
    end)
  end
end)

describe("a recording under other rules", function()
  it("keeps abreast of what was played: nothing comes at the wrong time", function()
    local recording = assert(Replay.read(loader.read(FOLDER .. "lesson.replay")))
    local under = assert(Verify.under(recording, loader, { "frontage_by_side" }, { skip = true }))
    assert.is_nil(under.stopped)
    for _, one in ipairs(under.skipped) do
      assert.is_nil(one.refusal.message:find("cannot be given", 1, true), one.refusal.message)
    end
  end)
end)

describe("Maida", function()
  local game, seen = played "maida"
  local root = game.state.root

  it("comes to a decision in eight bounds or more", function()
    assert.is_true(root.turn >= 8)
    assert.is_string(root.result.winner)
    assert.are_not.equal("draw", root.result.winner)
  end)

  it("has orders in battle, guns, skirmishers, horse, foot and morale", function()
    assert.is_true(seen.orders >= 2)
    for _, procedure in ipairs {
      "order.activation", "artillery.fire", "skirmish.fire", "combat.infantry", "combat.cavalry_infantry",
      "morale.brigade", "morale.division", "general.risk",
    } do
      assert.is_true((seen.asked[procedure] or 0) > 0, procedure .. " is never asked")
    end
  end)

  it("sees Compère fall", function()
    assert.truthy(table.concat(fallen(game), " "):find("compere_himself", 1, true))
  end)

  it("goes differently when generals are rash and cautious", function()
    local other, told = played("maida", { TEMPERAMENTS })
    assert.same({}, told.notes)
    assert.is_string(other.state.root.result.winner)
    assert.are_not.equal(digest.of(root), digest.of(other.state.root))
  end)

  it("goes no differently when none is, and Limber says so", function()
    local other, told = played("maida", { TEMPERAMENTS }, { 'temperament = "%a+",', "" })
    assert.equal(1, #told.notes)
    assert.same(root.result, other.state.root.result)
    assert.same(fallen(game), fallen(other))
  end)
end)
