-- Napoleonic Fire & Fury: a module of 1792 to 1815 over Fire and Fury. The charts of the parent game are data in
-- charts/, each row with its provenance: what is published, and what stands in for a chart that is not. An owner of the
-- parent game plays by their own: --charts FOLDER.
ruleset "nff" {
  title = "Napoleonic Fire & Fury",
  author = "Wilbur E. Gray, over Fire and Fury by Richard Hasenauer",
  edition = "1.3 (2000)", period = "1792 to 1815",
  unit = "in", turn_word = "turn", piece = "unit",
  sources = {
    "tables", "muster", "mixed", "effectiveness", "infantry", "cavalry", "command", "reserve", "movement",
    "formations", "artillery", "aim", "fire_points", "fire", "leaders", "charges", "charge_combat", "engineers",
    "victory",
  },
  game_sources = {
    "game/army/forces", "game/army/setup", "game/turn", "game/army/victory", "game/army/losses", "game/army/symbols",
    "game/army/roster", "game/army/terse",
    "game/movement/movement", "game/movement/formations", "game/movement/artillery",
    "game/command/engineers", "game/command/batteries", "game/command/grand_batteries", "game/solo/commander",
    "game/command/disputes", "game/combat/prospects",
  },
}
