--- Napoleonic Fire & Fury: what units are made of, what is wrong with armies, stands that are lost, points.
local T <const> = require "nff_table"

local function unit_of(more, spec)
  local laid = { a = { { id = "a1", given = more } }, b = { T.foot("b1", 20, 50) } }
  more.at = { 20, 20 }
  for key, value in pairs(spec or {}) do laid[key] = value end
  return T.unit(T.game(laid), "a1")
end

--- What is wrong with a layout whose side a has one brigade and `more`, by parts of the lines.
local function faults(more, part)
  local spec = { a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 50) } }
  for key, value in pairs(more) do spec[key] = value end
  local lines = table.concat(T.faults(spec), "\n")
  T.says(lines, part)
end

describe("nff: a unit", function()
  after_each(T.finished)

  it("is mustered from men, groups, its army and year", function()
    local guard = unit_of {
      groups = { { stands = 3, troop = "old_guard", rating = "elite" }, { stands = 4, troop = "line" } },
    }
    assert.same({ 7, "regular", "line", true, "impulse", "full" }, {
      guard.stands, guard.rating, guard.troop, guard.old_guard, guard.movement_class, guard.skirmish,
    })
    assert.equal(7, unit_of({ men = 2040, regimental_guns = true, army = "russian" }, { year = 1805 }).stands)
  end)

  it("is refused where its words do not agree", function()
    for part, given in pairs {
      ["stands is required"] = {}, ["guns is required"] = { arm = "artillery" },
      ["cavalry_type is required"] = { arm = "cavalry", stands = 3 }, ["troop goes with arm infantry"] = { arm = "cavalry", troop = "line" },
      ["must be old_guard"] = { stands = 4, troop = "guard" }, ["cannot be square"] = { stands = 4, drill = "square" },
      ["is what groups say"] = { men = 900, groups = { { stands = 3 } } },
      ["needs a cavalry_type"] = { arm = "cavalry", groups = { { stands = 3 } } },
      ["were not had"] = { stands = 4, regimental_guns = true }, ["is of landwehr"] = { stands = 4, region = "silesian" },
    } do
      given.at = { 20, 20 }
      faults({ a = { { id = "a1", given = given } } }, part)
    end
  end)

  it("has irregulars, lances and armour as their rules say", function()
    local landwehr = { levy = "prussian_landwehr", stands = 4, army = "prussian" }
    assert.is_true(unit_of(landwehr, { year = 1813 }).irregular)
    landwehr.region = "silesian"
    local silesian = unit_of(landwehr, { year = 1813 })
    assert.same({ "militia", "columnar" }, { silesian.troop, silesian.move_class })
    local lancers = unit_of { arm = "cavalry", cavalry_type = "lancer", stands = 4 }
    assert.same({ "light", true, "light_cavalry" }, { lancers.cavalry_class, lancers.lance, lancers.move_class })
    local cuirassiers = unit_of { arm = "cavalry", cavalry_type = "cuirassier", armored = true, stands = 4 }
    assert.same({ "heavy", true }, { cuirassiers.cavalry_class, cuirassiers.armored })
  end)

  it("is rated as a battery where its scenario does, else regular", function()
    assert.equal("elite", unit_of({ arm = "artillery", guns = 8, rating = "elite" }).rating)
    assert.equal("regular", unit_of({ arm = "artillery", guns = 8 }).rating)
  end)

  it("of several kinds has what its groups say, or else the whole", function()
    local heavy = unit_of {
      arm = "cavalry", cavalry_type = "cuirassier",
      groups = { { stands = 3, armored = true }, { stands = 2, cavalry_type = "hussar" } },
    }
    assert.same({ 5, "heavy", true }, { heavy.stands, heavy.cavalry_class, heavy.armored })
    assert.equal("irregular_infantry", unit_of({ stands = 3, troop = "irregular" }).move_class)
    assert.equal("marching_band", unit_of({ arm = "band" }).move_class)
    local marines = unit_of { stands = 3, guard_unit = "guard_marines" }
    assert.is_true(marines.old_guard)
    assert.is_nil(unit_of({ stands = 3, guard_unit = "tirailleurs" }).old_guard)
  end)

  it("of two arms has its smaller arm last, moves as the slower, and loses it first", function()
    local game = T.game {
      a = { T.horse("a1", 20, 20, { minority = { arm = "infantry", stands = 1, troop = "light" } }) },
      b = { T.foot("b1", 20, 50) },
    }
    local unit = T.unit(game, "a1")
    assert.same({ 5, true, 19050 }, { unit.stands, unit.bases[5].minority, unit.bases[5].width })
    T.to(game, "a", "reserve")
    T.give(game, "a", "announce_rm", { units = { "a1" } })
    T.refused(game, "move", { unit = "a1", distance = 9 * 25400 + 2000 }, "Man 2, RM 9")
    T.act(game, function(play) play:carry_out("stand_losses", { unit = "a1", stands = 1, cite = "base" }) end)
    assert.same({ 4, 0, 4 }, { unit.stands, unit.minority_stands, #unit.bases })
    T.give(game, "a", "move", { unit = "a1", distance = 14 * 25400 })
  end)
end)

describe("nff: before the battle", function()
  after_each(T.finished)

  it("units without a place take one in their own half, or take no part", function()
    local game = T.game { a = { T.foot("a1"), T.foot("a2") }, b = { T.foot("b1", 20, 50) },
      ground = 'area "lake" { terrain = "river", rect = { { 0, 10 }, { 20, 14 } } },' }
    assert.equal("setup.place", game:waiting().path)
    T.all_legal(game, "a")
    local function at(x, y) return { unit = "a1", at = { x = x * 25400, y = y * 25400 } } end
    T.refused(game, "place", at(30, 29.6), "R89", "own half")
    T.refused(game, "place", at(10, 12), "Man 2", "where it cannot stand")
    T.give(game, "a", "place", at(30, 29.5))
    T.done(game)
    T.done(game)
    assert.same({ "ready", "off_table" }, { T.unit(game, "a1").status, T.unit(game, "a2").status })
    assert.equal(0, T.at(game, "a1")[3])
  end)

  it("units are placed anywhere by the other reading of R89", function()
    local game = T.game { a = { T.foot "a1" }, b = { T.foot("b1", 20, 50) }, variants = { "placed_anywhere" } }
    T.give(game, "a", "place", { unit = "a1", at = { x = 30 * 25400, y = 40 * 25400 } })
  end)
end)

describe("nff: stands that are lost", function()
  after_each(T.finished)

  local function lose(game, n)
    T.act(game, function(play) play:carry_out("stand_losses", { unit = "a1", stands = n, cite = "base", fire = true }) end)
  end

  it("wear a brigade, which closes up on the middle of its front, and destroy it", function()
    local game = T.game { a = { T.foot("a1", 20, 20, { stands = 6, drill = "double_echelon" }) }, b = { T.foot("b1", 20, 50) } }
    local unit = T.unit(game, "a1")
    assert.same({ "fresh", 3, 21 * 25400 }, { unit.condition, unit.files, unit.base.y + unit.base.depth // 2 })
    lose(game, 1)
    assert.same({ "worn", 3, 2 }, { unit.condition, unit.files, unit.bases[5].rank })
    lose(game, 2)
    assert.same({ "spent", 2, 3 }, { unit.condition, unit.files, unit.fire_loss })
    assert.same({ 20 * 25400, 21 * 25400 }, { unit.base.x, unit.base.y + unit.base.depth // 2 })
    lose(game, 3)
    assert.same({ "gone" }, { unit.status })
    local scored = T.act(game, function(play) return play.measure["victory.points"](play, "b") end)
    assert.equal(1, scored.destroyed_brigades)
  end)

  it("leave a square in its files", function()
    local game = T.game { a = { T.foot("a1", 20, 20, { stands = 6, drill = "double_echelon" }) }, b = { T.foot("b1", 20, 50) } }
    local unit = T.unit(game, "a1")
    T.set(game, unit, "drill", "square")
    lose(game, 1)
    local turns = {}
    for i, one in ipairs(unit.bases) do turns[i] = one.turn // 1000 end
    assert.same({ 270, 0, 90, 270, 90 }, turns)
    game = T.game {
      a = { T.foot("a1", 20, 20, { stands = 6 }) }, b = { T.foot("b1", 20, 50) }, variants = { "square_in_one_row" },
    }
    T.set(game, T.unit(game, "a1"), "files", 2)
    T.set(game, T.unit(game, "a1"), "drill", "square")
    lose(game, 1)
    assert.equal(5, T.unit(game, "a1").files)
  end)
end)

describe("nff: an army", function()
  after_each(T.finished)

  it("needs its chain of command", function()
    faults({ leaders = { ca = { rank = "corps" } } }, "has no army commander")
    faults({ leaders = { la = { rank = "corps" } } }, "has the rank corps, not division")
    faults({ more_a = 'formation "w" { level = "wing", commander = "lb2", formation "x" { level = "army" } }, '
      .. 'leader "lb2" { rank = "wing", at = { 5, 5 } },' }, "cannot be of the level army in a wing")
    faults({ more_a = 'formation "w" { level = "corps" },' }, "commander is required")
    faults({ leaders = { cb = { with_berthier = true } } }, "with_berthier is of Napoleon")
    faults({ more_a = 'leader "x" { rank = "army", general = "davout", at = { 5, 5 } },' }, "has an army commander already")
  end)

  it("begins with leaders where they may be", function()
    local gunner = 'leader "x" { gunner = "corps_artillery_commander", with = "a1" },'
    faults({ more_a = gunner }, "is no battery")
    faults({ more_a = 'leader "x" { with = "a1" },' }, "is not of his chain")
  end)

  it("has two Imperial ADCs at most, one for the artillery, and Napoleon", function()
    local function adc(id, more) return ('leader "%s" { imperial_adc = true, at = { 5, 5 }%s },'):format(id, more or "") end
    faults({ more_a = adc "x" }, "Napoleon does not command it")
    local napoleon = { ca = { general = "napoleon" } }
    faults({ leaders = napoleon, more_a = adc "x" .. adc "y" .. adc "z" }, "one Imperial ADC too many: Napoleon has 2 at most")
    local gunner = ', gunner = "napoleon_artillery_adc"'
    faults({ leaders = napoleon, more_a = adc("x", gunner) .. adc("y", gunner) }, "one artillery ADC too many: 1 at most")
  end)

  it("alone has the Old Guard, and engineers with a leader, one company to a brigade", function()
    local guard = { troop = "old_guard", army = "french" }
    faults({ a = { T.foot("a1", 20, 20, guard) }, b = { T.foot("b1", 20, 50, guard) } }, "is Old Guard, as the enemy has")
    faults({ more_a = 'unit "e1" { arm = "engineers", at = { 5, 5 } },' }, "controller is required")
    local company = 'unit "%s" { arm = "engineers", controller = "la", with = "a1" },'
    faults({ more_a = company:format "e1" .. company:format "e2" }, "one company to a brigade")
  end)
end)
