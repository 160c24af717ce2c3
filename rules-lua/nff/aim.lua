-- Musketry and Cannonade 2, 5, 6: who may fire, at whom.

local troops <const> = use "troops"

option "los_cumulative" { false, ruling = "R34", doc = "woods and towns on a line of sight count together" }
option "irregular_cavalry_fire" { false, ruling = "R36",
  doc = "irregular cavalry fires as light cavalry, always disordered" }

local M <const> = {}

--- So many parts has a fire point wherever a field's name ends in _x24 (MC Mod, catalogued as exact parts).
local X24 <const> = 24

--- Parts of a fire point as people write them: 12, 7 1/2, 1/4.
function M.points(x24)
  local whole, part = x24 // X24, x24 % X24
  if part == 0 then return ("%d"):format(whole) end
  local a, b = X24, part
  while b > 0 do a, b = b, a % b end
  local text = ("%d/%d"):format(part // a, X24 // a)
  return whole > 0 and ("%d %s"):format(whole, text) or text
end

--- The same with its noun: "1 fire point", "7 1/2 fire points".
function M.said(x24) return ("%s fire point%s"):format(M.points(x24), x24 == X24 and "" or "s") end

--- R36: what kinds of cavalry never fire mounted.
function M.never_fires(rules, class)
  return class == "heavy" or class == "irregular" and not rules.option.irregular_cavalry_fire
end

local function is_cavalry(q) return q.arm ~= "infantry" and q.arm ~= "artillery" end

local BARRED <const> = reasons {
  { "cavalry_type_never_fires", "only light cavalry fires mounted", cite = "MC 6",
    when = function(rules, q) return is_cavalry(q) and M.never_fires(rules, q.arm:gsub("_cavalry$", "")) end },
  { "silenced", "the battery is silenced", cite = "base", when = function(_, q) return q.silenced end },
  { "limbered", "the battery is limbered", cite = "base", when = function(_, q) return q.limbered end },
  { "reserve_movement", "it moved in reserve this turn", cite = "RM 3d", when = function(_, q)
    return q.used_reserve_movement and not (q.phase == "defensive" and q.target_charging_me)
  end },
  { "cavalry_in_charge", "cavalry in a charge fires only standing, hit in front", cite = "MC 6", when = function(_, q)
    return q.in_charge_combat and not (q.hit_frontally and q.standing_still)
  end },
}

M.BARRED = BARRED

procedure "fire.may_fire" {
  cite = "MC 5-6, RM 3d, R27, R36, R47, R78", doc = "May a unit fire?",
  args = {
    enum "arm" { "infantry", "light_cavalry", "heavy_cavalry", "irregular_cavalry", "artillery" },
    enum "phase" { "offensive", "defensive" },
    flag "used_reserve_movement" { doc = "this turn" },
    flag "target_charging_me" {},
    flag "silenced" { only = { arm = "artillery" } }, flag "limbered" { only = { arm = "artillery" } },
    flag "in_charge_combat" { only = { arm = { "light_cavalry", "heavy_cavalry", "irregular_cavalry" } } },
    flag "hit_frontally" { only = { in_charge_combat = true } },
    flag "standing_still" { only = { in_charge_combat = true } },
  },
  out = BARRED.out, resolve = BARRED.verdict,
  says = { { "allowed", "may fire" }, "may not fire: {reason}" },
}

procedure "fire.line_of_sight" {
  cite = "MC 2, R34", doc = "Is a line of sight clear?",
  args = {
    list "crossings_in" { of = number "crossing" { 0 }, min = 0, doc = "inches through each town or wood crossed" },
    flag "other_block" { doc = "a hill, a unit or another thing" },
  },
  out = { flag "clear" {} },
  says = { { "clear", "clear" }, "blocked" },
  resolve = function(rules, q)
    local longest, sum = 0, 0
    for _, inches in ipairs(q.crossings_in) do longest, sum = math.max(longest, inches), rounded(sum + inches) end
    local counts = rules.option.los_cumulative and sum or longest
    return { clear = not q.other_block and counts <= rules.constant.los_block }
  end,
}

procedure "fire.arc" {
  cite = "MC 5, R35", doc = "Is a target in the arc of fire?",
  args = {
    enum "arm" { "infantry", "light_cavalry", "artillery" },
    number "offset_deg" { 0, 180, doc = "off straight ahead, from the nearer front corner" },
    flag "in_square" { only = { arm = { "infantry", "artillery" } } },
  },
  out = { flag "in_arc" {}, int "limit_deg" { 0, 180 } },
  says = { { "in_arc", "in the arc of {limit_deg} degrees" }, "out of the arc of {limit_deg} degrees" },
  resolve = function(rules, q)
    local limits = rules.constant
    local limit = q.arm == "artillery" and limits.artillery_arc_each_side
      or q.in_square and limits.square_arc_each_side or limits.infantry_arc_each_side
    return { limit_deg = limit }
  end,
  follows = { { "in_arc", function(_, q, r) return q.offset_deg <= r.limit_deg end } },
}

M.TARGET = {
  enum "target_arm" { default = "infantry", values = troops.ALL_ARMS },
  enum "target_formation" { default = "single_echelon", values = troops.FORMATIONS,
    doc = "march columns and squares are always enfiladed" },
  enum "target_skirmish" { default = "none", values = troops.SKIRMISH, doc = "of infantry" },
}

--- Why such a target cannot be, or nil.
function M.refuse_target(q)
  if q.target_arm == "infantry" then return nil end
  if q.target_formation == "square" then return refuse("target_formation", "cannot be square but of infantry") end
  if q.target_skirmish ~= "none" then return refuse("target_skirmish", "is for infantry") end
end

return M
