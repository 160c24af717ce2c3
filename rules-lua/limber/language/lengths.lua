--- Lengths and angles as people write them, and as the state holds them: micrometres, thousandths of a degree.
--
-- A plain number is in the ruleset's own unit (degrees, for an angle); `mm(120)`, `cm(7.5)`, `inch(15)` say which.
-- Facings may be words of the compass, points the squares of the map ("C4").
--
-- A table may be played at a scale: at { 1, 2 } every length and rate of the rules is half as long there. The state
-- holds lengths of the rules, unscaled. `to_rules` and `to_table` convert all that people enter or are shown: in
-- scenarios and scripts, at the prompt, in told facts, on maps.
--
-- How lengths are written at a table is `lengths.how(unit, ground)`, ground being the state's; functions that take a
-- `how` also take a unit alone, which is a table at full scale without a grid.
local bounds <const> = require "limber.language.bounds"
local Grid <const> = require "limber.language.grid"

local M <const> = {}

---@class limber.How
---@field unit string what plain numbers are in
---@field scale integer[]? the table's length of one of the rules', as a fraction; nil: the same
---@field grid limber.Grid?

M.UNITS = require "limber.language.length_units"

local COMPASS <const> = {
  "north", "north_north_east", "north_east", "east_north_east", "east", "east_south_east", "south_east",
  "south_south_east", "south", "south_south_west", "south_west", "west_south_west", "west", "west_north_west",
  "north_west", "north_north_west",
}
local FACINGS <const> = {}
for i, name in ipairs(COMPASS) do
  FACINGS[name] = (i - 1) * 22500
  FACINGS[name:gsub("(%a)%a*_?", "%1")] = (i - 1) * 22500
end

local math_type <const> = math.type

local function whole(number)
  return math.floor(number + 0.5)
end

local function scaled(factor)
  return function(number)
    if math_type(number) == "integer" then return number * factor end
    if type(number) ~= "number" then error("a number is needed here", 2) end
    return whole(number * factor)
  end
end

--- What rule files write lengths with: `mm(120)` is 120000.
M.words = {
  mm = scaled(1000), cm = scaled(10000), inch = scaled(25400), metre = scaled(1000000), deg = scaled(1000),
}

local function marked(factor)
  return function(number)
    if type(number) ~= "number" then error("a number is needed here", 2) end
    return { length = whole(number * factor) }
  end
end

--- What scenarios write lengths with: their plain numbers are in the ruleset's unit, so these are marked.
M.scenario_words = { mm = marked(1000), cm = marked(10000), inch = marked(25400), metre = marked(1000000) }

--- How lengths are written at a table.
---@param unit string the ruleset's
---@param ground table? the state's
---@return limber.How
function M.how(unit, ground)
  local sized = ground and ground.width -- where players tell what a tape would, the table may have no size
  return { unit = unit, scale = ground and ground.scale, grid = sized and Grid.of(ground, unit) or nil }
end

local function unit_of(how)
  return type(how) == "table" and how.unit or how
end

local function scale_of(how)
  return type(how) == "table" and how.scale or nil
end

local LARGEST <const> = 20 -- of a scale's numbers, so that whole micrometres stay what they were

--- A scale as people write it, 0.5 or { 1, 2 }, in lowest terms; nil for full scale; false and what is wrong with it.
---@param value any
---@return integer[]|nil|false
---@return string?
function M.scale(value)
  if value == nil then return nil end
  local n, d
  if type(value) == "table" then
    n, d = math.tointeger(value[1]), math.tointeger(value[2])
  elseif type(value) == "number" then
    for try = 1, LARGEST do
      local above = whole(value * try)
      if not n and math.abs(value * try - above) < 1e-9 then n, d = above, try end
    end
  end
  if not n or not d or n < 1 or d < 1 or n > LARGEST or d > LARGEST then
    local got = type(value) == "number" and ("%.6g"):format(value) or bounds.shown(value)
    return false, ("scale must be a simple fraction like 0.5 or { 2, 3 }, got %s"):format(got)
  end
  for by = LARGEST, 2, -1 do
    if n % by == 0 and d % by == 0 then n, d = n // by, d // by end
  end
  if n == d then return nil end
  return { n, d }
end

--- A length measured on the table, as a length of the rules.
---@param um integer
---@param scale integer[]?
---@return integer
function M.to_rules(um, scale)
  if not scale then return um end
  return (2 * um * scale[2] + scale[1]) // (2 * scale[1])
end

--- A length of the rules, or of the state, as a length on the table.
---@param um integer
---@param scale integer[]?
---@return integer
function M.to_table(um, scale)
  if not scale then return um end
  return (2 * um * scale[1] + scale[2]) // (2 * scale[2])
end

--- A length of the state as a number on the table, in the unit people use there: whole where it is nearly so.
---@param um integer
---@param how limber.How|string
---@return number
function M.number(um, how)
  local unit = unit_of(how)
  local digits = unit == "mm" and 10 or unit == "m" and 1000 or 100
  local number = whole(M.to_table(um, scale_of(how)) * digits / M.UNITS[unit]) / digits
  return math.tointeger(number) or number
end

--- Millimetres of the state in one of the units that people use on the table.
---@param how limber.How
---@return number
function M.in_millimetres(how) return M.UNITS[how.unit] / M.to_table(1000000, how.scale) * 1000 end

--- A length of the state as people read it on the table: `12.5 mm`, `3 in`.
---@param um integer
---@param how limber.How|string
---@return string
function M.text(um, how)
  local unit = unit_of(how)
  return ("%s %s"):format(M.number(um, how), unit == "inch" and "in" or unit)
end

--- Millimetres that the rules speak of, as they are on the table and in the unit people use there.
---@param words string
---@param how limber.How
---@return string
function M.in_unit(words, how)
  if how.unit == "mm" and not how.scale then return words end
  return (words:gsub("(%-?%d+%.?%d*) ?mm%f[%W]", function(number)
    return M.text(whole(tonumber(number) * 1000), how)
  end))
end

--- A length from written input. Input that is not a length comes back unchanged, and a check refuses it.
---@param value any
---@param how limber.How|string
---@return any
function M.length(value, how)
  local um
  if type(value) == "number" then
    um = whole(value * M.UNITS[unit_of(how)])
  elseif type(value) == "table" then
    um = math.type(value.length) == "integer" and value.length or nil
  elseif type(value) == "string" then
    local number, name = value:match "^(%-?[%d.]+)%s*(%a+)$"
    um = tonumber(number) and M.UNITS[name] and whole(tonumber(number) * M.UNITS[name])
  end
  if math.type(um) ~= "integer" or um > bounds.LENGTH or um < -bounds.LENGTH then return value end
  return M.to_rules(um, scale_of(how))
end

--- An angle or facing from written input: degrees, or a word of the compass.
---@param value any
---@return any
function M.angle(value)
  if type(value) == "number" and value == value and math.abs(value) < 1e9 then return whole(value * 1000) end
  return type(value) == "string" and FACINGS[(value:lower():gsub("[%s-]+", "_"))] or value
end

--- The word of the compass nearest to an angle, of eight.
---@param angle integer
---@return string
function M.compass(angle)
  return COMPASS[(angle + 22500) // 45000 % 8 * 2 + 1]
end

--- A point from written input: { x, y }, or a square of the map. Other input comes back unchanged, and is refused.
---@param value any
---@param how limber.How|string
---@return any
function M.point(value, how)
  if type(value) == "string" and type(how) == "table" and how.grid then return Grid.point(how.grid, value) or value end
  if type(value) ~= "table" then return value end
  local x, y = value.x or value[1], value.y or value[2]
  return { x = M.length(x, how), y = M.length(y, how) }
end

local function points(value, how)
  if type(value) ~= "table" then return value end
  local list = {}
  for i, one in ipairs(value) do list[i] = M.point(one, how) end
  return list
end

M.points = points

--- The fault of a value that `point` gave; nil when it is a point.
---@param point any
---@param how limber.How|string
---@return string?
function M.not_a_point(point, how)
  if type(point) == "table" and math.type(point.x) == "integer" and math.type(point.y) == "integer" then return nil end
  if type(point) == "string" and type(how) == "table" and how.grid then
    local _, message = Grid.point(how.grid, point)
    return message
  end
  return "a point is { x, y }, or a square like \"C4\""
end

local convert

local function convert_one(field, value, how, records)
  if field.measure == "length" then return M.length(value, how) end
  if field.measure == "angle" then return M.angle(value) end
  if field.record == "point" then return field.kind == "list" and points(value, how) or M.point(value, how) end
  if type(value) ~= "table" or not field.record then return value end
  if field.kind == "object" then return convert(records[field.record], value, how, records) end
  local list = {}
  for i, one in ipairs(value) do
    list[i] = type(one) == "table" and convert(records[field.record], one, how, records) or one
  end
  return list
end

--- Arguments as people write them, in the state's units: lengths, angles and points wherever the fields say so.
---@param fields limber.Field[]
---@param args table
---@param how limber.How|string
---@param records table<string, limber.Field[]>
---@return table
function convert(fields, args, how, records)
  local converted = {}
  for key, value in next, args do converted[key] = value end
  for _, field in ipairs(fields) do
    local value = args[field.name]
    if value ~= nil then converted[field.name] = convert_one(field, value, how, records) end
  end
  return converted
end

M.convert = convert

return M
