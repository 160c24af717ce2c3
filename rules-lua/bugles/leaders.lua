-- Danger to Leaders, Loss of a Leader: when leaders fall, and who takes over.

local troops <const> = use "troops"

procedure "leader.targetable" {
  cite = "Danger to Leaders", doc = "May enemy fire single a leader out?",
  piece = "leader",
  args = {
    flag "sniper_firing" {},
    int "nearest_friend_mm" { 0, optional = true, doc = "the nearest friendly stand; none: there is no such stand" },
  },
  out = { flag "targetable" {} },
  says = function(r) return r.targetable and "may be singled out" or "may not be singled out" end,
  resolve = function(rules, q)
    local near = q.nearest_friend_mm
    return { targetable = q.sniper_firing or near == nil or near >= rules.constant.leader_single_out }
  end,
}

procedure "leader.fire_danger" {
  cite = "Danger to Leaders, R38", doc = "Does a leader fall whose group has lost figures to fire?",
  piece = "leader", good = "less",
  args = { int "casualties" { 0, doc = "figures the group lost to this one act of fire" } },
  dice = "2d10 if there are casualties", headline = "fallen",
  out = { flag "tested" {}, flag "fallen" {} },
  says = { { "not tested", "is in no danger" }, { "fallen", "falls" }, "is unhurt" },
  resolve = function(rules, q, dice)
    if q.casualties == 0 then return { tested = false, fallen = false } end
    local needs = rules.tables.d10_tests "leader_falls_to_fire"
    return { tested = true, fallen = dice.count(2, 10, needs, "danger") == 2 }
  end,
}

procedure "leader.melee_danger" {
  cite = "Danger to Leaders, R38", doc = "Does a leader fall who joined a melee this turn?",
  piece = "leader", good = "less",
  args = {},
  dice = "d10",
  out = { flag "fallen" {} },
  says = { { "fallen", "falls" }, "is unhurt" },
  resolve = function(rules, _, dice)
    return { fallen = dice.d(10, "danger") >= rules.tables.d10_tests "leader_falls_in_melee" }
  end,
}

procedure "leader.replacement" {
  cite = "Loss of a Leader, R41, R42, R43", doc = "Does somebody take over a leaderless group?",
  piece = "formation", good = "more",
  args = {
    enum "kind" { values = troops.KINDS, doc = "of the majority of its original stands" },
    int "failures" { 0, default = 0, doc = "failed rolls so far" },
  },
  dice = "d10", headline = "replaced",
  out = { int "needed" {}, flag "replaced" {}, int "failures" { 0 }, flag "flees" {} },
  says = { { "replaced", "has a new leader" }, { "flees", "flees" }, "has no leader" },
  check = function(rules, q)
    local most = rules.constant.replacement_failures
    if not troops.is_regular(q) and q.failures >= most then
      return refuse("failures", ("must be below %d for troops that are not regular: they have fled"):format(most))
    end
  end,
  resolve = function(rules, q, dice)
    local test = troops.is_regular(q) and "leader_replaced_regular" or "leader_replaced_other"
    local needed = rules.tables.d10_tests(test)
    return { needed = needed, replaced = dice.d(10, "replacement") >= needed }
  end,
  follows = {
    { "failures", function(_, q, r) return r.replaced and 0 or q.failures + 1 end },
    { "flees", function(rules, q, r) -- R42
      return not troops.is_regular(q) and r.failures == rules.constant.replacement_failures
    end },
  },
}
