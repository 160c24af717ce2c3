-- Charges, ambushes and melees of a told battle, end to end: the players say how far and who, the rules do the rest.
local T <const> = require "bugles_table"

local asked

--- The players' word: what is likely, but for facts that a case names; a function gives it from the question.
local function word(facts)
  asked = {}
  return function(question)
    asked[#asked + 1] = ("%s %s %s"):format(question.fact, question.of[1], question.of[2])
    local known = facts[question.fact]
    if type(known) == "function" then return known(question) end
    if known ~= nil then return known end
    return question.offered
  end
end

local function was_asked(text)
  for _, one in ipairs(asked) do
    if one:find(text, 1, true) == 1 then return true end
  end
  return false
end

--- A told battle at a's movement, or at another step; `met`: pairs in contact, `fights` of a round that decided nothing.
local function told(spec, facts, step)
  spec.told = word(facts or {})
  local game = T.game(spec)
  for _, pair in ipairs(spec.met or {}) do
    T.act(game, function(play)
      play:meet(pair[1], pair[2])
      if not pair.fights then return end
      play:set(play:unit(pair[1]), "fights", pair[2])
      play:set(play:unit(pair[2]), "fights", pair[1])
    end)
  end
  return T.to(game, "a", step or "movement")
end

local function charge(spec, facts)
  local game = told(spec, facts)
  T.give(game, "a", "charge", { unit = "a1", target = "b1" })
  return game
end

local function disordered(game, id) return table.concat(T.unit(game, id).disordered or {}, ", ") end

describe("skirmishers who are charged in a told battle", function()
  after_each(T.finished)

  local function ride(choice, die, facts, throws)
    facts.charge_distance = facts.charge_distance or 250
    local game = charge({
      a = { T.horse "a1" }, b = { T.skirmishers "b1", T.foot "b2" },
      dice = { ["movement.roll"] = throws or { 3, 3, 3 }, ["skirmish.evade"] = die },
    }, facts)
    if game:waiting().path == "charge.evade" then T.answer(game, choice) end
    return game
  end

  it("get away, and the charger who meets nobody is disordered", function()
    local game = ride("evade", { 8 }, {})
    assert.equal("ready", T.unit(game, "b1").status)
    assert.is_nil(T.unit(game, "a1").met)
    assert.equal("charge_missed", disordered(game, "a1"))
    assert.is_true(was_asked "evasion_blocked b1 a1")
    assert.is_true(was_asked "reached_next a1")
  end)

  it("leave him to whom he reaches next, as the players say", function()
    local game = ride("evade", { 8 }, { reached_next = { "b2" } })
    assert.same({ { target = "b2" } }, T.unit(game, "a1").met)
    assert.equal("b2", T.unit(game, "a1").charged)
    assert.equal("", disordered(game, "a1"))
  end)

  it("are lost where they fail, stand, or have no way", function()
    assert.equal("gone", T.unit(ride("evade", { 7 }, {}), "b1").status)
    assert.equal("gone", T.unit(ride("stand", nil, {}), "b1").status)
    local game = ride("evade", { 10 }, { evasion_blocked = true })
    assert.equal("gone", T.unit(game, "b1").status)
    T.says(T.story(game), "no way to evade")
  end)

  it("need not evade a charge that falls short", function()
    local game = ride("evade", nil, { charge_distance = 250 }, { 1, 1, 1 }) -- 200 mm
    assert.equal("charge_missed", disordered(game, "a1"))
    T.says(T.story(game), "does not reach b1")
  end)
end)

describe("stands that a charge reaches in a told battle", function()
  after_each(T.finished)

  local function at(piece, facts, dice)
    dice["movement.roll"] = { 3, 3, 3 }
    facts.charge_distance = 100
    return charge({ a = { T.horse "a1" }, b = { piece, T.foot "b2" }, dice = dice }, facts)
  end

  it("that are guns test when the players say they are struck in flank", function()
    local game = at(T.gun "b1", { struck = "left" }, { ["charge.turn_to_face"] = { 5 } })
    assert.equal("gone", T.unit(game, "b1").status)
    T.says(T.story(game), "needs 6+ to turn and comes to 5")
    game = at(T.gun "b1", { struck = "rear" }, { ["charge.turn_to_face"] = { 6 } })
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
    game = at(T.gun "b1", { struck = "front" }, {})
    assert.equal("ready", T.unit(game, "b1").status)
  end)

  it("that are of class d stand the test of the ground that the players name", function()
    local band = T.band("b1", nil, nil, { class = "d" })
    local game = at(band, { rout_ground = "open" }, { ["morale.automatic_rout"] = { 6 } })
    assert.equal("gone", T.unit(game, "b1").status)
    local call = T.calls(game, "morale.automatic_rout")[1]
    assert.same({ "open", "mounted" }, { call.args.terrain, call.args.charger })
    game = at(band, { rout_ground = "limited_visibility" }, { ["morale.automatic_rout"] = { 10 } })
    assert.equal("limited_visibility", T.calls(game, "morale.automatic_rout")[1].args.terrain)
    assert.same({ { target = "b1" } }, T.unit(game, "a1").met)
  end)

  it("are met with others whom the players say he touches", function()
    local game = at(T.foot "b1", { touched = { "b2" } }, {})
    assert.same({ { target = "b1" }, { target = "b2" } }, T.unit(game, "a1").met)
  end)
end)

describe("an ambush in a told battle", function()
  after_each(T.finished)

  local function spring(mm, dice)
    local game = told({
      a = { T.foot "a1", T.foot "a2" }, b = { T.band("b1", nil, nil, { hidden = true }), T.foot("b9", nil, nil, { group = "gx" }) },
      dice = dice,
    }, { charge_distance = mm })
    T.give(game, "b", "ambush", { unit = "b1", target = "a1" })
    return game
  end

  it("is met by fire from 100 mm on, and fought at once", function()
    local game = spring(100, { ["movement.roll"] = { 3, 3, 3 }, ["melee.resolve"] = { 3, 3 } })
    assert.is_nil(T.unit(game, "b1").hidden)
    assert.equal("defence.defend", game:waiting().path)
    T.done(game)
    assert.equal("a1", T.unit(game, "b1").fights)
    assert.equal("player_turn.movement", game:waiting().path)
  end)

  it("from nearer is fought without", function()
    local game = spring(99, { ["movement.roll"] = { 3, 3, 3 }, ["melee.resolve"] = { 6, 1 } })
    assert.equal("player_turn.movement", game:waiting().path)
    assert.equal("war_band", T.calls(game, "melee.resolve")[1].args.attacker.kind) -- R3
  end)
end)

describe("melees in a told battle", function()
  after_each(T.finished)

  it("are fought with the supports and flankers that the players name", function()
    local game = told({
      a = { T.foot "a1", T.foot "a2" }, b = { T.foot "b1", T.foot "b2" }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 3, 4 } },
    }, {
      supports = function(question) return question.of[1] == "a1" and { "a2" } or {} end,
      flankers = function(question) return question.of[1] == "a1" and { "b2" } or {} end,
      obstacle = "lesser",
    }, "melee")
    T.give(game, "a", "fight", { unit = "a1" })
    local args = T.calls(game, "melee.resolve")[1].args
    assert.same({ 1, 0 }, { args.attacker.flank_contacts, args.defender.flank_contacts })
    assert.same({ 0, 1 }, { args.attacker.enemy_support, args.defender.enemy_support })
    assert.same({ "lesser", true }, { args.attacker.crossing, args.defender.behind_obstacle })
  end)

  it("let cavalry break through to whom the players say, and fight at once", function()
    local game = told({
      a = { T.horse "a1" }, b = { T.foot "b1", T.foot "b2" }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 6, 1, 1, 6 }, ["charge.breakthrough"] = { 6 }, ["movement.roll"] = { 2, 2, 2 } },
    }, { charge_distance = 300 }, "melee")
    T.give(game, "a", "fight", { unit = "a1" })
    assert.equal("breakthrough.try", game:waiting().path)
    T.answer(game, "break_through")
    T.says(T.story(game), "needs 6+ to break through and comes to 6")
    T.give(game, "a", "charge", { unit = "a1", target = "b2" })
    assert.equal("defence.defend", game:waiting().path)
    T.done(game)
    assert.equal("impact", T.calls(game, "melee.resolve")[2].args.round)
    assert.same({ { target = "b2" } }, T.unit(game, "a1").met)
  end)

  it("are left by a withdrawal, and by a recoil", function()
    local spec = { a = { T.foot "a1" }, b = { T.foot "b1" }, met = { { "a1", "b1", fights = true } },
      dice = { ["melee.withdraw"] = { 9 }, ["movement.roll"] = { 2, 3 } } }
    local game = told(spec, {}, "melee")
    T.give(game, "a", "withdraw_melee", { unit = "a1" })
    assert.is_nil(T.unit(game, "a1").met)
    assert.is_nil(T.unit(game, "b1").fights)
    T.says(T.story(game), "needs 10+ to withdraw and comes to 10: it gets away from b1")
    game = told({ a = { T.horse "a1" }, b = { T.foot "b1" }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 1, 6 }, ["charge.recoil"] = { 6 } } }, {}, "melee")
    T.give(game, "a", "fight", { unit = "a1" })
    T.answer(game, "recoil")
    assert.is_nil(T.unit(game, "a1").met)
    T.says(T.story(game), "recoils 100 mm")
  end)

  it("drive back a stand that is halted, as far as its supports are deep", function()
    local game = told({
      a = { T.band("a1", nil, nil, { figures = 4 }) },
      b = { T.band("b1", nil, nil, { figures = 4 }), T.band "b2", T.band "b3" }, met = { { "a1", "b1" } }, dice = { ["melee.resolve"] = { 5, 2 } },
    }, { supports_behind = 1 }, "melee")
    T.give(game, "a", "fight", { unit = "a1" })
    T.to(game, "b", "nomination")
    assert.is_true(T.unit(game, "b1").halted)
    assert.is_nil(T.unit(game, "a1").met)
    T.says(T.story(game), "withdraws 100 mm from the melee") -- two bases of 50 mm
  end)

  it("are not left by a halted stand behind its obstacle", function()
    local game = told({
      a = { T.band("a1", nil, nil, { figures = 4 }) },
      b = { T.band("b1", nil, nil, { figures = 4 }), T.band "b2", T.band "b3" }, met = { { "a1", "b1" } }, dice = { ["melee.resolve"] = { 6, 2 } },
    }, { obstacle = "lesser" }, "melee")
    T.give(game, "a", "fight", { unit = "a1" })
    T.to(game, "b", "nomination")
    assert.is_true(T.unit(game, "b1").halted)
    assert.equal("b1", T.unit(game, "a1").met[1].target)
    T.says(T.story(game), "stays behind its obstacle")
  end)
end)
