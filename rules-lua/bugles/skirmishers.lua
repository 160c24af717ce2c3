-- Open Order Troops: how skirmishers deploy, keep together and evade.

local movement <const>, troops <const> = use("movement", "troops")

option "evade_short_rule" { false, ruling = "R91",
  doc = "skirmishers evade on 5 at any distance, and stop half a normal move from the chargers" }
option "caught_skirmishers_fight" { false, ruling = "R92",
  doc = "skirmishers that do not evade are not destroyed: they fight, with half their figures" }

procedure "skirmish.deploy" {
  cite = "Skirmishers, R22", doc = "What does it cost to deploy as skirmishers, or to reform?",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES), enum "direction" { "deploy", "reform" },
    int "figures" { 1, max_of = troops.STAND_FIGURES, default = 6 },
  },
  headline = "cost", out = {
    enum "cost" { "full_move", "half_move" }, enum "movement_left" { "none", "half" }, int "loose_figures" { 0 },
  },
  says = "takes a {cost}",
  resolve = function(_, q)
    return {
      cost = troops.elite(q) and "half_move" or "full_move",
      loose_figures = q.direction == "deploy" and q.figures or 0,
    }
  end,
  follows = { { "movement_left", function(_, _, r) return r.cost == "half_move" and "half" or "none" end } },
}

procedure "skirmish.cohesion" {
  cite = "Skirmishers, R35", doc = "Do skirmishers keep together, and near their group?",
  args = {
    int "largest_gap_mm" { 0, doc = "the widest between a figure and its nearest fellow" },
    int "parent_distance_mm" { 0 },
  },
  out = { flag "gap_ok" {}, flag "distance_ok" {}, flag "legal" {} }, headline = "legal",
  says = { { "not gap_ok", "are too far apart" }, { "distance_ok", "keep together" }, "are too far from their group" },
  resolve = function(rules, q)
    return {
      gap_ok = q.largest_gap_mm <= rules.constant.skirmish_gap,
      distance_ok = q.parent_distance_mm <= rules.constant.skirmish_parent_distance,
    }
  end,
  follows = { { "legal", function(_, _, r) return r.gap_ok and r.distance_ok end } },
}

modifiers "evade" {
  judges = { "skirmish.evade" }, table = "evade", cite = "Skirmishers",
  { "chargers_mounted", given = { "charger", "mounted" } },
  { "trained_light_infantry", flag = "light_infantry" },
}

--- Mounted skirmishers charged by foot need no die (R94).
local function automatic(q) return q.skirmisher == "mounted" and q.charger == "foot" end

--- What the evasion needs, and what is added to its die.
local function evasion(rules, q)
  if automatic(q) then return { needed = 0, modifiers = {}, total = 0 } end
  if rules.option.evade_short_rule then
    return { needed = rules.tables.evade "short_rule_needed", modifiers = {}, total = 0 }
  end
  local near = q.charge_distance_mm <= rules.constant.evade_near
  local applied, total = rules.work("evade", q)
  local needed = rules.tables.evade(near and "needed_100_mm_or_less" or "needed_over_100_mm")
  return { needed = needed, modifiers = applied, total = total }
end

--- How far from the chargers evaders stop: 60 mm, or half a normal move of theirs.
local function gap(rules, q, dice)
  if not rules.option.evade_short_rule then return rules.constant.evade_gap end
  local mover, twice = q.skirmisher == "foot" and "skirmisher" or "mounted", q.skirmisher == "foot" and 0 or 2
  local score = movement.throw(dice, rules.tables.movement_dice(mover, "dice"), twice, "move")
  return troops.millimetres(rules, score) // 2
end

--- What comes of skirmishers, by whether they got away.
local function fate(rules, q, got_away)
  local fights = not got_away and (q.charger_disordered or rules.option.caught_skirmishers_fight) -- R92
  local evades = got_away and not q.blocked
  return { evades = evades, fights = fights, destroyed = not (evades or fights) }
end

procedure "skirmish.evade" {
  cite = "Skirmishers, Eligibility to Charge, R91, R92, R93, R94", doc = "Do skirmishers evade a charge?",
  args = {
    enum "skirmisher" { "foot", "mounted" }, enum "class" (troops.CLASSES),
    flag "light_infantry" { only = { class = "a", skirmisher = "foot" }, doc = "trained light infantry" },
    enum "charger" { "foot", "mounted" },
    int "charge_distance_mm" { 0, doc = "from the charger, when the charge is declared" },
    flag "blocked" { doc = "terrain or enemies bar the way back" },
    flag "charger_disordered" { doc = "the charger became disordered in the charge" },
  },
  dice = "d10 unless automatic; with evade_short_rule 3d6 for those who get away", headline = "evades", good = "more",
  out = {
    flag "automatic" {}, int "needed" { 0 }, list "modifiers" { "modifier", default = {} }, int "score" {},
    flag "evades" {}, int "gap_mm" { 0 }, flag "destroyed" {}, flag "fights" {},
  },
  says = { { "evades", "evade, and stop {gap_mm} mm away" }, { "fights", "are caught, and fight" }, "are destroyed" },
  before = evasion,
  resolve = function(rules, q, dice, worked)
    local score = automatic(q) and 0 or dice.d(10, "evade") + worked.total
    local r = fate(rules, q, automatic(q) or score >= worked.needed)
    r.automatic, r.needed, r.modifiers, r.score = automatic(q), worked.needed, worked.modifiers, score
    r.gap_mm = r.evades and gap(rules, q, dice) or 0
    return r
  end,
  follows = function(rules, q, r, was)
    local changed = r.score ~= was.score or r.needed ~= was.needed
    if not changed or r.evades ~= was.evades then return end
    local now = fate(rules, q, r.automatic or r.score >= r.needed)
    r.evades, r.destroyed, r.fights = now.evades, now.destroyed, now.fights
    if r.gap_mm == was.gap_mm then r.gap_mm = r.evades and rules.constant.evade_gap or 0 end
  end,
}
