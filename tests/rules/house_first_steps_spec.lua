--- What players meet who write their first house rules: decisions with a plain list of options, rows without a source,
--- rules that are taken away from under the pieces, and what `check` tells of all this.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local words <const> = require "limber.game.words"

local function disk(text)
  return setmetatable({ variant = function() return "mine.lua", text, false end }, { __index = loader })
end

--- Horse and Musket under a variant of this text; nil and what is wrong with it.
local function under(text)
  local done, rules, fault = pcall(Rules.load, disk(text), "horse_and_musket", { "mine.lua" }, { game = words })
  if done and rules then return rules end
  return nil, tostring(done and fault.message or rules)
end

local function published() return assert(Rules.load(loader, "horse_and_musket", {}, { game = words })) end

local BATTLE <const> = [[scenario {
  title = "Two units", ruleset = "horse_and_musket", seed = 3, last_turn = 2,
  ground = { width = 900, depth = 900 },
  side "a" { name = "the Reds", edge = "south", facing = "north",
    formation "ra" { name = "Reds", commander = "red",
      unit "1" { name = "Foot", troop = "%s", grade = "average", at = { 400, 300 } } },
    leader "red" { name = "General Red", with = "1" } },
  side "b" { name = "the Blues", edge = "north", facing = "south",
    formation "ba" { name = "Blues", commander = "blue",
      unit "2" { name = "Guard", troop = "light_cavalry", grade = "average", at = { 400, 500 } } },
    leader "blue" { name = "General Blue", with = "2" } },
}]]

local function begun(rules, troop)
  local scenario = assert(Scenario.read(BATTLE:format(troop), "two.lua"))
  local start, faults = Scenario.build(scenario, rules)
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new { rules = rules, start = start, seed = 3 }
  assert(game:start())
  return game
end

local PIKES <const> = [[variant "mine" { of = "horse_and_musket", doc = "Pikemen.", %s rows = {
  units = { { troop = "pikemen", counts_as = "close_order_infantry", arm = "infantry", bases = 4, figures_per_base = 4,
    default_formation = "line", default_weapon = "musket", close_order = "yes", has_colours = "yes", melee_dice = 4 } },
  army_lists = { { army = "prussian", unit = "pikes", troop = "pikemen", grade = "average", weapon = "musket",
    min = 0, max = 3 } } } }]]

local EVADE <const> = [[variant "mine" { of = "horse_and_musket", doc = "They may evade." }
insert "charge" { before = "measure", decision "evade" { side = "other", options = %s, cite = "house" } }]]

describe("a decision that a house rule declares", function()
  it("takes a plain list of words for its options, and gives each asking its own", function()
    local rules = assert(under(EVADE:format '{ "stand", "evade" }'))
    local sequence = rules.game.sequences.charge
    local step = sequence[sequence.index.evade]
    local first = step.options()
    first[1] = "changed"
    assert.same({ "stand", "evade" }, step.options())
  end)

  it("refuses anything else", function()
    for _, options in ipairs { '{ "stand", 3 }', "{}", '"stand"', '{ "stand", "stand" }' } do
      local _, message = under(EVADE:format(options))
      assert.matches('mine.lua:2: decision "evade": options must be a function or a list of words', message, 1, true)
    end
  end)
end)

describe("a row without a source", function()
  it("cites what its house rule cites", function()
    assert.equal("house", assert(under(PIKES:format "")).view.tables.army_lists("prussian", "pikes", "cite"))
    assert.equal("4.1", assert(under(PIKES:format 'cite = "4.1",')).view.tables.army_lists("prussian", "pikes", "cite"))
  end)
end)

describe("a house rule that is taken away", function()
  it("stays while a piece bears a word that it alone has", function()
    local game = begun(assert(under(PIKES:format "")), "pikemen")
    local line, fault = game:change_rules(published(), { kind = "variant", variants = {} })
    assert.is_nil(line)
    assert.matches("the troop of Foot is pikemen, which these rules do not have", fault.message, 1, true)
    assert.truthy(game.rules.game.carries.unit)
    assert.equal("pikemen", game.state.root.units["1"].troop)
  end)

  it("goes where nobody bears one", function()
    local game = begun(assert(under(PIKES:format "")), "close_order_infantry")
    assert(game:change_rules(published(), { kind = "variant", variants = {} }))
  end)
end)

local COLOURS <const> = [[variant "mine" { of = "horse_and_musket", doc = "A die less for each colour that is lost.",
  fields = { side = { int "colours_lost_by" { 0, 9, default = 0 } }, battle = { int "gloom" { 0, 9, default = 0 } } },
  args = { melee_unit = { int "colours_lost_by" { 0, 9, default = 0 }, int "gloom" { 0, 9, default = 0 } } } }]]

describe("an argument that a house rule adds to the record of a unit", function()
  it("is filled by the field of that unit's side, or of the battle", function()
    local game = begun(assert(under(COLOURS)), "close_order_infantry")
    local state = game.state.root
    local function described(id) return game.play:described({}, state.units[id], "melee_unit") end
    assert.same({}, described "1")
    game.state:set(state.sides.b, "colours_lost_by", 2)
    assert.same({}, described "1")
    assert.same({ colours_lost_by = 2 }, described "2")
    game.state:set(state.battle, "gloom", 1)
    assert.same({ gloom = 1 }, described "1")
  end)
end)

describe("the path of a cell", function()
  it("of the wrong length is answered with one that is right", function()
    local _, message = under [[variant "mine" { of = "horse_and_musket", doc = "x.",
      cells = { ["small_arms_to_hit.close_order_infantry.need"] = 3 } }]]
    assert.matches("small_arms_to_hit is read by troop, such as small_arms_to_hit.close_order_infantry", message, 1, true)
  end)
end)
