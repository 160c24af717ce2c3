--- What a variant may add to a ruleset's data: tables of its own, and rows of tables (limber.rules.kinds).
local bounds <const> = require "limber.language.bounds"
local kinds <const> = require "limber.rules.kinds"
local names <const> = require "limber.language.names"
local sorted <const> = require "limber.common.sorted"
local tables <const> = require "limber.rules.tables"
local tree <const> = require "limber.common.tree"

--- The module is read when a layer has rows: a question asked in a shell does not wait for it.
local function laying() return require "limber.rules.rows" end

--- Tables of its own. Their data is beside the file, or in it (limber.rules.own_tables).
local own <const> = { key = "lookups", what = "table", worded = true }

--- A fault of a table whose rows stand in the variant's file itself: at the line there.
local function in_file(layer, spec, message)
  local line, rest = tostring(message):match "^[^:]*:(%d+): (.*)$"
  local at = line and spec.path == layer.path and layer.text and layer.text:find(spec.csv:match "[^\n]*", 1, true)
  if not at then return message end
  local _, above = layer.text:sub(1, at):gsub("\n", "")
  local whole = layer.text:find(spec.csv, at, true) == at -- else it is a text in quotes, with \n in it
  return ("%s:%d: %s"):format(layer.path, above + (whole and tonumber(line) or 1), rest)
end

function own.lay(draft, layer, name, spec)
  if draft.lookups[name] then
    kinds.fail(layer, name, "there is a table %q already: use rows, cells or tables to change it", name)
  end
  local done, made = pcall(tables.new, name, spec, spec.csv, spec.path)
  if done then done, made = pcall(function() return tables.compile(made) and made end) end
  if not done then error(in_file(layer, spec, made), 0) end
  draft.lookups = tree.shallow(draft.lookups)
  draft.lookups[name], draft.changed[name], draft.grown[name] = spec, made, true
end

function own.differs(add, _, name, spec)
  add("table", name, nil, nil, ("the table %s is its own (%s)"):format(name, spec.path))
end

--- Rows of tables.
local rows <const> = { key = "rows", what = "row", join = kinds.appended }

--- A row as the layer keeps it: its own copy, of words and whole numbers.
local function taken_row(name, row, level)
  if type(row) ~= "table" then
    error(("rows of a variant: a row of %s must be a table, got %s"):format(name, bounds.shown(row)), level)
  end
  local copy = {}
  for column, value in next, row do
    if not names.is_name(column) or math.type(value) ~= "integer" and type(value) ~= "string" then
      error(("rows of a variant: a row of %s has columns with words or whole numbers, not %s = %s"):format(
        name, bounds.said(column), bounds.said(value)), level)
    end
    copy[column] = value
  end
  return copy
end

function rows.takes(name, list, level)
  if not names.is_name(name) then
    error(("rows of a variant: the name of a table, got %s"):format(bounds.said(name)), level)
  end
  if type(list) ~= "table" or #list == 0 then
    error(("rows of a variant: %s needs a list of rows: { { column = … }, … }"):format(name), level)
  end
  local wrong = bounds.too_many(#list, bounds.LIST, "rows of " .. name)
  if wrong then error("rows of a variant: " .. wrong, level) end
  local copy = {}
  for i = 1, #list do copy[i] = taken_row(name, list[i], level + 1) end
  for key in next, list do
    if not copy[key] then
      error(("rows of a variant: %s holds %s, which is no row"):format(name, bounds.said(key)), level)
    end
  end
  return copy
end

local function failing(layer)
  return function(name, message) kinds.fail(layer, name:match "[^.]+$", "%s", message) end
end

function rows.lay(draft, layer, name, list)
  laying().lay(draft, name, list, layer.cite or "house", failing(layer))
end

--- A row in words: its columns in the order of their names.
local function shown(row)
  local parts = {}
  for _, column in ipairs(sorted.keys(row)) do parts[#parts + 1] = ("%s %s"):format(column, row[column]) end
  return table.concat(parts, ", ")
end

function rows.differs(add, _, name, list)
  for _, row in ipairs(list) do add("row", name, nil, nil, ("%s has one more row: %s"):format(name, shown(row))) end
end

--- The words of rows are looked at when all rows of the layer lie: one row may name what another brings.
local words <const> = { key = "rows", what = "row", worded = true }

function words.lay(draft, layer, name, list) laying().check(draft, name, list, failing(layer)) end

function words.differs() end

return { tables = own, rows = rows, words = words }
