--- Writes checks of arguments as Lua functions. limber.language.fields checks a question field by field; for lists of
--- fields that are checked often, this file writes one function that does the same. The function gives the checked
--- copy, or nil when it cannot decide: then `fields.check` checks the arguments and reports any fault.
local bounds <const> = require "limber.language.bounds"
local decimals <const> = require "limber.language.decimals"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- The most fields of one function, since Lua limits local names: a longer list is checked field by field.
local MOST <const> = 120
--- Records within records, and lists of lists, deeper than this are checked one by one.
local DEEPEST <const> = 8

---@class limber.CheckWriter
---@field lines string[]
---@field things table what the code refers to: sets of values, defaults, checks of records
---@field names integer so far

local function add(writer, text, ...) writer.lines[#writer.lines + 1] = text:format(...) end

--- The name that the code uses for a value that is neither a number nor a word.
local function thing(writer, value)
  local at = #writer.things + 1
  writer.things[at] = value
  return ("things[%d]"):format(at)
end

local function name(writer)
  writer.names = writer.names + 1
  return "v" .. writer.names
end

local function set_of(values)
  local set = {}
  for _, value in ipairs(values) do set[value] = true end
  return set
end

local write, write_record

local WRITE <const> = {}

function WRITE.int(writer, field, var)
  local wrong = { ('math_type(%s) ~= "integer"'):format(var) }
  if field.values then wrong[#wrong + 1] = ("not %s[%s]"):format(thing(writer, set_of(field.values)), var) end
  wrong[#wrong + 1] = ("%s < %d"):format(var, math.max(field.min or -bounds.FARTHEST, -bounds.FARTHEST))
  wrong[#wrong + 1] = ("%s > %d"):format(var, math.min(field.max or bounds.FARTHEST, bounds.FARTHEST))
  add(writer, "if %s then return nil end", table.concat(wrong, " or "))
end

function WRITE.number(writer, field, var)
  add(writer, "%s = %s(%s)", var, thing(writer, decimals.exact), var)
  local wrong = { var .. " == nil" }
  if field.min then wrong[#wrong + 1] = ("%s < %s"):format(var, field.min) end
  if field.max then wrong[#wrong + 1] = ("%s > %s"):format(var, field.max) end
  add(writer, "if %s then return nil end", table.concat(wrong, " or "))
end

function WRITE.flag(writer, _, var)
  add(writer, "if %s ~= true and %s ~= false then return nil end", var, var)
end

function WRITE.enum(writer, field, var)
  local words = {}
  for _, value in ipairs(field.values) do words[#words + 1] = type(value) == "string" and value or nil end
  add(writer, "if not %s[%s] then return nil end", thing(writer, set_of(words)), var)
end

function WRITE.text(writer, _, var)
  local bad = thing(writer, function(value) return bounds.bad_text(value, "", bounds.TEXT, true) end)
  add(writer, 'if type(%s) ~= "string" or %s(%s) then return nil end', var, bad, var)
end

function WRITE.any() end

--- Code that tests for a plain table, one without a metatable.
local function write_plain(writer, var)
  add(writer, 'if type(%s) ~= "table" or getmetatable(%s) ~= nil then return nil end', var, var)
end

local function write_inner(writer, record, var, depth)
  write_plain(writer, var)
  if not record then add(writer, "if true then return nil end") return end
  write_record(writer, record, var, depth)
end

function WRITE.object(writer, field, var, depth)
  write_inner(writer, writer.records[field.record], var, depth)
end

function WRITE.list(writer, field, var, depth)
  local list, record = name(writer), not field.of and writer.records[field.record]
  write_plain(writer, var)
  add(writer, "local %s = {}", list)
  add(writer, "if #%s < %d or #%s > %d or #%s == 0 and next(%s) ~= nil then return nil end", var, field.min, var,
    bounds.LIST, var, var)
  add(writer, "for i = 1, #%s do", var)
  local one = name(writer)
  add(writer, "local %s = %s[i]", one, var)
  add(writer, "if %s == nil then return nil end", one)
  if field.of then
    write(writer, field.of, one, depth)
  else
    if record and record.each then
      add(writer, 'if type(%s) ~= "table" or next(%s) == nil then return nil end', one, one)
    end
    write_inner(writer, record, one, depth)
  end
  add(writer, "%s[i] = %s", list, one)
  add(writer, "end")
  add(writer, "%s = %s", var, list)
end

function write(writer, field, var, depth)
  WRITE[field.kind](writer, field, var, depth)
end

local function write_default(writer, field, var)
  local value = field.default
  if value == nil then
    add(writer, field.optional and "" or "else return nil")
  elseif type(value) == "string" then
    add(writer, "else %s = %q", var, value)
  elseif type(value) == "table" then
    add(writer, "else %s = %s", var, thing(writer, value))
  else
    add(writer, "else %s = %s", var, tostring(value))
  end
end

--- Checks the object in `var`, which becomes its checked copy.
function write_record(writer, record, var, depth)
  if depth > DEEPEST or writer.names + #record > MOST then error(writer, 0) end
  local count, parts = name(writer), {}
  add(writer, "local %s = 0", count)
  for i, field in ipairs(record) do
    local one = name(writer)
    add(writer, "local %s = %s[%q]", one, var, field.name)
    add(writer, "if %s ~= nil then", one)
    add(writer, "%s = %s + 1", count, count)
    write(writer, field, one, depth + 1)
    write_default(writer, field, one)
    add(writer, "end")
    parts[i] = ("[%q] = %s"):format(field.name, one)
  end
  add(writer, "for _ in next, %s do %s = %s - 1 end", var, count, count)
  add(writer, "if %s ~= 0 then return nil end", count)
  local checked = name(writer)
  add(writer, "local %s = { %s }", checked, table.concat(parts, ", "))
  if record.check then add(writer, "if %s(%s, %s) then return nil end", thing(writer, record.check), checked, var) end
  add(writer, "%s = %s", var, checked)
end

--- A list of fields as a function; nil for one that is too long or too deep.
---@param fields limber.Field[]
---@param records table<string, limber.Field[]>
---@return (fun(given: table): table?)?
function M.written(fields, records)
  local writer = { lines = {}, things = {}, names = 0, records = records }
  write_plain(writer, "given")
  local fits, fault = pcall(write_record, writer, fields, "given", 1)
  if not fits then
    if fault ~= writer then error(fault, 0) end
    return nil
  end
  local text = "local things, math_type, type, next, getmetatable = ...\nreturn function(given)\n"
    .. table.concat(writer.lines, "\n") .. "\nreturn given\nend"
  local chunk, failure = sandbox.load(text, "=fields", {})
  if not chunk then error(failure, 0) end
  return chunk(writer.things, math.type, type, next, getmetatable)
end

return M
