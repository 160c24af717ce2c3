--- Fire where nothing is measured: what the players are asked, and no more of it than the rules need.
local T <const> = require "horse_and_musket_table"

--- A question in short: fire_range(a1,b1).
local function key_of(question)
  local of = {}
  for i, one in ipairs(question.of) do of[i] = tostring(one) end
  return question.fact .. "(" .. table.concat(of, ",") .. ")"
end

--- A game in the firing step whose players answer with what `answers` holds from then on, and with what is likely
--- before; gives what they are asked.
local function tabletop(spec, answers)
  local asked, there = {}, false
  spec.told = function(question)
    local key = key_of(question)
    if not there then return question.offered ~= nil and question.offered or {} end
    asked[#asked + 1] = key
    if answers[key] == nil then error("nobody expected " .. key .. ": " .. question.text, 0) end
    return answers[key]
  end
  spec.set = spec.set or { ["units.a1.shot"] = true }
  local game = T.to(T.game(spec), "a", "firing")
  there = true
  return game, asked
end

local function fire(game, target) return T.give(game, "a", "fire", { unit = "a1", target = target or "b1" }) end

local A <const>, B <const> = { T.foot "a1", T.guns "g1" }, { T.light "b1", T.foot "b2" }

describe("horse_and_musket: fire in a told game", function()
  after_each(T.finished)

  it("asks whether it is a target, how far it is and how many bases have a clear path, once", function()
    local game, asked = tabletop({ a = A, b = B, dice = { ["fire.small_arms"] = { 5, 1, 1, 1 } } }, {
      ["target_choice(a1,b1)"] = "fair", ["fire_range(a1,b1)"] = 80, ["clear_bases(a1,b1)"] = 4,
      ["behind_cover(a1,b1)"] = false,
    })
    local list = T.legal(game, "a", "fire")
    assert.are.same({ 2, 0 }, { #list, #asked }) -- nothing is asked for a list
    fire(game)
    assert.are.same({ "target_choice(a1,b1)", "fire_range(a1,b1)", "clear_bases(a1,b1)", "behind_cover(a1,b1)" }, asked)
    assert.are.equal(1, T.unit(game, "b1").hits)
  end)

  it("asks what blocks the others, and about enfilade where there can be any, but of cover only when something is hit",
    function()
      local game, asked = tabletop({ a = A, b = B, dice = { ["fire.small_arms"] = { 1, 1, 1, 1 } } }, {
        ["target_choice(a1,b2)"] = "fair", ["fire_range(a1,b2)"] = 80, ["clear_bases(a1,b2)"] = 2,
        ["fire_blocker(a1,b2)"] = "units", ["enfiladed(a1,b2)"] = true,
      })
      fire(game, "b2")
      assert.are.same({ "target_choice(a1,b2)", "fire_range(a1,b2)", "clear_bases(a1,b2)", "fire_blocker(a1,b2)",
        "enfiladed(a1,b2)" }, asked)
      assert.are.same({ 2, true, 4 }, { T.calls(game, "fire.small_arms")[1].args.bases,
        T.calls(game, "fire.small_arms")[1].args.enfilade, T.calls(game, "fire.small_arms")[1].result.dice })
    end)

  it("refuses by the players' word, and asks no more then", function()
    for answer, cite in pairs { out_of_arc = "5.1.3 R48", nearer = "C.2b R52" } do
      local game, asked = tabletop({ a = A, b = B },
        { ["target_choice(a1,b1)"] = answer, ["fire_range(a1,b1)"] = 80 })
      assert.are.equal(cite, T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }).cite)
      assert.are.equal(2, #asked)
    end
    local game = tabletop({ a = A, b = B }, { ["target_choice(a1,b1)"] = "fair", ["fire_range(a1,b1)"] = 130,
      ["clear_bases(a1,b1)"] = 4 })
    assert.are.equal(-10, T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }).margin)
  end)

  it("asks about woods where there are any, and about the works' front", function()
    local wood = 'area "wood" { terrain = "woods" },'
    local game = tabletop({ a = A, b = B, ground = wood, dice = { ["fire.small_arms"] = { 5, 5, 1, 1 },
      ["cover.save"] = { 4, 4 } } }, {
      ["target_choice(a1,b1)"] = "fair", ["fire_range(a1,b1)"] = 80, ["clear_bases(a1,b1)"] = 4,
      ["woods_between(a1,b1)"] = "edge", ["wholly_in_woods(b1)"] = true,
    })
    fire(game)
    T.says(T.story(game), "b1 is behind the woods: 2 of 2 hits saved")
    game = tabletop({ a = A, b = B, ground = wood }, {
      ["target_choice(a1,b1)"] = "fair", ["fire_range(a1,b1)"] = 80, ["clear_bases(a1,b1)"] = 4,
      ["woods_between(a1,b1)"] = "target_deep",
    })
    assert.are.equal("SR.2 R78", T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }).cite)
    local works = 'area "redoubt" { terrain = "fieldworks", front = "south" },'
    game = tabletop({ a = A, b = { T.light("b1", nil, nil, { inside = "redoubt" }) }, ground = works,
      dice = { ["fire.small_arms"] = { 5, 1, 1, 1 }, ["cover.save"] = { 4 } } }, {
      ["target_choice(a1,b1)"] = "fair", ["fire_range(a1,b1)"] = 80, ["clear_bases(a1,b1)"] = 4,
      ["face_met(a1,b1)"] = "front",
    })
    fire(game)
    assert.are.equal(0, T.unit(game, "b1").hits)
  end)

  it("of guns asks who is under the line at long range, and about elevation over units", function()
    local game, asked = tabletop({ a = A, b = B, dice = { ["fire.artillery"] = { 3, 4, 4, 4, 1 } } }, {
      ["target_choice(g1,b1)"] = "fair", ["fire_range(g1,b1)"] = 300, ["clear_bases(g1,b1)"] = 0,
      ["fire_blocker(g1,b1)"] = "units", ["elevation(g1,b1)"] = "firer_higher", ["gun_line(g1,b1)"] = { "b2" },
      ["enfiladed(g1,b2)"] = false, ["behind_cover(g1,b1)"] = false, ["behind_cover(g1,b2)"] = false,
    })
    T.give(game, "a", "fire_guns", { unit = "g1", target = "b1" })
    assert.are.equal(9, #asked)
    assert.are.same({ 2, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits })
    T.says(T.story(game), "300 mm away, overhead: 3 thrown")
    game, asked = tabletop({ a = A, b = B, dice = { ["fire.artillery"] = { 1, 1, 1 } } }, {
      ["target_choice(g1,b1)"] = "fair", ["fire_range(g1,b1)"] = 180, ["clear_bases(g1,b1)"] = 1,
    })
    T.give(game, "a", "fire_guns", { unit = "g1", target = "b1" })
    assert.are.equal(3, #asked)
  end)
end)
