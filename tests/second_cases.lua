--- What a second implementation answers: each question was drawn at random, with random readings of rulings and random
--- dice. The answers were not taken from these rules.
local cases <const> = require "vector_cases"
local loader <const> = require "disk_loader"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"

---@class tests.Second
---@field procedures string[] those of the ruleset
---@field order string[] those that are asked about
---@field wrong fun(call: string, also?: fun(expect: table, result: table): string?): string? the first wrong answer
---@field differs fun(call: string, expect: table): string? is an answer that is not this one found to be wrong?

local M <const> = {}

---@param name string of a ruleset with tests/rules/RULESET_second.jsonl
---@return tests.Second
function M.of(name)
  local published <const> = assert(ruleset.load(loader, name))
  local referee <const> = protocol.referee(published, {}, 1)
  local asked <const>, order <const> = {}, {}
  for _, one in ipairs(cases.read(("tests/rules/%s_second.jsonl"):format(name))) do
    if not asked[one.call] then
      asked[one.call] = {}
      order[#order + 1] = one.call
    end
    table.insert(asked[one.call], one)
  end

  local function answer(one)
    return protocol.answer(referee, {
      id = one.id, call = one.call, variants = one.variants, args = one.args, dice = one.dice,
    })
  end

  return {
    procedures = published.procedure_names,
    order = order,
    wrong = function(call, also)
      for _, one in ipairs(asked[call]) do
        local answered <const> = answer(one)
        local wrong <const> = cases.wrong(one, answered) or also and also(one.expect, answered.result)
        if wrong then return one.id .. ": " .. wrong end
      end
    end,
    differs = function(call, expect) return cases.wrong({ expect = expect }, answer(asked[call][1])) end,
  }
end

return M
