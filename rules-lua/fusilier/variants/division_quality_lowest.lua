variant "division_quality_lowest" {
  of = "fusilier", ruling = "R91",
  doc = "A division tests with the lowest factor of its brigades.",
  options = { division_quality = "lowest" },
}
