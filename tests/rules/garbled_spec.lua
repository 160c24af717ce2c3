--- Files as somebody careless or hostile may have changed them: each is read, or refused in words, in bounded time.
local disk <const> = require "disk_loader"
local digest <const> = require "kernel.digest"
local faults <const> = require "limber.common.faults"
local json <const> = require "kernel.json"
local garbled <const> = require "garbled"
local Replay <const> = require "limber.record.replay"
local ruleset <const> = require "limber.rules.ruleset"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local script_check <const> = require "limber.scenario.script_check"
local sorted <const> = require "limber.common.sorted"
local tables <const> = require "limber.rules.tables"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

--- What a function says that is wrong, by a result or by raising it; it says so in words.
local function said_by(what, fn, ...)
  local done, told = pcall(fn, ...)
  told = faults.text(told or "")
  assert.is_false(garbled.is_internal(told), what .. ": " .. told:sub(1, 300))
  assert.is_true(#told < 5000, what)
  return told ~= "" and (not done or told) or nil
end

describe("a table of data that was changed", function()
  it("is read or refused with its file and line", function()
    local published = assert(ruleset.load(disk, "fusilier"))
    local refused, random = 0, garbled.random(11)
    for _, name in ipairs(sorted.keys(published.lookups)) do
      local spec = published.lookups[name]
      local path = ("rules-lua/fusilier/tables/%s.csv"):format(spec.data or name)
      local text = disk.read(path)
      for i = 1, 10 do
        local changed = garbled.text(text, random)
        local wrong = said_by(name .. " " .. i, function() tables.compile(tables.new(name, spec, changed, path)) end)
        if wrong then refused = refused + 1 end
      end
    end
    assert.is_true(refused > 80, refused)
  end)

  it("cannot be endless", function()
    local rows = {}
    for i = 1, 2000 do rows[i] = ("a%d,b%d,1"):format(i, i) end
    local spec = { key = { "arm", "ground" }, value = "minutes", sparse = "none" }
    local done, message = pcall(tables.new, "x", spec, "arm,ground,minutes\n" .. table.concat(rows, "\n"), "x.csv")
    assert.is_false(done)
    assert.equal("x.csv: there are too many cells of a table: 4,000,000, at most 100,000", message)
  end)
end)

describe("a scenario that was changed", function()
  it("is laid out or refused with its file and line", function()
    local path = "scenarios/horse_and_musket/windmill_hill.lua"
    local text, random = disk.read(path), garbled.random(12)
    local rules = assert(Rules.load(disk, "horse_and_musket", {}, { game = require "limber.game.words" }))
    local refused = 0
    for i = 1, 80 do
      local changed = garbled.text(text, random)
      local wrong = said_by(("mutation %d"):format(i), function()
        local scenario, fault = Scenario.read(changed, "x.lua")
        if not scenario then return Scenario.fault_text(fault) end
        local start, list = Scenario.build(scenario, rules)
        local one = (start and script_check.faults(scenario, rules, start) or list)[1]
        return one and Scenario.fault_text(one)
      end)
      if wrong then refused = refused + 1 end
    end
    assert.is_true(refused > 30, refused)
  end)
end)

describe("a replay that was changed", function()
  local game, written = toys.in_charge()
  toys.give(game, toys.answer("b", "stand"))
  local lines = {}
  for line in table.concat(written):gmatch "[^\n]+" do lines[#lines + 1] = line end

  --- The digests as somebody who changed a line would write them.
  local function chained(trees)
    local before = digest.of(trees[1])
    for i = 2, #trees do
      local body = {}
      for key, value in next, trees[i] do body[key] = value end
      body.digest = nil
      before = digest.chain(before, body)
      trees[i].digest = before
    end
  end

  local function text_of(trees)
    local out = {}
    for i, tree in ipairs(trees) do out[i] = json.encode(tree) end
    return table.concat(out, "\n") .. "\n"
  end

  local function verdict(text)
    local recording, fault = Replay.read(text)
    if not recording then return fault end
    local report
    report, fault = verify.verify(recording, toys.loader())
    if not report then return fault end
    local first = report.first_divergence
    if report.ok then return nil end
    return ("%s %s"):format(first.what, first.message or first.field or first.call or first.fact or first.roll.label)
  end

  it("is whole as it was written", function() assert.is_nil(verdict(table.concat(lines, "\n") .. "\n")) end)

  it("is refused, or comes out differently at a line", function()
    local random, wrong = garbled.random(13), 0
    for i = 1, 240 do
      local trees = {}
      for n, line in ipairs(lines) do trees[n] = json.decode(line) end
      garbled.tree(trees[random(#trees)], random)
      if i % 3 == 0 then pcall(chained, trees) end
      if said_by(("mutation %d"):format(i), verdict, text_of(trees)) then wrong = wrong + 1 end
    end
    assert.is_true(wrong > 160, wrong)
  end)

  it("is refused when it holds more than any battle, at once", function()
    for what, line in pairs {
      ["is too long"] = '"' .. ("x"):rep(5 * 1024 * 1024) .. '"',
      ["too many values"] = '{"id":1,"x":[' .. ("0,"):rep(1000001):sub(1, -2) .. "]}",
      ["nested too deep"] = '{"id":1,"x":' .. ("["):rep(300) .. ("]"):rep(300) .. "}",
    } do
      local _, fault = Replay.read(lines[1] .. "\n" .. line .. "\n")
      assert.truthy(fault and fault.message:find(what, 1, true), fault and fault.message)
    end
  end)
end)
