-- Cells: data, and a formula over many of them.
variant "bench_ranges" {
  of = "fusilier", cite = "house", doc = "Ranges are worked by a formula.",
  cells = { ["artillery_ranges.*.long_mm"] = function(old) return old * 8 // 8 end },
}
