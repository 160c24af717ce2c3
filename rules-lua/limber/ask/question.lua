--- Questions: a procedure, its checked arguments, and what is worked before any die is thrown.
-- A question is answered by throwing (`ask`) or by walking every throw (`odds`): the same function.
local asked <const> = require "limber.rules.asked"
local conditions <const> = require "limber.language.conditions"
local dice <const> = require "kernel.dice"
local fields <const> = require "limber.language.fields"
local guest <const> = require "limber.rules.guest"
local odds <const> = require "kernel.odds"
local outcomes <const> = require "limber.ask.outcomes"
local sandbox <const> = require "kernel.sandbox"

local finish <const> = dice.finish

local M <const> = {}

---@class limber.Question
---@field procedure table
---@field q table the arguments, checked and copied (shipped rules are proven by the tests to leave them alone)
---@field worked any what `before` gave
---@field rules table the view the procedure is handed

local run_within <const> = sandbox.run

--- Runs `fn` as the stack's trust demands; refusals come back as values, all else is raised: with the place of the
--- procedure where no other is known, as when memory ran out. `asking` is where it is asked in a battle; `q` its
--- arguments, if they were checked already; `budget` what a guest's rules may spend.
local function run_with(budget, rules, asking, procedure, q, fn, ...)
  local before, is_guest = rules.asking, rules.guest
  local outer = is_guest and asked.depth()
  rules.asking = asking
  if q and is_guest then asked.begin(rules, procedure, q) end
  if asking then asking.rules = rules end
  local entered = is_guest and sandbox.entries()
  local done, first, second = run_within(is_guest and budget or nil, fn, ...)
  rules.asking = before
  if is_guest then asked.back(outer) end
  if is_guest and sandbox.entries() ~= entered then guest.settled(rules, not done) end
  if done then return first, second end
  if first.kind == "refusal" then return nil, { arg = first.arg, message = first.message } end
  if procedure.guest and not first.file then first.file, first.line = procedure.file, procedure.line end
  error(first, 0)
end

local function run(...) return run_with(guest.QUESTION, ...) end

--- What checks a guest's answers: the stack has read it when there is one.
local function results() return require "limber.rules.results" end

--- What a guest's rules say against a question.
local function guest_check(rules, procedure, q, args)
  return results().refusal(procedure.check, procedure, procedure.check(rules.view, q, args))
end

--- Checks the arguments and works what comes before dice: the arguments as the procedure sees them, and what it made.
local function prepare(rules, procedure, args)
  if rules.watch then rules.watch(procedure.name, args) end
  local q, fault = fields.check(procedure.args, args, rules.records)
  if not q then return nil, fault end
  fault = conditions.fault(procedure.args, q)
  if fault then return nil, fault end
  if rules.careful then q = sandbox.freeze(q, "args") end
  if rules.guest then asked.begin(rules, procedure, q) end
  if procedure.check then
    if procedure.guest then
      fault = guest_check(rules, procedure, q, args)
    else
      fault = procedure.check(rules.view, q, args)
    end
    if fault then return nil, fault end
  end
  return q, procedure.before and procedure.before(rules.view, q)
end

--- Checks a question and works what comes before its dice.
---@param rules limber.Rules
---@param name string
---@param args table
---@param asking limber.Asking? where it is asked in a battle
---@return limber.Question?
---@return limber.Refusal?
function M.new(rules, name, args, asking)
  local procedure, fault = rules:procedure(name)
  if not procedure then return nil, fault end
  local q, worked = run(rules, asking, procedure, nil, prepare, rules, procedure, args)
  if not q then return nil, worked end
  return { procedure = procedure, q = q, worked = worked, rules = rules.view }
end

--- The throws of sources that house rules were handed: read-only, since a source serves other rules too.
local frozen <const> = setmetatable({}, { __mode = "k" })

local function throws_of(rules, source)
  local typed = rules.careful or next(rules.live.texts) ~= nil
  if not (rules.guest or typed) then return source.throw end
  local throws = frozen[source]
  if not throws then
    throws = sandbox.freeze(source.throw, "dice")
    frozen[source] = throws
    sandbox.stand(throws, source.throw)
  end
  return typed and throws or source.throw
end

local function throw(rules, procedure, q, worked, source)
  local result = procedure.resolve(rules.view, q, throws_of(rules, source), worked)
  finish(source)
  return result
end

--- Checks and works a question while the modifiers that do not apply are noted; the notes end even when it raises.
local function new_considering(rules, name, args, considered, asking)
  rules.draft.considered = considered
  local done, prepared, fault = pcall(M.new, rules, name, args, asking)
  rules.draft.considered = nil
  if not done then error(prepared, 0) end
  return prepared, fault
end

--- Checks a question and throws it, in one run.
local function prepare_and_throw(rules, procedure, args, source)
  local q, worked = prepare(rules, procedure, args)
  if not q then return nil, worked end
  rules.draft.notes = nil
  return throw(rules, procedure, q, worked, source), q
end

--- Asks a question once, with the dice of `source` (a kernel.dice source).
---@param rules limber.Rules
---@param name string
---@param args table
---@param source table
---@param considered table[]? modifiers weighed and not applied are added: { name, cite, beside = those applied }
---@param asking limber.Asking? where it is asked in a battle
---@return table? result
---@return limber.Refusal?
---@return table? q the arguments as the procedure saw them
function M.ask(rules, name, args, source, considered, asking)
  if considered then
    local question, fault = new_considering(rules, name, args, considered, asking)
    if not question then return nil, fault end
    rules.draft.notes = considered
    local procedure, q = question.procedure, question.q
    local result
    result, fault = run(rules, asking, procedure, q, throw, rules, procedure, q, question.worked, source)
    return result, fault, q
  end
  local procedure, fault = rules:procedure(name)
  if not procedure then return nil, fault end
  local result, q = run(rules, asking, procedure, nil, prepare_and_throw, rules, procedure, args, source)
  if result == nil then return nil, q end
  return result, nil, q
end

--- Asks a question with the faces of dice that were thrown before, in their order.
---@return table? result
---@return limber.Refusal?
function M.ask_again(rules, name, args, faces, asking)
  local source = dice.new()
  source:list(faces)
  return M.ask(rules, name, args, source, nil, asking)
end

--- The sentence that tells a result, as its procedure says it; nil when it says nothing.
---@param rules limber.Rules
---@param name string
---@param result table
---@param q table
---@return string?
function M.says(rules, name, result, q)
  local procedure = rules.procedures[name]
  local says = procedure.says
  if not rules.guest then return says and says(result, q) end
  if not says then return nil end
  local text = run(rules, nil, procedure, q, says, result, q)
  return results().said(says, procedure, text)
end

--- The modifiers a question weighs and does not apply: `{ name, cite }` each.
---@param rules limber.Rules
---@param name string
---@param args table
---@param asking limber.Asking?
---@return table[]?
---@return limber.Refusal?
function M.considered(rules, name, args, asking)
  local considered = {}
  local question, fault = new_considering(rules, name, args, considered, asking)
  if not question then return nil, fault end
  return considered
end

--- What is worked of a question before its dice, by the published procedure below all wrappers; nil where that is
--- nothing, or `rules.here` was read for it.
---@param rules limber.Rules
---@param name string
---@param args table
---@param asking limber.Asking? where it is asked in a battle
---@return any
function M.worked(rules, name, args, asking)
  local procedure, reads = rules.procedures[name], rules.here_reads
  local works = procedure.before or procedure.works
  local function work()
    local q = fields.check(procedure.args, args, rules.records)
    return q and works and works(rules.view, q)
  end
  local worked = run(rules, asking, procedure, nil, work)
  return rules.here_reads == reads and worked or nil
end

--- A large number as people read it, to three digits: 1,770,000.
local function rounded(number)
  if number >= 1e15 then return ("10 to the power of %d"):format(math.floor(math.log(number, 10))) end
  local unit = 10 ^ math.max(0, math.floor(math.log(number, 10)) - 2)
  local digits, groups = ("%.0f"):format(math.floor(number / unit + 0.5) * unit), {}
  while #digits > 3 do
    table.insert(groups, 1, digits:sub(-3))
    digits = digits:sub(1, -4)
  end
  table.insert(groups, 1, digits)
  return table.concat(groups, ",")
end

--- The refusal of more paths than may be walked.
local function too_many(most, about)
  local message = "exact odds would take some %s paths, the different ways that the dice may fall (an estimate by "
    .. "1,000 random tries), and at most %s are walked"
  return { arg = "paths", message = message:format(rounded(about), rounded(most)), about = about }
end

--- So many paths are walked before their number is estimated; past so many times the most, the rest is not tried.
local FIRST <const>, HOPELESS <const> = 50000, 3

--- Walks all paths, at most so many; where there are more, nil with about how many.
local function enumerate(source, path, most)
  if not most then return odds.enumerate(source, path) end
  local first = math.min(most, FIRST)
  local distribution, info = odds.enumerate(source, path, { max_paths = first, estimate = 1 })
  if distribution or first == most or info.about > HOPELESS * most then return distribution, info end
  return odds.enumerate(source, path, { max_paths = most, estimate = 1 })
end

--- The outcome that a key of odds stands for.
M.value_of = outcomes.value_of

--- A source for odds is used again, except within itself: it knows the throws that it met.
local idle

--- Walks every throw of a question: the exact odds of what `outcome` makes of each result.
---@param rules limber.Rules
---@param name string
---@param args table
---@param outcome fun(result: table, q: table): integer|string|boolean
---@param asking limber.Asking? where it is asked in a battle
---@param unread limber.Unread? wrappers of the procedure get a guarded question; an error when they look into it
---@param most integer? paths that may be walked: more are refused, with about how many there are
---@return table? distribution
---@return table info { paths = integer } or the refusal
function M.walk(rules, name, args, outcome, asking, unread, most)
  local question, fault = M.new(rules, name, args, asking)
  if not question then return nil, fault end
  local procedure, source = question.procedure, idle or dice.new()
  idle = nil
  local resolve, view, q, worked = procedure.resolve, question.rules, question.q, question.worked
  local dice_of, draft = throws_of(rules, source), rules.draft
  local walk = procedure.wrapped and { name = procedure.name, q = q }
  if walk and unread then walk.q, walk.guarded, walk.guard, walk.unread = unread.guard(q), q, unread.guard, unread end
  local handed = walk and walk.q or q
  local function path() return outcome(resolve(view, handed, dice_of, worked), q) end
  local plain <const> = path
  if unread then
    function path()
      local key = plain()
      if unread.looks > 0 then error("a house rule looks into the question", 0) end
      return key
    end
  end
  local each <const> = path
  if rules.guest then
    function path()
      local ended, key = run_within(guest.QUESTION, each)
      if not ended then error(key, 0) end
      return key
    end
  end
  local outer = draft.walked
  draft.walked = walk or nil
  local budget <const> = rules.guest and guest.walk(most)
  local done, distribution, info = pcall(run_with, budget, rules, asking, procedure, q, enumerate, source, path, most)
  draft.walked = outer
  if done then idle = source end
  if not done then error(distribution, 0) end
  if not distribution and info.about then return nil, too_many(most, info.about) end
  return distribution, info
end

--- The exact odds of a question, by its main field or what `by` names (limber.ask.outcomes).
---@param rules limber.Rules
---@param name string
---@param args table
---@param by string? `winner`, `a.1.response`, `a.1.margin - b.1.margin`, or several with commas for their joint odds
---@param asking limber.Asking? as walk has it
---@param unread limber.Unread? likewise
---@param most integer? likewise
---@return table? distribution a kernel.odds distribution over keys; see `value_of`
---@return table info { paths = integer, by = string } or the refusal
function M.odds(rules, name, args, by, asking, unread, most)
  local procedure, fault = rules:procedure(name)
  if not procedure then return nil, fault end
  local outcome
  outcome, by = outcomes.by(procedure, rules.records, by)
  if not outcome then return nil, by end
  local distribution, info = M.walk(rules, name, args, outcome, asking, unread, most)
  if distribution then info.by = by end
  return distribution, info
end

return M
