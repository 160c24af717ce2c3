--- Where the figures of base charts come from (limber.rules.charts): in answers, on pages, in the heads of battles.
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

local M <const> = {}

local function charts() return require "limber.rules.charts" end

--- Runs what asks a question: the sources of the charts that it has read, or nil where the rules have none; then what
--- it gives.
---@param rules limber.Rules
---@param fn function
---@return table[]? sources
---@return any ...
function M.noted(rules, fn, ...)
  if not rules.published.has_charts then return nil, fn(...) end
  return charts().noted(rules, fn, ...)
end

--- Where one cell comes from, in a line; nil where it is of no base chart.
---@param rules limber.Rules
---@param path string
---@return string?
function M.cell(rules, path)
  local one = rules.published.has_charts and charts().sources(rules, { [path] = true })[1]
  return one and "from " .. table.concat(one.sources, "; ") or nil
end

--- A row for each chart that an answer has read: { label, text }.
---@param sources table[]?
---@return string[][]
function M.rows(sources)
  local rows = {}
  for i, one in ipairs(sources or {}) do
    rows[i] = { i == 1 and "charts" or "", ("%s: %s"):format(one.chart, table.concat(one.sources, "; ")) }
  end
  return rows
end

--- Numbers that follow one another are told as a run: "1, 2, 4 to 9".
local function in_runs(names, order)
  local parts, i = {}, 1
  local function follows(n)
    return names[n]:find "%d" and names[n + 1] and order[names[n + 1]] == order[names[n]] + 1
  end
  while i <= #names do
    local last = i
    while follows(last) do last = last + 1 end
    if last - i < 2 then
      for n = i, last do parts[#parts + 1] = names[n] end
    else
      parts[#parts + 1] = ("%s to %s"):format(names[i], names[last])
    end
    i = last + 1
  end
  return table.concat(parts, ", ")
end

--- The rows of a chart that come from one source, by their first key where there are two.
local function add_place(row, whole, at)
  local axes, inner = whole.axes, nil
  local keys = #axes - (axes[#axes].columns and 1 or 0)
  local place = (at - 1) // #whole.columns
  if keys > 1 then
    inner = axes[2].names[place % #axes[2].names + 1]
    place = place // #axes[2].names
  end
  local first = axes[1].names[place + 1]
  local names = row[inner and first or 1]
  if not names then
    names = {}
    row[inner and first or 1] = names
    row.firsts[#row.firsts + 1] = first
  end
  names[#names + 1] = inner or first
end

--- The rows of a chart by where they come from: { { source, text } … }.
local function by_source(whole)
  local rows, known = {}, {}
  for at = 1, #whole.cells, #whole.columns do
    local source = whole.sources[at]
    local row = source and (known[source] or { source = source, firsts = {} })
    if source and not known[source] then known[source], rows[#rows + 1] = row, row end
    if source then add_place(row, whole, at) end
  end
  for i, row in ipairs(rows) do
    local parts = {}
    if row[1] then
      parts[1] = in_runs(row[1], whole.axes[1].index)
    else
      for n, first in ipairs(row.firsts) do
        parts[n] = ("%s %s"):format(first, in_runs(row[first], whole.axes[2].index))
      end
    end
    rows[i] = { row.source, table.concat(parts, "; ") }
  end
  return rows
end

--- What the page of a base chart says of its figures.
---@param rules limber.Rules
---@param name string
---@param width integer
---@return string[]
function M.page(rules, name, width)
  local published = rules.published
  local spec = published.lookups[name]
  if not (spec and spec.chart) then return {} end
  local whole = ruleset.table(published, name)
  local lines, rows = text.wrap(("A base chart, %s. Its rows come from"):format(whole.path), width), by_source(whole)
  for _, row in ipairs(rows) do
    local words = ("%s: %s"):format(#rows == 1 and "all" or row[2], row[1])
    for _, line in ipairs(text.wrap(words, width - 2, "  ")) do lines[#lines + 1] = "  " .. line end
  end
  return lines
end

--- What the list of tables says of a base chart; nothing of other tables.
---@param rules limber.Rules
---@param name string
---@return string
function M.mark(rules, name)
  local spec = rules.published.lookups[name]
  if not (spec and spec.chart) then return "" end
  return #M.stand_ins(rules, { name }) > 0 and "; a base chart with stand-ins" or "; a base chart"
end

--- Those of some tables that are base charts with figures that stand in for unpublished ones.
---@param rules limber.Rules
---@param names string[]
---@return string[]
function M.stand_ins(rules, names)
  local found = {}
  for _, name in ipairs(names) do
    local spec, stands_in = rules.published.lookups[name], false
    for _, source in next, spec and spec.chart and ruleset.table(rules.published, name).sources or {} do
      stands_in = stands_in or charts().is_stand_in(source)
    end
    if stands_in then found[#found + 1] = name end
  end
  return found
end

--- The base charts of an owner: "fire_table is mine/fire_table.csv".
---@param rules limber.Rules
---@return string[]
function M.own(rules)
  local found = {}
  for _, name in ipairs(sorted.keys(rules.published.charts)) do
    found[#found + 1] = ("%s is %s"):format(name, rules.published.charts[name].path)
  end
  return found
end

--- Which base charts the rules go by, in a sentence or two; nil where they have none.
---@param rules limber.Rules
---@return string?
function M.note(rules)
  local published = rules.published
  if not published.has_charts then return nil end
  local used = charts().used(published, function(name) return ruleset.table(published, name) end)
  local parts = {}
  if used.own[1] then parts[1] = ("Base charts in place of those that ship: %s."):format(text.list(used.own, "and")) end
  if used.stand_ins[1] then
    parts[#parts + 1] = ("Base charts with figures that stand in for unpublished ones: %s%s"):format(
      text.list(used.stand_ins, "and"), used.own[1] and "." or "; --charts plays by your own.")
  end
  return parts[1] and table.concat(parts, " ") or nil
end

return M
