variant "heavy_cavalry_capped" {
  of = "horse_and_musket", ruling = "R4",
  doc = "Heavy cavalry against infantry is never graded above elite.",
  options = { heavy_cavalry_capped = true },
  matters = { units = { troop = "heavy_cavalry", grade = "elite" }, none = "nobody has elite heavy cavalry" },
}
