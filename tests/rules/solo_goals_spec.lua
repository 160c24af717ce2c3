--- What the solo framework measures and makes of goals: who is near, bodies, moves, places, attack and defence.
local geometry <const> = require "kernel.geometry"
local Mind <const> = require "limber.solo.mind"
local S <const> = require "horse_and_musket_solo"
local T <const> = require "horse_and_musket_table"

local function mm(n) return n * 1000 end
local function deg(n) return n * 1000 end

--- A mind of side a. `ways`: in place of the ruleset's.
local function mind_of(game, ways, kept)
  local mind = Mind.new(game, "a", game:view "a", game:waiting(), kept or Mind.memory())
  if ways then
    local all = {}
    for key, value in pairs(mind.ways) do all[key] = value end
    for key, value in pairs(ways) do all[key] = value end
    mind.ways = all
  end
  return mind
end

--- Nothing is in the way, and everything may be done, as far as `rate` goes.
local function open(rate)
  return {
    rate = function() return rate end, back_rate = function() return rate end, reach = function() return mm(2000) end,
    may_turn = function() return true end, may_pivot = function() return true end,
    swings = function(_, _, _, angle) return math.abs(angle) end, stands = function() return true end,
    ends = function() return true end, looks_well = function() return false end,
  }
end

local function game_of(a, b)
  return S.game { a = a or { T.foot("a1", 900, 500) }, b = b or { T.foot("b1", 900, 1000) },
    stances = { pa = "aggressive", pb = "defensive" } }
end

local function placed(game, id, x, y, facing)
  local unit = T.unit(game, id)
  T.set(game, unit, "base", { x = mm(x), y = mm(y), facing = deg(facing or 0), width = unit.base.width,
    depth = unit.base.depth })
end

describe("what a solo commander measures", function()
  it("lists who is near as measuring each would, whoever has moved since", function()
    local a, b, each = {}, {}, 30 -- more than are ranked at once
    for i = 1, each do
      local x, row = 180 * ((i - 1) % 8 + 1), 60 * ((i - 1) // 8)
      a[i], b[i] = T.foot("a" .. i, x, 100 + row), T.foot("b" .. i, x, 1100 - row)
    end
    local game, kept = game_of(a, b), Mind.memory()
    --- All of a side as measuring each of them ranks them: the nearest first, equals as listed.
    local function measured(id, side, nth)
      local list, base = {}, T.unit(game, id).base
      for other, unit in game:view "a":units(side) do
        if other ~= id and unit.status ~= "gone" then list[#list + 1] = { other, geometry.gap(base, unit.base) } end
      end
      table.sort(list, function(one, two) return one[2] < two[2] or one[2] == two[2] and nth[one[1]] < nth[two[1]] end)
      return list
    end
    --- Looks at some of those near a unit, in some rounds at all.
    local function check_one(mind, id, side, all)
      local stand = mind:standing(side)
      local list, i = measured(id, side, stand.at), 0
      for other, um in mind:by_distance(id, side) do
        i = i + 1
        assert.are.same(list[i], { other, um })
        if i == 3 and not all then break end
      end
      assert.are.equal(all and #list or 3, i)
      local last = list[#list]
      assert.are.equal(last[2], mind:gap(id, last[1]))
      assert.are.same(last, { mind:nearest(id, { last[1], side = side, at = { [last[1]] = 1 } }) })
      assert.are.same(list[1], { mind:nearest(id, stand) })
      local found, um = mind:nearest_body(mind:body_of(id), mind:bodies "b")
      if side == "b" and mind:body_of(id).id == "pa" then
        local least
        for _, one in ipairs(mind:body_of(id).units) do
          local near = measured(one, "b", stand.at)[1][2]
          least = math.min(least or near, near)
        end
        assert.are.same({ "pb", least }, { found.id, um })
      end
    end
    local function check(all)
      local mind = mind_of(game, nil, kept)
      for i = 1, 3 do
        for _, id in ipairs { "a" .. i * 7, "b" .. i * 9 } do
          for _, side in ipairs { "a", "b" } do check_one(mind, id, side, all) end
        end
      end
    end
    check(false)
    local random = 7
    for round = 1, 12 do
      for _ = 1, random % 3 + 1 do
        random = (random * 16807) % 2147483647
        placed(game, (random % 2 == 0 and "a" or "b") .. random % each + 1, 100 + random % 1600, 100 + random % 997,
          random % 360)
      end
      check(round % 4 == 0)
    end
    for _, status in ipairs { "gone", "ready" } do
      T.set(game, T.unit(game, "b3"), "status", status)
      local list, mind, many = {}, mind_of(game, nil, kept), status == "gone" and each - 1 or each
      for other in mind:by_distance("a1", "b") do list[#list + 1] = other end
      assert.are.equal(many, #list)
      assert.are.equal(many, #mind:bodies "b"[1].units)
    end
    T.set(game, T.unit(game, "b3"), "formation", nil)
    local mind = mind_of(game, nil, kept)
    assert.are.equal("of b3", mind:body_of "b3".id)
    assert.are.equal(each - 1, #mind:bodies "b"[1].units)
  end)

  it("measures again what follows from a place when the unit has left it", function()
    local game, kept, times = game_of(), Mind.memory(), 0
    local function there()
      times = times + 1
      return times
    end
    assert.are.equal(1, mind_of(game, nil, kept):while_there("a1", "times", there))
    T.set(game, T.unit(game, "a1"), "hits", 2)
    assert.are.equal(1, mind_of(game, nil, kept):while_there("a1", "times", there))
    placed(game, "a1", 900, 520)
    assert.are.equal(2, mind_of(game, nil, kept):while_there("a1", "times", there))
    assert(game:tweak { cell = "constants.fire_arc", value = 50 })
    assert.are.equal(3, mind_of(game, nil, kept):while_there("a1", "times", there))
  end)

  it("sees who stands on ground again when the ground has changed", function()
    local game, kept = S.game { a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 1000) },
      ground = [[area "hill" { hill = 20, objective = 2, rect = { { 800, 460 }, { 1000, 560 } } },]] }, Mind.memory()
    assert.are.same({ "a1" }, { table.unpack(mind_of(game, nil, kept):standing_in("hill", "a")) })
    local function corner(x, y) return { x = mm(x), y = mm(y) } end
    T.set(game, game.state.root.areas.hill, "area", { corner(800, 960), corner(1000, 960), corner(1000, 1060), corner(800, 1060) })
    assert.are.same({}, { table.unpack(mind_of(game, nil, kept):standing_in("hill", "a")) })
    assert.are.same({ "b1" }, { table.unpack(mind_of(game, nil, kept):standing_in("hill", "b")) })
  end)

  it("works out again what follows from a unit alone when something of it has changed", function()
    local game, kept, times = game_of(), Mind.memory(), 0
    local function hits(mind, id)
      times = times + 1
      return mind.view:unit(id).hits
    end
    local function known() return mind_of(game, nil, kept):while_same("hits", "a1", hits) end
    assert.are.equal(0, known())
    T.set(game, T.unit(game, "b1"), "hits", 1)
    assert.are.equal(0, known())
    assert.are.equal(1, times)
    T.set(game, T.unit(game, "a1"), "hits", 2)
    assert.are.equal(2, known())
  end)

  it("sees brigades: their middle, the nearest, their front, who stands behind whom", function()
    local mind = mind_of(game_of({ T.foot("a1", 700, 400), T.foot("a2", 900, 500) },
      { T.foot("b1", 700, 900), T.foot("b2", 900, 1000) }))
    local own, theirs = mind:bodies "a"[1], mind:bodies "b"[1]
    assert.are.same({ "a1", "a2" }, { own.units[1], own.units[2] })
    assert.are.same({ x = mm(800), y = mm(450) }, mind:middle(own.units))
    assert.are.equal(theirs, mind:nearest_body(own, mind:bodies "b"))
    assert.are.equal(382099, mind:between_bodies(own, theirs)) -- a2 to b1: 40 aside, 380 on
    assert.is_true(math.abs(mind:front_of(own.units, 0) - mm(500)) <= 1)
    assert.is_true(mind:stands_behind(own.units, theirs.units, 0))
    assert.is_false(mind:stands_behind(own.units, theirs.units, deg(180)))
  end)
end)

describe("a goal", function()
  local function plan(goal, ways, a)
    local mind = mind_of(game_of(a), ways or open(mm(120)))
    return mind:plan_for("a1", goal), mind
  end

  it("to a place is a pivot and a move, no further than there", function()
    local options = plan { point = { x = mm(900), y = mm(580) }, stop = 0 }
    assert.are.same({ pivot = 0, distance = mm(80) }, options[1].readings[1])
    options = plan { point = { x = mm(1000), y = mm(600) }, stop = 0, why = "there" }
    assert.are.same({ pivot = deg(45), distance = mm(120) }, options[1].readings[1])
    assert.are.same({ "move", "there" }, { options[1].command, options[1].why })
  end)

  it("stops short, and is no move where less is left than is worth one", function()
    assert.are.equal(mm(70), plan({ target = "b1", stop = mm(410) })[1].readings[1].distance)
    assert.are.equal(mm(5), plan({ target = "b1", stop = mm(475) })[1].readings[1].distance)
    assert.are.same({}, plan { target = "b1", stop = mm(476) })
  end)

  it("far off the front is a turn first, across it nothing but a turn", function()
    local options = plan { point = { x = mm(1400), y = mm(500) }, stop = 0 }
    assert.are.same({ "move", "turn" }, { options[1].command, options[2].command })
    assert.are.equal(deg(90), options[2].readings[1].by)
    options = plan { point = { x = mm(1000), y = mm(300) }, stop = 0 }
    assert.are.same({ "turn", 1 }, { options[1].command, #options })
  end)

  it("behind it is fallen back to, straight to the rear", function()
    local back = plan { point = { x = mm(900), y = mm(400) }, stop = 0, back = 0 }
    assert.are.same({ "retire", mm(100) }, { back[1].command, back[1].readings[1].distance })
    local aside = plan { point = { x = mm(1000), y = mm(400) }, stop = 0, back = deg(90) }
    assert.are.same({ "turn", deg(45) }, { aside[1].command, aside[1].readings[1].by })
  end)

  it("leads round what stops it, where that comes nearer", function()
    local ways = open(mm(120))
    ways.reach = function(_, _, base) return base.facing == 0 and mm(20) or mm(120) end
    local options = plan({ point = { x = mm(900), y = mm(800) }, stop = 0 }, ways)
    assert.are.equal(deg(40), math.abs(options[1].readings[1].pivot))
  end)

  it("is kept to where its move may end", function()
    local ways = open(mm(120))
    ways.ends = function(_, _, base) return base.y <= mm(585) end
    assert.are.equal(mm(80), plan({ point = { x = mm(900), y = mm(800) }, stop = 0 }, ways)[1].readings[1].distance)
  end)

  it("to face is a turn of what is free, unless it looks well or hardly turns", function()
    assert.are.equal(deg(45), plan({ facing = deg(90) })[1].readings[1].by)
    assert.are.equal(deg(30), plan({ facing = deg(30) })[1].readings[1].by)
    assert.are.same({}, plan { facing = deg(29) })
    local ways = open(mm(120))
    ways.looks_well = function() return true end
    assert.are.same({}, plan({ toward = { x = mm(1400), y = mm(500) } }, ways))
  end)

  it("finds proposals by their plan: the first is wanted most, a turn that does not fit less", function()
    local _, mind = plan { facing = 0 }
    local readings = { { pivot = deg(10), distance = mm(90) }, { pivot = 0, distance = mm(50) } }
    local made = { { command = "move", readings = readings }, { command = "turn", readings = { { by = deg(90) } } } }
    local straight = { ["do"] = "move", ranges = { distance = { mm(1), mm(40) } } }
    local pivoting = { ["do"] = "move", ranges = { distance = { mm(1), mm(120) }, pivot = { deg(-45), deg(45) } } }
    local want, _, fields = mind:by_plan(made, straight)
    assert.are.same({ 0.9, { { distance = mm(40) } } }, { want, fields })
    want, _, fields = mind:by_plan(made, pivoting)
    assert.are.same({ 1, { { pivot = deg(10), distance = mm(90) } } }, { want, fields })
    assert.are.equal(0.5, (mind:by_plan(made, { ["do"] = "turn" })))
    assert.is_nil((mind:by_plan(made, { ["do"] = "retire" })))
  end)
end)

describe("goals of attack and of defence", function()
  it("charge the flank before the front, and spread over the enemies there are", function()
    local game = game_of({ T.foot("a1", 800, 500), T.foot("a2", 1000, 500) },
      { T.foot("b1", 800, 700), T.foot("b2", 1000, 700) })
    local mind = mind_of(game)
    assert.are.same({ "b1", "b2" }, { mind:charge_goal "a1".target, mind:charge_goal "a2".target })
    assert.are.equal("front", mind:charge_goal "a1".face)
    placed(game, "b2", 1000, 700, 90)
    mind = mind_of(game)
    assert.are.same({ "b2", "right_flank" }, { mind:charge_goal "a2".target, mind:charge_goal "a2".face })
  end)

  it("go for nobody whom they may not charge", function()
    local game = game_of()
    local mind = mind_of(game)
    mind.charges = setmetatable({ could = function() return false end }, { __index = mind.charges })
    assert.is_nil(mind:charge_goal "a1")
  end)

  it("lead back to the post from farther than they may be away, and else to what is near it", function()
    local game = game_of()
    T.set(game, T.unit(game, "a1"), "post", { x = mm(900), y = mm(400), facing = deg(90) })
    local mind = mind_of(game)
    local function near(_, um) return { ahead = um } end
    local back = mind:post_goal("a1", mm(94), near)
    assert.are.same({ { x = mm(900), y = mm(400) }, deg(90) }, { back.point, back.back })
    assert.are.same({ ahead = mm(-5) }, mind:post_goal("a1", mm(95), near))
    T.set(game, T.unit(game, "a1"), "post", nil)
    assert.is_nil(mind:post_goal("a1", mm(95), near))
  end)

  it("take the nearest ground ahead, and none where they stand at one", function()
    local mind = mind_of(game_of())
    local function ground(...)
      local shapes, i = { ... }, 0
      return function()
        i = i + 1
        return shapes[i] and { line = { { x = mm(700), y = mm(shapes[i]) }, { x = mm(1100), y = mm(shapes[i]) } } }, "up"
      end
    end
    assert.are.same({ ahead = mm(50), why = "up" }, mind:ground_goal("a1", mm(200), ground(600, 560)))
    assert.is_nil(mind:ground_goal("a1", mm(49), ground(600, 560)))
    assert.is_nil(mind:ground_goal("a1", mm(200), ground(560, 515)))
  end)
end)

describe("places that units go for", function()
  local function at(goal) return { goal.point.x // mm(1), goal.point.y // mm(1) } end

  it("are short of an enemy, away from him, and straight at home", function()
    local mind = mind_of(game_of())
    assert.are.same({ 900, 800 }, at(mind:short_of("a1", "b1", mm(200), "near")))
    local away = mind:away_from("a1", "b1", mm(200), "off")
    assert.are.same({ 900, 300 }, at(away))
    assert.is_true(away.backward)
    local home = mind:homeward("a1", mm(80), "home")
    assert.are.same({ 900, 0 }, at(home))
    assert.equals(mm(80), home.stop)
    assert.is_nil(mind:homeward("a1", mm(500), "home"))
  end)

  it("lie in the direction of the nearest enemy for all of a body", function()
    local mind = mind_of(game_of({ T.foot("a1", 900, 500), T.foot("a2", 700, 500) }, { T.foot("b1", 800, 1000) }))
    assert.equals(0, mind:march_heading(mind:body_of "a1"))
  end)
end)

describe("units that act as one", function()
  it("are those of a body that touch and fit, itself first", function()
    local game = game_of { T.foot("a1", 300, 500), T.foot("a2", 900, 500), T.foot("a3", 1500, 500) }
    local width = T.unit(game, "a1").base.width // mm(1)
    placed(game, "a2", 300 + width, 500)
    placed(game, "a3", 300 + 2 * width, 500)
    local function touching(but)
      return mind_of(game):touching("a1", mm(1), function(unit) return unit.id ~= but end)
    end
    assert.are.same({ "a1", "a2", "a3" }, touching())
    assert.are.same({ "a1" }, touching "a2")
  end)

  it("have lost a part of their number, and the rearmost body is so far from the enemy", function()
    local game = game_of({ T.foot("a1", 900, 500), T.foot("a2", 700, 300) }, { T.foot("b1", 900, 1000) })
    local mind = mind_of(game)
    local function part(unit) return unit.id == "a1" and 1 or unit.id == "a2" and 0 or nil end
    assert.equals(0.5, mind:lost_part("a", part))
    assert.equals(0, mind:lost_part("b", part))
    assert.equals(select(2, mind:nearest_enemy "a1"), mind:rearmost(function() return true end))
    assert.equals(select(2, mind:nearest_enemy "a2"), mind:rearmost(function(id) return id == "a2" end))
    assert.equals(0, mind:rearmost(function() return false end))
  end)
end)

describe("what a side's view keeps", function()
  it("is kept while nothing changes, and not told apart from what is worked out anew", function()
    local game = game_of()
    local view, steps = game:view "a", { slide = mm(120), angle = 0 }
    local path = view:path("a1", steps)
    assert.are.equal(path, view:path("a1", { slide = mm(120), angle = 0 }, {}))
    assert.are_not.equal(path, view:path("a1", { slide = mm(121), angle = 0 }))
    assert.are_not.equal(path, view:path("a1", steps, { from = { x = mm(900), y = mm(510), facing = 0, width = mm(160),
      depth = mm(20) } }))
    assert.are_not.equal(path, view:path("a1", steps, { near = mm(40) }))
    placed(game, "b1", 900, 600)
    local now = game:view "a":path("a1", steps)
    assert.are_not.equal(path, now)
    assert.are.same({ "near", "b1" }, { now.stops[1].kind, now.stops[1].by })
    local there = { x = mm(900), y = mm(600), facing = 0, width = mm(160), depth = mm(20) }
    assert.are.equal("body", game:view "a":room("a1", there).kind)
    placed(game, "b1", 900, 1000)
    assert.is_nil(game:view "a":room("a1", there))
    assert.is_nil(game.play.kept)
  end)
end)
