--- How solo warriors of Bugles, Bullets, and Blades wait, and what its guns do meanwhile.
local lists <const> = require "limber.common.lists"
local T <const> = require "bugles_table"
local S <const> = require("solo_battles").of("bugles", T)

local battle <const>, turn <const>, count <const> = S.battle, S.turn, S.count

--- Six companies abreast, so far up the table.
local function line_of_rifles(y)
  local list = {}
  for i = 1, 6 do list[i] = T.foot("b" .. i, 370 + 65 * i, y, { weapon = "improved_rifle" }) end
  return list
end

describe("solo warriors under fire", function()
  --- How often a stand turns in a turn, on the spot or by a wheel.
  local function turns_of(spec, id)
    local given = turn(battle(spec))
    local all = lists.append(lists.append({}, given.change_face or {}), given.wheel or {})
    return #lists.filter(all, function(cmd) return cmd.units[1] == id end)
  end

  it("turn about only where one move takes them out of it", function()
    local function turns(y)
      local a = { T.band("a1", 600, 300), T.band("a2", 100, 100), T.band("a3", 200, 100) }
      local given = turn(battle { a = a, b = line_of_rifles(y) })
      return #lists.filter(given.change_face or {}, function(cmd) return cmd.units[1] == "a1" end)
    end
    assert.equals(1, turns(770))
    assert.equals(0, turns(590))
  end)

  it("turn about only where one turn will do, with nobody in the way", function()
    local function turns(friend)
      local a = { T.band("a1", 600, 300), T.band("a2", 100, 100), T.band("a3", 200, 100), friend }
      return turns_of({ a = a, b = line_of_rifles(770) }, "a1")
    end
    assert.equals(1, turns())
    assert.equals(0, turns(T.band("a4", 600, 220)))
  end)

  it("do not turn for cover where fire would cost them hardly less than the test", function()
    local function turns(y)
      local a = { T.band("a1", 600, 300), T.band("a2", 100, 100), T.band("a3", 200, 100) }
      local ground = T.area("wood", "open_woods", 500, 100, 700, 200)
      return turns_of({ a = a, b = line_of_rifles(y), ground = ground }, "a1")
    end
    assert.equals(1, turns(720))
    assert.equals(0, turns(680))
  end)

  it("do not turn a little while they wait", function()
    local function turns(facing)
      local a = { T.band("a1", 600, 200, { facing = facing }), T.band("a2", 100, 100), T.band("a3", 200, 100) }
      return turns_of({ a = a, b = { T.foot("b1", 720, 450, { weapon = "musket" }) } }, "a1")
    end
    assert.equals(0, turns "north")
    assert.equals(1, turns "west")
  end)

  it("stay in hiding when they have had enough", function()
    local function goes(hidden)
      local game = battle {
        a = { T.band("a1", 600, 500, { hidden = hidden }), T.band("a2", 700, 500), T.band("a3", 800, 500) },
        b = { T.foot("b1", 700, 800), T.foot("b2", 765, 800) },
      }
      T.amend(game, { ["units.a2.status"] = "gone", ["units.a3.status"] = "gone" })
      return count(turn(game), "change_face")
    end
    assert.equals(1, goes())
    assert.equals(0, goes(true))
  end)
end)

describe("solo guns", function()
  local function limbers(enemy, y)
    return count(turn(battle { a = { T.gun("a1", 600, 100) }, b = { enemy("b1", 600, y) } }), "limber")
  end

  it("do not limber with horse near who could come upon them", function()
    assert.equals(1, limbers(T.foot, 1170))
    assert.equals(0, limbers(T.riders, 900))
  end)

  it("do not limber for a short way", function()
    assert.equals(0, limbers(T.foot, 1000))
    assert.equals(1, limbers(T.foot, 1050))
  end)
end)
