-- Moments: a line of the story for each turn, and a look at all losses.
variant "bench_moments" {
  of = "fusilier", cite = "house", doc = "Losses are looked at before they are applied; each bound tells who stands.",
  moments = {
    turn_begins = function(play)
      local standing = 0
      for _, unit in play:units() do
        if unit.status ~= "gone" then standing = standing + 1 end
      end
      play:tell("standing", { count = standing, cite = "house" })
    end,
    before_losses = function(_, unit, losses) return unit.status == "gone" and 0 or losses end,
  },
}

story { standing = "{count} units stand." }
