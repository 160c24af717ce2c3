variant "activation_plus_die_lengthens" {
  of = "fusilier", ruling = "R11",
  doc = "The plus die lengthens activation and the minus die shortens it.",
  conflicts = { "activation_difference_absolute" },
  options = { activation_dice = "add" },
}
