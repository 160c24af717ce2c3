variant "penetration_needs_hit" {
  of = "bugles", ruling = "R149",
  doc = "A shot that misses its first target goes no further.",
  options = { penetration_needs_hit = true },
}
