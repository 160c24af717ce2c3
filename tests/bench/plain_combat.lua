--- combat.infantry of Fusilier, one unit against one, written by hand in plain Lua without Limber: the
-- yardstick for what declarations, checked arguments, named dice and cited modifiers cost.
local M <const> = {}

local function modifiers_of(unit, opposing)
  local list, total = {}, 0
  local function add(name, value, cite)
    list[#list + 1] = { name = name, value = value, cite = cite }
    total = total + value
  end
  add("quality_factor", unit.quality, "10.0")
  if unit.slope == "downhill" then add("attacking_downhill", 1, "10.3") end
  if unit.commander == "brigadier" then add("brigadier_in_command", 1, "10.3") end
  if unit.commander == "senior" then add("senior_general_in_command", 2, "10.3") end
  if unit.frontage_mm * 100 >= 140 * opposing then
    add("frontage_40_percent", 2, "10.3")
  elseif unit.frontage_mm * 100 >= 120 * opposing then
    add("frontage_20_percent", 1, "10.3")
  end
  if unit.slope == "uphill" then add("attacking_uphill", -1, "10.3") end
  if unit.broken_ground then add("attacking_broken_ground", -1, "10.3") end
  if unit.position == "barricades" then add("attacking_barricades", -2, "10.3") end
  if unit.position == "buildings" then add("attacking_buildings", -4, "10.3") end
  if unit.position == "fortifications" then add("attacking_fortifications", -6, "10.3") end
  if (unit.damage_points or 0) > 0 then add("damage_points", -unit.damage_points, "10.4") end
  local lost = 0
  for _, difference in ipairs(unit.defeats or {}) do lost = lost - math.max(2, math.min(5, difference)) end
  if lost < 0 then add("defeats", lost, "10.4") end
  if (unit.draws or 0) > 0 then add("draws", -3 * unit.draws, "10.5") end
  return list, total
end

--- What is worked once a question.
function M.work(a, b)
  local a_list, a_total = modifiers_of(a, b.frontage_mm)
  local b_list, b_total = modifiers_of(b, a.frontage_mm)
  return { a_list = a_list, a_total = a_total, b_list = b_list, b_total = b_total }
end

local function respond(score, margin)
  if score <= 0 then return "rout", 0 end
  if margin == 0 then return "draw", 3 end
  if margin > 0 then return margin >= 7 and "pursue" or "hold", 0 end
  local size = -margin
  if size >= 9 then return "rout", 0 end
  return size >= 4 and "retreat" or "hold", math.max(2, math.min(5, size))
end

--- One combat from two rolls.
function M.fight(worked, roll_a, roll_b)
  local score_a, score_b = roll_a + worked.a_total, roll_b + worked.b_total
  local response_a, carry_a = respond(score_a, score_a - score_b)
  local response_b, carry_b = respond(score_b, score_b - score_a)
  local winner = score_a > score_b and score_a > 0 and "a" or score_b > score_a and score_b > 0 and "b" or "none"
  return {
    winner = winner,
    a = { {
      roll = roll_a, modifiers = worked.a_list, score = score_a, margin = score_a - score_b,
      response = response_a, carry = carry_a, zero_or_less = score_a <= 0,
    } },
    b = { {
      roll = roll_b, modifiers = worked.b_list, score = score_b, margin = score_b - score_a,
      response = response_b, carry = carry_b, zero_or_less = score_b <= 0,
    } },
  }
end

return M
