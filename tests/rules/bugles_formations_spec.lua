--- Changing Face, Expanding, Squares, Back to Back, Skirmishers, Limbering, Dismounting: how stands turn and form.
local T <const> = require "bugles_table"
local mm <const> = T.mm

local function line(more, third)
  return T.moving({ T.foot("a1", 600, 300), T.foot("a2", 665, 300), third or T.foot("a3", 730, 300) }, more)
end

describe("a wheel", function()
  after_each(T.finished)

  it("takes a touching line about its inner end, by one test", function()
    local game = line { dice = { ["movement.change_face"] = { 3 } } } -- 3, -1 for moving
    T.give(game, "a", "wheel", { units = { "a1", "a2", "a3" }, angle = 90000 })
    -- About the right end of the front, (762.5, 325): a3 is the nearest to it.
    assert.same({ 738, 358, 90 }, T.at(game, "a3"))
    assert.same({ 738, 423, 90 }, T.at(game, "a2"))
    assert.same({ 738, 488, 90 }, T.at(game, "a1"))
    assert.equal(1, #T.calls(game, "movement.change_face"))
    assert.same({ 1, "half" }, { T.unit(game, "a2").face_tests, T.unit(game, "a2").moved })
  end)

  it("that fails leaves them where they are, disordered, and they move no more", function()
    local game = line { dice = { ["movement.change_face"] = { 2 } } }
    T.give(game, "a", "wheel", { units = { "a1", "a2", "a3" }, angle = 45000 })
    assert.same({ 665, 300, 0 }, T.at(game, "a2"))
    for _, id in ipairs { "a1", "a2", "a3" } do assert.same({ "failed_face" }, T.unit(game, id).disordered) end
    T.refused(game, "move", { unit = "a2", distance = mm(10) }, "Changing Face, R68")
    T.to(game, "b", "fire")
    assert.same({ "failed_face" }, T.unit(game, "a1").disordered)
    T.to(game, "a", "nomination")
    assert.is_nil(T.unit(game, "a1").disordered)
  end)

  it("is stopped by what is in the way, and is for stands of one group that touch", function()
    local game = line { b = { T.foot("b1", 600, 420, { facing = "north" }) } }
    T.refused(game, "wheel", { units = { "a1", "a2" }, angle = 90000 }, "Zones of Control", "is stopped by b1 after")
    T.refused(game, "wheel", { units = { "a1", "a3" }, angle = 9000 }, "Changing Face", "do not all touch")
    T.refused(game, "wheel", { units = { "a2" }, angle = -90000 }, "Changing Face", "is stopped by a3 after 0 degrees")
  end)
end)

describe("a change of face", function()
  after_each(T.finished)

  it("is offered no wheel once it has changed face as one that does not move", function()
    local game = T.moving { T.foot("a1", 600, 300), T.foot("a2", 700, 300) }
    T.give(game, "a", "change_face", { units = { "a1" }, angle = 30000 })
    for _, proposal in ipairs(T.legal(game, "a", "wheel")) do assert.are_not.equal("a1", proposal.units[1]) end
    assert.is_true(#T.legal(game, "a", "wheel") > 0)
  end)

  it("turns each stand on its centre; one that does not mean to move has no modifier, and stays", function()
    local game = line { dice = { ["movement.change_face"] = { 2 } } }
    T.give(game, "a", "change_face", { units = { "a1", "a2", "a3" }, angle = 180000 })
    assert.same({ 665, 300, 180 }, T.at(game, "a2"))
    T.refused(game, "move", { unit = "a2", distance = mm(10) }, "Changing Face, R223", "does not move")
  end)

  it("counts each test of the game turn, and the worst stand", function()
    local game = line({ dice = { ["movement.change_face"] = { 10, 10 } } }, T.irregulars("a3", 730, 300))
    for _ = 1, 2 do T.give(game, "a", "change_face", { units = { "a1", "a2", "a3" }, angle = 180000, moving = true }) end
    local list = T.calls(game, "movement.change_face")[2].result.modifiers
    assert.same({ "moving -1", "other_troops -2", "earlier_tests -1" }, {
      ("%s %d"):format(list[1].name, list[1].value), ("%s %d"):format(list[2].name, list[2].value),
      ("%s %d"):format(list[3].name, list[3].value),
    })
  end)

  it("counts the test that is thrown by the other reading", function()
    local game = line { variants = { "face_counts_this_test" }, dice = { ["movement.change_face"] = { 2 } } }
    T.give(game, "a", "change_face", { units = { "a1", "a2", "a3" }, angle = 180000 })
    assert.same({ "failed_face" }, T.unit(game, "a2").disordered)
  end)

  it("needs room, is free for what is drawn, and nothing for loose figures", function()
    local game = T.moving { T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.gun("a3", 500, 300, { limbered = true }),
      T.skirmishers("a4", 600, 400) }
    T.refused(game, "change_face", { units = { "a1" }, angle = 45000 }, "Changing Face", "no room for a1: a2 is in the way")
    T.give(game, "a", "change_face", { units = { "a3" }, angle = 45000 })
    assert.same({ 500, 300, 45 }, T.at(game, "a3"))
    T.refused(game, "change_face", { units = { "a4" }, angle = 45000 }, "R67")
  end)
end)

describe("an incline", function()
  after_each(T.finished)

  it("steps a width aside, once a turn, besides the move", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 2, 3 } })
    T.refused(game, "incline", { unit = "a1", to = "left", widths = 2 }, "Expanding, R70")
    T.give(game, "a", "incline", { unit = "a1", to = "left" })
    assert.same({ 535, 300, 0 }, T.at(game, "a1"))
    T.refused(game, "incline", { unit = "a1", to = "left" }, "R69", "has inclined")
    T.give(game, "a", "move", { unit = "a1", distance = mm(100) })
  end)

  it("takes drilled regulars two widths out of a column", function()
    local game = T.moving { T.foot("a1", 600, 300), T.foot("a2", 600, 250) }
    T.give(game, "a", "incline", { unit = "a2", to = "right", widths = 2 })
    assert.same({ 730, 250, 0 }, T.at(game, "a2"))
  end)
end)

describe("a square", function()
  after_each(T.finished)

  local function four(more)
    return T.moving({ T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.foot("a3", 600, 250), T.foot("a4", 665, 250) }, more)
  end
  local ALL <const> = { "a1", "a2", "a3", "a4" }

  it("of four stands is four sides about a hole, and moves as one, any way", function()
    local game = four { dice = { ["formation.square"] = { 2 } }, rolls = { 1, 1, 6 } }
    T.give(game, "a", "form_square", { units = ALL })
    -- 115 mm each way about the middle, (632.5, 275).
    assert.same({ 608, 308, 0 }, T.at(game, "a1"))
    assert.same({ 665, 300, 90 }, T.at(game, "a2"))
    assert.same({ 658, 243, 180 }, T.at(game, "a3"))
    assert.same({ 600, 250, 270 }, T.at(game, "a4"))
    T.refused(game, "move", { unit = "a1", distance = mm(10) }, "Variable Movement", "has moved")
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.give(game, "a", "move", { unit = "a2", distance = mm(20), angle = 0 })
    assert.same({ 628, 308, 0 }, T.at(game, "a1"))
    assert.same({ 685, 300, 90 }, T.at(game, "a2"))
    T.refused(game, "move", { unit = "a3", distance = mm(20) }, "Variable Movement", "has moved")
  end)

  it("that fails leaves the stands as they were, disordered, and takes their move", function()
    local game = four { dice = { ["formation.square"] = { 1 } } }
    T.give(game, "a", "form_square", { units = ALL })
    assert.same({ 600, 300, 0 }, T.at(game, "a1"))
    assert.same({ "failed_face" }, T.unit(game, "a3").disordered)
    assert.equal("close_order", T.unit(game, "a1").drill)
  end)

  it("is a triangle of three and back to back of two; it is left for a line", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.foot("a3", 730, 300), T.foot("a4", 600, 600, { group = "gx" }),
      T.foot("a5", 665, 600, { group = "gx" }) }, { dice = { ["formation.square"] = { 9, 9, 9 } } })
    T.give(game, "a", "form_square", { units = { "a1", "a2", "a3" } })
    assert.same({ 0, 120, 240 }, { T.at(game, "a1")[3], T.at(game, "a2")[3], T.at(game, "a3")[3] })
    assert.same({ 0, 0 }, { T.gap(game, "a1", "a2"), T.gap(game, "a2", "a3") })
    T.give(game, "a", "end_group")
    T.give(game, "a", "nominate_group", { group = "gx" })
    T.give(game, "a", "form_square", { units = { "a4", "a5" } })
    assert.same({ 633, 625, 0 }, T.at(game, "a4"))
    assert.same({ 633, 575, 180 }, T.at(game, "a5"))
    T.to(game, "b", "fire")
    T.to(game, "a", "movement", "gx")
    T.give(game, "a", "leave_square", { unit = "a5" })
    assert.same({ 665, 600, 180 }, T.at(game, "a5"))
    assert.same({ 600, 600, 180 }, T.at(game, "a4"))
  end)

  it("is left by all its stands together, whichever is named", function()
    local game = four { dice = { ["formation.square"] = { 9, 9 } } }
    T.give(game, "a", "form_square", { units = ALL })
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.give(game, "a", "leave_square", { unit = "a3" })
    for _, id in ipairs(ALL) do
      assert.same({ "close_order", 180 }, { T.unit(game, id).drill, T.at(game, id)[3] })
      assert.is_nil(T.unit(game, id).square)
    end
    T.refused(game, "leave_square", { unit = "a1" }, "Squares", "is in no square")
  end)

  it("that the scenario lays out is of one group, and takes nobody else along", function()
    local game = T.moving({ T.foot("a1", 600, 325, { drill = "square" }), T.foot("a2", 600, 275, { drill = "square", facing = "south" }),
      T.foot("a3", 700, 300), T.foot("a4", 800, 325, { drill = "square", group = "gx" }) }, { rolls = { 3, 3, 3 } })
    T.give(game, "a", "move", { unit = "a1", distance = mm(20) })
    assert.same({ { 600, 345, 0 }, { 600, 295, 180 } }, { T.at(game, "a1"), T.at(game, "a2") })
    assert.same({ { 700, 300, 0 }, { 800, 325, 0 } }, { T.at(game, "a3"), T.at(game, "a4") })
  end)

  it("goes no nearer to an enemy while one of its stands is halted", function()
    local game = four { dice = { ["formation.square"] = { 9 } }, set = { ["units.a3.halted"] = true }, b = { T.foot("b1", 630, 800) } }
    T.give(game, "a", "form_square", { units = ALL })
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.refused(game, "move", { unit = "a1", distance = mm(20) }, "R9", "is in square with a3, which is halted")
    T.all_legal(game, "a", "move")
    T.give(game, "a", "move", { unit = "a1", distance = mm(20), angle = 180000 })
    assert.same({ 658, 223, 180 }, T.at(game, "a3"))
  end)

  it("is for regular foot, and cannot move while disordered", function()
    local game = T.moving({ T.irregulars("a1", 600, 300), T.irregulars("a2", 665, 300) })
    T.refused(game, "form_square", { units = { "a1", "a2" } }, "Squares", "no regular foot")
    game = four { dice = { ["formation.square"] = { 9 } } }
    T.give(game, "a", "form_square", { units = ALL })
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.set(game, T.unit(game, "a2"), "disordered", { "failed_face" })
    T.refused(game, "move", { unit = "a1", distance = mm(10) }, "Squares", "disordered square")
  end)
end)

describe("back to back", function()
  after_each(T.finished)

  it("is for those who may, and does not move", function()
    local game = T.moving { T.foot("a1", 600, 300), T.band("a2", 700, 300), T.band("a3", 500, 300, { fanatic = true }) }
    T.refused(game, "back_to_back", { units = { "a2" } }, "Back to Back")
    T.give(game, "a", "back_to_back", { units = { "a1", "a3" } })
    T.refused(game, "move", { unit = "a1", distance = mm(10) }, "Back to Back")
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.give(game, "a", "back_to_back", { units = { "a1" } })
    assert.equal("close_order", T.unit(game, "a1").drill)
  end)
end)

describe("skirmishers", function()
  after_each(T.finished)

  it("deploy figure by figure no more than 25 mm apart, for a full move, and form up again", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 665, 300) })
    T.give(game, "a", "deploy_skirmish", { unit = "a1" })
    local unit = T.unit(game, "a1")
    assert.same({ 6, "skirmish", "full" }, { #unit.bases, unit.drill, unit.moved })
    assert.is_true(unit.base.width <= mm(65)) -- beside a2 there is no room for more
    assert.same({ "a1" }, game.play:touched("a2", { within = mm(2), of = "friends" })) -- the field knows whose they are
    T.refused(game, "move", { unit = "a1", distance = mm(10) }, "Variable Movement")
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    T.give(game, "a", "reform", { unit = "a1" })
    assert.same({ nil, "close_order", mm(65) }, { unit.bases, unit.drill, unit.base.width })
  end)

  it("of elite regulars keep half a move", function()
    local game = T.moving({ T.foot("a1", 600, 300, { class = "a" }) }, { rolls = { 3, 3 }, dice = { ["movement.roll"] = { 2, 2, 2 } } })
    T.give(game, "a", "deploy_skirmish", { unit = "a1", gap = mm(5) })
    T.give(game, "a", "move", { unit = "a1", distance = mm(100) })
    assert.same({ 600, 360, 0 }, T.at(game, "a1"))
    T.refused(game, "move", { unit = "a1", distance = mm(10) }, "Variable Movement")
  end)
end)

describe("a gun", function()
  after_each(T.finished)

  it("is limbered on anything but a 1, and goes on by the dice that are left", function()
    local game = T.moving({ T.gun("a1", 600, 300), T.gun("a2", 700, 300) }, { rolls = { 3 }, dice = { ["movement.limber"] = { 2, 4, 1 } } })
    T.refused(game, "move", { unit = "a1", distance = mm(10) }, "Limbering", "is not limbered")
    T.give(game, "a", "limber", { unit = "a1", move = true })
    T.refused(game, "move", { unit = "a1", distance = mm(81) }, "Variable Movement")
    T.give(game, "a", "move", { unit = "a1", distance = mm(80) })
    T.give(game, "a", "limber", { unit = "a2" })
    assert.same({ true, nil }, { T.unit(game, "a2").limber_failed, T.unit(game, "a2").limbered })
  end)

  it("is unlimbered, manhandled and refaced", function()
    local game = T.moving({ T.gun("a1", 600, 300, { limbered = true }), T.gun("a2", 700, 300), T.gun("a3", 500, 300) },
      { rolls = { 3, 3, 4 }, dice = { ["movement.limber"] = { 5, 6 } } })
    T.give(game, "a", "unlimber", { unit = "a1", move = true })
    T.give(game, "a", "manhandle", { unit = "a1", distance = mm(120) })
    T.give(game, "a", "manhandle", { unit = "a2", distance = mm(80) })
    T.refused(game, "manhandle", { unit = "a3", distance = mm(81) }, "Variable Movement")
    T.give(game, "a", "change_face", { units = { "a3" }, angle = 90000 })
    assert.same({ true, true, true }, { T.unit(game, "a1").unlimbered, T.unit(game, "a2").manhandled, T.unit(game, "a3").refaced })
  end)
end)

describe("mounted infantry", function()
  after_each(T.finished)

  it("dismount for their highest die and go on by the others, on foot; and mount again", function()
    local game = T.moving({ T.horse("a1", 600, 300, { can_dismount = "mounted_infantry" }), T.horse("a2", 700, 300) },
      { rolls = { 2, 6, 3, 3, 3, 1, 1, 1 } }) -- the dice of the group's mounted stands
    T.refused(game, "dismount", { unit = "a2" }, "Dismounting")
    T.give(game, "a", "dismount", { unit = "a1" })
    assert.equal("dismounted", T.unit(game, "a1").arm)
    T.give(game, "a", "move", { unit = "a1", distance = mm(100) })
    T.refused(game, "move", { unit = "a1", distance = mm(1) }, "Variable Movement")
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    assert.same({ "a1" }, { T.legal(game, "a", "mount")[1].unit, T.legal(game, "a", "mount")[2] })
    T.give(game, "a", "mount", { unit = "a1" })
    T.says(T.story(game), "A1 mounts, with 40 mm to go.")
    assert.equal("mounted", T.unit(game, "a1").arm)
    T.refused(game, "mount", { unit = "a1" }, "Dismounting", "has no horses to mount")
  end)

  it("have a die less for rough ground on their way, as a limbered gun has", function()
    local game = T.moving({ T.horse("a1", 600, 300, { can_dismount = "dragoon" }), T.gun("a2", 800, 300, { team = "horse_artillery" }) },
      { ground = T.area("r", "rough", 500, 350, 1000, 700), rolls = { 2, 6, 3, 3 }, dice = { ["movement.limber"] = { 6, 2, 5 } } })
    T.give(game, "a", "dismount", { unit = "a1" })
    T.refused(game, "move", { unit = "a1", distance = mm(60) }, "Variable Movement, R57", "it has 40 mm")
    T.give(game, "a", "move", { unit = "a1", distance = mm(20) })
    T.refused(game, "move", { unit = "a1", distance = mm(10) }, "Variable Movement", "has moved")
    T.give(game, "a", "limber", { unit = "a2", move = true })
    T.says(T.story(game), "has 280 mm to go")
    T.refused(game, "move", { unit = "a2", distance = mm(100) }, "Variable Movement, R57", "it has 80 mm")
  end)
end)
