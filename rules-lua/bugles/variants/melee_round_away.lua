variant "melee_round_away" {
  of = "bugles", ruling = "R175",
  doc = "Odd differences of a melee round away from nothing.",
  options = { melee_round_away = true },
}
