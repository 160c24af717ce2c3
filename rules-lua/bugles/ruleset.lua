-- Bugles, Bullets, and Blades: wargames rules for the colonial era, for middling to large battles.
ruleset "bugles" {
  title = "Bugles, Bullets, and Blades",
  author = "Greg Blake",
  edition = "2000",
  period = "the colonial era",
  unit = "mm",
  turn_word = "turn",
  rounding = { mm = "down" }, -- R10
  game_sources = {
    "game/army/setup", "game/turn", "game/command/leaders", "game/army/removal",
  },
  sources = {
    "tables", "army", "command", "leaders", "movement", "turning", "limbering", "disorder", "skirmishers",
    "formations", "ambush", "visibility", "snipers",
    "aim", "to_hit", "fire", "machine_guns", "artillery", "penetration", "crews", "cover", "charges", "melee_dice",
    "melee", "withdrawal", "morale",
  },
}
