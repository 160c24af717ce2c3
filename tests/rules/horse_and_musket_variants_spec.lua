-- House rules over Horse and Musket: modifiers on what its procedures are asked, and shipped variants that say where they
-- can change nothing. What each shipped variant does is in the vectors.
local T <const> = require "horse_and_musket_table"
local Matters <const> = require "limber.rules.relevance"
local dice <const> = require "kernel.dice"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"

after_each(T.finished)

local GUARDS <const> = [[variant "guards" { of = "horse_and_musket", doc = "Guards shoot and fight better.",
  modifiers = {
    { "guard", 1, of = "small_arms", flag = "guard", cite = "house" },
    { "guard", 2, of = "melee", flag = "guard", cite = "house" },
    { "brisk", 2, of = "movement", flag = "brisk", cite = "house" },
    { "dashing", 1, of = "command", flag = "dashing", cite = "house" },
  } }]]

local function guarded(game)
  local with = setmetatable({ variant = function(_, name) return name, GUARDS, false end }, { __index = loader })
  return assert(Rules.load(with, "horse_and_musket", { "guards.lua" }, { game = game and require "limber.game.words" or nil }))
end

local function ask(rules, call, args, thrown)
  local source = dice.new()
  source:list(thrown or {})
  local result, fault = question.ask(rules, call, args, source)
  return assert(result, fault and fault.message)
end

describe("a house rule's modifier with a flag", function()
  local rules = guarded()

  it("is an argument of the procedure that its list judges", function()
    local args = { troop = "close_order_infantry", grade = "elite", range_mm = 60, moved = true, guard = true }
    local result = ask(rules, "fire.small_arms", args, { 4, 4, 3, 3 })
    assert.equal(4, result.need) -- moved, and a guard
    assert.equal(2, result.hits)
    assert.same({ { name = "moved", value = -1, cite = "5.1.7" }, { name = "guard", value = 1, cite = "house" } },
      result.modifiers)
    args.guard = nil
    assert.equal(5, ask(rules, "fire.small_arms", args, { 4, 4, 3, 3 }).need)
  end)

  it("counts in a pool and in the combat alike, for the unit it is said of", function()
    local pool = ask(rules, "melee.dice", { role = "charged", troop = "close_order_infantry", grade = "average",
      enemy_troop = "close_order_infantry", enemy_grade = "average", guard = true })
    assert.equal(6, pool.dice)
    local foot, guard = { troop = "close_order_infantry" }, { troop = "close_order_infantry", guard = true }
    local result = ask(rules, "melee.resolve", { charger = foot, charged = guard }, { 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1 })
    assert.equal(6, result.charger.dice)
    assert.equal(6, result.charged.dice)
    assert.equal("charger", result.retreats)
  end)

  describe("in a battle is a word", function()
    local function battle(more, dice_given, general)
      return T.game {
        rules = guarded(true), general_a = general, a = { T.foot("a1", 900, 500, more) }, b = { T.foot("b1", 900, 590) },
        dice = dice_given, set = { ["units.a1.shot"] = true },
      }
    end

    it("of a unit, and counts in its fire", function()
      local function fired(more)
        local game = battle(more, { ["fire.small_arms"] = { 4, 4, 3, 1 } })
        T.to(game, "a", "firing")
        T.give(game, "a", "fire", { unit = "a1", target = "b1" })
        return T.unit(game, "b1").hits
      end
      assert.equal(2, fired())
      assert.equal(3, fired { guard = true })
    end)

    it("of a unit, and counts in its charge", function()
      local function pool(more, dice_given)
        local game = battle(more, { ["charge.test"] = { 6 }, ["melee.resolve"] = dice_given,
          ["colours.capture"] = { 1, 1 } })
        T.to(game, "a", "charges")
        T.give(game, "a", "charge", { unit = "a1", target = "b1" })
        T.done(game)
        T.answer(game, "hold_fire")
        T.to(game, "b", "rally", false)
        return T.calls(game, "melee.resolve")[1].result.charger.dice
      end
      assert.equal(6, pool(nil, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 6 }))
      assert.equal(8, pool({ guard = true }, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6 }))
    end)

    it("of a unit, and counts in its march", function()
      local function moves(more)
        local game = battle(more)
        T.to(game, "a", "movement")
        return T.refusal(game, "a", "move", { unit = "a1", distance = 400000 }).message
      end
      assert.equal("distance is 400 mm, its move is 75 mm", moves())
      assert.equal("distance is 400 mm, its move is 180 mm", moves { brisk = true })
    end)

    it("of a general, and counts in his throw for command", function()
      local game = battle(nil, { ["command.roll"] = { 3 } }, { dashing = true })
      T.to(game, "a", "movement")
      assert.truthy(T.story(game):find("throws 3, +1 for dashing", 1, true))
    end)

    it("of nothing else", function()
      assert.has_error(function() battle { dashing = true } end)
    end)
  end)

  it("is unknown without the rule", function()
    local result, fault = question.ask(assert(Rules.load(loader, "horse_and_musket")), "charge.test",
      { troop = "dragoons", grade = "levy", guard = true }, dice.new())
    assert.is_nil(result)
    assert.equal("guard", fault.arg)
  end)
end)

describe("a house rule's reason", function()
  local TIRED <const> = [[variant "tired" { of = "horse_and_musket", doc = "Staggered units never charge.",
    wraps = { ["charge.legality"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if not q.staggered then return result end
      local reasons = { "too_tired" }
      for i, reason in ipairs(result.reasons) do reasons[i + 1] = reason end
      return { legal = false, reasons = reasons, counts_as_face = result.counts_as_face }
    end } }]]

  --- The refusal of a charge of staggered foot.
  local function refusal(target)
    local with = setmetatable({ variant = function(_, name) return name, TIRED, false end }, { __index = loader })
    local game = T.game {
      rules = assert(Rules.load(with, "horse_and_musket", { "tired.lua" }, { game = require "limber.game.words" })),
      a = { T.foot("a1", 900, 500) }, b = { target }, set = { ["units.a1.staggered"] = true },
    }
    T.to(game, "a", "charges")
    assert.same({}, T.all_legal(game, "a", "charge"))
    return T.refusal(game, "a", "charge", { unit = "a1", target = "b1" })
  end

  it("that the rules do not have is told as its word, with the charge's clause", function()
    local refused = refusal(T.light("b1", 900, 560))
    assert.equal("target may not be charged in front: too tired", refused.message)
    assert.equal("4.1", refused.cite)
  end)

  it("stands beside those that the rules have", function()
    local refused = refusal(T.horse("b1", 900, 590))
    assert.equal("target may not be charged in front: too tired; close order infantry does not charge heavy or light "
      .. "cavalry", refused.message)
    assert.equal("4.1.8.1", refused.cite)
  end)
end)

describe("a shipped variant", function()
  local function notes(name, spec)
    spec.variants = { name }
    local game = T.game(spec)
    return Matters.notes(game.rules, game.state.root)
  end

  local WORKS <const> = 'area "redoubt" { terrain = "fieldworks", front = "south", rect = { { 860, 780 }, { 940, 820 } } },'

  for _, case in ipairs {
    { "dragoons_fire", T.dragoons }, { "artillery_halve_hits", T.guns }, { "long_range_die_each", T.guns },
    { "any_defeat", T.guns },
  } do
    it(case[1] .. " says where nobody is whom it is about", function()
      assert.equal(1, #notes(case[1], { a = { T.foot("a1", 900, 400) }, b = { T.foot("b1", 900, 1000) } }))
      assert.same({}, notes(case[1], { a = { T.foot("a1", 900, 400) }, b = { case[2]("b1", 900, 1000) } }))
    end)
  end

  it("heavy_cavalry_capped is about elite horse", function()
    local foot, horse = T.foot("a1", 900, 400), T.horse("b1", 900, 1000)
    assert.equal(1, #notes("heavy_cavalry_capped", { a = { foot }, b = { horse } }))
    assert.same({}, notes("heavy_cavalry_capped", { a = { foot }, b = { T.horse("b1", 900, 1000, { grade = "elite" }) } }))
  end)

  for _, name in ipairs { "fieldworks_all_round", "fieldworks_die_per_base", "breach_ends_cover" } do
    it(name .. " is about fieldworks", function()
      local a, b = { T.foot("a1", 900, 300) }, { T.foot("b1", 900, 1000) }
      assert.equal(1, #notes(name, { a = a, b = b }))
      assert.same({}, notes(name, { a = a, b = b, ground = WORKS }))
    end)
  end
end)
