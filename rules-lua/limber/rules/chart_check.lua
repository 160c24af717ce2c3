--- Holds an owner's base chart to the shipped one (limber.rules.charts): its columns, rows, words, numbers and bands.
--- The first cell that is wrong is refused with its file and line.
local bounds <const> = require "limber.language.bounds"
local csv <const> = require "limber.rules.csv"
local decimals <const> = require "limber.language.decimals"
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"

local M <const> = {}

--- A number may be so many times the largest of its column in the shipped chart, and always so large.
local TIMES <const>, ALWAYS <const> = 10, 100

--- The column that says where a row's figures come from.
local PROVENANCE <const> = "provenance"

local function fail(path, line, message, ...)
  error(("%s:%d: %s"):format(path, line, message:format(...)), 0)
end

--- The columns that a lookup needs: its keys, its cells, and those by which it chooses rows.
local function add_needed(needed, whole)
  for _, axis in ipairs(whole.axes) do
    if axis.from then
      needed[axis.from], needed[axis.to] = true, true
    elseif not axis.columns then
      needed[axis.name] = true
    end
  end
  for _, column in ipairs(whole.columns) do needed[column] = true end
  for column in next, whole.spec.where or {} do needed[column] = true end
end

local function check_header(path, header, shipped, needed)
  if #header == 1 and header[1]:find ";" then fail(path, 1, "cells must be parted by commas, not by semicolons") end
  for _, column in ipairs(header) do
    if not lists.has(shipped, column) and column ~= PROVENANCE then
      fail(path, 1, "no column %s%s; its columns are %s", bounds.said(column), suggest.hint(column, shipped),
        table.concat(shipped, ", "))
    end
  end
  for _, column in ipairs(shipped) do
    if needed[column] and not lists.has(header, column) then fail(path, 1, "the column %s is missing", column) end
  end
end

--- What the cells of a column may be, by those of the shipped chart: words, and how small and large numbers.
local function limits_of(rows, column)
  local limits = { words = {}, low = 0, high = ALWAYS }
  for _, row in ipairs(rows) do
    local cell = row[column]
    local number = cell ~= nil and (decimals.read(tostring(cell)))
    if number then
      limits.numbers, limits.high = true, math.max(limits.high, math.ceil(TIMES * number))
      if number < 0 then limits.low = -ALWAYS end
    elseif cell ~= nil and not lists.has(limits.words, cell) then
      limits.words[#limits.words + 1] = cell
    end
    limits.empty = limits.empty or cell == nil
  end
  return limits
end

local function wanted(limits, kind)
  local wanted_words = limits.numbers and { kind } or {}
  return table.concat(table.move(limits.words, 1, #limits.words, #wanted_words + 1, wanted_words), ", ")
end

--- Checks one cell of an owner's chart. `called`: what it is called, where its column does not tell.
local function check_cell(path, line, column, cell, limits, spec, called)
  called = called or column
  if cell == nil then
    if not (limits.empty or spec.sparse) then fail(path, line, "%s is empty", called) end
    return
  end
  if lists.has(limits.words, cell) then return end
  local number = decimals.read(tostring(cell))
  local broken = number and math.type(number) ~= "integer" and not lists.has(spec.numbers or {}, column)
    and not lists.has(spec.fractions or {}, column)
  if not (number and limits.numbers) or broken then
    local kind = lists.has(spec.numbers or {}, column) and "a number" or "a whole number"
    fail(path, line, "%s must be %s, got %s", called, wanted(limits, kind), bounds.said(cell))
  end
  if number < limits.low or number > limits.high then
    fail(path, line, "%s must be %d to %d, got %s", called, limits.low, limits.high, bounds.said(cell))
  end
end

--- Where a row stands: the names of its places on all axes but those of columns; and its band, if it has one.
local function place_of(whole, row, line)
  local places, band = {}, nil
  for _, axis in ipairs(whole.axes) do
    if axis.from then
      band = { low = row[axis.from] or math.mininteger, high = row[axis.to] or math.maxinteger, line = line }
      if band.low > band.high then fail(whole.path, line, "%s is more than %s", axis.from, axis.to) end
    elseif not axis.columns then
      places[#places + 1] = tostring(row[axis.name])
    end
  end
  return table.concat(places, " "), band
end

--- Refuses bands that overlap, leave a gap, or do not reach as far as the shipped ones.
local function check_bands(path, bands, shipped)
  table.sort(bands, function(one, other) return one.low < other.low end)
  for i = 2, #bands do
    local before, band = bands[i - 1], bands[i]
    if band.low <= before.high then fail(path, band.line, "it overlaps with line %d", before.line) end
    if band.low > before.high + 1 then
      fail(path, band.line, "nothing covers %d to %d, between line %d and this one", before.high + 1, band.low - 1,
        before.line)
    end
  end
  local low, high = math.maxinteger, math.mininteger
  for _, band in ipairs(shipped) do low, high = math.min(low, band.low), math.max(high, band.high) end
  local first, last = bands[1], bands[#bands]
  if first.low < low then fail(path, first.line, "the first row must begin at %d, got %d", low, first.low) end
  if first.low > low then
    fail(path, first.line, "nothing covers %s", low == math.mininteger and ("less than %d"):format(first.low)
      or ("%d to %d"):format(low, first.low - 1))
  end
  if last.high < high then
    fail(path, last.line, "nothing covers %s", high == math.maxinteger and ("more than %d"):format(last.high)
      or ("%d to %d"):format(last.high + 1, high))
  end
end

--- The rows that a lookup takes, by where they stand, and their bands. A row that stands there twice is refused.
local function rows_by_place(whole, rows, lines)
  local by_place = {}
  for i, row in ipairs(rows) do
    if tables.takes(whole.spec, row) then
      local place, band = place_of(whole, row, lines[i])
      local there = by_place[place]
      if there and not band then fail(whole.path, lines[i], "%s is there already, in line %d", place, there.line) end
      there = there or { line = lines[i], bands = {} }
      by_place[place], there.bands[#there.bands + 1] = there, band
    end
  end
  return by_place
end

--- Does a source say that a figure stands in for one that is not published?
---@param source string
---@return boolean
function M.is_stand_in(source)
  return source:find("stand-in", 1, true) ~= nil
end

--- Is it a table of the ruleset's own, of which an owner replaces only rows that stand in?
function M.of_stand_ins(spec)
  return type(spec.chart) == "table" and spec.chart.stand_ins or false
end

--- Has a chart a key that its owner may choose?
local function is_free(spec)
  return spec.chart ~= true and spec.chart.free ~= nil
end

--- The columns of which each must be at most the next in every row.
local function rising(spec) return type(spec.chart) == "table" and spec.chart.rising or {} end

--- Why the numbers of a row do not rise from column to column, or nil. Words between them count for nothing.
local function falls(columns, row)
  local less, before
  for _, column in ipairs(columns) do
    local more = decimals.read(tostring(row[column]))
    if more and less and less > more then
      return ("%s must be %s or less, %s, got %s"):format(before, column, bounds.said(row[column]),
        bounds.said(row[before]))
    end
    if more then less, before = more, column end
  end
end

--- Refuses a chart that house rules have changed so that its columns do not rise.
---@param whole limber.Table
function M.refuse_cells(whole)
  local columns, axis = rising(whole.spec), whole.axes[#whole.axes]
  for first = 1, columns[1] and tables.size_of(whole.axes, #axis.names) or 0, #axis.names do
    local row = {}
    for at, column in ipairs(axis.names) do row[column] = whole.cells[first + at - 1] end
    local text = falls(columns, row)
    if text then error(("%s: %s"):format(tables.path(whole, first):match "^(.*)%.", text), 0) end
  end
end

--- Holds the rows of an owner's chart to those of the shipped one.
local function check_rows(whole, shipped, rows, lines, shipped_rows, shipped_lines)
  local own, ours = rows_by_place(whole, rows, lines), rows_by_place(shipped, shipped_rows, shipped_lines)
  local known = sorted.keys(ours)
  for _, place in ipairs(is_free(whole.spec) and {} or sorted.keys(own)) do
    if not ours[place] then
      fail(whole.path, own[place].line, "no row %s%s", bounds.said(place), suggest.hint(place, known))
    end
  end
  for _, place in ipairs(known) do
    if not own[place] and not is_free(whole.spec) then
      fail(whole.path, lines[#lines], "the row %s is missing", place)
    end
    if own[place] and own[place].bands[1] then check_bands(whole.path, own[place].bands, ours[place].bands) end
  end
end

--- A chart without a free key must have all places of its other keys: "light" of { "range_to_in", "weight" }.
local function check_free(whole, shipped)
  local free = is_free(whole.spec) and whole.spec.chart.free or {}
  for a, axis in ipairs(#free > 0 and shipped.axes or {}) do
    for _, name in ipairs(not axis.columns and not lists.has(free, axis.name) and axis.names or {}) do
      if not whole.axes[a].index[name] then fail(whole.path, 1, "%s %s has no row", axis.name, name) end
    end
    for _, name in ipairs(not axis.columns and not lists.has(free, axis.name) and whole.axes[a].names or {}) do
      if not axis.index[name] then
        fail(whole.path, 1, "no %s %s%s", axis.name, bounds.said(name), suggest.hint(name, axis.names))
      end
    end
  end
end

--- Holds an owner's chart to the shipped one, as one lookup reads both.
local function check(whole, shipped, text, shipped_text)
  local _, rows, lines = csv.read(text, whole.path)
  local _, shipped_rows, shipped_lines = csv.read(shipped_text, shipped.path)
  local spec = whole.spec
  for _, column in ipairs(whole.columns) do
    local limits = limits_of(shipped_rows, column)
    for i, row in ipairs(rows) do
      if tables.takes(spec, row) then check_cell(whole.path, lines[i], column, row[column], limits, spec) end
    end
  end
  check_rows(whole, shipped, rows, lines, shipped_rows, shipped_lines)
  check_free(whole, shipped)
  for i, row in ipairs(rows) do
    local wrong = falls(rising(spec), row)
    if wrong then fail(whole.path, lines[i], "%s", wrong) end
  end
  tables.compile(whole)
end

--- The shipped table with an owner's rows in the place of those that stand in; the others may be there as they ship.
---@param shipped limber.Table
local function with_rows(shipped, own, shipped_text)
  local spec, key, column = shipped.spec, shipped.axes[1].name, shipped.columns[1]
  local _, rows, lines = csv.read(own.text, own.path)
  local whole, seen, theirs = tables.copy(shipped), {}, {}
  for _, row in ipairs((select(2, csv.read(shipped_text, shipped.path)))) do theirs[tostring(row[key])] = row end
  whole.sources, whole.owned = table.move(shipped.sources, 1, #shipped.sources, 1, {}), {}
  for i, row in ipairs(rows) do
    local place = tostring(row[key])
    if not theirs[place] then
      fail(own.path, lines[i], "no row %s%s", bounds.said(place), suggest.hint(place, shipped.axes[1].names))
    end
    if seen[place] then fail(own.path, lines[i], "%s is there already, in line %d", place, seen[place]) end
    check_cell(own.path, lines[i], column, row[column], limits_of({ theirs[place] }, column), spec, place)
    local at, value = tables.locate(shipped, { place }), decimals.read(tostring(row[column]))
    if M.is_stand_in(shipped.sources[at]) then
      whole.cells[at], whole.sources[at], whole.owned[at] = value, row[PROVENANCE] or own.path, true
    elseif value ~= shipped.cells[at] then
      fail(own.path, lines[i], "%s stays %s: only rows that stand in may be others", place, tostring(shipped.cells[at]))
    end
    seen[place] = lines[i]
  end
  return whole
end

--- Refuses rows that no lookup takes, because the column that parts them has another word.
---@param published table
---@param lookups string[] the names of those that read the chart
---@param file { path: string, text: string }
function M.taken(published, lookups, file)
  local _, rows, lines = csv.read(file.text, file.path)
  for i, row in ipairs(rows) do
    local taken, column, words = false, nil, {}
    for _, name in ipairs(lookups) do
      local spec = published.lookups[name]
      taken = taken or tables.takes(spec, row)
      column = next(spec.where or {})
      words[#words + 1] = column and spec.where[column]
    end
    if not taken then
      fail(file.path, lines[i], "%s must be %s, got %s", column, table.concat(words, ", "), bounds.said(row[column]))
    end
  end
end

--- Builds the table of an owner's chart, held to the shipped one.
---@param name string
---@param spec table
---@param own { path: string, text: string }
---@param text string of the shipped chart
---@param path string
---@return limber.Table
function M.build(name, spec, own, text, path)
  local shipped, needed = tables.new(name, spec, text, path), {}
  add_needed(needed, shipped)
  check_header(own.path, (csv.read(own.text, own.path)), shipped.header, needed)
  if M.of_stand_ins(spec) then return with_rows(shipped, own, text) end
  local whole = tables.new(name, spec, own.text, own.path)
  check(whole, shipped, own.text, text)
  return whole
end

return M
