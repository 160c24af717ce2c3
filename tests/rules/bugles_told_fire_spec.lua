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

  it("is refused by what they say, and asks nothing for a list", function()
    local game, asked = tabletop({ T.foot "a1" }, { T.foot "b1" }, { fire_bears = "out_of_arc" })
    assert.equal(1, #T.legal(game, "a", "fire"))
    assert.same({}, asked)
    T.refused(game, "fire", { unit = "a1", target = "b1" }, "Arcs of Fire")
  end)
end)
