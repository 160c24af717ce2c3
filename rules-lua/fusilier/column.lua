-- 10.2: the column of assault, and its deploying when the assault fails.

local fight <const> = use "fight"

procedure "combat.column_assault" {
  cite = "10.2 10.5 10.6 R69 R70", doc = "A column of assault attacks one unit.",
  good = { "more", of = "columns" },
  args = {
    int "frontage_mm" { 1, doc = "front of the whole column" },
    list "columns" { "unit_column" }, object "defender" { "unit_infantry" },
  },
  dice = "2d6 for each battalion of the column in order, then for the defender", headline = "broken_through",
  out = {
    flag "broken_through" {}, enum "winner" { "columns", "defender", "none" }, list "columns" { "column_result" },
    object "defender" { "unit_result" },
  },
  says = function(r)
    return ("%s; columns %s, defender %s"):format(
      r.broken_through and "breaks through" or "does not break through",
      fight.tell_list(r.columns), fight.tell(r.defender))
  end,
  before = function(rules, q)
    local front, facing = q.frontage_mm, q.defender.frontage_mm
    return {
      columns = fight.side(rules, q.columns, "columns", "infantry", { own = front, opposing = facing }),
      defender = fight.work(rules, q.defender, "defender", "infantry", { own = facing, opposing = front }),
    }
  end,
  resolve = function(rules, _, dice, worked)
    local columns = fight.throw(dice, worked.columns)
    local thrown = fight.throw(dice, { worked.defender })
    local winner = fight.settle(rules, dice, worked.defender, thrown, worked.columns, columns)
    local defender = thrown[1]
    local broken = false
    for _, unit in ipairs(columns) do
      unit.breaks_through = unit.margin >= rules.constant.column_break_through_margin and not unit.zero_or_less
      broken = broken or unit.breaks_through
    end
    for _, unit in ipairs(columns) do
      local stays = unit.response == "hold" or unit.response == "draw" or unit.response == "unbeaten"
      unit.must_deploy = not broken and stays and defender.response ~= "rout" -- R70
    end
    if broken and defender.response == "hold" then defender.response = "retreat" end -- R69
    return { broken_through = broken, winner = winner, columns = columns, defender = defender }
  end,
}

local function outcome_of(q, needed)
  return q.free_left_mm >= needed and q.free_right_mm >= needed and "deploys" or "breaks"
end

local function time_of(rules, q, outcome)
  if outcome ~= "deploys" then return 0 end
  local evolution = rules.passing("move.evolution", q, { arm = "infantry", from = "column", to = "line" })
  return rules.call("move.evolution", evolution).time_min
end

procedure "column.deploy" {
  cite = "10.2 R72", piece = "unit",
  doc = "Can a column that failed deploy into line?",
  args = {
    int "line_frontage_mm" { 1 }, int "column_frontage_mm" { 1 },
    int "free_left_mm" { 0, doc = "clear ground beside the column" },
    int "free_right_mm" { 0 },
  },
  out = { int "needed_each_side_mm" { 0 }, enum "outcome" { "deploys", "breaks" }, int "time_min" { 0 } },
  headline = "outcome",
  says = { { "outcome=deploys", "deploys in {time_min} min" }, "has no room and breaks" },
  check = function(_, q)
    if q.column_frontage_mm > q.line_frontage_mm then
      return refuse("column_frontage_mm", ("must be %d or less, the line's"):format(q.line_frontage_mm))
    end
  end,
  resolve = function(rules, q)
    local needed = (q.line_frontage_mm - q.column_frontage_mm + 1) // 2
    local outcome = outcome_of(q, needed)
    return { needed_each_side_mm = needed, outcome = outcome, time_min = time_of(rules, q, outcome) }
  end,
  follows = function(rules, q, r, was)
    if r.needed_each_side_mm ~= was.needed_each_side_mm and r.outcome == was.outcome then
      r.outcome = outcome_of(q, r.needed_each_side_mm)
    end
    if r.outcome ~= was.outcome and r.time_min == was.time_min then r.time_min = time_of(rules, q, r.outcome) end
  end,
}
