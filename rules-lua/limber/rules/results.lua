--- Checks the results of rules against the declaration of their procedure: plain data with the declared fields, none
--- of the required ones missing, words from the field's list (any name where the list is open), whole numbers within
--- their range. A house rule that throws other dice declares the fields anew: `out` of a variant. What guests give is
--- always checked; what ships is checked where rules are loaded to be checked, as the tests do. A fault names the file
--- and line of the function that gave the result.
local decimals <const> = require "limber.language.decimals"
local fields <const> = require "limber.language.fields"
local lists <const> = require "limber.common.lists"
local is_name <const> = require("limber.language.names").is_name
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- A copy of plain data, numbers with decimals among it.
local function copy(value, copies) return sandbox.plain(value, copies, true) end

local function shown(value)
  if type(value) == "string" then return ("%q"):format(#value > 40 and value:sub(1, 40) .. "…" or value) end
  local kind = type(value)
  return (kind == "table" or kind == "function" or kind == "userdata") and "a " .. kind or tostring(value)
end

local function wrong(path, wanted, value)
  return ("%s must be %s, got %s"):format(path, wanted, shown(value))
end

local fault_in

--- The fault of one value of plain data, or nil.
local function fault_of(field, value, path, records, fills)
  local kind = field.kind
  if kind == "int" then
    local whole = type(value) == "number" and math.tointeger(value)
    if not whole or field.values and not lists.has(field.values, whole) or whole < (field.min or whole)
      or whole > (field.max or whole) then
      return wrong(path, whole and fields.range(field) or "a whole number", value)
    end
  elseif kind == "number" then
    local exact = decimals.exact(value)
    if not exact then return wrong(path, "a number of at most six decimals", value) end
    if exact < (field.min or exact) or exact > (field.max or exact) then
      return wrong(path, fields.range(field), value)
    end
  elseif kind == "flag" then
    if type(value) ~= "boolean" then return wrong(path, "true or false", value) end
  elseif kind == "enum" then
    if lists.has(field.values, value) or field.open and is_name(value) then return nil end
    return wrong(path, table.concat(field.values, " or "), value) .. suggest.hint(value, field.values)
  elseif kind == "text" then
    if type(value) ~= "string" then return wrong(path, "text", value) end
  elseif kind == "object" then
    if type(value) ~= "table" then return wrong(path, "an object", value) end
    return fault_in(records[field.record] or {}, value, records, path .. ".", fills)
  elseif kind == "list" then
    if type(value) ~= "table" or next(value) ~= nil and #value == 0 then return wrong(path, "a list", value) end
    if #value + 1 < (field.min or 1) then return ("%s must have %d or more, got %d"):format(path, field.min, #value) end
    local of = field.of or { kind = "object", record = field.record }
    for i = 1, #value do
      local fault = fault_of(of, value[i], path .. "." .. i, records, fills)
      if fault then return fault end
    end
  end
end

--- The fault of a key that is not declared.
local function undeclared(declared, value, before)
  local names = {}
  for i, field in ipairs(declared) do names[i] = field.name end
  if #value > 0 then return "it is a list but must be an object" end
  for _, key in ipairs(sorted.keys(value)) do
    if not lists.has(names, key) then
      local hint = suggest.hint(key, names)
      if hint == "" and before == "" then hint = ": say so in out" end
      return ("%s%s is not declared%s"):format(before, key, hint)
    end
  end
end

--- The first fault of an object with these fields, or nil. `fills`: fields that are left out get their defaults.
function fault_in(declared, value, records, before, fills)
  local count = 0
  for i = 1, #declared do
    local field = declared[i]
    local name = field.name
    local one = value[name]
    if one ~= nil then
      count = count + 1
      if not (field.kind == "flag" and (one == true or one == false)) then
        local fault = fault_of(field, one, before .. name, records, fills)
        if fault then return fault end
      end
    elseif not field.optional and field.default == nil then
      return ("%s%s is missing"):format(before, name)
    elseif fills and field.default ~= nil then
      value[name], count = copy(field.default), count + 1
    end
  end
  for _ in next, value do count = count - 1 end
  if count < 0 then return undeclared(declared, value, before) end
end

-- ---- the same, quickly: nearly all results are as they should be --------------------

local function yes() return true end

local function set_of(values)
  local set = {}
  for _, value in ipairs(values) do set[value] = true end
  return set
end

local fits

--- What tells whether a table has these fields and no others, each as declared. False also where it is not sure.
local function fits_all(declared, records, known)
  local count, names, tests, needed = #declared, {}, {}, {}
  local function test(value)
    if type(value) ~= "table" then return false end
    local more = 0
    for i = 1, count do
      local one = value[names[i]]
      if one ~= nil then
        if not tests[i](one) then return false end
        more = more + 1
      elseif needed[i] then
        return false
      end
    end
    for _ in next, value do more = more - 1 end
    return more == 0
  end
  known[declared] = test
  for i, field in ipairs(declared) do
    names[i], tests[i] = field.name, fits(field, records, known)
    needed[i] = not field.optional or field.default ~= nil
  end
  return test
end

local FITS <const> = {}

function FITS.int(field)
  local least, most = field.min or math.mininteger, field.max or math.maxinteger
  local set = field.values and set_of(field.values)
  return function(value)
    return math.type(value) == "integer" and value >= least and value <= most and (not set or set[value] == true)
  end
end

function FITS.number(field)
  local least, most = field.min or -math.huge, field.max or math.huge
  return function(value) return decimals.exact(value) ~= nil and value >= least and value <= most end
end

function FITS.flag() return function(value) return value == true or value == false end end

function FITS.text() return function(value) return type(value) == "string" end end

function FITS.enum(field)
  local set = set_of(field.values)
  return function(value) return set[value] == true end
end

function FITS.object(field, records, known)
  local record = records[field.record] or {}
  return known[record] or fits_all(record, records, known)
end

function FITS.list(field, records, known)
  local test = field.of and fits(field.of, records, known) or FITS.object(field, records, known)
  local least = (field.min or 1) - 1
  return function(value)
    if type(value) ~= "table" then return false end
    local count = #value
    if count < least or count == 0 and next(value) ~= nil then return false end
    for i = 1, count do
      if not test(value[i]) then return false end
    end
    return true
  end
end

function fits(field, records, known)
  local of = FITS[field.kind]
  return of and of(field, records, known) or yes
end

--- Is a result certainly as declared? The test is made once for the fields and records of a stack.
local function is_fine(declared, result, records)
  if declared.tested ~= declared.out or declared.tested_with ~= records then
    declared.tested, declared.tested_with = declared.out, records
    declared.test = fits_all(declared.out, records, {})
  end
  return declared.test(result)
end

-- ---- results --------------------

local function raise(fn, what, message)
  local info = debug.getinfo(sandbox.origin(fn), "S")
  error(("%s:%d: %s gives a wrong result: %s"):format(info.source:gsub("^@", ""), info.linedefined, what, message), 0)
end

--- A copy of a result for its caller. Notes on modifiers beside one of its lists then point to the copied list.
---@param result any
---@param draft table
---@return any
function M.own(result, draft)
  local notes = draft.considered or draft.notes
  if not notes then return copy(result) end
  local copies = {}
  local own = copy(result, copies)
  for _, one in ipairs(notes) do one.beside = copies[one.beside] or one.beside end
  return own
end

--- Raises where a result is not as its procedure declares it, with the place of the function that gave it.
---@param fn function
---@param declared { name: string, out: limber.Field[] } as it was where the function was laid
---@param result any
---@param draft table the rules in force (limber.rules.view)
---@param fills boolean? fields that are left out get their defaults
---@param by string? the service that gave it
---@return any result
function M.held(fn, declared, result, draft, fills, by)
  if is_fine(declared, result, draft.records) then return result end
  local fault = type(result) ~= "table" and wrong("it", "a table with " .. declared.out[1].name, result)
    or fault_in(declared.out, result, draft.records, "", fills)
  if fault then raise(fn, by and ("%s of %s"):format(by, declared.name) or declared.name, fault) end
  return result
end

--- A copy of a guest's result, whole: fields that it leaves out have their defaults. Raises its fault with the place of
--- the function that gave it.
---@param fn function
---@param declared { name: string, out: limber.Field[] }
---@param result any
---@param draft table
---@return table
function M.checked(fn, declared, result, draft)
  local noted = draft.considered or draft.notes
  local plain, own = true, result
  if type(result) == "table" then plain, own = pcall(noted and M.own or copy, result, noted and draft or nil) end
  if not plain then
    if type(own) ~= "string" then error(own, 0) end
    raise(fn, declared.name, own)
  end
  return M.held(fn, declared, own, draft, true)
end

--- The fields of what lies at a path in a result; nil where it has none that are declared.
local function fields_at(list, records, path)
  local inside = list
  for i = #path, 1, -1 do
    local key = path[i]
    local field = type(key) == "string" and lists.find(inside, function(one) return one.name == key end)
    local record = field and (field.record or field.of and field.of.record)
    if field and not records[record] or not field and math.type(key) ~= "integer" then return nil end
    inside = field and records[record] or inside -- a place in a list has the fields of the list
  end
  return inside
end

--- What is wrong with reading a key that a result, or a part of it, does not have; nil where it is declared, and may be
--- left out.
---@param declared { name: string, out: limber.Field[] }
---@param records table<string, limber.Field[]>
---@param key string
---@param ... string|integer the keys of the part, the last first
---@return string?
function M.missing(declared, records, key, ...)
  local path = { ... }
  local list = fields_at(declared.out, records, path)
  if not list then return nil end
  local names, way = {}, ""
  for i, field in ipairs(list) do names[i] = field.name end
  if lists.has(names, key) then return nil end
  for i = #path, 1, -1 do way = ("%s%s."):format(way, path[i]) end
  return ("the result of %s has no %s%s%s"):format(declared.name, way, key, suggest.hint(key, names))
end

--- Are a procedure's results declared as they were published, so that one that a wrap leaves as it is fits?
---@param declared { name: string, out: limber.Field[] }
---@param draft table
---@return boolean
function M.as_published(declared, draft)
  if declared.compared ~= declared.out then
    local published, seen = draft.published, {}
    local function same(list, other)
      if list ~= other then return false end
      for _, field in ipairs(list or {}) do
        local record = field.record or field.of and field.of.record
        if record and not seen[record] then
          seen[record] = true
          if not same(draft.records[record], published.records[record]) then return false end
        end
      end
      return true
    end
    local known = published.procedures[declared.name]
    declared.compared, declared.same = declared.out, known ~= nil and same(declared.out, known.out)
  end
  return declared.same
end

--- The fault of a result that is plain data, or nil.
---@param procedure table
---@param result table
---@param records table<string, limber.Field[]>
---@return string?
function M.fault(procedure, result, records)
  return fault_in(procedure.out, result, records, "")
end

--- The sentence that a guest's `says` gave; raises where it is not a sentence.
---@param fn function
---@param procedure table
---@param text any
---@return string
function M.said(fn, procedure, text)
  if type(text) ~= "string" or #text > 10000 then
    raise(fn, procedure.name, "says must give a sentence, got " .. (type(text) == "string" and "a book" or shown(text)))
  end
  return text
end

--- A copy of the refusal that a guest's `check` gave, or nil. Raises where it is neither.
---@param fn function
---@param procedure table
---@param fault any
---@return limber.Refusal?
function M.refusal(fn, procedure, fault)
  if fault == nil or fault == false then return nil end
  local arg = type(fault) == "table" and fault.arg
  local message = type(fault) == "table" and fault.message
  if type(arg) ~= "string" or type(message) ~= "string" then
    raise(fn, procedure.name, "check must give nothing or refuse(argument, text), got " .. shown(fault))
  end
  return { arg = arg, message = message }
end

return M
