variant "blocker_only_hit" {
  of = "horse_and_musket", ruling = "R46",
  doc = "Of two units that pass through each other only the one in the way takes a hit.",
  options = { blocker_only_hit = true },
}
