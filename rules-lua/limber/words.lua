--- The words that rule files and variant files are written with, and where what they say is gathered.
--
-- A rule file sees these words and an allow-listed Lua, nothing else. What it declares lands in a
-- `published` ruleset: plain tables of procedures, records, lookups, options and modifier lists.
local clock <const> = require "kernel.clock"
local fields <const> = require "limber.fields"
local modifiers <const> = require "limber.modifiers"
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.suggest"
local tables <const> = require "limber.tables"

local M <const> = {}

--- A fresh, empty ruleset for rule files to fill.
---@param name string
---@return table
function M.published(name)
  return {
    name = name, title = name, sources = {}, game_sources = {}, files = {},
    procedures = {}, procedure_names = {}, records = {}, lookups = {}, options = {},
    option_names = {}, modifiers = {},
  }
end

--- Where the rule file called a word: its file and line (level 1 is the word itself).
local function caller()
  local info = debug.getinfo(3, "Sl")
  return info.source:gsub("^@", ""), info.currentline
end

--- A copy of a question with some of its arguments changed, for handing on to what is wrapped.
local function with(q, changes)
  local copy = {}
  for key, value in sandbox.sorted_pairs(q) do copy[key] = value end
  for key, value in next, changes do copy[key] = value end
  return sandbox.freeze(copy)
end

local function once(place, kind, name)
  if place[name] ~= nil then error(("%s %q is declared twice"):format(kind, name), 3) end
end

local function need(spec, kind, name, keys)
  for _, key in ipairs(keys) do
    if spec[key] == nil then error(("%s %q needs %s"):format(kind, name, key), 3) end
  end
end

local function add_procedure(published, name, spec)
  once(published.procedures, "procedure", name)
  need(spec, "procedure", name, { "cite", "doc", "args", "out", "resolve" })
  local sorted = published.procedure_names
  published.procedures[name] = spec
  sorted[#sorted + 1] = name
  table.sort(sorted)
end

--- The words of the published rules.
local function rule_words(published)
  local words = {
    band = tables.band,
    refuse = fields.refuse,
    hint = suggest.hint,
    clock = { format = clock.format, parse = clock.parse, bound = clock.bound },
  }

  function words.ruleset(name)
    return function(spec)
      if name ~= published.name then error(("this is ruleset %q, not %q"):format(published.name, name), 2) end
      for key, value in next, spec do published[key] = value end
    end
  end

  function words.procedure(name)
    return function(spec)
      spec.name = name
      spec.file, spec.line = caller()
      add_procedure(published, name, spec)
    end
  end

  function words.record(name)
    return function(spec)
      once(published.records, "record", name)
      published.records[name] = spec
    end
  end

  function words.lookup(name)
    return function(spec)
      once(published.lookups, "lookup", name)
      need(spec, "lookup", name, { "key" })
      spec.file, spec.line = caller()
      published.lookups[name] = spec
    end
  end

  function words.option(name)
    return function(spec)
      once(published.options, "option", name)
      published.options[name] = { value = spec[1], values = spec.values, doc = spec.doc, ruling = spec.ruling }
      published.option_names[#published.option_names + 1] = name
      table.sort(published.option_names)
    end
  end

  function words.modifiers(name)
    return function(spec)
      once(published.modifiers, "modifier list", name)
      local list = { judges = spec.judges or {}, cite = spec.cite, table = spec.table }
      for i, one in ipairs(spec) do
        one.file, one.line = caller()
        list[i] = modifiers.new(one, spec)
      end
      published.modifiers[name] = list
    end
  end

  return words
end

--- The words of a variant file: one `variant`, then `wrap`s and `modifier`s that belong to it.
---@param layer table what they say is gathered here (see limber.variants)
---@return table<string, function>
function M.variant_words(layer)
  local words = {}

  function words.variant(name)
    return function(spec)
      if layer.name then error("a file declares one variant", 2) end
      for key, value in next, spec do layer[key] = value end
      layer.name = name
      layer.file, layer.line = caller()
    end
  end

  function words.wrap(name)
    return function(fn)
      if type(fn) ~= "function" then error(("wrap %q needs a function"):format(name), 2) end
      layer.wraps = layer.wraps or {}
      layer.wraps[name] = fn
    end
  end

  function words.modifier(spec)
    spec.file, spec.line = caller()
    layer.modifiers = layer.modifiers or {}
    layer.modifiers[#layer.modifiers + 1] = spec
  end

  words.refuse, words.with = fields.refuse, with
  for name, word in next, fields.words do words[name] = word end
  return words
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
