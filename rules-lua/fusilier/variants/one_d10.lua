-- Other dice: the wrap calls the published procedure with dice whose `sum` throws one ten-sided die. Odds, story,
-- replay and the dice of a real table follow.
local function one_die(published, rules, q, dice)
  return published(rules, q, with(dice, { sum = function(_, _, label, who) return dice.d(10, label, who) end }))
end

variant "one_d10" {
  of = "fusilier", cite = "house",
  doc = "Infantry combat throws one ten-sided die in place of two six-sided ones.",
  out = { -- a roll may be 1 now; cavalry, which throws two dice still, has the same record
    unit_result = { int "roll" { 1, 12, optional = true } }, column_result = { int "roll" { 1, 12, optional = true } },
  },
  wraps = { ["combat.infantry"] = one_die, ["combat.column_assault"] = one_die },
}
