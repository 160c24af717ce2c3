--- Charges, combats and retreats at a table that nobody measures: what is asked, and what is made of the answers.
local T <const> = require "horse_and_musket_table"

local n, join = T.n, T.join

--- Horse a1 charges foot b1, told: `answers` by fact, else what is offered. Gives the game and what was asked.
local function charged(answers, dice, more)
  local asked = {}
  local spec = {
    a = { T.horse("a1"), T.foot("a2") }, b = { T.foot("b1"), T.foot("b2") },
    general_a = { with = "a2" }, general_b = { with = "b2" },
    dice = { ["charge.test"] = { 3 }, ["melee.resolve"] = dice, ["colours.capture"] = dice and { 1, 1 } or nil },
    told = function(question)
      asked[#asked + 1] = question.fact
      if answers[question.fact] ~= nil then return answers[question.fact] end
      return question.offered
    end,
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  local game = T.to(T.game(spec), "a", "charges")
  asked[1] = nil
  for i = 2, #asked do asked[i] = nil end
  T.give(game, "a", "charge", { unit = "a1", target = "b1" })
  T.done(game)
  while game:waiting().kind == "decision" do
    local options = game:waiting().options
    T.answer(game, options[#options])
  end
  return game, asked
end

describe("a told charge", function()
  after_each(T.finished)

  it("asks for the face, the distance, the going and whom else it touches, and nothing twice", function()
    local game, asked = charged { charge_distance = 132 }
    assert.are.same({ "face_met", "charge_distance", "charge_going", "touched" }, asked)
    local reach = T.calls(game, "charge.reach")[1]
    assert.are.same({ 132, 48 }, { reach.args.distance_mm, reach.result.margin_mm })
    assert.are.equal("contact", T.unit(game, "a1").charging.stage)
    T.says(T.story(game), "A1 comes home on b1 in front")
  end)

  it("meets whoever else it is said to touch (C.3a)", function()
    local game = charged({ charge_distance = 100, touched = { "b2" } }, nil, {
      dice = { ["charge.test"] = { 3 }, ["melee.resolve"] = n(25, 1), ["colours.capture"] = n(4, 1) },
    })
    local met = T.unit(game, "a1").met
    assert.are.same({ "b1", "b2" }, { met[1].target, met[2].target })
    T.to(game, "b", "rally", false)
    assert.are.equal(2, #T.calls(game, "melee.resolve"))
  end)

  it("that is too far stands off", function()
    local game = charged { charge_distance = 121, charge_going = true }
    assert.is_nil(T.unit(game, "a1").charging)
    T.says(T.story(game), "1 mm short of b1")
  end)

  it("with a wider turn than a unit makes is refused (4.2.1)", function()
    local game = T.to(T.game {
      a = { T.horse("a1") }, b = { T.foot("b1") }, general_a = { with = "a1" }, general_b = { with = "b1" },
      told = function(question) return question.offered end,
    }, "a", "charges")
    local deed, fault = game:check { side = "a", ["do"] = "charge", unit = "a1", target = "b1", pivot = 104000 }
    assert.is_nil(deed)
    assert.are.same({ "pivot", -59 }, { fault.arg, fault.margin })
  end)

  it("on the flank is not fired at", function()
    local game = charged { face_met = "left_flank", charge_distance = 10 }
    assert.are.equal("side_turn.movement", game:waiting().path)
    assert.are.equal("left_flank", T.unit(game, "a1").charging.face)
  end)
end)

describe("a told combat", function()
  after_each(T.finished)

  it("is fought on what the players say of it", function()
    local game, asked = charged({
      charge_distance = 100, supporters = {}, melee_terms = { "cover", "charged_higher" },
    }, join({ 4 }, n(7, 1), { 1 }, n(5, 1)))
    T.to(game, "b", "rally", false)
    assert.are.same({
      "face_met", "charge_distance", "charge_going", "touched", "supporters", "supporters", "melee_terms",
      "retreat_through", "retreat_meets",
    }, asked)
    local call = T.calls(game, "melee.resolve")[1]
    assert.are.equal("cover", call.args.position)
    assert.are.equal("higher_ground 1", T.modifiers(call.result.charged.modifiers))
    assert.are.equal(1, T.unit(game, "b1").hits)
    T.says(T.story(game), "B1 goes back its full move of 75 mm")
  end)

  it("counts the friends that are named", function()
    local game = charged({ charge_distance = 100, supporters = { "a2" } }, join({ 4 }, n(8, 1), { 1 }, n(4, 1)), {
      told = function(question)
        if question.fact == "supporters" then return question.of[1] == "a1" and { "a2" } or {} end
        return question.fact == "charge_distance" and 100 or question.offered
      end,
    })
    T.to(game, "b", "rally", false)
    assert.are.equal("charging 2, superior 2, supports 1",
      T.modifiers(T.calls(game, "melee.resolve")[1].result.charger.modifiers))
  end)

  it("is supported by others alone: a unit that is named as its own supporter is refused (6.6.11)", function()
    local taken, refused
    local game = charged({ charge_distance = 100 }, join({ 4 }, n(7, 1), { 1 }, n(4, 1)), {
      told = function(question)
        if question.fact == "supporters" and question.of[1] == "a1" then
          taken, refused = question.check { "a1" }
          assert.are.same({ "a2" }, (question.check { "a2" }))
        end
        return question.fact == "charge_distance" and 100 or question.offered
      end,
    })
    T.to(game, "b", "rally", false)
    assert.is_nil(taken)
    assert.are.same({ "friends must be others than a1", "6.6.11" }, { refused.message, refused.cite })
  end)

  it("ends in the retreat they tell: through friends, into the enemy", function()
    local lost <const> = join({ 4 }, n(7, 1), { 1 }, n(4, 1))
    local game = T.to(charged({ charge_distance = 100, retreat_through = { "b2" } }, lost), "b", "rally", false)
    assert.are.same({ 2, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits })
    game = T.to(charged({ charge_distance = 100, retreat_meets = { "enemy" } }, lost), "b", "rally", false)
    assert.are.equal("gone", T.unit(game, "b1").status)
    game = T.to(charged({ charge_distance = 100, retreat_meets = { "difficult", "river" } }, lost), "b", "rally", false)
    assert.are.equal("ready", T.unit(game, "b1").status)
    assert.are.equal(50, T.calls(game, "retreat.resolve")[1].result.move_mm)
  end)

  it("may send foot into a town, and horse that cannot go round it into ruin", function()
    local town = { ground = T.area("town", "town", 0, 0, 100, 100) }
    local told = { charge_distance = 100, retreat_meets = { "works" }, retreat_into = "town" }
    local game = T.to(charged(told, join({ 4 }, n(7, 1), { 1 }, n(4, 1)), town), "b", "rally", false)
    assert.are.equal("town", T.unit(game, "b1").inside)
    town.b = { T.horse("b1"), T.foot("b2") }
    game = T.to(charged(told, join({ 4 }, n(5, 1), n(4, 1)), town), "b", "rally", false)
    assert.are.equal("gone", T.unit(game, "b1").status)
  end)
end)
