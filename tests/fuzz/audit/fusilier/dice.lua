--- Rolls: how many dice, with which faces, each procedure throws, and what of its result follows from them alone.
local dice <const> = require "fuzz.audit.dice"

local M <const> = {}

local sum <const> = dice.sum

local function two(label) return { faces = 6, n = 2, label = label } end
local function one(faces, label) return { faces = faces, n = 1, label = label } end
local function percentile() return { faces = 10, n = 2, zero = true } end

local function none() return {} end
local function always(...)
  local list = { ... }
  return function() return list end
end

local function each(count)
  local list = {}
  for i = 1, count do list[i] = two() end
  return list
end

--- Morale: percentile dice only when a test is required, somebody is left and the chance is not R.
local function morale(_, result)
  if not result.required or result.outcome == "no_units_left" or result.automatic then return {} end
  return { percentile() }
end

--- Dice by procedure (section 3 of the rules): a list of throws, in order.
local DICE <const> = {
  ["time.start"] = always(two()),
  ["order.activation"] = function(args)
    local list = { one(10), one(10) }
    if args.temperament and args.temperament ~= "normal" then list[3] = one(10) end
    return list
  end,
  ["move.woods_check"] = always(one(6)),
  ["artillery.fire"] = always(two()), ["artillery.fire_building"] = always(two()),
  ["skirmish.fire"] = always(one(6)), ["skirmish.reply"] = always(one(6)),
  ["skirmish.cavalry_contact"] = function(args) return args.ground == "open" and {} or { one(6) } end,
  ["combat.infantry"] = function(args) return each(#args.a + #args.b) end,
  ["combat.cavalry"] = function(args) return each(#args.a + #args.b) end,
  ["combat.cavalry_infantry"] = function(args)
    local aside = args.contact == "flank" or args.contact == "rear"
    if aside and args.infantry.formation ~= "square" then return {} end
    return each(#args.squadrons + 1)
  end,
  ["combat.column_assault"] = function(args) return each(#args.columns + 1) end,
  ["general.risk"] = always({ faces = 10, n = 1, zero = true }),
  ["morale.brigade"] = morale, ["morale.division"] = morale, ["morale.artillery"] = morale,
}

--- Units of a combat's result in the order they throw.
local function results_of(result)
  local list = {}
  for _, key in ipairs { "a", "squadrons", "columns", "b" } do
    for _, unit in ipairs(result[key] or {}) do list[#list + 1] = unit end
  end
  for _, key in ipairs { "infantry", "defender" } do
    if result[key] then list[#list + 1] = result[key] end
  end
  return list
end

--- What a result says it threw, beside the dice.
local function told_by(call, rolls)
  local result = call.result
  if call.procedure:find "^combat%." then
    for i, unit in ipairs(results_of(result)) do
      if rolls[i] and unit.roll ~= sum(rolls[i].dice) then
        return ("unit %d of it scored %s with %d"):format(i, tostring(unit.roll), sum(rolls[i].dice))
      end
    end
  elseif call.procedure == "order.activation" then
    local plus, minus = rolls[1].dice[1], rolls[2].dice[1]
    if math.abs(result.dice_min) ~= math.abs(plus - minus) then return "its dice do not make its minutes" end
  elseif call.procedure:find "^morale%." then
    if rolls[1] then
      local rolled = rolls[1].dice[1] * 10 + rolls[1].dice[2]
      if result.roll ~= rolled and not (rolled == 0 and result.roll == 100) then return "its roll is not its dice" end
      if (result.outcome == "stand") ~= (result.roll >= result.actual_chance) then return "its outcome is not its roll" end
    end
  elseif rolls[1] and result.roll and result.roll ~= sum(rolls[1].dice) then
    return "its roll is not the sum of its dice"
  end
end

--- A watcher of all rolls.
---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = {}
  function self.line(_, line)
    local by_call = dice.by_call(line)
    for i, call in ipairs(line.calls) do
      local rolls, want = by_call[i] or {}, (DICE[call.procedure] or none)(call.args, call.result)
      local own = call.procedure:find(":", 1, true) -- dice of a house rule
      if not own and #rolls ~= #want then
        fault(line, ("%s threw %d times, not %d"):format(call.procedure, #rolls, #want))
      else
        local wrong
        for n, roll in ipairs(rolls) do wrong = wrong or dice.wrong(roll, want[n] or { faces = roll.faces, n = #roll.dice }) end
        wrong = wrong or not own and told_by(call, rolls)
        if wrong then fault(line, ("a roll of %s %s"):format(call.procedure, wrong)) end
      end
    end
  end
  return self
end

return M
