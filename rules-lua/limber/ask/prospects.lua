--- What a command or an answer promises before it is given: chances and means, from the exact odds of the procedure
--- that judges it. A ruleset declares them of its commands and decisions:
--
--   prospect "charge" {
--     { by = "melee.resolve", tells = "winner", wins = "charger", says = "%s to win",
--       args = function(view, cmd) return args, who, target end },  -- of a decision: (view, about, choice); nil: no
--           -- odds. who, target: ids, for rules.here; not given: the unit and the target of the command, or of what
--           -- is under way; args left out: the procedure is asked of the unit
--     { by = "fire.volley", tells = "hits", says = "mean %s hits", args = … },     -- without `wins`, the mean
--   }
-- `each`, in place of `args`, gives a list of such questions, { by, args, who, target, tells, wins }, where a promise
-- takes several throws: their chances are multiplied, or their means added.
-- `wins` is a value of the result field, or a function(value) that says which count. `choice = "evade"`: of that answer
-- to a decision alone.
local Asking <const> = require "limber.ask.asking"
local faults <const> = require "limber.common.faults"
local house_fields <const> = require "limber.rules.house_fields"
local question <const> = require "limber.ask.question"

local M <const> = {}

--- A probability as it is said.
---@param p number
---@return string
function M.percent(p)
  if p > 0 and p < 0.005 then return "less than 1%" end
  if p < 1 and p > 0.995 then return "more than 99%" end
  return ("%d%%"):format(math.floor(p * 100 + 0.5))
end

local function chance(distribution, wins)
  local p = 0
  for _, one in ipairs(distribution:outcomes()) do
    local value = question.value_of(one.value)
    local counts = value == wins
    if type(wins) == "function" then counts = wins(value) end
    if counts then p = p + one.p end
  end
  return p
end

--- The questions of one thing that is promised; none where it does not apply.
---@param view limber.View
---@param one table a part of a prospect
---@param about table a command, or what a decision is about
---@param choice string? of a decision
---@return { by: string, args: table, who: string?, target: string?, tells: string?, wins: any }[]
function M.questions(view, one, about, choice)
  if one.each then return one.each(view, about, choice) or {} end
  local args, who, target, by
  if one.args then
    args, who, target, by = one.args(view, about, choice)
  else
    args, by = view:question(one.by, about.unit)
  end
  return args and { { by = one.by or by, args = args, who = who, target = target } } or {}
end

--- The odds of one question: { by, args, who, target }.
local function distribution_of(game, view, asked, tells, about)
  local asking, args = Asking.of(view, asked.who or about.unit, asked.target or about.target), asked.args
  if game.rules.filled then args = house_fields.filled(game.rules, asked.by, args, asking) end
  return (question.odds(game.rules, asked.by, args, tells, asking))
end

--- What one thing promises, in words; nil where it does not apply, or only players could tell.
local function said(game, view, one, ...)
  local about, choice = ...
  if one.choice and one.choice ~= choice then return nil end
  local list = M.questions(view, one, ...)
  if #list == 0 then return nil end
  local p, mean = 1, 0
  for _, each in ipairs(list) do
    local wins = each.wins
    if wins == nil then wins = one.wins end
    local distribution = distribution_of(game, view, each, each.tells or one.tells, about)
    if not distribution then return nil end
    if wins ~= nil then p = p * chance(distribution, wins) else mean = mean + distribution:mean() end
  end
  if one.wins ~= nil then return one.says:format(M.percent(p)) end
  return one.says:format((("%.1f"):format(mean):gsub("%.0$", "")))
end

--- Says one thing; nothing is asked of the players. What is wrong with a rule is said in its place.
local function quietly(game, ...)
  local facts = game.facts
  facts.quiet = true
  local done, words = pcall(said, game, ...)
  facts.quiet = false
  if done then return words end
  if type(words) == "table" and words.kind == "interrupt" then error(words, 0) end
  return not (type(words) == "table" and words.arg == "facts") and ("no odds: %s"):format(faults.text(words)) or nil
end

--- What a proposal promises.
---@param game limber.Game
---@param view limber.View
---@param proposal table as limber.game.legality gives it
---@return string[] texts
function M.of(game, view, proposal)
  local texts, name = {}, proposal["do"]
  local waiting = name == "answer" and game:waiting()
  if waiting and waiting.kind ~= "decision" then return texts end
  for _, one in ipairs(game.words.prospects[waiting and waiting.step.name or name] or {}) do
    if waiting then
      texts[#texts + 1] = quietly(game, view, one, waiting.about, proposal.choice)
    else
      texts[#texts + 1] = quietly(game, view, one, proposal)
    end
  end
  return texts
end

return M
