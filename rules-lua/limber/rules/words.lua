--- The words that rule files and variant files are written with, and where what they say is gathered.
--
-- A rule file sees these words and an allow-listed Lua, nothing else. What it declares lands in a
-- `published` ruleset: plain tables of procedures, records, lookups, options and modifier lists.
local clock <const> = require "kernel.clock"
local decimals <const> = require "limber.language.decimals"
local declared <const> = require "limber.language.declared"
local for_show <const> = require "limber.rules.for_show"
local fields <const> = require "limber.language.fields"
local length_units <const> = require "limber.language.length_units"
local lengths <const> = require "limber.language.lengths"
local modifiers <const> = require "limber.rules.modifiers"
local names <const> = require "limber.language.names"
local procedures <const> = require "limber.rules.procedures"
local reasons <const> = require "limber.rules.reasons"
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"
local wording <const> = require "limber.common.wording"

local M <const> = {}

--- The kinds of things that variants say, read when there is one.
local function kinds() return require "limber.rules.kinds" end
local function charts() return require "limber.rules.charts" end

--- A fresh, empty ruleset for rule files to fill.
---@param name string
---@return table
function M.published(name)
  return {
    name = name, title = name, sources = {}, game_sources = {}, files = {}, noted = {},
    procedures = {}, procedure_names = {}, records = {}, lookups = {}, options = {},
    option_names = {}, modifiers = {},
  }
end

--- The file and line of a running function: 1 is the one that asks, 2 what called it.
local function place(level)
  local info = debug.getinfo(level + 1, "Sl")
  return info.source:gsub("^@", ""), info.currentline
end

--- Reads a key of a question: that it has no such key is raised there (limber.rules.asked).
local function read(q, key) return q[key] end

--- A copy of a question with some of its arguments changed, for handing on to what is wrapped.
local function with(q, changes)
  local copy = {}
  for key, value in sandbox.sorted_pairs(q) do copy[key] = value end
  for key, value in next, changes do
    if copy[key] == nil then read(q, key) end
    copy[key] = value
  end
  return sandbox.freeze(copy)
end

--- Each of two sides throws a die, again until the totals differ: { winner, total_a, total_b, rolls }. `add` is what
--- each adds. Both dice are told as one number: odds know only what a throw gives.
local function contest(dice, faces, label, add)
  local plus_a, plus_b = add and add.a or 0, add and add.b or 0
  local both, rolls = dice.again(function()
    local a, b = dice.d(faces, label, "side_a"), dice.d(faces, label, "side_b")
    return a + plus_a ~= b + plus_b and (faces + 1) * a + b or nil
  end, label)
  local a, b = both // (faces + 1) + plus_a, both % (faces + 1) + plus_b
  return { winner = a > b and "a" or "b", total_a = a, total_b = b, rolls = rolls }
end

--- Declarations belong to the reading of a file: what a rule declared later would change a stack in use.
local function in_time(owner, kind, name)
  if owner.closed then error(("%s %q is declared too late: its file has been read"):format(kind, name), 3) end
end

local function once(published, declarations, kind, name)
  if published.closed then error(("%s %q is declared too late: its file has been read"):format(kind, name), 3) end
  if declarations[name] ~= nil then error(("%s %q is declared twice"):format(kind, name), 3) end
end

--- The keys that each declaration may have, and what they must be; those with "!" must be there.
local RULESET <const> = {
  title = "text", author = "text", edition = "text", period = "text", unit = "text", turn_word = "text",
  rounding = "table", sources = "names", game_sources = "names", piece = "piece",
}
local RECORD <const> = { check = "function", each = "text", piece = "piece" }
local LOOKUP <const> = {
  key = "any", across = "table", columns = "table", value = "text", data = "name", doc = "text", label = "text",
  sparse = "any", where = "table", cite = "text", for_show = "any", defaults = "table", like = "text",
  chart = "any", numbers = "names", whole = "names", fractions = "names",
}
local OPTION <const> = {
  values = "table", doc = "text", ruling = "text", cite = "text", matters = "rule", conflicts = "names",
}
local MODIFIERS <const> = { judges = "table", cite = "text", table = "name", piece = "name", role = "name" }
local VARIANT <const> = {
  of = "name", doc = "text", cite = "text", ruling = "text", conflicts = "names", matters = "rule",
  unless = "text",
}

local function add_procedure(published, name, given)
  local sorted = published.procedure_names
  published.procedures[name] = procedures.new(name, given, 3, published.piece)
  sorted[#sorted + 1] = name
  table.sort(sorted)
  return published.procedures[name]
end

--- The words of the published rules.
local function rule_words(published)
  local words = {
    band = tables.band,
    refuse = fields.refuse, outside = fields.outside,
    plain = wording.plain,
    counted = wording.counted,
    because = wording.because,
    rounded = decimals.rounded,
    hint = suggest.hint,
    contest = contest,
    reasons = reasons.new,
    clock = { format = clock.format, parse = clock.parse, bound = clock.bound },
  }

  local head = false

  function words.ruleset(name)
    return function(given)
      if name ~= published.name then error(("this is ruleset %q, not %q"):format(published.name, name), 2) end
      if head then error(("ruleset %q is declared twice"):format(name), 2) end
      head = true
      for key, value in next, declared.only(("ruleset %q"):format(name), given, RULESET) do published[key] = value end
      if published.unit and not length_units[published.unit] then
        error(("ruleset %q: no unit %s"):format(name, published.unit), 2)
      end
      procedures.check_piece(("ruleset %q"):format(name), published.piece, 2)
    end
  end

  function words.procedure(name)
    declared.name("procedure", name, names.is_dotted)
    return function(given)
      once(published, published.procedures, "procedure", name)
      local spec = add_procedure(published, name, given)
      spec.name = name
      spec.file, spec.line = place(2)
    end
  end

  function words.record(name)
    declared.name("record", name, names.is_name)
    return function(given)
      once(published, published.records, "record", name)
      local spec = declared.only(("record %q"):format(name), given, RECORD, { listed = true })
      declared.fields(("record %q"):format(name), spec)
      procedures.check_piece(("record %q"):format(name), spec.piece, 2)
      published.records[name] = spec
    end
  end

  function words.lookup(name)
    declared.name("lookup", name, names.is_name)
    return function(given)
      once(published, published.lookups, "lookup", name)
      local spec = declared.only(("lookup %q"):format(name), given, LOOKUP)
      local misuse = for_show.misuse(spec.for_show)
      misuse = misuse or spec.chart ~= nil and charts().misuse(spec.chart)
      if misuse then error(("lookup %q: %s"):format(name, misuse), 2) end
      spec.file, spec.line = place(2)
      published.lookups[name] = spec
      published.has_charts = published.has_charts or spec.chart ~= nil
    end
  end

  function words.option(name)
    declared.name("option", name, names.is_name)
    return function(given)
      once(published, published.options, "option", name)
      local spec = declared.only(("option %q"):format(name), given, OPTION, { listed = true })
      spec.value, spec[1] = spec[1], nil
      spec.file, spec.line = place(2)
      published.options[name] = spec
      published.option_names[#published.option_names + 1] = name
      table.sort(published.option_names)
    end
  end

  function words.modifiers(name)
    declared.name("modifier list", name, names.is_name)
    return function(given)
      once(published, published.modifiers, "modifier list", name)
      local spec = declared.only(("modifiers %q"):format(name), given, MODIFIERS, { listed = true })
      local list = { judges = spec.judges or {}, cite = spec.cite, table = spec.table, role = spec.role }
      list.piece = spec.piece or "unit"
      for i, one in ipairs(spec) do
        one = modifiers.declared(one, 3)
        one.file, one.line = place(2)
        list[i] = modifiers.new(one, spec)
      end
      published.modifiers[name] = list
    end
  end

  return words
end

--- The keys of a variant's table, by the rows of what it can say, besides those of its head.
local function variant_keys(rows, head)
  local keys = {}
  for key, kind in next, head do keys[key] = kind end
  for _, row in ipairs(rows) do
    if not row.worded then keys[row.key] = "table" end
  end
  return keys
end

--- Adds what a variant says under the keys of its table to its layer; error at `level`.
local function take(layer, rows, spec, level)
  for _, row in ipairs(rows) do
    local given = spec[row.key]
    if given and not row.worded then
      layer[row.key] = kinds().joined(row, layer[row.key], kinds().taken(row, given, level + 1))
    end
  end
end

--- Adds the words of rule files to those of a variant's; what they declare is the layer's, to be laid as new.
local function declare_into(layer, words)
  local closed <const> = { __index = function(_, key) return key == "closed" and layer.closed or nil end }
  local new = setmetatable(M.published(""), closed)
  for name, word in next, rule_words(new) do words[name] = word end
  words.ruleset = nil
  layer.procedures, layer.records, layer.new_options, layer.lists = new.procedures, new.records, new.options,
    new.modifiers
end

--- The words of a variant file: one `variant`, then words that say more of it. Words of game files, and keys that only
--- a game knows, are read when a file first uses one.
---@param layer table what they say is gathered here (see limber.rules.variants)
---@param opts { game: table?, later: (fun(): table)? }? the words of game files (limber.game.words), or what loads them
---@return table<string, function>
---@return (fun(): table<string, any>)? more words
function M.variant_words(layer, opts)
  local words, game = {}, opts and opts.game

  local function game_words()
    game = game or opts.later()
    layer.game_words = game
    return game
  end

  local function rows_for(given)
    local rows = kinds().all(game)
    if game or not (opts and opts.later) or type(given) ~= "table" then return rows end
    local known = variant_keys(rows, VARIANT)
    for key in next, given do
      if not known[key] then return kinds().all(game_words()) end
    end
    return rows
  end

  function words.variant(name)
    declared.name("variant", name, names.is_name)
    layer.begun = { name = name, line = select(2, place(2)) }
    return function(given)
      in_time(layer, "variant", name)
      if layer.name then error("a file declares one variant", 2) end
      local rows = rows_for(given)
      local spec = declared.only(("variant %q"):format(name), given, variant_keys(rows, VARIANT))
      take(layer, rows, spec, 3)
      for key in next, VARIANT do layer[key] = spec[key] end
      layer.name = name
      layer.file, layer.line = place(2)
    end
  end

  function words.lay(given)
    if layer.closed then error("lay is called too late: its file has been read", 2) end
    local rows = rows_for(given)
    take(layer, rows, declared.only("lay", given, variant_keys(rows, {})), 3)
  end

  function words.wrap(name)
    declared.name("wrap", name, names.is_dotted)
    return function(fn)
      in_time(layer, "wrap", name)
      if type(fn) ~= "function" then error(("wrap %q needs a function"):format(name), 2) end
      layer.wraps = layer.wraps or {}
      layer.wraps[name] = fn
    end
  end

  function words.modifier(given)
    local spec = modifiers.declared(given, 3)
    in_time(layer, "modifier", spec[1])
    modifiers.belongs(spec, 2)
    spec.file, spec.line = place(2)
    layer.modifiers = layer.modifiers or {}
    layer.modifiers[#layer.modifiers + 1] = spec
  end

  function words.terrain(name)
    declared.name("terrain", name, names.is_name)
    return function(spec)
      in_time(layer, "terrain", name)
      if type(spec) ~= "table" then error(("terrain %q needs a table"):format(name), 2) end
      layer.terrain = layer.terrain or {}
      layer.terrain[#layer.terrain + 1] = { name, spec }
    end
  end

  declare_into(layer, words)
  words.with = with
  words.lookup = require("limber.rules.own_tables").word(layer)
  for name, word in next, lengths.words do words[name] = word end
  for name, word in next, fields.words do words[name] = word end
  if game then
    game.variant_words(layer, words)
    return words
  end
  return words, opts and opts.later and function()
    local more = {}
    game_words().variant_words(layer, more)
    return more
  end
end

--- All words of a ruleset's own files; `use "name"` gives what another file of the ruleset returns.
---@param published table
---@param use fun(name: string): any
---@return table<string, function>
function M.rule_words(published, use)
  local words = rule_words(published)
  for name, word in next, fields.words do words[name] = word end
  words.use = use
  return words
end

return M
