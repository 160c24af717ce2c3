-- A refusal with a reason of its own: the wrap gives its word, `reasons` its sentence and where it comes from. The
-- question is asked wherever a charge is thought of, so that none is proposed, and `ask charge.legality` says so too.
variant "staggered_no_charge" {
  of = "horse_and_musket", cite = "house",
  doc = "The staggered may not charge.",
  reasons = { staggered = { "the staggered do not charge", cite = "house" } },
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
