--- Services of the table: who is hand to hand with whom.
local T <const> = require "bugles_table"

local function laid()
  return T.to(T.game {
    a = { T.foot("a1", 600, 300), T.foot("a2", 800, 300) }, b = { T.foot("b1", 600, 900), T.foot("b2", 800, 900) },
  }, "a", "movement")
end

--- The pairs of a view, as "a1-b1".
local function pairs_of(view)
  local list = {}
  for i, pair in ipairs(view:meetings()) do list[i] = pair.unit .. "-" .. pair.target end
  return table.concat(list, " ")
end

describe("units that have met", function()
  after_each(T.finished)

  local function met()
    local game = laid()
    T.act(game, function(play)
      play:meet("b2", "a1")
      play:meet("a1", "b1", { face = "left" })
      play:meet("b1", "a1", { face = "rear" }) -- they have met already
    end)
    return game, game:view("a")
  end

  it("are hand to hand from both sides, and with nobody else", function()
    local _, view = met()
    assert.equal("a1-b1 b2-a1", pairs_of(view))
    assert.same({ "b1", "b2" }, view:foes("a1"))
    assert.same({ "a1" }, view:foes("b1"))
    assert.is_true(view:engaged("b2"))
    assert.is_false(view:engaged("a2"))
    assert.equal("left", view:met("b1", "a1").face)
    assert.equal("left", view:met("a1", "b1").face)
    assert.is_nil(view:met("a2", "b1"))
  end)

  it("stay so until the two part", function()
    local game, view = met()
    T.act(game, function(play) play:part("b1", "a1") end)
    assert.equal("b2-a1", pairs_of(view))
    assert.is_nil(T.unit(game, "a1").met)
    T.act(game, function(play) play:part("a2", "b2") end) -- who never met
    assert.equal("b2-a1", pairs_of(view))
  end)

  it("are hand to hand with nobody when they have gone back, or are gone", function()
    local game, view = met()
    T.act(game, function(play) play:dissolve("a1") end)
    assert.equal("", pairs_of(view))
    assert.is_nil(T.unit(game, "a1").met)
    assert.is_nil(T.unit(game, "b2").met)
    game, view = met()
    T.act(game, function(play) play:take_off("b2") end)
    assert.equal("a1-b1", pairs_of(view))
    assert.same({ "b1" }, view:foes("a1"))
    assert.same({}, view:foes("b2"))
  end)
end)
