variant "initial_orders_travel" {
  of = "fusilier", ruling = "R14",
  doc = "Orders written before the start travel to their formations too.",
  options = { initial_orders_travel = true },
}
