variant "fieldworks_die_per_base" {
  of = "horse_and_musket", ruling = "R65",
  doc = "Fieldworks give their defender a die for each of his four bases.",
  cells = { ["melee_dice.defending_fieldworks"] = 4 },
  matters = function(state)
    for _, id in ipairs(state.order.areas) do
      if state.areas[id].terrain == "fieldworks" then return true end
    end
    return false, "there are no fieldworks"
  end,
}
