variant "a_skirmishers_fire_normally" {
  of = "bugles", ruling = "R90",
  doc = "Class a skirmishers fire as in close order.",
  options = { a_skirmishers_fire_normally = true },
}
