--- The words of a variant's file that change the order of steps. They add to `layer.edits`; limber.game.layers_edits
--- applies them.
local declared <const> = require "limber.language.declared"
local names <const> = require "limber.language.names"
local parts <const> = require "limber.game.parts"

local M <const> = {}

--- The most changes of steps in a variant, and the most steps that one of them adds.
local MOST <const> = 100

local ANCHORS <const> = { "before", "after", "first", "last" }

--- Refuses a text that is no path, at the caller of the word.
local function path_of(word, path)
  local sequence, step
  if type(path) == "string" and names.is_dotted(path) then sequence, step = path:match(parts.PATH) end
  if not sequence then error(('%s needs a step of a sequence: %s "turn.fire"'):format(word, word), 3) end
  return sequence, step
end

--- Where new or moved steps stand: { how, name }.
local function anchor_of(word, spec)
  local found
  for _, how in ipairs(ANCHORS) do
    local value = spec[how]
    if value ~= nil then
      local fits = (how == "first" or how == "last") and value == true or (how == "before" or how == "after") and
        names.is_name(value)
      if not fits or found then
        error(('%s needs one of before = "STEP", after = "STEP", first = true, last = true'):format(word), 3)
      end
      found = { how, value }
    end
  end
  if not found then
    error(('%s needs before = "STEP", after = "STEP", first = true or last = true'):format(word), 3)
  end
  return found
end

local PLACES <const> = { before = "any", after = "any", first = "any", last = "any" }

--- Adds the words `insert`, `remove`, `move` and `replace` to those of a variant's file.
---@param words table<string, any>
---@param layer table
---@param in_time fun(kind: string, name: any)
function M.add(words, layer, in_time)
  layer.edits, layer.unsaid = layer.edits or {}, layer.unsaid or {}

  --- A word that takes more than its name: until that comes, the layer notes that it is missing.
  local function half(word, name, wanted)
    local info = debug.getinfo(3, "Sl")
    local place = ("%s:%d"):format(info.source:gsub("^@", ""), info.currentline)
    local missing = ('%s: %s "%s" says nothing: it needs %s'):format(place, word, name, wanted)
    layer.unsaid[missing] = true
    return function() layer.unsaid[missing] = nil end
  end

  local function note(edit)
    if #layer.edits >= MOST or edit.steps and #edit.steps > MOST then
      error(("%s: a variant makes %d changes of steps at most"):format(edit.how, MOST), 3)
    end
    if layer.path then
      local info = debug.getinfo(3, "Sl")
      edit.file, edit.line = info.source:gsub("^@", ""), info.currentline
    end
    layer.edits[#layer.edits + 1] = edit
  end
  function words.insert(sequence)
    declared.name("insert", sequence, names.is_dotted)
    local said = half("insert", sequence, '{ after = "STEP", step "NAME" { … } }')
    return function(given)
      in_time("insert", sequence)
      said()
      local spec = declared.only(("insert %q"):format(sequence), given, PLACES, { listed = true })
      local steps = table.move(spec, 1, #spec, 1, {})
      if #steps == 0 then error(('insert %q has no step: step "rain" { … }'):format(sequence), 2) end
      for _, step in ipairs(steps) do
        if type(step) ~= "table" or not step.kind then
          error(("insert %q: steps are step, decision, phase or part"):format(sequence), 2)
        end
      end
      note { how = "insert", sequence = sequence, anchor = anchor_of("insert", spec), steps = steps }
    end
  end
  function words.remove(path)
    local sequence, step = path_of("remove", path)
    in_time("remove", path)
    note { how = "remove", sequence = sequence, step = step }
  end
  function words.move(path)
    local sequence, step = path_of("move", path)
    local said = half("move", path, '{ after = "STEP" }')
    return function(given)
      in_time("move", path)
      said()
      local spec = declared.only(("move %q"):format(path), given, PLACES)
      note { how = "move", sequence = sequence, step = step, anchor = anchor_of("move", spec) }
    end
  end
  function words.replace(path)
    local sequence, step = path_of("replace", path)
    local said = half("replace", path, '(step "NAME" { … })')
    return function(new)
      in_time("replace", path)
      said()
      if type(new) ~= "table" or not new.kind then
        error(("replace %q needs a step, decision, phase or part"):format(path), 2)
      end
      note { how = "replace", sequence = sequence, step = step, steps = { new } }
    end
  end
end

return M
