--- Removing Casualties, Desertion, Stand Morale, Danger to Leaders, Loss of a Leader: the chain of 4.4.
local T <const> = require "bugles_table"

--- One act of fire that does these losses, as fire does them.
local function fire_at(game, losses, how)
  T.act(game, function(play) play:carry_out("fire_losses", { losses = losses, how = how or {} }) end)
end

local function three(more)
  local spec = {
    a = { T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.foot("a3", 900, 300) }, b = { T.foot("b1", 600, 1100) },
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  table.insert(spec.a, T.foot("x1", 100, 700, { group = "gx" })) -- the army holds while one of its three groups halts
  table.insert(spec.a, T.foot("x2", 1700, 700, { group = "gy" }))
  return T.to(T.game(spec), "a", "fire")
end

describe("losses to fire", function()
  after_each(T.finished)

  it("test a stand that has lost half of its figures, once", function()
    local game = three { dice = { ["morale.stand"] = { 4 } } }
    fire_at(game, { { id = "a1", lost = 3 } })
    assert.equal(3, T.unit(game, "a1").figures)
    fire_at(game, { { id = "a1", lost = 1 } })
    T.says(T.story(game), "with 4: more than 3 is needed")
  end)

  it("have a stand flee that fails", function()
    local game = three { dice = { ["morale.stand"] = { 3 } } }
    fire_at(game, { { id = "a1", lost = 3 } })
    assert.equal("gone", T.unit(game, "a1").status)
  end)

  it("cost a neighbour a deserter when a stand as good is destroyed, and no stand farther off", function()
    local game = three()
    fire_at(game, { { id = "a1", lost = 6 } })
    assert.equal("gone", T.unit(game, "a1").status)
    assert.equal(5, T.unit(game, "a2").figures)
    assert.equal(6, T.unit(game, "a3").figures)
  end)

  it("cost no deserter where the neighbour is better", function()
    local game = three { a = { T.foot("a1", 600, 300, { class = "c" }), T.foot("a2", 665, 300) } }
    fire_at(game, { { id = "a1", lost = 6 } })
    assert.equal(6, T.unit(game, "a2").figures)
  end)

  it("halt a regular stand at one figure, another at three", function()
    local game = three { dice = { ["morale.stand"] = { 10, 10 } }, b = { T.band("b1", 600, 1100) } }
    fire_at(game, { { id = "a1", lost = 5 }, { id = "b1", lost = 3 } })
    assert.is_true(T.unit(game, "a1").halted)
    assert.is_true(T.unit(game, "b1").halted)
    assert.equal("halted", game.play:status(T.unit(game, "b1")))
  end)

  it("take loose figures off one by one", function()
    local game = three { a = { T.skirmishers("a1", 600, 300) } }
    fire_at(game, { { id = "a1", lost = 2 } })
    assert.equal(4, #T.unit(game, "a1").bases)
  end)

  it("have a crew that fails abandon its gun, and the cart that nobody else is beside", function()
    local game = three { a = { T.gun("a1", 600, 300), T.cart("a2", 600, 250) }, dice = { ["morale.stand"] = { 1 } } }
    fire_at(game, { { id = "a1", lost = 2 } })
    T.says(T.story(game), "A1 is abandoned.")
    assert.equal(1, select(2, T.story(game):gsub("A2 is abandoned", "")))
    assert.is_true(T.unit(game, "a1").abandoned)
    assert.same({ "gone", "gone" }, { T.unit(game, "a1").status, T.unit(game, "a2").status })
    local kept = three { dice = { ["morale.stand"] = { 1 } },
      a = { T.gun("a1", 600, 300), T.cart("a2", 600, 250), T.foot("a3", 600, 200) } }
    fire_at(kept, { { id = "a1", lost = 2 } })
    assert.not_equal("gone", T.unit(kept, "a2").status)
  end)

  it("take a crewman, and a gun by a direct hit", function()
    local game = three { a = { T.gun("a1", 600, 300), T.gun("a2", 665, 300) },
      dice = { ["artillery.hit_on_gun"] = { 9, 10 }, ["morale.stand"] = { 9 } } }
    fire_at(game, { { id = "a1", lost = 1 }, { id = "a2", lost = 1 } }, { by = "b1", counter_battery = true })
    assert.equal(2, T.unit(game, "a1").figures) -- a deserter too, since the gun beside it is destroyed
    assert.equal("gone", T.unit(game, "a2").status)
  end)

  it("make a leader fall on two tens, whose group then has no leader", function()
    local game = three { dice = { ["leader.fire_danger"] = { 10, 10 } } }
    fire_at(game, { { id = "a1", lost = 1 } })
    assert.equal("gone", T.leader(game, "la").status)
    assert.is_true(game.state.root.formations.ga.leaderless)
    T.says(T.story(game), "without a leader")
  end)
end)

describe("a group without a leader", function()
  after_each(T.finished)

  local function leaderless(dice)
    local game = three { dice = { ["leader.fire_danger"] = { 10, 10 }, ["leader.replacement"] = dice } }
    fire_at(game, { { id = "a1", lost = 1 } })
    return game
  end

  it("has the next officer on 6 or more of regulars, with the stand nearest to the last", function()
    local game = T.to(T.to(leaderless { 6 }, "b", "fire"), "a", "fire")
    local new = game.state.root.formations.ga.commander
    assert.equal("a1", T.leader(game, new).with)
    assert.is_nil(game.state.root.formations.ga.leaderless)
    assert.is_table(T.leader(game, new).base)
  end)

  it("of regulars may fail again and again", function()
    local game = leaderless { 5, 5, 5 }
    for _ = 1, 3 do T.to(T.to(game, "b", "fire"), "a", "fire") end
    assert.equal(3, game.state.root.formations.ga.failures)
    assert.equal("ready", T.unit(game, "a1").status)
  end)

  it("of others flees at the second failure", function()
    local game = three { a = { T.band("a1", 600, 300) },
      dice = { ["leader.fire_danger"] = { 10, 10 }, ["leader.replacement"] = { 6, 6 } } }
    fire_at(game, { { id = "a1", lost = 1 } })
    for _ = 1, 2 do T.to(T.to(game, "b", "fire"), "a", "nomination") end
    assert.equal("gone", T.unit(game, "a1").status)
  end)

  it("has a superior at once who takes it over", function()
    local game = leaderless { 5 }
    T.to(T.to(game, "b", "fire"), "a", "movement")
    T.give(game, "a", "take_command", { commander = "sa", group = "ga" })
    assert.equal("sa", game.state.root.formations.ga.commanded_by)
  end)
end)
