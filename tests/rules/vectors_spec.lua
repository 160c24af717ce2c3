-- Every worked case of every ruleset's catalogue (rules-lua/RULESET/cases.jsonl) through the ask protocol: the answer, the
-- dice used up exactly, the fault named; and every result against the procedure's declaration, for what is missing and
-- what is left over.
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"
local vectors <const> = require "vector_cases"

local function judge(published, vector)
  local referee = protocol.referee(published, {}, 1)
  local question = { call = vector.call, variants = vector.variants, args = vector.args, dice = vector.dice }
  return vectors.wrong(vector, protocol.answer(referee, question))
end

--- The vectors of a file by the procedure they call, and the procedures in the order of the file.
local function by_call(path)
  local calls, cases = {}, {}
  for _, vector in ipairs(vectors.read(path)) do
    if not cases[vector.call] then
      cases[vector.call] = {}
      calls[#calls + 1] = vector.call
    end
    table.insert(cases[vector.call], vector)
  end
  return calls, cases
end

local function judged(published, cases)
  local faults = {}
  for _, vector in ipairs(cases) do
    local fault = judge(published, vector)
    if fault then faults[#faults + 1] = vector.id .. ": " .. fault end
  end
  return table.concat(faults, "\n")
end

local names <const> = ruleset.names(loader)

for _, name in ipairs(names) do
  local published = assert(ruleset.load(loader, name))
  local calls, cases = by_call(vectors.path(name))

  describe(("%s's vectors of"):format(name), function()
    for _, call in ipairs(calls) do
      it(("%s (%d)"):format(call, #cases[call]), function() assert.are.equal("", judged(published, cases[call])) end)
    end

    it("every procedure there is", function()
      for _, procedure in ipairs(published.procedure_names) do
        assert.is_table(cases[procedure], procedure .. " has no vector")
      end
    end)
  end)

  describe(("a vector of %s that is wrong"):format(name), function()
    local vector
    for _, call in ipairs(calls) do -- one that throws dice and is answered
      for _, one in ipairs(cases[call]) do
        if not vector and #one.dice > 0 and not one.expect.error then vector = one end
      end
    end

    local function changed(expect, dice)
      return { call = vector.call, variants = vector.variants, args = vector.args, dice = dice, expect = expect }
    end

    it("fails by a result that differs", function()
      assert.is_string(judge(published, changed({ [next(vector.expect)] = "something else" }, vector.dice)))
    end)

    it("fails by a die too many, and by one too few", function()
      local many = table.move(vector.dice, 1, #vector.dice, 1, {})
      many[#many + 1] = 1
      local few = table.move(vector.dice, 1, #vector.dice - 1, 1, {})
      for _, dice in ipairs { many, few } do
        assert.is_string(judge(published, changed(vector.expect, json.list(dice))))
      end
    end)
  end)
end

describe("the vectors", function()
  it("are those of every ruleset there is", function()
    assert.is_true(#names > 0)
    assert.are.same(names, vectors.names(loader))
  end)
end)
