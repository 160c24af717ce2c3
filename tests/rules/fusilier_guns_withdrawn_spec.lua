-- Guns that go back, on the table and off it: the way of a battery, of light guns, and of what is lost of them.
local F <const> = require "fusilier_table"
local W <const> = require "fusilier_withdrawals"

local foot, guns, brigade, unit, at = F.foot, F.guns, F.brigade, F.unit, F.at
local REST_A, REST_B, COLUMN, BEATS_B1, DRAWS, FAILS = W.REST_A, W.REST_B, W.COLUMN, W.BEATS_B1, W.DRAWS, W.FAILS
local general, told, bounds, failed_division = W.general, W.told, W.bounds, W.failed_division

after_each(F.finished)

describe("a battery's way back", function()
  it("is with the brigade that routs whole, once; then it may join another (11.3, R93)", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a2", 1300, 1000, "north") .. REST_A),
      b = 'formation "div" { level = "division", quality = 5, '
        .. brigade("fb", foot("b1", 1000, 1200, "south") .. foot("b2", 1300, 1200, "south")
          .. guns("g", 1700, 1800, "south", "quality = 5"))
        .. brigade("fc", foot("c1", 300, 2400, "south") .. foot("c2", 600, 2400, "south")) .. "},"
        .. brigade("fz", REST_B),
      dice = { ["combat.infantry"] = { 6, 6, 1, 1, 6, 6, 1, 1 }, ["morale.division"] = FAILS },
    }
    F.next_bound(game) -- the division fails, and takes its other brigade back
    assert.are.equal(1800 + 210, at(game, "g")[2])
    assert.are.equal(2700, at(game, "c1")[2])
    F.to(game, "turn.movement")
    assert(game:command { side = "b", ["do"] = "attach_battery", unit = "g", formation = "fc" })
    bounds(game, 2)
    assert.are.equal("fc", unit(game, "g").formation)
    assert.are_not.equal("gone", unit(game, "g").status)
  end)

  it("is not due while its brigade is still to come onto the table", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. REST_A),
      b = brigade("fb", foot("b1") .. foot("b2") .. guns("g", 1000, 1800, "south")) .. brigade("fz", REST_B),
    }
    bounds(game, 2)
    assert.same({ 1000, 1800, 180 }, at(game, "g"))
  end)

  it("is with its division when it belongs to that itself (11.3)", function()
    local game = failed_division(foot("b2", 1300, 1350, "south"), guns("g", 1300, 1800, "south", "quality = 5")
      .. brigade("fc", foot("c1", 700, 1900, "south") .. foot("c2", 400, 1900, "south")))
    F.next_bound(game)
    assert.same({ 1300, 2010, 180 }, at(game, "g"))
    assert.are.equal("stationary", unit(game, "g").status)
    assert.are.equal(2200, at(game, "c1")[2])
  end)

  it("is none for siege guns: limbering takes all their time (6.4)", function()
    local siege = 'unit "s" { troop = "siege_artillery", guns = 4, calibre_pdr = 18, quality = 5, at = { 1600, 1800 }, '
      .. 'facing = "south" },'
    local game = failed_division(foot("b2", 1300, 1350, "south"), siege
      .. brigade("fc", foot("c1", 700, 1900, "south") .. foot("c2", 400, 1900, "south")))
    F.next_bound(game)
    assert.same({ 1600, 1800, 180 }, at(game, "s"))
    assert.are.equal("limbered", unit(game, "s").drill)
    assert.is_true(told(game, "S is limbered up, and has no time left to go back."))
  end)

  it("is one way though it and its brigade both fail, and it may not act anyhow", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. foot("b2", 1300, 1350, "south")
        .. guns("g", 1500, 1800, "south", "quality = 5")) .. brigade("fz", REST_B),
      dice = {
        ["combat.infantry"] = BEATS_B1, ["morale.brigade"] = { 0, 1 }, ["morale.artillery"] = FAILS,
      },
      set = { ["units.g.status"] = "stationary", ["units.g.guns"] = 5, ["units.g.guns_lost_now"] = 1 },
    }
    F.to(game, "turn.fire")
    assert(game:amend("units.g.guns_lost_now", 1, "laid out so"))
    F.next_bound(game)
    assert.same({ 1500, 2010, 180 }, at(game, "g"))
  end)
end)

describe("light guns", function()
  local function light(more, variants)
    local game = F.fight {
      a = general("g", "brigade", "a1") .. brigade("fa", foot("a1", 1000, 1000, "north")
        .. foot("a2", 1500, 1000, "north", COLUMN)
        .. ('unit "l" { troop = "light_artillery", guns = 2, calibre_pdr = 3, at = { 1500, 900 }, facing = "north", %s },')
          :format(more), 'commander = "g",') .. brigade("fz", REST_A),
      b = brigade("fb", foot("b1", 1000, 1200, "south") .. REST_B), variants = variants,
      dice = { ["combat.infantry"] = DRAWS, ["general.risk"] = { 0 } },
    }
    bounds(game, 1)
    F.to(game, "turn.fire")
    return game
  end

  it("go back where their battalion goes, and no further (R30)", function()
    local game = light 'attached_to = "a2"'
    assert.same({ 1500, 500, 0 }, at(game, "a2"))
    assert.same({ 1500, 400, 0 }, at(game, "l"))
    assert.is_false(told(game, "L falls back"))
  end)

  it("taken as artillery go by themselves, at the rate of the battalion they are with, and limber first", function()
    local game = light('attached_to = "a2"', { "light_guns_as_artillery" })
    assert.same({ 1500, 900 - 7 * 50, 0 }, at(game, "l"))
  end)

  it("with no battalion go as infantry in line", function()
    local game = light ""
    assert.same({ 1500, 600, 0 }, at(game, "l"))
  end)
end)

describe("light guns with a battalion", function()
  it("make room when it takes a broader formation (R30)", function()
    local game = F.battle({ a = foot("a1", 1000, 500, "north") .. F.FAR_A .. [[unit "g" { troop = "light_artillery",
      guns = 2, calibre_pdr = 4, quality = 5, attached_to = "a1", at = { 880, 500 }, facing = "north" },]],
      b = F.FAR_B }, { order = { verb = "hold" } })
    F.to(game, "turn.movement")
    F.give(game, "a", "move", { unit = "a1", evolve = "skirmish" })
    F.to(game, "turn.fire")
    assert.are.equal("skirmish", unit(game, "a1").drill)
    assert.is_true(F.gap(game, "a1", "g") <= 2) -- beside it or behind it, and not in it
    assert.is_true(F.at(game, "g")[1] < 800 or F.at(game, "g")[2] < 480)
  end)
end)

describe("guns that two batteries hit in one step", function()
  local game = F.fight {
    a = brigade("fa", guns("g1", 1000, 1000, "north") .. guns("g2", 1200, 1000, "north") .. REST_A),
    b = brigade("fb", guns("g3", 1100, 1350, "south") .. REST_B), set = { ["units.g3.guns"] = 1 },
    dice = { ["artillery.fire"] = { 5, 6, 5, 6 } },
  }
  F.to(game, "turn.fire")
  for _, id in ipairs { "g1", "g2" } do
    assert(game:command { side = "a", ["do"] = "fire", unit = id, target = "g3" })
  end
  F.next_bound(game)

  it("are silenced once (R43)", function()
    assert.is_true(told(game, "2D6 11: 1 gun silenced."))
    assert.is_true(told(game, "2D6 11: no gun is left to silence."))
    assert.are.equal("gone", unit(game, "g3").status)
  end)

  it("count with those that went before among a side's losses", function()
    local rows = game.words.losses(game.play, "b")
    assert.are.equal("6 of 6 guns", rows[3].text)
  end)
end)

describe("guns without their gunners", function()
  it("are not lost, and are named apart when others are (10.1)", function()
    local game = F.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north") .. REST_A),
      b = brigade("fb", guns("g", 1000, 1150, "south") .. foot("b1", 1000, 1220, "south") .. REST_B),
      set = { ["units.g.guns"] = 4 },
    }
    F.next_bound(game)
    local row = game.words.losses(game.play, "b")[3]
    assert.same({ 2, "2 of 6 guns, 4 without gunners" }, { row.lost, row.text })
  end)
end)

describe("guns that players move back", function()
  it("are limbered first, and told so", function()
    local game = F.fight {
      a = brigade("fa", foot "a1" .. foot "a2"),
      b = brigade("fb", foot "b1" .. foot "b2" .. guns("g", nil, nil, nil, "quality = 5")),
      dice = { ["combat.infantry"] = BEATS_B1, ["morale.brigade"] = FAILS },
      facts = function(question)
        return question.fact == "contacts" and { { ours = "a1", theirs = "b1" } } or {}
      end,
    }
    F.next_bound(game)
    assert.is_true(told(game, "limber, and move the 7 min that are left, 210 mm in the open"))
    assert.are.equal("limbered", unit(game, "g").drill)
  end)
end)
