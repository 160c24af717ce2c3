-- Musketry and Cannonade, its list of modifiers: the fire points of a brigade, cavalry, batteries, in twenty-fourths.

local aim <const>, troops <const> = use("aim", "troops")

option "enfilade_not_cumulative" { false, ruling = "R38", doc = "enfilade adds nothing to a class that fires double" }
option "battery_bonus_before_multipliers" { false, ruling = "R40",
  doc = "what a battery adds is multiplied with its points" }

record "fire_modifier" { text "name" {}, text "value" {}, text "cite" {} }

--- Notes a row of the table as it counts: `x5/2`, `+1`, `1/2`.
local function note(rules, w, name, sign)
  local cell = rules.tables.fire_point_modifiers
  w.modifiers[#w.modifiers + 1] = { name = name, value = sign .. cell(name, "value"), cite = cell(name, "cite") }
end

--- Multiplies what has been counted by a row of the table, and notes it.
local function multiply(rules, w, name)
  local above, below = tostring(rules.tables.fire_point_modifiers(name, "value")):match "^(%d+)/?(%d*)$"
  w.points = w.points * tonumber(above) // (tonumber(below) or 1)
  note(rules, w, name, "x")
end

--- To how many inches a row of the table reaches.
local function reach(rules, firer) return rules.tables.small_arms_fire_points(firer, "range_to_in") end

--- MC 9b: skirmishers before the target, at ranges where they screen it; not before a square.
local function screen(rules, w, q)
  if q.target_skirmish == "none" or q.target_formation == "square" then return end
  local from, to = reach(rules, "infantry_musketry"), rules.constant.skirmish_screen_range
  if q.range_in > from and q.range_in <= to then
    multiply(rules, w, ("target_%s_skirmishers"):format(q.target_skirmish))
  end
end

local function is_enfiladed(rules, q)
  return q.enfilade or troops.is(rules.tables.formations(q.target_formation, "enfiladed_always"))
end

--- Fire points of stands by a row of the table; nil out of its range.
local function of_stands(rules, firer, q)
  if q.range_in > reach(rules, firer) then return nil end
  local points = rules.tables.small_arms_fire_points(firer, "points_per_stand")
  return q.stands * rounded(rules.constant.fire_point_parts * points // 1)
end

local REASONS <const> = { "out_of_range", "square_no_skirmish_fire", "cavalry_type_never_fires" }

local function out(...)
  return {
    flag "can_fire" {}, int "points_x24" { 0, doc = "in twenty-fourths of a fire point" },
    list "modifiers" { "fire_modifier", default = {} }, enum "reason" { optional = true, values = REASONS }, ...,
  }
end

local function says(r) return r.can_fire and aim.said(r.points_x24) or "cannot fire: " .. plain(r.reason or "") end

local function none(reason) return { can_fire = false, points_x24 = 0, reason = reason } end

--- What every question about fire says of the target; `before` are fields of the firer, `after` of the shot.
local function asked(...)
  local fields = { ... }
  fields[#fields + 1] = flag "enfilade" { doc = "fires from enfilade" }
  return table.move(aim.TARGET, 1, #aim.TARGET, #fields + 1, fields)
end

procedure "fire.infantry_points" {
  cite = "MC 5, MC 9, MC Mod, R37, R38, R39, R40, R41, R42, R43",
  doc = "How many fire points has a brigade of infantry?",
  args = asked(
    int "stands" { 1, doc = "firing" }, number "range_in" { 0 }, enum "movement_class" (troops.CLASSES),
    flag "two_rank" {}, enum "skirmish" { default = "none", values = troops.SKIRMISH, doc = "of the firer" },
    flag "in_square" { doc = "the firer" }, flag "disordered" {}, flag "irregular" {}),
  out = out(), headline = "points_x24", says = says,
  check = function(_, q)
    local fault = aim.refuse_target(q)
    if fault then return fault end
    if q.irregular and q.movement_class ~= "columnar" then
      return refuse("movement_class", "must be columnar of irregulars")
    end
  end,
  resolve = function(rules, q)
    local far = q.range_in > reach(rules, "infantry_musketry")
    local w = { modifiers = {} }
    if far and q.range_in <= reach(rules, "infantry_skirmish") then
      if q.in_square then return none "square_no_skirmish_fire" end
      if q.skirmish == "none" then return none "out_of_range" end
    end
    local firer = far and "skirmish" or q.in_square and "in_square" or "musketry"
    w.points = of_stands(rules, "infantry_" .. firer, q)
    if not w.points then return none "out_of_range" end
    if far or q.in_square then note(rules, w, far and "skirmish_flat_rate" or "square_flat_rate", "") end
    if q.disordered or q.irregular then multiply(rules, w, "disordered") end
    screen(rules, w, q)
    local doubled = not far and not q.in_square and q.movement_class ~= "columnar"
    if doubled then multiply(rules, w, q.two_rank and "linear_or_impulse_two_rank" or "linear_or_impulse") end
    if is_enfiladed(rules, q) and not (doubled and rules.option.enfilade_not_cumulative) then
      multiply(rules, w, "enfilade")
    end
    return { can_fire = true, points_x24 = w.points, modifiers = w.modifiers }
  end,
}

procedure "fire.cavalry_points" {
  cite = "MC 6, R36", doc = "How many fire points has a brigade of cavalry?",
  args = {
    int "stands" { 1, doc = "firing" }, number "range_in" { 0 },
    enum "cavalry_class" { "light", "heavy", "irregular" }, flag "disordered" {},
    table.unpack(asked()),
  },
  out = out(), headline = "points_x24", says = says,
  check = function(_, q) return aim.refuse_target(q) end,
  resolve = function(rules, q)
    if aim.never_fires(rules, q.cavalry_class) then return none "cavalry_type_never_fires" end
    local w = { modifiers = {}, points = of_stands(rules, "light_cavalry_mounted", q) }
    if not w.points then return none "out_of_range" end
    if q.disordered or q.cavalry_class == "irregular" then multiply(rules, w, "disordered") end
    if is_enfiladed(rules, q) then multiply(rules, w, "enfilade") end
    return { can_fire = true, points_x24 = w.points, modifiers = w.modifiers }
  end,
}

--- The points of a battery at a range; nil out of its range. Bands reach to their number of inches and no further.
local function of_battery(rules, q)
  local cell, best, points = rules.tables.artillery_fire_points
  for _, band in ipairs(rules.keys "artillery_fire_points") do
    local to = cell(band, q.weight, "range_to_in")
    if to ~= "none" and q.range_in <= to and (not best or to < best) then
      best, points = to, cell(band, q.weight, "points_per_battery")
    end
  end
  return points
end

local BONUS <const> = {
  british_kgl = "battery_bonus", french_line = "battery_bonus", french_young_guard = "battery_bonus",
  french_old_guard = "battery_bonus_old_guard",
}

procedure "fire.artillery_points" {
  cite = "MC 9b, MC 10, MC Mod, R33, R40, R42, R47", doc = "How many fire points have batteries?",
  args = asked(
    int "batteries" { 1, doc = "firing together" }, enum "weight" { "light", "medium", "heavy" },
    number "range_in" { 0 },
    enum "battery_class" {
      "none", "british_kgl", "french_line", "french_young_guard", "french_old_guard", default = "none",
    },
    int "damaged" { 0, default = 0, doc = "of them" }, flag "grand_battery" {},
    flag "commander_casualty" { doc = "its commander has fallen and is not replaced" }),
  out = out(int "points_per_battery" { 0 }), headline = "points_x24", says = says,
  check = function(_, q)
    local fault = aim.refuse_target(q) or outside("damaged", q.damaged, 0, q.batteries)
    if fault then return fault end
    if q.commander_casualty and not q.grand_battery then
      return refuse("commander_casualty", "is for a grand battery")
    end
  end,
  resolve = function(rules, q)
    local each, w = of_battery(rules, q), { modifiers = {}, points = 0 }
    if not each then
      local result = none "out_of_range"
      result.points_per_battery, result.modifiers = 0, w.modifiers
      return result
    end
    local bonus = BONUS[q.battery_class]
    local added = bonus and rules.tables.fire_point_modifiers(bonus, "value") or 0
    local before, parts = rules.option.battery_bonus_before_multipliers, rules.constant.fire_point_parts
    if bonus and before then note(rules, w, bonus, "+") end
    local damaged = { modifiers = w.modifiers, points = q.damaged * parts * (each + (before and added or 0)) }
    if q.damaged > 0 then multiply(rules, damaged, "damaged_battery") end
    w.points = (q.batteries - q.damaged) * parts * (each + (before and added or 0)) + damaged.points
    screen(rules, w, q)
    if is_enfiladed(rules, q) then multiply(rules, w, "enfilade") end
    if q.grand_battery and not q.commander_casualty then multiply(rules, w, "grand_battery") end
    if bonus and not before then
      w.points = w.points + q.batteries * parts * added
      note(rules, w, bonus, "+")
    end
    return { can_fire = true, points_per_battery = each, points_x24 = w.points, modifiers = w.modifiers }
  end,
}
