--- Defensive Fire, and Snipers: who fires at chargers, and how snipers fire and are found.
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local T <const> = require "bugles_table"

--- A game at b's defensive fire: b1 is in contact with a1, who has charged it.
local function charged(b, more)
  local spec = { a = { T.foot("a1", 600, 450), T.foot("a2", 665, 450) }, b = b }
  for key, value in pairs(more or {}) do spec[key] = value end
  local game = T.to(T.game(spec), "a", "movement")
  T.act(game, function(play)
    play:set(play:unit "a1", "charged", "b1")
    play:set(play:unit "a1", "met", { { target = "b1" } })
  end)
  return T.to(game, "a", "defensive_fire")
end

describe("defensive fire", function()
  after_each(T.finished)

  it("is thrown for once a group; the stand charged and those that touch it fire at the charger", function()
    local game = charged({ T.foot("b1", 600, 500), T.foot("b2", 665, 500), T.foot("b3", 900, 500) },
      { dice = { ["fire.defensive_test"] = { 1, 2 }, ["fire.small_arms"] = { 9, 1, 9, 1 } } })
    T.give(game, "b", "defend", { unit = "b1", target = "a1" })
    local args = T.calls(game, "fire.small_arms")[1].args
    assert.same({ "defensive", 5 }, { args.phase, T.unit(game, "a1").figures })
    T.says(T.refusal(game, "b", "defend", { unit = "b3", target = "a1" }).message, "charged")
    T.give(game, "b", "defend", { unit = "b2", target = "a1" })
    assert.equal(1, #T.calls(game, "fire.defensive_test"))
    T.to(game, "a", "return_fire") -- its phase was over by itself: nobody else may fire
    assert.equal("When to Fire, R107", T.refusal(game, "b", "return_fire", { unit = "b2", target = "a2" }).cite)
  end)

  it("keeps its dice where a player has been asked whether to throw again", function()
    local game = charged({ T.foot("b1", 600, 500) }, { variants = { "throw_again" },
      dice = { ["fire.defensive_test"] = { 1, 2 }, ["fire.small_arms"] = { 9, 1 } } })
    T.give(game, "b", "defend", { unit = "b1", target = "a1" })
    while game:waiting().kind == "decision" do T.answer(game, "keep") end
    assert.same({ 1, 2 }, game.state.root.formations.gb.defence)
  end)

  it("is none after two ones, but for elite gunners of the group", function()
    local game = charged({ T.foot("b1", 600, 500), T.gun("b2", 665, 500, { class = "a" }) },
      { dice = { ["fire.defensive_test"] = { 1, 1 }, ["artillery.canister"] = { 9, 1, 1, 1 } } })
    T.give(game, "b", "defend", { unit = "b1", target = "a1" })
    T.says(T.story(game), "too shaken")
    assert.same({ 1, 1 }, game.state.root.formations.gb.defence)
    assert.matches("shaken", T.refusal(game, "b", "defend", { unit = "b1", target = "a1" }).message)
    T.give(game, "b", "defend", { unit = "b2", target = "a1", mode = "canister" })
    assert.equal(5, T.unit(game, "a1").figures)
  end)

  it("is thrown once for all, and a house rule has its say for each stand", function()
    local text = [[variant "house" { of = "bugles" }
      wrap "fire.defensive_test" (function(published, rules, q, dice)
        local r = published(rules, q, dice)
        if q.class == "c" then r.scores = { r.scores[1] - 8, r.scores[2] - 8 } end
        return r
      end)]]
    local with = setmetatable({ variant = function(_, name) return name, text, false end }, { __index = loader })
    local rules = assert(Rules.load(with, "bugles", { "house.lua" }, { game = require "limber.game.words" }))
    for _, first in ipairs { "b1", "b2" } do
      local game = charged({ T.foot("b1", 600, 500), T.foot("b2", 665, 500, { class = "c" }) }, {
        rules = rules, dice = { ["fire.defensive_test"] = { 2, 9 }, ["fire.small_arms"] = { 9, 1 } },
      })
      T.give(game, "b", "defend", { unit = first, target = "a1" })
      assert.equal(first == "b1", T.unit(game, "b1").fired_defensively or false)
      if first == "b1" then
        assert.not_equal("player_turn.defensive_fire", game:waiting().path) -- b2 may not fire: the phase is over
      else
        T.give(game, "b", "defend", { unit = "b1", target = "a1" })
        assert.is_true(T.unit(game, "b1").fired_defensively)
      end
      assert.same({ 2, 9 }, game.state.root.formations.gb.defence)
      assert.equal(1, #T.calls(game, "fire.defensive_test"))
    end
  end)

  it("is given once, under defensive_fire_is_extra too", function()
    for _, extra in ipairs { false, true } do
      local dice = { ["fire.defensive_test"] = { 2, 9 }, ["fire.small_arms"] = { 1, 1 } }
      local game = charged({ T.foot("b1", 600, 500), T.foot("b2", 665, 500) },
        { variants = extra and { "defensive_fire_is_extra" } or {}, dice = dice })
      T.give(game, "b", "defend", { unit = "b1", target = "a1" })
      local again = T.refusal(game, "b", "defend", { unit = "b1", target = "a1" })
      assert.equal(extra and "When to Fire, R106" or "When to Fire, R107", again.cite)
    end
  end)

  it("is for regulars in close order alone", function()
    local game = T.to(T.game { a = { T.foot("a1", 600, 450) }, b = { T.band("b1", 600, 500) } }, "a", "movement")
    T.act(game, function(play)
      play:set(play:unit "a1", "charged", "b1")
      play:set(play:unit "a1", "met", { { target = "b1" } })
    end)
    T.done(game)
    assert.not_equal("player_turn.defensive_fire", game:waiting().path)
  end)

  it("is offered against an ambush from 100 mm or more", function()
    for _, case in ipairs { { 99 }, { 100, "defence.defend" } } do
      local game = T.to(T.game { a = { T.foot("a1", 600, 450) }, b = { T.foot("b1", 600, 500) } }, "a", "movement")
      T.act(game, function(play)
        play:push("defence", { side = "b", charge = { unit = "a1", target = "b1", mm = case[1] } })
      end)
      assert.equal(case[2] ~= nil, T.refusal(game, "b", "defend", { unit = "b1", target = "a1" }) == nil)
    end
  end)

  it("is within the arc of fire under defensive_fire_in_arc, and from before the front else", function()
    -- a1 stands corner to corner with b2: nearly all of it is before its front edge, and far off its middle.
    for _, variants in ipairs { {}, { "defensive_fire_in_arc" } } do
      local game = charged({ T.foot("b1", 600, 500), T.foot("b2", 665, 500) }, { variants = variants })
      local fault = T.refusal(game, "b", "defend", { unit = "b2", target = "a1" })
      assert.equal(variants[1] and "R242" or nil, fault and fault.cite)
      assert.is_nil(T.refusal(game, "b", "defend", { unit = "b1", target = "a1" }))
    end
  end)
end)

describe("a sniper", function()
  after_each(T.finished)

  local function sniping(b, more)
    local spec = { a = { T.sniper("a1", 600, 300), T.foot("a2", 600, 100) }, b = b }
    for key, value in pairs(more or {}) do spec[key] = value end
    return T.to(T.game(spec), "a", "fire")
  end

  it("picks a figure, and stays hidden where nobody locates him", function()
    local game = sniping({ T.foot("b1", 600, 500) }, { dice = { ["sniper.fire"] = { 8 }, ["sniper.spot"] = { 7 } } })
    T.give(game, "a", "snipe", { unit = "a1", target = "b1" })
    assert.equal(5, T.unit(game, "b1").figures)
    assert.is_true(T.unit(game, "a1").hidden)
    assert.is_nil(T.story(game):match "A1.-fires")
    T.refused(game, "snipe", { unit = "a1", target = "b1" }, "When to Fire, R106")
  end)

  it("who is located is fired at by one stand of that group, even if it has fired", function()
    local game = sniping({ T.foot("b1", 600, 500), T.foot("b2", 900, 500, { group = "gx" }) }, {
      dice = { ["sniper.fire"] = { 7 }, ["sniper.spot"] = { 8 }, ["fire.small_arms"] = { 8 } },
    })
    T.act(game, function(play) play:set(play:unit "b1", "fired", true) end)
    T.give(game, "a", "snipe", { unit = "a1", target = "b1" })
    assert.is_nil(T.unit(game, "a1").hidden)
    assert.equal("free_shot.free_shot", game:waiting().path)
    assert.equal("unit", T.refusal(game, "b", "free_shot", { unit = "b2" }).arg)
    T.give(game, "b", "free_shot", { unit = "b1" })
    assert.equal("gone", T.unit(game, "a1").status)
    assert.equal("free_shot", T.calls(game, "fire.small_arms")[1].args.phase)
  end)

  it("singles out a leader, but not through troops", function()
    local game = sniping({ T.foot("b1", 600, 500) }, {
      leaders = { lb = { at = { 600, 440 } } }, dice = { ["sniper.fire"] = { 8 }, ["sniper.spot"] = { 1 } },
    })
    T.give(game, "a", "snipe", { unit = "a1", leader = "lb" })
    assert.equal("gone", game.state.root.leaders.lb.status)
    local behind = sniping({ T.foot("b1", 600, 500) }, { leaders = { lb = { at = { 600, 545 } } } })
    T.refused(behind, "snipe", { unit = "a1", leader = "lb" }, "Snipers", "behind troops")
  end)

  it("who is seen is named when he fires, and nobody looks for him", function()
    local game = sniping({ T.foot("b1", 600, 500) }, { dice = { ["sniper.fire"] = { 8 } } })
    T.set(game, T.unit(game, "a1"), "hidden", nil)
    T.give(game, "a", "snipe", { unit = "a1", target = "b1" })
    T.says(T.story(game), "A1 fires at B1, 8+ needed: a hit.")
    assert.equal(5, T.unit(game, "b1").figures)
  end)

  it("who touches a stand falls last of it", function()
    local game = T.to(T.game {
      a = { T.foot("a1", 600, 350) }, b = { T.foot("b1", 600, 500, { figures = 1 }), T.sniper("b2", 642.5, 500) },
      dice = { ["fire.small_arms"] = { 9, 9 } },
    }, "a", "fire")
    T.give(game, "a", "fire", { unit = "a1", target = "b1", mode = "vrf" })
    assert.same({ "gone", "gone" }, { T.unit(game, "b1").status, T.unit(game, "b2").status })
  end)
end)

describe("fire that the players allow", function()
  after_each(T.finished)

  local function allowed(game, side, name, args)
    local cmd = { side = side, ["do"] = name }
    for key, value in pairs(args) do cmd[key] = value end
    assert.is_table(T.refusal(game, side, name, args))
    assert(game:command(cmd, { allow = "the players agree" }))
    return T.story(game)
  end

  it("is none where there is nothing to fire with or at, and the story says so", function()
    local a = { T.foot("a1", 600, 300), T.cart("a2", 700, 300), T.sniper("a3", 800, 300) }
    local game = T.to(T.game { a = a, b = { T.foot("b1", 600, 500) } }, "a", "fire")
    T.says(allowed(game, "a", "fire", { unit = "a2", target = "b1" }), "A2 cannot fire: no target, or no weapon.")
    T.says(allowed(game, "a", "snipe", { unit = "a3" }), "A3 cannot fire: there is no target.")
    local defence = charged { T.foot("b1", 600, 500), T.foot("b2", 900, 500, { group = "gx" }) }
    T.says(allowed(defence, "b", "defend", { unit = "b2", target = "a1" }), "B2 cannot fire: nobody charges its group.")
  end)
end)
