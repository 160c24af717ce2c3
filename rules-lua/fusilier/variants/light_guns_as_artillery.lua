variant "light_guns_as_artillery" {
  of = "fusilier", ruling = "R30",
  doc = "Light guns take terrain as artillery does and need time to limber.",
  options = { light_guns_as_artillery = true },
  cells = { ["evolutions.light_artillery.limbered.unlimbered"] = 3 },
}
