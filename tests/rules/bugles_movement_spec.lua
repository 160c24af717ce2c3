--- Variable Movement, Zones of Control, Passage of Lines, Withdrawing, rough ground: how far stands go, and what stops them.
local Story <const> = require "limber.game.story"
local T <const> = require "bugles_table"
local mm <const> = T.mm

--- The rules with a house rule beside them, as text.
local function house(name, text)
  local loader <const> = setmetatable({ variant = function() return name, text, false end },
    { __index = require "disk_loader" })
  return assert(require "limber.rules.stack".load(loader, "bugles", { name .. ".lua" },
    { game = require "limber.game.words" }))
end

local function move(id, distance, more)
  local args = { unit = id, distance = mm(distance) }
  for key, value in pairs(more or {}) do args[key] = value end
  return args
end

describe("a group that is nominated", function()
  after_each(T.finished)

  it("throws once for each type of its stands, before any way is known", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.horse("a3", 500, 300) },
      { rolls = { 3, 4, 1, 5, 6 } })
    T.says(T.story(game), "Group GA, regular foot: 2D6 3 4 for movement, 140 mm, in rough ground 60 mm.")
    T.says(T.story(game), "Group GA, mounted: 3D6 1 5 6 for movement, 460 mm, in rough ground 240 mm.")
    assert.equal(2, #T.calls(game, "movement.roll"))
    T.give(game, "a", "move", move("a1", 140))
    T.give(game, "a", "move", move("a2", 140))
    assert.same({ 600, 440, 0 }, T.at(game, "a1"))
    assert.equal(2, #T.calls(game, "movement.roll"))
  end)

  local WOODS <const> = T.area("w", "dense_woods", 500, 375, 900, 600)

  it("goes over rough ground by the same throw, without its last die", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 700, 300) }, { rolls = { 4, 6 }, ground = WOODS })
    T.refused(game, "move", move("a1", 120), "Variable Movement, R57", "dense_woods w on its way it has 80 mm")
    T.give(game, "a", "move", move("a1", 80))
    assert.same({ 600, 380, 0 }, T.at(game, "a1"))
    assert.same({ "rough_terrain" }, T.unit(game, "a1").disordered)
    T.give(game, "a", "move", move("a2", 50)) -- to the edge of the woods: no rough ground
    assert.is_nil(T.unit(game, "a2").disordered)
    assert.equal(1, #T.calls(game, "movement.roll"))
  end)

  it("counts rough ground on a part of the way for all of it, a wheel between them or not", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 4, 6 }, ground = T.area("r", "rough", 500, 330, 900, 335) })
    T.give(game, "a", "move", move("a1", 70)) -- 200 mm in the open, 80 over the strip
    T.give(game, "a", "wheel", { units = { "a1" }, angle = 10000 })
    T.refused(game, "move", move("a1", 20), "Variable Movement", "it has 10 mm to go")
    T.give(game, "a", "move", move("a1", 10))
    T.refused(game, "move", move("a1", 10), "Variable Movement", "has moved this turn")
  end)

  it("throws apart for a way over rough ground, once, by the other reading", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 700, 300) }, {
      rolls = { 6, 6 }, dice = { ["movement.roll"] = { 4 } }, ground = WOODS, variants = { "rough_thrown_apart" },
    })
    T.says(T.story(game), "Group GA, regular foot: 2D6 6 6 for movement, 240 mm.")
    T.give(game, "a", "move", move("a1", 120))
    T.says(T.story(game), "Group GA, regular foot: D6 4 for movement, in rough ground 80 mm.")
    assert.same({ 600, 380, 0 }, T.at(game, "a1"))
    T.refused(game, "move", move("a2", 90), "Variable Movement, R57", "dense_woods w on its way it has 80 mm")
  end)

  it("throws once for fleet troops and others of a type, and tells what it is to either", function()
    local game = T.moving({ T.band("a1", 600, 300), T.band("a2", 700, 300, { fleet = true }) }, { rolls = { 2, 5, 1 } })
    T.says(T.story(game), "Group GA, other foot: 3D6 2 5 1 for movement, 160 mm, in rough ground 140 mm; "
      .. "fleet 260 mm, in rough ground 240 mm.")
    T.refused(game, "move", move("a1", 161), "Variable Movement", "it has 160 mm")
    T.give(game, "a", "move", move("a2", 260))
  end)

  it("throws once for its charges, over whatever ground they go", function()
    local game = T.moving({ T.band("a1", 600, 300), T.band("a2", 800, 300) }, {
      b = { T.foot("b1", 600, 440), T.foot("b2", 800, 440) }, dice = { ["movement.roll"] = { 1, 2, 6 } },
      ground = T.area("r", "rough", 500, 320, 700, 360),
    })
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.says(T.story(game), "Group GA, other foot: 3D6 1 2 6 for a charge, 360 mm, in rough ground 120 mm.")
    T.give(game, "a", "charge", { unit = "a2", target = "b2" })
    assert.equal(2, #T.calls(game, "movement.roll")) -- the march, and the charges
  end)

  it("throws anew where a house rule's dice for another question are no use", function()
    local rules = house("steady", [[variant "steady" { of = "bugles", doc = "One long die; a short one for those who will fire.",
      wraps = { ["movement.roll"] = function(_, _, q, dice)
        local n = q.will_fire and dice.d(6, "short") or dice.d(20, "long")
        return { dice_count = 1, score = n, can_move = true, distance_mm = 20 * n }
      end } }]])
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 450, 300) },
      { rules = rules, rolls = { 10 }, ground = WOODS, dice = { ["movement.roll"] = { 4 } } })
    T.refused(game, "move", move("a2", 101, { will_fire = true }), "Variable Movement", "has 100 mm to go")
    T.all_legal(game, "a", "move")
    T.give(game, "a", "move", move("a1", 100))
    assert.same({ 600, 380, 0 }, T.at(game, "a1")) -- thrown when it goes: 4 for rough ground
  end)
end)

describe("a move", function()
  after_each(T.finished)

  it("goes no further than the roll, and half of it to fire", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("a2", 700, 300) }, { rolls = { 2, 3 } })
    local fault = T.refused(game, "move", move("a1", 101), "Variable Movement", "has 100 mm to go")
    assert.equal(-1, fault.margin)
    T.refused(game, "move", move("a1", 51, { will_fire = true }), "Variable Movement", "has 50 mm to go")
    T.give(game, "a", "move", move("a1", 50, { will_fire = true }))
    T.give(game, "a", "move", move("a2", 51))
    assert.equal("half", T.unit(game, "a1").moved)
    assert.equal("full", T.unit(game, "a2").moved)
    T.refused(game, "move", move("a1", 10), "Variable Movement", "has moved this turn")
  end)

  it("is as a house rule has it for those who will fire, by the dice that were thrown", function()
    local rules = house("slow", [[variant "slow" { of = "bugles", doc = "A third less to fire.", wraps = {
      ["movement.roll"] = function(published, rules, q, dice)
        local r = published(rules, q, dice)
        if q.will_fire then r.distance_mm = r.distance_mm - 13 end
        return r
      end } }]])
    local game = T.moving({ T.foot("a1", 600, 300), T.gun("a2", 800, 300, { limbered = true, team = "horse_artillery" }) },
      { rules = rules, rolls = { 2, 3, 1, 1, 1 } })
    T.refused(game, "move", move("a1", 38, { will_fire = true }), "Variable Movement", "has 37 mm to go")
    T.give(game, "a", "move", move("a1", 37, { will_fire = true }))
    assert.equal(2, #T.calls(game, "movement.roll"))
  end)

  it("of a halted stand is offered only as it is lawful, past enemies too", function()
    local game = T.moving({ T.skirmishers("a1", 600, 300) }, { rolls = { 6, 6, 6 }, set = { ["units.a1.halted"] = true },
      b = { T.foot("b1", 800, 380), T.foot("b2", 810, 250) } })
    assert.is_true(#T.all_legal(game, "a", "move") > 0)
    assert.is_true(#T.all_legal(game, "a", "withdraw_facing") > 0)
  end)

  it("stops 25 mm before an enemy", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 6, 6 }, b = { T.foot("b1", 600, 450) } })
    -- 50 deep each: 100 mm apart.
    T.refused(game, "move", move("a1", 76), "Zones of Control", "stops 25 mm before b1, after 75 mm")
    T.give(game, "a", "move", move("a1", 75))
    assert.equal(25, T.gap(game, "a1", "b1"))
  end)

  it("is straight ahead but for loose figures, squares and what is drawn", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.gun("a2", 400, 300, { limbered = true }), T.skirmishers("a3", 800, 300) },
      { rolls = { 3, 3, 4, 4, 5, 5, 5 } })
    T.refused(game, "move", move("a1", 50, { angle = 90000 }), "Changing Face, R67", "others wheel or change face")
    T.give(game, "a", "move", move("a2", 100, { angle = -90000 }))
    assert.same({ 300, 300, 270 }, T.at(game, "a2"))
    T.refused(game, "move", move("a3", 101, { angle = 90000 }), "Skirmishers, R35", "from its group, of 200")
    T.give(game, "a", "move", move("a3", 50, { angle = 90000 }))
    assert.same({ 850, 300, 0 }, T.at(game, "a3"))
  end)

  it("is closed to horse and guns where ground is barred, and to one-die types where it is rough", function()
    local ground = T.area("h", "buildings", 500, 375, 600, 500) .. T.area("m", "marsh", 700, 375, 800, 500)
    local game = T.moving({ T.horse("a1", 550, 300), T.cart("a2", 750, 300) }, { rolls = { 3, 3, 3, 6 }, ground = ground })
    T.refused(game, "move", move("a1", 51), "Variable Movement, R57, R59", "does not enter the buildings h, 50 mm on")
    T.refused(game, "move", move("a2", 51), "Variable Movement, R57, R59", "does not enter the marsh m, 50 mm on")
  end)

  it("is not nearer to an enemy in sight under the halt rule", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 6, 6 }, b = { T.foot("b1", 600, 700) },
      set = { ["units.a1.halted"] = true }, dice = { ["movement.withdraw"] = { 5 } } })
    T.refused(game, "move", move("a1", 20), "R9", "is halted, and would come nearer to b1")
    T.give(game, "a", "withdraw_facing", move("a1", 120))
    assert.same({ 600, 200, 0 }, T.at(game, "a1"))
  end)

  it("passes no nearer to an enemy beside whom it begins", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 6, 6 }, b = { T.foot("b1", 673, 368) },
      dice = { ["movement.withdraw"] = { 2 } } })
    T.refused(game, "move", move("a1", 200), "Zones of Control", "brings it nearer to b1, after 0 mm")
    T.give(game, "a", "withdraw_facing", { unit = "a1", distance = mm(20) })
    assert.same({ 600, 280, 0 }, T.at(game, "a1"))
  end)

  it("disorders rabble, and may go on after a wheel on the way", function()
    local game = T.moving({ T.band("a1", 600, 300, { class = "d", rabble = true }), T.foot("a2", 400, 300) },
      { rolls = { 4, 4, 4, 5, 5 }, leaders = { la = { at = { 500, 300 } } }, dice = { ["movement.change_face"] = { 3 } } })
    T.give(game, "a", "move", move("a1", 10))
    assert.same({ "rabble_moved" }, T.unit(game, "a1").disordered)
    T.give(game, "a", "move", move("a2", 120))
    T.give(game, "a", "wheel", { units = { "a2" }, angle = 90000 })
    T.refused(game, "move", move("a2", 81), "Variable Movement", "has 80 mm to go")
    T.give(game, "a", "move", move("a2", 80))
    assert.equal("full", T.unit(game, "a2").moved)
  end)

  it("is told as proposals whose every distance is legal", function()
    local ground = T.area("w", "dense_woods", 500, 420, 900, 600)
    local game = T.moving({ T.foot("a1", 600, 300), T.skirmishers("a2", 800, 300), T.horse("a3", 500, 300),
      T.gun("a4", 420, 300), T.sniper("a5", 1000, 300) }, { b = { T.foot("b1", 600, 500) }, ground = ground })
    local list = T.all_legal(game, "a")
    local moves = {}
    for _, one in ipairs(list) do moves[one["do"]] = true end
    for _, name in ipairs { "move", "manhandle", "withdraw_facing", "wheel", "incline", "back_to_back", "limber" } do
      assert.truthy(moves[name], name)
    end
  end)
end)

describe("a passage of lines", function()
  after_each(T.finished)

  local function column(dice, more)
    local spec = { rolls = { 6, 6 }, dice = { ["movement.passage_of_lines"] = dice } }
    for key, value in pairs(more or {}) do spec[key] = value end
    return T.moving({ T.foot("a1", 600, 300), T.foot("a2", 600, 240) }, spec)
  end

  it("through close order needs more than the class's number", function()
    local game = column { 4 } -- class b fails on 3
    T.give(game, "a", "move", move("a2", 120))
    assert.same({ 600, 360, 0 }, T.at(game, "a2"))
    assert.is_nil(T.unit(game, "a2").disordered)
  end)

  it("is one test for several friends, or by the other reading one for each", function()
    for _, variants in ipairs { {}, { "passage_tests_each" } } do
      local game = T.moving({ T.foot("a1", 568, 300), T.foot("a2", 633, 300), T.foot("a3", 600, 240) },
        { variants = variants, rolls = { 6, 6 }, dice = { ["movement.passage_of_lines"] = variants[1] and { 4, 4 } or { 4 } } })
      T.give(game, "a", "move", move("a3", 120))
      assert.same({ 600, 360, 0 }, T.at(game, "a3"))
    end
  end)

  it("that fails stops the stand short, disordered", function()
    local game = column { 3 }
    T.give(game, "a", "move", move("a2", 120))
    assert.same({ 600, 250, 0 }, T.at(game, "a2"))
    assert.same({ "failed_passage" }, T.unit(game, "a2").disordered)
    T.refused(game, "change_face", { units = { "a2" }, angle = 90000 }, "Changing Face, R68", "moves no more")
  end)

  it("that is not finished disorders, until the stand is clear of its friends", function()
    local game = column({ 4 }, { rolls = T.n(6, 6) })
    T.give(game, "a", "move", move("a2", 80))
    assert.same({ "uncompleted_passage" }, T.unit(game, "a2").disordered)
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    assert.same({ "uncompleted_passage" }, T.unit(game, "a2").disordered)
    T.give(game, "a", "move", move("a2", 60))
    T.to(game, "b", "fire")
    T.to(game, "a", "movement")
    assert.is_nil(T.unit(game, "a2").disordered)
    game = column { 4 }
    T.give(game, "a", "move", { unit = "a2", distance = 109500 }) -- half a millimetre short
    assert.same({ "uncompleted_passage" }, T.unit(game, "a2").disordered)
  end)

  it("is free through skirmishers and guns; guns go at half speed", function()
    local game = T.moving({ T.foot("a1", 600, 240), T.gun("a2", 600, 300), T.gun("a3", 400, 240, { limbered = true }),
      T.foot("a4", 400, 300) }, { rolls = { 5, 5, 6, 6, 6 } })
    T.give(game, "a", "move", move("a1", 120))
    assert.same({ 600, 360, 0 }, T.at(game, "a1"))
    T.refused(game, "move", move("a3", 121), "Passage of Lines", "half speed")
    T.give(game, "a", "move", move("a3", 120))
  end)
end)

describe("ground", function()
  after_each(T.finished)

  it("keeps a stand in disorder that is still in it when the enemy's turn ends", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 6, 6 },
      ground = T.area("w", "rough", 500, 340, 700, 600) })
    T.give(game, "a", "move", move("a1", 100))
    T.to(game, "a", "movement")
    assert.same({ "rough_terrain" }, T.unit(game, "a1").disordered)
  end)
end)

describe("a piece of ground", function()
  after_each(T.finished)

  it("may be otherwise than the table says of its kind", function()
    local function fault(more)
      local game = T.moving({ T.cart("a1", 600, 300) }, { rolls = { 6 }, ground = T.area("s", "scrub", 500, 340, 700, 600, more) })
      return T.refusal(game, "a", "move", move("a1", 60))
    end
    assert.is_nil(fault())
    T.says(fault('going = "rough",').message, "does not enter the scrub s, 15 mm on")
  end)

  it("may be of a kind that a house rule adds as a row", function()
    local text = [[variant "bush" { of = "bugles", doc = "Bush.", rows = { terrain = {
      { terrain = "bush", going = "rough", cover = "soft", obstacle = "none", sight = "open_woods", very_steep = "no",
        soft = "no", counts_as = "open_woods" } } } }]]
    local rules = house("bush", text)
    local game = T.moving({ T.foot("a1", 600, 300) }, { rules = rules, rolls = { 6, 6 },
      ground = T.area("s", "bush", 500, 340, 900, 900), b = { T.foot("b1", 600, 480) } })
    assert.same({}, T.unit(game, "a1").sees) -- deeper in than 50 mm
    T.give(game, "a", "move", move("a1", 60))
    assert.same({ "rough_terrain" }, T.unit(game, "a1").disordered)
  end)
end)

describe("sight", function()
  after_each(T.finished)

  local function sees(a, b, more)
    local spec = { a = { a }, b = { b } }
    for key, value in pairs(more or {}) do spec[key] = value end
    local game = T.to(T.game(spec), "a", "nomination")
    return T.unit(game, "a1").sees[1] == "b1"
  end

  it("follows the limits of the table, to the mm", function()
    assert.is_true(sees(T.foot("a1", 600, 100), T.foot("b1", 600, 950)))
    assert.is_false(sees(T.foot("a1", 600, 100), T.foot("b1", 600, 951)))
    assert.is_false(sees(T.foot("a1", 600, 100), T.foot("b1", 600, 651), { settings = 'visibility = "open_desert",' }))
    assert.is_false(sees(T.foot("a1", 600, 100), T.foot("b1", 600, 301), { settings = "sight_limit_mm = 150," }))
    local rough = { ground = T.area("r", "rough", 500, 380, 700, 700) }
    assert.is_true(sees(T.foot("a1", 600, 100), T.foot("b1", 600, 450), rough))
    assert.is_false(sees(T.foot("a1", 600, 100), T.foot("b1", 600, 451), rough))
  end)

  it("reaches 50 mm into woods from outside, and its own limits inside", function()
    local woods = { ground = T.area("w", "dense_woods", 300, 300, 900, 900) }
    assert.is_true(sees(T.foot("a1", 600, 200), T.foot("b1", 600, 375), woods))
    assert.is_false(sees(T.foot("a1", 600, 200), T.foot("b1", 600, 376), woods))
    assert.is_true(sees(T.foot("a1", 600, 400), T.foot("b1", 600, 540), woods))
    assert.is_false(sees(T.foot("a1", 600, 400), T.foot("b1", 600, 541), woods))
    assert.is_true(sees(T.foot("a1", 600, 400), T.foot("b1", 600, 650), { ground = T.area("w", "open_woods", 300, 300, 900, 900) }))
    assert.is_false(sees(T.foot("a1", 600, 200), T.foot("b1", 600, 1000), woods))
  end)

  it("goes over friends, and not to who is hidden", function()
    assert.is_false(sees(T.foot("a1", 600, 300), T.foot("b1", 600, 500, { hidden = true })))
  end)
end)

describe("what nobody sees", function()
  after_each(T.finished)

  it("stops a stand at the edge of its zone when it comes upon it, and is told to nobody before", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 6, 6 }, b = { T.foot("b1", 600, 450, { hidden = true }) } })
    assert.is_nil(T.refusal(game, "a", "move", move("a1", 120)))
    assert.same({ mm(1), mm(240) }, T.legal(game, "a", "move")[1].ranges.distance)
    T.give(game, "a", "move", move("a1", 120))
    assert.same({ 600, 375, 0 }, T.at(game, "a1"))
    assert.is_nil(T.unit(game, "b1").hidden)
  end)

  it("is a sniper whom an enemy's touch removes", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { rolls = { 6, 6 }, b = { T.sniper("b1", 600, 380), T.foot("b2", 600, 1000) } })
    T.give(game, "a", "move", move("a1", 120))
    assert.equal("gone", T.unit(game, "b1").status)
  end)

  it("shows itself when it moves, unless it is a sniper", function()
    local game = T.moving({ T.foot("a1", 600, 300, { hidden = true }), T.sniper("a2", 700, 300) },
      { dice = { ["movement.roll"] = { 6, 6, 2, 2, 2 } } })
    T.give(game, "a", "move", move("a1", 20))
    local line = T.give(game, "a", "move", move("a2", 20, { angle = 90000 }))
    for _, event in ipairs(line.events) do assert.equal("a", Story.only_for(game, event, line)) end
    assert.same({ nil, true }, { T.unit(game, "a1").hidden, T.unit(game, "a2").hidden })
  end)
end)

describe("a stand that moves of its own accord", function()
  after_each(T.finished)

  it("goes at full speed straight at the nearest enemy in sight, and stops 25 mm before one it may not charge", function()
    local game = T.to(T.game { a = { T.foot("a0", 100, 100), T.foot("a1", 600, 300, { group = "gx" }), T.foot("a2", 850, 450, { group = "gx" }) },
      b = { T.horse("b1", 600, 450) }, quality_a = "poor", rolls = T.n(4, 4), leaders = { lx = { at = { 750, 400 } } },
      dice = { ["command.end_of_turn"] = { 10 }, ["movement.change_face"] = { 9 } } }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.give(game, "a", "nominate_group", { group = "gx" })
    assert.same({ 600, 375, 0 }, T.at(game, "a1"))
    assert.same({ 690, 450, 270 }, T.at(game, "a2"))
  end)

  it("is told of where it has no room to turn, or no way to go", function()
    local game = T.to(T.game { a = { T.foot("a0", 100, 100), T.foot("a1", 600, 300, { group = "gx" }), T.foot("a2", 665, 300, { group = "gx" }),
      T.foot("a3", 900, 566, { group = "gx" }) }, b = { T.horse("b1", 900, 640) }, quality_a = "poor", rolls = T.n(4, 3),
      leaders = { lx = { at = { 750, 400 } } }, dice = { ["command.end_of_turn"] = { 10 } },
      ground = T.area("w", "impassable", 850, 591, 950, 612) }, "a", "movement", "ga")
    T.give(game, "a", "end_group")
    T.give(game, "a", "nominate_group", { group = "gx" })
    T.says(T.story(game), "A1 has no room to turn to b1, and stays.")
    T.says(T.story(game), "A3 comes no nearer to b1.")
    assert.same({ { 600, 300, 0 }, { 900, 566, 0 } }, { T.at(game, "a1"), T.at(game, "a3") })
  end)
end)
