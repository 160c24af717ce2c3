--- A ledger of luck: each throw of a battle against the exact odds of the very question that was asked, in the order of
-- what its results are worth (limber.rules.worth).
--
-- A throw counts by its mid-rank: the chance of a worse result and half of the chance of one as good (the ridit of
-- Bross, How to use ridit analysis, Biometrics 14, 1958). Its mean is a half, whatever the odds. The luck of several
-- throws is the percentile of the sum of their mid-ranks among all that these throws could have come to, an equal sum
-- counting half (the mid-P of Lancaster, Significance tests in discrete distributions, Journal of the American
-- Statistical Association 56, 1961): exact for a few throws, by the normal distribution for many. So 80 says that 80 of
-- 100 battles with these very throws have less luck. All throws count alike, whatever hung on them.
--
-- What is good for one side is bad for the other: a throw of a side that counts as 0.2 is luck of 0.8 for its enemy.
-- Throws whose order is not known, or whose odds are not, are left out and counted.
local Asking <const> = require "limber.ask.asking"
local digest <const> = require "kernel.digest"
local question <const> = require "limber.ask.question"
local sorted <const> = require "limber.common.sorted"
local story <const> = require "limber.game.story"
local tree <const> = require "limber.common.tree"
local worth <const> = require "limber.rules.worth"

local M <const> = {}

---@class limber.LuckThrow
---@field line integer
---@field call integer which of the line's calls it is
---@field turn integer
---@field step string?
---@field procedure string
---@field who string the id of whom it is good for
---@field side string
---@field dice integer[]
---@field rank number the mid-rank of its result: 0 is the worst luck, 1 the best
---@field as_good number the chance of a result as good or better
---@field as_bad number likewise, as bad or worse
---@field levels number[][] the mid-ranks it could have had and their chances
---@field says string what it decided

---@class limber.Ledger
---@field throws limber.LuckThrow[]
---@field left_out { decided: integer, no_order: table<string, integer>, no_odds: table<string, integer> } questions
---       that threw dice: the dice changed nothing; by the names of their procedures
---@field known table<string, table|false> odds by question
local Ledger <const> = {}
Ledger.__index = Ledger

---@return limber.Ledger
function M.new()
  return setmetatable({ throws = {}, left_out = { decided = 0, no_order = {}, no_odds = {} }, known = {} }, Ledger)
end

-- ---- the odds of one throw ------------------------------------------------------------------------------------------

--- The value and the class of an outcome.
local function parts_of(good, key)
  local value = question.value_of(key)
  if not good.same then return value, key end
  return value[1], value[2]
end

--- The classes of results with their chances, the worst first: { class, p }; nil where an outcome has no place.
local function classes_of(good, distribution)
  local by_class, list = {}, {}
  for _, one in ipairs(distribution:outcomes()) do
    local value, class = parts_of(good, one.value)
    local worth_of = worth.of(good, value)
    if not worth_of then return nil end
    if not good.same then class = worth_of end
    local known = by_class[class]
    if not known then
      known = { class = class, p = 0, sum = 0 }
      by_class[class], list[#list + 1] = known, known
    end
    known.p, known.sum = known.p + one.p, known.sum + one.p * worth_of
  end
  table.sort(list, function(one, other) return one.sum / one.p < other.sum / other.p end)
  return list
end

--- The odds of a question in its classes; nil where they cannot be told.
local function odds_of(self, rules, call, good)
  local there = Asking.again(call)
  local key = not there and digest.measured { call.procedure, call.args, tostring(rules), rules.generation } or nil
  if key and self.known[key] ~= nil then return self.known[key] or nil end
  local by = good.same and good.by .. "," .. good.same or good.by
  local done, distribution = pcall(question.odds, rules, call.procedure, call.args, by, there)
  if not done and type(distribution) == "table" and distribution.kind == "interrupt" then error(distribution, 0) end
  local classes = done and distribution and classes_of(good, distribution) or nil
  if key then self.known[key] = classes or false end
  return classes
end

--- Where a result stands among the classes.
local function place_in(classes, good, result)
  local class = good.same and result[good.same] or not good.same and worth.of(good, result[good.by])
  local below, found = 0, nil
  local levels = {}
  for i, one in ipairs(classes) do
    levels[i] = { below + one.p / 2, one.p }
    if one.class == class then found = { rank = levels[i][1], as_bad = below + one.p, as_good = 1 - below } end
    below = below + one.p
  end
  if found then found.levels = levels end
  return found
end

-- ---- the throws of a battle -----------------------------------------------------------------------------------------

--- For whom a call is good: the id, and the side. Several throwers of one place are of one side.
local function whose(root, call, good)
  local id = call.throwers[good.of or ""]
  for _, place in ipairs(good.of and sorted.keys(call.throwers) or {}) do
    if not id and place:match "^[^.]+" == good.of then id = call.throwers[place] end
  end
  if not id or id == "" then return nil end
  local node = tree.node(root, id)
  return id, node and node.side or root.sides[id] and id or nil
end

local function dice_of(call)
  local dice = {}
  for _, roll in ipairs(call.rolls) do table.move(roll.dice, 1, #roll.dice, #dice + 1, dice) end
  return dice
end

--- What a call decided: the story line that follows it, else what its procedure says.
local function decided(game, line, index)
  local after = false
  for _, event in ipairs(line.events) do
    if event.call then
      if after and #(line.calls[event.call].rolls or {}) > 0 then break end
      after = after or event.call == index
    elseif after then
      return story.text(game, event, line)
    end
  end
  return story.text(game, { call = index }, line)
end

local function count(counts, name) counts[name] = (counts[name] or 0) + 1 end

local function add(self, game, line, index)
  local call, rules = line.calls[index], game.rules
  local procedure, left = rules.procedures[call.procedure], self.left_out
  local good = procedure and procedure.good
  local id, side
  if good then id, side = whose(game.state.root, call, good) end
  if not side then return count(left.no_order, call.procedure) end
  local classes = odds_of(self, rules, call, good)
  if classes and #classes == 1 then
    left.decided = left.decided + 1
    return
  end
  local place = classes and place_in(classes, good, call.result)
  if not place then return count(left.no_odds, call.procedure) end
  self.throws[#self.throws + 1] = {
    line = line.id, call = index, turn = line.turn, step = call.step, procedure = call.procedure, who = id, side = side,
    dice = dice_of(call), rank = place.rank, as_good = place.as_good, as_bad = place.as_bad, levels = place.levels,
    says = decided(game, line, index),
  }
end

--- Adds the throws of a line that was done in a game.
---@param game limber.Game
---@param line limber.Line
---@param open (fun(event: table): boolean)? may an event be read? Throws that may not are left out
function Ledger:add(game, line, open)
  for index, call in ipairs(line.calls or {}) do
    if #(call.rolls or {}) > 0 and (not open or open { call = index }) then add(self, game, line, index) end
  end
end

return M
