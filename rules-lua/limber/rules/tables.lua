--- A ruleset's tables: rows of data read from CSV, looked up in C, changed cell by cell.
--
-- A rule file declares how its data is looked up:
--   lookup "hits_long"        { key = "roll", across = { "guns", prefix = "guns_" } }   hits_long(9, 12)
--   lookup "artillery_ranges" { key = "calibre_pdr", columns = { "short_mm", "long_mm" } }
--   lookup "eras"             { key = band("year", "from_year", "to_year"), value = "era" }
-- One lookup axis a key, then one for `across` (those with a numbered prefix) or `columns` (named ones); `value` names
-- the one column that holds the cells. Left out, the key is the first column of the data, the value the one after the
-- keys. `label` names the column by which people call a band's row, `sparse` lets cells be missing (they read as that
-- symbol), `defaults` are the cells of rows of house rules that leave a column out, `like` is the column that names
-- another row, `numbers` the columns whose cells may have decimals or be fractions (`1.5`, `1/2`), `whole` those that
-- must be whole numbers (or `none`), `fractions` those that stay fractions as written (`5/2`, `2`), `chart` makes it a
-- base chart (limber.rules.charts), `data` names another table's rows and `where` takes some of them. A cell's path is
-- its table, keys and column: `hits_long.9.12`.
local bounds <const> = require "limber.language.bounds"
local compile <const> = require "kernel.table".compile
local csv <const> = require "limber.rules.csv"
local decimals <const> = require "limber.language.decimals"
local for_show <const> = require "limber.rules.for_show"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

---@class limber.Table
---@field name string
---@field axes table[] as kernel.table takes them, with `names`: what each place is called in a path
---@field cells any[] row-major
---@field columns string[] the columns of its data that hold the cells
---@field header string[] all columns of its data
---@field rows table[] all rows of its data, also those that `where` leaves out
---@field sources table<integer, string>? where each cell comes from, where the data says so (limber.rules.charts)

--- A key that covers a band of whole numbers, from one column to another (empty: open).
---@param name string
---@param from string
---@param to string
---@return table
function M.band(name, from, to) return { name = name, from = from, to = to } end

local function band_name(lo, hi)
  if not lo then return "up_to_" .. hi end
  if not hi then return lo .. "+" end
  return lo == hi and tostring(lo) or lo .. "-" .. hi
end

local function add_place(axis, place, value)
  if axis.index[place] then return axis.index[place] end
  local at = #axis.names + 1
  axis.names[at], axis.index[place] = place, at
  if axis.kind == "band" then axis.bands[at] = value else axis.keys[at] = value end
  return at
end

local function key_axis(key)
  if type(key) == "table" then
    return { name = key.name, kind = "band", bands = {}, names = {}, index = {}, from = key.from, to = key.to }
  end
  return { name = key, kind = "exact", keys = {}, names = {}, index = {} }
end

--- The keys of a table: its first column where its declaration says none.
local function keys_of(spec, header)
  local key = spec.key or header[1]
  return type(key) == "table" and not key.from and key or { key }
end

local function column_axis(spec, header)
  local axis = { name = "column", kind = "exact", keys = {}, names = {}, index = {}, columns = {} }
  if spec.across then
    axis.name = spec.across[1]
    for _, column in ipairs(header) do
      local number = column:match("^" .. spec.across.prefix .. "(%d+)$")
      if number and #number < 16 then
        axis.columns[#axis.columns + 1] = column
        add_place(axis, number, math.tointeger(tonumber(number)))
      end
    end
  else
    for _, column in ipairs(spec.columns or { spec.value or header[#keys_of(spec, header) + 1] }) do
      axis.columns[#axis.columns + 1] = column
      add_place(axis, column, column)
    end
  end
  return axis
end

--- Where a row stands on an axis; a place that is new is added.
---@param axis table
---@param row table by the names of columns
---@param spec table
---@param fail fun(message: string, ...: any) raises what is wrong
---@return integer
function M.place_of(axis, row, spec, fail)
  if axis.kind == "band" then
    local lo, hi = row[axis.from], row[axis.to]
    if lo and math.type(lo) ~= "integer" or hi and math.type(hi) ~= "integer" then
      for column, bound in sandbox.sorted_pairs { [axis.from] = lo, [axis.to] = hi } do
        if math.type(bound) ~= "integer" then fail("%s must be a whole number, got %s", column, bounds.said(bound)) end
      end
    end
    if not lo and not hi then fail("a band needs %s, %s or both", axis.from, axis.to) end
    return add_place(axis, tostring(spec.label and row[spec.label] or band_name(lo, hi)), { lo, hi })
  end
  if row[axis.name] == nil then fail("%s is empty", axis.name) end
  return add_place(axis, tostring(row[axis.name]), row[axis.name])
end

--- Whether a row is among those that a table takes of its data.
---@param spec table
---@param row table
---@return boolean
function M.takes(spec, row)
  for column, value in next, spec.where or {} do
    if row[column] ~= value then return false end
  end
  return true
end

local function chosen(rows, lines, spec)
  if not spec.where then return rows, lines end
  local kept, kept_lines = {}, {}
  for i, row in ipairs(rows) do
    if M.takes(spec, row) then kept[#kept + 1], kept_lines[#kept + 1] = row, lines[i] end
  end
  return kept, kept_lines
end

--- Refuses a declaration whose columns, or chosen rows, are not in the data.
local function check_columns(header, rows, axes, columns, spec, path)
  local there = {}
  for _, column in ipairs(header) do there[column] = true end
  local function need(column)
    if there[column] then return end
    error(("%s:1: there is no column %s%s"):format(path, bounds.said(column), suggest.hint(column, header)), 0)
  end
  for _, axis in ipairs(axes) do
    for _, column in ipairs(axis.kind == "band" and { axis.from, axis.to } or { axis.name }) do need(column) end
  end
  for _, column in ipairs(columns.columns) do need(column) end
  if #columns.columns == 0 then
    error(("%s:1: there is no column %s…"):format(path, spec.across and spec.across.prefix or ""), 0)
  end
  if #rows == 0 then error(("%s: there are no rows for the table"):format(path), 0) end
end

--- How many cells a table has whose rows have so many.
---@param axes table[]
---@param width integer
---@return integer
function M.size_of(axes, width)
  local size = width
  for _, axis in ipairs(axes) do
    if not axis.columns then size = size * #axis.names end
  end
  return size
end

--- The number of a cell that may have decimals, or must be whole (or `none`).
local function number_of(cell, kind, column, path, line)
  local number = type(cell) == "string" and decimals.read(cell) or decimals.exact(cell)
  if kind == "a whole number" then number = (math.type(cell) == "integer" or cell == "none") and cell end
  if kind == "a fraction" then number = (tostring(cell) .. "/1"):find "^%d+/0*[1-9]%d*/?1?$" and cell end
  if not number then error(("%s:%d: %s must be %s, got %s"):format(path, line, column, kind, bounds.said(cell)), 0) end
  return number
end

--- Builds a table from its declaration and its data.
---@param name string
---@param spec table
---@param text string the CSV
---@param path string its file, for errors
---@return limber.Table
function M.new(name, spec, text, path)
  local header, all, all_lines = csv.read(text, path)
  local rows, lines = chosen(all, all_lines, spec)
  local axes = {}
  for i, key in ipairs(keys_of(spec, header)) do axes[i] = key_axis(key) end
  local places, columns = {}, column_axis(spec, header)
  check_columns(header, rows, axes, columns, spec, path)
  for i, row in ipairs(rows) do
    places[i] = {}
    local function fail(message, ...) error(("%s:%d: %s"):format(path, lines[i], message:format(...)), 0) end
    for a, axis in ipairs(axes) do places[i][a] = M.place_of(axis, row, spec, fail) end
  end
  local self = { name = name, spec = spec, path = path, axes = axes, cells = {}, columns = columns.columns,
    header = header, rows = all, sources = (spec.chart or lists.has(header, "provenance")) and {} or nil }
  local cells, width = self.cells, #columns.columns
  if width > 1 or spec.across then axes[#axes + 1] = columns end
  local size = M.size_of(axes, width)
  local wrong = bounds.too_many(size, bounds.CELLS, "cells of a table")
  if wrong then error(("%s: %s"):format(path, wrong), 0) end
  if spec.sparse then
    for i = 1, size do cells[i] = spec.sparse end
  end
  local numbers = {}
  for _, column in ipairs(spec.numbers or {}) do numbers[column] = "a number" end
  for _, column in ipairs(spec.whole or {}) do numbers[column] = "a whole number" end
  for _, column in ipairs(spec.fractions or {}) do numbers[column] = "a fraction" end
  for i, row in ipairs(rows) do
    local at = 0
    for a, place in ipairs(places[i]) do at = at * #axes[a].names + place - 1 end
    for c, column in ipairs(columns.columns) do
      local cell = row[column]
      if cell ~= nil and numbers[column] then cell = number_of(cell, numbers[column], column, path, lines[i]) end
      cells[at * width + c] = cell or cells[at * width + c]
      if self.sources then self.sources[at * width + c] = row.provenance or path end
    end
  end
  return self
end

--- A copy whose cells can be changed without the original knowing.
---@param self limber.Table
---@return limber.Table
function M.copy(self)
  local copy = {}
  for key, value in next, self do copy[key] = value end
  copy.cells = table.move(self.cells, 1, #self.cells, 1, {})
  return copy
end

--- The lookup function of a table, compiled in C.
---@param self limber.Table
---@return fun(...): integer|string
function M.compile(self)
  local done, lookup = pcall(compile, { name = self.name, axes = self.axes, cells = self.cells })
  if done then return lookup end
  if type(lookup) ~= "string" then error(lookup, 0) end
  error(("%s: %s"):format(self.path or "house rule", (lookup:gsub("^[^:]*:%d+: ", ""))), 0)
end

--- Why a cell, by its path's places, is not worth changing: no rule reads it.
---@param self limber.Table
---@param places string[]
---@return limber.Refusal?
function M.refuse_change(self, places)
  local message = for_show.fault(self.spec, self.name, places)
  return message and { arg = self.name .. "." .. table.concat(places, "."), message = message } or nil
end

--- Places of a dotted cell path: table name first.
---@param path string
---@return string name
---@return string[] places
function M.places(path)
  local name, rest = path:match "^([^.]+)%.?(.*)$"
  local places = {}
  for place in (rest or ""):gmatch "[^.]+" do places[#places + 1] = place end
  return name or path, places
end

--- Where a path's places (after the table's name) lead in `cells`, or a refusal naming the place.
---@param self limber.Table
---@param places string[]
---@return integer? at
---@return table? refusal
function M.locate(self, places)
  local at, path = 0, self.name
  if #places ~= #self.axes then
    local names, first = {}, { path }
    for i, axis in ipairs(self.axes) do names[i], first[i + 1] = axis.name, axis.names[1] end
    return nil, { arg = path, message = ("%s is read by %s, such as %s"):format(path, table.concat(names, ", then "),
      table.concat(first, ".")) }
  end
  for i, axis in ipairs(self.axes) do
    local place = tostring(places[i])
    local index = axis.index[place]
    if not index then
      local hint = suggest.hint(place, axis.names)
      local message = ("%s has no %s %s%s"):format(path, axis.name, bounds.quoted(place), hint)
      return nil, { arg = path, message = message }
    end
    path = path .. "." .. place
    at = at * #axis.names + index - 1
  end
  return at + 1
end

--- The path of a cell, from its position.
---@param self limber.Table
---@param at integer
---@return string
function M.path(self, at)
  local places = {}
  local rest = at - 1
  for i = #self.axes, 1, -1 do
    local names = self.axes[i].names
    places[i] = names[rest % #names + 1]
    rest = rest // #names
  end
  return self.name .. "." .. table.concat(places, ".")
end

--- Which position a lookup's keys read; nil when they leave the table.
---@param self limber.Table
---@param ... any keys
---@return integer?
function M.position(self, ...)
  local at, axes = 0, self.axes
  for i = 1, #axes do
    local axis, key, found = axes[i], (select(i, ...)), nil
    if axis.kind == "band" then
      for b, band in ipairs(axis.bands) do
        if (not band[1] or key >= band[1]) and (not band[2] or key <= band[2]) then found = b end
      end
    else
      found = axis.index[key] or axis.index[tostring(key)]
    end
    if not found then return nil end
    at = at * #axis.names + found - 1
  end
  return at + 1
end

--- Refuses a value that cannot stand in this table: cells are whole numbers, or words that the
--- table (or its declaration) already uses.
---@param self limber.Table
---@param at integer
---@param value any
---@return table? refusal
function M.refuse_value(self, at, value)
  local counts = false
  for _, cell in ipairs(self.cells) do counts = counts or math.type(cell) ~= nil end
  if counts and (math.type(value) == "integer" or self.spec.numbers and decimals.exact(value)) then return nil end
  local words, seen = {}, {}
  for _, cell in ipairs(self.cells) do
    if type(cell) == "string" and not seen[cell] then
      seen[cell] = true
      words[#words + 1] = cell
    end
  end
  if seen[value] then return nil end
  table.sort(words)
  local wanted = (counts or #words == 0) and { self.spec.numbers and "a number" or "a whole number" } or {}
  for _, word in ipairs(words) do wanted[#wanted + 1] = word end
  local path = M.path(self, at)
  local message = ("%s must be %s, got %s"):format(path, table.concat(wanted, " or "),
    type(value) == "string" and tonumber(value) and bounds.quoted(value) or bounds.said(value))
  return { arg = path, message = message }
end

return M
