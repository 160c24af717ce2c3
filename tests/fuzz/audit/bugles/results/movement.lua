--- Variable Movement, Changing Face, Limbering, Passage of Lines, Disordered Troops, Skirmishers, Squares: what these
--- calls come to.
local sums <const> = require "fuzz.audit.bugles.sums"

local M <const> = {}

local PIP <const> = 20

local BARRED <const> = { mounted = true, horse_artillery = true, horse_drawn_gun = true, manhandled_gun = true }
local WHOLE <const> = { skirmisher = true, sniper = true, mounted = true }

--- So many dice, the highest of them doubled.
local function thrown(die, count, doubled)
  local dice = {}
  for i = 1, count do dice[i] = die() end
  return sums.score(dice, count, doubled)
end

M["movement.roll"] = function(q, die)
  local count = sums.MOVE_DICE[q.type]
  if q.terrain == "rough" or q.terrain == "barred" then count = q.type == "sniper" and count or count - 1 end
  if q.terrain == "barred" and BARRED[q.type] or q.type == "square" and q.disordered then count = 0 end
  local score = thrown(die, count, sums.doubled(q.type, q.fleet))
  if q.charging and not q.target_uphill and not q.target_difficult then score = 2 * score end
  local mm = score * PIP
  if q.will_fire and not WHOLE[q.type] then mm = mm // 2 end
  if q.gun_through_friends then mm = mm // 2 end
  local result = { dice_count = count, score = score, distance_mm = mm, can_move = count > 0 }
  if q.target_distance_mm then
    result.contact = mm >= q.target_distance_mm and count > 0
    result.charge_failed = not result.contact
  end
  return result
end

--- What a kind and a class take from a test to change face.
local function faces(q)
  local regular = (q.kind or "regular") == "regular"
  return { "c_class_regular", regular and q.class == "c" and -1 },
    { "other_troops", (regular and q.class == "d" or not regular and not q.rabble) and -2 }
end

M["movement.change_face"] = function(q, die)
  local c_class, others = faces(q)
  local list = sums.modifiers(q.no_modifiers and {} or {
    { "moving", q.moving and -1 }, c_class, others, { "rabble", q.rabble and -5 },
    { "mounted_over_45", q.unit == "mounted" and q.angle_deg > 45 and -1 }, { "earlier_tests", -(q.earlier_tests or 0) },
    { "elite_gunners", q.unit == "gun" and q.kind == "regular" and q.class == "a" and 1 },
  })
  local score = die() + sums.of(list)
  return { modifiers = list, score = score, success = score >= 2, disordered = score < 2, halted = score < 2 }
end

M["formation.square"] = function(q, die)
  local c_class, others = faces(q)
  local list = sums.modifiers { c_class, others, { "earlier_tests", -(q.earlier_tests or 0) } }
  local score = die() + sums.of(list)
  return {
    modifiers = list, score = score, formed = score >= 2, disordered = score < 2,
    shape = q.stands == 2 and "back_to_back" or q.stands == 3 and "triangle" or "square",
  }
end

M["movement.withdraw"] = function(q, die)
  local open = q.terrain ~= "rough"
  return { can_move = open, distance_mm = open and PIP * die() or 0 }
end

M["movement.dismount"] = function(q, die)
  local dice = {}
  for i = 1, q.terrain == "rough" and 2 or 3 do dice[i] = q.thrown and q.thrown[i] or die() end
  local spent, score = math.max(table.unpack(dice)), 0
  for _, one in ipairs(dice) do score = score + one end
  score = score - spent
  local mm = score * PIP
  return {
    spent_die = spent, score = score, distance_mm = q.will_fire and mm // 2 or mm,
    mode_after = q.action == "mount" and "mounted" or "foot",
  }
end

local BALANCE <const> = {
  limber = { horse_artillery = 2, horse_drawn = 1 }, unlimber = { horse_artillery = 1, horse_drawn = 1 },
}

M["movement.limber"] = function(q, die)
  local elite = q.crew == "elite"
  local list = sums.modifiers {
    { "militia_or_native", (q.crew == "militia" or q.crew == "native") and -1 }, { "elite", elite and 1 },
  }
  local score = die() + sums.of(list)
  local success, count = score >= 2, 0
  if success and q.move then
    count = math.max(0, (BALANCE[q.action][q.team] or 0) - (q.terrain == "rough" and 1 or 0))
  end
  local doubled = q.action == "limber" and q.team == "horse_artillery" and count or 0
  local mm = PIP * thrown(die, count, doubled)
  return {
    modifiers = list, score = score, success = success, balance_dice = count,
    distance_mm = q.will_fire and mm // 2 or mm,
    may_fire = q.action == "unlimber" and success and elite and (q.team == "horse_artillery" or not q.move),
  }
end

local FAILS <const> = { a = 1, b = 3, c = 5, d = 7 }

M["movement.passage_of_lines"] = function(q, die)
  if q.charging and q.through == "close_order" then
    return { allowed = false, test = false, success = false, half_speed = false, disordered = false, fail_on = 0 }
  end
  local test = q.mover ~= "gun" and q.through == "close_order"
  local success = not test or die() > FAILS[q.class]
  return {
    allowed = true, test = test, fail_on = test and FAILS[q.class] or 0, success = success,
    half_speed = q.mover == "gun", disordered = not success,
  }
end

local CAUSES <const> = {
  "failed_passage", "uncompleted_passage", "rough_terrain", "charge_missed", "rabble_moved", "failed_face",
}

M["disorder.check"] = function(q)
  local list = {}
  for _, cause in ipairs(CAUSES) do
    if q[cause] and not (cause == "rough_terrain" and q.skirmisher) then list[#list + 1] = cause end
  end
  return { causes = list, disordered = #list > 0 }
end

M["disorder.recover"] = function(q)
  return { disordered = q.moment ~= "end_of_enemy_turn" or q.reason_persists or false }
end

M["skirmish.deploy"] = function(q)
  local half = q.kind == "regular" and q.class == "a"
  return {
    cost = half and "half_move" or "full_move", movement_left = half and "half" or "none",
    loose_figures = q.direction == "deploy" and (q.figures or 6) or 0,
  }
end

M["skirmish.evade"] = function(q, die)
  if q.skirmisher == "mounted" and q.charger == "foot" then
    return {
      automatic = true, needed = 0, score = 0, modifiers = {}, evades = not q.blocked, destroyed = q.blocked or false,
      gap_mm = q.blocked and 0 or 60, fights = false,
    }
  end
  local list = sums.modifiers {
    { "chargers_mounted", q.charger == "mounted" and -2 }, { "trained_light_infantry", q.light_infantry and 2 },
  }
  local needed, score = q.charge_distance_mm > 100 and 6 or 8, die() + sums.of(list)
  local won, fights = score >= needed, q.charger_disordered or false
  local evades = won and not q.blocked
  return {
    automatic = false, needed = needed, score = score, modifiers = list, evades = evades, gap_mm = evades and 60 or 0,
    fights = not won and fights, destroyed = not evades and not (not won and fights),
  }
end

return M
