--- House rules as layers: a variant says what differs, and is laid over the published rules in order.
--
--   variant "name" {
--     of = "fusilier", doc = "...", ruling = "R38", conflicts = { "other" },
--     unless = "dispute.roll",                  a ruleset with this procedure plays it as its own rule
--     cells   = { ["movement_rates.infantry_square"] = 30,           change data; a pattern changes many cells, and a
--                 ["weapons.*.long_mm"] = function(old) return old * 5 // 4 end },   formula (limber.rules.formulas)
--     rows    = { units = { { troop = "grenadier", arm = "infantry", … } } },    add to tables (limber.rules.rows)
--     tables  = { order_times = "order_times_literal" },             one table reads as another
--     options = { percentile_00 = 100 },                             choose a reading
--     args    = { ["artillery.fire"] = { int "guns" { 1, 14 } } },   add or replace arguments
--     out     = { ["initiative.roll"] = { int "roll_a" { 1, 52 } } },            change or add fields of results
--     modifiers = { { "guard", 1, of = "infantry", flag = "guard", cite = "house" } },
--     wraps   = { ["morale.brigade"] = function(published, rules, q, dice) … end },
--     matters = { units = { arm = "cavalry" }, none = "neither side has cavalry" },   can it change a battle?
--                                                                    or a function (limber.rules.relevance)
--   }
-- After it, `wrap`, `modifier` and `terrain "swamp" { … }` (limber.rules.terrain) say more of the same variant, and
-- `lookup "events" { … }` declares a table of its own (limber.rules.own_tables).
-- A modifier of a name already in the list replaces it; a new one is added at the end, and its
-- `flag` becomes an argument of what the list judges.
--
-- An option of the ruleset that is `false` is a variant too, by its name: the same option, true.
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local guest <const> = require "limber.rules.guest"
local is_name <const> = require("limber.language.names").is_name
local modifiers <const> = require "limber.rules.modifiers"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local words <const> = require "limber.rules.words"

local M <const> = {}

M.BUDGET = guest.FILE

local function refusal(message, ...)
  return faults.refusal("variants", message, ...)
end

--- The variant that an option is: one that is `false` can be chosen by its name, without a file.
local function of_option(published, name)
  local option = published.options[name]
  if not option or option.value ~= false then return nil end
  local doc = option.doc and option.doc:gsub("^%l", string.upper) .. "."
  return {
    name = name, of = published.name, doc = doc, ruling = option.ruling, cite = option.cite, matters = option.matters,
    conflicts = option.conflicts,
    path = option.file, file = option.file, line = option.line, files = {}, shipped = true, closed = true,
    options = { [name] = true },
  }
end

--- The names of the variants that ship for a ruleset: its own, by files or by options, then those of the house.
---@param published table
---@return string[]
function M.names(published)
  local own, house = {}, {}
  for _, name in ipairs(published.option_names) do own[name] = of_option(published, name) end
  for _, file in ipairs(published.loader.list(published.folder .. "variants")) do
    own[file:match "^(.+)%.lua$" or false] = true
  end
  own[false] = nil
  for _, file in ipairs(published.loader.list "rules-lua/house") do
    local name = file:match "^(.+)%.lua$"
    house[#house + 1] = not own[name or false] and name or nil
  end
  local found = sorted.keys(own)
  return table.move(house, 1, #house, #found + 1, found)
end

--- Runs a variant's file; what it says is gathered in its layer.
---@param layer table
---@param opts { game: table?, later: (fun(): table)? }?
function M.run(layer, opts)
  ruleset.run_file(layer.text, layer.path, words.variant_words(layer, opts))
end

--- Refuses a player's own variant whose file is said to lie where one of Limber's lies: functions are known by their
--- files. A copy of what ships may.
local function refuse_place(published, layer)
  if layer.shipped then return end
  local text, other = published.loader.read(layer.path)
  local taken = text and not other and text ~= layer.text and layer.path:find "^rules%-lua/"
  if not taken and not require("limber.rules.settled").is_own_path(layer.path) then return end
  return refusal("%s is the path of a file that ships with Limber: a variant cannot be there",
    bounds.quoted(layer.path))
end

--- Reads the text of a variant's file into its layer; `layer` has asked, path, text and shipped.
---@param published table
---@param layer table
---@return table? layer
---@return limber.Refusal?
function M.read(published, layer)
  local misplaced = refuse_place(published, layer)
  if misplaced then return nil, misplaced end
  local garbled = bounds.bad_line(layer.text)
  if garbled then return nil, refusal("%s:%d: %s", layer.path, garbled, bounds.NO_UTF8) end
  local budget = not layer.shipped and M.BUDGET or nil
  local done, fault = sandbox.run(budget, M.run, layer, published.opts)
  layer.closed = true
  if not done then
    require("limber.rules.kinds").settle_line(layer, fault)
    local other = require("limber.language.file_kind").wrong(layer.path, layer.text, "variant")
    return nil, other and { arg = "variants", message = other } or faults.refusal("variants", fault)
  end
  if not layer.name and layer.begun then
    return nil, refusal("%s:%d: variant %q needs a table: variant %q { … }", layer.path, layer.begun.line,
      layer.begun.name, layer.begun.name)
  end
  local unsaid = layer.unsaid and sorted.keys(layer.unsaid)[1]
  if unsaid then return nil, refusal("%s", unsaid) end
  if not layer.name then return nil, refusal("%s: the file declares no variant", layer.path) end
  if layer.of and layer.of ~= published.name then
    return nil, refusal("%s is a variant of %s, not of %s", layer.name, layer.of, published.name)
  end
  if layer.unless and published.procedures[layer.unless] then
    local needless = refusal("%s plays this by its own rule, %s: leave out the variant %s", published.name,
      layer.unless, layer.name)
    needless.needless = true
    return nil, needless
  end
  local specs, roleless = modifiers.in_roles(layer.modifiers, published.modifiers)
  if roleless then
    return nil, refusal("%s: modifier %q: no list of modifiers of %s has the role %s", layer.path, roleless[1],
      published.name, roleless.role)
  end
  layer.modifiers = specs
  local wrong = require("limber.rules.own_tables").read(layer, published.loader)
  if wrong then return nil, refusal("%s", wrong) end
  if not layer.shipped then
    layer.settled = require("limber.rules.settled").settle(layer, { [layer.path] = layer.text },
      guest.entered)
  end
  return layer
end

--- Whether a variant's file lies where rulesets have theirs: not in a player's folder, nor in that of the house, whose
--- variants give way to a ruleset's own of their name.
local function lies_in_a_ruleset(path)
  return path ~= nil and path:find "^rules%-lua/" ~= nil and not path:find "^rules%-lua/house/"
end

--- Refuses a player's own variant that has the name of one that ships and says something else: records and scenarios
--- know variants by their names.
local function refuse_taken(published, layer, fault)
  if not layer or layer.shipped then return layer, fault end
  local path, text, shipped = published.loader.variant(published.name, layer.name)
  local option = not shipped and not lies_in_a_ruleset(path) and of_option(published, layer.name)
  if option then path, shipped = option.path, true end
  if not shipped or text == layer.text and not option then return layer end
  return nil, refusal("%s:%d: a variant %s ships with Limber (%s): give yours another name", layer.path, layer.line,
    layer.name, path)
end

--- Loads one variant by name or path, which may have turns after it: "rain@3-5" (limber.rules.during).
---@param published table
---@param name string
---@return table? layer
---@return limber.Refusal?
function M.load(published, name)
  local asked, turns = name, nil
  if type(name) == "string" and name:find("@", 1, true) then
    local wrong
    name, turns, wrong = require("limber.rules.during").read(name)
    if wrong then return nil, refusal("%s", wrong) end
  end
  local path, text, shipped = published.loader.variant(published.name, name)
  local option = not lies_in_a_ruleset(path) and of_option(published, name)
  if option then
    option.asked, option.turns = asked, turns
    return option
  end
  if not path then
    if type(name) == "string" and (name:find("/", 1, true) or name:find "%.lua$") then
      return nil, refusal("there is no file %s", bounds.quoted(name))
    end
    local hint = suggest.hint(name, M.names(published))
    local file = is_name(name) and (", and no file %s.lua %s"):format(name, published.loader.looked or "in this folder")
      or ""
    return nil, refusal("no variant %s of %s%s%s", bounds.quoted(name), published.name, file, hint)
  end
  local layer, fault = M.read(published, { asked = asked, path = path, text = text, shipped = shipped, turns = turns })
  return refuse_taken(published, layer, fault)
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

return M
