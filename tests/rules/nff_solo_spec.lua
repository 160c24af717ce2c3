--- How the solo commander plays Napoleonic Fire & Fury: reserves, charges, guns together, squares.
local T <const> = require "nff_table"
local S <const> = require("solo_battles").of("nff", T)

local battle <const>, turn <const>, count <const> = S.battle, S.turn, S.count

local function units_of(given, name)
  local found = {}
  for _, cmd in ipairs(given[name] or {}) do found[cmd.unit or cmd.units[1]] = true end
  return found
end

--- Ground that counts: a farm.
local function ground(west, south, east, north)
  return ('area "farm" { terrain = "open", objective = 4, rect = { { %d, %d }, { %d, %d } } },'):format(west, south,
    east, north)
end

describe("nff: a solo brigade", function()
  it("charges whom it is likely to beat, announced before its throw", function()
    local given = turn(battle { a = { T.foot("a1", 20, 20, { stands = 8, rating = "elite" }) },
      b = { T.foot("b1", 20, 25, { stands = 3, rating = "conscript" }) } })
    assert.equals(1, count(given, "charge"))
    assert.is_true(given.maneuver[1].charging)
  end)

  it("charges the enemy that it has chosen, whatever wheel another would take", function()
    local given = turn(battle { a = { T.foot("a1", 20, 20, { rating = "elite" }) },
      b = { T.foot("b1", 20, 28, { stands = 3, rating = "conscript" }),
        T.foot("b2", 16, 24, { stands = 5, rating = "elite" }) } })
    assert.equals("b1", given.charge[1].target)
  end)

  it("charges foot that screens its guns, though the guns behind it would be worth more", function()
    local given = turn(battle { a = { T.foot("a1", 20, 20, { stands = 8, rating = "elite" }) },
      b = { T.foot("b1", 20, 25), T.guns("b2", 19, 28), T.guns("b3", 20.5, 28), T.guns("b4", 22, 28) } })
    assert.equals("b1", (given.charge or { {} })[1].target)
  end)

  it("charges with a friend whom neither would charge alone", function()
    local function charges(...)
      local b = { T.foot("b1", 20, 25, { drill = "double_echelon", rating = "elite" }) }
      return count(turn(battle { a = { ... }, b = b }), "charge")
    end
    local about = { stands = 5, drill = "double_echelon" }
    local one, other = T.foot("a1", 18.6, 20, about), T.foot("a2", 21.4, 20, about)
    assert.equals(0, charges(one))
    assert.equals(2, charges(one, other))
  end)

  it("on foot halts beyond a charge of an enemy whom it does not charge, and goes on to fire at one who cannot", function()
    local function gap(spent)
      local game = battle { a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 34, { stands = 8, rating = "elite" }) } }
      local root = game.state.root
      game.state:begin()
      if spent then root.units.b1.condition = "spent" end
      root.units.b1.disordered = spent
      game.state:commit()
      turn(game)
      return (root.units.b1.base.y - root.units.a1.base.y) // 25400
    end
    assert.is_true(gap(nil) >= 9)
    assert.is_true(gap(true) < 9)
  end)

  it("that is spent turns its back on no enemy who could charge it then", function()
    local function turns(disordered, seed)
      local game = battle({ a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 24.5, { stands = 6 }) } }, seed)
      game.state:begin()
      game.state.root.units.a1.condition = "spent"
      game.state.root.units.b1.disordered = disordered
      game.state:commit()
      return count(turn(game), "about_face")
    end
    local there, gone = 0, 0
    for seed = 1, 4 do there, gone = there + turns(nil, seed), gone + turns(true, seed) end
    assert.equals(0, there)
    assert.is_true(gone > 0)
  end)

  it("does not charge whom it cannot beat, nor cavalry on foot", function()
    local given = turn(battle { a = { T.foot("a1", 20, 20, { stands = 3, rating = "conscript" }) },
      b = { T.foot("b1", 20, 25, { stands = 10, rating = "elite" }) } })
    assert.equals(0, count(given, "charge"))
    given = turn(battle { a = { T.foot("a1", 20, 20, { stands = 8 }) }, b = { T.horse("b1", 20, 25) } })
    assert.equals(0, count(given, "charge"))
  end)

  it("goes up in reserve from afar, no nearer than the enemy could be upon it", function()
    local game = battle { a = { T.foot("a1", 20, 5) }, b = { T.foot("b1", 20, 30) } }
    local given = turn(game)
    assert.equals(1, count(given, "announce_rm"))
    assert.is_true(count(given, "move") <= 1)
    assert.is_true(game.state.root.units.b1.base.y - game.state.root.units.a1.base.y >= 9 * 25400)
  end)

  it("that alone holds ground charges whom it would not leave it for when he has come into it", function()
    local function charges(y)
      return count(turn(battle { last_turn = 3, a = { T.foot("a1", 20, 20, { stands = 6 }) },
        b = { T.foot("b1", 20, y, { stands = 3, rating = "conscript", drill = "double_echelon" }) },
        ground = ground(17, 18, 23, 24) }), "charge")
    end
    assert.equals(0, charges(26.5))
    assert.equals(1, charges(24))
  end)

  it("that alone holds ground in the last turn rides down who has come into it before it, and nobody outside", function()
    local function charges(y, outside)
      local game = battle { last_turn = 1, a = { T.horse("a1", 20, 20, { stands = 6, rating = "elite" }) },
        b = { T.foot("b1", 20, y, { stands = 2, rating = "conscript" }),
          T.foot("b2", 20, outside, { stands = 3, rating = "conscript" }) }, ground = ground(16, 14, 24, 24) }
      game.state:begin()
      for _, id in ipairs { "b1", "b2" } do game.state.root.units[id].disordered = true end
      game.state:commit()
      local given = turn(game).charge
      return given and given[1].target
    end
    assert.equals("b1", charges(23, 28))
    assert.is_nil(charges(16, 25.5))
  end)

  it("keeps its ground as the day ends only when one brigade's loss does not turn its side's lead", function()
    local function charges(condition)
      local game = battle { last_turn = 1, b = { T.foot("b1", 20, 25) },
        a = { T.foot("a1", 20, 20), T.foot("a2", 40, 8), T.foot("a3", 50, 8) },
        ground = ground(36, 4, 44, 12) }
      game.state:begin()
      game.state.root.units.a3.condition = condition
      game.state:commit()
      return count(turn(game), "charge")
    end
    assert.equals(0, charges "fresh")
    assert.equals(1, charges "worn")
  end)

  it("on foot that gets no nearer behind its guns goes round them", function()
    local a = { T.foot("a1", 20, 20) }
    for i = 1, 4 do a[i + 1] = T.guns("g" .. i, 16.5 + 1.4 * i, 22) end
    local game = battle { a = a, b = { T.guns("b1", 19.3, 33), T.guns("b2", 20.7, 33) } }
    S.play(game, function(one) return one.state.root.turn > 5 end)
    local base = game.state.root.units.a1.base
    assert.is_true(math.abs(base.x - 20 * 25400) > 2 * 25400)
  end)

  it("of foot in disorder says that it may charge when it rallies", function()
    local game, whys = battle { a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 25) } }, {}
    game.state:begin()
    game.state.root.units.a1.disordered = true
    game.state:commit()
    S.play(game, function(one, line)
      local cmd = line.command
      if cmd and cmd["do"] == "maneuver" then whys[cmd.unit] = whys[cmd.unit] or line.solo.why end
      return one.state.root.active ~= "a"
    end)
    assert.equals("to rally, and to charge if it may", whys.a1)
  end)

  it("charges at worse odds where skirmishers reach it and it cannot fire back", function()
    local function charges(y)
      return count(turn(battle { army_a = "austrian", army_b = "french", leaders = { la = { with = "a1" } },
        a = { T.foot("a1", 20, 20, { stands = 7, rating = "elite" }) },
        b = { T.foot("b1", 20, y, { stands = 9, drill = "double_echelon" }) },
        ground = ground(17, 12, 23, 16) }), "charge")
    end
    assert.equals(1, charges(23.6))
    assert.equals(0, charges(26))
  end)

  it("that holds goes to where it fires back at skirmishers who reach it", function()
    local function goes(army)
      return count(turn(battle { army_a = "austrian", army_b = army, b = { T.foot("b1", 20, 23.6, { stands = 6 }) },
        a = { T.foot("a1", 20, 20, { stands = 5 }) },
        ground = ground(17, 12, 23, 16) }), "move")
    end
    assert.equals(1, goes "french")
    assert.equals(0, goes "austrian")
  end)

  it("of cavalry leaves the fire of many guns that it does not charge, and fears none from afar", function()
    local function leaves(y)
      local b = {}
      for i = 1, 4 do b[i] = T.guns("b" .. i, 16 + 1.5 * i, y, { weight = "heavy" }) end
      local a = { T.horse("a1", 20, 22, { stands = 2, rating = "conscript" }) }
      return count(turn(battle { a = a, b = b }), "about_face")
    end
    assert.equals(1, leaves(29))
    assert.equals(0, leaves(36))
  end)

  it("that holds faces squarely only an enemy who is near", function()
    local function wheels(x, y)
      local b = { T.foot("b1", x, y, { stands = 8, rating = "elite" }) }
      return count(turn(battle { a = { T.foot("a1", 20, 20) }, b = b,
        ground = ground(18, 10, 22, 14) }), "wheel")
    end
    assert.equals(1, wheels(27, 27))
    assert.equals(0, wheels(30, 31))
    assert.equals(1, wheels(34, 27))
  end)

  it("of a side that holds goes out to an enemy near a friend only where it is stronger, that enemy counted", function()
    local function goes(stands)
      local given = turn(battle { a = { T.foot("a1", 20, 20), T.foot("a2", 26, 27.5) },
        b = { T.foot("b1", 23, 31, { stands = stands, drill = "double_echelon" }) },
        ground = ground(10, 5, 14, 9) })
      return units_of(given, "move").a1
    end
    assert.is_true(goes(2))
    assert.is_nil(goes(3))
  end)

  it("of a division in reserve stays back until the enemy is near", function()
    local function division(id, x, y)
      return ('formation "%s" { level = "division", commander = "l%s", unit "%s1" { stands = 4, at = { %d, %d } } },'
        .. ' leader "l%s" { rank = "division", at = { %d, %d } },'):format(id, id, id, x, y, id, x, y - 3)
    end
    local function goes(y)
      local given = turn(battle { a = { T.foot("a1", 20, 22), T.foot("a2", 26, 22) },
        b = { T.foot("b1", 20, y), T.foot("b2", 26, y) }, more_a = division("r", 23, 16) .. division("s", 34, 22) })
      return units_of(given, "announce_rm").r1
    end
    assert.is_nil(goes(36))
    assert.is_true(goes(33))
  end)

  it("leaves its square when no cavalry is near, and stays in it when some is", function()
    local function left(enemy)
      local game = battle { a = { T.foot("a1", 20, 20) }, b = { enemy } }
      game.state:begin()
      game.state.root.units.a1.drill = "square"
      game.state:commit()
      return count(turn(game), "change_formation")
    end
    assert.equals(1, left(T.foot("b1", 20, 30)))
    assert.equals(0, left(T.horse("b1", 20, 30)))
  end)
end)

describe("nff: solo guns", function()
  it("unlimber where they reach the enemy, and fire", function()
    local given = turn(battle { a = { T.guns("a1", 20, 20, { limbered = true }) }, b = { T.foot("b1", 20, 29) },
      leaders = { la = { with = "a1" } } })
    assert.equals(1, count(given, "unlimber"))
    assert.equals(1, count(given, "fire"))
  end)

  it("unlimber at once where an enemy in range is before them, though a nearer one is beside them", function()
    local given = turn(battle { a = { T.guns("a1", 20, 20, { limbered = true }) },
      b = { T.foot("b1", 28, 22), T.foot("b2", 20, 29.5) }, leaders = { la = { with = "a1" } } })
    assert.equals(1, count(given, "unlimber"))
    assert.equals(0, count(given, "change_facing"))
  end)

  it("go no farther ahead of the foot beside them than they may, limbered", function()
    local game = battle { a = { T.foot("a1", 20, 20), T.guns("a2", 23, 18, { limbered = true }) },
      b = { T.foot("b1", 20, 44) }, leaders = { la = { with = "a2" } } }
    local units = game.state.root.units
    game.state:begin()
    units.a1.condition = "spent" -- it stays
    game.state:commit()
    turn(game)
    assert.is_true(units.a2.base.y > 18 * 25400)
    assert.is_true(units.a2.base.y - units.a1.base.y <= 2.5 * 25400)
  end)

  it("go with a brigade where their leaders are far, and leave it where they are to fire", function()
    local function with(spec, guns)
      spec.a = { T.foot("a1", 20, 20), T.guns("g1", 22.1, 20, guns), T.foot("a2", 40, 20) }
      return turn(battle(spec))
    end
    local far = { b = { T.foot("b1", 20, 56) }, leaders = { la = { at = { 20, 10 } }, ca = { at = { 40, 10 } } } }
    assert.equals("a1", with(far, { limbered = true }).attach_battery[1].brigade)
    far.leaders.la.at = { 20, 16 }
    assert.equals(0, count(with(far, { limbered = true }), "attach_battery"))
    local near = with({ b = { T.foot("b1", 20, 36) } }, { with = "a1" })
    assert.same({ { unit = "g1" } }, { { unit = near.detach_battery[1].unit } })
    assert.is_true(count(near, "move") + count(near, "maneuver") > 0) -- the brigade goes on without it
  end)

  it("form a grand battery under a fit commander", function()
    local a = {}
    for i = 1, 4 do a[i] = T.guns("a" .. i, 18 + i, 20, { limbered = true }) end
    local spec = { a = a, b = { T.foot("b1", 20, 36) },
      leaders = { la = { gunner = "corps_artillery_commander", with = "a1" } } }
    local given = turn(battle(spec))
    assert.equals(1, count(given, "form_grand_battery"))
    assert.equals(4, #given.form_grand_battery[1].units)
  end)
end)

describe("nff: solo commanders", function()
  it("send an Imperial ADC to a division that is to move in reserve, and only one", function()
    local adc = 'leader "%s" { imperial_adc = true, at = { %d, 12 } },'
    local given = turn(battle { a = { T.foot("a1", 20, 20), T.foot("a2", 26, 20) }, b = { T.foot("b1", 20, 58) },
      leaders = { la = { at = { 23, 16 } }, ca = { general = "napoleon" } },
      more_a = adc:format("lobau", 20) .. adc:format("rapp", 26) })
    local joined = {}
    for _, cmd in ipairs(given.move_leader) do joined[#joined + 1] = cmd.joins end
    assert.same({ "la" }, joined)
  end)

  it("fight a battle to its end among woods, water and each other, and give no command that is refused", function()
    local refused = {}
    local game = battle({ last_turn = 4, leaders = { la = { with = "a3" }, lb = { with = "b3" } },
      a = { T.foot("a1", 20, 20), T.horse("a2", 28, 18), T.guns("a3", 24, 20, { limbered = true }), T.foot("a4", 20, 17) },
      b = { T.foot("b1", 22, 32), T.horse("b2", 28, 33), T.guns("b3", 25.5, 32), T.foot("b4", 18, 33) },
      ground = T.area("lake", "impassable", 18.5, 23, 21, 25) .. T.area("wood", "forest", 26, 24, 30, 28) }, 3)
    local command = game.command
    function game:command(cmd, how)
      local line, fault = command(self, cmd, how)
      if not line then refused[#refused + 1] = ("%s %s: %s"):format(cmd["do"], cmd.unit, fault.message) end
      return line, fault
    end
    local given = S.play(game)
    assert.is_table(game.state.root.result)
    assert.is_true(count(given, "maneuver") > 0 and count(given, "fire") > 0)
    assert.same({}, refused)
  end)
end)
