--- Odds by throwing a question many times, where there are too many paths to walk: never exact, and always said to be
--- sampled. The same seed gives the same throws.
local dice <const> = require "kernel.dice"
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local odds <const> = require "kernel.odds"
local outcomes <const> = require "limber.ask.outcomes"
local question <const> = require "limber.ask.question"
local statistics <const> = require "limber.common.statistics"

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
---@return table info { by, sampled = count, seed, thrown = the key of each throw } or the refusal
function M.odds(rules, name, args, by, asking, sample)
  local procedure, fault = rules:procedure(name)
  if not procedure then return nil, fault end
  local key_of
  key_of, by = outcomes.by(procedure, rules.records, by)
  if not key_of then return nil, by end
  if sample.count < 1 or sample.count > M.MOST then
    return nil, fields.refuse("sample", ("must be 1 to %d throws, got %d"):format(M.MOST, sample.count))
  end
  local source, counts, order, named, thrown = dice.new(), {}, {}, dice.hash(name), {}
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
    counts[key], thrown[i] = (counts[key] or 0) + 1, key
  end
  local list = {}
  for i, key in ipairs(order) do list[i] = { key, counts[key] } end
  return odds.dist(list), { by = by, sampled = sample.count, seed = sample.seed, thrown = thrown }
end

---@class limber.Joint[] how often the same throws gave one outcome under one stack, and another under a second
---@field first any
---@field second any
---@field count integer

--- What the same throws came to under two stacks.
---@param first any[] keys, throw by throw
---@param second any[]
---@return limber.Joint[]
function M.joint(first, second)
  local list, found = {}, {}
  for i, one in ipairs(first) do
    local row, other = found[one] or {}, second[i]
    found[one] = row
    if not row[other] then
      row[other] = { first = outcomes.value_of(one), second = outcomes.value_of(other), count = 0 }
      list[#list + 1] = row[other]
    end
    row[other].count = row[other].count + 1
  end
  return list
end

--- The interval around the difference of two chances; nil where no throw tells them apart.
---@param joint limber.Joint[]
---@param holds fun(value: any): boolean of which outcomes the chance is
---@return limber.Interval?
function M.between(joint, holds)
  local both, first, second, neither = 0, 0, 0, 0
  for _, one in ipairs(joint) do
    local a, b = holds(one.first), holds(one.second)
    if a and b then both = both + one.count elseif a then first = first + one.count
    elseif b then second = second + one.count else neither = neither + one.count end
  end
  return first + second > 0 and select(2, statistics.paired(both, first, second, neither)) or nil
end

--- The interval around the difference of two means of whole numbers; nil where no throw tells them apart.
---@param joint limber.Joint[]
---@return limber.Interval?
function M.between_means(joint)
  local counts, differ = {}, false
  for _, one in ipairs(joint) do
    statistics.count(counts, one.second - one.first, one.count)
    differ = differ or one.first ~= one.second
  end
  return differ and select(2, statistics.mean_interval(counts)) or nil
end

--- The differences of two samples, as JSON.
---@param joint limber.Joint[]
---@return table
function M.json(joint)
  local list, seen, whole, n = {}, {}, true, 0
  for _, one in ipairs(joint) do
    n, whole = n + one.count, whole and math.type(one.first) == "integer" and math.type(one.second) == "integer"
  end
  local function add(value)
    local key = type(value) == "table" and json.encode(value) or value
    if seen[key] then return end
    local function holds(other) return other == value or type(other) == "table" and json.encode(other) == key end
    local more = 0
    for _, one in ipairs(joint) do
      more = more + (holds(one.second) and one.count or 0) - (holds(one.first) and one.count or 0)
    end
    seen[key], list[#list + 1] = true, { value = value, p = more / n, interval = M.between(joint, holds) }
  end
  for _, one in ipairs(joint) do
    add(one.first)
    add(one.second)
  end
  table.sort(list, function(one, other) return outcomes.before(one.value, other.value) end)
  return { outcomes = json.list(list), mean_interval = whole and M.between_means(joint) or nil }
end

return M
