--- 6.8, 6.9, 4.2.8, C.3b, C.4, R73, R74, R88, R89: the way back, each case worked by hand.
local geometry <const> = require "kernel.geometry"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local T <const> = require "horse_and_musket_table"

local n, join = T.n, T.join

--- The dice of a combat that foot with one friend behind it loses by a hit: 8 against it, one save, 5 of its own.
local SUPPORTED <const> = join({ 4 }, n(7, 1), { 1 }, n(5, 1))

--- Horse at (900, 500) beats what it charges by a hit, which nobody saves.
local function beats(b, more, dice)
  local spec = {
    a = { T.horse("a1", 900, 500) }, b = b, general_b = { at = { 300, 1000 } },
    dice = {
      ["charge.test"] = { 3 }, ["melee.resolve"] = dice or join({ 4 }, n(7, 1), { 1 }, n(4, 1)),
      ["colours.capture"] = { 1, 1 },
    },
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  local game = T.to(T.game(spec), "a", "charges")
  T.give(game, "a", "charge", { unit = "a1", target = b[1].id })
  T.done(game)
  while game:waiting().kind == "decision" do
    local options = game:waiting().options
    T.answer(game, options[#options])
  end
  return T.to(game, "b", "rally", false)
end

local function result(game) return T.calls(game, "retreat.resolve")[1].result end

describe("a retreat", function()
  after_each(T.finished)

  it("goes a full move straight back, facing the enemy", function()
    local game = beats { T.foot("b1", 900, 650) }
    assert.are.same({ 900, 725, 180 }, T.at(game, "b1"))
  end)

  it("at the difficult rate where the way is, or under retreat_is_retrograde", function()
    local corn = 'area "corn" { terrain = "crops", rect = { { 700, 700 }, { 1100, 760 } } }'
    assert.are.same({ 900, 700, 180 }, T.at(beats({ T.foot("b1", 900, 650) }, { ground = corn }), "b1"))
    assert.are.same({ 900, 700, 180 },
      T.at(beats({ T.foot("b1", 900, 650) }, { variants = { "retreat_is_retrograde" } }), "b1"))
  end)

  it("passes through friends, a hit for both, and ends clear of them", function()
    -- b2's front is 20 mm behind b1; b1 is clear of it after 20 + 20 + 20 = 60 mm.
    local game = beats({ T.foot("b1", 900, 650), T.foot("b2", 900, 690) }, nil, SUPPORTED)
    assert.are.equal(1, result(game).friends_passed)
    assert.are.same({ 900, 725, 180 }, T.at(game, "b1"))
    assert.are.same({ 1 + 1, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits })
    -- b2 60 mm behind: the end is stretched from 75 to 100 mm.
    game = beats { T.foot("b1", 900, 650), T.foot("b2", 900, 730) }
    assert.are.equal(100, result(game).distance_mm)
    assert.are.same({ 900, 750, 180 }, T.at(game, "b1"))
    assert.are.equal("touching", geometry.contact(T.unit(game, "b1").base, T.unit(game, "b2").base).state)
    T.says(T.story(game), "b1 goes back 100 mm, through b2.\nB1 takes 1 hit.\nB2 takes 1 hit.")
  end)

  it("stops short of a friend that it does not reach", function()
    local game = beats { T.foot("b1", 900, 650), T.foot("b2", 900, 745) }
    assert.are.equal(0, result(game).friends_passed)
    assert.are.same({ 900, 725, 180 }, T.at(game, "b1"))
  end)

  it("costs the blocker alone under blocker_only_hit", function()
    local game = beats({ T.foot("b1", 900, 650), T.foot("b2", 900, 690) }, { variants = { "blocker_only_hit" } },
      SUPPORTED)
    assert.are.same({ 1, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits })
  end)

  it("may break up a unit, or the one it passes through", function()
    local game = beats({ T.foot("b1", 900, 650), T.foot("b2", 900, 690) },
      { set = { ["units.b1.staggered"] = true, ["units.b1.hits"] = 4 } },
      join({ 4 }, n(9, 1), { 1 }, n(5, 1)))
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.equal("hits", result(game).reason)
    assert.are.equal(1, T.unit(game, "b2").hits)
    game = beats({ T.foot("b1", 900, 650), T.foot("b2", 900, 690) },
      { set = { ["units.b2.staggered"] = true, ["units.b2.hits"] = 5 } }, SUPPORTED)
    assert.are.equal("gone", T.unit(game, "b2").status)
    assert.are.equal("ready", T.unit(game, "b1").status)
  end)

  it("ends on the enemy, were he only touched", function()
    local function back(y) -- the front edge of a2 is at y + 10
      return beats({ T.foot("b1", 900, 650) }, { a = { T.horse("a1", 900, 500), T.foot("a2", 900, y) } })
    end
    assert.are.equal("gone", T.unit(back(745), "b1").status)
    assert.are.equal("ready", T.unit(back(746), "b1").status)
    assert.are.equal("enemy", result(back(700)).reason)
  end)

  it("ends at impassable ground and at the table's edge", function()
    local cliff = 'area "cliff" { terrain = "impassable", rect = { { 700, 720 }, { 1100, 760 } } }'
    local game = beats({ T.foot("b1", 900, 650) }, { ground = cliff })
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.same({ "impassable", 60 }, { result(game).reason, result(game).distance_mm })
    game = beats({ T.foot("b1", 900, 650) }, { depth = 730, general_b = { at = { 400, 700 } } })
    assert.are.same({ "table_edge", 70 }, { result(game).reason, result(game).distance_mm })
  end)

  local TOWN <const> = 'area "town" { terrain = "town", rect = { { 700, 720 }, { 1100, 860 } } }'

  it("of foot ends in a town or works that nobody holds (R91)", function()
    local game = beats({ T.foot("b1", 900, 650) }, { ground = TOWN })
    assert.are.equal(60, result(game).distance_mm)
    assert.are.same({ 900, 790, 180 }, T.at(game, "b1"))
    assert.are.equal("town", T.unit(game, "b1").inside)
    T.says(T.story(game), "b1 goes back 60 mm.\nB1 goes into the town.")
    -- It touches the town: it does not stay where the victor is.
    game = beats({ T.foot("b1", 900, 710) }, { ground = TOWN, a = { T.horse("a1", 900, 560) } })
    assert.are.same({ 0, "town" }, { result(game).distance_mm, T.unit(game, "b1").inside })
    local works = 'area "redoubt" { terrain = "fieldworks", front = "east", rect = { { 860, 700 }, { 940, 740 } } }'
    game = beats({ T.foot("b1", 900, 650) }, { ground = works })
    assert.are.same({ 900, 720, 90 }, T.at(game, "b1"))
    assert.are.equal("redoubt", T.unit(game, "b1").inside)
  end)

  it("goes into a town through friends before it", function()
    -- b2 is touched after 30 mm and cleared after 70; the town's edge is 60 mm behind.
    local game = beats({ T.foot("b1", 900, 650), T.foot("b2", 900, 700) }, { ground = TOWN }, SUPPORTED)
    assert.are.same({ 70, 1 }, { result(game).distance_mm, result(game).friends_passed })
    assert.are.equal("town", T.unit(game, "b1").inside)
    assert.are.same({ 2, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits })
  end)

  it("ends at a town or works that the enemy holds, as at himself (6.9)", function()
    local function held(garrison)
      local a = { T.horse("a1", 900, 500), garrison }
      return beats({ T.foot("b1", 900, 650) }, { a = a, ground = TOWN })
    end
    -- The town begins 60 mm behind it; its garrison stands 110 mm behind.
    local game = held(T.foot("a2", nil, nil, { inside = "town" }))
    assert.are.same({ "enemy", 60 }, { result(game).reason, result(game).distance_mm })
    assert.are.equal("gone", T.unit(game, "b1").status)
    T.says(T.story(game), "its way back leads into the enemy")
    assert.are.equal("town", T.unit(held(T.foot("a2", 100, 100)), "b1").inside)
  end)

  it("stops at a town that a friend holds, and short of a friend whom it could pass only into that", function()
    local garrison = T.foot("b3", nil, nil, { inside = "town" })
    local game = beats({ T.foot("b1", 900, 650), garrison }, { ground = TOWN })
    assert.are.same({ 900, 710, 180 }, T.at(game, "b1"))
    game = beats({ T.foot("b1", 900, 650), T.foot("b2", 900, 700), garrison }, { ground = TOWN }, SUPPORTED)
    assert.are.same({ 30, 0 }, { result(game).distance_mm, result(game).friends_passed })
    assert.are.same({ 900, 680, 180 }, T.at(game, "b1"))
    assert.are.equal(0, T.unit(game, "b2").hits)
    T.says(T.story(game), "b1 goes back 30 mm.")
  end)

  it("at once stopped by a town or works that a friend holds goes through the garrison, a hit for both (6.9, R91)", function()
    local function through(more, spec)
      local b = { T.foot("b1", 900, 710), T.foot("b3", nil, nil, { inside = "town" }) }
      for _, unit in ipairs(more or {}) do b[#b + 1] = unit end
      local given = { ground = TOWN, a = { T.horse("a1", 900, 560) } }
      for key, value in pairs(spec or {}) do given[key] = value end
      return beats(b, given, SUPPORTED)
    end
    -- It touches the town, 140 mm deep, and ends beyond it: 140 and its own depth.
    local game = through()
    assert.are.same({ 160, 1 }, { result(game).distance_mm, result(game).friends_passed })
    assert.are.same({ 900, 870, 180 }, T.at(game, "b1"))
    assert.are.same({ 2, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b3").hits })
    assert.is_true(T.calls(game, "retreat.resolve")[1].args.difficult)
    T.says(T.story(game), "b1 goes back 160 mm, through b3.")
    -- A friend close behind the town is passed as well, and the enemy there is met.
    game = through { T.foot("b4", 900, 875) }
    assert.are.same({ 900, 895, 180 }, T.at(game, "b1"))
    assert.are.same({ 3, 1, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b3").hits, T.unit(game, "b4").hits })
    game = through(nil, { a = { T.horse("a1", 900, 560), T.light("a2", 900, 880) } })
    assert.are.same({ "gone", "enemy" }, { T.unit(game, "b1").status, result(game).reason })
    -- However deep the town is, friends and enemies beyond it are met.
    local deep = 'area "town" { terrain = "town", rect = { { 700, 720 }, { 1100, 1000 } } }'
    game = beats({ T.foot("b1", 900, 710), T.foot("b3", nil, nil, { inside = "town" }), T.foot("b4", 900, 1015) },
      { ground = deep, a = { T.horse("a1", 900, 560) } })
    assert.are.same({ 900, 1035, 180 }, T.at(game, "b1"))
    assert.are.same({ 1, 1 }, { T.unit(game, "b3").hits, T.unit(game, "b4").hits })
    -- A friend between it and the town, whom it touches, does not hold it there either.
    game = beats({ T.foot("b1", 900, 690), T.foot("b2", 900, 710), T.foot("b3", nil, nil, { inside = "town" }) },
      { ground = TOWN, a = { T.horse("a1", 900, 540) } }, SUPPORTED)
    assert.are.same({ 900, 870, 180 }, T.at(game, "b1"))
    assert.are.same({ 3, 1, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits, T.unit(game, "b3").hits })
  end)

  local HORSE <const> = join({ 4 }, n(5, 1), n(4, 1))

  it("of horse goes round a town where its move is long enough (R91)", function()
    local function narrow(more)
      return 'area "town" { terrain = "town", rect = { { 870, 720 }, { 930, 860 } } },' .. (more or "")
    end
    -- 30 mm to the town, 70 aside, and 80 of 180 are left.
    local game = beats({ T.horse("b1", 900, 650) }, { ground = narrow() }, HORSE)
    assert.are.same({ 970, 760, 180 }, T.at(game, "b1"))
    assert.are.equal(180, result(game).distance_mm)
    T.says(T.story(game), "b1 goes back 180 mm, round the town.")
    -- The friend on that side keeps it from there.
    game = beats({ T.horse("b1", 900, 650), T.foot("b2", 1030, 650) }, { ground = narrow() },
      join({ 4 }, n(5, 1), n(5, 1)))
    assert.are.same({ 830, 760, 180 }, T.at(game, "b1"))
    -- Crops beyond make all of it difficult: 120 mm, of which 20 are left.
    game = beats({ T.horse("b1", 900, 650) }, { ground = narrow(T.area("corn", "crops", 700, 740, 1100, 900)) }, HORSE)
    assert.are.same({ 970, 700, 180 }, T.at(game, "b1"))
    -- Behind a town 400 mm wide there is no way round.
    game = beats({ T.horse("b1", 900, 650) }, { ground = TOWN }, HORSE)
    assert.are.same({ "gone", "impassable" }, { T.unit(game, "b1").status, result(game).reason })
  end)

  it("that the ground stops upon friends goes on until it is clear of them all", function()
    -- A river 100 mm behind, and two friends from 40 mm on, the second before the first is cleared.
    local river = T.area("brook", "river", 0, 760, 1800, 770)
    local game = beats({ T.foot("b1", 900, 650), T.horse("b2", 900, 740), T.horse("b3", 900, 825) },
      { ground = river }, SUPPORTED)
    assert.are.equal(2, result(game).friends_passed)
    assert.are.same({ 900, 875, 180 }, T.at(game, "b1"))
  end)

  it("stops at a river, beyond a friend passed there; one at its edge is driven in (R89)", function()
    local river = 'area "brook" { terrain = "river", rect = { { 0, 700 }, { 1800, 730 } } }'
    local game = beats({ T.foot("b1", 900, 650) }, { ground = river })
    assert.are.same({ 900, 690, 180 }, T.at(game, "b1"))
    assert.are.equal("edge", T.unit(game, "b1").river)
    river = 'area "brook" { terrain = "river", rect = { { 0, 660 }, { 1800, 690 } } }'
    game = beats({ T.foot("b1", 900, 650) }, { ground = river, set = {
      ["units.b1.river"] = "edge", ["units.b1.river_area"] = "brook",
    } })
    assert.are.equal("in", T.unit(game, "b1").river)
    assert.are.equal(0, result(game).distance_mm)
    T.says(T.story(game), "driven into the river")
  end)

  it("into a river goes through friends in it, a hit for both or the blocker alone, but not the enemy", function()
    local river = 'area "brook" { terrain = "river", rect = { { 0, 660 }, { 1800, 710 } } }'
    for _, variant in ipairs { "retreat_is_retrograde", "blocker_only_hit" } do
      local game = beats({ T.foot("b1", 900, 650), T.foot("b2", 900, 680) }, { ground = river, variants = { variant } },
        SUPPORTED)
      -- Placed at the far bank of 50 mm: through who stands from y = 670 to 690.
      assert.are.same({ 900, 700, 180 }, T.at(game, "b1"))
      local own = variant == "blocker_only_hit" and 1 or 2
      assert.are.same({ own, 1 }, { T.unit(game, "b1").hits, T.unit(game, "b2").hits })
    end
    local game = beats({ T.foot("b1", 900, 650) }, {
      a = { T.horse("a1", 900, 500), T.light("a2", 900, 680) }, ground = river,
    })
    assert.are.equal("gone", T.unit(game, "b1").status)
    -- A column met on its flank turns to the victor, 80 mm deep, where he stands already: he is not in its way.
    game = beats({ T.foot("b1", 900, 650, { facing = "east", drill = "column" }) }, {
      ground = 'area "brook" { terrain = "river", rect = { { 0, 690 }, { 1800, 790 } } }',
    }, join({ 4 }, n(9, 1), { 1 }))
    assert.are.same({ "ready", "in", 180 }, {
      T.unit(game, "b1").status, T.unit(game, "b1").river, T.at(game, "b1")[3],
    })
    -- A town on the far bank, 30 mm on, ends that: else it goes up to the far bank, 50 mm on.
    game = beats({ T.foot("b1", 900, 650) }, { ground = river
      .. ', area "town" { terrain = "town", rect = { { 700, 690 }, { 1100, 860 } } }' })
    assert.are.same({ "in", 680 }, { T.unit(game, "b1").river, T.at(game, "b1")[2] })
  end)

  it("of who was met on a flank or in the rear begins with a turn to the enemy (R88)", function()
    local game = beats({ T.foot("b1", 900, 650, { facing = "north" }) }, nil, join({ 4 }, n(9, 1), n(4, 1)))
    assert.are.same({ 900, 725, 180 }, T.at(game, "b1"))
    game = beats({ T.foot("b1", 900, 650, { facing = "east", drill = "column" }) }, nil,
      join({ 4 }, n(9, 1), { 1 }))
    assert.are.equal(180, T.at(game, "b1")[3])
    assert.are.equal(725, T.at(game, "b1")[2])
  end)

  it("of a column met on a flank goes through the garrison of a town beside it, turned to the enemy (6.9, R88, R91)", function()
    local garrison = T.foot("b2", nil, nil, { inside = "town" })
    local game = beats({ T.foot("b1", 900, 650, { facing = "east", drill = "column" }), garrison }, {
      ground = 'area "town" { terrain = "town", rect = { { 700, 690 }, { 1100, 860 } } }',
    }, join({ 4 }, n(9, 1), { 1 }))
    -- Turned, it is 80 mm deep from y = 610 on; it ends beyond the town's edge at 860.
    assert.are.equal(250, result(game).distance_mm)
    assert.are.same({ 900, 900, 180 }, T.at(game, "b1"))
  end)

  it("takes the general along", function()
    local game = beats({ T.foot("b1", 900, 650) }, { general_b = { with = "b1" } },
      join({ 4 }, n(7, 1), { 1 }, n(5, 1)))
    assert.are.same({ 900, 748, 180 }, T.at(game, "gb"))
  end)

  it("of a charger goes back the way it came", function()
    local game = beats({ T.foot("b1", 900, 650) }, nil, join(n(8, 1), { 4, 1, 1, 1 }))
    assert.are.same({ 900, 420, 0 }, T.at(game, "a1"))
  end)
end)

--- The rules with another distance for those who are not destroyed: what a house rule makes of the published result.
local function with_distance(expression)
  local text = [[variant "mine" { of = "horse_and_musket", doc = "Another distance." }
    wrap "retreat.resolve" (function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if not result.destroyed then result.distance_mm = ]] .. expression .. [[ end
      return result
    end)]]
  local with = setmetatable({ variant = function() return "mine.lua", text, false end }, { __index = loader })
  return assert(Rules.load(with, "horse_and_musket", { "mine.lua" }, { game = require "limber.game.words" }))
end

describe("a retreat that a house rule makes longer", function()
  after_each(T.finished)

  local function back(b, more)
    local spec = { rules = with_distance "2 * result.distance_mm" }
    for key, value in pairs(more or {}) do spec[key] = value end
    return beats(b, spec)
  end

  local function says(game, mm)
    T.says(T.story(game), ("b1 goes back %d mm"):format(mm))
    return T.at(game, "b1")
  end

  it("moves the unit as far as is told", function()
    assert.are.same({ 900, 800, 180 }, says(back { T.foot("b1", 900, 650) }, 150))
  end)

  it("goes on until it is clear of a friend that it would end upon", function()
    -- b2's base begins 140 mm behind that of b1, and b1 is clear of it after 180 mm.
    local game = back { T.foot("b1", 900, 650), T.foot("b2", 900, 810) }
    assert.are.same({ 900, 830, 180 }, says(game, 180))
  end)

  it("is looked at as far as it goes when the house rule throws for it", function()
    local game = beats({ T.foot("b1", 900, 650) }, {
      rules = with_distance "dice.d(6) * 40", ground = T.area("brook", "river", 0, 780, 1800, 790), dice = {
        ["charge.test"] = { 3 }, ["melee.resolve"] = join({ 4 }, n(7, 1), { 1 }, n(4, 1)),
        ["colours.capture"] = { 1, 1 }, ["retreat.resolve"] = { 5 },
      },
    })
    assert.are.same({ 900, 770, 180 }, says(game, 120))
  end)

  it("still stops at a river, and is lost over the edge of the table", function()
    local brook = T.area("brook", "river", 0, 770, 1800, 790)
    assert.are.same({ 900, 760, 180 }, says(back({ T.foot("b1", 900, 650) }, { ground = brook }), 110))
    local game = back({ T.foot("b1", 900, 650) }, { depth = 780, general_b = { at = { 400, 700 } } })
    T.says(T.story(game), "B1 is gone: it is driven off the table.")
  end)

  it("is lost over the edge of the table behind a friend, who takes a hit", function()
    local game = back({ T.foot("b1", 900, 650), T.foot("b2", 900, 800) },
      { depth = 820, general_b = { at = { 400, 700 } } })
    assert.are.same({ "gone", 1 }, { T.unit(game, "b1").status, T.unit(game, "b2").hits })
  end)
end)

describe("a garrison", function()
  after_each(T.finished)

  it("that is beaten leaves by the side opposite, at difficult going, clear of the town", function()
    local game = T.to(T.game {
      a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 660, { inside = "town" }) },
      ground = 'area "town" { terrain = "town", rect = { { 800, 550 }, { 1000, 770 } } }',
      dice = {
        ["charge.test"] = { 4 }, ["melee.resolve"] = join({ 4 }, n(3, 1), { 1 }, n(4, 1)),
        ["colours.capture"] = { 1, 1 },
      },
    }, "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    while game:waiting().kind == "decision" do T.answer(game, "hold_fire") end
    -- The charger stops at the town's edge.
    assert.are.same({ 900, 540, 0 }, T.at(game, "a1"))
    T.to(game, "b", "rally", false)
    local unit = T.unit(game, "b1")
    assert.is_nil(unit.inside)
    assert.is_true(unit.base.y - unit.base.depth // 2 >= 770000)
    assert.are.equal(180000, unit.base.facing)
    assert.is_true(T.calls(game, "retreat.resolve")[1].args.difficult)
    assert.are.equal("town", T.calls(game, "melee.resolve")[1].args.position)
  end)
end)
