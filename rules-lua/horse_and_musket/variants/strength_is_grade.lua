variant "strength_is_grade" {
  of = "horse_and_musket", ruling = "R28",
  doc = "Infantry charges infantry of equal or lower grade, however many hits either has.",
  options = { strength_is_grade = true },
}
