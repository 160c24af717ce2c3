-- Kinds of troops that house rules add to Fusilier: rows say what they are, and a battle plays them.
local muster_lines <const> = require "told.muster_lines"
local T <const> = require "fusilier_table"

local foot, give, unit = T.foot, T.give, T.unit

after_each(T.finished)

local KINDS <const> = [[variant "house" {
  of = "fusilier", cite = "house", doc = "Rockets, militia and hussars.",
  rows = {
    troops = {
      { troop = "rocket_battery", arm = "artillery", first_drill = "unlimbered", counts_as = "horse_artillery" },
      { troop = "militia", arm = "infantry", first_drill = "line", counts_as = "infantry" },
      { troop = "hussars", arm = "cavalry", first_drill = "mounted", counts_as = "cavalry" },
      { troop = "battalion_gun", arm = "artillery", first_drill = "limbered", counts_as = "light_artillery" },
    },
    base_sizes = { { arm = "rocket_battery", frontage_mm_per = 5, depth_mm = 20 } },
    movement_rates = {
      { troop = "militia_line", rate_mm_per_min = 25, moves_as = "foot" },
      { troop = "hussars", rate_mm_per_min = 90, moves_as = "mounted" },
    },
    evolutions = { { troop = "militia", from = "column", to = "line", time_min = 8 } },
  },
}]]

local function as(text, troop) return (text:gsub('troop = "[a-z_]+"', ('troop = "%s"'):format(troop))) end

local function laid(a, more)
  more = more or {}
  return T.battle({ a = a .. T.FAR_A, b = foot("b1", 1000, 1500, "south") .. T.FAR_B, house = KINDS },
    { order = more.order, dice = more.dice })
end

--- Where a unit comes in a bound when it is told to go straight on.
local function comes(text, path)
  local game = laid(text)
  T.to(game, "turn.movement")
  give(game, "a", "move", { unit = "a1", legs = path or { { forward = T.mm(1000) } } })
  T.done(game)
  return game, T.at(game, "a1")[2]
end

describe("a kind of troops from rows", function()
  it("is built as its arm, with its own base where it has one", function()
    local game = laid(as(T.guns("a1", 1000, 300, "north"), "rocket_battery") .. as(foot("a2", 600, 300, "north"), "militia"))
    local rockets, militia = unit(game, "a1"), unit(game, "a2")
    assert.same({ "artillery", "unlimbered", "rocket_battery" }, { rockets.arm, rockets.drill, rockets.troop })
    assert.same({ T.mm(30), T.mm(20) }, { rockets.base.width, rockets.base.depth })
    assert.same({ "infantry", "line", T.mm(200) }, { militia.arm, militia.drill, militia.base.width })
    assert.is_nil(rockets.counts_as)
  end)

  it("moves at its own rate, else at that of what it counts as", function()
    local _, y = comes(as(foot("a1", 1000, 300, "north"), "militia"))
    assert.equal(550, y)
    _, y = comes(as(T.horse("a1", 1000, 300, "north"), "hussars"))
    assert.equal(1200, y)
    _, y = comes(as(foot("a1", 1000, 300, "north", 'drill = "column",'), "militia")) -- infantry in column
    assert.equal(800, y)
  end)

  it("changes formation in its own time, else in that of what it counts as", function()
    local function after(text, evolve) return comes(text, { { evolve = evolve }, { forward = T.mm(1000) } }) end
    local game, y = after(as(foot("a1", 1000, 300, "north"), "militia"), "column")
    assert.same({ "column", 300 + 2 * 50 }, { unit(game, "a1").drill, y })
    game, y = after(as(T.guns("a1", 1000, 300, "north"), "rocket_battery"), "limbered")
    assert.same({ "limbered", 300 + 8 * 70 }, { unit(game, "a1").drill, y })
  end)

  it("fires and is fired at as its arm", function()
    local game = T.battle({
      a = as(T.heavy_guns("g", 1000, 400, "north"), "rocket_battery") .. T.FAR_A, b = T.line_at(300) .. T.FAR_B,
      house = KINDS,
    }, { order = false, dice = { ["artillery.fire"] = { 6, 6 } } })
    T.to(game, "turn.fire")
    give(game, "a", "fire", { unit = "g", target = "b1" })
    T.done(game)
    assert.equal(3, unit(game, "b1").damage_points)
  end)

  it("goes with a battalion when it counts as light artillery, at that battalion's rate", function()
    local game, y = comes(as(foot("a1", 1000, 300, "north"), "militia")
      .. as(T.guns("a2", 1140, 300, "north", 'attached_to = "a1",'), "battalion_gun"))
    assert.equal(550, y)
    assert.truthy(T.at(game, "a2")[2] > 500)
  end)

  it("is told in rosters, known to the words of a muster and the page of its procedures", function()
    local rules = T.rules(nil, KINDS)
    local strength = rules.game.map_symbols.strength
    local game = laid(as(T.guns("a1", 1000, 300, "north"), "rocket_battery"))
    assert.equal("rocket battery, unlimbered, 6 guns of 8 pdr", strength(unit(game, "a1")))
    assert.equal("artillery", unit(game, "a1").arm)
    local carries = rules.game.carries.unit
    local given = muster_lines.values(carries.args, { { text = "militia" }, { text = "600x3" } }, 1, carries.terse)
    assert.same({ "militia", 600, 3 }, { given.troop, given.men, given.ranks })
  end)

  it("is no kind without house rules", function()
    local rules = T.rules()
    assert.truthy(rules.view.fault("move.evolution", { arm = "militia", from = "line", to = "column" }))
  end)
end)

describe("a field of a house rule", function()
  it("reaches what is asked while a scenario is built", function()
    local house = [[variant "house" { of = "fusilier", doc = "",
      fields = { unit = { int "open" { 0, 3, default = 0 }, flag "thin" {} } },
      wraps = { ["base.frontage"] = function(published, rules, q, dice)
        local result = published(rules, q, dice)
        result.frontage_mm = result.frontage_mm + 10 * q.open + (q.thin and 1 or 0)
        return result
      end } }]]
    local game = T.battle({ a = foot("a1", 1000, 300, "north", "open = 2,") .. foot("a2", 1500, 300, "north", "thin = true,")
      .. foot("a3", 1900, 300, "north") .. T.FAR_A, b = T.FAR_B, house = house }, { order = false })
    assert.same({ T.mm(220), T.mm(201), T.mm(200) },
      { unit(game, "a1").base.width, unit(game, "a2").base.width, unit(game, "a3").base.width })
    assert.equal(220, unit(game, "a1").front_mm)
    assert.same({ 2, true }, { unit(game, "a1").open, unit(game, "a2").thin })
    assert.is_nil(unit(game, "a3").thin)
  end)
end)
