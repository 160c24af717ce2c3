-- The published variant's rule once more (4.4), as a field of the leader: all of it stands here. The field is in each
-- question about a formation that he commands.
local TRAITS <const> = { rash = -1, cautious = 1 }

variant "rash_cautious_traits" {
  of = "fusilier", ruling = "R13", cite = "4.4", conflicts = { "rash_cautious_generals" },
  doc = "A rash general's formation is a D10 quicker, a cautious one's a D10 slower, by a trait of his.",
  fields = { leader = { enum "trait" { "none", "rash", "cautious", default = "none" } } },
  wraps = {
    ["order.activation"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      local by = TRAITS[q.trait]
      if by then result.temperament_min = by * dice.d(10, "temperament") end
      return result -- the minutes in all follow
    end,
  },
}
