--- Keys of questions that house rules misspell: reading a key that the procedure does not declare is an error, not nil.
--- A rule for any ruleset may test whether a question has a key. So where such a rule is in force, only a key that
--- looks like a declared one, or that is declared elsewhere in the question, is an error.
local guest <const> = require "limber.rules.guest"
local house_fields <const> = require "limber.rules.house_fields"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

---@class limber.Asked a question that is being asked
---@field procedure table
---@field q table its arguments
---@field rules limber.Rules
---@field parts table<table, table>? each table in it, with its path and its fields

--- The questions that are being asked, each within the one before; entries are used again.
---@type limber.Asked[]
local asking <const> = {}
local depth = 0

---@return integer how many questions are being asked
function M.depth() return depth end

---@param outer integer as `depth` gave it
function M.back(outer) depth = outer end

--- From here on the innermost question is this one.
function M.begin(rules, procedure, q)
  if not rules.guest or depth > 0 and asking[depth].q == q then return end
  depth = depth + 1
  local one = asking[depth]
  if not one then
    one = {}
    asking[depth] = one
  end
  one.procedure, one.q, one.rules, one.parts = procedure, q, rules, nil
end

--- From here on the innermost question is this one, which a procedure asks of another within its own; `back` ends it.
---@param rules limber.Rules
---@param name string
---@param q table
---@return integer outer
function M.within(rules, name, q)
  local outer <const> = depth
  if depth > 0 then M.begin(rules, rules.procedures[name], q) end
  return outer
end

--- Notes a table of a question and the tables in it.
local function note(parts, records, list, value, way)
  parts[value] = { way = way, fields = list }
  for _, field in ipairs(list) do
    local inside, record = value[field.name], records[field.record]
    local at = ("%s%s."):format(way, field.name)
    if type(inside) == "table" and record and field.kind == "list" then
      parts[inside] = { way = at, list = true }
      for k, one in ipairs(inside) do note(parts, records, record, one, ("%s%d."):format(at, k)) end
    elseif type(inside) == "table" and record then
      note(parts, records, record, inside, at)
    end
  end
end

local function has_field(list, key) return lists.find(list, function(field) return field.name == key end) ~= nil end

--- The names of the fields of all records, by what holds the records.
local names_of <const> = setmetatable({}, { __mode = "k" })

--- Kinds of pieces whose house fields a question has only where `args` asks for them.
local GIVERS <const> = { "formation", "side", "battle" }

--- Is a key declared of any record? One rule may judge several kinds of units, and ask for what only some have; but
--- not for what house rules give to formations, sides and the battle.
local function elsewhere(rules, key)
  local names = names_of[rules.records]
  if not names then
    names = {}
    for _, list in next, rules.records do
      for _, field in ipairs(list) do names[field.name] = true end
    end
    for _, kind in ipairs(GIVERS) do
      for _, field in ipairs(rules.fields[kind] or {}) do names[field.name] = nil end
    end
    names_of[rules.records] = names
  end
  return names[key]
end

--- Where else in a question a key is declared; nil where nowhere.
local function other_place(one, key)
  for _, field in ipairs(one.procedure.args) do
    local record = one.rules.records[field.record]
    if record and has_field(record, key) then
      return ("%s%s.%s"):format(field.name, field.kind == "list" and ".1" or "", key)
    end
  end
end

--- How a question gets what house rules give to formations, sides or the battle: as words after a fault; "" for others.
local function handed_on(one, part, key)
  for _, kind in ipairs(GIVERS) do
    if house_fields.find(one.rules.fields[kind], key) then
      local name = ('["%s"]'):format(one.procedure.name)
      for record, list in next, one.rules.records do
        if list == part.fields then name = record end
      end
      return ("; %s has it: args = { %s = { … } } of that name hands it on"):format(
        kind == "battle" and "the battle" or "each " .. kind, name)
    end
  end
  return ""
end

--- What is wrong with reading a key of a question, or of a part of it; nil where nothing is.
local function fault_of(one, part, key)
  local of = one.procedure.name
  if part.list then return ("%s of %s is a list: its entries are 1, 2, …"):format(part.way:sub(1, -2), of) end
  if has_field(part.fields, key) or part.way ~= "" and elsewhere(one.rules, key) then return nil end
  local names = {}
  for i, field in ipairs(part.fields) do names[i] = field.name end
  local hint, other = handed_on(one, part, key), part.way == "" and other_place(one, key)
  if hint == "" then hint = suggest.hint(key, names) end
  if hint == "" and other then hint = ("; did you mean %s?"):format(other) end
  if hint == "" and guest.for_any(one.rules) then return nil end
  return ("the question %s has no %s%s%s"):format(of, part.way, key, hint)
end

--- What is wrong with a key that a table lacks; nil where nothing is, or it is of no question that is asked now.
local function missing(key, value)
  local one = asking[depth]
  if one and one.rules.lenient then return nil end
  if one and value ~= one.q and #value == 0 and elsewhere(one.rules, key) then return nil end
  for i = depth, 1, -1 do
    one = asking[i]
    if not one.parts then
      one.parts = {}
      note(one.parts, one.rules.records, one.procedure.args, one.q, "")
    end
    local part = one.parts[value]
    if part then return fault_of(one, part, key) end
  end
end

sandbox.asked(missing)

return M
