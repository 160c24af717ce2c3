--- The round: who goes first, whose turn it is, what is cleared, and setting up.
local T <const> = require "horse_and_musket_table"

local A <const>, B <const> = { T.foot("a1", 900, 300) }, { T.foot("b1", 900, 900) }

describe("horse_and_musket: the round", function()
  after_each(T.finished)

  it("gives the first turn to the higher throw, the Prussians adding one", function()
    local game = T.game { a = A, b = B, army_b = "prussian", dice = { ["initiative.roll"] = { 4, 4 } } }
    assert.are.equal("b", game.state.root.active)
    T.says(T.story(game), "Initiative: Blue 4, Red 4 +1. First turn: Red.")
  end)

  it("throws again on a tie, with other dice", function()
    local game = T.game { a = A, b = B, dice = { ["initiative.roll"] = { 3, 3, 5, 5, 2, 6 } } }
    assert.are.equal("b", game.state.root.active)
    assert.are.equal(3, #T.calls(game, "initiative.roll"))
    T.says(T.story(game), "both sides come to 3 and throw again")
  end)

  it("adds what the scenario gives a side", function()
    local game = T.game { a = A, b = B, dice = { ["initiative.roll"] = { 3, 4 } }, set = {} }
    assert.are.equal("b", game.state.root.active)
    T.set(game, T.side(game, "a"), "modifier", 2)
    T.finished()
  end)

  it("is the first side's whole turn, then the other's, then the next round", function()
    local game = T.game { a = A, b = B }
    local seen, turn = {}, 1
    while game.state.root.turn == 1 do
      local waiting = game:waiting()
      seen[#seen + 1] = game.state.root.active .. " " .. waiting.path
      assert.are.equal(game.state.root.active, waiting.sides[1])
      T.done(game)
      turn = game.state.root.turn
    end
    assert.are.equal(2, turn)
    assert.are.equal("a side_turn.rally", seen[1])
    local half = #seen // 2
    for i = 1, half do assert.are.equal(seen[i]:sub(3), seen[half + i]:sub(3)) end
  end)

  it("clears what was a side's own turn when the next begins, and keeps what lasts", function()
    local game = T.game { a = A, b = B, set = {
      ["units.a1.shot"] = true, ["units.a1.staggered"] = true, ["units.b1.fired"] = true,
    } }
    T.to(game, "a", "movement")
    for _, key in ipairs { "acted", "turned", "moved", "changed", "marched", "retired", "fired" } do
      T.set(game, T.unit(game, "a1"), key, true)
    end
    T.set(game, T.leader(game, "ga"), "moved", 50)
    assert.are.equal("ga", T.unit(game, "a1").commander)
    T.to(game, "b", "rally", false)
    local unit = T.unit(game, "a1")
    assert.is_true(unit.acted)
    assert.is_nil(T.unit(game, "b1").fired)
    T.to(game, "a", "rally", false)
    unit = T.unit(game, "a1")
    for _, key in ipairs { "commander", "may_move", "acted", "turned", "moved", "changed", "marched", "retired", "fired" } do
      assert.is_nil(unit[key], key)
    end
    assert.is_true(unit.shot and unit.staggered)
    assert.is_nil(T.leader(game, "ga").moved)
  end)

  it("is played in a told game with the same steps", function()
    local asked = {}
    local game = T.game { a = A, b = B, told = function(question)
      asked[#asked + 1] = question.fact
      return question.offered
    end }
    assert.are.equal("side_turn.rally", game:waiting().path)
    T.to(game, "b", "rally", false)
    assert.are.equal(1, #T.calls(game, "command.roll"))
    assert.are.equal("beyond_own_commander", asked[1])
  end)
end)

describe("horse_and_musket: setting up", function()
  after_each(T.finished)

  it("gives generals the quality of their army's command (R17)", function()
    local more = 'leader "k" { rank = "commanding_officer", at = { 200, 200 } },'
      .. 'leader "g2" { at = { 300, 200 } }, leader "g3" { at = { 400, 200 } }, leader "g4" { at = { 500, 200 } },'
    local game = T.game { a = A, b = B, army_a = "prussian", general_a = { quality = "incompetent" }, more_a = more,
      army_b = "austrian", more_b = 'leader "d" { at = { 300, 1000 } }' }
    local function quality(id) return T.leader(game, id).quality end
    assert.are.equal("incompetent", quality "ga")
    assert.are.equal("gifted", quality "k")
    assert.are.same({ "gifted", "gifted", "competent" }, { quality "g2", quality "g3", quality "g4" })
    assert.are.equal("competent", quality "d")
  end)

  it("waits until units without a place are placed, in their own area", function()
    local game = T.game { a = { T.foot("a1"), T.guns("a2"), T.foot("a3", 300, 300) }, b = B, general_a = { with = "a1" },
      ground = 'area "wood" { terrain = "woods", rect = { { 600, 0 }, { 800, 400 } } },'
        .. 'area "pond" { terrain = "impassable", rect = { { 1000, 0 }, { 1100, 400 } } },' }
    assert.are.equal("setup.place", game:waiting().path)
    local function says(args, part)
      local fault = T.refusal(game, "a", "place", args)
      assert(fault, part)
      T.says(fault.message, part)
      return fault
    end
    assert.are.equal(-10, says({ unit = "a1", at = { x = 900000, y = 360000 } }, "10 mm out of its own area").margin)
    assert.are.equal("R82", says({ unit = "a1", at = { x = 900000, y = 900000 } }, "its own area").cite)
    says({ unit = "a1", at = { x = 900000, y = 5000 } }, "off the table")
    says({ unit = "a1", at = { x = 300000, y = 300000 } }, "taken by a3")
    says({ unit = "a2", at = { x = 700000, y = 200000 } }, "woods")
    says({ unit = "a1", at = { x = 1050000, y = 200000 } }, "nobody enters")
    says({ unit = "a3", at = { x = 900000, y = 300000 } }, "its place already")
    says({ unit = "b1", at = { x = 900000, y = 300000 } }, "not yours")
    assert(#T.all_legal(game, "a", "place") >= 2)
    T.give(game, "a", "place", { unit = "a1", at = { x = 700000, y = 350000 } })
    assert.are.same({ 700, 350, 0 }, T.at(game, "a1"))
    assert.are.equal("a1", T.leader(game, "ga").with)
    assert.are.same({ 700, 328, 0 }, T.at(game, "ga"))
    T.done(game)
    T.done(game)
    assert.are.equal("side_turn.rally", game:waiting().path)
    T.says(T.story(game), "a2 is not placed and takes no part")
    assert.are.equal("off_table", T.unit(game, "a2").status)
  end)

  it("lets foot be placed in towns and fieldworks of their own area, one unit in each", function()
    local game = T.game { a = { T.foot("a1"), T.foot("a2"), T.horse("a3"), T.guns("a4"), T.foot("a5") }, b = B,
      ground = 'area "village" { terrain = "town", name = "the village", rect = { { 700, 100 }, { 860, 260 } } },'
        .. 'area "works" { terrain = "fieldworks", front = "north", rect = { { 1000, 200 }, { 1080, 240 } } },' }
    local function place(id, x, y) return { unit = id, at = { x = x * 1000, y = y * 1000 } } end
    local function refused(args, cite, part)
      local fault = assert(T.refusal(game, "a", "place", args), part)
      assert.are.equal(cite, fault.cite)
      T.says(fault.message, part)
    end
    refused(place("a3", 780, 180), "4.2.7.4", "only infantry")
    refused(place("a4", 1040, 220), "SR.4", "only infantry")
    refused(place("a1", 650, 180), "4.2.7", "its middle is not") -- 80 mm to either side: it reaches to 730
    T.give(game, "a", "place", place("a1", 720, 120))
    assert.are.same({ 780, 180, 0 }, T.at(game, "a1"))
    assert.are.equal("village", T.unit(game, "a1").inside)
    T.says(T.story(game), "a1 takes its place in the village")
    refused(place("a2", 780, 180), "4.2.7.4", "one unit holds it")
    T.give(game, "a", "place", place("a2", 1040, 220))
    assert.are.same({ 1040, 220, 0 }, T.at(game, "a2"))
    assert.are.equal("works", T.unit(game, "a2").inside)
    T.all_legal(game, "a", "place")
  end)

  it("puts a garrison without a place into what it holds", function()
    local game = T.game { a = { T.foot("a1", nil, nil, { inside = "village" }) }, b = B,
      ground = 'area "village" { terrain = "town", rect = { { 700, 400 }, { 900, 600 } } },' }
    assert.are.same({ 800, 500, 0 }, T.at(game, "a1"))
  end)
end)

describe("the story", function()
  it("gives plural names plural verbs", function()
    local game = T.to(T.game {
      a = { T.foot("a1", 900, 400, { name = "Wedel's Grenadiers" }), T.foot("a2", 500, 400, { name = "Botta" }) },
      b = { T.foot("b1", 900, 1100) },
    }, "a", "movement")
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(40) })
    T.give(game, "a", "retire", { unit = "a2", distance = T.mm(40) })
    T.says(T.story(game), "Wedel's Grenadiers move 40 mm.")
    T.says(T.story(game), "Botta falls back 40 mm.")
  end)
end)
