-- 1.1, 4.1: when the action starts, and the ten-minute bound.

procedure "time.start" {
  cite = "4.1", doc = "At what time of day does the action start?",
  args = {},
  dice = "2d6", headline = "clock",
  out = { int "roll" { 2, 12 }, int "time_min" { 0, 1439, doc = "minutes after midnight" }, text "clock" {} },
  says = function(r) return ("the action starts at %s"):format(r.clock) end,
  resolve = function(rules, _, dice)
    local roll = dice.sum(2, 6, "start")
    local minute = rules.tables.start_times(roll)
    return { roll = roll, time_min = minute, clock = clock.format(minute) }
  end,
  follows = function(_, _, r, was)
    if r.time_min ~= was.time_min and r.clock == was.clock then r.clock = clock.format(r.time_min) end
  end,
}

procedure "time.bound" {
  cite = "1.1", doc = "When does a bound begin and end?",
  args = { int "start_min" { 0, 1439, doc = "start of the action, minutes after midnight" }, int "bound" { 1 } },
  out = { int "begins_min" { 0 }, int "ends_min" { 0 }, text "clock" {} }, headline = "clock",
  says = function(r, q) return ("bound %d begins at %s"):format(q.bound, r.clock) end,
  resolve = function(rules, q)
    local begins = q.start_min + rules.constant.bound * (q.bound - 1)
    return { begins_min = begins, ends_min = begins + rules.constant.bound, clock = clock.format(begins) }
  end,
  follows = function(rules, _, r, was)
    if r.begins_min == was.begins_min then return end
    if r.ends_min == was.ends_min then r.ends_min = r.begins_min + rules.constant.bound end
    if r.clock == was.clock then r.clock = clock.format(r.begins_min) end
  end,
}
