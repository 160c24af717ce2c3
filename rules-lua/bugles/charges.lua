-- Charging, Turning to Face, Mounted Charges: who may charge, and what a charge may still do.

local troops <const> = use "troops"

local M <const> = {}

local CHARGERS <const> = { foot = true, mounted = true }

option "obstacles_are_rough" { false, ruling = "R265",
  doc = "walls, hedges and ditches on a charge's way are rough ground" }

--- Why a charge is not allowed.
M.BARRED = reasons {
  { "not_visible", "it was not in sight when the turn began", cite = "Eligibility to Charge, R158",
    flag = "not_visible_at_start" },
  { "cannot_charge", "such troops never charge", cite = "Eligibility to Charge, R62",
    when = function(_, q) return not CHARGERS[q.charger] end },
  { "disordered", "disordered troops do not charge", cite = "Eligibility to Charge", flag = "charger_disordered" },
  { "halted", "halted troops do not charge", cite = "Stand Morale, R9", flag = "charger_halted" },
  { "infantry_vs_mounted", "foot charges mounted troops only when these are disordered",
    cite = "Eligibility to Charge, R161",
    when = function(_, q) return q.charger == "foot" and q.target == "mounted" and not q.target_disordered end },
  { "very_steep", "nobody charges up or down very steep ground", cite = "Eligibility to Charge", flag = "very_steep" },
  { "rough_for_mounted", "mounted troops do not charge through rough ground", cite = "Mounted Charges",
    when = function(_, q) return q.charger == "mounted" and q.rough_path end },
  { "through_close_order", "a charge does not go through friends in close order", cite = "Passage of Lines",
    given = { "through", "close_order" } },
  { "cavalry_priority", "cavalry charges visible enemy cavalry first", cite = "Mounted Charges, R163",
    when = function(_, q)
      return q.charger == "mounted" and q.target ~= "mounted" and q.enemy_cavalry_in_reach and not q.leader_accompanies
    end },
  { "not_straight", "the last quarter of a charge is straight", cite = "Eligibility to Charge, R162",
    when = function(rules, q)
      return q.path_mm ~= nil and 100 * q.final_straight_mm < rules.constant.charge_straight_share * q.path_mm
    end },
}

procedure "charge.check" {
  cite = "Charging, Eligibility to Charge, Mounted Charges, R158, R161, R162, R163", doc = "May this charge be made?",
  args = {
    enum "charger" { "foot", "mounted", "artillery", "wheeled", "pack_animal", "skirmisher", "sniper", "square" },
    enum "target" { "foot", "mounted", "artillery", "other" },
    flag "not_visible_at_start" { doc = "of the player turn; of an ambush, from its hiding place" },
    flag "charger_disordered" {},
    flag "charger_halted" { doc = "the stand or its group" },
    flag "target_disordered" {},
    flag "very_steep" { doc = "up or down very steep ground" },
    flag "rough_path" {},
    enum "through" { "none", "skirmisher", "gun", "close_order", default = "none", doc = "friends on the way" },
    flag "enemy_cavalry_in_reach" { doc = "visible, not the target, and no farther than it" },
    flag "leader_accompanies" { doc = "rides with the chargers" },
    int "path_mm" { 1, optional = true },
    int "final_straight_mm" { 0, optional = true, doc = "the last straight part of the way" },
  },
  dice = "none", headline = "allowed",
  out = {
    flag "allowed" {}, list "reasons" { of = enum "reason" { values = M.BARRED.words, open = true }, default = {} },
  },
  says = { { "allowed", "may charge" }, "may not charge: {reasons}" },
  check = function(_, q)
    local path, straight = q.path_mm, q.final_straight_mm
    if straight and not path then return refuse("final_straight_mm", "goes with path_mm") end
    if path and not straight then return refuse("final_straight_mm", "is required with path_mm") end
    return path and outside("final_straight_mm", straight, 0, path)
  end,
  resolve = function(rules, q) return { reasons = M.BARRED.holding(rules, q) } end,
  follows = { { "allowed", function(_, _, r) return #r.reasons == 0 end } },
}

local function is_light_gun(q) return q.unit == "light_gun" or q.unit == "medium_gun" end

modifiers "turn_to_face" {
  judges = { "charge.turn_to_face" }, table = "test_modifiers",
  { "elite_gunners", cite = "Elite Artillery", -- R168
    when = function(q) return is_light_gun(q) and q.class == "a" end },
}

--- What such a unit needs to turn; nil when it turns, or never does, without a die.
function M.needed_to_turn(rules, q)
  if q.engaged or q.unit == "stand" or q.unit == "heavy_gun" or q.unit == "super_heavy_gun" then return nil end
  return rules.tables.d10_tests(q.unit == "rabble" and "turn_to_face_rabble" or "turn_to_face_gun")
end

procedure "charge.turn_to_face" {
  cite = "Turning to Face, R167, R168", doc = "Does a charged stand turn to face?",
  args = {
    enum "unit" { "stand", "rabble", "light_gun", "medium_gun", "heavy_gun", "super_heavy_gun", "machine_gun" },
    enum "class" { default = "c", values = troops.CLASSES },
    flag "engaged" { doc = "with another enemy" },
  },
  dice = "d10 for rabble and guns but heavy ones, when not engaged; else none", headline = "turned", good = "more",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "turned" {}, flag "destroyed" {} },
  says = { { "destroyed", "is destroyed" }, { "turned", "turns to face" }, "does not turn" },
  test = { 10, "turn", modifiers = "turn_to_face", when = M.needed_to_turn },
  follows = {
    { "turned", function(rules, q, r)
      local need = M.needed_to_turn(rules, q)
      return not q.engaged and (need and r.score >= need or q.unit == "stand") or false
    end },
    { "destroyed", function(_, q, r) return not q.engaged and not r.turned end },
  },
}

modifiers "mounted_charge" {
  judges = { "charge.recoil", "charge.breakthrough" }, table = "test_modifiers", cite = "Mounted Charges",
  { "class_a", given = { "class", "a" } },
}

procedure "charge.recoil" {
  cite = "Mounted Charges, R170", doc = "Do mounted troops draw off that did not break foot on impact?",
  args = {
    enum "class" (troops.CLASSES), enum "enemy" { "foot", "mounted", default = "foot", must = "foot" },
    flag "continuing" { must = false, doc = "not the first round" },
  },
  dice = "d10", headline = "recoils", good = "less",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "recoils" {}, int "distance_mm" { 0 } },
  says = { { "recoils", "recoils {distance_mm} mm" }, "fights on" },
  test = { 10, "recoil", modifiers = "mounted_charge" },
  follows = {
    { "recoils", troops.reaches "recoil" },
    { "distance_mm", function(rules, _, r) return r.recoils and rules.constant.recoil or 0 end },
  },
}

procedure "charge.breakthrough" {
  cite = "Mounted Charges, R171", doc = "Do mounted troops charge again that destroyed an enemy?",
  args = {
    enum "class" (troops.CLASSES), enum "arm" { "mounted", "foot", default = "mounted", must = "mounted" },
    flag "enemy_destroyed" { must = true }, flag "already_broke_through" { must = false, doc = "this player turn" },
  },
  dice = "d10", headline = "breaks_through", good = "more",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "breaks_through" {} },
  says = { { "breaks_through", "breaks through" }, "does not break through" },
  test = { 10, "breakthrough", modifiers = "mounted_charge" },
  follows = { { "breaks_through", troops.reaches "breakthrough" } },
}

return M
