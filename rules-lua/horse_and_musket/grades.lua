-- Grading, 6.6.10: whose grade is superior.

local troops <const> = use "troops"

option "heavy_cavalry_capped" { false, ruling = "R4",
  doc = "heavy cavalry against infantry is never graded above elite",
  matters = { units = { troop = "heavy_cavalry", grade = "elite" }, none = "nobody has elite heavy cavalry" } }

--- A grade's rank; heavy cavalry counts one higher against infantry (R4).
local function rank_of(rules, troop, grade, against)
  local rank = rules.tables.grades(grade)
  if not troops.is(rules, troop, "heavy_cavalry") or not troops.is_infantry(rules, against) then return rank end
  return rules.option.heavy_cavalry_capped and math.min(rank + 1, rules.tables.grades "elite") or rank + 1
end

procedure "grade.compare" {
  cite = "Grading 6.6.10 R3 R4", doc = "Which of two units is superior to the other?", piece = "none",
  args = {
    enum "a_troop" (troops.FIGHTERS), enum "a_grade" (troops.GRADES),
    enum "b_troop" (troops.FIGHTERS), enum "b_grade" (troops.GRADES),
  },
  out = { int "a_rank" { 1 }, int "b_rank" { 1 }, enum "superior" { "a", "b", "none" } }, headline = "superior",
  says = function(r) return r.superior == "none" and "neither is superior" or ("%s is superior"):format(r.superior) end,
  resolve = function(rules, q)
    local a = rank_of(rules, q.a_troop, q.a_grade, q.b_troop)
    local b = rank_of(rules, q.b_troop, q.b_grade, q.a_troop)
    return { a_rank = a, b_rank = b, superior = a > b and "a" or b > a and "b" or "none" }
  end,
}
