--- What orders the solo commander of Bugles, Bullets, and Blades gives to groups, and to stands that need none.
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
