-- Morale: of stands, command groups and armies; desertion, routs, the loss of a commander in chief.

local to_hit <const> = use "to_hit"
local troops <const> = use "troops"

procedure "morale.halt" {
  cite = "Stand Morale R182",
  doc = "Is a stand halted by its losses?",
  piece = "unit",
  args = {
    enum "kind" (troops.KINDS), int "figures" { 1, 12 },
    int "original_figures" { 1, 12, default = 6, doc = "6 on foot, 3 mounted, 4 of a gun, 3 of a machine gun" },
  },
  out = { int "threshold" { 0 }, flag "halted" {} },
  headline = "halted",
  says = function(r) return r.halted and "is halted" or ("would halt at %d"):format(r.threshold) end,
  check = function(_, q)
    if q.figures > q.original_figures then
      return refuse("figures", ("must be 1 to %d, got %d"):format(q.original_figures, q.figures))
    end
  end,
  resolve = function(rules, q)
    local band = q.kind == "regular" and rules.tables.halts_regular or rules.tables.halts_other
    local threshold = band(q.original_figures)
    return { threshold = threshold, halted = q.figures <= threshold and q.figures < q.original_figures }
  end,
  follows = function(_, q, r, was)
    if r.threshold ~= was.threshold and r.halted == was.halted then
      r.halted = q.figures <= r.threshold and q.figures < q.original_figures
    end
  end,
}

modifiers "stand_morale" {
  judges = { "morale.stand" }, table = "test_modifiers",
  { "elite_gunners", cite = "Elite Artillery", when = function(q)
    return q.unit == "gun" and q.kind == "regular" and q.class == "a"
  end },
}

procedure "morale.stand" {
  cite = "Stand Morale R183 R184 R187",
  doc = "Does a stand flee that lost half of its figures to fire and desertion this turn?",
  piece = "unit",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES),
    enum "unit" { "stand", "gun", "machine_gun", "wagon", default = "stand" },
    int "figures_at_turn_start" { 1, 12 },
    int "figures_lost" { 0, 12, doc = "this player turn, not in melee" },
  },
  dice = "d10 if a test is required; else none",
  out = {
    flag "test_required" {}, flag "destroyed" {}, int "fail_on" {}, list "modifiers" { "modifier", default = {} },
    int "score" {}, flag "flees" {}, flag "abandoned" {},
  },
  headline = "flees",
  says = function(r)
    if r.destroyed then return "is destroyed" end
    if not r.test_required then return "needs no test" end
    if r.flees then return ("%d: %s"):format(r.score, r.abandoned and "is abandoned" or "flees") end
    return ("%d: stands"):format(r.score)
  end,
  check = function(_, q)
    if q.figures_lost > q.figures_at_turn_start then
      return refuse("figures_lost", ("must be 0 to %d, got %d"):format(q.figures_at_turn_start, q.figures_lost))
    end
  end,
  before = function(rules, q)
    local destroyed = q.figures_lost == q.figures_at_turn_start
    local tested = not destroyed and q.figures_lost > 0 and 2 * q.figures_lost >= q.figures_at_turn_start
    local w = { destroyed = destroyed, tested = tested, fail_on = rules.tables.morale_thresholds(q.class, q.kind) }
    w.modifiers, w.total = {}, 0
    if tested then w.modifiers, w.total = rules.work("stand_morale", q) end
    return w
  end,
  resolve = function(_, q, dice, w)
    local score = w.tested and dice.d(to_hit.FACES, "morale") + w.total or 0
    local flees = w.tested and score <= w.fail_on
    return {
      test_required = w.tested, destroyed = w.destroyed, fail_on = w.fail_on, modifiers = w.modifiers, score = score,
      flees = flees, abandoned = flees and q.unit ~= "stand",
    }
  end,
  follows = function(_, q, r, was)
    local other = r.score ~= was.score or r.fail_on ~= was.fail_on
    if other and r.flees == was.flees then r.flees = r.test_required and r.score <= r.fail_on end
    if r.flees ~= was.flees and r.abandoned == was.abandoned then r.abandoned = r.flees and q.unit ~= "stand" end
  end,
}

procedure "morale.group" {
  cite = "Command Group Morale R7 R186",
  doc = "Does the morale of a command group hold?",
  piece = "formation",
  args = {
    int "original_stands" { 1 }, int "destroyed" { 0, default = 0, doc = "destroyed, fled or abandoned" },
    int "halted" { 0, default = 0, doc = "still on the table" },
  },
  out = { int "lost_or_halted" { 0 }, flag "morale_failed" {}, flag "flees" {}, flag "wiped_out" {} },
  headline = "morale_failed",
  says = function(r)
    if r.wiped_out then return "is wiped out" end
    if r.flees then return "flees" end
    return r.morale_failed and "advances no more" or "holds"
  end,
  check = function(_, q)
    if q.destroyed + q.halted > q.original_stands then
      return refuse("halted", ("and destroyed must be %d at most together"):format(q.original_stands))
    end
  end,
  resolve = function(_, q)
    local sum, wiped_out = q.destroyed + q.halted, q.destroyed == q.original_stands
    return {
      lost_or_halted = sum, morale_failed = 2 * sum > q.original_stands, wiped_out = wiped_out,
      flees = not wiped_out and sum == q.original_stands,
    }
  end,
  follows = function(_, q, r, was)
    if r.lost_or_halted ~= was.lost_or_halted and r.morale_failed == was.morale_failed then
      r.morale_failed = 2 * r.lost_or_halted > q.original_stands
    end
  end,
}

procedure "morale.desertion" {
  cite = "Desertion R187",
  doc = "How many figures slip away when neighbours are destroyed?",
  piece = "unit",
  args = {
    enum "class" (troops.CLASSES), int "figures" { 1, 12 },
    list "destroyed_neighbours" { of = enum "class" (troops.CLASSES), min = 0,
      doc = "the classes of stands in base contact, destroyed just now" },
  },
  out = { int "deserters" { 0 }, int "figures_left" { 0 } },
  headline = "deserters",
  says = function(r) return counted(r.deserters, "deserter", "deserters") end,
  resolve = function(rules, q)
    local deserters = 0
    for _, class in ipairs(q.destroyed_neighbours) do
      if troops.as_good(rules, class, q.class) then deserters = deserters + 1 end
    end
    deserters = math.min(deserters, q.figures)
    return { deserters = deserters, figures_left = q.figures - deserters }
  end,
  follows = function(_, q, r, was)
    if r.deserters ~= was.deserters and r.figures_left == was.figures_left then
      r.figures_left = math.max(0, q.figures - r.deserters)
    end
  end,
}

procedure "morale.automatic_rout" {
  cite = "Automatic Routs R188 R189",
  doc = "Does a class d stand rout that is charged?",
  piece = "unit",
  args = {
    enum "class" (troops.CLASSES), enum "terrain" { "open", "limited_visibility", "other" },
    enum "charger" { "mounted", "ferocious", "other" },
  },
  dice = "d10 if a test is required; else none",
  out = { flag "test_required" {}, int "needed" { 0 }, flag "routs" {} },
  headline = "routs",
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

modifiers "cinc_loss" {
  judges = { "morale.cinc_loss" }, piece = "leader", cite = "Loss of Non-Regular CinC",
  { "charismatic_leader", given = { "charismatic", true },
    value = function(rules, q) return rules.tables.cinc_loss(q.cinc, "charismatic") end },
}

procedure "morale.cinc_loss" {
  cite = "Loss of Non-Regular CinC Loss of a Leader",
  doc = "Does an army flee whose commander in chief is killed?",
  piece = "leader",
  args = {
    enum "cinc" { "regular", "native" }, flag "charismatic" {},
    int "non_regular_groups" { 0, default = 0, doc = "of a regular commander in chief's army" },
  },
  dice = "d10 if groups that are not regular test; else none",
  out = {
    int "end_of_turn_modifier" {}, flag "d_class_flee" {}, flag "tested" {},
    enum "affected" { "all", "non_regular", "none" }, list "modifiers" { "modifier", default = {} },
    int "score" {}, flag "flee" {}, flag "fanatics_charge" {},
  },
  headline = "flee",
  says = function(r)
    local who = r.affected == "all" and "all" or "natives"
    if r.flee then return ("%d: %s flee, fanatics charge"):format(r.score, who) end
    return r.tested and ("%d: they stay"):format(r.score) or "needs no test"
  end,
  check = function(_, q)
    if q.cinc == "native" and q.non_regular_groups > 0 then
      return refuse("non_regular_groups", "is for a regular commander in chief")
    end
  end,
  before = function(rules, q)
    local native = q.cinc == "native"
    local w = { tested = native or q.non_regular_groups > 0, modifiers = {}, total = 0, affected = "none" }
    if w.tested then
      w.modifiers, w.total = rules.work("cinc_loss", q)
      w.affected = native and "all" or "non_regular"
    end
    return w
  end,
  resolve = function(rules, q, dice, w)
    local cell = rules.tables.cinc_loss
    local score = w.tested and dice.d(to_hit.FACES, "loss") + w.total or 0
    local flee = w.tested and score <= cell(q.cinc, "flee_on_or_below")
    return {
      end_of_turn_modifier = rules.tables.end_of_turn_modifiers "cinc_fallen",
      d_class_flee = cell(q.cinc, "class_d_flee") == "yes", tested = w.tested, affected = w.affected,
      modifiers = w.modifiers, score = score, flee = flee, fanatics_charge = flee,
    }
  end,
  follows = function(rules, q, r, was)
    if r.score ~= was.score and r.flee == was.flee then
      r.flee = r.tested and r.score <= rules.tables.cinc_loss(q.cinc, "flee_on_or_below")
    end
    if r.flee ~= was.flee and r.fanatics_charge == was.fanatics_charge then r.fanatics_charge = r.flee end
  end,
}

procedure "morale.army" {
  cite = "Army Morale R190 R191",
  doc = "Does the morale of an army hold?",
  args = {
    int "groups" { 1, doc = "it began with" }, int "destroyed" { 0, default = 0, doc = "or fled" },
    int "halted" { 0, default = 0, doc = "by morale or by loss of their leader" },
  },
  out = { flag "failed" {}, int "halted_groups_flee" { 0 }, int "others_halt" { 0 } },
  headline = "failed",
  says = function(r) return r.failed and "fails: halted groups flee, the others halt" or "holds" end,
  check = function(_, q)
    if q.destroyed + q.halted > q.groups then
      return refuse("halted", ("and destroyed must be %d at most together"):format(q.groups))
    end
  end,
  resolve = function(_, q)
    local failed = 2 * (q.destroyed + q.halted) > q.groups
    return {
      failed = failed, halted_groups_flee = failed and q.halted or 0,
      others_halt = failed and q.groups - q.destroyed - q.halted or 0,
    }
  end,
}
