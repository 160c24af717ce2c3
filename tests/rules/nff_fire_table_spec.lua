--- Seq 2b, MC 1 to 10, MC Mod: musketry and cannonade on the table: who fires, with how many stands and points, at what
--- range, in which arc and sight, and why not.
local T <const> = require "nff_table"
local prospects <const> = require "limber.ask.prospects"

--- A game at a fire phase of a's first player turn; `more` is of the layout. Far away two batteries stand opposite each
--- other, so that there is fire in both phases.
local function firing(phase, a, b, more)
  local spec = { a = { T.guns("a9", 57, 30) }, b = { T.guns("b9", 57, 36) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  table.move(a, 1, #a, 2, spec.a)
  table.move(b, 1, #b, 2, spec.b)
  return T.to(T.game(spec), "a", phase)
end

local function defending(a, b, more) return firing("defensive_fire", a, b, more) end
local function attacking(a, b, more) return firing("offensive_fire", a, b, more) end

local function fire(game, side, ids, target, more)
  local args = { units = ids, target = target }
  for key, value in pairs(more or {}) do args[key] = value end
  T.give(game, side, "fire", args)
end

--- What the last die of fire was asked.
local function asked(game)
  local calls = T.calls(game, "fire.resolve")
  return calls[#calls].args
end

--- That fire is refused to units of a side by a clause, in such words.
local function refused(game, side, ids, target, cite, part, more)
  local args = { units = ids, target = target }
  for key, value in pairs(more or {}) do args[key] = value end
  local fault = T.refusal(game, side, "fire", args)
  assert.is_not_nil(fault, "fire was taken")
  assert.equal(cite, fault.cite, fault.message)
  if part then T.says(fault.message, part) end
  return fault
end

--- The fire points of side a's units at b1.
local function points(a, b, more, ids)
  more = more or {}
  more.dice = more.dice or { ["fire.resolve"] = { 1 } }
  local game = attacking(a, b, more)
  fire(game, "a", ids or { "a1" }, "b1")
  return asked(game).fire_points, game
end

describe("nff: who fires", function()
  after_each(T.finished)

  it("the other side first, then the side that moves; each unit once in its phase", function()
    local game = defending({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 22.5), T.foot("b2", 40, 22.5) },
      { dice = { ["fire.resolve"] = { 1, 1 } } })
    fire(game, "b", { "b1" }, "a1")
    refused(game, "b", { "b1" }, "a1", "Seq 2b", "has fired")
    T.to(game, "a", "offensive_fire")
    fire(game, "a", { "a1" }, "b1")
    assert.equal(8, asked(game).fire_points)
    T.says(T.story(game), "4 stands at 38.1 mm, 8 fire points (linear or impulse x2)")
  end)

  it("no phase where nobody can", function()
    local game = T.to(T.game { a = { T.foot("a1", 20, 20) }, b = { T.guns("b1", 20, 30) } }, "a", "defensive_fire")
    T.done(game)
    assert.equal("b", game.state.root.active)
    game = T.game { a = { T.guns("a1", 20, 20) }, b = { T.foot("b1", 20, 30) } }
    assert.equal("player_turn.offensive_fire", T.until_path(game, "player_turn.offensive_fire").path)
    assert.equal("a", game.state.root.active)
  end)

  it("points of several units at one target are summed before one die", function()
    local b = { T.foot("b1", 20, 22.5), T.guns("b2", 23.2, 24), T.foot("b3", 40, 40) }
    local game = defending({ T.foot("a1", 20, 20) }, b, { dice = { ["fire.resolve"] = { 1 } } })
    refused(game, "b", { "b1", "b1" }, "a1", "Seq 2b", "twice")
    fire(game, "b", { "b1", "b2" }, "a1")
    assert.equal(4 + 1, asked(game).fire_points) -- the guns' 3 points are cut to 1 by the French skirmishers
    T.says(T.story(game), "target full skirmishers x1/3")
  end)

  it("not heavy or irregular cavalry, silenced or limbered guns, engineers", function()
    local game = attacking({
      T.horse("a1", 20, 20, { cavalry_type = "cuirassier" }), T.horse("a2", 26, 20, { cavalry_type = "cossack" }),
      T.guns("a3", 30, 20, { limbered = true }), T.guns("a4", 32, 20),
      { id = "a5", given = { arm = "engineers", at = { 34, 20 }, controller = "la" } },
    }, { T.foot("b1", 24, 23), { id = "b2", given = { arm = "engineers", at = { 34, 22 }, controller = "lb" } } },
      { set = { ["units.a4.silenced"] = true }, army_a = "russian" })
    refused(game, "a", { "a1" }, "b1", "MC 6", "only light cavalry")
    refused(game, "a", { "a2" }, "b1", "MC 6", "only light cavalry")
    refused(game, "a", { "a3" }, "b1", "base", "limbered")
    refused(game, "a", { "a4" }, "b1", "base", "silenced")
    refused(game, "a", { "a5" }, "b1", "R124", "nothing to fire with")
    refused(game, "a", { "a4" }, "b2", "R124", "no brigade")
    for _, one in ipairs(T.legal(game, "a", "fire")) do assert.same({ "a9" }, one.units) end
  end)

  it("irregular cavalry as light under irregular_cavalry_fire, always disordered", function()
    local a = { T.horse("a1", 20, 20, { cavalry_type = "cossack" }) }
    assert.equal(1, (points(a, { T.foot("b1", 20, 22.5) }, { army_a = "russian", variants = { "irregular_cavalry_fire" } })))
  end)

  it("light cavalry at half a point a stand, to 2 in", function()
    assert.equal(2, (points({ T.horse("a1", 20, 20) }, { T.foot("b1", 20, 22.5) })))
    local game = attacking({ T.horse("a1", 20, 20) }, { T.foot("b1", 20, 23.1) })
    local fault = refused(game, "a", { "a1" }, "b1", "MC 1, MC 9e", "53.3 mm from a1, which reaches 50.8 mm")
    assert.equal(-3, fault.margin)
  end)

  it("nobody who used reserve movement, but in defence at a charger", function()
    local game = attacking({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 22.5) }, {})
    T.act(game, function(play) play:set(play:unit "a1", "used_rm", true) end)
    refused(game, "a", { "a1" }, "b1", "RM 3d", "moved in reserve")
    local a = { T.foot("a1", 20, 20), T.foot("a2", 23.1, 20) }
    game = defending(a, { T.foot("b1", 20, 22) })
    T.act(game, function(play) play:set(play:unit "b1", "used_rm", true) end)
    refused(game, "b", { "b1" }, "a1", "RM 3d")
    T.act(game, function(play) play:set(play:unit "a1", "charging", { target = "b1", um = 1 }) end)
    assert.is_nil(T.refusal(game, "b", "fire", { units = { "b1" }, target = "a1" }))
    refused(game, "b", { "b1" }, "a2", "RM 3d")
  end)

  it("batteries with a function left", function()
    local game = attacking({ T.guns("a1", 20, 20) }, { T.foot("b1", 20, 22.5) })
    T.act(game, function(play) play:set(play:unit "a1", "functions", { "unlimber", "change_facing" }) end)
    refused(game, "a", { "a1" }, "b1", "base", "functions")
    T.act(game, function(play) play:set(play:unit "a1", "functions", { "unlimber" }) end)
    assert.is_nil(T.refusal(game, "a", "fire", { units = { "a1" }, target = "b1" }))
  end)
end)

describe("nff: stands that fire", function()
  after_each(T.finished)

  it("are those of the front rank, and all of a square, all round", function()
    for drill, count in pairs { single_echelon = 12, double_echelon = 6, brigade_masse = 4, march_column = 2 } do
      local a = { T.foot("a1", 20, 20, { stands = 6, drill = drill }) }
      local game = attacking(a, { T.foot("b1", 20, 26) }, { dice = { ["fire.resolve"] = { 1 } } })
      local depth = T.unit(game, "a1").base.depth
      T.act(game, function(play)
        local base = play:unit("b1").base
        play:set_down("b1", { x = base.x, y = play:unit("a1").base.y + depth // 2 + 50000, facing = 180000,
          width = base.width, depth = base.depth })
      end)
      fire(game, "a", { "a1" }, "b1")
      assert.equal(count, asked(game).fire_points, drill)
    end
    local game = attacking({ T.foot("a1", 20, 20, { stands = 6 }) }, { T.foot("b1", 20, 17.5) },
      { dice = { ["fire.resolve"] = { 1 } } })
    refused(game, "a", { "a1" }, "b1", "MC 5, R35", "130 degrees off the front of a1, outside its arc of 45")
    T.act(game, function(play)
      local square = { drill = "square", files = 6 }
      for key, value in pairs(square) do play:set(play:unit "a1", key, value) end
    end)
    fire(game, "a", { "a1" }, "b1")
    assert.equal(12, asked(game).fire_points) -- 1 a stand, flat, at its rear
    T.says(T.story(game), "square flat rate 1, enfilade x2")
  end)

  it("are counted one by one, by range and arc", function()
    -- b1 stands far to the right: one stand of a1 has it in the range of muskets, one of skirmishers, two not in the arc.
    local n, game = points({ T.foot("a1", 20, 20) }, { T.foot("b1", 23.2, 22.4, { stands = 2 }) })
    T.says(T.story(game), "1 stand at 43.0 mm, 2 fire points (linear or impulse x2); 1 stand at 55.9 mm, 1/2 fire points")
    assert.equal(2, n)
    n, game = points({ T.foot("a1", 20, 20) }, { T.foot("b1", 23.2, 22.4, { stands = 2 }) }, { variants = { "range_of_unit" } })
    T.says(T.story(game), "4 stands at 43.0 mm, 8 fire points")
    assert.equal(8, n)
  end)

  it("fire as skirmishers beyond 2 in, at half a point, to 4 in, not in a square", function()
    local n, game = points({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 24.4) }) -- 3.4 in
    assert.equal(2, n)
    T.says(T.story(game), "skirmish flat rate 1/2")
    game = attacking({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 25.1) })
    refused(game, "a", { "a1" }, "b1", "MC 1, MC 9e", "104.1 mm from a1, which reaches 101.6 mm")
    game = defending({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 24.4) }) -- Austrians have no skirmishers
    refused(game, "b", { "b1" }, "a1", "MC 1, MC 9e", "86.4 mm from b1, which reaches 50.8 mm")
    game = attacking({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 24.4) }, { set = { ["units.a1.drill"] = "square" } })
    refused(game, "a", { "a1" }, "b1", "MC 5", "no skirmish fire")
  end)

  it("have an arc of 45 degrees, guns of 30", function()
    local game = attacking({ T.guns("a1", 20, 20) }, { T.foot("b1", 26, 25) })
    local fault = refused(game, "a", { "a1" }, "b1", "MC 5, R35", "outside its arc of 30")
    assert.is_true(fault.margin < 0)
    assert.is_nil(T.refusal(attacking({ T.guns("a1", 20, 20) }, { T.foot("b1", 26, 28) }), "a", "fire",
      { units = { "a1" }, target = "b1" }))
  end)
end)

describe("nff: sight", function()
  after_each(T.finished)

  local function wood(id, south, north) return T.area(id, "forest", 10, south, 30, north) end

  --- The refusal of fire between guns 10 in apart over that ground, if any.
  local function over(ground, more, b)
    local spec = { ground = ground }
    for key, value in pairs(more or {}) do spec[key] = value end
    return attacking({ T.guns("a1", 20, 20) }, b or { T.foot("b1", 20, 31) }, spec)
  end

  it("goes through 1 in of wood, and no more of any one", function()
    local thin = wood("w1", 24, 25)
    assert.is_nil(T.refusal(over(thin), "a", "fire", { units = { "a1" }, target = "b1" }))
    refused(over(wood("w1", 24, 25.1)), "a", { "a1" }, "b1", "MC 2, R34, R121", "w1 is in the way")
    local two = thin .. wood("w2", 26, 26.5)
    assert.is_nil(T.refusal(over(two), "a", "fire", { units = { "a1" }, target = "b1" }))
    refused(over(two, { variants = { "los_cumulative" } }), "a", { "a1" }, "b1", "MC 2, R34, R121")
    -- The straight line is barred, and one to the end of the line beside it is not.
    assert.is_nil(T.refusal(over(T.area("copse", "forest", 18, 24, 20.6, 28), {}, { T.foot("b1", 20, 31, { stands = 8 }) }),
      "a", "fire", { units = { "a1" }, target = "b1" }))
    refused(over(T.area("town", "town", 10, 24, 30, 26)), "a", { "a1" }, "b1", "MC 2, R34, R121", "town is in the way")
  end)

  it("is what a house rule says of woods", function()
    local game = over(wood("w1", 24, 26))
    assert(game.rules:set_wrap("fire.line_of_sight", function(_, _, q) return { clear = not q.other_block } end, "typed"))
    assert.is_nil(T.refusal(game, "a", "fire", { units = { "a1" }, target = "b1" }))
  end)

  it("is blocked by hills and by units, but not over their heads from a height", function()
    refused(over(T.area("rise", "hill", 10, 24, 30, 26, "hill = mm(20)")), "a", { "a1" }, "b1", "MC 2, R34, R121", "rise")
    local b = { T.foot("b1", 20, 31), T.foot("b2", 20, 26) }
    refused(over("", {}, b), "a", { "a1" }, "b1", "MC 2, R34, R121", "b2 is in the way")
    local high = T.area("rise", "hill", 10, 18, 30, 22, "hill = mm(20)")
    assert.is_nil(T.refusal(over(high, {}, b), "a", "fire", { units = { "a1" }, target = "b1" }))
    refused(over(high, { variants = { "units_always_block" } }, b), "a", { "a1" }, "b1", "MC 2, R34, R121", "b2")
  end)
end)

describe("nff: fire points from the table", function()
  after_each(T.finished)

  local function why(a, b, more, ids)
    local n, game = points(a, b, more, ids)
    return n, T.story(game):match "fires? at b1: ([^\n]*)"
  end

  it("class, ranks, disorder and skirmishers of the firer and the target", function()
    local b = { T.foot("b1", 20, 22.5) }
    local n, text = why({ T.foot("a1", 20, 20) }, b, { army_a = "british" })
    assert.equal(10, n)
    T.says(text, "linear or impulse two rank x5/2")
    n, text = why({ T.foot("a1", 20, 20, { disordered = true }) }, b,
      { dice = { ["movement.tactical"] = { 1 }, ["fire.resolve"] = { 1 } }, leaders = { la = { at = { 2, 1 } } } })
    assert.equal(4, n)
    T.says(text, "disordered x1/2, linear or impulse x2")
    n = why({ T.foot("a1", 20, 20, { troop = "militia", levy = "opolchenie" }) }, b, { army_a = "russian", year = 1812 })
    assert.equal(2, n) -- irregular: always disordered
    n, text = why({ T.guns("a1", 20, 20) }, { T.foot("b1", 20, 24, { troop = "grenzer" }) })
    assert.equal(2, n) -- 5 at 3 in, halved by semi-skirmishers
    T.says(text, "at 76.2 mm, 2 1/2 fire points (target semi skirmishers x1/2).")
  end)

  it("batteries by weight and range, class, damage, and grand battery with its commander", function()
    local b = { T.foot("b1", 20, 31) } -- 10 in
    local plain, said = why({ T.guns("a1", 20, 20) }, b)
    assert.same({ 2, "at 254.0 mm, 2 fire points." }, { plain, said })
    assert.equal(3, (why({ T.guns("a1", 20, 20, { weight = "heavy" }) }, b)))
    assert.equal(1, (why({ T.guns("a1", 20, 20, { weight = "light" }) }, b)))
    assert.equal(3, (why({ T.guns("a1", 20, 20, { battery_class = "french_line" }) }, b)))
    assert.equal(4, (why({ T.guns("a1", 20, 20, { battery_class = "french_old_guard" }) }, b)))
    assert.equal(1, (why({ T.guns("a1", 20, 20) }, b, { set = { ["units.a1.damaged"] = true } })))
    local grand, two = { ["units.a1.grand"] = "la" }, { T.guns("a1", 19.5, 20), T.guns("a2", 20.6, 20) }
    local n, text = why(two, b, { set = grand })
    assert.equal(3, n)
    T.says(text, "grand battery x3/2")
    assert.equal(2, (why(two, b, { set = grand, variants = { "grand_battery_fires_together" } })))
    grand["units.a2.grand"] = "la"
    assert.equal(6, (why(two, b, { set = grand, variants = { "grand_battery_fires_together" } }, { "a1", "a2" })))
    grand["leaders.la.status"] = "gone"
    assert.equal(2, (why(two, b, { set = grand })))
  end)

  it("twice from behind the line of the target's front rank, and at columns and squares from any side", function()
    -- a1 stands in front of b1's flank, then behind its front edge.
    local n, text = why({ T.foot("a1", 26, 24, { facing = "west" }) }, { T.foot("b1", 20, 24) }, {})
    T.says(text, "enfilade x2")
    assert.is_true(n > 0)
    assert.equal(16, (why({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 22.5, { facing = "north" }) })))
    assert.equal(8, (why({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 22.5, { facing = "north" }) },
      { variants = { "enfilade_not_cumulative" } })))
    -- One stand of a1 lies across the line of b1's front rank, its middle behind it; one is behind it altogether.
    local a, b = { T.foot("a1", 27, 23.225, { facing = "west" }) }, { T.foot("b1", 24, 24) }
    assert.equal(12, (why(a, b)))
    assert.equal(10, (why(a, b, { variants = { "enfilade_wholly_behind" } })))
    n, text = why({ T.guns("a1", 20, 20) }, { T.foot("b1", 20, 32, { drill = "march_column" }) })
    T.says(text, "enfilade x2")
    assert.equal(4, n)
  end)
end)

describe("nff: proposals of fire", function()
  after_each(T.finished)

  --- The proposals of a's fire: units and target, with their text.
  local function proposed(game)
    local texts = {}
    for _, one in ipairs(T.all_legal(game, "a", "fire")) do
      texts[table.concat(one.units, "+") .. " " .. one.target] = one
    end
    return texts
  end

  it("are of each unit and of all together, of those alone that come to a fire point", function()
    local game = attacking({ T.foot("a1", 20, 20, { stands = 2 }), T.guns("a2", 22, 20, { weight = "light" }) },
      { T.foot("b1", 20.5, 24.4), T.guns("b2", 22, 30) })
    local list = proposed(game)
    assert.equal("3 fire points", list["a1+a2 b1"].text)
    assert.equal("1 fire point", list["a1 b1"].text)
    assert.equal("1 fire point", list["a2 b2"].text)
    T.says(table.concat(prospects.of(game, game:view("a"), list["a2 b2"]), "; "), "to wreck")
    T.says(table.concat(prospects.of(game, game:view("a"), list["a1+a2 b1"]), "; "), "to have an effect; mean")
    local of_one = game.words.commands.fire.proposals(game:view("a"), "a", "a1")
    assert.same({ "a1", "a2" }, of_one[1].units)
    assert.same({ "a1" }, of_one[2].units)
    assert.equal(2, #of_one) -- what it may not fire at is not asked of others
    assert.same({}, game.words.commands.fire.proposals(game:view("a"), "a", "b1"))
    game = attacking({ T.foot("a1", 20, 20, { stands = 1 }) }, { T.foot("b1", 20.5, 24.4) })
    assert.is_nil(proposed(game)["a1 b1"])
  end)

  it("go by a house rule's arc too", function()
    local a, b = { T.foot("a1", 20, 20) }, { T.foot("b1", 20, 18) }
    local game = attacking(a, b)
    assert.is_nil(proposed(game)["a1 b1"])
    assert(game.rules:set_wrap("fire.arc", function(published, rules, q, dice)
      local result = published(rules, q, dice)
      result.in_arc = true
      return result
    end, "typed"))
    assert.equal("16 fire points", proposed(game)["a1 b1"].text)
    assert.equal(4, (game:view("a"):fact("stands_firing", "a1", "b1")))
  end)

  it("and are told with the clause of every modifier, once", function()
    local game = attacking({ T.foot("a1", 20, 20) }, { T.foot("b1", 23.2, 22.4, { stands = 2, drill = "march_column" }) },
      { dice = { ["fire.resolve"] = { 1 } } })
    fire(game, "a", { "a1" }, "b1")
    local events = {}
    for _, line in ipairs(game.journal.lines) do
      for _, event in ipairs(line.events or {}) do
        if event.say == "fires" then events[#events + 1] = event.cite end
      end
    end
    assert.same({ "MC Mod c, MC 9e" }, events)
  end)
end)
