variant "half_rounds_down" {
  of = "horse_and_musket", ruling = "R20",
  doc = "Half of an odd number of units is rounded down.",
  options = { half_rounds_down = true },
}
