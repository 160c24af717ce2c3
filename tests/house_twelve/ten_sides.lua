local function one_die(published, rules, q, dice)
  return published(rules, q, with(dice, { sum = function(_, _, label, who) return dice.d(10, label, who) end }))
end

variant "ten_sides" {
  of = "fusilier", cite = "house", doc = "Combats throw one D10 in place of two D6.",
  out = { unit_result = { int "roll" { 1, 10, optional = true } }, column_result = { int "roll" { 1, 10, optional = true } } },
  wraps = { ["combat.infantry"] = one_die, ["combat.column_assault"] = one_die },
}
