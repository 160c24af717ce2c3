--- The course of a battle that is fought under two rule stacks: what was commanded, what was asked, and which questions
--- the other stack would have answered otherwise on the same dice.
local Game <const> = require "limber.game.game"
local house_fields <const> = require "limber.rules.house_fields"
local statistics <const> = require "limber.common.statistics"
local Throws <const> = require "limber.ask.throws"
local tree <const> = require "limber.common.tree"
local bare <const> = require("play.trial").bare

local M <const> = {}

---@class limber.Course
---@field commands table<string, integer> how often each was given
---@field questions table<string, integer> how often dice were thrown for each procedure
---@field otherwise table<string, integer> how many of these answers would differ under the other stack
---@field steps any[] commands and answers, in order
---@field before limber.Course? of the same battle under the first stack
---@field parted boolean does it go another way than that?

---@param before limber.Course?
---@return limber.Course
function M.new(before)
  return { commands = {}, questions = {}, otherwise = {}, steps = {}, before = before, parted = false }
end

local function note(self, step)
  local at = #self.steps + 1
  self.steps[at] = step
  if self.before and not self.parted then self.parted = not tree.equal(step, self.before.steps[at]) end
end

--- What no commander decides.
local PLAIN <const> = { answer = true, done = true }

--- Notes a command.
---@param self limber.Course
---@param line limber.Line
function M.command(self, line)
  local name = line.command["do"]
  if not PLAIN[name] then statistics.count(self.commands, name) end
  note(self, line.command)
end

--- A stand-in for a battle's state in which a question is asked once more and not counted.
local function beside(state)
  local none = {}
  return {
    root = setmetatable({
      asks = setmetatable({}, { __index = function(_, id) return state.root.asks[id] or none end }),
    }, { __index = state.root }),
    set = function() end,
  }
end

--- Of given arguments those that are declared: a house rule of the other stack may have added some.
local function known(fields, records, args)
  local copy = {}
  for _, field in ipairs(fields) do
    local value, inner = args[field.name], field.record and records[field.record]
    if type(value) == "table" and inner and field.kind == "list" then
      local list = {}
      for i, one in ipairs(value) do list[i] = type(one) == "table" and known(inner, records, one) or one end
      value = list
    elseif type(value) == "table" and inner then
      value = known(inner, records, value)
    end
    copy[field.name] = value
  end
  return copy
end

--- What another stack answers on the same dice; nil where it cannot answer.
local function answer_of(throws, rules, state, step, procedure, args, given, asking)
  args = known(rules.procedures[procedure].args, rules.records, args)
  if rules.filled then args = house_fields.filled(rules, procedure, args, asking) end
  local done, call = pcall(throws.ask, throws, rules, beside(state), step, procedure, args, given, asking)
  if done then return call and call.result end
  if type(call) == "table" and call.kind == "interrupt" then error(call, 0) end
end

--- Notes all that is asked in a battle; with another stack, whether that answers otherwise.
---@param self limber.Course
---@param game limber.Game
---@param other limber.Rules?
function M.watch(self, game, other)
  local throws, again = game.throws, Throws.new(game.seed)
  local ask <const> = throws.ask
  function game.note_call(_, call)
    statistics.count(self.questions, call.procedure)
    note(self, { call.procedure, bare(game.rules, call.procedure, call.result) })
    Game.note_call(game, call)
  end
  if not other then return end
  function throws.ask(_, rules, state, step, procedure, args, given, asking)
    again.fresh = throws.fresh
    local stack = other:at_turn(state.root.turn)
    local answer = answer_of(again, stack, state, step, procedure, args, given, asking)
    local call, fault = ask(throws, rules, state, step, procedure, args, given, asking)
    if call and not tree.equal(call.result, answer) and not tree.equal(call.result, bare(stack, procedure, answer)) then
      statistics.count(self.otherwise, procedure)
    end
    return call, fault
  end
end

--- What is told of a course when its battle is over.
---@param self limber.Course
---@return table
function M.told(self)
  local parted = self.before and (self.parted or #self.steps ~= #self.before.steps)
  return { commands = self.commands, questions = self.questions, otherwise = self.otherwise, parted = parted or false }
end

return M
