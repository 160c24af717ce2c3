variant "long_range_die_each" {
  of = "horse_and_musket", ruling = "R54",
  doc = "Each unit that guns fire at at long range has its own throw for the number of shots.",
  options = { long_range_die_each = true },
  matters = function(state)
    for _, id in ipairs(state.order.units) do
      if state.units[id].troop == "artillery" then return true end
    end
    return false, "nobody has guns"
  end,
}
