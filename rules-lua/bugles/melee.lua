-- Melee, Resolving Melees, Voluntary Withdrawal, Involuntary Withdrawal: one round between two stands, and who leaves.

use "melee_dice"
local troops <const> = use "troops"

option "melee_d10" { false, ruling = "R174", doc = "each side of a melee throws a ten-sided die" }
option "only_others_flank" { false, ruling = "R262", doc = "the enemy that a stand fights is never on its flank" }
option "corners_touch" { false, ruling = "R266", doc = "stands that touch at a corner are in contact" }
option "hemmed_in_is_lost" { false, ruling = "R272", doc = "a stand with no room to withdraw from a melee is lost" }
option "melee_round_away" { false, ruling = "R175", doc = "odd differences of a melee round away from nothing" }

local function refuse_formation(rules, q, name, enemy)
  local own, other = q[name], q[enemy]
  local path = name .. ".formation"
  if own.formation == "square" and (own.kind ~= "regular" or own.arm == "mounted") then
    return refuse(path, "cannot be square, except for regular foot")
  elseif own.formation == "back_to_back" and own.arm == "mounted" then
    return refuse(path, "cannot be back_to_back for mounted troops")
  elseif own.formation == "skirmish" and other.formation ~= "skirmish" and not other.disordered
    and not rules.option.caught_skirmishers_fight then
    return refuse(path, "cannot be skirmish against troops in order (R92)")
  end
end

local function refuse_flank(q, name)
  local own = q[name]
  if own.flank_contacts > 0 and (own.formation == "square" or own.formation == "back_to_back") then
    return refuse(name .. ".flank_contacts", "must be 0: it has neither flank nor rear")
  end
end

--- The figures that one side counts against the other; skirmishers against troops in order fight as disordered.
local function counted(rules, q, own, enemy)
  local caught = own.formation == "skirmish" and enemy.formation ~= "skirmish" and not enemy.disordered
  return rules.call("melee.figures", rules.passing("melee.figures", own, {
    figures = own.figures, class = own.class, disordered = own.disordered or caught, mounted = own.arm == "mounted",
    round = q.round, enemy_formation = enemy.formation, enemy_disordered = enemy.disordered,
    enemy_behind_obstacle = enemy.behind_obstacle,
  })).counted
end

local SIDES <const> = { "attacker", "defender" }

--- What a side loses by the outcome.
local function loss(side)
  local destroyed, loses <const> = side .. "_destroyed", side .. "_loses_figure"
  return function(_, q, r)
    if r.outcome == destroyed then return q[side].figures end
    return r.outcome == loses and 1 or 0
  end
end

procedure "melee.resolve" {
  cite = "Resolving Melees, Figures Eligible to Melee, Mounted Charges, R174, R175, R176, R177, R178",
  doc = "One round of melee between two stands.",
  args = {
    enum "round" { "impact", "continuing", default = "impact" },
    object "attacker" { "melee_side", doc = "of the player who has the initiative" },
    object "defender" { "melee_side" },
  },
  dice = "d6 of the attacker, then d6 of the defender", headline = "outcome", good = { "first", of = "attacker" },
  out = {
    int "attacker_figures" { 0, doc = "counted" }, list "attacker_modifiers" { "modifier", default = {} },
    int "attacker_score" {}, int "defender_figures" { 0, doc = "counted" },
    list "defender_modifiers" { "modifier", default = {} }, int "defender_score" {}, int "difference" {},
    enum "outcome" {
      "defender_destroyed", "defender_loses_figure", "continues", "attacker_loses_figure", "attacker_destroyed",
    },
    int "attacker_loss" { 0 }, int "defender_loss" { 0 }, flag "melee_continues" {},
  },
  says = {
    { "outcome=continues", "{attacker_score} against {defender_score}: the melee continues" },
    { "outcome=attacker_loses_figure", "{attacker_score} against {defender_score}: the attacker loses a figure" },
    { "outcome=defender_loses_figure", "{attacker_score} against {defender_score}: the defender loses a figure" },
    { "outcome=attacker_destroyed", "{attacker_score} against {defender_score}: the attacker is destroyed" },
    "{attacker_score} against {defender_score}: the defender is destroyed",
  },
  rounds = {
    carry = "round = continuing, attacker.figures = attacker.figures - attacker_loss,"
      .. " defender.figures = defender.figures - defender_loss",
    over = 'attacker.figures = 0 and "defender" or defender.figures = 0 and "attacker"',
    cite = "Resolving Melees, Continuing Melees", doc = "nobody withdraws, joins or recovers",
  },
  check = function(rules, q)
    return refuse_formation(rules, q, "attacker", "defender") or refuse_formation(rules, q, "defender", "attacker")
      or refuse_flank(q, "attacker") or refuse_flank(q, "defender")
  end,
  before = function(rules, q)
    local w = { attacker = {}, defender = {} }
    w.attacker.figures = counted(rules, q, q.attacker, q.defender)
    w.defender.figures = counted(rules, q, q.defender, q.attacker)
    for i, side in ipairs(SIDES) do
      local own, other = w[side], w[SIDES[3 - i]]
      own.modifiers, own.total = rules.work("melee", q[side], {
        round = q.round, enemy = q[SIDES[3 - i]], excess = own.figures - other.figures, place = side,
      })
    end
    return w
  end,
  resolve = function(rules, _, dice, w)
    local faces = rules.option.melee_d10 and 10 or 6
    local attack = dice.d(faces, "melee", "attacker") + w.attacker.total
    local defence = dice.d(faces, "melee", "defender") + w.defender.total
    return {
      attacker_figures = w.attacker.figures, attacker_modifiers = w.attacker.modifiers, attacker_score = attack,
      defender_figures = w.defender.figures, defender_modifiers = w.defender.modifiers, defender_score = defence,
    }
  end,
  follows = {
    { "difference", function(_, _, r) return r.attacker_score - r.defender_score end },
    { "outcome", function(rules, _, r)
      local tables = rules.tables
      return (rules.option.melee_round_away and tables.melee_results_round_away or tables.melee_results)(r.difference)
    end },
    { "attacker_loss", loss "attacker" }, { "defender_loss", loss "defender" },
    { "melee_continues", function(_, q, r)
      return r.attacker_loss < q.attacker.figures and r.defender_loss < q.defender.figures
    end },
  },
}

modifiers "withdrawal" {
  judges = { "melee.withdraw" }, table = "test_modifiers", cite = "Voluntary Withdrawal",
  { "elite_or_regular", when = function(q) return q.kind == "regular" or q.class == "a" end }, -- R181
}

procedure "melee.withdraw" {
  cite = "Voluntary Withdrawal, R181", doc = "Does a stand get away from a continuing melee?",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES),
    enum "round" { "impact", "continuing", default = "continuing", must = "continuing" },
  },
  dice = "d10", headline = "withdraws", good = "more",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "withdraws" {} },
  says = { { "withdraws", "gets away" }, "does not get away" },
  test = { 10, "withdrawal", modifiers = "withdrawal" },
  rounds = { over = "withdraws and 'withdraws'", cite = "Voluntary Withdrawal", doc = "the melee continues" },
  follows = { { "withdraws", troops.reaches "voluntary_withdrawal" } },
}

procedure "melee.forced_withdrawal" {
  cite = "Involuntary Withdrawal", doc = "Must a stand go back that was halted in its melee?",
  args = {
    flag "halted_in_melee" { doc = "it became halted in this melee this turn" },
    flag "defending_obstacle" { doc = "or a fortification" },
    int "supports_behind" { 0, default = 0, doc = "friends directly behind that it passes" },
    int "base_depth_mm" { 1, default = 50 },
  },
  out = { flag "withdraws" {}, int "distance_mm" { 0 } }, headline = "withdraws",
  says = function(r) return r.withdraws and ("goes back %d mm"):format(r.distance_mm) or "stays" end,
  resolve = function(_, q) return { withdraws = q.halted_in_melee and not q.defending_obstacle } end,
  follows = {
    { "distance_mm", function(_, q, r) return r.withdraws and q.base_depth_mm * (1 + q.supports_behind) or 0 end },
  },
}
