--- Step 0 to 3 of a bound on the table: orders and movement minute by minute. Every figure is worked
--- from the rates: line 30 mm a minute, column 50, cavalry 80, horse guns 70, skirmishers 60; woods halve foot.
local T <const> = require "fusilier_table"

local foot, horse, guns, give, at = T.foot, T.horse, T.guns, T.give, T.at
local gap, mm, point = T.gap, T.mm, T.point

after_each(T.finished)

local FAR_B <const> = foot("b1", 300, 2900, "south") .. foot("b2", 700, 2900, "south")
local FAR_A <const> = T.FAR_A

local function moved_by(game, args)
  T.to(game, "turn.movement")
  local before = at(game, args.unit)[2]
  give(game, "a", "move", args)
  T.done(game)
  local after = at(game, args.unit)[2]
  return after - before
end

describe("a move", function()
  it("goes as far as the rate and the minutes allow", function()
    local game = T.battle { a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }
    assert.are.equal(300, moved_by(game, { unit = "a1", to = point(1000, 1400) }))
    game = T.battle { a = foot("a1", 1000, 500, "north", 'drill = "column"') .. FAR_A, b = FAR_B }
    assert.are.equal(500, moved_by(game, { unit = "a1", to = point(1000, 1400) }))
    game = T.battle { a = horse("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }
    assert.are.equal(120, moved_by(game, { unit = "a1", forward = mm(120) }))
  end)

  it("is half as fast in woods, from the front edge to the rear edge", function()
    local woods = 'area "w" { terrain = "open_woods", outline = { {0, 608}, {2000, 608}, {2000, 1500}, {0, 1500} } }'
    -- The front edge (7.5 mm before the centre) meets the woods after 100 mm: 3 1/3 minutes; 6 2/3 more at 15 mm.
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B, ground = woods },
      { dice = { ["move.woods_check"] = { 4 } } })
    local went = moved_by(game, { unit = "a1", to = point(1000, 1400) })
    assert.is_true(went == 199 or went == 200, went)
  end)

  it("ends at the edge of woods when the way is lost, until a throw finds it", function()
    local woods = 'area "w" { terrain = "open_woods", outline = { {0, 608}, {2000, 608}, {2000, 1500}, {0, 1500} } }'
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B, ground = woods },
      { dice = { ["move.woods_check"] = { 5, 6, 1 } } })
    local went = moved_by(game, { unit = "a1", to = point(1000, 1400) })
    assert.is_true(went == 100 or went == 101, went) -- 100.5 from its front to the edge
    assert.are.equal("lost_in_woods", T.unit(game, "a1").status)
    T.to(game, "turn.command")
    T.to(game, "turn.movement")
    assert.are.equal(2, game.state.root.turn)
    assert.are.equal("6.4 10.2 10.5 11.1",
      T.refusal(game, "a", "move", { unit = "a1", to = point(1000, 1400) }).cite)
    T.to(game, "turn.fire")
    T.to(game, "turn.movement")
    assert.are.equal("ready", T.unit(game, "a1").status) -- the third throw, in bound 3
  end)

  it("takes two minutes over a wall, and may not be begun without them", function()
    local wall = 'line "w" { kind = "wall", height_mm = 1000, points = { {0, 597.5}, {2000, 597.5} } }'
    local game = T.battle { a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B, ground = wall }
    assert.are.equal(240, moved_by(game, { unit = "a1", to = point(1000, 1400) })) -- 90 in 3, 2 over it, 150 in 5
    wall = 'line "w" { kind = "wall", height_mm = 1600, points = { {0, 597.5}, {2000, 597.5} } }'
    game = T.battle { a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B, ground = wall }
    assert.are.equal(90, moved_by(game, { unit = "a1", to = point(1000, 1400) })) -- over 1.5 m nobody gets
  end)

  it("stops short of a zone that no attack was declared on", function()
    local game = T.battle { a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 900, "south") .. foot("b2", 2000, 2900, "south") }
    moved_by(game, { unit = "a1", to = point(1000, 1400) })
    assert.are.equal(201, gap(game, "a1", "b1"))
  end)

  it("may go through friends when no active enemy is near, but not end in them", function()
    local friends = foot("a1", 1000, 500, "north") .. foot("a2", 1000, 600, "north") .. FAR_A
    local game = T.battle { a = friends, b = FAR_B }
    assert.are.equal(300, moved_by(game, { unit = "a1", to = point(1000, 1400) }))
    game = T.battle { a = foot("a1", 1000, 500, "north") .. foot("a2", 1000, 790, "north", 'drill = "square"') .. FAR_A,
      b = FAR_B }
    moved_by(game, { unit = "a1", to = point(1000, 800) }) -- would end in the square, which does not move
    assert.is_true(gap(game, "a1", "a2") > 0)
    game = T.battle { a = friends, b = foot("b1", 1000, 810, "south") .. foot("b2", 2000, 2900, "south") }
    T.to(game, "turn.movement")
    give(game, "a", "move", { unit = "a1", to = point(1000, 1400) })
    give(game, "a", "move", { unit = "a2", facing = 0 })
    T.done(game)
    assert.are.equal(0, gap(game, "a1", "a2")) -- 7.0: an enemy within combat distance of one of them
  end)

  it("may hold an evolution between two legs", function()
    local battery = 'unit "a1" { troop = "horse_artillery", guns = 6, calibre_pdr = 6, drill = "limbered", '
      .. 'at = { 1000, 500 }, facing = "north" },'
    local game = T.battle { a = battery .. FAR_A, b = FAR_B }
    T.to(game, "turn.movement")
    give(game, "a", "move", { unit = "a1", legs = { { to = point(1000, 850) }, { evolve = "unlimbered" } } })
    T.done(game)
    local unit = T.unit(game, "a1")
    assert.are.same({ 850, "unlimbered", 7 }, { at(game, "a1")[2], unit.drill, unit.minutes_used })
    game = T.battle { a = battery .. FAR_A, b = FAR_B }
    T.to(game, "turn.movement")
    give(game, "a", "move", { unit = "a1", legs = { { to = point(1000, 1100) }, { evolve = "unlimbered" } } })
    T.done(game) -- 600 mm take 9 minutes, and unlimbering 2: it is not begun (R32)
    assert.are.same({ 1100, "limbered" }, { at(game, "a1")[2], T.unit(game, "a1").drill })
  end)

  it("of a formation is the same way for all its units", function()
    local game = T.battle { a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"), b = FAR_B }
    T.to(game, "turn.movement")
    give(game, "a", "move", { formation = "fa", to = point(1150, 700) })
    T.done(game)
    assert.are.same({ { 1000, 700, 0 }, { 1300, 700, 0 } }, { at(game, "a1"), at(game, "a2") })
  end)
end)

describe("a formation whose time is up", function()
  it("must move: straight at its objective, short of any zone", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B },
      { order = { verb = "seize", target = point(1000, 1400) } })
    T.to(game, "turn.fire")
    assert.are.same({ 1000, 800, 0 }, at(game, "a1"))
  end)

  it("stands when it is to hold or support", function()
    for _, verb in ipairs { "hold", "support" } do
      local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }, { order = { verb = verb } })
      T.to(game, "turn.fire")
      assert.are.same({ 1000, 500, 0 }, at(game, "a1"))
    end
  end)

  it("goes to the nearest point of a line", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B },
      { order = { verb = "move", target = point(800, 700), target_end = point(2000, 700) } })
    T.to(game, "turn.fire")
    assert.are.same({ 1000, 700, 0 }, at(game, "a1"))
  end)
end)

describe("moves side by side", function()
  it("are begun by side B in even bounds", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A,
      b = foot("b1", 1000, 1215, "south") .. foot("b2", 2000, 2900, "south") }, { order = { verb = "hold" } })
    T.to(game, "turn.fire")
    T.to(game, "turn.command")
    assert(game:amend("formations.fa.order", { verb = "attack", target = point(1000, 2500) }, "now"))
    assert(game:amend("formations.fb.order", { verb = "attack", target = point(1000, 0) }, "now"))
    T.to(game, "turn.fire")
    assert.are.same({ 740, 956 }, { at(game, "a1")[2], at(game, "b1")[2] })
  end)

  it("do not hold up who waits for those before him to go on", function()
    -- Cavalry goes through nobody (7.0): the rear squadron must wait for the other in every minute.
    local game = T.battle({ a = horse("a1", 1000, 500, "north") .. horse("a2", 1000, 540, "north"), b = FAR_B },
      { order = { verb = "attack", target = point(1000, 2500) } })
    T.to(game, "turn.fire")
    local first, other = at(game, "a1")[2], at(game, "a2")[2]
    assert.are.equal(1340, other)
    assert.are.equal(1230, first) -- 10 mm to the other's base at first, then 80 behind it in each of nine minutes
  end)
end)

describe("a move is refused", function()
  local game

  local function refused(args, order)
    game = T.battle({ a = foot("a1", 1000, 500, "north") .. guns("a2", 1300, 500, "north") .. FAR_A, b = FAR_B },
      { order = order })
    T.to(game, "turn.movement")
    return T.refusal(game, "a", "move", args)
  end

  it("without an active order, and against the order that is obeyed", function()
    assert.are.equal("4.5", refused({ unit = "a1", to = point(1000, 600) }, false).cite)
    assert.are.equal("4.5", refused({ unit = "a1", to = point(1000, 600) }, { verb = "hold" }).cite)
    local back = refused { unit = "a1", to = point(1000, 400) }
    assert.are.same({ "4.5", -90 }, { back.cite, back.margin }) -- from 1,118.0 to 1,208.3 mm from { 1500, 1500 }
  end)

  it("when guns are unlimbered, or time is short", function()
    assert.are.equal("R27", refused({ unit = "a2", to = point(1300, 600) }).cite)
    local two = refused { unit = "a1", legs = { { evolve = "column" }, { evolve = "line" } } }
    assert.are.same({ "R32", -10 }, { two.cite, two.margin })
  end)

  it("when it says nothing, or too much", function()
    assert.are.equal("to", refused({ unit = "a1" }).arg)
    assert.are.equal("unit", refused({ unit = "a1", formation = "fa", to = point(1000, 600) }).arg)
  end)
end)

describe("orders", function()
  it("travel 100 mm a minute and start the formation in the minute they take effect", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"), b = FAR_B },
      { order = false, dice = { ["order.activation"] = { 3, 1 } } })
    give(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "attack", target = point(1000, 1000) })
    T.to(game, "turn.declare")
    -- A brigadier's own brigade (8 minutes in 1809), 8 - (3 - 1) = 6; the commander is the general himself: no way.
    local order = game.state.root.formations.fa.coming_orders[1]
    assert.is_nil(order) -- 09:06 is in this bound: it is in force from then
    assert.are.equal(4, game.state.root.formations.fa.minutes_left)
    T.to(game, "turn.fire")
    assert.are.equal(500 + 4 * 30, at(game, "a1")[2]) -- 4.5: it must move, ready or not; straight north
  end)

  it("that take effect make those void that were issued before them and have not", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"), b = FAR_B },
      { order = false, dice = { ["order.activation"] = { 1, 10, 10, 1 } } })
    -- 8 - (1 - 10) = 17 minutes; the second, a bound later, 8 - 9 = nothing at all: in force at 09:10.
    give(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "attack", target = point(1000, 1000) })
    T.to(game, "turn.declare")
    assert.are.equal(557, game.state.root.formations.fa.coming_orders[1].activates_min)
    T.to(game, "turn.command")
    give(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "hold" })
    T.to(game, "turn.declare")
    local formation = game.state.root.formations.fa
    assert.are.same({ "hold", 0 }, { formation.order.verb, #formation.coming_orders })
  end)

  it("issued later are obeyed whatever their level, and those issued before that take effect after are dropped", function()
    -- The division is ordered first: 15 + 8 - (1 - 10) = 32 minutes, 09:32. Its first brigade is ordered a bound later
    -- by its own general: 8 - (10 - 1) = nothing, in force at 09:10 (R98).
    local function brigade(id, general, x)
      local units = foot(id .. 1, x, 500, "north") .. foot(id .. 2, x + 300, 500, "north")
      return ('formation "%s" { quality = 5, commander = "%s", %s },'):format(id, general, units)
    end
    local function leader(id, rank, x)
      return ('leader "%s" { rank = "%s", at = { %d, 400 } },'):format(id, rank, x)
    end
    local game = T.fight {
      a = ('formation "div" { level = "division", commander = "gdiv", %s %s },'):format(
        brigade("one", "gone", 600), brigade("two", "gtwo", 1400))
        .. leader("gdiv", "division", 1200) .. leader("gone", "brigade", 700) .. leader("gtwo", "brigade", 1500),
      b = 'formation "fb" { quality = 5, ' .. FAR_B .. "}", dice = { ["order.activation"] = { 1, 10, 10, 1 } },
    }
    give(game, "a", "issue_order", { general = "gdiv", formation = "div", verb = "attack", target = point(1200, 1500) })
    T.to(game, "turn.declare")
    T.to(game, "turn.command")
    give(game, "a", "issue_order", { general = "gone", formation = "one", verb = "hold" })
    T.to(game, "turn.declare")
    for _ = 1, 3 do T.next_bound(game) end
    local told = table.concat(T.story(game), "\n")
    T.says(told, "div sets off to attack, 8 min")
    T.says(told, "one keeps to the order issued later, to hold.")
    assert.are.same({ 600, 500, 0 }, at(game, "one1"))
    assert.is_true(at(game, "two1")[2] > 700)
  end)

  it("are obeyed until a fresh one takes effect", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 500, "north"), b = FAR_B },
      { order = { verb = "attack", target = point(1000, 1400) }, dice = { ["order.activation"] = { 1, 10 } } })
    give(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "hold" })
    T.to(game, "turn.fire")
    assert.are.equal(800, at(game, "a1")[2])
  end)

  it("go out once a bound from one general, and only to those under him", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B },
      { dice = { ["order.activation"] = { 1, 1 } } })
    assert.are.equal("formation",
      T.refusal(game, "a", "issue_order", { general = "gfa", formation = "fb", verb = "hold" }).arg)
    assert.are.equal("general",
      T.refusal(game, "a", "issue_order", { general = "gfb", formation = "fa", verb = "hold" }).arg)
    -- Of two written in one bound by one general the later goes.
    give(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "attack", target = point(1000, 1000) })
    give(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "hold" })
    T.to(game, "turn.declare")
    assert.are.equal(1, #T.calls(game, "order.activation"))
    assert.are.equal("hold", game.state.root.formations.fa.order.verb)
  end)

  it("are seen by their own side alone", function()
    local game = T.battle { a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B }
    assert.is_table(game:view("a").state.formations.fa.order)
    assert.is_nil(game:view("b").state.formations.fa.order)
    assert.is_table(game:view("b").state.formations.fb.order)
  end)

  it("must be about ground that can be entered, seen and judged", function()
    local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B,
      ground = 'area "r" { terrain = "stream_deep", outline = { {0, 1200}, {3000, 1200}, {3000, 1300}, {0, 1300} } }' })
    local function refused(x, y)
      return T.refusal(game, "a", "issue_order",
        { general = "gfa", formation = "fa", verb = "attack", target = point(x, y) })
    end
    assert.are.equal("R20", refused(1000, 1250).cite)
    assert.are.equal("R20", refused(1000, 4000).cite)
    assert.are.equal("4.5", refused(1000, 2000).cite) -- over 1,500 mm from him
  end)

  it("may be about ground deep in a building, which hides only what is behind it (R22)", function()
    local farm = 'area "farm" { terrain = "built_up", rect = { { 900, 900 }, { 1200, 1100 } } }'
    local function refused(y, variant)
      local game = T.battle({ a = foot("a1", 1000, 500, "north") .. FAR_A, b = FAR_B, ground = farm,
        variants = { variant } })
      return (T.refusal(game, "a", "issue_order",
        { general = "gfa", formation = "fa", verb = "seize", target = point(1100, y) }))
    end
    assert.is_nil(refused(1000))
    assert.are.equal("4.5", refused(1150).cite)
    assert.are.equal("4.5", refused(1000, "ground_hides_itself").cite)
  end)
end)

describe("generals", function()
  it("join units they can reach, and go with them", function()
    local game = T.battle({ a = foot("a1", 500, 500, "north") .. FAR_A, b = FAR_B }, { order = { verb = "hold" } })
    T.to(game, "turn.movement")
    give(game, "a", "attach_general", { general = "gfa", unit = "a1" }) -- 566 mm of 800
    T.done(game)
    local general = game.state.root.leaders.gfa
    assert.are.equal("a1", general.with)
    assert.are.same(at(game, "a1"), { general.base.x // 1000, general.base.y // 1000, 0 })
  end)
end)
