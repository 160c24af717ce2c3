--- The kinds of things that a variant can say: one row for each key of its table.
--
--   { key = "services",              -- the key, and the place in the layer where its entries lie
--     what = "service",              -- the word for one entry, in messages and in `:diff`
--     takes = function(name, value, level) → value    refuses what an entry may not be (error at `level`), or gives the
--                                    value that the layer keeps: its own copy, which the file cannot change any more
--     lay = function(draft, layer, name, value)       lays one entry over a draft of the stack (limber.rules.stack);
--                                    what does not fit raises by kinds.fail or kinds.known: they name file and line
--     differs = function(add, published, name, value, rules, layer)     what `:diff` says of it, by
--                                    add(what, name, old, new, text), where `text` stands in place of all else; left
--                                    out: "service room is changed"
--     listed = true,                 -- the key holds a list: `name` is then its place
--     join = function(held, value) → value            what becomes of a name that is said twice; left out: the later
--     typed = "wrap",                -- what an entry typed at the prompt is called; left out: `what`
--     label = function(name, value) → text            the name that an entry of a list is called by there
--     worded = true }                -- words of the file say it, no key of the table
--
-- A layer's entries are laid row by row in the order of the list, and by name in each. Rows that the rules alone know
-- are in the files below; the game gives those of the table and the battle (limber.game.layers), as `kinds` of the
-- words of game files. A new key is a new row, in a file of its own where it is more than a few lines.
local faults <const> = require "limber.common.faults"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.LayerKind
---@field key string
---@field what string
---@field takes fun(name: any, value: any, level: integer): any
---@field lay fun(draft: table, layer: table, name: any, value: any)
---@field differs fun(add: function, published: table, name: any, value: any, rules: limber.Rules, layer: table)?
---@field listed boolean?
---@field join (fun(held: any, value: any): any)?
---@field typed string?
---@field label (fun(name: any, value: any): string)?
---@field worded boolean?

--- The rows that need no game, in the order in which they are laid.
local FILES <const> = { "kinds_of_declarations", "kinds_of_data", "kinds_of_pieces", "kinds_of_questions" }

local rows

local function rule_rows()
  if rows then return rows end
  rows = {}
  for _, file in ipairs(FILES) do
    for _, row in ipairs(require("limber.rules." .. file)) do rows[#rows + 1] = row end
  end
  return rows
end

--- All rows of a stack: those of the rules, then those of its game.
---@param game table? the words of game files
---@return limber.LayerKind[]
function M.all(game)
  local list = table.move(rule_rows(), 1, #rule_rows(), 1, {})
  local more = game and game.kinds() or {}
  return table.move(more, 1, #more, #list + 1, list)
end

--- Where a line holds a name as a whole word; and whether as a key or in quotes.
local function holds(line, name)
  local from = 1
  while true do
    local at, to = line:find(name, from, true)
    if not at then return false end
    if not line:sub(1, at - 1):find "[%w_]$" and not line:find("^[%w_]", to + 1) then
      local before = line:sub(at - 1, at - 1)
      return true, before == '"' or before == "'" or line:find("^%s*=[^=]", to + 1) ~= nil
    end
    from = to + 1
  end
end

--- The first line of a file that holds a name, as a key or in quotes where there is such a line; comments and the head
--- of the variant do not count. And whether it does so as a key or in quotes.
local function line_of(layer, name)
  local number, first = 0, nil
  for line in ((layer.text or "") .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local found, strong = holds(line:gsub("%-%-.*", ""):gsub('variant%s+"[^"]*"', ""), name)
    if strong then return number, true end
    if found then first = first or number end
  end
  return first, false
end

--- Where a variant's file says something of a name: its path and the line, that of the variant where there is no other.
---@param layer table
---@param name string?
---@return string
function M.place_of(layer, name)
  if not layer.path then return "house rule" end
  local line = name and line_of(layer, name) or layer.line
  return line and ("%s:%d"):format(layer.path, line) or layer.path
end

--- A fault that was raised while a variant's table was read has the line of the word `variant`: the line of what it
--- speaks of, if the file names it. The last name of the message before its hint that is a key or in quotes there.
---@param layer table
---@param fault table a failure
function M.settle_line(layer, fault)
  local message = type(fault) == "table" and fault.file == layer.path and fault.line and fault.message
  local number = 0
  for line in (message and layer.text or ""):gmatch "([^\n]*)\n?" do
    number = number + 1
    if number == fault.line and not line:find "^%s*variant%f[^%w_]" then return end
  end
  local nearest
  for name in (message and message:gsub("^%S+:%d+: ", ""):gsub("[;].*", "") or ""):gmatch "[%w_][%w_.]*" do
    local line, strong = line_of(layer, name:gsub("%.$", ""))
    if strong and line >= fault.line then nearest = line end
  end
  if not nearest then return end
  fault.message = message:gsub("^(%S+):%d+: ", function(path) return ("%s:%d: "):format(path, nearest) end)
  fault.line = nearest
end

--- Raises what is wrong with what a variant says of a name.
---@param layer table
---@param name string
---@param message string
function M.fail(layer, name, message, ...)
  if select("#", ...) > 0 then message = message:format(...) end
  error(("%s: %s"):format(M.place_of(layer, name), message), 0)
end

--- So many names are told where none is near to one that is wrong.
local FEW <const> = 20

--- What is known under a name, or a fault with the nearest one.
---@param kind string
---@param place table<string, any>
---@param name string
---@param layer table
---@return any
function M.known(kind, place, name, layer)
  if place[name] == nil then
    local names = sorted.keys(place)
    local hint = suggest.hint(name, names)
    if hint == "" and #names > 0 and #names <= FEW then hint = "; there are " .. table.concat(names, ", ") end
    M.fail(layer, name, "no %s %q%s", kind, name, hint)
  end
  return place[name]
end

--- A `join` for entries that are lists: the later follow.
---@param held table
---@param value table
---@return table
function M.appended(held, value)
  return table.move(value, 1, #value, #held + 1, table.move(held, 1, #held, 1, {}))
end

--- Notes that a layer declares a new thing; refuses one that the stack has already, with what changes it.
---@param draft table
---@param layer table
---@param what string
---@param name string
---@param there any what the stack has under that name
---@param hint string? "… changes it"
function M.declare(draft, layer, what, name, there, hint)
  draft.declared_by = draft.declared_by or {}
  local key = what .. " " .. name
  local by = draft.declared_by[key]
  if there ~= nil then
    M.fail(layer, name, "there is a %s %q already%s%s", what, name, by and (", of the variant " .. by) or "",
      hint and "; " .. hint or "")
  end
  draft.declared_by[key] = layer.name or "yours"
end

--- What messages call a layer.
---@param layer table
---@return string
function M.called_layer(layer)
  return layer.name and "the variant " .. layer.name or "your own change"
end

--- Notes that a layer changes something; refuses a value that takes the place of what another variant says of it, and
--- so would undo that. What a player types stands over all.
---@param draft table
---@param layer table
---@param what string "side of turn.fire"
---@param name string the name that the file says it by
---@param value any a function gets what lies below it, all else replaces that
function M.replaces(draft, layer, what, name, value)
  draft.said = draft.said or {}
  local held = draft.said[what]
  if held and held.layer ~= layer and layer.name and type(value) ~= "function" and held.value ~= value then
    M.fail(layer, name, "%s replaces the %s, which %s says too (%s)", M.called_layer(layer), what,
      M.called_layer(held.layer), M.place_of(held.layer, name))
  end
  draft.said[what] = { layer = layer, value = value }
end

--- The draft's own copy of one of its parts; others keep the published one.
---@param draft table
---@param part string
---@return table
function M.own(draft, part)
  draft.own_parts = draft.own_parts or {}
  if not draft.own_parts[part] then
    draft.own_parts[part], draft[part] = true, tree.shallow(draft[part])
  end
  return draft[part]
end

--- Calls what raises a fault of a declaration without a place: told at the line of a name.
---@param layer table
---@param name string
---@param check function
function M.told(layer, name, check, ...)
  local done, message = pcall(check, ...)
  if not done then M.fail(layer, name, "%s", (tostring(message):gsub("^[^:]*:%d+: ", ""))) end
end

--- A `takes` for entries that are functions.
---@param key string
---@return fun(name: any, value: any, level: integer): any
function M.functions(key)
  return function(name, value, level)
    M.name_of(key, name, level + 1)
    if type(value) ~= "function" then
      error(("%s of a variant cannot hold %s = %s; it must be a function"):format(key, name, type(value)), level)
    end
    return value
  end
end

--- Names with dots between, as paths of cells have, are no longer than this.
local LONGEST <const> = 200

--- Refuses an entry whose name is not a text.
---@param key string
---@param name any
---@param level integer
function M.name_of(key, name, level)
  if type(name) ~= "string" then
    error(("%s of a variant: a name must be text, got a %s"):format(key, type(name)), level)
  end
  local plain = name:gsub("[*?]", "_")
  if #plain > LONGEST or plain:find "[^%w_.]" or not plain:gsub("%.", ""):find "." then
    error(("%s of a variant: %q is not a name"):format(key, name), level)
  end
end

--- What a variant said under one key, each entry as the layer keeps it.
---@param row limber.LayerKind
---@param given table
---@param level integer of the error
---@return table
function M.taken(row, given, level)
  local own = {}
  if row.listed then
    for i = 1, #given do own[i] = row.takes(i, given[i], level + 1) end
    return own
  end
  for name in next, given do
    if type(name) ~= "string" then M.name_of(row.key, name, level + 1) end
  end
  for name, value in sandbox.sorted_pairs(given) do own[name] = row.takes(name, value, level + 1) end
  return own
end

--- What an entry is called at the prompt: "wrap morale.brigade", "step turn.fire".
---@param row limber.LayerKind
---@param name any
---@param value any
---@return string
function M.called(row, name, value)
  return ("%s %s"):format(row.typed or row.what, row.label and row.label(name, value) or name)
end

--- What a layer has said under one key with more beside it.
---@param row limber.LayerKind
---@param held table?
---@param more table
---@return table
function M.joined(row, held, more)
  local all = tree.shallow(held or {})
  for name, value in sandbox.sorted_pairs(more) do
    if row.listed then
      all[#all + 1] = value
    elseif row.join and all[name] ~= nil then
      all[name] = row.join(all[name], value)
    else
      all[name] = value
    end
  end
  return all
end

--- Goes through a layer's entries of one kind in order.
---@param row limber.LayerKind
---@param layer table
---@return fun(): any, any name and value
function M.entries(row, layer)
  local held, i = layer[row.key], 0
  local order = held and not row.listed and sorted.keys(held)
  return function()
    i = i + 1
    if not held then return nil end
    if row.listed then
      if held[i] ~= nil then return i, held[i] end
    elseif order[i] then
      return order[i], held[order[i]]
    end
  end
end

--- Lays one variant over a draft of the compiled rules. Raises all that is wrong, a line each.
---@param draft table
---@param layer table
---@param all limber.LayerKind[]
function M.lay(draft, layer, all)
  local wrong = {}
  for _, row in ipairs(all) do
    for name, value in M.entries(row, layer) do
      local done, message = pcall(row.lay, draft, layer, name, value)
      if not done and type(message) ~= "string" then error(message, 0) end
      if not done then wrong[#wrong + 1] = message end
    end
  end
  if #wrong > 0 then error(faults.text(table.concat(wrong, "\n")), 0) end
end

return M
