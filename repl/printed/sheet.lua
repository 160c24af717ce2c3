--- The reference sheet of a ruleset: two sides of paper as a page of HTML, from the live tables. What stands on it is
--- said by the ruleset's sheet.csv; a ruleset without one has all its tables and modifiers.
--
--   section,title,kind,of,columns,as,key,cite
--   side,,,,,,,                                  what follows stands on the next side
--   Fire,Ranges,table,weapons,short_mm=short;long_mm=long@signed,,weapon,5.1    columns, what they are called and how
--                                                they are shown (printed.cells); what the keys are called; the clause
--   ,To the die,modifiers,small_arms,,,,         a list of modifiers, or several side by side
--   ,,fact,"Arc {constants.fire_arc}°.",,,,5.1   a sentence; a cell's path in it is the cell as it is now
-- The other kinds are `line` and `list` of a table, `steps` of a sequence, `constants` by name, and `options`.
local blocks <const> = require "printed.blocks"
local cells <const> = require "printed.cells"
local charts_text <const> = require "show.charts_text"
local csv <const> = require "limber.rules.csv"
local diff <const> = require "limber.rules.diff"
local diff_text <const> = require "show.diff_text"
local faults <const> = require "limber.common.faults"
local page <const> = require "printed.page"
local sorted <const> = require "limber.common.sorted"
local svg <const> = require "drawn.svg"

local M <const> = {}

local tag <const> = svg.tag

--- All tables and modifiers, for rulesets that do not say what stands on their sheet.
local function everything(rules)
  local rows = {}
  for _, name in ipairs(sorted.keys(rules.draft.lookups)) do
    local spec = rules.draft.lookups[name]
    rows[#rows + 1] = { section = #rows == 0 and "Tables" or nil, title = spec.doc or cells.name(name),
      kind = name == "solo_weights" and "skip" or "table", of = name }
  end
  for i, name in ipairs(sorted.keys(rules.draft.modifiers)) do
    rows[#rows + 1] = { section = i == 1 and "Modifiers" or nil, title = cells.name(name), kind = "modifiers",
      of = name }
  end
  return rows
end

--- What stands on the sheet, with the line of each row.
local function rows_of(rules)
  local path = rules.published.folder .. "sheet.csv"
  local text = rules.published.loader.read(path)
  if not text then return everything(rules), path, {} end
  local _, rows, lines = csv.read(text, path)
  return rows, path, lines
end

--- The sections of each side: { title, markup }; and what is wrong with rows of the sheet, each with its line.
local function sections_of(rules)
  local rows, path, lines = rows_of(rules)
  local sides, wrong = { {} }, {}
  for i, row in ipairs(rows) do
    if row.section == "side" then
      sides[#sides + 1] = {}
    elseif row.kind ~= "skip" then
      local side = sides[#sides]
      if row.section or #side == 0 then side[#side + 1] = { title = row.section or "", parts = {} } end
      local done, markup = pcall(blocks.of, rules, row)
      if not done and type(markup) == "table" then error(markup, 0) end
      if done then
        table.insert(side[#side].parts, markup)
      else
        wrong[#wrong + 1] = ("%s:%s: %s"):format(path, lines[i] or "?", markup)
      end
    end
  end
  return sides, wrong
end

--- What is wrong with a ruleset's sheet.csv.
---@param rules limber.Rules
---@return string[]
function M.faults(rules)
  local done, message, wrong = pcall(sections_of, rules)
  return done and wrong or { faults.text(message) }
end

local MOST <const> = 24 -- lines of what house rules change

--- What house rules change beside what is marked in place.
local function house_section(rules)
  local list, parts, by = diff.of(rules), {}, {}
  for _, one in ipairs(list) do
    by[one.layer] = by[one.layer] or {}
    table.insert(by[one.layer], svg.escaped(diff_text.change(rules, one)))
  end
  local left = MOST
  for _, layer in ipairs(rules.layers) do
    local lines = by[layer.name] or {}
    local shown = table.concat(lines, "; ", 1, math.min(#lines, left))
    if #lines > left then shown = shown .. ("; and %d more"):format(#lines - left) end
    left = math.max(0, left - #lines)
    parts[#parts + 1] = tag("div", { class = "fact" }, tag("p", nil, ("<b>%s</b> %s <span class=\"cite\">%s</span>")
      :format(svg.escaped(cells.name(layer.name)), svg.escaped(layer.doc or ""), shown)))
  end
  return #parts > 0 and { title = "House rules " .. cells.MARK, parts = parts } or nil
end

local function head(rules, side, last)
  local published = rules.published
  local names = {}
  for i, layer in ipairs(rules.layers) do names[i] = cells.name(layer.name) end
  local by = published.edition or ""
  if published.author then by = published.author .. (by ~= "" and ", " .. by or "") end
  local with = #names > 0 and ("with house rules %s: %s"):format(cells.MARK, table.concat(names, ", ")) or ""
  return tag("header", nil, tag("h1", nil, svg.escaped(rules.title)) .. tag("p", nil, svg.escaped(by))
    .. tag("p", { class = "right" }, svg.escaped(with ~= "" and with or ("side %d of %d"):format(side, last))))
end

--- Where figures come from, in a line; nothing where all are published.
local function sources(rules)
  if not rules.published.has_charts then return "" end
  local own = sorted.keys(rules.published.charts)
  local stand_ins = charts_text.stand_ins(rules, sorted.keys(rules.published.lookups))
  local parts = {}
  if #own > 3 then
    parts[1] = ("%d base charts are your own."):format(#own)
  elseif #own > 0 then
    parts[1] = ("Base charts of your own: %s."):format(cells.name(table.concat(own, ", ")))
  end
  if #stand_ins > 0 then
    parts[#parts + 1] = "° has figures that stand in for base charts that are not published; --charts FOLDER prints "
      .. "your own."
  end
  return table.concat(parts, " ")
end

local function foot(rules, with_sources)
  local words = "Numbers and clauses only: the rule book has the rest."
  if #rules.layers > 0 then words = ("%s is a house rule's. "):format(cells.MARK) .. words end
  return tag("footer", nil, svg.escaped((with_sources ~= "" and with_sources .. " " or "") .. words) .. " "
    .. tag("span", nil, svg.escaped(("limber sheet %s"):format(rules.name))))
end

--- The sheet as a page of HTML.
---@param rules limber.Rules
---@return string
function M.document(rules)
  local sides, wrong = sections_of(rules)
  if wrong[1] then error(table.concat(wrong, "\n"), 0) end
  local house = house_section(rules)
  if house then table.insert(sides[#sides], house) end
  local about, pages = sources(rules), {}
  for i, sections in ipairs(sides) do
    local parts = {}
    for n, section in ipairs(sections) do
      parts[n] = tag("section", nil, tag("h2", nil, svg.escaped(section.title)) .. table.concat(section.parts, "\n"))
    end
    pages[i] = tag("article", { class = "page" }, head(rules, i, #sides)
      .. tag("div", { class = "columns" }, table.concat(parts, "\n")) .. foot(rules, about))
  end
  return page.document(rules.title .. ": quick reference", "sheet", table.concat(pages, "\n"), { fits = true })
end

return M
