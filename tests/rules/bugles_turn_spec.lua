--- Sequence of Play and Command Quality: groups one after another, and the End of Turn Dice between them.
local T <const> = require "bugles_table"

local function two_groups(more)
  local spec = {
    a = { T.foot("a1", 600, 300), T.foot("a2", 900, 300, { group = "gx" }) }, b = { T.foot("b1", 600, 1100) },
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.game(spec)
end

describe("the quality of command", function()
  after_each(T.finished)

  it("is thrown before the first turn where the scenario gives none, and told", function()
    for _, told in ipairs { false, true } do
      local game = two_groups { quality_a = "thrown", dice = { ["command.quality"] = { 9 } },
        a = told and { T.foot "a1" } or { T.foot("a1", 600, 300) }, b = told and { T.foot "b1" } or { T.foot("b1", 600, 1100) },
        told = told and function(question) return question.offered or {} end or nil }
      assert.equal("good", game.state.root.sides.a.quality)
      T.says(T.story(game), "The command of Blue is good: D10 9 thrown.")
    end
  end)
end)

describe("a player turn", function()
  after_each(T.finished)

  it("throws the End of Turn Dice where another group could move, and not after the last", function()
    local game = T.to(two_groups { dice = { ["command.end_of_turn"] = { 2 } } }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    assert.equal("player_turn.nomination", game:waiting().path)
    T.give(game, "a", "nominate_group", { group = "gx" })
    T.give(game, "a", "end_group")
    assert.equal(1, #T.calls(game, "command.end_of_turn"))
    assert.equal("player_turn.fire", game:waiting().path)
  end)

  it("lets the snipers of a side move that has no other stand (R271)", function()
    local game = T.to(T.game { a = { T.sniper("a1", 600, 300), T.sniper("a2", 900, 300, { group = "gx" }) },
      leaders = { la = { at = { 500, 200 } }, lx = { at = { 900, 200 } } }, b = { T.foot("b1", 600, 1100) },
      dice = { ["movement.roll"] = { 2, 2, 2, 3, 3, 3 } } }, "a", "movement")
    assert.same({ {} }, { T.legal(game, "a", "nominate_group") })
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(120) })
    T.give(game, "a", "move", { unit = "a2", distance = T.mm(180) })
    assert.same({ 600, 420, 0 }, T.at(game, "a1"))
    T.give(game, "a", "end_group")
    assert.equal("player_turn.fire", game:waiting().path)
  end)

  it("ends the movement phase when the die comes to 1 or less", function()
    local game = T.to(two_groups { quality_a = "poor", dice = { ["command.end_of_turn"] = { 4 } } }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    assert.equal("player_turn.fire", game:waiting().path)
    T.says(T.story(game), "movement is over")
  end)

  it("has the next group advance on a natural 10 of poor command", function()
    local game = T.to(two_groups { quality_a = "poor", dice = { ["command.end_of_turn"] = { 10 } } }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.give(game, "a", "nominate_group", { group = "gx" })
    assert.is_true(game.state.root.formations.gx.must_advance)
    T.says(T.story(game), "must advance")
  end)

  it("has the nearest group advance when none is nominated after that", function()
    local game = T.to(two_groups { quality_a = "poor", dice = { ["command.end_of_turn"] = { 10 } } }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.give(game, "a", "end_movement")
    T.says(T.story(game), "Group GX advances of its own accord")
  end)

  it("moves no group twice, and a group's stands only when it is nominated", function()
    local game = T.to(two_groups(), "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.refused(game, "nominate_group", { group = "ga" }, "Command Quality", "has had its movement")
    T.refused(game, "nominate_group", { group = "da" }, "Command Groups", "no command group")
  end)

  it("may end movement at once, without a die", function()
    local game = T.to(two_groups(), "a", "nomination")
    T.give(game, "a", "end_movement")
    assert.equal("player_turn.fire", game:waiting().path)
    assert.equal(0, #T.calls(game, "command.end_of_turn"))
  end)

  it("goes to the side that the scenario names first", function()
    local game = two_groups { settings = 'active = "b",' }
    assert.equal("b", game.state.root.active)
    T.to(game, "a", "movement", "ga")
  end)
end)
