-- Morale: of stands, command groups and armies; desertion, routs, the loss of a commander in chief.

local to_hit <const>, troops <const> = use("to_hit", "troops")

procedure "morale.halt" {
  cite = "Stand Morale, R182", doc = "Is a stand halted by its losses?",
  args = {
    enum "kind" (troops.KINDS), int "figures" { 1, 12 },
    int "original_figures" { 1, 12, default = 6, doc = "6 on foot, 3 mounted, 4 of a gun, 3 of a machine gun" },
  },
  out = { int "threshold" { 0 }, flag "halted" {} }, headline = "halted",
  says = function(r) return r.halted and "is halted" or ("would halt at %d"):format(r.threshold) end,
  check = function(_, q) return outside("figures", q.figures, 1, q.original_figures) end,
  resolve = function(rules, q)
    local band = q.kind == "regular" and rules.tables.halts_regular or rules.tables.halts_other
    return { threshold = band(q.original_figures) }
  end,
  follows = { { "halted", function(_, q, r) return q.figures <= r.threshold and q.figures < q.original_figures end } },
}

local function destroyed(q) return q.figures_lost == q.figures_at_turn_start end

--- R183: half or more lost, but not all.
local function stand_tests(_, q)
  return not destroyed(q) and q.figures_lost > 0 and 2 * q.figures_lost >= q.figures_at_turn_start
end

modifiers "stand_morale" {
  judges = { "morale.stand" }, table = "test_modifiers",
  { "elite_gunners", cite = "Elite Artillery", when = function(q)
    return q.unit == "gun" and q.kind == "regular" and q.class == "a"
  end },
}

procedure "morale.stand" {
  cite = "Stand Morale, R183, R184, R187",
  doc = "Does a stand flee that lost half of its figures to fire and desertion this turn?",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES),
    enum "unit" { "stand", "gun", "machine_gun", "wagon", default = "stand" }, int "figures_at_turn_start" { 1, 12 },
    int "figures_lost" { 0, 12, doc = "this player turn, not in melee" },
  },
  dice = "d10 if a test is required; else none", headline = "flees", good = "less",
  out = {
    flag "test_required" {}, flag "destroyed" {}, int "fail_on" {}, list "modifiers" { "modifier", default = {} },
    int "score" {}, flag "flees" {}, flag "abandoned" {},
  },
  says = {
    { "destroyed", "is destroyed" }, { "not test_required", "needs no test" },
    { "abandoned", "{score}: is abandoned" }, { "flees", "{score}: flees" }, "{score}: stands",
  },
  check = function(_, q) return outside("figures_lost", q.figures_lost, 0, q.figures_at_turn_start) end,
  test = { 10, "morale", modifiers = "stand_morale", when = stand_tests },
  follows = {
    { "destroyed", function(_, q) return destroyed(q) end },
    { "test_required", stand_tests },
    { "fail_on", function(rules, q) return rules.tables.morale_thresholds(q.class, q.kind) end },
    { "flees", function(_, _, r) return r.test_required and r.score <= r.fail_on end },
    { "abandoned", function(_, q, r) return r.flees and q.unit ~= "stand" end },
  },
}

procedure "morale.group" {
  cite = "Command Group Morale, R7, R186", doc = "Does the morale of a command group hold?",
  piece = "formation",
  args = {
    int "original_stands" { 1 }, int "destroyed" { 0, default = 0, doc = "destroyed, fled or abandoned" },
    int "halted" { 0, default = 0, doc = "still on the table" },
  },
  out = { int "lost_or_halted" { 0 }, flag "morale_failed" {}, flag "flees" {}, flag "wiped_out" {} },
  headline = "morale_failed",
  says = { { "wiped_out", "is wiped out" }, { "flees", "flees" }, { "morale_failed", "advances no more" }, "holds" },
  check = function(_, q)
    if q.destroyed + q.halted > q.original_stands then
      return refuse("halted", ("and destroyed must be %d at most together"):format(q.original_stands))
    end
  end,
  resolve = function(_, q)
    return { lost_or_halted = q.destroyed + q.halted, wiped_out = q.destroyed == q.original_stands }
  end,
  follows = {
    { "morale_failed", function(_, q, r) return 2 * r.lost_or_halted > q.original_stands end },
    { "flees", function(_, q, r) return not r.wiped_out and r.lost_or_halted == q.original_stands end },
  },
}

procedure "morale.desertion" {
  cite = "Desertion, R187", doc = "How many figures slip away when neighbours are destroyed?",
  args = {
    enum "class" (troops.CLASSES), int "figures" { 1, 12 },
    list "destroyed_neighbours" { of = enum "class" (troops.CLASSES), min = 0,
      doc = "the classes of stands in base contact, destroyed just now" },
  },
  out = { int "deserters" { 0 }, int "figures_left" { 0 } }, headline = "deserters",
  says = function(r) return counted(r.deserters, "deserter", "deserters") end,
  resolve = function(rules, q)
    local deserters = 0
    for _, class in ipairs(q.destroyed_neighbours) do
      if troops.as_good(rules, class, q.class) then deserters = deserters + 1 end
    end
    return { deserters = math.min(deserters, q.figures) }
  end,
  follows = { { "figures_left", function(_, q, r) return math.max(0, q.figures - r.deserters) end } },
}

procedure "morale.automatic_rout" {
  cite = "Automatic Routs, R188, R189", doc = "Does a class d stand rout that is charged?",
  args = {
    enum "class" (troops.CLASSES), enum "terrain" { "open", "limited_visibility", "other" },
    enum "charger" { "mounted", "ferocious", "other" },
  },
  dice = "d10 if a test is required; else none", headline = "routs", good = "less",
  out = { flag "test_required" {}, int "needed" { 0 }, flag "routs" {} },
  says = function(r) return r.routs and "routs" or r.test_required and "stands" or "needs no test" end,
  before = function(rules, q)
    local fierce = q.terrain == "open" and q.charger ~= "other"
    local tested = q.class == "d" and (q.terrain == "limited_visibility" or fierce)
    return { tested = tested, needed = tested and rules.tables.automatic_rout(q.terrain, "stands_on") or 0 }
  end,
  resolve = function(_, _, dice, w)
    return {
      test_required = w.tested, needed = w.needed,
      routs = w.tested and dice.count(1, to_hit.FACES, w.needed, "rout") == 0,
    }
  end,
}

option "leaderless_count_later" {
  false, ruling = "R205",
  doc = "a group without a leader counts as halted for its army once its first throw for another has failed",
}

local function army_tests(_, q) return q.cinc == "native" or q.non_regular_groups > 0 end

modifiers "cinc_loss" {
  judges = { "morale.cinc_loss" }, piece = "leader", cite = "Loss of Non-Regular CinC",
  { "charismatic_leader", given = { "charismatic", true },
    value = function(rules, q) return rules.tables.cinc_loss(q.cinc, "charismatic") end },
}

procedure "morale.cinc_loss" {
  cite = "Loss of Non-Regular CinC, Loss of a Leader", doc = "Does an army flee whose commander in chief is killed?",
  piece = "leader", good = "less",
  args = {
    enum "cinc" { "regular", "native" }, flag "charismatic" {},
    int "non_regular_groups" { 0, default = 0, only = { cinc = "regular" }, doc = "of his army" },
  },
  dice = "d10 if groups that are not regular test; else none", headline = "flee",
  out = {
    int "end_of_turn_modifier" {}, flag "d_class_flee" {}, flag "tested" {},
    enum "affected" { "all", "non_regular", "none" }, list "modifiers" { "modifier", default = {} },
    int "score" {}, flag "flee" {}, flag "fanatics_charge" {},
  },
  says = {
    { "not tested", "needs no test" }, { "not flee", "{score}: they stay" },
    { "affected=all", "{score}: all flee, fanatics charge" }, "{score}: natives flee, fanatics charge",
  },
  test = { 10, "loss", modifiers = "cinc_loss", when = army_tests },
  follows = {
    { "end_of_turn_modifier", function(rules) return rules.tables.end_of_turn_modifiers "cinc_fallen" end },
    { "d_class_flee", function(rules, q) return rules.tables.cinc_loss(q.cinc, "class_d_flee") == "yes" end },
    { "tested", army_tests },
    { "affected", function(_, q, r)
      return not r.tested and "none" or q.cinc == "native" and "all" or "non_regular"
    end },
    { "flee", function(rules, q, r)
      return r.tested and r.score <= rules.tables.cinc_loss(q.cinc, "flee_on_or_below")
    end },
    { "fanatics_charge", function(_, _, r) return r.flee end },
  },
}

procedure "morale.army" {
  cite = "Army Morale, R190, R191", doc = "Does the morale of an army hold?", piece = "none",
  args = {
    int "groups" { 1, doc = "it began with" }, int "destroyed" { 0, default = 0, doc = "or fled" },
    int "halted" { 0, default = 0, doc = "by morale or by loss of their leader" },
  },
  out = { flag "failed" {}, int "halted_groups_flee" { 0 }, int "others_halt" { 0 } }, headline = "failed",
  says = function(r) return r.failed and "fails: halted groups flee, the others halt" or "holds" end,
  check = function(_, q)
    if q.destroyed + q.halted > q.groups then
      return refuse("halted", ("and destroyed must be %d at most together"):format(q.groups))
    end
  end,
  resolve = function(_, q) return { failed = 2 * (q.destroyed + q.halted) > q.groups } end,
  follows = {
    { "halted_groups_flee", function(_, q, r) return r.failed and q.halted or 0 end },
    { "others_halt", function(_, q, r) return r.failed and q.groups - q.destroyed - q.halted or 0 end },
  },
}
