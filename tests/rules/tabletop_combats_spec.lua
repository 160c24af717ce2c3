--- Services of the table: how contacts are split into combats.
local table_view <const> = require "table_view"

--- Units 40 mm wide in two lines that face each other, by the middles of each along the line.
local function lines_of(ours, theirs)
  local units = {}
  for i, x in ipairs(ours) do units["a" .. i] = { "a", { x, 100, 0, 40, 20 } } end
  for i, x in ipairs(theirs) do units["b" .. i] = { "b", { x, 125, 180, 40, 20 } } end
  return table_view.of(units)
end

--- Pairs from "a1 b1, a1 b2".
local function met(text)
  local pairs_met = {}
  for ours, theirs in text:gmatch "(%w+) (%w+)" do pairs_met[#pairs_met + 1] = { ours = ours, theirs = theirs } end
  return pairs_met
end

--- The combats in a line of text: "a1 a2 on b1, a3 on b2".
local function split(view, text, how)
  local pairs_met, said = met(text), {}
  for i, one in ipairs(view:combats(pairs_met, view:line_order(pairs_met), how)) do
    said[i] = table.concat(one.ours, " ") .. " on " .. table.concat(one.theirs, " ")
  end
  return table.concat(said, ", ")
end

describe("contacts are split into combats", function()
  it("one against one, or the longer line along the shorter", function()
    local view = lines_of({ 100, 140, 180 }, { 110, 170 })
    assert.are.equal("a1 a2 on b1, a3 on b2", split(view, "a1 b1, a2 b1, a2 b2, a3 b2"))
    view = lines_of({ 110, 170 }, { 100, 140, 180 })
    assert.are.equal("a1 on b1 b2, a2 on b3", split(view, "a1 b1, a1 b2, a2 b2, a2 b3"))
  end)

  it("as a ruleset shares them out", function()
    local view = lines_of({ 100, 140, 180 }, { 110, 170 })
    assert.are.equal("a1 on b1, a2 a3 on b2", split(view, "a1 b1, a2 b1, a2 b2, a3 b2", {
      share = function(longer, shorter)
        assert.are.same({ 3, 2 }, { longer, shorter })
        return { 1, 2, 2 }
      end,
    }))
  end)

  it("a unit takes the nearest that it meets, where it is dealt an enemy that it does not meet", function()
    local view = lines_of({ 100, 140, 180, 220 }, { 105, 215 })
    -- a2 would be dealt b1: it meets b2 alone
    assert.are.equal("a1 on b1, a2 a3 a4 on b2", split(view, "a1 b1, a2 b2, a3 b2, a4 b2, a1 b2"))
  end)

  it("an enemy that is left over gets a unit from another, or one that fights both", function()
    local view = lines_of({ 100, 140 }, { 100, 140 })
    -- both are dealt or take b2, so b1 gets a1 back, its nearest
    assert.are.equal("a1 on b1, a2 on b2", split(view, "a1 b1, a1 b2, a2 b2", { share = function() return { 2, 2 } end }))
    -- b3 is left over: a2, who alone meets it, has b2 to itself and fights both
    view = lines_of({ 100, 140, 180 }, { 100, 140, 180 })
    assert.are.equal("a1 a3 on b1, a2 on b2 b3", split(view, "a1 b1, a2 b2, a2 b3, a3 b1", {
      share = function() return { 1, 2, 3 } end,
    }))
  end)

  it("one enemy each: too few take the nearest, and what is left over is in no combat", function()
    local view = lines_of({ 150 }, { 100, 140 })
    assert.are.equal("a1 on b2", split(view, "a1 b1, a1 b2", { one_each = true }))
    assert.are.equal("a1 on b1 b2", split(view, "a1 b1, a1 b2"))
  end)

  it("by groups, in the order of their first pairs", function()
    local view = lines_of({ 100, 500 }, { 100, 500 })
    assert.are.equal("a2 on b2, a1 on b1", split(view, "a2 b2, a1 b1"))
  end)
end)

describe("pairs and the nearest", function()
  it("leave out those of whom one is busy", function()
    local view = lines_of({ 100, 140 }, { 100, 140 })
    assert.are.same(met "a2 b2", view:pairs_without(met "a1 b1, a2 b2, a2 b1", { b1 = true }))
  end)

  it("join up in bodies, each pair of them once, where the first unit of each stands", function()
    local view, place = lines_of({ 100, 140 }, { 100, 140 }), { a1 = 10, a2 = 50, b1 = 10, b2 = 50 }
    local function body_of(id) return id:sub(1, 1) == "a" and "column" or id end
    assert.are.same(met "column b1, column b2",
      view:as_bodies(met "a2 b1, a1 b1, a1 b2", place, body_of))
    assert.are.equal(50, place.column)
  end)

  it("are put in order by the leftmost unit of one side", function()
    local view, place = lines_of({ 100, 140, 180 }, { 100, 140, 180 }), { a1 = 1, a2 = 2, a3 = 3, b1 = 9, b2 = 8, b3 = 7 }
    local function order(side)
      local combats = {
        { ours = { "a3" }, theirs = { "b1" } }, { ours = { "a2", "a1" }, theirs = { "b2" } },
        { ours = { "b3" }, theirs = { "a2" } },
      }
      local first = {}
      for i, one in ipairs(view:from_the_left(combats, place, side)) do first[i] = one.ours[1] end
      return first
    end
    assert.are.same({ "a2", "b3", "a3" }, order "a")
    assert.are.same({ "b3", "a2", "a3" }, order "b")
  end)

  it("are measured only where there is a choice", function()
    local view, asked = lines_of({ 100 }, { 100, 150 }), 0
    local function away() asked = asked + 1 return asked end
    assert.are.equal("b2", view:nearest_of("a1", { "b2" }, away))
    assert.are.equal(0, asked)
    assert.are.equal("b2", view:nearest_of("a1", { "b2", "b1" }, away))
    assert.are.equal("b1", view:nearest_of("a1", { "b2", "b1" }))
    assert.is_nil(view:nearest_of("a1", {}))
  end)
end)
