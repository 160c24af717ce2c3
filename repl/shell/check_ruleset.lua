--- Finds the faults of a ruleset: in its files, its tables, the marks of tables that no rule reads, its paper and its
--- variants.
local card <const> = require "printed.card"
local check_tables <const> = require "shell.check_tables"
local check_words <const> = require "shell.check_words"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local loader <const> = require "read.loader"
local open <const> = require "read.open"
local ruleset <const> = require "limber.rules.ruleset"
local Rules <const> = require "limber.rules.stack"
local rounds <const> = require "limber.ask.rounds"
local sheet <const> = require "printed.sheet"
local sorted <const> = require "limber.common.sorted"
local tables <const> = require "limber.rules.tables"
local variants <const> = require "limber.rules.variants"

local M <const> = {}

--- Finds what a procedure refers to and the ruleset lacks.
local function check_procedure(rules, procedure, wrong)
  local place = ("%s:%d: %s: "):format(procedure.file, procedure.line, procedure.name)
  local function say(message) wrong[#wrong + 1] = place .. message end
  for _, list in ipairs { procedure.args, procedure.out } do
    for _, field in ipairs(list) do
      if field.record and not rules.records[field.record] then
        say(("%s is of record %q, which does not exist"):format(field.name, field.record))
      end
    end
  end
  local _, fault = fields.at(procedure.out, procedure.headline or procedure.out[1].name, rules.records)
  if fault then say("headline: " .. fault.message) end
  fault = nil
  if procedure.rounds then _, fault = rounds.of(rules, procedure, {}) end
  if fault then say("rounds: " .. fault.message) end
end

---@param name string
---@return string[] wrong
---@return string kind
function M.check(name)
  local wrong = {}
  local done, rules, fault = pcall(Rules.load, loader.new(), name, {}, { game = require "limber.game.words" })
  if not done or not rules then return { faults.text(done and fault or rules) }, "ruleset" end
  for _, one in ipairs(sorted.keys(rules.published.lookups)) do
    local fine, message = pcall(function() tables.compile(ruleset.table(rules.published, one)) end)
    if not fine then wrong[#wrong + 1] = faults.text(message) end
  end
  if #wrong == 0 then -- tables that can be read
    for _, paper in ipairs { sheet, card } do table.move(paper.faults(rules), 1, 999, #wrong + 1, wrong) end
  end
  for _, prose in ipairs { "clauses", "rulings" } do
    local fine, message = pcall(ruleset.rows, rules.published, prose)
    if not fine then wrong[#wrong + 1] = faults.text(message) end
  end
  table.move(check_tables.faults(rules.published), 1, 999, #wrong + 1, wrong)
  for _, one in ipairs(rules.procedure_names) do check_procedure(rules, rules.procedures[one], wrong) end
  for _, one in ipairs(variants.names(rules.published)) do
    local stack
    stack, fault = open.over(rules, { one })
    if stack then
      check_words.add_faults(stack, stack.layers[1], wrong)
    elseif not fault.needless then
      wrong[#wrong + 1] = fault.message
    end
  end
  return wrong, "ruleset"
end

return M
