--- Fire where nothing is measured: what the players are asked, and what they are told.
local T <const> = require "bugles_table"

--- A game in a's fire whose players answer with what `answers` holds, and with what is likely otherwise; gives what they
--- are asked from then on.
local function tabletop(a, b, answers, dice)
  local asked, there = {}, false
  local game = T.to(T.game { a = a, b = b, dice = dice, told = function(question)
    if there then asked[#asked + 1] = question.fact end
    if answers[question.fact] ~= nil then return answers[question.fact] end
    if question.offered == nil then return question.field.kind == "int" and 0 or {} end
    return question.offered
  end }, "a", "fire")
  there = true
  return game, asked
end

describe("bugles: fire in a told game", function()
  after_each(T.finished)

  it("asks for rank, sight, arc, range, cover and depth", function()
    local game, asked = tabletop({ T.foot "a1" }, { T.foot "b1" }, { fire_range = 151, cover = "hard" },
      { ["fire.small_arms"] = { 8 } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    for _, fact in ipairs { "rear_rank", "sight", "fire_bears", "fire_range", "cover", "target_deep" } do
      assert.is_true(require "limber.common.lists".has(asked, fact), fact)
    end
    assert.equal(5, T.unit(game, "b1").figures)
  end)

  it("takes the players' word for what a shot touches beyond its target", function()
    local game = tabletop({ T.gun "a1" }, { T.foot "b1", T.foot("b2", nil, nil, { group = "gx" }) },
      { fire_range = 300, shot_line = { "b2" } }, { ["artillery.fire"] = { 9, 9 } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.same({ 5, 5 }, { T.unit(game, "b1").figures, T.unit(game, "b2").figures })
  end)

  it("takes no word of a stand that lies hidden, is gone or fires itself (R241)", function()
    local game = T.to(T.game { a = { T.gun "a1" }, told = function(question)
      if question.fact == "fire_range" then return 300 end
      if question.fact ~= "shot_line" then return question.offered end
      for _, id in ipairs { "b2", "b1", "a1" } do
        local _, fault = question.check { id }
        T.says(fault.message, "must be other stands on the table that are seen, got " .. id)
      end
      return question.check { "b3" }
    end, b = { T.foot "b1", T.foot("b2", nil, nil, { hidden = true, group = "gx" }), T.foot("b3", nil, nil, { group = "gx" }) },
      dice = { ["artillery.fire"] = { 9, 9 } } }, "a", "fire")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.equal(5, T.unit(game, "b3").figures)
  end)

  it("is refused by what they say, and asks nothing for a list", function()
    local game, asked = tabletop({ T.foot "a1" }, { T.foot "b1" }, { fire_bears = "out_of_arc" })
    assert.equal(1, #T.legal(game, "a", "fire"))
    assert.same({}, asked)
    T.refused(game, "fire", { unit = "a1", target = "b1" }, "Arcs of Fire")
  end)

  it("lets a machine gun share its dice over stands that players say it sees", function()
    local game = tabletop({ T.maxim "a1" }, { T.foot "b1", T.foot("b2", nil, nil, { group = "gx" }) }, { fire_range = 200 },
      { ["mg.fire"] = { 9, 9, 9 } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1", also = { "b2" }, dice = 1 })
    local targets = T.calls(game, "mg.fire")[1].args.targets
    assert.same({ 1, 2, 200, 200 }, { targets[1].dice, targets[2].dice, targets[1].range_mm, targets[2].range_mm })
    assert.same({ 5, 4 }, { T.unit(game, "b1").figures, T.unit(game, "b2").figures })
  end)

  it("takes their word for the beaten zone of a machine gun uphill, and of a howitzer", function()
    local b = { T.foot "b1", T.foot("b2", nil, nil, { group = "gx" }) }
    local game = tabletop({ T.maxim "a1" }, b, { fire_range = 200, higher_ground = true, beaten_zone = { "b2" } },
      { ["mg.fire"] = { 9, 1, 1, 9, 9, 1 } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.same({ 5, 4 }, { T.unit(game, "b1").figures, T.unit(game, "b2").figures })
    game = tabletop({ T.gun("a1", nil, nil, { howitzer = true }) }, b, { fire_range = 200, beaten_zone = { "b2" } },
      { ["artillery.fire"] = { 1, 9 } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.same({ 6, 5 }, { T.unit(game, "b1").figures, T.unit(game, "b2").figures })
  end)

  it("takes their word for who is behind the target of canister, and is refused beyond its reach", function()
    local b = { T.foot "b1", T.foot("b2", nil, nil, { group = "gx" }) }
    local game = tabletop({ T.gun "a1" }, b, { fire_range = 150, stand_behind = { "b2" } },
      { ["artillery.canister"] = { 9, 1, 1, 9, 9, 1 } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1", mode = "canister" })
    assert.same({ 5, 4, 3 }, { T.unit(game, "b1").figures, T.unit(game, "b2").figures, T.unit(game, "a1").canister })
    game = tabletop({ T.gun "a1" }, b, { fire_range = 201 })
    T.refused(game, "fire", { unit = "a1", target = "b1", mode = "canister" }, "Scores to Hit", "200")
  end)

  it("is none where the players say that no stand of the group is reached", function()
    local facts = { fire_range = 300, friends_touched = { "b2" }, group_reached = {} }
    local game = tabletop({ T.foot "a1" }, { T.foot "b1", T.foot "b2" }, facts, {})
    T.refused(game, "fire", { unit = "a1", target = "b1" }, "R126", "cannot be reached")
  end)

  it("of a sniper is at a leader among his men, and he who is located is fired at by one of the group", function()
    local game, asked = tabletop({ T.sniper "a1" }, { T.foot "b1", T.foot "b2" }, { fire_range = 300, leader_alone = 0 },
      { ["sniper.fire"] = { 3 }, ["sniper.spot"] = { 10 }, ["fire.small_arms"] = { 10 } })
    local offered = {}
    for _, one in ipairs(T.legal(game, "a", "snipe")) do offered[one.leader or one.target] = true end
    assert.same({ true, true, true }, { offered.lb, offered.b1, offered.b2 })
    assert.same({}, asked)
    T.give(game, "a", "snipe", { unit = "a1", leader = "lb" })
    assert.equal("free_shot.free_shot", game:waiting().path)
    local list = T.legal(game, "b", "free_shot")
    assert.equal(2, #list)
    T.give(game, "b", "free_shot", { unit = list[1].unit })
    assert.equal("gone", T.unit(game, "a1").status)
    assert.are_not.equal("free_shot.free_shot", game:waiting().path)
  end)

  it("in defence asks nothing until somebody fires, then for rank, contact and front", function()
    local asked, faces = {}, true
    local game = T.to(T.game { a = { T.band "a1" }, b = { T.foot "b1", T.foot "b2", T.irregulars("b3") },
      dice = { ["fire.defensive_test"] = { 5, 1 }, ["fire.small_arms"] = { 9, 1, 9, 1 } }, told = function(question)
        asked[#asked + 1] = question.fact
        if question.fact == "defence_faces" then return faces end
        return question.fact == "friends_touched" and question.of[1] == "b2" and { "b1" } or question.offered
      end }, "a", "movement")
    T.act(game, function(play)
      play:set(play:unit "a1", "charged", "b1")
      play:set(play:unit "a1", "met", { { target = "b1" } })
    end)
    asked = {}
    T.to(game, "a", "defensive_fire")
    local offered = {}
    for i, one in ipairs(T.legal(game, "b", "defend")) do offered[i] = one.unit end
    assert.same({ { "b1", "b2" }, {} }, { offered, asked })
    T.give(game, "b", "defend", { unit = "b2", target = "a1" })
    assert.same({ "rear_rank", "friends_touched", "defence_faces" }, { asked[1], asked[2], asked[3] })
    assert.equal(5, T.unit(game, "a1").figures)
    faces = false
    T.says(T.refusal(game, "b", "defend", { unit = "b1", target = "a1" }).message, "front")
    faces = true
    T.give(game, "b", "defend", { unit = "b1", target = "a1" })
    assert.equal(1, #T.calls(game, "fire.defensive_test")) -- once a group
    assert.are_not.equal("player_turn.defensive_fire", game:waiting().path)
  end)

  it("offers rounds and gunners without a question, and asks who touches the gun when they are wanted", function()
    local asked, touched = {}, { "a2", "a3" }
    local game = T.to(T.game { a = { T.gun("a1", nil, nil, { solid = 2, figures = 1 }), T.cart "a2", T.foot "a3" },
      b = { T.foot "b1" }, told = function(question)
        asked[#asked + 1] = question.fact
        return question.fact == "friends_touched" and question.of[1] == "a1" and touched or question.offered
      end }, "a", "movement")
    asked = {}
    local offered = {}
    for _, name in ipairs { "resupply", "assign_gunners" } do
      for _, one in ipairs(T.legal(game, "a", name)) do offered[#offered + 1] = name .. " " .. one.from end
    end
    assert.same({ { "resupply a2", "assign_gunners a3" }, {} }, { offered, asked })
    T.give(game, "a", "resupply", { unit = "a1", from = "a2", solid = 6 })
    assert.same({ "friends_touched" }, asked)
    T.give(game, "a", "assign_gunners", { unit = "a1", from = "a3", gunners = 1 })
    assert.same({ 8, 2, 5 }, { T.unit(game, "a1").solid, T.unit(game, "a1").figures, T.unit(game, "a3").figures })
    touched = {}
    T.says(T.refusal(game, "a", "assign_gunners", { unit = "a1", from = "a3", gunners = 1 }).message, "does not touch")
  end)
end)
