-- Every worked case of Fusilier's catalogue through the ask protocol: the answer, the dice used up exactly, the fault
-- named; and every result against the procedure's declaration, for what is missing and what is left over.
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local protocol <const> = require "limber.protocol"
local ruleset <const> = require "limber.ruleset"
local vectors <const> = require "vector_cases"

local published <const> = assert(ruleset.load(loader, "fusilier"))

local function judge(vector)
  local referee = protocol.referee(published, {}, 1)
  local question = { call = vector.call, variants = vector.variants, args = vector.args, dice = vector.dice }
  return vectors.wrong(vector, protocol.answer(referee, question))
end

local calls, by_call = {}, {}
for _, vector in ipairs(vectors.read "tests/vectors/fusilier.jsonl") do
  if not by_call[vector.call] then
    by_call[vector.call] = {}
    calls[#calls + 1] = vector.call
  end
  table.insert(by_call[vector.call], vector)
end

describe("fusilier's vectors of", function()
  for _, call in ipairs(calls) do
    it(("%s (%d)"):format(call, #by_call[call]), function()
      local faults = {}
      for _, vector in ipairs(by_call[call]) do
        local fault = judge(vector)
        if fault then faults[#faults + 1] = vector.id .. ": " .. fault end
      end
      assert.are.equal("", table.concat(faults, "\n"))
    end)
  end

  it("every procedure there is", function()
    for _, name in ipairs(published.procedure_names) do assert.is_table(by_call[name], name .. " has no vector") end
  end)
end)

describe("a vector that is wrong", function()
  local vector = by_call["artillery.fire"][1]

  it("fails by a result that differs", function()
    local copy = { call = vector.call, variants = {}, args = vector.args, dice = vector.dice, expect = { points = 99 } }
    assert.is_string(judge(copy))
  end)

  it("fails by a die too many, and by one too few", function()
    for _, dice in ipairs { json.list { 5, 6, 1 }, json.list { 5 } } do
      local copy = { call = vector.call, variants = vector.variants, args = vector.args, dice = dice, expect = vector.expect }
      assert.is_string(judge(copy))
    end
  end)
end)
