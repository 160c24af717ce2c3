variant "simultaneous_return" {
  of = "bugles", ruling = "R108",
  doc = "Losses come off before return fire only if the unit hit had moved and the firers had not.",
  options = { simultaneous_return = true },
}
