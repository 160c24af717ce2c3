--- Where variants of a stack change the same thing, so that the order of the stack decides.
--
-- Of two values the later counts; of two functions both act, the later outside. What cannot stand together at all is
-- refused when a stack is laid (limber.rules.kinds).
local kinds <const> = require "limber.rules.kinds"
local lists <const> = require "limber.common.lists"
local overlaps_of_steps <const> = require "limber.rules.overlaps_of_steps"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.Overlap
---@field what string "cell", "option", "procedure", "service", …
---@field name string
---@field first string the variant below
---@field second string the variant above
---@field text string both, in a line

--- The keys that are looked at: those whose entries are one thing by one name. `parts`: an entry is a table of parts;
--- `fields`: it is a list of fields; `joined`: parts that are lists, which the layers add to.
local JOINED <const> = { args = true, phases = true, commands = true, interrupts = true }
local KEYS <const> = {
  tables = {}, cells = {}, options = {}, wraps = {}, reasons = {}, story = {}, services = {}, facts = {}, measures = {},
  rounds = {}, battle = {}, args = { fields = true }, out = { fields = true }, solo = { parts = true },
  commands = { parts = true, joined = JOINED }, steps = { parts = true, joined = JOINED },
  terrain = { labelled = true },
  moments = { only = { before_losses = true, battle_ends = true } }, -- what one gives the next one gets
}

--- Adds what a layer says of one entry to a list: { what, name, value }.
local function add_entry(list, rules, layer, row, name, value)
  local changed = row.key == "cells" and (rules.draft.worked[layer] or {})[name]
  if changed then
    local formula = type(value) == "function" and value or nil
    for _, one in ipairs(changed) do list[#list + 1] = { row.what, one.path, formula or one.new } end
    return
  end
  local key <const> = KEYS[row.key]
  if key.parts and type(value) == "table" then
    local parts = kinds.entries({ key = "parts" }, { parts = value })
    for part, said in parts do
      if not (key.joined or {})[part] then list[#list + 1] = { row.what, ("%s.%s"):format(name, part), said } end
    end
  elseif key.fields then
    for _, field in ipairs(value) do list[#list + 1] = { row.what, ("%s of %s"):format(field.name, name), field } end
  elseif not key.only or key.only[name] then
    list[#list + 1] = { row.what, key.labelled and row.label(name, value) or name, value }
  end
end

--- All that a layer says of single things.
local function entries(rules, layer)
  local list = {}
  for _, row in ipairs(rules:kinds()) do
    if KEYS[row.key] and (not row.worded or KEYS[row.key].labelled) then
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

--- The names of the questions that a text asks, as far as it says them.
---@param text string
---@return string[]
function M.asked_in(text)
  local asked = {}
  for question in text:gmatch "[:.]choose%s*%(?%s*(%b{})" do
    asked[#asked + 1] = question:match "[{,;%s]name%s*=%s*[\"']([%w_]+)[\"']"
  end
  return asked
end

--- Questions to players that two layers ask by one name: an answer of the solo commander's would serve both.
local function questions(rules)
  local found, by = {}, {}
  for _, layer in ipairs(rules.layers) do
    for _, name in ipairs(M.asked_in(layer.text or "")) do
      local other = by[name]
      if other and other ~= layer and meet(other, layer) then
        found[#found + 1] = { what = "question", name = name, first = other.name, second = layer.name,
          text = ("question %s: %s and %s both ask one of that name; what the solo commander answers to one, he "
            .. "answers to the other"):format(name, other.name, layer.name) }
      end
      by[name] = other or layer
    end
  end
  return found
end

--- What variants of a stack change that one below them changes too, in the order of the stack.
---@param rules limber.Rules
---@return limber.Overlap[]
function M.of(rules)
  local found, held = {}, {}
  if #rules.layers < 2 then return found end
  local steps <const> = overlaps_of_steps.of(rules, meet)
  for _, layer in ipairs(rules.layers) do
    for _, entry in ipairs(entries(rules, layer)) do
      local what, name, value = entry[1], entry[2], entry[3]
      local key, above = what .. " " .. name, { layer = layer, value = value }
      for _, below in ipairs(held[key] or {}) do
        if below.layer ~= layer and not tree.equal(below.value, value) and meet(below.layer, layer) then
          found[#found + 1] = { what = what, name = name, first = below.layer.name, second = layer.name,
            text = described(what, name, below, above) }
        end
      end
      held[key] = held[key] or {}
      table.insert(held[key], above)
    end
  end
  return lists.append(lists.append(found, steps), questions(rules))
end

return M
