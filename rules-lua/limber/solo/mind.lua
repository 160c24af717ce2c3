--- What a ruleset's solo commander thinks with: a view, exact odds, and the few measures that any stance needs.
--
--   .view .side .state .rules       what its side sees, and the rules in force
--   .telling                        somebody reads or keeps what is said: reasons are worth their text
--   .memo                           a table for this one choice, thrown away with it
--   .path .about                    the step that is waited for
--   :odds(procedure, args, by)      the exact distribution of a question (kernel.odds), kept over battles
--   :chance(procedure, args, by, wanted)    how likely that result is a value, or one that a function says yes to
--   :ask(procedure, args)           what a rule says that throws no dice
--   :known(key, fn)                 fn(), worked out once under these rules: what follows from them alone
--   :reject(what, why, want)        notes what was weighed and left; texts, or functions that give them when told
--   :once(key, fn, …)               fn(…), worked out once for this choice
--   :gap(id, other)                 micrometres between the nearest edges of two units; nil when one has no place
--   :apart(base, base)              the same of two bases
--   :between(name, base, base, fn)  fn(base, base), worked out anew only when one of them stands elsewhere
--   :nearest(id, ids)               of a list the unit nearest to one: its id and the gap; the first of equals. A list
--                                   with `side` and `stand`, as of `standing`, is searched once while all stand still
--   .stand(so_far, base)            a number for where bases stand, one after another
--   :standing(side)                 the units of a side that are on the table and not gone, in the listed order
--   :keeps_support(id, base, mm, friends)   stands `base` within so much of one of them? and of which
--   :fit(proposal, wanted)          the fields of `wanted` brought into the proposal's ranges
--   :along(facing, point)           how far on a point is from the table's corner, as one looks that way
--   :toward(base, point)            the turn (angle, clockwise above 0) to face a point, and how far it is
--   :stride(base, point, um, turn)  a turn of at most so much toward a point, then straight on, at most so far and not
--                                   past it: the turn, how far, and the base there
--   .words                          percent(p) → "41%"
-- What is kept over battles is keyed by the rules' generation; what is kept of the table, by the bases measured.
local digest <const> = require "kernel.digest"
local json <const> = require "kernel.json"
local kept_answers <const> = require "limber.ask.kept_answers"
local measures <const> = require "limber.solo.measures"
local prospects <const> = require "limber.ask.prospects"
local question <const> = require "limber.ask.question"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

---@class limber.Mind
---@field view limber.View
---@field side string
---@field state table
---@field rules table
---@field telling boolean
---@field memo table
---@field path string
---@field about table
---@field rejected { what: any, why: any, want: number }[]
local Mind <const> = {}

--- What a mind answers with. A ruleset reads a mind's fields: that table is not among them, nor are the rules.
local META <const> = { __index = Mind }

--- The rule stacks that minds think with.
local stacks <const> = setmetatable({}, { __mode = "k" })

--- Distributions by rules, then by question: a question under the same rules has the same odds in every battle.
local known <const> = setmetatable({}, { __mode = "k" })

local function kept_for(rules)
  local kept = known[rules]
  if not kept or kept.generation ~= rules.generation then
    kept = {
      generation = rules.generation, facts = {},
      odds = kept_answers.new(), chances = kept_answers.new(),
    }
    known[rules] = kept
  end
  return kept
end

local function key_of(procedure, args, by)
  return procedure .. (by and "." .. by or "") .. (digest.key(args) or json.encode(args))
end

local function odds_by(self, kept, key, procedure, args, by)
  local found = kept.odds:get(key)
  if found then return found end
  local fault
  found, fault = question.odds(stacks[self], procedure, args, by)
  if not found then error(("the odds of %s were asked wrongly: %s"):format(procedure, fault.message), 3) end
  kept.odds:put(key, found)
  return found
end

---@param procedure string
---@param args table
---@param by string? the result field; the procedure's headline when none is named
---@return table distribution of kernel.odds
function Mind:odds(procedure, args, by)
  return odds_by(self, kept_for(stacks[self]), key_of(procedure, args, by), procedure, args, by)
end

---@param procedure string
---@param args table
---@param by string?
---@param wanted any a value of the result, or a function(value) that says which count
---@return number p
function Mind:chance(procedure, args, by, wanted)
  local kept = kept_for(stacks[self])
  local key = key_of(procedure, args, by)
  if type(wanted) ~= "function" then
    local plain = key .. tostring(wanted)
    local p = kept.chances:get(plain)
    if not p then
      p = odds_by(self, kept, key, procedure, args, by):p(wanted)
      kept.chances:put(plain, p)
    end
    return p
  end
  local p = 0
  for _, one in ipairs(odds_by(self, kept, key, procedure, args, by):outcomes()) do
    if wanted(question.value_of(one.value)) then p = p + one.p end
  end
  return p
end

---@param procedure string
---@param args table
---@return table result
function Mind:ask(procedure, args)
  return self.view:ask(procedure, args)
end

---@param key string
---@param fn fun(): any
---@return any
function Mind:known(key, fn)
  local facts = kept_for(stacks[self]).facts
  local value = facts[key]
  if value == nil then
    value = fn()
    facts[key] = value
  end
  return value
end

function Mind:reject(what, why, want)
  if self.telling then self.rejected[#self.rejected + 1] = { what = what, why = why, want = want or 0 } end
end

function Mind:once(key, fn, ...)
  local value = self.memo[key]
  if value == nil then
    value = fn(...)
    self.memo[key] = value == nil and false or value
  end
  return value or nil
end

for name, method in next, measures.methods do Mind[name] = method end

M.words = {}

M.words.percent = prospects.percent
Mind.words = sandbox.freeze(M.words, "words")

--- A mind for one choice.
---@param game limber.Game
---@param side string
---@param view limber.View
---@param waiting limber.Waiting
---@param kept table what a commander keeps of the table (see `measured`)
---@return limber.Mind
function M.new(game, side, view, waiting, kept)
  local mind = setmetatable({
    view = view, side = side, state = view.state, rules = view.rules, telling = game.telling,
    memo = {}, path = waiting.path, about = waiting.about, rejected = {}, kept = kept,
  }, META)
  stacks[mind] = game.rules
  return mind
end

M.memory = measures.memory

return M
