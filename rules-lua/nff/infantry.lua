-- Maneuver 4, Mustering 2, Musketry and Cannonade 9: how an army's infantry moves, stands and skirmishes. All of it is
-- settled before the battle.

local troops <const> = use "troops"

option "french_1801_linear" { false, ruling = "R6", doc = "French infantry of 1801 to 1804 moves in line" }
option "portuguese_1809_two_rank" { false, ruling = "R8", doc = "the Portuguese stand in two ranks from 1809" }

local ARMS <const> = {
  cossack = "cavalry", kalmuck = "cavalry", foot_cossack = "infantry", opolchenie = "infantry",
  portuguese_militia = "infantry",
}

procedure "troops.irregular" {
  cite = "Must 2h, Irr, R12", doc = "Are these troops irregular?", piece = "none",
  args = {
    enum "arm" (troops.ARMS),
    enum "formation" {
      "regular", "cossack", "kalmuck", "foot_cossack", "opolchenie", "portuguese_militia", "spanish_provisional",
      "prussian_landwehr", "guerrilla", doc = "kind of troops",
    },
    int "year" (troops.YEARS),
    enum "region" { default = "other", values = troops.REGIONS, doc = "of Landwehr" },
  },
  out = {
    flag "irregular" {}, flag "always_disordered" {}, flag "lance_allowed" {},
    enum "moves_as" { "heavy_cavalry", "columnar", optional = true, doc = "of irregulars" },
  },
  says = { { "irregular", "irregular, moves as {moves_as}" }, "regular" },
  check = function(rules, q)
    local arm = ARMS[q.formation]
    if arm and arm ~= q.arm then return refuse("formation", ("cannot be %s of %s"):format(q.formation, q.arm)) end
    if q.formation == "prussian_landwehr" then
      return outside("year", q.year, rules.constant.landwehr_from, troops.LAST_YEAR)
    end
    if q.region ~= "other" then return refuse("region", "is for prussian_landwehr") end
  end,
  resolve = function(rules, q)
    local row = troops.first_row(rules, "irregular_troops",
      { formation = q.formation, arm = q.arm, year = q.year, region = q.region })
    return { irregular = troops.is(rules.tables.irregular_troops(row, "irregular")) }
  end,
  follows = {
    { "always_disordered", function(_, _, r) return r.irregular end },
    { "lance_allowed", function(_, q, r) return q.arm == "cavalry" and not r.irregular end },
    { "moves_as", function(_, q, r)
      return r.irregular and (q.arm == "cavalry" and "heavy_cavalry" or "columnar") or nil
    end },
  },
}

procedure "infantry.movement_class" {
  cite = "Man 4, R6, R7", doc = "Does infantry move in line, in column, or in column to deploy at once?",
  piece = "none",
  args = {
    enum "army" (troops.ARMIES), int "year" (troops.YEARS), enum "troop" { default = "line", values = troops.TROOPS },
    flag "davout_corps" { doc = "of Davout's corps" },
  },
  out = { enum "class" (troops.CLASSES), flag "musketry_doubled" {}, int "maneuver_bonus" { 0 } },
  says = "{class}",
  check = function(rules, q)
    local fault = troops.refuse_troop(rules, q)
    if fault then return fault end
    if q.davout_corps and q.army ~= "french" then return refuse("davout_corps", "is for the French army") end
  end,
  resolve = function(rules, q)
    local row = troops.first_row(rules, "infantry_movement_class",
      { army = q.army, troop = q.troop, year = q.year, needs = q })
    local class = rules.tables.infantry_movement_class(row, "class")
    local from, to = rules.constant.french_columns_again_from, rules.constant.french_columns_again_to
    local plain_french = q.army == "french" and rules.tables.infantry_movement_class(row, "troop") == "any"
    if rules.option.french_1801_linear and plain_french and q.year >= from and q.year <= to then class = "linear" end
    return { class = class }
  end,
  follows = {
    { "musketry_doubled", function(_, _, r) return r.class ~= "columnar" end },
    { "maneuver_bonus", function(rules, _, r)
      return r.class == "linear" and 0 or rules.tables.tactical_modifiers "columnar_or_impulse"
    end },
  },
}

procedure "infantry.two_rank" {
  cite = "Must 2f, R8", doc = "Does infantry stand in two ranks?", piece = "none",
  args = { enum "army" (troops.ARMIES), int "year" (troops.YEARS) },
  out = { flag "two_rank" {} },
  says = { { "two_rank", "two ranks" }, "three ranks" },
  resolve = function(rules, q)
    local year = q.year
    if rules.option.portuguese_1809_two_rank and q.army == "portuguese" then
      year = math.min(year + 1, troops.LAST_YEAR)
    end
    local row = troops.first_row(rules, "two_rank", { army = q.army, year = year })
    return { two_rank = troops.is(rules.tables.two_rank(row, "two_rank")) }
  end,
}

--- Flags that are for one army alone.
local ONE_ARMY <const> = {
  { "french_organization", "french_allied" }, { "british_trained", "spanish" }, { "brunswick", "british_allied" },
}

procedure "infantry.skirmish" {
  cite = "MC 9c, MC 9d, R9, R10, R79, R85", doc = "Does infantry skirmish?", piece = "none",
  args = {
    enum "army" (troops.ARMIES), int "year" (troops.YEARS), enum "troop" (troops.TROOPS),
    flag "french_organization" { doc = "battalions on the French model" },
    flag "british_trained" {},
    flag "brunswick" { doc = "of the Brunswick contingent" },
  },
  out = { enum "capability" (troops.SKIRMISH) },
  says = { { "capability=none", "no skirmishers" }, "{capability} skirmishers" },
  check = function(rules, q)
    local fault = troops.refuse_troop(rules, q)
    for _, one in ipairs(ONE_ARMY) do
      if not fault and q[one[1]] and q.army ~= one[2] then fault = refuse(one[1], "is for army " .. one[2]) end
    end
    return fault
  end,
  resolve = function(rules, q)
    local row = troops.first_row(rules, "skirmish_capability",
      { army = q.army, troops = q.troop, year = q.year, needs = q })
    return { capability = rules.tables.skirmish_capability(row, "capability") }
  end,
}

record "skirmishing_stands" { enum "capability" (troops.SKIRMISH), int "stands" { 1 } }

procedure "infantry.brigade_skirmish" {
  cite = "MC 9a, R11", doc = "Does a brigade of unlike stands skirmish?", piece = "none",
  args = { list "groups" { "skirmishing_stands" } },
  out = { enum "capability" (troops.SKIRMISH), int "stands_needed" { 1 } },
  says = { { "capability=none", "no skirmishers" }, "{capability} skirmishers" },
  resolve = function(_, q)
    local needed = troops.majority(troops.stands_of(q.groups))
    local full = troops.stands_of(q.groups, function(one) return one.capability == "full" end)
    local some = troops.stands_of(q.groups, function(one) return one.capability ~= "none" end)
    return { capability = full >= needed and "full" or some >= needed and "semi" or "none", stands_needed = needed }
  end,
}
