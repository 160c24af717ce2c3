variant "ground_hides_itself" {
  of = "fusilier", ruling = "R22",
  doc = "A general does not see ground deep in a wood or a building, and orders nobody there.",
  options = { ground_hides_itself = true },
}
