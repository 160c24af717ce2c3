variant "half_strength_dice" {
  of = "bugles", ruling = "R85",
  doc = "Back to back stands fire with half their dice, all figures counting.",
  options = { half_strength_dice = true },
}
