-- A refusal with a new reason: the wrap adds the word, `reasons` gives its sentence and its source. The game asks this
-- question before each charge, so :legal does not offer the charge and `ask charge.legality` explains why.
variant "staggered_no_charge" {
  of = "horse_and_musket", cite = "house",
  doc = "Staggered units may not charge.",
  reasons = { staggered = { "staggered units may not charge", cite = "house" } },
  wraps = {
    ["charge.legality"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.staggered then
        result.legal = false
        table.insert(result.reasons, "staggered")
      end
      return result
    end,
  },
}
