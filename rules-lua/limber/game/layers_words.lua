--- New declarations of a variant by the words of game files: sequences, commands, facts, measures and so on. A name
--- that the stack already has is refused, with the key that changes it (limber.game.layers).
local checks <const> = require "limber.game.layers_checks"
local declaring <const> = require "limber.game.declaring"
local guest <const> = require "limber.rules.guest"
local kinds <const> = require "limber.rules.kinds"
local layers <const> = require "limber.game.layers"
local tree <const> = require "limber.common.tree"

--- A row of what lands under its name in a place of the game words.
local function declares(key, place, what, wanted, hint)
  local row <const> = { key = key, place = place, what = what, worded = true }
  function row.lay(draft, layer, name, thing)
    checks.type(layer, what, name, thing, wanted)
    kinds.declare(draft, layer, what, name, draft.game[place][name], hint and hint:format(name) .. " changes it")
    layers.own(draft, place)[name] = guest.faced(layer, thing)
  end
  function row.differs(add, _, name) add(what, name, nil, nil, ("%s %s is new"):format(what, name)) end
  return row
end

local facts <const> = declares("new_facts", "facts", "fact", "table",
  "facts = { %s = function(published, view, field, …) … end }")
local lay_fact <const> = facts.lay

function facts.lay(draft, layer, name, fact)
  checks.type(layer, "fact", name, fact, "table")
  checks.fact(layer, name, fact)
  lay_fact(draft, layer, name, fact)
end

local measures <const> = declares("new_measures", "measures", "measure", "function",
  "measures = { %s = function(published, view, …) … end }")
local story <const> = declares("new_story", "story", "story line", "string", 'story = { %s = "…" }')
local lay_story <const> = story.lay

function story.lay(draft, layer, name, text)
  lay_story(draft, layer, name, text)
  layers.note_places(draft, layer, name, text)
end

local carries <const> = declares("carries", "carries", "carries", "table", "fields = { %s = { … } }")
local duties <const> = declares("duties", "duties", "duty", "table")
local prospects <const> = declares("prospects", "prospects", "prospect", "table")
local secret <const> = declares("secret", "secret", "secret", "string")

local sequences <const> = declares("sequences", "sequences", "sequence", "table", 'insert "%s" { … }')
local lay_sequence <const> = sequences.lay

function sequences.lay(draft, layer, name, sequence)
  for _, step in ipairs(sequence) do checks.step(layer, step) end
  checks.sequence(layer, name, sequence)
  lay_sequence(draft, layer, name, sequence)
  draft.owned["sequence " .. name], draft.game.sequences[name] = true, tree.shallow(draft.game.sequences[name])
end

local commands <const> = declares("new_commands", "commands", "command", "table",
  "commands = { %s = { check = function(published, view, cmd) … end } }")
local lay_command <const> = commands.lay

function commands.lay(draft, layer, name, command)
  checks.command(layer, name, command)
  lay_command(draft, layer, name, command)
  local list = layers.own(draft, "command_names")
  list[#list + 1] = name
end

--- What is private of a kind of piece is added to what the ruleset keeps private.
local private <const> = { key = "private", place = "private", what = "private", worded = true }

function private.lay(draft, layer, place, keys)
  if not layers.is_list(keys) then kinds.fail(layer, "private", "private %q is a list of names", place) end
  local held = layers.own(draft, "private")
  held[place] = table.move(held[place] or {}, 1, #(held[place] or {}), 1, {})
  for _, key in ipairs(keys) do
    held[place][#held[place] + 1] = key
  end
end

function private.differs(add, _, place, keys)
  add("private", place, nil, nil, ("%s: private now: %s"):format(place, table.concat(keys, ", ")))
end

--- Words that a ruleset says once.
local once <const> = { key = "once", what = "word", worded = true }

local WRAPPED <const> = {
  victory = true, forces = true, losses = true, roster = true, status = true, hidden = true, timetable = true,
  set_down = true, army_list = true,
}

local ONCE <const> = {
  leaders = "table", terse = "table", solo = "table", map_symbols = "table", keeps_moves = "boolean",
}

function once.lay(draft, layer, name, value)
  checks.type(layer, "word", name, value, ONCE[name] or "function")
  if draft.game[name] ~= nil then
    local hint = WRAPPED[name] and ("battle = { %s = function(published, …) … end }"):format(name) or
      name == "solo" and "solo = { … }"
    kinds.fail(layer, name, "the ruleset says %s already%s", name, hint and ("; %s changes it"):format(hint) or "")
  end
  layers.own(draft)[name] = guest.faced(layer, value)
end

function once.differs(add, _, name) add("word", name, nil, nil, ("%s is new"):format(name)) end

local rows <const> = {
  facts, measures, story, carries, duties, prospects, secret, private, sequences, commands, once,
}

--- Moves what was declared into `game` to the layer, under the keys of the rows.
---@param layer table
---@param game limber.GameWords empty as yet
function rows.gather(layer, game)
  for _, row in ipairs(rows) do
    if row.place then layer[row.key] = game[row.place] end
  end
  layer.once = {}
  for _, name in ipairs(declaring.ONCE) do game[name] = nil end
  setmetatable(game, { __newindex = layer.once, __index = layer.once })
end

return rows
