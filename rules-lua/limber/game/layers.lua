--- What a variant can change in the game of its ruleset: the rows of limber.rules.kinds for battles, and the code that
--- these rows share.
--
-- Each value of such a key is a function that replaces the published one and gets it as its first argument, or a list
-- or plain value that replaces the published value:
--
--   services = { room = function(published, view, id, base, opts) … end },
--   steps = { ["turn.fire"] = { when = function(published, play, about) … end, commands = { "fire" } } },
local given_back <const> = require "limber.game.given_back"
local guest <const> = require "limber.rules.guest"
local kinds <const> = require "limber.rules.kinds"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- The files with rows, in the order in which rows are laid.
local FILES <const> = { "layers_words", "layers_edits", "layers_table", "layers_play", "layers_moments" }

local rows

--- All rows of a game.
---@return limber.LayerKind[]
function M.rows()
  if rows then return rows end
  rows = {}
  for _, file in ipairs(FILES) do
    for _, row in ipairs(require("limber.game." .. file)) do rows[#rows + 1] = row end
  end
  return rows
end

--- The stack's own copy of a place of the game words ("commands"), or of the whole; others keep the published one.
---@param draft table
---@param place string?
---@return table
function M.own(draft, place)
  local owned = draft.owned
  if not owned then
    owned = {}
    draft.owned, draft.game = owned, tree.shallow(draft.game)
  end
  if not place then return draft.game end
  if not owned[place] then
    owned[place], draft.game[place] = true, tree.shallow(draft.game[place] or {})
  end
  return draft.game[place]
end

--- The stack's own copy of a sequence; its steps are still those below.
---@param draft table
---@param name string
---@return table
function M.own_sequence(draft, name)
  local sequences, mark = M.own(draft, "sequences"), "sequence " .. name
  if not draft.owned[mark] then
    draft.owned[mark], sequences[name] = true, tree.shallow(sequences[name])
    sequences[name].index = tree.shallow(sequences[name].index)
  end
  return sequences[name]
end

--- A layer's function over what lies below it.
---@param layer table
---@param fn function
---@param published function
---@return function
function M.over(layer, fn, published)
  local outer <const> = guest.face(layer, fn)
  return function(...) return outer(published, ...) end
end

--- Notes the places of a layer's story line: play:tell refuses the line without them.
---@param draft table
---@param layer table
---@param name string
---@param text string
function M.note_places(draft, layer, name, text)
  local places = {}
  for place in text:gmatch "{([%w_]+)}" do places[#places + 1] = place end
  M.own(draft, "story_places")[name] = { places = places, at = kinds.place_of(layer, name) }
end

local function gives(value)
  return function() return value end
end

--- Lays one entry of a declaration: a function wraps the published one, any other value replaces it. If the published
--- value is plain, a function that wraps it gets a function that returns it.
---@param layer table
---@param value any
---@param published any
---@param missing function? stands for a published function that there is not
---@param kind string? what it must give (limber.game.given_back)
---@param what string? what it is, for messages
---@return any
function M.laid(layer, value, published, missing, kind, what)
  if type(value) ~= "function" then return value end
  local below = published
  if below == nil then below = missing or gives(nil) end
  if type(below) ~= "function" then below = gives(below) end
  local laid = M.over(layer, value, below)
  return kind and given_back.checked(layer, value, laid, kind, what) or laid
end

--- The keys that a layer may give, as text for a message.
---@param allowed string
---@return string
function M.wanted(allowed)
  return allowed == "function" and "a function" or allowed == "list" and "a list of names" or
    allowed == "fields" and "a list of fields" or allowed == "flag" and "true or false" or
    allowed == "text" and "a text" or allowed == "options" and "a function or a list of names" or
    "a function, a text or a list"
end

--- Is it a list of texts?
---@param value any
---@return boolean
function M.is_list(value)
  if type(value) ~= "table" then return false end
  local count = 0
  for _, one in next, value do
    if type(one) ~= "string" then return false end
    count = count + 1
  end
  return count == #value
end

local FITS <const> = {
  ["function"] = function(value) return type(value) == "function" end,
  list = M.is_list,
  fields = function(value) return type(value) == "table" end,
  flag = function(value) return type(value) == "boolean" end,
  text = function(value) return type(value) == "string" end,
  options = function(value) return type(value) == "function" or M.is_list(value) end,
  side = function(value) return type(value) == "function" or type(value) == "string" or M.is_list(value) end,
}

--- Is a value of a kind that a layer may say?
---@param allowed string
---@param value any
---@return boolean
function M.fits(allowed, value) return FITS[allowed](value) end

--- A `takes` for entries that are tables of the keys given: `commands = { charge = { check = fn, … } }`.
---@param key string
---@param what string
---@param allowed table<string, string> "function", "list", "fields", "flag", "text", "options", "side"
---@return fun(name: any, value: any, level: integer): any
function M.parts(key, what, allowed)
  return function(name, spec, level)
    kinds.name_of(key, name, level + 1)
    if type(spec) ~= "table" then
      error(("%s of a variant: %s needs a table, got a %s"):format(key, name, type(spec)), level)
    end
    local own = {}
    for part, value in sandbox.sorted_pairs(spec) do
      if not allowed[part] then
        error(("%s %q has no %s%s"):format(what, name, tostring(part), suggest.hint(part, sorted.keys(allowed))), level)
      end
      if not FITS[allowed[part]](value) then
        error(("%s %q: %s must be %s, got a %s"):format(what, name, part, M.wanted(allowed[part]), type(value)),
          level)
      end
      own[part] = type(value) == "table" and table.move(value, 1, #value, 1, {}) or value
    end
    if next(own) == nil then error(("%s %q: the table says nothing"):format(what, name), level) end
    return own
  end
end

--- A `join` for such entries: parts are added to one another.
---@param held table
---@param value table
---@return table
function M.join(held, value)
  local all = tree.shallow(held)
  for part, one in next, value do all[part] = one end
  return all
end

--- A `differs` for such entries: a line for each part.
---@param what string
---@return fun(add: function, published: table, name: string, value: table)
function M.part_lines(what)
  return function(add, _, name, spec)
    for _, part in ipairs(sorted.keys(spec)) do
      add(what, ("%s.%s"):format(name, part), nil, nil, ("%s %s: its %s is changed"):format(what, name, part))
    end
  end
end

return M
