--- What a variant may change in questions and their answers: arguments, results, modifiers, procedures, kinds of ground
--- (limber.rules.kinds).
local asked <const> = require "limber.rules.asked"
local declared <const> = require "limber.language.declared"
local fields <const> = require "limber.language.fields"
local guest <const> = require "limber.rules.guest"
local kinds <const> = require "limber.rules.kinds"
local modifiers <const> = require "limber.rules.modifiers"
local pieces <const> = require "limber.rules.kinds_of_pieces"
local sandbox <const> = require "kernel.sandbox"
local tree <const> = require "limber.common.tree"

local function with_fields(list, extra)
  local merged, index = { check = list.check, each = list.each, piece = list.piece }, {}
  for i, field in ipairs(list) do merged[i], index[field.name] = field, i end
  for _, field in ipairs(extra) do
    merged[index[field.name] or #merged + 1] = field
  end
  return merged
end

--- A procedure of the draft gets more arguments, or others in their place; or a record fields.
local function add_args(draft, layer, name, extra)
  if draft.records[name] then
    pieces.note_added(draft, name, extra)
    draft.records[name] = with_fields(draft.records[name], extra)
    return
  end
  local copy = tree.shallow(kinds.known("procedure", draft.procedures, name, layer))
  pieces.note_added(draft, name, extra)
  copy.args = with_fields(copy.args, extra)
  draft.procedures[name] = copy
end

local args <const> = { key = "args", what = "argument", join = kinds.appended, lay = add_args }

function args.takes(name, list, level)
  kinds.name_of("args", name, level + 1)
  declared.fields(("args of %s"):format(name), list, level)
  return list
end

function args.differs(add, _, name, list)
  for _, field in ipairs(list) do add("argument", ("%s %s"):format(name, field.name)) end
end

--- Fields of results, changed or added: what wraps of this layer, and of those above it, may give; of a procedure, or
--- of a record that its results hold.
local out <const> = { key = "out", what = "result", join = kinds.appended }

function out.takes(name, list, level)
  kinds.name_of("out", name, level + 1)
  declared.fields(("out of %s"):format(name), list, level)
  return table.move(list, 1, #list, 1, {})
end

function out.lay(draft, layer, name, extra)
  if draft.records[name] then
    draft.records[name] = with_fields(draft.records[name], extra)
    return
  end
  local copy = tree.shallow(kinds.known("procedure", draft.procedures, name, layer))
  copy.out = with_fields(copy.out, extra)
  draft.procedures[name] = copy
end

function out.differs(add, _, name, list)
  for _, field in ipairs(list) do add("result", ("%s %s"):format(name, field.name)) end
end

local modifier <const> = { key = "modifiers", what = "modifier", listed = true }

function modifier.label(_, spec) return ("%s.%s"):format(spec.of, spec[1]) end

function modifier.takes(_, given, level)
  local spec = modifiers.declared(given, level + 1)
  modifiers.belongs(spec, level)
  return spec
end

function modifier.lay(draft, layer, _, spec)
  local list = kinds.known("modifier list", draft.modifiers, spec.of, layer)
  kinds.replaces(draft, layer, ("modifier %s of %s"):format(spec[1], spec.of), spec[1], spec)
  local at
  local merged = table.move(list, 1, #list, 1, {
    judges = list.judges, cite = list.cite, table = list.table, piece = list.piece,
  })
  for i, one in ipairs(list) do
    if one.name == spec[1] then at = i end
  end
  local made = modifiers.new(spec, list)
  merged[at or #merged + 1] = layer.shipped and made or modifiers.guarded(made)
  merged.changed = true
  draft.modifiers[spec.of] = merged
  if not spec.flag then return end
  pieces.lay_flag(draft, layer, list, fields.words.flag(spec.flag) { doc = spec.doc })
end

local function plain(value)
  return type(value) ~= "function" and value or nil
end

function modifier.differs(add, published, _, spec)
  local old
  for _, one in ipairs(published.modifiers[spec.of] or {}) do
    if one.name == spec[1] then old = one end
  end
  add("modifier", ("%s.%s"):format(spec.of, spec[1]), old and (plain(old.value) or "its own"),
    plain(spec[2] or spec.value) or "its own")
end

--- Reasons of the layer's own: the sentence and the clause of a word that its wraps give as a reason.
local reason <const> = { key = "reasons", what = "reason" }

function reason.takes(name, given, level)
  kinds.name_of("reasons", name, level + 1)
  local one = declared.only(("reason %q"):format(name), given, { cite = "text" }, { listed = true, level = level })
  if #one ~= 1 or type(one[1]) ~= "string" then
    error(('reason %q needs its sentence: { "staggered units may not charge", cite = "house" }'):format(name), level)
  end
  return { declared.line(one[1]), cite = one.cite or "house" }
end

function reason.lay(draft, layer, name, one)
  if draft.reasons[name] then kinds.fail(layer, name, "reason %q is declared twice", name) end
  draft.reasons[name] = one
end

function reason.differs(add, _, name, one) add("reason", name, one[1]) end

local ground <const> = { key = "terrain", what = "ground", listed = true, worded = true }

function ground.label(_, one) return one[1] end

function ground.takes(_, one) return one end

--- Adds or changes a kind of ground. Functions of guests get a budget.
function ground.lay(draft, layer, _, one)
  if not draft.grounds then return end
  local spec = {}
  for key, value in next, one[2] do
    spec[key] = type(value) == "function" and guest.face(layer, value) or value
  end
  local done, over = pcall(require("limber.rules.terrain").over, draft.grounds, { { one[1], spec } })
  if not done then error(("%s: %s"):format(layer.path or "house rule", over), 0) end
  draft.grounds = over
end

function ground.differs(add, _, _, one) add("ground", one[1]) end

--- A wrapper of a procedure that says what follows from its results: fields that the wrapper leaves as they were
--- follow from those that it changes. `follows(rules, q, result, was)` changes the result; `was` is what `published`
--- gave last.
local function following(follows, wrapper)
  return function(published, rules, q, dice)
    local was, of
    local result = wrapper(function(asked_of, question, thrown)
      local given = published(asked_of, question, thrown)
      was, of = sandbox.plain(given, nil, true), question
      return given
    end, rules, q, dice)
    if was then follows(rules, of, result, was) end
    return result
  end
end

--- Answers the question whose every throw is walked (limber.ask.question): what comes before its dice is worked once,
--- so that the answer is not fresh.
local function walked(walk, procedure, rules, dice)
  local known, q = walk[procedure], walk.guarded or walk.q
  if not known or known.rules ~= rules then
    known = { rules = rules, worked = procedure.before(rules, q) }
    walk[procedure] = known
  end
  return procedure.resolve(rules, q, dice, known.worked)
end

--- What lies below a wrapper, and the same with fresh answers, so that a wrapper may change them: what a procedure
--- gives is fresh (the tests see to it for what ships, and the check for what does not), but in such a walk.
local function below(draft, procedure)
  local before, resolve = procedure.before, procedure.resolve
  if not before and not procedure.wrapped then return resolve, resolve end
  local function under(rules, q, dice)
    local walk = before and draft.walked
    -- another procedure that gets a guarded question looks into it
    if walk and walk.q == q and not (walk.guard and walk.name ~= procedure.name) then
      return walked(walk, procedure, rules, dice)
    end
    return resolve(rules, q, dice, before and before(rules, q))
  end
  return under, function(rules, q, dice)
    local result = under(rules, q, dice)
    local walk = draft.walked
    return walk and not walk.guard and sandbox.plain(result, nil, true) or result -- what is guarded stays as it is
  end
end

--- A guest's wrapper, whose results are checked. Mostly it gives what lies below as it is: then that is the result. It
--- reads no field that is not declared.
---
--- While the odds of a guarded question are walked, what it reads of results that it leaves as they are is learned. It
--- is not entered for others that it would leave so too: nothing else decides what it does, as long as `settled`, what
--- its file holds, stays as it was.
local function checked(draft, procedure, wrapper, under, published, settled)
  local results <const>, settling <const> = require "limber.rules.results", require "limber.rules.settled"
  local held <const>, memo <const> = draft.declare(procedure), {}
  local last, guarding, ready, watched, began = nil, nil, nil, nil, nil
  local function missing(...) return results.missing(held, draft.records, ...) end
  local function fresh(rules, q, dice)
    local walk, _, called = guarding, sandbox.looks()
    if not walk then
      last = under(rules, q, dice)
      return sandbox.lend(last, missing)
    end
    if walk.name == procedure.name and q == walk.guarded then -- handed on, which is no look
      q, walk.unread.looks = walk.q, walk.unread.looks - 1
    end
    local same = rules == walk.rules and dice == walk.dice
    if not same then walk.unread.looks = walk.unread.looks + 1 end
    same = same and q == walk.asked and called == began -- it has done nothing before
    draft.walked = walk
    last = same and ready or under(rules, q, dice)
    draft.walked, ready = nil, nil
    local lent = sandbox.lend(last, missing)
    local open = getmetatable(q) == nil -- what it reads of a frozen question is noted nowhere
    watched = same and (open or q == walk.q) and sandbox.watch(lent, open and q or nil)
    return lent
  end
  --- While a guarded question is walked: what the guest asks by itself is no part of the walk.
  local function guarded(walk, rules, q, dice)
    local unread, outer_rules, outer_dice, outer_asked = walk.unread, walk.rules, walk.dice, walk.asked
    guarding, walk.rules, walk.dice, walk.asked, draft.walked = walk, rules, dice, q, nil
    began = sandbox.looks()
    local result = wrapper(fresh, rules, q, dice)
    if draft.walked then unread.looks = unread.looks + 1 end -- it caught an error from below
    guarding, walk.rules, walk.dice, walk.asked, draft.walked = nil, outer_rules, outer_dice, outer_asked, walk
    return result
  end
  local function in_walk(walk, rules, q, dice)
    local known
    if memo[1] ~= nil then
      known = under(rules, q, dice)
      if sandbox.known(memo, known, getmetatable(q) == nil and q or nil) then return known end
    end
    local outer, outer_guarding = last, guarding
    last, guarding, ready, watched = nil, nil, known, nil
    local result = guarded(walk, rules, q, dice)
    local given, mark = last, watched
    last, guarding = outer, outer_guarding
    if given and sandbox.unchanged(result, given) then
      if mark and settling.unchanged(settled) then sandbox.learn(memo, mark) end
      return given
    end
    local looks = walk.unread.looks -- the check's own are none of the guest's
    result = results.checked(wrapper, held, result, draft)
    walk.unread.looks = looks
    return result
  end
  return function(over, rules, q, dice)
    local walk = draft.walked
    walk = walk and walk.guard and walk
    local noted = draft.considered or draft.notes -- notes point into results
    local same = held.compared == held.out and held.same or results.as_published(held, draft)
    if noted or over ~= published or not same then
      if walk then error("a house rule looks into the question", 0) end
      local function lent(...) return sandbox.lend(over(...), missing) end
      local depth <const> = asked.within(draft.rules, procedure.name, q)
      local result <const> = results.checked(wrapper, held, wrapper(noted and over or lent, rules, q, dice), draft)
      asked.back(depth)
      return result
    end
    if walk then return in_walk(walk, rules, q, dice) end
    local outer, outer_guarding, depth = last, guarding, asked.within(draft.rules, procedure.name, q)
    last, guarding = nil, nil
    local result = wrapper(fresh, rules, q, dice)
    local given = last
    last, guarding = outer, outer_guarding
    asked.back(depth)
    return given and sandbox.unchanged(result, given) and given or results.checked(wrapper, held, result, draft)
  end
end

--- A shipped wrapper, whose results are held to what is declared.
local function held_wrapper(draft, procedure, wrapper)
  local results <const> = require "limber.rules.results"
  local held = draft.declare(procedure)
  return function(inner, rules, q, dice) return results.held(wrapper, held, wrapper(inner, rules, q, dice), draft) end
end

--- A procedure within a wrapper.
local function wrapped(draft, procedure, wrapper, shipped, settled)
  local copy, wrap = tree.shallow(procedure), wrapper
  local under <const>, published <const> = below(draft, procedure)
  local info = debug.getinfo(wrapper, "S")
  copy.works = procedure.works or procedure.before
  copy.before, copy.wrapped = nil, ("%s:%d"):format(info.source:gsub("^@", ""), info.linedefined)
  if not shipped then
    wrap = checked(draft, procedure, wrapper, under, published, settled)
  elseif draft.checked then
    wrap = held_wrapper(draft, procedure, wrapper)
  end
  if procedure.follows then wrap = following(procedure.follows, wrap) end
  function copy.resolve(rules, q, dice) return wrap(published, rules, q, dice) end
  return copy
end

local wraps <const> = { key = "wraps", what = "procedure", typed = "wrap", takes = kinds.functions "wraps" }

function wraps.lay(draft, layer, name, wrapper)
  local procedure = kinds.known("procedure", draft.procedures, name, layer)
  draft.procedures[name] = wrapped(draft, procedure, wrapper, layer.shipped, layer.settled)
end

function wraps.differs(add, _, name) add("procedure", name) end

--- How the rounds of a procedure follow one another (limber.ask.rounds).
local rounds <const> = { key = "rounds", what = "rounds" }

function rounds.takes(name, given, level)
  kinds.name_of("rounds", name, level + 1)
  return require("limber.rules.procedures").rounds(("rounds of %s"):format(name), given, level + 1)
end

function rounds.lay(draft, layer, name, given)
  local copy = tree.shallow(kinds.known("procedure", draft.procedures, name, layer))
  copy.rounds = guest.faced(layer, given)
  draft.procedures[name] = copy
end

function rounds.differs(add, _, name) add("rounds", name) end

return { args, out, modifier, reason, ground, wraps, rounds, with_fields = with_fields }
