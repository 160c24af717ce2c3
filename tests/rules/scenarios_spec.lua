-- Every scenario that ships is played from its file, and every recording beside one is done again and verified.
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Matters <const> = require "limber.rules.relevance"
local Replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Script <const> = require "limber.scenario.script"
local Solo <const> = require "limber.solo.commander"
local Verify <const> = require "limber.record.verify"

local FOLDERS <const> = { "scenarios/fusilier/", "scenarios/horse_and_musket/", "scenarios/bugles/", "scenarios/nff/" }
local TEMPERAMENTS <const> = "rash_cautious_generals"

--- The files that end so in the folders of every ruleset, without that ending.
local function files(ending)
  local found = {}
  for _, folder in ipairs(FOLDERS) do
    for _, name in ipairs(loader.list(folder)) do
      if name:sub(-#ending) == ending then found[#found + 1] = folder .. name:sub(1, -#ending - 1) end
    end
  end
  return found
end

local MAIDA <const> = "scenarios/fusilier/maida"

--- A scenario played to its end, by its script or where it has none by solo commanders: the game, and how often each
--- procedure was asked.
local function played(name, variants, edit)
  local path = name .. ".lua"
  local text = assert(loader.read(path))
  if edit then text = text:gsub(table.unpack(edit)) end
  local scenario = assert(Scenario.read(text, path, function(from, file)
    return loader.read(from:match "^(.*/)" .. file)
  end))
  local rules = assert(Rules.load(loader, scenario.ruleset, variants or scenario.variants or {}, { game = require "limber.game.words" }))
  local solo = #scenario.script == 0 and { "a", "b" } or nil
  local start, faults = Scenario.build(scenario, rules, { solo = solo })
  assert(start, faults and Scenario.fault_text(faults[1]))
  local notes = Matters.notes(rules, start)
  local game = Game.new { rules = rules, start = start, seed = scenario.seed }
  local done, fault
  if solo then
    assert(game:start())
    done, fault = Solo.fight(game, solo, { strict = true })
  else
    done, fault = Script.new(scenario, rules):play(game)
  end
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
    if game.state.root.leaders[id].status == "disabled" then names[#names + 1] = id end
  end
  return names
end

describe("the scenarios that ship", function()
  local names = files ".lua"

  it("are there", function() assert.is_true(#names >= 5) end)

  for _, name in ipairs(names) do
    it(name .. " is fought to an end, as its recording has it", function()
      local game = played(name)
      assert.is_table(game.state.root.result)
      local recording = assert(Replay.read(assert(loader.read(name .. ".replay"))))
      local lines = game.journal.lines
      assert.are.equal(#lines, #recording.lines)
      assert.are.equal(lines[#lines].state, recording.lines[#lines].state)
    end)
  end
end)

describe("the recordings that ship", function()
  for _, name in ipairs(files ".replay") do
    it(name .. " verifies, to the last die, and was ended properly", function()
      local recording, fault = Replay.read(loader.read(name .. ".replay"))
      assert(recording, fault and fault.message)
      assert.is_nil(recording.warning)
      local scenario = recording.header.scenario
      assert(scenario.text == loader.read(scenario.path), "the scenario has changed since: record it again")
      local report, refusal = Verify.verify(recording, loader)
      assert(report, refusal and refusal.message)
      local first = report.first_divergence or {}
      assert(report.ok, ("line %s: %s %s"):format(first.line, first.what, first.message or first.field or ""))
    end)
  end
end)

describe("a recording under other rules", function()
  it("keeps abreast of what was played: nothing comes at the wrong time", function()
    local recording = assert(Replay.read(loader.read "scenarios/fusilier/lesson.replay"))
    local under = assert(Verify.under(recording, loader, { "frontage_by_side" }, { skip = true }))
    assert.is_nil(under.stopped)
    for _, one in ipairs(under.skipped) do
      assert.is_nil(one.refusal.message:find("cannot be given", 1, true), one.refusal.message)
    end
  end)
end)

describe("Maida", function()
  local game, seen = played(MAIDA)
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
    local other, told = played(MAIDA, { TEMPERAMENTS })
    assert.same({}, told.notes)
    assert.is_string(other.state.root.result.winner)
    assert.are_not.equal(digest.of(root), digest.of(other.state.root))
  end)

  it("goes no differently when none is, and Limber says so", function()
    local other, told = played(MAIDA, { TEMPERAMENTS }, { 'temperament = "%a+",', "" })
    assert.equal(1, #told.notes)
    assert.same(root.result, other.state.root.result)
    assert.same(fallen(game), fallen(other))
  end)
end)

describe("Lobositz", function()
  local game, seen = played "scenarios/horse_and_musket/lobositz"
  local root = game.state.root

  it("is won by the Prussians with Lobositz itself, and dearly", function()
    assert.equal("a", root.result.winner)
    assert.truthy(root.result.why:find("Lobositz", 1, true), root.result.why)
    local gone = { a = 0, b = 0 }
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      if unit.status == "gone" then gone[unit.side] = gone[unit.side] + 1 end
    end
    assert.is_true(gone.a >= 3 and gone.b >= 3)
  end)

  it("has charges, fire, fights, works, colours and generals at risk", function()
    for _, procedure in ipairs {
      "charge.test", "fire.small_arms", "fire.artillery", "cover.save", "melee.resolve",
      "retreat.resolve", "colours.capture", "general.risk", "fieldworks.breach",
    } do
      assert.is_true((seen.asked[procedure] or 0) > 0, procedure .. " is never asked")
    end
  end)
end)

describe("Abu Klea", function()
  local game, seen = played "scenarios/bugles/abu_klea"
  local root = game.state.root

  it("is decided by the army morale of the Mahdists", function()
    assert.are.equal("a", root.result.winner)
    assert.is_true(root.sides.b.failed)
  end)

  it("has a square, an ambush, charges, a machine gun, shell, a sniper and a melee", function()
    for _, procedure in ipairs {
      "formation.square", "fire.defensive_test", "mg.fire", "artillery.fire",
      "sniper.fire", "melee.resolve", "morale.army", "leader.melee_danger",
    } do
      assert.is_true((seen.asked[procedure] or 0) > 0, procedure .. " is never asked")
    end
    local given = {}
    for _, line in ipairs(game.journal.lines) do
      if line.command then given[line.command["do"]] = true end
    end
    for _, command in ipairs { "ambush", "charge", "move" } do assert.is_true(given[command], command) end
  end)

  it("sees the Gardner jam and Burnaby fall", function()
    assert.is_true(root.units.gardner.jammed)
    assert.are_not.equal("ready", root.leaders.burnaby.status)
  end)
end)

describe("Friedland", function()
  local game, seen = played "scenarios/nff/friedland"
  local root = game.state.root

  it("is won by the French", function() assert.are.equal("a", root.result.winner) end)

  it("has reserves, maneuver, guns, charges and leaders at risk", function()
    for _, procedure in ipairs {
      "reserve.movement", "movement.tactical", "fire.resolve", "charge.resolve", "leader.casualty",
    } do
      assert.is_true((seen.asked[procedure] or 0) > 0, procedure .. " is never asked")
    end
  end)

  it("sees a grand battery, a charge that is met, a square, and Kologrivov fall", function()
    local said = {}
    for _, line in ipairs(game.journal.lines) do
      for _, event in ipairs(line.events) do said[event.say or ""] = true end
    end
    for _, key in ipairs { "grand_battery", "countercharges", "forms_square" } do assert.is_true(said[key], key) end
    assert.is_true(root.leaders.senarmont.emplaced)
    assert.is_true(root.sides.b.leaders_lost > 0)
  end)
end)
