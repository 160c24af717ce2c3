--- A rule stack: a published ruleset with variants laid over it, and the player's own tweaks on top.
--
-- Procedures get the stack's view as `rules`:
--   rules.tables.NAME(keys…)     a table's lookup            rules.cell(NAME, keys…)   the same, nil off the table
--   rules.keys(NAME)             what its first key may be, in the order of its data
--   rules.values(LIST)           the words of { of_table = NAME, … } (limber.rules.table_words)
--   rules.constant.NAME          a cell of table `constants` rules.option.NAME         a chosen reading
--   rules.work(LIST, unit, about) → modifiers applied, sum
--   rules.call(NAME, q, dice) → another procedure's result, and whether dice may be thrown for it
--   rules.fault(NAME, args) → why that cannot be asked       rules.says(NAME, result)  a result in a sentence
--   rules.here                   where the question is asked in a battle (limber.ask.asking); nil outside of one
--   rules.may_throw(NAME)        false: it declares dice = "none", and no house rule changes it
--   rules.wrapped(NAME)          does a house rule wrap it?
local answers <const> = require "limber.rules.answers"
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local late <const> = require "limber.common.late"
local ruleset <const> = require "limber.rules.ruleset"
local rules_view <const> = require "limber.rules.view"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local table_words <const> = require "limber.rules.table_words"
local tree <const> = require "limber.common.tree"
local variants <const> = require "limber.rules.variants"

---@class limber.Rules
---@field name string
---@field title string
---@field published table the ruleset without variants
---@field layers table[] the variants, in order
---@field family table? of a stack with layers that are on for some turns (limber.rules.during)
---@field off table<integer, true>? which of its layers are off, by their place
---@field waits string? what of the player's own changes has nothing to change while these are off
---@field live table the player's own tweaks, the topmost layer
---@field generation integer raised by every change; caches use it as a key
---@field careful boolean? arguments and dice are read-only to every procedure, for tests
---@field guest boolean some file of the stack did not ship with Limber
---@field procedures table<string, table>
---@field procedure_names string[]
---@field option_names string[]
---@field records table<string, limber.Field[]>
---@field game limber.GameWords? what plays a battle: the published words with all layers laid over them
---@field view table what procedures are handed
---@field lenient boolean? a record is verified: what house rules misspelt was no error then (limber.rules.lacking)
---@field fields table<string, limber.Field[]> what layers give to pieces, by their kind (limber.rules.house_fields)
---@field added table<string, limber.Field[]>? the fields that layers added to records and procedures, by their name
---@field filled table<string, { name: string, kind: string }[]>? of those of procedures, what a battle fills
---@field touched boolean has a house rule a say in what procedures answer, besides the tables and options?
---@field answers limber.Answers what was asked of these rules without dice
---@field watch (fun(procedure: string, args: table))? gets every question that is asked
---@field asking limber.Asking? where the question under way is asked in a battle
---@field here_reads integer how often `rules.here` has been read
local Rules <const> = {}
Rules.__index = Rules

--- What lays layers is read when there are some: a question asked in a shell spends half its time on reading the
--- framework.
local function kinds() return require "limber.rules.kinds" end
local function pieces() return require "limber.rules.kinds_of_pieces" end

--- Makes procedures check their results: those of guests' files, and in tests all.
local function check_results(draft, published)
  local results <const> = require "limber.rules.results"
  for name, procedure in next, draft.procedures do
    local copy, resolve = tree.shallow(procedure), procedure.resolve
    copy.guest = ruleset.is_guest(published, procedure.file) or nil
    local check = copy.guest and results.checked or draft.checked and results.held
    if check then
      local declared = draft.declare(copy)
      function copy.resolve(...) return check(procedure.written or resolve, declared, resolve(...), draft) end
      draft.procedures[name] = copy
    end
  end
end

--- Of a layer that is off in these turns: only what its pieces have (limber.rules.during).
local KEPT_WHEN_OFF <const> = { lookups = true, fields = true }

local function lay_off(draft, layer, rows)
  local kept = {}
  for _, row in ipairs(rows) do kept[#kept + 1] = KEPT_WHEN_OFF[row.key] and row or nil end
  kinds().lay(draft, layer, kept)
  for _, spec in ipairs(layer.modifiers or {}) do
    local list = draft.modifiers[spec.of] or (layer.lists or {})[spec.of]
    if spec.flag and list then
      pieces().lay_flag(draft, layer, list, fields.words.flag(spec.flag) { doc = spec.doc })
    end
  end
end

--- Lays the layers of a stack, then the player's own changes. In turns without some of the layers a change that has
--- nothing to change waits.
local function lay_all(self, draft)
  local rows, off = kinds().all(self.published.game and self.published.opts.game), self.off or {}
  for i, layer in ipairs(self.layers) do
    local lay = off[i] and lay_off or kinds().lay
    lay(draft, layer, rows)
  end
  local done, message = pcall(kinds().lay, draft, self.live, rows)
  if not done and not (self.family and type(message) == "string") then error(message, 0) end
  self.waits = not done and message or nil
end

--- Are there layers, or changes of the player's own?
local function has_something_to_lay(self)
  if #self.layers > 0 then return true end
  for _, part in next, self.live do
    if type(part) ~= "table" or next(part) ~= nil then return true end
  end
  return false
end

--- Do layers wrap procedures, add modifiers or arguments, or is a guest's rule among the procedures?
local function is_touched(self, draft)
  if self.guest or next(draft.added) or draft.game and draft.game.services then return true end
  for _, procedure in next, draft.procedures do
    if procedure.wrapped then return true end
  end
  for _, list in next, draft.modifiers do
    if list.changed then return true end
  end
  return false
end

--- Lays all layers anew over the published rules. On an error the stack stays as it was.
local function compile(self)
  local draft = rules_view.draft(self.published)
  if self.published.guest or draft.checked then check_results(draft, self.published) end
  self.waits = nil
  if has_something_to_lay(self) then
    lay_all(self, draft)
    pieces().settle(draft)
  end
  if #self.layers > 0 or next(draft.grown) or next(draft.changed) then table_words.lay(draft) end
  for _, name in ipairs(sorted.keys(draft.changed)) do
    if draft.lookups[name].chart then require("limber.rules.chart_check").refuse_cells(draft.table(name)) end
  end
  local rows = draft.grounds and draft.grounds.rows
  if rows and draft.grown[rows.table] then
    local published = ruleset.table(self.published, rows.table)
    draft.grounds = require("limber.rules.terrain").from_rows(draft.grounds, draft.table(rows.table), published)
  end
  draft.rules = self
  self.draft, self.procedures, self.records, self.fields = draft, draft.procedures, draft.records, draft.fields
  self.grounds, self.game, self.filled = draft.grounds, draft.game, draft.filled
  self.touched = is_touched(self, draft)
  self.added = next(draft.added) and draft.added or nil
  self.procedure_names, self.option_names = draft.procedure_names, draft.option_names
  local counts = self.family or self -- stacks of one family differ by it too
  counts.generation = counts.generation + 1
  self.generation = counts.generation
  self.view, self.answers = rules_view.new(self), answers.new()
end

--- The rows of what layers of this stack can say (limber.rules.kinds): those of a game too, where it has one or a layer
--- speaks of one.
---@return limber.LayerKind[]
function Rules:kinds()
  local opts = self.published.opts
  local game = opts and opts.game or self.live.game_words
  for _, layer in ipairs(self.layers) do game = game or layer.game_words end
  return kinds().all(game)
end

Rules.compile = compile

local function empty_live()
  return { cells = {}, options = {}, modifiers = {}, wraps = {}, texts = {}, typed = {} }
end

--- Lays variants over a ruleset that no other stack has.
local function stack(published, variant_names)
  local layers, fault = variants.stack(published, variant_names or {})
  if not layers then return nil, fault end
  local self = setmetatable({
    name = published.name, title = published.title, published = published, layers = layers,
    live = empty_live(), generation = 0, here_reads = 0, guest = published.guest or false,
  }, Rules)
  for _, layer in ipairs(layers) do self.guest = self.guest or not layer.shipped end
  local fine, message = pcall(compile, self)
  if not fine then return nil, faults.refusal("variants", message) end
  for _, layer in ipairs(layers) do
    if layer.turns and not self.family then
      local wrong = require("limber.rules.during").begin(self)
      if wrong then return nil, wrong end
    end
  end
  return self
end

--- The stack of a turn: without the layers that are off in it. The stack itself where no layer has turns.
---@param turn integer 0 before the first
---@return limber.Rules
function Rules:at_turn(turn)
  if not self.family then return self end
  return require("limber.rules.during").at_turn(self, turn)
end

--- Loads a ruleset and lays variants over it.
---@param loader limber.Loader
---@param name string
---@param variant_names string[]?
---@param opts { game: table?, later: (fun(): table)? }? the words of game files (limber.game.words); `later` loads them
---       where a variant uses some and the rules are not loaded to play
---@return limber.Rules?
---@return limber.Refusal?
function Rules.load(loader, name, variant_names, opts)
  local published, fault = ruleset.load(loader, name, opts)
  if not published then return nil, fault end
  return stack(published, variant_names)
end

--- A loader that gives the texts that were read before; its ruleset's loader reads all other files.
local function read_before(published)
  local texts, charts = {}, {}
  for _, file in ipairs(published.files) do
    texts[file.path] = file
    if file.chart then charts[#charts + 1] = { file = file.chart .. ".csv", path = file.path, text = file.text } end
  end
  local loader = tree.shallow(published.loader)
  function loader.read(path)
    local file = texts[path]
    if file then return file.text, not file.shipped end
    return published.loader.read(path)
  end
  loader.charts = charts[1] and function() return charts end or nil
  return loader
end

--- Another stack over the same published ruleset. A guest's functions can remember: each stack runs the files anew, so
--- that none changes another.
---@param published table
---@param variant_names string[]?
---@return limber.Rules?
---@return limber.Refusal?
function Rules.over(published, variant_names)
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
  if rules.family then rules.family.generation = rules.generation end
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

--- The same with the turns that each is on for, as records write them: "rain@3-5".
---@return string[]
function Rules:variant_turns()
  local names = {}
  for i, layer in ipairs(self.layers) do
    names[i] = layer.turns and require("limber.rules.during").text(layer.name, layer.turns) or layer.name
  end
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
--- set of their paths. One trace may run inside another, which then holds what both read.
---@param fn fun(reads: table<string, boolean>)
---@return table<string, boolean>
function Rules:trace_reads(fn)
  local view, outer = self.view, self.reads
  self.reads = {}
  self.view = rules_view.new(self, view) -- it notes each thing once
  local ok, message = pcall(fn, self.reads)
  local reads = self.reads
  self.reads, self.view = outer, view
  for path in next, outer and reads or {} do outer[path] = true end
  if not ok then error(message, 0) end
  return reads
end

late.methods(Rules, { "cell", "set_cell", "set_option", "set_wrap", "add_modifier", "add_typed", "drop" },
  function() return require "limber.rules.tweaks" end)

return Rules
