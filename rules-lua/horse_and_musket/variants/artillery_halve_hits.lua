variant "artillery_halve_hits" {
  of = "horse_and_musket", ruling = "R53",
  doc = "Guns throw a die for each of the number thrown, and their hits are halved.",
  options = { artillery_halve_hits = true },
  matters = { units = { troop = "artillery" }, none = "nobody has guns" },
}
