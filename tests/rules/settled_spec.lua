-- Once a guest's file has been read, none of its functions keeps anything from one question to the next.
local dice <const> = require "kernel.dice"
local Game <const> = require "limber.game.game"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local settled <const> = require "limber.rules.settled"
local toy <const> = require "toy_rules"
local toys <const> = require "rules.toys"

local GUN <const> = { calibre_pdr = 12, guns = 2, range_mm = 100, target = "formed" }

local function ask(rules)
  local source = dice.new()
  source:list { 3 }
  return question.ask(rules, "gun.fire", GUN, source)
end

--- A stranger's variant: what stands above a wrap, and what the wrap does first. The line of `above` is 2.
local function under(above, body)
  return toy.rules({ "mine.lua" }, { ["mine.lua"] = ('variant "mine" {}\n%s\nwrap "gun.fire" (function(published, rules, q, '
    .. 'dice)\n%s\nreturn published(rules, q, dice) end)'):format(above, body) })
end

--- What tries to keep something: { above, body, the name that is told, its line when it is not 2 }.
local KEEPERS <const> = {
  ["a counter"] = { "local count = 0", "count = count + 1", "count" },
  ["one of several"] = { "local a, count, b = 1, 0, 2", "if a < b then count = count + 1 end", "count" },
  ["a deck that is drawn from"] = { "local deck = { 1, 2, 3 }", "table.remove(deck)", "deck" },
  ["a deck that is shuffled"] = { "local deck = { 3, 2, 1 }", "table.sort(deck)", "deck" },
  ["a deck that is put away and dealt anew"] = { "local deck = { 1, 2, 3 }", "deck = { 1, 2, 3 }", "deck" },
  ["a place for later"] = { "local later", "later = q.guns", "later" },
  ["a switch"] = { "local begun = false", "begun = true", "begun" },
  ["a table in a table"] = { "local memory = { sides = { a = {} } }", "memory.sides.a.routed = true", "memory" },
  ["a table behind two functions"] = {
    "local kept = {} local function inner() return kept end local function outer() return inner() end",
    "outer()[1] = 1", "kept" },
  ["a local of a function that made the function"] = {
    "local function counter() local n = 0 return function() n = n + 1 return n end end local tick = counter()",
    "tick()", "n" },
  ["a local of a function in a table of functions"] = {
    "local do_it = { now = (function() local n = 0 return function() n = n + 1 end end)() }", "do_it.now()", "n" },
  ["a table in a table of functions"] = {
    "local memory = { seen = {}, f = function() end }", "memory.seen[#memory.seen + 1] = 1", "memory" },
  ["a table that holds itself"] = { "local loop = {} loop.loop = loop", "loop.loop.loop.x = 1", "loop" },
  ["what runs through the letters of a text"] = { 'local letters = ("abc"):gmatch "."', "letters()", "letters" },
  ["what runs through a map"] = { "local map = { a = 1, b = 2 } local step = pairs(map)", "step(map)", "step" },
  ["a function in place of another"] = { "local f = function() end", "f = function() end", "f" },
  ["a name of the file"] = { "total = 0", "total = total + 1", "total" },
  ["a new name of the file"] = { "", "total = 1", "total" },
  ["a table of the language"] = { "", "math.kept = 1", false },
  ["a table of the language under another name"] = { "local m = math", "m.kept = 1", "m" },
}

describe("a guest's file keeps nothing", function()
  it("in any of a stack, whichever its layers are at the time", function()
    local rules = toy.rules({ "still.lua", "mine.lua" }, {
      ["still.lua"] = 'variant "still" {}',
      ["mine.lua"] = [[variant "mine" {}
local count = 0
wrap "gun.fire" (function(published, rules, q, dice) count = count + 1 return published(rules, q, dice) end)]],
    })
    local both = rules.layers
    for _ = 1, 2 do
      rules.layers = both
      local done, failure = pcall(ask, rules)
      assert.same({ false, "mine.lua", 2 }, { done, failure.file, failure.line })
      rules.layers = { both[1] } -- as where a prompt counts what comes into play
      assert(ask(rules))
    end
  end)

  for name, one in pairs(KEEPERS) do
    it("in " .. name, function()
      local rules = under(one[1], one[2])
      for _ = 1, 2 do -- it is put back, and so refused again
        local done, failure = pcall(ask, rules)
        assert.is_false(done)
        assert.equal("mine.lua", failure.file)
        local wanted = one[3] and ("`%s` cannot keep anything from one question to the next"):format(one[3]) or "read%-only"
        assert.truthy(failure.message:find(wanted), failure.message)
        assert.is_true(failure.line == 2 or failure.line == 4, tostring(failure.line))
      end
    end)
  end

  it("and odds refuse the same", function()
    local done, failure = pcall(question.odds, under("local count = 0", "count = count + 1"), "gun.fire", GUN)
    assert.same({ false, "mine.lua", 2 }, { done, failure.file, failure.line })
    assert.truthy(failure.message:find("`count` cannot keep", 1, true))
  end)

  it("in what a modifier asks", function()
    local rules = toy.rules({ "mine.lua" }, { ["mine.lua"] = [[local seen = 0
variant "mine" {}
modifier { "counted", 1, of = "duel", when = function() seen = seen + 1 return seen % 2 == 0 end }]] })
    local source = dice.new()
    source:list { 3, 3 }
    local done, failure = pcall(question.ask, rules, "duel.fight", { a = { { skill = 1 } }, b = { skill = 1 } }, source)
    assert.same({ false, "mine.lua", 1 }, { done, failure.file, failure.line })
  end)

  it("but what a call makes for itself is its own", function()
    local rules = under("local names = { 'a', 'b' } local function twice(f) f() f() end", [[
      local n, list = 0, {}
      twice(function() n = n + 1 list[#list + 1] = names[n] end)
      for letter in ("ab"):gmatch "." do list[#list + 1] = letter end
      for key, value in pairs { a = 1 } do list[key] = value end
      assert(n == 2 and #list == 4 and list.a == 1 and #names == 2 and names[2] == "b")]])
    for _ = 1, 2 do assert.equal(3, assert(ask(rules)).roll) end
  end)

  it("and what it held when it was read stays as it was", function()
    local rules = under([[local deep = { list = { 1, 2, { x = 5 } } } deep.self = deep
local function sum() local n = 0 for _, one in ipairs(deep.self.list) do n = n + (type(one) == "table" and one.x or one) end
return n end]], "assert(sum() == 8 and #deep.list == 3 and deep.self.self.list[3].x == 5)")
    assert.equal(3, assert(ask(rules)).roll)
  end)
end)

describe("a stranger's ruleset keeps nothing", function()
  --- The toy that plays battles, as a stranger's, with more said in its last file.
  local function rules_with(more)
    local loader = toys.loader()
    local read = loader.read
    function loader.read(path)
      local text = read(path)
      if text and path:find "forces%.lua$" then text = more .. "\n" .. text end
      return text, text and true or nil
    end
    return assert(Rules.load(loader, "toy", {}, { game = require "limber.game.words" }))
  end

  local function game_with(more)
    local rules = rules_with(more)
    return Game.new { rules = rules, start = assert(Scenario.build(toys.scenario(), rules)), seed = 7, keep = true,
      append = function() end }
  end

  it("in a step: the command is undone", function()
    local game = game_with [[local turns = 0
sequence "probe" { step "count" { run = function() turns = turns + 1 return false end } }]]
    assert(game:start())
    local before = game.journal.at
    local done, fault = game:transact({ kind = "command" }, function()
      game.play:push("probe", {})
      require("limber.game.sequence").advance(game)
      return true
    end)
    assert.is_nil(done)
    assert.truthy(fault.file:find "forces%.lua$")
    assert.same({ "error", 1 }, { fault.kind, fault.line })
    assert.equal(before, game.journal.at)
    assert.equal("turn", game.state.root.frames[1].sequence)
    assert.is_nil(game.state.root.frames[2])
    assert(game:command(toys.CHARGE))
  end)

  it("in what is laid out", function()
    local rules = rules_with [[local sides = {}
carries "side" { args = {}, build = function() sides[#sides + 1] = true return {} end }]]
    local start, wrong = Scenario.build(toys.scenario(), rules)
    assert.is_nil(start)
    assert.truthy(wrong[1].message:find("`sides` cannot keep anything", 1, true), wrong[1].message)
  end)
end)

describe("the variants that ship", function()
  local loader <const> = require "disk_loader"
  for _, ruleset in ipairs { "fusilier", "horse_and_musket" } do
    local published = assert(Rules.load(loader, ruleset, {}, { game = require "limber.game.words" })).published
    for _, name in ipairs(require("limber.rules.variants").names(published)) do
      it(("keep nothing: %s of %s"):format(name, ruleset), function()
        local layer = assert(require("limber.rules.variants").load(published, name))
        local held = settled.settle(layer, { [layer.path] = layer.text })
        for _, one in ipairs(held.notes) do
          assert.is_true(type(one.value) ~= "table" or not pcall(function() one.value.kept = 1 end))
        end
        settled.check { held }
      end)
    end
  end
end)
