-- Voluntary Withdrawal, Involuntary Withdrawal: who leaves a melee.

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
    enum "round" { "impact", "continuing", default = "continuing", must = "continuing" },
  },
  dice = "d10",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "withdraws" {} },
  headline = "withdraws",
  says = { { "withdraws", "gets away" }, "does not get away" },
  test = { 10, "withdrawal", modifiers = "withdrawal" },
  follows = { { "withdraws", troops.reaches "voluntary_withdrawal" } },
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
  resolve = function(_, q) return { withdraws = q.halted_in_melee and not q.defending_obstacle } end,
  follows = {
    { "distance_mm", function(_, q, r) return r.withdraws and q.base_depth_mm * (1 + q.supports_behind) or 0 end },
  },
}
