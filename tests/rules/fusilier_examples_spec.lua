-- The house rules that ship for Fusilier as examples, each in a small battle: what it is written for happens, is told,
-- and is taken back by undo.
local T <const> = require "fusilier_table"

local foot, give, unit = T.foot, T.give, T.unit

after_each(T.finished)

local function root(game) return game.state.root end

local function refused(game, side, verb, cmd)
  local fault = T.refusal(game, side, verb, cmd)
  return fault ~= nil and fault ~= false
end

describe("bombardment", function()
  local function laid(dice)
    return T.battle({ a = T.heavy_guns("g", 1000, 400, "north") .. T.FAR_A, b = T.line_at(300) .. T.FAR_B,
      variants = { "bombardment" } }, { order = false, dice = { ["artillery.fire"] = dice or { 6, 6, 6, 6 } } })
  end

  --- Back to where both sides may bombard.
  local function back(game)
    while game:waiting().path ~= "turn.bombardment" or #game:waiting().sides < 2 do assert(game:undo()) end
    return game
  end

  --- A game before the first bound; the harness has played on to the first command.
  local function bombarded(dice) return back(laid(dice)) end

  it("lets batteries fire before the first bound, and again in its own step 4", function()
    local game = bombarded()
    assert.same({ "a", "b" }, game:waiting().sides)
    give(game, "a", "fire", { unit = "g", target = "b1" })
    T.to(game, "turn.command")
    assert.are.equal(3, unit(game, "b1").damage_points)
    T.to(game, "turn.fire")
    give(game, "a", "fire", { unit = "g", target = "b1" })
    T.done(game)
    assert.are.equal(6, unit(game, "b1").damage_points)
  end)

  it("is played once, and taken back by undo", function()
    local game = bombarded()
    give(game, "a", "fire", { unit = "g", target = "b1" })
    T.to(game, "turn.command")
    back(game)
    assert(game:undo()) -- the shot that was sealed
    assert.are.equal(0, unit(game, "b1").damage_points)
    T.to(game, "turn.fire")
    give(game, "a", "fire", { unit = "g", target = "b1" })
    T.next_bound(game)
    assert.are.equal("turn.command", game:waiting().path)
  end)

  it("is proposed to a solo commander too", function()
    local game, found = bombarded {}, nil
    for one in game:legal("a") do found = found or one.unit == "g" and one.target end
    assert.are.equal("b1", found)
  end)
end)

describe("one_d10", function()
  it("throws one die for a score, and the story says so", function()
    local game = T.fight {
      a = T.brigade("fa", foot("a1", 1000, 1000, "north", 'name = "a1"') .. T.FAR_A),
      b = T.brigade("fb", foot("b1", 1000, 1200, "south", 'name = "b1"') .. T.FAR_B),
      variants = { "one_d10" }, dice = { ["combat.infantry"] = { 9, 4 } },
    }
    T.next_bound(game)
    local told = table.concat(T.story(game), "\n")
    T.says(told, "A1: D10 9, quality factor +5 = 14; wins by 5: ")
    T.says(told, "B1: D10 4, quality factor +5 = 9; loses by 5: ")
    assert.same({ 5 }, unit(game, "b1").defeats)
  end)
end)

describe("guards", function()
  --- Guards or others beaten so.
  local function beaten(guard, faces)
    local game = T.fight {
      a = T.brigade("fa", foot("a1", 1000, 1000, "north") .. T.FAR_A),
      b = T.brigade("fb", foot("b1", 1000, 1200, "south", guard) .. T.FAR_B),
      variants = { "guards" }, dice = { ["combat.infantry"] = faces },
    }
    T.through(game)
    return game, T.calls(game, "combat.infantry")[1].result.b[1]
  end

  it("have 1 or 2 more on their dice, by the field that the scenario gives them", function()
    local _, plain = beaten("", { 3, 3, 3, 3 })
    assert.is_nil(T.modifier(plain, "guard"))
    local game, young = beaten('guard = "young"', { 3, 3, 3, 3 })
    assert.are.equal(1, T.modifier(young, "guard"))
    assert.are.equal(12, young.score)
    assert.are.equal("young", unit(game, "b1").guard)
    local _, old = beaten('guard = "old"', { 3, 3, 3, 3 })
    assert.are.equal(2, T.modifier(old, "guard"))
  end)

  it("of the Old Guard do not rout, but retreat and bear the most that a defeat costs", function()
    local game, young = beaten('guard = "young"', { 6, 6, 1, 1 }) -- 17 against 8: nine less
    assert.are.equal("rout", young.response)
    assert.are.equal("gone", unit(game, "b1").status)
    local old
    game, old = beaten('guard = "old"', { 6, 6, 1, 1 })
    assert.same({ "retreat", 5 }, { old.response, old.carry })
    assert.are.equal("reforming", unit(game, "b1").status) -- it is the next bound
  end)

  it("is a field that players amend", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. T.FAR_A, b = T.FAR_B, variants = { "guards" } },
      { order = false })
    assert(game:amend("units.a1.guard", "old", "it was the Old Guard"))
    assert.are.equal("old", unit(game, "a1").guard)
  end)
end)

describe("third_of_brigades", function()
  --- Side b has three brigades of two; so many units are gone.
  local function battle(gone, variants)
    local b, set = "", {}
    for i = 1, 3 do
      b = b .. T.brigade("f" .. i, foot("b" .. i .. "1", 500 * i, 2500, "south")
        .. foot("b" .. i .. "2", 500 * i + 220, 2500, "south"))
    end
    for _, id in ipairs(gone) do set[("units.%s.status"):format(id)] = "gone" end
    local game = T.fight { a = T.brigade("fa", T.FAR_A), b = b, variants = variants or { "third_of_brigades" },
      set = set }
    T.next_bound(game)
    return root(game).result
  end

  it("ends the battle when one of three has lost half of its units", function()
    local result = battle { "b11" }
    assert.are.equal("a", result.winner)
    assert.are.equal("Red has lost 1 of 3 brigades", result.why)
    assert.is_nil(battle {})
    assert.is_nil(battle({ "b11" }, {}))
  end)
end)

describe("unit_by_unit", function()
  local function laid()
    local game = T.battle({
      a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"),
      b = foot("b1", 1000, 2500, "south") .. foot("b2", 1300, 2500, "south"), variants = { "unit_by_unit" },
    }, { order = { verb = "attack", target = T.point(1000, 1500) },
      order_b = { verb = "attack", target = T.point(1000, 1500) } })
    T.to(game, "turn.movement")
    return game
  end

  local function y_of(game, id) return T.at(game, id)[2] end

  it("moves one unit at a time, the sides in turn, A first in odd bounds", function()
    local game = laid()
    assert.same({ "a" }, game:waiting().sides)
    assert.is_true(refused(game, "b", "move", { unit = "b1", forward = 100000 }))
    give(game, "a", "move", { unit = "a1", forward = 100000 })
    assert.are.equal(600, y_of(game, "a1"))
    assert.are.equal(500, y_of(game, "a2")) -- nobody else has moved yet
    assert.same({ "b" }, game:waiting().sides)
    give(game, "b", "move", { unit = "b1", forward = 100000 })
    assert.are.equal(2400, y_of(game, "b1"))
    assert.same({ "a" }, game:waiting().sides)
  end)

  it("leaves the turn to who is not done, and those who must move do at the end", function()
    local game = laid()
    give(game, "a", "done", {})
    assert.same({ "b" }, game:waiting().sides)
    give(game, "b", "move", { unit = "b1", forward = 100000 })
    assert.same({ "b" }, game:waiting().sides)
    give(game, "b", "done", {})
    assert.are_not.equal("turn.movement", game:waiting().path)
    assert.are.equal(2400, y_of(game, "b1"))
    assert.are.equal(2213, y_of(game, "b2")) -- 300 mm on its way to (1000, 1500), which it is ordered to (4.5)
    assert.are_not.equal(500, y_of(game, "a1"))
  end)

  it("is taken back by undo, turn and all", function()
    local game = laid()
    give(game, "a", "move", { unit = "a1", forward = 100000 })
    assert(game:undo())
    assert.are.equal(500, y_of(game, "a1"))
    assert.same({ "a" }, game:waiting().sides)
  end)
end)

describe("rash_cautious_traits", function()
  --- When an order of the brigade's own general's superior takes effect that throws 5, 5 and so.
  local function activates(variant, words, die)
    local a = ('formation "fa" { quality = 5, commander = "g", %s }, '):format(foot("a1", 1000, 1000, "north")
      .. foot("a2", 1300, 1000, "north")) .. ('leader "g" { rank = "brigade", at = { 1000, 900 }, %s }, '):format(words)
      .. 'leader "d" { rank = "c_in_c", at = { 1000, 100 } }'
    local game = T.fight { a = a, b = T.brigade("fb", T.FAR_B), variants = { variant },
      dice = { ["order.activation"] = { 5, 5, die } } }
    give(game, "a", "issue_order", { general = "d", formation = "fa", verb = "hold" })
    T.done(game)
    return root(game).formations.fa.coming_orders[1].activates_min, T.calls(game, "order.activation")[1].result
  end

  it("does what the published variant does, by a trait of the leader", function()
    for _, temper in ipairs { "rash", "cautious" } do
      local published, one = activates("rash_cautious_generals", ('temperament = "%s"'):format(temper), 6)
      local ours, other = activates("rash_cautious_traits", ('trait = "%s"'):format(temper), 6)
      assert.are.equal(published, ours)
      assert.same(one, other)
    end
    assert.are.equal(activates("rash_cautious_traits", "") + 6, (activates("rash_cautious_traits",
      'trait = "cautious"', 6)))
  end)
end)
