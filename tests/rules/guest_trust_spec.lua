-- What a file is, is known from where it was read; names are no paths; what rules of others give is checked; and no
-- stack of rules can change another.
local dice <const> = require "kernel.dice"
local json <const> = require "kernel.json"
local names <const> = require "limber.language.names"
local protocol <const> = require "limber.ask.protocol"
local question <const> = require "limber.ask.question"
local Replay <const> = require "limber.record.replay"
local ruleset <const> = require "limber.rules.ruleset"
local Scenario <const> = require "limber.scenario.scenario"
local toy <const> = require "toy_rules"
local Rules <const> = require "limber.rules.stack"

--- The toy under a stranger's variant.
local function under(text)
  return toy.rules({ "mine.lua" }, { ["mine.lua"] = text })
end

local function refused(text, changed)
  changed = changed or {}
  changed["mine.lua"] = text
  return assert(toy.refused({ "mine.lua" }, changed)).message
end

--- The toy as a stranger's ruleset, with other text in some files.
local function strangers(changed)
  local loader = toy.loader(changed)
  local read = loader.read
  function loader.read(path)
    local text = read(path)
    return text, text and true or nil
  end
  return loader
end

local function ask(rules, name, args, faces)
  local source = dice.new()
  source:list(faces or {})
  return question.ask(rules, name, args, source)
end

local GUN <const> = { calibre_pdr = 12, guns = 2, range_mm = 100, target = "formed" }

describe("what a variant says of itself", function()
  for key, value in pairs {
    shipped = "true", path = '"rules-lua/toy/variants/fair.lua"', text = '"-- nothing"', asked = '"fair"', name = '"fair"',
    file = '"x.lua"', line = "7", guest = "false", wrap = "{}",
  } do
    it("never stands for what is known of it: " .. key, function()
      local message = refused(('variant "mine" { doc = "x", %s = %s }'):format(key, value))
      assert.truthy(message:find(('^mine.lua:1: variant "mine" has no key %s'):format(key)), message)
    end)
  end

  it("keeps it a guest's", function()
    local rules = under 'variant "mine" { doc = "x" }'
    assert.is_true(rules.guest)
    assert.same({ "mine.lua", "mine.lua", 'variant "mine" { doc = "x" }' },
      { rules.layers[1].path, rules.layers[1].asked, rules.layers[1].text })
    assert.is_false(rules.layers[1].shipped)
  end)

  it("is told where a key is misspelt", function()
    assert.truthy(refused('\nvariant "mine" { optoins = {} }'):find(
      'mine.lua:2: variant "mine" has no key optoins; did you mean options?', 1, true))
  end)

  for text, wanted in pairs {
    ['variant "mine" { cells = { ["bonus.hill"] = 1.5 } }'] = "cells of a variant cannot hold",
    ['variant "mine" { tables = { bonus = "../bonus" } }'] = "tables of a variant cannot hold",
    ['variant "mine" { tables = { bonus = "nothing" } }'] = 'no table "nothing"',
    ['variant "mine" { options = { ties = {} } }'] = "options of a variant cannot hold",
    ['variant "mine" { options = { ties = refuse } }'] = "options of a variant cannot hold ties = a function; it must be a whole number, a word, true or false",
    ['variant "mine" { args = { ["gun.fire"] = { { name = "x", kind = "evil" } } } }'] = "must be a list of fields",
    ['variant "mine" { wraps = { ["gun.fire"] = 5 } }'] = "wraps of a variant cannot hold",
    ['variant "mine" { conflicts = { {} } }'] = "conflicts must be a list of names",
    ['variant "mine" { modifiers = { { "x", 0 / 0, of = "duel" } } }'] = "its value must be a whole number",
    ['variant "mine" {} modifier { "x", 1, of = "duel", wehn = refuse }'] = "did you mean when?",
    ['variant "mi\\27ne" {}'] = "needs a name",
    ['variant "mine" { of = "../toy" }'] = "of must be a name",
  } do
    it("must fit: " .. text:gsub("%c", "?"), function()
      local message = refused(text)
      assert.truthy(message:find(wanted, 1, true), message)
      assert.truthy(message:find "mine.lua", message)
    end)
  end
end)

describe("what a ruleset says of itself", function()
  local function message_of(changed)
    local done, failure = pcall(Rules.load, strangers(changed), "toy", {})
    assert.is_false(done)
    return tostring(failure)
  end

  for _, key in ipairs { "guest = false", "files = {}", "plain = {}", "loader = {}", "name = 'x'", "procedures = {}" } do
    it("cannot set " .. key, function()
      local text = ('ruleset "toy" { title = "Toy", sources = {}, %s }'):format(key)
      local message = message_of { ["rules-lua/toy/ruleset.lua"] = text }
      assert.truthy(message:find('ruleset "toy" has no key ' .. key:match "%a+", 1, true), message)
    end)
  end

  it("is said once", function()
    local message = message_of { ["rules-lua/toy/gun.lua"] = 'ruleset "toy" { title = "Toy" }' }
    assert.truthy(message:find('gun.lua:1: ruleset "toy" is declared twice', 1, true), message)
  end)

  for _, used in ipairs {
    "../../../etc/passwd\\0", "../secret", "/etc/passwd", "a/b/../c", "a//b", "./gun", "gun\\0", "gun.lua", "", "a\\nb", "..",
  } do
    it(("uses files by name: %q"):format(used), function()
      local loader = strangers { ["rules-lua/toy/gun.lua"] = ('use "%s"'):format(used) }
      local read, opened = loader.read, {}
      function loader.read(path)
        opened[#opened + 1] = path
        return read(path)
      end
      local done, failure = pcall(Rules.load, loader, "toy", {})
      assert.is_false(done)
      assert.truthy(tostring(failure):find("gun.lua:1: use takes the name", 1, true), tostring(failure))
      for _, path in ipairs(opened) do assert.is_nil(path:find("..", 1, true)) end
    end)
  end

  it("has data by name", function()
    local message = message_of { ["rules-lua/toy/data.lua"] = 'lookup "x" { key = "a", data = "../../secret" }' }
    assert.truthy(message:find('lookup "x": data must be a name', 1, true), message)
  end)

  it("is told of misspelt keys with file and line", function()
    for text, wanted in pairs {
      ['procedure "x.y" { cite = "1", doc = "x", args = {}, out = { int "n" {} }, reslove = refuse }'] = "did you mean resolve?",
      ['record "x" { eahc = "a" }'] = "did you mean each?",
      ['lookup "x" { key = "a", colums = {} }'] = "did you mean columns?",
      ['option "x" { true, dco = "a" }'] = "did you mean doc?",
      ['modifiers "x" { jugdes = {} }'] = "did you mean judges?",
      ['modifiers "x" { { "a", 1, falg = "b" } }'] = "did you mean flag?",
      ['procedure "x.y" { cite = "1", doc = "x", args = { 5 }, out = { int "n" {} }, resolve = refuse }'] = "a list of fields",
    } do
      local message = message_of { ["rules-lua/toy/gun.lua"] = "\n" .. text }
      assert.truthy(message:find("gun.lua:2: ", 1, true), message)
      assert.truthy(message:find(wanted, 1, true), message)
    end
  end)
end)

describe("a name", function()
  it("is letters, digits and _", function()
    for _, good in ipairs { "a", "fusilier", "R2_d2", ("x"):rep(64) } do assert.is_true(names.is_name(good)) end
    for _, bad in ipairs { "", "a/b", "a.b", "..", "a\0", "a\n", "é", ("x"):rep(65), 5, {}, true } do
      assert.is_false(names.is_name(bad))
    end
    for _, good in ipairs { "setup", "game/setup", "game/army/setup" } do assert.is_true(names.is_nested(good)) end
    for _, bad in ipairs { "/a", "a/", "a//b", "/", "", "../a", "a/..", "a\0/b", ("x/"):rep(32) .. "x" } do
      assert.is_false(names.is_nested(bad))
    end
  end)

  it("is what a scenario and a replay may say of a variant", function()
    for _, bad in ipairs { "./mine.lua", "/dev/zero", "../x", "a\\0" } do
      local text = ('scenario { title = "x", ruleset = "toy", variants = { "%s" } }'):format(bad)
      local scenario, fault = Scenario.read(text, "x.lua")
      assert.is_nil(scenario)
      local wanted = bad:find "^a" and "holds characters that do not print" or "variants must be a list of names"
      assert.truthy(fault.message:find(wanted, 1, true))
    end
    local asked
    local loader = Replay.loader({}, { variant = function(_, name) asked = name end, read = function() end })
    for _, bad in ipairs { "./mine.lua", "/dev/zero", "../x", "a\0" } do assert.is_nil(loader.variant("toy", bad)) end
    assert.is_nil(asked)
    loader.variant("toy", "mine")
    assert.equal("mine", asked)
  end)
end)

describe("what a guest's procedure gives", function()
  local function wrap(body)
    return under(([[variant "mine" {}
wrap "gun.fire" (function(published, rules, q, dice)
  %s
end)]]):format(body))
  end

  for body, wanted in pairs {
    ["return 5"] = "it must be a table with roll, got 5",
    ["return nil"] = "it must be a table with roll, got nil",
    ["return refuse"] = "it must be a table with roll, got a function",
    ["return { roll = 0 / 0, points = 1 }"] = "roll is not a number",
    ["return { roll = 1.5, points = 1 }"] = "roll must be a whole number, got 1.5",
    ["return { roll = 1 / 0, points = 1 }"] = "roll is no whole number",
    ["return { roll = '1', points = 1 }"] = 'roll must be a whole number, got "1"',
    ["return { roll = 1 }"] = "points is missing",
    ["return { roll = 1, points = 1, far = 'yes' }"] = 'far must be true or false, got "yes"',
    ["return { roll = 1, points = 1, poins = 1 }"] = "poins is not declared; did you mean points?",
    ["return { roll = 1, points = function() end }"] = "points is a function",
    ["local t = { roll = 1, points = 1 } t.far = t return t"] = "nested too deep",
    ["local t = { 1 } for _ = 1, 60 do t = { t, t } end return { roll = 1, points = t }"] = "too many values",
    ["return { roll = 1, points = ('x'):rep(2000000) }"] = "too much text",
    ["return { roll = 1, points = { 1, nil, 3 } }"] = "points",
    ["return rules"] = "no plain table",
    ["return { 1, 2 }"] = "roll is missing",
  } do
    it("is its own fault: " .. body, function()
      local rules = wrap(body)
      local done, failure = pcall(ask, rules, "gun.fire", GUN, { 3 })
      assert.is_false(done)
      assert.same({ "mine.lua", 2 }, { failure.file, failure.line })
      assert.truthy(failure.message:find(wanted, 1, true), failure.message)
      assert.is_nil(failure.message:find "0x%x%x%x")
      done, failure = pcall(question.odds, rules, "gun.fire", GUN)
      assert.is_false(done)
      assert.equal("mine.lua", failure.file)
    end)
  end

  it("is a whole number of its range", function()
    local function rolled(more)
      return pcall(ask, wrap(("local r = published(rules, q, dice) r.roll = r.roll + %s return r"):format(more)),
        "gun.fire", GUN, { 3 })
    end
    local _, result = rolled "3.0"
    assert.equal("integer", math.type(result.roll))
    assert.equal(6, result.roll)
    local done, failure = rolled "4"
    assert.is_false(done)
    assert.truthy(tostring(failure):find("mine.lua:2: gun.fire gives a wrong result: roll must be 1 to 6, got 7", 1, true),
      tostring(failure))
  end)

  it("has the words that are declared", function()
    local rules = under [[variant "mine" {}
wrap "duel.fight" (function(published, rules, q, dice)
  local r = published(rules, q, dice)
  r.winner = "x"
  return r
end)]]
    local args = { a = { { skill = 3 } }, b = { skill = 4 } }
    local done, failure = pcall(ask, rules, "duel.fight", args, { 3, 4 })
    assert.is_false(done)
    assert.truthy(tostring(failure):find(
      'mine.lua:2: duel.fight gives a wrong result: winner must be a or b or none, got "x"', 1, true))
  end)

  it("is checked where it is called by other rules too", function()
    local rules = under [[variant "mine" {}
wrap "duel.outcome" (function() return 5 end)
wrap "gun.fire" (function(published, rules, q, dice)
  rules.call("duel.outcome", { margin = 1 }, dice)
  return published(rules, q, dice)
end)]]
    local done, failure = pcall(ask, rules, "gun.fire", GUN, { 3 })
    assert.is_false(done)
    assert.same({ "mine.lua", 2 }, { failure.file, failure.line })
  end)

  it("is checked in a ruleset that did not ship", function()
    local rules = assert(Rules.load(strangers {
      ["rules-lua/toy/gun.lua"] = [[
procedure "gun.fire" { cite = "1", doc = "x", args = {}, out = { int "n" {} }, says = function() return {} end,
  resolve = function() return { n = 0 / 0 } end }
procedure "gun.wait" { cite = "1", doc = "x", args = {}, out = { int "n" {} }, check = function() return 5 end,
  resolve = function() return { n = 1 } end }]],
    }, "toy", {}))
    local done, failure = pcall(ask, rules, "gun.fire", {})
    assert.is_false(done)
    assert.same({ "rules-lua/toy/gun.lua", 2 }, { failure.file, failure.line })
    done, failure = pcall(ask, rules, "gun.wait", {})
    assert.is_false(done)
    assert.truthy(failure.message:find("check must give nothing or refuse", 1, true))
    done, failure = pcall(question.says, rules, "gun.fire", { n = 1 }, {})
    assert.is_false(done)
    assert.truthy(failure:find("says must give a sentence, got a table", 1, true))
  end)

  it("does not end the JSON Lines: later lines are answered", function()
    local published = assert(ruleset.load(strangers {
      ["rules-lua/toy/gun.lua"] = [[
procedure "gun.nan" { cite = "1", doc = "x", args = {}, out = { any "n" {} }, resolve = function() return { n = 0 / 0 } end }
procedure "gun.loop" { cite = "1", doc = "x", args = {}, out = { any "n" {} },
  resolve = function() local t = {} t.t = t return { n = t } end }
procedure "gun.shared" { cite = "1", doc = "x", args = {}, out = { any "n" {} },
  resolve = function() local t = { 1 } for _ = 1, 60 do t = { t, t } end return { n = t } end }]],
    }, "toy"))
    local referee = protocol.referee(published, {}, 1)
    for _, name in ipairs { "gun.nan", "gun.loop", "gun.shared" } do
      local answer = json.decode(protocol.answer_line(referee, json.encode { id = 1, call = name, args = {} }))
      assert.truthy(answer.error.message:find("gun.lua:%d: gun.%a+ gives a wrong result: n"), answer.error.message)
    end
    local answer = json.decode(protocol.answer_line(referee,
      json.encode { id = 2, call = "duel.outcome", args = { margin = 0 } }))
    assert.is_table(answer.result)
  end)
end)

describe("a guest's modifier", function()
  it("must give whole numbers, and cannot write to what it judges", function()
    local args = { a = { { skill = 3 } }, b = { skill = 4 } }
    for body, wanted in pairs {
      ["per = function() return 0 / 0 end"] = "must give a whole number",
      ["per = function() return 'x' end"] = "must give a whole number",
      ["value = function() return {} end"] = "must give a whole number",
      ["when = function(unit) unit.skill = 9 return true end"] = "read-only",
    } do
      local rules = under(('variant "mine" {}\nmodifier { "x", %sof = "duel", %s }'):format(
        body:find "^value" and "" or "1, ", body))
      local done, failure = pcall(ask, rules, "duel.fight", args, { 3, 4 })
      assert.is_false(done, body)
      assert.truthy(failure.message:find(wanted, 1, true), failure.message)
      assert.same({ "mine.lua", 2 }, { failure.file, failure.line })
    end
  end)
end)

describe("a declaration", function()
  it("comes too late when its file has been read", function()
    for _, late in ipairs { "wrap 'duel.outcome' (function() end)", "modifier { 'x', 1, of = 'duel' }",
      "variant 'other' {}" } do
      local rules = under(('variant "mine" {}\nwrap "gun.fire" (function(published, rules, q, dice)\n%s\n'
        .. 'return published(rules, q, dice) end)'):format(late))
      local done, failure = pcall(ask, rules, "gun.fire", GUN, { 3 })
      assert.is_false(done)
      assert.truthy(tostring(failure):find "^mine.lua:3: .* is declared too late", tostring(failure))
    end
    local rules = assert(Rules.load(strangers {
      ["rules-lua/toy/gun.lua"] = [[
local late = option "late"
procedure "gun.fire" { cite = "1", doc = "x", args = {}, out = { int "n" {} }, resolve = function()
  late { true }
  return { n = 1 } end }]],
    }, "toy", {}))
    local done, failure = pcall(ask, rules, "gun.fire", {})
    assert.is_false(done)
    assert.truthy(tostring(failure):find 'gun.lua:3: option "late" is declared too late', tostring(failure))
  end)
end)

describe("what rules are handed", function()
  local PLAIN <const> = toy.rules {}

  local function roll()
    return json.encode { (assert(ask(PLAIN, "gun.fire", GUN, { 3 }))) }
  end

  for name, body in pairs {
    ["the dice"] = "dice.d = function() return 99 end",
    ["the dice through pairs"] = "local _, t = pairs(dice) t.d = function() return 99 end",
    ["the options"] = "rules.option.ties = 'first'",
    ["a table"] = "rules.tables.hits = function() return 99 end",
    ["a constant"] = "rules.constant.x = 5",
    ["the rules"] = "rules.call = function() return 99 end",
    ["the rules through table.insert"] = "table.insert(rules, 5)",
  } do
    it("is read-only: " .. name, function()
      local before = roll()
      local rules = under(('variant "mine" {}\nwrap "gun.fire" (function(published, rules, q, dice)\n%s\n'
        .. 'return published(rules, q, dice) end)'):format(body))
      local done, failure = pcall(ask, rules, "gun.fire", GUN, { 3 })
      assert.is_false(done)
      assert.truthy(failure.message:find("read-only", 1, true) or name:find "pairs", failure.message)
      if not name:find "insert" then assert.equal("mine.lua", failure.file) end
      assert.equal(before, roll())
    end)
  end

  it("is each stack's own: what a stranger's ruleset would remember is refused, and put back", function()
    local remembers = strangers { ["rules-lua/toy/gun.lua"] = [[
      local asked = 0
      procedure "gun.count" { cite = "1", doc = "x", args = {}, out = { int "asked" {} },
        resolve = function() asked = asked + 1 return { asked = asked } end }
    ]] }
    local one = assert(Rules.load(remembers, "toy"))
    local other = assert(Rules.over(one.published, {}))
    for _, rules in ipairs { one, one, other } do
      local done, failure = pcall(ask, rules, "gun.count", {})
      assert.is_false(done)
      assert.same({ "rules-lua/toy/gun.lua", 1 }, { failure.file, failure.line })
      assert.truthy(failure.message:find("`asked` cannot keep anything", 1, true), failure.message)
    end
  end)

  it("is the source's own for shipped rules after a guest was handed it", function()
    local source = dice.new()
    source:seed(7)
    source:event(0, 0, 1, 0, 0)
    local rules = under [[variant "mine" {}
wrap "gun.fire" (function(published, rules, q, dice)
  pcall(function() dice.d = function() return 99 end end)
  return published(rules, q, dice)
end)]]
    assert(question.ask(rules, "gun.fire", GUN, source))
    assert.is_true(assert(question.ask(PLAIN, "gun.fire", GUN, source)).roll <= 6)
  end)

  it("is read-only to a wrap that was typed too", function()
    local rules = toy.rules {}
    assert(rules:set_wrap("gun.fire", function(published, view, q, throws)
      throws.d = function() return 99 end
      return published(view, q, throws)
    end, "wrap"))
    local source = dice.new()
    source:list { 3 }
    assert.is_false((pcall(question.ask, rules, "gun.fire", GUN, source)))
    rules:drop_tweaks()
    source:list { 3 }
    assert.equal(3, assert(question.ask(rules, "gun.fire", GUN, source)).roll)
  end)

  it("is none of what others rely on", function()
    local rules = under [[variant "mine" {}
wrap "gun.fire" (function(published, rules, q, dice)
  local r = published(rules, q, dice)
  local copy = with(q, { guns = 1 })
  q.guns = nil
  return r, copy
end)]]
    local args = { calibre_pdr = 12, guns = 2, range_mm = 100, target = "formed" }
    assert.is_false((pcall(ask, rules, "gun.fire", args, { 3 })))
    assert.equal(2, args.guns)
  end)

  it("says which name the rules got wrong, with their own line", function()
    for body, wanted in pairs {
      ["rules.call('gun.fier', q, dice)"] = 'no procedure "gun.fier"; did you mean gun.fire?',
      ["rules.work('deul', q)"] = 'no modifier list "deul"; did you mean duel?',
      ["rules.cell('hit', 1, 1)"] = 'no table "hit"',
    } do
      local rules = under(('variant "mine" {}\nwrap "gun.fire" (function(published, rules, q, dice)\n%s\n'
        .. 'return published(rules, q, dice) end)'):format(body))
      local done, failure = pcall(ask, rules, "gun.fire", GUN, { 3 })
      assert.is_false(done)
      assert.same({ "mine.lua", 3 }, { failure.file, failure.line })
      assert.truthy(failure.message:find(wanted, 1, true), failure.message)
    end
  end)
end)
