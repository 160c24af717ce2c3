variant "column_any_win_breaks_through" {
  of = "fusilier", ruling = "R69",
  doc = "A column of assault breaks through by any winning score.",
  cells = { ["constants.column_break_through_margin"] = 1 },
}
