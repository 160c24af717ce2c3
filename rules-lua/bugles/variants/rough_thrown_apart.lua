variant "rough_thrown_apart" {
  of = "bugles", ruling = "R224",
  doc = "A way over rough ground is thrown for apart, when a stand first takes one: declare the ways first.",
  options = { rough_thrown_apart = true },
}
