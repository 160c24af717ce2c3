-- Additional Rules 1: companies of engineers.

local troops <const> = use "troops"

local BARRED <const> = reasons {
  { "infantry_only", "engineers join infantry", cite = "Add 1",
    when = function(_, q) return q.brigade_arm ~= "infantry" end },
  { "one_company_limit", "one company to a brigade", cite = "Add 1",
    when = function(rules, q) return q.companies_attached >= rules.constant.engineer_companies end },
  { "out_of_command", "the company is too far from its leader", cite = "Add 1",
    when = function(rules, q) return q.leader_distance_in > rules.constant.command_radius end },
}

procedure "engineers.attach" {
  cite = "Add 1", doc = "May a company of engineers join a brigade?",
  args = {
    enum "brigade_arm" (troops.ALL_ARMS), int "companies_attached" { 0, default = 0, doc = "already" },
    number "leader_distance_in" { 0, doc = "from the company to its leader" },
  },
  out = BARRED.out, resolve = BARRED.verdict,
  says = { { "allowed", "may join" }, "may not join: {reason}" },
}

procedure "engineers.survival" {
  cite = "Add 1, R64", doc = "Does a company of engineers survive a charge combat?",
  good = "less",
  args = {}, dice = "d10", headline = "destroyed",
  out = { int "die" { 1, 10 }, flag "destroyed" {} },
  says = { { "destroyed", "is destroyed" }, "survives" },
  resolve = function(_, _, dice) return { die = dice.d(10, "engineers") } end,
  follows = { { "destroyed", function(rules, _, r) return r.die <= rules.constant.engineer_destroyed_at_most end } },
}

return { BARRED = BARRED }
