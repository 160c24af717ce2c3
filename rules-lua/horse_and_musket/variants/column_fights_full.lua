variant "column_fights_full" {
  of = "horse_and_musket", ruling = "R34",
  doc = "A column fights hand to hand with all four dice.",
  options = { column_fights_full = true },
}
