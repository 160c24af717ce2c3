--- Says how variants that are checked in one go stand together: what two of them change, or why they are refused.
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local json <const> = require "kernel.json"
local open <const> = require "read.open"
local overlaps <const> = require "limber.rules.overlaps"
local text <const> = require "show.text"

local M <const> = {}

--- The rulesets that variants name, each with its variants in order; one that names none goes with each.
local function by_ruleset(checked)
  local groups, order = {}, {}
  for _, one in ipairs(checked) do
    if one.of and not groups[one.of] then
      groups[one.of] = {}
      order[#order + 1] = one.of
    end
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
---@field wrong string? why they cannot be
---@field overlaps limber.Overlap[] what two of them change

--- How variants stand together under each ruleset; a single one does not count.
---@param checked { source: string, of: string? }[]
---@return limber.Together[]
function M.tried(checked)
  local list, groups, order = {}, by_ruleset(checked)
  for _, of in ipairs(order) do
    local sources = groups[of]
    if #sources > 1 then
      local rules, fault = open.rules(of, sources, { game = require "limber.game.words" })
      list[#list + 1] = { sources = sources, wrong = not rules and faults.text(fault) or nil,
        overlaps = rules and overlaps.of(rules) or {} }
    end
  end
  return list
end

--- What is wrong with such a stack, in a line.
---@param one limber.Together
---@return string
function M.fault(one)
  return ("%s cannot be stacked in this order: %s"):format(text.list(one.sources, "and"), one.wrong)
end

--- What is said of such a stack, a line each.
---@param one limber.Together
---@return string[]
function M.lines(one)
  local head = text.list(one.sources, "and") .. " together" .. (#one.overlaps > 0 and ":" or
    " change different things")
  local lines = text.wrap(head, host.width(), "  ")
  for _, overlap in ipairs(one.overlaps) do
    for i, line in ipairs(text.wrap(overlap.text, host.width() - 4)) do
      lines[#lines + 1] = (i == 1 and "  " or "    ") .. line
    end
  end
  return lines
end

--- The same for programs.
---@param one limber.Together
---@return table
function M.json(one)
  local wrong, both = { one.wrong and M.fault(one) }, {}
  for i, overlap in ipairs(one.overlaps) do both[i] = overlap.text end
  return { together = json.list(one.sources), wrong = json.list(wrong), both_change = json.list(both) }
end

return M
