--- Finds what a procedure reads: tables, constants, options, lists of modifiers, other procedures. No file declares
--- this: the procedure is asked questions from all over its declared range, and every lookup is noted.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

---@class limber.Reads
---@field tables string[]
---@field constants string[]
---@field options string[]
---@field lists string[] of modifiers
---@field calls string[] other procedures
---@field asked integer how many questions it answered

--- Whole numbers tried of a field without a largest one.
local OPEN <const> = { 0, 1, 2, 3, 5, 10, 25, 50, 100, 200, 400, 700, 1000, 2000 }

local value_of

local function number_of(field, throw)
  local low, high = field.min, field.max
  if low and high then
    if throw.d(3) == 1 then return throw.d(2) == 1 and low or high end
    return low + throw.d(math.min(high - low + 1, 1 << 20)) - 1
  end
  local value = OPEN[throw.d(#OPEN)]
  return math.max(low or value, math.min(high or value, value))
end

--- Values for the fields of a record or of a procedure's arguments; optional ones are left out one time in two.
local function object_of(list, records, throw, without)
  local given = {}
  for _, field in ipairs(list) do
    local needed = not field.optional and field.default == nil
    if needed or not without and throw.d(2) == 1 then given[field.name] = value_of(field, records, throw, without) end
  end
  return given
end

function value_of(field, records, throw, without)
  if field.kind == "list" then
    local of = field.of or { kind = "object", record = field.record }
    local list = {}
    for i = 1, math.max(field.min or 0, throw.d(2)) do list[i] = value_of(of, records, throw, without) end
    return list
  elseif field.kind == "object" then
    return object_of(records[field.record] or {}, records, throw, without)
  elseif field.values then
    return field.values[throw.d(#field.values)]
  elseif field.kind == "flag" then
    return throw.d(2) == 1
  elseif field.kind == "int" then
    return number_of(field, throw)
  elseif field.kind == "number" then
    local value = number_of(field, throw)
    return value + 0.5 <= (field.max or value + 0.5) and throw.d(4) == 1 and value + 0.5 or value
  end
  return "x"
end

--- The most questions asked of a procedure; the search ends earlier after DULL questions in a row that read nothing
--- new.
local MOST <const>, DULL <const> = 1200, 300

--- The budget of one question; a question that exceeds it is dropped.
local BUDGET <const> = { instructions = 200000, bytes = 64 * 1024 * 1024, seconds = 5 }

--- Asks one question; true when it was answered.
local function try(rules, name, args, seed)
  local source = dice.new()
  source:seed(seed)
  local done, result, fault = sandbox.run(BUDGET, question.ask, rules, name, args, source)
  if not done and type(result) == "table" and result.kind == "interrupt" then error(result, 0) end
  return done and result ~= nil and fault == nil
end

local function size(set)
  local count = 0
  for _ in next, set do count = count + 1 end
  return count
end

--- Sorts the keys of `seen` by kind.
local function sorted_out(seen, own)
  local kinds = { tables = {}, constants = {}, options = {}, lists = {}, calls = {} }
  for path in next, seen do
    local kind, name = path:match "^(%a+) (.+)$"
    if kind then
      kinds[kind][name] = true
    else
      local of, place = path:match "^([^.]+)%.(.+)$"
      if of == "constants" then kinds.constants[place] = true else kinds.tables[of or path] = true end
    end
  end
  kinds.calls[own] = nil
  local reads = {}
  for kind, set in next, kinds do reads[kind] = sorted.keys(set) end
  return reads
end

--- The reads of a procedure.
---@param rules limber.Rules
---@param name string
---@return limber.Reads
function M.of(rules, name)
  local procedure, source = rules.procedures[name], dice.new()
  source:seed(1)
  local throw, asked = source.throw, 0
  local seen = rules:trace_reads(function(reads)
    local last, known = 0, 0
    for i = 1, MOST do
      source:clear()
      local args = object_of(procedure.args, rules.records, throw, i % 4 == 1)
      if try(rules, name, args, i) then asked = asked + 1 end
      local count = size(reads)
      if count > known then last, known = i, count end
      if i - last >= DULL then break end
    end
  end)
  local reads = sorted_out(seen, name)
  reads.asked = asked
  return reads
end

return M
