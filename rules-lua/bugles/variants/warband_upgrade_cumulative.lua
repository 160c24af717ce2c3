variant "warband_upgrade_cumulative" {
  of = "bugles", ruling = "R14",
  doc = "Upgrades of war-bands add up: the price of a class includes the steps below it.",
  options = { warband_upgrade_cumulative = true },
}
