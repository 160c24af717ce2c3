-- Fusilier: a wargames system for the flintlock era, 1700 to 1815.
ruleset "fusilier" {
  title = "Fusilier",
  author = "Ray Lucas",
  edition = "v2.1, November 2006",
  period = "1700 to 1815",
  unit = "mm",
  turn_word = "bound",
  rounding = { mm = "down", min = "up" }, -- R1
  sources = {
    "tables", "time", "orders", "responses", "movement", "artillery", "skirmishers",
    "contact", "combat", "column", "after_combat", "morale", "bases",
  },
  game_sources = {
    "game/army/setup", "game/bound", "game/army/victory", "game/army/losses", "game/army/symbols", "game/army/roster",
    "game/solo/commander",
    "game/combat/prospects",
  },
}
