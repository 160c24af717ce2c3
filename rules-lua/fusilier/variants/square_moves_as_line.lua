variant "square_moves_as_line" {
  of = "fusilier", ruling = "R27",
  doc = "A square moves at the rate of a line.",
  cells = { ["movement_rates.infantry_square"] = 30 },
}
