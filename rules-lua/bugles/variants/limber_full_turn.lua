variant "limber_full_turn" {
  of = "bugles", ruling = "R73",
  doc = "Only elite crews move in the turn in which they limber or unlimber.",
  options = { limber_full_turn = true },
}
