-- Modifiers: one that a field of units gives, and one with a function.
variant "bench_guards" {
  of = "fusilier", cite = "house", doc = "Guards fight better, and so do fresh troops of some quality.",
  fields = { unit = { enum "guard" { "none", "young", "old", default = "none" } } },
  modifiers = {
    { "guard", of = "infantry", cite = "house", when = function(unit) return unit.guard == "old" end,
      value = function(_, unit) return unit.guard == "old" and 2 or 1 end },
    { "fresh", 0, of = "cavalry", cite = "house", when = function(unit) return unit.quality > 5 end },
  },
}
