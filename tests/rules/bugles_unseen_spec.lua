--- What the other side of a battle does not see: groups that lie hidden altogether, and leaders among hidden stands.
local T <const> = require "bugles_table"
local story <const> = require "limber.game.story"

describe("bugles: what is not seen", function()
  after_each(T.finished)

  --- Blue's group "gx" lies in a wood; of "gb" only the stand that its leader is with.
  local function ambush()
    return T.game {
      a = { T.foot("a1", 200, 200), T.band("x1", 600, 300, { group = "gx", hidden = true }) },
      b = { T.foot("b1", 900, 1100, { hidden = true }), T.foot("b2", 1100, 1100) },
      ground = T.area("wood", "dense_woods", 400, 200, 800, 500),
    }
  end

  it("a group of hidden stands is in no view of the other side until one of them is seen", function()
    local game = ambush()
    local view = game:view "b"
    assert.is_nil(view.state.formations.gx)
    assert.is_table(view.state.formations.ga)
    assert.is_table(view.state.formations.da)
    assert.is_table(game:view "a".state.formations.gx)
    for id in view:formations "a" do assert.are_not.equal("gx", id) end
    assert.is_nil(game:view "b".state.leaders.lx)
    T.set(game, game.state.root.units.x1, "hidden", nil)
    assert.is_table(game:view "b".state.formations.gx)
  end)

  it("no list of the state and no count tells of those who are hidden", function()
    local game = ambush()
    T.give(game, "a", "nominate_group", { group = "gx" })
    local seen, own = game:view "b".state, game:view "a".state
    local function names(list, id)
      for _, one in ipairs(list) do
        if one == id then return true end
      end
      return false
    end
    assert.is_true(names(own.order.units, "x1"))
    assert.is_false(names(seen.order.units, "x1"))
    assert.is_false(names(seen.order.formations, "gx"))
    assert.is_false(names(seen.order.leaders, "lx"))
    assert.are.equal(1, own.formations.ga.original)
    assert.is_nil(seen.formations.ga.original)
  end)

  it("its nomination is told to its own side alone", function()
    local game = ambush()
    local line = T.give(game, "a", "nominate_group", { group = "gx" })
    local told = 0
    for _, event in ipairs(line.events) do
      if story.text(game, event, line):find("Group GX", 1, true) then
        told = told + 1
        assert.are.equal("a", story.only_for(game, event, line))
      end
    end
    assert.is_true(told > 0)
  end)

  it("a leader among hidden stands is not named by his group, and his stands can be listed", function()
    local game = ambush()
    local view = game:view "a"
    assert.is_nil(view.state.leaders.lb)
    assert.is_nil(view.state.formations.gb.commander)
    local b2 = view.state.units.b2
    for _, cell in ipairs(game.words.roster(view, "b2", b2)) do
      if cell[1] == "under" then assert.are.equal("nobody", cell[2]) end
    end
    assert.are.equal("lb", game:view "b".state.formations.gb.commander)
  end)

  it("hidden stands whom a charger comes up against are seen", function()
    local game = T.moving({ T.horse("a1", 620, 400) }, {
      b = { T.foot("b1", 600, 520), T.foot("b2", 666, 520, { hidden = true }) }, rolls = { 6, 6, 6 },
      dice = { ["movement.roll"] = { 6, 6, 6 } },
    })
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    assert.are.equal(2, #T.unit(game, "a1").met)
    assert.is_nil(T.unit(game, "b2").hidden)
  end)

  it("stands of a group that advances are in no list of what is under way while they are hidden", function()
    local game = T.to(T.game {
      a = {
        T.foot("a0", 100, 100), T.foot("a1", 600, 300, { group = "gx" }), T.band("x1", 1000, 300, { group = "gx", hidden = true }),
      },
      b = { T.skirmishers("b1", 600, 450) }, quality_a = "poor", rolls = T.n(4, 4),
      dice = { ["command.end_of_turn"] = { 10 }, ["movement.roll"] = { 3, 3 }, ["skirmish.evade"] = { 10 } },
    }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.give(game, "a", "nominate_group", { group = "gx" })
    assert.are.equal("charge.evade", game:waiting().path)
    local function advancing(view)
      for _, frame in ipairs(view.state.frames) do
        if frame.about.advancing then return frame.about.advancing end
      end
    end
    assert.are.same({ "x1" }, advancing(game:view "a"))
    assert.are.same({}, advancing(game:view "b"))
    assert.are.equal("a1", select(2, game:view "b":at()).unit)
    T.answer(game, "evade")
  end)

  it("a leader with a sniper who lies hidden is hidden with him, and seen with him", function()
    local game = T.game { a = { T.foot("a1", 200, 200) }, b = { T.sniper("b1", 900, 900), T.foot("b2", 1100, 1100) } }
    assert.are.equal("b1", game.state.root.leaders.lb.with)
    assert.is_nil(game:view "a".state.leaders.lb)
    assert.is_table(game:view "b".state.leaders.lb)
    T.set(game, game.state.root.units.b1, "hidden", nil)
    assert.is_table(game:view "a".state.leaders.lb)
  end)

  it("a stand that players say is touched is seen, and the fight with it is asked of all", function()
    local hidden
    local game
    game = T.to(T.game {
      a = { T.skirmishers "a1", T.foot "a2" }, b = { T.skirmishers("b1", nil, nil, { hidden = true }), T.foot "b2" },
      told = function(question)
        for _, id in ipairs(question.of) do
          hidden = hidden or id == "b1" and T.unit(game, "b1").hidden and question.fact
        end
        if question.fact == "touched" and question.of[1] == "a1" then return { "b1" } end
        return question.offered
      end,
      dice = { ["melee.resolve"] = { 3, 3 } },
    }, "a", "movement")
    T.give(game, "a", "move", { unit = "a1", distance = 20000 })
    assert.is_nil(T.unit(game, "b1").hidden)
    T.says(T.story(game), "B1 is seen")
    T.to(game, "b", "nomination")
    assert.are.equal(1, #T.calls(game, "melee.resolve"))
    assert.is_falsy(hidden)
  end)

  it("a sniper whom the players say is touched is gone, whoever has moved", function()
    for _, case in ipairs { { T.sniper "a1", T.foot "b1", "a1" }, { T.skirmishers "a1", T.sniper "b1", "b1" } } do
      local game = T.to(T.game {
        a = { case[1], T.foot "a2" }, b = { case[2], T.foot "b2" },
        told = function(question) return question.fact == "touched" and { "b1" } or question.offered end,
        dice = case[3] == "a1" and { ["movement.roll"] = { 6, 6, 6 } } or nil, -- a hidden stand throws for itself
      }, "a", "movement")
      T.give(game, "a", "move", { unit = "a1", distance = 20000 })
      assert.are.equal("gone", T.unit(game, case[3]).status)
      assert.are.equal("ready", T.unit(game, case[3] == "a1" and "b1" or "a1").status)
    end
  end)

  it("a leader who lies hidden falls to the fire at others, and his own side alone is told", function()
    local game = T.to(T.game {
      a = { T.foot("a1", 600, 300) },
      b = { T.foot("b1", 600, 500), T.foot("x1", 670, 500, { group = "gx", hidden = true }) },
      leaders = { lb = { at = { 900, 900 } } },
      dice = { ["fire.small_arms"] = { 10 }, ["leader.fire_danger"] = { 10, 10 } },
    }, "a", "fire")
    local line = T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal("gone", game.state.root.leaders.lx.status)
    local told = {}
    for _, event in ipairs(line.events) do
      told[#told + 1] = { story.text(game, event, line), story.only_for(game, event, line) }
    end
    local fell = 0
    for _, one in ipairs(told) do
      if one[1]:find("falls", 1, true) then
        fell = fell + 1
        assert.are.equal("b", one[2])
      end
    end
    assert.are.equal(2, fell) -- the throw, and the line
    assert.is_nil(told[1][2])
  end)

  it("a group of which a sniper alone is left is not nominated: no End of Turn Die tells of it", function()
    local game = T.game {
      a = { T.foot("a1", 200, 200), T.sniper("x1", 600, 300, { group = "gx" }) }, b = { T.foot("b1", 900, 1100) },
    }
    assert.are.equal("R36", T.refusal(game, "a", "nominate_group", { group = "gx" }).cite:match "R36")
    T.give(game, "a", "nominate_group", { group = "ga" })
    assert.is_nil(T.refusal(game, "a", "move", { unit = "x1", distance = 20000 })) -- he moves with the first (R36)
    T.to(game, "a", "fire")
    assert.are.equal(0, #T.calls(game, "command.end_of_turn"))
  end)
end)

--- R202: what a1 comes upon, at { 600, 300 } facing north; b1 lies hidden where it is said.
describe("bugles: hidden stands that one comes upon", function()
  after_each(T.finished)

  local function upon(x, y, a)
    return T.moving(a or { T.foot("a1", 600, 300) }, { rolls = { 6, 6 }, b = { T.foot("b1", x, y, { hidden = true }) } })
  end

  local function gap(game) return game.play:apart("a1", "b1") end

  it("stop a wheel at the edge of their zone", function()
    local game = upon(600, 420)
    T.give(game, "a", "wheel", { units = { "a1" }, angle = 90000 })
    assert.is_nil(T.unit(game, "b1").hidden)
    local facing = T.unit(game, "a1").base.facing -- 25 mm from b1: sin of 43.8 degrees is (370 - 325) / 65
    assert.is_true(math.abs(facing - 43813) <= 20)
    assert.is_true(math.abs(gap(game) - T.mm(25)) <= 20)
  end)

  it("stop a line that wheels, whichever of its stands comes upon them", function()
    local game = upon(535, 460, { T.foot("a1", 600, 300), T.foot("a2", 535, 300) })
    T.give(game, "a", "wheel", { units = { "a1", "a2" }, angle = 90000 })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.is_true(math.abs(game.play:apart("a2", "b1") - T.mm(25)) <= 20)
    assert.is_true(game.play:apart("a1", "a2") <= 4)
  end)

  it("stop a leader who rides alone, and he stops no nearer", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { dice = { ["movement.roll"] = { 6, 6, 6 } },
      b = { T.foot("b1", 80, 300, { hidden = true }) } })
    T.give(game, "a", "place_leader", { commander = "sa", to = T.point(80, 400) })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ 80, 240, 0 }, T.at(game, "sa")) -- b1 stands from y 275; half of his own base is 10
    T.says(T.story(game), "comes upon b1", "goes 200 mm, as far as he comes")
  end)

  it("stop a step aside", function()
    local game = upon(705, 300)
    T.give(game, "a", "incline", { unit = "a1", to = "right" })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ 615, 300, 0 }, T.at(game, "a1"))
  end)

  it("keep a stand from turning where they lie", function()
    local game = upon(600, 355)
    T.give(game, "a", "change_face", { units = { "a1" }, angle = 90000 })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ 600, 300, 0 }, T.at(game, "a1"))
  end)

  it("keep a stand from turning that must advance", function()
    local game = T.to(T.game {
      a = { T.foot("a0", 100, 100), T.foot("a1", 600, 300, { group = "gx" }) }, quality_a = "poor", rolls = T.n(4, 4),
      b = { T.foot("b1", 600, 355, { hidden = true }), T.foot("b2", 1100, 300) }, dice = { ["command.end_of_turn"] = { 10 } },
    }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.give(game, "a", "nominate_group", { group = "gx" })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ 600, 300, 0 }, T.at(game, "a1"))
    T.says(T.story(game), "a1 comes upon b1")
  end)

  it("are met by one that goes back upon them from a melee", function()
    local game = T.to(T.game { a = { T.band("a1", 600, 300, { figures = 4 }), T.foot("a2", 600, 425, { hidden = true, group = "gx" }) },
      b = { T.band("b1", 600, 350, { figures = 4 }), T.band("b9", 900, 900) }, set = { ["units.a1.met"] = { { target = "b1" } } },
      dice = { ["melee.resolve"] = { 5, 2 } } }, "a", "melee")
    T.give(game, "a", "fight", { unit = "a1" })
    T.until_path(game, "player_turn.nomination")
    assert.is_nil(T.unit(game, "a2").hidden)
    assert.same({ "a2" }, game.play:foes "b1")
    assert.same({ 600, 375, 180 }, T.at(game, "b1"))
  end)

  it("are seen by one that turns beside them", function()
    local game = upon(600, 370)
    T.give(game, "a", "change_face", { units = { "a1" }, angle = 90000 })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ 600, 300, 90 }, T.at(game, "a1"))
  end)

  it("keep it from deploying, and from a square", function()
    local game = upon(668, 300)
    T.give(game, "a", "deploy_skirmish", { unit = "a1" })
    assert.same({ drill = "close_order" }, { drill = T.unit(game, "a1").drill, hidden = T.unit(game, "b1").hidden })
    game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 665, 300) }, { b = { T.foot("b1", 632, 352, { hidden = true }) },
      dice = { ["formation.square"] = { 10 } } })
    T.give(game, "a", "form_square", { units = { "a1", "a2" } })
    assert.same({ drill = "close_order" }, { drill = T.unit(game, "a1").drill, hidden = T.unit(game, "b1").hidden })
    assert.same({ 600, 300, 0 }, T.at(game, "a1"))
  end)

  it("are seen where they lie beside a stand as its move begins, and stop it when it would come nearer", function()
    local game = upon(600, 370)
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(120) })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ 600, 300, 0 }, T.at(game, "a1"))
    game = upon(673, 368)
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(200) })
    assert.same({ 600, 300, 0 }, T.at(game, "a1"))
    game = upon(600, 230)
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(120) })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.same({ 600, 420, 0 }, T.at(game, "a1"))
  end)
end)
