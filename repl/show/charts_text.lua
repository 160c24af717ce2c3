--- Where figures come from (limber.rules.charts): in answers, on pages, in the heads of battles.
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

local M <const> = {}

local function charts() return require "limber.rules.charts" end

--- Runs what asks a question: where its figures come from, or nil where the rules have no base charts; then what it
--- gives.
---@param rules limber.Rules
---@param fn function
---@return limber.Source[]? sources
---@return any ...
function M.noted(rules, fn, ...)
  if not rules.published.has_charts then return nil, fn(...) end
  return charts().noted(rules, fn, ...)
end

--- Where one cell comes from, in a line; nil where there is nothing to say.
---@param rules limber.Rules
---@param path string
---@return string?
function M.cell(rules, path)
  local one = rules.published.has_charts and charts().sources(rules, { [path] = true })[1]
  return one and "from " .. table.concat(one.from, "; ") or nil
end

--- A row for each table whose figures are told of: { label, text }.
---@param sources limber.Source[]?
---@return string[][]
function M.rows(sources)
  local rows = {}
  for i, one in ipairs(sources or {}) do
    rows[i] = { i == 1 and "sources" or "", ("%s: %s"):format(one.table, table.concat(one.from, "; ")) }
  end
  return rows
end

--- The same as lines below a picture.
---@param sources limber.Source[]?
---@return string[]
function M.notes(sources)
  local notes = {}
  for i, row in ipairs(M.rows(sources)) do notes[i] = "source of " .. row[2] end
  return notes
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

--- What the page of a table says of its figures: of a base chart where all come from, of another which stand in.
---@param rules limber.Rules
---@param name string
---@param width integer
---@return string[]
function M.page(rules, name, width)
  local spec = rules.published.lookups[name]
  local whole = spec and ruleset.table(rules.published, name)
  local chart = spec and charts().is_chart(spec)
  if not (whole and whole.sources and (chart or whole.owned or charts().stands_in(whole))) then return {} end
  local lines = text.wrap(chart and ("A base chart, %s. Its rows come from"):format(whole.path)
    or "These rows stand in for unpublished figures" .. (spec.chart and ", or are yours by --charts" or ""), width)
  local rows, owned = by_source(whole), {}
  for at in next, whole.owned or {} do owned[whole.sources[at]] = true end
  for _, row in ipairs(rows) do
    local words = ("%s: %s"):format(#rows == 1 and "all" or row[2], row[1])
    local shown = chart or owned[row[1]] or charts().is_stand_in(row[1])
    for _, line in ipairs(shown and text.wrap(words, width - 2, "  ") or {}) do lines[#lines + 1] = "  " .. line end
  end
  return lines
end

--- What the list of tables says of one: whether it is a base chart, and has figures that stand in.
---@param rules limber.Rules
---@param name string
---@return string
function M.mark(rules, name)
  local spec = rules.published.lookups[name]
  if not spec or not rules.published.has_charts then return "" end
  local mark = charts().is_chart(spec) and "; a base chart" or ""
  if #M.stand_ins(rules, { name }) == 0 then return mark end
  return mark .. (mark ~= "" and " with stand-ins" or "; with stand-ins")
end

--- Those of some tables that have figures that stand in for unpublished ones.
---@param rules limber.Rules
---@param names string[]
---@return string[]
function M.stand_ins(rules, names)
  local found = {}
  for _, name in ipairs(rules.published.has_charts and names or {}) do
    local whole = ruleset.table(rules.published, name)
    if whole and charts().stands_in(whole) then found[#found + 1] = name end
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

--- Which base charts are an owner's, and where figures stand in, in a sentence or two; nil where there are no charts.
---@param rules limber.Rules
---@return string?
function M.note(rules)
  local published = rules.published
  if not published.has_charts then return nil end
  local own, stand_ins = charts().used(published, function(name) return ruleset.table(published, name) end)
  local parts = {}
  if own[1] then parts[1] = ("Base charts in place of those that ship: %s."):format(text.list(own, "and")) end
  if stand_ins[1] then
    parts[#parts + 1] = ("Some figures stand in for unpublished ones: in %s%s"):format(text.list(stand_ins, "and"),
      own[1] and "." or "; --charts plays by charts of your own.")
  end
  return parts[1] and table.concat(parts, " ") or nil
end

return M
