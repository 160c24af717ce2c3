-- Bugles, Bullets, and Blades: wargames rules for the colonial era, for middling to large battles.
ruleset "bugles" {
  title = "Bugles, Bullets, and Blades",
  author = "Greg Blake",
  edition = "2000",
  period = "the colonial era",
  unit = "mm", piece = "unit",
  turn_word = "turn",
  rounding = { mm = "down" }, -- R10
  game_sources = {
    "game/army/forces", "game/army/setup", "game/turn", "game/army/victory", "game/army/losses", "game/army/symbols",
    "game/army/roster",
    "game/movement/movement", "game/movement/turning", "game/movement/formations", "game/movement/skirmishers",
    "game/movement/guns",
    "game/fire/snipers", "game/fire/ammunition",
    "game/combat/prospects", "game/solo/commander",
  },
  sources = {
    "tables", "army", "command", "leaders", "movement", "turning", "limbering", "disorder", "skirmishers",
    "formations", "visibility", "snipers",
    "aim", "to_hit", "fire", "machine_guns", "artillery", "penetration", "crews", "charges", "melee_dice",
    "melee", "morale",
  },
}
