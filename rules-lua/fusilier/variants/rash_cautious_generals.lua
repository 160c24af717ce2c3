variant "rash_cautious_generals" {
  of = "fusilier", ruling = "R13",
  doc = "Rash generals are a D10 quicker, cautious ones a D10 slower.",
  options = { temperaments = true },
  matters = function(state)
    for _, id in ipairs(state.order.formations) do -- the general whose formation is ordered counts (R13)
      local commander = state.leaders[state.formations[id].commander or ""]
      if commander and commander.temperament ~= "normal" then return true end
    end
    return false, "no formation has a rash or cautious general"
  end,
}
