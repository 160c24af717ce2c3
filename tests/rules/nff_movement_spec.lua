--- Napoleonic Fire & Fury: maneuver in the tactical zone, moves and wheels, formations, batteries, retreats.
local prospects <const> = require "limber.ask.prospects"
local T <const> = require "nff_table"

local function inch(n) return math.floor(n * 25400 + 0.5) end

--- A game in a's tactical step; a brigade of Austrian foot stands at 20, 40 unless `more` says otherwise.
local function tactical(a, more)
  local spec = { a = a, b = { T.foot("b1", 20, 40) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "tactical")
end

--- The same, where a1 has thrown for its maneuver.
local function moving(a, more)
  local game = tactical(a, more)
  T.give(game, "a", "maneuver", { unit = "a1" })
  return game
end

describe("nff: moves", function()
  after_each(T.finished)

  it("are made in parts, within one allowance", function()
    local game = moving { T.foot("a1", 20, 28) }
    T.give(game, "a", "move", { unit = "a1", distance = inch(2) })
    assert.same({ 508, 762, 0 }, T.at(game, "a1"))
    local fault = T.refused(game, "move", { unit = "a1", distance = inch(7.1) }, "Man 2, RM 9")
    T.says(fault.message, "needs 180.3 mm, 177.8 mm is left")
    T.give(game, "a", "move", { unit = "a1", distance = inch(4), oblique = 30000 })
    T.says(T.story(game), "A1 moves 101.6 mm obliquely")
    T.refused(game, "move", { unit = "a1", distance = inch(1), oblique = -46000 }, "Man 1, R90", "is 45 degrees at most")
    T.give(game, "a", "move", { unit = "a1", distance = inch(3), oblique = -30000 })
    T.refused(game, "wheel", { unit = "a1", angle = 1000 }, "R90")
    assert.equal(3, #T.unit(game, "a1").moves)
  end)

  it("have both wheels and obliques by the other reading of R90", function()
    local game = moving({ T.foot("a1", 20, 28) }, { variants = { "wheels_with_obliques" } })
    T.give(game, "a", "wheel", { unit = "a1", angle = 10000 })
    T.give(game, "a", "move", { unit = "a1", distance = inch(1), oblique = 10000 })
    T.give(game, "a", "wheel", { unit = "a1", angle = 10000 })
  end)

  it("have wheels or obliques, not both; the outer corner's way counts", function()
    local game = moving { T.foot("a1", 20, 28) }
    T.give(game, "a", "wheel", { unit = "a1", angle = 60000 }) -- a radius of 3 in: 3.14 in
    T.refused(game, "move", { unit = "a1", distance = inch(1), oblique = 10000 }, "R90", "not obliquely")
    T.refused(game, "move", { unit = "a1", distance = inch(5.87) }, "Man 2, RM 9")
    T.give(game, "a", "move", { unit = "a1", distance = inch(5.85) })
    assert.equal(60, T.at(game, "a1")[3])
    game = moving { T.foot("a1", 20, 28) }
    T.give(game, "a", "wheel", { unit = "a1", angle = -10000 })
    T.give(game, "a", "wheel", { unit = "a1", angle = -10000 })
    T.says(T.story(game), "wheels 10 degrees to the left")
    assert.equal(340, T.at(game, "a1")[3])
    game = moving({ T.foot("a1", 20, 28) }, { b = { T.foot("b1", 16, 38) } })
    assert.equal(-22000, T.all_legal(game, "a", "wheel")[1].angle) -- to the left
  end)

  it("come no nearer than an inch to the enemy, nor end on friends", function()
    local game = moving({ T.foot("a1", 20, 28), T.foot("a2", 20, 30.5) }, { b = { T.foot("b1", 20, 38) } })
    T.refused(game, "move", { unit = "a1", distance = inch(2.5) }, "Man 1", "is where a2 stands")
    T.refused(game, "move", { unit = "a1", distance = inch(8.1) }, "Man 2, RM 9") -- what stops it first
    -- 9 in, of which passing a friend takes 3
    T.refused(game, "move", { unit = "a1", distance = inch(6.1) }, "Man 2, RM 9")
    T.give(game, "a", "move", { unit = "a1", distance = inch(6) })
    assert.equal(1, T.unit(game, "a1").passages)
    game = moving({ T.foot("a1", 20, 28) }, { b = { T.foot("b1", 20, 38) } })
    assert.equal(-3, T.refused(game, "move", { unit = "a1", distance = inch(8.1) }, "Ch 1, R90", "too near to b1").margin)
  end)

  it("lead from an enemy who is very near, and no nearer to him", function()
    local game = moving({ T.foot("a1", 20, 28), T.foot("a2", 30, 28, { facing = 180 }) },
      { b = { T.foot("b1", 20, 29.5), T.foot("b2", 30, 29.5) } })
    T.refused(game, "move", { unit = "a1", distance = inch(0.25) }, "Ch 1, R90", "nearer to b1")
    T.give(game, "a", "maneuver", { unit = "a2" })
    T.give(game, "a", "move", { unit = "a2", distance = inch(2) })
  end)

  it("cost double in rough ground, and a ford two inches", function()
    local ground = T.area("mud", "rough", 10, 30, 30, 32) .. ' line "brook" { kind = "stream", points = { { 10, 34 }, { 30, 34 } } },'
    local game = moving({ T.foot("a1", 20, 28) }, { ground = ground, b = { T.foot("b1", 20, 44) } })
    -- 1.5 in to the mud, then its 2 in and the inch of the unit's own depth at two for one
    T.refused(game, "move", { unit = "a1", distance = inch(6) }, "Man 2, RM 9")
    T.give(game, "a", "move", { unit = "a1", distance = inch(4.5) })
    assert.same({ open = inch(1.5), rough = inch(3) }, T.unit(game, "a1").way)
    game = moving({ T.foot("a1", 20, 31.5) }, { ground = ground, b = { T.foot("b1", 20, 46) } })
    T.give(game, "a", "move", { unit = "a1", distance = inch(3) })
    assert.equal(1, T.unit(game, "a1").fords)
    game = moving({ T.foot("a1", 20, 34) }, { ground = ground, b = { T.foot("b1", 20, 46) } })
    T.give(game, "a", "move", { unit = "a1", distance = inch(3) }) -- astride of it at the start
    assert.is_nil(T.unit(game, "a1").fords)
  end)

  it("cost what a scenario says of one piece, an area or a line", function()
    local function spent(ground)
      local game = moving({ T.foot("a1", 20, 28) }, { ground = ground, b = { T.foot("b1", 20, 42) } })
      return T.refusal(game, "a", "move", { unit = "a1", distance = inch(7.5) }), game
    end
    local strip, wall = 'area "x" { terrain = "marsh", going = "%s", rect = { { 10, 30 }, { 30, 32 } } },',
      'line "x" { kind = "wall", going = "%s", points = { { 10, 30 }, { 30, 30 } } },'
    assert.is_nil((spent(strip:format "road")))
    assert.is_nil((spent(wall:format "open")))
    for _, text in ipairs { strip, wall } do
      local fault, game = spent(text:format "ford")
      T.says(fault.message, "needs 241.3 mm, 228.6 mm is left")
      T.give(game, "a", "move", { unit = "a1", distance = inch(4) })
      assert.equal(1, T.unit(game, "a1").fords)
      T.says(spent(text:format "impassable").message, "x")
    end
  end)

  it("are faster by road in march column alone, the whole way on it", function()
    local ground = 'area "road" { terrain = "road", along = { { 20, 0 }, { 20, 60 } }, width = 2 },'
    local column = { T.foot("a1", 20, 24, { drill = "march_column" }) }
    local game = moving(column, { ground = ground, b = { T.foot("b1", 30, 38) } })
    T.give(game, "a", "move", { unit = "a1", distance = inch(12) })
    game = moving({ T.foot("a1", 20, 28) }, { ground = ground, b = { T.foot("b1", 30, 40) } })
    T.refused(game, "move", { unit = "a1", distance = inch(10) }, "Man 2, RM 9")
  end)

  it("allow two changes of formation, and say so", function()
    local game = moving { T.foot("a1", 20, 28) }
    T.give(game, "a", "change_formation", { unit = "a1", to = "double_echelon" })
    T.give(game, "a", "change_formation", { unit = "a1", to = "single_echelon" })
    T.refused(game, "about_face", { unit = "a1" }, "R68", "one too many")
  end)

  it("go no further than half on such a throw, without a change of formation", function()
    local game = moving({ T.foot("a1", 20, 28) }, { dice = { ["movement.tactical"] = { 3 } } })
    assert.equal("half", T.unit(game, "a1").maneuver)
    T.refused(game, "change_formation", { unit = "a1", to = "double_echelon" }, "TM 1, RM 4")
    T.refused(game, "move", { unit = "a1", distance = inch(4.6) }, "Man 2, RM 9")
    T.give(game, "a", "about_face", { unit = "a1" }) -- all that it has
    T.refused(game, "move", { unit = "a1", distance = inch(0.1) }, "Man 2, RM 9")
    assert.is_true(T.unit(game, "a1").vulnerable)
  end)

  it("are proposed as they are legal", function()
    local game = tactical { T.foot("a1", 20, 28), T.guns("a2", 26, 30, { limbered = true }) }
    T.all_legal(game, "a")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.all_legal(game, "a")
  end)
end)

describe("nff: formations", function()
  after_each(T.finished)

  it("change for half a move, the middle of the front where it was", function()
    local game = moving { T.foot("a1", 20, 28, { stands = 5 }) }
    T.give(game, "a", "change_formation", { unit = "a1", to = "double_echelon" })
    local unit = T.unit(game, "a1")
    assert.equal(3, unit.files)
    assert.equal(inch(28.5), unit.base.y + unit.base.depth // 2)
    assert.same({ 1, 1, 1, 2, 2 }, { unit.bases[1].rank, unit.bases[2].rank, unit.bases[3].rank, unit.bases[4].rank,
      unit.bases[5].rank })
    T.give(game, "a", "change_formation", { unit = "a1", to = "march_column" })
    T.refused(game, "move", { unit = "a1", distance = inch(0.1) }, "Man 2, RM 9")
  end)

  it("never become a square at will; a square leaves it for nothing and does not move before", function()
    local game = moving({ T.foot("a1", 20, 28) }, { set = { ["units.a1.drill"] = "square" } })
    T.refused(game, "move", { unit = "a1", distance = inch(1) }, "Form 3, R59")
    T.refused(game, "about_face", { unit = "a1" }, "Form 3d")
    T.give(game, "a", "change_formation", { unit = "a1", to = "single_echelon" })
    T.refused(game, "change_formation", { unit = "a1", to = "square" }, "Form 3b", "never at will")
    T.give(game, "a", "move", { unit = "a1", distance = inch(9) })
    game = moving { T.horse("a1", 20, 28) }
    T.refused(game, "change_formation", { unit = "a1", to = "square" }, "Form 3b", "cavalry, which forms no square")
  end)

  it("need room", function()
    local game = moving { T.foot("a1", 20, 28, { drill = "march_column" }), T.foot("a2", 22.5, 29.5) }
    T.refused(game, "change_formation", { unit = "a1", to = "single_echelon" }, "Man 1", "is where a2 stands")
  end)
end)

describe("nff: the throw for a maneuver", function()
  after_each(T.finished)

  it("comes first, once, with the modifiers of the table", function()
    local game = tactical({ T.foot("a1", 20, 28) }, {
      dice = { ["movement.tactical"] = { 9 } }, leaders = { la = { at = { 20, 20 }, charismatic = true } },
      set = { ["units.a1.condition"] = "spent" },
    })
    T.refused(game, "move", { unit = "a1", distance = inch(1) }, "TM 1, base")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.says(T.story(game), "A1 throws 9 + 1 = 10 to maneuver (leader detached charismatic +2, columnar or impulse +1, spent -2): well")
    T.refused(game, "maneuver", { unit = "a1" }, "TM 1")
  end)

  it("counts attached leaders, and those alone only in their radius and not cut off", function()
    for _, case in ipairs {
      { { with = "a1" }, "leader attached +2" }, { { at = { 20, 16 } }, "leader detached +1" },
      { { at = { 20, 14.4 } }, nil },
      { { at = { 20, 16 } }, nil, 'area "lake" { terrain = "river", rect = { { 10, 20 }, { 30, 22 } } },' },
    } do
      local game = moving({ T.foot("a1", 20, 28) }, { leaders = { la = case[1] }, ground = case[3] })
      assert.equal(case[2] ~= nil, T.story(game):find("leader", 1, true) ~= nil)
      if case[2] then T.says(T.story(game), case[2]) end
    end
    for variant, count in pairs { leaders_elsewhere_count = 1, [false] = 0 } do
      local game = moving({ T.foot("a1", 20, 28), T.foot("a2", 24, 28) }, {
        leaders = { la = { with = "a2" } }, variants = variant and { variant },
      })
      assert.equal(count, select(2, T.story(game):gsub("leader detached", "")))
    end
  end)

  it("counts the army's commander once, where he commands a formation too", function()
    local army = 'formation "army" { level = "army", commander = "ca" },'
    local game = moving({ T.foot("a1", 20, 28) }, { leaders = { ca = { with = "a1" } }, more_a = army })
    T.says(T.story(game), "(leader attached +2, columnar or impulse +1")
  end)

  it("counts an open flank: an enemy within his move, and no friend near", function()
    local near = { T.foot("b1", 20, 40), T.horse("b2", 38.4, 28) } -- 14.9 in from the end of the line
    T.says(T.story(moving({ T.foot("a1", 20, 28) }, { b = near })), "unsecured flank -1")
    T.says(T.story(moving({ T.foot("a1", 20, 28) }, { b = { near[2], near[1] } })), "unsecured flank -1")
    local alone = T.story(moving({ T.foot("a1", 20, 28) }, { b = { T.foot("b1", 20, 40), T.horse("b2", 40, 28) } }))
    assert.is_nil(alone:find("flank", 1, true))
    local held = T.story(moving({ T.foot("a1", 20, 28), T.foot("a2", 24, 28) }, { b = near }))
    assert.is_nil(held:find("flank", 1, true))
  end)

  it("rallies, costs stands and makes brigades retreat", function()
    local game = tactical({ T.foot("a1", 20, 28), T.foot("a2", 30, 28), T.foot("a3", 40, 28) }, {
      dice = { ["movement.tactical"] = { 8, 1, 3 } }, b = { T.foot("b1", 20, 38), T.foot("b2", 30, 30.5) },
      set = { ["units.a1.disordered"] = true, ["units.a2.condition"] = "spent", ["units.a3.condition"] = "spent",
        ["units.a3.disordered"] = true },
    })
    T.give(game, "a", "maneuver", { unit = "a1" })
    assert.is_nil(T.unit(game, "a1").disordered)
    T.give(game, "a", "maneuver", { unit = "a2" }) -- 0: retires its basic move
    assert.same({ 762, 483, 0 }, T.at(game, "a2"))
    T.refused(game, "move", { unit = "a2", distance = inch(1) }, "TM 1")
    T.give(game, "a", "about_face", { unit = "a2" })
    assert.same({ 762, 483, 180 }, T.at(game, "a2"))
    T.give(game, "a", "maneuver", { unit = "a3" })
    assert.equal(3, T.unit(game, "a3").stands)
  end)

  it("sends brigades back beyond musketry, no farther", function()
    local game = tactical({ T.foot("a1", 20, 28) }, {
      dice = { ["movement.tactical"] = { 3 } }, b = { T.foot("b1", 20, 30.5) }, set = { ["units.a1.condition"] = "spent" },
    })
    T.give(game, "a", "maneuver", { unit = "a1" }) -- 3 + 1 - 2 - 1: disengages, from 1.5 in to over 2
    assert.equal(inch(28.5) - inch(0.75), T.unit(game, "a1").base.y + T.unit(game, "a1").base.depth // 2)
    game = tactical({ T.foot("a1", 20, 28) }, {
      dice = { ["movement.tactical"] = { 3 } }, b = { T.horse("b1", 20, 30.5) }, set = { ["units.a1.condition"] = "spent" },
    })
    T.give(game, "a", "maneuver", { unit = "a1" })
    assert.same({ 508, 711, 0 }, T.at(game, "a1")) -- no foot is near
    game = tactical({ T.foot("a1", 20, 28) }, {
      dice = { ["movement.tactical"] = { 3 } }, b = { T.foot("b1", 20, 30.5, { troop = "jaeger" }) },
      set = { ["units.a1.condition"] = "spent" },
    })
    T.give(game, "a", "maneuver", { unit = "a1" }) -- beyond the 4 in of skirmishers
    assert.equal(inch(28.5) - inch(2.75), T.unit(game, "a1").base.y + T.unit(game, "a1").base.depth // 2)
  end)

  it("sends brigades back through friends; an enemy behind them stops them and costs a stand", function()
    local spec = {
      dice = { ["movement.tactical"] = { 1 } }, set = { ["units.a1.condition"] = "spent" },
      b = { T.foot("b1", 20, 31) },
    }
    local game = tactical({ T.foot("a1", 20, 28), T.foot("a2", 20, 19.5) }, spec)
    T.give(game, "a", "maneuver", { unit = "a1" }) -- 9 in would end on its friends
    assert.same({ 508, 470, 0 }, T.at(game, "a1"))
    spec.ground = 'area "lake" { terrain = "impassable", rect = { { 10, 16 }, { 30, 18.3 } } }'
    game = tactical({ T.foot("a1", 20, 28), T.foot("a2", 20, 19.5) }, spec)
    T.give(game, "a", "maneuver", { unit = "a1" }) -- beyond them is no ground to stand on
    assert.same({ 508, 521, 0 }, T.at(game, "a1"))
    assert.equal(4, T.unit(game, "a1").stands)
    spec.ground, spec.b[2] = nil, T.foot("b2", 20, 22)
    game = tactical({ T.foot("a1", 20, 28) }, spec)
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.says(T.story(game), "cannot pass b2 on its way back")
    assert.equal(3, T.unit(game, "a1").stands)
    assert.equal(inch(22.5), T.unit(game, "a1").base.y - T.unit(game, "a1").base.depth // 2)
  end)

  it("says why brigades retreat less far: the edge of the table, or no room", function()
    local function told(y, more)
      local game = tactical({ T.foot("a1", 20, y), table.unpack(more or {}) }, {
        dice = { ["movement.tactical"] = { 1 } }, set = { ["units.a1.condition"] = "spent" }, b = { T.foot("b1", 20, y + 3) },
      })
      T.give(game, "a", "maneuver", { unit = "a1" })
      return T.story(game):match "retreats [^\n]*"
    end
    assert.equal("retreats 228.6 mm.", told(28))
    assert.equal("retreats 0.0 mm, stopped by the edge of the table.", told(0.5))
    assert.equal("retreats 25.4 mm, stopped for want of room.", told(3, { T.foot("a2", 20, 1) }))
  end)

  it("sends them away from brigades and batteries, not from companies, and out of square", function()
    local spec = { dice = { ["movement.tactical"] = { 1 } }, b = {
      T.foot("b1", 20, 36), { id = "e", given = { arm = "engineers", controller = "lb", at = { 20, 24.5 } } },
    } }
    spec.set = { ["units.a1.condition"] = "spent" }
    local game = tactical({ T.foot("a1", 20, 28) }, spec)
    T.give(game, "a", "maneuver", { unit = "a1" })
    assert.is_true(T.at(game, "a1")[2] < 711)
    spec.b[2], spec.set["units.a1.drill"], spec.set["units.a1.disordered"] = nil, "square", true
    spec.dice = { ["movement.tactical"] = { 2 } }
    game = tactical({ T.foot("a1", 20, 28) }, spec)
    T.give(game, "a", "maneuver", { unit = "a1" })
    assert.equal("single_echelon", T.unit(game, "a1").drill)
  end)

  it("is better near the Guard's band, for the French", function()
    local band = { id = "a2", given = { arm = "band", at = { 20, 26 } } }
    T.says(T.story(moving { T.foot("a1", 20, 28), band }), "guard band +1")
    band.given.at = { 20, 25 }
    assert.is_nil(T.story(moving { T.foot("a1", 20, 28), band }):find("band +", 1, true))
  end)

  it("is made by disordered brigades that are left alone, and by irregulars", function()
    local game = tactical({ T.foot("a1", 20, 28), T.foot("a2", 26, 28), T.foot("a3", 32, 28, { troop = "irregular" }) }, {
      dice = { ["movement.tactical"] = { 4, 9 } }, b = { T.foot("b1", 20, 38) }, set = { ["units.a1.disordered"] = true },
    })
    T.done(game)
    T.says(T.story(game), "A1 throws 4")
    T.says(T.story(game), "A3 throws 9")
    assert.is_nil(T.story(game):find("A2 throws", 1, true))
    local far = { b = { T.foot("b1", 20, 50) }, set = { ["units.a1.disordered"] = true } }
    T.done(tactical({ T.foot("a1", 20, 28) }, far)) -- in the reserve zone nobody must
    game = tactical({ T.foot("a1", 20, 28, { troop = "irregular" }) }, { variants = { "irregulars_left_alone" } })
    T.done(game)
    assert.is_nil(T.story(game):find("throws", 1, true))
  end)

  it("shows its odds before it is made", function()
    local game = tactical { T.foot("a1", 20, 28) } -- +1 and +2: 4 or more is a full move, 2 or more half
    local said = prospects.of(game, game:view("a"), { ["do"] = "maneuver", side = "a", unit = "a1" })
    assert.same({ "70% to move freely", "90% to move at all" }, said)
  end)

  it("is announced by who means to charge", function()
    local game = tactical({ T.horse("a1", 20, 28) }, {
      dice = { ["movement.tactical"] = { 9 } }, set = { ["units.a1.disordered"] = true },
    })
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.says(T.story(game), "disordered cavalry charging -3")
    assert.is_true(T.unit(game, "a1").announced)
  end)
end)

--- The division's leader, near enough to move guns.
local NEAR <const> = { leaders = { la = { at = { 20, 20 } } } }

describe("nff: batteries", function()
  after_each(T.finished)

  it("limber, move and unlimber by their functions, two in a turn", function()
    local game = tactical({ T.guns("a1", 20, 28) }, NEAR)
    T.refused(game, "move", { unit = "a1", distance = inch(1) }, "base", "must limber first")
    T.give(game, "a", "limber", { unit = "a1" })
    T.give(game, "a", "move", { unit = "a1", distance = inch(2) })
    T.give(game, "a", "move", { unit = "a1", distance = inch(2) }) -- one function
    T.refused(game, "move", { unit = "a1", distance = inch(2.1) }, "Man 2, RM 9")
    T.refused(game, "unlimber", { unit = "a1" }, "base", "has used its functions")
    assert.same({ "limber", "move" }, T.unit(game, "a1").functions)
    T.to(game, "b", "leaders")
    assert.is_nil(T.unit(game, "a1").functions)
  end)

  it("turn where they stand, once", function()
    local game = tactical({ T.guns("a1", 20, 28) }, NEAR)
    T.give(game, "a", "change_facing", { unit = "a1", angle = 90000 })
    assert.same({ 508, 711, 90 }, T.at(game, "a1"))
    T.refused(game, "change_facing", { unit = "a1", angle = 90000 }, "base", "has done that")
  end)

  it("are moved by leaders of their chain in their radius, and by those alone", function()
    local spec = { leaders = { la = { at = { 20, 14 } }, ca = { at = { 50, 2 } } } }
    local game = tactical({ T.guns("a1", 20, 28, { limbered = true }), T.foot("a2", 30, 28) }, spec)
    T.refused(game, "move", { unit = "a1", distance = inch(1) }, "RM 7, Add 1, R86, R93", "out of command")
    spec.leaders.la.at = { 20, 16 }
    game = tactical({ T.guns("a1", 20, 28, { limbered = true }), T.foot("a2", 30, 28) }, spec)
    T.give(game, "a", "move", { unit = "a1", distance = inch(1) })
    spec.leaders.la.at = { 20, 2 }
    spec.more_a = 'leader "eble" { rank = "division", gunner = "army_artillery_commander", at = { 24, 20 } },'
    game = tactical({ T.guns("a1", 20, 28, { limbered = true }), T.foot("a2", 30, 28) }, spec)
    T.give(game, "a", "move", { unit = "a1", distance = inch(1) })
    spec.more_a = 'leader "lx" { at = { 5, 5 } }, formation "dx" { level = "division", commander = "lx", ' .. spec.more_a .. "},"
    game = tactical({ T.guns("a1", 20, 28, { limbered = true }), T.foot("a2", 30, 28) }, spec)
    T.refused(game, "move", { unit = "a1", distance = inch(1) }, "RM 7, Add 1, R86, R93") -- of another division
    spec.variants = { "any_leader_moves_guns" }
    game = tactical({ T.guns("a1", 20, 28, { limbered = true }), T.foot("a2", 30, 28) }, spec)
    T.give(game, "a", "move", { unit = "a1", distance = inch(1) })
  end)
end)
