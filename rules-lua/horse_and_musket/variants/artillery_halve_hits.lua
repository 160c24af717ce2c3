variant "artillery_halve_hits" {
  of = "horse_and_musket", ruling = "R53",
  doc = "Guns throw a die for each of the number thrown, and their hits are halved.",
  options = { artillery_halve_hits = true },
  matters = function(state)
    for _, id in ipairs(state.order.units) do
      if state.units[id].troop == "artillery" then return true end
    end
    return false, "nobody has guns"
  end,
}
