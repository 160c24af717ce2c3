-- Mustering Your Forces, Prepare for Battle: stands, batteries, leaders and regimental guns.

local troops <const> = use "troops"

procedure "muster.stands" {
  cite = "Prep 1, R5", doc = "How many stands are so many men?", piece = "none",
  args = { enum "arm" (troops.ARMS), int "men" { 1 } },
  out = {
    int "stands" { 0 }, int "men_per_stand" { 1 }, flag "brigade_size_ok" { doc = "three stands or more; advice only" },
  },
  says = "{stands stand} of {men_per_stand} men",
  resolve = function(rules, q)
    local men = rules.constant["men_per_" .. q.arm .. "_stand"]
    return { stands = (2 * q.men + men) // (2 * men), men_per_stand = men }
  end,
  follows = {
    { "brigade_size_ok", function(rules, _, r) return r.stands >= rules.constant.brigade_preferred_stands end },
  },
}

procedure "muster.battery_stand" {
  cite = "Must 2c", doc = "How wide is a battery's stand?", piece = "none",
  args = { int "guns" (troops.GUNS) },
  headline = "width_in", out = {
    int "stands" { 1 }, number "width_in" { 0 }, int "gun_models" { 1 }, int "artillerists" { 1 },
  },
  says = "{width_in} in wide, {artillerists artillerist}",
  resolve = function(rules, q)
    local width = rules.constant.battery_width_per_gun * q.guns
    return { stands = 1, width_in = rounded(width), gun_models = 1, artillerists = (q.guns + 1) // 2 }
  end,
}

procedure "muster.leader_figures" {
  cite = "Must 2e", doc = "How many figures has a leader's stand?", piece = "none",
  args = {
    enum "level" {
      "independent_brigade", "division", "corps", "wing", "russian_armeekorps", "army", "imperial_adc",
      "artillery_general",
    },
  },
  out = {
    int "figures" { 1 }, flag "at_least" { doc = "more are allowed" },
    enum "rank" { "division", "corps", "wing", "army" },
  },
  says = { { "at_least", "{figures figure} or more" }, "{figures figure}" },
  resolve = function(rules, q)
    local function cell(column) return rules.tables.leader_stands(q.level, column) end
    return { figures = cell "figures", at_least = troops.is(cell "at_least"), rank = cell "rank" }
  end,
}

procedure "muster.regimental_guns" {
  cite = "Prep 5, R72", doc = "Does an infantry brigade have a stand of regimental guns?", piece = "none",
  args = {
    enum "army" (troops.ARMIES), int "year" (troops.YEARS),
    flag "russian_expedition" { doc = "part of the invasion of Russia in 1812" },
  },
  out = { int "extra_stands" { 0, 1 } },
  says = { { "extra_stands", "one more stand" }, "no more stands" },
  check = function(_, q)
    local french = q.army == "french" or q.army == "french_allied"
    if q.russian_expedition and not (q.year == 1812 and french) then
      return refuse("russian_expedition", "is for the French and their allies in 1812")
    end
  end,
  resolve = function(rules, q)
    local row = troops.first_row(rules, "regimental_guns", { army = q.army, year = q.year, needs = q })
    return { extra_stands = rules.tables.regimental_guns(row, "extra_stands") }
  end,
}
