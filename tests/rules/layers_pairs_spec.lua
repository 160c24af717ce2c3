-- Three house rules that touch the same step, in pairs of all kinds: applied in the order of the stack, or refused by both
-- names.
local overlaps <const> = require "limber.rules.overlaps"
local toys <const> = require "rules.toys"

local TWO <const>, ONE <const> = "rules-lua/toy/variants/two.lua:2: ", "variant one"

local function opts_of(one, other, third)
  local texts, opts = { one = one, two = other, three = third }, { instead = {}, variants = {} }
  for _, name in ipairs { "one", "two", "three" } do
    if texts[name] then
      opts.instead[("rules-lua/toy/variants/%s.lua"):format(name)] = ('variant "%s" { doc = "" }\n%s'):format(name, texts[name])
      opts.variants[#opts.variants + 1] = name
    end
  end
  return opts
end

local function rules_of(...)
  local opts = opts_of(...)
  return toys.rules(opts.instead, opts.variants)
end

--- The steps of the turn, by name.
local function order_of(rules)
  local names = {}
  for i, step in ipairs(rules.game.sequences.turn) do names[i] = step.name end
  return table.concat(names, " ")
end

local function commands_of(rules, name)
  local turn = rules.game.sequences.turn
  return table.concat(turn[turn.index[name]].commands, " ")
end

--- A step that writes a letter into the battle.
local function writes(letter)
  return ([[lay { steps = { ["turn.begin"] = { run = function(published, play, about)
    published(play, about)
    play:set(play.state.battle, "said", (play.state.battle.said or "") .. "%s")
  end } } }]]):format(letter)
end

local function bare(letter)
  return ([[replace "turn.begin" (step "begin" { run = function(play)
    play:set(play.state.battle, "said", "%s")
  end })]]):format(letter)
end

local function step(name) return ('step "%s" { run = function() end }'):format(name) end

local function said(...)
  local game = toys.game(opts_of(...))
  assert(game:start())
  return game.state.root.battle.said
end

local function refused(one, other, ...)
  local done, fault = pcall(rules_of, one, other)
  assert.is_false(done, "nothing is wrong")
  local message = type(fault) == "table" and fault.message or tostring(fault)
  for _, part in ipairs { TWO, ONE, "variant two", "one.lua", ... } do
    assert.truthy(message:find(part, 1, true), message)
  end
end

describe("two house rules on one step", function()
  it("wrap and wrap: the later is outside", function()
    assert.equal("12", said(writes "1", writes "2"))
    assert.equal("123", said(writes "1", writes "2", writes "3"))
    assert.equal("321", said(writes "3", writes "2", writes "1"))
  end)

  it("replace and wrap: the wrap lies over the new step; the other way about they are refused", function()
    assert.equal("12", said(bare "1", writes "2"))
    refused(writes "1", bare "2", "turn.begin", "changes it")
  end)

  it("replace and replace, remove and remove, remove and replace: refused", function()
    refused(bare "1", bare "2", "turn.begin", "replaces it")
    refused('remove "turn.moves"', 'remove "turn.moves"', "turn.moves", "removes it")
    refused('remove "turn.begin"', bare "2", "turn.begin", "removes it")
    refused(bare "1", 'remove "turn.begin"', "turn.begin", "replaces it")
  end)

  it("remove and insert next to it: refused", function()
    local by = ('insert "turn" { after = "moves", %s }'):format(step "x")
    refused('remove "turn.moves"', by, "turn.moves", "removes it")
    refused(by, 'remove "turn.moves"', "turn.moves", "puts steps next to it")
  end)

  it("remove and change: refused", function()
    refused('remove "turn.begin"', writes "2", "turn.begin", "removes it")
    refused(writes "1", 'remove "turn.begin"', "turn.begin", "changes it")
  end)

  it("move and move: refused, if not to the same place", function()
    local first, last = 'move "turn.shooting" { before = "charges" }', 'move "turn.shooting" { first = true }'
    refused(first, last, "turn.shooting", "moves it")
    assert.equal("begin shooting charges moves", order_of(rules_of(first, first)))
  end)

  it("move and insert next to it, move and change: in the order of the stack", function()
    local moved = 'move "turn.shooting" { before = "charges" }'
    local by = ('insert "turn" { before = "shooting", %s }'):format(step "x")
    assert.equal("begin x shooting charges moves", order_of(rules_of(moved, by)))
    assert.equal("begin shooting charges moves x", order_of(rules_of(by, moved)))
    assert.equal("2", said('move "turn.begin" { after = "charges" }', writes "2", 'move "turn.charges" { last = true }'))
  end)

  it("insert and insert: the later is next to the step; steps of one name are refused", function()
    local function by(how, name) return ('insert "turn" { %s = "moves", %s }'):format(how, step(name)) end
    assert.equal("begin charges moves y x shooting", order_of(rules_of(by("after", "x"), by("after", "y"))))
    assert.equal("begin charges x y moves shooting", order_of(rules_of(by("before", "x"), by("before", "y"))))
    refused(by("after", "x"), by("after", "x"), 'two steps "x"')
  end)

  it("list and list: what each adds is there, what each takes out is not", function()
    local function list(...)
      return ('lay { steps = { ["turn.shooting"] = { commands = { "%s" } } } }'):format(table.concat({ ... }, '", "'))
    end
    assert.equal("shoot charge move", commands_of(rules_of(list("shoot", "charge"), list("shoot", "charge", "move")), "shooting"))
    assert.equal("shoot move charge", commands_of(rules_of(list("shoot", "charge"), list("shoot", "move")), "shooting"))
    assert.equal("move charge", commands_of(rules_of(list("shoot", "charge"), list "move"), "shooting"))
    local wave = 'command "wave" { run = function() end, phases = { "turn.shooting" } }'
    assert.equal("shoot move wave", commands_of(rules_of(wave, list("shoot", "move")), "shooting"))
    assert.equal("shoot move wave", commands_of(rules_of(list("shoot", "move"), wave), "shooting"))
  end)

  it("plain value and plain value, wrap and plain value: refused; a wrap over a plain value is not", function()
    local function side(value) return ('lay { steps = { ["turn.shooting"] = { side = %s } } }'):format(value) end
    local fn = "function(published, play, about) return published(play, about) end"
    refused(side '"a"', side '"b"', "side of turn.shooting")
    refused(side(fn), side '"b"', "side of turn.shooting")
    assert.is_function(rules_of(side '"a"', side(fn)).game.sequences.turn[4].side)
    assert.equal("a", rules_of(side '"a"', side '"a"').game.sequences.turn[4].side)
  end)

  it("story and story, cell and cell: the later stands; formulas work on what lies below", function()
    local function met(text) return ('lay { story = { met = "%s" } }'):format(text) end
    assert.equal("two", rules_of(met "one", met "two").game.story.met)
    assert.equal("one", rules_of(met "two", met "one").game.story.met)
    local zeal = 'lookup "zeal" { key = "name", value = "value", doc = "Zeal.", cite = "house", csv = "name,value\\nfoot,2\\n" }'
    local five = "lay { cells = { ['zeal.foot'] = 5 } }"
    local double = "lay { cells = { ['zeal.foot'] = function(old) return 2 * old end } }"
    assert.equal(10, rules_of(zeal, five, double).view.tables.zeal "foot")
    assert.equal(5, rules_of(zeal, double, five).view.tables.zeal "foot")
  end)

  it("argument and argument, modifier and modifier of one name: refused", function()
    local gallop = 'lay { commands = { charge = { args = { flag "gallop" {} } } } }'
    refused(gallop, gallop, "argument gallop of charge")
    local grim = 'modifier { "grim", %d, of = "nerve", cite = "house" }'
    local list = 'modifiers "nerve" { judges = { "morale.test" }, { "tired", -1, cite = "x", when = function() end } } '
    refused(list .. grim:format(1), grim:format(2), "modifier grim of nerve")
  end)

  it("is named, with the order that comes of it", function()
    local moved, alone = 'move "turn.shooting" { before = "charges" }', 'lay { steps = { ["turn.shooting"] = { %s } } }'
    local by = ('insert "turn" { before = "shooting", %s }'):format(step "x")
    local list, when = alone:format 'commands = { "shoot" }', alone:format "when = function() return true end"
    local function named(...)
      local texts = {}
      for i, one in ipairs(overlaps.of(rules_of(...))) do texts[i] = one.text end
      return table.concat(texts, "\n")
    end
    assert.equal("step turn.shooting: one moves it before charges, two puts x before it; in this order of the stack the "
      .. "steps are x, shooting, charges", named(moved, by))
    assert.equal("step turn.shooting: one puts x before it, two moves it before charges; in this order of the stack the "
      .. "steps are shooting, charges, x", named(by, moved))
    assert.equal("step turn.shooting: one moves it before charges, two changes its commands; both act, in whatever order "
      .. "they are stacked", named(moved, list))
    assert.equal("step turn.shooting: one changes its commands, two changes its when; both act, in whatever order they "
      .. "are stacked", named(list, when))
    assert.equal("step turn.shooting.when: one and two both change it; two is the later and works on what one gives",
      named(when, when))
    assert.equal("step turn.x: one brings it, two moves it last; two is the later and works on that",
      named(by, 'move "turn.x" { last = true }'))
    local first = 'insert "turn" { first = true, %s }'
    assert.equal("sequence turn: one puts x first, two puts y first; in this order of the stack the steps are y, x",
      named(first:format(step "x"), first:format(step "y")))
    assert.equal("", named(by, 'insert "turn" { after = "moves", step "y" { run = function() end } }'))
    local function gives(n)
      return ("lay { moments = { before_losses = function(_, _, losses) return losses + %d end } }"):format(n)
    end
    assert.truthy(named(gives(1), gives(2)):find("moment before_losses: one and two both change it", 1, true))
    local function range(n) return ('lay { args = { ["morale.test"] = { int "extra" { 0, %d, default = 0 } } } }'):format(n) end
    assert.truthy(named(range(1), range(2)):find("argument extra of morale.test: one and two both change it", 1, true))
    assert.equal("", named(range(1), range(1)))
    local asks = 'lay { moments = { turn_begins = function(play) play:choose { side = "a", name = "%s" } end } }'
    assert.truthy(named(asks:format "again", asks:format "again"):find("question again: one and two both ask one", 1, true))
    assert.equal("", named(asks:format "again", asks:format "twice"))
  end)
end)
