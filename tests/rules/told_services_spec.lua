--- Told games inside the services of the table: facts that a service declares, what a ruleset says of them in its own
--- words, and what is asked, or not, on a measured table and on one that players measure for themselves.
local services <const> = require "limber.tabletop.services"
local fields <const> = require "limber.language.fields"
local toys <const> = require "rules.toys"

local TOLD <const> = [[
scenario {
  title = "No table", ruleset = "toy", facts = "told", last_turn = 4,
  side "a" { name = "Blue", unit "31" { kind = "foot", men = 20, name = "Garde" } },
  side "b" { name = "Red", unit "7" { kind = "horse", men = 12 } },
}
]]

--- A service: it goes ahead as far as nothing is in the way. What it needs to know is asked of the players where nothing
--- is measured, and nothing but the service knows that.
local FACTS <const> = {
  ahead = {
    ask = "What does {1} come to first within {2} mm?", suggest = {},
    fields.words.list "ahead" { of = fields.words.text "id" {}, default = {} },
    measured = function(view, _, id) return { view:unit(id).base and "measured" or "nowhere" } end,
  },
  crowded = { ask = "Is it crowded about {1}?", fields.words.flag "crowded" {}, suggest = true, measured = false },
  in_the_way = {
    ask = "Who is in the way of {1}?", fields.words.list "units" { of = fields.words.text "id" {}, default = {} },
  },
}

local WORDS <const> = [[
fact "ahead" { ask = "{1} goes {2} mm ahead: what is it at?" }
command "scout" { args = { unit "unit" { "own" } },
  check = where_measured(function() return refuse("unit", "may not, on a map") end),
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:set(unit, "ahead", play:fact("ahead", cmd.unit, 40)[1])
    play:set(unit, "crowded", play:fact("crowded", cmd.unit))
    play:set(unit, "told", play:told())
    local said = play:told("in_the_way", cmd.unit)
    play:set(unit, "way", said and #said or -1)
  end,
  proposals = where_measured(function(view, side)
    local list = {}
    for id in view:units(side) do list[#list + 1] = { unit = id } end
    return list
  end),
}
]]

--- The toy with those words; `more` is added to its game files.
local function instead(more)
  local turn = toys.slurp("tests/rules/toy/turn.lua"):gsub('commands = { "charge" }', 'commands = { "charge", "scout" }')
  return { ["rules-lua/toy/turn.lua"] = turn .. WORDS .. (more or "") }
end

local function begun(text, answers)
  local asked = {}
  local game = toys.game {
    text = text, instead = instead(),
    tell_fact = answers and function(question)
      asked[#asked + 1] = question
      return table.remove(answers, 1)
    end,
  }
  assert(game:start())
  return game, asked
end

local SCOUT <const> = { side = "a", ["do"] = "scout", unit = "31" }

describe("a service's facts", function()
  before_each(function()
    for name, fact in pairs(FACTS) do
      services.facts[name] = fact
      fact.name, fact.field = name, fact[1]
    end
  end)
  after_each(function()
    for name in pairs(FACTS) do services.facts[name] = nil end
  end)

  it("are asked of the players in the ruleset's words, else in the service's", function()
    local game, asked = begun(TOLD, { { "wood" }, false, { "7", "8" } })
    local line, fault = game:command(SCOUT)
    assert(line, fault and fault.message)
    local texts = {}
    for i, one in ipairs(asked) do texts[i] = one.text end
    assert.are.same({ "Garde goes 40 mm ahead: what is it at?", "Is it crowded about Garde?",
      "Who is in the way of Garde?" }, texts)
    local unit = game.state.root.units["31"]
    assert.are.same({ "wood", false, true, 2 }, { unit.ahead, unit.crowded, unit.told, unit.way })
  end)

  it("offer what is likely: a value, or the default of a list", function()
    local game, asked = begun(TOLD, { {}, true, {} })
    assert(game:command(SCOUT))
    assert.are.same({}, asked[1].offered)
    assert.is_true(asked[2].offered)
    assert.are.same({}, asked[3].offered)
    asked[1].offered[1] = "changed"
    assert.are.same({}, FACTS.ahead.suggest)
  end)

  it("are measured on a measured table, and what is only told is not asked there", function()
    local game = begun(nil)
    local line, fault = game:command(SCOUT, { allow = "to see" })
    assert(line, fault and fault.message)
    local unit = game.state.root.units["31"]
    assert.are.same({ "measured", false, false, -1 }, { unit.ahead, unit.crowded, unit.told, unit.way })
    local done, message = pcall(game.play.fact, game.play, "in_the_way", "31")
    assert.is_false(done)
    assert.truthy(tostring(message):find("the fact \"in_the_way\" is not measured", 1, true))
  end)

  it("are each declared once by a ruleset", function()
    local done, message = pcall(toys.rules, instead [[fact "ahead" { ask = "Again?" }]])
    assert.is_false(done)
    assert.truthy(tostring(message):find('fact "ahead" is declared twice', 1, true))
    assert.are.equal("What does {1} come to first within {2} mm?", services.facts.ahead.ask)
  end)
end)

describe("what is of a measured table alone", function()
  it("says nothing in a told game", function()
    services.facts.ahead, services.facts.crowded = FACTS.ahead, FACTS.crowded
    FACTS.ahead.name, FACTS.ahead.field = "ahead", FACTS.ahead[1]
    FACTS.crowded.name, FACTS.crowded.field = "crowded", FACTS.crowded[1]
    local function offered(game)
      local count = 0
      for one in game:legal "a" do count = count + (one["do"] == "scout" and 1 or 0) end
      return count
    end
    local measured, told = begun(nil), begun(TOLD, {})
    services.facts.ahead, services.facts.crowded = nil, nil
    assert.are.equal(0, offered(told))
    assert.are.equal(2, offered(measured))
    assert.is_table(told:check(SCOUT))
    local deed, fault = measured:check(SCOUT)
    assert.is_nil(deed)
    assert.are.equal("unit may not, on a map", fault.message)
  end)
end)
