variant "weight_of_shot" {
  of = "bugles", ruling = "R156",
  doc = "Heavier shot counts for more against cover.",
  options = { weight_of_shot = true },
}
