variant "reforming_any_arm" {
  of = "fusilier", ruling = "R58",
  doc = "Reforming weakens infantry fighting infantry too.",
  options = { reforming_any_arm = true },
}
