-- Voluntary Withdrawal, Involuntary Withdrawal: who leaves a melee.

local to_hit <const> = use "to_hit"
local troops <const> = use "troops"

modifiers "withdrawal" {
  judges = { "melee.withdraw" }, table = "test_modifiers", cite = "Voluntary Withdrawal",
  { "elite_or_regular", when = function(q) return q.kind == "regular" or q.class == "a" end }, -- R181
}

procedure "melee.withdraw" {
  cite = "Voluntary Withdrawal R181",
  doc = "Does a stand get away from a continuing melee?",
  piece = "unit",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES),
    enum "round" { "impact", "continuing", default = "continuing" },
  },
  dice = "d10",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "withdraws" {} },
  headline = "withdraws",
  says = function(r) return r.withdraws and "gets away" or "does not get away" end,
  check = function(_, q)
    if q.round == "impact" then return refuse("round", "must be continuing") end
  end,
  before = function(rules, q)
    local applied, total = rules.work("withdrawal", q)
    return { modifiers = applied, total = total }
  end,
  resolve = function(rules, _, dice, w)
    local score, need = dice.d(to_hit.FACES, "withdrawal") + w.total, rules.tables.d10_tests "voluntary_withdrawal"
    return { modifiers = w.modifiers, score = score, withdraws = score >= need }
  end,
  follows = function(rules, _, r, was)
    if r.score ~= was.score and r.withdraws == was.withdraws then
      r.withdraws = r.score >= rules.tables.d10_tests "voluntary_withdrawal"
    end
  end,
}

procedure "melee.forced_withdrawal" {
  cite = "Involuntary Withdrawal",
  doc = "Must a stand go back that was halted in its melee?",
  piece = "unit",
  args = {
    flag "halted_in_melee" { doc = "it became halted in this melee this turn" },
    flag "defending_obstacle" { doc = "or a fortification" },
    int "supports_behind" { 0, default = 0, doc = "friends directly behind that it passes" },
    int "base_depth_mm" { 1, default = 50 },
  },
  out = { flag "withdraws" {}, int "distance_mm" { 0 } },
  headline = "withdraws",
  says = function(r) return r.withdraws and ("goes back %d mm"):format(r.distance_mm) or "stays" end,
  resolve = function(_, q)
    local withdraws = q.halted_in_melee and not q.defending_obstacle
    return { withdraws = withdraws, distance_mm = withdraws and q.base_depth_mm * (1 + q.supports_behind) or 0 }
  end,
  follows = function(_, q, r, was)
    if r.withdraws ~= was.withdraws and r.distance_mm == was.distance_mm then
      r.distance_mm = r.withdraws and q.base_depth_mm * (1 + q.supports_behind) or 0
    end
  end,
}
