--- The tables of a reference sheet as they are live: rows and columns, names and values, lists, steps of a sequence.
local cells <const> = require "printed.cells"
local svg <const> = require "drawn.svg"

local M <const> = {}

local tag <const> = svg.tag

--- An entry "column=label@as" in its parts.
local function named(entry)
  local name, label, as = entry:match "^([^=@]+)=?([^@]*)@?(.*)$"
  return { name = name, label = label ~= "" and label or cells.name(name), as = as ~= "" and as or nil }
end

--- The entries of a list "a=label;b".
local function entries(text)
  local list = {}
  for entry in tostring(text or ""):gmatch "[^;]+" do list[#list + 1] = named(entry:match "^%s*(.-)%s*$") end
  return list
end

local function grown(places, name)
  local list = table.move(places, 1, #places, 1, {})
  list[#list + 1] = name
  return list
end

local function fail(what, ...) error(what:format(...), 0) end

--- A table by its path: its name, then places.
local function found(rules, path)
  local name = path:match "^[^.]+"
  local whole = cells.table(rules, name) or fail("there is no table %s", name)
  local places = {}
  for place in path:sub(#name + 2):gmatch "[^.]+" do
    local axis = whole.now.axes[#places + 1]
    if not axis or not axis.index[place] then fail("table %s has no place %s", name, place) end
    places[#places + 1] = place
  end
  return whole, places
end

--- The columns that are shown: those asked for, else all that have something in them.
local function columns_of(whole, places, wanted)
  local axis, list = whole.now.axes[#whole.now.axes], {}
  if #wanted > 0 then
    for _, one in ipairs(wanted) do
      if not axis.index[one.name] then fail("table %s has no column %s", whole.now.name, one.name) end
    end
    return wanted
  end
  local function filled(at, name)
    if #at == #whole.now.axes - 1 then return not cells.is_blank((cells.cell(whole, grown(at, name)))) end
    for _, place in ipairs(whole.now.axes[#at + 1].names) do
      if filled(grown(at, place), name) then return true end
    end
    return false
  end
  for _, name in ipairs(axis.names) do
    if filled(places, name) then list[#list + 1] = { name = name, label = cells.name(name) } end
  end
  return list
end

--- Heads and rows as a table.
local function gridded(heads, rows, class)
  return tag("table", { class = class }, tag("thead", nil, tag("tr", nil, table.concat(heads)))
    .. tag("tbody", nil, table.concat(rows)))
end

--- A row's head, marked where the row is new.
local function head_of(whole, places, name)
  local axis = whole.was and whole.was.axes[#places + 1]
  return tag("th", nil, cells.marked(cells.name(name), not (axis and axis.index[name])))
end

--- Rows of a table below some places, each { head, cells }.
local function matrix_rows(whole, places, columns, as)
  local rows = {}
  for _, name in ipairs(whole.now.axes[#places + 1].names) do
    local row, filled = {}, false
    for i, column in ipairs(columns) do
      local value, changed = cells.cell(whole, grown(grown(places, name), column.name))
      filled = filled or not cells.is_blank(value)
      local words = #columns > 9 and cells.is_blank(value) and "" or cells.words(value, column.as or as)
      row[i] = tag("td", nil, cells.marked(words, changed))
    end
    if filled then rows[#rows + 1] = { name = name, head = head_of(whole, places, name), cells = table.concat(row) } end
  end
  return rows
end

--- All rows of a table below some places; those of each first key under its name, one alone beside it.
local function add_groups(rows, whole, places, columns, as)
  local inner = #whole.now.axes - #places == 2
  for _, row in ipairs(inner and matrix_rows(whole, places, columns, as) or {}) do
    rows[#rows + 1] = tag("tr", nil, row.head .. row.cells)
  end
  for _, name in ipairs(inner and {} or whole.now.axes[#places + 1].names) do
    local below, before = grown(places, name), #rows
    local own = #whole.now.axes - #below == 2 and matrix_rows(whole, below, columns, as) or {}
    if #own == 1 then
      local words = cells.name(name) .. (own[1].name == "any" and "" or ", " .. cells.name(own[1].name))
      rows[before + 1] = tag("tr", nil, tag("th", nil, svg.escaped(words)) .. own[1].cells)
    else
      add_groups(rows, whole, below, columns, as)
      if #rows > before then
        table.insert(rows, before + 1, tag("tr", { class = "group" }, tag("th", { colspan = #columns + 1 },
          svg.escaped(cells.name(name)))))
      end
    end
  end
end

--- Names and their values, one each.
local function pair_rows(rows, whole, places, as)
  for _, name in ipairs(whole.now.axes[#places + 1].names) do
    local value, changed = cells.cell(whole, grown(places, name))
    rows[#rows + 1] = tag("tr", nil, head_of(whole, places, name)
      .. tag("td", nil, cells.marked(cells.words(value, as), changed)))
  end
end

--- A table of two keys and one column: its first key down, its second across.
local function pivoted(whole, places, column, row)
  local down, across = whole.now.axes[#places + 1], whole.now.axes[#places + 2]
  local heads, rows = { tag("th", nil, svg.escaped(row.key or cells.name(down.name))) }, {}
  for _, name in ipairs(across.names) do heads[#heads + 1] = tag("th", nil, svg.escaped(cells.name(name))) end
  for i, name in ipairs(down.names) do
    local line = { head_of(whole, places, name) }
    for _, other in ipairs(across.names) do
      local value, changed = cells.cell(whole, grown(grown(grown(places, name), other), column.name))
      line[#line + 1] = tag("td", nil, cells.marked(cells.words(value, column.as or row.as), changed))
    end
    rows[i] = tag("tr", nil, table.concat(line))
  end
  return gridded(heads, rows)
end

--- The kinds of blocks, each fn(rules, row) → markup, and the table's declaration.
M.KINDS = {}
local KINDS <const> = M.KINDS

function KINDS.table(rules, row)
  local whole, places = found(rules, row.of)
  local rows = {}
  if #whole.now.axes - #places == 1 then
    pair_rows(rows, whole, places, row.as)
    return tag("table", { class = row.columns == 2 and "pairs two" or "pairs" }, table.concat(rows)), whole.spec
  end
  local columns = columns_of(whole, places, entries(row.columns))
  if #columns == 1 and #whole.now.axes - #places == 3 then
    return pivoted(whole, places, columns[1], row), whole.spec
  end
  local heads = { tag("th", nil, svg.escaped(row.key or cells.name(whole.now.axes[#whole.now.axes - 1].name))) }
  for i, column in ipairs(columns) do heads[i + 1] = tag("th", nil, svg.escaped(column.label)) end
  add_groups(rows, whole, places, columns, row.as)
  return gridded(heads, rows, #columns > 9 and "dense" or nil), whole.spec
end

--- Names and their values in one line.
function KINDS.line(rules, row)
  local whole, places = found(rules, row.of)
  local parts = {}
  if #whole.now.axes - #places ~= 1 then
    fail("table %s has more than names and values; kind table shows it", row.of)
  end
  for _, name in ipairs(whole.now.axes[#places + 1].names) do
    local value, changed = cells.cell(whole, grown(places, name))
    if not cells.is_blank(value) then
      parts[#parts + 1] = ('<span class="n">%s <b>%s</b></span>'):format(svg.escaped(cells.name(name)),
        cells.marked(cells.words(value, row.as), changed))
    end
  end
  return tag("p", nil, tag("i", nil, svg.escaped(row.title or cells.name(whole.now.name)) .. ":") .. " "
    .. table.concat(parts, ", ")), whole.spec
end

--- Only what a table has, each cell after its places.
function KINDS.list(rules, row)
  local whole, places = found(rules, row.of)
  local rows, leaf = {}, entries(row.columns)[1]
  local deep = leaf and #whole.now.axes - 1 or #whole.now.axes
  local function add(at)
    if #at < deep then
      for _, name in ipairs(whole.now.axes[#at + 1].names) do add(grown(at, name)) end
      return
    end
    local value, changed = cells.cell(whole, leaf and grown(at, leaf.name) or at)
    if cells.is_blank(value) then return end
    local words = {}
    for i, place in ipairs(at) do words[i] = cells.name(place) end
    rows[#rows + 1] = tag("tr", nil, tag("th", nil, svg.escaped(table.concat(words, " · ")))
      .. tag("td", nil, cells.marked(cells.words(value, row.as), changed)))
  end
  add(places)
  return tag("table", { class = "pairs" }, table.concat(rows)), whole.spec
end

--- The steps of a sequence: numbered, what else a row says before what is done.
function KINDS.steps(rules, row)
  local whole, places = found(rules, row.of)
  local list, columns = {}, entries(row.columns)
  for i, name in ipairs(whole.now.axes[1].names) do
    local words = {}
    if #whole.now.axes == 1 then
      words[1] = cells.marked(cells.words(cells.cell(whole, grown(places, name))))
    end
    for _, column in ipairs(columns) do
      local value, changed = cells.cell(whole, { name, column.name })
      words[#words + 1] = not cells.is_blank(value) and cells.marked(cells.words(value), changed) or nil
    end
    local number = tonumber(name) ~= nil or tonumber(name:match "^%d+$") ~= nil
    local text = table.concat(words, ": ", 1, math.min(#words, 2)) .. (words[3] and ": " .. words[3] or "")
    list[i] = tag("li", nil, (number and "" or ("<b>%s</b> "):format(svg.escaped(cells.name(name)))) .. text)
  end
  return tag("ol", nil, table.concat(list)), whole.spec
end

M.entries, M.fail = entries, fail

return M
