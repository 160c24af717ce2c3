variant "any_defeat" {
  of = "horse_and_musket", ruling = "R93",
  doc = "The loss of guns or wagons defeats their brigade as the defeat of foot or horse does.",
  options = { any_defeat = true },
  matters = { units = { troop = { "artillery", "wagons" } }, none = "neither side has guns or wagons" },
}
