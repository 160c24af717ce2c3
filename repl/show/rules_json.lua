--- A ruleset's declarations as JSON, for editors and other programs.
local json <const> = require "kernel.json"
local rules_page <const> = require "show.rules_page"
local worth <const> = require "limber.rules.worth"

local M <const> = {}

local KEYS <const> = { "name", "kind", "min", "max", "default", "optional", "record", "doc" }

local function field_json(field)
  local shown = {}
  for _, key in ipairs(KEYS) do shown[key] = field[key] end
  if type(shown.default) == "table" then shown.default = json.list {} end
  if field.values then shown.values = json.list(table.move(field.values, 1, #field.values, 1, {})) end
  if field.of then shown.of = field_json(field.of) end
  return shown
end

local function fields_json(list)
  local shown = {}
  for i, field in ipairs(list) do shown[i] = field_json(field) end
  return json.list(shown)
end

--- One procedure, and the records that its fields refer to.
--- What results are worth: the field, its words with the best first, or whether more is better; and to whom.
local function good_json(good)
  local words = good.rank and json.list(worth.words(good)) or nil
  return { by = good.by, same = good.same, of = good.of, words = words, more = not words and good.sign > 0 or nil }
end

---@param rules limber.Rules
---@param procedure table
---@return table
function M.procedure(rules, procedure)
  local records = {}
  for _, name in ipairs(rules_page.records_of(rules, procedure.args, procedure.out)) do
    records[name] = fields_json(rules.records[name])
  end
  return {
    name = procedure.name, cite = procedure.cite, doc = procedure.doc, dice = procedure.dice,
    headline = procedure.headline or procedure.out[1].name, good = procedure.good and good_json(procedure.good) or nil,
    args = fields_json(procedure.args), out = fields_json(procedure.out), records = records,
    rounds = procedure.rounds and { cite = procedure.rounds.cite, provided = procedure.rounds.doc } or nil,
    file = procedure.file, line = procedure.line,
  }
end

--- A whole ruleset.
---@param rules limber.Rules
---@return table
function M.ruleset(rules)
  local procedures, tables, options, variants = {}, {}, {}, {}
  for i, name in ipairs(rules.procedure_names) do procedures[i] = M.procedure(rules, rules.procedures[name]) end
  for name, spec in next, rules.draft.lookups do tables[name] = { doc = spec.doc, cite = spec.cite } end
  for name, option in next, rules.draft.declared_options do
    local now = rules.draft.options[name]
    options[name] = { published = option.value, now = now, doc = option.doc, ruling = option.ruling }
  end
  for i, one in ipairs(rules_page.variants(rules)) do variants[i] = one end
  return {
    name = rules.name, title = rules.title, procedures = json.list(procedures), tables = tables,
    options = options, variants = json.list(variants), in_force = json.list(rules:variant_names()),
  }
end

return M
