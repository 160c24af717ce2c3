--- Fields of commands for the page, and values of them: lengths in millimetres, angles in degrees, ids as they are.
local values <const> = require "play.values"

local M <const> = {}

local ONE <const> = { units = "unit", leaders = "leader", formations = "formation", areas = "area" }

--- What a field is to the page: unit, leader, formation, area, length, turn, bearing, point, int, enum, flag, text;
--- `other` for what only the prompt takes.
local function kind_of(field)
  if field.names then return ONE[field.names] end
  if field.measure == "length" then return "length" end
  if field.measure == "angle" then return values.is_turn(field) and "turn" or "bearing" end
  if field.record == "point" then return "point" end
  if field.kind == "list" or field.kind == "object" or field.kind == "any" then return "other" end
  return field.kind
end

--- A number of the game as the page has it, or back.
local function shown(field, value) return field.measure and value / 1000 or value end

---@param field limber.Field
---@return table
function M.told(field)
  local range = field.min ~= nil and field.max ~= nil and { shown(field, field.min), shown(field, field.max) } or nil
  return {
    name = field.name, kind = kind_of(field), many = field.kind == "list" or nil, whose = field.whose,
    values = field.values, range = range, optional = (field.optional or field.default ~= nil) or nil, doc = field.doc,
    wanted = values.wanted(field),
  }
end

---@param list limber.Field[]
---@return table[]
function M.list(list)
  local all = {}
  for i, field in ipairs(list) do all[i] = M.told(field) end
  return all
end

local function fields_of(rules, field)
  return field.record and field.record ~= "point" and rules.records[field.record] or nil
end

local convert

--- A value of a field one way or the other; what does not fit is left for the game to refuse.
local function converted(rules, field, value, number)
  if field.record == "point" and type(value) == "table" and value.x then
    return { x = number(value.x), y = number(value.y) }
  elseif field.kind == "list" and type(value) == "table" then
    local list = {}
    local one = field.record and { kind = "object", record = field.record } or field.of or {}
    for i, element in ipairs(value) do list[i] = converted(rules, one, element, number) end
    return list
  elseif fields_of(rules, field) and type(value) == "table" then
    return convert(rules, fields_of(rules, field), value, number)
  elseif field.measure and type(value) == "number" then
    return number(value)
  end
  return value
end

function convert(rules, list, given, number)
  local out, known = {}, {}
  for _, field in ipairs(list) do known[field.name] = field end
  for key, value in next, given do
    out[key] = known[key] and converted(rules, known[key], value, number) or value
  end
  return out
end

local function into_page(value) return value / 1000 end

local function from_page(value)
  if value ~= value or math.abs(value) > 1e9 then error({ arg = "value", message = "that number is too large" }, 0) end
  return math.floor(value * 1000 + 0.5)
end

--- Arguments of the game as the page has them.
---@param rules limber.Rules
---@param list limber.Field[]
---@param args table
---@return table
function M.to_page(rules, list, args) return convert(rules, list, args, into_page) end

--- Arguments that the page gives, as the game has them.
---@param rules limber.Rules
---@param list limber.Field[]
---@param args table
---@return table
function M.from_page(rules, list, args) return convert(rules, list, args, from_page) end

return M
