variant "defensive_fire_is_extra" {
  of = "bugles", ruling = "R107",
  doc = "A stand that gave defensive fire may fire in return as well.",
  options = { defensive_fire_is_extra = true },
}
