-- Procedures: tests on one die as data, and fields of results that follow from others, also after a wrap.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local toy <const> = require "toy_rules"

local PROCEDURE <const> = [[
modifiers "nerve" { judges = { "house.stand" }, cite = "house", { "veteran", 2, given = { "veteran", true } } }
procedure "house.stand" {
  cite = "house", doc = "Does it stand?",
  args = { flag "veteran" {}, flag "safe" {} },
  out = { list "modifiers" { of = any "modifier" {}, default = {} }, int "score" {}, flag "stands" {}, int "back_mm" { 0 } },
  test = { 6, "nerve", modifiers = "nerve", when = function(_, q) return not q.safe end },
  follows = {
    { "stands", function(_, q, r) return q.safe or r.score >= 4 end },
    { "back_mm", function(_, _, r) return r.stands and 0 or 30 end },
  },
}
]]

local function rules_of(path, more)
  return toy.rules({ path:match "([^/]+)%.lua$" == "house" and path:find "/" and "house" or path },
    { [path] = 'variant "house" {}\n' .. PROCEDURE .. (more or "") })
end

local function ask(rules, args, thrown)
  local source = dice.new()
  source:list(thrown)
  return assert(question.ask(rules, "house.stand", args, source))
end

describe("a procedure", function()
  for _, path in ipairs { "house.lua", "rules-lua/toy/variants/house.lua" } do
    it("tests on one die, and its fields follow: " .. path, function()
      local rules = rules_of(path)
      assert.same({ modifiers = {}, score = 3, stands = false, back_mm = 30 }, ask(rules, {}, { 3 }))
      local result = ask(rules, { veteran = true }, { 3 })
      assert.same({ 5, true, 0, "veteran" }, { result.score, result.stands, result.back_mm, result.modifiers[1].name })
      assert.same({ modifiers = {}, score = 0, stands = true, back_mm = 0 }, ask(rules, { safe = true }, {}))
    end)

    it("has fields that follow what a wrap changes, but where the wrap says otherwise: " .. path, function()
      local function wrapped(code)
        return rules_of(path, ([[
          wrap "house.stand" (function(published, rules, q, dice)
            local r = published(rules, q, dice)
            %s
            return r
          end)]]):format(code))
      end
      local function given(code, thrown)
        local r = ask(wrapped(code), {}, { thrown })
        return { r.score, r.stands, r.back_mm }
      end
      assert.same({ 4, true, 0 }, given("r.score = r.score + 1", 3))
      assert.same({ 5, false, 30 }, given("r.stands = false", 5))
      assert.same({ 5, false, 10 }, given("r.stands, r.back_mm = false, 10", 5))
      assert.same({ 6, false, 30 }, given("r.score, r.stands = 6, false", 5))
    end)
  end

  it("is refused when its test or what follows is no such thing", function()
    local function wrong(from, to)
      local done, fault = pcall(toy.rules, { "house.lua" },
        { ["house.lua"] = 'variant "house" {}\n' .. PROCEDURE:gsub(from, to, 1) })
      return done and "it passes" or tostring(fault)
    end
    assert.matches("needs the faces of its die", wrong('6, "nerve"', '"nerve", 6'), 1, true)
    assert.matches("follows[1] must be a field of out", wrong('{ "stands",', '{ "stand",'), 1, true)
    assert.matches("needs resolve, or a test", wrong("test =", "resolve = function() end, test ="), 1, true)
  end)
end)
