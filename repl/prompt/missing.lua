--- Asks for what a question lacks, one argument at a time, each with its range.
local fields <const> = require "limber.language.fields"
local grammar <const> = require "read.grammar"
local dotted <const> = require "limber.common.dotted"
local units <const> = require "read.units"

local M <const> = {}

--- The question asked for one argument: `range_mm, nearest edge to nearest edge (whole mm, 1 or more)? `
---@param path string
---@param field limber.Field
---@return string
function M.prompt(path, field)
  local unit, range = units.of(field.name or ""), fields.range(field)
  if unit and field.kind == "int" then
    local count
    range, count = range:gsub("^a whole number", "whole " .. unit)
    if count == 0 then range = range .. " " .. unit end
  end
  return ("%s%s (%s)? "):format(path, field.doc and ", " .. field.doc or "", range)
end

--- Checks a question and asks for each required argument that is missing, until none is.
---@param rules limber.Rules
---@param procedure table
---@param args table changed in place
---@param read fun(prompt: string): string? a line; nil or an empty one gives up
---@param tell fun(text: string) is told why an answer will not do
---@return table? args
---@return limber.Refusal?
function M.ask(rules, procedure, args, read, tell)
  while true do
    local checked, fault = fields.check(procedure.args, args, rules.records)
    if checked then return args end
    local field, path = fault.missing, fault.arg
    if not field then return nil, fault end
    if field.record then
      dotted.put(args, path, field.kind == "list" and { {} } or {})
    else
      local line = read(M.prompt(path, field))
      if not line or not line:find "%S" then return nil, fault end
      local value, wrong = grammar.value(rules, field, line:match "^%s*(.-)%s*$")
      local fine, refusal = nil, wrong and fields.refuse(path, wrong)
      if not wrong then fine, refusal = fields.check({ field }, { [field.name] = value }, rules.records) end
      if fine then dotted.put(args, path, value) else tell(refusal.message) end
    end
  end
end

return M
