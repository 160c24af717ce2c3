--- Results of what a turn begins with, and of charges, worked out anew: initiative, rally, command, charges.
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

local function modifier(list, name, value, cite)
  if value ~= 0 then list[#list + 1] = { name = name, value = value, cite = cite } end
  return value
end

local function kept(value, low, high) return math.max(low, math.min(high, value)) end

--- 6 hits are the marker, 6 more destroy (R10).
---@return table
function M.hit(hits, staggered, new)
  local total = (hits or 0) + (staggered and 6 or 0) + new
  return {
    hits = total >= 12 and 6 or total >= 6 and total - 6 or total, staggered = total >= 6,
    staggered_now = total >= 6 and not staggered, destroyed = total >= 12, strength = math.max(0, 12 - total),
    excess = math.max(0, total - 12),
  }
end

function M.strength(hits, staggered) return 12 - (hits or 0) - (staggered and 6 or 0) end

M["initiative.roll"] = function(args, throw)
  local result = { modifiers_a = {}, modifiers_b = {} }
  for _, side in ipairs { "a", "b" } do
    local sum = throw(6)
    result["roll_" .. side] = sum
    local army = tables.row("army_rules", { army = args["army_" .. side] or "other" })
    local list = result["modifiers_" .. side]
    sum = sum + modifier(list, "army_prussian", army.initiative_modifier, "List.P")
    result["total_" .. side] = sum + modifier(list, "scenario", args["modifier_" .. side] or 0, "1")
  end
  result.first = result.total_a == result.total_b and "tie" or result.total_a > result.total_b and "a" or "b"
  return result
end

M["command.reach"] = function(args)
  local radius, best, index = tables.constant "command_radius", nil, nil
  for i, away in ipairs(args.other_distances_mm or {}) do
    if away <= radius and (not best or away < best) then best, index = away, i end
  end
  if args.own_distance_mm and args.own_distance_mm <= radius then return { commanded_by = "own", independent = false } end
  return { commanded_by = index and "other" or "none", other_index = index, independent = not index }
end

M["rally.roll"] = function(args, throw)
  local roll = throw(3)
  local removed = math.min(roll, args.hits - 1)
  return { roll = roll, removed = removed, hits = args.hits - removed, staggered = args.staggered or false }
end

M["command.roll"] = function(args, throw, has)
  local roll, list = throw(6), {}
  local sum = roll
  if args.rallied then sum = sum + modifier(list, "rallied_a_unit", -1, "3") end
  if args.officer_distance_mm and args.officer_distance_mm <= tables.constant "officer_radius" and not args.officer_rallied then
    sum = sum + modifier(list, "commanding_officer_near", 1, "3")
  end
  if args.independent then sum = sum + modifier(list, "out_of_command", -1, "3") end
  local quality, score = args.independent and "incompetent" or args.quality, kept(sum, 1, 6)
  local row
  for _, one in ipairs(tables.rows "command_table") do
    if one.quality == quality and score >= one.score_from and score <= one.score_to then row = one end
  end
  local units = args.independent and 1 or args.units
  local half = has.half_rounds_down and units // 2 or (units + 1) // 2
  return {
    roll = roll, modifiers = list, score = score, quality = quality, allowed = row.allowed,
    units_may_move = row.allowed == "all" and units or row.allowed == "half" and half or 0,
    cards = args.independent and 0 or row.cards,
  }
end

M["charge.test"] = function(args, throw)
  local arm = tables.troop(args.troop).arm
  local need = tables.row("charge_table", { arm = arm, grade = args.grade, staggered = args.staggered and "yes" or "no" }).need
  if need == "never" then return { arm = arm, automatic = true, may_charge = false } end
  local roll = throw(6)
  return { arm = arm, automatic = false, need = need, roll = roll, may_charge = roll >= need }
end

M["charge.reach"] = function(args)
  local move = tables.rate(args.troop, nil, args.difficult)
  return { move_mm = move, contact = args.distance_mm <= move, margin_mm = move - args.distance_mm }
end

M["charge.countercharge"] = function(args)
  local reasons = {}
  if not tables.cavalry(args.troop) then reasons[#reasons + 1] = "not_cavalry" end
  if args.staggered then reasons[#reasons + 1] = "staggered" end
  if args.face ~= "front" then reasons[#reasons + 1] = "not_frontal" end
  return { may = #reasons == 0, reasons = reasons }
end

M["charge.after_fire"] = function(args)
  local result = M.hit(args.hits, args.staggered, args.new_hits)
  result.outcome = result.destroyed and "destroyed" or result.staggered_now and "retires" or "contact"
  return result
end

--- Rank of a grade before an enemy (R4).
local function rank(troop, grade, enemy, has)
  local value = tables.row("grades", { grade = grade }).rank
  if troop == "heavy_cavalry" and tables.infantry(enemy) then
    value = has.heavy_cavalry_capped and math.min(3, value + 1) or value + 1
  end
  return value
end

M["grade.compare"] = function(args, _, has)
  local a = rank(args.a_troop, args.a_grade, args.b_troop, has)
  local b = rank(args.b_troop, args.b_grade, args.a_troop, has)
  return { a_rank = a, b_rank = b, superior = a > b and "a" or b > a and "b" or "none" }
end

---@return boolean? superior the first is superior to the second
function M.superior(troop, grade, enemy, enemy_grade, has)
  return rank(troop, grade, enemy, has) > rank(enemy, enemy_grade, troop, has)
end

--- Why a charge is not legal, in the order of the table.
function M.charge_reasons(args, has)
  local position = args.position
  if has.breach_ends_cover and position == "fieldworks" and args.breached then position = "open" end
  local front = args.face == "front" or position == "town" or position == "fieldworks" and has.fieldworks_all_round
  local light, close = args.troop == "light_infantry", args.troop == "close_order_infantry"
  local on, list = args.target_troop, {}
  local weaker = M.strength(args.hits, args.staggered) < M.strength(args.target_hits, args.target_staggered)
  if has.strength_is_grade then
    weaker = tables.row("grades", { grade = args.grade }).rank < tables.row("grades", { grade = args.target_grade }).rank
  end
  local covered = position == "woods" or position == "town" or position == "fieldworks"
  for _, one in ipairs {
    { "cannot_charge", not tables.fighter(args.troop) },
    { "light_infantry_frontal", light and on == "close_order_infantry" and front },
    { "light_infantry_v_cavalry", light and tables.cavalry(on) },
    { "infantry_v_cavalry", close and (on == "heavy_cavalry" or on == "light_cavalry") },
    { "weaker_infantry", close and on == "close_order_infantry" and weaker },
    { "guarded_artillery", on == "artillery" and (args.infantry_near_target_mm or 1000) <= 50 },
    { "cavalry_v_cover", tables.cavalry(args.troop) and covered },
    { "face_taken", args.face_taken },
  } do
    if one[2] then list[#list + 1] = one[1] end
  end
  return list, front and "front" or args.face
end

M["charge.legality"] = function(args, _, has)
  local reasons, face = M.charge_reasons(args, has)
  return { legal = #reasons == 0, reasons = reasons, counts_as_face = face }
end

local function by_score(name, score, where)
  for _, row in ipairs(tables.rows(name)) do
    local fits = score >= row.score_from and score <= row.score_to
    for key, value in next, where or {} do fits = fits and row[key] == value end
    if fits then return row end
  end
end

M["solo.deployment"] = function(args, throw)
  local roll = throw(6)
  return { roll = roll, position = by_score("solo_deployment", roll, { arm = args.arm }).position }
end

M["solo.stance"] = function(args, throw)
  local roll, list = throw(6), {}
  local score = kept(roll + (args.prussian and modifier(list, "prussian", 1, "Solo.2") or 0), 1, 6)
  return { roll = roll, modifiers = list, score = score, stance = by_score("solo_stance", score).stance }
end

M["solo.counterattack"] = function(args, throw)
  local need = tables.row("solo_counterattack", { stance = args.stance }).need
  local roll = throw(6)
  return { need = need, roll = roll, counterattacks = roll >= need }
end

M["solo.after_defeat"] = function(args)
  return { seeks_support = args.stance == "aggressive", stance_after = args.support_stance or args.stance }
end

return M
