-- House rules as layers: what each may change, how they stack, and what is said of those that do not fit.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local toy <const> = require "toy_rules"

local function own(text)
  return { ["mine.lua"] = text }
end

--- A result under a variant written here.
local function ask(text, name, args, thrown)
  local rules = toy.rules({ "mine.lua" }, own(text))
  local source = dice.new()
  source:list(thrown or {})
  local result, fault = question.ask(rules, name, args, source)
  if not result then error(fault.message, 2) end
  return result, rules
end

local DUEL <const> = { a = { { skill = 3, ground = "hill" } }, b = { skill = 5 } }

describe("variants", function()
  it("change cells, and only theirs", function()
    local rules = toy.rules { "harsh" }
    assert.equal(3, rules.view.tables.bonus "hill")
    assert.equal(-3, rules.view.tables.bonus "wounded")
    assert.equal(2, toy.rules().view.tables.bonus "hill")
  end)

  it("let one table read as another", function()
    assert.equal("lost", toy.rules({ "harsh" }).view.tables.bands(2))
    assert.equal("held", toy.rules().view.tables.bands(2))
  end)

  it("choose options", function()
    local source = dice.new()
    source:list { 3, 3 }
    local result = question.ask(toy.rules { "steady" }, "duel.fight", DUEL, source)
    assert.equal("a", result.winner)
  end)

  it("are options by their names, where they are false", function()
    local variants <const> = require "limber.rules.variants"
    local rules = toy.rules { "fog" }
    local layer = rules.layers[1]
    assert.is_true(rules.view.option.fog)
    assert.is_false(toy.rules().view.option.fog)
    assert.same({ "fog", "Nobody sees.", true }, { layer.name, layer.doc, layer.shipped })
    assert.same({ "fog", "harsh", "shaky", "steady" }, variants.names(rules.published))
    assert.equal('no variant "ties" of toy, and no file ties.lua in this folder', toy.refused({ "ties" }).message)
    assert.equal("fog is given twice", toy.refused({ "fog", "fog" }).message)
  end)

  it("by a file of the ruleset come before an option of that name; a player's own is refused", function()
    local text = [[variant "fog" { doc = "Thick.", options = { fog = true }, cells = { ["bonus.hill"] = 0 } }]]
    local rules = toy.rules({ "fog" }, { ["rules-lua/toy/variants/fog.lua"] = text })
    assert.same({ "Thick.", 0 }, { rules.layers[1].doc, rules.view.tables.bonus "hill" })
    assert.equal("mine.lua:1: a variant fog ships with Limber (rules-lua/toy/data.lua): give yours another name",
      toy.refused({ "mine.lua" }, own(text)).message)
    assert.equal("Nobody sees.", toy.rules({ "fog" }, { fog = text }).layers[1].doc)
  end)

  it("add and replace arguments", function()
    local text = [[variant "mine" { doc = "", args = { ["gun.fire"] = { int "guns" { 1, 3, default = 2 } } } }]]
    assert.equal(1, ask(text, "gun.fire", { calibre_pdr = 12, range_mm = 100, target = "formed" }, { 5 }).points)
  end)

  it("add modifiers, with the argument they ask for", function()
    local text = [[variant "mine" { doc = "" }
      modifier { "guard", 4, of = "duel", flag = "guard", cite = "house" }]]
    local args = { a = { { skill = 3, guard = true } }, b = { skill = 5 } }
    local result = ask(text, "duel.fight", args, { 1, 1 })
    assert.same({ name = "guard", value = 4, cite = "house" }, result.a[1].modifiers[2])
    assert.equal("a", result.winner)
  end)

  it("replace a modifier of the same name, in its place", function()
    local text = [[variant "mine" { doc = "" }
      modifier { "skill", 9, of = "duel", cite = "house" }]]
    local result = ask(text, "duel.fight", DUEL, { 1, 1 })
    assert.same({ name = "skill", value = 9, cite = "house" }, result.a[1].modifiers[1])
    assert.same({ name = "hill", value = 2, cite = "2.2" }, result.a[1].modifiers[2])
  end)

  it("wrap procedures, which keep their arguments and their check", function()
    local text = [[variant "mine" { doc = "" }
      wrap "gun.fire" (function(published, rules, q, dice)
        local result = published(rules, q, dice)
        result.points = result.points * 10
        return result
      end)]]
    local args = { calibre_pdr = 12, guns = 1, range_mm = 100, target = "formed" }
    assert.equal(10, ask(text, "gun.fire", args, { 5 }).points)
    args.range_mm = 901
    assert.has_error(function() ask(text, "gun.fire", args, { 5 }) end, "range_mm must be 900 or less")
  end)

  it("stack in the order given", function()
    local changed = {
      ["one.lua"] = [[variant "one" { doc = "", cells = { ["bonus.hill"] = 7 } }]],
      ["two.lua"] = [[variant "two" { doc = "", cells = { ["bonus.hill"] = 8 } }]],
    }
    assert.equal(8, toy.rules({ "one.lua", "two.lua" }, changed).view.tables.bonus "hill")
    assert.equal(7, toy.rules({ "two.lua", "one.lua" }, changed).view.tables.bonus "hill")
    assert.same({ "one", "two" }, toy.rules({ "one.lua", "two.lua" }, changed):variant_names())
  end)

  it("that do not fit together are refused, whichever says so", function()
    assert.equal("shaky conflicts with steady", toy.refused({ "steady", "shaky" }).message)
    assert.equal("steady conflicts with shaky", toy.refused({ "shaky", "steady" }).message)
    assert.equal("steady is given twice", toy.refused({ "steady", "steady" }).message)
    assert.equal("variants", toy.refused({ "steady", "shaky" }).arg)
  end)

  it("that cannot be read are refused with their place", function()
    for _, one in ipairs {
      { "variant {", "mine.lua:1" },
      { 'variant "mine" { of = "other" }', "mine is a variant of other, not of toy" },
      { "local x = 1", "the file declares no variant" },
      { 'error "no" -- before its variant', "mine.lua:1" },
      { 'error "no"', "mine.lua is not a variant" },
      { 'variant "mine" { cells = { ["bonus.hil"] = 1 } }', 'bonus has no name "hil"; did you mean hill?' },
      { 'variant "mine" { cells = { ["bonuz.hill"] = 1 } }', 'no table "bonuz"; did you mean bonus?' },
      { 'variant "mine" { cells = { ["bonus.hill"] = "x" } }', "bonus.hill must be a whole number, got x" },
      { 'variant "mine" { options = { tyes = "first" } }', 'no option "tyes"; did you mean ties?' },
      { 'variant "mine" { options = { ties = "frist" } }', "option.ties must be none or first, got frist; did you mean first?" },
      { 'variant "mine" {} wrap "duel.fite" (function() end)', 'no procedure "duel.fite"; did you mean duel.fight?' },
      { 'variant "mine" {} modifier { "x", 1, of = "dual" }', 'no modifier list "dual"; did you mean duel?' },
      { 'variant "mine" {} variant "yours" {}', "a file declares one variant" },
    } do
      local fault = toy.refused({ "mine.lua" }, own(one[1]))
      assert.is_table(fault, one[1])
      assert.equal("variants", fault.arg)
      assert.matches(one[2], fault.message, 1, true)
    end
  end)

  it("that never end, or hoard, are stopped", function()
    local fault = toy.refused({ "mine.lua" }, own "while true do end")
    assert.equal("variants", fault.arg)
    fault = toy.refused({ "mine.lua" }, own 'local t = {} while true do t[#t + 1] = ("x"):rep(10000) .. #t end')
    assert.equal("variants", fault.arg)
  end)

  it("have the nearest name when theirs is unknown", function()
    assert.equal('no variant "stedy" of toy, and no file stedy.lua in this folder; did you mean steady?', toy.refused({ "stedy" }).message)
  end)

  it("make the stack a guest when one did not ship", function()
    assert.is_false(toy.rules({ "steady" }).guest)
    assert.is_true(toy.rules({ "steady", "mine.lua" }, own 'variant "mine" {}').guest)
  end)
end)
