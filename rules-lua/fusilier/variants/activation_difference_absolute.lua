variant "activation_difference_absolute" {
  of = "fusilier", ruling = "R11",
  doc = "The bare difference of the two dice always shortens activation.",
  conflicts = { "activation_plus_die_lengthens" },
  options = { activation_dice = "absolute" },
}
