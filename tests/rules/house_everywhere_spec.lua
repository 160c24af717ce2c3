--- House rules that name no ruleset: rash and cautious generals by the role of lists of modifiers, throws again.
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local sorted <const> = require "limber.common.sorted"
local toy <const> = require "toy_rules"
local variants <const> = require "limber.rules.variants"

local GENERALS <const> = "rash_cautious_generals"

--- What temperaments added to a procedure's throws of a game: +1, -1 or 0 each.
local function added(T, game, procedure)
  local list = {}
  for i, call in ipairs(T.calls(game, procedure)) do
    list[i] = 0
    for _, one in ipairs(call.result.modifiers) do
      if one.name == "rash_general" or one.name == "cautious_general" then list[i] = list[i] + one.value end
    end
  end
  return list
end

describe("rash and cautious generals", function()
  it("count by what a list's throw decides; Fusilier has its own rule by that name", function()
    for ruleset, lists in pairs { nff = { "reserve", "tactical" }, bugles = { "end_of_turn" }, horse_and_musket = { "command" },
      fusilier = {} } do
      local rules = assert(Rules.load(loader, ruleset, { GENERALS }, { game = require "limber.game.words" }))
      local found = {}
      for _, name in ipairs(sorted.keys(rules.draft.modifiers)) do
        for _, one in ipairs(rules.draft.modifiers[name]) do
          if one.name == "rash_general" then found[#found + 1] = name end
        end
      end
      assert.same(lists, found)
      assert.equal(ruleset == "fusilier", rules.view.option[GENERALS] == true)
      local count = 0
      for _, name in ipairs(variants.names(rules.published)) do count = count + (name == GENERALS and 1 or 0) end
      assert.equal(1, count)
    end
  end)

  it("bear on brigades of theirs that are in order", function()
    local T <const> = require "nff_table"
    for temperament, value in pairs { rash = 1, cautious = -1, normal = 0 } do
      local game = T.to(T.game {
        a = { T.foot("a1", 20, 20), T.foot("a2", 28, 20), T.foot("a3", 50, 20), T.foot("a4", 56, 20) }, b = { T.foot("b1", 20, 30) },
        variants = { GENERALS },
        set = { ["leaders.la.temperament"] = temperament, ["units.a2.disordered"] = true, ["units.a4.disordered"] = true },
      }, "a", "reserve")
      T.give(game, "a", "announce_rm", { units = { "a3", "a4" } })
      T.to(game, "a", "tactical")
      for _, id in ipairs { "a1", "a2" } do T.give(game, "a", "maneuver", { unit = id }) end
      assert.same({ value, 0 }, added(T, game, "reserve.movement"))
      assert.same({ value, 0 }, added(T, game, "movement.tactical"))
    end
  end)

  it("bear on a commander's throw, and not on that of a unit out of command", function()
    local T <const> = require "horse_and_musket_table"
    local game = T.game { a = { T.foot("a1", 900, 400), T.foot("a2", 1700, 400) }, b = { T.foot("b1", 900, 1000) },
      variants = { GENERALS }, general_a = { at = { 900, 300 }, temperament = "cautious" }, dice = { ["command.roll"] = { 4, 3 } } }
    T.to(game, "a", "charges", false)
    assert.same({ -1, 0 }, added(T, game, "command.roll"))
  end)

  it("bear on the die of a side by the temperament of its senior leader", function()
    local T <const> = require "bugles_table"
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("x1", 900, 300, { group = "gx" }) }, { variants = { GENERALS },
      set = { ["leaders.ca.temperament"] = "rash", ["leaders.la.temperament"] = "cautious" },
      dice = { ["command.end_of_turn"] = { 9 } } })
    T.give(game, "a", "end_group")
    assert.same({ 1 }, added(T, game, "command.end_of_turn"))
  end)
end)

describe("a modifier with a role", function()
  it("needs a list that has it, and either a role or a list", function()
    local function load(given)
      return toy.refused({ "v.lua" }, { ["v.lua"] = ('variant "v" { modifiers = { { "x", 1, %s } } }'):format(given) }).message
    end
    assert.matches('modifier "x": no list of modifiers of toy has the role command', load 'role = "command"')
    assert.matches("needs of, the list that it belongs to, or role", load "")
    assert.matches("needs of, the list that it belongs to, or role", load 'role = "command", of = "infantry"')
  end)
end)
