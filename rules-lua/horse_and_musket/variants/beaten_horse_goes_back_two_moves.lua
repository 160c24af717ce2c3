-- The simplest way to change what happens: a procedure is wrapped, and one field of its result changed. What else of a
-- retreat is another then (who is in the way on the second move, the edge of the table), follows of itself, and the
-- battle goes by it.
variant "beaten_horse_goes_back_two_moves" {
  of = "horse_and_musket", cite = "house",
  doc = "Horse that goes back does so for two full moves.",
  matters = { units = { arm = "cavalry" }, none = "nobody has horse" },
  wraps = {
    ["retreat.resolve"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if rules.tables.units(q.troop, "arm") == "cavalry" then result.move_mm = 2 * result.move_mm end
      return result
    end,
  },
}
