variant "fieldworks_all_round" {
  of = "horse_and_musket", ruling = "R80",
  doc = "Fieldworks protect on every side.",
  options = { fieldworks_all_round = true },
  matters = function(state)
    for _, id in ipairs(state.order.areas) do
      if state.areas[id].terrain == "fieldworks" then return true end
    end
    return false, "there are no fieldworks"
  end,
}
