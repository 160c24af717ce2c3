--- What a recorded command did, held against what it does under other rules: its throws, results, story and changes.
local lists <const> = require "limber.common.lists"
local question <const> = require "limber.ask.question"
local story <const> = require "limber.game.story"

local M <const> = {}

---@class limber.AloneCall a question that came out otherwise
---@field procedure string
---@field who string? the id of the thrower
---@field was { dice: integer[], says: string }? nil: it was not asked
---@field now { dice: integer[], says: string }? nil: it is not asked now
---@field result boolean does its result differ?

---@class limber.AloneChange a command that comes out otherwise
---@field line limber.Line as recorded
---@field how "otherwise"|"result"|"refused"|"asks"|"failed" otherwise: the battle goes another way; result: only
---       throws, results or the story differ; asks: players would be asked something new; failed: a rule broke
---@field message string? of a refusal or failure
---@field calls limber.AloneCall[]
---@field story { was: string[], now: string[] } the lines that the other has not
---@field step { was: string?, now: string? }? the steps in which the battle goes on, where they differ

local ANY <const> = setmetatable({}, { __index = function() return true end })

--- Is a value what it was, except for names that were not there and are in `added`? What a step is about may hold more.
local function same(was, now, added)
  if was == now then return true end
  if type(was) ~= "table" or type(now) ~= "table" then return false end
  for key, value in next, was do
    local other = now[key]
    if value ~= other and not same(value, other, key == "about" and ANY or added) then return false end
  end
  for key in next, now do
    if was[key] == nil and not added[key] then return false end
  end
  return true
end

local function same_change(was, now, added)
  return same(was.path, now.path, added) and same(was.new, now.new, added) and same(was.insert, now.insert, added)
    and same(was.remove, now.remove, added)
end

local function all_same(was, now, added)
  if #was ~= #now then return false end
  for i, one in ipairs(was) do
    if not same_change(one, now[i], added) then return false end
  end
  return true
end

--- Parts of the state that keep the program's own accounts, or that are compared as a whole.
local ACCOUNTS <const> = { asks = true, frames = true, turn_ended = true }

local function of_the_battle(changes)
  local list = {}
  for _, change in ipairs(changes) do
    if not ACCOUNTS[change.path[1]] then list[#list + 1] = change end
  end
  return list
end

--- What questions are known by, in order: the names of their throws but for the dice.
local function keys_of(calls)
  local keys, times = {}, {}
  for i, call in ipairs(calls) do
    local parts = { call.procedure, call.step, tostring(call.ask) }
    local places = {}
    for place, id in next, call.throwers do places[#places + 1] = place .. "=" .. id end
    table.sort(places)
    local key = table.concat(parts, "/") .. "/" .. table.concat(places, "/")
    times[key] = (times[key] or 0) + 1
    keys[i] = key .. "/" .. times[key]
  end
  return keys
end

local function faces_of(call)
  local faces = {}
  for _, roll in ipairs(call and call.rolls or {}) do table.move(roll.dice, 1, #roll.dice, #faces + 1, faces) end
  return faces
end

local function says(rules, call)
  if not rules.procedures[call.procedure] then return call.procedure end
  local done, words = pcall(question.says, rules, call.procedure, call.result, call.args)
  if not done and type(words) == "table" and words.kind == "interrupt" then error(words, 0) end
  return done and words or call.procedure
end

--- Counts the throws of a question that come out otherwise: whether any does.
local function count_rolls(self, was, now)
  local throws, differs = self.throws, false
  local old, new = was and was.rolls or {}, now and now.rolls or {}
  throws.all = throws.all + #old
  for i = 1, math.max(#old, #new) do
    local what = not new[i] and "gone" or not old[i] and "new" or not same(old[i].dice, new[i].dice, {}) and "other"
    if what then throws[what], differs = throws[what] + 1, true end
  end
  return differs
end

--- The questions that come out otherwise. One without dice that is asked on one side alone tells nothing by itself.
local function other_calls(self, line, run)
  local list, by_key, was, pair = {}, {}, line.calls or {}, self.pair
  local function note(old, new, result)
    local call = old or new
    list[#list + 1] = {
      procedure = call.procedure, who = call.throwers[""] ~= "" and call.throwers[""] or nil, result = result,
      was = old and { dice = faces_of(old), says = says(pair.before, old) },
      now = new and { dice = faces_of(new), says = says(pair.after, new) },
    }
  end
  local keys = keys_of(run.calls)
  for i, call in ipairs(run.calls) do by_key[keys[i]] = call end
  for i, key in ipairs(keys_of(was)) do
    local old, new = was[i], by_key[key]
    by_key[key] = nil
    local thrown = count_rolls(self, old, new)
    local result = new ~= nil and not same(old.result, new.result, self.added)
    if thrown or result then note(old, new, result) end
  end
  for i, key in ipairs(keys) do
    if by_key[key] and count_rolls(self, nil, run.calls[i]) then note(nil, run.calls[i], true) end
  end
  return list
end

--- The story in words, under rules.
local function told(self, rules, events)
  local list, game = {}, { state = self.game.state, words = rules.game, rules = rules }
  for _, event in ipairs(events or {}) do
    if not event.call then list[#list + 1] = story.text(game, event, { calls = {} }) end
  end
  return list
end

--- What a run's failure is.
---@param fault table
---@return "failed"|"asks"|"refused"
function M.how_failed(fault)
  if fault.kind then return "failed" end
  return fault.arg == "replay" and "asks" or "refused"
end

--- Are these the same events, but for which questions they tell?
local function same_events(was, now)
  if #was ~= #now then return false end
  for i, one in ipairs(was) do
    local other = now[i]
    if one.say ~= other.say or one.refusal ~= other.refusal or not same(one.with, other.with, {}) then return false end
  end
  return true
end

--- Holds a run against the record; nil where it is the same. `outcome`: does the battle go another way?
---@param alone limber.Alone
---@param line limber.Line
---@param run limber.AloneRun
---@param outcome boolean
---@param step { was: string?, now: string? }? where the battle goes on in another step
---@return limber.AloneChange?
function M.judge(alone, line, run, outcome, step)
  local change = { line = line, calls = {}, story = { was = {}, now = {} }, step = step }
  if run.fault then
    change.how, change.message, change.refusal = M.how_failed(run.fault), run.fault.message, run.fault
    for _, call in ipairs(line.calls or {}) do alone.throws.all = alone.throws.all + #(call.rolls or {}) end
    return change
  end
  change.calls, change.how = other_calls(alone, line, run), outcome and "otherwise" or "result"
  if not outcome and #change.calls == 0 and same_events(line.events or {}, run.events) then return nil end
  local was, now = told(alone, alone.pair.before, line.events), told(alone, alone.pair.after, run.events)
  change.story = { was = lists.beyond(was, now), now = lists.beyond(now, was) }
  if outcome or #change.calls > 0 or #change.story.was + #change.story.now > 0 then return change end
end

M.same, M.all_same, M.of_the_battle = same, all_same, of_the_battle

return M
