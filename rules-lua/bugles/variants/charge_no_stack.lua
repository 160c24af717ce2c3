variant "charge_no_stack" {
  of = "bugles", ruling = "R55",
  doc = "A doubled charge doubles the plain sum of its dice; horse and fleet troops double no dice besides.",
  options = { charge_no_stack = true },
}
