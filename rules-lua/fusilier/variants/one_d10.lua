-- Other dice: the published procedure is called with dice whose `sum` throws what the house rule says. Odds, story,
-- replay and dice of a real table follow. No unit comes to nothing as easily as with two dice that can show 2.
local function one_die(published, rules, q, dice)
  return published(rules, q, with(dice, { sum = function(_, _, label, who) return dice.d(10, label, who) end }))
end

variant "one_d10" {
  of = "fusilier", cite = "house",
  doc = "Infantry combat throws one ten-sided die in place of two six-sided ones.",
  out = { -- what a score's throw may come to
    unit_result = { int "roll" { 1, 10, optional = true } }, column_result = { int "roll" { 1, 10, optional = true } },
  },
  wraps = { ["combat.infantry"] = one_die, ["combat.column_assault"] = one_die },
}
