-- The words of odds: what is a comparison, what sweeps, and what is left for the procedure. Every expectation is by hand.
package.loaded.host = package.loaded.host or { width = function() return 80 end }
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local outcomes <const> = require "limber.ask.outcomes"
local grammar <const> = require "read.grammar"
local words <const> = require "odds.words"

local rules <const> = assert(Rules.load(loader, "fusilier"))

--- What is asked by some words, and those that are left.
local function asked(line, opts)
  local list = grammar.split(line)
  local given = opts or {}
  given.versus = given.versus or {}
  local request, fault = words.request(given, list)
  return request, request and table.concat(list, " ") or fault.message
end

describe("a comparison among the words", function()
  it("is one word, or several with blanks between", function()
    for line, by in pairs {
      ["12pdr points>=2 guns=8"] = "points>=2", ["12pdr points >= 2 guns=8"] = "points >= 2",
      ["12pdr 'points >= 2' guns=8"] = "points >= 2", ["12pdr points>= 2 guns=8"] = "points>= 2",
      ["12pdr points >=2 guns=8"] = "points >=2", ['12pdr "points >= 2" guns=8'] = "points >= 2",
    } do
      local request, left = asked(line)
      assert.same({ by, "12pdr guns=8" }, { request.by, left }, line)
    end
  end)

  it("takes its sums, and what is joined to it, along", function()
    for _, by in ipairs { "a.1.margin - b.1.margin > 2", "2 * points + 1 == 3", "winner == a and a.1.margin > 3",
      "points >= 2 or guns_silenced > 0" } do
      local request, left = asked("guns=8 " .. by .. " formed")
      assert.same({ by, "guns=8 formed" }, { request.by, left })
    end
  end)

  it("is told from an argument, and needs both sides", function()
    assert.equal("a.1.quality=5 formed", select(2, asked "a.1.quality=5 formed"))
    assert.is_nil(asked("guns=8").by)
    assert.matches("both sides", select(2, asked "guns=8 points >="))
    assert.matches("both sides", select(2, asked ">= 2"))
    assert.matches("cannot go with points > 1", select(2, asked("points > 1", { by = "roll" })))
  end)

  it("may stand after by=, in quotes", function()
    assert.same({ "points > 1", "guns=8" }, { asked("guns=8 by=\"points > 1\"").by, select(2, asked "guns=8 by='points > 1'") })
    assert.equal("points", asked("guns=8 by=points").by)
  end)
end)

describe("an option", function()
  it("takes chances as they are written", function()
    for text, share in pairs { ["50%"] = 0.5, ["0.25"] = 0.25, ["1/3"] = 1 / 3, ["100 %"] = 1, ["0"] = 0 } do
      assert.equal(share, words.share(text), text)
    end
    for _, text in ipairs { "150%", "50", "x", "-1%", "1/0" } do assert.is_nil(words.share(text), text) end
    assert.same({ 0.1, 0.9 }, asked("", { quantile = "10%,90%" }).quantiles)
    for _, text in ipairs { "", ",", "10%,", "10%,x" } do
      assert.matches("--quantile must be such as", select(2, asked("", { quantile = text })), nil, true)
    end
  end)

  it("may stand in quotes at the prompt", function()
    assert.equal("odd name.svg", asked("", { svg = "'odd name.svg'" }).svg)
  end)

  it("that is wrong is named", function()
    for name, text in pairs { ["at-least"] = "1.5", paths = "0", sample = "many", quantile = "ten", flip = "2" } do
      assert.matches("^%-%-" .. name:gsub("%-", "%%-"), select(2, asked("", { [name] = text })))
    end
  end)
end)

describe("a sweep", function()
  local function swept(line, procedure)
    local list = grammar.split(line)
    local axes, fault = words.axes(rules, rules.procedures[procedure or "artillery.fire"], list)
    return axes or fault.message, table.concat(list, " ")
  end

  it("has every value of a range, a list, or all that are declared", function()
    for word, values in pairs {
      ["guns=3..6"] = { 3, 4, 5, 6 }, ["guns=3..8:2"] = { 3, 5, 7 }, ["guns=12.."] = { 12, 13, 14 }, ["guns=..3"] = { 2, 3 },
      ["guns=4,9"] = { 4, 9 }, ["guns=2..3,8,3"] = { 2, 3, 8 }, ["range_mm=1in..3in"] = { 25, 50, 76 }, ["range_mm=10in..20in:5in"] = { 254, 381, 508 },
      ["range_mm=100mm..200mm:50"] = { 100, 150, 200 }, ["range_mm=99mm..101mm"] = { 99, 100, 101 },
      ["target=battery,formed"] = { "battery", "formed" }, ["target=.."] = { "formed", "battery", "skirmishers" },
    } do
      local axes, left = swept("12pdr " .. word)
      assert.same(values, axes[1].values, word)
      assert.equal(("12pdr %s=%s"):format(axes[1].path, values[1]), left)
    end
    assert.same({ false, true }, swept("a.1.attacking=..", "combat.infantry")[1].values)
  end)

  it("takes no value of the same argument besides", function()
    for _, line in ipairs { "guns=8 guns=3..6 formed", "guns=3..6 formed guns=8", "guns=3..6 guns=3" } do
      assert.equal("guns is swept, and given a value besides", (swept(line)), line)
    end
    assert.matches("a.1.attacking is swept", swept("a.1.attacking a.1.attacking=..", "combat.infantry"), nil, true)
  end)

  it("that is wrong says why", function()
    for line, why in pairs {
      ["guns=2..20"] = "guns must be 2 to 14", ["range_mm=5.."] = "no declared largest", ["guns=6..3"] = "goes up",
      ["3..6"] = "NAME=3..6", ["guns=2,3 range_mm=1,2 target=.."] = "third sweep", ["guns=2,3 guns=4,5"] = "swept twice",
      ["target=formed..battery"] = "has words", ["range_mm=1..1000"] = "more than 400", ["target=formed,men"] = "target must be",
    } do
      assert.matches(why, swept(line), nil, true)
    end
  end)
end)

describe("what odds go by", function()
  it("is parted at commas outside parentheses and quotes", function()
    assert.same({ "winner", "a.1.response" }, outcomes.parts "winner,a.1.response")
    assert.same({ "winner", "a.1.response" }, outcomes.parts "winner a.1.response")
    assert.same({ "max(a, b)", 'code == ","', "c + 1" }, outcomes.parts "max(a, b), code == \",\" , c + 1")
  end)
end)
