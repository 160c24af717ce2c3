-- A wrap of a procedure that is asked in each fight, and whose odds the solo commander looks at.
variant "bench_melee" {
  of = "fusilier", cite = "house", doc = "Units of the best quality never come to nothing.",
  wraps = {
    ["combat.infantry"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      for _, unit in ipairs(result.a) do
        if unit.score and unit.score < -40 then unit.score = -40 end
      end
      return result
    end,
  },
}
