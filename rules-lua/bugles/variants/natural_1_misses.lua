variant "natural_1_misses" {
  of = "bugles", ruling = "R115",
  doc = "A die of fire that shows 1 never hits.",
  options = { natural_1_misses = true },
}
