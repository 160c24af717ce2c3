-- What procedures declare as data: how a result is told, and which arguments go together.
local conditions <const> = require "limber.language.conditions"
local fields <const> = require "limber.language.fields"
local procedures <const> = require "limber.rules.procedures"
local sayings <const> = require "limber.rules.sayings"

local w <const> = fields.words
local OUT <const> = {
  w.flag "lost" {}, w.int "hits" { 0 }, w.enum "shape" { "a_square", "none" }, w.list "reasons" { of = w.text "id" {} },
}

local function told(says, result) return sayings.new("x", says, OUT, 1)(result) end

describe("what a result comes to in words", function()
  it("is the text of the first row that holds", function()
    local says = { { "lost", "is lost" }, { "not hits", "stands" }, { "shape=a_square", "forms {shape}" }, "{hits figure} down" }
    assert.equal("is lost", told(says, { lost = true, hits = 0, shape = "none" }))
    assert.equal("stands", told(says, { lost = false, hits = 0, shape = "a_square" }))
    assert.equal("forms a square", told(says, { lost = false, hits = 1, shape = "a_square" }))
    assert.equal("1 figure down", told(says, { lost = false, hits = 1, shape = "none" }))
    assert.equal("2 figures down", told(says, { lost = false, hits = 2.0, shape = "none" }))
    assert.equal("", told({ { "lost", "is lost" } }, { lost = false }))
  end)

  it("has lists of words with commas; an empty one does not hold", function()
    local says = { { "reasons", "no: {reasons}" }, "yes" }
    assert.equal("no: too far, tired", told(says, { reasons = { "too_far", "tired" } }))
    assert.equal("yes", told(says, { reasons = {} }))
    assert.equal("hits 3", told("hits {hits}", { hits = 3 }))
  end)

  it("names fields of the result, or is refused where it is declared", function()
    for _, one in ipairs {
      { { { "loss", "is lost" } }, "x: says: no field loss in out" },
      { "{hit} down", "x: says: no field hit in out" },
      { { { "lost" } }, "x: says[1] must be a text, or a field and its text" },
    } do
      local done, message = pcall(told, one[1], {})
      assert.is_false(done)
      assert.truthy(message:find(one[2], 1, true), message)
    end
  end)
end)

describe("arguments that go together", function()
  local LIST <const> = {
    w.enum "arm" { "foot", "horse", "guns", default = "foot" }, w.flag "rifles" { only = { arm = { "foot", "guns" } } },
    w.int "pace" { 0, default = 1, only = { rifles = false } }, w.enum "round" { "first", "later", default = "first", must = "first" },
  }

  local function fault(given)
    local refused = conditions.fault(LIST, assert(fields.check(LIST, given)))
    return refused and refused.message
  end

  it("are refused apart, in their order", function()
    assert.is_nil(fault {})
    assert.is_nil(fault { rifles = true, arm = "guns", pace = 1 })
    assert.equal("rifles goes with arm foot or guns", fault { rifles = true, arm = "horse", pace = 2 })
    assert.equal("pace goes with no rifles", fault { rifles = true, pace = 2 })
    assert.equal("round must be first", fault { round = "later" })
    assert.is_nil(fault { arm = "horse", rifles = false, pace = 2 })
    assert.is_nil(conditions.fault({ LIST[1] }, { arm = "horse" }))
  end)

  it("name other arguments, or are refused where they are declared", function()
    local function declare(args)
      return pcall(procedures.new, "x.y", { cite = "", doc = "", args = args, out = { w.flag "a" {} }, resolve = function() end }, 1)
    end
    assert.is_true(declare(LIST))
    local done, message = declare { w.flag "rifles" { only = { arms = true } } }
    assert.is_false(done)
    assert.truthy(message:find('only of rifles: no argument "arms"', 1, true), message)
  end)
end)
