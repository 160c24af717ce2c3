--- R9: generals ride, go along, get away, and are lost.
local T <const> = require "horse_and_musket_table"

local function battle(more)
  local spec = {
    a = { T.foot("a1", 900, 300), T.foot("a2", 600, 300) }, b = { T.foot("b1", 900, 1000) },
    general_a = { at = { 900, 200 } },
  }
  for key, value in pairs(more or {}) do spec[key] = value end
  return spec
end

local function ride(game, x, y)
  return T.refusal(game, "a", "move_general", { commander = "ga", to = { x = x * 1000, y = y * 1000 } })
end

describe("horse_and_musket: generals", function()
  after_each(T.finished)

  it("ride up to 180 mm, middle to middle, once in each of two steps", function()
    local game = T.game(battle())
    assert.is_nil(ride(game, 1080, 200))
    local fault = ride(game, 1081, 200)
    T.says(fault.message, "181 mm away, he rides 180")
    assert.are.equal(-1, fault.margin)
    T.says(ride(game, 900, 5).message, "off the table")
    T.says(ride(game, 900, 200).message, "is where he is")
    T.give(game, "a", "move_general", { commander = "ga", to = { x = 1080000, y = 200000 } })
    assert.are.same({ 1080, 200, 0 }, T.at(game, "ga"))
    T.says(ride(game, 1000, 200).message, "ridden in this step")
    T.says(T.story(game), "ga rides 180 mm.")
    T.to(game, "a", "movement")
    assert.is_nil(ride(game, 1000, 200))
  end)

  it("cross anything but impassable ground and rivers off a crossing", function()
    local function across(terrain, more)
      local game = T.game(battle { ground = ('area "x" { terrain = "%s", rect = { { 940, 100 }, { 980, 280 } }, %s },')
        :format(terrain, more or "") .. (terrain == "river"
          and 'area "y" { terrain = "bridge", rect = { { 930, 160 }, { 990, 190 } } },' or "") })
      return game, ride(game, 1020, 200)
    end
    for _, terrain in ipairs { "woods", "town", "crops", "ford" } do
      local _, fault = across(terrain)
      assert.is_nil(fault, terrain)
    end
    local _, fault = across "impassable"
    T.says(fault.message, "beyond impassable ground, 39 mm from where he is")
    local game
    game, fault = across "river"
    T.says(fault.message, "beyond a river off a crossing")
    assert.are.equal("R9", fault.cite)
    T.put(game, "ga", 900, 175)
    assert.is_nil(ride(game, 1020, 175))
  end)

  it("do not ride into the enemy, and are with whatever friend they touch", function()
    local game = T.game(battle { b = { T.foot("b1", 1100, 200) } })
    T.says(ride(game, 1010, 200).message, "where b1 stands")
    assert.is_nil(ride(game, 1005, 200))
    T.give(game, "a", "move_general", { commander = "ga", to = { x = 900000, y = 277000 } })
    assert.are.equal("a1", T.leader(game, "ga").with)
    T.says(T.story(game), "ga rides 77 mm to a1")
  end)

  it("leave the unit they are with, and join another by riding up to it", function()
    local game = T.game(battle { general_a = { with = "a1" } })
    assert.are.same({ 900, 278, 0 }, T.at(game, "ga"))
    T.give(game, "a", "move_general", { commander = "ga", to = { x = 900000, y = 200000 } })
    assert.is_nil(T.leader(game, "ga").with)
    T.to(game, "a", "movement")
    T.says(T.refusal(game, "a", "attach_general", { commander = "ga", unit = "a2" }).message, "222 mm away, he rides 180")
    T.give(game, "a", "attach_general", { commander = "ga", unit = "a1" })
    assert.are.equal("a1", T.leader(game, "ga").with)
    assert.are.equal(278, T.at(game, "ga")[2])
  end)

  it("go along with their unit", function()
    local game = T.game(battle { general_a = { with = "a1" } })
    T.to(game, "a", "movement")
    T.give(game, "a", "move", { unit = "a1", distance = 70000 })
    assert.are.same({ 900, 370, 0 }, T.at(game, "a1"))
    assert.are.same({ 900, 348, 0 }, T.at(game, "ga"))
  end)

  it("get away to the nearest friend within 180 mm when their unit is gone, else are lost", function()
    local function bereft(x)
      local game = T.game(battle { a = { T.foot("a1", 900, 300), T.foot("a2", x, 300) }, b = { T.foot("b1", 900, 390) },
        general_a = { with = "a1" }, set = { ["units.a1.hits"] = 5, ["units.a1.staggered"] = true },
        dice = { ["fire.small_arms"] = { 6, 6, 6, 6 } } })
      T.to(game, "b", "firing")
      T.give(game, "b", "fire", { unit = "b1", target = "a1" })
      assert.are.equal("gone", T.unit(game, "a1").status)
      return game
    end
    -- His base's edge is at 887.5, a2's at x + 80.
    local game = bereft(627.5)
    assert.are.equal("a2", T.leader(game, "ga").with)
    assert.are.same({ 628, 278, 0 }, T.at(game, "ga"))
    T.says(T.story(game), "ga gets away to a2")
    game = bereft(626.5)
    assert.are.equal("gone", T.leader(game, "ga").status)
    assert.is_nil(T.leader(game, "ga").base)
    T.says(T.story(game), "ga is taken: no friend is within 180 mm")
  end)

  it("get away when an enemy touches them alone", function()
    local game = T.game(battle { b = { T.horse("b1", 900, 600) }, general_a = { at = { 900, 400 } } })
    T.to(game, "b", "charges")
    T.put(game, "b1", 900, 453)
    assert.is_nil(T.leader(game, "ga").with)
    T.to(game, "b", "firing")
    assert.are.equal("a1", T.leader(game, "ga").with)
    T.says(T.story(game), "ga gets away to a1")
  end)

  it("get away from a charge that comes upon them", function()
    local game = T.game(battle { a = { T.foot("a1", 1500, 600), T.foot("a2", 900, 300) }, b = { T.horse("b1", 900, 520) },
      general_a = { at = { 900, 400 } }, dice = { ["charge.test"] = { 6 } } })
    T.to(game, "b", "charges")
    T.give(game, "b", "charge", { unit = "b1", target = "a2" })
    T.done(game)
    while game:waiting().kind == "decision" do T.answer(game, "hold_fire") end
    assert.are.equal("a2", T.leader(game, "ga").with)
    T.says(T.story(game), "ga gets away to a2")
  end)

  it("are touched by who goes over them, and past them", function()
    -- From 300 to 375 its rear comes to 365; gb stands from 327.5 to 352.5, b1 has its edge 180 mm from him.
    local function over(x)
      return T.to(T.game { a = { T.foot("a1", 900, 300) }, b = { T.foot("b1", x, 340, { drill = "column" }) },
        general_b = { at = { 900, 340 } } }, "a", "movement")
    end
    local game = over(900 + 12.5 + 180 + 20)
    T.give(game, "a", "move", { unit = "a1", distance = 75000 })
    assert.are.equal("b1", T.leader(game, "gb").with)
    game = over(900 + 12.5 + 181 + 20)
    T.give(game, "a", "move", { unit = "a1", distance = 75000 })
    assert.are.equal("gone", T.leader(game, "gb").status)
    game = over(900 + 12.5 + 181 + 20)
    T.put(game, "gb", 900, 400) -- its front comes to 385
    T.give(game, "a", "move", { unit = "a1", distance = 75000 })
    assert.are.equal("ready", T.leader(game, "gb").status)
  end)

  it("of a told game ride without places, and the players say who was touched", function()
    local asked = {}
    local game = T.game { a = { T.foot("a1"), T.foot("a2") }, b = { T.foot("b1") }, general_a = { with = "a1" },
      told = function(question)
        asked[#asked + 1] = question.fact
        if question.fact == "generals_touched" then return { { general = "ga" } } end
        if question.fact == "nearest_friend" then return {} end
        return question.offered
      end }
    T.give(game, "a", "move_general", { commander = "ga" })
    assert.is_nil(T.leader(game, "ga").with)
    T.to(game, "b", "movement")
    T.to(game, "b", "firing")
    assert.are.equal("gone", T.leader(game, "ga").status)
    T.says(table.concat(asked, " "), "generals_touched nearest_friend")
    game = T.game { a = { T.foot("a1"), T.foot("a2") }, b = { T.foot("b1") }, told = function(question)
      if question.fact == "rides_so_far" then return question.of[2] == "a2" end
      return question.offered
    end }
    T.says(T.refusal(game, "a", "attach_general", { commander = "ga", unit = "a1" }).message, "is the one he is with")
    T.give(game, "a", "attach_general", { commander = "ga", unit = "a2" })
    assert.are.equal("a2", T.leader(game, "ga").with)
  end)

  it("are proposed only rides that are legal", function()
    local more = 'leader "k" { rank = "commanding_officer", at = { 400, 100 } },'
    local game = T.game(battle { more_a = more, ground = 'area "x" { terrain = "impassable", disc = { { 700, 150 }, 40 } },' })
    assert.are.equal(3, #T.all_legal(game, "a"))
    T.to(game, "a", "movement")
    assert(#T.all_legal(game, "a", "attach_general") > 0)
    assert(#T.all_legal(game, "a", "move_general") > 0)
  end)

  it("who are gone do nothing", function()
    local game = T.game(battle { set = { ["leaders.ga.status"] = "gone" },
      more_a = 'leader "g2" { at = { 600, 200 }, quality = "competent" },' })
    for _, one in ipairs { { "move_general", { to = { x = 900000, y = 250000 } } }, { "attach_general", { unit = "a1" } },
      { "rally", { unit = "a1" } } } do
      one[2].commander = "ga"
      T.says(T.refusal(game, "a", one[1], one[2]).message, "commander is gone")
    end
  end)
end)
