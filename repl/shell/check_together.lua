--- Says how variants that are checked in one go stand together: why they are refused, what two of them change, and how
--- the worked cases and a battle go under all of them.
local check_trial <const> = require "shell.check_trial"
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local json <const> = require "kernel.json"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local open <const> = require "read.open"
local overlaps <const> = require "limber.rules.overlaps"
local ruleset <const> = require "limber.rules.ruleset"
local text <const> = require "show.text"

local M <const> = {}

--- The rulesets that variants name, each with its variants in order; one that names none goes with each, and where none
--- names one they go with all rulesets.
local function by_ruleset(checked)
  local groups, order = {}, {}
  for _, one in ipairs(checked) do
    if one.of and not groups[one.of] then
      groups[one.of] = {}
      order[#order + 1] = one.of
    end
  end
  if not order[1] and checked[2] then
    order = ruleset.names(loader.new())
    for _, of in ipairs(order) do groups[of] = {} end
  end
  for _, one in ipairs(checked) do
    for _, of in ipairs(order) do
      if not one.of or one.of == of then table.insert(groups[of], one.source) end
    end
  end
  return groups, order
end

---@class limber.Together variants that are checked in one go, stacked in the order given
---@field sources string[]
---@field under string? the ruleset, where there are several
---@field wrong string? why they cannot be
---@field overlaps limber.Overlap[] what two of them change
---@field tried limber.Tried? what came of trying them all

--- How variants stand together under each ruleset; a single one does not count.
---@param checked { source: string, of: string? }[]
---@param quick boolean? no battle is played
---@return limber.Together[]
function M.tried(checked, quick)
  local list, groups, order = {}, by_ruleset(checked)
  for _, of in ipairs(order) do
    local sources = groups[of]
    if #sources > 1 then
      local rules, fault = open.rules(of, sources, { game = require "limber.game.words" })
      list[#list + 1] = (rules or not fault.needless) and { sources = sources, under = order[2] and of,
        wrong = not rules and faults.text(fault) or nil, overlaps = rules and overlaps.of(rules) or {},
        tried = rules and check_trial.run(rules, sources, quick) or nil } or nil
    end
  end
  return list
end

--- What is wrong with such a stack, a line each.
---@param one limber.Together
---@return string[]
function M.faults(one)
  local names, list = text.list(one.sources, "and"), {}
  if one.wrong then
    return { ("%s cannot be stacked in this order%s: %s"):format(names, one.under and " under " .. one.under or "",
      one.wrong) }
  end
  for i, wrong in ipairs(one.tried.wrong) do list[i] = ("%s together: %s"):format(names, wrong) end
  return list
end

--- What is said of such a stack, a line each.
---@param one limber.Together
---@return string[]
function M.lines(one)
  local head = ("%s together%s%s"):format(text.list(one.sources, "and"), one.under and " under " .. one.under or "",
    #one.overlaps > 0 and ":" or " change different things")
  local lines = text.wrap(head, host.width(), "  ")
  for _, overlap in ipairs(one.overlaps) do
    for i, line in ipairs(text.wrap(overlap.text, host.width() - 4)) do
      lines[#lines + 1] = (i == 1 and "  " or "    ") .. line
    end
  end
  return one.tried and lists.append(lines, check_trial.lines(one.tried)) or lines
end

--- The same for programs.
---@param one limber.Together
---@return table
function M.json(one)
  local both = {}
  for i, overlap in ipairs(one.overlaps) do both[i] = overlap.text end
  return { together = json.list(one.sources), wrong = json.list(M.faults(one)), both_change = json.list(both),
    tried = one.tried and check_trial.json(one.tried) or nil }
end

return M
