--- Morale, desertion, routs: what these calls come to.
local sums <const> = require "fuzz.audit.bugles.sums"

local M <const> = {}

local FAILS <const> = { a = 1, b = 3, c = 5, d = 7 }

M["morale.stand"] = function(q, die)
  local start, lost = q.figures_at_turn_start, q.figures_lost
  local tested = lost > 0 and lost < start and 2 * lost >= start
  local fail_on = q.kind == "irregular" and FAILS.c or FAILS[q.class]
  local list, score = {}, 0
  if tested then
    list = sums.modifiers { { "elite_gunners", q.unit == "gun" and q.kind == "regular" and q.class == "a" and 1 } }
    score = die() + sums.of(list)
  end
  local flees = tested and score <= fail_on
  return {
    test_required = tested, destroyed = lost == start, fail_on = fail_on, modifiers = list, score = score, flees = flees,
    abandoned = flees and (q.unit or "stand") ~= "stand",
  }
end

M["morale.group"] = function(q)
  local gone, halted = q.destroyed or 0, q.halted or 0
  local wiped = gone == q.original_stands
  return {
    lost_or_halted = gone + halted, morale_failed = 2 * (gone + halted) > q.original_stands, wiped_out = wiped,
    flees = not wiped and halted == q.original_stands - gone,
  }
end

M["morale.desertion"] = function(q)
  local count = 0
  for _, class in ipairs(q.destroyed_neighbours) do count = count + (class <= q.class and 1 or 0) end
  count = math.min(count, q.figures)
  return { deserters = count, figures_left = q.figures - count }
end

M["morale.automatic_rout"] = function(q, die)
  local needed = 0
  if q.class == "d" and q.terrain == "limited_visibility" then needed = 8 end
  if q.class == "d" and q.terrain == "open" and q.charger ~= "other" then needed = 7 end
  return { test_required = needed > 0, needed = needed, routs = needed > 0 and die() < needed }
end

M["morale.cinc_loss"] = function(q, die)
  local native = q.cinc == "native"
  local tested = native or (q.non_regular_groups or 0) >= 1
  local list = sums.modifiers { { "charismatic_leader", tested and q.charismatic and -2 } }
  local score = tested and die() + sums.of(list) or 0
  local flee = tested and score <= 3
  return {
    tested = tested, d_class_flee = native, end_of_turn_modifier = -4, modifiers = list, score = score, flee = flee,
    affected = native and "all" or tested and "non_regular" or "none", fanatics_charge = flee,
  }
end

M["morale.army"] = function(q)
  local gone, halted = q.destroyed or 0, q.halted or 0
  local failed = 2 * (gone + halted) > q.groups
  return {
    failed = failed, halted_groups_flee = failed and halted or 0, others_halt = failed and q.groups - gone - halted or 0,
  }
end

return M
