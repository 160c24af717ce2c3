--- A look ahead: a solo commander with an effort above 1 plays out what he may choose before he decides.
--
-- He looks at answers to questions, and at the commands that the policy `tells`, since they decide battles; with an
-- effort of 3 at all commands. Of the piece that would act he takes the few best commands, and giving none. From each
-- choice, commanders of effort 1 on both sides fight on to the end of the next turn, on copies of the battle as his
-- side may know it (limber.solo.copies), with the same dice for each choice. He takes what the policy wants most,
-- unless another choice comes out clearly better.
-- The budget is in battles played out, never in time: the same battle gets the same commands on any machine.
-- What he passes by stands in his plan, for the rest of that step of the turn.
local choices <const> = require "limber.solo.choices"
local copies <const> = require "limber.solo.copies"
local digest <const> = require "kernel.digest"
local lists <const> = require "limber.common.lists"
local notes <const> = require "limber.solo.notes"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- From this effort on all commands are looked at; below it, those that the policy tells.
local ALL <const> = 3

--- Battles played out for each choice; so many more for each step of effort beyond that.
local PLAYS <const> = 8

--- How many commands of one piece are looked at, besides giving none; and how many answers.
local COMMANDS <const>, ANSWERS <const> = 3, 4

--- For how many turns they are played on, this one included.
local TURNS <const> = 2

--- Choices that come out the same in so many battles are the same; one that comes out worse in so many is left.
local SAME <const>, ENOUGH <const> = 2, 4

--- Below this a difference of worth is none. How many standard errors one must be to leave a choice, or to prefer
--- another to what the policy wants.
local NOTHING <const>, TO_LEAVE <const>, TO_PREFER <const> = 0.004, 1.5, 1

---@class limber.LookedAt a choice that is played out
---@field what string
---@field command table? nil: nothing is done
---@field plan table?
---@field values number[]
---@field sum number

--- By how much one choice comes out better than another in the same battles, and the standard error of that.
local function against(one, other)
  local n, sum, squares = #one.values, 0, 0
  for i = 1, n do
    local by = one.values[i] - other.values[i]
    sum, squares = sum + by, squares + by * by
  end
  local mean = sum / n
  return mean, math.sqrt(math.max(0, squares / n - mean * mean) / math.max(1, n - 1))
end

local function best_of(list)
  local best = list[1]
  for _, one in ipairs(list) do
    if one.sum > best.sum then best = one end
  end
  return best
end

--- Leaves choices that are clearly worse, or the same as a better one.
local function leave(list, first, nth)
  local best = best_of(list)
  return lists.filter(list, function(one)
    if one == best then return true end
    local by, err = against(best, one)
    if nth >= SAME and one ~= first and by + err < NOTHING then return false end
    return nth < ENOUGH or by <= TO_LEAVE * err or one == first and by <= NOTHING
  end)
end

--- Plays choices out; the first is what the policy wants. Gives the one to take, and how many battles each was given.
---@return limber.LookedAt? best nil where the first cannot be played out
---@return table? failure that ends the command
local function played_out(self, mind, list)
  local game = self.game
  local start, fault = copies.known(game, mind.view)
  if not start then return nil, fault.kind == "interrupt" and fault or nil end
  local known, first, live = digest.of(start), list[1], list
  local how = { fight = self.fight, until_turn = start.turn + TURNS, before = copies.strengths(mind) }
  for _, one in ipairs(list) do one.values, one.sum = {}, 0 end
  for nth = 1, PLAYS * math.max(1, self.effort - ALL + 1) do
    how.seed = copies.seed_of(known, nth)
    local still = {}
    for _, one in ipairs(live) do
      how.command, how.plan = one.command, one.plan
      local value, failure = copies.play(game, self.side, start, how)
      if failure and failure.kind == "interrupt" then return nil, failure end
      if not value and one == first then return nil end
      if value then one.values[nth], one.sum, still[#still + 1] = value, one.sum + value, one end
    end
    live = leave(still, first, nth)
    if #live < 2 then break end
  end
  local best = best_of(live)
  if best == first or #first.values < #best.values then return best end
  local by, err = against(best, first)
  return by > NOTHING and by >= TO_PREFER * err and best or first
end

local function percent(mind, one) return mind.words.percent(one.sum / #one.values) end

--- Is what was played out all the same?
local function all_same(list)
  return not lists.find(list, function(one)
    return #one.values > 0 and math.abs(one.sum / #one.values - list[1].sum / #list[1].values) >= NOTHING
  end)
end

--- What a look ahead says for the choice that is taken; nil where it makes no difference.
local function said(mind, best, list)
  if not mind.telling or all_same(list) then return nil end
  local next_one
  for _, one in ipairs(list) do
    local better = one ~= best and #one.values > 0
      and (not next_one or one.sum / #one.values > next_one.sum / #next_one.values)
    if better then next_one = one end
  end
  return ("played out %d times on copies: %s %s of a victory, %s %s"):format(#best.values,
    best.passes and best.what or "this", percent(mind, best), next_one.what, percent(mind, next_one))
end

--- A reason with what the look ahead says for it.
local function reason(why, text)
  if not text then return why end
  return function()
    if type(why) == "function" then why = why() end
    return why and ("%s; %s"):format(why, text) or text
  end
end

--- Can he look ahead here? Not before the first turn, which leads nowhere in so few; nor where the players' table alone
--- knows the places, nor without the measures of a plan.
local function can_look(mind)
  return mind.plan ~= nil and mind.state.turn > 0 and not mind.view:told()
end

--- Does his effort reach as far as commands of that name?
local function weighs(self, name)
  return self.effort >= ALL or lists.has(self.game.words.solo.tells, name)
end

--- Notes in the plan that something is passed by.
local function passing(mind, key)
  local plan = tree.copy(mind.plan)
  if not mind.looked_over then plan.told = nil end
  plan.passed = plan.passed or {}
  plan.passed[#plan.passed + 1] = key
  return plan
end

--- The commands that are looked at: those of the piece that acts first, the most wanted first; and none.
local function commands_of(self, mind, waiting, wanted)
  local first, list = wanted[1], {}
  local key = choices.key_of(waiting.path, first.declaration, first.proposal)
  for _, chosen in ipairs(wanted) do
    if #list < COMMANDS and choices.key_of(waiting.path, chosen.declaration, chosen.proposal) == key then
      local fields = choices.readings_of(chosen.fields)[1]
      local command = choices.command_of(self.side, chosen.declaration, chosen.proposal, fields)
      list[#list + 1] = { command = command, plan = mind.plan, chosen = chosen }
      if mind.telling then list[#list].what = notes.words_of(mind, chosen.declaration, command) end
    end
  end
  list[#list + 1] = { plan = passing(mind, key), passes = key, what = "without it" }
  return list, key
end

--- What is wanted in a step, after a look ahead: what comes out best first.
---@param self limber.Solo
---@param mind limber.Mind
---@param waiting limber.Waiting
---@param wanted table[] the most wanted first
---@return table[] wanted
---@return table? failure
function M.commands(self, mind, waiting, wanted)
  while wanted[1] and can_look(mind) and weighs(self, wanted[1].name) do
    local list, key = commands_of(self, mind, waiting, wanted)
    local best, failure = played_out(self, mind, list)
    if not best then return wanted, failure end
    local text = said(mind, best, list)
    if not best.passes then
      best.chosen.why = reason(best.chosen.why, text)
      local rest = lists.filter(wanted, function(one) return one ~= best.chosen end)
      return table.move(rest, 1, #rest, 2, { best.chosen })
    end
    mind.passed = mind.passed or {}
    mind.passed[#mind.passed + 1] = { what = list[1].what, why = reason(list[1].chosen.why, text) }
    mind.plan, mind.looked_over = best.plan, best.plan
    wanted = lists.filter(wanted, function(one)
      return choices.key_of(waiting.path, one.declaration, one.proposal) ~= key
    end)
  end
  return wanted
end

--- The readings of a decision after a look ahead: what comes out best first, and its reason.
---@param readings { choice: any, fields: table? }[] what the policy says first
---@param why any
---@return table[] readings
---@return any why
---@return table? failure
function M.answers(self, mind, readings, why)
  local list, seen = {}, {}
  for _, reading in ipairs(can_look(mind) and readings or {}) do
    if reading.choice ~= nil and not seen[reading.choice] and #list < ANSWERS then
      seen[reading.choice] = true
      list[#list + 1] = { command = choices.answer_of(self.side, reading), plan = mind.plan, reading = reading,
        what = tostring(reading.choice):gsub("_", " ") }
    end
  end
  if #list < 2 then return readings, why end
  local best, failure = played_out(self, mind, list)
  if not best then return readings, why, failure end
  local text = said(mind, best, list)
  if best == list[1] then return readings, reason(why, text) end
  return table.move(readings, 1, #readings, 2, { best.reading }), text
end

return M
