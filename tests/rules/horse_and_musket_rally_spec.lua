--- 2.1, R15, R16: who may rally whom, and what comes off.
local T <const> = require "horse_and_musket_table"

--- Blue's general attached to a1, which has so many hits; Red far enough unless told otherwise.
local function battle(hits, more)
  local spec = {
    a = { T.foot("a1", 900, 300), T.foot("a2", 700, 300) }, b = { T.foot("b1", 900, 1100) }, general_a = { with = "a1" },
    set = { ["units.a1.hits"] = hits, ["units.a2.hits"] = 4 },
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  return spec
end

local RALLY <const> = { commander = "ga", unit = "a1" }

local function refusal(game, args)
  return assert(T.refusal(game, "a", "rally", args or RALLY), "nothing is refused")
end

describe("horse_and_musket: rallying", function()
  after_each(T.finished)

  it("takes a d3 of hits off, never the last one", function()
    local game = T.game(battle(4, { dice = { ["rally.roll"] = { 2 } } }))
    T.give(game, "a", "rally", RALLY)
    assert.are.equal(2, T.unit(game, "a1").hits)
    T.says(T.story(game), "ga rallies a1: D3 2, 2 hits come off, 2 left")
    game = T.game(battle(2, { dice = { ["rally.roll"] = { 3 } } }))
    T.give(game, "a", "rally", RALLY)
    assert.are.equal(1, T.unit(game, "a1").hits)
    assert.are.equal(true, T.leader(game, "ga").rallied)
  end)

  it("leaves the marker", function()
    local game = T.game(battle(3, { dice = { ["rally.roll"] = { 1 } } }))
    T.amend(game, { ["units.a1.staggered"] = true })
    T.give(game, "a", "rally", RALLY)
    assert.are.equal(2, T.unit(game, "a1").hits)
    assert.is_true(T.unit(game, "a1").staggered)
  end)

  it("has nothing to do below two hits, nor for a unit he does not touch", function()
    for hits = 0, 1 do T.says(refusal(T.game(battle(hits))).message, "nothing can be rallied off below 1") end
    local game = T.game(battle(3))
    local fault = refusal(game, { commander = "ga", unit = "a2" })
    assert.are.equal("unit", fault.arg)
    T.says(fault.message, "not touched by him, he is 108 mm away")
    T.says(refusal(game, { commander = "ga", unit = "b1" }).message, "not yours")
  end)

  it("is once a turn for each general and each unit", function()
    local more = 'leader "g2" { quality = "competent", with = "a1" },'
    local game = T.game(battle(5, { more_a = more, dice = { ["rally.roll"] = { 1, 1 } } }))
    T.give(game, "a", "rally", RALLY)
    T.says(refusal(game, { commander = "g2", unit = "a1" }).message, "has been rallied this turn")
    T.says(refusal(game, { commander = "ga", unit = "a2" }).message, "has rallied a unit this turn")
    T.to(game, "a", "charges", false)
    T.to(game, "b", "rally", false)
    T.to(game, "a", "rally", false)
    T.give(game, "a", "rally", RALLY)
  end)

  it("needs every enemy that can fire out of range, whatever he sees (R15)", function()
    -- The unit's front is at y = 310; an enemy line at y is 20 deep.
    local function range(unit, y, more, set)
      local spec = battle(3, more)
      spec.b = { unit("b1", 900, y, more and more.unit) }
      local game = T.game(spec)
      for path, value in pairs(set or {}) do T.amend(game, { [path] = value }) end
      return T.refusal(game, "a", "rally", RALLY)
    end
    local fault = range(T.foot, 440)
    T.says(fault.message, "is 120 mm from b1, which fires 120 mm")
    assert.are.equal(0, fault.margin)
    assert.is_nil(range(T.foot, 441))
    assert.are.equal(-20, range(T.foot, 420).margin)
    assert.truthy(range(T.light, 500, { unit = { weapon = "rifle" } }))
    assert.is_nil(range(T.light, 501, { unit = { weapon = "rifle" } }))
    assert.truthy(range(T.hussars, 425))
    assert.is_nil(range(T.hussars, 426))
    assert.is_nil(range(T.horse, 400))
    assert.is_nil(range(T.wagons, 400))
    assert.truthy(range(T.guns, 880))
    assert.is_nil(range(T.guns, 881))
    assert.is_nil(range(T.guns, 600, { unit = { drill = "limbered" } }))
    assert.is_nil(range(T.foot, 440, nil, { ["units.b1.status"] = "gone" }))
    assert.truthy(range(T.dragoons, 420, { variants = { "dragoons_fire" } }))
    assert.is_nil(range(T.dragoons, 420))
  end)

  it("costs him one on his command throw", function()
    local game = T.game(battle(3, { dice = { ["rally.roll"] = { 1 }, ["command.roll"] = { 4 } } }))
    T.give(game, "a", "rally", RALLY)
    T.to(game, "a", "charges", false)
    assert.are.equal("rallied_a_unit -1", T.modifiers(T.calls(game, "command.roll")[1].result.modifiers))
    T.says(T.story(game), "throws 4, -1 for rallying")
  end)

  it("lets him ride up to a unit first, and no further than a long", function()
    local game = T.game(battle(3, { dice = { ["rally.roll"] = { 3 } } }))
    T.give(game, "a", "attach_general", { commander = "ga", unit = "a2" })
    assert.are.equal("a2", T.leader(game, "ga").with)
    T.give(game, "a", "rally", { commander = "ga", unit = "a2" })
    assert.are.equal(108, T.calls(game, "rally.roll")[1].args.general_move_mm)
    assert.are.equal(1, T.unit(game, "a2").hits)
    T.says(refusal(game).message, "has rallied a unit this turn")
    T.says(T.refusal(game, "a", "move_general", { commander = "ga", to = { x = 900000, y = 200000 } }).message,
      "has ridden in this step")
  end)

  it("attaches a general who stands alone in contact with a unit (R9)", function()
    local game = T.game(battle(3, { general_a = { at = { 900, 277 } }, dice = { ["rally.roll"] = { 1 } } }))
    assert.is_nil(T.leader(game, "ga").with)
    T.give(game, "a", "rally", RALLY)
    assert.are.equal("a1", T.leader(game, "ga").with)
  end)

  it("is measured for the prompt's questions", function()
    local game = T.game(battle(3))
    assert.are.same({ hits = 3, in_contact = true, in_enemy_range = false }, game.play.measure["rally.roll"](game.play, "a1"))
    assert.are.same({ hits = 4, in_contact = false, in_enemy_range = false }, game.play.measure["rally.roll"](game.play, "a2"))
  end)

  it("is proposed where it is legal, most hits first", function()
    local more = 'leader "g2" { quality = "competent", with = "a2" },'
    local list = T.all_legal(T.game(battle(3, { more_a = more })), "a", "rally")
    assert.are.same({ "a2", "a1" }, { list[1].unit, list[2].unit })
    assert.are.equal("4 hits, up to 3 off", list[1].text)
    assert.are.equal("3 hits, up to 2 off", list[2].text)
  end)

  it("asks the players of a told game: touching, and range", function()
    local asked, spec = {}, battle(3, { dice = { ["rally.roll"] = { 1 } } })
    spec.a, spec.b, spec.general_a = { T.foot("a1"), T.foot("a2") }, { T.foot("b1") }, { with = "a1" }
    spec.told = function(question)
      asked[#asked + 1] = question.fact
      if question.fact == "touches" then return true end
      return question.offered
    end
    local game = T.game(spec)
    T.give(game, "a", "rally", RALLY)
    assert.are.same({ "in_enemy_range" }, asked)
    T.says(T.refusal(game, "a", "rally", { commander = "ga", unit = "a2" }).message, "has rallied")
  end)
end)
