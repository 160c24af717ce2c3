--- A player's own changes of a rule stack, made at the prompt: its live layer, the topmost. They are methods of a stack
--- (limber.rules.stack). What does not fit is refused, and nothing is changed.
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local kinds <const> = require "limber.rules.kinds"
local modifiers <const> = require "limber.rules.modifiers"
local options <const> = require("limber.rules.kinds_of_data").options
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Changes the live layer by `change(live)`; what does not fit is refused and nothing is changed.
local function tweak(self, change)
  local before, waits = self.live, self.waits
  local after = {}
  for key, value in next, before do after[key] = tree.shallow(value) end
  change(after)
  self.live = after
  local ok, message = pcall(self.compile, self)
  if ok and (self.waits == nil or self.waits == waits) then return true end
  message = message or self.waits
  self.live, self.waits = before, waits
  if ok then self:compile() end
  return nil, faults.refusal("tweak", message)
end

--- Whether a variant of the stack sets a cell or an option, or puts another table in a table's place.
local function set_by_layer(self, part, key, name)
  for _, layer in ipairs(self.layers) do
    if (layer[part] or {})[key] ~= nil or (layer.tables or {})[name] then return true end
  end
  return false
end

--- Sets one cell of a table: `rules:set_cell("hits_long.9.12", 2)`.
---@param path string
---@param value integer|string
---@return any old the cell before, or nil
---@return limber.Refusal?
function M.set_cell(self, path, value)
  local old, fault = self:cell(path)
  if fault then return nil, fault end
  local name, places = tables.places(path)
  local whole = self.draft.table(name)
  local at = tables.locate(whole, places)
  fault = tables.refuse_change(whole, places) or tables.refuse_value(whole, at, value)
  if fault then return nil, fault end
  local original = ruleset.table(self.published, name)
  local back = original and original.cells[at] == value and not set_by_layer(self, "cells", path, name)
  local ok
  ok, fault = tweak(self, function(live)
    live.cells[path], live.texts["cell " .. path] = not back and value or nil, nil
  end)
  if not ok then return nil, fault end
  return old
end

--- A cell's value now and as published, by its path.
---@param path string
---@return any now
---@return limber.Refusal?
---@return any published
function M.cell(self, path)
  local name, places = tables.places(path)
  if not self.draft.lookups[name] then
    local hint = suggest.hint(name, sorted.keys(self.draft.lookups))
    return nil, { arg = path, message = ("no table %s%s"):format(bounds.quoted(name), hint) }
  end
  local whole = self.draft.table(name)
  local at, fault = tables.locate(whole, places)
  if not at then return nil, fault end
  local original = ruleset.table(self.published, name)
  return whole.cells[at], nil, original and original.cells[at]
end

--- Chooses a reading that a ruleset left open.
---@param name string
---@param value any
---@return boolean?
---@return limber.Refusal?
function M.set_option(self, name, value)
  local declared = self.draft.declared_options[name]
  if not declared then
    local hint = suggest.hint(name, self.option_names)
    return nil, { arg = name, message = ("no option %s%s"):format(bounds.quoted(name), hint) }
  end
  local fault = options.refuse(declared, name, value)
  if fault then return nil, fault end
  local back = declared.value == value and not set_by_layer(self, "options", name)
  return tweak(self, function(live)
    if back then live.options[name] = nil else live.options[name] = value end
    live.texts["option " .. name] = nil
  end)
end

--- Notes what was typed for an entry.
local function note_text(live, called, text)
  live.texts[called] = text
  for _, one in ipairs(live.typed) do
    if one == text then return end
  end
  live.typed[#live.typed + 1] = text
end

--- Wraps a procedure or adds a modifier from the prompt; `text` is what was typed, for keeping.
---@param name string
---@param fn function
---@param text string
---@return boolean?
---@return limber.Refusal?
function M.set_wrap(self, name, fn, text)
  return tweak(self, function(live)
    live.wraps[name] = fn
    note_text(live, "wrap " .. name, text)
  end)
end

--- Modifiers by their lists: one with a role is in each list with that role.
local function in_lists(self, specs)
  local found, roleless = modifiers.in_roles(specs, self.published.modifiers)
  if found then return found end
  return nil, faults.refusal("tweak", ("modifier %q: no list of modifiers of %s has the role %s"):format(roleless[1],
    self.name, tostring(roleless.role)))
end

---@param spec table
---@param text string
---@return boolean?
---@return limber.Refusal?
function M.add_modifier(self, spec, text)
  local found, fault = in_lists(self, { spec })
  if not found then return nil, fault end
  return tweak(self, function(live)
    for _, placed in ipairs(found) do
      local at = #live.modifiers + 1
      for i, one in ipairs(live.modifiers) do
        if one[1] == placed[1] and one.of == placed.of then at = i end
      end
      live.modifiers[at] = placed
      note_text(live, ("modifier %s.%s"):format(placed.of, placed[1]), text)
    end
  end)
end

--- Adds what the words of variants have said at the prompt.
---@param layer table
---@param text string what was typed
---@return boolean?
---@return limber.Refusal?
function M.add_typed(self, layer, text)
  if layer.modifiers then
    local found, fault = in_lists(self, layer.modifiers)
    if not found then return nil, fault end
    layer.modifiers = found
  end
  return tweak(self, function(live)
    local joined = {}
    for _, row in ipairs(self:kinds()) do
      for name, value in kinds.entries(row, layer) do note_text(live, kinds.called(row, name, value), text) end
      if layer[row.key] and not joined[row.key] then
        live[row.key], joined[row.key] = kinds.joined(row, live[row.key], layer[row.key]), true
      end
    end
  end)
end

--- Takes all entries of some names out of a live layer.
local function remove_entries(self, live, called)
  for _, row in ipairs(self:kinds()) do
    local held, kept = live[row.key], {}
    for name, value in kinds.entries(row, live) do
      local stays = not called[kinds.called(row, name, value)]
      if stays then kept[row.listed and #kept + 1 or name] = value end
    end
    if held then live[row.key] = kept end
  end
end

--- Takes live tweaks back, and all tweaks that were typed in the same texts.
---@param called string|string[] as limber.rules.diff has it: `typed`
---@return string[]? with what else was taken back: `wrap NAME`, `modifier LIST.NAME`
---@return limber.Refusal?
function M.drop(self, called)
  local asked, others = type(called) == "table" and called or { called }, {}
  local done, fault = tweak(self, function(live)
    local gone, said = {}, {}
    for _, one in ipairs(asked) do
      local text = live.texts[one]
      for _, other in ipairs(text and sorted.keys(live.texts) or {}) do
        if live.texts[other] == text then gone[other], said[other], live.texts[other] = true, true, nil end
      end
      gone[one] = true
    end
    for _, one in ipairs(asked) do said[one] = nil end
    others = sorted.keys(said)
    remove_entries(self, live, gone)
  end)
  if not done then return nil, fault end
  return others
end

return M
