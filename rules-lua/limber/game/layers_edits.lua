--- Changes a variant makes to the order of steps, in any sequence of the ruleset or of a variant below it:
--
--   insert "turn" { before = "fire", step "rain" { … } }      steps; or after = "fire", first or last = true
--   remove "turn.fire"
--   move "turn.fire" { before = "declare" }
--   replace "turn.fire" (phase "fire" { … })
--   phase "bombardment" { like = "turn.fire", when = … }      copies from that step what it does not say itself
--   insert "turn.retreats" { before = "settle", part "rest" { … } }    so with the parts of a step (limber.game.parts)
--
-- They are laid in the order of the file. Two variants contradict each other and are refused if both remove, replace or
-- move the same step, or if the later one removes or replaces a step that the other changes or uses as an anchor.
local checks <const> = require "limber.game.layers_checks"
local guest <const> = require "limber.rules.guest"
local kinds <const> = require "limber.rules.kinds"
local layers <const> = require "limber.game.layers"
local lists <const> = require "limber.common.lists"
local parts <const> = require "limber.game.parts"
local sorted <const> = require "limber.common.sorted"
local step_words <const> = require "limber.game.step_words"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local row <const> = { key = "edits", what = "step", listed = true, worded = true }

--- A step may be changed more than once, so the key of a typed change includes what it does.
function row.label(_, edit)
  local new = {}
  for i, step in ipairs(edit.steps or {}) do new[i] = step.name end
  local what = edit.step and ("%s.%s"):format(edit.sequence, edit.step) or edit.sequence
  return table.concat({ what, edit.how, table.unpack(new) }, " ")
end

local DONE <const> = {
  insert = "puts steps next to it", remove = "removes it", move = "moves it", replace = "replaces it",
  change = "changes it", bring = "brings it",
}

local called <const> = kinds.called_layer

--- What layers have done to a step, in order.
local function marks_of(draft, path)
  draft.edited = draft.edited or {}
  draft.edited[path] = draft.edited[path] or {}
  return draft.edited[path]
end

--- Notes what a layer does to a step.
---@param draft table
---@param layer table
---@param path string
---@param how "insert"|"remove"|"move"|"replace"|"change"
---@param place string? file and line
---@param more { anchor: table?, steps: table[]?, parts: string[]? }? where to, which new steps, what of it is changed
local function mark(draft, layer, path, how, place, more)
  local marks, one = marks_of(draft, path), { layer = layer, how = how, place = place or layer.path }
  for key, value in next, more or {} do one[key] = value end
  marks[#marks + 1] = one
end

--- The file and line of a change, nil if it was typed.
local function said_at(edit)
  return edit.file and ("%s:%d"):format(edit.file, edit.line)
end

local function fail(layer, edit, message)
  if edit.file then error(("%s:%d: %s"):format(edit.file, edit.line, message), 0) end
  kinds.fail(layer, edit.step or edit.sequence, message)
end

--- Do two layers move a step to different places?
local function moved_apart(one, edit)
  if one.how ~= "move" or edit.how ~= "move" then return false end
  return one.anchor[1] ~= edit.anchor[1] or one.anchor[2] ~= edit.anchor[2]
end

--- Refuses what contradicts another layer, when one of the two takes the step away, or both move it.
local function refuse_conflict(draft, layer, edit, path)
  for _, one in ipairs(draft.edited and draft.edited[path] or {}) do
    local away = edit.how == "remove" or one.how ~= "insert" and (edit.how == "replace" or one.how == "replace")
    if one.layer ~= layer and one.how ~= "bring" and (away or moved_apart(one, edit)) then
      fail(layer, edit, ("%s %q of %s contradicts %s, which %s%s"):format(edit.how, path, called(layer),
        called(one.layer), DONE[one.how], one.place and (" (%s)"):format(one.place) or ""))
    end
  end
end

--- The variant that has added a step of that name, in words.
local function also_brought(draft, layer, edit)
  for _, step in ipairs(edit.steps or {}) do
    for _, one in ipairs(draft.edited and draft.edited[("%s.%s"):format(edit.sequence, step.name)] or {}) do
      if one.how == "bring" and one.layer ~= layer then
        return (": %s brings it, and %s does%s"):format(called(layer), called(one.layer),
          one.place and (" (%s)"):format(one.place) or "")
      end
    end
  end
  return ""
end

--- The place of a step in a sequence of the draft; it is there, or the fault names who has removed it.
local function place_of(draft, layer, edit, sequence, step)
  local place = sequence.index[step]
  if place then return place end
  local path = ("%s.%s"):format(sequence.name, step)
  for _, one in ipairs(draft.edited and draft.edited[path] or {}) do
    if one.how == "remove" or one.how == "replace" then
      fail(layer, edit, ("there is no step %q: %s %s%s, and %s needs it"):format(path, called(one.layer), DONE[one.how],
        one.place and (" (%s)"):format(one.place) or "", called(layer)))
    end
  end
  local hint = suggest.hint(step, sorted.keys(sequence.index))
  if hint == "" then
    local list = {}
    for i, one in ipairs(sequence) do list[i] = one.name end
    hint = "; its steps are " .. table.concat(list, ", ")
  end
  fail(layer, edit, ("sequence %q has no step %q%s"):format(sequence.name, step, hint))
end

--- The step that a path leads to; nil when there is none.
local function step_at(draft, path)
  local name, step = path:match(parts.PATH)
  local sequence = name and draft.game.sequences[name]
  return sequence and sequence[sequence.index[step]]
end

--- Checks that a step exists and has parts; a change of its parts counts as a change of the step.
local function mark_owner(draft, layer, edit, list)
  local owner, name = list.name:match(parts.PATH)
  local sequence = list.parts and owner and draft.game.sequences[owner]
  if not sequence then return end
  if sequence[place_of(draft, layer, edit, sequence, name)].parts ~= list.name then
    fail(layer, edit, ("%q has no parts"):format(list.name))
  end
  mark(draft, layer, list.name, "change", said_at(edit))
end

local function sequence_of(draft, layer, edit)
  local known = draft.game.sequences
  local whole = not known[edit.sequence] and step_at(draft, edit.sequence)
  if whole then fail(layer, edit, ("%q is a %s without parts"):format(edit.sequence, whole.kind)) end
  if not known[edit.sequence] then
    local hint = suggest.hint(edit.sequence, sorted.keys(known))
    if hint == "" then hint = "; there are " .. table.concat(sorted.keys(known), ", ") end
    fail(layer, edit, ("no sequence %q%s"):format(edit.sequence, hint))
  end
  local sequence = layers.own_sequence(draft, edit.sequence)
  mark_owner(draft, layer, edit, sequence)
  return sequence
end

--- Where in the sequence an anchor is: steps are put before that place.
local function place_by(draft, layer, edit, sequence)
  local how, name = edit.anchor[1], edit.anchor[2]
  local at_end = how == "first" or how == "last"
  local place = at_end and (how == "first" and 1 or #sequence + 1) or place_of(draft, layer, edit, sequence, name)
  local path = ("%s.%s"):format(sequence.name, at_end and how .. "!" or name) -- no step has such a name
  local put = edit.steps or { { name = edit.step } }
  mark(draft, layer, path, "insert", said_at(edit), { anchor = edit.anchor, steps = put })
  return how == "after" and place + 1 or place
end

--- Copies from the step named by `like` what the new step does not say itself.
local function take_after(draft, layer, edit, own)
  local sequence, name = own.like:match(parts.PATH)
  if not sequence then
    fail(layer, edit, ('%s %q: like needs the sequence and the step, "turn.fire"'):format(own.kind, own.name))
  end
  local known = draft.game.sequences[sequence]
  local other = known and known[known.index[name]]
  if not other or other.kind ~= own.kind then
    local hint = known and suggest.hint(name, sorted.keys(known.index))
      or suggest.hint(sequence, sorted.keys(draft.game.sequences))
    fail(layer, edit, ("%s %q is like %q: there is no such %s%s"):format(own.kind, own.name, own.like, own.kind, hint))
  end
  own.like = nil
  if own.kind == "phase" and not (own.execute or own.parts) then own.serves = other.serves or other.commands end
  for key, value in next, other do
    if own[key] == nil then own[key] = value end
  end
end

--- Gives a new step's parts a place among the stack's own sequences.
local function put_parts(draft, edit, step)
  if type(step.parts) ~= "table" then return end
  local sequences, path = layers.own(draft, "sequences"), ("%s.%s"):format(edit.sequence, step.name)
  step_words.take_parts(sequences, edit.sequence, step, 0)
  draft.owned["sequence " .. path] = true
end

local function put(draft, layer, edit, sequence, place)
  for i, step in ipairs(edit.steps) do
    local own = tree.shallow(guest.faced(layer, step))
    own.name, own.kind = step.name, step.kind
    if own.like then take_after(draft, layer, edit, own) end
    local done, message = pcall(put_parts, draft, edit, own)
    if not done then fail(layer, edit, message) end
    table.insert(sequence, place + i - 1, own)
  end
end

local LAY <const> = {}

function LAY.insert(draft, layer, edit, sequence)
  put(draft, layer, edit, sequence, place_by(draft, layer, edit, sequence))
end

function LAY.remove(_, _, _, sequence, place)
  table.remove(sequence, place)
  return #sequence > 0 or sequence.parts ~= nil
end

function LAY.move(draft, layer, edit, sequence, place)
  if edit.anchor[2] == edit.step then fail(layer, edit, ("%q is moved to where it stands"):format(edit.step)) end
  local step = table.remove(sequence, place)
  step_words.index(sequence, 1)
  table.insert(sequence, place_by(draft, layer, edit, sequence), step)
end

function LAY.replace(draft, layer, edit, sequence, place)
  local like = lists.find(edit.steps, function(step) return step.like end)
  if not like then table.remove(sequence, place) end
  put(draft, layer, edit, sequence, like and place + 1 or place)
  if like then table.remove(sequence, place) end
end

--- Checks that the commands of a new phase exist.
local function check_commands(draft, layer, edit)
  for _, step in ipairs(edit.steps or {}) do
    checks.step(layer, step)
    for _, list in ipairs { step.commands or {}, step.interrupts or {} } do
      for _, name in ipairs(list) do
        if not draft.game.commands[name] then
          fail(layer, edit, ("phase %q: no command %q%s"):format(step.name, name,
            suggest.hint(name, sorted.keys(draft.game.commands))))
        end
      end
    end
  end
end

function row.lay(draft, layer, _, edit)
  local sequence = sequence_of(draft, layer, edit)
  local path = edit.step and ("%s.%s"):format(edit.sequence, edit.step)
  local place = path and place_of(draft, layer, edit, sequence, edit.step)
  if path then refuse_conflict(draft, layer, edit, path) end
  check_commands(draft, layer, edit)
  if LAY[edit.how](draft, layer, edit, sequence, place) == false then
    fail(layer, edit, ("sequence %q would have no step left"):format(edit.sequence))
  end
  local done, message = pcall(step_words.index, sequence, 0)
  if not done then fail(layer, edit, message .. also_brought(draft, layer, edit)) end
  for _, step in ipairs(not path and edit.steps or {}) do
    mark(draft, layer, ("%s.%s"):format(edit.sequence, step.name), "bring", said_at(edit))
  end
  if not path then return end
  mark(draft, layer, path, edit.how, said_at(edit), { anchor = edit.anchor, steps = edit.steps })
  if not sequence.index[edit.step] then
    sequence.gone = tree.shallow(sequence.gone or {})
    sequence.gone[edit.step] = ("%s %s%s"):format(called(layer), DONE[edit.how],
      edit.file and (" (%s)"):format(said_at(edit)) or "")
  end
end

function row.differs(add, _, _, edit)
  local what = edit.step and ("%s.%s"):format(edit.sequence, edit.step) or edit.sequence
  local stepping = {}
  for i, step in ipairs(edit.steps or {}) do stepping[i] = step.name end
  local where = edit.anchor and (" %s%s"):format(edit.anchor[1],
    edit.anchor[2] ~= true and " " .. edit.anchor[2] or "") or ""
  local text
  if edit.how == "insert" then
    text = ("%s: %s is inserted%s"):format(what, table.concat(stepping, ", "), where)
  elseif edit.how == "move" then
    text = ("%s is moved%s"):format(what, where)
  elseif edit.how == "remove" then
    text = ("%s is removed"):format(what)
  else
    text = ("%s is replaced by %s"):format(what, stepping[1])
  end
  add("step", what, nil, nil, text)
end

-- ---- for the rows that change steps --------------------------------------------------------------------------------

--- A step of the draft's own, by its path, to be changed by a layer.
---@param draft table
---@param layer table
---@param path string
---@param changed string[] what of it
---@return table
function row.own_step(draft, layer, path, changed)
  local name, step = path:match(parts.PATH)
  if not name then
    kinds.fail(layer, path, '%q is not a step: write the sequence and the step, "turn.fire"', path)
  end
  local edit = { how = "change", sequence = name, step = step }
  local sequence = sequence_of(draft, layer, edit)
  local place = place_of(draft, layer, edit, sequence, step)
  mark(draft, layer, path, "change", nil, { parts = changed })
  sequence[place] = tree.shallow(sequence[place])
  return sequence[place]
end

--- Joins a layer's list of a phase with the changes of other layers: adds what they have added to the list below, and
--- takes out what they have taken out.
---@param draft table
---@param path string of the step
---@param part "commands"|"interrupts"
---@param now string[] as it is
---@param wanted string[]
---@return string[]
function row.list(draft, path, part, now, wanted)
  draft.lists_below = draft.lists_below or {}
  local key = path .. "." .. part
  local below = draft.lists_below[key]
  if not below then
    draft.lists_below[key] = now
    return wanted
  end
  local list = lists.filter(wanted, function(name) return lists.has(now, name) or not lists.has(below, name) end)
  for _, name in ipairs(now) do
    if not lists.has(below, name) and not lists.has(list, name) then list[#list + 1] = name end
  end
  return list
end

--- Adds a command to phases.
---@param draft table
---@param layer table
---@param name string
---@param phases string[] paths
function row.add_to_phases(draft, layer, name, phases)
  for _, path in ipairs(phases) do
    local step = row.own_step(draft, layer, path, { "commands" })
    if step.kind ~= "phase" then kinds.fail(layer, path, "%s is not a phase: no commands are given there", path) end
    step.serves = step.serves or step.commands
    local longer = table.move(step.commands, 1, #step.commands, 1, {})
    longer[#longer + 1] = name
    step.commands = row.list(draft, path, "commands", step.commands, longer)
  end
end

row[1] = row

return row
