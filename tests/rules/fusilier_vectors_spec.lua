-- Every worked case of Fusilier's catalogue through the ask protocol: the answer, the dice used up exactly, the fault
-- named; and every result against the procedure's declaration, for what is missing and what is left over.
local fields <const> = require "limber.fields"
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local protocol <const> = require "limber.protocol"
local ruleset <const> = require "limber.ruleset"

local function without_positions(path)
  return (path:gsub("%.%d+", ""))
end

--- A fault may be named by its full path, without list positions, by its last key, or by the list or object it is in.
local function names(path, name)
  local inside = path:match "^(.*)%.[^.]+$" or path
  for _, one in ipairs { path, path:match "[^.]+$", inside, inside:match "[^.]+$" } do
    if one == name or without_positions(one) == name then return true end
  end
  return without_positions(inside):match "[^.]*$" == name
end

--- Where a result is not what was expected, or nil: every key that is expected must be there and equal.
local function differs(want, got, path)
  if type(want) ~= "table" then
    return want ~= got and ("%s: wanted %s, got %s"):format(path, tostring(want), tostring(got)) or nil
  end
  if type(got) ~= "table" then return path .. ": wanted a table, got " .. tostring(got) end
  if json.is_list(want) and #want ~= #got then return ("%s: wanted %d, got %d"):format(path, #want, #got) end
  for key, value in pairs(want) do
    local difference = differs(value, got[key], path .. "." .. key)
    if difference then return difference end
  end
end

--- Why an answer is not what its vector expects, or nil.
local function wrong(vector, answer, rules)
  local want = vector.expect
  if want.error then
    if not answer.error then return "wanted a refusal naming " .. want.error end
    local fault = answer.error
    return not names(fault.arg, want.error) and ("%s named, wanted %s"):format(fault.arg, want.error) or nil
  end
  if answer.error then return "refused: " .. answer.error.message end
  local difference = differs(want, answer.result, "result")
  if difference then return difference end
  local _, fault = fields.check(rules.procedures[vector.call].out, answer.result, rules.records)
  return fault and "not as declared: " .. fault.message
    or #answer.dice ~= #vector.dice and "the dice reported are not those thrown" or nil
end

local published <const> = assert(ruleset.load(loader, "fusilier"))

local function judge(vector)
  local referee = protocol.referee(published, {}, 1)
  local question = { call = vector.call, variants = vector.variants, args = vector.args, dice = vector.dice }
  return wrong(vector, protocol.answer(referee, question))
end

local calls, by_call = {}, {}
for line in io.lines "tests/vectors/fusilier.jsonl" do
  local vector = assert(json.decode(line))
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
