--- Odds by throwing a question many times, where there are too many paths to walk: never exact, and always said to be
--- sampled. The same seed gives the same throws.
local dice <const> = require "kernel.dice"
local fields <const> = require "limber.language.fields"
local odds <const> = require "kernel.odds"
local outcomes <const> = require "limber.ask.outcomes"
local question <const> = require "limber.ask.question"

local M <const> = {}

--- The most throws of one sample.
M.MOST = 10000000

--- Throws a question `count` times.
---@param rules limber.Rules
---@param name string
---@param args table
---@param by string?
---@param asking limber.Asking?
---@param sample { count: integer, seed: integer }
---@return table? distribution of the counts over keys, as `question.odds` gives one
---@return table info { by, sampled = count, seed } or the refusal
function M.odds(rules, name, args, by, asking, sample)
  local procedure, fault = rules:procedure(name)
  if not procedure then return nil, fault end
  local key_of
  key_of, by = outcomes.by(procedure, rules.records, by)
  if not key_of then return nil, by end
  if sample.count < 1 or sample.count > M.MOST then
    return nil, fields.refuse("sample", ("must be 1 to %d throws, got %d"):format(M.MOST, sample.count))
  end
  local source, counts, order, named = dice.new(), {}, {}, dice.hash(name)
  source:seed(sample.seed)
  for i = 1, sample.count do
    source:event(0, 0, named, 0, i)
    source:clear()
    local result
    result, fault = question.ask(rules, name, args, source, nil, asking)
    if not result then return nil, fault end
    local done, key = pcall(key_of, result)
    if not done then
      if type(key) == "table" and key.arg and not key.kind then return nil, key end
      error(key, 0)
    end
    if not counts[key] then order[#order + 1] = key end
    counts[key] = (counts[key] or 0) + 1
  end
  local list = {}
  for i, key in ipairs(order) do list[i] = { key, counts[key] } end
  return odds.dist(list), { by = by, sampled = sample.count, seed = sample.seed }
end

return M
