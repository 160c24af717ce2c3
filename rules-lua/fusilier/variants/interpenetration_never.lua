variant "interpenetration_never" {
  of = "fusilier", ruling = "R34",
  doc = "Troops never move through friends.",
  options = { interpenetration = false },
}
