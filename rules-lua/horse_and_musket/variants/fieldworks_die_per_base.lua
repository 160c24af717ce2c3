variant "fieldworks_die_per_base" {
  of = "horse_and_musket", ruling = "R65",
  doc = "Fieldworks give their defender a die for each of his four bases.",
  cells = { ["melee_dice.defending_fieldworks"] = 4 },
  matters = { areas = { terrain = "fieldworks" }, none = "there are no fieldworks" },
}
