--- Flags that house rules add to lists of modifiers, as pieces of a battle bear them: `unit "12" { …, guard = true }`.
--
-- A piece keeps its flags in `node.flags`; `view:flagged` puts them into the questions that a list judges.
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

--- A piece's arguments, and the names of the flags among them that house rules add.
---@param stacks limber.Rules[] those in force, and others that the battle is also fought by
---@param tag string? "unit", "leader", "formation", …
---@param own limber.Field[] what the ruleset itself reads of such a piece
---@return limber.Field[] args
---@return string[] names
function M.arguments(stacks, tag, own)
  local args, names, known = table.move(own, 1, #own, 1, {}), {}, {}
  for _, field in ipairs(own) do known[field.name] = true end
  for _, rules in ipairs(stacks) do
    for _, list in ipairs(sorted.keys(rules.flags)) do
      for _, field in ipairs(rules.draft.modifiers[list].piece == tag and rules.flags[list] or {}) do
        if not known[field.name] then args[#args + 1], names[#names + 1] = field, field.name end
        known[field.name] = true
      end
    end
  end
  return args, names
end

--- Takes flags out of what is given of a piece; nil when none is set.
---@param given table
---@param names string[]
---@return table<string, true>?
function M.taken(given, names)
  local borne
  for _, name in ipairs(names) do
    if given[name] then
      borne = borne or {}
      borne[name] = true
    end
    given[name] = nil
  end
  return borne
end

--- Puts a piece's flags into the part of a question that describes it.
---@param rules limber.Rules
---@param args table
---@param node table
---@param list string
---@return table args
function M.set(rules, args, node, list)
  for _, field in ipairs(node.flags and rules.flags[list] or {}) do
    if node.flags[field.name] then args[field.name] = true end
  end
  return args
end

return M
