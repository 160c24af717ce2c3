-- Fields: what people give is checked against what is declared, and every fault is named by its path.
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local w <const> = fields.words

local records <const> = {
  unit = {
    w.int "quality" { 1, 9 }, w.flag "attacking" {}, w.enum "slope" { "level", "uphill", default = "level" },
    w.list "defeats" { of = w.int "defeat" { 1 }, default = {} },
    check = function(unit)
      if unit.slope ~= "level" and not unit.attacking then return fields.refuse("slope", "is for an attacker") end
    end,
  },
}
local list <const> = {
  w.int "guns" { 2, 14 }, w.int "calibre" { values = { 12, 6 }, default = 6 }, w.flag "fast" {},
  w.enum "target" { "formed", "battery", default = "formed" }, w.text "name" { optional = true },
  w.list "a" { "unit", default = {} }, w.object "b" { "unit", optional = true },
}

local function check(given) return fields.check(list, given, records) end

local function fault(given)
  local checked, refusal = check(given)
  assert.is_nil(checked)
  return refusal.arg, refusal.message
end

describe("fields", function()
  it("fill in defaults and leave what was given alone", function()
    local given = { guns = 6 }
    assert.same({ guns = 6, calibre = 6, fast = false, target = "formed", a = {} }, (check(given)))
    assert.same({ guns = 6 }, given)
  end)

  it("take a whole float as the integer it is", function()
    local checked = check { guns = 6.0 }
    assert.equal("integer", math.type(checked.guns))
  end)

  it("check every kind", function()
    for _, one in ipairs {
      { { guns = 1 }, "guns must be 2 to 14, got 1" },
      { { guns = 15 }, "guns must be 2 to 14, got 15" },
      { { guns = 2.5 }, "guns must be 2 to 14, got 2.5" },
      { { guns = true }, "guns must be 2 to 14, got true" },
      { { guns = json.null }, "guns must be 2 to 14, got null" },
      { { guns = 2, calibre = 7 }, "calibre must be 12 or 6, got 7" },
      { { guns = 2, fast = 1 }, "fast must be true or false, got 1" },
      { { guns = 2, target = "fromed" }, 'target must be formed or battery, got "fromed"; did you mean formed?' },
      { { guns = 2, name = 3 }, "name must be text, got 3" },
      { { guns = 2, a = "x" }, 'a must be a list, got "x"' },
      { { guns = 2, a = { 4 } }, "a must be a list of objects; its element 1 is 4" },
      { { guns = 2, b = { 4 } }, "b must be an object, got a list" },
      { {}, "guns is required: 2 to 14" },
    } do
      local _, message = fault(one[1])
      assert.equal(one[2], message)
    end
  end)

  it("name the path of a fault inside lists and objects", function()
    assert.equal("a.2.quality", (fault { guns = 2, a = { { quality = 3 }, { quality = 10 } } }))
    assert.equal("b.quality", (fault { guns = 2, b = {} }))
    assert.equal("a.1.slope", (fault { guns = 2, a = { { quality = 3, slope = "uphill" } } }))
    local arg, message = fault { guns = 2, a = { { quality = 3, defeats = { 0 } } } }
    assert.equal("a.1.defeats", arg)
    assert.matches("1 or more", message)
  end)

  it("say unknown arguments first, in alphabetical order, with the nearest", function()
    local arg, message = fault { guns = 99, zeal = 1, gunz = 2 }
    assert.equal("gunz", arg)
    assert.equal("unknown argument gunz; did you mean guns?", message)
  end)

  it("name the list where an element has nothing that each must have", function()
    local legs = { w.list "legs" { "leg" } }
    local leg = { leg = { w.int "length" { optional = true }, w.int "height" { optional = true }, each = "a length or a height" } }
    local _, refusal = fields.check(legs, { legs = { { height = 2 }, { lenght = 3 } } }, leg)
    assert.equal("legs", refusal.arg)
    assert.equal("legs must each have a length or a height; element 2 has lenght; did you mean length?", refusal.message)
    _, refusal = fields.check(legs, { legs = { json.decode "{}" } }, leg)
    assert.equal("legs must each have a length or a height; element 1 has none", refusal.message)
    _, refusal = fields.check(legs, { legs = { { height = 2, lenght = 3 } } }, leg)
    assert.equal("legs.1.lenght", refusal.arg)
  end)

  it("refuse numbers too large to be reckoned with", function()
    local open = { w.int "far" {} }
    for _, far in ipairs { 1 << 53, -(1 << 53) } do assert.equal(far, fields.check(open, { far = far }).far) end
    for _, far in ipairs { (1 << 53) + 1, -(1 << 53) - 1, math.maxinteger, math.mininteger, 1e18 } do
      local _, refusal = fields.check(open, { far = far })
      assert.equal("far", refusal.arg)
    end
  end)

  it("mark what is missing, so that it can be asked for", function()
    local _, refusal = check { a = {} }
    assert.equal("guns", refusal.missing.name)
    local _, other = check { guns = 99 }
    assert.is_nil(other.missing)
  end)

  it("tell a JSON list from a JSON object when both are empty", function()
    assert.equal("a", (fault { guns = 2, a = json.decode "{}" }))
    local arg, message = fault { guns = 2, b = json.decode "[]" }
    assert.equal("b", arg)
    assert.equal("b must be an object, got a list", message)
  end)

  it("find the field of a dotted path", function()
    assert.equal("int", fields.at(list, "a.2.quality", records).kind)
    assert.equal("enum", fields.at(list, "b.slope", records).kind)
    local _, refusal = fields.at(list, "a.1.qualty", records, "argument")
    assert.equal("a.1.qualty", refusal.arg)
    assert.equal("no argument a.1.qualty; did you mean quality?", refusal.message)
    _, refusal = fields.at(list, "a.quality", records)
    assert.equal("a.quality", refusal.arg)
    _, refusal = fields.at(list, "a.quality", records, nil, "by")
    assert.equal("by", refusal.arg)
    assert.equal("no result field a.quality: its elements are numbered from 1", refusal.message)
  end)
end)
