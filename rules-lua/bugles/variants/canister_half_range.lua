variant "canister_half_range" {
  of = "bugles", ruling = "R145",
  doc = "Canister at more than half of its own range takes the modifier of half range.",
  options = { canister_half_range = true },
}
