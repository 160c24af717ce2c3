-- Variants that bear only on some battles say when they can change nothing.
local Matters <const> = require "limber.rules.relevance"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"

local PATH <const> = "scenarios/fusilier/first_battle.lua"

local function notes(variants, edit, own)
  local text = loader.read(PATH)
  if edit then text = text:gsub(table.unpack(edit)) end
  local with = own and setmetatable({ variant = function(_, name) return name, own, false end }, { __index = loader })
  local rules = assert(Rules.load(with or loader, "fusilier", variants, { game = require "limber.game.words" }))
  local start, faults = Scenario.build(assert(Scenario.read(text, PATH)), rules)
  assert(start, faults and Scenario.fault_text(faults[1]))
  return Matters.notes(rules, start)
end

describe("a variant that can change nothing", function()
  it("says so, and why", function()
    assert.same({ "The variant rash_cautious_generals can change nothing in this battle: "
      .. "no formation has a rash or cautious general." }, notes { "rash_cautious_generals" })
  end)

  it("says nothing where it can, nor does one that always may", function()
    assert.same({}, notes({ "rash_cautious_generals" }, { 'name = "General Gautier",', '%0 temperament = "rash",' }))
    assert.same({}, notes { "frontage_by_side" })
    assert.same({}, notes {})
  end)

  it("may name what it needs a unit, a leader or ground of", function()
    local function said(matters) return notes({ "mine.lua" }, nil, 'variant "mine" { doc = "", matters = ' .. matters .. " }") end
    assert.same({}, said '{ units = { arm = "artillery" }, none = "no guns" }')
    assert.same({}, said '{ units = { arm = { "none", "cavalry" } }, none = "no horse" }')
    assert.same({}, said '{ areas = { terrain = "nowhere" }, units = { arm = "infantry" } }')
    local none = "The variant mine says that it can change nothing in this battle: %s."
    assert.same({ none:format "no such guns" }, said '{ units = { arm = "artillery", men = 3 }, none = "no such guns" }')
    assert.same({ none:format "it concerns nothing in it" }, said "{ areas = { terrain = { \"nowhere\" } } }")
  end)

  it("cannot change the battle, nor stop it by failing", function()
    local own = [[variant "mine" { doc = "", matters = function(state) state.turn = 9 end }]]
    local said = notes({ "mine.lua" }, nil, own)
    assert.equal(1, #said)
    assert.truthy(said[1]:find("it cannot tell", 1, true))
    assert.same({}, notes({ "mine.lua" }, nil,
      [[variant "mine" { doc = "", matters = function(state) return #state.order.units > 4 end }]]))
  end)
end)
