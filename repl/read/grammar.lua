--- The terse question grammar, one for the prompt and the shell: words become a procedure's arguments.
--
--   formed  attacking            a value of an enumeration, or a flag, given to the argument that has it
--   650mm  12pdr  8              a number, given to the one argument of that unit
--   guns=8  range_mm=26in        what parses as JSON is that JSON, else a number with a unit, else a word
--   a.1.quality=5  a.1.attacking one field of a list or an object
-- What could be meant for several arguments is refused with their names, and so is what fits none, with the nearest.
local decimals <const> = require "limber.language.decimals"
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local dotted <const> = require "limber.common.dotted"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local units <const> = require "read.units"

local M <const> = {}

---@class limber.Words what is being read
---@field rules limber.Rules
---@field procedure table
---@field args table what has been understood
---@field given table<string, integer> which word gave a path

--- Splits a line into words at blanks that are outside quotes and brackets. Quotes of both kinds keep blanks together;
--- one that begins no word, or has no end, is an apostrophe. In double quotes a backslash stands before a quote.
---@param line string
---@return string[]
function M.split(line)
  local words, word, depth, quote, at = {}, "", 0, nil, 1
  while at <= #line do
    local c = line:sub(at, at)
    if quote then
      if c == "\\" and quote == '"' then
        word, at = word .. c, at + 1
        c = line:sub(at, at)
      elseif c == quote then
        quote = nil
      end
    elseif c == '"' or c == "'" and (word == "" or word:find "=$") and line:find("'", at + 1, true) then
      quote = c
    elseif c:find "[%[{]" then
      depth = depth + 1
    elseif c:find "[%]}]" then
      depth = depth - 1
    end
    if c:find "%s" and not quote and depth <= 0 then
      if word ~= "" then words[#words + 1] = word end
      word = ""
    else
      word = word .. c
    end
    at = at + 1
  end
  if word ~= "" then words[#words + 1] = word end
  return words
end

--- A word without the quotes that a line keeps around it.
---@param word string
---@return string
function M.plain(word)
  local inner = word:match '^"(.*)"$'
  return inner and inner:gsub('\\(["\\])', "%1") or word:match "^'(.*)'$" or word
end

--- The fields inside the lists and objects of a procedure's arguments, by an example of their path.
---@param rules limber.Rules
---@param procedure table
---@return { path: string, field: limber.Field }[]
function M.inner(rules, procedure)
  local found = {}
  for _, field in ipairs(procedure.args) do
    for _, one in ipairs(field.record and rules.records[field.record] or {}) do
      found[#found + 1] = { path = field.name .. (field.kind == "list" and ".1." or ".") .. one.name, field = one }
    end
  end
  return found
end

--- How many ways of writing a word a refusal shows.
local WAYS <const> = 4

local function either(names, last)
  if #names == 1 then return names[1] end
  return table.concat(names, ", ", 1, #names - 1) .. (last or " or ") .. names[#names]
end

local function wrong(word, n, text, path)
  return { arg = path or word, message = ("%s (word %d) %s"):format(word, n, text) }
end

--- The kinds of fields that hold numbers.
local NUMBERS <const> = { int = true, number = true }

--- A number in the unit of a field.
local function in_unit_of(rules, field, number)
  return units.convert(number, units.of(field.name or ""), rules.published.rounding, field.kind == "number")
end

local function takes_word(field, word)
  if field.kind == "flag" then return field.name == word end
  if field.kind ~= "enum" then return false end
  for _, value in ipairs(field.values) do
    if value == word then return true end
  end
  return false
end

local function takes_number(field, number)
  local unit = units.of(field.name or "")
  if not NUMBERS[field.kind] then return false end
  if number.unit then return unit ~= nil and units.agree(number.unit, unit) end
  if field.kind == "number" then
    return (fields.check({ field }, { [field.name] = decimals.rounded(number.digits / number.scale) })) ~= nil
  end
  if number.digits % number.scale ~= 0 then return false end
  return (fields.check({ field }, { [field.name] = number.digits // number.scale })) ~= nil
end

--- What a field is given by text: JSON, a number with a unit, or a word.
---@param rules limber.Rules
---@param field limber.Field
---@param text string
---@return any
---@return string? fault
function M.value(rules, field, text)
  local value, message = json.decode(text)
  if message == nil then return value end
  local number = NUMBERS[field.kind] and units.read(text)
  if number then return in_unit_of(rules, field, number) end
  if text:find '^[%[{"]' then return nil, "looks like JSON but cannot be read: " .. message end
  return text
end

local function put(self, path, value, word, n)
  if self.given[path] then
    return wrong(word, n, ("gives %s a second time, after word %d"):format(path, self.given[path]))
  end
  local blocked = dotted.put(self.args, path, value)
  if blocked then return wrong(word, n, ("cannot go into %s, which is a single value"):format(blocked)) end
  self.given[path] = n
end

local function field_at(self, path, word, n)
  local field, fault = fields.at(self.procedure.args, path, self.rules.records, "argument")
  if field then return field end
  return nil, wrong(word, n, "gives " .. fault.message)
end

local function assignment(self, word, n)
  local path, text = word:match "^([%a_][%w_.]*)=(.*)$"
  local field, fault = field_at(self, path, word, n)
  if fault then return fault end
  local value
  value, fault = M.value(self.rules, field, text)
  if fault then return wrong(word, n, ("gives %s, which %s"):format(path, fault), path) end
  return put(self, path, value, word, n)
end

local function inner_flag(self, word, n)
  local field, fault = field_at(self, word, word, n)
  if fault then return fault end
  if field.kind ~= "flag" then
    return wrong(word, n, ("needs a value, %s: %s=…"):format(fields.range(field), word))
  end
  return put(self, word, true, word, n)
end

--- Gives a bare word or number to the one argument that takes it.
local function to_the_one(self, word, n, takes, value_for)
  local free, taken = {}, {}
  for _, field in ipairs(self.procedure.args) do
    if takes(field) then
      local list = self.given[field.name] and taken or free
      list[#list + 1] = field
    end
  end
  if #free == 1 then
    local value, fault = value_for(free[1])
    if fault then return true, wrong(word, n, ("gives %s, which %s"):format(free[1].name, fault), free[1].name) end
    return true, put(self, free[1].name, value, word, n)
  elseif #free > 1 then
    local names = {}
    for i, field in ipairs(free) do names[i] = field.name end
    return true, wrong(word, n, ("could be %s: write %s=%s"):format(either(names), names[1], word))
  elseif #taken > 0 then
    local name = taken[1].name
    return true, wrong(word, n, ("gives %s a second time, after word %d"):format(name, self.given[name]))
  end
  local ways = {}
  for _, one in ipairs(M.inner(self.rules, self.procedure)) do
    if takes(one.field) then ways[#ways + 1] = one.field.kind == "flag" and one.path or one.path .. "=" .. word end
  end
  if #ways > WAYS then ways = table.move(ways, 1, WAYS, 1, { [WAYS + 1] = "another part" }) end
  if #ways > 0 then return true, wrong(word, n, ("is for a part of the question: write %s"):format(either(ways))) end
  return false
end

--- All that may stand alone as a word in a question, for the nearest to a misspelt one.
local function bare_words(self)
  local words = {}
  for _, field in ipairs(self.procedure.args) do
    words[#words + 1] = field.name
    for _, value in ipairs(field.kind == "enum" and field.values or {}) do words[#words + 1] = value end
  end
  return words
end

local function bare_word(self, word, n)
  local done, fault = to_the_one(self, word, n,
    function(field) return takes_word(field, word) end,
    function(field) return field.kind == "flag" or word end)
  if done then return fault end
  for _, field in ipairs(self.procedure.args) do
    if field.name == word then
      return wrong(word, n, ("needs a value, %s: %s=…"):format(fields.range(field), word))
    end
  end
  local hint = suggest.hint(word, bare_words(self))
  return wrong(word, n, ("is no value and no flag of %s%s"):format(self.procedure.name, hint))
end

local function bare_number(self, word, n)
  local number = units.read(word)
  if number.unit and not units.known(number.unit) then
    return wrong(word, n, ("has an unknown unit; units are %s"):format(either(units.names, " and ")))
  end
  local done, fault = to_the_one(self, word, n,
    function(field) return takes_number(field, number) end,
    function(field) return in_unit_of(self.rules, field, number) end)
  if done then return fault end
  local where = number.unit and ("no argument of %s is in %s"):format(self.procedure.name, number.unit)
    or ("no argument of %s takes it"):format(self.procedure.name)
  return wrong(word, n, "fits nowhere: " .. where)
end

local function kind_of(word)
  if word:find "^[%a_][%w_.]*=" then return "assignment" end
  if units.read(word) then return "number" end
  if word:find "^[%a_][%w_]*%.[%w_.]*$" then return "inner" end
  return "word"
end

--- The first place missing in a list that was filled by numbered paths, or nil.
local function hole(place, path)
  local largest, count = 0, 0
  for _, key in ipairs(sorted.keys(place)) do
    local value = place[key]
    if math.type(key) == "integer" then largest, count = math.max(largest, key), count + 1 end
    if type(value) == "table" and value ~= json.null then
      local inside = hole(value, path .. key .. ".")
      if inside then return inside end
    end
  end
  if largest == count then return nil end
  for i = 1, largest do
    if place[i] == nil then return path .. i end
  end
end

--- A refusal with how the terse grammar begins the list or object that is missing.
---@param rules limber.Rules
---@param fault limber.Refusal
---@return limber.Refusal
function M.explain(rules, fault)
  local field = fault.missing
  local record = field and field.record and rules.records[field.record]
  if not record then return fault end
  local begun = fault.arg .. (field.kind == "list" and ".1." or ".") .. record[1].name
  return { arg = fault.arg, message = ("%s; write %s=…"):format(fault.message, begun), missing = field }
end

--- Takes `by=FIELD` or `--by FIELD` out of the words of odds.
---@param words string[]
---@return string? field
function M.take_by(words)
  for i, word in ipairs(words) do
    local by = word:match "^%-?%-?by=(.+)$"
    if by then
      table.remove(words, i)
      return by
    end
    if word == "--by" and words[i + 1] then
      table.remove(words, i)
      return table.remove(words, i)
    end
  end
end

--- What is named goes first, so that what is not named has fewer places left.
local PASSES <const> = {
  { assignment = assignment, inner = inner_flag },
  { word = bare_word },
  { number = bare_number },
}

--- Reads the words of a question.
---@param rules limber.Rules
---@param procedure table
---@param words string[]
---@return table? args
---@return limber.Refusal?
function M.parse(rules, procedure, words)
  local self = { rules = rules, procedure = procedure, args = {}, given = {} }
  for _, pass in ipairs(PASSES) do
    for n, word in ipairs(words) do
      local read = pass[kind_of(word)]
      local fault = read and read(self, word, n)
      if fault then return nil, fault end
    end
  end
  local missing = hole(self.args, "")
  if missing then return nil, fields.refuse(missing, "is missing: a later one of its list is given") end
  return self.args
end

return M
