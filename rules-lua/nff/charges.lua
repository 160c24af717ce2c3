-- Charge 1 to 5: who may charge and countercharge, and what several brigades together count as.

local effectiveness <const>, troops <const> = use("effectiveness", "troops")

option "average_rating" { false, ruling = "R65", doc = "a side's rating in a charge is the average of its stands" }
option "square_infantry_minus_1" { false, ruling = "R54", doc = "a square hit by infantry takes -1",
  conflicts = { "square_infantry_minus_4" } }
option "square_infantry_minus_4" { false, ruling = "R54", doc = "a square hit by infantry takes -4" }

local M <const> = {}

local function may_charge(rules, q) return troops.is(rules.tables.formations(q.attacker_formation, "may_charge")) end

local BARRED <const> = reasons {
  { "artillery_may_not_charge", "guns do not charge", cite = "Ch 1", given = { "attacker_arm", "artillery" } },
  { "infantry_may_not_charge_cavalry", "infantry does not charge cavalry", cite = "Ch 1g",
    when = function(_, q) return q.attacker_arm == "infantry" and q.defender_arm == "cavalry" end },
  { "reserve_movement", "it moved in reserve this turn", cite = "RM 3d", flag = "used_reserve_movement" },
  { "in_square", "a square does not charge", cite = "Form 3",
    when = function(rules, q) return q.attacker_formation == "square" and not may_charge(rules, q) end },
  { "in_march_column", "a march column does not charge", cite = "base",
    when = function(rules, q) return q.attacker_formation ~= "square" and not may_charge(rules, q) end },
  { "no_contact", "a charge must touch him", cite = "Ch 1", when = function(_, q) return q.contact_gap_in > 0 end },
}
M.BARRED = BARRED

procedure "charge.eligible" {
  cite = "Ch 1, Ch 1g, RM 3d, base, R59", doc = "May a brigade charge?",
  args = {
    enum "attacker_arm" (troops.ALL_ARMS),
    enum "attacker_formation" { default = "single_echelon", values = troops.FORMATIONS },
    enum "defender_arm" (troops.ALL_ARMS), flag "used_reserve_movement" { doc = "this turn" },
    number "contact_gap_in" { 0, default = 0, doc = "left between the stands" },
  },
  out = BARRED.out, resolve = BARRED.verdict,
  says = { { "allowed", "may charge" }, "may not charge: {reason}" },
  check = function(_, q)
    if q.attacker_formation == "square" and q.attacker_arm ~= "infantry" then
      return refuse("attacker_formation", "cannot be square but of infantry")
    end
  end,
}

--- To two decimals, halves upward.
local function hundredths(inches) return rounded(math.floor(inches * 100 + 0.5) / 100) end

procedure "charge.countercharge" {
  cite = "Ch 4, R62", doc = "Does charged cavalry countercharge, and where do they meet?",
  args = {
    enum "attacker_arm" (troops.ARMS), enum "defender_arm" (troops.ALL_ARMS),
    number "attacker_rate_in" { 1, doc = "his basic move" }, number "defender_rate_in" { 1, doc = "his basic move" },
    number "los_distance_in" { 0, doc = "between them when the target first saw the charger" },
    number "wheel_in" { 0, default = 0, doc = "that the target wheels first" },
    flag "obstructed" { doc = "something bars the target's way" },
  },
  out = {
    flag "countercharges" {}, number "attacker_move_in" { 0 }, number "defender_move_in" { 0 },
    number "straight_in" { 0, optional = true },
    enum "reason" { "not_cavalry_against_cavalry", "obstructed", "under_2_in_straight", optional = true },
  },
  says = { { "countercharges", "countercharges {defender_move_in} in" }, "stands: {reason}" },
  check = function(_, q)
    if q.los_distance_in > q.attacker_rate_in then
      return refuse("los_distance_in", ("must be 0 to %s, got %s"):format(q.attacker_rate_in, q.los_distance_in))
    end
  end,
  resolve = function(rules, q)
    local both, distance = q.attacker_rate_in + q.defender_rate_in, q.los_distance_in
    local least = rules.constant.countercharge_min_straight
    local short = rounded(distance * q.defender_rate_in) < rounded((q.wheel_in + least) * both)
    local reason = not (q.attacker_arm == "cavalry" and q.defender_arm == "cavalry") and "not_cavalry_against_cavalry"
      or q.obstructed and "obstructed" or short and "under_2_in_straight" or nil
    if reason then
      return { countercharges = false, attacker_move_in = distance, defender_move_in = 0, reason = reason }
    end
    local own = distance * q.defender_rate_in / both
    return {
      countercharges = true, attacker_move_in = hundredths(distance * q.attacker_rate_in / both),
      defender_move_in = hundredths(own), straight_in = hundredths(own - q.wheel_in),
    }
  end,
}

--- The word with most stands; of equals the one that stands first in `order`.
local function most(groups, key, order)
  local best, stands
  for _, word in ipairs(order) do
    local count = troops.stands_of(groups, function(group) return group[key] == word end)
    if not stands or count > stands then best, stands = word, count end
  end
  return best
end

local function ratings(rules)
  local order, keys = {}, rules.keys "effectiveness_points"
  for i, rating in ipairs(keys) do order[#keys + 1 - i] = rating end
  return order
end

procedure "charge.rating" {
  cite = "Ch 5b", doc = "How effective is one side of a charge?", piece = "none",
  args = { list "groups" { "rated_stands" } },
  out = { enum "rating" (troops.RATINGS) },
  says = "{rating}",
  resolve = function(rules, q)
    if rules.option.average_rating then return { rating = effectiveness.average(rules, q.groups).rating } end
    return { rating = most(q.groups, "rating", ratings(rules)) }
  end,
}

record "stands_of_status" { enum "status" (troops.STATUSES), int "stands" { 1 } }

procedure "charge.status" {
  cite = "Ch 5c, R56", doc = "Is one side of a charge fresh, worn or spent?", piece = "none",
  args = { list "groups" { "stands_of_status" } },
  out = { enum "status" (troops.STATUSES) },
  says = "{status}",
  resolve = function(_, q) return { status = most(q.groups, "status", troops.STATUSES) } end,
}

--- What a square that is hit by so many stands of foot and horse adds, and the name and clause of it; 0 if equal.
function M.square(rules, infantry, cavalry)
  if cavalry == infantry then return 0 end
  local options, name = rules.option, "square_hit_by_" .. (cavalry > infantry and "cavalry" or "infantry")
  if cavalry > infantry then return rules.tables.charge_modifiers(name), name, "Ch 5m" end
  if options.square_infantry_minus_1 then return rules.constant.square_infantry_light, name, "Ch 5m" end
  if options.square_infantry_minus_4 then return rules.constant.square_infantry_sum, name, "Ch 5l" end
  return rules.tables.charge_modifiers(name), name, "Ch 5l"
end

procedure "charge.square_modifier" {
  cite = "Ch 5l-m, R54", doc = "What does a square add that is hit by foot and horse?", piece = "none",
  args = { int "infantry_stands" { 0, doc = "participating" }, int "cavalry_stands" { 0, doc = "participating" } },
  out = { int "value" {} },
  says = function(r) return ("%+d"):format(r.value) end,
  check = function(_, q)
    if q.infantry_stands + q.cavalry_stands == 0 then
      return refuse("infantry_stands", "or cavalry_stands must be 1 or more")
    end
  end,
  resolve = function(rules, q) return { value = (M.square(rules, q.infantry_stands, q.cavalry_stands)) } end,
}

procedure "charge.breakthrough" {
  cite = "Ch 5g, R76", doc = "May a victor charge on?",
  args = {
    int "difference" { doc = "attacker's total less defender's" },
    enum "class" {
      "linear", "columnar", "impulse", "irregular_infantry", "light_cavalry", "heavy_cavalry", "irregular_cavalry",
      doc = "of the victor",
    },
    number "distance_in" { 0, doc = "to the next enemy" },
    flag "already_breakthrough" { doc = "the charge just won was one" },
  },
  out = {
    flag "allowed" {}, number "range_in" { 0 },
    enum "reason" { "margin_too_small", "one_breakthrough_only", "too_far", optional = true },
  },
  says = { { "allowed", "may break through, {range_in} in" }, "may not: {reason}" },
  resolve = function(rules, q)
    local range = rounded(rules.tables.movement_rates(q.class, "basic_in") * rules.constant.breakthrough_share)
    local reason = q.difference < rules.constant.breakthrough_difference and "margin_too_small"
      or q.already_breakthrough and "one_breakthrough_only" or q.distance_in > range and "too_far" or nil
    return { allowed = reason == nil, range_in = range, reason = reason }
  end,
}

return M
