--- A rule stack: a published ruleset with variants laid over it, and the player's own tweaks on top.
--
-- Procedures get the stack's view as `rules`:
--   rules.tables.NAME(keys…)     a table's lookup            rules.cell(NAME, keys…)   the same, nil off the table
--   rules.keys(NAME)             what its first key may be, in the order of its data
--   rules.values(LIST)           the words of { of_table = NAME, … } (limber.rules.table_words)
--   rules.constant.NAME          a cell of table `constants` rules.option.NAME         a chosen reading
--   rules.work(LIST, unit, about) → modifiers applied, sum   rules.call(NAME, q, dice) another procedure's outcome
--   rules.fault(NAME, args) → why that cannot be asked       rules.says(NAME, result)  a result in a sentence
--   rules.here                   where the question is asked in a battle (limber.ask.asking); nil outside of one
--   rules.may_throw(NAME)        false: it declares dice = "none", and no house rule changes it
local answers <const> = require "limber.rules.answers"
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local guest <const> = require "limber.rules.guest"
local ruleset <const> = require "limber.rules.ruleset"
local rules_view <const> = require "limber.rules.view"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"
local variants <const> = require "limber.rules.variants"

---@class limber.Rules
---@field name string
---@field title string
---@field published table the ruleset without variants
---@field layers table[] the variants, in order
---@field live table the player's own tweaks, the topmost layer
---@field generation integer raised by every change; caches use it as a key
---@field guest boolean some file of the stack did not ship with Limber
---@field procedures table<string, table>
---@field procedure_names string[]
---@field records table<string, limber.Field[]>
---@field view table what procedures are handed
---@field added table<string, limber.Field[]>? the fields that layers added to records and procedures, by their name
---@field answers limber.Answers what was asked of these rules without dice
---@field asking limber.Asking? where the question under way is asked in a battle
---@field here_reads integer how often `rules.here` has been read
local Rules <const> = {}
Rules.__index = Rules

local function copy_of(map)
  local copy = {}
  for key, value in next, map do copy[key] = value end
  return copy
end

--- Makes procedures of guests' files check their results. The code for guests is read only when there is one: a
--- question asked in a shell spends half its time on reading the framework.
local function check_guests(draft, published)
  local results <const> = require "limber.rules.results"
  for name, procedure in next, draft.procedures do
    if ruleset.is_guest(published, procedure.file) then
      local copy, resolve = copy_of(procedure), procedure.resolve
      copy.guest = true
      function copy.resolve(...) return results.checked(resolve, procedure, resolve(...), draft) end
      draft.procedures[name] = copy
    end
  end
end

--- Lays all layers anew over the published rules. On an error the stack stays as it was.
local function compile(self)
  local draft = rules_view.draft(self.published)
  if self.published.guest then check_guests(draft, self.published) end
  for _, layer in ipairs(self.layers) do variants.lay(draft, layer) end
  variants.lay(draft, self.live)
  self.draft, self.procedures, self.records, self.flags = draft, draft.procedures, draft.records, draft.flags
  self.grounds, self.added = draft.grounds, next(draft.added) and draft.added or nil
  self.generation = self.generation + 1
  self.view, self.answers = rules_view.new(self), answers.new()
end

local function empty_live()
  return { cells = {}, options = {}, modifiers = {}, wraps = {}, texts = {} }
end

--- Lays variants over a ruleset that no other stack has.
local function stack(published, variant_names)
  local layers, fault = variants.stack(published, variant_names or {})
  if not layers then return nil, fault end
  local self = setmetatable({
    name = published.name, title = published.title, published = published, layers = layers,
    live = empty_live(), generation = 0, here_reads = 0, guest = published.guest or false,
    procedure_names = published.procedure_names,
  }, Rules)
  for _, layer in ipairs(layers) do self.guest = self.guest or not layer.shipped end
  if self.guest then self.published = guest.bounded(published) end
  local fine, message = pcall(compile, self)
  if not fine then return nil, faults.refusal("variants", message) end
  return self
end

--- Loads a ruleset and lays variants over it.
---@param loader limber.Loader
---@param name string
---@param variant_names string[]?
---@param opts { game: table? }? the words of game files (limber.game.words)
---@return limber.Rules?
---@return limber.Refusal?
function Rules.load(loader, name, variant_names, opts)
  local published, fault = ruleset.load(loader, name, opts)
  if not published then return nil, fault end
  return stack(published, variant_names)
end

--- A loader that gives the texts that were read before; its ruleset's loader reads all other files.
local function read_before(published)
  local texts = {}
  for _, file in ipairs(published.files) do texts[file.path] = file end
  local loader = copy_of(published.loader)
  function loader.read(path)
    local file = texts[path]
    if file then return file.text, not file.shipped end
    return published.loader.read(path)
  end
  return loader
end

--- Another stack over the same published ruleset. A guest's functions can remember: each stack runs the files anew, so
--- that none changes another.
---@param published table
---@param variant_names string[]?
---@return limber.Rules?
---@return limber.Refusal?
function Rules.over(published, variant_names)
  published = published.plain or published
  if not published.guest then return stack(published, variant_names) end
  local anew, fault = ruleset.load(read_before(published), published.name, published.opts)
  if not anew then return nil, fault end
  anew.loader = published.loader
  return stack(anew, variant_names)
end

--- The same variants and tweaks over the present text of the rule files. A tweak that no longer fits is refused, and
--- this stack stays unchanged.
---@return limber.Rules?
---@return limber.Refusal?
function Rules:reload()
  local published = self.published
  local rules, fault = Rules.load(published.loader, self.name, self:variant_sources(), published.opts)
  if not rules then return nil, fault end
  rules.live = self.live
  local fine, message = pcall(compile, rules)
  if not fine then return nil, faults.refusal("tweak", message) end
  rules.generation = self.generation + rules.generation
  return rules
end

--- The variants in force as they were asked for: a name, or the path of a file.
---@return string[]
function Rules:variant_sources()
  local names = {}
  for i, layer in ipairs(self.layers) do names[i] = layer.asked end
  return names
end

--- The names of the variants in force, in order.
---@return string[]
function Rules:variant_names()
  local names = {}
  for i, layer in ipairs(self.layers) do names[i] = layer.name end
  return names
end

--- A procedure's declaration by name, or a refusal with the nearest name.
---@param name string
---@return table?
---@return limber.Refusal?
function Rules:procedure(name)
  local procedure = self.procedures[name]
  if procedure then return procedure end
  local hint, area = suggest.hint(name, self.procedure_names), {}
  for _, known in ipairs(self.procedure_names) do
    if known:match "^[^.]+" == name then area[#area + 1] = known end
  end
  if #area > 0 then hint = "; there are " .. table.concat(area, ", ") end
  return nil, { arg = "call", message = ("no procedure %s in %s%s"):format(bounds.quoted(name), self.name, hint) }
end

--- Changes the live layer by `change(live)`; what does not fit is refused and nothing is changed.
local function tweak(self, change)
  local before = self.live
  local after = {}
  for key, value in next, before do after[key] = copy_of(value) end
  change(after)
  self.live = after
  local ok, message = pcall(compile, self)
  if ok then return true end
  self.live = before
  return nil, faults.refusal("tweak", message)
end

--- Whether a variant of the stack sets a cell or an option, or puts another table in a table's place.
local function set_by_layer(self, part, key, name)
  for _, layer in ipairs(self.layers) do
    if layer[part][key] ~= nil or layer.tables[name] then return true end
  end
  return false
end

--- Sets one cell of a table: `rules:set_cell("hits_long.9.12", 2)`.
---@param path string
---@param value integer|string
---@return any old the cell before, or nil
---@return limber.Refusal?
function Rules:set_cell(path, value)
  local old, fault = self:cell(path)
  if fault then return nil, fault end
  local name, places = variants.places(path)
  local whole = self.draft.table(name)
  local at = tables.locate(whole, places)
  fault = tables.refuse_change(whole, places) or tables.refuse_value(whole, at, value)
  if fault then return nil, fault end
  local original = ruleset.table(self.published, name)
  local back = original and original.cells[at] == value and not set_by_layer(self, "cells", path, name)
  local ok
  ok, fault = tweak(self, function(live) live.cells[path] = not back and value or nil end)
  if not ok then return nil, fault end
  return old
end

--- A cell's value now and as published, by its path.
---@param path string
---@return any now
---@return limber.Refusal?
---@return any published
function Rules:cell(path)
  local name, places = variants.places(path)
  if not self.draft.lookups[name] then
    local hint = suggest.hint(name, sorted.keys(self.draft.lookups))
    return nil, { arg = path, message = ("no table %s%s"):format(bounds.quoted(name), hint) }
  end
  local whole = self.draft.table(name)
  local at, fault = tables.locate(whole, places)
  if not at then return nil, fault end
  local original = ruleset.table(self.published, name)
  return whole.cells[at], nil, original and original.cells[at]
end

--- Chooses a reading that a ruleset left open.
---@param name string
---@param value any
---@return boolean?
---@return limber.Refusal?
function Rules:set_option(name, value)
  local declared = self.published.options[name]
  if not declared then
    local hint = suggest.hint(name, self.published.option_names)
    return nil, { arg = name, message = ("no option %s%s"):format(bounds.quoted(name), hint) }
  end
  local fault = variants.refuse_option(declared, name, value)
  if fault then return nil, fault end
  local back = declared.value == value and not set_by_layer(self, "options", name)
  return tweak(self, function(live)
    if back then live.options[name] = nil else live.options[name] = value end
  end)
end

--- Wraps a procedure or adds a modifier from the prompt; `text` is what was typed, for keeping.
---@param name string
---@param fn function
---@param text string
---@return boolean?
---@return limber.Refusal?
function Rules:set_wrap(name, fn, text)
  return tweak(self, function(live)
    live.wraps[name] = fn
    live.texts["wrap " .. name] = text
  end)
end

---@param spec table
---@param text string
---@return boolean?
---@return limber.Refusal?
function Rules:add_modifier(spec, text)
  return tweak(self, function(live)
    local at = #live.modifiers + 1
    for i, one in ipairs(live.modifiers) do
      if one[1] == spec[1] and one.of == spec.of then at = i end
    end
    live.modifiers[at] = spec
    live.texts[("modifier %s.%s"):format(spec.of, spec[1])] = text
  end)
end

--- The entries of the live layer that one typed text made: `wrap NAME`, `modifier LIST.NAME`.
local function remove_typed(live, key)
  local what, name = key:match "^(%a+) (.*)$"
  live.texts[key] = nil
  if what == "wrap" then live.wraps[name] = nil end
  for i = #live.modifiers, 1, -1 do
    local one = live.modifiers[i]
    if what == "modifier" and ("%s.%s"):format(one.of, one[1]) == name then table.remove(live.modifiers, i) end
  end
end

local TYPED_AS <const> = { procedure = "wrap ", modifier = "modifier " }

--- Takes one live tweak back, and all tweaks that were typed in the same text.
---@param what "cell"|"option"|"modifier"|"procedure" as limber.rules.diff has it
---@param name string
---@return string[]? with what else was taken back: `wrap NAME`, `modifier LIST.NAME`
---@return limber.Refusal?
function Rules:drop(what, name)
  local key, others = TYPED_AS[what] and TYPED_AS[what] .. name, {}
  local done, fault = tweak(self, function(live)
    if what == "cell" then live.cells[name] = nil end
    if what == "option" then live.options[name] = nil end
    local text = key and live.texts[key]
    for _, other in ipairs(text and sorted.keys(live.texts) or {}) do
      if live.texts[other] == text then
        remove_typed(live, other)
        if other ~= key then others[#others + 1] = other end
      end
    end
  end)
  if not done then return nil, fault end
  return others
end

--- Puts the tweaks back that were live at another time of a game.
---@param live table what `rules.live` was then
function Rules:put_live(live)
  self.live = live
  compile(self)
end

--- Takes all live tweaks back.
function Rules:drop_tweaks()
  self.live = empty_live()
  compile(self)
end

--- Runs `fn` while noting every table cell that is read, and what else is looked up (limber.rules.view); returns the
--- set of their paths.
---@param fn fun(reads: table<string, boolean>)
---@return table<string, boolean>
function Rules:trace_reads(fn)
  local view = self.view
  self.reads = {}
  self.view = rules_view.new(self)
  local ok, message = pcall(fn, self.reads)
  local reads = self.reads
  self.reads, self.view = nil, view
  if not ok then error(message, 0) end
  return reads
end

return Rules
