--- What of a result odds go by: fields, paths to them, expressions over them, or several of these together.
local dotted <const> = require "limber.common.dotted"
local expressions <const> = require "limber.ask.expressions"
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"

local M <const> = {}

--- Outcomes are keyed by whole numbers, words and truth values; anything else by its JSON, marked so
--- that it can be told from a word.
local MARK <const> = "\0"

local integer <const> = math.type

local function key_of(value)
  local kind = type(value)
  if kind == "string" or kind == "boolean" or math.type(value) == "integer" then return value end
  return MARK .. json.encode(value == nil and json.null or value)
end

--- The outcome that a key stands for.
---@param key integer|string|boolean
---@return any
function M.value_of(key)
  if type(key) == "string" and key:sub(1, 1) == MARK then return json.decode(key:sub(2)) end
  return key
end

local RANKS <const> = { number = 1, boolean = 2, string = 3, table = 4 }

--- Whether an outcome is listed before another: numbers, false and true, words, lists by what they hold.
---@param one any
---@param other any
---@return boolean
function M.before(one, other)
  local a, b = type(one), type(other)
  if a ~= b then return (RANKS[a] or 5) < (RANKS[b] or 5) end
  if a == "boolean" then return other and not one end
  if a == "number" or a == "string" then return one < other end
  if a ~= "table" then return false end
  for i = 1, math.min(#one, #other) do
    if M.before(one[i], other[i]) then return true end
    if M.before(other[i], one[i]) then return false end
  end
  if #one ~= #other then return #one < #other end
  return json.encode(one) < json.encode(other)
end

--- The result field that is a procedure's odds where none is named.
---@param procedure table
---@return string
function M.headline(procedure)
  return procedure.headline or procedure.out[1].name
end

--- Parts a text at the commas and blanks outside parentheses and quotes; blanks part only plain paths.
---@param text string
---@return string[]
function M.parts(text)
  if not text:find "[^%w_.,%s]" and not text:find "%f[%w_]and%f[^%w_]" then
    local parts = {}
    for part in text:gmatch "[^,%s]+" do parts[#parts + 1] = part end
    return parts
  end
  local parts, part, depth, quote = {}, "", 0, nil
  for c in (text .. ","):gmatch "." do
    if quote then
      if c == quote then quote = nil end
    elseif c == '"' or c == "'" then
      quote = c
    elseif c == "(" or c == ")" then
      depth = depth + (c == "(" and 1 or -1)
    end
    if c == "," and depth == 0 and not quote then
      part = part:match "^%s*(.-)%s*$"
      if part ~= "" then parts[#parts + 1] = part end
      part = ""
    else
      part = part .. c
    end
  end
  if part:find "%S" then parts[#parts + 1] = part:match "^%s*(.-)[,%s]*$" end
  return parts
end

--- A function of results for one field, path or expression.
local function read_by(part, list, records)
  if expressions.is(part) then return expressions.compile(part, list, records, dotted.reader) end
  local field, fault = fields.at(list, part, records, nil, "by")
  if not field then return nil, fault end
  if field.odds == false then
    local message = "cannot be %s: it has no last value, as throws go on until one decides"
    return nil, fields.refuse("by", message:format(part))
  end
  return dotted.reader(part)
end

--- A function that gives the key of a result's outcome, and by what it goes; or what is wrong.
---@param procedure table
---@param records table<string, limber.Field[]>
---@param by string? its main field when left out
---@return (fun(result: table): integer|string|boolean)? key_of
---@return string|limber.Refusal by
function M.by(procedure, records, by)
  if by ~= nil and type(by) ~= "string" then return nil, fields.refuse("by", "must name a result field") end
  local parts, readers = M.parts(by or M.headline(procedure)), {}
  for i, part in ipairs(parts) do
    local fault
    readers[i], fault = read_by(part, procedure.out, records)
    if not readers[i] then return nil, fault end
  end
  if #parts == 0 then return nil, fields.refuse("by", "must name a result field") end
  local read, said = readers[1], table.concat(parts, ",")
  if #parts == 1 then
    local words = {} -- seen before: most outcomes are a few words
    return function(result)
      local value = read(result)
      if words[value] ~= nil then return value end
      if integer(value) == "integer" then return value end
      local kind = type(value)
      if kind == "string" or kind == "boolean" then words[value] = true end
      return key_of(value)
    end, said
  end
  return function(result)
    local values = {}
    for i, one in ipairs(readers) do
      local value = one(result)
      values[i] = value == nil and json.null or value
    end
    return key_of(json.list(values))
  end, said
end

return M
