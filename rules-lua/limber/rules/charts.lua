--- Base charts: tables of a game that a ruleset builds on, which the owner of that game can replace by their own.
--
--   lookup "fire_table" { …, chart = true }                      its data is charts/fire_table.csv, not tables/
--   lookup "guns" { …, chart = { free = { "range_to_in" } } }    an owner's chart may have other values of that key
--   lookup "status" { …, chart = { rising = { "spent_at", "worn_at" } } }    of each row the first is at most the next
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

local function is_list(list)
  if type(list) ~= "table" or #list == 0 then return false end
  for key, one in next, list do
    if math.type(key) ~= "integer" or not names.is_name(one) then return false end
  end
  return true
end

--- What is wrong with what a lookup says of its chart, or nil.
---@param chart any
---@return string?
function M.misuse(chart)
  if chart == nil or chart == true then return nil end
  local fits = type(chart) == "table" and next(chart) ~= nil
  for key, list in next, fits and chart or {} do
    fits = fits and (key == "free" or key == "rising") and is_list(list)
  end
  return not fits and "chart must be true, or { free = { keys }, rising = { columns } }" or nil
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
---@param source string
---@return boolean
function M.is_stand_in(source)
  return source:find("stand-in", 1, true) ~= nil
end

--- Where the cells of charts come from that were read, each source once; one that a house rule has changed comes from
--- that.
---@param rules limber.Rules
---@param reads table<string, boolean> paths of cells (limber.rules.stack: trace_reads)
---@return { chart: string, sources: string[], stand_in: boolean }[] by the charts' names
function M.sources(rules, reads)
  local found, by_name = {}, {}
  for _, path in ipairs(sorted.keys(reads)) do
    local name, places = tables.places(path)
    local spec = rules.draft.lookups[name]
    local shipped = spec and spec.chart and rules.published.lookups[name] and rules.published.data[name]
    local at = shipped and tables.locate(shipped, places)
    if shipped then
      local whole = rules.draft.table(name)
      local is_own = not at or whole.cells[tables.locate(whole, places) or 0] ~= shipped.cells[at]
      local source = is_own and "a house rule" or shipped.sources[at] or shipped.path
      local one = by_name[spec.data or name]
      if not one then
        one = { chart = spec.data or name, sources = {}, stand_in = false }
        by_name[one.chart], found[#found + 1] = one, one
      end
      if not lists.has(one.sources, source) then one.sources[#one.sources + 1] = source end
      one.stand_in = one.stand_in or M.is_stand_in(source)
    end
  end
  return found
end

--- Runs what asks a question, and notes where the figures of the base charts come from that it reads.
---@param rules limber.Rules
---@param fn function
---@return { chart: string, sources: string[], stand_in: boolean }[] sources
---@return any ... what `fn` gives
function M.noted(rules, fn, ...)
  local given, results = table.pack(...), nil
  local reads = rules:trace_reads(function() results = table.pack(fn(table.unpack(given, 1, given.n))) end)
  return M.sources(rules, reads), table.unpack(results, 1, results.n)
end

---@class limber.ChartsUsed which base charts a ruleset has in force
---@field own string[] the files of an owner
---@field stand_ins string[] the names of those with figures that stand in
---@field published string[] all others

--- The base charts of a ruleset as they are in force; nil where it has none.
---@param published table
---@param table_of fun(name: string): limber.Table
---@return limber.ChartsUsed?
function M.used(published, table_of)
  local used, charts = { own = {}, stand_ins = {}, published = {} }, M.of(published)
  for _, file in ipairs(sorted.keys(charts)) do
    local own, stands_in = published.charts and published.charts[file], false
    for _, name in ipairs(charts[file]) do
      for _, source in next, table_of(name).sources do stands_in = stands_in or M.is_stand_in(source) end
    end
    if own then used.own[#used.own + 1] = own.path end
    local list = stands_in and used.stand_ins or not own and used.published
    if list then list[#list + 1] = file end
  end
  return next(charts) and used or nil
end

return M
