variant "retreat_is_retrograde" {
  of = "horse_and_musket", ruling = "R73",
  doc = "Retreats are made at the rate for difficult going.",
  options = { retreat_is_retrograde = true },
}
