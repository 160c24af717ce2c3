--- Movement where nothing is measured: the dice, what the players are asked, and what they are told.
local T <const> = require "bugles_table"

--- A game in a's movement whose players answer with what `answers` holds, and with what is likely otherwise; gives what
--- they are asked from then on.
local function tabletop(a, answers, more)
  local asked, there = {}, false
  local spec = { a = a, b = { T.foot "b1" } }
  for key, value in pairs(more or {}) do spec[key] = value end
  spec.told = function(question)
    if there then asked[#asked + 1] = question.fact end
    if there and answers[question.fact] ~= nil then return answers[question.fact] end
    if question.offered == nil then return {} end
    return question.offered
  end
  local game = T.to(T.game(spec), "a", "movement")
  there = true
  return game, asked
end

describe("bugles: movement in a told game", function()
  after_each(T.finished)

  it("throws for the group, and tells how far a stand may go", function()
    local game, asked = tabletop({ T.foot "a1", T.horse "a2" }, {}, { rolls = { 3, 4, 2, 2, 2 } })
    T.give(game, "a", "move", { unit = "a1" })
    T.says(T.story(game), "a1 may move up to 140 mm.")
    assert.equal("full", T.unit(game, "a1").moved)
    assert.same({ "way", "passes" }, { asked[#asked - 1], asked[#asked] })
    T.refused(game, "move", { unit = "a1" }, "Variable Movement", "has moved this turn")
  end)

  it("asks for rough ground and friends on the way", function()
    local game = tabletop({ T.foot "a1", T.foot "a2" }, { way = true, passes = "close_order" }, {
      rolls = { 5, 3 }, dice = { ["movement.passage_of_lines"] = { 9, 1 } },
    })
    T.give(game, "a", "move", { unit = "a1", will_fire = true })
    T.says(T.story(game), "a1 may move up to 50 mm.")
    assert.same({ "rough_terrain" }, T.unit(game, "a1").disordered)
    T.give(game, "a", "move", { unit = "a2" })
    assert.same({ "failed_passage" }, T.unit(game, "a2").disordered)
  end)

  it("moves a square once, whichever of its stands is named", function()
    local game = tabletop({ T.foot "a1", T.foot "a2" }, {}, { dice = { ["formation.square"] = { 9 } }, rolls = { 3, 3, 5 } })
    T.give(game, "a", "form_square", { units = { "a1", "a2" } })
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.give(game, "a", "move", { unit = "a1" })
    T.says(T.story(game), "a1 may move up to 100 mm.")
    T.refused(game, "move", { unit = "a2" }, "Variable Movement", "has moved this turn")
  end)

  it("has every other command as on a measured table", function()
    local game = tabletop({ T.foot "a1", T.foot "a2", T.foot "a3", T.foot("a4", nil, nil, { class = "a" }),
      T.horse("a5", nil, nil, { can_dismount = "dragoon" }), T.gun "a6", T.foot "a7",
      T.gun "a8", T.gun("a9", nil, nil, { limbered = true }), T.foot "a10" }, {}, {
      dice = { ["formation.square"] = { 9, 9 }, ["movement.roll"] = { 1, 2, 3 }, ["movement.limber"] = { 3, 2, 5, 4 },
        ["movement.withdraw"] = { 2 } },
    })
    T.give(game, "a", "form_square", { units = { "a1", "a2" } })
    assert.equal("square", T.unit(game, "a2").drill)
    T.give(game, "a", "wheel", { units = { "a3" }, angle = 30000 })
    T.give(game, "a", "incline", { unit = "a3", to = "left" })
    T.give(game, "a", "deploy_skirmish", { unit = "a4" })
    assert.equal("skirmish", T.unit(game, "a4").drill)
    T.give(game, "a", "dismount", { unit = "a5" })
    T.give(game, "a", "limber", { unit = "a6", move = true })
    T.give(game, "a", "move", { unit = "a6" })
    T.says(T.story(game), "a6 may move up to 40 mm.")
    T.give(game, "a", "manhandle", { unit = "a8" })
    T.says(T.story(game), "a8 may move up to 60 mm, by hand.")
    T.give(game, "a", "unlimber", { unit = "a9", move = true })
    T.says(T.story(game), "a9 unlimbers: 5, and has 80 mm to go.")
    assert.same({ nil, true }, { T.unit(game, "a9").limbered, T.unit(game, "a9").unlimbered })
    T.give(game, "a", "back_to_back", { units = { "a10" } })
    assert.equal("back_to_back", T.unit(game, "a10").drill)
    T.give(game, "a", "withdraw_facing", { unit = "a7" })
    T.says(T.story(game), "a7 may move up to 40 mm back.")
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.give(game, "a", "reform", { unit = "a4" })
    T.give(game, "a", "leave_square", { unit = "a1" })
    assert.same({ "a5" }, { T.legal(game, "a", "mount")[1].unit, T.legal(game, "a", "mount")[2] })
    T.give(game, "a", "mount", { unit = "a5" })
    T.says(T.story(game), "a5 mounts, with 60 mm to go.")
    T.give(game, "a", "change_face", { units = { "a3" }, angle = 30000 })
    assert.truthy(#T.legal(game, "a") > 0)
  end)
end)
