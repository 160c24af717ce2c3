variant "long_range_die_each" {
  of = "horse_and_musket", ruling = "R54",
  doc = "Each unit that guns fire at at long range has its own throw for the number of shots.",
  options = { long_range_die_each = true },
  matters = { units = { troop = "artillery" }, none = "nobody has guns" },
}
