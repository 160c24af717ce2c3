--- Facts told by players: what is read of an answer, what is offered, asked again, given up, and kept.
local answers <const> = require "told.answers"
local fields <const> = require "limber.language.fields"
local game_fields <const> = require "limber.language.game_fields"
local told_facts <const> = require "told.facts"
local told_text <const> = require "told.text"

local int <const>, enum <const>, flag <const>, list <const> =
  fields.words.int, fields.words.enum, fields.words.flag, fields.words.list
local unit <const>, units <const> = game_fields.words.unit, game_fields.words.units

local ORDER <const> = { "a11", "a12", "b51", "b52" }
local VIEW <const> = {
  status = function() return "ready" end,
  state = {
    units = {
      a11 = { id = "a11", number = "11", name = "1/17th Line", side = "a" },
      a12 = { id = "a12", number = "12", name = "2/17th Line", side = "a" },
      b51 = { id = "b51", number = "51", name = "1st Klebek", side = "b" },
      b52 = { id = "b52", number = "52", name = "2nd Klebek", side = "b" },
    },
    leaders = {}, formations = {}, order = { units = ORDER, leaders = {}, formations = {} },
  },
  records = {
    leg = {
      enum "terrain" { "open", "open_woods", "built_up", optional = true }, int "length_mm" { 0, optional = true },
      int "obstacle_height_mm" { 1, optional = true }, flag "road" {},
    },
    pair = { unit "one" { "own" }, unit "other" { "enemy" } },
  },
}

local function read(field, line, more)
  local how = { view = VIEW, side = "a", unit = "mm", rounding = { mm = "down" } }
  for key, value in next, more or {} do how[key] = value end
  return answers.read(how, field, line)
end

describe("an answer", function()
  it("may be a number in any unit, or at another scale", function()
    local distance = int "distance" { 0 }
    assert.are.equal(650, read(distance, "650"))
    assert.are.equal(650, read(distance, " 65cm "))
    assert.are.equal(650, read(distance, "65 cm"))
    assert.are.equal(660, read(distance, "26in")) -- 660.4, rounded down
    assert.are.equal(660, read(distance, "26", { shown = "in" }))
    assert.are.equal(660, read(distance, "26 inches"))
    assert.are.equal(660, read(distance, '26"'))
    assert.are.equal(1300, read(distance, "650", { scale = { 1, 2 } }))
    assert.are.equal(1300, read(distance, "65cm", { scale = { 1, 2 } }))
    assert.are.equal(3, read(int "how_many" { 0 }, "3", { unit = false }))
    local inches = fields.words.number "distance" { 0 }
    assert.are.equal(5.25, read(inches, "5.25", { unit = "in", shown = "in" }))
    assert.are.equal(2.5, read(inches, "63.5mm", { unit = "in", shown = "in" }))
    assert.are.equal(0.5, read(inches, "0.5", { unit = false }))
    local how = { view = VIEW, side = "a", unit = "in", shown = "in" }
    assert.are.equal("5.25", told_text.show(how, inches, 5.25))
    assert.truthy(told_facts.explain(how, inches)[1]:find("in in", 1, true))
    for _, wrong in ipairs { "far", "12min", "26 yards", "1.2.3" } do
      local value, fault = read(distance, wrong)
      assert.is_nil(value, wrong)
      assert.is_string(fault)
    end
  end)

  it("may be yes or no, or the beginning of a word", function()
    assert.is_true(read(flag "sees" {}, "y"))
    assert.is_false(read(flag "sees" {}, "No"))
    assert.is_nil((read(flag "sees" {}, "perhaps")))
    local face = enum "face" { "front", "flank", "rear" }
    assert.are.equal("rear", read(face, "r"))
    assert.are.equal("flank", read(face, "FL"))
    assert.are.equal("f may be front or flank", select(2, read(face, "f")))
    assert.truthy(select(2, read(face, "reer")):find "did you mean rear")
  end)

  it("may be several words, or none", function()
    local ground = list "ground" { of = enum "ground" { "uphill", "broken", "wet" }, default = {} }
    assert.are.same({ "uphill", "broken" }, read(ground, "uphill, brok"))
    assert.are.same({}, read(ground, "none"))
    assert.is_nil((read(ground, "uphill muddy")))
  end)

  it("may be units by number, id or name", function()
    local any = units "near" { default = {} }
    assert.are.same({ "a11", "b52" }, read(any, "11 52"))
    assert.are.same({ "a11", "b52" }, read(any, "1/17th line, 2nd Klebek"))
    assert.are.same({ "b51", "b52" }, read(any, "1st klebek 2nd klebek 51"))
    assert.are.same({}, read(any, "none"))
    assert.are.equal("b51", read(unit "target" {}, "1st Klebek"))
    assert.truthy(select(2, read(any, "11 99")):find "99")
    assert.truthy(select(2, read(any, "Klebek")):find "may be")
    assert.truthy(select(2, read(units "near" { "enemy" }, "11")):find "same side")
    assert.truthy(select(2, read(unit "target" {}, "11 12")):find "one unit")
  end)

  it("may be pairs, or records word by word", function()
    local pairs_of = list "met" { "pair", default = {} }
    local wanted = { { one = "a11", other = "b51" }, { one = "a12", other = "b52" } }
    assert.are.same(wanted, read(pairs_of, "11-51 12-52"))
    assert.are.same(wanted, read(pairs_of, "11 51, 12 2nd Klebek") or read(pairs_of, "11 51, 12 52"))
    local legs = list "legs" { "leg" }
    assert.are.same({
      { terrain = "open", length_mm = 200 }, { terrain = "open_woods", length_mm = 80 },
      { obstacle_height_mm = 1000 },
    }, read(legs, "open 200, woods 80, obstacle 1000"))
    assert.are.same({ { terrain = "built_up", length_mm = 50, road = true } }, read(legs, "5cm road built"))
    assert.are.same({ { terrain = "open", length_mm = 90 } }, read(legs, "length=90 terrain=open"))
    assert.truthy(select(2, read(legs, "open 200 marsh")):find "marsh fits nowhere")
  end)

  it("is written as it would be typed", function()
    local function back(field, value)
      local how = { view = VIEW, side = "a", unit = "mm" }
      local line = told_text.show(how, field, value)
      assert.are.same(value, answers.read(how, field, line), line)
      return line
    end
    assert.are.equal("11 52", back(units "near" { default = {} }, { "a11", "b52" }))
    assert.are.equal("none", back(units "near" { default = {} }, {}))
    assert.are.equal("11-51 12-52", back(list "met" { "pair" },
      { { one = "a11", other = "b51" }, { one = "a12", other = "b52" } }))
    assert.are.equal("y", back(flag "x" {}, true))
    assert.are.equal("25.59", told_text.show({ view = VIEW, unit = "mm", shown = "in" }, int "d" { 0 }, 650))
    local how = { view = VIEW, side = "a" }
    assert.are.equal("open 200, obstacle_height 1000", told_text.show(how, list "legs" { "leg" },
      { { terrain = "open", length_mm = 200 }, { obstacle_height_mm = 1000 } }))
  end)
end)

describe("a question", function()
  local lines, said, prompts
  local function asker(...)
    lines, said, prompts = { ... }, {}, {}
    return told_facts.asker {
      read = function(prompt)
        prompts[#prompts + 1] = prompt
        return table.remove(lines, 1)
      end,
      tell = function(text) said[#said + 1] = text end,
    }
  end

  local function question(field, more)
    local one = {
      fact = "distance", of = { "a11", "b51" }, text = "How far is it?", field = field, unit = "mm", view = VIEW,
      side = "a",
      check = function(value)
        local checked, fault = fields.check({ field }, { [field.name] = value }, VIEW.records)
        if not checked then return nil, fault end
        return checked[field.name]
      end,
    }
    for key, value in next, more or {} do one[key] = value end
    return one
  end

  it("shows its unit and what is offered; Enter takes that", function()
    assert.are.equal(650, asker ""(question(int "d" { 0 }, { offered = 650 })))
    assert.are.equal("How far is it? In mm [650]: ", prompts[1])
    assert.are.equal(true, asker "y"(question(flag "d" {})))
    assert.are.equal("How far is it? y/n: ", prompts[1])
  end)

  it("is asked again when the answer will not do, and explains itself", function()
    assert.are.equal(200, asker("-5", "far", "?", "200")(question(int "d" { 0, 900 })))
    assert.are.equal(4, #prompts)
    assert.truthy(said[1]:find "0 to 900")
    assert.truthy(said[3]:find "0 to 900")
    assert.are.same({ "b51" }, asker("?", "51")(question(units "near" { "enemy" })))
    assert.truthy(said[1]:find("1st Klebek (51), 2nd Klebek (52)", 1, true))
    assert.falsy(said[1]:find "17th")
  end)

  it("is given up by an empty line where nothing is offered, and by the end of input", function()
    for _, ask in ipairs { asker "", asker() } do
      local done, fault = pcall(ask, question(int "d" { 0 }))
      assert.is_false(done)
      assert.are.equal("facts", fault.arg)
    end
  end)
end)
