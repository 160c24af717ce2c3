--- A muster: terse lines read as the ruleset's fields want them, written down as a scenario without positions.
local disk_loader <const> = require "disk_loader"
local fields <const> = require "limber.language.fields"
local game_fields <const> = require("limber.language.game_fields").words
local lines <const> = require "told.muster_lines"
local muster_text <const> = require "told.muster_text"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"

local rules <const> = assert(Rules.load(disk_loader, "fusilier", {}, { game = require "limber.game.words" }))
local carries <const> = rules.published.game.carries
local check <const> = lines.checker(rules, carries.unit)

local function units(line)
  return lines.units(carries.unit.args, line, carries.unit.terse, check)
end

describe("a line of units", function()
  it("says how many, what, and their numbers", function()
    local groups = assert(units '3 infantry 690x3 "17th Line"; 2 cavalry 160x2 light; 1 infantry 300x3 skirmish rifle')
    assert.are.equal(3, #groups)
    assert.are.same({ 3, "17th Line" }, { groups[1].count, groups[1].name })
    assert.are.same({ troop = "infantry", men = 690, ranks = 3 }, groups[1].given)
    assert.are.same({ troop = "cavalry", men = 160, ranks = 2, weight = "light" }, groups[2].given)
    assert.are.same({ troop = "infantry", men = 300, ranks = 3, drill = "skirmish", rifle = true }, groups[3].given)
  end)

  it("knows the ruleset's own words", function()
    local groups = assert(units "battery 8 12pdr field; 2 battery 6 4pdr horse quality=7; battery 4 3pdr light")
    assert.are.same({ troop = "field_artillery", guns = 8, calibre_pdr = 12 }, groups[1].given)
    assert.are.same({ troop = "horse_artillery", guns = 6, calibre_pdr = 4, quality = 7 }, groups[2].given)
    assert.are.equal("light_artillery", groups[3].given.troop)
    assert.are.equal("battery", groups[1].noun)
  end)

  it("refuses what is no unit, and says why", function()
    for line, why in next, {
      ["3 infantri 690x3"] = "did you mean infantry", ["infantry 690x"] = "690x", ["battery 8 7pdr"] = "calibre_pdr",
      ["2 infantry 690x3 colour=red"] = "no field colour", ["infantry"] = "men", ["battery 99 6pdr"] = "guns",
    } do
      local groups, wrong = units(line)
      assert.is_nil(groups, line)
      assert.truthy(wrong:find(why, 1, true), line .. ": " .. tostring(wrong))
    end
  end)

  it("begins with a name where it is of a formation or a place", function()
    local name, given = lines.named(carries.leader.args, "von der Decken rash")
    assert.are.same({ "von der Decken", { temperament = "rash" } }, { name, given })
    name, given = lines.named(carries.area.args, "La Haye Sainte built_up stone")
    assert.are.same({ "La Haye Sainte", { terrain = "built_up", material = "stone" } }, { name, given })
    assert.is_nil((lines.named(carries.area.args, "")))
  end)
end)

local function group(level, rank, name, given, line, inside)
  return {
    level = level, rank = rank, name = name, given = given, units = line and assert(units(line)) or {},
    inside = inside or {},
  }
end

describe("a muster's text", function()
  it("is a scenario that can be begun without a position", function()
    local sides = {}
    for i, id in ipairs { "a", "b" } do
      sides[i] = { id = id, name = "Side " .. id, given = { army = "other" }, groups = {
        group("division", "division", "Müller", {}, nil, {
          group("brigade", "brigade", "Lukas", { quality = 6, temperament = "rash" }, "12 infantry 690x3; battery 8 6pdr"),
        }),
      } }
    end
    local text = muster_text.text({
      title = 'The "Mill"', ruleset = "fusilier", settings = { year = 1809, start_min = 540 }, sides = sides,
      places = { { name = "Altdorf", given = { terrain = "built_up", material = "wood" } } },
    }, carries)
    local scenario = assert(Scenario.read(text, "mill.lua"))
    local start, faults = Scenario.build(scenario, rules)
    assert(start, faults and Scenario.fault_text(faults[1]))
    assert.are.equal("told", start.facts)
    assert.are.equal(26, #start.order.units)
    assert.are.same({ "1", "Lukas' battery" }, { start.units.a11.number:sub(1, 1), start.units.a113.name })
    for _, unit in next, start.units do assert.is_nil(unit.base) end
    assert.are.equal("rash", start.leaders.lukas.temperament)
    assert.are.equal("lukas", start.formations.lukas_brigade.commander)
    assert.are.equal("muller_division", start.formations.lukas_brigade.formation)
    assert.are.equal("Altdorf", start.areas.altdorf.name)
  end)
end)

describe("another ruleset's muster", function()
  it("puts levels, commanders and ranks into the fields that it says hold them", function()
    local int, enum, leader = fields.words.int, fields.words.enum, game_fields.leader
    local other = {
      unit = { args = { int "muskets" { 1 } }, terse = { kind = "muskets" } },
      formation = {
        terse = { level = "size", commander = "chief" },
        args = { enum "size" { "wing", "troop" }, leader "chief" { "own", optional = true } },
      },
      leader = { terse = { rank = "grade" }, args = { enum "grade" { "colonel", "captain" } } },
    }
    local text = muster_text.text({ title = "Other", ruleset = "other", settings = {}, places = {}, sides = {
      { id = "a", name = "Blue", given = {}, groups = {
        { level = "troop", rank = "captain", name = "Bold", given = {}, inside = {},
          units = { { count = 1, given = { muskets = 40 } } } },
      } },
    } }, other)
    assert.truthy(text:find('leader "bold" { name = "Bold", grade = "captain" }', 1, true), text)
    assert.truthy(text:find('size = "troop", chief = "bold"', 1, true), text)
    assert.is_nil(text:find("level", 1, true))
  end)
end)
