variant "modern_stacks_rifling" {
  of = "bugles", ruling = "R137",
  doc = "Modern ordnance has the range of rifling as well, three times the range in all.",
  options = { modern_stacks_rifling = true },
}
