-- The terse question grammar: words become arguments, and what cannot be meant is refused with what could.
local complete <const> = require "prompt.complete_rules"
local grammar <const> = require "read.grammar"
local missing <const> = require "prompt.missing"
local toy <const> = require "toy_rules"
local units <const> = require "read.units"

local rules <const> = toy.rules()

local function parse(name, line)
  return grammar.parse(rules, rules.procedures[name], grammar.split(line))
end

local function fault(name, line)
  local args, refusal = parse(name, line)
  assert.is_nil(args, line)
  return refusal.message
end

describe("the grammar", function()
  it("gives bare words and numbers to the arguments that take them", function()
    assert.same({ calibre_pdr = 12, guns = 3, range_mm = 650, target = "formed", quick = true },
      parse("gun.fire", "12pdr guns=3 650mm formed quick"))
    assert.same({ guns = 3, calibre_pdr = 12, range_mm = 650 }, parse("gun.fire", "650mm guns=3 12pdr"))
  end)

  it("reads values as JSON, else as numbers with units, else as words", function()
    assert.same({ range_mm = 75, target = "formed", quick = false, guns = 2 },
      parse("gun.fire", "range_mm=7.5cm target=formed quick=false guns=2"))
    assert.same({ a = { { skill = 4, scars = { 2, 3 } } } }, parse("duel.fight", 'a=[{"skill": 4, "scars": [2, 3]}]'))
    assert.same({ target = "formed" }, parse("gun.fire", 'target="formed"'))
  end)

  it("follows dotted paths", function()
    assert.same({ a = { { skill = 5, wounded = true }, { skill = 2 } }, b = { skill = 1, ground = "hill" } },
      parse("duel.fight", "a.1.skill=5 a.1.wounded a.2.skill=2 b.skill=1 b.ground=hill"))
    assert.same({ a = { { skill = 5, scars = { 3 } } } }, parse("duel.fight", "a.1.skill=5 a.1.scars.1=3"))
  end)

  it("converts lengths exactly, rounding as the ruleset says", function()
    assert.equal(254, parse("gun.fire", "10in").range_mm)
    assert.equal(660, parse("gun.fire", "26in").range_mm) -- 660.4, down
    local number = units.read "26in"
    assert.equal(660, units.convert(number, "mm", { mm = "nearest" }))
    assert.equal(661, units.convert(number, "mm", { mm = "up" }))
    local value, text = units.convert(number, "mm", nil)
    assert.is_nil(value)
    assert.equal("must be whole mm, and 26in is 660.4 mm", text)
  end)

  it("refuses what could be meant for several, with their names", function()
    assert.equal("open (word 1) could be target or cover: write target=open", fault("gun.fire", "open"))
    assert.equal("2 (word 1) could be guns, range_mm or spare: write guns=2", fault("gun.fire", "2"))
  end)

  it("lets what is named leave fewer places for what is not", function()
    assert.same({ target = "formed", cover = "open" }, parse("gun.fire", "open target=formed"))
  end)

  it("refuses what fits nowhere, with the nearest", function()
    assert.equal("fromed (word 2) is no value and no flag of gun.fire; did you mean formed?",
      fault("gun.fire", "12pdr fromed"))
    assert.equal("gunz=2 (word 1) gives no argument gunz; did you mean guns?", fault("gun.fire", "gunz=2"))
    assert.equal("a.1.skil=2 (word 1) gives no argument a.1.skil; did you mean skill?", fault("duel.fight", "a.1.skil=2"))
    assert.equal("9min (word 1) fits nowhere: no argument of gun.fire is in min", fault("gun.fire", "9min"))
    assert.equal("9ells (word 1) has an unknown unit; units are mm, cm, in, min, deg and pdr", fault("gun.fire", "9ells"))
    assert.equal("-4 (word 1) fits nowhere: no argument of gun.fire takes it", fault("gun.fire", "-4"))
  end)

  it("says what a word lacks", function()
    assert.equal("guns (word 1) needs a value, 1 to 3: guns=…", fault("gun.fire", "guns"))
    assert.equal("a.1.skill (word 1) needs a value, 0 to 9: a.1.skill=…", fault("duel.fight", "a.1.skill"))
    assert.equal("wounded (word 1) is for a part of the question: write a.1.wounded or b.wounded",
      fault("duel.fight", "wounded"))
    assert.equal("hill (word 1) is for a part of the question: write a.1.ground=hill or b.ground=hill",
      fault("duel.fight", "hill"))
  end)

  it("refuses what is given twice, or makes no whole", function()
    assert.equal("guns=3 (word 2) gives guns a second time, after word 1", fault("gun.fire", "guns=2 guns=3"))
    assert.equal("formed (word 2) gives target a second time, after word 1", fault("gun.fire", "formed formed"))
    assert.equal("a.2 is missing: a later one of its list is given", fault("duel.fight", "a.1.skill=1 a.3.skill=1"))
    assert.equal("guns=1.5mm (word 1) gives guns, which takes a number without a unit, got 1.5mm",
      fault("gun.fire", "guns=1.5mm"))
    assert.matches("looks like JSON but cannot be read", fault("duel.fight", "a=[{skill:4}]"), 1, true)
    assert.equal("range_mm=12pdr (word 1) gives range_mm, which is in mm, got 12pdr", fault("gun.fire", "range_mm=12pdr"))
  end)

  it("splits a line outside quotes and brackets", function()
    assert.same({ "a=[1, 2]", 'name="x y"', "z" }, grammar.split '  a=[1, 2] name="x y"  z ')
    assert.same({ 'name="a \\" b"', "c" }, grammar.split 'name="a \\" b" c')
    assert.same({ "by='a b'", "'c d'", "Ledru's", "'tis", "e" }, grammar.split "by='a b' 'c d' Ledru's 'tis e")
    assert.same({ [['one "two"']], [["a \" 'b'"]] }, grammar.split [['one "two"' "a \" 'b'"]])
    assert.equal([[a "b" \ 'c']], grammar.plain [["a \"b\" \\ 'c'"]])
    assert.equal([[a \" b]], grammar.plain [['a \" b']])
  end)

  it("asks for what is missing, with its range, until it will do", function()
    local asked, told = {}, {}
    local answers = { "13", "12pdr", "2", "50cm", "formed" }
    local args = missing.ask(rules, rules.procedures["gun.fire"], {}, function(prompt)
      asked[#asked + 1] = prompt
      return table.remove(answers, 1)
    end, function(text) told[#told + 1] = text end)
    assert.same({ calibre_pdr = 12, guns = 2, range_mm = 500, target = "formed" }, args)
    assert.equal("calibre_pdr (12 or 6 pdr)? ", asked[1])
    assert.equal("range_mm, to the nearest edge (whole mm, 1 or more)? ", asked[4])
    assert.same({ "calibre_pdr must be 12 or 6, got 13" }, told)
  end)

  it("asks for the parts of a missing list or object", function()
    local asked, answers = {}, { "4", "5" }
    local args = missing.ask(rules, rules.procedures["duel.fight"], {}, function(prompt)
      asked[#asked + 1] = prompt
      return table.remove(answers, 1)
    end, function() end)
    assert.same({ a = { { skill = 4 } }, b = { skill = 5 } }, args)
    assert.same({ "a.1.skill (0 to 9)? ", "b.skill (0 to 9)? " }, asked)
  end)

  it("gives up asking on an empty answer", function()
    local args, refusal = missing.ask(rules, rules.procedures["duel.fight"], {}, function() return "" end, error)
    assert.is_nil(args)
    assert.equal("a.1.skill", refusal.arg)
  end)
end)

describe("completion", function()
  local function words(line)
    local word = line:match "[^%s=]*$"
    return complete.words({ rules = rules }, line:sub(1, #line - #word), word)
  end

  it("knows procedures, arguments and their values", function()
    assert.same({ "duel.fight", "duel.outcome" }, words "odds du")
    assert.same({ "gun.fire" }, words "gun")
    assert.same({ "cover=", "guns=", "spare=", "target=" }, (function()
      local found = {}
      for _, one in ipairs(words "gun.fire quick calibre_pdr=12 range_mm=3 ") do
        if one:find "=$" then found[#found + 1] = one end
      end
      return found
    end)())
    assert.same({ "formed" }, words "ask gun.fire f")
    assert.same({ "formed", "open" }, words "gun.fire target=")
    assert.same({ "12", "6" }, words "gun.fire calibre_pdr=")
    assert.same({ "a.1.ground=" }, words "duel.fight a.1.g")
    assert.same({ "b.wounded" }, words "duel.fight b.w")
    assert.same({ "far" }, words "odds gun.fire by=f")
  end)

  it("knows tables, their places and options", function()
    assert.same({ "tables.bands", "tables.bands_harsh", "tables.bonus" }, words "tables.b")
    assert.same({ "tables.bonus.hill" }, words "x = tables.bonus.h")
    assert.same({ "tables.crossing.foot.stream" }, words "tables.crossing.foot.s")
    assert.same({ "option.ties" }, words "option.t")
  end)

  it("gives nothing where nothing is known", function()
    assert.same({}, words "tables.nope.x")
    assert.same({}, words "duel.fite gu")
    assert.same({}, words "x = 1 + yyy")
  end)
end)
