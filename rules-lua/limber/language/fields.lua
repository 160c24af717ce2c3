--- Fields declare the type of an argument or a result; this file also checks given values against them.
--
-- A field is plain data, one of these kinds:
--   int     whole number from `min` to `max` (nil: open, to 2^53 either way), or one of `values`
--   number  the same with decimals, at most six (limber.language.decimals)
--   flag    true or false, false when left out
--   enum    one of `values`; of a result that is `open`, a house rule may give another word
--   text    a string
--   any     any value (results only)
--   object  keys as the named record says
--   list    of objects (`record`) or of plain values (`of`, a field), at least `min` of them
-- A record may say what `each` of a list must have at least one of: an element with no known key is the list's fault.
-- A refusal is { arg = "a.2.quality", message = "a.2.quality must be 1 to 9, got 12" }.
local bounds <const> = require "limber.language.bounds"
local decimals <const> = require "limber.language.decimals"
local field_words <const> = require "limber.language.field_words"
local json <const> = require "kernel.json"
local lists <const> = require "limber.common.lists"
local printable <const> = require "kernel.printable"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}
local has <const> = lists.has

---@class limber.Field
---@field name string
---@field kind "int"|"number"|"flag"|"enum"|"text"|"any"|"object"|"list"
---@field min integer?
---@field max integer?
---@field values any[]?
---@field default any
---@field optional boolean?
---@field odds false? of a result: it is not there in odds, as what counts throws without end
---@field record string?
---@field of limber.Field?
---@field doc string?

---@class limber.Refusal
---@field arg string
---@field message string
---@field missing limber.Field? the argument that was left out, where that is the fault

--- A refusal whose message begins with the argument's name.
---@param arg string
---@param text string
---@param more table|string|nil what can be said besides: `cite`, `margin`; a text is the clause
---@return limber.Refusal
function M.refuse(arg, text, more)
  if type(arg) ~= "string" or type(text) ~= "string" then
    error("refuse takes the name of an argument and a text", 2)
  end
  local refusal = { arg = arg, message = arg .. " " .. text }
  for key, value in next, type(more) == "string" and { cite = more } or more or {} do refusal[key] = value end
  return refusal
end

--- A refusal of a value outside a range; nil when it is within, or there is none.
function M.outside(arg, value, from, to)
  if not value or value >= from and value <= to then return nil end
  return M.refuse(arg, ("must be %d to %d, got %d"):format(from, to, value))
end

M.words = field_words

local MEASURED <const> = { length = "%s mm", angle = "%s degrees" }
local SAID <const> = { flag = "true or false", text = "text" }

--- A number of a field as people read it: lengths in mm, angles in degrees, all else as it is.
local function number_of(field, value)
  local words = MEASURED[field.measure]
  if not words or math.type(value) ~= "integer" then return tostring(value) end
  return words:format(value % 1000 == 0 and value // 1000 or value / 1000)
end

--- What a field takes, in words: `2 to 14`, `formed, battery or skirmishers`.
---@param field limber.Field
---@return string
function M.range(field)
  if field.values then
    local words = {}
    for i, value in ipairs(field.values) do words[i] = tostring(value) end
    if #words == 1 then return words[1] end
    return table.concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
  elseif field.kind == "int" or field.kind == "number" then
    local what = field.measure and (field.measure == "length" and "a length" or "an angle")
      or field.kind == "int" and "a whole number" or "a number of at most six decimals"
    if field.min and field.max then
      return ("%s to %s"):format(number_of(field, field.min), number_of(field, field.max))
    end
    if field.min then return ("%s, %s or more"):format(what, number_of(field, field.min)) end
    if field.max then return ("%s, %s or less"):format(what, number_of(field, field.max)) end
    return what
  elseif field.kind == "list" then
    return field.min > 0 and ("a list of %d or more"):format(field.min) or "a list"
  end
  return SAID[field.kind] or "an object"
end

local function said(value)
  if value == json.null then return "null" end
  if type(value) == "table" then return (json.is_list(value) or #value > 0) and "a list" or "an object" end
  return bounds.shown(value)
end

-- While checking, a fault is { arg, text, lead, missing }: its message is lead .. arg .. text. Each level of the
-- arguments puts its own name before the arg, so that a path is only ever built when something is wrong.

local function wrong(field, value)
  local hint = field.kind == "enum" and suggest.hint(value, field.values) or ""
  local got = field.measure and math.type(value) == "integer" and number_of(field, value) or said(value)
  return nil, { arg = field.name, text = (" must be %s, got %s%s"):format(M.range(field), got, hint) }
end

local CHECK <const> = {}

function CHECK.int(field, value)
  local whole = math.type(value) == "integer" and value
    or math.type(value) == "float" and math.tointeger(value)
  if not whole
    or field.values and not has(field.values, whole)
    or field.min and whole < field.min
    or field.max and whole > field.max then
    return wrong(field, value)
  elseif whole > bounds.FARTHEST or whole < -bounds.FARTHEST then
    return nil, { arg = field.name, text = (" is too large, got %s"):format(said(value)) }
  end
  return whole
end

function CHECK.number(field, value)
  local exact = decimals.exact(value)
  if exact and exact >= (field.min or exact) and exact <= (field.max or exact) then return exact end
  local fine = math.type(value) == "float" and not exact and decimals.rounded(value)
  if fine then return nil, { arg = field.name, text = (" has more than six decimals: %s"):format(said(value)) } end
  return wrong(field, value)
end

function CHECK.flag(field, value)
  if type(value) ~= "boolean" then return wrong(field, value) end
  return value
end

function CHECK.enum(field, value)
  if type(value) ~= "string" or not has(field.values, value) then return wrong(field, value) end
  return value
end

function CHECK.text(field, value)
  if type(value) ~= "string" then return wrong(field, value) end
  local bad = bounds.bad_text(value, "", bounds.TEXT, true)
  if bad then return nil, { arg = field.name, text = bad } end
  return value
end

function CHECK.any(_, value) return value end

--- A list has positions and no names; an object the reverse; an empty table may be either, unless
--- it came as JSON, which tells them apart.
local function is_list(value)
  if type(value) ~= "table" then return false end
  if json.is_list(value) then return true end
  local first = next(value)
  return first == nil and not json.is_object(value) or #value > 0
end

local function is_object(value)
  if type(value) ~= "table" or value == json.null or json.is_list(value) then return false end
  return #value == 0
end

local function names_of(fields)
  local names = {}
  for i, field in ipairs(fields) do names[i] = field.name end
  return names
end

--- The names of a list of fields, as a set; kept for as long as the list.
local known_names <const> = setmetatable({}, { __mode = "k" })

local function names_in(fields)
  local known = known_names[fields]
  if not known then
    known = {}
    for _, field in ipairs(fields) do known[field.name] = true end
    known_names[fields] = known
  end
  return known
end

local function unknown_key(fields, given)
  local known, first = names_in(fields), nil
  for key in next, given do
    if not known[key] and (not first or tostring(key) < first) then first = tostring(key) end
  end
  if not first then return nil end
  local shown = bounds.cut(printable.line(first))
  return { arg = shown, lead = "unknown argument ", text = suggest.hint(first, names_of(fields)) }
end

local function check_object(record, given, records)
  local fault = unknown_key(record, given)
  if fault then return nil, fault end
  local checked = {}
  for i = 1, #record do
    local field = record[i]
    local name = field.name
    local value = given[name]
    if value ~= nil then
      value, fault = CHECK[field.kind](field, value, records)
      if fault then return nil, fault end
    elseif field.default ~= nil then
      value = field.default
    elseif not field.optional then
      return nil, { arg = name, text = (" is required: %s"):format(M.range(field)), missing = field }
    end
    checked[name] = value
  end
  fault = record.check and record.check(checked, given)
  if fault then return nil, { arg = fault.arg, text = fault.message:sub(#fault.arg + 1) } end
  return checked
end

--- The fault with its path as the enclosing level writes it.
local function within(name, fault)
  fault.arg = name .. "." .. fault.arg
  return nil, fault
end

function CHECK.object(field, value, records)
  if not is_object(value) then return wrong(field, value) end
  local checked, fault = check_object(records[field.record], value, records)
  if fault then return within(field.name, fault) end
  return checked
end

local function has_known_key(record, given)
  local known = names_in(record)
  for key in next, given do
    if known[key] then return true end
  end
  return false
end

--- One element of a list; a plain value's fault is the list's.
local function check_element(field, value, i, records)
  local record = records[field.record]
  if field.of then
    local checked, fault = CHECK[field.of.kind](field.of, value, records)
    if fault then fault.arg = field.name end
    return checked, fault
  elseif not is_object(value) then
    local text = " must be a list of objects; its element %d is %s"
    return nil, { arg = field.name, text = text:format(i, said(value)) }
  end
  if record.each and not has_known_key(record, value) then
    local misspelt = unknown_key(record, value)
    local text = (" must each have %s; element %d has "):format(record.each, i)
    return nil, { arg = field.name, text = text .. (misspelt and misspelt.arg .. misspelt.text or "none") }
  end
  local checked, fault = check_object(record, value, records)
  if fault then return within(field.name .. "." .. i, fault) end
  return checked
end

function CHECK.list(field, value, records)
  if not is_list(value) then return wrong(field, value) end
  local count = #value
  if count < field.min then
    return nil, { arg = field.name, text = (" must have %d or more, got %d"):format(field.min, count) }
  elseif count > bounds.LIST then
    return nil, { arg = field.name, text = (" must have at most %d, got %d"):format(bounds.LIST, count) }
  end
  local checked = {}
  for i = 1, count do
    local element, fault = check_element(field, value[i], i, records)
    if fault then return nil, fault end
    checked[i] = element
  end
  return checked
end

--- Lists of fields that are asked often are checked by a function of their own (limber.language.field_checks), written
--- when one has been asked so often.
local OFTEN <const> = 8
local often <const> = setmetatable({}, { __mode = "k" })

local function checked_at_once(fields, given, records)
  local known = often[fields]
  if not known or known.records ~= records then
    known = { records = records, asked = 0 }
    often[fields] = known
  end
  if known.check then return known.check(given) end
  known.asked = known.asked + 1
  if known.asked == OFTEN then
    known.check = require("limber.language.field_checks").written(fields, records)
  end
end

--- Checks `given` against `fields`: unknown keys first (in alphabetical order), then the declared
--- ones in their order. Defaults are filled in; whole floats become integers. `given` is unchanged.
---@param fields limber.Field[]
---@param given table
---@param records table<string, limber.Field[]>? the named records that lists and objects refer to
---@return table? checked
---@return limber.Refusal? refusal
function M.check(fields, given, records)
  local at_once = records and checked_at_once(fields, given, records)
  if at_once then return at_once end
  if not is_object(given) then
    return nil, { arg = "args", message = "args must be an object, got " .. said(given) }
  end
  local checked, fault = check_object(fields, given, records or {})
  if checked then return checked end
  return nil, { arg = fault.arg, message = (fault.lead or "") .. fault.arg .. fault.text, missing = fault.missing }
end

--- The field a dotted path leads to (`a.1.response`), or a refusal naming where it goes astray.
---@param fields limber.Field[]
---@param path string
---@param records table<string, limber.Field[]>
---@param what string? what to call such a field; "result field" when left out
---@param arg string? the argument that the path was given in; the path itself when left out
---@return limber.Field?
---@return limber.Refusal?
function M.at(fields, path, records, what, arg)
  local field
  for key in path:gmatch "[^.]+" do
    if field and field.kind == "list" and key:match "^[1-9]%d*$" then
      if field.of then field = field.of else field = { kind = "object", record = field.record } end
    else
      local inside = not field and fields or field.record and field.kind == "object" and records[field.record] or {}
      local found
      for _, candidate in ipairs(inside) do
        if candidate.name == key then found = candidate end
      end
      if not found then
        local hint = suggest.hint(key, names_of(inside))
        if field and field.kind == "list" then hint = ": its elements are numbered from 1" end
        local shown = bounds.cut(path)
        return nil, { arg = arg or shown, message = ("no %s %s%s"):format(what or "result field", shown, hint) }
      end
      field = found
    end
  end
  return field
end

return M
