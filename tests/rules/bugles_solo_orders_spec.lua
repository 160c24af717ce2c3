--- What orders the solo commander of Bugles, Bullets, and Blades gives to groups, and to stands that need none.
local lists <const> = require "limber.common.lists"
local T <const> = require "bugles_table"
local S <const> = require("solo_battles").of("bugles", T)

local battle <const>, turn <const> = S.battle, S.turn

--- The groups that are nominated in a turn, in their order.
local function nominated(spec)
  local list = {}
  for i, cmd in ipairs(turn(battle(spec)).nominate_group or {}) do list[i] = cmd.group end
  return list
end

describe("solo commanders nominate", function()
  it("first who has a charge that promises much, though others are nearer to the enemy", function()
    local order = nominated {
      a = { T.irregulars("a1", 300, 300), T.band("a2", 900, 300, { group = "gz", class = "b", hidden = true }) },
      b = { T.irregulars("b1", 400, 370), T.irregulars("b2", 900, 500, { class = "d" }) },
    }
    assert.same({ "gz", "ga" }, order)
  end)

  it("nobody who would do nothing", function()
    local function groups(enemy)
      return nominated {
        a = { T.foot("a1", 600, 300), T.foot("a2", 1500, 300, { group = "gf" }) },
        b = { T.band("b1", 600, 640), enemy },
      }
    end
    assert.same({ "gf" }, groups(T.band("b2", 1500, 1000)))
    assert.equals(1, #groups(T.band("b2", 1500, 640)))
  end)
end)

describe("solo regulars", function()
  it("set out for an objective near by whom the plan sends there, when few turns are left", function()
    local function sets_out(last_turn)
      local game = battle {
        a = { T.foot("a1", 600, 200), T.foot("a2", 700, 200) },
        b = { T.foot("b1", 1500, 1100, { weapon = "musket" }) }, last_turn = last_turn,
        ground = T.area("mission", "buildings", 540, 400, 660, 480, "objective = 5"),
      }
      local moved = turn(game).move
      local line = lists.find(game.journal.lines, function(one) return one.command and one.command.unit == "a1" end)
      return moved ~= nil and line ~= nil and line.solo.why == "to take mission"
    end
    assert.is_true(sets_out(7))
    assert.is_true(not sets_out(20))
  end)
end)
