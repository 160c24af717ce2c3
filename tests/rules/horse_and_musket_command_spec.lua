--- 3: whose command a unit is in, what commanders throw, and who moves where half may.
local T <const> = require "horse_and_musket_table"

--- Blue's general ga stands at (900, 300); a unit 160 mm wide at x = 900 + 92 + 180 + … is beyond him.
local function battle(a, more)
  local spec = { a = a, b = { T.foot("b1", 900, 1100) }, general_a = { at = { 900, 300 }, quality = "competent" } }
  for key, value in pairs(more or {}) do spec[key] = value end
  return spec
end

local function commander(game, id) return T.unit(game, id).commander end

describe("horse_and_musket: command", function()
  after_each(T.finished)

  it("is a unit's own commander's up to 180 mm, the limit included (R22)", function()
    -- From his base's edge at 912.5 to a front corner at x: 180 mm is x = 1092.5.
    local game = T.game(battle { T.foot("a1", 1172.5, 300), T.foot("a2", 1173.5, 340), T.foot("a3", 900, 400) })
    T.to(game, "a", "charges", false)
    assert.are.equal("ga", commander(game, "a1"))
    assert.is_nil(commander(game, "a2"))
    assert.are.equal("ga", commander(game, "a3"))
    assert.is_nil(commander(game, "b1"))
  end)

  it("may be taken by the nearest other commander in reach, and by nobody else", function()
    local more = 'leader "k" { name = "Keith", rank = "commanding_officer", quality = "gifted", at = { 1500, 300 } },'
      .. 'leader "z" { name = "Zieten", quality = "competent", at = { 1500, 480 } },'
    local game = T.game(battle({ T.foot("a1", 900, 400), T.foot("a2", 1500, 400) }, { more_a = more,
      dice = { ["command.roll"] = { 4, 4 } } }))
    T.done(game)
    assert.are.equal("side_turn.assign", game:waiting().path)
    local fault = T.refusal(game, "a", "take_command", { commander = "k", unit = "a2" })
    T.says(fault.message, "not the nearest to it: Zieten is")
    assert.are.equal("R22", fault.cite)
    T.says(T.refusal(game, "a", "take_command", { commander = "ga", unit = "a1" }).message, "in its commander's reach")
    local list = T.all_legal(game, "a", "take_command")
    assert.are.same({ "z", "a2" }, { list[1].commander, list[1].unit })
    T.give(game, "a", "take_command", { commander = "z", unit = "a2" })
    assert.are.equal("z", commander(game, "a2"))
    assert.are_not.equal("side_turn.assign", game:waiting().path)
    assert.are.equal(2, #T.calls(game, "command.roll"))
  end)

  it("is nobody's when nobody takes it: it throws alone", function()
    local more = 'leader "z" { name = "Zieten", quality = "competent", at = { 1500, 480 } },'
    local game = T.game(battle({ T.foot("a1", 900, 400), T.foot("a2", 1500, 400) }, { more_a = more,
      dice = { ["command.roll"] = { 4, 3 } } }))
    T.to(game, "a", "assign", false)
    T.done(game)
    assert.is_true(T.unit(game, "a1").may_move)
    assert.is_true(T.unit(game, "a2").may_move)
    local calls = T.calls(game, "command.roll")
    assert.is_true(calls[2].args.independent)
    T.says(T.story(game), "a2 is out of command and throws 3, -1: it may move")
  end)

  it("takes equals in the listed order", function()
    local more = 'leader "y" { at = { 1400, 300 }, quality = "competent" }, leader "z" { at = { 1600, 300 }, quality = "competent" },'
    local game = T.game(battle({ T.foot("a1", 900, 400), T.foot("a2", 1500, 400) }, { more_a = more }))
    T.to(game, "a", "assign", false)
    assert.are.equal("y", T.unit(game, "a2").offered)
  end)

  it("of a lost commander is another's to take (HM-3-11)", function()
    local more = 'leader "z" { name = "Zieten", quality = "competent", at = { 950, 250 } },'
    local game = T.game(battle({ T.foot("a1", 900, 400) }, { more_a = more, set = { ["leaders.ga.status"] = "gone" } }))
    T.to(game, "a", "assign", false)
    T.give(game, "a", "take_command", { commander = "z", unit = "a1" })
    assert.are.equal("z", T.calls(game, "command.roll")[1].throwers[""])
  end)

  it("counts the officer near and the rallying, each with its own sign", function()
    local more = 'leader "k" { rank = "commanding_officer", quality = "gifted", at = { 900, %d } },'
    local function modifiers(y, set)
      local game = T.game(battle({ T.foot("a1", 900, 400) }, { more_a = more:format(y), set = set,
        dice = { ["command.roll"] = { 4 } } }))
      T.to(game, "a", "charges", false)
      return T.modifiers(T.calls(game, "command.roll")[1].result.modifiers)
    end
    assert.are.equal("commanding_officer_near 1", modifiers(155))
    assert.are.equal("", modifiers(154))
    assert.are.equal("rallied_a_unit -1, commanding_officer_near 1", modifiers(155, { ["leaders.ga.rallied"] = true }))
    assert.are.equal("", modifiers(155, { ["leaders.k.rallied"] = true }))
  end)

  it("gives leave to all, to none, or to half rounded up, who are chosen", function()
    local units = { T.foot("a1", 820, 400), T.foot("a2", 990, 400), T.foot("a3", 820, 220) }
    local function thrown(die, quality, variants)
      local game = T.game(battle(units, { general_a = { at = { 900, 300 }, quality = quality }, variants = variants,
        dice = { ["command.roll"] = { die, 4 } } }))
      T.until_path(game, die == 1 and quality == "competent" and "side_turn.command" or "side_turn.charges")
      return game
    end
    local all = thrown(2, "competent")
    assert.is_true(T.unit(all, "a1").may_move and T.unit(all, "a2").may_move and T.unit(all, "a3").may_move)
    T.to(all, "b", "charges", false)
    local none = thrown(1, "incompetent")
    assert.are.equal("b", none.state.root.active)
    local half = thrown(1, "competent")
    assert.are.equal(2, T.leader(half, "ga").chooses)
    local function refused(ids, part)
      T.says(T.refusal(half, "a", "choose_units", { commander = "ga", units = ids }).message, part)
    end
    refused({ "a1" }, "are 1: half of 3 is 2")
    refused({ "a1", "a2", "a3" }, "are 3: half of 3 is 2")
    refused({ "a1", "a1" }, "twice")
    refused({ "a1", "b1" }, "not yours to command")
    assert.are.equal(3, #T.all_legal(half, "a", "choose_units"))
    T.give(half, "a", "choose_units", { commander = "ga", units = { "a3", "a1" } })
    assert.is_true(T.unit(half, "a3").may_move and T.unit(half, "a1").may_move)
    assert.is_nil(T.unit(half, "a2").may_move)
    assert.are.equal("side_turn.charges", half:waiting().path)
    T.to(half, "b", "charges", false)
    local down = thrown(1, "competent", { "half_rounds_down" })
    assert.are.equal(1, T.leader(down, "ga").chooses)
    T.to(down, "b", "charges", false)
  end)

  it("proposes those nearest to the enemy first", function()
    local game = T.game(battle({ T.foot("a1", 900, 220), T.foot("a2", 900, 400) }, { dice = { ["command.roll"] = { 1 } } }))
    T.until_path(game, "side_turn.command")
    assert.are.same({ "a2" }, T.legal(game, "a", "choose_units")[1].units)
  end)

  it("gives the orders of a commander who chose nobody to the units nearest to the enemy", function()
    local game = T.game(battle({ T.foot("a1", 900, 220), T.foot("a2", 900, 400) }, {
      dice = { ["command.roll"] = { 1, 4 } },
    }))
    T.until_path(game, "side_turn.command")
    T.done(game)
    T.says(T.story(game), "has named no units: his orders go to a2, nearest to the enemy")
    assert.is_nil(T.unit(game, "a1").may_move)
    assert.is_true(T.unit(game, "a2").may_move)
    T.to(game, "b", "charges", false)
    T.to(game, "b", "movement", false)
  end)

  it("counts cards to the side, and a unit alone draws none (R21, R23)", function()
    local game = T.game(battle({ T.foot("a1", 900, 400), T.foot("a2", 200, 400) }, {
      general_a = { at = { 900, 300 }, quality = "gifted" }, dice = { ["command.roll"] = { 6, 6 } },
    }))
    T.to(game, "a", "charges", false)
    assert.are.equal(2, T.side(game, "a").cards)
    -- Without a deck they do nothing, and the story does not speak of them.
    assert.is_nil(T.story(game):find("Ga throws 6: [^.]*card"))
  end)

  it("tells of cards where the battle has a deck (R23)", function()
    local game = T.game(battle({ T.foot("a1", 900, 400) }, {
      general_a = { at = { 900, 300 }, quality = "gifted" }, dice = { ["command.roll"] = { 6 } }, settings = "deck = true,",
    }))
    T.to(game, "a", "charges", false)
    T.says(T.story(game), "Ga throws 6: his unit may move; 2 cards may be drawn")
  end)

  it("is measured at the prompt's questions too", function()
    local game = T.game(battle { T.foot("a1", 900, 400) })
    local args = game.play.measure["command.reach"](game.play, "a1")
    assert.are.equal(78, args.own_distance_mm)
    local roll = game.play.measure["command.roll"]
    assert.are.same({ quality = "competent", units = 1 }, roll(game.play, "pa"))
    assert.are.same({ quality = "competent", units = 1 }, roll(game.play, "a1"))
    T.set(game, T.leader(game, "ga"), "status", "gone")
    assert.are.same({ independent = true }, roll(game.play, "a1"))
  end)

  it("asks the players in a told game, one question for the lot", function()
    local asked = {}
    local game = T.game {
      a = { T.foot("a1"), T.foot("a2") }, b = { T.foot("b1") }, more_a = 'leader "k" { rank = "commanding_officer" },'
        .. 'leader "z" { quality = "competent" },', dice = { ["command.roll"] = { 4, 4 } },
      told = function(question)
        asked[#asked + 1] = question.fact
        if question.fact == "beyond_own_commander" then return { "a2" } end
        if question.fact == "other_commander" then
          assert.are.same({ "a", { "a2" } }, question.of)
          return { { unit = "a2", commander = "z" } }
        end
        if question.fact == "near_officer" then return { { general = "ga" } } end
        return question.offered
      end,
    }
    T.to(game, "a", "assign", false)
    T.give(game, "a", "take_command", { commander = "z", unit = "a2" })
    assert.are.same({ "beyond_own_commander", "other_commander", "near_officer" }, asked)
    assert.are.equal(120, T.calls(game, "command.roll")[1].args.officer_distance_mm)
    assert.is_nil(T.calls(game, "command.roll")[2].args.officer_distance_mm)
  end)
end)

describe("the roster", function()
  after_each(T.finished)

  --- The columns of a unit, by their titles.
  local function columns(game, id)
    local list = {}
    for _, one in ipairs(game.words.roster(game:view "a", id, game.state.root.units[id])) do list[one[1]] = one[2] end
    return list
  end

  it("has hits against what staggers and destroys, the move, and who commands", function()
    local game = T.game(battle { T.foot("a1", 1172.5, 300), T.foot("a2", 1173.5, 340), T.foot("a3", 900, 400) })
    local before = columns(game, "a1")
    assert.equal("0 of 6", before.hits)
    assert.equal("75 mm (50 mm)", before.move)
    assert.equal("out of reach", columns(game, "a2").under) -- before anybody is told whose it is
    assert.is_true(before.under ~= "out of reach" and before.under ~= "")
    T.set(game, T.unit(game, "a1"), "hits", 2)
    T.set(game, T.unit(game, "a1"), "staggered", true)
    assert.equal("2 of 6 to destroy", columns(game, "a1").hits)
  end)
end)
