-- Odds of wrapped procedures: what comes before the dice is worked once for all throws, and no throw sees what a wrap did
-- to another's result.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local toy <const> = require "toy_rules"

local ADDS <const> = [[
  variant "%s" { wraps = { ["duel.fight"] = function(published, rules, q, dice)
    local r = published(rules, q, dice)
    table.insert(r.a[1].modifiers, { name = "%s", value = 0, cite = "house" })
    return r
  end } }
]]
local DUEL <const> = { a = { { skill = 3 } }, b = { skill = 2 } }

local function stack(folder)
  local files, names = {}, {}
  for i, name in ipairs { "one", "two" } do
    local path = folder .. name .. ".lua"
    files[path], names[i] = ADDS:format(name, name), folder == "" and path or name
  end
  return toy.rules(names, files)
end

local function modifiers_by_throw(rules)
  local distribution, fault = question.odds(rules, "duel.fight", DUEL, "a.1.modifiers")
  if not distribution then error(fault.message, 2) end
  return distribution:outcomes()
end

describe("the odds of a wrapped procedure", function()
  for _, folder in ipairs { "", "rules-lua/toy/variants/" } do
    it("have each throw on its own: " .. folder, function()
      local published = modifiers_by_throw(toy.rules())
      assert.equal(1, #published)
      local outcomes = modifiers_by_throw(stack(folder))
      assert.equal(1, #outcomes)
      local list = question.value_of(outcomes[1].value)
      assert.equal(#question.value_of(published[1].value) + 2, #list)
      assert.same({ "one", "two" }, { list[#list - 1].name, list[#list].name })
    end)
  end

  it("may take many paths, of which none may take too long", function()
    local function odds(work)
      local rules = toy.rules({ "long.lua" }, { ["long.lua"] = ([[variant "long" { wraps = {
["gun.fire"] = function(published, rules, q, dice)
  local r = published(rules, q, dice)
  local n = dice.d(6, "one") + dice.d(6, "two")
  %s
  return r
end } }]]):format(work) })
      return pcall(question.odds, rules, "gun.fire", { calibre_pdr = 12, guns = 3, range_mm = 500, target = "formed" })
    end
    local done, found, info = odds "for i = 1, 80000 do n = n + i end" -- more than a question may take, in all paths
    assert.is_true(done and found ~= nil, tostring(found))
    assert.are.equal(216, info.paths)
    local failed
    done, failed = odds "while n == 12 do end"
    assert.is_false(done)
    assert.are.equal("stopped after 50000000 instructions: does it ever end?", failed.message)
    assert.are.equal(5, failed.line)
  end)

  it("are those that its throws give", function()
    local wrap = [[variant "other" { wraps = { ["duel.fight"] = function(published, rules, q, dice)
      local r = published(rules, q, dice)
      if r.a[1].roll == 1 then r.winner = "b" end
      return r
    end } }]]
    for _, path in ipairs { "other.lua", "rules-lua/toy/variants/other.lua" } do
      local rules = toy.rules({ path == "other.lua" and path or "other" }, { [path] = wrap })
      local wins = 0
      for a = 1, 6 do
        for b = 1, 6 do
          local source = dice.new()
          source:list { a, b }
          if assert(question.ask(rules, "duel.fight", DUEL, source)).winner == "a" then wins = wins + 1 end
        end
      end
      assert.equal(wins / 36, question.odds(rules, "duel.fight", DUEL, "winner"):p "a")
    end
  end)
end)

describe("a call of another procedure", function()
  local ASKS <const> = [[
    procedure "x.inner" { cite = "1", doc = "?", args = {}, out = { int "n" {} }, dice = "none",
      resolve = function() return { n = 1 } end }
    procedure "x.outer" { cite = "1", doc = "?", args = {}, out = { int "n" {}, flag "thrown" {} }, dice = "d6",
      resolve = function(rules, q, dice)
        local inner, thrown = rules.call("x.inner", q, dice)
        return { n = inner.n, thrown = thrown }
      end }
  ]]
  local function thrown(body)
    local rules = toy.rules(body and { "own.lua" }, {
      ["rules-lua/toy/gun.lua"] = ASKS,
      ["own.lua"] = ('variant "own" { wraps = { ["x.inner"] = function(published, rules, q, dice) %s end } }'):format(body),
    })
    local source = dice.new()
    source:seed(1)
    return question.ask(rules, "x.outer", {}, source).thrown
  end

  it("tells whether dice were thrown for it", function()
    assert.is_false(thrown(nil))
    assert.is_false(thrown "return published(rules, q, dice)")
    assert.is_true(thrown "return { n = dice.d(6) }")
    assert.is_true(thrown "return { n = with(dice, { sum = 1 }).d(6) }")
  end)
end)
