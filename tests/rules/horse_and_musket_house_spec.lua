--- What a procedure of Horse and Musket says, happens in a battle: each is changed by a house rule, and the state follows.
local loader <const> = require "disk_loader"
local Mind <const> = require "limber.solo.mind"
local Rules <const> = require "limber.rules.stack"
local T <const> = require "horse_and_musket_table"

local n, join = T.n, T.join

--- The rules with one procedure changed by Lua code that gets its result as `r`.
local function changed(procedure, code)
  local text = ('variant "house" { of = "horse_and_musket", wraps = { [%q] = function(published, rules, q, dice) '
    .. "local r = published(rules, q, dice); %s; return r end } }"):format(procedure, code)
  local with = setmetatable({ variant = function(_, name) return name, text, false end }, { __index = loader })
  return assert(Rules.load(with, "horse_and_musket", { "house.lua" }, { game = require "limber.game.words" }))
end

--- A battle laid out by `spec` and what `more` says besides.
local function laid(rules, spec, more)
  for key, value in pairs(more or {}) do spec[key] = value end
  spec.rules = rules
  return T.game(spec)
end

-- ---- what is played -------------------------------------------------------------------------------------------------

--- Horse a1 charges foot b1, which holds its fire, and beats it by a hit; or as `more` has it.
local function fight(more, answer)
  return function(rules)
    local game = laid(rules, {
      a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 900, 650) }, general_b = { at = { 300, 1000 } },
      dice = {
        ["charge.test"] = { 3 }, ["melee.resolve"] = join({ 4 }, n(7, 1), { 1 }, n(30, 1)),
        ["colours.capture"] = { 1, 1, 1, 1 }, ["fire.small_arms"] = n(8, 6),
      },
    }, more)
    T.to(game, "a", "charges")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    while game:waiting().kind == "decision" do
      local options = game:waiting().options
      T.answer(game, options[1] == answer and answer or options[#options])
    end
    return T.to(game, "b", "movement", false)
  end
end

--- Foot a1 fires at b1, 80 mm off, with four hits.
local function volley(more)
  return function(rules)
    local game = laid(rules, {
      a = { T.foot("a1", 900, 500) }, b = { T.foot("b1", 900, 600) }, set = { ["units.a1.shot"] = true },
      dice = { ["fire.small_arms"] = n(20, 6), ["cover.save"] = n(9, 1), ["general.risk"] = { 1, 1 } },
    }, more)
    T.to(game, "a", "firing")
    if not T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }) then
      T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    end
    return game
  end
end

--- A battery fires at b1 at 300 mm: five thrown, two of three shots hit.
local function cannonade(more)
  return function(rules)
    local game = laid(rules, {
      a = { T.guns("a1", 900, 500) }, b = { T.foot("b1", 900, 840) },
      dice = { ["fire.artillery"] = { 5, 4, 4, 1 }, ["cover.save"] = n(9, 1), ["fieldworks.breach"] = { 1 } },
    }, more)
    T.to(game, "a", "firing")
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    return game
  end
end

--- Commands of side a in its movement; those that are refused are left out.
local function marching(a, commands, more)
  return function(rules)
    local game = T.to(laid(rules, { a = { a }, b = { T.foot("b1", 900, 1150) } }, more), "a", "movement")
    for _, one in ipairs(commands) do
      if one == "next" then
        T.next_movement(game)
      else
        local args = { unit = "a1" }
        for key, value in pairs(one[2] or {}) do args[key] = value end
        if not T.refusal(game, "a", one[1], args) then T.give(game, "a", one[1], args) end
      end
    end
    return game
  end
end

--- The round up to a's command step, with two units under a general who throws so.
local function commanded(face, more)
  return function(rules)
    local game = laid(rules, {
      a = { T.foot("a1", 800, 300), T.foot("a2", 1000, 300) }, b = { T.foot("b1", 900, 1150) },
      general_a = { at = { 900, 200 } }, dice = { ["command.roll"] = n(9, face) },
    }, more)
    return T.to(game, "a", "movement", false)
  end
end

local function rallied(more)
  return function(rules)
    local game = laid(rules, {
      a = { T.foot("a1", 900, 300) }, b = { T.foot("b1", 900, 1150) }, general_a = { with = "a1" },
      set = { ["units.a1.hits"] = 4, ["units.a1.staggered"] = true }, dice = { ["rally.roll"] = { 1 } },
    }, more)
    T.to(game, "a", "rally", false)
    T.give(game, "a", "rally", { commander = "ga", unit = "a1" })
    return game
  end
end

local function begun(more)
  return function(rules)
    return laid(rules, { a = { T.foot("a1", 900, 300) }, b = { T.foot("b1", 900, 1000) } }, more)
  end
end

-- ---- what is changed, and what comes of it --------------------------------------------------------------------------

local RIVER <const> = T.area("elbe", "river", 0, 350, 1800, 400)
local TOWN <const> = T.area("town", "town", 820, 560, 980, 640)
local AT_EDGE <const> = { ground = RIVER, set = { ["units.a1.river"] = "edge", ["units.a1.river_area"] = "elbe" } }
local WORKS <const> = 'area "works" { terrain = "fieldworks", front = "south", rect = { { 860, 820 }, { 940, 860 } } },'
local STAGGERED <const> = { set = { ["units.b1.hits"] = 5, ["units.b1.staggered"] = true } }

--- Procedure, what the house rule does, what is played, the path of the state, and its value under that rule. By the
--- published rules it is another.
local CASES <const> = {
  { "initiative.roll", "r.roll_a, r.roll_b = 1, 6", begun(), "active", "b" },
  { "command.roll", "r.units_may_move = 0", commanded(4), "units.a1.may_move", nil },
  { "command.roll", 'r.allowed = "half"', commanded(4), "leaders.ga.chooses", 1 },
  { "command.roll", "r.cards = 3", commanded(4), "sides.a.cards", 3 },
  { "command.reach", 'r.commanded_by, r.independent = "none", true', commanded(4), "units.a1.commander", nil },
  { "rally.roll", "r.removed = 3", rallied(), "units.a1.hits", 1 },
  { "rally.roll", "r.staggered = false", rallied(), "units.a1.staggered", false },
  { "charge.legality", "r.legal = false", fight(), "units.b1.hits", 0, refused = true },
  { "charge.test", "r.roll = 1", fight(), "units.b1.hits", 0 },
  { "charge.reach", "r.move_mm = 50", fight(), "units.b1.hits", 0 },
  { "charge.reach", "r.contact = false", fight(), "units.b1.hits", 0 },
  { "charge.after_fire", 'r.outcome = "retires"', fight(nil, "fire"), "units.a1.retired", true },
  { "charge.after_fire", "r.hits = 5", fight({ dice = { ["charge.test"] = { 3 }, ["fire.small_arms"] = n(8, 1),
    ["melee.resolve"] = join({ 4 }, n(30, 1)), ["colours.capture"] = { 1, 1 } } }, "fire"), "units.a1.hits", 5 },
  { "melee.resolve", "r.charged.taken = 3", fight(), "units.b1.hits", 3 },
  { "melee.resolve", "r.charged.hits = 4", fight(), "units.b1.hits", 4 },
  { "melee.resolve", "r.charged.staggered = true", fight(), "units.b1.staggered", true },
  { "melee.resolve", "r.charged.destroyed = true", fight(), "units.b1.status", "gone" },
  { "melee.resolve", "r.charger.hits = 2", fight(), "units.a1.hits", 2 },
  { "melee.resolve", 'r.retreats = "none"', fight(), "units.b1.base.y", 650000 },
  { "melee.resolve", 'r.winner = "charged"', fight(), "units.b1.base.y", 650000 },
  { "melee.resolve", 'r.winner = "charged"', fight(), "units.a1.base.y", 420000 },
  { "melee.dice", "r.dice = 0", fight(), "units.b1.hits", 0 },
  { "grade.compare", 'r.superior = "none"', fight({ dice = { ["charge.test"] = { 3 }, ["colours.capture"] = { 1, 1 },
    ["melee.resolve"] = join(n(6, 1), { 4, 4 }, { 1, 1 }, n(30, 1)) } }), "units.b1.hits", 0 },
  { "hits.apply", "r.hits = math.min(5, r.hits + 1)", fight(), "units.b1.hits", 2 },
  { "hits.apply", "r.hits, r.staggered = 0, false", volley(STAGGERED), "units.b1.staggered", false },
  { "hits.apply", "r.destroyed = true", volley(), "units.b1.status", "gone" },
  { "retreat.resolve", "r.distance_mm = 2 * r.distance_mm", fight(), "units.b1.base.y", 800000 },
  { "retreat.resolve", "r.move_mm = 20", fight(), "units.b1.base.y", 670000 },
  { "retreat.resolve", "r.hits = 3", fight(), "units.b1.hits", 3 },
  { "retreat.resolve", 'r.destroyed, r.reason = true, "hits"', fight(), "units.b1.status", "gone" },
  { "retreat.resolve", "r.distance_mm = 2 * r.distance_mm", fight { depth = 780, general_b = { at = { 300, 700 } } },
    "units.b1.status", "gone" },
  { "colours.capture", "r.captured = true", fight(), "units.b1.colours", nil },
  { "colours.capture", "r.victor_points = 1", fight(), "sides.a.points", 1 },
  { "colours.capture", "r.loser_points = -1", fight(), "sides.b.points", -1 },
  { "general.risk", "r.roll = 6", volley { general_b = { with = "b1" } }, "leaders.gb.status", "gone" },
  { "general.risk", "r.at_risk, r.roll, r.casualty = true, 6, true", fight { general_b = { with = "b1" } },
    "leaders.gb.status", "gone" },
  { "fire.small_arms", "r.hits = 1", volley(), "units.b1.hits", 1 },
  { "fire.legality", "r.legal = false", volley(), "units.b1.hits", 0 },
  { "fire.legality", "r.bases = 1", volley(), "units.b1.hits", 1 },
  { "fire.enfilade", "r.enfilade = true", volley(), "units.b1.hits", 2 },
  { "cover.save", "r.hits = 0", volley { ground = TOWN, b = { T.foot("b1", nil, nil, { inside = "town" }) } },
    "units.b1.hits", 0 },
  { "woods.fire", "r.legal = false", volley { ground = T.area("wood", "woods", 500, 570, 1300, 700) },
    "units.b1.hits", 0 },
  { "fire.artillery", "r.hits = 1", cannonade(), "units.b1.hits", 1 },
  { "fire.artillery", "r.targets[1].hits = 1", cannonade(), "units.b1.hits", 1 },
  { "fire.artillery", 'r.band = "short"', cannonade(), "units.a1.band", "short" },
  { "fieldworks.breach", "r.breached = true",
    cannonade { ground = WORKS, b = { T.foot("b1", nil, nil, { inside = "works" }) } }, "areas.works.breached", true },
  { "movement.allowance", "r.move_mm = 100", marching(T.foot("a1", 900, 300), { { "move", { distance = T.mm(100) } } }),
    "units.a1.base.y", 400000 },
  { "movement.allowance", "r.free_move_mm = 90", marching(T.foot("a1", 900, 300, { drill = "column" }),
    { { "move", { distance = T.mm(10) } }, { "march", { distance = T.mm(90) } } }), "units.a1.base.y", 400000 },
  { "movement.turn", 'r.cost = "free"', marching(T.foot("a1", 900, 300), { { "turn", { by = 90000 } } }),
    "units.a1.acted", nil },
  { "movement.turn", 'r.cost = "free"', marching(T.foot("a1", 900, 300), { { "move", { distance = T.mm(10),
    pivot = 90000 } } }), "units.a1.base.facing", 90000 },
  { "movement.turn", "r.counts_as_moved = true", marching(T.foot("a1", 900, 300), { { "turn", { by = 30000 } } }),
    "units.a1.moved", true },
  { "formation.change", 'r.cost = "free"', marching(T.foot("a1", 900, 300), { { "change_formation", { to = "column" } },
    { "move", { distance = T.mm(75) } } }), "units.a1.acted", "move" },
  { "formation.change", 'r.cost = "one_move"', marching(T.foot("a1", 900, 300), { { "change_formation",
    { to = "column" } } }), "units.a1.acted", "change" },
  { "formation.change", "r.counts_as_moved = false", marching(T.foot("a1", 900, 300), { { "change_formation",
    { to = "column" } } }), "units.a1.moved", nil },
  { "terrain.entry", "r.legal = false", marching(T.foot("a1", 900, 500), { { "enter", { area = "town" } } },
    { ground = TOWN }), "units.a1.inside", nil },
  { "terrain.entry", 'r.going = "good"', marching(T.light("a1", 900, 300), { { "move", { distance = T.mm(120) } } },
    { ground = T.area("wood", "woods", 700, 330, 1100, 700) }), "units.a1.acted", "move" },
  { "river.cross", 'r.position_after, r.in_river = "edge", false', marching(T.foot("a1", 900, 340),
    { { "enter", { area = "elbe" } } }, AT_EDGE), "units.a1.river", "edge" },
  { "river.cross", 'if q.position == "edge" then r.position_after, r.in_river = "across", false end',
    marching(T.foot("a1", 900, 340), { { "enter", { area = "elbe" } } }, AT_EDGE), "units.a1.base.y", 410001 }, -- a micrometre beyond its bank
  { "river.cross", 'if q.position == "in_river" then r.position_after, r.in_river = "in_river", true end',
    marching(T.foot("a1", 900, 340), { { "enter", { area = "elbe" } }, "next", { "move", { distance = T.mm(75) } } },
      AT_EDGE), "units.a1.river", "in" },
  { "unit.frontage", "r.frontage_mm = r.frontage_mm // 2", begun(), "units.a1.base.width", 80000 },
}

local function at(game, path)
  local value = game.state.root
  for key in path:gmatch "[^.]+" do value = value[key] end
  return value
end

local published <const> = assert(Rules.load(loader, "horse_and_musket", {}, { game = require "limber.game.words" }))

describe("what a house rule makes of a procedure happens in the battle:", function()
  for _, case in ipairs(CASES) do
    local procedure, code, play, path, wanted = table.unpack(case, 1, 5)
    it(("%s, %s → %s %s"):format(procedure, code, path, tostring(wanted)), function()
      assert.not_equal(wanted, at(play(published), path), "it comes so by the published rules too")
      local done, game = pcall(play, changed(procedure, code))
      if case.refused then return assert.is_false(done) end
      assert.is_true(done, not done and tostring(game) or nil)
      assert.equal(wanted, at(game, path))
    end)
  end
end)

-- ---- who it is about ------------------------------------------------------------------------------------------------

--- Every procedure that describes a unit refuses to be asked in a battle without the unit's house field, or without an id.
local ASKED <const> = {
  "fire.legality", "fire.enfilade", "fire.small_arms", "fire.artillery", "cover.save", "fieldworks.breach",
  "formation.change", "movement.allowance", "movement.turn", "terrain.entry", "river.cross", "rally.roll",
  "retreat.resolve", "charge.legality", "charge.test", "charge.reach", "charge.countercharge", "charge.after_fire",
  "colours.capture", "melee.supports", "hits.apply", "unit.frontage", "command.reach",
}
--- Asked by other rules too, of whoever these are asked of.
local WITHIN <const> = { ["hits.apply"] = true, ["cover.save"] = true }
--- Asked of ground, for any unit, where a way is measured.
local NOBODY <const> = { ["terrain.entry"] = true, ["unit.frontage"] = true, ["fire.enfilade"] = true }

local function watched()
  local wraps = {}
  for i, name in ipairs(ASKED) do
    local who = not (WITHIN[name] or NOBODY[name]) and " or not rules.here.who" or ""
    wraps[i] = ("[%q] = function(published, rules, q, dice) if rules.here and (not q.veterans%s) then "
      .. 'error("%s is not told", 0) end return published(rules, q, dice) end'):format(name, who, name)
  end
  local text = ('variant "watched" { of = "horse_and_musket", fields = { unit = { flag "veterans" { default = true } } }, '
    .. "wraps = { %s } }"):format(table.concat(wraps, ",\n"))
  local with = setmetatable({ variant = function(_, name) return name, text, false end }, { __index = loader })
  return assert(Rules.load(with, "horse_and_musket", { "watched.lua" }, { game = require "limber.game.words" }))
end

describe("every question about a unit knows its house fields and its id:", function()
  local played, rules = {}, watched()
  for _, case in ipairs(CASES) do
    local play = case[3]
    if not played[play] then
      played[play] = true
      it(case[1] .. " → " .. case[4], function()
        local game = play(rules)
        assert.is_true(T.unit(game, "a1").veterans)
      end)
    end
  end
end)

describe("what a solo commander keeps over battles", function()
  it("is nothing that a house rule has look at the battle", function()
    local game = laid(changed("fire.small_arms", "if rules.here and rules.here.who == 'a1' then r = with(r, { hits = 0 }) end"),
      { a = { T.foot("a1", 900, 500), T.foot("a2", 1100, 500) }, b = { T.foot("b1", 900, 650) } })
    local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
    local function hits(id)
      return mind:known("fire", function()
        local args = mind.view:question("fire.small_arms", id, { formation = "line", range_mm = 50 })
        return mind:odds("fire.small_arms", args, "hits", id):mean()
      end)
    end
    for _ = 1, 2 do
      assert.are.equal(0, hits "a1")
      assert.is_true(hits "a2" > 0)
    end
  end)
end)
