--- Units of several bases, and leaders up a chain of command, as every ruleset gets them from the table.
local stands <const> = require "rules.toys_of_stands"
local tree <const> = require "limber.common.tree"
local trace <const> = require "limber.record.trace"

local lay <const>, game_of <const> = stands.lay, stands.game

local function give(game, name, args)
  args.side, args["do"] = "a", name
  local line, fault = game:command(args)
  return line or error(fault.message, 2)
end

local function unit(id, form, count, place)
  return ('unit %q { form = %q, stands = %d, at = { %s } },'):format(id, form, count, place)
end

--- Bases as { x, y, facing } in mm and degrees.
local function places(list)
  local found = {}
  for i, base in ipairs(list) do found[i] = { base.x / 1000, base.y / 1000, base.facing // 1000 } end
  return found
end

describe("what follows from one side's units", function()
  it("is worked out again only when one of them has changed", function()
    local game, times = game_of(unit("1", "line", 3, "500, 300") .. unit("2", "line", 3, "800, 300")), 0
    local function count(view, side)
      times = times + 1
      return { times, view:unit("1").base.x, side }
    end
    local function known(view, side, what) return view:while_still(side, what, count) end
    local units, view = game.state.root.units, game:view "a"
    assert.same({ 1, 500000, "a" }, known(view, "a", "x"))
    assert.equal(known(view, "a", "x"), known(game.play, "a", "x"))
    assert.same({ 2, 500000, "b" }, known(view, "b", "x"))
    assert.same({ 3, 500000, "a" }, known(view, "a", "other"))
    game.state:set(units["1"], "form", "column")
    assert.same({ 4, 500000, "a" }, known(game:view "a", "a", "x"))
    assert.same({ 2, 500000, "b" }, known(game:view "a", "b", "x"))
    game.state:set(units["1"].base, "x", 510000)
    assert.same({ 5, 510000, "a" }, known(game:view "a", "a", "x"))
    assert.same({ 6, 510000 }, known(game:view "a", nil, "x")) -- of the whole state
    assert.same({ 6, 510000 }, known(game:view "a", nil, "x"))
    game.state:set(units["2"].base, "x", 810000)
    assert.same({ 7, 510000 }, known(game:view "a", nil, "x"))
    assert.same({ 8, 510000 }, known(game.play, nil, "x"))
    assert.same({ 9, 510000 }, known(game.play, nil, "x"))
    game.state:set(game.state.root, "facts", "told")
    assert.same({ 10, 510000, "a" }, known(game:view "a", "a", "x"))
    assert.same({ 11, 510000, "a" }, known(game:view "a", "a", "x"))
  end)
end)

describe("a unit of several bases", function()
  it("stands on the smallest rectangle round them", function()
    local game = game_of(unit("1", "line", 3, "500, 300") .. unit("2", "echelon", 4, "200, 300")
      .. unit("3", "limbered", 1, "800, 300"))
    local units = game.state.root.units
    assert.same({ 120000, 20000 }, { units["1"].base.width, units["1"].base.depth })
    assert.same({ 100000, 40000 }, { units["2"].base.width, units["2"].base.depth })
    assert.same({ { 460, 300, 0 }, { 500, 300, 0 }, { 540, 300, 0 } }, places(game.play:bases "1"))
    assert.same({ { 170, 310, 0 }, { 210, 310, 0 }, { 190, 290, 0 }, { 230, 290, 0 } }, places(game.play:bases "2"))
    assert.same({ { 800, 350, 0 }, { 800, 300, 0 }, { 800, 250, 0 } }, places(game.play:bases "3"))
  end)

  it("is met by its own name after it stood on one base", function()
    local game = game_of(unit("1", "line", 3, "500, 300") .. unit("2", "line", 3, "500, 400"))
    local units, bases = game.state.root.units, game.state.root.units["1"].bases
    local whole = {}
    for i, one in ipairs(bases) do whole[i] = tree.copy(one) end
    game.state:set(units["1"], "bases", nil)
    assert.same({ "1" }, game.play:touched("2", { within = 90000 }))
    game.state:set(units["1"], "bases", whole)
    assert.same({ "1" }, game.play:touched("2", { within = 90000 }))
  end)

  it("moves and turns as one, and comes back whole when that is undone", function()
    local game = game_of(unit("1", "column", 3, "500, 300"))
    give(game, "go", { unit = "1", forward = 100000, turn = 90000 })
    assert.same({ { 620, 300, 90 }, { 600, 300, 90 }, { 580, 300, 90 } }, places(game.play:bases "1"))
    assert.same({}, game.play:field():near({ x = 500000, y = 300000 }, 60000))
    game:undo()
    assert.same({ { 500, 320, 0 }, { 500, 300, 0 }, { 500, 280, 0 } }, places(game.play:bases "1"))
    assert.equal(3, #game.play:field():near({ x = 500000, y = 300000 }, 60000))
  end)

  it("is measured from its nearest, and the field names the unit, and which", function()
    local game = game_of(unit("1", "skirmish", 4, "500, 300"), unit("9", "square", 4, "500, 420"))
    local um, mine, its = game.play:apart("1", "9")
    assert.same({ 120000 - 5000 - 40000, 1 }, { um, its }) -- of the square the stand that faces its enemy
    assert.is_true(mine == 2 or mine == 3)
    local found = game.play:field():within({ x = 500000, y = 300000 }, 50000, { kind = "base" })
    assert.same({ "1", "1", "1", "1" }, { found[1].id, found[2].id, found[3].id, found[4].id })
    local nths = {}
    for _, one in ipairs(found) do nths[one.nth] = true end
    assert.same({ true, true, true, true }, nths)
    assert.same({}, game.play:field():near({ x = 500000, y = 300000 }, 50000, { except = { "1" } }))
    assert.same({ "9", 75000 }, { game.play:nearest_unit("1", "b") })
  end)

  it("is found as the nearest, of equals the one that is listed first, however many are nearer and not admitted", function()
    local others = {}
    for i = 2, 13 do
      others[i - 1] = unit(tostring(i), "line", 1, ("%d, 300"):format(500 + (i % 2 == 0 and 60 or -60) * (i // 2)))
    end
    local game = game_of(unit("1", "line", 1, "500, 300") .. table.concat(others))
    local function nearest(most, from)
      return { game.play:nearest_unit("1", "a", most, function(_, id) return tonumber(id) >= from end) }
    end
    assert.same({ "2", 20000 }, nearest(nil, 2))
    assert.equal(20000, (game.play:apart("1", "3")))
    assert.same({ "12", 320000 }, nearest(nil, 12))
    assert.same({ "2", 20000 }, nearest(20000, 2))
    assert.same({}, nearest(19999, 2))
  end)

  it("takes another shape about the same middle", function()
    local game = game_of(unit("1", "line", 4, "500, 300"))
    give(game, "form", { unit = "1", form = "square" })
    assert.same({ 500000, 300000 }, { game.state.root.units["1"].base.x, game.state.root.units["1"].base.y })
    assert.same({ { 500, 330, 0 }, { 530, 300, 90 }, { 500, 270, 180 }, { 470, 300, 270 } }, places(game.play:bases "1"))
  end)

  it("loses them one by one; the others stay where they are, and with the last it is gone", function()
    local game = game_of(unit("1", "line", 3, "500, 300"))
    give(game, "lose", { unit = "1", nth = 1 })
    assert.same({ { 500, 300, 0 }, { 540, 300, 0 } }, places(game.play:bases "1"))
    assert.same({ 520000, 80000 }, { game.state.root.units["1"].base.x, game.state.root.units["1"].base.width })
    give(game, "lose", { unit = "1", nth = 2 })
    assert.same({ { 500, 300, 0 } }, places(game.play:bases "1"))
    assert.equal("ready", game.state.root.units["1"].status)
    give(game, "lose", { unit = "1", nth = 1 })
    assert.equal("gone", game.state.root.units["1"].status)
    assert.same({}, game.play:field():near({ x = 500000, y = 300000 }, 200000))
    game:undo()
    assert.same({ "1" }, game.play:field():near({ x = 500000, y = 300000 }, 200000))
  end)

  it("keeps what its ruleset says of each, also in a trace", function()
    local game = game_of(unit("1", "limbered", 1, "800, 300"))
    give(game, "lose", { unit = "1", nth = 2 })
    local shown = trace.unit(game.state.root.units["1"], game.play)
    assert.same({ "gun", 350, "cart", 250 }, {
      shown.bases[1].kind, shown.bases[1].y_mm, shown.bases[2].kind, shown.bases[2].y_mm,
    })
    assert.is_nil(shown.bases[1].aside)
  end)

  it("may be laid out where only the rectangle round it is taken, and on ground that none of them stands on", function()
    local square = unit("1", "square", 4, "500, 300")
    -- A corner of the square is empty: 30 mm beyond the middle on both sides.
    assert.truthy(lay(square .. unit("2", "skirmish", 1, "534, 334")))
    local _, faults = lay(square .. unit("2", "skirmish", 1, "524, 334"))
    assert.truthy(faults:find("it overlaps unit 1", 1, true), faults)
    local lake = 'area "lake" { kind = "lake", outline = { { %d, 325 }, { 560, 325 }, { 560, 345 }, { %d, 345 } } },'
    assert.truthy(lay(square, "", lake:format(525, 525)))
    _, faults = lay(square, "", lake:format(515, 515))
    assert.truthy(faults:find("it stands on lake", 1, true), faults)
  end)
end)

describe("a chain of command", function()
  local ARMY <const> = [[
    formation "army" { level = "army", commander = "chief",
      formation "corps" { level = "corps", commander = "marshal",
        formation "division" { level = "division", commander = "general",
          formation "brigade" { commander = "colonel", ]] .. unit("1", "line", 3, "500, 300") .. [[ },
          formation "other" { commander = "second", ]] .. unit("2", "line", 3, "200, 300") .. [[ },
        },
      },
    },
    leader "colonel" { rank = "brigade", with = "1", at = { 500, 200 } },
    leader "second" { rank = "brigade", at = { 200, 200 } },
    leader "general" { rank = "division", at = { 300, 100 } },
    leader "marshal" { rank = "corps", at = { 400, 100 } },
    leader "chief" { rank = "army", at = { 500, 100 } },
  ]]

  it("goes up through all levels", function()
    local game = game_of(ARMY)
    local play = game.play
    assert.same({ "brigade", "division", "corps", "army" }, play:chain "brigade")
    assert.is_true(play:belongs("brigade", "corps"))
    assert.is_false(play:belongs("corps", "brigade"))
    assert.is_true(play:commands("marshal", "other"))
    assert.is_false(play:commands("colonel", "other"))
    assert.equal("chief", play:senior "a")
    local ids = {}
    for id in play:units_of("corps", true) do ids[#ids + 1] = id end
    assert.same({ "1", "2" }, ids)
    for id in play:units_of "corps" do error(id) end
    assert.same({ "1" }, play:led_by "colonel")
    assert.same({}, play:led_by "general")
    assert.same({ "1", "2" }, play:led_by("general", true))
    assert.equal("brigade", play:formation_of "1")
    assert.equal("division", play:formation_of "general")
    assert.equal("corps", play:formation_of "corps")
    assert.is_nil(play:formation_of "nobody")
    assert.is_nil(play:formation_of(nil))
  end)

  it("is taken over by the nearest above who is there, and stays with him until he falls too", function()
    local game = game_of(ARMY)
    local formations = game.state.root.formations
    give(game, "fall", { leader = "general" })
    assert.equal("marshal", formations.division.successor)
    give(game, "fall", { leader = "colonel" })
    assert.equal("marshal", formations.brigade.successor) -- the division has no general any more
    assert.same({ "marshal", false }, { game.play:successor "brigade" })
    give(game, "fall", { leader = "marshal" })
    assert.same({ "chief", "chief" }, { game.play:next_in_command "brigade", game.play:commander "corps" })
    assert.same({ "chief", true }, { game.play:successor "brigade" }) -- the marshal, who had taken over, has fallen too
    give(game, "fall", { leader = "chief" })
    assert.equal("second", game.play:next_in_command "brigade") -- the senior of those that are left
    give(game, "fall", { leader = "second" })
    assert.is_nil(game.play:next_in_command "brigade")
  end)

  it("goes to the first listed of equals when nobody is left above", function()
    local game = game_of(ARMY)
    for _, id in ipairs { "chief", "marshal", "general" } do give(game, "fall", { leader = id }) end
    assert.equal("colonel", game.play:next_in_command "other")
  end)

  it("has leaders who go with their units, behind them and on the table", function()
    local game = game_of(ARMY)
    give(game, "go", { unit = "1", forward = 100000 })
    local base = game.state.root.leaders.colonel.base
    assert.same({ 500000, 400000 - 10000 - 7500 }, { base.x, base.y })
    assert.same({ "colonel" }, game.play:leaders_with "1")
    give(game, "fall", { leader = "colonel" })
    assert.same({}, game.play:leaders_with "1")
    assert.same({ "gone" }, { game.state.root.leaders.colonel.status, game.state.root.leaders.colonel.base })
  end)

  it("finds leaders who are alone and touched by an enemy's nearest base", function()
    local game = game_of(ARMY, unit("9", "skirmish", 2, "212, 212"))
    assert.same({ "second" }, game.play:leaders_touched "a")
    game = game_of(ARMY, unit("9", "skirmish", 2, "227, 212"))
    assert.same({}, game.play:leaders_touched "a")
    game = game_of(ARMY, unit("9", "skirmish", 2, "512, 212"))
    assert.same({}, game.play:leaders_touched "a") -- the colonel is with his unit
  end)
end)

describe("set-up", function()
  local RESERVE <const> = 'formation "f" { commander = "l", unit "1" { form = "line", stands = 2 },' ..
    'unit "2" { form = "line", stands = 2 } }, leader "l" { rank = "brigade" }, leader "m" { rank = "brigade", with = "2" },'

  local function refused(game, args)
    args.side, args["do"] = "a", "enter"
    local _, fault = game:check(args)
    return fault and { fault.message, fault.cite, fault.margin }
  end

  it("holds units without a place back, and takes them on at their own edge", function()
    local game = game_of(RESERVE)
    local play = game.play
    assert.same({ "off_table", true }, { game.state.root.units["1"].status, play:waits "a" })
    assert.is_false(play:waits "b")
    for _ in play:present "a" do error("nobody is on the table") end
    give(game, "enter", { unit = "1", aside = 100000 })
    local one = game.state.root.units["1"]
    -- The east edge as seen from it: its left end is in the south, and who stands there looks west.
    assert.same({ "ready", 990000, 100000, 270000 }, { one.status, one.base.x, one.base.y, one.base.facing })
    assert.is_nil(one.footprint)
    assert.equal(20000, play:reach_from_home("a", one.base))
    assert.same({ "unit has its place already", "9" }, refused(game, { unit = "1", aside = 300000 }))
    assert.same({ "at is taken by 1, by 10 mm", nil, -10 }, refused(game, { unit = "2", aside = 170001 }))
    assert.same({ "at is off the table", "9", -20 }, refused(game, { unit = "2", aside = 780000 }))
    assert.is_nil(refused(game, { unit = "2", aside = 180000 }))
  end)

  it("has leaders stand with the units that they go with, as soon as these are there", function()
    local game = game_of(RESERVE)
    local leaders = game.state.root.leaders
    give(game, "enter", { unit = "1", aside = 100000 })
    assert.same({ "1", nil }, { leaders.l.with, leaders.m.base })
    assert.equal(985000, leaders.l.base.x) -- behind it, and as near to the edge as his base fits
    give(game, "enter", { unit = "2", aside = 300000 })
    assert.equal("2", leaders.m.with)
    assert.truthy(leaders.m.base)
  end)

  it("has a leader go with the first that he commands, and leaves one with a place where he is", function()
    local game = game_of(RESERVE .. 'formation "g" { commander = "n", unit "3" { form = "line", stands = 2 } },' ..
      'leader "n" { rank = "brigade" }, leader "k" { rank = "brigade", with = "3", at = { 300, 300 } },')
    local leaders = game.state.root.leaders
    give(game, "enter", { unit = "1", aside = 100000 })
    assert.is_nil(leaders.n.with)
    assert.equal("n", game.play:some_leader("a", function(leader) return leader.rank == "brigade" and not leader.with end))
    assert.is_nil(game.play:some_leader("b", function() return true end))
    give(game, "enter", { unit = "3", aside = 300000 })
    assert.same({ "3", 300000, 300000 }, { leaders.n.with, leaders.n.base.y, leaders.k.base.x })
  end)

  it("knows each edge from the left of who looks from it", function()
    local play = game_of("").play
    local corners = { north = { 1000000, 800000 }, east = { 1000000, 0 }, south = { 0, 0 }, west = { 0, 800000 } }
    local view = setmetatable({ state = { ground = { width = 1000000, depth = 800000 }, sides = {} } }, { __index = play })
    for edge, corner in pairs(corners) do
      view.state.sides.x = { edge = edge }
      local home = view:home "x"
      assert.same(corner, { home.x, home.y })
      local right = view:at_home("x", { width = 20000, depth = 20000 }, home.length - 10000, 20000)
      local deep = view:at_home("x", { width = 20000, depth = 20000 }, 10000, home.deep)
      for _, base in ipairs { right, deep } do
        assert.truthy(base.x == 10000 or base.x == 990000)
        assert.truthy(base.y == 10000 or base.y == 790000)
      end
      assert.equal(home.deep, view:reach_from_home("x", deep))
    end
  end)
end)
