variant "breach_ends_cover" {
  of = "horse_and_musket", ruling = "R81",
  doc = "Breached fieldworks are open ground.",
  options = { breach_ends_cover = true },
  matters = { areas = { terrain = "fieldworks" }, none = "there are no fieldworks" },
}
