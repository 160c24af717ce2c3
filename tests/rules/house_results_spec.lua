-- Results: held to what their procedure declares, with ranges, and fields that house rules change or add to them.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local toy <const> = require "toy_rules"

local GUN <const> = { calibre_pdr = 12, guns = 3, range_mm = 500, target = "formed" }

local function fire(rules, rolled)
  local source = dice.new()
  source:list { rolled }
  return question.ask(rules, "gun.fire", GUN, source)
end

local function under(text, shipped)
  local path = shipped and "rules-lua/toy/variants/house.lua" or "house.lua"
  return toy.rules({ shipped and "house" or "house.lua" }, { [path] = 'variant "house" {\n' .. text .. "\n}" })
end

--- What is wrong with the result of a wrap that does this with `r`.
local function wrong(code, more, shipped)
  local rules = under(([[%s wraps = { ["gun.fire"] = function(published, rules, q, dice)
    local r = published(rules, q, dice) %s return r end }]]):format(more or "", code), shipped)
  local done, failure, fault = pcall(fire, rules, 4)
  if done then error(("it passes: %s"):format(fault and fault.message or "a result"), 2) end
  return tostring(failure)
end

describe("a result", function()
  for _, shipped in ipairs { false, true } do
    local path = shipped and "rules-lua/toy/variants/house.lua" or "house.lua"
    it(("of a wrap of %s is held to its ranges, words and fields"):format(path), function()
      assert.matches(path .. ":2: gun.fire gives a wrong result: roll must be 1 to 6, got 7",
        wrong("r.roll = 7", nil, shipped), 1, true)
      assert.matches("gun.fire gives a wrong result: points must be a whole number, 0 or more, got -1",
        wrong("r.points = -1", nil, shipped), 1, true)
      assert.matches("gun.fire gives a wrong result: points must be a whole number, got 1.5",
        wrong("r.points = 1.5", nil, shipped), 1, true)
      assert.matches("gun.fire gives a wrong result: far must be true or false, got 1",
        wrong("r.far = 1", nil, shipped), 1, true)
      assert.matches("gun.fire gives a wrong result: points is missing", wrong("r.points = nil", nil, shipped), 1, true)
      assert.matches("gun.fire gives a wrong result: smoke is not declared: say so in out",
        wrong("r.smoke = true", nil, shipped), 1, true)
    end)
  end

  it("of a wrap that did not ship is read by its declared fields alone", function()
    local fault = "house.lua:3: the result of gun.fire has no ponts; did you mean points?"
    assert.matches(fault, wrong "if r.ponts then r.points = 1 end", 1, true)
    assert.matches(fault, wrong("if r.ponts then r.points = 1 end", 'out = { ["gun.fire"] = { flag "loud" {} } },'), 1, true)
  end)

  it("of a wrap that did not ship is read by the declared fields of its parts", function()
    local function read(code)
      local rules = toy.rules({ "house.lua" }, { ["house.lua"] = ([[variant "house" {
wraps = { ["duel.fight"] = function(published, rules, q, dice)
local r = published(rules, q, dice) local seen = %s return r end } }]]):format(code) })
      return pcall(question.odds, rules, "duel.fight", { a = { { skill = 5 } }, b = { skill = 1 } })
    end
    for code, fault in pairs { ["r.a[1].scor"] = "has no a.1.scor; did you mean score?", ["r.b.x"] = "has no b.x" } do
      local done, failure = read(code)
      assert.is_false(done, code)
      assert.matches("house.lua:3: the result of duel.fight " .. fault, tostring(failure), 1, true)
    end
    for _, code in ipairs { "r.a[1].score", "r.a[2]", "r.bonus" } do assert.is_true((read(code)), code) end
  end)

  it("of a question that a rule that did not ship asks is read by the declared fields too", function()
    local function read(code, of)
      local rules = toy.rules({ "house.lua" }, { ["house.lua"] = ([[variant "house" { %s
wraps = { ["duel.fight"] = function(published, rules, q, dice)
local seen = %s return published(rules, q, dice) end } }]]):format(of, code) })
      return pcall(question.odds, rules, "duel.fight", { a = { { skill = 5 } }, b = { skill = 1 } })
    end
    local TOY <const> = 'of = "toy",'
    local faults = {
      ["q.sk"] = "the question duel.fight has no sk", ["q.skill"] = "has no skill; did you mean a.1.skill?",
      ["q.a[1].skil"] = "has no a.1.skil; did you mean skill?", ["q.b.x"] = "has no b.x",
      ["q.a.skill"] = "a of duel.fight is a list: its entries are 1, 2, …",
    }
    for code, fault in pairs(faults) do
      local done, failure = read(code, TOY)
      assert.is_false(done, code)
      assert.matches("house.lua:3: .*" .. fault:gsub("[?.]", "%%%0"), tostring(failure))
      assert.equal(not fault:find "mean" and not fault:find "list", (read(code, "")), code)
    end
    for _, code in ipairs { "q.a[1].skill", "q.a[2]" } do assert.is_true((read(code, TOY)), code) end
  end)

  it("of a procedure that ships is held to them too, where rules are checked", function()
    local loader = toy.loader { ["rules-lua/toy/tables/constants.csv"] = "name,value\nzeal,-9\nreach,200\n" }
    local Rules <const> = require "limber.rules.stack"
    local done, failure = pcall(fire, assert(Rules.load(loader, "toy")), 4)
    assert.is_false(done)
    assert.matches("gun.lua:%d+: gun.fire gives a wrong result: points must be a whole number, 0 or more, got %-8",
      tostring(failure))
    loader.checked = nil
    assert.equal(-8, fire(assert(Rules.load(loader, "toy")), 4).points)
  end)

  it("has the fields that a house rule changes or adds in out", function()
    local rules = under [[out = { ["gun.fire"] = { int "roll" { 1, 20 }, flag "smoke" {}, enum "sort" { "shot", "shell" } } },
      wraps = { ["gun.fire"] = function(published, rules, q, dice)
        local r = published(rules, q, dice)
        r.roll, r.smoke, r.sort = r.roll + 10, true, "shell"
        return r
      end }]]
    local result = fire(rules, 4)
    assert.same({ 14, true, "shell" }, { result.roll, result.smoke, result.sort })
    local texts = {}
    for i, one in ipairs(require("limber.rules.diff").of(rules)) do texts[i] = one.what .. " " .. one.name end
    assert.same({ "result gun.fire roll", "result gun.fire smoke", "result gun.fire sort", "procedure gun.fire" }, texts)
    assert.same({ [14] = 1, [15] = 1, [16] = 1, [11] = 1, [12] = 1, [13] = 1 }, (function()
      local weights = {}
      for _, one in ipairs(question.odds(rules, "gun.fire", GUN, "roll"):outcomes()) do weights[one.value or one[1]] = 1 end
      return weights
    end)())
  end)

  it("must have what a house rule adds", function()
    assert.matches("gun.fire gives a wrong result: smoke is missing",
      wrong("", 'out = { ["gun.fire"] = { int "smoke" {} } },'), 1, true)
    assert.matches("gun.fire gives a wrong result: roll must be 1 to 20, got 21",
      wrong("r.roll = 21", 'out = { ["gun.fire"] = { int "roll" { 1, 20 } } },'), 1, true)
  end)

  it("of a layer below need not have what a layer above adds", function()
    local rules = toy.rules({ "low.lua", "high.lua" }, {
      ["low.lua"] = [[variant "low" { wraps = { ["gun.fire"] = function(published, rules, q, dice)
        local r = published(rules, q, dice) r.points = r.points + 1 return r end } }]],
      ["high.lua"] = [[variant "high" { out = { ["gun.fire"] = { flag "smoke" {} , int "roll" { 2, 7 } } },
        wraps = { ["gun.fire"] = function(published, rules, q, dice)
          local r = published(rules, q, dice) r.smoke, r.roll = false, r.roll + 1 return r end } }]],
    })
    assert.equal(7, fire(rules, 6).roll)
  end)

  it("of a procedure that is not there, or of what is no field, is refused", function()
    local function refused(text)
      local done, message = pcall(under, text)
      assert.is_false(done)
      return message
    end
    assert.matches('house.lua:2: no procedure "gun.fyre"; did you mean gun.fire?',
      refused 'out = { ["gun.fyre"] = { int "x" {} } }', 1, true)
    assert.matches("out of gun.fire must be a list of fields", refused 'out = { ["gun.fire"] = { "x" } }', 1, true)
  end)
end)
