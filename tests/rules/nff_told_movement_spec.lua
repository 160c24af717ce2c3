--- Napoleonic Fire & Fury where nothing is measured: what the players are asked of movement and command, and told.
local T <const> = require "nff_table"

--- A game whose players answer with what `answers` holds, by fact or "fact id", and with what is likely otherwise; and
--- what they are asked, in order.
local function tabletop(step, a, answers, more)
  local asked = {}
  local spec = { a = a, b = { T.foot "b1" } }
  for key, value in pairs(more or {}) do spec[key] = value end
  spec.told = function(question)
    asked[#asked + 1] = question.fact
    local answer = answers[question.fact .. " " .. tostring(question.of[1])]
    if answer == nil then answer = answers[question.fact] end
    if answer ~= nil then return answer end
    return question.offered == nil and {} or question.offered
  end
  local game = T.to(T.game(spec), "a", step)
  for i = 1, #asked do asked[i] = nil end
  return game, asked
end

describe("nff: movement in a told game", function()
  after_each(T.finished)

  it("asks about units by words that suit one and several: the chasseurs, Lacour's brigade", function()
    for name, fact in pairs(tabletop("tactical", { T.foot "a1" }, {}).rules.game.facts) do
      for _, verb in ipairs { "is", "has", "does" } do
        local text = " " .. fact.ask:lower()
        assert.is_nil(text:find(" " .. verb .. " {%d}") or text:find("{%d} " .. verb .. " "), name .. ": " .. fact.ask)
      end
    end
  end)

  it("asks for leaders and flanks, and tells how far a brigade may go", function()
    local game, asked = tabletop("tactical", { T.foot "a1" }, { leader_distance = 20, ["leader_distance la"] = 7 })
    T.give(game, "a", "maneuver", { unit = "a1" })
    assert.same({ "zone", "leader_distance", "command_blocked", "leader_distance", "flank_open" }, asked)
    T.says(T.story(game), "leader detached +1, columnar or impulse +1, fresh +2)")
    T.give(game, "a", "wheel", { unit = "a1", angle = 20000 })
    T.give(game, "a", "move", { unit = "a1" })
    T.says(T.story(game), "a1 may move up to 228.6 mm; an inch of rough ground counts 50.8 mm")
    T.refused(game, "move", { unit = "a1" }, "Man 1", "has moved")
  end)

  it("asks for zones, and refuses what reserve movement alone may do", function()
    local game = tabletop("tactical", { T.foot "a1", T.foot "a2" }, { ["zone a2"] = "reserve", ["ends_in_zone a1"] = "reserve" })
    T.refused(game, "maneuver", { unit = "a2" }, "RM 1, TM 1")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.refused(game, "move", { unit = "a1" }, "RM 3, TM 1")
    game = tabletop("reserve", { T.foot "a1", T.foot "a2" }, { ["ends_in_zone a1"] = "reserve" })
    T.give(game, "a", "announce_rm", { units = { "a1", "a2" } })
    T.says(T.story(game), "commander ordinary -1, disengaging -2")
    T.give(game, "a", "move", { unit = "a1" })
    T.refused(game, "move", { unit = "a2" }, "RM 1, TM 1, R130", "stays in the tactical zone")
  end)

  it("asks whether a battery is beside its brigade, which takes it along", function()
    local guns = T.guns("g1", nil, nil, { limbered = true })
    local game, asked = tabletop("leaders", { T.foot "a1", guns }, { battery_beside = false })
    T.refused(game, "attach_battery", { unit = "g1", brigade = "a1" }, "R136", "is more than 25.4 mm from g1")
    assert.same({ "leader_distance", "battery_beside" }, asked)
    local answers = {}
    game = tabletop("leaders", { T.foot("a1", nil, nil, { disordered = true }), guns }, answers, {
      dice = { ["movement.tactical"] = { 10, 2 } }, last_turn = 3 })
    T.give(game, "a", "attach_battery", { unit = "g1", brigade = "a1" })
    T.to(game, "a", "tactical")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "move", { unit = "a1" })
    T.says(T.story(game), "A1 may move up to 152.4 mm, with g1; an inch of rough ground")
    assert.same({ true, { "move" } }, { T.unit(game, "g1").moved, T.unit(game, "g1").functions })
    T.act(game, function(play)
      play:set(play:unit("a1"), "disordered", true)
      play:set(play:unit("a1"), "condition", "spent")
    end)
    answers.leader_distance = 20
    T.to(T.to(game, "b", "leaders"), "a", "tactical")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.says(T.story(game), ", with g1.")
  end)

  it("counts changes of formation and functions of batteries", function()
    local game = tabletop("tactical", { T.foot "a1", T.guns("a2", nil, nil, { limbered = true }) }, {})
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "change_formation", { unit = "a1", to = "double_echelon" })
    assert.equal(2, T.unit(game, "a1").files)
    T.give(game, "a", "move", { unit = "a1" })
    T.says(T.story(game), "a1 may move up to 114.3 mm")
    T.give(game, "a", "move", { unit = "a2" })
    T.says(T.story(game), "a2 may move up to 152.4 mm; 304.8 mm by road")
    T.give(game, "a", "unlimber", { unit = "a2" })
    T.refused(game, "change_facing", { unit = "a2", angle = 1000 }, "base")
  end)

  it("tells retreats, and asks whether anything bars them", function()
    local game, asked = tabletop("tactical", { T.foot "a1" }, { retreat_barred = true, leader_distance = 20 }, {
      dice = { ["movement.tactical"] = { 1 } }, set = { ["units.a1.condition"] = "spent" },
    })
    T.give(game, "a", "maneuver", { unit = "a1" })
    assert.equal("retreat_barred", asked[#asked])
    T.says(T.story(game), "a1 retreats 228.6 mm")
    assert.equal(3, T.unit(game, "a1").stands)
  end)

  it("asks how far is out of musketry", function()
    local game = tabletop("tactical", { T.foot "a1" }, { musketry_way = 4, leader_distance = 20 }, {
      dice = { ["movement.tactical"] = { 3 } }, set = { ["units.a1.condition"] = "spent" },
    })
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.says(T.story(game), "a1 retreats 101.6 mm")
  end)

  it("proposes leaders to every unit of their chains, disordered ones first", function()
    local game = tabletop("leaders", { T.foot "a1", T.foot "a2" }, {}, {
      set = { ["units.a2.disordered"] = true }, leaders = { la = { with = "a2" } },
    })
    local list = {}
    for i, one in ipairs(T.all_legal(game, "a", "attach_leader")) do list[i] = one.commander .. " " .. one.unit end
    assert.same({ "ca a2", "ca a1", "la a1" }, list)
  end)

  it("offers the army's commander a ride to those who command formations", function()
    local game = tabletop("detached_leaders", { T.foot "a1" }, {})
    local list = T.all_legal(game, "a", "move_leader")
    assert.same({ "ca", "la" }, { list[1].commander, list[1].joins })
  end)

  it("asks of leaders and engineers whether they come so far", function()
    local engineers = { id = "e1", given = { arm = "engineers", controller = "la" } }
    local game = tabletop("leaders", { T.foot "a1", T.foot "a2", engineers }, { ["comes_there la"] = false })
    T.refused(game, "attach_leader", { commander = "la", unit = "a1" }, "Man 2")
    T.give(game, "a", "attach_leader", { commander = "ca", unit = "a1" })
    T.give(game, "a", "attach_engineers", { unit = "e1", brigade = "a2" })
    T.to(game, "a", "detached_leaders")
    T.refused(game, "move_leader", { commander = "ca" }, "Seq 2a")
    T.give(game, "a", "move_leader", { commander = "la" })
    T.says(T.story(game), "la rides off")
  end)
end)
