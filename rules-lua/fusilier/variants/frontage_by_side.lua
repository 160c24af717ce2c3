variant "frontage_by_side" {
  of = "fusilier", ruling = "R55",
  doc = "Frontages of whole sides are compared, for every unit.",
  options = { frontage_by_side = true },
}
