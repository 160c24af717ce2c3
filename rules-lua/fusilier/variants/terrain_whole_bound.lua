variant "terrain_whole_bound" {
  of = "fusilier", ruling = "R28",
  doc = "The worst passable terrain of a path slows the whole of it.",
  options = { terrain_whole_bound = true },
}
