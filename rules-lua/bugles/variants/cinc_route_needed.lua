variant "cinc_route_needed" {
  of = "bugles", ruling = "R31",
  doc = "A commander in chief without a clear route to every group leader takes 4 from the End of Turn Dice.",
  options = { cinc_route_needed = true },
}
