--- Fire of all arms: what these calls come to.
local sums <const> = require "fuzz.audit.bugles.sums"

local M <const> = {}

local COVER <const> = { soft = { "soft_cover", 1 }, hard = { "hard_cover", 2 }, fortified = { "fortified", 3 } }
local LOADING <const> = { improved_rifle = 2, modern_rifle = 3 }
local BY_LOADING <const> = { muzzle = 1, breech = 2, magazine = 3 }

--- How many of so many dice hit: above 10 a 10 is followed by another die that hits on 6 (Scores to Hit). The dice that
--- follow come after all of the throw.
local function hits(die, count, needed, bonus)
  local found, again = 0, 0
  for _ = 1, count do
    local score = die() + (bonus or 0)
    if needed <= 10 and score >= needed then found = found + 1 end
    if needed > 10 and score >= 10 then again = again + 1 end
  end
  for _ = 1, again do
    if die() + (bonus or 0) >= 6 then found = found + 1 end
  end
  return found
end

local function cover(q) return COVER[q.cover] or { "", false } end

local function score_of(base, list) return math.max(1, base + sums.of(list)) end

local function beyond(mm, most)
  if mm and mm > most then error(("%d mm is beyond the reach of %d"):format(mm, most), 0) end
end

M["fire.small_arms"] = function(q, die)
  local base, most = q.kind == "regular" and 4 or 8, sums.RANGE[q.weapon]
  local full = q.full_figures or (q.mounted or "none") ~= "none" and 3 or 6
  local figures, ridden = q.figures or full, q.mounted or "none"
  local firing = q.formation == "back_to_back" and figures // 2 or figures
  if q.phase ~= "defensive" then beyond(q.range_mm, most) end
  local list = sums.modifiers {
    { "class_c", q.class == "c" and 1 }, { "class_d", q.class == "d" and 2 }, { "figures_lost", (full - firing) // 2 },
    { "over_half_range", q.phase ~= "defensive" and 2 * q.range_mm > most and 2 }, cover(q),
    { "target_skirmish", q.target_skirmish and 2 }, { "firing_skirmish", q.formation == "skirmish" and 2 },
    { "mounted_halted", ridden == "halted" and 2 }, { "mounted_moving", ridden == "moving" and 4 },
    { "target_deep", q.target_deep and -2 }, { "class_a", q.class == "a" and ridden == "none" and -1 },
    { "skilled_others", q.skilled and -2 },
  }
  local needed = score_of(base, list)
  local stand = q.loading and BY_LOADING[q.loading] or LOADING[q.weapon] or 1
  if q.phase == "defensive" then
    stand = stand + (q.moved and 0 or 1)
  elseif q.vrf then
    if q.kind ~= "regular" or q.moved or q.phase == "return" then error("a volley that may not be fired", 0) end
    stand = stand + 1
  end
  stand = math.min(q.fire_dice or stand, stand)
  local count = (q.stands or 1) * stand
  return {
    base_score = base, modifiers = list, needed = needed, needs_second_roll = needed > 10, max_range_mm = most,
    dice_per_stand = stand, dice_count = count, hits = hits(die, count, needed),
  }
end

--- The modifiers of guns and machine guns.
local function of_crews(q, target, class, full, crew, most, higher)
  return sums.modifiers {
    { "class_c", class == "c" and 1 }, { "class_d", class == "d" and 2 }, { "crew_lost", math.max(0, full - crew) },
    { "over_half_range", not q.defensive and 2 * (target.range_mm or 0) > most and 2 }, cover(target),
    { "target_skirmish", target.target_skirmish and 2 }, { "target_deep", target.target_deep and -2 },
    { "class_a", class == "a" and -1 }, { "target_higher", higher and 1 },
  }
end

M["mg.fire"] = function(q, die)
  local base, most = q.kind == "regular" and 4 or 8, sums.RANGE[q.mg]
  local total, plunging = q.defensive and 4 or 3, q.target_higher and q.mg == "maxim"
  local results, all = {}, 0
  for i, target in ipairs(q.targets) do
    beyond(not q.defensive and target.range_mm, most)
    local list = of_crews(q, target, q.class, 3, q.crew or 3, most, q.target_higher and q.mg == "gatling")
    local needed, count = score_of(base, list), plunging and total or target.dice or total
    local one = { needed = needed, modifiers = list, dice = count, hits = hits(die, count, needed), hits_behind = 0 }
    if target.behind and not q.target_higher then one.hits_behind = hits(die, count, needed) end
    results[i], all = one, all + one.hits + one.hits_behind
  end
  return { base_score = base, max_range_mm = most, results = results, hits = all }
end

--- What shot and canister share: the native test, the class, the score.
local function gun(q, die, most)
  local fired = q.follow_on or q.kind ~= "irregular" or die() > 1
  local crew = q.crew or 4
  local other = 2 * (q.non_gunners or 0) > crew
  local class, base = other and "c" or q.class, (other or q.kind ~= "regular") and 8 or 4
  local list = of_crews(q, q, class, 4, crew, most, q.target_higher and not q.howitzer)
  return fired, {
    fired = fired, base_score = base, modifiers = list, needed = score_of(base, list), die_bonus = class == "a" and 1 or 0,
  }
end

M["artillery.fire"] = function(q, die)
  local most = sums.gun_range(q.gun, q.ordnance)
  beyond(not q.defensive and q.range_mm, most)
  local fired, result = gun(q, die, most)
  local count = fired and (q.defensive and 2 or 1) or 0
  result.max_range_mm, result.dice_count = most, count
  result.hits = hits(die, count, result.needed, result.die_bonus)
  local rounds = q.solid_rounds or 12
  if rounds < 1 and not q.follow_on then error("it has no rounds", 0) end
  result.solid_rounds_left = rounds - (fired and not q.follow_on and 1 or 0)
  return result
end

M["artillery.canister"] = function(q, die)
  beyond(not q.defensive and q.range_mm, 200)
  local fired, result = gun(q, die, sums.gun_range(q.gun, q.ordnance))
  local solid = q.cover == "hard" or q.cover == "fortified"
  local count = fired and (solid and 1 or q.gun == "light" and 2 or 3) + (q.defensive and 1 or 0) or 0
  result.dice_count, result.hits = count, hits(die, count, result.needed, result.die_bonus)
  local through = fired and q.second_stand and not solid and not (q.target_higher and not q.howitzer) or false
  result.penetrates, result.hits_behind = through, through and hits(die, count, result.needed, result.die_bonus) or 0
  local rounds = q.canister_rounds or 4
  if rounds < 1 then error("it has no rounds", 0) end
  result.canister_rounds_left = rounds - (fired and 1 or 0)
  return result
end

M["artillery.penetration"] = function(q)
  local most = sums.gun_range(q.gun, q.ordnance)
  local zone = (most - q.range_mm) // 3
  if q.howitzer or q.target_higher or q.soft_ground then zone = 0 end
  local to = math.min(q.range_mm + zone, q.stop_mm or math.huge)
  local met = {}
  for i, one in ipairs(q.stands or {}) do
    if one.near_mm > q.range_mm and one.near_mm <= to then met[#met + 1] = { mm = one.near_mm, i = i, one = one } end
  end
  table.sort(met, function(a, b) return a.mm < b.mm or a.mm == b.mm and a.i < b.i end)
  local ids, friends = {}, {}
  for i, one in ipairs(met) do
    ids[i] = one.one.id
    if one.one.friendly then friends[#friends + 1] = one.one.id end
  end
  return { zone_mm = to - q.range_mm, from_mm = q.range_mm, to_mm = to, touched = ids, touched_friends = friends }
end

M["artillery.hit_on_gun"] = function(q, die)
  local direct = 0
  for _ = 1, q.counter_battery and q.hits or 0 do
    if die() + (q.elite_firers and 1 or 0) >= 10 then direct = direct + 1 end
  end
  local left = math.max(0, q.crew - q.hits)
  return { crew_left = left, direct_hits = direct, destroyed = direct > 0, silenced = left == 0 or direct > 0 }
end

M["artillery.resupply"] = function(q)
  local cart = q.source == "cart"
  local solid, canister = q.take_solid or 0, q.take_canister or 0
  return {
    gun_solid = q.gun_solid + solid, gun_canister = q.gun_canister + canister,
    source_solid = (q.source_solid or cart and 6 or 12) - solid,
    source_canister = (q.source_canister or cart and 2 or 4) - canister,
  }
end

M["fire.allocate"] = function(q)
  local left, lost, hits_left, any = {}, {}, q.hits, true
  for i, one in ipairs(q.stands) do left[i], lost[i] = one.figures, 0 end
  while hits_left > 0 and any do
    any = false
    for i in ipairs(q.stands) do
      if hits_left > 0 and left[i] > 0 then
        left[i], lost[i], hits_left, any = left[i] - 1, lost[i] + 1, hits_left - 1, true
      end
    end
  end
  local list = {}
  for i, one in ipairs(q.stands) do list[i] = { id = one.id, lost = lost[i], left = left[i] } end
  return { losses = list, unallocated = hits_left }
end

M["fire.defensive_test"] = function(q, die)
  local list = sums.modifiers {
    { "agreed_modifier", q.test_modifier },
    { "elite_gunners", q.unit == "artillery" and q.class == "a" and 1 },
  }
  local add = sums.of(list)
  local scores = { die() + add, die() + add }
  return { modifiers = list, scores = scores, can_fire = scores[1] > 1 or scores[2] > 1 }
end

return M
