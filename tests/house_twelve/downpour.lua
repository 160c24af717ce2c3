-- Rain: played with --variant ./downpour.lua@3- it begins in bound 3.
variant "downpour" {
  of = "fusilier", cite = "house", doc = "In the rain guns do a point less and skirmishers do nothing.",
  wraps = {
    ["artillery.fire"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      result.damage_points = math.max(0, result.damage_points - 1)
      return result
    end,
  },
  moments = {
    turn_begins = function(play) play:tell("downpour", { cite = "house" }) end,
  },
}

story { downpour = "It pours." }
