--- What is asked of lists, by rulesets too.
local lists <const> = require "limber.common.lists"

describe("a list", function()
  local function even(n) return n % 2 == 0 end

  it("has a value or has it not; no list has any", function()
    assert.is_true(lists.has({ "a", "b" }, "b"))
    assert.is_false(lists.has({ "a", "b" }, "c"))
    assert.is_false(lists.has(nil, "a"))
  end)

  it("gives the first value that passes, and its place", function()
    assert.are.same({ 4, 2 }, { lists.find({ 1, 4, 6 }, even) })
    assert.is_nil(lists.find({ 1, 3 }, even))
  end)

  it("gives the values that pass in a list of their own", function()
    local list = { 4, 1, 2 }
    assert.are.same({ 4, 2 }, lists.filter(list, even))
    assert.are.same({ 4, 1, 2 }, list)
  end)

  it("takes more at its end", function()
    local list = { 1 }
    assert.are.equal(list, lists.append(list, { 2, 3 }))
    assert.are.same({ 1, 2, 3 }, list)
  end)

  it("gives the value with the least number, the first of equals, without those that have none", function()
    local values = { { n = 5, nth = 1 }, { nth = 2 }, { n = 3, nth = 3 }, { n = 3, nth = 4 } }
    local best, least = lists.least(values, function(one) return one.n end)
    assert.are.same({ 3, 3 }, { best.nth, least })
    assert.is_nil(lists.least({ { nth = 1 } }, function(one) return one.n end))
  end)
end)
