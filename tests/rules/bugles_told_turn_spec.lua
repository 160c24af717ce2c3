--- A told battle, without positions, through whole turns: the players say what stands where, and only when it is needed.
local T <const> = require "bugles_table"

local asked

--- The players' word: what is likely, but for facts that a case names.
local function word(facts)
  asked = {}
  return function(question)
    asked[question.fact] = (asked[question.fact] or 0) + 1
    local known = facts[question.fact]
    if known ~= nil then return known end
    return question.offered
  end
end

local function told(facts, more)
  local spec = {
    a = { T.foot("a1"), T.foot("a2") }, b = { T.band("b1"), T.band("b2") }, told = word(facts),
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.game(spec)
end

describe("a told battle", function()
  after_each(T.finished)

  it("goes through whole turns without a question when nobody does anything", function()
    local game = told {}
    T.to(T.to(game, "b", "fire"), "a", "nomination")
    assert.equal(2, game.state.root.turn)
    assert.same({}, asked)
  end)

  it("asks how far a stand is from its leader, and keeps it in place when that is too far", function()
    local game = T.to(told { leader_distance = 201 }, "a", "movement")
    local fault = T.refusal(game, "a", "move", { unit = "a2", distance = 1000 })
    assert.equal("Role of Leaders", fault.cite)
    assert.equal(-1, fault.margin)
    assert.is_nil(T.refusal(game, "a", "move", { unit = "a1", distance = 1000 })) -- its leader is with it
  end)

  it("asks who stood beside a stand that is destroyed", function()
    local game = T.to(told { friends_touched = { "a2" } }, "a", "fire")
    T.act(game, function(play) play:carry_out("stand_destroyed", { unit = "a1" }) end)
    assert.equal(5, T.unit(game, "a2").figures)
    assert.equal("a2", T.leader(game, "la").with) -- R201
  end)

  it("lets leaders join stands and superiors take over", function()
    local game = T.to(told({}, { dice = { ["movement.roll"] = { 1, 1, 1 } } }), "a", "movement")
    T.give(game, "a", "place_leader", { commander = "sa", unit = "a2" })
    assert.equal("a2", T.leader(game, "sa").with)
    T.give(game, "a", "take_command", { commander = "sa", group = "ga" })
    assert.equal("sa", game.state.root.formations.ga.commanded_by)
  end)

  it("offers a superior the group whose leader has fallen, and sees an army lose heart for its chief", function()
    local game = T.to(told({}, {
      a = { T.foot("a1"), T.foot("x1", nil, nil, { group = "gx" }), T.foot("y1", nil, nil, { group = "gy" }) },
      dice = { ["leader.replacement"] = { 5 }, ["morale.cinc_loss"] = { 3 } },
    }), "b", "fire")
    T.act(game, function(play) play:carry_out("leader_lost", { leader = "la" }) end)
    T.to(game, "a", "movement")
    local list = T.all_legal(game, "a", "take_command")
    assert.same({ 2, "ga" }, { #list, list[1].group })
    T.give(game, "a", "take_command", { commander = "sa", group = "ga" })
    T.act(game, function(play) play:carry_out("leader_lost", { leader = "cb" }) end)
    T.says(T.story(game), "Red loses heart: 3")
    assert.equal("gone", T.unit(game, "b1").status)
  end)
end)
