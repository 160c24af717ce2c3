variant "breach_ends_cover" {
  of = "horse_and_musket", ruling = "R81",
  doc = "Breached fieldworks are open ground.",
  options = { breach_ends_cover = true },
  matters = function(state)
    for _, id in ipairs(state.order.areas) do
      if state.areas[id].terrain == "fieldworks" then return true end
    end
    return false, "there are no fieldworks"
  end,
}
