--- Command Quality, Role of Leaders, Danger to Leaders, Loss of a Leader, Snipers: what these calls come to.
local sums <const> = require "fuzz.audit.bugles.sums"

local M <const> = {}

local QUALITY <const> = { excellent = 0, good = -1, average = -2, poor = -3, very_poor = -4 }

local function staff(q)
  return sums.modifiers {
    { "command_quality", QUALITY[q.quality] }, { "cinc_fallen", q.cinc_fallen and -4 },
    { "cinc_commanding_group", q.cinc_commanding_group and -4 },
  }
end

M["command.quality"] = function(_, die)
  local roll = die()
  local quality = roll == 1 and "very_poor" or roll <= 3 and "poor" or roll <= 7 and "average" or roll <= 9 and "good"
    or "excellent"
  return { quality = quality, end_of_turn_modifier = QUALITY[quality] }
end

M["command.end_of_turn"] = function(q, die)
  local roll, list = die(), staff(q)
  if roll == 10 and (q.quality == "poor" or q.quality == "very_poor" or q.impetuous_army) then
    return { impetuous = true, movement_ends = false, modifiers = {}, score = 10 }
  end
  local score = roll + sums.of(list)
  return { impetuous = false, movement_ends = score <= 1, modifiers = list, score = score }
end

M["artillery.reserve_request"] = function(q, die)
  local list = staff(q)
  local score = die() + sums.of(list)
  return { modifiers = list, score = score, granted = score >= 2 }
end

M["leader.fire_danger"] = function(q, die)
  if q.casualties < 1 then return { tested = false, fallen = false } end
  local one, other = die(), die()
  return { tested = true, fallen = one == 10 and other == 10 }
end

M["leader.melee_danger"] = function(_, die) return { fallen = die() >= 9 } end

M["leader.replacement"] = function(q, die)
  local regular, failures = q.kind == "regular", q.failures or 0
  local needed = regular and 6 or 7
  local replaced = die() >= needed
  local now = replaced and 0 or failures + 1
  return { needed = needed, replaced = replaced, failures = now, flees = not replaced and not regular and now == 2 }
end

M["sniper.fire"] = function(q, die)
  local most = sums.RANGE[q.weapon] * 3 // 2
  if q.range_mm > most then error(("%d mm is beyond %d"):format(q.range_mm, most), 0) end
  local far = 2 * q.range_mm > most
  local hit = die() >= (far and 9 or 8)
  return {
    max_range_mm = most, over_half_range = far, needed = far and 9 or 8, hit = hit,
    leader_falls = hit and q.target == "leader",
  }
end

M["sniper.spot"] = function(q, die)
  local needed = q.powder == "black" and 8 or 10
  local located = die() >= needed
  return { needed = needed, located = located, free_shot = located }
end

return M
