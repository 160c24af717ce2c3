--- Keeps the answers that one stack of rules gave without dice, so that the same question is worked only once. Every
--- caller gets a copy, so no caller can change another's answer.
--
-- Procedures are functions of the rules and the question, so their answers hold for as long as the stack stays as it is
-- (limber.rules.stack makes a new memory whenever it changes): guests' files keep nothing once they have been read
-- (limber.rules.settled). Functions typed at a prompt may remember things: their answers hold within one command
-- (`begin`). An answer that read `rules.here` holds for the state, and the caller, that it was given to.
local digest <const> = require "kernel.digest"
local kept_answers <const> = require "limber.rules.kept_answers"
local sandbox <const> = require "kernel.sandbox"

--- Answers may have numbers with decimals.
local function plain_copy(value) return sandbox.plain(value, nil, true) end

--- What is kept is plain.
local function copy_of(found) return sandbox.tree(found, true) end

local M <const> = {}

---@class limber.Answers
---@field kept limber.KeptAnswers
local Answers <const> = {}
Answers.__index = Answers

--- How many answers a generation holds: some hundred different questions come up again and again.
local MOST <const> = 300

--- Stands for an answer that is nil, and for one that read `rules.here`.
local NONE <const>, HERE <const> = {}, {}

---@return limber.Answers
function M.new()
  return setmetatable({ kept = kept_answers.new(MOST) }, Answers)
end

--- An answer to be kept, and one that is given out again.
local function kept(answer) return answer == nil and NONE or plain_copy(answer) end
local function given(found)
  if found == NONE then return nil end
  return copy_of(found)
end

--- The answer to a question that depends on where it is asked.
local function answer_here(self, rules, work, name, args, asking, key)
  rules.here_reads = rules.here_reads + 1
  if not asking or not asking.game or asking.noting then return work(rules, name, args, asking) end
  local memory, caller = asking:kept(self)
  key = key .. caller
  local found = memory[key]
  if found ~= nil then return given(found) end
  local answer, fault = work(rules, name, args, asking)
  if not fault then memory[key] = kept(answer) end
  return answer, fault
end

--- What `work(rules, name, args, asking)` gives, or gave for the same before. A fault, its second value, is not kept.
---@param rules limber.Rules
---@param kind string what is worked out: keeps answers of different kinds apart
---@param work fun(rules: limber.Rules, name: string, args: table, asking: limber.Asking?): any, limber.Refusal?
---@param name string a procedure
---@param args table
---@param asking limber.Asking? where it is asked in a battle
---@return any
---@return limber.Refusal?
function Answers:of(rules, kind, work, name, args, asking)
  local plain, key = pcall(digest.key, args)
  if not plain or not key or rules.reads then return work(rules, name, args, asking) end
  key = kind .. name .. key
  local found = self.kept:get(key)
  if found == NONE then return nil end
  if found == nil then
    local reads = rules.here_reads
    local answer, fault = work(rules, name, args, asking)
    if fault then return answer, fault end
    self.kept:put(key, rules.here_reads == reads and kept(answer) or HERE)
    return answer
  elseif found == HERE then
    return answer_here(self, rules, work, name, args, asking, key)
  end
  return copy_of(found)
end

--- Begins a command: forgets the answers of functions that may now answer differently.
---@param rules limber.Rules
function M.begin(rules)
  if next(rules.live.texts) then rules.answers = M.new() end
end

return M
