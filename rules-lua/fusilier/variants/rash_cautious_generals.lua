variant "rash_cautious_generals" {
  of = "fusilier", ruling = "R13",
  doc = "Rash generals are a D10 quicker, cautious ones a D10 slower.",
  options = { temperaments = true },
}
