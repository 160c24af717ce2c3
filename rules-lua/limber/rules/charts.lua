--- Base charts: tables of a game that a ruleset builds on, which the owner of that game can replace by their own.
--
--   lookup "fire_table" { …, chart = true }                      its data is charts/fire_table.csv, not tables/
--   lookup "guns" { …, chart = { free = { "range_to_in" } } }    an owner's chart may have other values of that key
--   lookup "status" { …, chart = { rising = { "spent_at", "worn_at" } } }    of each row the first is at most the next
--   lookup "constants" { …, chart = { stand_ins = true } }       a table of the ruleset's own, in tables/: an owner may
--                                                                replace the rows that stand in, and no others
-- Each row has its `provenance`: where its figures come from. One that has "stand-in" in it is not published.
--
-- An owner's charts are CSV files of the same names in a folder (loader.charts); those that it lacks stay as shipped.
-- Each is held to the shipped chart (limber.rules.chart_check).
local bounds <const> = require "limber.language.bounds"
local chart_check <const> = require "limber.rules.chart_check"
local lists <const> = require "limber.common.lists"
local names <const> = require "limber.language.names"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"

local M <const> = {}

--- The most bytes of a chart: the largest that ships has some 3,000.
local LONGEST <const> = 256 * 1024

--- The lookups that read each chart of a ruleset, by the name of its file.
---@param published table
---@return table<string, string[]>
function M.of(published)
  local charts = {}
  for _, name in ipairs(sorted.keys(published.lookups)) do
    local spec = published.lookups[name]
    local file = spec.chart and (spec.data or name)
    if file then
      charts[file] = charts[file] or {}
      table.insert(charts[file], name)
    end
  end
  return charts
end

-- ---- how a ruleset declares one -------------------------------------------------------------------------------------

--- What is wrong with what a lookup says of its chart, or nil.
---@param chart any
---@return string?
function M.misuse(chart)
  if chart == nil or chart == true then return nil end
  local fits = type(chart) == "table" and next(chart) ~= nil
  for key, list in next, fits and chart or {} do
    fits = fits and (key == "stand_ins" and list == true or (key == "free" or key == "rising") and names.is_list(list))
  end
  return not fits and "chart must be true, or { free = { keys }, rising = { columns }, stand_ins = true }" or nil
end

-- ---- taking an owner's charts --------------------------------------------------------------------------------------

--- Is a file of the folder no chart, and none meant: notes, or what systems leave there?
local function is_aside(file)
  return file:find "^%." ~= nil or file:lower():find "^readme" ~= nil or file:find "~$" ~= nil
end

--- The chart that a file of an owner's folder is, with its text.
local function chart_of(file, charts)
  local name = file.file:match "^(.*)%.csv$"
  local known = sorted.keys(charts)
  if not (name and names.is_name(name) and charts[name]) then
    for i, one in ipairs(known) do known[i] = one .. ".csv" end
    error(("%s: no chart has this name%s; the charts are %s"):format(file.path, suggest.hint(file.file, known),
      table.concat(known, ", ")), 0)
  end
  if not file.text then error(file.wrong or file.path .. " cannot be read", 0) end
  local wrong = bounds.too_many(#file.text, LONGEST, "bytes of a chart")
  if wrong then error(("%s: %s"):format(file.path, wrong), 0) end
  return name, (file.text:gsub("^\xEF\xBB\xBF", ""))
end

--- Takes an owner's charts, where the loader has some, in place of those that ship.
---@param published table
---@param table_of fun(name: string): limber.Table
function M.take(published, table_of)
  local given = published.loader.charts and published.loader.charts()
  if not given then return end
  local charts = M.of(published)
  if not next(charts) then error(("%s has no base charts that could be replaced"):format(published.name), 0) end
  published.charts = {}
  for _, file in ipairs(given) do
    if not is_aside(file.file) then
      local name, text = chart_of(file, charts)
      published.charts[name] = { path = file.path, text = text }
      published.files[#published.files + 1] = { path = file.path, text = text, shipped = false, chart = name }
    end
  end
  if not next(published.charts) then error(("%s: there is no chart in this folder"):format(given.folder), 0) end
  for _, name in ipairs(sorted.keys(published.charts)) do
    chart_check.taken(published, charts[name], published.charts[name])
    for _, lookup in ipairs(charts[name]) do table_of(lookup) end
  end
end

-- ---- where figures come from ---------------------------------------------------------------------------------------

--- Does a source say that a figure stands in for one that is not published?
---@type fun(source: string): boolean
M.is_stand_in = chart_check.is_stand_in

--- Is a lookup's table a base chart as a whole?
---@param spec table
---@return boolean
function M.is_chart(spec) return spec.chart ~= nil and not chart_check.of_stand_ins(spec) end

--- Where the figures come from that were read: of base charts all, of other tables those that stand in or that an owner
--- has put in their place. Each source is there once; a cell that a house rule has changed comes from that.
---@param rules limber.Rules
---@param reads table<string, boolean> paths of cells (limber.rules.stack: trace_reads)
---@return limber.Source[] by the names of their tables
function M.sources(rules, reads)
  local found, by_name = {}, {}
  local function note(name, source)
    local one = by_name[name]
    if not one then
      one = { table = name, from = {}, stand_in = false }
      by_name[name], found[#found + 1] = one, one
    end
    if not lists.has(one.from, source) then one.from[#one.from + 1] = source end
    one.stand_in = one.stand_in or M.is_stand_in(source)
  end
  for _, path in ipairs(sorted.keys(reads)) do
    local name, places = tables.places(path)
    local spec = rules.published.lookups[name]
    local shipped = spec and rules.published.data[name]
    if shipped and shipped.sources then
      local at, whole = tables.locate(shipped, places), rules.draft.table(name)
      local changed = not at or whole.cells[tables.locate(whole, places)] ~= shipped.cells[at]
      local source = changed and "a house rule" or shipped.sources[at]
      for part in (source or ""):gmatch "[^;%s][^;]*" do -- the source of each figure of a row
        local all = M.is_chart(spec) or shipped.owned and shipped.owned[at]
        if all or M.is_stand_in(part) then note(spec.data or name, part) end
      end
    end
  end
  return found
end

---@class limber.Source
---@field table string the name of its data
---@field from string[]
---@field stand_in boolean some of it stands in for figures that are not published

--- Runs what asks a question, and notes where the figures come from that it reads.
---@param rules limber.Rules
---@param fn function
---@return limber.Source[] sources
---@return any ... what `fn` gives
function M.noted(rules, fn, ...)
  local given, results = table.pack(...), nil
  local reads = rules:trace_reads(function() results = table.pack(fn(table.unpack(given, 1, given.n))) end)
  return M.sources(rules, reads), table.unpack(results, 1, results.n)
end

--- Has a table figures that stand in for unpublished ones?
---@param whole limber.Table
---@return boolean
function M.stands_in(whole)
  for _, source in next, whole.sources or {} do
    if M.is_stand_in(source) then return true end
  end
  return false
end

--- The files of an owner's charts, and the data with figures that stand in, as both are in force.
---@param published table
---@param table_of fun(name: string): limber.Table
---@return string[] own
---@return string[] stand_ins
function M.used(published, table_of)
  local own, stand_ins = {}, {}
  for _, name in ipairs(sorted.keys(published.charts)) do own[#own + 1] = published.charts[name].path end
  for _, name in ipairs(sorted.keys(published.lookups)) do
    local file = published.lookups[name].data or name
    if not lists.has(stand_ins, file) and M.stands_in(table_of(name)) then stand_ins[#stand_ins + 1] = file end
  end
  table.sort(stand_ins)
  return own, stand_ins
end

return M
