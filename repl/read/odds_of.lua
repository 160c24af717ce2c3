--- The odds of a question under a rule stack, and under another that may know fewer arguments.
local charts_text <const> = require "show.charts_text"
local fields <const> = require "limber.language.fields"
local figures <const> = require "limber.ask.figures"
local finish <const> = require "limber.ask.finish"
local json_lists <const> = require "kernel.json"
local question <const> = require "limber.ask.question"

local M <const> = {}

---@class limber.OddsHow how odds are worked, and what is asked of them besides
---@field paths integer? paths that are walked at most
---@field sample { count: integer, seed: integer }? throws in place of paths
---@field at_least integer?
---@field at_most integer?
---@field quantiles number[]?
---@field finish { over: string?, carry: string? }? rounds that follow one another (limber.ask.rounds)

local function worked(rules, name, args, by, asking, how)
  if how.sample then
    return require("limber.ask.sampling").odds(rules, name, args, by, asking, how.sample)
  end
  if how.finish then return finish.odds(rules, name, args, by, how.finish, asking, how.paths) end
  return question.odds(rules, name, args, by, asking, nil, how.paths)
end

local function no_numbers(option, by)
  return fields.refuse(option, ("needs whole numbers, and %s gives other outcomes"):format(by))
end

--- Adds the chances and quantiles that are asked for; what is wrong with them.
---@param odds limber.Odds
---@param distribution table
---@param how limber.OddsHow
---@return limber.Refusal?
function M.add_asked(odds, distribution, how)
  local json, asked = odds.json, {}
  for _, key in ipairs { "at_least", "at_most" } do
    local number = how[key]
    if number and not json.mean then return no_numbers("--" .. key:gsub("_", "-"), json.by) end
    if number then
      local p, exact = figures.chance(distribution, key, number)
      asked[#asked + 1] = { how = key, number = number, p = p, exact = exact }
      json[key] = { value = number, p = p, exact = json.exact and exact or nil }
    end
  end
  for _, q in ipairs(how.quantiles or {}) do
    if not json.mean then return no_numbers("--quantile", json.by) end
    local value = distribution:quantile(q)
    asked[#asked + 1] = { how = "quantile", q = q, number = value }
    table.insert(json.quantiles, { q = q, value = value })
  end
  odds.asked = asked
end

--- The odds of a question under one stack, as the text and the JSON of odds need them.
---@param rules limber.Rules
---@param name string
---@param args table
---@param by string?
---@param asking limber.Asking? where it is asked in a battle
---@param how limber.OddsHow?
---@return limber.Odds?
---@return limber.Refusal?
function M.ask(rules, name, args, by, asking, how)
  how = how or {}
  local sources, distribution, info = charts_text.noted(rules, worked, rules, name, args, by, asking, how)
  if not distribution then return nil, info end
  local odds = { rules = rules, name = name, json = figures.json(distribution, info), charts = sources,
    thrown = info.thrown }
  odds.json.sources = sources and sources[1] and json_lists.list(sources) or nil
  local wrong = M.add_asked(odds, distribution, how)
  if wrong then return nil, wrong end
  return odds
end

--- Arguments without those that a stack does not know: what only a house rule asks for.
---@param rules limber.Rules
---@param list limber.Field[]
---@param args table
---@return table
function M.known_to(rules, list, args)
  local kept = {}
  for _, field in ipairs(list) do
    local value = args[field.name]
    local record = field.record and rules.records[field.record]
    if record and type(value) == "table" and field.kind == "list" then
      kept[field.name] = {}
      for i, one in ipairs(value) do
        kept[field.name][i] = type(one) == "table" and M.known_to(rules, record, one) or one
      end
    elseif record and type(value) == "table" then
      kept[field.name] = M.known_to(rules, record, value)
    else
      kept[field.name] = value
    end
  end
  return kept
end

return M
