--- Answers of players, read as the declared field wants them, and written as players would.
--
--   a number          650   65cm   26in           the unit asked in, when none is written
--   yes or no         y   no
--   a word            front   fl                  its beginning will do where only one begins so
--   several           uphill broken   none
--   units             51   51 52   1st Klebek, 2nd Klebek   none
--   pairs of units    11-51 12-52
--   records           open 200, open_woods 80, obstacle 1000
--                     words and numbers find their field, a field's name may come before its value
local decimals <const> = require "limber.language.decimals"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"
local told_text <const> = require "told.text"
local units <const> = require "read.units"

local M <const> = {}

local ONE <const> = told_text.ONE
local NONE <const> = { none = true, no = true, nobody = true, ["-"] = true, ["0"] = true }

local function words_of(line)
  local words = {}
  for word in line:gmatch "[^%s,;]+" do words[#words + 1] = word end
  return words
end

--- Parts between commas.
local function parts_of(line)
  local parts = {}
  for part in line:gmatch "[^,;]+" do
    part = part:match "^%s*(.-)%s*$"
    if part ~= "" then parts[#parts + 1] = part end
  end
  return parts
end

--- Those of some words that one begins, or begins a part of: `woods` for open_woods.
local function meant(values, word)
  local begun, parts = {}, {}
  for _, value in ipairs(values) do
    local plain = tostring(value):lower()
    if plain:sub(1, #word) == word then begun[#begun + 1] = value end
    if ("_" .. plain):find("_" .. word, 1, true) then parts[#parts + 1] = value end
  end
  return #begun > 0 and begun or parts
end

--- The one of some words that a word or its beginning means; nil and the reason.
local function chosen(values, typed)
  local word = typed:lower():gsub("[%s%-]+", "_")
  for _, value in ipairs(values) do
    if tostring(value):lower() == word then return value end
  end
  local found = meant(values, word)
  if #found == 1 then return found[1] end
  if #found > 1 then return nil, ("%s may be %s"):format(typed, text.list(found, "or")) end
  return nil, ("%s is none of %s%s"):format(typed, text.list(values, "and"), suggest.hint(word, values))
end

local ROUND <const> = {
  down = function(um, per) return um // per end, up = function(um, per) return -(-um // per) end,
  nearest = function(um, per) return (2 * um + per) // (2 * per) end,
}

--- A length on the table in the rules' unit: whole, rounded as they round, or of a `number` with its decimals. A
--- `length` field stays in micrometres.
local function rules_length(how, field, number, unit, shown)
  local factor = lengths.UNITS[number.unit or shown]
  if not factor then return nil, ("is a length in %s, got %s"):format(shown, number.text) end
  local um = lengths.to_rules((2 * number.digits * factor + number.scale) // (2 * number.scale), how.scale)
  if field.measure == "length" then return um end
  local per = lengths.UNITS[unit]
  if um % per == 0 then return um // per end
  if field.kind == "number" then return decimals.rounded(um / per) end
  return ROUND[how.rounding and how.rounding[unit] or "nearest"](um, per)
end

local READ <const> = {}

function READ.int(how, field, line)
  local unit, shown = told_text.unit_of(how, field)
  local number = units.read((line:gsub('%s*"$', "in"):gsub("%s*inch(e?s?)$", "in"):gsub("^([%d.]+)%s+(%a+)$", "%1%2")))
  if not number then return nil, ("a number is needed, got %s"):format(line) end
  local value, fault
  if told_text.is_length(unit) then
    value, fault = rules_length(how, field, number, unit, shown)
  elseif number.unit and number.unit == unit then
    local bare = { text = number.text, digits = number.digits, scale = number.scale }
    value, fault = units.convert(bare, nil, nil, field.kind == "number")
  else
    value, fault = units.convert(number, nil, nil, field.kind == "number")
  end
  if fault then return nil, "the number " .. fault end
  return value
end

READ.number = READ.int

local FLAGS <const> = { "yes", "no", "true", "false" }

function READ.flag(_, _, line)
  local word = chosen(FLAGS, line)
  if not word then return nil, ("the answer must be yes or no, got %s"):format(line) end
  return word == "yes" or word == "true"
end

function READ.enum(_, field, line)
  return chosen(field.values, line)
end

function READ.text(_, _, line) return line end
READ.any = READ.text

--- One id from some words on: it, and where the next begins.
local function id_at(how, field, words, at)
  local whose = how.side and field.whose or "any"
  local id, after, other = names.read(how.view, field.names, words, at, whose, how.side)
  if id and not other then return id, after end
  if id then
    return nil, ("%s is %s"):format(names.long(how.view.state[field.names][id]),
      whose == "own" and "of the other side" or "of the same side")
  end
  return nil, after or ("there is no %s %s%s"):format(ONE[field.names], words[at],
    names.hint(how.view, { field.names }, words[at]))
end

function READ.id(how, field, line)
  local words = words_of(line)
  local id, after = id_at(how, field, words, 1)
  if id and words[after] then return nil, ("one %s is needed, got %s"):format(ONE[field.names], line) end
  return id, not id and after or nil
end

local function ids(how, field, line)
  local list, seen = {}, {}
  for _, part in ipairs(parts_of(line)) do
    local words, at = words_of(part), 1
    while words[at] do
      local id, after = id_at(how, field, words, at)
      if not id then return nil, after end
      if not seen[id] then list[#list + 1] = id end
      seen[id], at = true, after
    end
  end
  return list
end

--- The field of a record whose name a word is, or begins; whole words before beginnings.
local function named(record, word)
  local begun
  for _, field in ipairs(record) do
    if field.name == word then return field, true end
    if field.name:sub(1, #word) == word and #word > 1 then begun = begun or field end
  end
  return begun, false
end

--- Whether a word may be a field's value as it stands.
local function takes(how, field, word, exact)
  if field.kind == "int" or field.kind == "number" then return units.read(word) ~= nil end
  if field.names then return (names.read(how.view, field.names, { word }, 1, "any", how.side)) ~= nil end
  if field.kind == "enum" then
    for _, value in ipairs(field.values) do
      if value == word then return true end
    end
    return not exact and chosen(field.values, word) ~= nil
  end
  return not exact and field.kind == "text" and not units.read(word)
end

local function free_field(how, record, one, word, exact)
  for _, field in ipairs(record) do
    if one[field.name] == nil and takes(how, field, word, exact) then return field end
  end
end

--- One record from its words.
local function record_of(how, record, words)
  local one, at = {}, 1
  while words[at] do
    local word = words[at]
    local label, value = word:match "^([%a_]+)=(.+)$"
    local by_name, whole = named(record, (label or word):lower())
    local field = not (label or whole) and free_field(how, record, one, word, true)
    if not field and by_name and (label or whole or words[at + 1] or by_name.kind == "flag") then
      field = by_name
      if not label and field.kind ~= "flag" then at = at + 1 end
      value = value or field.kind == "flag" and "yes" or words[at]
    end
    field = field or free_field(how, record, one, word, false)
    if not field then return nil, ("%s fits nowhere: %s"):format(word, told_text.form(record)) end
    local read, fault = M.read(how, field, value or word)
    if fault then return nil, fault end
    one[field.name], at = read, at + 1
  end
  return one
end

--- A pair such as 11-51, as words; names with a dash of their own stay whole.
local function apart(how, record, part)
  local words = words_of(part)
  if #words > 1 then return words end
  for at in part:gmatch "()[-:>]" do
    local one, other = part:sub(1, at - 1), part:sub(at + 1)
    if takes(how, record[1], one) and takes(how, record[2], other) then return { one, other } end
  end
  return words
end

local function records(how, field, line)
  local record, list = how.view.records[field.record], {}
  local pairs_only = told_text.only_ids(record)
  local parts = pairs_only and line:find "%S[-:>]%S" and words_of(line) or parts_of(line)
  for _, part in ipairs(parts) do
    local one, fault = record_of(how, record, pairs_only and apart(how, record, part) or words_of(part))
    if fault then return nil, fault end
    list[#list + 1] = one
  end
  return list
end

function READ.list(how, field, line)
  if NONE[line:lower()] then return {} end
  if field.names then return ids(how, field, line) end
  if field.record then return records(how, field, line) end
  local list = {}
  for _, word in ipairs(words_of(line)) do
    local value, fault = M.read(how, field.of, word)
    if fault then return nil, fault end
    list[#list + 1] = value
  end
  return list
end

function READ.object(how, field, line)
  return record_of(how, how.view.records[field.record], words_of(line))
end

--- Reads one answer.
---@param how limber.Answering
---@param field limber.Field
---@param line string
---@return any value nil when it cannot be read
---@return string? fault
function M.read(how, field, line)
  line = line:match "^%s*(.-)%s*$"
  local kind = field.names and field.kind ~= "list" and "id" or field.kind
  local value, fault = READ[kind](how, field, line)
  return value, fault
end

return M
