variant "evade_short_rule" {
  of = "bugles", ruling = "R91",
  doc = "Skirmishers evade on 5 at any distance, and stop half a normal move from the chargers.",
  options = { evade_short_rule = true },
}
