variant "saves_stack" {
  of = "horse_and_musket", ruling = "R56",
  doc = "Each ground for saving hits is thrown for in turn.",
  options = { saves_stack = true },
}
