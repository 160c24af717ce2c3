variant "elite_gunner_once" {
  of = "bugles", ruling = "R136",
  doc = "Elite gunners have the better score to hit, and add nothing to their dice of fire.",
  options = { elite_gunner_once = true },
}
