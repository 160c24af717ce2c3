-- 10.0, 10.5, 10.6: how scores meet: one unit alone against one or more, whatever the arms.

local M <const> = {}

--- Works the modifiers of a unit of a side, once a question. `about.place`: where it stands in the question, as
--- `rules.here.throwers` has it. It fights its own arm, unless `about` says another.
function M.work(rules, unit, side, list, about)
  local place = about.place or side
  about.place = place
  local applied, total = rules.work(list, unit, about)
  return {
    who = place, side = side, unit = unit, about = about, modifiers = applied, total = total,
    rout = rules.constant.rout_score, answers = {},
  }
end

--- Works every unit of a side. `about` says what bears on all of them; without an `own` frontage each has its own. A
--- thrower's name is where the unit stands in the question (`a.2`).
function M.side(rules, units, side, list, about)
  local worked = {}
  for i = 1, #units do
    local unit, its = units[i], about
    if #units > 1 then -- most sides are of one
      its = { opposing = about.opposing, squadron = about.squadron, against_infantry = about.against_infantry }
    end
    its.place, its.own = side .. "." .. i, about.own or unit.frontage_mm
    worked[i] = M.work(rules, unit, side, list, its)
  end
  return worked
end

--- Throws 2d6 for each unit of a side, in order.
function M.throw(dice, works)
  local sum = dice.sum
  local rolls = { (sum(2, 6, "score", works[1].who)) } -- most sides are of one
  for i = 2, #works do rolls[i] = sum(2, 6, "score", works[i].who) end
  return rolls
end

local ROUT <const>, UNBEATEN <const> = { response = "rout", carry = 0 }, { response = "unbeaten", carry = 0 }

--- What the table of a unit's arm answers.
local function answer(rules, dice, work, margin)
  local unit, about = work.unit, work.about
  local arm = about.squadron and "cavalry" or "infantry"
  local found, thrown = rules.call("combat.response", rules.passing("combat.response", unit, {
    arm = arm, opponent_arm = about.against_infantry and "infantry" or about.against_cavalry and "cavalry" or arm,
    margin = margin, ridden_through_last_bound = unit.ridden_through_last_bound or false,
  }), dice)
  if not thrown then work.answers[margin] = found end -- in all throws of a question its opponents are the same
  return found
end

--- A unit's result: 10.6 overrides all, an unbeaten unit simply holds its ground, and the rest read their table.
local function respond(rules, dice, work, roll, score, margin, unbeaten)
  local routs = score <= work.rout
  local response = routs and ROUT or unbeaten and UNBEATEN or work.answers[margin] or answer(rules, dice, work, margin)
  return {
    roll = roll, modifiers = work.modifiers, score = score, margin = margin,
    response = response.response, carry = response.carry, zero_or_less = routs,
  }
end

--- Settles one unit alone against many (R61): the lone unit wins only by beating every opponent; opponents that it
--- beats while another beats it are unbeaten. Gives which side won, or "none"; the rolls of both become their results.
function M.settle(rules, dice, work, alone, works, many)
  local roll = alone[1]
  local score, best, winner = roll + work.total, many[1] + works[1].total, "none"
  for i = 2, #many do best = math.max(best, many[i] + works[i].total) end
  for i = 1, #many do
    local one, own = works[i], many[i]
    local scored = own + one.total
    local margin = scored - score
    many[i] = respond(rules, dice, one, own, scored, margin, score <= best and margin < (score == best and 0 or 1))
    if margin > 0 and scored > one.rout then winner = one.side end
  end
  alone[1] = respond(rules, dice, work, roll, score, score - best, false)
  if score > best and score > work.rout then winner = work.side end
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
