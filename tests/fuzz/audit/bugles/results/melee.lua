--- Melee and charges: what these calls come to.
local sums <const> = require "fuzz.audit.bugles.sums"

local M <const> = {}

--- What a stand counts in melee (Figures Eligible to Melee, Mounted Charges).
local function counted(own, enemy, impact)
  local figures = own.figures
  if own.class == "d" or own.disordered then figures = figures // 2 end
  if own.arm ~= "mounted" then return figures end
  local closed = (enemy.formation == "square" or enemy.formation == "back_to_back") and not enemy.disordered
  return figures * ((closed or enemy.behind_obstacle) and 1 or impact and 3 or 2)
end

local function modifiers(own, enemy, excess, impact)
  local open = own.formation == nil or own.formation == "line" or own.formation == "skirmish"
  local ridden = own.arm ~= "mounted" and enemy.arm == "mounted"
  return sums.modifiers {
    { "class_b", own.class == "b" and 1 }, { "class_a", own.class == "a" and 2 },
    { "excess_figures", excess > 0 and excess }, { "ferocious", own.ferocious and impact and 1 },
    { "leader", (own.leader or "none") ~= "none" and 1 }, { "charismatic_leader", own.leader == "charismatic" and 1 },
    { "enemy_support", -(own.enemy_support or 0) }, { "flank_or_rear", -2 * (own.flank_contacts or 0) },
    { "foot_vs_mounted", ridden and open and not own.behind_obstacle and not own.not_in_open and -2 },
    { "other_vs_regular_mounted", own.kind ~= "regular" and enemy.kind == "regular" and enemy.arm == "mounted" and -2 },
    { "lesser_obstacle", own.crossing == "lesser" and -1 }, { "major_obstacle", own.crossing == "major" and -2 },
  }
end

M["melee.resolve"] = function(q, die)
  local impact = q.round ~= "continuing"
  local one, other = q.attacker, q.defender
  local a, d = counted(one, other, impact), counted(other, one, impact)
  local ours, theirs = modifiers(one, other, a - d, impact), modifiers(other, one, d - a, impact)
  local score_a = die() + sums.of(ours)
  local score_d = die() + sums.of(theirs)
  local by = score_a - score_d
  local outcome = by >= 4 and "defender_destroyed" or by >= 2 and "defender_loses_figure" or by >= -1 and "continues"
    or by >= -3 and "attacker_loses_figure" or "attacker_destroyed"
  local loss_a = outcome == "attacker_destroyed" and one.figures or outcome == "attacker_loses_figure" and 1 or 0
  local loss_d = outcome == "defender_destroyed" and other.figures or outcome == "defender_loses_figure" and 1 or 0
  return {
    attacker_figures = a, defender_figures = d, attacker_modifiers = ours, defender_modifiers = theirs,
    attacker_score = score_a, defender_score = score_d, difference = by, outcome = outcome, attacker_loss = loss_a,
    defender_loss = loss_d, melee_continues = loss_a < one.figures and loss_d < other.figures,
  }
end

M["melee.withdraw"] = function(q, die)
  local list = sums.modifiers { { "elite_or_regular", (q.kind == "regular" or q.class == "a") and 1 } }
  local score = die() + sums.of(list)
  return { modifiers = list, score = score, withdraws = score >= 10 }
end

M["melee.forced_withdrawal"] = function(q)
  local withdraws = q.halted_in_melee and not q.defending_obstacle or false
  local mm = (q.base_depth_mm or 50) * (1 + (q.supports_behind or 0))
  return { withdraws = withdraws, distance_mm = withdraws and mm or 0 }
end

local function of_class_a(q, die)
  local list = sums.modifiers { { "class_a", q.class == "a" and 1 } }
  return list, die() + sums.of(list)
end

M["charge.recoil"] = function(q, die)
  local list, score = of_class_a(q, die)
  return { modifiers = list, score = score, recoils = score >= 6, distance_mm = score >= 6 and 100 or 0 }
end

M["charge.breakthrough"] = function(q, die)
  local list, score = of_class_a(q, die)
  return { modifiers = list, score = score, breaks_through = score >= 6 }
end

local THROWS <const> = { rabble = true, light_gun = true, medium_gun = true, machine_gun = true }

M["charge.turn_to_face"] = function(q, die)
  if q.engaged then return { turned = false, destroyed = false, score = 0, modifiers = {} } end
  if q.unit == "stand" then return { turned = true, destroyed = false, score = 0, modifiers = {} } end
  if not THROWS[q.unit] then return { turned = false, destroyed = true, score = 0, modifiers = {} } end
  local elite = (q.unit == "light_gun" or q.unit == "medium_gun") and q.class == "a"
  local list = sums.modifiers { { "elite_gunners", elite and 1 } }
  local score = die() + sums.of(list)
  return { turned = score >= 6, destroyed = score < 6, score = score, modifiers = list }
end

return M
