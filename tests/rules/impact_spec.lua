--- What a change of rules would have altered in recorded battles: each command alone, and the whole battle.
local Alone <const> = require "limber.record.alone"
local digest <const> = require "kernel.digest"
local impact <const> = require "limber.record.impact"
local loader <const> = require "disk_loader"
local Replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local tree <const> = require "limber.common.tree"

local GAME <const> = { game = require "limber.game.words" }

local function recording(name)
  return assert(Replay.read(assert(loader.read(("scenarios/%s.replay"):format(name)))))
end

--- A loader that knows one more variant.
local function with_variant(name, text)
  local with = tree.shallow(loader)
  function with.variant(ruleset, asked)
    if asked == name then return "./" .. name .. ".lua", text, false end
    return loader.variant(ruleset, asked)
  end
  return with
end

local function rules_of(ruleset, text)
  local with = text and with_variant("mine", text) or loader
  return assert(Rules.load(with, ruleset, text and { "mine" } or {}, GAME)), with
end

local function battle(name, text, before)
  local after, from = rules_of(name:match "^[^/]+", text)
  local work = assert(impact.begin(before, after, from))
  return assert(impact.battle(work, recording(name)))
end

--- How many questions of a recording pass a test; and the lines with such questions.
local function count(name, test)
  local calls, lines = 0, 0
  for _, line in ipairs(recording(name).lines) do
    local before = calls
    for _, call in ipairs(line.calls or {}) do calls = calls + (test(call) and 1 or 0) end
    lines = lines + (calls > before and 1 or 0)
  end
  return calls, lines
end

local LESSONS <const> = { "fusilier/lesson", "horse_and_musket/windmill_hill", "bugles/lesson", "nff/lesson" }

describe("impact", function()
  it("is not what was edited in files that ship", function()
    local edited = tree.shallow(loader)
    function edited.read(path)
      local text = loader.read(path)
      if path ~= "rules-lua/fusilier/tables/infantry_modifiers.csv" then return text end
      return (text:gsub("attacking_barricades,%-2", "attacking_barricades,-1"))
    end
    local recorded = recording "fusilier/lesson"
    recorded.shipped = true
    local function changes(variants)
      local after = assert(Rules.load(edited, "fusilier", variants, GAME))
      local work = assert(impact.begin(nil, after, edited, function(from, names)
        return Rules.load(from, "fusilier", names, GAME)
      end))
      return #assert(impact.battle(work, recorded)).changes
    end
    assert.equal(0, changes {})
    assert.is_true(changes { "one_d10" } > 0)
  end)

  it("rebuilds the state before each command and finds no change where there is none", function()
    for _, name in ipairs(LESSONS) do
      local recorded = recording(name)
      local before = rules_of(recorded.header.ruleset)
      local after = assert(Rules.over(before.published, {}))
      for _, trusted in ipairs { true, name == LESSONS[1] and false or nil } do
        local scenario = assert(Replay.scenario(recorded, loader))
        local start = assert(Scenario.build(scenario, before, { solo = recorded.header.solo }))
        local alone <const> = Alone.new(recorded, { before = before, after = after, trusted = trusted }, start)
        for _, line in ipairs(recorded.lines) do assert.is_nil((alone:line(line)), name) end
        assert.are.equal(recorded.lines[#recorded.lines].state, digest.of(alone.game.state.root), name)
        assert.are.equal(count(name, function(call) return #(call.rolls or {}) > 0 end) > 0, alone.throws.all > 0)
        assert.are.equal(0, alone.throws.other + alone.throws.new + alone.throws.gone)
      end
    end
  end)

  it("holds each command to the state as recorded: what changes in one does not reach the next", function()
    local report = battle("fusilier/lesson", [[variant "mine" { of = "fusilier", doc = "x", wraps = {
      ["artillery.fire"] = function(published, rules, q, dice)
        local result = published(rules, q, dice)
        result.damage_points = result.damage_points + 1
        return result
      end } }]])
    local _, lines = count("fusilier/lesson", function(call) return call.procedure == "artillery.fire" end)
    assert.are.equal(lines, #report.changes)
    assert.are.equal(lines, report.counts.otherwise)
    assert.are.equal(report.commands, report.counts.same + lines)
    assert.are.equal(0, report.throws.other)
    local first = report.changes[1]
    assert.is_true(first.calls[1].result)
    assert.are.same(first.calls[1].was.dice, first.calls[1].now.dice)
    assert.is_true(#first.story.was > 0 and #first.story.now > 0)
    assert.is_table(report.whole)
  end)

  it("tells throws and results apart from what happens on the table", function()
    local report = battle("bugles/lesson", [[variant "mine" { of = "bugles", doc = "x", services = {
      resolve = function(published, play, ...)
        play:throw("d6", "luck")
        return published(play, ...)
      end } }]])
    assert.are.equal(0, report.counts.otherwise)
    assert.are.equal(count("bugles/lesson", function() return true end), report.throws.new)
    assert.are.equal(report.counts.result, #report.changes)
  end)

  it("keeps what only the other rules remember, and nothing else", function()
    local recorded = recording "horse_and_musket/windmill_hill"
    local after, from = rules_of("horse_and_musket", [[variant "mine" { of = "horse_and_musket", doc = "x",
      fields = { battle = { int "throws_made" { 0, 9999, default = 0 } } }, services = {
      resolve = function(published, play, procedure, args, throwers, target)
        play:set(play.state.battle, "throws_made", play.state.battle.throws_made + 1)
        play:set(play.state.battle, "gun_points", 77)
        return published(play, procedure, args, throwers, target)
      end } }]])
    local before = assert(Rules.over(rules_of("horse_and_musket").published, {}))
    local start = assert(Scenario.build(assert(Replay.scenario(recorded, from)), before, { solo = recorded.header.solo }))
    local alone <const> = Alone.new(recorded, { before = before, after = after, trusted = true }, start)
    local calls, asking = count("horse_and_musket/windmill_hill", function() return true end)
    for _, line in ipairs(recorded.lines) do
      local change = alone:line(line)
      assert.are.equal(#(line.calls or {}) > 0, change ~= nil)
      asking = asking - (change and 1 or 0)
    end
    assert.are.equal(0, asking)
    local battle_node = alone.game.state.root.battle
    assert.are.equal(calls, battle_node.throws_made)
    assert.are_not.equal(77, battle_node.gun_points)
  end)

  it("tells refusals as such, with the first of the whole battle", function()
    local report = battle("nff/lesson", [[variant "mine" { of = "nff", doc = "x", commands = { fire = {
      check = function() return refuse("unit", "has no powder") end } } }]])
    local fires, first = 0, nil
    for _, line in ipairs(recording("nff/lesson").lines) do
      if line.command and line.command["do"] == "fire" then
        fires, first = fires + 1, first or line.id
      end
    end
    assert.are.equal(fires, report.counts.refused)
    assert.are.equal(fires, #report.changes)
    assert.are.equal(first, report.whole.stopped.line)
    assert.is_truthy(report.whole.stopped.message:find "has no powder")
  end)

  it("tells what breaks, and goes on", function()
    local report = battle("bugles/lesson", [[variant "mine" { of = "bugles", doc = "x", wraps = {
      ["melee.resolve"] = function() return nil + 1 end } }]])
    local _, lines = count("bugles/lesson", function(call) return call.procedure == "melee.resolve" end)
    assert.are.equal(lines, report.counts.failed)
    assert.are.equal("failed", report.whole.stopped.how)
  end)

  it("says where the battle goes on, when a phase is new or gone", function()
    local report = battle("fusilier/lesson", [[variant "mine" { of = "fusilier", doc = "x" }
      insert "turn" { first = true, phase "bombardment" { like = "turn.fire", commands = { "fire" },
        when = function(play) return play.state.turn == 1 end } }]])
    assert.are.equal(1, #report.changes)
    assert.are.same({ was = "turn.command", now = "turn.bombardment" }, report.changes[1].step)
    report = battle("fusilier/lesson", [[variant "mine" { of = "fusilier", doc = "x" } remove "turn.declare"]])
    assert.is_true(report.counts.refused > 0)
    report = battle("fusilier/lesson", [[variant "mine" { of = "fusilier", doc = "x" }
      insert "setup" { first = true, step "omens" { run = function(play) play:tell("omens", { cite = "house" }) end } }
      story { omens = "Ravens on the left." }]])
    assert.are.same({ 1, "result" }, { report.changes[1].line, report.changes[1].how })
    assert.are.same({ "Ravens on the left." }, report.changes[1].story.now)
  end)

  it("is silent about a house rule's own accounts: fields of results, what a step is about, moments that have come", function()
    local report = battle("nff/lesson", [[variant "mine" { of = "nff", doc = "x",
      out = { ["fire.resolve"] = { flag "seen" {} } },
      wraps = { ["fire.resolve"] = function(published, rules, q, dice)
        local result = published(rules, q, dice)
        result.seen = true
        return result
      end },
      commands = { fire = { run = function(published, play, cmd, found)
        local _, about = play:at()
        play:set(about, "shots", (about.shots or 0) + 1)
        return published(play, cmd, found)
      end } },
      moments = { turn_ends = function() end } }]])
    assert.are.same({}, report.changes)
    report = battle("fusilier/lesson", [[variant "mine" { of = "fusilier", doc = "x", wraps = {
      ["morale.brigade"] = function(published, rules, q, dice) return published(rules, q, dice) end } }]])
    assert.are.same({}, report.changes)
  end)

  it("answers a question to a player that is new by its first option", function()
    local report = battle("fusilier/lesson", [[variant "mine" { of = "fusilier", doc = "x", moments = {
      turn_begins = function(play)
        local said = play:choose { side = "a", name = "wait", ask = "Wait?", options = { "no", "yes" } }
        play:tell(said == "no" and "goes_on" or "waits", { cite = "house" })
      end } } story { goes_on = "On it goes.", waits = "All wait." }]])
    assert.are.same({ "On it goes." }, report.changes[1].story.now)
    assert.are.equal(0, report.counts.otherwise)
    assert.are.equal(report.commands + 1, report.whole.commands)
    assert.is_nil(report.whole.stopped)
  end)

  it("compares two stacks, and adds to the house rules that a battle was recorded with", function()
    local text <const> = [[variant "mine" { of = "fusilier", doc = "x",
      cells = { ["infantry_modifiers.brigadier_in_command"] = 4 } }]]
    local by_record = battle("fusilier/lesson", text)
    local before = rules_of("fusilier")
    local by_rules = battle("fusilier/lesson", text, before)
    assert.is_true(#by_record.changes > 0)
    assert.are.same(by_record.counts, by_rules.counts)
    assert.are.equal(0, #battle("fusilier/lesson", text, (rules_of("fusilier", text))).changes)
    local barred <const> = [[variant "mine" { of = "fusilier", doc = "x", commands = { fire = {
      check = function() return refuse("unit", "has no powder") end } } }]]
    assert.are.equal(0, #battle("fusilier/lesson", barred, (rules_of("fusilier", barred))).changes)
    local jams = assert(Rules.load(loader, "bugles", { "machine_guns_jam" }, GAME))
    local report = assert(impact.battle(assert(impact.begin(nil, jams, loader)), recording "bugles/abu_klea"))
    assert.are.equal(0, #report.changes)
    assert.are.equal(0, #battle("bugles/abu_klea", [[variant "mine" { of = "bugles", doc = "x" }]]).changes)
  end)

  it("is refused for an altered recording and for another ruleset", function()
    local work = assert(impact.begin(nil, (rules_of "fusilier"), loader))
    local altered = recording "fusilier/lesson"
    altered.lines[3].turn = altered.lines[3].turn + 1
    local _, fault = impact.battle(work, altered)
    assert.is_truthy(fault.message:find("line 3", 1, true))
    _, fault = impact.battle(work, recording "bugles/lesson")
    assert.is_truthy(fault.message:find("not of fusilier", 1, true))
  end)
end)
