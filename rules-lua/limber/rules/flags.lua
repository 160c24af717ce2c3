--- Flags that house rules add to lists of modifiers, as pieces of a battle bear them: `unit "12" { …, guard = true }`.
--
-- A piece keeps them under their own names; `view:described` puts them into the questions about it.
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

--- Takes house rules' fields out of what is given of a piece. A flag that is not set is left out.
---@param given table
---@param names string[]
---@return table<string, any> borne
function M.taken(given, names)
  local borne = {}
  for _, name in ipairs(names) do
    borne[name] = given[name] or nil
    given[name] = nil
  end
  return borne
end

--- Kinds of fields that a node's own value may fill.
local FILLED <const> = { int = "integer", flag = "boolean", enum = "string", text = "string" }

--- Do all of these records and procedures have a field of that name from a house rule?
local function in_all(added, name, records)
  for _, record in ipairs(records) do
    local list = added[record] or {}
    local found
    for _, field in ipairs(list) do found = found or field.name == name end
    if not found then return false end
  end
  return true
end

--- Puts into the part of a question that describes a piece what house rules ask of it: each argument that they added to
--- the record or procedure, and that the node has under the same name.
---@param rules limber.Rules
---@param args table
---@param node table
---@param ... string the names of the record or procedure; of several, what all of them have
---@return table args
function M.described(rules, args, node, first, ...)
  local added = rules.added
  for _, field in ipairs(added[first] or {}) do
    local value, kind = node[field.name], FILLED[field.kind]
    local fits = kind and (math.type(value) or type(value)) == kind
    if fits and args[field.name] == nil and (select("#", ...) == 0 or in_all(added, field.name, { ... })) then
      args[field.name] = value
    end
  end
  return args
end

--- Puts a piece's flags of one list of modifiers into the part of a question that describes it.
---@param rules limber.Rules
---@param args table
---@param node table
---@param list string
---@return table args
function M.set(rules, args, node, list)
  for _, field in ipairs(rules.flags[list] or {}) do args[field.name] = node[field.name] end
  return args
end

return M
