--- Where variants of a stack change the same thing, so that the order of the stack decides.
--
-- Of two values the later counts; of two functions both act, the later outside. What cannot stand together at all is
-- refused when a stack is laid (limber.rules.kinds).
local kinds <const> = require "limber.rules.kinds"

local M <const> = {}

---@class limber.Overlap
---@field what string "cell", "option", "procedure", "service", …
---@field name string
---@field first string the variant below
---@field second string the variant above
---@field text string both, in a line

--- The keys that are looked at: those whose entries are one thing by one name. `parts`: an entry is a table of parts.
local KEYS <const> = {
  tables = {}, cells = {}, options = {}, wraps = {}, reasons = {}, story = {}, services = {}, facts = {}, measures = {},
  commands = { parts = true }, steps = { parts = true },
}

--- Adds what a layer says of one entry to a list: { what, name, value }.
local function add_entry(list, rules, layer, row, name, value)
  local changed = row.key == "cells" and (rules.draft.worked[layer] or {})[name]
  if changed then
    local formula = type(value) == "function" and value or nil
    for _, one in ipairs(changed) do list[#list + 1] = { row.what, one.path, formula or one.new } end
  elseif KEYS[row.key].parts and type(value) == "table" then
    local parts = kinds.entries({ key = "parts" }, { parts = value })
    for part, said in parts do list[#list + 1] = { row.what, ("%s.%s"):format(name, part), said } end
  else
    list[#list + 1] = { row.what, name, value }
  end
end

--- All that a layer says of single things.
local function entries(rules, layer)
  local list = {}
  for _, row in ipairs(rules:kinds()) do
    if KEYS[row.key] and not row.worded then
      for name, value in kinds.entries(row, layer) do add_entry(list, rules, layer, row, name, value) end
    end
  end
  return list
end

--- Are two layers ever on in the same turn?
local function meet(one, other)
  one, other = one.turns, other.turns
  if not one or not other then return true end
  return not (one.to and one.to < (other.from or 1)) and not (other.to and other.to < (one.from or 1))
end

local function described(what, name, below, above)
  local one, other = below.layer.name, above.layer.name
  if type(below.value) ~= "function" and type(above.value) ~= "function" and type(above.value) ~= "table" then
    return ("%s %s: %s says %s, %s says %s; %s is the later and counts"):format(what, name, one,
      tostring(below.value), other, tostring(above.value), other)
  end
  local both = ("%s %s: %s and %s both change it; %s is the later and "):format(what, name, one, other, other)
  return both .. (type(above.value) == "function" and "works on what " .. one .. " gives" or "counts")
end

--- What variants of a stack change that one below them changes too, in the order of the stack.
---@param rules limber.Rules
---@return limber.Overlap[]
function M.of(rules)
  local found, held = {}, {}
  if #rules.layers < 2 then return found end
  for _, layer in ipairs(rules.layers) do
    for _, entry in ipairs(entries(rules, layer)) do
      local what, name, value = entry[1], entry[2], entry[3]
      local key, above = what .. " " .. name, { layer = layer, value = value }
      for _, below in ipairs(held[key] or {}) do
        if below.layer ~= layer and below.value ~= value and meet(below.layer, layer) then
          found[#found + 1] = { what = what, name = name, first = below.layer.name, second = layer.name,
            text = described(what, name, below, above) }
        end
      end
      held[key] = held[key] or {}
      table.insert(held[key], above)
    end
  end
  return found
end

return M
