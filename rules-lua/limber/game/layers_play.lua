--- What a variant can change in the play of a battle: commands, steps of sequences, the solo commander
--- (limber.game.layers).
local declared <const> = require "limber.language.declared"
local edits <const> = require "limber.game.layers_edits"
local given_back <const> = require "limber.game.given_back"
local given_proposals <const> = require "limber.game.given_proposals"
local kinds <const> = require "limber.rules.kinds"
local lacking <const> = require "limber.rules.lacking"
local layers <const> = require "limber.game.layers"
local lists <const> = require "limber.common.lists"
local names <const> = require "limber.language.names"
local overlaps <const> = require "limber.rules.overlaps"
local sandbox <const> = require "kernel.sandbox"
local Sequence <const> = require "limber.game.sequence"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local function true_always() return true end

local function nothing() end

-- ---- commands ------------------------------------------------------------------------------------------------------

local COMMAND <const> = {
  check = "function", run = "function", proposals = "function", against = "function", slot = "function",
  args = "fields", phases = "list", cite = "text", doc = "text",
}

--- What stands for functions that a command does not declare.
local NO_COMMAND <const> = {
  check = nothing, proposals = function() return {} end,
  slot = function(cmd) return cmd.unit or cmd["do"] end,
}

--- The `against` of a command that declares none: the result of its check.
local function against_of(command)
  return function(view, cmd)
    return { command.check and command.check(view, cmd) or false }
  end
end

local commands <const> = {
  key = "commands", what = "command", join = layers.join, takes = layers.parts("commands", "command", COMMAND),
  differs = layers.part_lines "command",
}

--- Puts a house rule over a check by `lay`: where it hands on no more than the refusal, what the check below has found
--- of the same command stays found.
local function finding(below, lay)
  if not below then return lay(nil) end
  local asked, kept
  local over <const> = lay(function(view, cmd, ...)
    local fault, found = below(view, cmd, ...)
    asked, kept = cmd, found
    return fault, found
  end)
  return function(view, cmd, ...)
    local fault, found = over(view, cmd, ...)
    if found == nil and asked == cmd then found = kept end
    asked, kept = nil, nil
    return fault, found
  end
end

--- The fields of a list with others added, or put in the place of those of the same name.
local function with_fields(list, extra)
  local merged, index = {}, {}
  for i, field in ipairs(list) do merged[i], index[field.name] = field, i end
  for _, field in ipairs(extra) do merged[index[field.name] or #merged + 1] = field end
  return merged
end

function commands.lay(draft, layer, name, spec)
  local old = kinds.known("command", draft.game.commands, name, layer)
  local command = tree.shallow(old)
  for _, part in ipairs(sorted.keys(spec)) do
    local value = spec[part]
    if part == "args" then
      kinds.told(layer, name, declared.fields, ("command %q: args"):format(name), value, 0)
      for _, field in ipairs(value) do
        kinds.replaces(draft, layer, ("argument %s of %s"):format(field.name, name), field.name, field)
      end
      command.args = with_fields(old.args, value)
    elseif part == "phases" then
      edits.add_to_phases(draft, layer, name, value)
    else
      local missing = part == "against" and against_of(old) or NO_COMMAND[part]
      local checks <const> = part == "check"
      local function lay(below)
        return layers.laid(layer, value, below, missing, checks and "refusal" or nil,
          ("%s of the command %s"):format(part, name))
      end
      command[part] = checks and finding(old.check, lay) or lay(old[part])
    end
  end
  layers.own(draft, "commands")[name] = command
end

--- Commands that a layer declares, and the phases that offer them.
local given_in <const> = { key = "new_commands", what = "command", worded = true }

function given_in.lay(draft, layer, name, command)
  if not layer.shipped then
    local own, says = tree.shallow(draft.game.commands[name]), " of the command " .. name
    if own.check then own.check = given_back.checked(layer, command.check, own.check, "refusal", "check" .. says) end
    if own.proposals then
      local kind = given_proposals.kind(own)
      own.proposals = given_back.checked(layer, command.proposals, own.proposals, kind, "proposals" .. says)
      own.proposals = given_proposals.lawful(tree.shallow(own))
    end
    layers.own(draft, "commands")[name] = own
  end
  if command.phases == nil then return end
  edits.add_to_phases(draft, layer, name, command.phases)
end

function given_in.differs(add, _, name, command)
  if command.phases then
    add("command", name, nil, nil, ("command %s is given in %s"):format(name, table.concat(command.phases, ", ")))
  end
end

-- ---- steps ---------------------------------------------------------------------------------------------------------

local STEP <const> = {
  run = "function", when = "function", side = "side", options = "options", execute = "function", over = "function",
  check = "function", commands = "list", interrupts = "list", sealed = "flag", args = "fields", cite = "text",
  doc = "text",
}

--- What stands for functions that a step does not declare.
local NO_STEP <const> = { when = true_always, over = function() return false end, check = nothing }

--- What a decision without `run` does with its answer.
local function keeps_answer(name)
  return function(play, about, choice)
    if choice ~= nil then play:set(about, name, choice) end
  end
end

local steps <const> = {
  key = "steps", what = "step", join = layers.join, takes = layers.parts("steps", "step", STEP),
  differs = layers.part_lines "step",
}

--- What functions of steps must give (limber.game.given_back).
local STEP_GIVES <const> = {
  check = "refusal", side = "sides", options = "options", when = "truth", over = "truth", run = "way",
}

--- Has the commands of a sealed phase executed in the order given; for a house rule over a phase without an `execute`.
---@param play table
---@param _ table the frame's about
---@param given table[]
local function execute_in_order(play, _, given)
  play:set(Sequence.top(play.state), "queue", given)
end

--- Which kinds of step may say what.
local ONLY <const> = {
  options = "decision", check = "decision", args = "decision", execute = "phase", over = "phase", commands = "phase",
  interrupts = "phase", sealed = "phase",
}

local SIDES <const> = { "a", "b", "both", "active", "other" }

function steps.lay(draft, layer, path, spec)
  local step = edits.own_step(draft, layer, path, sorted.keys(spec))
  for _, part in ipairs(sorted.keys(spec)) do
    local value = spec[part]
    if ONLY[part] and ONLY[part] ~= step.kind or part == "run" and step.kind == "phase" then
      kinds.fail(layer, part, "%s is a %s, which has no %s", path, step.kind, part)
    end
    if part == "commands" or part == "interrupts" then
      for _, command in ipairs(value) do kinds.known("command", draft.game.commands, command, layer) end
      if part == "commands" then step.serves = step.serves or step.commands end
      value = edits.list(draft, path, part, step[part] or {}, value)
    elseif part ~= "cite" and part ~= "doc" then
      kinds.replaces(draft, layer, ("%s of %s"):format(part, path), part, value)
    end
    if part == "args" then
      kinds.told(layer, path, declared.fields, ("step %q: args"):format(path), value, 0)
    end
    if part == "options" and type(value) == "table" then
      local list <const> = value
      function value() return table.move(list, 1, #list, 1, {}) end
    end
    if part == "side" and type(value) ~= "function" then
      for _, side in ipairs(type(value) == "table" and value or { value }) do
        if not lists.has(SIDES, side) then
          kinds.fail(layer, side, "side of %s: there is no side %s%s; it is %s or a list", path, tostring(side),
            suggest.hint(side, SIDES), table.concat(SIDES, ", "))
        end
      end
    end
    local missing = NO_STEP[part] or part == "run" and keeps_answer(step.name) or
      part == "execute" and execute_in_order or nil
    step[part] = layers.laid(layer, value, step[part], missing, STEP_GIVES[part], ("%s of %s"):format(part, path))
  end
end

-- ---- the solo commander --------------------------------------------------------------------------------------------

local solo <const> = { key = "solo", what = "solo commander" }

--- Parts of a policy that are functions by name.
local BY_NAME <const> = { commands = true, answers = true, order = true, left = true }

local PLAIN <const> = { tells = true, advises = true }

--- What they must give (limber.game.given_back).
local SOLO_GIVES <const> = { commands = "want", order = "pieces", answers = "choice" }

function solo.takes(name, value, level)
  kinds.name_of("solo", name, level + 1)
  if BY_NAME[name] then
    if type(value) ~= "table" then error(("solo of a variant: %s needs a table"):format(name), level) end
    local own = {}
    for key, fn in sandbox.sorted_pairs(value) do
      if not names.is_dotted(key) or type(fn) ~= "function" then
        error(("solo of a variant: %s.%s must be a function"):format(name, tostring(key)), level)
      end
      own[key] = fn
    end
    return own
  end
  if PLAIN[name] then
    if not layers.is_list(value) then error(("solo of a variant: %s is a list of names"):format(name), level) end
    return value
  end
  if type(value) ~= "function" and type(value) ~= "string" then
    local known <const> = { "advises", "answers", "commands", "left", "order", "stance", "tells" }
    error(("solo of a variant: %s must be a function, got a %s%s"):format(name, type(value),
      lists.has(known, name) and "" or suggest.hint(name, known)), level)
  end
  return value
end

--- A rule's judgement of proposals: a key that looks like one of theirs, and is none, is refused there.
local function judging(layer, fn)
  if layer.shipped then return fn end
  return function(mind, proposal, ...)
    lacking.know_keys(proposal, "a proposal has", function()
      local args, known = mind.view:word("commands")[proposal["do"]].args, { "score", "text", "ranges", "side", "do" }
      for _, field in ipairs(args) do known[#known + 1] = field.name end
      return known
    end)
    return fn(mind, proposal, ...)
  end
end

--- Refuses a name that no command, decision or step has. Questions that are asked in play have a bare name, which
--- nothing declares: one that the file asks, and misspells here, is refused.
local function check_name(draft, layer, part, name)
  if part == "commands" then return kinds.known("command", draft.game.commands, name, layer) end
  local sequence, step = name:match "^([^.]+)%.([^.]+)$"
  if not sequence then
    if part == "answers" then
      local asked = overlaps.asked_in(layer.text or "")
      local hint = not lists.has(asked, name) and suggest.hint(name, asked) or ""
      if hint ~= "" then kinds.fail(layer, name, "solo.answers: nothing asks a question %s%s", name, hint) end
      return
    end
    kinds.fail(layer, name, 'solo.%s: %s is not a step: write the sequence and the step, "turn.fire"', part, name)
  end
  kinds.known("step of " .. sequence, kinds.known("sequence", draft.game.sequences, sequence, layer).index, step, layer)
end

function solo.lay(draft, layer, name, value)
  if not draft.game.solo then kinds.fail(layer, name, "these rules have no solo commander") end
  local policy = layers.own(draft, "solo")
  if BY_NAME[name] then
    local held = tree.shallow(policy[name] or {})
    for _, key in ipairs(sorted.keys(value)) do
      check_name(draft, layer, name, key)
      held[key] = layers.laid(layer, value[key], held[key], nil, SOLO_GIVES[name],
        ("solo.%s of %s"):format(name, key))
      if name == "commands" then held[key] = judging(layer, held[key]) end
    end
    policy[name] = held
  else
    if policy[name] == nil and name ~= "stance" and not PLAIN[name] then
      kinds.fail(layer, name, "the solo commander has no %s%s", name, suggest.hint(name, sorted.keys(policy)))
    end
    kinds.replaces(draft, layer, name .. " of the solo commander", name, value)
    policy[name] = layers.laid(layer, value, policy[name])
  end
end

-- ---- what can be told only at the end ------------------------------------------------------------------------------

--- New sequences' phases name commands that there are: their own layer may declare these after them.
local ending <const> = { key = "sequences", what = "sequence", worded = true, differs = function() end }

function ending.lay(draft, layer, _, sequence)
  for _, step in ipairs(sequence) do
    for _, list in ipairs { step.commands or {}, step.interrupts or {} } do
      for _, name in ipairs(list) do kinds.known("command", draft.game.commands, name, layer) end
    end
  end
end

return { given_in, steps, commands, solo, ending }
