variant "any_defeat" {
  of = "horse_and_musket", ruling = "R93",
  doc = "The loss of guns or wagons defeats their brigade as the defeat of foot or horse does.",
  options = { any_defeat = true },
  matters = function(state)
    for _, id in ipairs(state.order.units) do
      local troop = state.units[id].troop
      if troop == "artillery" or troop == "wagons" then return true end
    end
    return false, "neither side has guns or wagons"
  end,
}
