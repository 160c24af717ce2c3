--- What orders the solo commander of Bugles, Bullets, and Blades gives to groups, and to stands that need none.
local lists <const> = require "limber.common.lists"
local T <const> = require "bugles_table"
local S <const> = require("solo_battles").of("bugles", T)

local battle <const>, turn <const>, count <const> = S.battle, S.turn, S.count

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

it("solo commanders say of a turn that it is one, and what for", function()
  local game = battle {
    a = { T.foot("a1", 600, 200) }, b = { T.foot("b1", 1500, 1100, { weapon = "musket" }) }, last_turn = 7,
    ground = T.area("mission", "buildings", 800, 300, 900, 400, "objective = 5"),
  }
  turn(game)
  local line = lists.find(game.journal.lines, function(one)
    return one.command and (one.command["do"] == "wheel" or one.command["do"] == "change_face")
  end)
  assert.equals("it turns to take mission", line and line.solo.why)
end)

describe("solo leaders", function()
  local function of(list, commander)
    return #lists.filter(list or {}, function(cmd) return cmd.commander == commander end)
  end

  it("stay behind when they command no stand themselves, unless they are under fire", function()
    local function rides(y)
      local given = turn(battle {
        a = { T.foot("a1", 700, 100), T.foot("a2", 765, 100) }, b = { T.foot("b1", 40, y), T.foot("b2", 730, 900) },
      })
      return of(given.place_leader, "ca")
    end
    assert.equals(0, rides(900))
    assert.equals(1, rides(300))
  end)

  it("take over a group only for stands that would move", function()
    local function takes(hidden)
      local how = { hidden = hidden }
      local a = { T.band("a1", 900, 200), T.band("a2", 80, 140, how), T.band("a3", 150, 140, how) }
      return count(turn(battle { a = a, b = { T.foot("b1", 500, 1100) } }), "take_command")
    end
    assert.equals(1, takes())
    assert.equals(0, takes(true))
  end)
end)
