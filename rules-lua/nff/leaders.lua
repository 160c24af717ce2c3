-- Musketry and Cannonade 8: what befalls leaders.

local troops <const> = use "troops"

modifiers "leader_casualty" {
  judges = { "leader.casualty" }, piece = "leader",
  { "charismatic", cite = "MC 8", flag = "charismatic",
    value = function(rules) return rules.constant.charismatic_casualty end },
}

procedure "leader.casualty" {
  cite = "MC 8, R48", doc = "Does an attached leader fall?", piece = "leader",
  args = { enum "cause" { "stand_lost_to_fire", "charge_combat" }, flag "charismatic" {} },
  dice = "d10", headline = "result", good = "first",
  out = {
    int "die" { 1, 10 }, int "total" {}, enum "result" { "unhurt", "wounded", "killed" }, flag "casualty" {},
    list "modifiers" { "modifier", default = {} },
  },
  says = "is {result}",
  modifiers = "leader_casualty",
  resolve = function(rules, _, dice, w)
    local die = dice.d(10, "casualty")
    local total, cell = die + w.total, rules.tables.leader_casualty
    return {
      die = die, total = total, result = cell(total, "result"), casualty = troops.is(cell(total, "casualty")),
      modifiers = w.modifiers,
    }
  end,
}
