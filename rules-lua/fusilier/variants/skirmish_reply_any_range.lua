variant "skirmish_reply_any_range" {
  of = "fusilier", ruling = "R47",
  doc = "Formed infantry replies to rifles at their own range.",
  cells = { ["skirmish_fire.stationary_formed_infantry.skirmishers.max_range_mm"] = 400 },
}
