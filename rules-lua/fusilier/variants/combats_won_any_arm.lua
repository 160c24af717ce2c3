variant "combats_won_any_arm" {
  of = "fusilier", ruling = "R58",
  doc = "Combats won tire every arm.",
  options = { combats_won_any_arm = true },
}
