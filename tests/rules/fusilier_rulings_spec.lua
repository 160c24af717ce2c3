--- What rulings R100 to R105 decide, and what follows beside them: batteries that fail, units that leave the table,
--- friends and guns in the way of who falls back, combats that nobody attacks in or that go on.
local T <const> = require "fusilier_table"

local foot, horse, guns, brigade, unit, at = T.foot, T.horse, T.guns, T.brigade, T.unit, T.at

after_each(T.finished)

local SKIRMISH <const> = 'drill = "skirmish"'
local SIXES <const>, BEATS_B1 <const> = { 3, 3, 3, 3 }, { 4, 4, 2, 2 } -- by 4: it retreats

--- a1 before b1, and what stands by them; two of either side are far off.
local function fight(spec)
  spec.a, spec.b = brigade("fa", spec.a .. T.FAR_A), brigade("fb", spec.b .. T.FAR_B)
  return T.fight(spec)
end

describe("a battery that fails", function()
  local function division(where, faces)
    local battery = guns("bg", 2300, 1700, "south", "quality = 7")
    local game = T.fight {
      a = brigade("fa", T.FAR_A),
      b = ('formation "d" { level = "division", quality = 5, %s %s %s },'):format(
        brigade("fb", foot("b1", 300, 1700, "south") .. foot("b2", 600, 1700, "south") .. (where == "fb" and battery or "")),
        brigade("fc", foot("c1", 1600, 1700, "south") .. foot("c2", 2000, 1700, "south")), where == "d" and battery or ""),
      dice = { ["morale.artillery"] = { 0, 0 }, ["morale.division"] = faces },
      set = { ["units.bg.guns"] = 4, ["units.bg.guns_lost_now"] = 1 },
    }
    T.next_bound(game)
    return game, T.calls(game, "morale.division")[1]
  end

  it("makes its division test, as a brigade that retreats does (R100)", function()
    local game, call = division("fb", { 9, 9 })
    assert.same({ true, false }, { call.args.brigades[1].failed, call.args.brigades[2].failed })
    assert.same({ 4, 0, "stand" }, { call.result.original_units, call.result.lost, call.result.outcome })
    assert.are.equal(1700, at(game, "c1")[2])
  end)

  it("stands for itself where no brigade has it", function()
    local _, call = division("d", { 9, 9 })
    local third = call.args.brigades[3]
    assert.same({ 3, 1, 7, true }, { #call.args.brigades, third.original_units, third.quality, third.failed })
  end)
end)

describe("a unit that leaves the table undefeated", function()
  it("is lost in neither test, and its leaving causes none (R101)", function()
    local game = T.fight {
      a = brigade("fa", foot("a1", 1000, 2700, "north") .. T.FAR_A),
      b = brigade("fb", foot("b1", 1000, 2900, "south") .. T.FAR_B) .. brigade("fc", foot("c1", 1000, 2960, "south")
        .. foot("c2", 1600, 2600, "south")), dice = { ["combat.infantry"] = BEATS_B1 },
    }
    T.next_bound(game)
    assert.are.equal("gone", unit(game, "c1").status)
    local tests = T.calls(game, "morale.brigade")
    assert.same({ 1, "fb" }, { #tests, tests[1].throwers[""] })
  end)
end)

describe("skirmishers that fall back", function()
  --- b1 before foot that comes on; s is behind b1.
  local function pressed(behind, on)
    on = on or 0
    local game = T.battle({ a = foot("a1", 1000, 500 + on, "north") .. T.FAR_A,
      b = foot("b1", 1000, 730 + on, "south", SKIRMISH) .. behind .. foot("b3", 2500, 2900, "south") },
      { order = { verb = "attack", target = T.point(1000, 2500 + on // 5) } })
    T.to(game, "turn.fire")
    return game
  end

  it("go through nobody where 7.0 does not allow it: blocked, they stand and fight (R102)", function()
    local game = pressed(foot("b2", 1000, 800, "south"))
    assert.is_true(unit(game, "b1").stands_and_fights)
    assert.is_true(at(game, "b1")[2] < 800)
    game = pressed(foot("b2", 1000, 2800, "south"))
    assert.is_nil(unit(game, "b1").stands_and_fights)
    assert.is_true(T.gap(game, "a1", "b1") > 200)
  end)

  it("do not go over the edge of the table: they stand and fight (R49)", function()
    local game = pressed("", 2170) -- 93 mm are left behind them
    assert.is_true(unit(game, "b1").stands_and_fights)
    assert.is_true(at(game, "b1")[2] < 3000)
  end)

  it("and held against formed foot that held fight on (R105)", function()
    local game = fight {
      a = foot("a1", 1000, 1000, "north", SKIRMISH), b = foot("b1", 1000, 1150, "south"),
      set = { ["units.a1.stands_and_fights"] = true }, dice = { ["combat.infantry"] = T.join(SIXES, SIXES) },
    }
    for _ = 1, 3 do T.next_bound(game) end
    assert.same({ "a1 | b1", "a1 | b1" }, T.combats(game)) -- its broader front wins by 2, then by 4
  end)
end)

describe("guns behind a unit that goes back", function()
  local function beaten(drill)
    local game = fight {
      a = foot("a1", 1000, 1000, "north"),
      b = foot("b1", 1000, 1200, "south") .. guns("g", 1000, 1270, "south", drill) .. foot("b2", 1800, 1900, "south"),
      dice = { ["combat.infantry"] = BEATS_B1 },
    }
    T.through(game)
    return game
  end

  it("are carried when limbered, and passed through when not (R103)", function()
    local game = beaten 'drill = "limbered"'
    assert.same({ 1000, 1500, 180 }, at(game, "b1"))
    assert.same({ 1000, 1570, 180 }, at(game, "g"))
    assert.are.equal("retreating", unit(game, "g").status) -- in conformity (R86)
    game = beaten ""
    assert.same({ 1000, 1500, 180 }, at(game, "b1"))
    assert.same({ 1000, 1270, 180 }, at(game, "g"))
  end)
end)

describe("cavalry that must close", function()
  it("has the minutes since its order took effect, and no more (R18)", function()
    -- 8 - (5 - 1) = 4 minutes: active at 09:04. It comes 480 mm in six minutes, and there are 520 to the enemy.
    local game = T.battle({ a = horse("a1", 1000, 600, "north") .. T.FAR_A, b = foot("b1", 1000, 1142.5, "south") .. T.FAR_B },
      { order = false, dice = { ["order.activation"] = { 5, 1 } } })
    T.give(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "attack", target = T.point(1000, 1140) })
    T.to(game, "turn.declare")
    assert.are.equal(6, game.state.root.formations.fa.minutes_left)
    T.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, "turn.fire")
    assert.are.equal(40, T.gap(game, "a1", "b1"))
  end)
end)

describe("a unit that retreats", function()
  it("ends faced to the enemy though it had no room to turn where it stood (R78)", function()
    -- Beaten on its right flank: guns close beside it leave no room to turn.
    local game = fight {
      a = foot("a1", 1000, 1000, "north"),
      b = foot("b1", 1000, 1200, "east") .. guns("g1", 940, 1200, "south") .. guns("g2", 1060, 1200, "south") .. foot("b2", 1800, 1900, "south"),
      dice = { ["combat.infantry"] = BEATS_B1 },
    }
    T.through(game)
    assert.are.equal(180, at(game, "b1")[3])
  end)
end)
