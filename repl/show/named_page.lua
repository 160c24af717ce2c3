--- The page of one name of the rules: a procedure, a table, an option, a variant, a list of modifiers, a modifier, a
--- constant, a cell, a ruling or a clause.
local cells_called <const> = require "show.cells_called"
local charts_text <const> = require "show.charts_text"
local diff <const> = require "limber.rules.diff"
local diff_text <const> = require "show.diff_text"
local during <const> = require "limber.rules.during"
local kinds <const> = require "limber.rules.kinds"
local lists <const> = require "limber.common.lists"
local result_text <const> = require "show.result_text"
local rules_page <const> = require "show.rules_page"
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"
local table_text <const> = require "show.table_text"
local text <const> = require "show.text"

local M <const> = {}

local function procedure_page(rules, name, width)
  local procedure = rules.procedures[name]
  return procedure and { rules_page.procedure(rules, procedure, width) }
end

local function table_page(rules, name, width)
  local spec = rules.draft.lookups[name]
  if not spec then return nil end
  local about = spec.doc and spec.doc .. (spec.cite and (" (%s)"):format(spec.cite) or "")
  local lines = { about or name, table_text.text(rules.draft.table(name), {}) }
  return table.move(charts_text.page(rules, name, width), 1, 99, 3, lines)
end

local function option_page(rules, name)
  local option = rules.draft.declared_options[name]
  if not option then return nil end
  return {
    ("option.%s = %s, published %s"):format(name, result_text.value(rules.draft.options[name]),
      result_text.value(option.value)),
    (option.doc or "") .. (option.ruling and (" (%s)"):format(option.ruling) or ""),
  }
end

--- A house rule in force: what it is, where it stands, and what it changes.
local function layer_page(rules, name, width)
  local lines = {}
  for _, layer in ipairs(rules.layers) do
    if layer.name == name then
      local turns = layer.turns and " " .. during.said(layer.turns, rules.published.turn_word) or ""
      local cite = layer.ruling or layer.cite
      table.move(text.wrap(("%s%s, in force%s: %s"):format(name, cite and (" (%s)"):format(cite) or "", turns,
        layer.doc or "a house rule"), width, "  "), 1, 99, 1, lines)
      if layer.path and layer.line then lines[#lines + 1] = ("  %s:%d"):format(layer.path, layer.line) end
    end
  end
  for _, one in ipairs(lines[1] and diff.of(rules) or {}) do
    local words = one.layer == name and text.wrap(diff_text.line(one), width - 2, "  ") or {}
    for _, line in ipairs(words) do lines[#lines + 1] = "  " .. line end
  end
  return lines[1] and lines
end

local function variant_page(rules, name)
  for _, one in ipairs(rules_page.variants(rules)) do
    if one.name == name then
      return { one.name .. (one.ruling and (" (%s)"):format(one.ruling) or ""), one.doc }
    end
  end
end

--- The value of a modifier as far as it is one number.
local function modifier_value(rules, modifier)
  local value, done = modifier.value, true
  if type(value) == "function" then
    done, value = pcall(value, rules.view, {}, {})
  elseif value == nil then
    value = rules.view.cell(modifier.table, modifier.name)
  end
  return done and math.type(value) == "integer" and text.signed(value) or "by the case"
end

local function modifiers_page(rules, name, width)
  local list = rules.draft.modifiers[name]
  if not list then return nil end
  local rows = {}
  for i, one in ipairs(list) do
    rows[i] = { one.name, modifier_value(rules, one), ("(%s)"):format(one.cite) }
  end
  local lines = { ("modifiers of list %s; modifier { …, of = %q } adds one"):format(name, name) }
  return table.move(text.fitted(rows, width, "  "), 1, 199, 2, lines)
end

--- Cells and options that have a name, each with its value.
local function called_page(rules, name)
  local lines = {}
  for i, path in ipairs(cells_called.of(rules, name)) do
    local now, _, published = rules:cell((path:gsub("^tables%.", "")))
    lines[i] = ("%s = %s, published %s"):format(path, result_text.value(now), result_text.value(published))
  end
  return lines[1] and lines
end

--- Where a modifier is declared: in a house rule in force, or by the ruleset.
local function declared_at(rules, list, modifier)
  local found = modifier.file and ("%s:%d"):format(modifier.file, modifier.line)
  for _, layer in ipairs(rules.layers) do
    for _, spec in ipairs(layer.modifiers or {}) do
      if spec[1] == modifier.name and (spec.of == list or not spec.of) then found = kinds.place_of(layer, spec[1]) end
    end
  end
  return found and ", " .. found or ""
end

--- A modifier by its own name, in each list that has it: its value, its clause, where it is declared, and the cells of
--- that name.
local function modifier_page(rules, name, width)
  local lines = {}
  for _, list in ipairs(sorted.keys(rules.draft.modifiers)) do
    for _, one in ipairs(rules.draft.modifiers[list]) do
      if one.name == name then
        local cell = one.value == nil and one.table and (" by tables.%s"):format(one.table) or ""
        local says = ("modifier %s of list %s: %s%s (%s)%s"):format(name, list, modifier_value(rules, one), cell,
          one.cite, declared_at(rules, list, one))
        table.move(text.wrap(says, width, "  "), 1, 99, #lines + 1, lines)
      end
    end
  end
  return lines[1] and lists.append(lines, called_page(rules, name) or {})
end

--- A constant by its name, or a cell by its path.
local function cell_page(rules, name)
  local constants = rules.draft.lookups.constants and rules.draft.table("constants")
  if constants and constants.axes[1].index[name] then name = "constants." .. name end
  if not name:find(".", 1, true) or not rules.draft.lookups[name:match "^[^.]+"] then return nil end
  local now, fault, published = rules:cell(name)
  if fault then error(fault, 0) end
  local lines = { ("%s = %s, published %s"):format(name, result_text.value(now), result_text.value(published)) }
  lines[2] = charts_text.cell(rules, name)
  lines[#lines + 1] = ("tables.%s = VALUE changes it"):format(name)
  return lines
end

--- A citation without its brackets: `Ch 5(a)` is cited as `Ch 5a`.
local function plain_cite(cite) return (cite:lower():gsub("[()]", "")) end

--- Whether a citation is the one that is wanted, or a part of it: `10.3.1` of `10.3`, `Ch 5a` of `Ch 5`.
local function is_under(cite, wanted)
  if cite:sub(1, #wanted) ~= wanted then return false end
  local after = cite:sub(#wanted + 1)
  return after == "" or after:find(wanted:find "%d$" and "^%D" or "^%A") ~= nil
end

--- Clauses by what citations write: those of that very citation first, then those of its parts.
local function clauses_cited(rules, name, width)
  local lines, parts, wanted = {}, {}, plain_cite(name)
  for _, row in ipairs(ruleset.rows(rules.published, "clauses")) do
    local to
    for cite in plain_cite(tostring(row.cite)):gmatch "[^,;]+" do
      cite = cite:match "^%s*(.-)%s*$"
      if cite == wanted then to = lines elseif is_under(cite, wanted) then to = to or parts end
    end
    if to then
      local says = ("%s (%s): %s"):format(row.id, row.cite, row.says)
      table.move(text.wrap(says, width, "  "), 1, 99, #to + 1, to)
    end
  end
  if lines[1] and parts[1] then table.insert(parts, 1, ("Parts of %s:"):format(name)) end
  table.move(parts, 1, #parts, #lines + 1, lines)
  return lines[1] and lines
end

--- A ruling or a clause, by the number or the words that citations give.
local function cited_page(rules, name, width)
  for _, row in ipairs(ruleset.rows(rules.published, "rulings")) do
    if row.id == name then
      local variant = row.variant and (" (variant %s)"):format(row.variant) or ""
      return text.wrap(("%s: %s: %s%s"):format(row.id, row.problem, row.default, variant), width, "  ")
    end
  end
  for _, row in ipairs(ruleset.rows(rules.published, "clauses")) do
    if row.id == name then return text.wrap(("%s (%s): %s"):format(row.id, row.cite, row.says), width, "  ") end
  end
  return clauses_cited(rules, name, width)
end

--- All that has a page, in the order it is looked for.
local PAGES <const> = { procedure_page, table_page, option_page, layer_page, variant_page, modifiers_page,
  modifier_page, cell_page, cited_page, called_page }

--- The lines of the page of a name; nil when the rules have no such name.
---@param rules limber.Rules
---@param name string
---@param width integer
---@return string[]?
function M.lines(rules, name, width)
  name = name:gsub("^tables%.", ""):gsub("^option%.", "")
  for _, page in ipairs(PAGES) do
    local lines = page(rules, name, width)
    if lines then return lines end
  end
end

--- All names that have a page.
---@param rules limber.Rules
---@return string[]
function M.names(rules)
  local names = table.move(rules.procedure_names, 1, #rules.procedure_names, 1, {})
  for name in next, rules.draft.lookups do names[#names + 1] = name end
  for _, name in ipairs(rules.option_names) do names[#names + 1] = name end
  for _, one in ipairs(rules_page.variants(rules)) do names[#names + 1] = one.name end
  for _, layer in ipairs(rules.layers) do names[#names + 1] = layer.name end
  for list, modifiers in next, rules.draft.modifiers do
    names[#names + 1] = list
    for _, one in ipairs(modifiers) do names[#names + 1] = one.name end
  end
  local constants = rules.draft.lookups.constants and rules.draft.table("constants").axes[1].names or {}
  return table.move(constants, 1, #constants, #names + 1, names)
end

return M
