-- Melees: what two stands fight with, what comes of it, recoil, breakthrough, withdrawals, leaders.
local T <const> = require "bugles_table"

--- Stands of a in contact with enemies as a's player turn comes to its melee: pairs { "a1", "b1" }; `fights`: they have
--- fought a round before.
local function melee(spec, side, step)
  local game = T.game(spec)
  for _, pair in ipairs(spec.met) do
    local one, other = pair[1], pair[2]
    T.act(game, function(play)
      local unit = play:unit(one)
      local met = { target = other, skirmish = pair.skirmish }
      if unit.met then play:append(unit.met, met) else play:set(unit, "met", { met }) end
      if not pair.fights then return end
      play:set(unit, "fights", other)
      play:set(play:unit(other), "fights", one)
    end)
  end
  return T.to(game, side or "a", step or "melee")
end

--- The last question of a procedure.
local function asked(game, procedure)
  local calls = T.calls(game, procedure)
  return calls[#calls]
end

--- a1 fights b1: the question and the answer.
local function fought(spec)
  local game = melee(spec)
  T.give(game, "a", "fight", { unit = "a1", target = spec.against })
  local call = asked(game, "melee.resolve")
  return call.args, call.result, game
end

describe("what two stands fight with", function()
  after_each(T.finished)

  it("is their figures, class and arm in the first round and after", function()
    local spec = {
      a = { T.horse("a1", 600, 300) }, b = { T.band("b1", 600, 350, { class = "d" }) }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 1, 6 } },
    }
    local args, result = fought(spec)
    assert.equal("impact", args.round)
    assert.equal("mounted", args.attacker.arm)
    assert.equal(9, result.attacker_figures)
    assert.equal(3, result.defender_figures)
    spec.met[1].fights = true
    args, result = fought(spec)
    assert.equal("continuing", args.round)
    assert.equal(6, result.attacker_figures)
  end)

  it("is helped by friends beside and behind it, and by those on the enemy's flank", function()
    local args = fought {
      a = { T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.foot("a3", 600, 250), T.foot("a4", 658, 358, { facing = "west" }) },
      b = { T.foot("b1", 600, 350), T.foot("b2", 535, 350) }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 3, 4 } },
    }
    assert.equal(2, args.defender.enemy_support) -- a2 beside, a3 behind
    assert.equal(1, args.defender.flank_contacts) -- a4
    assert.equal(1, args.attacker.enemy_support) -- b2
    assert.equal(0, args.attacker.flank_contacts)
  end)

  it("has no help from those who are in contact with others, or cannot fight", function()
    local args = fought {
      a = { T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.cart("a3", 600, 250) },
      b = { T.foot("b1", 600, 350), T.foot("b2", 665, 350) }, met = { { "a1", "b1" }, { "a2", "b2" } },
      dice = { ["melee.resolve"] = { 3, 4 } },
    }
    assert.equal(0, args.defender.enemy_support)
    assert.equal(0, args.attacker.enemy_support)
  end)

  it("has no help from a friend beside it who faces elsewhere, or lies hidden; open woods are close ground", function()
    local spec = { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 350) }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 3, 4 } }, ground = T.area("w", "open_woods", 400, 200, 800, 324) }
    for _, friend in ipairs { T.foot("a2", 657.5, 300, { facing = "east" }), T.foot("a2", 665, 300, { hidden = true }) } do
      spec.a[2] = friend
      local args = fought(spec)
      assert.same({ 0, true, false },
        { args.defender.enemy_support, args.attacker.not_in_open, args.defender.not_in_open })
    end
    spec.a[2] = T.foot("a2", 665, 300)
    assert.equal(1, fought(spec).defender.enemy_support)
  end)

  it("counts the enemy himself on one's flank, unless only others do (R262)", function()
    local spec = {
      a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 358, { facing = "east" }) }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 1, 3 } },
    }
    assert.equal(1, (fought(spec)).defender.flank_contacts)
    spec.variants = { "only_others_flank" }
    assert.equal(0, (fought(spec)).defender.flank_contacts)
    spec.variants, spec.b[2] = nil, T.cart("b2", 541, 300, { facing = "west" })
    spec.met, spec.against = { { "a1", "b2" } }, "b2"
    assert.equal(0, (fought(spec)).attacker.flank_contacts) -- a cart is on nobody's flank
  end)

  it("has no help from a friend who touches at a corner alone, unless that is contact (R266)", function()
    local spec = {
      a = { T.foot("a1", 600, 300), T.foot("a3", 665, 250) }, b = { T.foot("b1", 600, 350) }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = { 3, 4 } },
    }
    assert.equal(0, (fought(spec)).defender.enemy_support)
    spec.variants = { "corners_touch" }
    assert.equal(1, (fought(spec)).defender.enemy_support)
  end)

  it("knows no flank of a square", function()
    local args = fought {
      a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 358, { facing = "east", drill = "square" }) },
      met = { { "a1", "b1" } }, dice = { ["melee.resolve"] = { 1, 1 } },
    }
    assert.equal(0, args.defender.flank_contacts)
    assert.equal("square", args.defender.formation)
  end)

  it("is the obstacle that one side defends", function()
    local args = fought {
      a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 354) }, met = { { "a1", "b1" } },
      ground = 'line "wall" { kind = "low_wall", points = { {500, 327}, {700, 327} } },',
      dice = { ["melee.resolve"] = { 4, 4 } },
    }
    assert.is_true(args.defender.behind_obstacle)
    assert.equal("lesser", args.attacker.crossing)
  end)
end)

describe("a fight", function()
  after_each(T.finished)

  --- a1, six figures of class b, against b1 likewise: no modifiers but the class.
  local function even(dice, more)
    local spec = {
      a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 350), T.foot("b9", 900, 1000) }, met = { { "a1", "b1" } },
      dice = { ["melee.resolve"] = dice },
    }
    for key, value in pairs(more or {}) do spec[key] = value end
    local _, result, game = fought(spec)
    return game, result
  end

  it("destroys at a difference of 4, costs a figure at 2, and else goes on", function()
    local game, result = even { 5, 1 }
    assert.equal("defender_destroyed", result.outcome)
    assert.equal("gone", T.unit(game, "b1").status)
    assert.is_nil(T.unit(game, "a1").met)
    game = even { 4, 2 }
    assert.equal(5, T.unit(game, "b1").figures)
    assert.equal("b1", T.unit(game, "a1").fights)
    assert.equal("a1", T.unit(game, "b1").fights)
    game = even { 3, 3 }
    assert.equal(6, T.unit(game, "b1").figures)
    game = even { 1, 4 }
    assert.equal(5, T.unit(game, "a1").figures)
    assert.equal("gone", T.unit(even { 1, 5 }, "a1").status)
  end)

  it("is fought again in the next player turn, the other side attacking", function()
    local game = even { 3, 3, 6, 2 }
    assert.is_nil(T.refusal(T.to(game, "b", "melee"), "b", "fight", { unit = "b1" }))
    T.give(game, "b", "fight", { unit = "b1" })
    local call = asked(game, "melee.resolve")
    assert.equal("continuing", call.args.round)
    assert.equal("gone", T.unit(game, "a1").status)
  end)

  it("is told with its scores, also where a stand has such a number", function()
    local game = melee { a = { T.band("4", 600, 300, { name = "the Fourth" }) }, b = { T.band("3", 600, 350) },
      met = { { "4", "3" } }, dice = { ["melee.resolve"] = { 4, 3 } } }
    T.give(game, "a", "fight", { unit = "4" })
    T.says(T.story(game), "The Fourth against 3: 4 to 3.")
  end)

  it("is one for each stand in a turn, and the original two fight on", function()
    local spec = {
      a = { T.foot("a1", 600, 300), T.foot("a2", 665, 300) }, b = { T.foot("b1", 632, 350), T.foot("b9", 900, 1000) },
      met = { { "a1", "b1" }, { "a2", "b1" } }, dice = { ["melee.resolve"] = { 3, 4 } },
    }
    local args, _, game = fought(spec)
    assert.equal(1, args.defender.enemy_support)
    assert.not_equal("player_turn.melee", game:waiting().path)
    spec.dice = { ["melee.resolve"] = { 3, 4 } }
    spec.met[1].fights = true
    game = melee(spec)
    assert.equal("Melee, R179", T.refusal(game, "a", "fight", { unit = "a2", target = "b1" }).cite)
    T.give(game, "a", "fight", { unit = "a1" })
  end)

  it("follows the order that the Attacker gives", function()
    local game = melee({
      a = { T.foot("a1", 600, 300), T.foot("a2", 800, 300) }, b = { T.foot("b1", 600, 350), T.foot("b2", 800, 350) },
      met = { { "a1", "b1" }, { "a2", "b2" } }, dice = { ["melee.resolve"] = { 3, 3, 4, 4 } },
    }, "a", "melee_order")
    local one, other = { unit = "a1", target = "b1" }, { unit = "a2", target = "b2" }
    T.says(T.refusal(game, "a", "order_melees", { fights = { one } }).message, "must list all 2 contacts")
    T.says(T.refusal(game, "a", "order_melees", { fights = { one, one } }).message, "twice")
    T.says(T.refusal(game, "a", "order_melees", { fights = { one, { unit = "a1", target = "b2" } } }).message, "no fight")
    T.give(game, "a", "order_melees", { fights = { other, one } })
    assert.equal("player_turn.melee", game:waiting().path)
    T.says(T.refusal(game, "a", "fight", one).message, "waits")
    T.give(game, "a", "fight", other)
    T.done(game) -- what is left is fought of itself
    assert.equal("b1", T.unit(game, "a1").fights)
  end)

  it("is helped by the leader of its group who joins another, by a superior only where he joins (R37)", function()
    for leader, counts in pairs { la = "leader", sa = "none" } do
      local game = melee { a = { T.foot("a1", 100, 100), T.foot("a2", 300, 100) }, dice = { ["melee.resolve"] = { 3, 3 } },
        b = { T.foot("b1", 100, 150), T.foot("b2", 300, 150) }, met = { { "a1", "b1" }, { "a2", "b2" } } }
      T.give(game, "a", "join_melee", { leader = leader, unit = "a1" })
      T.give(game, "a", "fight", { unit = "a2" })
      assert.equal(counts, asked(game, "melee.resolve").args.attacker.leader)
    end
  end)

  it("is helped by a leader who joins in, and may fall", function()
    local game = melee({
      a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 350) }, met = { { "a1", "b1" } },
      leaders = { la = { charismatic = true }, lb = { at = { 600, 450 } } },
      dice = { ["melee.resolve"] = { 3, 5 }, ["leader.melee_danger"] = { 9 } },
    })
    T.says(T.refusal(game, "b", "join_melee", { leader = "lb", unit = "b1" }).message, "not within 50 mm")
    T.give(game, "a", "join_melee", { leader = "la", unit = "a1" })
    T.says(T.refusal(game, "a", "join_melee", { leader = "la", unit = "a1" }).message, "has joined")
    T.give(game, "a", "fight", { unit = "a1" })
    assert.equal("charismatic", asked(game, "melee.resolve").args.attacker.leader)
    assert.is_true(T.unit(game, "a1").figures == 6)
    assert.equal("gone", T.leader(game, "la").status)
  end)
end)

describe("mounted troops", function()
  after_each(T.finished)

  local function against_foot(dice, more)
    local spec = {
      a = { T.horse("a1", 600, 300) }, b = { T.foot("b1", 600, 350), table.unpack(more or { T.foot("b9", 900, 1100) }) },
      met = { { "a1", "b1" } }, dice = dice,
    }
    local game = melee(spec)
    T.give(game, "a", "fight", { unit = "a1" })
    return game
  end

  it("draw off 100 mm from foot that stands the first round", function()
    local game = against_foot { ["melee.resolve"] = { 1, 6 }, ["charge.recoil"] = { 6 } }
    assert.equal("melee.recoil", game:waiting().path)
    T.answer(game, "recoil")
    assert.same({ 600, 200, 0 }, T.at(game, "a1"))
    assert.is_nil(T.unit(game, "b1").fights)
    game = against_foot { ["melee.resolve"] = { 1, 6 }, ["charge.recoil"] = { 5 } }
    T.answer(game, "recoil")
    assert.equal("b1", T.unit(game, "a1").fights)
    game = against_foot { ["melee.resolve"] = { 1, 6 } }
    T.answer(game, "stay")
    assert.equal("b1", T.unit(game, "a1").fights)
  end)

  it("break through once, throw afresh and fight at once", function()
    local game = against_foot({
      ["melee.resolve"] = { 6, 1, 1, 6 }, ["charge.breakthrough"] = { 6 }, ["movement.roll"] = { 2, 2, 2 },
    }, { T.foot("b2", 600, 700), T.foot("b9", 900, 1100) })
    T.set(game, T.unit(game, "a1"), "sees", { "b1", "b2" })
    assert.equal("breakthrough.try", game:waiting().path)
    T.answer(game, "break_through")
    assert.equal("breakthrough.again", game:waiting().path)
    T.give(game, "a", "charge", { unit = "a1", target = "b2" })
    assert.equal("defence.defend", game:waiting().path)
    T.done(game)
    assert.equal("impact", asked(game, "melee.resolve").args.round)
    assert.equal("b2", T.unit(game, "a1").charged)
    assert.is_true(T.unit(game, "a1").broke_through)
    assert.equal("melee.recoil", game:waiting().path)
    T.answer(game, "stay")
    assert.equal(0, #T.legal(game, "a", "fight"))
    game = against_foot({ ["melee.resolve"] = { 6, 1 }, ["charge.breakthrough"] = { 5 } }, { T.foot("b2", 600, 700) })
    T.answer(game, "break_through")
    assert.not_equal("breakthrough.again", game:waiting().path)
  end)
end)

describe("withdrawals", function()
  after_each(T.finished)

  it("from a continuing melee need 10, with the stand's own move", function()
    local spec = {
      a = { T.foot("a1", 600, 600) }, b = { T.foot("b1", 600, 650) }, met = { { "a1", "b1", fights = true } },
      dice = { ["melee.withdraw"] = { 9 }, ["movement.roll"] = { 2, 3 } },
    }
    local game = melee(spec)
    T.give(game, "a", "withdraw_melee", { unit = "a1" })
    assert.same({ 600, 500, 0 }, T.at(game, "a1"))
    assert.is_nil(T.unit(game, "b1").fights)
    spec.dice = { ["melee.withdraw"] = { 8 }, ["melee.resolve"] = { 3, 3 } }
    game = melee(spec)
    T.give(game, "a", "withdraw_melee", { unit = "a1" })
    T.says(T.refusal(game, "a", "withdraw_melee", { unit = "a1" }).message, "has tried")
    T.give(game, "a", "fight", { unit = "a1" })
    assert.equal("b1", T.unit(game, "a1").fights)
    spec.met = { { "a1", "b1" } }
    spec.dice = {}
    T.says(T.refusal(melee(spec), "a", "withdraw_melee", { unit = "a1" }).message, "no continuing melee")
  end)

  it("are forced on a stand that is halted in its melee: a base depth, through its supports", function()
    local spec = {
      a = { T.band("a1", 600, 300, { figures = 4 }) }, met = { { "a1", "b1" } },
      b = { T.band("b1", 600, 350, { figures = 4 }), T.band("b2", 600, 400), T.band("b9", 900, 900) },
      dice = { ["melee.resolve"] = { 5, 2 } },
    }
    local _, result, game = fought(spec)
    assert.equal("defender_loses_figure", result.outcome)
    T.until_path(game, "player_turn.movement")
    assert.is_true(T.unit(game, "b1").halted)
    assert.same({ 600, 450, 180 }, T.at(game, "b1"))
    assert.same({ 600, 400, 180 }, T.at(game, "b2"))
    assert.is_nil(T.unit(game, "a1").fights)
  end)

  it("are not forced on a stand that defends an obstacle, and are on one that came at it", function()
    for came, at in pairs { a1 = { 600, 354, 180 }, b1 = { 600, 404, 180 } } do
      local _, _, game = fought {
        a = { T.band("a1", 600, 300, { figures = 4 }) }, met = { came == "a1" and { "a1", "b1" } or { "b1", "a1" } },
        b = { T.band("b1", 600, 354, { figures = 4 }), T.band("b9", 900, 900) }, dice = { ["melee.resolve"] = came == "a1" and { 6, 2 } or { 4, 2 } },
        ground = 'line "wall" { kind = "low_wall", points = { {500, 327}, {700, 327} } },',
      }
      T.until_path(game, "player_turn.nomination")
      assert.is_true(T.unit(game, "b1").halted)
      assert.same(at, T.at(game, "b1"))
    end
  end)

  it("go on until they are clear of an enemy on the flank", function()
    local _, result, game = fought {
      a = { T.band("a1", 600, 300, { figures = 4 }), T.band("a2", 657.5, 355, { facing = 270 }) },
      met = { { "a1", "b1" }, { "a2", "b1" } }, b = { T.band("b1", 600, 350, { figures = 4 }), T.band("b9", 900, 900) },
      dice = { ["melee.resolve"] = { 3, 3 } },
    }
    assert.equal("defender_loses_figure", result.outcome)
    T.until_path(game, "player_turn.movement")
    -- A base depth is 50 mm; a2 stands to y 387.5, and a stand touches up to 1 mm away.
    assert.is_true(math.abs(T.unit(game, "b1").base.y - T.mm(413.5)) <= 50)
    assert.is_nil(T.unit(game, "a2").met)
  end)

  it("leave a stand hand to hand that has no room, unless it is lost then (R272)", function()
    local spec = {
      a = { T.band("a1", 600, 300, { figures = 4 }), T.band("a2", 600, 400, { facing = 180 }) },
      met = { { "a1", "b1" }, { "a2", "b1" } }, b = { T.band("b1", 600, 350, { figures = 4 }), T.band("b9", 900, 900) },
      dice = { ["melee.resolve"] = { 3, 3 } },
    }
    local _, _, game = fought(spec)
    T.until_path(game, "player_turn.nomination")
    assert.same({ 600, 350, 180 }, T.at(game, "b1"))
    assert.same({ "a1", "a2" }, game.play:foes("b1"))
    assert.equal("a1", T.unit(game, "b1").fights)
    T.says(T.story(game), "going back, has no room to get clear")
    spec.variants = { "hemmed_in_is_lost" }
    _, _, game = fought(spec)
    T.until_path(game, "player_turn.nomination")
    assert.equal("gone", T.unit(game, "b1").status)
  end)
end)

describe("skirmishers in melee", function()
  after_each(T.finished)

  it("fight no more when the figures that touched are lost", function()
    local game = melee { a = { T.skirmishers("a1", 600, 300) }, b = { T.skirmishers("b1", 680, 260) },
      met = { { "a1", "b1", skirmish = true, fights = true } }, dice = { ["melee.resolve"] = { 4, 2 } } }
    T.give(game, "a", "fight", { unit = "a1" })
    assert.equal(5, T.unit(game, "b1").figures)
    assert.is_nil(T.unit(game, "a1").met)
    assert.is_nil(T.unit(game, "a1").fights)
    assert.is_nil(T.unit(game, "b1").fights)
  end)

  it("fight no stand in order, and draw off from it", function()
    local game = melee({
      a = { T.skirmishers("a1", 600, 300) }, b = { T.foot("b1", 600, 355), T.foot("b9", 900, 900) },
      met = { { "a1", "b1", skirmish = true } },
    }, "a", "fire")
    T.until_path(game, "player_turn.movement")
    assert.is_nil(T.unit(game, "a1").met)
    assert.is_true(T.gap(game, "a1", "b1") >= 60)
  end)

  it("fight a disordered stand as in a later round", function()
    local args = fought {
      a = { T.skirmishers("a1", 600, 300, { ferocious = true }) }, b = { T.foot("b1", 600, 355) },
      set = { ["units.b1.disordered"] = { "charge_missed" } }, met = { { "a1", "b1", skirmish = true } },
      dice = { ["melee.resolve"] = { 3, 3 } },
    }
    assert.equal("continuing", args.round)
    assert.equal("skirmish", args.attacker.formation)
    assert.is_true(args.defender.disordered)
  end)
end)

describe("a square of which a stand is in contact", function()
  it("does not move", function()
    local square = { drill = "square" }
    local game = melee({
      a = { T.foot("a1", 600, 300, square), T.foot("a2", 600, 250, square) }, b = { T.foot("b1", 600, 350) },
      set = { ["units.a1.square"] = "a1", ["units.a2.square"] = "a1" }, met = { { "a1", "b1" } },
    }, "a", "movement")
    T.says(T.refusal(game, "a", "move", { unit = "a2", distance = 20000 }).message, "hand to hand")
  end)
end)
