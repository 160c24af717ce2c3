--- The mind of a solo commander: a view, exact odds, and the few measures that every stance needs.
--
--   .view .side .state .rules       what its side sees, and the rules in force
--   .telling                        true when reasons are read or kept, and so are worth their text
--   .memo                           a table for this one choice, thrown away with it
--   .path .about                    the step that is waited for
--   :odds(procedure, args, by, who, target)     the exact distribution of a question (kernel.odds), kept over battles;
--                                   who, target: the ids, of these calls, for rules.here; who may be ids by place
--   :chance(procedure, args, by, wanted, who, target)    how likely that result is a value, or one that a function says
--                                   yes to
--   :chance_alike(procedure, whole, alike, by, wanted, who, target)    the same, by another question where no house
--                                   rule can tell the two apart (limber.solo.stand_ins)
--   :outcomes(procedure, args, by, who, target)   all that may come of it: { value, p } each
--   :ask(procedure, args, who, target)      what a rule says that throws no dice
--   :known(key, fn)                 fn(), worked out once under these rules, unless house rules look at the battle
--   :reject(what, why, want)        notes what was weighed and left; texts, or functions that give them when told
--   :once(key, fn, …)               fn(…), worked out once for this choice
--   :once_for(name, id, fn)         fn(mind, id), worked out once for this choice
--   .weight                         the numbers of the policy's table of weights, by name: lengths in micrometres,
--                                   angles in thousandths of a degree, percentages and hundredths as fractions
-- What units do for a goal: limber.solo.goals; goals of attack and defence: limber.solo.charging, limber.solo.holding;
-- places near an enemy, at home and in cover, and units that act as one: limber.solo.places.
-- On the table (limber.solo.rankings, limber.solo.measures, limber.solo.bodies):
--   :standing(side)                 the units of a side that are on the table and not gone, in the listed order
--   :enemies()                      those of the other side
--   :gap(id, other)                 micrometres between the nearest edges of two units; nil when one has no place
--   :apart(base, base)              the same of two bases, or any shapes
--   :middles(base, base)            the same between their middles
--   :by_distance(id, side)          one unit of a side that stands after another, the nearest to a unit first: for
--                                   id, um in …
--   :nearest(id, ids), :nearest_enemy(id)   of a list the unit nearest to one: its id and the gap; the first of equals
--   :spread(id, others)             the widest angle between two of some units, as another sees them
--   :between(name, id, other, fn)   fn(base, base), worked out anew only when one of them has moved
--   :standing_in(area, side)        those of a side that stand in an area
--   :while_there(id, name, fn)      fn(), worked out anew only when the unit stands elsewhere
--   :while_same(name, id, fn)       fn(mind, id), worked out anew only when a plain field of it or the rules change
--   :while_standing(side, name, fn, …), :while_unchanged(…)    fn(…), worked out anew only when a unit of that side
--                                   comes, goes or moves; or when a plain field of any of its pieces changes
--   :fit(proposal, wanted)          the fields of `wanted` brought into the proposal's ranges
--   :along(facing, point)           how far on a point is from the table's corner, as one looks that way
--   :toward(base, point)            the turn (angle, clockwise above 0) to face a point, and how far it is
--   :stride(base, point, um, turn)  a turn of at most `turn` toward a point, then at most `um` straight on, not past
--                                   it: gives the turn, the distance, and the base there
--   :name(id)                       a name to be read
--   :says(text, …)                  text:format(…), a reason; nil while reasons are neither read nor kept
--   :there(side)                    the units of a side that are there, measured or not
--   :unit_by_unit(thinks, last)     whom to think of in a sealed phase: thinks(mind, id, unit) of unit after unit,
--                                   where it says something, then those that last(mind) lists. Those before the last
--                                   unit that has a command sealed have been thought of
--   .words                          percent(p) → "41%"
-- What its side is there for, and who of it does what (limber.solo.missions, limber.solo.plans), of a policy that has
-- `measures`:
--   .mission                        { kind, take, hold, … }; nil before the first turn
--   :task(id)                       the task of a formation, or of a unit: { task, at, since, why }
--   :stance_with(id, task), :may_attack(id)    the stance that it would have with that task; may it be sent to attack?
--   :came(id)                       how a unit moved in the turn before: { x, y, turn }; nil: not at all
--   :goes_back(id, way), :undoes(id, turn, way)     does that way take more than half of it back; does it undo it?
-- What is kept over battles is keyed by the rules' generation; what is kept of the table, by who has changed there.
local Asking <const> = require "limber.ask.asking"
local kept_answers <const> = require "limber.rules.kept_answers"
local late <const> = require "limber.common.late"
local measures <const> = require "limber.solo.measures"
local proposals <const> = require "limber.game.proposals"
local places <const> = require "limber.solo.places"
local prospects <const> = require "limber.ask.prospects"
local question <const> = require "limber.ask.question"
local rankings <const> = require "limber.solo.rankings"
local sandbox <const> = require "kernel.sandbox"
local stand_ins <const> = require "limber.solo.stand_ins"
local story <const> = require "limber.game.story"
local weights <const> = require "limber.solo.weights"

local M <const> = {}

---@class limber.Mind
---@field view limber.View
---@field side string
---@field state table
---@field rules table
---@field telling boolean
---@field memo table
---@field stood table<string, string[]> who stands, as far as it has been looked at
---@field path string
---@field about table
---@field rejected { what: any, why: any, want: number }[]
local Mind <const> = {}

--- What a mind answers with. A ruleset reads a mind's fields: that table is not among them, nor are these.
local META <const> = { __index = Mind }

--- What minds think with: the rule stack, what is kept under it, and the policy.
local means <const> = setmetatable({}, { __mode = "k" })

--- Distributions by rules, then by question: a question under the same rules has the same odds in every battle.
local known <const> = setmetatable({}, { __mode = "k" })

local function kept_for(rules)
  local kept = known[rules]
  if not kept or kept.generation ~= rules.generation then
    kept = {
      generation = rules.generation, weights = {}, looked = {},
      facts = kept_answers.new(), odds = kept_answers.new(600), chances = kept_answers.new(),
    }
    known[rules] = kept
  end
  return kept
end

local key_of <const> = stand_ins.key_of

--- A question with what the battle fills of it.
local function filled(self, procedure, args, who, target)
  return stand_ins.filled(means[self].rules, self.view, procedure, args, who, target)
end

--- Stands for odds that read `rules.here`: they hold for this choice, and for who asks.
local HERE <const> = {}

---@return table distribution
---@return boolean everywhere does it hold wherever the question is asked?
local function odds_by(self, kept, key, procedure, args, by, who, target)
  local found = kept.odds:get(key)
  if found and found ~= HERE then return found, true end
  local rules, at, here = means[self].rules, stand_ins.asked_of(key, who, target), found ~= nil
  if here then rules.here_reads = rules.here_reads + 1 end
  if here and self.memo[at] then return self.memo[at], false end
  local reads, fault = rules.here_reads
  found, fault = question.odds(rules, procedure, args, by, Asking.of(self.view, who, target))
  if not found then error(("the odds of %s were asked wrongly: %s"):format(procedure, fault.message), 3) end
  local everywhere = not here and rules.here_reads == reads
  kept.odds:put(key, everywhere and found or HERE)
  if not everywhere then self.memo[at] = found end
  return found, everywhere
end

---@param procedure string
---@param args table
---@param by string? the result field; the procedure's headline when none is named
---@param who string?
---@param target string?
---@return table distribution of kernel.odds
function Mind:odds(procedure, args, by, who, target)
  args = filled(self, procedure, args, who, target)
  return (odds_by(self, means[self].kept, key_of(procedure, args, by), procedure, args, by, who, target))
end

---@param procedure string
---@param args table
---@param by string?
---@param wanted any a value of the result, or a function(value) that says which count
---@param who string?
---@param target string?
---@return number p
function Mind:chance(procedure, args, by, wanted, who, target)
  args = filled(self, procedure, args, who, target)
  local kept = means[self].kept
  local key = key_of(procedure, args, by)
  if type(wanted) ~= "function" then
    local plain = key .. tostring(wanted)
    local p = kept.chances:get(plain)
    if not p then
      local found, everywhere = odds_by(self, kept, key, procedure, args, by, who, target)
      p = found:p(wanted)
      if everywhere then kept.chances:put(plain, p) end
    end
    return p
  end
  local p = 0
  for _, one in ipairs((odds_by(self, kept, key, procedure, args, by, who, target)):outcomes()) do
    if wanted(question.value_of(one.value)) then p = p + one.p end
  end
  return p
end

--- The chance of a question by another that stands for it (limber.solo.stand_ins), or else of the whole question.
---@param procedure string
---@param whole table
---@param alike fun(worked: any, work: fun(args: table): any): table?
---@param by string
---@param wanted any
---@param who string
---@param target string
---@return number p
function Mind:chance_alike(procedure, whole, alike, by, wanted, who, target)
  local asked = { procedure = procedure, whole = whole, by = by, wanted = wanted, who = who, target = target }
  local p = stand_ins.chance(means[self].rules, means[self].kept, self.view, asked, alike)
  return p or self:chance(procedure, whole, by, wanted, who, target)
end

---@param procedure string
---@param args table
---@param by string? several result fields with commas: each value is then a list of theirs
---@param who string?
---@param target string?
---@return { value: any, p: number }[]
function Mind:outcomes(procedure, args, by, who, target)
  return stand_ins.outcomes(self:odds(procedure, args, by, who, target), means[self].rules.guest)
end

---@param procedure string
---@param args table
---@param who string?
---@param target string?
---@return table result
function Mind:ask(procedure, args, who, target)
  return self.view:ask(procedure, args, who, target)
end

---@param key string
---@param fn fun(): any
---@return any
function Mind:known(key, fn)
  local rules, facts = means[self].rules, means[self].kept.facts
  local value, reads = facts:get(key), rules.here_reads
  if value ~= nil then return value end
  value = fn()
  local everywhere = not rules.filled and rules.here_reads == reads -- a key says nothing of the battle or its sides
  if value ~= nil and everywhere then facts:put(key, value) end
  return value
end

function Mind:reject(what, why, want)
  if self.telling then self.rejected[#self.rejected + 1] = { what = what, why = why, want = want or 0 } end
end

function Mind:once(key, fn, ...)
  local value = self.memo[key]
  if value == nil then
    value = fn(...)
    self.memo[key] = value or false
  end
  return value or nil
end

---@param name string
---@param id string
---@param fn fun(mind: limber.Mind, id: string): any
---@return any
function Mind:once_for(name, id, fn)
  local row = self.memo[name]
  if not row then
    row = {}
    self.memo[name] = row
  end
  local value = row[id]
  if value == nil then
    value = fn(self, id)
    row[id] = value or false
  end
  return value or nil
end

--- How bold a formation is, or a unit that is in none. `thrown`: by the rules alone, without a say of its task.
---@param thrown boolean?
function Mind:stance(side, id, thrown)
  local stance, mind = means[self].policy.stance, side == self.side and not thrown and self or nil
  return stance and stance(self.view, side, id, mind) or "defensive"
end

--- The function that judges who has won.
---@return function?
function Mind:verdict() return means[self].verdict end

--- A name to be read.
---@param id string
---@return string
function Mind:name(id) return story.name(self.state, id) end

---@param text string
---@return string?
function Mind:says(text, ...) return self.telling and text:format(...) or nil end

---@param side string
---@return string[] ids
function Mind:there(side)
  if not self.view:told() then return self:standing(side) end
  local ids = {}
  for id in self.view:present(side) do ids[#ids + 1] = id end
  return ids
end

---@param thinks fun(mind: limber.Mind, id: string, unit: table): any
---@param last (fun(mind: limber.Mind): any[])?
---@return fun(): any
function Mind:unit_by_unit(thinks, last)
  local ids, busy, at = self:there(self.side), proposals.spoken_for(self.view, self.side), 0
  for i, id in ipairs(ids) do
    if busy[id] then at = i end
  end
  local others, nth = nil, 0
  return function()
    while at < #ids do
      at = at + 1
      local found = thinks(self, ids[at], self.view:unit(ids[at]))
      if found then return found end
    end
    others, nth = others or last and last(self) or {}, nth + 1
    return others[nth]
  end
end

for _, part in ipairs { rankings, measures, places } do
  for name, method in next, part.methods do Mind[name] = method end
end
late.methods(Mind, { "abreast", "best_with", "between_bodies", "bodies", "body_of", "clear_of", "clear_of_enemies",
  "front_of", "half_front", "middle", "nearest_body", "off_face", "open_way", "said", "stands_behind", "within_reach" },
  function() return require("limber.solo.bodies").methods end)
late.methods(Mind, { "ahead", "body_by_body", "by_plan", "foremost_first", "in_turn", "plan_for", "room_to_turn",
  "stays", "turn_to" }, function() return require("limber.solo.goals").methods end)
late.methods(Mind, { "danger", "out_of_fire", "worth" }, function() return require("limber.solo.dangers").methods end)
late.methods(Mind, { "against", "task_goal" }, function() return require("limber.solo.posts").methods end)
late.methods(Mind, { "came", "goes_back", "may_attack", "passes", "stance_with", "task", "undoes" },
  function() return require("limber.solo.plans").methods end)
late.methods(Mind, { "charge_goal", "approach_goal" }, function() return require("limber.solo.charging").methods end)
late.methods(Mind, { "anchor", "ground_goal", "level_with", "objective_goal", "objectives", "post_goal" },
  function() return require("limber.solo.holding").methods end)

M.words = { percent = prospects.percent }
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
    memo = {}, stood = {}, path = waiting.path, about = waiting.about, rejected = {}, kept = kept,
  }, META)
  local under_rules, policy = kept_for(game.rules), game.words.solo or {}
  means[mind] = { rules = game.rules, kept = under_rules, policy = policy, verdict = game.words.victory }
  if kept.rules ~= under_rules then measures.forget(kept, under_rules, not game.rules.touched) end
  local by, like = under_rules.weights, ((view.state.sides or {})[side] or {}).commander or "steady"
  by[like] = by[like] or weights.of(view.rules, policy, like)
  mind.weight, mind.ways, mind.charges = by[like], policy.ways, policy.charges
  mind.measures, mind.threats = policy.measures, policy.threats
  if mind.measures then
    mind.plan = game:plan(side)
    mind.mission = mind.plan and mind.plan.mission
  end
  if game.rules.guest then require("limber.game.faces").give_mind(game, mind) end
  return mind
end

M.memory = measures.memory

return M
