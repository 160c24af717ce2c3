--- The solo commander of Horse and Musket: where its brigades stand, how they mean to fight, and that they do so.
local loader <const> = require "disk_loader"
local Mind <const> = require "limber.solo.mind"
local Rules <const> = require "limber.rules.stack"
local S <const> = require "horse_and_musket_solo"
local T <const> = require "horse_and_musket_table"
local Solo <const> = require "limber.solo.commander"

local policy <const> = assert(Rules.load(loader, "horse_and_musket", {}, { game = require "limber.game.words" })).published.game.solo

local function mm(n) return n * 1000 end

--- Two armies of which nobody has a place: two brigades of foot, one of horse, two batteries.
local function to_deploy(side, name, army)
  local text = ('side "%s" { name = "%s", army = "%s", edge = "%s",\n'):format(side, name, army,
    side == "a" and "south" or "north")
  for i, troop in ipairs { "close_order_infantry", "close_order_infantry", "heavy_cavalry" } do
    text = text .. ('leader "%s%d" { quality = "competent" }, formation "%s_%d" { commander = "%s%d",\n'):format("g" .. side,
      i, side, i, "g" .. side, i)
    for n = 1, 3 do text = text .. ('unit "%s%d%d" { troop = "%s" },\n'):format(side, i, n, troop) end
    if i == 3 then
      for n = 1, 2 do text = text .. ('unit "%sg%d" { troop = "artillery" },\n'):format(side, n) end
    end
    text = text .. "},\n"
  end
  return text .. "},\n"
end

local function deployed(army, deployment, stance, solo, seed)
  local faces = { ["solo.deployment"] = deployment, ["solo.stance"] = stance, ["initiative.roll"] = { 6, 1 } }
  local text = ('scenario { title = "Deployment", ruleset = "horse_and_musket", last_turn = 3,\n'
    .. "ground = { width = 1800, depth = 1200 },\n%s%s}\n"):format(to_deploy("a", "Blue", army),
    to_deploy("b", "Red", "other"))
  local game = S.raw(text, { solo = solo, seed = seed, tell_dice = deployment and function(specs, call)
    local told = {}
    for i in ipairs(specs) do told[i] = { dice = { assert(table.remove(faces[call.procedure], 1)) } } end
    return told
  end })
  local line, fault = game:start()
  assert(line, fault and (fault.message or fault.traceback))
  return game.state.root, game
end

--- Does everything of a side stand on the table, apart from each other and in its own third or behind it?
local function overlapping(root)
  local geometry = require "kernel.geometry"
  for i, id in ipairs(root.order.units) do
    for k = 1, i - 1 do
      local one, other = root.units[id].base, root.units[root.order.units[k]].base
      if one and other and geometry.contact(one, other).state == "overlapping" then return id, root.order.units[k] end
    end
  end
end

describe("a solo side's deployment", function()
  local quiet <const> = { 1, 1, 1 }

  it("throws for each brigade's third of its own edge, foot and horse by their own columns (Solo.1 R82)", function()
    local root = deployed("other", { 1, 2, 2 }, quiet, { "a" })
    assert.are.equal("left_flank", root.formations.a_1.place)
    assert.are.equal("right_flank", root.formations.a_2.place)
    assert.are.equal("left_flank", root.formations.a_3.place) -- horse: 1-2
    for n = 1, 3 do
      assert.truthy(root.units["a1" .. n].base.x < mm(600))
      assert.truthy(root.units["a2" .. n].base.x > mm(1200))
      assert.truthy(root.units["a3" .. n].base.x < mm(600))
    end
    assert.is_nil(overlapping(root))
  end)

  it("stands in line two longs from the edge, the reserve a long behind, and looks at the enemy", function()
    local root = deployed("other", { 3, 6, 3 }, quiet, { "a" })
    local front, reserve = root.units.a11.base, root.units.a21.base
    assert.are.equal(mm(360), front.y + front.depth // 2)
    assert.are.equal("reserve", root.formations.a_2.place)
    assert.are.equal(mm(180), reserve.y + reserve.depth // 2)
    assert.are.equal("right_flank", root.formations.a_3.place) -- horse: 3-4
    assert.are.equal(0, front.facing)
  end)

  it("is the same from the other edge, turned about", function()
    local south = deployed("other", { 1, 4, 6 }, quiet, { "a" })
    local faces = { 1, 4, 6 }
    local north = deployed("other", faces, quiet, { "b" })
    for _, id in ipairs(south.order.units) do
      local one, other = south.units[id].base, north.units[id:gsub("^a", "b")].base
      if id:find "^a" then
        assert.are.equal(mm(1800) - one.x, other.x)
        assert.are.equal(mm(1200) - one.y, other.y)
        assert.are.equal((one.facing + 180000) % 360000, other.facing)
      end
    end
  end)

  it("gives each battery to the brigade of foot with fewest, without a throw (R82)", function()
    local root = deployed("other", { 1, 2, 3 }, quiet, { "a" })
    assert.are.equal("a_1", root.units.ag1.formation)
    assert.are.equal("a_2", root.units.ag2.formation)
    assert.truthy(root.units.ag1.base.x < mm(600))
    assert.truthy(root.units.ag2.base.x > mm(1200))
  end)

  it("lets who has a place stay there, and leaves the players' side to them", function()
    local root, game = deployed("other", { 1, 2, 3 }, quiet, { "a" })
    assert.is_nil(root.units.b11.base)
    assert.are.equal("setup.place", game:waiting().path)
    local placed = S.game { a = { T.foot("a1", 900, 300) }, b = { T.foot("b1", 900, 900) } }
    assert.are.equal(mm(300), placed.state.root.units.a1.base.y)
    assert.is_nil(placed.state.root.formations.pa.place)
  end)

  it("finds room for everybody whatever is thrown, with all generals near", function()
    for seed = 1, 30 do
      local root = deployed("other", nil, nil, { "a", "b" }, seed)
      assert.is_nil(overlapping(root))
      for _, unit in pairs(root.units) do assert.truthy(unit.base and not unit.place, "no place") end
      for _, general in pairs(root.leaders) do assert.truthy(general.base) end
    end
  end)
end)

describe("a solo brigade's stance", function()
  it("is thrown for, Prussians adding 1, 7 counting as 6 (Solo.2 R83)", function()
    local everywhere = { 1, 2, 3, 1, 2, 3 }
    local root = deployed("other", { table.unpack(everywhere) }, { 2, 4, 5, 1, 1, 1 }, { "a", "b" })
    assert.are.equal("defensive", root.formations.a_1.stance)
    assert.are.equal("cautious", root.formations.a_2.stance)
    assert.are.equal("aggressive", root.formations.a_3.stance)
    local prussian = deployed("prussian", everywhere, { 2, 4, 6, 1, 3, 3 }, { "a", "b" })
    assert.are.equal("cautious", prussian.formations.a_1.stance)
    assert.are.equal("aggressive", prussian.formations.a_2.stance)
    assert.are.equal("aggressive", prussian.formations.a_3.stance)
    assert.are.equal("cautious", prussian.formations.b_2.stance)
    local led = S.game { a = { T.foot("a1", 900, 300) }, b = { T.foot("b1", 900, 900) }, solo = { "a" } }
    assert.truthy(led.state.root.formations.pa.stance)
    assert.is_nil(led.state.root.formations.pb.stance)
  end)

  it("becomes a neighbour's when an aggressive brigade is beaten, and it goes there (Solo.A3 R85)", function()
    local more = 'leader "g2" {}, formation "p2" { commander = "g2", unit "a9" { troop = "close_order_infantry", '
      .. "at = { 300, 300 } } },"
    local game = S.game { a = { T.foot("a1", 900, 400) }, more_a = more, b = { T.foot("b1", 900, 1100) },
      stances = { pa = "aggressive", p2 = "cautious", pb = "defensive" } }
    T.set(game, game.state.root.formations.pa, "defeated", true)
    local _, before = S.turn(game, "a")
    local brigade = game.state.root.formations.pa
    assert.are.equal("cautious", brigade.stance)
    assert.are.equal("p2", brigade.seeks)
    assert.is_nil(brigade.defeated)
    assert.truthy(game.state.root.units.a1.base.x < before.a1.x)
  end)

  it("stays what it was when the defensive or cautious are beaten", function()
    local game = S.game { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 900, 1100) },
      stances = { pa = "cautious", pb = "defensive" } }
    T.set(game, game.state.root.formations.pa, "defeated", true)
    S.turn(game, "a")
    assert.are.equal("cautious", game.state.root.formations.pa.stance)
  end)
end)

describe("an aggressive brigade", function()
  local function facing(more)
    local spec = { a = { T.foot("a1", 900, 400), T.foot("a2", 1070, 400) },
      b = { T.foot("b1", 900, 1000), T.foot("b2", 1070, 1000) }, stances = { pa = "aggressive", pb = "defensive" } }
    for key, value in pairs(more or {}) do spec[key] = value end
    return S.game(spec)
  end

  it("goes for the enemy, its units side by side (Solo.A1, Solo.A2)", function()
    local game = facing()
    S.turn(game, "a")
    for _, id in ipairs { "a1", "a2" } do assert.are.equal(mm(475), game.state.root.units[id].base.y) end
  end)

  it("comes to within reach of a charge, and then makes it", function()
    local game, charges = facing(), {}
    for _ = 1, 8 do charges[#charges + 1] = S.of(S.turn(game, "a"), "charge")[1] end
    assert.truthy(#charges > 0)
  end)

  it("makes a charge that is likelier won than lost, and says at which odds", function()
    local game = facing { a = { T.horse("a1", 900, 860), T.horse("a2", 1000, 860) },
      b = { T.light("b1", 900, 1000) } }
    local charges = S.of(S.turn(game, "a"), "charge")
    assert.truthy(#charges >= 1)
    assert.are.equal("aggressive", charges[1].solo.stance)
    assert.truthy(charges[1].solo.why:find "%% to win against b1")
    assert.are.equal("solo", charges[1].events[1].say)
  end)

  it("makes none that is likelier lost, and says that too", function()
    local game = facing { a = { T.hussars("a1", 900, 860, { grade = "levy" }), T.hussars("a2", 990, 860, { grade = "levy" }) },
      b = { T.foot("b1", 900, 1000, { grade = "elite" }), T.foot("b2", 900, 1040, { grade = "elite" }) } }
    local lines = S.turn(game, "a")
    assert.are.equal(0, #S.of(lines, "charge"))
    assert.truthy(S.rejected(lines):find "charge a1, b1: %d+%% to win against b1")
  end)

  it("says of the charges it leaves the likeliest, once a turn", function()
    local game = facing { a = { T.hussars("a1", 900, 860, { grade = "levy" }), T.hussars("a2", 990, 860, { grade = "levy" }) },
      b = { T.foot("b1", 900, 1000, { grade = "elite" }), T.foot("b2", 900, 1040, { grade = "elite" }) } }
    local told = {}
    for _, line in ipairs(S.turn(game, "a")) do
      for _, event in ipairs(line.events) do
        if event.say == "solo" then told[#told + 1] = event.with.why end
      end
    end
    assert.are.equal(1, #told)
    assert.truthy(told[1]:find "^a%d leaves b1 alone: %d+%% to win$")
  end)

  it("spoils no shot for nothing: at short range its foot stands and fires (4.2.6, 5.1.7)", function()
    for gap = 25, 70, 15 do
      local game = facing { a = { T.foot("a1", 900, 400), T.foot("a2", 1070, 400) },
        b = { T.foot("b1", 900, 420 + gap), T.foot("b2", 1070, 420 + gap) } }
      local lines = S.turn(game, "a")
      if #S.of(lines, "charge") == 0 then
        assert.are.equal(0, #S.of(lines, "move"), "moved at " .. gap)
        assert.are.equal(2, #S.of(lines, "fire"))
      end
    end
  end)

  it("goes on from long range to short, where it hits no worse for having moved", function()
    local game = facing { a = { T.foot("a1", 900, 400), T.foot("a2", 1070, 400) },
      b = { T.foot("b1", 900, 535), T.foot("b2", 1070, 535) } }
    S.turn(game, "a")
    assert.truthy(game.state.root.units.a1.base.y > mm(400 + 35))
  end)

  it("comes back together when it is scattered", function()
    local game = facing { a = { T.foot("a1", 400, 400), T.foot("a2", 1000, 400) } }
    for _ = 1, 6 do S.turn(game, "a") end
    local units = game.state.root.units
    assert.truthy(units.a2.base.x - units.a1.base.x < mm(400))
  end)

  it("charges who stands before it even where its general stands far off, but not out of its brigade's support", function()
    local game = facing { a = { T.horse("a1", 900, 860), T.horse("a2", 300, 300) }, b = { T.light("b1", 900, 1000) } }
    local lines = S.turn(game, "a")
    assert.are.equal(0, #S.of(lines, "charge"))
    assert.truthy(S.rejected(lines):find "support")
  end)

  it("needs no support when it is all that is left", function()
    local game = facing { a = { T.horse("a1", 900, 860) }, b = { T.light("b1", 900, 1000) } }
    assert.are.equal(1, #S.of(S.turn(game, "a"), "charge"))
  end)

  it("always fires at who charges it, and always rides to meet him", function()
    local game = facing { a = { T.horse("a1", 900, 860), T.horse("a2", 1000, 860) },
      b = { T.horse("b1", 900, 1000), T.foot("b2", 1100, 1000) }, stances = { pa = "aggressive", pb = "aggressive" } }
    local answers = {}
    for _, line in ipairs(S.play(game, function() return game.state.root.turn > 2 end)) do
      if line.command["do"] == "answer" then answers[line.command.choice] = line end
    end
    assert.is_nil(answers.hold_fire)
    assert.is_nil(answers.stand)
    assert.truthy(answers.countercharge or answers.fire)
  end)
end)

describe("a defensive brigade", function()
  it("stays on its line and charges nobody (Solo.D1)", function()
    local game = S.game { a = { T.foot("a1", 900, 400), T.horse("a2", 1100, 400) }, b = { T.foot("b1", 900, 540) },
      stances = { pa = "defensive", pb = "defensive" } }
    local lines, before = S.turn(game, "a")
    assert.are.equal(0, #S.of(lines, "charge"))
    assert.are.equal(0, #S.of(lines, "move"))
    for _, id in ipairs { "a1", "a2" } do
      assert.are.equal(before[id].y, game.state.root.units[id].base.y)
    end
  end)

  it("takes an objective of the scenario within a short of it, and no other", function()
    for y, taken in pairs { [450] = true, [600] = false } do
      local game = S.game { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 900, 1100) },
        ground = ('area "hill" { terrain = "open", objective = 2, rect = { { 800, %d }, { 1000, %d } } }'):format(y, y + 100),
        stances = { pa = "defensive", pb = "defensive" } }
      S.turn(game, "a")
      assert.are.equal(taken, game.state.root.units.a1.base.y >= mm(450))
    end
  end)

  it("does not turn to and fro between two enemies before it", function()
    local game = S.game { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 700, 640), T.foot("b2", 1100, 650) },
      stances = { pa = "defensive", pb = "defensive" } }
    local turns = 0
    for _ = 1, 6 do turns = turns + #S.of(S.turn(game, "a"), "turn") end
    assert.truthy(turns <= 1, turns)
  end)

  it("takes better ground within a short of it: a hedge to stand behind, a town to hold", function()
    local game = S.game { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 900, 1100) },
      ground = 'line "hedge" { kind = "hedge", points = { { 700, 450 }, { 1100, 450 } } }',
      stances = { pa = "defensive", pb = "defensive" } }
    S.turn(game, "a")
    local base = game.state.root.units.a1.base
    local to_hedge = mm(450) - base.y - base.depth // 2
    assert.truthy(to_hedge >= -1000 and to_hedge <= 1000, to_hedge)
    game = S.game { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 900, 1100) },
      ground = 'area "village" { terrain = "town", outline = { { 820, 440 }, { 980, 440 }, { 980, 560 }, { 820, 560 } } }',
      stances = { pa = "defensive", pb = "defensive" } }
    S.turn(game, "a")
    assert.are.equal("village", game.state.root.units.a1.inside)
  end)

  it("goes back to its place when it has been driven from it", function()
    local game = S.game { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 900, 1100) },
      stances = { pa = "defensive", pb = "defensive" } }
    local base = game.state.root.units.a1.base
    T.set(game, base, "y", mm(300))
    S.turn(game, "a")
    assert.are.equal(mm(375), game.state.root.units.a1.base.y)
    assert.are.equal(mm(400), game.state.root.units.a1.post.y)
  end)

  it("stays on ground that the battle is about, though its place in the line is elsewhere", function()
    local game = S.game { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 900, 1100) },
      ground = T.area("hill", "hill", 800, 220, 1000, 340, "objective = 2, hill = 20"),
      stances = { pa = "defensive", pb = "defensive" } }
    T.set(game, game.state.root.units.a1.base, "y", mm(300))
    S.turn(game, "a")
    assert.are.equal(mm(300), game.state.root.units.a1.base.y)
  end)

  it("counterattacks after holding on a 5 or 6, whom it has beaten and nobody else (Solo.D3 R84)", function()
    local seen = {}
    for seed = 1, 12 do
      local game = S.game { a = { T.horse("a1", 900, 400), T.horse("a2", 1010, 400) },
        b = { T.light("b1", 900, 540), T.light("b2", 1080, 540) }, stances = { pa = "defensive", pb = "defensive" },
        seed = seed }
      local brigade = game.state.root.formations.pa
      T.set(game, brigade, "succeeded", true)
      T.set(game, brigade, "beaten", { "b2" })
      local lines = S.turn(game, "a")
      local roll
      for _, line in ipairs(lines) do
        for _, call in ipairs(line.calls) do
          if call.procedure == "solo.counterattack" then roll = call.result.roll end
        end
      end
      local charges = S.of(lines, "charge")
      assert.are.equal(roll >= 5, #charges > 0)
      for _, line in ipairs(charges) do assert.are.equal("b2", line.command.target) end
      assert.is_nil(brigade.succeeded)
      assert.is_nil(brigade.counterattacks)
      seen[roll >= 5] = true
    end
    assert.is_true(seen[true] and seen[false])
  end)
end)

describe("a cautious brigade", function()
  local more = 'leader "g2" {}, formation "p2" { commander = "g2", unit "a9" { troop = "close_order_infantry", '
    .. "at = { 1200, %d } } },"

  it("keeps level with its neighbours, but goes no farther than they do (Solo.C2)", function()
    local game = S.game { a = { T.foot("a1", 900, 300) }, more_a = more:format(500), b = { T.foot("b1", 300, 1150) },
      stances = { pa = "cautious", p2 = "defensive", pb = "defensive" } }
    S.turn(game, "a")
    assert.are.equal(mm(375), game.state.root.units.a1.base.y)
    game = S.game { a = { T.foot("a1", 900, 500) }, more_a = more:format(500), b = { T.foot("b1", 300, 1150) },
      stances = { pa = "cautious", p2 = "defensive", pb = "defensive" } }
    S.turn(game, "a")
    assert.are.equal(mm(500), game.state.root.units.a1.base.y)
  end)
end)

describe("a solo reserve", function()
  it("comes up to the line of the brigade that first has a unit staggered or lost", function()
    local more = 'leader "g2" {}, formation "p2" { commander = "g2", unit "a9" { troop = "close_order_infantry", '
      .. "at = { 900, 200 } } },"
    local game = S.game { a = { T.foot("a1", 900, 400), T.foot("a2", 1070, 400) }, more_a = more,
      b = { T.foot("b1", 900, 1100) }, stances = { pa = "defensive", p2 = "defensive", pb = "defensive" } }
    T.set(game, game.state.root.formations.p2, "place", "reserve")
    S.turn(game, "a")
    assert.are.equal(mm(200), game.state.root.units.a9.base.y)
    T.set(game, game.state.root.units.a1, "staggered", true)
    S.turn(game, "a")
    assert.are.equal("pa", game.state.root.formations.p2.relieves)
    assert.truthy(game.state.root.units.a9.base.y > mm(200))
    assert.truthy(game.state.root.units.a9.post.y < mm(400))
  end)
end)

--- Two small armies, the same from both edges.
local function mirror(seed, stances, keep)
  return S.game { seed = seed, keep = keep, last_turn = 8, stances = stances,
    a = { T.foot("a1", 800, 420), T.foot("a2", 970, 420), T.horse("a3", 1130, 430) },
    b = { T.foot("b1", 1000, 780), T.foot("b2", 830, 780), T.horse("b3", 670, 770) } }
end

local BOTH <const> = { pa = "aggressive", pb = "aggressive" }

--- What a side has lost of its strength.
local function lost(root, side)
  local sum = 0
  for _, unit in pairs(root.units) do
    if unit.side == side then sum = sum + (unit.status == "gone" and 12 or unit.hits + (unit.staggered and 6 or 0)) end
  end
  return sum
end

describe("solo battles", function()
  it("end, with hardly a command refused, and none more often than it is tried", function()
    for seed = 1, 6 do
      local game = mirror(seed, nil)
      local most, before = 0, 0
      local lines, commanders = S.play(game, function()
        return game:waiting().kind == "over"
      end)
      for _, commander in pairs(commanders) do most = most + commander.refused end
      assert.truthy(game.state.root.result)
      assert.truthy(most - before <= #lines // 5, most)
    end
  end)

  it("are attacked by the aggressive and held by the defensive, as the traces show", function()
    local charges, gone = { a = 0, b = 0 }, { a = 0, b = 0 }
    for seed = 1, 8 do
      local game = mirror(seed, { pa = "aggressive", pb = "defensive" })
      local began = { a1 = game.state.root.units.a1.base.y, b1 = game.state.root.units.b1.base.y }
      S.play(game, function()
        return game.state.root.turn > 4
      end)
      for _, line in ipairs(game.journal.lines) do
        if line.command and line.command["do"] == "charge" then
          charges[line.command.side] = charges[line.command.side] + 1
          local stance = line.solo.stance
          assert.truthy(stance == "aggressive" or line.command.side == "b")
        end
      end
      local root = game.state.root
      gone.a = gone.a + (root.units.a1.base.y - began.a1)
      gone.b = gone.b + (root.units.b1.base.y - began.b1)
    end
    assert.truthy(charges.a > 4 * charges.b)
    assert.truthy(gone.a > 8 * mm(60))
    assert.truthy(math.abs(gone.b) < 8 * mm(120))
  end)

  it("are won as often from either side of a symmetric table", function()
    local n, better = 0, 0
    for seed = 1, 24 do
      local game = mirror(seed, BOTH, false)
      S.play(game)
      local a, b = lost(game.state.root, "a"), lost(game.state.root, "b")
      if a ~= b then n = n + 1 end
      if a < b then better = better + 1 end
    end
    assert.truthy(math.abs(better - n / 2) <= 1.96 * math.sqrt(n) / 2, ("%d of %d"):format(better, n))
  end)

  it("are won more often by the better troops, from either side", function()
    local won = { elite = 0, levy = 0 }
    for seed = 1, 20 do
      for _, better in ipairs { "a", "b" } do
        local function grade(side) return { grade = side == better and "elite" or "levy" } end
        local game = S.game { seed = seed, keep = false, last_turn = 10, stances = BOTH,
          a = { T.foot("a1", 800, 460, grade "a"), T.foot("a2", 970, 460, grade "a") },
          b = { T.foot("b1", 970, 740, grade "b"), T.foot("b2", 800, 740, grade "b") } }
        S.play(game)
        local a, b = lost(game.state.root, "a"), lost(game.state.root, "b")
        local winner = a ~= b and (a < b and "a" or "b")
        if winner then
          local grades = winner == better and "elite" or "levy"
          won[grades] = won[grades] + 1
        end
      end
    end
    assert.truthy(won.elite > 1.3 * won.levy, ("%d to %d"):format(won.elite, won.levy))
  end)

  it("are fought by what a side may ask of the game alone", function()
    local game = mirror(3, BOTH)
    local methods = { waiting = true, legal = true, view = true, command = true, plan = true, keep_plan = true }
    local plain = { rules = true, words = true, telling = true }
    local spy = setmetatable({}, { __index = function(_, key)
      if plain[key] then return game[key] end
      assert(methods[key], "the commander looked at game." .. tostring(key))
      return function(_, ...) return game[key](game, ...) end
    end })
    local over, failure = Solo.fight(spy, { "a", "b" }, { strict = true })
    assert(over, failure and failure.message)
  end)

  it("are fought alike by a commander made a moment ago, and from a saved state", function()
    local game, other = mirror(4, BOTH), mirror(4, BOTH)
    S.play(game)
    while other:waiting().kind ~= "over" do assert(Solo.new(other, other:waiting().sides[1]):act()) end
    assert.are.equal(game.journal.digest, other.journal.digest)
  end)

  it("are the same whether anybody reads the reasons or not", function()
    local kept, bare = mirror(5, BOTH), mirror(5, BOTH, false)
    S.play(kept)
    S.play(bare)
    assert.are.equal(lost(kept.state.root, "a"), lost(bare.state.root, "a"))
    assert.are.same(kept.state.root.units, bare.state.root.units)
  end)
end)

describe("a solo commander", function()
  local function charged(grade)
    return S.game { a = { T.horse("a1", 900, 860) }, b = { T.horse("b1", 900, 1000, { grade = grade }) },
      general_a = { with = "a1" }, general_b = { with = "b1" }, stances = { pa = "aggressive", pb = "defensive" } }
  end

  it("reckons a charge after the enemy's best answer, and says so (4.1.4)", function()
    -- Elite horse at the halt is beaten in 60 of 100 charges, riding out in 40.
    local game = charged "elite"
    local lines = S.turn(game, "a")
    assert.are.equal(0, #S.of(lines, "charge"))
    T.says(S.rejected(lines), "40% to win against b1 riding out to meet it")
    assert.are.equal(1, #S.of(S.turn(charged "levy", "a"), "charge"))
  end)

  it("reckons with the fire of the unit that it charges (4.1.3)", function()
    local spec = { a = { T.horse("a1", 900, 860) }, b = { T.light("b1", 900, 1000) },
      stances = { pa = "aggressive", pb = "defensive" } }
    local function note(hits)
      spec.set = nil
      local game = S.game(spec)
      T.set(game, T.unit(game, "a1"), "hits", hits)
      local lines = S.turn(game, "a")
      return S.rejected(lines), #S.of(lines, "charge")
    end
    local _, fresh = note(0)
    local why, shot_at = note(5)
    assert.are.same({ 1, 0 }, { fresh, shot_at })
    T.says(why, "to win against b1 firing as it comes on")
  end)

  local VILLAGE <const> = T.area("village", "town", 830, 940, 970, 1040, "objective = 1")

  it("keeps a unit on an objective that it alone holds", function()
    local function game(more)
      local b = { T.light("b1", nil, nil, { inside = "village" }), table.unpack(more or {}) }
      return S.game { a = { T.foot("a1", 900, 780) }, b = b, ground = VILLAGE,
        stances = { pa = "defensive", pb = "aggressive" } }
    end
    local held = game()
    local lines = S.turn(held, "b")
    assert.are.equal(0, #S.of(lines, "leave"))
    assert.are.equal("village", T.unit(held, "b1").inside)
    -- In the open it does not ride off its hill either.
    local hill = S.game { a = { T.foot("a1", 900, 700) }, b = { T.horse("b1", 900, 1000, { grade = "elite" }) },
      ground = T.area("hill", "hill", 800, 900, 1000, 1100, "objective = 2, hill = 20"),
      stances = { pa = "defensive", pb = "aggressive" } }
    lines = S.turn(hill, "b")
    assert.are.equal(0, #S.of(lines, "charge") + #S.of(lines, "move"))
  end)

  local function with_guns(y, stance)
    return S.game { a = { T.horse("a1", 900, y), T.horse("a2", 300, y) }, b = { T.guns("b9", 900, y + 560) },
      stances = { pa = stance, pb = "defensive" } }
  end

  it("has horse under fire for nothing go just out of it, at the table's edge too, and not into it again", function()
    local game = with_guns(160, "cautious")
    local lines = S.turn(game, "a")
    T.says(S.of(lines, "retire")[1].solo.why, "out of fire: ")
    local stood = T.unit(game, "a1").base.y
    assert.is_true(stood < mm(160))
    for _ = 1, 2 do
      S.turn(game, "a")
      assert.are.equal(stood, T.unit(game, "a1").base.y)
    end
  end)

  it("rides in the last rounds onto open ground that the enemy holds, so that it counts for nobody (R87)", function()
    local function game(stance, last)
      return S.game { a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 900, 1000) }, last_turn = last,
        ground = T.area("hill", "hill", 700, 600, 1100, 1100, "objective = 2, hill = 20"),
        stances = { pa = stance, pb = "defensive" } }
    end
    local last = game("cautious", 1)
    T.says(S.of(S.turn(last, "a"), "move")[1].solo.why, "onto hill, which then counts for nobody")
    assert.is_true(T.unit(last, "a1").base.y > mm(600))
    for _, other in ipairs { game("defensive", 1), game("cautious", 12) } do
      local move = S.of(S.turn(other, "a"), "move")[1]
      assert.is_nil(move and move.solo.why:find("counts for nobody", 1, true))
    end
  end)

  it("has foot go round a town that stands in its way, and straight on where none does", function()
    local function first_move(ground)
      local game = S.game { a = { T.foot("a1", 960, 250), T.foot("a2", 1140, 250) }, b = { T.foot("b1", 900, 1150) },
        ground = ground .. T.area("hill", "hill", 800, 640, 1000, 760, "objective = 2, hill = 20"),
        stances = { pa = "aggressive", pb = "defensive" } }
      for _, line in ipairs(S.of(S.turn(game, "a"), "move")) do
        if line.command.unit == "a1" then return line.solo.why, line.command.pivot end
      end
    end
    local why, pivot = first_move(T.area("village", "town", 800, 420, 1000, 520))
    assert.are.equal("round village", why)
    assert.is_true(pivot > 0)
    why, pivot = first_move ""
    assert.are.equal("to its place on hill", why)
    assert.is_true(pivot < 0)
  end)

  it("charges at better than even odds alone", function()
    local game = S.game { a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 580) },
      stances = { pa = "aggressive", pb = "defensive" } }
    T.set(game, T.unit(game, "a1"), "may_move", true)
    local wanted = {}
    for i, p in ipairs { 0.5, 0.5001 } do
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      mind.chance = function(_, procedure) return procedure == "melee.resolve" and p or 1 end
      wanted[i] = (policy.commands.charge(mind, { unit = "a1", target = "b1" })) ~= nil
    end
    assert.are.same({ false, true }, wanted)
  end)

  it("orders first who has no fire where it stands, where only part of a command may move", function()
    local game = S.game { a = { T.foot("a1", 900, 500), T.foot("a2", 700, 400) }, b = { T.foot("b1", 900, 560) },
      general_a = { with = "a1" }, stances = { pa = "cautious", pb = "defensive" } }
    local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
    for _, id in ipairs { "a1", "a2" } do T.set(game, T.unit(game, id), "commander", "ga") end
    local _, _, chosen = policy.commands.choose_units(mind, { commander = "ga", units = { "a1" } })
    assert.are.same({ "a2" }, chosen.units)
  end)

  it("wades a river to attack only", function()
    local river = T.area("brook", "river", 0, 600, 1800, 640) .. T.area("hill", "hill", 0, 640, 1800, 800, "hill = 20")
    local function waded(stance)
      local game = S.game { a = { T.foot("a1", 900, 590) }, b = { T.foot("b1", 900, 1150) }, ground = river,
        stances = { pa = stance, pb = "defensive" }, set = nil }
      T.set(game, T.unit(game, "a1"), "river", "edge")
      T.set(game, T.unit(game, "a1"), "river_area", "brook")
      return #S.of(S.turn(game, "a"), "enter")
    end
    assert.are.same({ 0, 0, 1 }, { waded "defensive", waded "cautious", waded "aggressive" })
  end)

  it("marches in column where no guns reach, twice a turn, and forms line within their reach", function()
    local game = S.game { a = { T.foot("a1", 900, 100) }, b = { T.foot("b1", 900, 1100) }, army_a = "prussian",
      stances = { pa = "aggressive", pb = "defensive" } }
    S.turn(game, "a")
    assert.are.equal("column", T.unit(game, "a1").drill)
    local lines = S.turn(game, "a")
    assert.are.same({ 1, 1 }, { #S.of(lines, "move"), #S.of(lines, "march") })
    for _ = 1, 4 do S.turn(game, "a") end
    assert.are.equal("line", T.unit(game, "a1").drill)
  end)

  it("brings guns up that reach nobody, and deploys them again where they do", function()
    local game = S.game { a = { T.foot("a1", 700, 720), T.guns("a9", 1000, 200) }, b = { T.foot("b1", 900, 1100) },
      stances = { pa = "aggressive", pb = "defensive" } }
    local did = {}
    for _ = 1, 6 do
      local lines = S.turn(game, "a")
      for _, name in ipairs { "limber", "deploy_guns", "fire_guns" } do
        if #S.of(lines, name) > 0 then did[#did + 1] = name end
      end
    end
    assert.are.same({ "limber", "deploy_guns", "fire_guns" }, { did[1], did[2], did[3] })
  end)

  it("storms a town and works where the odds favour it", function()
    local function stormed(ground, area)
      local game = S.game { a = { T.foot("a1", 900, 550, { grade = "elite" }), T.foot("a2", 900, 510) },
        b = { T.foot("b1", nil, nil, { inside = area, grade = "levy" }) }, ground = ground,
        stances = { pa = "aggressive", pb = "defensive" } }
      T.set(game, T.unit(game, "b1"), "staggered", true)
      T.set(game, T.unit(game, "b1"), "hits", 4)
      local lines = S.turn(game, "a")
      return #S.of(lines, "charge"), S.rejected(lines)
    end
    assert.are.equal(1, (stormed(T.area("mill", "town", 820, 620, 980, 720), "mill")))
    assert.are.equal(1, (stormed(T.area("flesche", "fieldworks", 860, 620, 940, 660, 'front = "south"'), "flesche")))
  end)
end)
