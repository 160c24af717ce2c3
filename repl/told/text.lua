--- Answers of players as they would type them, and what a field's number is counted in.
local fields <const> = require "limber.language.fields"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"
local units <const> = require "read.units"

local M <const> = {}

---@class limber.Answering how answers are read
---@field view limber.View who there is, and the records
---@field side string? whose own is "own"
---@field unit string? what a plain number is counted in, by the rules
---@field shown string? the unit of length that players use: mm, cm or in
---@field scale integer[]? the table's length of one of the rules'
---@field rounding table<string, "down"|"up"|"nearest">?

local ONE <const> = { units = "unit", leaders = "general", formations = "formation" }
M.ONE = ONE

---@param unit string?
---@return boolean
function M.is_length(unit)
  return unit ~= nil and lengths.UNITS[unit] ~= nil
end

--- The unit of a field's number, and that which players use for it.
---@param how limber.Answering
---@param field limber.Field
---@return string?
---@return string?
function M.unit_of(how, field)
  local unit = units.of(field.name or "") or field.measure == "length" and "mm" or how.unit
  return unit, M.is_length(unit) and how.shown or unit
end

--- Whether a record is nothing but ids, such as a pair of units.
---@param record limber.Field[]
---@return boolean
function M.only_ids(record)
  for _, field in ipairs(record) do
    if not field.names or field.kind == "list" then return false end
  end
  return #record > 1
end

local function shown_number(how, field, value)
  local unit, shown = M.unit_of(how, field)
  if not M.is_length(unit) then return tostring(value) end
  local um = field.measure == "length" and value or math.floor(value * lengths.UNITS[unit] + 0.5)
  return tostring(lengths.number(um, { unit = shown, scale = how.scale })), shown
end

--- An answer as players would write it.
---@param how limber.Answering
---@param field limber.Field
---@param value any
---@return string
function M.show(how, field, value)
  if field.kind == "flag" then return value and "y" or "n" end
  if field.kind == "int" or field.kind == "number" then return (shown_number(how, field, value)) end
  if field.names and field.kind ~= "list" then
    local node = how.view.state[field.names][value]
    return node and names.short(node) or tostring(value)
  end
  if field.kind ~= "list" and field.kind ~= "object" then return tostring(value) end
  if field.kind == "object" then value = { value } end
  local parts, record = {}, field.record and how.view.records[field.record]
  for i, one in ipairs(value) do
    if field.names then
      parts[i] = M.show(how, { kind = "text", names = field.names }, one)
    elseif field.of then
      parts[i] = M.show(how, field.of, one)
    else
      local inside, passed = {}, false
      for _, inner in ipairs(record) do
        local given = one[inner.name]
        if given ~= nil and inner.kind == "flag" then
          if given then inside[#inside + 1] = inner.name end
        elseif given ~= nil then
          local label = inner.kind == "int" and passed and inner.name:gsub("_%a+$", "") .. " " or ""
          inside[#inside + 1] = label .. M.show(how, inner, given)
        elseif inner.kind == "int" then
          passed = true -- a number that comes now would be taken for it
        end
      end
      parts[i] = table.concat(inside, M.only_ids(record) and "-" or " ")
    end
  end
  if #parts == 0 then return "none" end
  return table.concat(parts, record and not M.only_ids(record) and ", " or " ")
end

--- What the fields of a record take, one after another.
---@param record limber.Field[]
---@return string
function M.form(record)
  local parts = {}
  for i, field in ipairs(record) do
    parts[i] = ("%s (%s)"):format(field.name, field.names and "a " .. ONE[field.names] or fields.range(field))
  end
  return table.concat(parts, ", ")
end

return M
