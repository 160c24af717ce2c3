--- The house fields of pieces as text: `veterans, rounds 7`.
local house_fields <const> = require "limber.rules.house_fields"
local lengths <const> = require "limber.language.lengths"

local M <const> = {}

--- What a field is called.
local function name_of(field)
  local name = field.measure == "length" and field.name:gsub("_um$", "") or field.name
  return (name:gsub("_", " "))
end

--- A value as text; nothing for a flag, whose name is enough.
local function value_of(field, value, how)
  if value == true then return "" end
  if type(value) == "table" then
    local parts = {}
    for i, one in ipairs(value) do parts[i] = value_of(field.of, one, how) end
    return table.concat(parts, " ")
  end
  if field.measure == "length" then return lengths.text(value, how) end
  if field.measure == "angle" then return ("%g degrees"):format(value / 1000) end
  return type(value) == "string" and (value:gsub("_", " ")) or tostring(value)
end

--- Whether a value has something to say.
local function tells(value) return value and not (type(value) == "table" and #value == 0) end

local function pair(one, other) return other == "" and one or one .. " " .. other end

--- The fields of a piece that have something to say, in the order declared.
---@param rules limber.Rules
---@param kind "unit"|"leader"|"formation"|"area"|"line"|"side"|"battle"
---@param node table
---@param how limber.How
---@param changed boolean? only what differs from its default
---@return string empty when there is nothing
function M.words(rules, kind, node, how, changed)
  local parts = {}
  for _, field in ipairs(rules.fields[kind] or {}) do
    local value = node[field.name]
    if tells(value) and not (changed and value == field.default) then
      parts[#parts + 1] = pair(name_of(field), value_of(field, value, how))
    end
  end
  return table.concat(parts, ", ")
end

--- What differs from the defaults, a line for each field: `veterans: 31, 7`, `rounds: 31 3, 7 9`; last, the battle's.
---@param view limber.View
---@param rules limber.Rules
---@param how limber.How
---@return string[]
function M.legend(view, rules, how)
  local lines, state = {}, view.state
  for _, kind in ipairs(house_fields.ORDER) do
    local place = house_fields.KINDS[kind].place
    for _, field in ipairs(place and rules.fields[kind] or {}) do
      local parts = {}
      for _, id in ipairs(state.order[place]) do
        local node = state[place][id]
        local value = node and node[field.name]
        if tells(value) and value ~= field.default then
          parts[#parts + 1] = pair(tostring(node.number or node.name or id), value_of(field, value, how))
        end
      end
      if #parts > 0 then lines[#lines + 1] = ("%s: %s"):format(name_of(field), table.concat(parts, ", ")) end
    end
  end
  local battle = M.words(rules, "battle", state.battle or {}, how, true)
  if battle ~= "" then lines[#lines + 1] = battle end
  return lines
end

return M
