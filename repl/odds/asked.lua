--- Odds as they are asked for: under one rule stack, or under two that are compared.
local grammar <const> = require "read.grammar"
local odds_of <const> = require "read.odds_of"
local open <const> = require "read.open"
local text <const> = require "show.text"

local M <const> = {}

--- What --versus calls the rules without any variant.
local PUBLISHED <const> = "published"

---@class odds.Stack
---@field rules limber.Rules
---@field title string
---@field asking limber.Asking?

---@class odds.Question what odds are asked of
---@field name string the procedure
---@field args table
---@field request odds.Request
---@field stacks odds.Stack[] one, or two: the one beneath first
---@field own integer which of them is the person's own
---@field if_other boolean? the other is shown only where it makes a difference

local function title(names)
  return #names == 0 and PUBLISHED or table.concat(names, " + ")
end

--- The two stacks that --versus compares. `--versus published` sets the stack asked for beside the bare rules; any
--- other name is laid on top of it.
---@param rules limber.Rules
---@param versus string[]
---@return odds.Stack[]? nil with a refusal
---@return integer|limber.Refusal own
function M.stacks(rules, versus)
  local own = { rules = rules, title = title(rules:variant_names()) }
  if #versus == 0 then return { own }, 1 end
  local sources = rules:variant_sources()
  if #versus == 1 and versus[1] == PUBLISHED then
    local plain, fault = open.over(rules, {})
    if not plain then return nil, fault end
    if #sources == 0 then own.title = "yours" end
    return { { rules = plain, title = PUBLISHED }, own }, 2
  end
  local other, fault = open.over(rules, table.move(versus, 1, #versus, #sources + 1, sources))
  if not other then return nil, { arg = fault.arg, message = open.compared(fault.message) } end
  if next(rules.live.typed) or next(rules.live.cells) or next(rules.live.options) then
    other:put_live(rules.live)
    own.title = "yours"
  end
  local on_top = table.move(other:variant_names(), #rules.layers + 1, #other.layers, 1, {})
  return { own, { rules = other, title = "with " .. text.list(on_top) } }, 1
end

--- As many paths are walked in some minutes.
local PATIENCE <const> = 1e8

--- What may be done about too many paths.
local function advised(fault)
  if not fault.about then return fault end
  local more = "; --sample 10000 throws it 10,000 times instead"
  if fault.about < PATIENCE then more = ("%s, --paths %.0f walks as many"):format(more, fault.about * 1.5) end
  return { arg = fault.arg, message = fault.message .. more, about = fault.about }
end

--- The odds of a question with some arguments, under one stack.
---@param question odds.Question
---@param stack odds.Stack
---@param args table
---@return limber.Odds?
---@return limber.Refusal?
function M.of(question, stack, args)
  local rules, request = stack.rules, question.request
  local procedure, fault = rules:procedure(question.name)
  if not procedure then return nil, fault end
  if stack ~= question.stacks[#question.stacks] then args = odds_of.known_to(rules, procedure.args, args) end
  local odds
  odds, fault = odds_of.ask(rules, question.name, args, request.by, stack.asking, request)
  if odds then return odds end
  return nil, advised(grammar.explain(rules, fault))
end

return M
