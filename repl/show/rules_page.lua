--- Pages about rules: what a ruleset has, and one procedure with all that bears on it.
local conditions <const> = require "limber.language.conditions"
local charts_text <const> = require "show.charts_text"
local example_text <const> = require "show.example_text"
local fields <const> = require "limber.language.fields"
local terrain <const> = require "limber.rules.terrain"
local result_text <const> = require "show.result_text"
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"
local variants <const> = require "limber.rules.variants"
local worth <const> = require "limber.rules.worth"

local M <const> = {}

local function add_fields(lines, list, indent, width)
  local rows = {}
  for i, field in ipairs(list) do
    local range = field.record and (field.kind == "list" and "list of " or "") .. field.record
      or field.of and "list, each " .. fields.range(field.of) or fields.range(field)
    local note = field.kind == "flag" and "flag" or range
    if field.default ~= nil and field.kind ~= "flag" then
      note = note .. "; default " .. result_text.value(field.default)
    elseif field.optional then
      note = note .. "; may be left out"
    end
    note = note .. conditions.words(field)
    rows[i] = { field.name, note .. (field.doc and " – " .. field.doc or "") }
  end
  local names = {}
  for i, row in ipairs(rows) do names[i] = indent .. row[1] end
  for i, row in ipairs(rows) do
    text.add_labelled(lines, names[i], row[2], text.widest(names) + 2, width)
  end
end

--- The records that fields refer to, each once, in the order met.
local function records_of(rules, ...)
  local found, seen = {}, {}
  local function look(list)
    for _, field in ipairs(list) do
      if field.record and not seen[field.record] then
        seen[field.record] = true
        found[#found + 1] = field.record
        look(rules.records[field.record])
      end
    end
  end
  for _, list in ipairs { ... } do look(list) end
  return found
end

--- Whether a text speaks of a name, as a whole word.
local function speaks_of(line, name)
  local from, to = line:find(name, 1, true)
  while from do
    local before, after = line:sub(from - 1, from - 1), line:sub(to + 1, to + 1)
    if not before:find "[%w_.]" and not after:find "[%w_]" then return true end
    from, to = line:find(name, to + 1, true)
  end
  return false
end

local function cited(rules, procedure)
  local rows, rulings = {}, {}
  for ruling in procedure.cite:gmatch "R%d+" do rulings[ruling] = true end
  for _, row in ipairs(ruleset.rows(rules.published, "clauses")) do
    if speaks_of(tostring(row.covered_by), procedure.name) then
      rows[#rows + 1] = { tostring(row.id), tostring(row.says) }
      for ruling in tostring(row.covered_by):gmatch "R%d+" do rulings[ruling] = true end
    end
  end
  for _, row in ipairs(ruleset.rows(rules.published, "rulings")) do
    if rulings[row.id] or speaks_of(tostring(row.default), procedure.name) then
      rows[#rows + 1] = { tostring(row.id), ("%s: %s%s"):format(row.problem, row.default,
        row.variant and (" (variant %s)"):format(row.variant) or "") }
    end
  end
  return rows
end

--- The modifier lists that judge what a procedure is asked about.
local function add_modifiers(lines, rules, procedure, width)
  local records, names = { [procedure.name] = true }, {}
  for _, name in ipairs(records_of(rules, procedure.args)) do records[name] = true end
  for name, list in next, rules.draft.modifiers do
    for _, judged in ipairs(list.judges) do
      if records[judged] and names[#names] ~= name then names[#names + 1] = name end
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local parts = {}
    for i, one in ipairs(rules.draft.modifiers[name]) do parts[i] = ("%s (%s)"):format(one.name, one.cite) end
    lines[#lines + 1] = ""
    lines[#lines + 1] = "Modifiers, list " .. name
    for _, line in ipairs(text.wrap(table.concat(parts, ", "), width - 2)) do lines[#lines + 1] = "  " .. line end
  end
end

local READS <const> = {
  { "tables", "tables" }, { "constants", "constants" }, { "options", "options" }, { "lists", "modifiers" },
  { "calls", "procedures" },
}

--- What the procedure looks up, as seen when it is asked.
local function add_reads(lines, rules, procedure, width)
  local seen, rows = require("limber.ask.reads").of(rules, procedure.name), {}
  for _, kind in ipairs(READS) do
    local names = seen[kind[1]]
    if #names > 0 then rows[#rows + 1] = { "  " .. kind[2], table.concat(names, ", ") } end
  end
  local stand_ins = charts_text.stand_ins(rules, seen.tables)
  if #stand_ins > 0 then rows[#rows + 1] = { "  stand-ins", "figures of " .. table.concat(stand_ins, ", ") } end
  lines[#lines + 1] = ""
  lines[#lines + 1] = seen.asked > 0 and ("Reads (seen in %d questions from all over its range)"):format(seen.asked)
    or "Reads (all questions that were tried were refused)"
  if #rows == 0 then lines[#lines + 1] = "  no table, constant or option" end
  for _, row in ipairs(rows) do text.add_labelled(lines, row[1], row[2], 14, width) end
end

--- The page of one procedure.
---@param rules limber.Rules
---@param procedure table
---@param width integer
---@return string
function M.procedure(rules, procedure, width)
  local lines = text.wrap(("%s (%s)"):format(procedure.name, procedure.cite), width, "  ")
  table.move(text.wrap(procedure.doc, width), 1, 9, #lines + 1, lines)
  lines[#lines + 1] = ""
  lines[#lines + 1] = "Arguments"
  if #procedure.args == 0 then lines[#lines + 1] = "  none" end
  add_fields(lines, procedure.args, "  ", width)
  for _, name in ipairs(records_of(rules, procedure.args)) do
    lines[#lines + 1] = "  " .. name .. ":"
    add_fields(lines, rules.records[name], "    ", width)
  end
  lines[#lines + 1] = ""
  text.add_labelled(lines, "Dice", procedure.dice or "it does not say", 8, width)
  if procedure.good then text.add_labelled(lines, "Luck", worth.said(procedure.good), 8, width) end
  local example = example_text.of(rules, procedure)
  if example then text.add_labelled(lines, "Try", example, 8, width) end
  local rounds = procedure.rounds
  if rounds then
    local provided = rounds.doc and ", as long as " .. rounds.doc or ""
    local said = ("odds %s … --to-the-finish%s (%s)"):format(procedure.name, provided, rounds.cite)
    text.add_labelled(lines, "Rounds", said, 8, width)
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = ("Result (odds by %s)"):format(procedure.headline or procedure.out[1].name)
  add_fields(lines, procedure.out, "  ", width)
  for _, name in ipairs(records_of(rules, procedure.out)) do
    lines[#lines + 1] = "  " .. name .. ":"
    add_fields(lines, rules.records[name], "    ", width)
  end
  add_modifiers(lines, rules, procedure, width)
  add_reads(lines, rules, procedure, width)
  local rows = cited(rules, procedure)
  if #rows > 0 then
    lines[#lines + 1] = ""
    lines[#lines + 1] = "Clauses and rulings"
    for _, row in ipairs(rows) do text.add_labelled(lines, "  " .. row[1], row[2], 15, width) end
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = ("%s:%d"):format(procedure.file, procedure.line)
  return table.concat(lines, "\n")
end

local function add_list(lines, title, rows, width)
  if #rows == 0 then return end
  local labels = {}
  for i, row in ipairs(rows) do labels[i] = "  " .. row[1] end
  lines[#lines + 1] = ""
  lines[#lines + 1] = title
  for i, row in ipairs(rows) do text.add_labelled(lines, labels[i], row[2], text.widest(labels) + 2, width) end
end

--- The variants that ship for a ruleset, with what each says of itself.
---@param rules limber.Rules
---@return { name: string, doc: string, ruling: string? }[]
function M.variants(rules)
  local list = {}
  for _, name in ipairs(variants.names(rules.published)) do
    local layer, fault = variants.load(rules.published, name)
    local doc = layer and layer.doc or fault and fault.message
    if not (fault and fault.needless) then
      list[#list + 1] = { name = name, doc = doc or "", ruling = layer and layer.ruling }
    end
  end
  return list
end

--- The kinds of ground of a ruleset, each with what it is.
---@param rules limber.Rules
---@return { [1]: string, [2]: string }[]
function M.grounds(rules)
  local rows = {}
  for i, one in ipairs(rules.grounds and terrain.listed(rules.grounds) or {}) do
    rows[i] = { one.name, one.says }
  end
  return rows
end

--- The page of a whole ruleset.
---@param rules limber.Rules
---@param width integer
---@return string
function M.ruleset(rules, width)
  local published = rules.published
  local by = published.author and (" by %s"):format(published.author) or ""
  local lines = { ("%s: %s%s%s"):format(rules.name, rules.title, by,
    published.edition and ", " .. published.edition or "") }
  local rows = {}
  for i, name in ipairs(rules.procedure_names) do
    local procedure = rules.procedures[name]
    rows[i] = { name, ("%s (%s)"):format(procedure.doc, procedure.cite) }
  end
  add_list(lines, "Procedures", rows, width)
  rows = {}
  for i, name in ipairs(sorted.keys(rules.draft.lookups)) do
    local spec = rules.draft.lookups[name]
    rows[i] = { name, (spec.doc or "") .. (spec.cite and (" (%s)"):format(spec.cite) or "")
      .. charts_text.mark(rules, name) }
  end
  add_list(lines, "Tables", rows, width)
  add_list(lines, "Ground", M.grounds(rules), width)
  rows = {}
  for i, name in ipairs(rules.option_names) do
    local option = rules.draft.declared_options[name]
    rows[i] = { name, ("%s; %s"):format(result_text.value(option.value), option.doc or "")
      .. (option.ruling and (" (%s)"):format(option.ruling) or "") }
  end
  add_list(lines, "Options", rows, width)
  rows = {}
  for i, one in ipairs(M.variants(rules)) do
    rows[i] = { one.name, one.doc .. (one.ruling and (" (%s)"):format(one.ruling) or "") }
  end
  add_list(lines, "Variants (--variant NAME)", rows, width)
  return table.concat(lines, "\n")
end

M.speaks_of, M.records_of = speaks_of, records_of

return M
