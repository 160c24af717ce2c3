--- 4.1, 4.4: charges are declared, tested, measured and met, each worked by hand.
local digest <const> = require "kernel.digest"
local geometry <const> = require "kernel.geometry"
local json <const> = require "kernel.json"
local Game <const> = require "limber.game.game"
local T <const> = require "horse_and_musket_table"

--- A game at the charges of side a.
local function charges(spec) return T.to(T.game(spec), "a", "charges") end

local function charge(game, unit, target, pivot)
  return T.give(game, "a", "charge", { unit = unit, target = target, pivot = pivot })
end

local function refusal(spec, unit, target, pivot)
  return T.refusal(charges(spec), "a", "charge", { unit = unit or "a1", target = target or "b1", pivot = pivot })
end

--- Foot 40 mm in front of foot: of the 75 it charges.
local function foot(dice, more)
  local spec = { a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 560) }, dice = dice }
  for key, value in pairs(more or {}) do spec[key] = value end
  return spec
end

local function state_of(game, one, other)
  return geometry.contact(T.unit(game, one).base, T.unit(game, other).base).state
end

describe("a charge", function()
  after_each(T.finished)

  it("is declared, then tested, measured, fired at and brought into contact, exactly", function()
    local game = charges(foot { ["charge.test"] = { 4 }, ["fire.small_arms"] = { 1, 1, 1, 1, 1, 1, 1, 1 } })
    charge(game, "a1", "b1")
    assert.are.equal("declared", T.unit(game, "a1").charging.stage)
    assert.are.same({ 900, 500, 0 }, T.at(game, "a1"))
    T.done(game)
    assert.are.equal("charge.defensive_fire", game:waiting().path)
    assert.are.same({ "b" }, game:waiting().sides)
    assert.are.same({ 900, 500, 0 }, T.at(game, "a1"))
    T.answer(game, "fire")
    assert.are.equal("side_turn.movement", game:waiting().path)
    assert.are.same({ 900, 540, 0 }, T.at(game, "a1"))
    assert.are.equal("touching", state_of(game, "a1", "b1"))
    assert.are.equal("contact", T.unit(game, "a1").charging.stage)
    assert.is_true(T.unit(game, "a1").acted)
    assert.is_true(T.unit(game, "b1").shot)
    assert.are.same({ need = 4, roll = 4 }, { need = T.calls(game, "charge.test")[1].result.need, roll = 4 })
    local reach = T.calls(game, "charge.reach")[1].result
    assert.are.same({ 75, 35 }, { reach.move_mm, reach.margin_mm })
  end)

  it("that fails its test leaves the unit its ordinary move", function()
    local game = charges(foot { ["charge.test"] = { 3 } })
    charge(game, "a1", "b1")
    T.done(game)
    assert.are.equal("side_turn.movement", game:waiting().path)
    assert.is_nil(T.unit(game, "a1").charging)
    assert.is_nil(T.unit(game, "a1").acted)
    assert.are.same({ 900, 500, 0 }, T.at(game, "a1"))
    assert.is_nil(T.refusal(game, "a", "move", { unit = "a1", distance = 20000 }))
    T.says(T.story(game), "needs 4+ to charge and throws 3: it does not, and may still move")
  end)

  it("that is too far is over when it has been measured, after the test (R25)", function()
    local game = charges {
      a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 596) }, dice = { ["charge.test"] = { 4 } },
    }
    charge(game, "a1", "b1")
    T.done(game)
    assert.are.equal("side_turn.movement", game:waiting().path)
    T.says(T.story(game), "1 mm short of b1")
    assert.is_nil(T.unit(game, "a1").charging)
    assert.is_nil(T.refusal(game, "a", "move", { unit = "a1", distance = 20000 }))
  end)

  it("reaches what is as far as it goes", function()
    local game = charges {
      a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 595) }, dice = { ["charge.test"] = { 4 } },
      set = { ["units.b1.drill"] = "column" },
    }
    charge(game, "a1", "b1")
    T.done(game)
    assert.are.equal("touching", state_of(game, "a1", "b1"))
  end)

  it("over crops goes at their rate, for all of it (R37)", function()
    local game = charges(foot({ ["charge.test"] = { 4 } }, {
      ground = 'area "corn" { terrain = "crops", rect = { { 600, 540 }, { 1200, 545 } } }',
    }))
    charge(game, "a1", "b1")
    T.done(game)
    local reach = T.calls(game, "charge.reach")[1]
    assert.is_true(reach.args.difficult)
    assert.are.same({ 50, 10 }, { reach.result.move_mm, reach.result.margin_mm })
  end)

  it("turns first, by the least that brings it against its target, and does not turn again", function()
    local game = charges {
      a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 1100, 655) }, dice = { ["charge.test"] = { 3 } },
    }
    local proposal = T.all_legal(game, "a", "charge")[1]
    assert.is_true(proposal.pivot > 0 and proposal.pivot <= 45000)
    charge(game, "a1", "b1")
    assert.are.equal(proposal.pivot, T.unit(game, "a1").charging.pivot)
    T.done(game)
    T.answer(game, "hold_fire")
    assert.are.equal(proposal.pivot, T.unit(game, "a1").base.facing)
    assert.are.equal("touching", state_of(game, "a1", "b1"))
  end)

  it("staggered levy foot never makes", function()
    local game = charges(foot({}, {
      set = { ["units.a1.staggered"] = true, ["units.a1.grade"] = "levy", ["units.b1.staggered"] = true },
    }))
    charge(game, "a1", "b1")
    T.done(game)
    assert.are.equal("side_turn.movement", game:waiting().path)
    assert.is_true(T.calls(game, "charge.test")[1].result.automatic)
  end)
end)

describe("what a charge may not be", function()
  after_each(T.finished)

  --- Refused for that argument, with that clause, in words that hold this.
  local function bars(fault, arg, cite, text)
    assert.is_truthy(fault, "it is let through")
    assert.are.equal(arg, fault.arg)
    T.says(fault.message, text)
    T.says(fault.cite, cite)
  end

  it("without leave, or after the unit's move", function()
    local game = T.to(T.game(foot {}), "a", "charges")
    T.set(game, T.unit(game, "a1"), "may_move", nil)
    bars(T.refusal(game, "a", "charge", { unit = "a1", target = "b1" }), "unit", "R24", "no leave")
    bars(refusal(foot({}, { set = { ["units.a1.river"] = "in" } })), "unit", "R44", "river")
  end)

  it("by who may not, of whom, with every reason", function()
    bars(refusal { a = { T.guns("a1", 900, 500) }, b = { T.foot("b1", 900, 600) } }, "target", "6.2", "guns and wagons")
    bars(refusal { a = { T.light("a1", 900, 500) }, b = { T.foot("b1", 900, 560) } }, "target", "4.1.6", "in front")
    bars(refusal { a = { T.light("a1", 900, 500) }, b = { T.dragoons("b1", 900, 600) } }, "target", "4.1.6", "cavalry")
    bars(refusal { a = { T.foot("a1", 900, 500) }, b = { T.hussars("b1", 900, 600) } }, "target", "4.1.8.1", "cavalry")
    bars(refusal(foot({}, { set = { ["units.a1.hits"] = 1 } })), "target", "4.1.8.2", "12 against 11")
  end)

  it("of those whom it may", function()
    assert.is_nil(refusal { a = { T.foot("a1", 900, 500) }, b = { T.tribal("b1", 900, 600) } })
    assert.is_nil(refusal { a = { T.foot("a1", 900, 500) }, b = { T.dragoons("b1", 900, 600) } })
    assert.is_nil(refusal { a = { T.light("a1", 900, 500) }, b = { T.light("b1", 900, 560) } })
    assert.is_nil(refusal {
      a = { T.light("a1", 900, 500) }, b = { T.foot("b1", 900, 600, { drill = "column", facing = "east" }) },
    })
  end)

  it("of guns that close order foot guards within 50 mm", function()
    local function guarded(y, kind)
      return refusal {
        a = { T.horse("a1", 900, 500) }, b = { T.guns("b1", 900, 650), (kind or T.foot)("b2", 900, y) },
      }
    end
    bars(guarded(740), "target", "4.1.7", "50 mm")
    assert.is_nil(guarded(741))
    assert.is_nil(guarded(740, T.light))
  end)

  it("twice on one face", function()
    local game = charges {
      a = { T.foot("a1", 820, 500), T.foot("a2", 990, 500) }, b = { T.foot("b1", 900, 560) },
    }
    charge(game, "a1", "b1", 0)
    bars(T.refusal(game, "a", "charge", { unit = "a2", target = "b1", pivot = 0 }), "target", "4.1.2.1", "already")
    bars(T.refusal(game, "a", "charge", { unit = "a1", target = "b1" }), "unit", "4.1.2.1", "already")
  end)

  it("through a friend, or another enemy", function()
    local fault = refusal {
      a = { T.horse("a1", 900, 400), T.foot("a2", 900, 500) }, b = { T.foot("b1", 900, 560) },
    }
    bars(fault, "target", "4.2.8", "past a friend, a2, 50 mm on")
    fault = refusal {
      a = { T.horse("a1", 900, 400) }, b = { T.foot("b1", 900, 560), T.light("b2", 900, 500) },
    }
    bars(fault, "target", "4.2.8", "past b2, 50 mm on")
  end)

  it("past its target, or after a turn of more than 45 degrees", function()
    local spec = { a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 1100, 640) } }
    bars(refusal(spec, "a1", "b1", -20000), "pivot", "4.2.1", "leads past b1")
    bars(refusal { a = { T.horse("a1", 900, 600) }, b = { T.horse("b1", 1050, 600, { facing = "west" }) } },
      "target", "4.2.1", "90 degrees off its front")
  end)

  it("where it has no room to turn", function()
    local fault = refusal({
      a = { T.horse("a1", 900, 500), T.horse("a2", 982, 500) }, b = { T.foot("b1", 960, 620) },
    }, "a1", "b1", 20000)
    bars(fault, "pivot", "4.2.1", "a2 stands there")
  end)

  it("across a river off its crossings, but over a bridge", function()
    local river = 'area "brook" { terrain = "river", rect = { { 0, 530 }, { 1800, 545 } } },'
    bars(refusal(foot({}, { ground = river })), "target", "4.2.7", "a river lies in the way, 20 mm on")
    local bridge = 'area "bridge" { terrain = "bridge", rect = { { 800, 520 }, { 1000, 550 } } },'
    assert.is_nil(refusal(foot({}, { ground = river .. bridge })))
  end)

  it("by horse of who stands in woods, a town or fieldworks", function()
    local wood = 'area "wood" { terrain = "woods", rect = { { 700, 600 }, { 1100, 700 } } }'
    local spec = { a = { T.horse("a1", 900, 500) }, b = { T.light("b1", 900, 640) }, ground = wood }
    bars(refusal(spec), "target", "SR.2", "woods")
  end)

  it("changes nothing, and the unit may try another", function()
    local game = charges {
      a = { T.light("a1", 900, 500) }, b = { T.foot("b1", 900, 560), T.light("b2", 1080, 560) },
    }
    local before = digest.of(game.state.root)
    assert.is_truthy(T.refusal(game, "a", "charge", { unit = "a1", target = "b1" }))
    assert.are.equal(before, digest.of(game.state.root))
  end)
end)

describe("a turn before a charge", function()
  after_each(T.finished)

  it("brings no part of a unit into a town (4.2.7.4)", function()
    -- Turned 20 degrees on (900, 500) its left front corner is 56.57 mm off, at 25 degrees to the left: (876.1, 551.3).
    local function beside(east)
      return charges {
        a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 960, 665) },
        ground = ('area "town" { terrain = "town", rect = { { 700, 545 }, { %d, 600 } } }'):format(east),
      }
    end
    local given = { unit = "a1", target = "b1", pivot = 20000 }
    local fault = T.refusal(beside(890), "a", "charge", given)
    assert.are.equal("target", fault.arg)
    T.says(fault.message, "a town lies in the way, 0 mm on")
    assert.is_nil(T.refusal(beside(870), "a", "charge", given))
  end)
end)

describe("defensive fire", function()
  after_each(T.finished)

  --- Four dice at 5+, first fire: so many of each hit.
  local function shot(hits, rerolled)
    local faces = {}
    for i = 1, 4 do faces[i] = i <= hits and 6 or 1 end
    for i = 1, 4 - hits do faces[4 + i] = i <= rerolled and 6 or 1 end
    return faces
  end

  it("that staggers the charger sends it back a full move from where it stood, facing the enemy", function()
    local game = charges(foot({ ["charge.test"] = { 4 }, ["fire.small_arms"] = shot(2, 1) }, {
      set = { ["units.a1.hits"] = 3, ["units.b1.hits"] = 3 },
    }))
    charge(game, "a1", "b1")
    T.done(game)
    T.answer(game, "fire")
    local unit = T.unit(game, "a1")
    assert.is_true(unit.staggered)
    assert.are.equal(0, unit.hits)
    assert.are.same({ 900, 425, 0 }, T.at(game, "a1"))
    assert.is_true(unit.retired)
    assert.is_nil(unit.charging)
    assert.is_true(game.state.root.formations.pb.succeeded)
    assert.is_truthy(T.refusal(game, "a", "move", { unit = "a1", distance = 20000 }))
  end)

  it("does not send back who was staggered before", function()
    local game = charges(foot({ ["charge.test"] = { 5 }, ["fire.small_arms"] = shot(3, 0) }, {
      set = { ["units.a1.staggered"] = true, ["units.b1.staggered"] = true },
      variants = { "natural_six_hits" },
    }))
    charge(game, "a1", "b1")
    T.done(game)
    T.answer(game, "fire")
    assert.are.equal(3, T.unit(game, "a1").hits)
    assert.are.equal("contact", T.unit(game, "a1").charging.stage)
  end)

  it("may destroy the charger", function()
    local game = charges(foot({ ["charge.test"] = { 5 }, ["fire.small_arms"] = shot(3, 0) }, {
      set = { ["units.a1.staggered"] = true, ["units.a1.hits"] = 3, ["units.b1.staggered"] = true,
        ["units.b1.hits"] = 3 },
    }))
    charge(game, "a1", "b1")
    T.done(game)
    T.answer(game, "fire")
    -- 3 and 6 for the marker and 3 more are 12 in all; who is destroyed is left with 6 (R10).
    assert.are.equal("gone", T.unit(game, "a1").status)
    assert.are.equal(6, T.unit(game, "a1").hits)
  end)

  it("is for who is charged on the front, and has something to fire with", function()
    local game = charges {
      a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 900, 640, { facing = "north" }) },
      dice = { ["charge.test"] = { 3 } },
    }
    charge(game, "a1", "b1")
    T.done(game)
    assert.are.equal("side_turn.movement", game:waiting().path)
    assert.are.equal("rear", T.unit(game, "a1").charging.face)
  end)
end)

describe("several charges", function()
  after_each(T.finished)

  --- Two of horse, against the front and the flank of a line that faces south.
  local function pair(order)
    local game = charges {
      a = { T.horse("a1", 900, 500), T.horse("a2", 1100, 650, { facing = "west" }) }, b = { T.foot("b1", 900, 650) },
      dice = { ["charge.test"] = { 3, 3 } },
    }
    for _, id in ipairs(order) do charge(game, id, "b1") end
    T.done(game)
    return game
  end

  it("are carried out in the order declared, each on its face", function()
    local game = pair { "a1", "a2" }
    assert.are.equal("charge.defensive_fire", game:waiting().path)
    assert.are.equal("declared", T.unit(game, "a2").charging.stage)
    T.answer(game, "hold_fire")
    assert.are.equal("contact", T.unit(game, "a1").charging.stage)
    assert.are.equal("contact", T.unit(game, "a2").charging.stage)
    assert.are.equal("left_flank", T.unit(game, "a2").charging.face)
    assert.are.equal("side_turn.movement", game:waiting().path)
  end)

  it("leave his fire to who has been struck elsewhere already (R31: once for each charge)", function()
    local game = pair { "a2", "a1" }
    T.says(T.story(game), "A2 comes home on b1 in its left flank")
    assert.are.equal("charge.defensive_fire", game:waiting().path)
    T.answer(game, "hold_fire")
    assert.are.equal("side_turn.movement", game:waiting().path)
  end)

  it("can be undone between any two answers, saved and loaded in the middle, and branched", function()
    local game = charges(foot { ["charge.test"] = { 4 }, ["fire.small_arms"] = { 6, 6, 6, 6 } })
    charge(game, "a1", "b1")
    local declared = digest.of(game.state.root)
    T.done(game)
    local middle = digest.of(game.state.root)
    local saved = json.encode(game.state.root)
    T.answer(game, "fire")
    local after = digest.of(game.state.root)
    assert.are_not.equal(middle, after)
    game:undo()
    assert.are.equal(middle, digest.of(game.state.root))
    assert.are.equal("charge.defensive_fire", game:waiting().path)
    game:undo()
    assert.are.equal(declared, digest.of(game.state.root))
    game:redo()
    game:redo()
    assert.are.equal(after, digest.of(game.state.root))
    local loaded = Game.new { rules = game.rules, start = json.decode(saved), seed = 1 }
    assert.are.equal(middle, digest.of(loaded.state.root))
    assert.truthy(loaded:command { side = "b", ["do"] = "hold_fire" })
    assert.are.equal("contact", loaded.state.root.units.a1.charging.stage)
  end)
end)

describe("charges that are offered", function()
  after_each(T.finished)

  it("are those in reach, with the turn, the margin and the face; all of them legal", function()
    local game = charges {
      a = { T.horse("a1", 900, 500), T.foot("a2", 600, 500), T.guns("a3", 300, 500) },
      b = { T.foot("b1", 900, 642), T.foot("b2", 600, 590), T.foot("b3", 1500, 900) },
    }
    local texts = {}
    for _, one in ipairs(T.all_legal(game, "a", "charge")) do texts[one.unit .. one.target] = one.text end
    assert.are.equal("92 of 180 mm, in front", texts.a1b1)
    assert.are.equal("70 of 75 mm, in front", texts.a2b2)
    assert.is_nil(texts.a3b2)
    assert.is_nil(texts.a1b3)
  end)
end)

describe("a charge that the players allow", function()
  after_each(T.finished)

  local function allowed(spec)
    local game = charges(spec)
    local line, fault = game:allow({ side = "a", ["do"] = "charge", unit = "a1", target = "b1" }, "we play it so")
    assert(line, fault and fault.message)
    T.done(game)
    return game
  end

  it("goes in whatever is against it", function()
    local game = allowed {
      a = { T.foot("a1", 900, 500) }, b = { T.hussars("b1", 900, 600) }, dice = { ["charge.test"] = { 4 } },
    }
    T.answer(game, "stand")
    assert.are.equal("touching", state_of(game, "a1", "b1"))
  end)

  it("but not by guns, or where there is no way to the enemy", function()
    local game = allowed { a = { T.guns("a1", 900, 500) }, b = { T.foot("b1", 900, 600) }, dice = {} }
    assert.is_nil(T.unit(game, "a1").charging)
    game = allowed {
      a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 1050, 500) }, dice = { ["charge.test"] = { 6 } },
    }
    assert.is_nil(T.unit(game, "a1").charging)
  end)

  it("of horse on who stands in woods is fought as in the open", function()
    local game = allowed {
      a = { T.horse("a1", 900, 500) }, b = { T.light("b1", 900, 640) },
      ground = 'area "wood" { terrain = "woods", rect = { { 700, 600 }, { 1100, 700 } } }',
      dice = {
        ["charge.test"] = { 3 }, ["melee.resolve"] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1 },
        ["colours.capture"] = { 1, 1 },
      },
    }
    T.answer(game, "hold_fire")
    T.to(game, "b", "rally", false)
    assert.are.equal("open", T.calls(game, "melee.resolve")[1].args.position)
  end)
end)

describe("what a charge would be", function()
  after_each(T.finished)

  it("is measured for questions about two units", function()
    local game = charges { a = { T.horse("a1", 900, 500) }, b = { T.horse("b1", 1000, 700) } }
    local view = game:view("a")
    local measure = view.measure
    local reach = view:ask("charge.reach", measure["charge.reach"](view, "a1", "b1"))
    assert.are.same({ true, 180 }, { reach.contact, reach.move_mm })
    assert.is_true(view:ask("charge.legality", measure["charge.legality"](view, "a1", "b1")).legal)
    assert.is_true(view:ask("charge.countercharge", measure["charge.countercharge"](view, "b1", "a1")).may)
    local args = measure.melee(view, "a1", "b1")
    assert.are.same({ "front", "open" }, { args.face, args.position })
  end)
end)

describe("the turn before a charge (R92)", function()
  after_each(T.finished)

  it("keeps the unit on the table", function()
    -- Half of the 80 mm of horse stand 0.5 mm from the western edge: its corners swing out over it.
    local spec = { a = { T.horse("a1", 40.5, 440) }, b = { T.light("b1", 100, 515) } }
    local fault = refusal(spec, "a1", "b1", 25000)
    assert.are.equal("4.2.1", fault.cite)
    T.says(fault.message, "the edge of the table is 13 mm in the way")
    local game = charges(spec)
    T.refused(game, "charge", { unit = "a1", target = "b1", pivot = 1000 }, "4.2.1", "the edge of the table")
  end)

  it("swings through no friend", function()
    -- A column's rear corner passes through the guns behind its left, and ends clear of them.
    local spec = { a = { T.foot("a1", 900, 500, { drill = "column" }), T.guns("a2", 850, 441) },
      b = { T.light("b1", 960, 590) } }
    local fault = refusal(spec, "a1", "b1", 45000)
    assert.are.equal("4.2.8", fault.cite)
    T.says(fault.message, "is stopped by a2 after")
  end)

  it("goes where the players overrule that, but not off the table", function()
    local game = charges { a = { T.horse("a1", 40.5, 440) }, b = { T.light("b1", 100, 515) },
      dice = { ["charge.test"] = { 6 } } }
    assert(game:allow({ side = "a", ["do"] = "charge", unit = "a1", target = "b1", pivot = 25000 }, "a test"))
    T.done(game)
    T.says(T.story(game), "a1 no longer gets at b1: the turn has no room")
    assert.are.equal(40500, T.unit(game, "a1").base.x)
  end)
end)
