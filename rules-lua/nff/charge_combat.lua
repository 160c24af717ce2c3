-- Charge 5: one charge combat.

local charges <const>, troops <const> = use("charges", "troops")

local WEIGHTS <const> = { "none", "heavy", "armored" }
local SUPPORTS <const> = { "none", "infantry", "cavalry" }

--- Fields of a side of a charge, of several lists one after another.
local function fields(...)
  local all = { piece = "unit" }
  for _, list in ipairs { ... } do table.move(list, 1, #list, #all + 1, all) end
  return all
end

--- What is asked of both sides.
local STRENGTH <const> = {
  int "incidental_stands" { 0, default = 0 }, enum "rating" (troops.RATINGS), enum "status" (troops.STATUSES),
  enum "leader" { default = "none", values = troops.LEADERS, doc = "the best one attached" },
  flag "disordered" {}, flag "irregular" {}, enum "cavalry_weight" { default = "none", values = WEIGHTS },
}
local SUPPORT <const> = enum "support_arm" { default = "none", values = SUPPORTS, doc = "of a supporting echelon" }
local SHOT <const> = int "stands_lost_to_fire" { 0, default = 0, doc = "this fire phase" }
local OLD_GUARD <const> = flag "old_guard" { doc = "any element is French Old Guard" }

record "charging" (fields({
  enum "arm" { doc = "of most participating stands", table.unpack(troops.ARMS) },
  int "stands" { 1, doc = "participating, of that arm" },
  int "other_arm_stands" { 0, default = 0, doc = "participating, of brigades of the other arm" },
}, STRENGTH, {
  flag "lance" {}, number "charge_distance_in" { 0, optional = true, doc = "when cavalry charges infantry" },
  SUPPORT, flag "breakthrough" { doc = "this is a breakthrough charge" }, SHOT, OLD_GUARD,
  enum "engineers" { "none", "line", "imperial_guard", default = "none" },
}))

record "charged" (fields({
  enum "arm" { doc = "of most participating stands", table.unpack(troops.ALL_ARMS) },
  int "stands" { 1, doc = "participating" },
}, STRENGTH, {
  flag "countercharging" {}, SUPPORT, SHOT,
  int "terrain" { 0, 3, default = 0, doc = "favorable terrain" }, flag "flank_or_rear" { doc = "hit there" },
  flag "square" { doc = "already in square" }, OLD_GUARD,
}))

local function numbers(side) return side.stands + (side.other_arm_stands or 0) + side.incidental_stands end

--- Is one side at least `above` to `below` of the other, and less than the next odds?
local function odds(above, below, next_above, next_below)
  return function(own, about)
    local mine, his = numbers(own), numbers(about.enemy)
    if mine * below < his * above then return false end
    return not next_above or mine * next_below < his * next_above
  end
end

--- Is this cavalry that charges infantry?
local function horse_on_foot(own, about)
  return about.attacks and own.arm == "cavalry" and about.enemy.arm == "infantry"
end

local function level(rules, side) return rules.tables.effectiveness_points(side.rating) end

--- R51: a defender hit in flank or rear has no support; a square has neither.
local function supported(own, about)
  local turned = not about.attacks and own.flank_or_rear and not own.square
  return own.support_arm == own.arm and not turned or about.attacks and own.breakthrough
end

--- What is left of favorable ground when engineers have worked on it.
local function terrain(own, about, rules)
  if about.attacks then return 0 end
  local engineers = about.enemy.engineers
  return math.max(0, own.terrain - (engineers == "none" and 0 or rules.constant["engineers_" .. engineers]))
end

local function stands_of(side, arm) return side.arm == arm and side.stands or side.other_arm_stands end

--- R54: what a square adds, as a modifier with this name and clause; which of them applies is a reading.
local function square(name, cite)
  local function of(rules, own, about)
    if about.attacks or not own.square then return 0 end
    local infantry, cavalry = stands_of(about.enemy, "infantry"), stands_of(about.enemy, "cavalry")
    local value, his, clause = charges.square(rules, infantry, cavalry)
    return his == name and clause == cite and value or 0
  end
  return { name, cite = cite, value = of, when = function(own, about, rules) return of(rules, own, about) ~= 0 end }
end

-- The judged unit is one side; `about` is { enemy, attacks }: the other side, and whether this one attacks.
modifiers "charge" {
  judges = { "charging", "charged" }, table = "charge_modifiers",
  { "leader_attached", cite = "Ch 5a", given = { "leader", "attached" } },
  { "leader_attached_charismatic", cite = "Ch 5a", given = { "leader", "charismatic" } },
  { "effectiveness_edge", cite = "Ch 5b", per = function(own, about, rules)
    return math.max(0, level(rules, own) - level(rules, about.enemy))
  end },
  { "fresh", cite = "Ch 5c", given = { "status", "fresh" } },
  { "spent", cite = "Ch 5c", given = { "status", "spent" } },
  { "cavalry_charge_near", cite = "Ch 5d", when = function(own, about, rules)
    return horse_on_foot(own, about) and own.charge_distance_in <= rules.constant.cavalry_near_charge
  end },
  { "cavalry_charge_far", cite = "Ch 5d", when = function(own, about, rules)
    return horse_on_foot(own, about) and own.charge_distance_in > rules.constant.cavalry_near_charge
  end },
  { "heavy_cavalry", cite = "Ch 5e", given = { "cavalry_weight", "heavy" } },
  { "armored_heavy_cavalry", cite = "Ch 5e", given = { "cavalry_weight", "armored" } },
  { "lance_vs_infantry", cite = "Ch 5f",
    when = function(own, about) return horse_on_foot(own, about) and own.lance and not own.irregular end },
  { "supported_or_breakthrough", cite = "Ch 5g", when = supported },
  { "outnumbers_3_2", cite = "Ch 5h", when = odds(3, 2, 2, 1) },
  { "outnumbers_2_1", cite = "Ch 5h", when = odds(2, 1, 3, 1) },
  { "outnumbers_3_1", cite = "Ch 5h", when = odds(3, 1) },
  { "disordered_or_standing", cite = "Ch 5i", when = function(own, about)
    local standing = not about.attacks and own.arm == "cavalry" and not own.countercharging
    return own.disordered or own.irregular or standing
  end },
  { "stands_lost_to_fire", cite = "Ch 5j", per = "stands_lost_to_fire" },
  { "favorable_terrain", cite = "Ch 5k", per = terrain },
  square("square_hit_by_infantry", "Ch 5l"), square("square_hit_by_infantry", "Ch 5m"),
  square("square_hit_by_cavalry", "Ch 5m"),
  { "flank_or_rear", cite = "Ch 5l",
    when = function(own, about) return not about.attacks and own.flank_or_rear and not own.square end },
  { "faces_old_guard", cite = "Ch 5n", when = function(_, about) return about.enemy.old_guard end },
}

--- Checks in the order of the catalogue of errors: what the attacker is, then the defender.
local function refuse_attacker(q)
  local a, d = q.attacker, q.defender
  if a.arm == "infantry" and d.arm == "cavalry" then
    return refuse("attacker.arm", "cannot be infantry against cavalry (Ch 1g)")
  end
  if d.arm == "cavalry" and a.other_arm_stands > 0 then
    return refuse("attacker.other_arm_stands", "must be 0 against cavalry")
  end
  local fault = outside("attacker.other_arm_stands", a.other_arm_stands, 0, a.stands)
  if fault then return fault end
  if a.cavalry_weight ~= "none" and (a.arm ~= "cavalry" or a.irregular) then
    return refuse("attacker.cavalry_weight", "is for regular cavalry")
  end
  if a.lance and a.arm ~= "cavalry" then return refuse("attacker.lance", "is for cavalry") end
end

local function refuse_defender(q)
  local a, d = q.attacker, q.defender
  if d.cavalry_weight ~= "none" and (d.arm ~= "cavalry" or d.irregular) then
    return refuse("defender.cavalry_weight", "is for regular cavalry")
  end
  local asked = a.arm == "cavalry" and d.arm == "infantry"
  if asked and not a.charge_distance_in then
    return refuse("attacker.charge_distance_in", "is required when cavalry charges infantry")
  elseif a.charge_distance_in and not asked then
    return refuse("attacker.charge_distance_in", "is for cavalry that charges infantry")
  end
  if a.engineers ~= "none" and a.arm ~= "infantry" then return refuse("attacker.engineers", "is for infantry") end
  if d.countercharging and d.arm ~= "cavalry" then return refuse("defender.countercharging", "is for cavalry") end
  if d.square and d.arm ~= "infantry" then return refuse("defender.square", "is for infantry") end
  if a.old_guard and d.old_guard then return refuse("defender.old_guard", "cannot be so on both sides (R58)") end
end

--- What the row of the table does to the attacker.
local function on_attacker(rules, q, r)
  local a, cell = q.attacker, rules.tables.charge_table
  r.code = cell(r.difference, "code")
  r.attacker_stands_lost = math.min(cell(r.difference, "attacker_stands_lost"), a.stands + a.other_arm_stands)
  r.attacker_move = cell(r.difference, "attacker_move")
  r.attacker_disordered = troops.is(cell(r.difference, "attacker_disordered")) or a.arm == "cavalry" or a.disordered
    or a.irregular
  r.breakthrough = troops.is(cell(r.difference, "breakthrough"))
  r.engineer_roll = a.engineers ~= "none"
end

local function on_guns(rules, q, r)
  r.guns = rules.tables.charge_table(r.difference, "guns")
  r.defender_stands_lost = r.guns == "captured" and q.defender.stands or r.guns == "wrecked_one" and 1 or 0
  local left = q.defender.stands - r.defender_stands_lost
  r.defender_move = left > 0 and rules.tables.charge_table(r.difference, "defender_move") or "none"
  r.defender_disordered, r.defender_forms_square = false, false
end

local function on_defender(rules, q, r)
  local d, cell = q.defender, rules.tables.charge_table
  if d.arm == "artillery" then return on_guns(rules, q, r) end
  r.defender_stands_lost = math.min(cell(r.difference, "defender_stands_lost"), d.stands)
  r.defender_move = cell(r.difference, "defender_move")
  r.defender_disordered = troops.is(cell(r.difference, "defender_disordered")) or d.countercharging or d.disordered
    or d.irregular
  r.defender_forms_square = d.arm == "infantry" and q.attacker.arm == "cavalry" and r.difference < 0 -- R60
end

local MOVES <const> = { "none", "carry", "retreat_half", "retreat_full" }

procedure "charge.resolve" {
  cite = "Ch 1-5, MC 10c, Add 1, Cav, Irr, R49, R50, R51, R52, R53, R54, R55, R56, R57, R58, R59, R60, R61",
  doc = "What does a charge come to?",
  good = { "more", by = "difference", same = "code", of = "attacker" },
  args = { object "attacker" { "charging" }, object "defender" { "charged" } },
  dice = "d10 of the attacker, then d10 of the defender", headline = "code",
  out = {
    int "attacker_die" { 1, 10 }, int "defender_die" { 1, 10 }, int "attacker_modifier" { doc = "sum" },
    int "defender_modifier" { doc = "sum" }, int "attacker_total" {}, int "defender_total" {}, int "difference" {},
    text "code" {}, int "attacker_stands_lost" { 0 }, enum "attacker_move" (MOVES), flag "attacker_disordered" {},
    flag "breakthrough" {}, int "defender_stands_lost" { 0 }, enum "defender_move" (MOVES),
    flag "defender_disordered" {}, flag "defender_forms_square" {},
    enum "guns" { "captured", "wrecked_one", "silenced", "none", optional = true }, flag "engineer_roll" {},
    list "attacker_modifiers" { "modifier", default = {} }, list "defender_modifiers" { "modifier", default = {} },
  },
  says = "{attacker_total} against {defender_total}: {code}",
  check = function(_, q) return refuse_attacker(q) or refuse_defender(q) end,
  before = function(rules, q)
    local w = {}
    for _, side in ipairs { "attacker", "defender" } do
      local attacks = side == "attacker"
      local enemy = attacks and q.defender or q.attacker
      local applied, total = rules.work("charge", q[side], { enemy = enemy, attacks = attacks })
      w[side] = { modifiers = applied, total = total }
    end
    return w
  end,
  resolve = function(rules, q, dice, w)
    local a, d = dice.d(10, "charge", "attacker"), dice.d(10, "charge", "defender")
    local r = {
      attacker_die = a, defender_die = d, attacker_modifier = w.attacker.total, defender_modifier = w.defender.total,
      attacker_total = a + w.attacker.total, defender_total = d + w.defender.total,
      attacker_modifiers = w.attacker.modifiers, defender_modifiers = w.defender.modifiers,
    }
    r.difference = r.attacker_total - r.defender_total
    on_attacker(rules, q, r)
    on_defender(rules, q, r)
    return r
  end,
}
