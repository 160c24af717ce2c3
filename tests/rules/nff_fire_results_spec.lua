--- MC 1, MC 8, MC Mod f and g, BASE-22: what fire does to its target, on the table: cover, losses, batteries, leaders;
--- fire in passing and at charges; told games.
local T <const> = require "nff_table"

--- A game at a fire phase of a's first player turn. Far away two batteries stand opposite each other.
local function firing(phase, a, b, more)
  local spec = { a = { T.guns("a9", 57, 30) }, b = { T.guns("b9", 57, 36) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  table.move(a, 1, #a, 2, spec.a)
  table.move(b, 1, #b, 2, spec.b)
  return T.to(T.game(spec), "a", phase)
end

local function fire(game, side, ids, target, more)
  local args = { units = ids, target = target }
  for key, value in pairs(more or {}) do args[key] = value end
  T.give(game, side, "fire", args)
  local calls = T.calls(game, "fire.resolve")
  return calls[#calls].args
end

local function refused(game, side, ids, target, cite, part, more)
  local args = { units = ids, target = target }
  for key, value in pairs(more or {}) do args[key] = value end
  local fault = T.refusal(game, side, "fire", args)
  assert.is_not_nil(fault, "fire was taken")
  assert.equal(cite, fault.cite, fault.message)
  if part then T.says(fault.message, part) end
end

--- A battalion volley of a1 at b1, of 8 fire points, on such a die.
local function volley(die, b, more)
  more = more or {}
  more.dice = more.dice or {}
  more.dice["fire.resolve"] = { die }
  local game = firing("offensive_fire", { T.foot("a1", 20, 20) }, { b or T.foot("b1", 20, 22.5) }, more)
  return fire(game, "a", { "a1" }, "b1"), game
end

describe("nff: the target of fire", function()
  after_each(T.finished)

  it("has the cover of the ground that half of its stands are in, and of walls that fire crosses", function()
    local function cover(ground, more)
      more = more or {}
      more.ground = ground
      return volley(1, T.foot("b1", 20, 22.5), more).cover
    end
    assert.equal(0, cover(""))
    assert.equal(1, cover(T.area("wood", "forest", 20, 21.5, 30, 23)))
    assert.equal(0, cover(T.area("wood", "forest", 21, 21.5, 30, 23)))
    assert.equal(1, cover(T.area("wood", "forest", 21, 21.5, 30, 23), { variants = { "cover_of_any_stand" } }))
    assert.equal(3, cover(T.area("redoubt", "works", 10, 22, 30, 24)))
    assert.equal(2, cover(T.area("redoubt", "works", 10, 22, 30, 24, "cover = 2")))
    local wall = 'line "wall" { kind = "wall", points = { { 10, %g }, { 30, %g } } },'
    assert.equal(1, cover(wall:format(22, 22)))
    assert.equal(0, cover(wall:format(23, 23)))
    assert.equal(0, cover(wall:format(21.5, 21.5)))
    local game = firing("offensive_fire", { T.foot("a1", 20, 20), T.foot("a2", 22.5, 23, { facing = 270 }) },
      { T.foot("b1", 20, 22.5) }, { ground = wall:format(22, 22), dice = { ["fire.resolve"] = { 1 } } })
    assert.equal(0, fire(game, "a", { "a1", "a2" }, "b1").cover) -- the least, against those behind no wall
  end)

  it("is easier to hit when it is limbered, changes its formation or faces about: +1 once", function()
    for _, keys in ipairs { { "vulnerable" }, { "vulnerable", "about_faced" } } do
      local game = firing("offensive_fire", { T.foot("a1", 20, 20) }, { T.foot("b1", 20, 22.5) },
        { dice = { ["fire.resolve"] = { 3 } } })
      T.act(game, function(play)
        for _, key in ipairs(keys) do play:set(play:unit "b1", key, true) end
      end)
      fire(game, "a", { "a1" }, "b1")
      T.says(T.story(game), "target vulnerable +1")
    end
    local _, game = volley(3, T.guns("b1", 20, 22.5, { limbered = true }))
    T.says(T.story(game), "target vulnerable +1")
  end)

  it("suffers nothing from less than one fire point", function()
    local game = firing("offensive_fire", { T.foot("a1", 20, 20, { stands = 1 }) }, { T.foot("b1", 20, 24.4) })
    fire(game, "a", { "a1" }, "b1")
    T.says(T.story(game), "B1 comes under less than one fire point: no effect.")
    assert.same({ 4, nil }, { T.unit(game, "b1").stands, T.unit(game, "b1").disordered })
  end)

  it("is disordered, loses stands, and is worn or spent at once", function()
    local _, game = volley(10)
    local unit = T.unit(game, "b1")
    assert.is_true(unit.disordered)
    assert.is_true(unit.stands < 4)
    assert.equal(4 - unit.stands, unit.fire_loss)
    assert.equal(unit.stands, #unit.bases)
    assert.not_equal("fresh", unit.condition)
  end)

  it("loses the smaller arm first, and is destroyed with its last stand", function()
    local mixed = T.foot("b1", 20, 22.5, { minority = { arm = "cavalry", stands = 1, cavalry_type = "hussar" } })
    local _, game = volley(10, mixed)
    assert.equal(0, T.unit(game, "b1").minority_stands)
    _, game = volley(10, T.foot("b1", 20, 22.5, { stands = 1 }), { leaders = { lb = { with = "b1" } },
      dice = { ["leader.casualty"] = { 1 } } })
    assert.equal("gone", T.unit(game, "b1").status)
    assert.equal("gone", game.state.root.leaders.lb.status)
    T.says(T.story(game), "destroyed")
  end)

  it("may lose a leader with a stand, more easily when he is charismatic, never without one", function()
    local function with(charismatic) return { lb = { with = "b1", charismatic = charismatic } } end
    local _, game = volley(10, nil, { leaders = with(true), dice = { ["leader.casualty"] = { 3 } } })
    T.says(T.story(game), "3 - 2 = 1 (charismatic -2) thrown")
    assert.equal("gone", game.state.root.leaders.lb.status)
    _, game = volley(5, nil, { leaders = with(false), dice = { ["leader.casualty"] = {} } })
    T.says(T.story(game), "D10 5: disordered.") -- no stand lost, no leader at risk
  end)

  it("of guns is silenced, damaged, wrecked; silenced guns of the side that moved recover", function()
    local _, game = volley(5, T.guns("b1", 20, 22.5))
    local unit = T.unit(game, "b1")
    assert.same({ true, nil }, { unit.silenced, unit.damaged })
    T.says(T.story(game), ": silenced.")
    T.to(game, "b", "offensive_fire")
    refused(game, "b", { "b1" }, "a1", "base", "silenced")
    T.to(game, "a", "reserve")
    assert.is_nil(T.unit(game, "b1").silenced)
    _, game = volley(8, T.guns("b1", 20, 22.5))
    assert.same({ true, true }, { T.unit(game, "b1").silenced, T.unit(game, "b1").damaged })
    _, game = volley(8, T.guns("b1", 20, 22.5), { set = { ["units.b1.damaged"] = true },
      leaders = { lb = { with = "b1" } }, dice = { ["leader.casualty"] = { 1 } } })
    T.says(T.story(game), "is wounded: 1 thrown") -- he was with the battery that is lost
    assert.equal("gone", T.unit(game, "b1").status)
    assert.equal(1, game.state.root.sides.b.batteries_lost)
  end)

  it("of a grand battery keeps its commander with another battery", function()
    local set = { ["units.b1.grand"] = "lb", ["units.b9.grand"] = "lb", ["units.b1.damaged"] = true,
      ["leaders.lb.grand_battery"] = true }
    local _, game = volley(8, T.guns("b1", 20, 22.5), { set = set, leaders = { lb = { with = "b1" } } })
    assert.equal("b9", game.state.root.leaders.lb.with)
  end)
end)

describe("nff: fire at what has suffered already", function()
  after_each(T.finished)

  --- What is told of fire at b1 on such a die, with those facts of it set.
  local function told(die, unit, keys)
    local game = firing("offensive_fire", { T.foot("a1", 20, 20) }, { unit }, { dice = { ["fire.resolve"] = { die } } })
    T.act(game, function(play)
      for _, key in ipairs(keys) do play:set(play:unit "b1", key, true) end
    end)
    fire(game, "a", { "a1" }, "b1")
    return T.story(game):match "D10 [^\n]*"
  end

  it("says so", function()
    assert.equal("D10 5: still disordered.", told(5, T.foot("b1", 20, 22.5), { "disordered" }))
    assert.equal("D10 10: still disordered.", told(10, T.foot("b1", 20, 22.5), { "disordered" }))
    local guns = T.guns("b1", 20, 22.5)
    assert.equal("D10 5: still silenced.", told(5, guns, { "silenced" }))
    assert.equal("D10 5: still silenced.", told(5, guns, { "silenced", "damaged" }))
    assert.equal("D10 8: silenced and damaged.", told(8, guns, { "silenced" }))
    assert.equal("D10 8.", told(8, guns, { "damaged" }))
  end)
end)

describe("nff: fire that the players allow", function()
  after_each(T.finished)

  local function allowed(a, b, ids)
    local game = firing("offensive_fire", a, b, { dice = { ["fire.resolve"] = { 10 } } })
    assert(game:allow({ side = "a", ["do"] = "fire", units = ids, target = "b1" }, "a long day"))
    return game
  end

  it("is fired from the edge of its reach, and removes a company", function()
    local game = allowed({ T.foot("a1", 20, 20) }, { T.foot("b1", 20, 40) }, { "a1" })
    T.says(T.story(game), "4 stands at 101.6 mm, 2 fire points (skirmish flat rate 1/2)")
    local company = { id = "b1", given = { arm = "engineers", at = { 20, 22.5 }, controller = "lb" } }
    game = allowed({ T.foot("a1", 20, 20) }, { company }, { "a1" })
    assert.equal("gone", T.unit(game, "b1").status)
    game = firing("offensive_fire", { T.foot("a1", 20, 20) }, { company }, { variants = { "companies_fired_at" } })
    assert.is_nil(T.refusal(game, "a", "fire", { units = { "a1" }, target = "b1" }))
  end)

  it("is none of a company, and the story says so", function()
    local company = { id = "e1", given = { arm = "engineers", controller = "la", at = { 20, 20 } } }
    local game = firing("offensive_fire", { company }, { T.foot("b1", 20, 22) })
    refused(game, "a", { "e1" }, "b1", "R124")
    assert(game:allow({ side = "a", ["do"] = "fire", units = { "e1" }, target = "b1" }, "a long day"))
    T.says(T.story(game), "E1 cannot fire: it has nothing to fire with.")
  end)
end)

describe("nff: fire in passing", function()
  after_each(T.finished)

  --- a1 marches past b1, which then fires.
  local function passing(dice)
    local game = T.game { a = { T.guns("a9", 57, 30), T.horse("a1", 10, 20, { facing = "east", drill = "march_column" }) },
      b = { T.guns("b9", 57, 36), T.foot("b1", 18.3, 22.6, { army = "british" }) }, dice = dice }
    T.to(game, "a", "tactical")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "move", { unit = "a1", distance = 381000 })
    return T.to(game, "a", "defensive_fire")
  end

  it("hits a target where it was on its way", function()
    local game = passing { ["fire.resolve"] = { 10 } }
    refused(game, "b", { "b1" }, "a1", "MC 5, R35")
    refused(game, "b", { "b1" }, "a1", "base", "beyond the 381.0 mm", { passing = 410000 })
    refused(game, "b", { "b9" }, "a9", "base", "has moved this turn", { passing = 1000 })
    local found
    for _, one in ipairs(T.all_legal(game, "b", "fire")) do
      if one.units[1] == "b1" and one.target == "a1" then found = one end
    end
    assert.is_true(found.passing > 100000)
    T.says(found.text, ", after 152.4 mm of its move")
    assert.is_nil(T.refusal(game, "b", "fire", { units = { "b1" }, target = "a1", passing = 254000 }))
    fire(game, "b", { "b1" }, "a1", { passing = found.passing })
    T.says(T.story(game), "in passing, 152.4 mm on its way: 4 stands at")
  end)

  it("is offered at a target that has gone out of range, though nobody else may fire", function()
    local game = T.game { a = { T.horse("a1", 10, 20, { facing = "east", drill = "march_column" }) },
      b = { T.foot("b1", 13, 22.6, { army = "british" }) } }
    T.to(game, "a", "tactical")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "move", { unit = "a1", distance = 381000 })
    T.to(game, "a", "defensive_fire")
    local offered = T.all_legal(game, "b", "fire")
    assert.is_true(#offered > 0)
    for _, one in ipairs(offered) do assert.is_true(one.passing < 381000) end
  end)
end)

describe("nff: fire at who sets off", function()
  after_each(T.finished)

  it("is told so", function()
    local game = T.game { a = { T.guns("a9", 57, 30), T.horse("a1", 20, 19.7, { facing = "east", drill = "march_column" }) },
      b = { T.guns("b9", 57, 36), T.foot("b1", 20, 22.6) }, dice = { ["fire.resolve"] = { 1 } } }
    T.to(game, "a", "tactical")
    T.give(game, "a", "maneuver", { unit = "a1" })
    T.give(game, "a", "move", { unit = "a1", distance = 254000 })
    T.to(game, "a", "defensive_fire")
    fire(game, "b", { "b1" }, "a1", { passing = 0 })
    T.says(T.story(game), "B1 fires at a1 as it sets off: 4 stands at")
  end)
end)

describe("nff: fire at charges", function()
  after_each(T.finished)

  --- a1 touches b1, which it charges; b2 and a2 stand by.
  local function touching(phase, charger, target, more)
    local game = firing(phase, { charger("a1", 20, 21), T.guns("a2", 26, 16) },
      { target("b1", 20, 22), T.guns("b2", 17, 26) }, more)
    T.act(game, function(play)
      play:set(play:unit "a1", "charging", { target = "b1", um = 1 })
      play:meet("a1", "b1")
    end)
    return game
  end

  it("only those whom it touches fire at a brigade that a charge has touched", function()
    local game = touching("offensive_fire", T.foot, T.foot)
    refused(game, "a", { "a2" }, "b1", "R125", "touched by a charge")
    assert.is_nil(T.refusal(game, "a", "fire", { units = { "a1" }, target = "b1" }))
    game = touching("defensive_fire", T.foot, T.foot)
    assert.is_nil(T.refusal(game, "b", "fire", { units = { "b1", "b2" }, target = "a1" }))
    game = touching("defensive_fire", T.foot, T.foot, { variants = { "chargers_shielded" } })
    refused(game, "b", { "b2" }, "a1", "R125")
  end)

  --- a1 has charged b1; the game stands at fire.
  local function charged(a, b, more, phase)
    local game = firing("tactical", a, b, more)
    T.give(game, "a", "maneuver", { unit = "a1", charging = true })
    T.give(game, "a", "charge", { unit = "a1", target = "b1", wheel = more and more.wheel })
    return T.to(game, "a", phase or "defensive_fire")
  end

  it("infantry that charges fires at nobody else than it touches", function()
    local game = charged({ T.foot("a1", 20, 20) }, { T.foot("b1", 19, 22.5), T.foot("b2", 23.2, 22.9) }, nil,
      "offensive_fire")
    assert.is_nil(T.refusal(game, "a", "fire", { units = { "a1" }, target = "b1" }))
    refused(game, "a", { "a1" }, "b2", "R125", "fires only at those")
  end)

  it("light cavalry fires if it stands and was charged from before its front", function()
    local function met(x) -- it wheels round the end of b1's line, and ends before its front
      return charged({ T.horse("a1", x, 18) }, { T.horse("b1", 20, 24.2, { facing = 90 }) }, { wheel = 10000 })
    end
    assert.is_nil(T.refusal(met(20.6), "b", "fire", { units = { "b1" }, target = "a1" }))
    refused(met(20.4), "b", { "b1" }, "a1", "MC 6", "hit in front")
    local rides = charged({ T.horse("a1", 20, 18) }, { T.horse("b1", 20, 29) })
    refused(rides, "b", { "b1" }, "a1", "MC 6", "only standing")
    local own = charged({ T.horse("a1", 20, 20) }, { T.foot("b1", 20, 24) }, nil, "offensive_fire")
    refused(own, "a", { "a1" }, "b1", "MC 6")
  end)

  it("light cavalry fires not at one while another stands at its rear", function()
    local game = touching("defensive_fire", T.horse, T.horse)
    T.act(game, function(play) -- a2 touches it too: on its front, then behind it
      local function at(y)
        local base = play:unit("a2").base
        play:set_down("a2", { x = base.x, y = y * 25400, facing = 0, width = base.width, depth = base.depth })
      end
      play:set(play:unit "a2", "charging", { target = "b2", um = 1 })
      play:meet("a2", "b1")
      at(16)
      assert.is_nil(T.refusal(game, "b", "fire", { units = { "b1" }, target = "a1" }))
      at(30)
    end)
    refused(game, "b", { "b1" }, "a1", "MC 6", "hit in front")
  end)

  it("light cavalry of a told game fires as its players say where it was hit", function()
    for _, flank in ipairs { false, true } do
      local game = charged({ T.horse "a1" }, { T.horse "b1" }, { told = function(question)
        if question.fact == "hits_flank" then return flank end
        if question.fact == "stands_firing" then return 4 end
        if question.fact == "zone" then return "tactical" end
        if question.offered == nil then return 1 end
        return question.offered
      end })
      local fault = T.refusal(game, "b", "fire", { units = { "b1" }, target = "a1" })
      assert.equal(flank, fault ~= nil and fault.cite == "MC 6", fault and fault.message)
    end
  end)

  it("who rides out to meet a charge may be shot at on its way, and not where it is touched", function()
    local game = charged({ T.horse("a1", 20, 18), T.guns("a2", 24, 15) }, { T.horse("b1", 20, 29) },
      nil, "offensive_fire")
    local um = T.unit(game, "b1").moves[1].um
    refused(game, "a", { "a2" }, "b1", "R125", "touched by a charge", { passing = um })
    assert.is_nil(T.refusal(game, "a", "fire", { units = { "a2" }, target = "b1", passing = um - 25400 }))
  end)
end)

describe("nff: fire in a told game", function()
  after_each(T.finished)

  --- A game without places, whose players say what `answers` holds and what is likely otherwise.
  local function told(phase, answers, more)
    local asked, there = {}, false
    local spec = { a = { T.foot "a1", T.guns "a2" }, b = { T.foot "b1", T.horse "b2" }, told = function(question)
      if there then asked[#asked + 1] = question.fact end
      if answers[question.fact] ~= nil then return answers[question.fact] end
      if question.offered == nil then return question.field.kind == "int" and 0 or {} end
      return question.offered
    end }
    for key, value in pairs(more or {}) do spec[key] = value end
    local game = T.to(T.game(spec), "a", phase)
    there = true
    return game, asked
  end

  it("asks for stands, range, enfilade and cover, and nothing for a list", function()
    local game, asked = told("offensive_fire", { stands_firing = 3, fire_range = 38100, enfilade = true, cover = 1 },
      { dice = { ["fire.resolve"] = { 5 } } })
    local list = T.legal(game, "a", "fire")
    assert.equal(6, #list) -- each unit at each enemy, and both together
    assert.equal("if it is in range", list[1].text)
    assert.same({}, asked)
    local args = fire(game, "a", { "a1" }, "b1")
    assert.same({ "stands_firing", "enfilade", "fire_range", "cover" }, asked)
    assert.same({ 12, 1 }, { args.fire_points, args.cover })
    T.says(T.story(game), "3 stands at 38.1 mm, 12 fire points (linear or impulse x2, enfilade x2)")
  end)

  it("is refused by what they say", function()
    local game = told("offensive_fire", { stands_firing = 0 })
    refused(game, "a", { "a1" }, "b1", "MC 1", "not in range, arc and sight")
    game = told("offensive_fire", { stands_firing = 4, fire_range = 130000 })
    refused(game, "a", { "a1" }, "b1", "MC 1", "out of its range")
    game = told("offensive_fire", { stands_firing = 5 })
    T.says(T.refusal(game, "a", "fire", { units = { "a1" }, target = "b1" }).message, "at most 4")
  end)
end)
