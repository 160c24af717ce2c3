--- The blocks of a reference sheet, each from what is live in the rules: tables, modifiers, constants, readings, and
--- facts with live numbers in them.
local cells <const> = require "printed.cells"
local charts_text <const> = require "show.charts_text"
local grids <const> = require "printed.grids"
local ruleset <const> = require "limber.rules.ruleset"
local svg <const> = require "drawn.svg"

local M <const> = {}

local tag <const>, entries <const>, fail <const> = svg.tag, grids.entries, grids.fail
local KINDS <const> = grids.KINDS

--- The published modifier of a name in a list.
local function published(rules, list, name)
  for _, one in ipairs(rules.published.modifiers[list] or {}) do
    if one.name == name then return one end
  end
end

--- What a modifier is worth, as its table has it, and whether a house rule says so; `words` for one that differs from
--- case to case.
local function worth(rules, list, one, words)
  local whole = one.table and cells.table(rules, one.table)
  local was = published(rules, list, one.name)
  if whole and whole.now.axes[1].index[one.name] then
    local places = { one.name, whole.now.axes[2] and whole.now.axes[2].names[1] or nil }
    local value, changed = cells.cell(whole, places)
    return cells.words(value, "signed"), changed or not was
  end
  local value = math.type(one.value) == "integer" and cells.words(one.value, "signed") or words or "by case"
  return value, not was or was.value ~= one.value and math.type(one.value) == "integer"
end

--- Names of modifiers in some lists, in their order, each once.
local function modifiers_in(rules, lists)
  local names, known = {}, {}
  for _, list in ipairs(lists) do
    for _, one in ipairs(rules.draft.modifiers[list.name] or fail("there is no list of modifiers %s", list.name)) do
      known[one.name] = known[one.name] or {}
      if not next(known[one.name]) then names[#names + 1] = one.name end
      known[one.name][list.name] = known[one.name][list.name] or one
    end
  end
  return names, known
end

--- The clause that half of some rows have, or more: it is said once, in their title.
local function common(cites)
  local count = {}
  for _, cite in ipairs(cites) do
    count[cite] = (count[cite] or 0) + 1
    if cite ~= "" and count[cite] > 1 and 2 * count[cite] >= #cites then return cite end
  end
end

local function cite_cell(cite, said) return tag("td", { class = "cite" }, cite == said and "" or svg.escaped(cite)) end

function KINDS.modifiers(rules, row)
  local lists, rows, by_case = entries(row.of), {}, {}
  local names, known = modifiers_in(rules, lists)
  for _, one in ipairs(entries(row.columns)) do by_case[one.name] = one.label end
  if #lists > 1 then
    local heads = { tag("th", nil, "") }
    for i, list in ipairs(lists) do heads[i + 1] = tag("th", nil, svg.escaped(list.label)) end
    rows[1] = tag("tr", { class = "heads" }, table.concat(heads) .. tag("th", nil, ""))
  end
  local cites = {}
  for i, name in ipairs(names) do
    for _, list in ipairs(lists) do
      cites[i] = cites[i] or known[name][list.name] and known[name][list.name].cite or nil
    end
  end
  local said = row.title and common(cites)
  for i, name in ipairs(names) do
    local line = { tag("th", nil, svg.escaped(cells.name(name))) }
    for _, list in ipairs(lists) do
      local one = known[name][list.name]
      local words, changed = "", nil
      if one then words, changed = worth(rules, list.name, one, by_case[name]) end
      line[#line + 1] = tag("td", nil, cells.marked(words, changed))
    end
    line[#line + 1] = cite_cell(cites[i], said)
    rows[#rows + 1] = tag("tr", nil, table.concat(line))
  end
  return tag("table", { class = "pairs tight" }, table.concat(rows)), { cite = said }
end

--- What the data of the constants says of each beside its value.
local function constant_rows(rules)
  local spec, rows = rules.published.lookups.constants, {}
  for _, row in ipairs(spec and ruleset.rows(rules.published, "tables/" .. (spec.data or "constants")) or {}) do
    rows[row.name or row.key] = row
  end
  return rows
end

local WITHOUT_UNIT <const> = { ["or more"] = true }

function KINDS.constants(rules, row)
  local whole, data, rows = cells.table(rules, "constants"), constant_rows(rules), {}
  local cites = {}
  for i, one in ipairs(entries(row.of)) do cites[i] = tostring((data[one.name] or {}).cite or "") end
  local said = row.title and common(cites)
  for i, one in ipairs(entries(row.of)) do
    if not (whole and whole.now.axes[1].index[one.name]) then fail("there is no constant %s", one.name) end
    local value, changed = cells.cell(whole, { one.name })
    local unit = one.as or (data[one.name] or {}).unit or ""
    local words = cells.words(value) .. ((unit == "" or unit == "-" or WITHOUT_UNIT[unit]) and "" or " " .. unit)
    local cite = cites[i] ~= said and cites[i] or ""
    rows[i] = tag("tr", nil, tag("th", nil, svg.escaped(one.label) .. (cite ~= "" and " "
      .. tag("span", { class = "cite" }, svg.escaped(cite)) or "")) .. tag("td", nil, cells.marked(words, changed)))
  end
  return tag("table", { class = "pairs tight" }, table.concat(rows)), { cite = said }
end

--- The readings that are played, where the rules leave a choice: those that say something, or that a house rule
--- changed.
function KINDS.options(rules)
  local rows, others = {}, 0
  for _, name in ipairs(rules.option_names) do
    local option, value = rules.draft.declared_options[name], rules.draft.options[name]
    if value == false and option.value == false then
      others = others + 1
    else
      rows[#rows + 1] = tag("tr", nil, tag("th", nil, svg.escaped(cells.name(name))) .. tag("td", nil,
        cells.marked(value == false and "no" or cells.words(value), value ~= option.value))
        .. tag("td", { class = "cite" }, svg.escaped(option.ruling or option.cite or "")))
    end
  end
  local rest = others > 0 and tag("p", { class = "rest" }, (#rows == 0 and "all %d as published"
    or "%d more as published"):format(others)) or ""
  return tag("table", { class = "pairs tight" }, table.concat(rows)) .. rest
end

--- A text in which {table.cell} is that cell as it is now, as markup.
local function filled_in(rules, text)
  local markup = svg.escaped(text):gsub("{([^}]*)}", function(path)
    local path_of, as = path:match "^([^@]*)@?(.*)$"
    local value, fault, was = rules:cell(path_of)
    if fault then error(type(fault) == "table" and fault.message or tostring(fault), 0) end
    return "<b>" .. cells.marked(cells.words(value, as), value ~= was) .. "</b>"
  end)
  return markup
end

--- A sentence of facts.
function KINDS.fact(rules, row) return tag("p", nil, filled_in(rules, row.of)) end

--- A block of a sheet: its markup, or an error that says what is wrong with its row.
---@param rules limber.Rules
---@param row table { kind, of, title, columns, as, key, cite }
---@return string
function M.of(rules, row)
  local kind = KINDS[row.kind]
    or fail("kind is table, line, list, modifiers, constants, options, steps or fact, not %s", row.kind)
  local markup, spec = kind(rules, row)
  local cite = row.cite and tostring(row.cite) or spec and spec.cite
  local cited = cite and tag("span", { class = "cite" }, svg.escaped(cite)) or ""
  if row.kind == "fact" or row.kind == "line" then
    return tag("div", { class = "fact" }, (markup:gsub("</p>$", (" " .. cited):gsub("%%", "%%%%") .. "</p>")))
  end
  local stands_in = row.of and spec and #charts_text.stand_ins(rules, { row.of:match "^[^.]+" }) > 0
  local mark = stands_in and " °" or ""
  local title = row.title and tag("h3", nil, filled_in(rules, row.title) .. mark .. " " .. cited) or ""
  return tag("div", { class = "block" }, title .. markup)
end

return M
