--- Rows that house rules add to tables: `rows = { units = { { troop = "grenadier", arm = "infantry", … } } }`.
--
-- A row is a row of the table's data: its keys and its cells by the names of the columns. All tables that read the same
-- data and take such a row (`where`) have it. Every column that a table reads must be given; where the data may leave a
-- cell empty, the word of the empty cells is written (`sparse`: "none"). A table declares defaults for
-- columns that a row may leave out: `defaults = { counts_as = "none" }`. A word must be one that its column knows,
-- or a key of some table; columns of prose, and tables that a house rule brought, hold any.
local bounds <const> = require "limber.language.bounds"
local fields <const> = require "limber.language.fields"
local for_show <const> = require "limber.rules.for_show"
local lists <const> = require "limber.common.lists"
local names <const> = require "limber.language.names"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"

local M <const> = {}

local function copy_of_axis(axis)
  local copy = {}
  for key, value in next, axis do
    if type(value) == "table" then
      local own = {}
      for name, one in next, value do own[name] = one end
      value = own
    end
    copy[key] = value
  end
  return copy
end

--- Puts the cells of a table where they stand on wider axes.
local function move_cells(old, axes, cells)
  local width = #old.columns
  for i = 1, tables.size_of(old.axes, width) do
    local line, at, step = (i - 1) // width, 0, 1
    for a = #axes, 1, -1 do
      if not axes[a].columns then
        local count = #old.axes[a].names
        at, step, line = at + line % count * step, step * #axes[a].names, line // count
      end
    end
    cells[at * width + (i - 1) % width + 1] = old.cells[i]
  end
end

--- The cell of a row: what it gives, else what the table declares for rows that give nothing there (`defaults`).
local function value_of(spec, row, column)
  local value = row[column]
  if value == nil and spec.defaults then value = spec.defaults[column] end
  return value
end

--- A copy with more rows of its data; the cells that were there stay as they are.
---@param self limber.Table
---@param rows { row: table, fail: fun(message: string, ...: any) }[] by the names of columns; `fail` raises what is
---       wrong with one
---@return limber.Table
function M.with(self, rows)
  local copy, places, width, sparse = tables.copy(self), {}, #self.columns, self.spec.sparse
  local axes, cells = {}, {}
  for a, axis in ipairs(self.axes) do axes[a] = copy_of_axis(axis) end
  copy.rows = table.move(self.rows, 1, #self.rows, 1, {})
  for i, one in ipairs(rows) do
    places[i], copy.rows[#copy.rows + 1] = {}, one.row
    for a, axis in ipairs(axes) do
      if not axis.columns then places[i][a] = tables.place_of(axis, one.row, self.spec, one.fail) end
    end
  end
  local size = tables.size_of(axes, width)
  local wrong = bounds.too_many(size, bounds.CELLS, "cells of a table")
  if wrong then rows[1].fail("%s", wrong) end
  for i = 1, sparse and size or 0 do cells[i] = sparse end
  move_cells(self, axes, cells)
  for i, one in ipairs(rows) do
    local at = 0
    for a, place in ipairs(places[i]) do at = at * #axes[a].names + place - 1 end
    for c, column in ipairs(self.columns) do
      local cell = cells[at * width + c]
      if cell ~= nil and cell ~= sparse then one.fail "is there already: use cells to change it" end
      cells[at * width + c] = value_of(self.spec, one.row, column)
    end
  end
  copy.axes, copy.cells = axes, cells
  return copy
end

--- The columns that are the keys of a table.
local function key_columns(whole)
  local columns = {}
  for _, axis in ipairs(whole.axes) do
    if axis.kind == "band" then
      columns[#columns + 1], columns[#columns + 2] = axis.from, axis.to
    elseif not axis.columns then
      columns[#columns + 1] = axis.name
    end
  end
  return columns
end

--- What a row is called: its table and its keys, as paths have them.
---@param whole limber.Table
---@param row table
---@return string
function M.path(whole, row)
  local parts = { whole.name }
  for _, column in ipairs(key_columns(whole)) do
    if row[column] ~= nil then parts[#parts + 1] = bounds.cut(tostring(row[column])) end
  end
  return table.concat(parts, ".")
end

--- What stands in a column of the data: whole numbers, texts, and whether all of these are names.
local function kind_of(whole, column)
  local kind = { words = {}, names = true }
  for _, row in ipairs(whole.rows) do
    local cell = row[column]
    if math.type(cell) == "integer" then
      kind.whole = true
    elseif cell ~= nil then
      kind.text = true
      kind.names = kind.names and names.is_name(cell) or cell == "-"
      if not lists.has(kind.words, cell) then kind.words[#kind.words + 1] = cell end
    end
  end
  return kind
end

--- Whether a word is a key of some table of the draft; of a column, of one whose key has its name: `default_weapon` or
--- `weapon` is a key of weapons.
---@param draft table
---@param word string
---@param column string?
---@return boolean
function M.is_key(draft, word, column)
  for name in next, draft.lookups do
    for _, axis in ipairs(draft.table(name).axes) do
      if axis.kind == "exact" and not axis.columns and axis.index[word] then
        if not column or column == axis.name or column:sub(-#axis.name - 1) == "_" .. axis.name then return true end
      end
    end
  end
  return false
end

--- The values that a key has in other tables, those that have it for their only key; nil where there is no such table.
local function keys_elsewhere(draft, column, data)
  local words
  for _, name in ipairs(sorted.keys(draft.lookups)) do
    local whole = (draft.lookups[name].data or name) ~= data and draft.table(name)
    local keys = whole and key_columns(whole) or {}
    if #keys == 1 and keys[1] == column and whole.axes[1].kind == "exact" then
      words = words or {}
      for word in next, whole.axes[1].index do words[word] = true end
    end
  end
  return words
end

local function refuse_kind(kind, column, value, sparse, fail)
  local is_text, is_whole = type(value) == "string", math.type(value) == "integer"
  if sparse and value == sparse then return end
  if not is_text and not is_whole or is_whole and kind.text and not kind.whole or is_text and kind.whole
    and not kind.text then
    local wanted = kind.whole and (kind.text and "a whole number or a word" or "a whole number") or "a word"
    fail("%s must be %s, got %s", column, wanted, bounds.said(value))
  end
  local bad = is_text and bounds.bad_text(value, column, bounds.TEXT)
  if bad then fail("%s", bad) end
  if is_whole and math.abs(value) > bounds.FARTHEST then fail("%s is too large, got %d", column, value) end
end

--- Refuses a word that nothing knows: in a column of cells, and in one of several keys.
local function refuse_word(draft, whole, column, value, kind, key, fail)
  if type(value) ~= "string" or value == whole.spec.sparse or not kind.names then return end
  if column == whole.spec.like and not whole.axes[1].index[value] then
    fail("%s must be a %s, got %s%s", column, whole.axes[1].name, bounds.said(value),
      suggest.hint(value, whole.axes[1].names))
  end
  if lists.has(kind.words, value) then return end
  if key then
    local others = #key_columns(whole) > 1 and keys_elsewhere(draft, column, whole.spec.data or whole.name)
    if others and not others[value] then
      fail("no table has the %s %s%s", column, bounds.quoted(value), suggest.hint(value, sorted.keys(others)))
    end
    if not names.is_name(value) then fail("%s must be %s, got %s", column, names.RULE, bounds.said(value)) end
  elseif kind.text and not whole.spec.csv and not M.is_key(draft, value) then
    fail("%s must be %s, got %s%s", column, fields.range { values = kind.words }, bounds.said(value),
      suggest.hint(value, kind.words))
  end
end

--- Refuses a row that has a column that its data has not, lacks one that a table reads, or has a least above its most.
local function refuse_columns(whole, row, fail)
  for _, column in ipairs(sorted.keys(row)) do
    if not lists.has(whole.header, column) then
      fail("there is no column %s%s", bounds.said(column), suggest.hint(column, whole.header))
    end
  end
  for _, axis in ipairs(whole.axes) do
    if axis.kind == "exact" and not axis.columns and row[axis.name] == nil then fail("%s is missing", axis.name) end
  end
  if math.type(row.min) == "integer" and math.type(row.max) == "integer" and row.min > row.max then
    fail("min is %d, which is more than max, %d", row.min, row.max)
  end
  for _, column in ipairs(whole.columns) do
    if value_of(whole.spec, row, column) == nil then
      local sparse = whole.spec.sparse
      fail("%s is missing%s", column, sparse and (" (%q where there is none)"):format(sparse) or "")
    end
  end
end

--- The tables of a draft that read the data of one, in the order of their names.
local function readers(draft, name)
  local data, found = draft.lookups[name] and (draft.lookups[name].data or name) or name, {}
  for _, other in ipairs(sorted.keys(draft.lookups)) do
    if (draft.lookups[other].data or other) == data then found[#found + 1] = other end
  end
  return found
end

--- Lays the rows of one table, and of all that read its data.
---@param draft table (limber.rules.view)
---@param name string the table, or its data
---@param rows table[]
---@param cite string what a row that says no source of its own cites
---@param fail fun(name: string, message: string) raises what is wrong, with the place where the file says that name
function M.lay(draft, name, rows, cite, fail)
  name = draft.instead[name] or name
  local reading = readers(draft, name)
  if #reading == 0 then
    fail(name, ("no table %q%s"):format(name, suggest.hint(name, sorted.keys(draft.lookups))))
  end
  local use = lists.find(reading, function(reader) return draft.lookups[reader].for_show ~= true end)
  if not use then fail(name, for_show.fault(draft.lookups[name], name, {})) end
  local taken = {}
  for _, reader in ipairs(reading) do
    local whole, mine = draft.table(reader), {}
    for i, row in ipairs(rows) do
      if tables.takes(whole.spec, row) then
        taken[i] = true
        local path = M.path(whole, row)
        local function wrong(message, ...) fail(path, ("%s: %s"):format(path, message:format(...))) end
        if row.cite == nil and lists.has(whole.columns, "cite") then row.cite = cite end
        refuse_columns(whole, row, wrong)
        for _, column in ipairs(sorted.keys(row)) do
          refuse_kind(kind_of(whole, column), column, row[column], whole.spec.sparse, wrong)
        end
        mine[#mine + 1] = { row = row, fail = wrong }
      end
    end
    if #mine > 0 then draft.changed[reader], draft.grown[reader] = M.with(whole, mine), true end
  end
  for i, row in ipairs(rows) do
    if not taken[i] then
      local path = M.path(draft.table(reading[1]), row)
      fail(path, ("%s: no table takes such a row"):format(path))
    end
  end
end

--- Holds the words of rows that have been laid against all tables: a word may be a key that another row has brought.
---@param draft table
---@param name string
---@param rows table[]
---@param fail fun(name: string, message: string)
function M.check(draft, name, rows, fail)
  name = draft.instead[name] or name
  for _, reader in ipairs(readers(draft, name)) do
    local whole = draft.table(reader)
    local keys, before = key_columns(whole), tables.copy(whole)
    before.rows = lists.filter(whole.rows, function(row) return not lists.has(rows, row) end)
    for _, row in ipairs(rows) do
      local path = M.path(whole, row)
      local function wrong(message, ...) fail(path, ("%s: %s"):format(path, message:format(...))) end
      for _, column in ipairs(tables.takes(whole.spec, row) and sorted.keys(row) or {}) do
        local key = lists.has(keys, column)
        if key or lists.has(whole.columns, column) then
          refuse_word(draft, whole, column, row[column], kind_of(before, column), key, wrong)
        end
      end
    end
    local done, message = pcall(tables.compile, whole)
    if not done then
      if type(message) ~= "string" then error(message, 0) end
      fail(rows[1] and M.path(whole, rows[1]) or name, message)
    end
  end
end

return M
