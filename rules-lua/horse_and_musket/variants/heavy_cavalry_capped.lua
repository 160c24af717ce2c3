variant "heavy_cavalry_capped" {
  of = "horse_and_musket", ruling = "R4",
  doc = "Heavy cavalry against infantry is never graded above elite.",
  options = { heavy_cavalry_capped = true },
  matters = function(state)
    for _, id in ipairs(state.order.units) do
      if state.units[id].troop == "heavy_cavalry" and state.units[id].grade == "elite" then return true end
    end
    return false, "nobody has elite heavy cavalry"
  end,
}
