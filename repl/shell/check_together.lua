--- Says how variants that are checked in one go stand together: what two of them change, or why they are refused.
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
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

--- What is said of variants that are stacked in the order given, a line each; nothing of a single one.
---@param checked { source: string, of: string? }[]
---@return string[]
function M.lines(checked)
  local lines, groups, order = {}, by_ruleset(checked)
  for _, of in ipairs(order) do
    local sources = groups[of]
    if #sources > 1 then
      local rules, fault = open.rules(of, sources, { game = require "limber.game.words" })
      local found = rules and overlaps.of(rules) or {}
      local said = not rules and "cannot be stacked in this order: " .. faults.text(fault)
        or #found == 0 and "change different things"
      local head = ("%s together%s"):format(text.list(sources, "and"), said and " " .. said or ":")
      table.move(text.wrap(head, host.width(), "  "), 1, 99, #lines + 1, lines)
      for _, one in ipairs(found) do
        for i, line in ipairs(text.wrap(one.text, host.width() - 4)) do
          lines[#lines + 1] = (i == 1 and "  " or "    ") .. line
        end
      end
    end
  end
  return lines
end

return M
