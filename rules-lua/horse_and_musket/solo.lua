-- Solo: where a brigade stands, how it means to fight, counterattacks, and what it does when beaten.

local troops <const> = use "troops"

option "any_defeat" { false, ruling = "R93",
  doc = "the loss of guns or wagons defeats their brigade as the defeat of foot or horse does",
  matters = { units = { troop = { "artillery", "wagons" } }, none = "neither side has guns or wagons" } }

local STANCES <const> = { "defensive", "cautious", "aggressive" }

procedure "solo.deployment" {
  cite = "Solo.1 R82", doc = "Where does a solo brigade deploy?",
  piece = "formation",
  args = { enum "arm" { "infantry", "cavalry" } },
  dice = "d6", headline = "position",
  out = { int "roll" { 1, 6 }, enum "position" { "left_flank", "right_flank", "centre", "reserve" } },
  says = function(r) return "deploys: " .. plain(r.position) end,
  resolve = function(rules, q, dice)
    local roll = dice.d(6, "deployment")
    return { roll = roll, position = rules.tables["solo_deployment_" .. q.arm](roll) }
  end,
}

modifiers "stance" {
  judges = { "solo.stance" }, piece = "formation", cite = "Solo.2",
  { "prussian", when = function(q) return q.prussian or q.army == "prussian" end,
    value = function(rules) return rules.tables.army_rules("prussian", "stance_modifier") end },
  { "army", value = function(rules, q) return troops.army_modifier(rules, q.army, "stance_modifier") end,
    when = function(q, _, rules)
      return not q.prussian and q.army ~= "prussian" and q.army ~= nil
        and troops.army_modifier(rules, q.army, "stance_modifier") ~= 0
    end },
}

procedure "solo.stance" {
  cite = "Solo.2 R83", doc = "How does a solo brigade mean to fight?",
  piece = "formation",
  args = { flag "prussian" {}, enum "army" { values = troops.ARMIES, optional = true, doc = "whose stance it adds" } },
  dice = "d6", headline = "stance",
  out = {
    int "roll" { 1, 6 }, list "modifiers" { "modifier", default = {} }, int "score" { 1, 6 }, enum "stance" (STANCES),
  },
  says = function(r) return "its stance is " .. r.stance end,
  before = function(rules, q)
    local applied, total = rules.work("stance", q)
    return { modifiers = applied, total = total }
  end,
  resolve = function(rules, _, dice, worked)
    local roll = dice.d(6, "stance")
    local score = math.max(1, math.min(6, roll + worked.total)) -- R83
    return { roll = roll, modifiers = worked.modifiers, score = score, stance = rules.tables.solo_stance(score) }
  end,
  follows = function(rules, _, r, was)
    if r.roll ~= was.roll and r.score == was.score then
      r.score = math.max(1, math.min(6, r.score + r.roll - was.roll))
    end
    if r.score ~= was.score and r.stance == was.stance then r.stance = rules.tables.solo_stance(r.score) end
  end,
}

procedure "solo.counterattack" {
  cite = "Solo.D3 Solo.C3 R84", doc = "Does a solo brigade that held its ground counterattack?",
  piece = "formation", good = "more",
  args = {
    enum "stance" { "defensive", "cautious", doc = "aggressive brigades need no throw" },
    flag "succeeded" { must = true, doc = "it held, or drove off the attack: only a success is followed up (R84)" },
  },
  dice = "d6", headline = "counterattacks",
  out = { int "need" { 1 }, int "roll" { 1, 6 }, flag "counterattacks" {} },
  says = { { "counterattacks", "counterattacks: {roll}, needing {need}" }, "stays: {roll}, needing {need}" },
  resolve = function(rules, q, dice)
    local need, roll = rules.tables.solo_counterattack(q.stance), dice.d(6, "counterattack")
    return { need = need, roll = roll, counterattacks = roll >= need }
  end,
  follows = function(_, _, r, was)
    if (r.roll ~= was.roll or r.need ~= was.need) and r.counterattacks == was.counterattacks then
      r.counterattacks = r.roll >= r.need
    end
  end,
}

procedure "solo.after_defeat" {
  cite = "Solo.A3 R85", doc = "What does a solo brigade do that was defeated?",
  piece = "formation",
  args = {
    enum "stance" (STANCES),
    enum "support_stance" { optional = true, values = STANCES, doc = "of the brigade whose support it seeks" },
  },
  out = { flag "seeks_support" {}, enum "stance_after" (STANCES) }, headline = "stance_after",
  says = {
    { "seeks_support", "seeks support; its stance is now {stance_after}" }, "goes on, its stance {stance_after}",
  },
  check = function(_, q)
    if q.support_stance and q.stance ~= "aggressive" then
      return refuse("support_stance", "is for an aggressive brigade: the others go on (Solo.A3)")
    end
  end,
  resolve = function(_, q)
    return { seeks_support = q.stance == "aggressive", stance_after = q.support_stance or q.stance }
  end,
}
