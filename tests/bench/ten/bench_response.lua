-- A wrap of a procedure that other procedures ask, for each unit of a fight.
variant "bench_response" {
  of = "fusilier", cite = "house", doc = "The Old Guard does not rout.",
  fields = { unit = { flag "steady" {} } },
  wraps = {
    ["combat.response"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.steady and result.response == "rout" then result.response = "retreat" end
      return result
    end,
  },
}
