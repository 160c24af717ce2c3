--- How solo warriors of Bugles, Bullets, and Blades fall upon an enemy from ambush, and what they stake.
local lists <const> = require "limber.common.lists"
local T <const> = require "bugles_table"
local Solo <const> = require "limber.solo.commander"
local S <const> = require("solo_battles").of("bugles", T)

local battle <const>, turn <const>, count <const> = S.battle, S.turn, S.count

--- Why the ambush of a battle was sprung; nil: it was not.
local function reason(game)
  local line = lists.find(game.journal.lines, function(one) return one.command and one.command["do"] == "ambush" end)
  return line and line.solo.why
end

describe("solo warriors in ambush", function()
  it("reckon with fire that finds them out of their cover", function()
    local function promised(ground)
      local game = battle {
        a = { T.foot("a1", 600, 300, { class = "d" }), T.foot("a2", 900, 100) },
        b = { T.band("b1", 600, 470, { hidden = true, class = "b", ferocious = true }), T.band("b2", 100, 1100) },
        ground = ground,
      }
      turn(game)
      return reason(game)
    end
    local open = promised ""
    T.says(open, "to win against")
    assert.equals(open, promised(T.area("grass", "scrub", 500, 440, 700, 520)))
  end)

  it("fall upon an enemy with as many as find room before him", function()
    local b = {}
    for i = 1, 5 do b[i] = T.band("b" .. i, 405 + 65 * i, 430, { hidden = true, class = "a", ferocious = true }) end
    local game = battle { a = { T.foot("a1", 600, 300, { class = "d" }), T.foot("a2", 900, 100) }, b = b }
    local given = turn(game)
    assert.equals("b3", given.ambush[1].unit)
    assert.equals(1, #given.ambush[1].with)
  end)

  it("have who is surest to come home begin", function()
    local game = battle {
      a = { T.foot("a1", 600, 300, { class = "d" }), T.foot("a2", 900, 100) },
      b = { T.band("b1", 740, 400, { hidden = true, class = "a", ferocious = true }),
        T.band("b2", 600, 460, { hidden = true, class = "a", ferocious = true }), T.band("b0", 100, 1100) },
    }
    assert.equals("b2", turn(game).ambush[1].unit)
  end)

  it("lie on for as long as their side is ahead", function()
    local function rises(gone)
      local game = battle {
        a = { T.band("a1", 600, 200, { hidden = true }), T.band("a2", 100, 100),
          T.band("a3", 200, 100, { hidden = true }) },
        b = { T.foot("b1", 600, 900, { weapon = "musket" }), T.foot("b2", 665, 1100, { weapon = "musket" }) },
        ground = T.area("grass", "scrub", 500, 140, 700, 260),
      }
      T.amend(game, { turn = 5, ["units." .. gone .. ".status"] = "gone" })
      turn(game)
      return not T.unit(game, "a1").hidden
    end
    assert.is_true(rises "a2")
    assert.is_true(not rises "b2")
  end)
end)

describe("solo commanders", function()
  it("ask more of a charge by a stand whose loss decides the battle", function()
    local function charges(percent)
      local a = {}
      for i = 1, 3 do a[i] = T.band("a" .. i, 535 + 65 * i, 400, { class = "a", ferocious = true }) end
      return count(turn(battle {
        a = a, b = { T.foot("b1", 665, 520, { class = "a" }), T.foot("b2", 100, 1100) },
        more_a = ("break_percent = %d,"):format(percent), more_b = "stand_points = 4,",
      }), "charge")
    end
    assert.equals(1, charges(100))
    assert.equals(0, charges(30))
  end)

  it("expect no fire of a machine gun that is jammed", function()
    local function reason_to_charge(jammed)
      local game = T.game {
        variants = { "machine_guns_jam" }, a = { T.band("a1", 600, 300, { class = "a", ferocious = true }) },
        b = { T.maxim("b1", 600, 450) }, set = { ["units.b1.jammed"] = jammed },
        dice = { ["movement.roll"] = { 6, 6, 6 } },
      }
      T.to(game, "a", "movement")
      return assert(Solo.new(game, "a"):act()).solo.why
    end
    T.says(reason_to_charge(), "57% to win")
    T.says(reason_to_charge(true), "92% to win")
  end)

  it("fall upon who fights a friend, where they would not charge him else", function()
    local function charges(engaged)
      local game = battle {
        a = { T.foot("a1", 800, 451, { facing = "west" }), T.foot("a2", 600, 400) },
        b = { T.band("b1", 600, 451, { class = "b" }), T.band("b2", 1100, 1100) },
      }
      if engaged then T.act(game, function(play) play:meet("b1", "a2") end) end
      return count(turn(game), "charge")
    end
    assert.equals(0, charges(false))
    assert.equals(1, charges(true))
  end)

  it("spring an ambush for a friend whom an enemy fights", function()
    local function sprung(engaged)
      local game = battle {
        a = { T.foot("a1", 600, 300), T.foot("a2", 900, 100) },
        b = { T.band("b1", 780, 300, { hidden = true, class = "b", facing = "west" }), T.band("b2", 600, 351) },
      }
      if engaged then T.act(game, function(play) play:meet("b2", "a1") end) end
      return count(turn(game), "ambush")
    end
    assert.equals(0, sprung(false))
    assert.equals(1, sprung(true))
  end)
end)
