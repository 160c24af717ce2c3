--- What the toy's soldiers throw dice for.
option "brave" { false, doc = "Nobody breaks." }

procedure "morale.test" {
  cite = "T3", doc = "Does a unit stand?", dice = "2d6", piece = "unit",
  args = { int "hits" { 0, 9, default = 0 } },
  out = { flag "stands" {}, int "roll" { 2, 12 } },
  says = function(r) return r.stands and "stands" or "breaks" end,
  resolve = function(rules, q, dice)
    local roll = dice.sum(2, 6, "nerve")
    return { stands = rules.option.brave or roll >= 5 + q.hits, roll = roll }
  end,
}

procedure "melee.fight" {
  cite = "T4", doc = "Two units come to blows; each hits by its own die.", dice = "d6 a side",
  args = { int "a" { 0, 9 }, int "b" { 0, 9 } },
  out = { int "hits_a" { 0, 1 }, int "hits_b" { 0, 1 } },
  resolve = function(_, q, dice)
    local a, b = dice.d(6, "blow", "a"), dice.d(6, "blow", "b")
    return { hits_a = b - q.b > 2 and 1 or 0, hits_b = a - q.a > 2 and 1 or 0 }
  end,
}

procedure "fire.shoot" {
  cite = "T5", doc = "A unit shoots.", dice = "d6", piece = "unit",
  args = { int "distance_mm" { 0, 300 } },
  out = { flag "hit" {} },
  resolve = function(_, q, dice) return { hit = dice.d(6, "shot") * 50 >= q.distance_mm } end,
}
