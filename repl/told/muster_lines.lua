--- Terse lines that say who fights, read as a ruleset's declared fields want them.
--
--   division Claparède                                   a general, the rank first
--   brigade Gautier 6 rash: 3 infantry 690x3; battery 8 12pdr field
--   Altdorf built_up wood                                a place by name
-- Words find their field by what it takes; a name is what stands before the first of them, or in quotes. Of units: how
-- many, `690x3` for the first two numbers that a unit has, `12pdr` for a number in that unit. A ruleset may say what
-- further words stand for (`terse` beside the other fields of a unit).
local fields <const> = require "limber.language.fields"
local house_fields <const> = require "limber.rules.house_fields"
local suggest <const> = require "limber.common.suggest"
local units <const> = require "read.units"

local M <const> = {}

---@class limber.Terse what words besides a field's own stand for
---@field words table<string, { gives: table<string, any>?, number: string?, words: table? }>? `number` is the field
---       that plain numbers go to from then on

local function fault(message, ...)
  return nil, message:format(...)
end

--- The words of a line; a text in quotes is one word, marked.
local function words_of(line)
  local words, at = {}, 1
  while true do
    local from, to, quoted = line:find('^%s*"([^"]*)"', at)
    local word
    if not from then from, to, word = line:find("^%s*([^%s\"]+)", at) end
    if not from then return words end
    words[#words + 1], at = { text = quoted or word, quoted = quoted ~= nil }, to + 1
  end
end

local function matching(values, word)
  local begun, count = nil, 0
  for _, value in ipairs(values) do
    if value == word then return value, true end
    if type(value) == "string" and #word > 2 and value:sub(1, #word) == word then begun, count = value, count + 1 end
  end
  return count == 1 and begun or nil, false
end

--- Gives a word to the first field that takes it, whole words before beginnings.
local function give_word(list, given, word)
  for _, exact in ipairs { true, false } do
    for _, field in ipairs(list) do
      if field.kind == "enum" and given[field.name] == nil then
        local value, whole = matching(field.values, word)
        if value and whole == exact then
          given[field.name] = value
          return true
        end
      elseif field.kind == "flag" and matching({ field.name }, word) and (field.name == word) == exact then
        given[field.name] = true
        return true
      end
    end
  end
end

local function first_free(list, given, takes)
  for _, field in ipairs(list) do
    if given[field.name] == nil and takes(field) then return field end
  end
end

--- Gives a number to the field of its unit, or a plain one to the first that takes it.
local function give_number(list, given, number, preferred)
  local field
  if number.unit then
    field = first_free(list, given, function(one)
      local unit = units.of(one.name)
      return one.kind == "int" and not one.house and unit ~= nil and units.agree(number.unit, unit)
    end)
  else
    field = first_free(list, given, function(one) return one.kind == "int" and one.name == preferred end)
    if not field and not preferred then
      field = first_free(list, given, function(one)
        return one.kind == "int" and not one.house and not units.of(one.name)
      end)
    end
  end
  if not field then return fault("%s fits nowhere", number.text) end
  local value, wrong = units.convert(number, units.of(field.name))
  if not value then return fault("%s %s", field.name, wrong) end
  given[field.name] = value
  return true
end

local function give_pair(list, given, one, other)
  for _, text in ipairs { one, other } do
    local done, wrong = give_number(list, given, units.read(text))
    if not done then return nil, wrong end
  end
  return true
end

local function assigned(list, given, name, text)
  local field = first_free(list, {}, function(one) return one.name == name end)
  if not field then
    local known = {}
    for i, one in ipairs(list) do known[i] = one.name end
    return fault("no field %s%s", name, suggest.hint(name, known))
  end
  local number = units.read(text)
  if field.kind == "int" then
    if not number then return fault("%s must be a number, got %s", name, text) end
    local value, wrong = units.convert(number, units.of(name))
    if not value then return fault("%s %s", name, wrong) end
    given[name] = value
  elseif field.kind == "flag" then
    given[name] = text ~= "no" and text ~= "false"
  else
    given[name] = text
  end
  return true
end

--- All that may stand as a word, for the nearest to a misspelt one.
local function known_words(list, terse)
  local known = {}
  for _, field in ipairs(list) do
    if field.kind == "flag" then known[#known + 1] = field.name end
    for _, value in ipairs(field.kind == "enum" and field.values or {}) do known[#known + 1] = value end
  end
  for word in next, terse do known[#known + 1] = word end
  table.sort(known)
  return known
end

--- Reads words into fields, from one on.
---@param list limber.Field[]
---@param words { text: string, quoted: boolean }[]
---@param from integer
---@param terse limber.Terse?
---@return table? given
---@return string? fault
---@return string? name in quotes
---@return string? noun the word of the ruleset's own that says what it is
function M.values(list, words, from, terse)
  local given, name, special, number_to, noun = {}, nil, terse and terse.words or {}, nil, nil
  for i = from, #words do
    local word = words[i].text
    local low = word:lower():gsub("%-", "_")
    local key, text = word:match "^([%a_]+)=(.+)$"
    local one, other = word:match "^(%d+)[xX×](%d+)$"
    local meant, number = special[low], units.read(word)
    local done, wrong
    if words[i].quoted then
      name, done = word, true
    elseif key then
      done, wrong = assigned(list, given, key, text)
    elseif meant then
      for field, value in next, meant.gives or {} do given[field] = value end
      number_to, special, noun, done = meant.number or number_to, meant.words or special, noun or low, true
    elseif one then
      done, wrong = give_pair(list, given, one, other)
    elseif number then
      done, wrong = give_number(list, given, number, number_to)
    else
      done = give_word(list, given, low)
      wrong = ("there is no such word as %s%s"):format(word, suggest.hint(low, known_words(list, special)))
    end
    if not done then return nil, wrong end
  end
  return given, nil, name, noun
end

--- Whether a word is more than part of a name.
local function telling(list, word)
  local text = word.text
  if word.quoted or units.read(text) or text:find "^[%a_]+=" then return true end
  return give_word(list, {}, text:lower():gsub("%-", "_")) ~= nil
end

--- A name, then values.
---@param list limber.Field[]
---@param line string
---@return string? name
---@return table|string given or what is wrong
function M.named(list, line)
  local words, name, at = words_of(line), {}, 1
  if words[1] and words[1].quoted then
    name[1], at = words[1].text, 2
  else
    while words[at] and (at == 1 or not telling(list, words[at])) do
      name[#name + 1], at = words[at].text, at + 1
    end
  end
  if #name == 0 then return nil, "a name is wanted first" end
  local given, wrong = M.values(list, words, at)
  if not given then return nil, wrong end
  return table.concat(name, " "), given
end

---@class limber.MusteredUnits
---@field count integer
---@field given table
---@field name string?
---@field noun string? what it is, in the ruleset's own word: `battery`

--- Units: `3 infantry 690x3; battery 8 12pdr field`.
---@param list limber.Field[]
---@param line string
---@param terse limber.Terse?
---@param check fun(given: table): string? what is wrong with a unit
---@return limber.MusteredUnits[]?
---@return string? fault
function M.units(list, line, terse, check)
  local groups = {}
  for part in line:gmatch "[^;]+" do
    local words = words_of(part)
    if #words > 0 then
      local count = words[1].text:match "^%d+$"
      local given, wrong, name, noun = M.values(list, words, count and 2 or 1, terse)
      wrong = wrong or check(given)
      if wrong then return fault("%s: %s", part:match "^%s*(.-)%s*$", wrong) end
      count = math.tointeger(tonumber(count or 1))
      if count < 1 or count > 99 then return fault("%s: how many?", part:match "^%s*(.-)%s*$") end
      groups[#groups + 1] = { count = count, given = given, name = name, noun = noun }
    end
  end
  return groups
end

--- A check of a unit as its ruleset would make it.
---@param rules limber.Rules
---@param carries table
---@param about { side: string }
---@param state table what is laid out before it
---@return fun(given: table): string?
function M.checker(rules, carries, about, state)
  return function(given)
    local checked, wrong = fields.check(carries.args, given, rules.records)
    if not checked then return wrong.message end
    local done, node, refused = pcall(house_fields.build, carries, rules.view, checked, about, state)
    if not done and not (type(node) == "table" and node.arg) then error(node, 0) end
    if not done then return node.message end
    return not node and refused.message or nil
  end
end

return M
