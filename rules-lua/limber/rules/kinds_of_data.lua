--- What a variant may change in a ruleset's data: tables, cells and readings (limber.rules.kinds).
local bounds <const> = require "limber.language.bounds"
local fields <const> = require "limber.language.fields"
local for_show <const> = require "limber.rules.for_show"
local kinds <const> = require "limber.rules.kinds"
local names <const> = require "limber.language.names"
local ruleset <const> = require "limber.rules.ruleset"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"

--- A `takes` for entries that are plain values; `wanted` says which ones fit.
local function values(key, fits, wanted)
  return function(name, value, level)
    kinds.name_of(key, name, level + 1)
    if not fits(value) then
      error(("%s of a variant cannot hold %s = %s; it must be %s"):format(key, name, bounds.said(value), wanted), level)
    end
    return value
  end
end

local function is_word(value)
  return math.type(value) == "integer" or type(value) == "string"
end

local tables_kind <const> = {
  key = "tables", what = "table", takes = values("tables", names.is_name, "the name of a table"),
}

--- The keys of a table, columns aside, and their names as text.
local function keys_of(whole)
  local keys, called = {}, {}
  for _, axis in ipairs(whole.axes) do
    if not axis.columns then keys[#keys + 1], called[#called + 1] = axis, axis.name end
  end
  return keys, table.concat(called, " and ")
end

--- Why a table cannot be read in place of another: by its keys; nil where it can. Its columns may be others, for rules
--- with an option of their own.
local function misfit(whole, other)
  local mine, called = keys_of(whole)
  local theirs, others = keys_of(other)
  if called ~= others then return ("its key is %s, not %s"):format(others, called) end
  for i, axis in ipairs(mine) do
    for _, place in ipairs(axis.kind == "exact" and not other.spec.sparse and axis.names or {}) do
      if not theirs[i].index[place] then return ("it has no %s %s"):format(axis.name, place) end
    end
  end
end

function tables_kind.lay(draft, layer, name, other)
  kinds.known("table", draft.lookups, name, layer)
  kinds.known("table", draft.lookups, other, layer)
  local idle = for_show.fault(draft.lookups[name], name, {})
  if idle then kinds.fail(layer, name, idle) end
  local wrong = misfit(draft.table(name), draft.table(other))
  if wrong then kinds.fail(layer, name, "%s cannot stand for %s: %s", other, name, wrong) end
  draft.instead[name] = other
end

function tables_kind.differs(add, _, name, other) add("table", name, name, other) end

--- A path may be a pattern and a value a formula: `["weapons.*.range"] = function(old) … end` (limber.rules.formulas).
local cells <const> = { key = "cells", what = "cell" }

function cells.takes(path, value, level)
  local bad = type(path) ~= "string" and "a path must be text, got a " .. type(path)
    or bounds.bad_text(path, "a path", bounds.NAME)
  if bad then error("cells of a variant: " .. bad, level) end
  if not is_word(value) and type(value) ~= "function" then
    error(("cells of a variant cannot hold %s = %s; it must be a whole number, a word or a function"):format(path,
      bounds.said(value)), level)
  end
  return value
end

local function is_pattern(path, value)
  return type(value) == "function" or path:find("*", 1, true) ~= nil
end

function cells.lay(draft, layer, path, value)
  local name, places = tables.places(path)
  local whole = draft.table(name)
  if not whole then kinds.known("table", draft.lookups, name, layer) end
  if is_pattern(path, value) then
    local changed = require("limber.rules.formulas").cells(layer, whole, path, value)
    local own = draft.own_table(name)
    for _, one in ipairs(changed) do own.cells[one.at] = one.new end
    draft.worked[layer] = draft.worked[layer] or {}
    draft.worked[layer][path] = changed
    return
  end
  local at, fault = tables.locate(whole, places)
  fault = fault or tables.refuse_change(whole, places)
  local word = not fault and type(value) == "string" and type(whole.cells[at]) == "string"
  local key = word and require("limber.rules.rows").is_key(draft, value, places[#places])
  fault = fault or not key and tables.refuse_value(whole, at, value) or nil
  if fault then kinds.fail(layer, path, "%s", fault.message) end
  draft.own_table(name).cells[at] = value
end

--- A cell's value as published, by its path.
local function published_cell(published, path)
  local name, places = tables.places(path)
  local whole = ruleset.table(published, name)
  local at = whole and tables.locate(whole, places)
  return at and whole.cells[at]
end

function cells.differs(add, published, path, value, rules, layer)
  local changed = is_pattern(path, value) and (rules.draft.worked[layer] or {})[path]
  if not changed then return add("cell", path, published_cell(published, path), value) end
  local old = #changed == 1 and published_cell(published, changed[1].path)
  if old then return add("cell", changed[1].path, old, changed[1].new) end
  add("cell", path, nil, nil, require("limber.rules.formulas").shown(path, changed))
end

local options <const> = {
  key = "options", what = "option",
  takes = values("options", function(value) return is_word(value) or type(value) == "boolean" end,
    "a whole number, a word, true or false"),
}

--- Refuses a value that an option cannot have: it must be one of its `values`, or of the published one's type.
---@param declared { value: any, values: any[]? }
---@param name string
---@param value any
---@return limber.Refusal?
function options.refuse(declared, name, value)
  local wanted = {}
  for i, one in ipairs(declared.values or type(declared.value) == "boolean" and { true, false } or {}) do
    if one == value then return nil end
    wanted[i] = tostring(one)
  end
  if #wanted == 0 then
    if math.type(value) == math.type(declared.value) and type(value) == type(declared.value) then return nil end
    wanted[1] = "like " .. tostring(declared.value)
  end
  local hint = type(value) == "string" and tonumber(value) and " (a word)" or suggest.hint(value, wanted)
  local text = ("must be %s, got %s%s"):format(table.concat(wanted, " or "), bounds.said(value), hint)
  return fields.refuse("option." .. name, text)
end

function options.lay(draft, layer, name, value)
  kinds.known("option", draft.options, name, layer)
  local fault = options.refuse(draft.declared_options[name], name, value)
  if fault then kinds.fail(layer, name, fault.message) end
  draft.options[name] = value
end

function options.differs(add, published, name, value)
  local option = published.options[name]
  add("option", name, option and option.value, value)
end

local added <const> = require "limber.rules.kinds_of_rows"

return {
  tables_kind, added.rows, added.words, cells, options, options = options,
  published_cell = published_cell,
}
