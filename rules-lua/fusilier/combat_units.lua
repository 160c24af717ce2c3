-- 10.3, 10.4: what a unit in combat is, and the modifiers of its score.

option "frontage_by_side" { false, ruling = "R55", doc = "frontages of whole sides are compared, for every unit" }
option "reforming_any_arm" { false, ruling = "R58", doc = "reforming weakens infantry fighting infantry too" }
option "combats_won_any_arm" { false, ruling = "R58", doc = "combats won tire every arm" }

local SLOPES <const> = { "level", "uphill", "downhill", default = "level", doc = "which way it attacks" }
local POSITIONS <const> = { "none", "barricades", "buildings", "fortifications", default = "none" }

--- The fields of a kind of unit, in the order of the combat tables: those named in `has`.
local function unit_fields(has)
  local all = {
    int "quality" { 1, 9 },
    has.frontage and int "frontage_mm" { 1, doc = "a square gives its frontage in line" } or false,
    has.may_attack and flag "attacking" { doc = "declared the attack" } or false,
    enum "slope" (SLOPES),
    flag "broken_ground" { doc = "attacks over it" },
    has.position and enum "position" (POSITIONS) or false,
    enum "commander" { "none", "brigadier", "senior", default = "none", doc = "general in personal command" },
    has.formation and enum "formation" { "line", "column", "square", default = "line" } or false,
    has.weight and enum "weight" { "light", "medium", "heavy", default = "medium" } or false,
    flag "reforming" {},
    has.ridden and flag "ridden_through_last_bound" {} or false,
    int "combats_won" { 0, default = 0 },
    int "damage_points" { 0, default = 0, doc = "from artillery and skirmishers" },
    list "defeats" { of = int "difference" { 1 }, default = {}, doc = "the difference of each past defeat" },
    int "draws" { 0, default = 0 },
    int "worn" { optional = true, doc = "what house rules deduct besides for past combats" },
  }
  local fields = {}
  for _, field in ipairs(all) do
    if field then fields[#fields + 1] = field end
  end
  return fields
end

--- What only an attacker can suffer from (R53), and what stands for none of it.
local ATTACK_TERMS <const> = { { "slope", "level" }, { "broken_ground", false }, { "position", "none" } }

local function refuse_attack_terms(unit)
  for i = 1, #ATTACK_TERMS do
    local name, plain = ATTACK_TERMS[i][1], ATTACK_TERMS[i][2]
    if unit[name] ~= nil and unit[name] ~= plain then return refuse(name, "is for a unit that attacks") end
  end
end

local function check_infantry(unit)
  if unit.attacking and unit.reforming then return refuse("attacking", "cannot be said of a reforming unit") end
  if not unit.attacking then return refuse_attack_terms(unit) end
end

local infantry = unit_fields { frontage = true, may_attack = true, position = true }
infantry.check = check_infantry
record "unit_infantry" (infantry)

local foot = unit_fields { frontage = true, may_attack = true, position = true, formation = true }
foot.check = function(unit)
  if unit.position ~= "none" then return refuse("position", "must be none: cavalry may not attack one (R67)") end
  return check_infantry(unit)
end
record "unit_foot" (foot)

local column = unit_fields { position = true }
column.check = function(unit)
  if unit.reforming then return refuse("reforming", "cannot be said of a column of assault") end
end
record "unit_column" (column)

--- Squadrons always attack, unless they must stand still (R53).
local function squadron_attacks(unit) return not unit.reforming and not unit.ridden_through_last_bound end

local squadron = unit_fields { frontage = true, weight = true, ridden = true }
squadron.check = function(unit)
  if not squadron_attacks(unit) then return refuse_attack_terms(unit) end
end
record "unit_squadron" (squadron)

record "modifier" { text "name" {}, int "value" {}, text "cite" {} }

local RESPONSES <const> = { "hold", "pursue", "retreat", "rout", "ridden_through", "draw", "unbeaten" }

local unit_result = {
  int "roll" { 2, 12, optional = true }, list "modifiers" { "modifier", min = 0, optional = true },
  int "score" { optional = true }, int "margin" { optional = true }, enum "response" (RESPONSES), int "carry" { 0 },
  flag "zero_or_less" { optional = true },
}
record "unit_result" (unit_result)
record "column_result" {
  unit_result[1], unit_result[2], unit_result[3], unit_result[4], unit_result[5], unit_result[6], unit_result[7],
  flag "breaks_through" {}, flag "must_deploy" {},
}

-- The modifiers, in the order they are applied. `about` is what else bears on a unit's score:
-- { own =, opposing = } frontages, `squadron` (it is cavalry), `against_infantry`,
-- `against_cavalry`.

local function wider_by(percent, unit_frontage, opposing) return unit_frontage * 100 >= (100 + percent) * opposing end

local WHEN <const> = {
  wider_20 = function(_, about, rules)
    local constant = rules.constant
    return wider_by(constant.frontage_bonus_1, about.own, about.opposing)
      and not wider_by(constant.frontage_bonus_2, about.own, about.opposing)
  end,
  wider_40 = function(_, about, rules) return wider_by(rules.constant.frontage_bonus_2, about.own, about.opposing) end,
  frontally = function(unit, about) return about.squadron and about.against_infantry and squadron_attacks(unit) end,
  any_arm = function(_, _, rules) return rules.option.reforming_any_arm end,
}

local function combats_won(unit, about, rules)
  return (about.squadron or rules.option.combats_won_any_arm) and unit.combats_won or 0
end

local function quality(_, unit) return unit.quality end

--- Each defeat deducts its difference, but at least 2 and at most 5 (R59).
local function defeats(rules, unit)
  local sum, constant = -(unit.worn or 0), rules.constant
  for _, difference in ipairs(unit.defeats) do
    sum = sum - math.max(constant.defeat_deduction_min, math.min(constant.defeat_deduction_max, difference))
  end
  return sum
end

local function was_defeated(unit) return #unit.defeats > 0 or (unit.worn or 0) ~= 0 end

modifiers "infantry" {
  judges = { "unit_infantry", "unit_column" }, table = "infantry_modifiers", cite = "10.3",
  { "quality_factor", value = quality, cite = "10.0" },
  { "attacking_downhill", given = { "slope", "downhill" } },
  { "brigadier_in_command", given = { "commander", "brigadier" } },
  { "senior_general_in_command", given = { "commander", "senior" } },
  { "frontage_20_percent", when = WHEN.wider_20 },
  { "frontage_40_percent", when = WHEN.wider_40 },
  { "attacking_uphill", given = { "slope", "uphill" } },
  { "attacking_broken_ground", given = { "broken_ground", true } },
  { "attacking_barricades", given = { "position", "barricades" } },
  { "attacking_buildings", given = { "position", "buildings" } },
  { "attacking_fortifications", given = { "position", "fortifications" } },
  { "reforming", given = { "reforming", true }, when = WHEN.any_arm, table = "cavalry_modifiers", cite = "10.4" },
  { "combats_won", per = combats_won, table = "cavalry_modifiers", cite = "10.4" },
  { "damage_points", per = "damage_points", table = "lasting_modifiers", cite = "10.4" },
  { "defeats", when = was_defeated, value = defeats, cite = "10.4" },
  { "draws", per = "draws", table = "lasting_modifiers", cite = "10.5" },
}

modifiers "cavalry" {
  judges = { "unit_squadron", "unit_foot" }, table = "cavalry_modifiers", cite = "10.4",
  { "quality_factor", value = quality, cite = "10.0" },
  { "attacking_downhill", given = { "slope", "downhill" } },
  { "brigadier_in_command", given = { "commander", "brigadier" } },
  { "senior_general_in_command", given = { "commander", "senior" } },
  { "frontage_20_percent", when = WHEN.wider_20 },
  { "frontage_40_percent", when = WHEN.wider_40 },
  { "heavy_cavalry", given = { "weight", "heavy" } },
  { "attacking_uphill", given = { "slope", "uphill" } },
  { "attacking_broken_ground", given = { "broken_ground", true } },
  { "attacking_infantry_frontally", when = WHEN.frontally },
  { "reforming", given = { "reforming", true } },
  { "ridden_through_last_bound", given = { "ridden_through_last_bound", true } },
  { "combats_won", per = combats_won },
  { "light_cavalry", given = { "weight", "light" } },
  { "damage_points", per = "damage_points", table = "lasting_modifiers" },
  { "defeats", when = was_defeated, value = defeats },
  { "draws", per = "draws", table = "lasting_modifiers", cite = "10.5" },
}

return { squadron_attacks = squadron_attacks, responses = RESPONSES }
