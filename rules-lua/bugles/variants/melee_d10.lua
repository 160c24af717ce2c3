variant "melee_d10" {
  of = "bugles", ruling = "R174",
  doc = "Each side of a melee throws a ten-sided die.",
  options = { melee_d10 = true },
}
