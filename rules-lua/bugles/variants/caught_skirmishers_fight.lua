variant "caught_skirmishers_fight" {
  of = "bugles", ruling = "R92",
  doc = "Skirmishers that do not evade are not destroyed: they fight, with half their figures.",
  options = { caught_skirmishers_fight = true },
}
