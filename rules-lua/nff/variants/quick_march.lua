-- Numbers of a whole column: a star stands for every row, and a function changes each cell. What a march column may
-- cover by road follows everywhere: in ask and odds, in battles, in the refusals and in what :legal offers.
variant "quick_march" {
  of = "nff", cite = "house",
  doc = "A march column goes a quarter farther by road.",
  matters = { areas = { terrain = "road" }, none = "there is no road" },
  cells = { ["movement_rates.*.road_in"] = function(old) return old * 5 / 4 end },
}
