-- 10.0, 10.5, 10.6: how scores meet: one unit alone against one or more, whatever the arms.

local M <const> = {}

--- Works a unit's modifiers, once a question: { who, unit, modifiers, total, ridden, rout, answers }. `about.place`:
--- where it stands in the question, as `rules.here.throwers` has it.
function M.work(rules, unit, name, list, about)
  about.place = name
  local applied, total = rules.work(list, unit, about)
  return {
    who = name, side = name, unit = unit, modifiers = applied, total = total,
    ridden = unit.ridden_through_last_bound or false,
    rout = rules.constant.rout_score, answers = {},
  }
end

--- Works every unit of a side; `about(unit)` says what bears on it. A thrower's name is where the unit stands in the
--- question (`a.2`).
function M.side(rules, side, name, list, about)
  local worked = {}
  for i, unit in ipairs(side) do
    worked[i] = M.work(rules, unit, name .. "." .. i, list, about(unit))
    worked[i].side = name
  end
  return worked
end

--- Throws a unit's 2d6. What the score comes to is filled in by `settle`.
function M.roll(dice, work)
  local roll = dice.sum(2, 6, "score", work.who)
  return {
    roll = roll, modifiers = work.modifiers, score = roll + work.total,
    margin = 0, response = "hold", carry = 0, zero_or_less = false,
  }
end

--- Throws for a whole side, in order.
function M.throw(dice, worked)
  local thrown = { M.roll(dice, worked[1]) } -- most sides are of one
  for i = 2, #worked do thrown[i] = M.roll(dice, worked[i]) end
  return thrown
end

--- Gives a unit its response: 10.6 overrides all, an unbeaten unit simply holds its ground, and the
--- rest read the table of their arm.
local function respond(rules, dice, unit, work, margin, arm, opponent_arm, unbeaten)
  local routs = unit.score <= work.rout
  unit.margin, unit.zero_or_less = margin, routs
  if routs then
    unit.response, unit.carry = "rout", 0
  elseif unbeaten then
    unit.response, unit.carry = "unbeaten", 0
  else
    local answer = work.answers[margin] -- in all throws of a question its opponents are the same
    if not answer then
      local thrown
      answer, thrown = rules.call("combat.response", rules.passing("combat.response", work.unit, {
        arm = arm, opponent_arm = opponent_arm, margin = margin, ridden_through_last_bound = work.ridden,
      }), dice)
      if not thrown then work.answers[margin] = answer end
    end
    unit.response, unit.carry = answer.response, answer.carry
  end
end

--- Settles one unit `alone` against `many` (R61): the lone unit wins only by beating every opponent;
--- opponents that it beats while another beats it are unbeaten. Fills in the units' results and says
--- which side won, or "none".
function M.settle(rules, dice, arm, alone, work, many_arm, many, works)
  local score, best = alone.score, many[1].score
  for i = 2, #many do best = math.max(best, many[i].score) end
  local winner = "none"
  for i = 1, #many do
    local unit = many[i]
    local margin = unit.score - score
    local unbeaten = score <= best and margin < (score == best and 0 or 1)
    respond(rules, dice, unit, works[i], margin, many_arm, arm, unbeaten)
    if margin > 0 and not unit.zero_or_less then winner = works[1].side end
  end
  respond(rules, dice, alone, work, score - best, arm, many_arm, false)
  if score > best and not alone.zero_or_less then winner = work.side end
  return winner
end

local SAYS <const> = {
  hold = "holds", pursue = "pursues", retreat = "retreats", rout = "routs",
  ridden_through = "is ridden through", draw = "draws", unbeaten = "is unbeaten",
}

--- How a unit's score came about: `2D6 9, quality factor +5, draws -3`.
---@param unit table
---@param dice string the dice it threw
---@return string
function M.working(unit, dice)
  local parts = { dice }
  for _, modifier in ipairs(unit.modifiers) do
    parts[#parts + 1] = ("%s %+d"):format(plain(modifier.name), modifier.value)
  end
  return table.concat(parts, ", ")
end

--- What a unit does now: `retreats`.
function M.says(unit) return SAYS[unit.response] end

--- A unit's result in a few words.
function M.tell(unit)
  local score = unit.score and (" (%d)"):format(unit.score) or ""
  return SAYS[unit.response] .. score
end

--- Several units' results in a few words.
function M.tell_list(list)
  local told = {}
  for i, unit in ipairs(list) do told[i] = M.tell(unit) end
  return table.concat(told, ", ")
end

--- The result of a combat of two sides.
function M.tell_sides(r) return ("a %s; b %s"):format(M.tell_list(r.a), M.tell_list(r.b)) end

return M
