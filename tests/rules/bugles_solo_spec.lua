--- How the solo commander plays Bugles, Bullets, and Blades: regulars and warriors.
local lists <const> = require "limber.common.lists"
local Solo <const> = require "limber.solo.commander"
local T <const> = require "bugles_table"
local S <const> = require("solo_battles").of("bugles", T)

local battle <const>, play <const>, turn <const>, count <const> = S.battle, S.play, S.turn, S.count

describe("solo regulars", function()
  it("turn to whom they can reach, and fire", function()
    local given = turn(battle { a = { T.foot("a1", 600, 300) }, b = { T.band("b1", 800, 480) } })
    assert.equals(1, count(given, "change_face") + count(given, "wheel"))
    assert.equals(1, count(given, "fire"))
    assert.equals("vrf", given.fire[1].mode)
    assert.equals(0, count(given, "move"))
  end)

  it("march to where they fire well", function()
    local given = turn(battle { a = { T.foot("a1", 600, 100) }, b = { T.band("b1", 600, 900) } })
    assert.equals(1, count(given, "move"))
  end)

  it("go on to where they see over a hill", function()
    local function moves(ground)
      local a = { T.foot("a1", 600, 300, { weapon = "improved_rifle" }) }
      return count(turn(battle { a = a, b = { T.foot("b1", 600, 700, { weapon = "musket" }) }, ground = ground }), "move")
    end
    assert.equals(0, moves(nil))
    assert.equals(1, moves(T.area("hill", "open", 400, 360, 800, 480, "hill = 20,")))
  end)

  it("keep so far from cover where warriors may lie that fire would meet them", function()
    local function far(enemy, y)
      local given = turn(battle { a = { T.foot("a1", 600, 100) }, b = { enemy("b1", 600, 900) },
        ground = T.area("wood", "dense_woods", 400, y, 800, y + 80) })
      return given.move and given.move[1].distance or 0
    end
    assert.equals(160000, far(T.foot, 300))
    assert.equals(40000, far(T.band, 300))
    assert.equals(0, far(T.band, 230))
  end)

  it("form square before horse, unless their fire is likely to stop it", function()
    local function squares(weapon, class)
      local a, b = {}, {}
      for i = 1, 3 do a[i] = T.foot("a" .. i, 535 + 65 * i, 300, { weapon = weapon, class = class }) end
      for i = 1, 4 do b[i] = T.riders("b" .. i, 400 + 100 * i, 900, { class = "a" }) end
      return count(turn(battle { a = a, b = b }), "form_square")
    end
    assert.equals(1, squares("musket", "d"))
    assert.equals(0, squares("modern_rifle", "b"))
  end)

  it("have a gun limber up where it reaches nobody, and unlimber where it does", function()
    assert.equals(1, count(turn(battle { a = { T.gun("a1", 600, 100) }, b = { T.band("b1", 600, 1100) } }), "limber"))
    local near = battle { a = { T.gun("a1", 600, 300, { limbered = true }) }, b = { T.band("b1", 600, 700) } }
    assert.equals(1, count(turn(near), "unlimber"))
  end)

  it("have a gun take rounds from a cart and from the reserve, and gunners from the foot beside it", function()
    local given = turn(battle {
      -- The foot go last, as their leader is with them, and still touch the gun as it is served.
      a = { T.foot("a3", 535, 300), T.gun("a1", 600, 300, { solid = 2, figures = 1 }), T.cart("a2", 665, 300) },
      b = { T.band("b1", 600, 700) }, more_a = "reserve_solid = 5,",
    })
    local from = {}
    for i, one in ipairs(given.resupply or {}) do from[i] = ("%s %d"):format(one.from or "reserve", one.solid) end
    assert.same({ "a2 6", "reserve 4" }, from)
    assert.equals(1, count(given, "assign_gunners"))
    assert.equals("a3", given.assign_gunners[1].from)
  end)
end)

describe("solo warriors", function()
  it("wait out of fire until they are massed", function()
    local a = { T.band("a1", 600, 300), T.band("a2", 300, 100), T.band("a3", 400, 100), T.band("a4", 500, 100) }
    local given = turn(battle { a = a, b = { T.foot("b1", 600, 620), T.foot("b2", 665, 620), T.foot("b3", 730, 620) } })
    assert.equals(0, count(given, "charge"))
  end)

  it("charge when they are massed", function()
    local a = {}
    for i = 1, 5 do a[i] = T.band("a" .. i, 300 + 70 * i, 400) end
    local given = turn(battle { a = a, b = { T.irregulars("b1", 500, 600), T.irregulars("b2", 600, 600) } })
    assert.is_true(count(given, "charge") >= 1)
  end)

  it("charge nobody whom they will hardly reach", function()
    local a = {}
    for i = 1, 5 do a[i] = T.band("a" .. i, 300 + 70 * i, 200) end
    local given = turn(battle { -- up a hill a charge is not doubled
      a = a, b = { T.irregulars("b1", 500, 570), T.irregulars("b2", 600, 570) },
      ground = T.area("hill", "open", 300, 520, 900, 900, "hill = 20,"),
    })
    assert.equals(0, count(given, "charge"))
  end)

  it("have those move whom their own leader does not reach, under his superior", function()
    local a = { T.band("a1", 900, 200), T.band("a2", 80, 140), T.band("a3", 150, 140) }
    local given = turn(battle { a = a, b = { T.foot("b1", 500, 1100) } })
    assert.equals(1, count(given, "take_command"))
    assert.equals("sa", given.take_command[1].commander)
    local moved = {}
    for _, cmd in ipairs(given.move) do moved[cmd.unit] = true end
    assert.same({ a1 = true, a2 = true, a3 = true }, moved)
  end)

  it("spring an ambush on whom they are likely to beat", function()
    local game = battle {
      a = { T.foot("a1", 600, 300, { class = "d" }), T.foot("a2", 900, 100) },
      b = { T.band("b1", 640, 520, { hidden = true, class = "b", ferocious = true }), T.band("b2", 100, 1100) },
    }
    assert.equals(1, count(turn(game), "ambush"))
  end)

  it("spring an ambush on less of a chance where a stand of the enemy counts for more", function()
    local function sprung(more)
      return count(turn(battle {
        a = { T.foot("a1", 600, 300), T.foot("a2", 900, 100) }, more_a = more,
        b = { T.band("b1", 600, 430, { hidden = true }), T.band("b2", 100, 1100) },
      }), "ambush")
    end
    assert.equals(0, sprung())
    assert.equals(1, sprung "stand_points = 4,")
  end)

  it("do not turn about under fire", function()
    local game = battle { a = { T.band("a1", 600, 300), T.band("a2", 100, 100), T.band("a3", 200, 100) },
      b = { T.foot("b1", 600, 590), T.foot("b2", 665, 590), T.foot("b3", 730, 590), T.foot("b4", 535, 590) } }
    local given = turn(game)
    assert.equals(0, count(given, "change_face"))
  end)

  it("go home when they have had enough", function()
    local game = battle { a = { T.band("a1", 600, 500), T.band("a2", 700, 500), T.band("a3", 800, 500), T.band("a4", 900, 500) },
      b = { T.foot("b1", 700, 800), T.foot("b2", 765, 800) } }
    T.amend(game, { ["units.a2.status"] = "gone", ["units.a3.status"] = "gone", ["units.a4.status"] = "gone" })
    local y = T.unit(game, "a1").base.y
    play(game, function(one) return one.state.root.turn == 2 end)
    local there = T.unit(game, "a1").base
    assert.is_true(not there or there.y < y)
  end)
end)

describe("solo commanders", function()
  it("share a machine gun's dice where one target has too few figures for them", function()
    local function targets(figures)
      local game = battle {
        a = { T.maxim("a1", 600, 300) },
        b = { T.irregulars("b1", 600, 700, { figures = figures }), T.irregulars("b2", 665, 700) },
      }
      T.amend(game, { ["units.b1.fired"] = true })
      local fire = turn(game).fire[1]
      return 1 + #(fire.also or {})
    end
    assert.equals(1, targets(6))
    assert.equals(2, targets(1))
  end)

  it("hold an objective that a stand alone holds", function()
    local game = battle {
      a = { T.foot("a1", 600, 300, { weapon = "musket" }) }, b = { T.band("b1", 600, 1000) },
      ground = T.area("hill", "open_woods", 500, 200, 700, 400, "objective = 5"),
    }
    assert.equals(0, count(turn(game), "move"))
  end)

  it("go for an objective early with warriors, whom it costs little, and late with regulars", function()
    local function goes(stand)
      local game = battle {
        a = { stand("a1", 600, 200), stand("a2", 300, 100) }, b = { T.foot("b1", 1100, 1000, { weapon = "musket" }) },
        last_turn = 20, ground = T.area("hill", "open", 500, 400, 700, 560, "objective = 5"),
      }
      turn(game)
      return lists.find(game.journal.lines, function(line) return line.solo and line.solo.why:find "^to take" end) ~= nil
    end
    assert.is_true(goes(T.band))
    assert.is_true(not goes(T.foot))
  end)

  it("keep guns behind their foot", function()
    local function goes(y)
      local given = turn(battle { a = { T.foot("a2", 665, y), T.gun("a1", 600, 300, { limbered = true }) },
        b = { T.band("b1", 600, 1150) } })
      return lists.find(given.move or {}, function(cmd) return cmd.unit == "a1" end) ~= nil
    end
    assert.is_true(goes(500))
    assert.is_true(not goes(200))
  end)

  it("give no command that is refused", function()
    local game = battle {
      a = { T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.foot("a3", 730, 300) },
      b = { T.band("b1", 250, 300), T.band("b2", 1100, 320), T.riders("b3", 665, 900) },
    }
    local refused = {}
    local command = game.command
    function game:command(cmd, how)
      local line, fault = command(self, cmd, how)
      if not line then refused[#refused + 1] = cmd["do"] .. ": " .. fault.message end
      return line, fault
    end
    play(game, function(one) return one.state.root.turn == 3 end)
    assert.same({}, refused)
  end)

  it("say in words where to go, where the players alone measure", function()
    local game = T.game {
      a = { T.band("a1"), T.band("a2") }, b = { T.foot("b1"), T.foot("b2") },
      told = function(question) return question.offered end,
    }
    T.to(game, "a", "movement")
    local commander = Solo.new(game, "a")
    for _, id in ipairs { "a2", "a1" } do -- the stand with the leader last: he commands the others until then
      local line = assert(commander:act())
      assert.equals("move", line.command["do"])
      assert.equals(id, line.command.unit)
    end
    T.says(T.story(game), "no nearer than")
  end)
end)

it("solo commanders fight battles to their end", function()
  for seed = 1, 3 do
    local a = { T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.gun("a3", 800, 280), T.maxim("a4", 520, 280), T.horse("a5", 300, 200) }
    local b = {}
    for i = 1, 9 do b[i] = T.band("b" .. i, 250 + 90 * i, 900, { class = i < 4 and "b" or nil }) end
    b[10] = T.riders("b10", 1200, 900, { group = "gr" })
    local _, over = play(battle({ a = a, b = b, last_turn = 8, ground = T.area("wood", "open_woods", 500, 700, 700, 800) }, seed))
    assert.is_true(over)
  end
end)
