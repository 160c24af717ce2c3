variant "endless" { of = "toy", doc = "A house rule that never comes to an end." }

wrap "morale.test" (function(published, rules, q, dice)
  local result = published(rules, q, dice)
  while true do result.roll = result.roll + 1 end
end)
