--- Dice for a game: every throw has a name, and a name always throws the same dice.
--
-- The name is turn, step, procedure, thrower, how many times that thrower has asked that procedure in that step of the
-- turn, label, and n within the label. So a command given again throws what it threw before, and a changed decision
-- leaves all other dice alone. Dice may also be known beforehand, by name: those of a real table, when a game is read
-- back; and those that were corrected, which the state holds under `fixes`. Whatever else players throw themselves is
-- asked of them before the question is, as much of it at once as can be known (limber.ask.dice_ahead).
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local throw_names <const> = require "limber.ask.throw_names"
local sorted <const> = require "limber.common.sorted"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.Roll a throw as the journal writes it
---@field label string
---@field who string? the thrower's place in the arguments
---@field kind string
---@field n integer
---@field faces integer
---@field at_least integer? of a count
---@field k integer? how many of the highest or lowest are kept
---@field apart boolean? the faces are looked at one by one, and not added
---@field dice integer[] in the order thrown, before anything is kept or summed
---@field total integer? only their total was told: the dice are some that make it
---@field count integer? only their count was told

---@class limber.Call a question asked during a game
---@field procedure string
---@field turn integer
---@field step string
---@field throwers table<string, string> ids by place in the arguments; "" is the thrower of unnamed throws
---@field ask integer
---@field args table
---@field result table
---@field rolls limber.Roll[]? where the call is noted
---@field thrown limber.Roll[]? the same where it is not
---@field told boolean? dice of it were thrown on a table
---@field own limber.OwnThrow? dice that no procedure throws
---@field cite string? of those

---@class limber.OwnThrow dice that a layer throws in a battle by itself: play:throw
---@field dice string "2d6"
---@field n integer
---@field faces integer
---@field label string

---@class limber.Known dice by name that are taken before any is thrown
---@field dice integer[]?
---@field total integer?
---@field count integer?
---@field seeded boolean? the seed threw them, and does again

---@class limber.Throws
---@field told (fun(specs: limber.DiceSpec[], call: limber.Call): limber.ToldDice[])? asks the players for throws; nil:
---       dice are thrown by the seed
---@field known table<string, limber.Known>?
---@field remembered table<string, limber.Known> what was told in this game: the same name shows the same again
---@field offers table<string, limber.ToldDice> what was told since the last command that stood
local Throws <const> = {}
Throws.__index = Throws

--- A fresh throw of a command given again is that much further along in the counts.
local FRESH <const> = 65536

---@param seed integer
---@return limber.Throws
function M.new(seed)
  local self = setmetatable({
    source = dice.new(), seeded = dice.new(), hashes = {}, keys = {}, remembered = {}, offers = {},
  }, Throws)
  self.source:seed(seed)
  self.seeded:seed(seed)
  self.seed = seed
  return self
end

local function hash_of(self, name)
  local hash = self.hashes[name]
  if not hash then
    hash = dice.hash(name)
    self.hashes[name] = hash
  end
  return hash
end

--- What counts of asking are kept under: the step and the procedure.
local function key_of(self, step, procedure)
  local of_step = self.keys[step.path]
  if not of_step then
    of_step = {}
    self.keys[step.path] = of_step
  end
  local key = of_step[procedure]
  if not key then
    key = step.path .. "/" .. procedure
    of_step[procedure] = key
  end
  return key
end

M.name, M.names, M.told = throw_names.name, throw_names.names, throw_names.told

--- Remembers the dice that were told for a line that stands; where it asked a player and is to run again, also those
--- that the players had thrown.
---@param line limber.Line
---@param asked boolean?
function Throws:remember(line, asked)
  if next(self.offers) then self.offers = {} end
  for name, one in next, M.told({ line }, asked and self.told ~= nil) or {} do self.remembered[name] = one end
end

--- Throws the dice that somebody would be asked for, one by one: they are the same as thrown at once.
local function throw_seeded(self, spec)
  if spec.kind == "from" then
    error({ arg = "dice", message = "a value of a distribution cannot be told or corrected" }, 0)
  end
  local faces, throw = {}, self.seeded.throw.d
  local lowest = require("limber.ask.dice_ahead").range(spec)
  for i = 1, spec.n do faces[i] = throw(spec.faces, spec.label, spec.who) - 1 + lowest end
  return faces
end

--- Points a source at a call: the event, who throws, and how often they have asked.
local function aim(source, event)
  dice.event(source, event.turn, event.step, event.procedure, event.thrower, event.ask)
  dice.subjects(source, event.subjects)
  dice.asks(source, event.asks)
end

--- Begins a run of one call: what settles one throw after another unasked, corrected, recorded, or thrown before.
local function settler(self, state, call, event)
  local counts = {}
  aim(self.seeded, event)
  return function(spec)
    local place = (spec.label or "") .. "/" .. (spec.who or "")
    counts[place] = (counts[place] or 0) + 1
    local name = M.name(call, spec.label, spec.who, counts[place])
    spec.seeded = throw_seeded(self, spec) -- also where it is not wanted: later dice of its label keep their names
    local fix, known = state.root.fixes[name], self.known and self.known[name] or self.remembered[name]
    if fix then return { dice = fix.dice, total = fix.total, count = fix.count } end
    if known and known.dice then
      return { dice = known.dice, total = known.total, count = known.count, told = true }
    elseif known or not self.told then
      return { dice = spec.seeded }
    end
    spec.name, spec.offered = name, self.offers[name]
    spec.procedure, spec.thrower = call.procedure, spec.who and call.throwers[spec.who] or call.throwers[""]
  end
end

--- Throws dice without a procedure. It reads the faces one by one, since the total does not give them.
local function throw_own(own, throw)
  if own.faces == 100 then
    local total, faces = 0, {}
    for i = 1, own.n do
      local shown = throw.percentile(own.label)
      faces[i] = shown == 0 and 100 or shown
      total = total + faces[i]
    end
    return { total = total, faces = faces }
  end
  local faces, total = throw.dice(own.n, own.faces, own.label), 0
  for _, face in ipairs(faces) do total = total + face end
  return { total = total, faces = faces }
end

--- Asks what a call asks, with the dice of a source.
local function work(rules, call, args, source, asking)
  if call.own then return throw_own(call.own, source.throw) end
  return question.ask(rules, call.procedure, args, source, nil, asking)
end

--- Makes the source answer throw after throw of one call. Gives the answers, once they have been asked for.
local function answer(self, rules, state, call, event, args, asking)
  local answers, settle, gathered = {}, nil, nil
  if self.told then
    local asked = dice.new()
    gathered = require("limber.ask.dice_ahead").gather(function(tell)
      asked:told(tell)
      work(rules, call, args, asked, asking)
    end, function() return settler(self, state, call, event) end, function(specs)
      local told = self.told(specs, call)
      for i, one in ipairs(told) do
        one.told = not one.thrown or nil
        self.offers[specs[i].name] = one
      end
      return told
    end, rules.procedures[call.procedure])
  else
    settle = settler(self, state, call, event)
  end
  self.source:told(function(spec)
    local one = gathered and gathered[#answers + 1] or settle(spec)
    answers[#answers + 1] = one
    call.told = call.told or one.told
    return one.dice
  end)
  return answers
end

--- Who throws, by place in the arguments, and the ids once each in a stable order.
local function throwers_of(given)
  if type(given) ~= "table" then
    return { [""] = given or "" }, { given or "" }
  end
  local throwers, ids, seen = {}, {}, {}
  for who, id in next, given do throwers[who] = id end
  throwers[""] = throwers[""] or ""
  for _, who in ipairs(sorted.keys(throwers)) do
    local id = throwers[who]
    if not seen[id] then ids[#ids + 1] = id end
    seen[id] = true
  end
  return throwers, ids
end

local function count_of(asks, id, key)
  local of_thrower = asks[id]
  return of_thrower and of_thrower[key] or 0
end

local function bump(state, id, key)
  local asks = state.root.asks
  if not asks[id] then state:set(asks, id, {}) end
  state:set(asks[id], key, (asks[id][key] or 0) + 1)
end

--- What the dice are named by: a kernel.dice event, with the throwers and their counts when there are several.
local function event_of(self, state, step, call, key, several)
  local fresh, counts, throwers = self.fresh and self.fresh * FRESH or 0, state.root.asks, call.throwers
  local main = throwers[""]
  local event = {
    turn = call.turn, step = step.id, procedure = hash_of(self, call.procedure), thrower = hash_of(self, main),
    ask = count_of(counts, main, key) + fresh,
  }
  call.ask = event.ask
  if not several then return event end
  event.subjects, event.asks = {}, {}
  for who, id in next, throwers do
    local hash = hash_of(self, id)
    event.asks[hash] = count_of(counts, id, key) + fresh
    if who ~= "" then event.subjects[who] = hash end
  end
  return event
end

--- A place from 1 to n, by a named die: for a deck, which Limber keeps for the players.
---@param state limber.State
---@param step table the step of the sequence
---@param what string
---@param nth integer which of its throws this is
---@param n integer
---@return integer
function Throws:pick(state, step, what, nth, n)
  if n == 1 then return 1 end
  local seeded = self.seeded
  aim(seeded, {
    turn = state.root.turn, step = step.id, procedure = hash_of(self, what), thrower = hash_of(self, ""),
    ask = nth + (self.fresh and self.fresh * FRESH or 0),
  })
  return seeded.throw.d(n, what)
end

--- Throws for a call by its name, and counts the throw for the thrower.
local function perform(self, rules, state, step, call, args, given, ids, asking)
  local key, source = key_of(self, step, call.procedure), self.source
  local event = event_of(self, state, step, call, key, type(given) == "table")
  local answered = self.told or self.known or next(self.remembered) or next(state.root.fixes)
  local answers = answered and answer(self, rules, state, call, event, args, asking)
  if self.answered and not answered then source:seed(self.seed) end
  self.answered = answered
  aim(source, event)
  local noted = state.record or rules.game and rules.game.services -- which may look at what was thrown
  dice.clear(source)
  local result, fault = work(rules, call, args, source, asking)
  if not result then return nil, fault end
  call.result = result
  if not noted then
    call.thrown = source:record()
  else
    call.args, call.rolls = tree.copy(args), source:record()
    for i, one in ipairs(answers or {}) do call.rolls[i].total, call.rolls[i].count = one.total, one.count end
  end
  for _, id in ipairs(ids) do bump(state, id, key) end
  return call
end

--- Asks a procedure with the dice that are named so.
---@param rules limber.Rules
---@param state limber.State
---@param step table the step of the sequence
---@param procedure string
---@param args table
---@param given string|table<string, string>|nil who throws: an id, or ids by their place in the arguments
---@param asking limber.Asking? where it is asked, for rules to read: no part of the name
---@return limber.Call? call
---@return limber.Refusal?
function Throws:ask(rules, state, step, procedure, args, given, asking)
  local throwers, ids = throwers_of(given)
  local call = { procedure = procedure, turn = state.root.turn, step = step.path, throwers = throwers }
  return perform(self, rules, state, step, call, args, given, ids, asking)
end

--- Throws dice without a procedure, under a name of their own, so that no other throw changes.
---@param rules limber.Rules
---@param state limber.State
---@param step table
---@param name string who throws them, and what for: takes the place of a procedure's name
---@param own limber.OwnThrow
---@param who string?
---@param cite string
---@return limber.Call
function Throws:own(rules, state, step, name, own, who, cite)
  local throwers, ids = throwers_of(who)
  local call = {
    procedure = name, turn = state.root.turn, step = step.path, throwers = throwers, own = own, cite = cite,
  }
  return (perform(self, rules, state, step, call, {}, who, ids))
end

return M
