--- Counts which parts of a house rule come into play: functions of its layer that run, modifiers that apply, cells,
--- options and tables that rules read. It also notes which questions a battle asks, in which step, with which
--- arguments.
local kinds <const> = require "limber.rules.kinds"
local sorted <const> = require "limber.common.sorted"
local tables <const> = require "limber.rules.tables"

local M <const> = {}

---@class limber.CameUp
---@field parts limber.PartCounted[] what the layers say, in order, with how often it came up
---@field abouts table<string, table<string, boolean>> what each sequence was about
---@field asked table<string, { times: integer, steps: table<string, integer>, args: table<string, boolean> }>

---@class limber.PartCounted
---@field what string
---@field times integer how often it came up
---@field weighed integer how many of these between commands: while solo commanders weighed what to do

--- Parts that are counted in another way, or that cannot come up.
local APART <const> = {
  cells = true, options = true, tables = true, modifiers = true, args = true, out = true, fields = true, rows = true,
}

--- What counts a part: `counts` holds them all, and says which game is being played.
local function counter(counts, what)
  counts.parts[what] = counts.parts[what] or { what = what, times = 0, weighed = 0 }
  local one <const> = counts.parts[what]
  return function()
    local game = counts.game()
    one.times = one.times + 1
    if game and not game.acting then one.weighed = one.weighed + 1 end
  end
end

local function set(counts, what, read) counts.parts[what] = { what = what, times = read and 1 or 0, weighed = 0 } end

--- A copy of a part whose functions count how often they are run, under the names that lead to them.
local function counting(value, what, counts, seen)
  if type(value) == "function" then
    local count = counter(counts, what)
    return function(...)
      count()
      return value(...)
    end
  elseif type(value) == "table" and not seen[value] then
    local copy = {}
    seen[value] = copy
    for _, key in ipairs(sorted.keys(value)) do
      local inner = value[key]
      local name = type(inner) == "table" and inner.kind == "part" and inner.name or key
      local path = math.type(name) == "integer" and what or ("%s.%s"):format(what, name)
      copy[key] = counting(inner, path, counts, seen)
    end
    return setmetatable(copy, getmetatable(value))
  end
  return seen[value] or value
end

--- Modifiers count when they apply: when their value is worked out.
local function counting_modifiers(layer, counts)
  local list = {}
  for i, spec in ipairs(layer.modifiers or {}) do
    local copy = {}
    for key, value in next, spec do copy[key] = value end
    local count = counter(counts, ("modifier %s.%s"):format(spec.of, spec[1]))
    local value, name, of = spec[2] or spec.value, spec[1], spec.table
    copy[2] = nil
    function copy.value(rules, ...)
      count()
      if type(value) == "function" then return value(rules, ...) end
      return value or rules.tables[of](name)
    end
    list[i] = (value or of) and copy or spec
  end
  return layer.modifiers and list
end

--- Steps that are put into a sequence are known by their paths there.
local function counting_steps(edit, counts)
  local copy = {}
  for key, value in next, edit do copy[key] = value end
  copy.steps = edit.steps and {}
  for i, step in ipairs(edit.steps or {}) do
    copy.steps[i] = counting(step, ("step %s.%s"):format(edit.sequence, step.name), counts, {})
  end
  return copy
end

--- A copy of a layer whose parts count how often they come up.
local function counting_layer(rules, layer, counts)
  local own = {}
  for key, value in next, layer do own[key] = value end
  for _, row in ipairs(rules:kinds()) do
    if layer[row.key] and not APART[row.key] then
      local held = {}
      for name, value in kinds.entries(row, layer) do
        local what = row.listed and row.what or ("%s %s"):format(row.what, name)
        held[name] = row.key == "edits" and counting_steps(value, counts) or counting(value, what, counts, {})
      end
      own[row.key] = held
    end
  end
  own.modifiers = counting_modifiers(layer, counts)
  return own
end

--- Is a cell among those read, or one that a pattern with stars meets?
local function is_read(reads, path)
  if reads[path] or not path:find("*", 1, true) then return reads[path] ~= nil end
  local pattern = "^" .. path:gsub("[^%w_*]", "%%%0"):gsub("%*", "[^.]+") .. "$"
  for one in next, reads do
    if one:find(pattern) then return true end
  end
  return false
end

--- The cells, options and tables that layers set, with whether they were read.
local function data_parts(rules, first, reads, counts)
  local tables_read = {}
  for path in next, reads do tables_read[tables.places(path)] = true end
  for i = first, #rules.layers do
    local layer = rules.layers[i]
    for path in next, layer.cells or {} do set(counts, "cell " .. path, is_read(reads, path)) end
    for name in next, layer.options or {} do set(counts, "option " .. name, reads["options " .. name]) end
    for name, other in next, layer.tables or {} do set(counts, "table " .. name, tables_read[other]) end
  end
end

--- Notes what the sequences that are being played are about.
local function note_frames(abouts, game)
  for _, frame in ipairs(game.state.root.frames) do
    local keys = abouts[frame.sequence] or {}
    abouts[frame.sequence] = keys
    for key in next, frame.about do keys[key] = true end
  end
end

--- Notes what is asked in a battle, and what its sequences are about then.
local function noting(asked, abouts, game)
  local last
  return function(name, args)
    local one = asked[name] or { times = 0, steps = {}, args = {} }
    asked[name] = one
    one.times = one.times + 1
    local step = game() and game().step
    if step then one.steps[step.path] = (one.steps[step.path] or 0) + 1 end
    if step and step ~= last then note_frames(abouts, game()) end
    last = step
    for key in next, args do one.args[key] = true end
  end
end

--- Runs `fn` and counts which parts of the rules come into play.
---@param rules limber.Rules of their own: they are changed
---@param first integer the first layer whose parts are counted
---@param fn fun(note: fun(game: limber.Game)) tells of its game, so that steps are noted
---@return limber.CameUp
function M.count(rules, first, fn)
  local asked, abouts, game = {}, {}, nil
  local counts = { parts = {}, game = function() return game end }
  local layers = rules.layers
  local counted = {}
  for i, layer in ipairs(layers) do counted[i] = i < first and layer or counting_layer(rules, layer, counts) end
  rules.layers = counted
  rules:drop_tweaks()
  rules.watch = noting(asked, abouts, function() return game end)
  local reads = rules:trace_reads(function() fn(function(one) game = one end) end)
  rules.watch, rules.layers = nil, layers
  data_parts(rules, first, reads, counts)
  local parts = {}
  for i, what in ipairs(sorted.keys(counts.parts)) do parts[i] = counts.parts[what] end
  return { parts = parts, asked = asked, abouts = abouts }
end

return M
