-- Questions to every procedure of Napoleonic Fire & Fury, with answers worked by a second implementation: each is
-- drawn at random, with random readings of rulings and random dice. The answers were not taken from these rules.
local cases <const> = require "vector_cases"
local loader <const> = require "disk_loader"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"

--- A field of a result that the second implementation does not give.
local function left_over(expect, result)
  for _, name in ipairs(sorted.keys(result or {})) do
    if expect[name] == nil then return name .. ": not wanted" end
  end
end

describe("what a second implementation answers", function()
  local published <const> = assert(ruleset.load(loader, "nff"))
  local referee <const> = protocol.referee(published, {}, 1)
  local asked, order = {}, {}
  for _, one in ipairs(cases.read "tests/rules/nff_second.jsonl") do
    if not asked[one.call] then
      asked[one.call] = {}
      order[#order + 1] = one.call
    end
    table.insert(asked[one.call], one)
  end

  for _, call in ipairs(order) do
    it("is answered by " .. call, function()
      for _, one in ipairs(asked[call]) do
        local answer = protocol.answer(referee, {
          id = one.id, call = call, variants = one.variants, args = one.args, dice = one.dice,
        })
        local wrong = cases.wrong(one, answer) or left_over(one.expect, answer.result)
        assert.is_nil(wrong, wrong and one.id .. ": " .. wrong)
      end
    end)
  end

  it("has every procedure", function() assert.same(published.procedure_names, order) end)

  it("is not what the rules say otherwise", function()
    local one = asked["engineers.survival"][1]
    local other = { expect = { destroyed = one.dice[1] > 2 } }
    assert.is_string(cases.wrong(other, protocol.answer(referee, { call = one.call, args = one.args, dice = one.dice })))
  end)
end)
