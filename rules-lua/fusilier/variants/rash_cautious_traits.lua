-- The rule of `rash_cautious_generals` (4.4) as a trait of the leader. Each question about a formation contains the
-- trait of its commander.
local TRAITS <const> = { rash = -1, cautious = 1 }

variant "rash_cautious_traits" {
  of = "fusilier", ruling = "R13", cite = "4.4", conflicts = { "rash_cautious_generals" },
  doc = "A formation with a rash general acts a D10 sooner, one with a cautious general a D10 later.",
  fields = { leader = { enum "trait" { "none", "rash", "cautious", default = "none" } } },
  wraps = {
    ["order.activation"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      local by = TRAITS[q.trait]
      if by then result.temperament_min = by * dice.d(10, "temperament") end
      return result -- the total of minutes follows
    end,
  },
}
