variant "natural_six_hits" {
  of = "horse_and_musket", ruling = "R50",
  doc = "A six always hits, whatever is needed.",
  options = { natural_six_hits = true },
}
