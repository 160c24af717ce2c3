variant "gone_units_not_counted" {
  of = "fusilier", ruling = "R85",
  doc = "Units gone in earlier bounds are not counted as lost.",
  options = { gone_units_count = false },
}
