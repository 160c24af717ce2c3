variant "remount_then_ride" {
  of = "bugles", ruling = "R72",
  doc = "After mounting, the other dice are ridden: each counts twice.",
  options = { remount_then_ride = true },
}
