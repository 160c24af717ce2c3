--- Napoleonic Fire & Fury: the zones, reserve movement, its throws and its memory.
local Rules <const> = require "limber.rules.stack"
local prospects <const> = require "limber.ask.prospects"
local tree <const> = require "limber.common.tree"
local T <const> = require "nff_table"

local function inch(n) return math.floor(n * 25400 + 0.5) end

--- A game in a's step of reserve movement, the enemy in the far north.
local function reserve(a, more)
  local spec = { a = a, b = { T.foot("b1", 20, 56) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "reserve")
end

local function announce(game, ...) T.give(game, "a", "announce_rm", { units = { ... } }) end

describe("nff: reserve movement", function()
  after_each(T.finished)

  it("is announced and thrown for, and only then made", function()
    local game = reserve({ T.foot("a1", 20, 20), T.foot("a2", 30, 20) }, { dice = { ["reserve.movement"] = { 7, 3 } } })
    T.refused(game, "move", { unit = "a1", distance = inch(1) }, "RM 3c, RM 4")
    announce(game, "a1")
    T.says(T.story(game), "A1 throws 7 - 1 = 6 to move in reserve (commander ordinary -1): slow march")
    T.refused(game, "announce_rm", { units = { "a1" } }, "RM 4")
    T.refused(game, "move", { unit = "a1", distance = inch(4.6) }, "Man 2, RM 9")
    T.give(game, "a", "move", { unit = "a1", distance = inch(4.5) })
    announce(game, "a2")
    T.refused(game, "move", { unit = "a2", distance = inch(1) }, "RM 4")
    T.to(game, "a", "tactical")
    T.refused(game, "maneuver", { unit = "a2" }, "TM 1")
  end)

  it("leads through two zones at most", function()
    local game = reserve { T.foot("a1", 20, 37.5), T.foot("a2", 30, 56) }
    announce(game, "a1")
    T.give(game, "a", "move", { unit = "a1", distance = inch(4) })
    assert.same({ "reserve", "tactical" }, T.unit(game, "a1").zones)
    announce(game, "a2")
    T.refused(game, "move", { unit = "a2", distance = inch(1) }, "RM 1, TM 1, R130", "stays in the tactical zone")
    T.give(game, "a", "wheel", { unit = "a2", angle = -30000 }) -- on its way out
    local aside = { T.foot("b1", 36.5, 30) } -- 15 in reach it from 4 in before it comes level
    game = reserve({ T.horse("a1", 20, 22, { drill = "march_column" }) }, { b = aside })
    announce(game, "a1")
    T.refused(game, "move", { unit = "a1", distance = inch(15) }, "RM 3e", "into the tactical zone and out of it")
    T.give(game, "a", "move", { unit = "a1", distance = inch(7) })
    game = reserve({ T.horse("a1", 20, 30, { drill = "march_column" }) }, { b = { aside[1], T.foot("b2", 36.5, 46) } })
    announce(game, "a1")
    T.refused(game, "move", { unit = "a1", distance = inch(13) }, "RM 3e", "out of the tactical zone and into it")
  end)

  it("is no way to leave the tactical zone in the tactical step, nor to move there from the reserve", function()
    local game = reserve({ T.horse("a1", 20, 39.5), T.foot("a2", 40, 20), T.horse("a3", 36, 50) }, {
      b = { T.foot("b1", 20, 55.5) },
    })
    T.to(game, "a", "tactical")
    T.refused(game, "maneuver", { unit = "a2" }, "RM 1, TM 1")
    T.give(game, "a", "maneuver", { unit = "a3" })
    T.refused(game, "move", { unit = "a3", distance = inch(8.8), oblique = 45000 }, "RM 3, TM 1", "reserve zone")
    T.give(game, "a", "move", { unit = "a3", distance = inch(1) })
  end)

  it("counts a zone to 15 inches exactly, and no engineers but by a variant", function()
    for distance, zone in pairs { [15] = "tactical", [15.01] = "reserve" } do
      local game = reserve { T.foot("a1", 20, 55 - distance) }
      T.to(game, "a", "tactical")
      local fault = T.refusal(game, "a", "maneuver", { unit = "a1" })
      assert.equal(zone, fault and "reserve" or "tactical")
    end
    local company = { T.foot("b1", 55, 58), { id = "b2", given = { arm = "engineers", controller = "lb", at = { 20, 45 } } } }
    local game = T.to(reserve({ T.foot("a1", 20, 40) }, { b = company }), "a", "tactical")
    T.refused(game, "maneuver", { unit = "a1" }, "RM 1, TM 1")
    game = T.to(reserve({ T.foot("a1", 20, 40) }, { b = company, variants = { "zone_counts_all_units" } }), "a", "tactical")
    T.give(game, "a", "maneuver", { unit = "a1" })
  end)

  it("tells zones apart by the rules in force, though nobody has moved", function()
    local game = T.game { a = { T.foot("a1", 20, 20) }, b = { T.foot("b1", 20, 40) } }
    local function zone() return (game:view "a":fact("zone", "a1")) end
    local published = tree.shallow(game.rules.published)
    published.loader = tree.shallow(published.loader)
    function published.loader.variant(_, name)
      return name, [[variant "dusk" { of = "nff", cite = "house", doc = "No reserve at the end of a turn.", wraps = {
        ["reserve.zone"] = function(before, rules, q, dice)
          local found = before(rules, q, dice)
          if rules.here and rules.here.step == "player_turn.tactical" then found.zone = "tactical" end
          return found
        end,
      } }]], false
    end
    T.to(game, "a", "reserve")
    assert.equal("reserve", zone())
    assert(game:tweak { cell = "constants.reserve_zone_beyond", value = 40 })
    assert.equal("tactical", zone())
    game:undo()
    local dusk = assert(Rules.over(published, { "dusk.lua" }))
    assert(game:change_rules(dusk, { kind = "variant", variants = { "dusk.lua" } }))
    assert.equal("reserve", zone())
    T.to(game, "a", "tactical")
    assert.equal("tactical", zone())
  end)

  it("remembers success and failure from turn to turn", function()
    local game = reserve({ T.foot("a1", 20, 20), T.foot("a2", 30, 20) }, {
      dice = { ["reserve.movement"] = { 10, 1, 10, 1, 1, 1 } },
    })
    announce(game, "a1")
    announce(game, "a2")
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    assert.is_true(T.unit(game, "a1").rm_success)
    assert.equal(1, T.unit(game, "a2").rm_failures)
    assert.is_nil(T.unit(game, "a1").used_rm)
    announce(game, "a1")
    announce(game, "a2")
    T.says(T.story(game), "A1 throws 10 + 1 = 11 to move in reserve (commander ordinary -1, reserve success last turn +2)")
    T.says(T.story(game), "A2 throws 1 to move in reserve (commander ordinary -1, reserve failure once +1)")
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    announce(game, "a2")
    T.says(T.story(game), "reserve failure twice +2")
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    assert.is_nil(T.unit(game, "a1").rm_success) -- a turn without reserve movement
    announce(game, "a1")
    assert.equal(3, T.unit(game, "a2").rm_failures)
  end)

  it("is barred to fire and charges of the whole turn, and free again in the next", function()
    local game = reserve { T.foot("a1", 20, 20) }
    announce(game, "a1")
    T.to(game, "a", "tactical")
    T.refused(game, "charge", { unit = "a1", target = "b1" }, "RM 3d", "reserve")
    local view = game:view "a"
    local asked = view.measure["fire.may_fire"](view, "a1", "b1")
    assert.equal("reserve_movement", view:ask("fire.may_fire", asked, "a1", "b1").reason)
    T.to(game, "b", "tactical")
    assert.is_true(T.unit(game, "a1").used_rm)
    T.to(game, "a", "leaders")
    assert.is_nil(T.unit(game, "a1").used_rm)
  end)

  it("may share a throw within a division, where the modifiers agree", function()
    local game = reserve({ T.foot("a1", 20, 20), T.foot("a2", 30, 20), T.foot("a3", 40, 20) }, {
      dice = { ["reserve.shared_roll"] = { 8 } }, set = { ["units.a2.disordered"] = true, ["units.a3.disordered"] = true },
    })
    T.refused(game, "announce_rm", { units = { "a1", "a2" }, shared = true }, "RM 8, R77", "-1 and -2")
    T.give(game, "a", "announce_rm", { units = { "a2", "a3" }, shared = true })
    T.says(T.story(game), "A2 and a3 throw 8 - 2 = 6 to move in reserve (commander ordinary -1, disordered -1): slow march")
    assert.is_nil(T.unit(game, "a2").disordered)
    local alone = { ["do"] = "announce_rm", side = "a", units = { "a1" } } -- -1: 8 or more, 6 or more
    assert.same({ "30% to move freely", "50% to move at all" }, prospects.of(game, game:view("a"), alone))
    T.give(game, "a", "move", { unit = "a3", distance = inch(4.5) })
  end)

  it("names the modifiers of each brigade where other ones have the same sum", function()
    local game = reserve({ T.foot("a1", 20, 20), T.foot("a2", 30, 20) }, { dice = { ["reserve.shared_roll"] = { 8 } } })
    T.to(game, "b", "reserve")
    T.to(game, "a", "reserve")
    T.act(game, function(play)
      play:set(play:unit "a2", "rm_failures", 1)
      play:set(play:unit "a2", "disordered", true)
    end)
    T.give(game, "a", "announce_rm", { units = { "a1", "a2" }, shared = true })
    T.says(T.story(game), "A1 (commander ordinary -1) and a2 (commander ordinary -1, reserve failure once +1, disordered -1)"
      .. " throw 8 - 1 = 7 to move in reserve: march")
  end)

  it("may share a throw within a corps, and gets nothing of a commander who is with a unit", function()
    local function division(id)
      return ('formation "d%s" { level = "division", commander = "l%s", unit "x%s" { stands = 4, at = { %d, 10 } } },')
        :format(id, id, id, 10 * id)
    end
    local function leader(id, rank) return ('leader "l%s" { rank = "%s", at = { 5, 5 } },'):format(id, rank) end
    local corps = leader(1, "division") .. leader(2, "division") .. leader(3, "corps")
      .. 'formation "corps" { level = "corps", commander = "l3",' .. division(1) .. division(2) .. "},"
    local game = reserve({ T.foot("a1", 40, 20) }, {
      more_a = corps, leaders = { ca = { with = "a1", general = "napoleon" } }, dice = { ["reserve.shared_roll"] = { 8 } },
    })
    T.refused(game, "announce_rm", { units = { "x1", "a1" }, shared = true }, "RM 8", "one division or corps")
    T.give(game, "a", "announce_rm", { units = { "x1", "x2" }, shared = true })
    T.says(T.story(game), "throw 8 to move in reserve")
  end)

  it("needs no throw of batteries and engineers, but a leader in reach", function()
    local spec = { leaders = { la = { at = { 20, 10 } } } }
    local engineers = { id = "a2", given = { arm = "engineers", controller = "la", at = { 26, 20 } } }
    local game = reserve({ T.guns("a1", 20, 20, { limbered = true }), engineers, T.guns("a3", 40, 30) }, spec)
    announce(game, "a1", "a2")
    T.give(game, "a", "move", { unit = "a1", distance = inch(6) })
    T.give(game, "a", "move", { unit = "a2", distance = inch(9) })
    T.refused(game, "announce_rm", { units = { "a3" } }, "RM 7, Add 1, R86, R93")
    T.to(game, "b", "leaders")
    assert.is_nil(T.unit(game, "a1").rm_success)
  end)

  it("goes better in the first turn of a set battle, and after the army's commander has joined theirs", function()
    local game = reserve({ T.foot("a1", 20, 20) }, {
      settings = "set_battle = true,", dice = { ["reserve.movement"] = { 5, 5 } },
      leaders = { la = { with = "a1" }, ca = { at = { 24, 20 }, general = "davout" } },
    })
    announce(game, "a1")
    T.says(T.story(game), "commander outstanding +2, first turn set battle +2")
    T.to(game, "a", "detached_leaders")
    T.give(game, "a", "move_leader", { commander = "ca", joins = "la" })
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    announce(game, "a1")
    T.says(T.story(game), "A1 throws 5 + 3 = 8 to move in reserve (adc or army commander attached +1, reserve success last turn +2)")
  end)

  it("is helped by an Imperial ADC who has joined their commander, in the next turn alone", function()
    local adc = 'leader "lobau" { imperial_adc = true, at = { 24, 20 } },'
    local spec = { leaders = { la = { with = "a1" }, ca = { general = "napoleon" } }, more_a = adc }
    spec.dice = { ["reserve.movement"] = { 5, 5 } }
    local game = reserve({ T.foot("a1", 20, 20) }, spec)
    T.to(game, "a", "detached_leaders")
    T.give(game, "a", "move_leader", { commander = "lobau", joins = "la" })
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    announce(game, "a1")
    T.says(T.story(game), "A1 throws 5 + 3 = 8 to move in reserve (commander outstanding +2, adc or army commander attached +1)")
    T.to(T.to(game, "b", "leaders"), "a", "reserve")
    announce(game, "a1")
    T.says(T.story(game), "A1 throws 5 + 4 = 9 to move in reserve (commander outstanding +2, reserve success last turn +2)")
  end)

  local JOINS <const> = 'leader "lobau" { imperial_adc = true, at = { 24, 20 } },'

  --- A game in the second turn's step 3, after Lobau has joined "la", or another.
  local function joined(joins, more)
    local spec = { leaders = { la = { with = "a1" }, ca = { general = "napoleon" } }, more_a = JOINS }
    for key, value in pairs(more or {}) do spec[key] = value end
    local game = T.to(reserve({ T.foot("a1", 20, 20), T.foot("a2", 33, 20) }, spec), "a", "detached_leaders")
    T.give(game, "a", "move_leader", { commander = "lobau", joins = joins })
    return T.to(T.to(game, "b", "leaders"), "a", "leaders")
  end

  it("is helped by an ADC whose commander has gone back with his unit: he goes with him", function()
    local game = joined "la"
    T.act(game, function(play)
      local base = play:unit("a1").base
      play:set_down("a1", { x = base.x, y = base.y - inch(5), facing = 0, width = base.width, depth = base.depth })
    end)
    assert.equal(inch(1), T.leader(game, "la").base.y - T.leader(game, "lobau").base.y)
    T.to(game, "a", "reserve")
    announce(game, "a1")
    T.says(T.story(game), "adc or army commander attached +1")
  end)

  it("is not helped by an ADC with the army's commander, nor when he or theirs has ridden off", function()
    local leaders = { la = { with = "a1" }, ca = { general = "napoleon", at = { 24, 22 } } }
    local game = T.to(joined("ca", { leaders = leaders }), "a", "reserve")
    announce(game, "a1")
    assert.is_nil(T.story(game):find("adc or army", 1, true))
    for rider, unit in pairs { la = "a2", lobau = "a1" } do
      game = joined "la"
      T.give(game, "a", "attach_leader", { commander = rider, unit = unit })
      T.to(game, "a", "reserve")
      announce(game, "a1")
      assert.is_nil(T.story(game):find("adc or army", 1, true))
    end
  end)

  it("is not helped by an ADC when Napoleon, or whom he joined, has fallen", function()
    for _, fallen in ipairs { "a2", "a1" } do
      local game = joined("la", { leaders = { la = { with = "a1" }, ca = { general = "napoleon", with = "a2" } },
        dice = { ["leader.casualty"] = { 1 } } })
      T.act(game, function(play) play:carry_out("leader_risk", { unit = fallen, cause = "charge_combat" }) end)
      T.to(game, "a", "reserve")
      announce(game, "a1")
      assert.is_nil(T.story(game):find("adc or army", 1, true))
    end
  end)

  it("of a disordered brigade out of the tactical zone rallies it outside; there it throws as if left alone", function()
    for _, case in ipairs { { true, nil, 0 }, { false, true, 1 }, { false, nil, 0, { "reserve_rallies_at_once" } } } do
      local game = reserve({ T.horse("a1", 20, 26, { facing = 180 }) }, {
        b = { T.foot("b1", 20, 40) }, set = { ["units.a1.disordered"] = true }, variants = case[4],
        dice = { ["movement.tactical"] = case[3] == 1 and { 1 } or nil },
      })
      announce(game, "a1")
      assert.equal(case[4] == nil or nil, T.unit(game, "a1").disordered)
      if case[1] then T.give(game, "a", "move", { unit = "a1", distance = inch(4) }) end
      T.to(game, "a", "detached_leaders")
      assert.equal(case[2], T.unit(game, "a1").disordered)
      assert.equal(case[3], select(2, T.story(game):gsub("to maneuver", "")))
    end
  end)

  it("into the tactical zone is all that irregulars throw for", function()
    local game = reserve({ T.foot("a1", 20, 37.5) }, { set = { ["units.a1.irregular"] = true } })
    announce(game, "a1")
    T.give(game, "a", "move", { unit = "a1", distance = inch(4) })
    T.to(game, "a", "detached_leaders")
    assert.equal(0, #T.calls(game, "movement.tactical"))
  end)

  it("that was allowed and not made was a success; by the other reading of R150 only a move was", function()
    for _, case in ipairs { { nil, false, true }, { "reserve_success_by_moving", false, nil },
      { "reserve_success_by_moving", true, true } } do
      local game = reserve({ T.horse("a1", 20, 26, { facing = 180 }), T.foot("a2", 40, 10) }, {
        b = { T.foot("b1", 20, 40) }, variants = { case[1] },
      })
      announce(game, "a1", "a2")
      for _, id in ipairs(case[2] and { "a1", "a2" } or {}) do T.give(game, "a", "move", { unit = id, distance = inch(4) }) end
      if not case[2] then T.give(game, "a", "wheel", { unit = "a1", angle = 5000 }) end -- it stays in the tactical zone
      T.to(game, "a", "detached_leaders")
      assert.equal(case[3], T.unit(game, "a1").rm_success)
      assert.equal(case[3], T.unit(game, "a2").rm_success)
    end
  end)

  it("shared is for brigades, whichever is named first", function()
    local game = reserve({ T.foot("a1", 20, 20) }, { more_a = 'unit "g" { arm = "artillery", guns = 8, at = { 24, 20 } },',
      leaders = { la = { at = { 22, 16 } }, ca = { at = { 22, 15 } } } })
    T.refused(game, "announce_rm", { units = { "g", "a1" }, shared = true }, "RM 8, R86", "brigades alone")
  end)

  it("is proposed as it is legal", function()
    local game = reserve({ T.foot("a1", 20, 20), T.guns("a2", 26, 20) }, { leaders = { la = { with = "a1" } } })
    T.all_legal(game, "a")
    announce(game, "a1")
    T.all_legal(game, "a")
  end)
end)
