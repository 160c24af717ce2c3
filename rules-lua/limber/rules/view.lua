--- What stands behind a rule stack: the draft that its layers are laid on, and the view that procedures are handed.
local conditions <const> = require "limber.language.conditions"
local fields <const> = require "limber.language.fields"
local lists <const> = require "limber.common.lists"
local modifiers <const> = require "limber.rules.modifiers"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local table_words <const> = require "limber.rules.table_words"
local tables <const> = require "limber.rules.tables"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- An unfinished stack: copies of what layers may change, tables copied when first changed.
---@param published table
---@return table
function M.draft(published)
  local draft = {
    lookups = published.lookups, declared_options = published.options, instead = {}, changed = {}, options = {},
    procedures = tree.shallow(published.procedures), records = tree.shallow(published.records),
    modifiers = tree.shallow(published.modifiers), game = published.game,
    said = {}, reasons = {}, fields = {}, field_of = {}, by_flag = {}, flags = {}, added = {}, published = published,
    grounds = published.game and published.game.grounds,
    procedure_names = published.procedure_names, option_names = published.option_names,
  }
  draft.grown, draft.held, draft.worked = {}, {}, {}
  local opts, loader = published.opts, published.loader
  draft.checked = opts and opts.checked or loader and loader.checked or false
  for name, option in next, published.options do draft.options[name] = option.value end
  function draft.declare(procedure)
    local declared = { name = procedure.name, out = procedure.out }
    draft.held[#draft.held + 1] = declared
    return declared
  end
  function draft.table(name)
    name = draft.instead[name] or name
    return draft.changed[name] or ruleset.table(published, name)
  end
  function draft.own_table(name)
    local real = draft.instead[name] or name
    if not draft.changed[real] then
      draft.changed[real] = tables.copy(ruleset.table(published, real))
    end
    return draft.changed[real]
  end
  return draft
end

--- Notes the cell at a position of a table, once.
local function note_cell(reads, whole, positions, at)
  if not at or positions[at] then return end
  positions[at], reads[tables.path(whole, at)] = true, true
end

--- Notes reads other than cells: `options NAME`, `lists NAME` of modifiers, `calls NAME` of other procedures.
local function noted(reads, kind, name)
  if reads then reads[kind .. " " .. tostring(name)] = true end
end

--- The options; while reads are noted, each one that is looked at is.
local function options_of(self, reads)
  local options = self.draft.options
  if not reads then return options end
  return setmetatable({}, { __index = function(known, name)
    noted(reads, "options", name)
    rawset(known, name, options[name])
    return options[name]
  end, __pairs = function() return next, options end })
end

--- Lookups, compiled when first used, or those of the view `below`. With `reads` they note each cell read.
local function lookups_of(self, reads, below)
  return setmetatable({}, { __index = function(lookups, name)
    local whole = self.draft.table(name)
    if not whole then
      error(("no table %q%s"):format(name, suggest.hint(name, sorted.keys(self.draft.lookups))), 2)
    end
    local lookup = below and below.tables[name] or tables.compile(whole)
    if reads then
      local plain, positions = lookup, {}
      lookup = function(...)
        note_cell(reads, whole, positions, tables.position(whole, ...))
        return plain(...)
      end
    end
    rawset(lookups, name, lookup)
    return lookup
  end })
end

local function constants_of(lookups, draft)
  return setmetatable({}, { __index = function(constants, name)
    local whole = draft.table "constants"
    local known = whole and whole.axes[1].keys
    if known and not lists.has(known, name) then
      error(("there is no constant %s%s"):format(tostring(name), suggest.hint(name, known)), 2)
    end
    local value = lookups.constants(name)
    rawset(constants, name, value)
    return value
  end })
end

--- What is known under a name, or an error where the rules asked for it.
local function known(kind, place, name, level)
  if place[name] == nil then
    error(("no %s %q%s"):format(kind, tostring(name), suggest.hint(name, sorted.keys(place))), level or 3)
  end
  return place[name]
end

--- Raised where a house rule has a say in what is figured (`M.figure`).
local SAY <const> = {}

local function has_say(draft)
  if draft.figuring then error(SAY, 0) end
end

--- What is looked up when it is read: `here`, where the question is asked in a battle. Each reading is counted, since
--- such an answer does not hold elsewhere.
local function read_late(self)
  return { __index = function(_, key)
    if key ~= "here" then return nil end
    has_say(self.draft)
    self.here_reads = self.here_reads + 1
    return self.asking and self.asking.here
  end }
end

--- What a procedure is handed that is called without dice.
local NO_DICE <const> = setmetatable({}, { __metatable = false, __newindex = function() end, __index = function(_, key)
  error(("dice.%s: no dice are thrown where this is asked"):format(tostring(key)), 2)
end })

--- Dice that note whether any of them is thrown, by those that throw.
local watched <const> = setmetatable({}, { __mode = "k" })

local function watch_of(dice)
  local watch = watched[dice]
  if watch then return watch end
  watch = { thrown = false, dice = {} }
  for name, throw in sandbox.sorted_pairs(dice) do
    watch.dice[name] = function(...)
      watch.thrown = true
      return throw(...)
    end
  end
  watched[dice] = watch
  return watch
end

--- Answers a procedure that throws no dice by itself, but may do by a house rule. Gives too whether it has thrown any.
local function answer_watched(view, procedure, q, dice)
  local watch = watch_of(dice)
  local before = watch.thrown
  watch.thrown = false
  local result = procedure.resolve(view, q, watch.dice, procedure.before and procedure.before(view, q))
  local thrown = watch.thrown
  watch.thrown = before or thrown
  return result, thrown
end

--- Has a house rule a say in a procedure itself? Arguments that it adds are none: only wraps and modifiers read them.
local function is_touched(procedure) return procedure.wrapped or procedure.guest end

--- Works a procedure that is asked all the time and throws no dice, without checking the question. Gives nothing where
--- a house rule has a say in it: it may look at where it is asked.
---@param rules limber.Rules
---@param name string
---@param args table
---@return table? result
function M.figure(rules, name, args)
  local draft = rules.draft
  if rules.watch or rules.careful or draft.said[name] then return nil end
  if not rules.touched then return rules.view.call(name, args) end
  draft.figuring = true
  local done, result = pcall(rules.view.call, name, args)
  draft.figuring = false
  if done then return result end
  if result ~= SAY then error(result, 0) end
  draft.said[name] = true
end

--- Arguments that are checked and have their defaults; or what is wrong with them.
local function checked_args(self, view, procedure, args)
  local checked, fault = fields.check(procedure.args, args, self.records)
  if checked then
    fault = conditions.fault(procedure.args, checked) or procedure.check and procedure.check(view, checked, args)
  end
  return not fault and checked or nil, fault
end

--- `rules.call` for house rules: their question is checked as any other.
local function checked_call(self, view)
  return function(name, args, dice)
    local procedures = self.draft.procedures
    local procedure = procedures[name] or known("procedure", procedures, name)
    local checked, fault = checked_args(self, view, procedure, args)
    if not checked then error(("the question to %s is wrong: %s"):format(name, fault.message), 2) end
    return view.call(name, checked, dice)
  end
end

--- What procedures are handed as `rules`. A view that is made while the stack has `reads` notes there every cell read
--- by its path, and what else is looked up, each once.
---@param self limber.Rules
---@param below table? the view whose lookups it uses
---@return table
function M.new(self, below)
  local reads <const> = self.reads
  local lookups <const> = lookups_of(self, reads, below)
  local view = { option = options_of(self, reads), tables = lookups, constant = constants_of(lookups, self.draft) }
  setmetatable(view, read_late(self))
  local worked_lists, procedures = self.draft.modifiers, self.draft.procedures
  if self.guest then
    sandbox.face(view, {
      name = "rules", fresh = true, instead = not self.published.guest and { call = checked_call(self, view) } or nil,
    })
    require("limber.rules.lacking").know_options(view.option, self)
  end
  local wholes = {}
  local function whole_table(name)
    local whole = wholes[name]
    if not whole then
      whole = self.draft.table(name) or (known("table", self.draft.lookups, name, 4))
      wholes[name] = whole
    end
    return whole
  end
  local worth = not reads and {} or nil
  function view.work(list, unit, about)
    if reads then noted(reads, "lists", list) end
    local draft, worked = self.draft, worked_lists[list] or known("modifier list", worked_lists, list)
    if worked.changed then has_say(draft) end
    local applied, total = modifiers.work(worked, view, unit, about, draft.considered, worth)
    local walk = draft.walked
    return walk and walk.guard and walk.guard(applied) or applied, total
  end
  local positions <const> = {}
  function view.cell(name, ...)
    local whole = whole_table(name)
    local at = tables.position(whole, ...)
    if reads then
      positions[name] = positions[name] or {}
      note_cell(reads, whole, positions[name], at)
    end
    return at and whole.cells[at]
  end
  function view.keys(name)
    noted(reads, "tables", name)
    local axis = whole_table(name).axes[1]
    return table.move(axis.keys, 1, #axis.keys, 1, {})
  end
  function view.values(list)
    noted(reads, "tables", list.of_table)
    return table_words.values(list, whole_table(list.of_table))
  end
  local function fault_of(_, name, args)
    local _, fault = checked_args(self, view, procedures[name], args)
    return fault
  end
  function view.fault(name, args)
    local procedure = procedures[name] or known("procedure", procedures, name)
    if is_touched(procedure) then has_say(self.draft) end
    return self.answers:of(self, "fault", fault_of, name, args, self.asking)
  end
  function view.reason(word)
    local one = self.draft.reasons[word]
    if one then return one[1], one.cite end
  end
  function view.says(name, result)
    return (procedures[name] or known("procedure", procedures, name)).says(result, {})
  end
  local throwing = {} -- answers of may_throw
  function view.may_throw(name)
    local may = throwing[name]
    if may ~= nil then return may end
    local procedure = procedures[name] or known("procedure", procedures, name)
    may = procedure.dice ~= "none" or procedure.wrapped ~= nil or procedure.guest or false
    throwing[name] = may
    return may
  end
  local house_fields <const> = self.added and require "limber.rules.house_fields"
  function view.passing(name, q, args)
    return house_fields and house_fields.passed(self, name, q, args) or args
  end
  function view.wrapped(name)
    if worked_lists[name] then return worked_lists[name].changed or false end
    return (procedures[name] or known("procedure", procedures, name)).wrapped ~= nil
  end
  local answers = {} -- by procedure: what answers another's question
  local function answer_of(name)
    noted(reads, "calls", name)
    local procedure = procedures[name] or known("procedure", procedures, name, 4)
    local before, resolve, throws = procedure.before, procedure.resolve, procedure.dice ~= "none"
    local function answer(q, dice)
      return (resolve(view, q, dice or NO_DICE, before and before(view, q))), throws
    end
    local plain <const> = answer
    if not throws and (procedure.wrapped or procedure.guest) then
      function answer(q, dice)
        if dice then return answer_watched(view, procedure, q, dice) end
        return plain(q)
      end
    end
    local complete = house_fields and house_fields.completes(self, name, view)
    local whole <const>, draft <const> = answer, self.draft
    if complete then -- what is figured reads nothing of it
      function answer(q, dice) return whole(draft.figuring and q or complete(q), dice) end
    end
    if is_touched(procedure) then
      local asked <const> = answer
      function answer(q, dice)
        has_say(draft)
        return asked(q, dice)
      end
    end
    answers[name] = answer
    return answer
  end
  function view.call(name, q, dice) return (answers[name] or answer_of(name))(q, dice) end
  return view
end

return M
