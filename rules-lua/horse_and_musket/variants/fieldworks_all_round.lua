variant "fieldworks_all_round" {
  of = "horse_and_musket", ruling = "R80",
  doc = "Fieldworks protect on every side.",
  options = { fieldworks_all_round = true },
  matters = { areas = { terrain = "fieldworks" }, none = "there are no fieldworks" },
}
