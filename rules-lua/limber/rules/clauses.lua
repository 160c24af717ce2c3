--- The clause report: every clause of a ruleset's document, what covers it, and what is not covered.
--
-- A clause names what covers it: a procedure (`artillery.fire`, `combat.*`) must be declared and have a test vector; a
-- table (`hits_long.csv`) must be looked up; `cmd:fire` must be a command of the game files; `engine:combat` a step of
-- a sequence there, a `duty`, or its `victory` or `solo`; `R61` a ruling; any other word an argument. What is in
-- brackets after a procedure is an argument, one of its words, a result or a variant. "none needed" and a section of
-- the catalogue need nothing.
local json <const> = require "kernel.json"
local ruleset <const> = require "limber.rules.ruleset"
local suggest <const> = require "limber.common.suggest"
local variants <const> = require "limber.rules.variants"

local M <const> = {}

---@class limber.Clause
---@field id string
---@field cite string
---@field kind string
---@field says string
---@field by { what: string, vectors: integer?, gap: string? }[] what covers it
---@field gap string? why it is not covered

--- How many vectors each procedure has.
local function count_vectors(text)
  local counts = {}
  for line in (text or ""):gmatch "[^\r\n]+" do
    local vector = json.decode(line)
    if vector and vector.call then counts[vector.call] = (counts[vector.call] or 0) + 1 end
  end
  return counts
end

local function names_of(list)
  local names = {}
  for _, name in ipairs(list) do names[name] = true end
  return names
end

--- What a procedure is asked and answers: its arguments, and in brackets also their words and its results.
local function add_arguments(index, procedure)
  for _, field in ipairs(procedure.args) do
    index.arguments[field.name] = true
    for _, word in ipairs(field.of and field.of.values or field.values or {}) do index.said[word] = true end
  end
  for _, field in ipairs(procedure.out) do index.said[field.name] = true end
end

--- All that clauses may name.
local function index_of(published, vectors)
  local index = {
    published = published, vectors = count_vectors(vectors), data = {}, steps = {}, arguments = {}, said = {},
    variants = names_of(variants.names(published)), rulings = {}, game = published.game,
  }
  for name, spec in next, published.lookups do index.data[spec.data or name] = true end
  for _, row in ipairs(ruleset.rows(published, "rulings")) do index.rulings[row.id] = true end
  for _, record in next, published.records do
    for _, field in ipairs(record) do index.arguments[field.name] = true end
  end
  for _, procedure in next, published.procedures do add_arguments(index, procedure) end
  for _, sequence in next, published.game and published.game.sequences or {} do
    for _, step in ipairs(sequence) do index.steps[step.name] = true end
  end
  return index
end

local function procedure_gap(index, name)
  if not index.published.procedures[name] then
    return ("no procedure %s%s"):format(name, suggest.hint(name, index.published.procedure_names))
  end
  if not index.vectors[name] then return ("no test vector of %s"):format(name) end
end

local function family(index, area)
  local found, gap, count = false, nil, 0
  for _, name in ipairs(index.published.procedure_names) do
    if name:sub(1, #area + 1) == area .. "." then
      found, gap = true, gap or procedure_gap(index, name)
      count = count + (index.vectors[name] or 0)
    end
  end
  return found and gap or not found and ("no procedures %s.*"):format(area) or nil, count
end

--- Declarations of a game that have a word of their own; they may have the name of a step.
local WORDS <const> = { victory = true, solo = true }

local function game_gap(index, kind, name)
  local game = index.game
  if not game then return ("no game files: cannot find %s:%s"):format(kind, name) end
  if kind == "cmd" then
    return not game.commands[name] and ("no command %s%s"):format(name, suggest.hint(name, game.command_names)) or nil
  end
  local known = index.steps[name] or game.duties and game.duties[name] or WORDS[name] and game[name]
  return not known and ("no step and no duty %s"):format(name) or nil
end

--- What one part of a clause's cover comes to: its gap, and its vectors.
local function judge(index, what)
  local kind, name = what:match "^(%a+):([%w_]+)$"
  if kind then return game_gap(index, kind, name) end
  local data = what:match "^([%w_]+)%.csv$"
  if data then return not index.data[data] and ("no table reads %s"):format(what) or nil end
  local area = what:match "^([%w_]+)%.%*$"
  if area then return family(index, area) end
  if what:find "^[%w_]+%.[%w_]+$" then return procedure_gap(index, what), index.vectors[what] end
  if what:find "^R%d+$" then return not index.rulings[what] and ("no ruling %s"):format(what) or nil end
  return not index.arguments[what] and ("%s names nothing"):format(what) or nil
end

local function covers_of(index, text)
  if text == "none needed" or text:find "^section " then return {} end
  local by = {}
  for part in text:gmatch "[^,]+" do
    for word in part:gsub("%b()", ""):gmatch "%S+" do
      local gap, count = judge(index, word)
      by[#by + 1] = { what = word, gap = gap, vectors = count }
    end
    local inside = part:match "%(([%w_]+)%)"
    if inside and not (index.variants[inside] or index.arguments[inside] or index.said[inside]) then
      by[#by + 1] = { what = inside, gap = ("%s is not a variant, argument or result"):format(inside) }
    end
  end
  return by
end

--- The report of a ruleset, loaded with its game files.
---@param published table
---@param vectors string? the text of its test vectors, JSON Lines
---@return limber.Clause[]
function M.report(published, vectors)
  local index, report = index_of(published, vectors), {}
  for i, row in ipairs(ruleset.rows(published, "clauses")) do
    local clause = { id = row.id, cite = tostring(row.cite), kind = row.kind, says = tostring(row.says) }
    clause.by = covers_of(index, tostring(row.covered_by or ""))
    if not row.covered_by then clause.gap = "does not say what covers it" end
    for _, one in ipairs(clause.by) do clause.gap = clause.gap or one.gap end
    report[i] = clause
  end
  return report
end

return M
