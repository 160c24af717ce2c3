--- Rows that house rules add to the tables of Horse and Musket: ground, weapons and armies that are data alone.
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local T <const> = require "horse_and_musket_table"

local n = T.n

--- The rules with rows of a house rule, as its file has them.
local function with_rows(rows)
  local text = ('variant "house" { of = "horse_and_musket", rows = { %s } }'):format(rows)
  local with = setmetatable({ variant = function(_, name) return name, text, false end }, { __index = loader })
  return assert(Rules.load(with, "horse_and_musket", { "house.lua" }, { game = require "limber.game.words" }))
end

describe("a row of ground", function()
  local rules = with_rows [[terrain = {
    { terrain = "monastery", going = "difficult", who_may_enter = "infantry", one_unit_only = "yes", cover = "yes",
      counts_as = "town" },
    { terrain = "orchard", going = "good", who_may_enter = "infantry and cavalry", one_unit_only = "no", cover = "yes",
      counts_as = "woods" },
    { terrain = "marsh", going = "difficult", who_may_enter = "infantry", one_unit_only = "no", cover = "no",
      counts_as = "none" },
  }]]

  it("that counts as a town is held, and shelters like one", function()
    local game = T.game {
      rules = rules, a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", nil, nil, { inside = "m" }) },
      ground = T.area("m", "monastery", 820, 560, 980, 640), set = { ["units.a1.shot"] = true },
      dice = { ["fire.small_arms"] = n(4, 6), ["cover.save"] = n(4, 6) },
    }
    T.to(game, "a", "firing")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(0, T.unit(game, "b1").hits)
    game = T.moving({ T.foot("a1", 900, 520) }, { rules = rules, ground = T.area("m", "monastery", 820, 560, 980, 640) })
    T.give(game, "a", "enter", { unit = "a1", area = "monastery" })
    assert.are.equal("m", T.unit(game, "a1").inside)
    assert.are.equal("monastery", T.calls(game, "terrain.entry")[1].args.terrain)
  end)

  it("has its own going, and what it counts as for the rest", function()
    local ground = T.area("o", "orchard", 700, 320, 1100, 600)
    local game = T.moving({ T.light("a1", 900, 290) }, { rules = rules, ground = ground })
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(120) }) -- 75 mm in woods
    assert.are.same({ 900, 410, 0 }, T.at(game, "a1"))
    game = T.moving({ T.guns("a1", 900, 260, { drill = "limbered" }) }, { rules = rules, ground = ground })
    T.says(T.refusal(game, "a", "move", { unit = "a1", distance = T.mm(60) }).message, "orchard")
  end)

  it("that counts as nothing is as its columns have it", function()
    local ground = T.area("s", "marsh", 700, 320, 1100, 600)
    local game = T.moving({ T.foot("a1", 900, 300) }, { rules = rules, ground = ground })
    T.says(T.refusal(game, "a", "move", { unit = "a1", distance = T.mm(60) }).message, "50 mm")
    game = T.moving({ T.horse("a1", 900, 270) }, { rules = rules, ground = ground })
    T.says(T.refusal(game, "a", "move", { unit = "a1", distance = T.mm(60) }).message, "marsh")
  end)
end)

describe("a row of weapons", function()
  it("is what units may carry, and how far it reaches", function()
    local rules = with_rows [[weapons = {
      { weapon = "wall_gun", short = "medium", long = "long", short_mm = 120, long_mm = 240, cite = "house" } }]]
    local game = T.game { rules = rules, a = { T.foot("a1", 900, 500, { weapon = "wall_gun" }) },
      b = { T.foot("b1", 900, 740) }, dice = { ["fire.small_arms"] = n(8, 1) } }
    T.to(game, "a", "firing")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(220, T.calls(game, "fire.small_arms")[1].args.range_mm)
  end)
end)

describe("rows of an army", function()
  local RULES <const> = [[
    army_rules = { { army = "russian", command = "average", initiative_modifier = -1, discipline = "yes",
      stance_modifier = 1, cite = "house" } },
    army_lists = {
      { army = "russian", unit = "musketeers", troop = "close_order_infantry", grade = "average", weapon = "musket",
        min = 1, max = 2, cite = "house" },
      { army = "russian", unit = "cossacks", troop = "tribal_cavalry", grade = "levy", weapon = "carbine", min = 0,
        max = 3, cite = "house" },
    }]]
  local rules = with_rows(RULES)

  local function battle(a, more)
    local spec = { rules = rules, army_a = "russian", a = a, b = { T.foot("b1", 900, 1000) } }
    for key, value in pairs(more or {}) do spec[key] = value end
    return spec
  end

  it("make its units, its initiative and its drill", function()
    local game = T.game(battle({ T.listed("a1", 600, 300, { list = "cossacks" }), T.foot("a2", 900, 300) }))
    assert.are.same({ "tribal_cavalry", "levy" }, { T.unit(game, "a1").troop, T.unit(game, "a1").grade })
    T.says(T.story(game), "Blue 6 -1")
    T.to(game, "a", "movement")
    T.give(game, "a", "change_formation", { unit = "a2", to = "column" })
    T.give(game, "a", "move", { unit = "a2", distance = T.mm(75) })
  end)

  it("are what an army is held against", function()
    local function faults(a) return table.concat(T.faults(battle(a, { settings = "lists = true," })), "\n") end
    T.says(faults { T.listed("a1", 600, 300, { list = "cossacks" }) },
      "musketeers: 0, the Russian list has 1 to 2 (house)")
    T.says(faults { T.listed("a1", 600, 300, { list = "grenadiers" }) },
      "grenadiers is no unit of the russian list, which has musketeers, cossacks (house)")
  end)
end)

describe("another number of hits that stagger", function()
  it("bounds what is asked of units", function()
    local text = 'variant "tough" { of = "horse_and_musket", cells = { ["constants.stagger_hits"] = 8 } }'
    local with = setmetatable({ variant = function(_, name) return name, text, false end }, { __index = loader })
    local rules = assert(Rules.load(with, "horse_and_musket", { "tough.lua" }, { game = require "limber.game.words" }))
    local game = T.game {
      rules = rules, a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 590) },
      set = { ["units.b1.hits"] = 6, ["units.a1.shot"] = true }, dice = { ["fire.small_arms"] = { 6, 1, 1, 1 } },
    }
    T.to(game, "a", "firing")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.same({ 7, "ready" }, { T.unit(game, "b1").hits, T.unit(game, "b1").status })
    assert.is_falsy(T.unit(game, "b1").staggered)
  end)
end)
