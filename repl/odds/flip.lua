--- What would flip it: the smallest change of one argument, or of one modifier, that moves a chance past a threshold.
--
-- Numbers are tried one step at a time, up and down, as far as they are declared to go; a flag and a word of a choice
-- are tried as each other value, which counts as one step. Nothing is guessed: each change that is listed has been
-- asked, and is the nearest in its direction. Where a number could not be tried to its end, that is said, and which
-- arguments were not tried at all.
local asked <const> = require "odds.asked"
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local measures <const> = require "odds.measures"
local odds_of <const> = require "read.odds_of"
local odds_text <const> = require "show.odds_text"
local open <const> = require "read.open"
local dotted <const> = require "limber.common.dotted"
local result_text <const> = require "show.result_text"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"
local tree <const> = require "limber.common.tree"
local units <const> = require "read.units"

local M <const> = {}

--- Paths walked for one number each way, at most, and the steps tried where it has no declared end: of a length in mm,
--- of all else.
local WORK <const>, LENGTH_STEPS <const>, STEPS <const> = 1000000, 2000, 100

--- So many steps refused in a row are the end of a number.
local REFUSED <const> = 50

--- Steps that a modifier is tried each way.
local MODIFIER_STEPS <const> = 12

---@class odds.Change
---@field what "argument"|"modifier"
---@field path string
---@field from any
---@field to any
---@field size integer steps between them
---@field p number
---@field exact string

--- All single values of checked arguments: `fn(path, field, value)`; of lists and objects that are empty too.
local function each_value(list, records, args, prefix, fn)
  for _, field in ipairs(list) do
    local path, value = prefix .. field.name, args[field.name]
    local record = field.record and records[field.record]
    if field.kind == "list" then
      if not (type(value) == "table" and value[1]) then fn(path, field, nil) end
      for i, one in ipairs(type(value) == "table" and value or {}) do
        if record then
          each_value(record, records, one, ("%s.%d."):format(path, i), fn)
        elseif field.of then
          fn(("%s.%d"):format(path, i), field.of, one)
        end
      end
    elseif record and type(value) == "table" then
      each_value(record, records, value, path .. ".", fn)
    else
      fn(path, field, value)
    end
  end
end

---@class odds.Search
---@field question odds.Question
---@field stack odds.Stack under which it is asked
---@field measure odds.Measure
---@field above boolean is the chance at or past the threshold as things stand
---@field found odds.Change[]
---@field unfinished { path: string, to: integer }[] numbers that were not tried to their end, and how far
---@field left_out string[] arguments that were not tried: they have no value, or none that has a next one

--- The chance with some arguments under some rules; nil where they are refused.
local function chance(search, stack, args)
  local odds = asked.of(search.question, stack, args)
  if not odds then return nil end
  local p, exact = search.measure.of(odds.json)
  return p, exact, odds.json.paths
end

local function flips(search, p)
  return p ~= nil and (p >= search.question.request.flip) ~= search.above
end

local function add(search, what, path, from, to, size, p, exact)
  table.insert(search.found, { what = what, path = path, from = from, to = to, size = size, p = p, exact = exact })
end

--- Tries a number step by step in one direction; stops at the first that flips it.
local function try_steps(search, path, field, value, direction)
  local own, work, stop = search.stack, 0, direction > 0 and field.max or direction < 0 and field.min
  local steps = stop and math.abs(stop - value) or units.of(path) == "mm" and LENGTH_STEPS or STEPS
  local refused = 0
  for size = 1, steps do
    local to = value + direction * size
    local args = tree.copy(search.question.args)
    dotted.put(args, path, to)
    local p, exact, walked = chance(search, own, args)
    if flips(search, p) then return add(search, "argument", path, value, to, size, p, exact) end
    work, refused = work + (walked or 1), p and 0 or refused + 1
    if refused == REFUSED then return end
    if work > WORK or size == steps and not stop then
      search.unfinished[#search.unfinished + 1] = { path = path, to = to }
      return
    end
  end
end

--- Tries all other values of a flag or a choice.
local function try_words(search, path, values, value)
  for _, to in ipairs(values) do
    if to ~= value then
      local args = tree.copy(search.question.args)
      dotted.put(args, path, to)
      local p, exact = chance(search, search.stack, args)
      if flips(search, p) then add(search, "argument", path, value, to, 1, p, exact) end
    end
  end
end

local function try_arguments(search)
  local question, rules = search.question, search.stack.rules
  local declared = rules.procedures[question.name].args
  local args = fields.check(declared, odds_of.known_to(rules, declared, question.args), rules.records)
  each_value(declared, rules.records, args, "", function(path, field, value)
    if field.kind == "int" and math.type(value) == "integer" then
      try_steps(search, path, field, value, 1)
      try_steps(search, path, field, value, -1)
    elseif field.kind == "flag" then
      try_words(search, path, { true, false }, value == true)
    elseif field.values then
      try_words(search, path, field.values, value)
    else
      search.left_out[#search.left_out + 1] = path
    end
  end)
end

---@class odds.Modifier a modifier whose value is tried
---@field path string the cell of its table, or its list and name
---@field value integer
---@field set fun(to: integer): boolean

--- A modifier that has its value with it, in its list on rules of their own.
local function own_value(scratch, list, i)
  local one = scratch.draft.modifiers[list][i]
  return { path = ("modifier %s of %s"):format(one.name, list), value = one.value, set = function(to)
    scratch:compile()
    local lists = scratch.draft.modifiers
    lists[list] = tree.shallow(lists[list])
    lists[list][i] = tree.shallow(lists[list][i])
    lists[list][i].value = to
    return true
  end }
end

--- The modifiers that a question has read, on rules of their own.
---@return odds.Modifier[]
local function modifiers_read(scratch, reads)
  local found, seen = {}, {}
  for _, list in ipairs(sorted.keys(scratch.draft.modifiers)) do
    for i, one in ipairs(reads["lists " .. list] and scratch.draft.modifiers[list] or {}) do
      local path = one.table and ("%s.%s"):format(one.table, one.name)
      if math.type(one.value) == "integer" then
        found[#found + 1] = own_value(scratch, list, i)
      elseif path and not one.value and reads[path] and not seen[path] then
        local value = scratch:cell(path)
        seen[path] = true
        found[#found + 1] = math.type(value) == "integer" and { path = path, value = value, set = function(to)
          local _, fault = scratch:set_cell(path, to)
          return not fault
        end } or nil
      end
    end
  end
  return found
end

--- Tries the modifiers that the question reads.
local function try_modifiers(search)
  local question, rules = search.question, search.stack.rules
  local reads = rules:trace_reads(function() asked.of(question, search.stack, question.args) end)
  local scratch = open.over(rules, rules:variant_sources())
  if not scratch then return end
  scratch:put_live(rules.live)
  local stack = { rules = scratch, title = "", asking = search.stack.asking }
  for _, one in ipairs(modifiers_read(scratch, reads)) do
    for _, direction in ipairs { 1, -1 } do
      for size = 1, MODIFIER_STEPS do
        local to = one.value + direction * size
        if not one.set(to) then break end
        local p, exact = chance(search, stack, question.args)
        if flips(search, p) then
          add(search, "modifier", one.path, one.value, to, size, p, exact)
          break
        end
      end
    end
    one.set(one.value)
  end
end

--- What a change is, in words: `a.1.quality 5 → 7 (+2)`.
local function told(one)
  local change = ("%s -> %s"):format(result_text.value(one.from), result_text.value(one.to))
  if math.type(one.from) == "integer" then change = ("%s (%+d)"):format(change, one.to - one.from) end
  return change
end

--- What is found under one stack; `several` are asked, and its name is told.
local function add_lines(lines, search, several, width)
  lines[#lines + 1] = ("  now %s, %s%s"):format(odds_text.percent(search.p), odds_text.fraction(search.exact),
    several and (" (%s)"):format(search.stack.title) or "")
  lines[#lines + 1] = ("  single changes that make it %s %s, the smallest first:"):format(
    search.above and "less than" or "at least", odds_text.percent(search.question.request.flip))
  local rows = {}
  for i, one in ipairs(search.found) do
    rows[i] = { one.path, told(one), text.right(odds_text.percent(one.p), 8), odds_text.fraction(one.exact) }
  end
  for _, line in ipairs(text.columns(rows, "  ")) do lines[#lines + 1] = line end
  if #rows == 0 then lines[#lines + 1] = "  none, of an argument or of a modifier that applies" end
  local short = {}
  for i, one in ipairs(search.unfinished) do short[i] = ("%s %s"):format(one.path, one.to) end
  local function add_note(words, list)
    for _, line in ipairs(#list > 0 and text.wrap(words .. table.concat(list, ", "), width - 2) or {}) do
      lines[#lines + 1] = "  " .. line
    end
  end
  add_note("not tried beyond ", short)
  add_note("not tried at all: ", search.left_out)
end

--- Searches under one stack.
local function searched(question, stack)
  local odds, fault = asked.of(question, stack, question.args)
  if not odds then return nil, fault end
  local list = measures.of({ odds }, question.request)
  if #list > 1 or not list[1].chance then
    local example = list[1].chance and ("'%s == \"%s\"'"):format(odds.json.by, list[1].short)
      or ("'%s >= %d'"):format(odds.json.by, math.floor(odds.json.mean + 0.5))
    return nil, fields.refuse("--flip", ("needs one chance: add %s as a word, for example"):format(example))
  end
  local p, exact = list[1].of(odds.json)
  local search = { question = question, stack = stack, measure = list[1], p = p, exact = exact, odds = odds,
    above = p >= question.request.flip, found = {}, unfinished = {}, left_out = {} }
  try_arguments(search)
  try_modifiers(search)
  local order = {}
  for i, one in ipairs(search.found) do order[one] = i end
  table.sort(search.found, function(one, other)
    if one.size ~= other.size then return one.size < other.size end
    return order[one] < order[other]
  end)
  return search
end

local function json_of(search)
  local changes = {}
  for i, one in ipairs(search.found) do
    changes[i] = { what = one.what, name = one.path, from = one.from, to = one.to, size = one.size, p = one.p,
      exact = one.exact }
  end
  return { by = search.odds.json.by, threshold = search.question.request.flip, p = search.p, exact = search.exact,
    changes = json.list(changes), unfinished = json.list(search.unfinished), left_out = json.list(search.left_out) }
end

--- Answers which changes flip a chance, under one stack or under each of two.
---@param question odds.Question
---@param width integer
---@return odds.Answer?
---@return limber.Refusal?
function M.answer(question, width)
  local lines, found = {}, {}
  for s, stack in ipairs(question.stacks) do
    local fault
    found[s], fault = searched(question, stack)
    if not found[s] then return nil, fault end
    add_lines(lines, found[s], #question.stacks > 1, width)
  end
  local own, other = found[question.own], found[3 - question.own]
  local procedure = own.stack.rules.procedures[question.name]
  odds_text.add_head(lines, ("%s (%s): %s"):format(question.name, procedure.cite, own.measure.label))
  odds_text.add_charts(lines, own.odds)
  local told_of = json_of(own)
  told_of.versus = other and json_of(other)
  return { lines = lines, json = told_of }
end

return M
