variant "dragoons_fire" {
  of = "horse_and_musket", ruling = "R7",
  doc = "Dragoons fire carbines and need a six.",
  tables = { small_arms_to_hit = "small_arms_to_hit_dragoons" },
  cells = { ["units.dragoons.default_weapon"] = "carbine" },
  matters = { units = { troop = "dragoons" }, none = "no unit is of the type dragoons" },
}
