variant "order_table_literal" {
  of = "fusilier", ruling = "R8",
  doc = "The order table read as printed: four steps, brigade to unit without time.",
  tables = { order_times = "order_times_literal" },
  options = { order_levels = "separate" },
}
