-- The simplest way to change what happens: wrap a procedure and change one field of its result. The unit moves twice as
-- far, and the battle deals as usual with friends, enemies and the table edge that it meets on the second move.
variant "beaten_horse_goes_back_two_moves" {
  of = "horse_and_musket", cite = "house",
  doc = "Cavalry that retreats goes back two full moves.",
  matters = { units = { arm = "cavalry" }, none = "neither side has cavalry" },
  wraps = {
    ["retreat.resolve"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if rules.tables.units(q.troop, "arm") == "cavalry" then result.move_mm = 2 * result.move_mm end
      return result
    end,
  },
}
