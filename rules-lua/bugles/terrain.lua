-- R25: what each kind of ground does to movement, fire, melee and sight. A row is a kind of ground.

lookup "terrain" {
  key = "terrain", columns = { "going", "cover", "obstacle", "sight", "very_steep", "soft", "counts_as" },
  sparse = "none", cite = "R25",
  doc = "going: what it does to movement; soft ground ends solid shot; counts_as: drawn and seen as that kind",
}
