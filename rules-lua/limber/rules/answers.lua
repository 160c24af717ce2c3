--- Keeps the answers that one stack of rules gave without dice, so that the same question is worked only once. Every
--- caller gets a copy, so no caller can change another's answer.
--
-- Shipped procedures are functions of the rules and the question, so their answers hold for as long as the stack stays
-- as it is (limber.rules.stack makes a new memory whenever it changes). Functions of guests and those typed at a prompt
-- may remember things: their answers hold within one command (`begin`).
local digest <const> = require "kernel.digest"
local kept_answers <const> = require "limber.rules.kept_answers"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

---@class limber.Answers
---@field kept limber.KeptAnswers
local Answers <const> = {}
Answers.__index = Answers

--- How many answers a generation holds: some hundred different questions come up again and again.
local MOST <const> = 300

--- Stands for an answer that is nil.
local NONE <const> = {}

---@return limber.Answers
function M.new()
  return setmetatable({ kept = kept_answers.new(MOST) }, Answers)
end

--- What `work(rules, name, args)` gives, or gave for the same before. A fault, its second value, is not kept.
---@param rules limber.Rules
---@param kind string what is worked out: keeps answers of different kinds apart
---@param work fun(rules: limber.Rules, name: string, args: table): any, limber.Refusal?
---@param name string a procedure
---@param args table
---@return any
---@return limber.Refusal?
function Answers:of(rules, kind, work, name, args)
  local plain, key = pcall(digest.key, args)
  if not plain or not key or rules.reads then return work(rules, name, args) end
  key = kind .. name .. key
  local found = self.kept:get(key)
  if found == nil then
    local answer, fault = work(rules, name, args)
    if fault then return answer, fault end
    self.kept:put(key, answer == nil and NONE or sandbox.plain(answer))
    return answer
  end
  if found == NONE then return nil end
  return sandbox.plain(found)
end

--- Begins a command: forgets the answers of functions that may now answer differently.
---@param rules limber.Rules
function M.begin(rules)
  if rules.guest or next(rules.live.wraps) then rules.answers = M.new() end
end

return M
