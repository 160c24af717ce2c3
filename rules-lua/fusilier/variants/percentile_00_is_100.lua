variant "percentile_00_is_100" {
  of = "fusilier", ruling = "R89",
  doc = "Two noughts on percentile dice are 100.",
  options = { percentile_00 = 100 },
}
