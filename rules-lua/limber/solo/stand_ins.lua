--- Questions that stand for others which have the same odds, so that one serves many in a solo commander's reckoning.
--
-- A ruleset makes them: `alike(worked, work)` gets what is worked of the whole question before its dice, and gives a
-- question that comes to the same, or nil; `work(args)` gives what is worked of it in turn.
-- The whole question is asked where a house rule reads `rules.here`, or where a wrapper of the procedure looks at more
-- than the results: into the question, or into the modifiers. So it is where a wrapper was typed at a prompt, and under
-- a guest's ruleset. A procedure of which that was found is asked whole from then on.
local Asking <const> = require "limber.ask.asking"
local digest <const> = require "kernel.digest"
local house_fields <const> = require "limber.rules.house_fields"
local json <const> = require "kernel.json"
local question <const> = require "limber.ask.question"

local M <const> = {}

--- The key under which the odds of a question are kept.
---@param procedure string
---@param args table
---@param by string?
---@return string
function M.key_of(procedure, args, by)
  return procedure .. (by and "." .. by or "") .. (digest.key(args) or json.encode(args))
end

--- The outcomes of distributions, for those who only read them.
local listed <const> = setmetatable({}, { __mode = "k" })

--- All that may come of a question, by its odds: the same list each time, but for a guest.
---@param odds table
---@param guest any
---@return { value: any, p: number }[]
function M.outcomes(odds, guest)
  local list = not guest and listed[odds]
  if list then return list end
  list = {}
  for i, one in ipairs(odds:outcomes()) do list[i] = { value = question.value_of(one.value), p = one.p } end
  if not guest then listed[odds] = list end
  return list
end

--- The same of whom it is asked, where a house rule looks at that.
---@param key string
---@param who string|table<string, string>|nil
---@param target string?
---@return string
function M.asked_of(key, who, target)
  return ("%s|%s|%s"):format(key, type(who) == "table" and digest.key(who) or who or "", target or "")
end

--- A question with what the battle fills of it.
---@param rules limber.Rules
---@param view limber.View
---@param procedure string
---@param args table
---@param who string|table<string, string>|nil
---@param target string?
---@return table args
function M.filled(rules, view, procedure, args, who, target)
  if not rules.filled then return args end
  return house_fields.filled(rules, procedure, args, Asking.of(view, who, target))
end

--- The odds of a question that stands for another; nil where a house rule looks into it, or at where it is asked.
local function odds_unread(rules, procedure, args, by, asking)
  local reads = rules.here_reads
  local done, found = pcall(question.odds, rules, procedure, args, by, asking, require("limber.ask.unread").new())
  if not done and type(found) == "table" and found.kind == "interrupt" then error(found, 0) end
  return done and rules.here_reads == reads and found or nil
end

--- The chance of what is asked, by a question that stands for it; nil where none can.
---@param rules limber.Rules
---@param kept table what is kept under these rules: chances, and the procedures to be asked whole
---@param view limber.View
---@param asked { procedure: string, whole: table, by: string, wanted: any, who: string|table, target: string }
---@param alike fun(worked: any, work: fun(args: table): any): table?
---@return number? p
function M.chance(rules, kept, view, asked, alike)
  local procedure <const>, who <const>, target <const> = asked.procedure, asked.who, asked.target
  local strange = (rules.published.guest or next(rules.live.texts)) and rules.procedures[procedure].wrapped
  if strange or kept.looked[procedure] then return nil end
  local function fill(args) return M.filled(rules, view, procedure, args, who, target) end
  local function key_of(args) return M.key_of(procedure, args, asked.by) .. tostring(asked.wanted) end
  local whole <const> = fill(asked.whole)
  local key <const> = key_of(whole)
  local p = kept.chances:get(key)
  if p then return p end
  local asking <const> = Asking.of(view, who, target)
  local worked <const> = question.worked(rules, procedure, whole, asking)
  local args = worked and alike(worked, function(like) return question.worked(rules, procedure, fill(like), asking) end)
  if not args then return nil end
  args = fill(args)
  local short <const> = "alike " .. key_of(args)
  p = kept.chances:get(short)
  if not p then
    local found <const> = odds_unread(rules, procedure, args, asked.by, asking)
    if not found then
      kept.looked[procedure] = true
      return nil
    end
    p = found:p(asked.wanted)
    kept.chances:put(short, p)
  end
  kept.chances:put(key, p)
  return p
end

return M
