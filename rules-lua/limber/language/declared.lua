--- Checks a declaration where a file makes it: which keys it may have, and what type each must be. Other keys are not
--- kept, so a file cannot pass its own claims off as what Limber knows of it (its path, its text, whether it shipped),
--- and a misspelt key is reported with its line.
local bounds <const> = require "limber.language.bounds"
local names <const> = require "limber.language.names"
local printable <const> = require "kernel.printable"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local math_type <const> = math.type

local KINDS <const> = {
  text = { function(value) return type(value) == "string" end, "text" },
  ["function"] = { function(value) return type(value) == "function" end, "a function" },
  table = { function(value) return type(value) == "table" end, "a table" },
  name = { names.is_name, names.RULE },
  names = {
    function(value)
      if type(value) ~= "table" then return false end
      for key, one in next, value do
        if math.type(key) ~= "integer" or not names.is_nested(one) then return false end
      end
      return true
    end,
    "a list of names",
  },
  whole = { function(value) return math.type(value) == "integer" end, "a whole number" },
  number = { function(value) return math.type(value) == "integer" or type(value) == "function" end,
    "a whole number or a function" },
  rule = { function(value) return type(value) == "function" or type(value) == "table" end, "a function or a table" },
  times = { function(value) return names.is_name(value) or type(value) == "function" end, "a name or a function" },
  piece = {
    function(value)
      if type(value) ~= "table" then return names.is_name(value) end
      for key, one in next, value do
        if math.type(key) ~= "integer" or not names.is_name(one) then return false end
      end
      return true
    end,
    "a kind of piece, or a list of them",
  },
  any = { function() return true end, "" },
}

local shown <const> = bounds.shown

--- A text as one printable line, however many lines it was written in, for listings.
---@param text string?
---@return string?
function M.line(text)
  if not text then return nil end
  return printable.line(text:find "[\r\n]" and text:gsub("%s*[\r\n]%s*", " ") or text)
end

local function unknown(what, key, allowed)
  if type(key) ~= "string" then return ("%s has the entry %s, which means nothing"):format(what, bounds.said(key)) end
  local known = sorted.keys(allowed)
  local hint = suggest.hint(key, known)
  if hint == "" then hint = "; its keys are " .. table.concat(known, ", ") end
  return ("%s has no key %s%s"):format(what, bounds.said(key), hint)
end

--- Lists of allowed keys, parsed once: the type of each key, and the required keys in order.
local taken_apart <const> = setmetatable({}, { __mode = "k" })

local function rules_of(allowed)
  local rules = taken_apart[allowed]
  if not rules then
    rules = { needed = {}, of = {} }
    for _, key in ipairs(sorted.keys(allowed)) do
      rules.of[key] = KINDS[allowed[key]:match "%a+"]
      if allowed[key]:find("!", 1, true) then rules.needed[#rules.needed + 1] = key end
    end
    taken_apart[allowed] = rules
  end
  return rules
end

--- The fault of a key or its value in a declaration; nil when both are right.
local function key_wrong(what, spec, allowed, key, value, listed)
  local rule = allowed[key] and rules_of(allowed).of[key]
  if not rule then
    if listed and math.type(key) == "integer" and key >= 1 and key <= #spec then return nil end
    return unknown(what, key, allowed)
  end
  if not rule[1](value) then
    local several = key == "value" and allowed.columns and type(value) == "table" and "; `columns` takes several" or ""
    return ("%s: %s must be %s, got %s%s"):format(what, key, rule[2], shown(value), several)
  end
  if type(value) ~= "string" then return nil end
  local bad_text = bounds.bad_text(M.line(value), key, bounds.TEXT)
  return bad_text and ("%s: %s"):format(what, bad_text)
end

--- A copy of a declaration with its allowed keys only. Raises the fault of the first key that has one.
---@param what string what is declared, for the message: `procedure "x"`
---@param spec table
---@param allowed table<string, string> kinds by key; a kind that ends in "!" must be there
---@param opts { listed: boolean?, level: integer? }? entries with places are kept too; the level of the error
---@return table
function M.only(what, spec, allowed, opts)
  local level, listed = (opts and opts.level or 2) + 1, opts and opts.listed
  if type(spec) ~= "table" then error(("%s needs a table, got %s"):format(what, shown(spec)), level) end
  local copy, bad, rules, size = {}, false, rules_of(allowed), #spec
  for key, value in next, spec do
    local rule = rules.of[key]
    if not rule then
      bad = bad or not (listed and math.type(key) == "integer" and key >= 1 and key <= size)
    else
      bad = bad or not rule[1](value)
      if type(value) == "string" then
        value = M.line(value)
        bad = bad or #value > bounds.TEXT and bounds.bad_text(value, key, bounds.TEXT) ~= nil
      end
    end
    copy[key] = value
  end
  if bad then
    for key, value in sandbox.sorted_pairs(spec) do
      local wrong = key_wrong(what, spec, allowed, key, value, listed)
      if wrong then error(wrong, level) end
    end
  end
  for _, key in ipairs(rules.needed) do
    if spec[key] == nil then error(("%s needs %s"):format(what, key), level) end
  end
  return copy
end

--- Refuses conditions of arguments that name no other argument.
---@param what string
---@param list limber.Field[]
---@param level integer
function M.conditions(what, list, level)
  local known = {}
  for _, field in ipairs(list) do known[field.name] = true end
  for _, field in ipairs(list) do
    if field.only ~= nil and type(field.only) ~= "table" then
      error(("%s: only of %s must be a table"):format(what, field.name), level + 1)
    end
    for _, name in ipairs(sorted.keys(field.only or {})) do
      if not known[name] then
        error(("%s: only of %s: no argument %s%s"):format(what, field.name, shown(name),
          suggest.hint(name, sorted.keys(known))), level + 1)
      end
    end
  end
end

--- Refuses what is not a name.
---@param kind string
---@param name any
---@param fits fun(name: any): boolean
---@param level integer?
function M.name(kind, name, fits, level)
  if not fits(name) then error(("%s: needs a name (letters, digits and _), got %s"):format(kind, shown(name)),
    (level or 2) + 1) end
end

local FIELD_KINDS <const> = {
  int = true, number = true, flag = true, enum = true, text = true, any = true, object = true, list = true,
}

local FIELD_TEXTS <const> = { "record", "doc", "cite" }

local function plain_values(list)
  if type(list) ~= "table" or #list == 0 then return false end
  for key, value in next, list do
    local fits
    if type(value) == "string" then
      fits = not bounds.bad_text(value, "", bounds.WORD)
    else
      fits = math_type(value) == "integer"
    end
    if not fits or math_type(key) ~= "integer" then return false end
  end
  return true
end

--- The fault of a field that follows a table (limber.rules.table_words), or nil.
local function following_wrong(field)
  if not names.is_name(field.of_table) then return "of_table must be the name of a table" end
  if field.key ~= nil and not names.is_name(field.key) then return "key must be the name of a key of its table" end
  if #field.besides > 0 and not plain_values(field.besides) then
    return "its values must be a list of words or whole numbers"
  end
  if field.where == nil then return nil end
  if type(field.where) ~= "table" then return "where must be a table of columns" end
  for column, cell in next, field.where do
    local fits = names.is_name(column) and (type(cell) ~= "table" and plain_values { cell } or plain_values(cell))
    if not fits then return "where must be a table of columns, each with a cell or a list of cells" end
  end
end

--- The fault of a field that a file made, or nil. Fields are plain tables, and a file may have put anything in one.
local function field_wrong(field, depth)
  if type(field) == "function" then
    return "must be a list of fields, and a field needs braces, even empty ones: flag \"guard\" {}"
  end
  if type(field) ~= "table" or not FIELD_KINDS[field.kind] or not names.is_name(field.name) or depth > 4 then
    return "must be a list of fields, like int \"guns\" { 2, 14 }"
  end
  local min, max = field.min, field.max
  if min ~= nil and math_type(min) ~= "integer" or max ~= nil and math_type(max) ~= "integer" then
    return field.name .. ": min and max are whole numbers"
  end
  if min and max and min > max then
    return ("%s: its least, %d, is more than its most, %d"):format(field.name, min, max)
  end
  local values, kind = field.values, field.kind
  if field.of_table ~= nil then
    local wrong = following_wrong(field)
    if wrong then return ("%s: %s"):format(field.name, wrong) end
  elseif values ~= nil and not plain_values(values) or kind == "enum" and not values then
    return field.name .. ": its values must be a list of words or whole numbers"
  end
  for i = 1, #FIELD_TEXTS do
    local key = FIELD_TEXTS[i]
    local text = field[key]
    if text ~= nil then
      if type(text) ~= "string" then return ("%s: %s must be text"):format(field.name, key) end
      field[key] = M.line(text)
    end
  end
  if field.open ~= nil and (kind ~= "enum" or type(field.open) ~= "boolean") then
    return field.name .. ": open is true or false, of an enum"
  end
  if kind == "object" and not field.record then
    return field.name .. ": an object needs the name of its record"
  end
  if kind == "list" then
    if not (field.record or field.of) then
      return field.name .. ": a list needs the name of its record, or of = a field"
    end
    return field.of and field_wrong(field.of, depth + 1)
  end
end

--- Keys of a record beside its fields.
local OF_RECORDS <const> = { check = true, each = true, piece = true, name = true }

--- Refuses a list with an entry that is not a field.
---@param what string
---@param list any
---@param level integer?
function M.fields(what, list, level)
  level = (level or 2) + 1
  if type(list) ~= "table" then error(what .. " must be a list of fields", level) end
  if FIELD_KINDS[list.kind] and names.is_name(list.name) then
    error(("%s must be a list of fields: { %s %q { … } }"):format(what, list.kind, list.name), level)
  end
  for key in sandbox.sorted_pairs(list) do
    if math_type(key) ~= "integer" and not OF_RECORDS[key] then
      error(("%s has the key %s: a field says its own name, int \"guns\" { 2, 14 }"):format(what, tostring(key)), level)
    end
  end
  local seen = {}
  for i = 1, #list do
    local field = list[i]
    local wrong = field_wrong(field, 0)
    if wrong then error(("%s %s"):format(what, wrong), level) end
    local name = field.name
    if seen[name] then error(("%s names %s twice"):format(what, name), level) end
    seen[name] = true
  end
end

return M
