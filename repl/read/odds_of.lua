--- The odds of a question under a rule stack, and under another that may know fewer arguments.
local charts_text <const> = require "show.charts_text"
local protocol <const> = require "limber.ask.protocol"
local question <const> = require "limber.ask.question"

local M <const> = {}

--- The odds of a question under one stack, as the text and the JSON of odds need them.
---@param rules limber.Rules
---@param name string
---@param args table
---@param by string?
---@param asking limber.Asking? where it is asked in a battle
---@return limber.Odds?
---@return limber.Refusal?
function M.ask(rules, name, args, by, asking)
  local sources, distribution, info = charts_text.noted(rules, question.odds, rules, name, args, by, asking)
  if not distribution then return nil, info end
  return { rules = rules, name = name, json = protocol.odds_json(distribution, info), charts = sources }
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
