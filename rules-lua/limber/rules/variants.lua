--- House rules as layers: a variant says what differs, and is laid over the published rules in order.
--
--   variant "name" {
--     of = "fusilier", doc = "...", ruling = "R38", conflicts = { "other" },
--     cells   = { ["movement_rates.infantry_square"] = 30 },         change data
--     tables  = { order_times = "order_times_literal" },             one table reads as another
--     options = { percentile_00 = 100 },                             choose a reading
--     args    = { ["artillery.fire"] = { int "guns" { 1, 14 } } },   add or replace arguments
--     modifiers = { { "guard", 1, of = "infantry", flag = "guard", cite = "house" } },
--     wraps   = { ["morale.brigade"] = function(published, rules, q, dice) … end },
--     matters = { units = { arm = "cavalry" }, none = "nobody has horse" },   can it change a battle? or a function
--                                                                    (limber.rules.relevance)
--   }
-- After it, `wrap`, `modifier` and `terrain "swamp" { … }` (limber.rules.terrain) say more of the same variant.
-- A modifier of a name already in the list replaces it; a new one is added at the end, and its
-- `flag` becomes an argument of what the list judges.
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local for_show <const> = require "limber.rules.for_show"
local guest <const> = require "limber.rules.guest"
local modifiers <const> = require "limber.rules.modifiers"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"
local words <const> = require "limber.rules.words"
local fields <const> = require "limber.language.fields"

local M <const> = {}

M.BUDGET = guest.FILE

local function refusal(message, ...)
  return faults.refusal("variants", message, ...)
end

--- The names of the variants that ship for a ruleset: its own, then those of the house.
---@param published table
---@return string[]
function M.names(published)
  local names = {}
  for _, folder in ipairs { published.folder .. "variants", "rules-lua/house" } do
    for _, file in ipairs(published.loader.list(folder)) do
      names[#names + 1] = file:match "^(.+)%.lua$"
    end
  end
  return names
end

--- Reads the text of a variant's file into its layer; `layer` has asked, path, text and shipped.
---@param published table
---@param layer table
---@return table? layer
---@return limber.Refusal?
function M.read(published, layer)
  local garbled = bounds.bad_line(layer.text)
  if garbled then return nil, refusal("%s:%d: %s", layer.path, garbled, bounds.NO_UTF8) end
  local budget = not layer.shipped and M.BUDGET or nil
  local done, fault = sandbox.run(budget, ruleset.run_file, layer.text, layer.path, words.variant_words(layer))
  layer.closed = true
  if not done then
    local other = require("limber.language.file_kind").wrong(layer.path, layer.text, "variant")
    return nil, other and { arg = "variants", message = other } or faults.refusal("variants", fault)
  end
  if not layer.name then return nil, refusal("%s: the file declares no variant", layer.path) end
  if layer.of and layer.of ~= published.name then
    return nil, refusal("%s is a variant of %s, not of %s", layer.name, layer.of, published.name)
  end
  if not layer.shipped then
    layer.settled = require("limber.rules.settled").settle(layer, { [layer.path] = layer.text })
  end
  return layer
end

--- Loads one variant by name or path.
---@param published table
---@param name string
---@return table? layer
---@return limber.Refusal?
function M.load(published, name)
  local path, text, shipped = published.loader.variant(published.name, name)
  if not path then
    local hint = suggest.hint(name, M.names(published))
    return nil, refusal("no variant %s of %s%s", bounds.quoted(name), published.name, hint)
  end
  return M.read(published, { asked = name, path = path, text = text, shipped = shipped })
end

local function clash(one, other)
  for _, name in ipairs(one.conflicts or {}) do
    if name == other.name then return true end
  end
end

--- Loads variants in the order given; refuses unknown, repeated and conflicting ones.
---@param published table
---@param names string[]
---@return table[]? layers
---@return limber.Refusal?
function M.stack(published, names)
  local layers = {}
  for _, name in ipairs(names) do
    local layer, fault = M.load(published, name)
    if not layer then return nil, fault end
    for _, below in ipairs(layers) do
      if below.name == layer.name then return nil, refusal("%s is given twice", layer.name) end
      if clash(layer, below) or clash(below, layer) then
        return nil, refusal("%s conflicts with %s", layer.name, below.name)
      end
    end
    layers[#layers + 1] = layer
  end
  return layers
end

--- Places of a dotted cell path: table name first.
---@param path string
---@return string name
---@return string[] places
function M.places(path)
  local name, rest = path:match "^([^.]+)%.?(.*)$"
  local places = {}
  for place in (rest or ""):gmatch "[^.]+" do places[#places + 1] = place end
  return name or path, places
end

--- Where a variant's file says something of a name: its path and the first line that holds the name and is no comment.
local function place_of(layer, name)
  if not layer.path then return "house rule" end
  local number = 0
  for line in ((layer.text or "") .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local at = not line:find "^%s*%-%-" and line:find(name, 1, true)
    if at and not line:sub(1, at - 1):find "[%w_]$" and not line:find("^[%w_]", at + #name) then
      return ("%s:%d"):format(layer.path, number)
    end
  end
  return layer.line and ("%s:%d"):format(layer.path, layer.line) or layer.path
end

--- Raises what is wrong with what a variant says of a name.
local function fail(layer, name, message)
  error(("%s: %s"):format(place_of(layer, name), message), 0)
end

local function known(kind, place, name, layer)
  if place[name] == nil then
    fail(layer, name, ("no %s %q%s"):format(kind, name, suggest.hint(name, sorted.keys(place))))
  end
  return place[name]
end

local function with_fields(list, extra)
  local merged, index = { check = list.check, each = list.each }, {}
  for i, field in ipairs(list) do merged[i], index[field.name] = field, i end
  for _, field in ipairs(extra) do
    merged[index[field.name] or #merged + 1] = field
  end
  return merged
end

--- Refuses a value that an option cannot have: it must be one of its `values`, or of the published one's type.
---@param declared { value: any, values: any[]? }
---@param name string
---@param value any
---@return limber.Refusal?
function M.refuse_option(declared, name, value)
  local wanted = {}
  for i, one in ipairs(declared.values or type(declared.value) == "boolean" and { true, false } or {}) do
    if one == value then return nil end
    wanted[i] = tostring(one)
  end
  if #wanted == 0 then
    if math.type(value) == math.type(declared.value) and type(value) == type(declared.value) then return nil end
    wanted[1] = "like " .. tostring(declared.value)
  end
  local hint = suggest.hint(value, wanted)
  local text = ("must be %s, got %s%s"):format(table.concat(wanted, " or "), bounds.said(value), hint)
  return fields.refuse("option." .. name, text)
end

local function lay_table(draft, layer, name)
  known("table", draft.lookups, name, layer)
  known("table", draft.lookups, layer.tables[name], layer)
  local idle = for_show.fault(draft.lookups[name], name, {})
  if idle then fail(layer, name, idle) end
  draft.instead[name] = layer.tables[name]
end

local function lay_cell(draft, layer, path)
  local name, places = M.places(path)
  local whole = draft.table(name)
  if not whole then known("table", draft.lookups, name, layer) end
  local at, fault = tables.locate(whole, places)
  fault = fault or tables.refuse_change(whole, places) or tables.refuse_value(whole, at, layer.cells[path])
  if fault then fail(layer, path, fault.message) end
  draft.own_table(name).cells[at] = layer.cells[path]
end

local function lay_option(draft, layer, name)
  known("option", draft.options, name, layer)
  local fault = M.refuse_option(draft.declared_options[name], name, layer.options[name])
  if fault then fail(layer, name, fault.message) end
  draft.options[name] = layer.options[name]
end

--- Notes the fields that a record or procedure did not have before: what a piece carries under their names fills them.
local function note_added(draft, name, list, extra)
  local added = draft.added[name] or {}
  for _, field in ipairs(extra) do
    local new = true
    for _, one in ipairs(list) do new = new and one.name ~= field.name end
    if new then added[#added + 1] = field end
  end
  if #added > 0 then draft.added[name] = added end
end

--- A procedure of the draft gets more arguments, or others in their place.
local function add_args(draft, name, extra, layer)
  local copy = {}
  for key, value in next, known("procedure", draft.procedures, name, layer) do copy[key] = value end
  note_added(draft, name, copy.args, extra)
  copy.args = with_fields(copy.args, extra)
  draft.procedures[name] = copy
end

local function lay_modifier(draft, layer, spec)
  local list = known("modifier list", draft.modifiers, spec.of, layer)
  local at
  local merged = table.move(list, 1, #list, 1, {
    judges = list.judges, cite = list.cite, table = list.table, piece = list.piece,
  })
  for i, one in ipairs(list) do
    if one.name == spec[1] then at = i end
  end
  local modifier = modifiers.new(spec, list)
  merged[at or #merged + 1] = layer.shipped and modifier or modifiers.guarded(modifier)
  draft.modifiers[spec.of] = merged
  if not spec.flag then return end
  local field = fields.words.flag(spec.flag) { doc = spec.doc }
  local flags = draft.flags[spec.of] or {}
  draft.flags[spec.of], flags[#flags + 1] = flags, field
  for _, judged in ipairs(list.judges) do
    if draft.records[judged] then
      note_added(draft, judged, draft.records[judged], { field })
      draft.records[judged] = with_fields(draft.records[judged], { field })
    else
      add_args(draft, judged, { field }, layer)
    end
  end
end

--- Adds or changes kinds of ground. Functions of guests get a budget.
local function lay_ground(draft, layer)
  local list = {}
  for i, one in ipairs(layer.terrain) do
    local spec = {}
    for key, value in next, one[2] do
      spec[key] = not layer.shipped and type(value) == "function" and guest.bound(value) or value
    end
    list[i] = { one[1], spec }
  end
  local done, over = pcall(require("limber.rules.terrain").over, draft.grounds, list)
  if not done then error(("%s: %s"):format(layer.path or "house rule", over), 0) end
  draft.grounds = over
end

--- A wrapper of a procedure that says what follows from its results: fields that the wrapper leaves as they were
--- follow from those that it changes. `follows(rules, q, result, was)` changes the result; `was` is what `published`
--- gave last.
local function following(follows, wrapper)
  return function(published, rules, q, dice)
    local was, of
    local result = wrapper(function(asked_of, question, thrown)
      local given = published(asked_of, question, thrown)
      was, of = sandbox.plain(given), question
      return given
    end, rules, q, dice)
    if was then follows(rules, of, result, was) end
    return result
  end
end

--- A procedure within a wrapper. What a procedure gives is fresh (the tests see to it for what ships, and the check for
--- what does not), so that a wrapper may change it.
local function wrapped(draft, procedure, wrapper, shipped)
  local before, resolve = procedure.before, procedure.resolve
  local function published(rules, q, dice)
    return resolve(rules, q, dice, before and before(rules, q))
  end
  local copy, wrap = {}, wrapper
  for key, value in next, procedure do copy[key] = value end
  copy.before, copy.wrapped = nil, true
  if not shipped then
    local results <const> = require "limber.rules.results"
    function wrap(inner, rules, q, dice)
      return results.checked(wrapper, procedure, wrapper(inner, rules, q, dice), draft)
    end
  end
  if procedure.follows then wrap = following(procedure.follows, wrap) end
  function copy.resolve(rules, q, dice) return wrap(published, rules, q, dice) end
  return copy
end

--- Lays one variant over a draft of the compiled rules (see limber.rules.stack). Raises all that is wrong, a line each.
---@param draft table
---@param layer table
function M.lay(draft, layer)
  local wrong = {}
  local function lay(how, key)
    local done, message = pcall(how, draft, layer, key)
    if not done and type(message) ~= "string" then error(message, 0) end
    if not done then wrong[#wrong + 1] = message end
  end
  for _, name in ipairs(sorted.keys(layer.tables)) do lay(lay_table, name) end
  for _, path in ipairs(sorted.keys(layer.cells)) do lay(lay_cell, path) end
  for _, name in ipairs(sorted.keys(layer.options)) do lay(lay_option, name) end
  for _, name in ipairs(sorted.keys(layer.args)) do
    lay(function() add_args(draft, name, layer.args[name], layer) end)
  end
  for _, spec in ipairs(layer.modifiers or {}) do lay(lay_modifier, spec) end
  if layer.terrain and draft.grounds then lay(lay_ground) end
  for _, name in ipairs(sorted.keys(layer.wraps)) do
    lay(function()
      local procedure = known("procedure", draft.procedures, name, layer)
      draft.procedures[name] = wrapped(draft, procedure, layer.wraps[name], layer.shipped)
    end)
  end
  if #wrong > 0 then error(table.concat(wrong, "\n"), 0) end
end

return M
