variant "arc_45_each_side" {
  of = "bugles", ruling = "R124",
  doc = "The arc of fire is 45 degrees to either side.",
  options = { arc_45_each_side = true },
}
