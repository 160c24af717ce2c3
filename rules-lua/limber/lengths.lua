--- Lengths and angles as people write them, and as the state holds them: micrometres, thousandths of a degree.
--
-- A plain number is in the ruleset's own unit (degrees, for an angle); `mm(120)`, `cm(7.5)`, `inch(15)` say which.
-- Facings may be words of the compass.
local M <const> = {}

M.UNITS = { mm = 1000, cm = 10000, inch = 25400, ["in"] = 25400, m = 1000000 }

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

local function whole(number)
  return math.floor(number + 0.5)
end

local function scaled(factor)
  return function(number)
    if type(number) ~= "number" then error("a number is wanted here", 2) end
    return whole(number * factor)
  end
end

--- What rule files write lengths with: `mm(120)` is 120000.
M.words = {
  mm = scaled(1000), cm = scaled(10000), inch = scaled(25400), metre = scaled(1000000), deg = scaled(1000),
}

local function marked(factor)
  return function(number)
    if type(number) ~= "number" then error("a number is wanted here", 2) end
    return { length = whole(number * factor) }
  end
end

--- What scenarios write lengths with: their plain numbers are in the ruleset's unit, so these are marked.
M.scenario_words = { mm = marked(1000), cm = marked(10000), inch = marked(25400), metre = marked(1000000) }

--- A length from what somebody wrote; what is no length comes back as it is, for a check to refuse.
---@param value any
---@param unit string the unit of plain numbers
---@return any
function M.length(value, unit)
  if type(value) == "number" then return whole(value * M.UNITS[unit]) end
  if type(value) == "table" and value.length then return value.length end
  if type(value) == "string" then
    local number, name = value:match "^(%-?[%d.]+)%s*(%a+)$"
    if tonumber(number) and M.UNITS[name] then return whole(tonumber(number) * M.UNITS[name]) end
  end
  return value
end

--- An angle or facing from what somebody wrote: degrees, or a word of the compass.
---@param value any
---@return any
function M.angle(value)
  if type(value) == "number" then return whole(value * 1000) end
  return FACINGS[value] or value
end

---@param value any
---@param unit string
---@return any
function M.point(value, unit)
  if type(value) ~= "table" then return value end
  local x, y = value.x or value[1], value.y or value[2]
  return { x = M.length(x, unit), y = M.length(y, unit) }
end

local function points(value, unit)
  if type(value) ~= "table" then return value end
  local list = {}
  for i, one in ipairs(value) do list[i] = M.point(one, unit) end
  return list
end

M.points = points

local convert

local function convert_one(field, value, unit, records)
  if field.measure == "length" then return M.length(value, unit) end
  if field.measure == "angle" then return M.angle(value) end
  if field.record == "point" then return field.kind == "list" and points(value, unit) or M.point(value, unit) end
  if type(value) ~= "table" or not field.record then return value end
  if field.kind == "object" then return convert(records[field.record], value, unit, records) end
  local list = {}
  for i, one in ipairs(value) do
    list[i] = type(one) == "table" and convert(records[field.record], one, unit, records) or one
  end
  return list
end

--- Arguments as people write them, in the state's units: lengths, angles and points wherever the fields say so.
---@param fields limber.Field[]
---@param args table
---@param unit string
---@param records table<string, limber.Field[]>
---@return table
function convert(fields, args, unit, records)
  local converted = {}
  for key, value in next, args do converted[key] = value end
  for _, field in ipairs(fields) do
    local value = args[field.name]
    if value ~= nil then converted[field.name] = convert_one(field, value, unit, records) end
  end
  return converted
end

M.convert = convert

return M
