-- Horse and Musket: wargames rules for the wars of the eighteenth century, with lists for the Seven Years War.
ruleset "horse_and_musket" {
  title = "Horse and Musket",
  edition = "10 February 2018",
  period = "the eighteenth century; lists for 1756 to 1763",
  unit = "mm", piece = "unit",
  turn_word = "round",
  rounding = { mm = "up" }, -- R1
  sources = {
    "tables", "initiative", "rally", "command", "grades", "charges", "bases", "movement", "formations", "terrain",
    "aim", "fire", "artillery", "cover", "hits", "supports", "melee_dice", "melee", "retreat", "colours", "solo",
    "army",
  },
  game_sources = {
    "game/army/forces", "game/army/setup", "game/round", "game/army/victory", "game/army/losses", "game/army/symbols",
    "game/army/roster",
    "game/solo/commander", "game/combat/prospects", "game/army/terse",
  },
}
