--- What a ruleset's solo commander thinks with: a view, exact odds, and the few measures that any stance needs.
--
--   .view .side .state .rules       what its side sees, and the rules in force
--   .telling                        somebody reads or keeps what is said: reasons are worth their text
--   .memo                           a table for this one choice, thrown away with it
--   .path .about                    the step that is waited for
--   :odds(procedure, args, by)      the exact distribution of a question (kernel.odds), kept over battles
--   :chance(procedure, args, by, wanted)    how likely that result is a value, or one that a function says yes to
--   :ask(procedure, args)           what a rule says that throws no dice, likewise kept
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
local geometry <const> = require "kernel.geometry"
local json <const> = require "kernel.json"
local question <const> = require "limber.question"
local tabletop <const> = require "limber.tabletop"

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
Mind.__index = Mind

--- Distributions by rules, then by question: a question under the same rules has the same odds in every battle.
local known <const> = setmetatable({}, { __mode = "k" })

local function kept_for(rules)
  local kept = known[rules]
  if not kept or kept.generation ~= rules.generation then
    kept = { generation = rules.generation, odds = {}, chances = {}, results = {}, facts = {} }
    known[rules] = kept
  end
  return kept
end

local function key_of(procedure, args, by)
  return procedure .. (by and "." .. by or "") .. json.encode(args)
end

local function odds_by(self, kept, key, procedure, args, by)
  local found = kept.odds[key]
  if found then return found end
  local fault
  found, fault = question.odds(self.stack, procedure, args, by)
  if not found then error(("the odds of %s were asked wrongly: %s"):format(procedure, fault.message), 3) end
  kept.odds[key] = found
  return found
end

---@param procedure string
---@param args table
---@param by string? the result field; the procedure's headline when none is named
---@return table distribution of kernel.odds
function Mind:odds(procedure, args, by)
  return odds_by(self, kept_for(self.stack), key_of(procedure, args, by), procedure, args, by)
end

---@param procedure string
---@param args table
---@param by string?
---@param wanted any a value of the result, or a function(value) that says which count
---@return number p
function Mind:chance(procedure, args, by, wanted)
  local kept = kept_for(self.stack)
  local key = key_of(procedure, args, by)
  if type(wanted) ~= "function" then
    local plain = key .. tostring(wanted)
    local p = kept.chances[plain]
    if not p then
      p = odds_by(self, kept, key, procedure, args, by):p(wanted)
      kept.chances[plain] = p
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
  local results, key = kept_for(self.stack).results, key_of(procedure, args)
  local found = results[key]
  if not found then
    found = self.view:ask(procedure, args)
    results[key] = found
  end
  return found
end

---@param key string
---@param fn fun(): any
---@return any
function Mind:known(key, fn)
  local facts = kept_for(self.stack).facts
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

--- What was worked out of two bases, as long as both stand as they did: nothing is measured twice.
local function measured(kept, one, other, fn)
  local row = kept[one]
  if not row then
    row = setmetatable({}, { __mode = "k" })
    kept[one] = row
  end
  local known_pair = row[other]
  if not known_pair then
    known_pair = {}
    row[other] = known_pair
  elseif known_pair[1] == one.x and known_pair[2] == one.y and known_pair[3] == one.facing
    and known_pair[4] == other.x and known_pair[5] == other.y and known_pair[6] == other.facing
    and known_pair[7] == one.width and known_pair[8] == other.width then
    return known_pair[9]
  end
  known_pair[1], known_pair[2], known_pair[3], known_pair[7] = one.x, one.y, one.facing, one.width
  known_pair[4], known_pair[5], known_pair[6], known_pair[8] = other.x, other.y, other.facing, other.width
  known_pair[9] = fn(one, other)
  return known_pair[9]
end

---@param name string
---@param one table a base
---@param other table another
---@param fn fun(one: table, other: table): any what follows from these two places alone
---@return any
function Mind:between(name, one, other, fn)
  local kept = self.kept[name]
  if not kept then
    kept = setmetatable({}, { __mode = "k" })
    self.kept[name] = kept
  end
  return measured(kept, one, other, fn)
end

local function distance(one, other) return geometry.distance(one, other).distance end

--- Micrometres between two bases.
---@return integer um
function Mind:apart(one, other)
  return self:between("gap", one, other, distance)
end

---@return integer? um
function Mind:gap(id, other)
  local units = self.state.units
  local one, two = units[id] and units[id].base, units[other] and units[other].base
  return one and two and self:between("gap", one, two, distance) or nil
end

local function nearest(self, id, ids)
  local best, least
  for _, other in ipairs(ids) do
    local um = other ~= id and self:gap(id, other)
    if um and (not least or um < least) then best, least = other, um end
  end
  return best, least
end

---@param id string
---@param ids string[]
---@return string? nearest
---@return integer? um
function Mind:nearest(id, ids)
  local base = ids.stand and self.state.units[id].base
  if not base then return nearest(self, id, ids) end
  local kept = self.kept.nearest[id]
  if not kept then
    kept = {}
    self.kept.nearest[id] = kept
  end
  local of = kept[ids.side]
  if not of or of.stand ~= ids.stand or of.x ~= base.x or of.y ~= base.y or of.facing ~= base.facing
    or of.width ~= base.width then
    of = { stand = ids.stand, x = base.x, y = base.y, facing = base.facing, width = base.width }
    of.best, of.least = nearest(self, id, ids)
    kept[ids.side] = of
  end
  return of.best, of.least
end

--- A number for where several bases stand, one after another: another when any of them stands elsewhere.
---@param so_far integer
---@param base table
---@return integer
function M.stand(so_far, base)
  return (((so_far * 1000003 + base.x) * 1000003 + base.y) * 1000003 + base.facing) * 31 + base.width
end
Mind.stand = M.stand

---@param side string
---@return string[] ids and `stand`, a number for where all of them stand
function Mind:standing(side)
  return self:once("standing " .. side, function()
    local ids, view, stand = { side = side }, self.view, 0
    for id, unit in view:units(side) do
      local base = unit.base
      if base and view:status(unit) ~= "gone" then
        ids[#ids + 1] = id
        stand = M.stand(stand, base)
      end
    end
    ids.stand = stand
    return ids
  end)
end

---@param id string who would stand there
---@param base table
---@param um integer
---@param friends string[]
---@return string? friend the nearest of them within reach
function Mind:keeps_support(id, base, um, friends)
  local best, least
  for _, other in ipairs(friends) do
    local unit = self.state.units[other]
    if other ~= id and unit and unit.base then
      local away = distance(base, unit.base)
      if away <= um and (not least or away < least) then best, least = other, away end
    end
  end
  return best
end

---@param proposal table
---@param wanted table<string, integer>
---@return table fields
function Mind.fit(_, proposal, wanted)
  local fields = {}
  for name, value in next, wanted do
    local range = proposal.ranges and proposal.ranges[name]
    fields[name] = range and math.max(range[1], math.min(range[2], value)) or value
  end
  return fields
end

---@return integer turn
---@return integer um
function Mind.toward(_, base, point)
  local x, y = point.x - base.x, point.y - base.y
  local um = math.floor(math.sqrt(x * x + y * y) + 0.5)
  if um == 0 then return 0, 0 end
  return geometry.turn(base.facing, geometry.bearing(base, point)), um
end

--- A million times one micrometre in a direction.
local UNIT <const> = 1000000

---@param facing integer
---@param point table
---@return integer um
function Mind:along(facing, point)
  local ways = self.kept.ways
  local way = ways[facing]
  if not way then
    way = geometry.step({ x = 0, y = 0 }, facing % 360000, UNIT)
    ways[facing] = way
  end
  return (point.x * way.x + point.y * way.y) // UNIT
end

---@param base table
---@param point table
---@param um integer
---@param turn integer
---@return integer turn
---@return integer um
---@return table base
function Mind:stride(base, point, um, turn)
  local wanted, far = self:toward(base, point)
  wanted = math.max(-turn, math.min(turn, wanted))
  local there = wanted == 0 and base or tabletop.turned(base, wanted)
  local ahead = self:along(there.facing, point) - self:along(there.facing, base)
  um = math.max(0, math.min(um, far, ahead))
  return wanted, um, um == 0 and there or tabletop.slid(there, um)
end

M.words = {}

--- A probability as it is said.
---@param p number
---@return string
function M.words.percent(p)
  if p > 0 and p < 0.005 then return "less than 1%" end
  if p < 1 and p > 0.995 then return "more than 99%" end
  return ("%d%%"):format(math.floor(p * 100 + 0.5))
end
Mind.words = M.words

--- A mind for one choice.
---@param game limber.Game
---@param side string
---@param view limber.View
---@param waiting limber.Waiting
---@param kept table what a commander keeps of the table (see `measured`)
---@return limber.Mind
function M.new(game, side, view, waiting, kept)
  return setmetatable({
    view = view, side = side, state = view.state, rules = view.rules, stack = game.rules, telling = game.telling,
    memo = {}, path = waiting.path, about = waiting.about, rejected = {}, kept = kept,
  }, Mind)
end

--- What a commander keeps of the table: nothing that he could not measure anew.
---@return table
function M.memory()
  return { nearest = {}, ways = {} }
end

return M
